// SPDX-License-Identifier: Apache-2.0
// Times compiled functions on a device: the exp loop and the logistic regression of Theano's tutorial, a
// fused chain, one training step of a multilayer perceptron, and compiling; the programs of graph_programs.cpp; and, if
// they are named, the layers of graph_layers.cpp: conv has batches of 1 and of 32 images, conv1 and conv32 one of them.
// products are the matrix products of the perceptron, the transformer and the LSTM alone; steps has the LSTM by scan of
// 32 and of 1000 steps, and sizes has training steps with ever other batch sizes, if they are named.
// With processor times are the least ones of the processor, for machines that other programs use too.
// With first the first call of each program is timed alone: how long it takes to compile.
// reductions are those of graph_reductions.cpp, if they are named. behind has the convolutions of ResNet-50 and
// MobileNet-V2 with bias and relu behind them, of one image.
// With without=PASSES the perceptron, the programs of graph_programs.cpp and `behind` take turns with themselves
// without passes.
//   kiln-graph-bench DEVICE [exp] [logreg] [chain] [mlp] [compile] [rows] [adam] [transformer] [lstm] [products]
//   [steps] [sizes] [reductions] [conv] [conv1] [conv32] [behind] [first] [processor] [without=PASSES]
// One line for each figure: the median of seven rounds. tools/bench/graph_peers.py times the peers.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "graph_timing.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using namespace kiln::bench;

