// SPDX-License-Identifier: Apache-2.0
// Softmax, log-softmax, layer norm and their gradients over columns, middle axes and short rows, in three dtypes.
// tools/bench/graph_peer_reductions.py has the same in NumPy and JAX.
#include <cstdio>
#include <string>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

namespace g = graph;

g::Variable normalised(const g::Variable& x, std::int64_t axis) {
  const g::Variable rest = x - g::mean(x, {axis}, true);
  return rest / g::sqrt(g::mean(g::square(rest), {axis}, true) + 1e-5);
}

struct Case {
  const char* name;
  Shape shape;
  std::int64_t axis;
};

void time_reductions(const Context& context, const Case& at, kiln_dtype dtype, const char* dtype_name) {
  const g::Variable x = g::tensor("x", at.shape.size(), dtype);
  const GpuArray data = normal(context, at.shape).astype(dtype);
  const auto run = [&](const char* name, const g::Variable& output) {
    const Program program(
        {.inputs = {x}, .outputs = {g::Out(output.transfer(context), true)}, .allow_gc = KILN_NO, .context = context});
    const std::string full = std::string(name) + ", " + at.name + ", " + dtype_name;
    const auto call = [&](const g::Function& f) { f(data); };
    const auto wait = [&] { context.synchronize(); };
    if (first_call(
            full.c_str(), [&] { call(program.with); }, wait))
      return;
    time_pair(full.c_str(), 1, program, call, wait);
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
  const g::Variable soft = g::softmax(x, at.axis), log = g::log_softmax(x, at.axis), norm = normalised(x, at.axis);
  run("softmax", soft);
  run("its gradient", g::grad(g::sum(g::square(soft)), {x})[0]);
  run("log-softmax", log);
  run("its gradient", g::grad(g::sum(g::square(log)), {x})[0]);
  run("layer norm", norm);
  run("its gradient", g::grad(g::sum(g::square(norm) * x), {x})[0]);
}

}  // namespace

void bench_reductions(const Context& context) {
  for (const auto& [dtype, name] :
       {std::pair{KILN_FLOAT32, "float32"}, {KILN_FLOAT64, "float64"}, {KILN_FLOAT16, "float16"}})
    for (const Case& at : {Case{"(4096, 1024) axis 0", {4096, 1024}, 0}, Case{"(512, 8192) axis 0", {512, 8192}, 0},
                           Case{"(64, 512, 64) axis 1", {64, 512, 64}, 1}, Case{"(2^18, 8) axis 1", {1 << 18, 8}, 1},
                           Case{"(2^17, 32) axis 1", {1 << 17, 32}, 1}})
      time_reductions(context, at, dtype, name);
}

}  // namespace kiln::bench
