// SPDX-License-Identifier: Apache-2.0
// The net of digits_mlp with the layers and the optimiser of kiln::nn: one hidden layer, trained with Adam.
//   KILN_FLAGS=device=opencl0:0 ./digits_adam [digits.csv]
#include <kiln/cxx/nn.hpp>

#include "digits_training.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        nn::Parameters net(context, 1);
        const nn::Dense hidden(net, "hidden", kDigitPixels, 128), output(net, "output", 128, kDigitClasses);
        const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
        const g::Variable scores = output(g::relu(hidden(x)));
        const g::Variable cost = nn::cross_entropy(scores, y);
        const nn::Updates updates = nn::adam(net, cost, 2e-3);
        return train(context, {"digits_adam", x, y, scores, cost, updates, 10, 0.95}, parts, random);
      });
}
