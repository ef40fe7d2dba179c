// SPDX-License-Identifier: Apache-2.0
// What first calls with ever other batch sizes cost: training steps of small nets, whose losses are means, with batches
// of 1 to 200 examples. The programs that the device's compiler built are counted too: few should be built for the
// second hundred of sizes, as what the first hundred needed fits them.
#include <cmath>
#include <cstdio>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

namespace g = graph;

g::Variable weight(const Context& context, const Shape& shape) { return g::shared(normal(context, shape, 0.1f)); }

g::Variable standardised(const g::Variable& x, std::int64_t axis) {
  return (x - g::mean(x, {axis}, true)) / g::sqrt(g::var(x, {axis}, true) + 1e-5f);
}

// Calls a training step of a net once for each size of a batch, and prints what that took. `logits` are a row for each
// example of `x`, whose axis `axis` is the batch; its other extents are those of `shape`.
void time_sizes(const Context& context, const char* name, const g::Variable& x, Shape shape, std::size_t axis,
                const g::Variable& logits, const g::Variables& weights) {
  const g::Variable t = g::vector("t", KILN_INT32);
  const g::Variable cost = g::mean(g::cross_entropy(logits, t));
  const auto gradients = g::grad(cost, weights);
  g::FunctionOptions options;
  options.inputs.assign({x, t});
  options.outputs.emplace_back(cost.transfer(context), true);
  for (std::size_t i = 0; i < weights.size(); ++i)
    options.updates.emplace_back(weights[i], weights[i] - 0.01f * gradients[i]);
  options.context = context;
  const g::Function f(options);
  double took[2] = {};
  unsigned long long built[2] = {};
  for (std::int64_t size = 1; size <= 200; ++size) {
    shape[axis] = size;
    const GpuArray examples = normal(context, shape), labels = GpuArray::zeros(context, {size}, KILN_INT32);
    const std::size_t half = size > 100;
    const auto before = context.cache().compiled;
    const double begin = now();
    f(examples, labels);
    context.synchronize();
    took[half] += now() - begin;
    built[half] += context.cache().compiled - before;
  }
  std::printf("%-24s batches of 1 to 100: %6.2f s, %3llu programs built; of 101 to 200: %6.2f s, %3llu\n", name,
              took[0], built[0], took[1], built[1]);
  std::fflush(stdout);
}

void time_dense(const Context& context, bool normal_rows) {
  const g::Variable x = g::matrix("x", KILN_FLOAT32);
  const g::Variables p{weight(context, {20, 30}), weight(context, {30, 10})};
  g::Variable h = g::dot(x, p[0]);
  if (normal_rows) h = standardised(h, 0);
  time_sizes(context, normal_rows ? "net with normalisation" : "net", x, {0, 20}, 0, g::dot(g::tanh(h), p[1]), p);
}

// Images of 12 by 12 with one channel, 8 filters of 3 by 3, and the greatest of each 2 by 2 of their results.
void time_images(const Context& context) {
  const g::Variable x = g::tensor4("x", KILN_FLOAT32);
  const g::Variables p{weight(context, {8, 1, 3, 3}), weight(context, {200, 10})};
  const g::Variable h = g::pool(g::relu(g::conv(x, p[0])), KILN_POOL_MAX, Pool({2, 2}));
  time_sizes(context, "net of images", x, {0, 1, 12, 12}, 0, g::dot(h.reshape({-1, 200}), p[1]), p);
}

// A simple recurrent net of 8 steps. The batch is the middle axis.
void time_recurrent(const Context& context) {
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  const g::Variables p{weight(context, {12, 16}), weight(context, {16, 16}), weight(context, {16, 10})};
  const g::Variable in = g::dot(x, p[0]), first = g::zeros_like(g::slice(in, 0, 1).reshape({-1, 16}));
  const auto step = [&](const g::Variables& at) { return g::Variables{g::tanh(at[0] + g::dot(at[1], p[1]))}; };
  const g::Variable last = g::slice(g::scan(step, {in}, {first})[0], 7, 1).reshape({-1, 16});
  time_sizes(context, "recurrent net", x, {8, 0, 12}, 1, g::dot(last, p[2]), p);
}

// A block of attention with 4 heads over 16 tokens, with normalised rows before it, and the mean of the tokens.
void time_attention(const Context& context) {
  const std::int64_t tokens = 16, width = 32, heads = 4, each = width / heads;
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  g::Variables p;
  for (int i = 0; i < 4; ++i) p.push_back(weight(context, {width, width}));
  p.push_back(weight(context, {width, 10}));
  const g::Variable in = standardised(x, -1);
  const auto split = [&](const g::Variable& w) {
    return g::dot(in, w).reshape({-1, tokens, heads, each}).dimshuffle({0, 2, 1, 3});
  };
  const g::Variable q = split(p[0]), k = split(p[1]), v = split(p[2]);
  const g::Variable scores = g::softmax(g::dot(q, k.dimshuffle({0, 1, 3, 2})) * (1 / std::sqrt(float(each))), -1);
  const g::Variable mixed = g::dot(scores, v).dimshuffle({0, 2, 1, 3}).reshape({-1, tokens, width});
  const g::Variable out = x + g::dot(mixed, p[3]);
  time_sizes(context, "attention", x, {0, tokens, width}, 0, g::dot(g::mean(out, {1}), p[4]), p);
}

}  // namespace

void bench_sizes(const Context& context) {
  for (const bool normal_rows : {false, true}) time_dense(context, normal_rows);
  time_images(context);
  time_recurrent(context);
  time_attention(context);
}

}  // namespace kiln::bench
