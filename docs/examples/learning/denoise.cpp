// SPDX-License-Identifier: Apache-2.0
// A denoising autoencoder (P. Vincent et al., "Extracting and composing robust features with denoising autoencoders",
// 2008): from digits of which half of the pixels are white it learns to draw whole ones.
//   KILN_FLAGS=device=opencl0:0 ./denoise [digits.csv]
#include "pictures.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        nn::Parameters net(context, 1);
        g::RandomStream stream(context, 2);
        const nn::Dense wide(net, "wide", kDigitPixels, 128), code(net, "code", 128, 32), back(net, "back", 32, 128),
            pixels(net, "pixels", 128, kDigitPixels);
        const auto drawn = [&](const g::Variable& x) { return pixels(g::relu(back(code(g::relu(wide(x)))))); };
        const g::Variable x = g::matrix("x");
        const g::Variable damaged = g::where(stream.bernoulli_like(x, 0.5), x, g::zeros_like(x));
        const g::Variable mended = drawn(damaged), cost = nn::mean_squared(mended, x);
        train_on_images(context, "denoise", x, cost, nn::adam(net, cost, 2e-3), parts.training, 40, random);

        nn::save("denoise.safetensors", net.model());
        nn::load("denoise.safetensors", net.model());
        const g::Function look({.inputs = {x}, .outputs = {damaged, mended, cost, nn::mean_squared(damaged, x)}});
        const kiln::GpuArray held_out = images_of(context, parts.held_out);
        const auto seen = look(held_out);
        const auto ten = [](const kiln::GpuArray& images) { return images(kiln::slice(0, 10)).read<float>(); };
        write_pictures({ten(held_out), ten(seen[0]), ten(seen[1])}, "denoise_pictures.svg");
        const double error = seen[2].item<double>(), before = seen[3].item<double>(), enough = 0.3;
        std::printf("squared error of held-out pixels: %.4f damaged, %.4f mended, %.2f of it (at most %.2f expected)\n",
                    before, error, error / before, enough);
        std::printf("whole, damaged and mended digits are drawn in denoise_pictures.svg\n");
        return error / before <= enough ? 0 : 1;
      });
}
