// SPDX-License-Identifier: Apache-2.0
// Logistic regression as Theano's tutorial has it: 400 examples of 784 features, 10,000 steps of gradient
// descent. Run it anywhere: KILN_FLAGS=device=opencl0:0 ./logreg, KILN_FLAGS=device=cuda0 ./logreg
#include <kiln/kiln.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>

namespace g = kiln::graph;

int run(int steps) {
  const std::int64_t n = 400, features = 784;
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
  const auto mean_of = [](const kiln::GpuArray& values) {
    double sum = 0;
    for (const float value : values.read<float>()) sum += value;
    return sum / static_cast<double>(values.size());
  };
  // The first call compiles.
  const double before = mean_of(train(examples, targets)[1]);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<kiln::GpuArray> results;
  for (int i = 1; i < steps; ++i) results = train(examples, targets);
  train.synchronize();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double after = steps > 1 ? mean_of(results[1]) : before;

  const kiln::GpuArray predicted = predict(examples)[0];
  const std::vector<bool> guesses = predicted.read<bool>();
  int right = 0;
  for (std::int64_t i = 0; i < n; ++i) right += guesses[std::size_t(i)] == (labels[std::size_t(i)] > 0.5F);
  std::cout << train.toposort() << "\n";
  std::cout << "target values for D\n" << targets << "\nprediction on D\n" << predicted << "\n";
  std::printf("%d steps in %.3f s, %.1f microseconds each, on %s %s\n", steps, seconds,
              seconds / std::max(steps - 1, 1) * 1e6, context.device().c_str(), context.name().c_str());
  std::printf("cross-entropy %.4f before the first step, %.4f before the last; %d of %d predictions are right\n",
              before, after, right, int(n));
  return after < before && (right == n || steps < 10000) ? 0 : 1;
}

int main(int count, char** arguments) {
  try {
    return run(count > 1 ? std::atoi(arguments[1]) : 10000);
  } catch (const kiln::Error& error) {
    std::cerr << kiln_status_name(error.status()) << ": " << error.what() << '\n' << error.build_log();
    return 1;
  }
}
