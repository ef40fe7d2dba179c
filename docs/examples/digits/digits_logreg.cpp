// SPDX-License-Identifier: Apache-2.0
// Logistic regression of ten classes on handwritten digits of 8 x 8 pixels, by stochastic gradient descent.
//   KILN_FLAGS=device=opencl0:0 ./digits_logreg [digits.csv]
#include "digits_training.hpp"

namespace g = kiln::graph;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
        const g::Variable w = g::shared(kiln::GpuArray::zeros(context, {kDigitPixels, kDigitClasses}), "w");
        const g::Variable b = g::shared(kiln::GpuArray::zeros(context, {kDigitClasses}), "b");
        const g::Variable scores = g::dot(x, w) + b;
        const g::Variable cost = g::mean(g::cross_entropy(scores, y));
        const g::Variables gradients = g::grad(cost, {w, b});
        const double rate = 0.5;
        return train(context,
                     {"digits_logreg",
                      x,
                      y,
                      scores,
                      cost,
                      {{w, w - rate * gradients[0]}, {b, b - rate * gradients[1]}},
                      60,
                      0.95},
                     parts, random);
      });
}