namespace {

void bench_exp(const kiln::Context& context) {
  const GpuArray data = normal(context, {230400});
  const g::Variable x = g::shared(data, "x");
  const g::Function device({.outputs = {g::Out(g::exp(x).transfer(context))}});
  const g::Function borrowed({.outputs = {g::Out(g::exp(x).transfer(context), true)}, .allow_gc = KILN_NO});
  const g::Function host({.outputs = {g::exp(x)}});
  GpuArray out = data;
  const auto wait = [&] { context.synchronize(); };
  if (first_call(
          "exp of 230400, function, device", [&] { out = device()[0]; }, wait))
    return;
  const auto each =
      medians(1000, {[&] { out = kiln::exp(data); }, [&] { out = device()[0]; }, [&] { out = borrowed()[0]; }}, wait);
  std::printf("exp of 230400, array operation            %10.2f us\n", 1e6 * each[0]);
  std::printf("exp of 230400, function, device           %10.2f us: %.2f of it\n", 1e6 * each[1], each[1] / each[0]);
  std::printf("exp of 230400, function, borrowed         %10.2f us: %.2f of it\n", 1e6 * each[2], each[2] / each[0]);
  std::printf("exp of 230400, function.run(1000)         %10.3f ms\n",
              1e3 * median(
                        1, [&] { out = borrowed.run(1000)[0]; }, wait));
  std::printf("exp of 230400, function, host             %10.2f us\n", 1e6 * median(
                                                                                 100, [&] { host(); }, wait));
}

void bench_logreg(const kiln::Context& context) {
  const std::int64_t n = 400, features = 784;
  const GpuArray examples = normal(context, {n, features});
  std::vector<float> labels(n);
  for (std::int64_t i = 0; i < n; ++i) labels[std::size_t(i)] = float(i * 7 % 3 == 0);
  const GpuArray targets = GpuArray::from(context, labels);
  const g::Variable x = g::matrix("x"), y = g::vector("y");
  const g::Variable w = g::shared(normal(context, {features}), "w"),
                    b = g::shared(GpuArray::full(context, {}, 0.0f), "b");
  const g::Variable p = 1 / (1 + g::exp(-g::dot(x, w) - b));
  const g::Variable xent = -y * g::log(p) - (1 - y) * g::log(1 - p);
  const g::Variable cost = g::mean(xent) + 0.01 * g::sum(g::square(w));
  const auto gradients = g::grad(cost, {w, b});
  const g::Function train({.inputs = {x, y},
                           .outputs = {g::Out((p > 0.5).transfer(context), true), g::Out(xent.transfer(context), true)},
                           .updates = {{w, w - 0.01 * gradients[0]}, {b, b - 0.01 * gradients[1]}},
                           .allow_gc = KILN_NO});
  const auto wait = [&] { train.synchronize(); };
  if (first_call(
          "logistic regression, a step", [&] { train(examples, targets); }, wait))
    return;
  std::printf("logistic regression, a step               %10.2f us\n",
              1e6 * median(
                        500, [&] { train(examples, targets); }, wait));
  std::printf("logistic regression, a step of run(100)   %10.2f us\n",
              1e6 *
                  median(
                      5, [&] { train.run(100, examples, targets); }, wait) /
                  100);
}

void bench_chain(const kiln::Context& context, std::int64_t size) {
  const g::Variable a = g::shared(normal(context, {size}), "a"), b = g::shared(normal(context, {size}), "b");
  const g::Variable c = g::tanh(a * b + 1), d = g::exp(-c) * a, e = g::sqrt(g::abs(d) + b * b);
  const g::Function f({.outputs = {g::Out(c.transfer(context), true), g::Out(d.transfer(context), true),
                                   g::Out(e.transfer(context), true)},
                       .allow_gc = KILN_NO});
  const GpuArray from = normal(context, {size}), to = GpuArray::empty(context, {size}, KILN_FLOAT32);
  const auto wait = [&] { context.synchronize(); };
  if (first_call(
          "chain of ten, 3 outputs", [&] { f(); }, wait))
    return;
  const double copy = median(
                   5, [&] { to.assign(from); }, wait),
               chain = median(
                   5, [&] { f(); }, wait);
  std::printf("chain of ten, 3 outputs, %10lld      %10.1f GB/s, copy %.1f: %.3f\n", static_cast<long long>(size),
              5e-9 * 4 * double(size) / chain, 2e-9 * 4 * double(size) / copy, 5.0 / chain / (2.0 / copy));
}

void bench_mlp(const kiln::Context& context, std::int64_t batch) {
  const std::int64_t sizes[] = {784, 1024, 1024, 10};
  const g::Variable x = g::matrix("x"), t = g::vector("t", KILN_INT32);
  g::Variables parameters;
  g::Variable h = x;
  for (int layer = 0; layer < 3; ++layer) {
    parameters.push_back(
        g::shared(normal(context, {sizes[layer], sizes[layer + 1]}, 0.03f), "W" + std::to_string(layer)));
    parameters.push_back(
        g::shared(GpuArray::zeros(context, {sizes[layer + 1]}, KILN_FLOAT32), "b" + std::to_string(layer)));
    h = g::dot(h, parameters[2 * layer]) + parameters[2 * layer + 1];
    if (layer < 2) h = g::relu(h);
  }
  const g::Variable cost = g::mean(g::cross_entropy(h, t));
  const auto gradients = g::grad(cost, parameters);
  std::vector<std::pair<g::Variable, g::Variable>> updates;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    updates.emplace_back(parameters[i], parameters[i] - 0.01 * gradients[i]);
  const Program train(g::FunctionOptions{
      .inputs = {x, t}, .outputs = {g::Out(cost.transfer(context), true)}, .updates = updates, .allow_gc = KILN_NO});
  const GpuArray examples = normal(context, {batch, 784});
  std::vector<std::int32_t> labels(static_cast<std::size_t>(batch));
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = std::int32_t(i % 10);
  const GpuArray targets = GpuArray::from(context, labels);
  const auto wait = [&] { context.synchronize(); };
  const bool cpu = context.properties().kind == std::string("cpu");
  const std::string name = "MLP 784-1024-1024-10, batch " + std::to_string(batch) + ", a step";
  if (first_call(
          name.c_str(), [&] { train.with(examples, targets); }, wait))
    return;
  time_pair(
      name.c_str(), cpu ? 2 : 50, train, [&](const g::Function& f) { f(examples, targets); }, wait);
  const std::string text = train.with.describe("explain");
  const std::size_t memory = std::min(text.rfind("memory: "), text.size());
  std::printf("\n  %s\n", text.substr(memory, text.find('\n', memory) - memory).c_str());
}

void bench_compile(const kiln::Context& context) {
  const g::Variable a = g::shared(normal(context, {16}), "a");
  g::Variable x = a;
  const double begin = now();
  for (int i = 0; i < 10000; ++i) x = i % 100 == 99 ? g::dot(x.dimshuffle({-1, 0}), x) * 0.001 + x : x * 1.0001 + 0.001;
  const double built = now();
  const g::Function f({.outputs = {x}});
  f.describe("toposort");
  const double made = now();
  std::printf("10,000 nodes: built %.3f s, compiled %.3f s\n", built - begin, made - built);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr,
                 "usage: kiln-graph-bench DEVICE [exp] [logreg] [chain] [mlp] [compile] [rows] [adam] [transformer] "
                 "[lstm] [products] [steps] [sizes] [reductions] [conv] [conv1] [conv32] [behind] [first] [processor] "
                 "[without=PASSES]\n");
    return 2;
  }
  try {
    const kiln::Context context(arguments[1]);
    const bool cpu = context.properties().kind == std::string("cpu");
    const auto named = [&](const char* name) {
      for (int i = 2; i < count; ++i)
        if (!std::strcmp(arguments[i], name)) return true;
      return false;
    };
    by_processor = named("processor"), only_first = named("first");
    int options = int(by_processor) + int(only_first);
    for (int i = 2; i < count; ++i)
      if (std::string_view(arguments[i]).starts_with("without=")) without = arguments[i] + 8, ++options;
    const auto wanted = [&](const char* name) { return count == 2 + options || named(name); };
    std::printf("%s (%s)\n", context.properties().device, context.properties().name);
    if (wanted("exp")) bench_exp(context);
    if (wanted("logreg")) bench_logreg(context);
    if (wanted("chain")) bench_chain(context, cpu ? 10'000'000 : std::int64_t(1) << 27);
    if (wanted("mlp")) bench_mlp(context, 512);
    if (wanted("compile")) bench_compile(context);
    if (wanted("rows")) bench_rows(context);
    if (wanted("adam")) bench_adam(context);
    if (wanted("transformer")) bench_transformer(context);
    if (wanted("lstm")) bench_lstm(context);
    if (wanted("products")) bench_products(context);
    if (named("steps")) bench_steps(context);
    if (named("sizes")) bench_sizes(context);
    if (named("reductions")) bench_reductions(context);
    if (named("conv") || named("conv1")) bench_layers(context, 1, named("processor"));
    if (named("behind")) bench_behind(context, 1);
    if (named("conv") || named("conv32")) bench_layers(context, 32, named("processor"));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
