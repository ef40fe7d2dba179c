// SPDX-License-Identifier: Apache-2.0
// The first training steps of a new process, timed one by one: a perceptron of two layers whose loss the host reads
// after each step. Prints the milliseconds of the first step, of steps 2 to 200, and the slowest of these.
//   KILN_FLAGS=device=opencl:pocl kiln-first-steps [steps]
#include <kiln/kiln.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace g = kiln::graph;

namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

kiln::GpuArray weights(kiln::Random& random, std::int64_t in, std::int64_t out) {
  return random.normal({in, out}, 0, 1 / std::sqrt(double(in)), KILN_FLOAT32);
}

void run(std::size_t steps) {
  const double start = now_ms();
  const kiln::Context context;
  kiln::Random random(context, 1);
  const std::int64_t batch = 128, inputs = 256, hidden = 256, classes = 10;
  const auto x = g::matrix("x", KILN_FLOAT32), y = g::vector("y", KILN_INT32);
  const g::Variables parameters{g::shared(weights(random, inputs, hidden), "w1"),
                                g::shared(kiln::GpuArray::zeros(context, {hidden}, KILN_FLOAT32)),
                                g::shared(weights(random, hidden, classes), "w2"),
                                g::shared(kiln::GpuArray::zeros(context, {classes}, KILN_FLOAT32))};
  const auto units = g::relu(g::dot(x, parameters[0]) + parameters[1]);
  const auto cost = g::mean(g::cross_entropy(g::dot(units, parameters[2]) + parameters[3], y));
  const auto gradients = g::grad(cost, parameters);
  std::vector<std::pair<g::Variable, g::Variable>> updates;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    updates.emplace_back(parameters[i], parameters[i] - 0.1F * gradients[i]);
  const g::Function step({.inputs = {x, y}, .outputs = {cost}, .updates = updates});
  const auto images = random.normal({batch, inputs}, 0, 1, KILN_FLOAT32);
  const auto labels = random.integers({batch}, 0, classes, KILN_INT32);
  std::vector<double> times;
  double last = 0;
  for (std::size_t i = 0; i < steps; ++i) {
    const double before = i == 0 ? start : now_ms();
    last = step(images, labels)[0].item<float>();
    times.push_back(now_ms() - before);
  }
  const double first = times.front();
  times.erase(times.begin());
  double sum = 0;
  for (const double time : times) sum += time;
  std::printf("first %.1f ms, %zu more %.1f ms, the slowest of them %.2f ms, loss %.4f\n", first, times.size(), sum,
              times.empty() ? 0 : *std::max_element(times.begin(), times.end()), last);
}

}  // namespace

int main(int count, char** arguments) try {
  run(count > 1 ? std::max(1, std::atoi(arguments[1])) : 200);
} catch (const kiln::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
