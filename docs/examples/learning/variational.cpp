// SPDX-License-Identifier: Apache-2.0
// A variational autoencoder of digits (D. Kingma and M. Welling, "Auto-encoding variational Bayes", 2014): a digit
// becomes a normal distribution of eight numbers, and numbers that are drawn from it become the digit again. The cost
// is the upper bound of -log p(image), in nats of an image whose pixels are shares of ink.
//   KILN_FLAGS=device=opencl0:0 ./variational [digits.csv]
#include "pictures.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

constexpr std::int64_t kCode = 8;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        nn::Parameters net(context, 1);
        g::RandomStream stream(context, 2);
        const nn::Dense wide(net, "wide", kDigitPixels, 128), mean_of(net, "mean", 128, kCode),
            spread_of(net, "log_variance", 128, kCode), back(net, "back", kCode, 128),
            pixels(net, "pixels", 128, kDigitPixels);
        const auto drawn = [&](const g::Variable& code) { return pixels(g::relu(back(code))); };  // before the sigmoid
        const g::Variable x = g::matrix("x"), h = g::relu(wide(x));
        const g::Variable mean = mean_of(h), log_variance = spread_of(h);
        const g::Variable code = mean + g::exp(0.5F * log_variance) * stream.normal_like(mean);
        const g::Variable picture = drawn(code);
        const g::Variable cost =
            double(kDigitPixels) * nn::binary_cross_entropy(picture, x) + nn::normal_divergence(mean, log_variance);
        train_on_images(context, "variational", x, cost, nn::adam(net, cost, 2e-3), parts.training, 40, random);

        nn::save("variational.safetensors", net.model());
        nn::load("variational.safetensors", net.model());
        const g::Variable free = g::matrix("code");
        const g::Function look({.inputs = {x}, .outputs = {g::sigmoid(picture), cost}});
        const g::Function invent({.inputs = {free}, .outputs = {g::sigmoid(drawn(free))}});
        const kiln::GpuArray held_out = images_of(context, parts.held_out);
        const auto seen = look(held_out);
        const auto ten = [](const kiln::GpuArray& images) { return images(kiln::slice(0, 10)).read<float>(); };
        const auto invented = invent(kiln::Random(context, 3).normal({10, kCode}))[0];
        write_pictures({ten(held_out), ten(seen[0]), ten(invented)}, "variational_pictures.svg");
        const double bound = seen[1].item<double>(), enough = 26;
        std::printf("bound of -log p of held-out digits: %.2f (at most %.2f expected)\n", bound, enough);
        std::printf("digits, drawn again, and invented ones are in variational_pictures.svg\n");
        return bound <= enough ? 0 : 1;
      });
}
