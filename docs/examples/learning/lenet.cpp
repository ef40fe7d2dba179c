// SPDX-License-Identifier: Apache-2.0
// A convolutional net in the manner of LeNet-5 (Y. LeCun et al., "Gradient-based learning applied to document
// recognition", 1998) on handwritten digits of 8 x 8 pixels, with rectifiers, maxima and dropout, and with more
// channels. It learns from the training images and from copies of them that are moved by a pixel; the held-out ones
// stay as they are. Channels, moves and epochs were chosen by the accuracy on a fifth of the training images, for three
// seeds.
//   KILN_FLAGS=device=opencl0:0 ./lenet [digits.csv]
#include <kiln/cxx/nn.hpp>

#include "../digits/digits_training.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

struct LeNet {
  nn::Convolution first, second;
  nn::Dense third, fourth, output;
  explicit LeNet(nn::Parameters& net)
      : first(net, "first", 1, 32, {5, 5}, kiln::Conv().half()),
        second(net, "second", 32, 64, {3, 3}, kiln::Conv().half()),
        third(net, "third", 64 * 2 * 2, 120),
        fourth(net, "fourth", 120, 84),
        output(net, "output", 84, kDigitClasses) {}
  // x: (batch, 64). The score of each digit: (batch, 10). With a stream, a part of what the dense layers get is
  // dropped.
  g::Variable operator()(const g::Variable& x, g::RandomStream* stream = nullptr) const {
    const g::Variable small = nn::max_pool(g::relu(first(x.reshape({-1, 1, 8, 8}))), {2, 2});
    const g::Variable flat = nn::max_pool(g::relu(second(small)), {2, 2}).reshape({-1, 64 * 2 * 2});
    const auto some = [&](const g::Variable& h) { return stream ? nn::dropout(h, *stream, 0.3) : h; };
    return output(some(g::relu(fourth(some(g::relu(third(flat)))))));
  }
};

// The digits, and each of them moved by a pixel to the right, left, down and up.
Digits with_moved_copies(const Digits& digits) {
  Digits all = digits;
  const int moves[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  for (const auto& [down, right] : moves) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const float* const image = digits.images.data() + i * kDigitPixels;
      for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column) {
          const int from_row = row - down, from = column - right;
          const bool inside = from_row >= 0 && from_row < 8 && from >= 0 && from < 8;
          all.images.push_back(inside ? image[from_row * 8 + from] : 0.0F);
        }
      all.labels.push_back(digits.labels[i]);
    }
  }
  return all;
}

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        nn::Parameters net(context, 1);
        const LeNet lenet(net);
        g::RandomStream stream(context, 5);
        const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
        const g::Variable cost = nn::cross_entropy(lenet(x, &stream), y);
        nn::Updates updates;
        const g::Variable step = nn::counter(net, updates);
        nn::append(updates, nn::adam(net, cost, nn::cosine_rate(step, 3e-3, 12 * 224)));  // to 0 in 12 epochs
        const int status = train(context, {"lenet", x, y, lenet(x), cost, updates, 12, 0.985},
                                 {with_moved_copies(parts.training), parts.held_out}, random);

        // Another net, with the parameters of the file, gives the same scores.
        nn::save("lenet.safetensors", net.model());
        nn::Parameters other(context, 2);
        const LeNet loaded(other);
        nn::load("lenet.safetensors", other.model());
        const g::Function both({.inputs = {x}, .outputs = {lenet(x), loaded(x)}});
        const auto scores = both(kiln::GpuArray::from(
            context, parts.held_out.images, {std::int64_t(parts.held_out.size()), kDigitPixels}, KILN_FLOATX));
        const bool same = scores[0].read<double>() == scores[1].read<double>();
        std::printf("the net of lenet.safetensors gives %s scores\n", same ? "the same" : "OTHER");
        return same ? status : 1;
      });
}
