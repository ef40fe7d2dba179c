// SPDX-License-Identifier: Apache-2.0
// Softmax, log-softmax, layer norm and their gradients over columns, middle axes, short rows and long ones, and the
// norm and its gradient of batches of channels, in four dtypes. Each time has its floor beside it: the time of reading
// the input and writing the result once. tools/bench/graph_peer_reductions.py has the same in NumPy, JAX and PyTorch.
#include <cstdio>
#include <string>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

namespace g = graph;

g::Variable normalised(const g::Variable& x, const Shape& axes) {
  const g::Variable rest = x - g::mean(x, axes, true);
  return rest / g::sqrt(g::mean(g::square(rest), axes, true) + 1e-5);
}

struct Case {
  const char* name;
  Shape shape, axes;
};

void time_reductions(const Context& context, const Case& at, kiln_dtype dtype, const char* dtype_name) {
  const g::Variable x = g::tensor("x", at.shape.size(), dtype);
  const GpuArray data = normal(context, at.shape).astype(dtype);
  const bool cpu = context.properties().kind == std::string("cpu");
  const auto run = [&](const char* name, const g::Variable& output) {
    const Program program(
        {.inputs = {x}, .outputs = {g::Out(output.transfer(context), true)}, .allow_gc = KILN_NO, .context = context});
    const std::string full = std::string(name) + ", " + at.name + ", " + dtype_name;
    const auto call = [&](const g::Function& f) { f(data); };
    const auto wait = [&] { context.synchronize(); };
    if (first_call(
            full.c_str(), [&] { call(program.with); }, wait))
      return;
    const double seconds = time_pair(full.c_str(), cpu ? 1 : 20, program, call, wait);
    print_floor(context, 2 * double(data.bytes()), seconds);
    const auto steps = [](const g::Function& f) {
      const std::string text = f.describe("explain");
      int count = 0;
      for (std::size_t i = text.find("  step "); i != std::string::npos; i = text.find("  step ", i + 1)) ++count;
      return count;
    };
    std::printf("; %d steps", steps(program.with));
    if (!without.empty()) std::printf(", %d", steps(program.apart));
    std::printf("\n");
    std::fflush(stdout);
  };
  if (at.axes.size() == 1) {
    const g::Variable soft = g::softmax(x, at.axes[0]), log = g::log_softmax(x, at.axes[0]);
    run("softmax", soft);
    run("its gradient", g::grad(g::sum(g::square(soft)), {x})[0]);
    run("log-softmax", log);
    run("its gradient", g::grad(g::sum(g::square(log)), {x})[0]);
  }
  const g::Variable norm = normalised(x, at.axes);
  run("layer norm", norm);
  run("its gradient", g::grad(g::sum(g::square(norm) * x), {x})[0]);
}

}  // namespace

void bench_reductions(const Context& context) {
  const Case cases[] = {{"(4096, 1024) axis 0", {4096, 1024}, {0}},
                        {"(512, 8192) axis 0", {512, 8192}, {0}},
                        {"(4096, 16384) axis 0", {4096, 16384}, {0}},
                        {"(64, 512, 64) axis 1", {64, 512, 64}, {1}},
                        {"(2^18, 8) axis 1", {1 << 18, 8}, {1}},
                        {"(2^17, 32) axis 1", {1 << 17, 32}, {1}},
                        {"(1024, 65536) axis 1", {1024, 65536}, {1}},
                        {"(2048, 32768) axis 1", {2048, 32768}, {1}},
                        {"(64, 256, 784) axes 0 and 2", {64, 256, 784}, {0, 2}}};
  for (const auto& [dtype, name] : {std::pair{KILN_FLOAT32, "float32"},
                                    {KILN_FLOAT64, "float64"},
                                    {KILN_FLOAT16, "float16"},
                                    {KILN_BFLOAT16, "bfloat16"}})
    for (const Case& at : cases) {
      context.trim();  // what the pool keeps of other extents would come on top of this case's memory
      time_reductions(context, at, dtype, name);
    }
}

}  // namespace kiln::bench
