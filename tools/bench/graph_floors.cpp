// SPDX-License-Identifier: Apache-2.0
// Floors and growth of whole programs: the matrix products of the perceptron, the transformer and the LSTM alone, each
// with operands of its own, in one function; and what the LSTM by scan costs with more steps.
#include <cstdio>
#include <string>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

namespace g = graph;

// `count` products of `batch` matrices (m, k) by (k, n).
struct Products {
  int count;
  std::int64_t m, k, n, batch = 1;
};

void time_products(const Context& context, const char* name, const std::vector<Products>& list) {
  const bool cpu = context.properties().kind == std::string("cpu");
  g::FunctionOptions options;
  options.allow_gc = KILN_NO;
  options.context = context;
  double operations = 0;
  for (const Products& p : list)
    for (int i = 0; i < p.count; ++i) {
      const auto operand = [&](std::int64_t rows, std::int64_t columns) {
        return g::shared(normal(context, p.batch > 1 ? Shape{p.batch, rows, columns} : Shape{rows, columns}));
      };
      options.outputs.emplace_back(g::dot(operand(p.m, p.k), operand(p.k, p.n)).transfer(context), true);
      operations += 2.0 * double(p.batch * p.m * p.k) * double(p.n);
    }
  const g::Function f(options);
  const std::vector<g::Argument> none;
  const auto call = [&] { f.call(none); };
  const auto wait = [&] { context.synchronize(); };
  if (first_call(name, call, wait)) return;
  call();
  wait();
  const double seconds = by_processor ? processor_seconds(call, wait) : median(cpu ? 1 : 20, call, wait);
  std::printf("%-46s %10.1f us, %.0f GFLOP/s\n", name, 1e6 * seconds, 1e-9 * operations / seconds);
  std::fflush(stdout);
}

}  // namespace

void bench_products(const Context& context) {
  time_products(context, "products of the perceptron's step",
                {{1, 512, 784, 1024},
                 {1, 512, 1024, 1024},
                 {1, 512, 1024, 10},  // forward
                 {1, 784, 512, 1024},
                 {1, 1024, 512, 1024},
                 {1, 1024, 512, 10},  // by the weights
                 {1, 512, 1024, 1024},
                 {1, 512, 10, 1024}});  // by the layers' inputs
  const std::vector<Products> block{{1, 2048, 512, 1536}, {1, 256, 64, 256, 64}, {1, 256, 256, 64, 64},
                                    {1, 2048, 512, 512},  {1, 2048, 512, 2048},  {1, 2048, 2048, 512}};
  time_products(context, "products of the transformer block, forward", block);
  std::vector<Products> step = block;
  for (const Products& p : block) {
    step.push_back({p.count, p.k, p.m, p.n, p.batch});
    step.push_back({p.count, p.m, p.n, p.k, p.batch});
  }
  time_products(context, "products of its training step", step);
  time_products(context, "products of the LSTM's step",
                {{1, 2048, 256, 1024}, {32, 64, 256, 1024}, {31, 64, 1024, 256}, {2, 256, 2048, 1024}});
}

void bench_steps(const Context& context) {
  const std::int64_t batch = 64, width = 256;
  const bool cpu = context.properties().kind == std::string("cpu");
  for (const std::int64_t steps : {32, 1000}) {
    const g::Variable x = g::tensor3("x", KILN_FLOAT32), zero = g::shared(GpuArray::zeros(context, {batch, width}));
    const g::Variable w = g::shared(normal(context, {width, 4 * width}, 0.02f)),
                      u = g::shared(normal(context, {width, 4 * width}, 0.02f));
    const auto step = [&](const g::Variables& at) {
      const g::Variable z = at[0] + g::dot(at[1], u);
      const auto gate = [&](int i) { return g::slice(z, i * width, width, 1); };
      const g::Variable next = g::sigmoid(gate(0)) * at[2] + g::sigmoid(gate(1)) * g::tanh(gate(2));
      return g::Variables{g::sigmoid(gate(3)) * g::tanh(next), next};
    };
    const g::Variable cost = g::mean(g::square(g::slice(g::scan(step, {g::dot(x, w)}, {zero, zero})[0], steps - 1, 1)));
    const auto gradients = g::grad(cost, {w, u});
    g::FunctionOptions options;
    options.inputs.assign({x});
    options.outputs.emplace_back(cost.transfer(context), true);
    options.updates = {{w, w - 0.01f * gradients[0]}, {u, u - 0.01f * gradients[1]}};
    options.allow_gc = KILN_NO;
    options.context = context;
    const g::Function f(options);
    const std::vector<GpuArray> arrays(1, normal(context, {steps, batch, width}));
    const std::vector<g::Argument> data(arrays.begin(), arrays.end());
    const auto call = [&] { f.call(data); };
    const auto wait = [&] { context.synchronize(); };
    const std::string name = "LSTM of " + std::to_string(steps) + " steps by scan, a training step";
    if (first_call(name.c_str(), call, wait)) continue;
    const double begin = now();
    call();
    wait();
    const double first = now() - begin;
    const double seconds =
        by_processor ? processor_seconds(call, wait) : median(cpu || steps > 100 ? 1 : 20, call, wait);
    std::printf("LSTM of %4lld steps by scan, a training step       %10.1f us a step, first call %.2f s\n",
                static_cast<long long>(steps), 1e6 * seconds / double(steps), first);
    std::fflush(stdout);
  }
}

}  // namespace kiln::bench
