// SPDX-License-Identifier: Apache-2.0
// A perceptron with one hidden layer of 256 rectified units on handwritten digits, by stochastic gradient
// descent with momentum and a learning rate that falls to zero.
//   KILN_FLAGS=device=opencl0:0 ./digits_mlp [digits.csv]
#include "digits_training.hpp"

namespace g = kiln::graph;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        const std::int64_t hidden = 256;
        const int epochs = 40;
        const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
        const auto layer = [&](std::int64_t in, std::int64_t out, const std::string& name) {
          const double bound = std::sqrt(6.0 / double(in + out));  // Glorot and Bengio, 2010
          return g::Variables{g::shared(random_weights(context, {in, out}, bound, random), "w" + name),
                              g::shared(kiln::GpuArray::zeros(context, {out}), "b" + name)};
        };
        const g::Variables first = layer(kDigitPixels, hidden, "1"), second = layer(hidden, kDigitClasses, "2");
        const g::Variable units = g::relu(g::dot(x, first[0]) + first[1]);
        const g::Variable scores = g::dot(units, second[0]) + second[1];
        const g::Variable cost = g::mean(g::cross_entropy(scores, y));

        // The rate is a shared variable, so that one function serves for all of its values.
        const auto batches = parts.training.size() / kBatch;
        const double steps = double(epochs) * double(batches);
        const g::Variable rate = g::shared(kiln::GpuArray::full(context, {}, 0.1, KILN_FLOATX), "rate");
        std::vector<std::pair<g::Variable, g::Variable>> updates{{rate, rate - 0.1 / steps}};
        const g::Variables parameters{first[0], first[1], second[0], second[1]};
        const g::Variables gradients = g::grad(cost, parameters);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          const kiln::Shape shape = parameters[i].get_value(true).shape();
          const g::Variable velocity =
              g::shared(kiln::GpuArray::zeros(context, shape), "velocity of " + parameters[i].name());
          const g::Variable next = 0.9 * velocity - rate * gradients[i];
          updates.emplace_back(velocity, next);
          updates.emplace_back(parameters[i], parameters[i] + next);
        }
        return train(context, {"digits_mlp", x, y, scores, cost, updates, epochs, 0.97}, parts, random);
      });
}
