// SPDX-License-Identifier: Apache-2.0
// A convolutional net on handwritten digits, with batch normalisation and dropout, trained with Adam.
//   KILN_FLAGS=device=opencl0:0 ./digits_conv [digits.csv]
#include <kiln/cxx/nn.hpp>

#include "digits_training.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        nn::Parameters net(context, 1);
        g::RandomStream stream(context, 2);
        const nn::Convolution first(net, "first", 1, 8, {3, 3}, kiln::Conv().half());
        const nn::BatchNorm norm(net, "norm", 8);
        const nn::Convolution second(net, "second", 8, 16, {3, 3}, kiln::Conv().half());
        const nn::Dense output(net, "output", 16 * 4 * 4, kDigitClasses);
        // The same layers twice: to train, with statistics of the batch and dropout, and to test.
        const auto scores = [&](const g::Variable& x, nn::Updates* updates) {
          const g::Variable images = first(x.reshape({-1, 1, 8, 8}));
          const g::Variable h = nn::max_pool(g::relu(updates ? norm.train(images, *updates) : norm(images)), {2, 2});
          const g::Variable flat = g::relu(second(h)).reshape({-1, 16 * 4 * 4});
          return output(updates ? nn::dropout(flat, stream, 0.2) : flat);
        };
        const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
        nn::Updates updates;
        const g::Variable cost = nn::cross_entropy(scores(x, &updates), y);
        nn::append(updates, nn::adam(net, cost, 3e-3));
        return train(context, {"digits_conv", x, y, scores(x, nullptr), cost, updates, 6, 0.95}, parts, random);
      });
}
