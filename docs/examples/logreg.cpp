// SPDX-License-Identifier: Apache-2.0
// Logistic regression as Theano's tutorial has it: 400 examples of 784 features, 10,000 steps of gradient
// descent. Run it anywhere: KILN_FLAGS=device=opencl0:0 ./logreg, KILN_FLAGS=device=cuda0 ./logreg
#include <kiln/kiln.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace g = kiln::graph;

int main(int count, char** arguments) {
  const std::int64_t n = 400, features = 784;
  const int steps = count > 1 ? std::atoi(arguments[1]) : 10000;
  std::mt19937 random(22);
  std::normal_distribution<float> normal;
  std::vector<float> data(n * features), labels(n), start(features);
  for (float& value : data) value = normal(random);
  for (float& value : labels) value = float(random() % 2);
  for (float& value : start) value = normal(random);

  const kiln::Context context;
  const g::Variable x = g::matrix("x"), y = g::vector("y");
  const g::Variable w = g::shared(kiln::GpuArray::from(context, start), "w");
  const g::Variable b = g::shared(kiln::GpuArray::full(context, {}, 0.0f), "b");

  const g::Variable p = 1 / (1 + g::exp(-g::dot(x, w) - b));  // the probability of a one
  const g::Variable prediction = p > 0.5;
  const g::Variable xent = -y * g::log(p) - (1 - y) * g::log(1 - p);  // cross-entropy
  const g::Variable cost = g::mean(xent) + 0.01 * g::sum(g::square(w));
  const g::Variables gradients = g::grad(cost, {w, b});

  const g::Function train({.inputs = {x, y},
                           .outputs = {prediction, xent},
                           .updates = {{w, w - 0.01 * gradients[0]}, {b, b - 0.01 * gradients[1]}},
                           .name = "train"});
  const g::Function predict({.inputs = {x}, .outputs = {prediction}, .name = "predict"});

  const auto examples = kiln::GpuArray::from(context, data, {n, features});
  const auto targets = kiln::GpuArray::from(context, labels);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) train(examples, targets);
  train.synchronize();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  const std::vector<bool> predicted = predict(examples)[0].read<bool>();
  int right = 0;
  for (std::int64_t i = 0; i < n; ++i) right += predicted[std::size_t(i)] == (labels[std::size_t(i)] > 0.5f);
  std::printf("%s\n", train.toposort().c_str());
  std::printf("%d steps in %.3f s, %.1f microseconds each\n", steps, seconds, seconds / steps * 1e6);
  std::printf("%d of %d predictions are right\n", right, int(n));
  return right == n || steps < 10000 ? 0 : 1;
}
