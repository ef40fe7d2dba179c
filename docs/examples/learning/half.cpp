// SPDX-License-Identifier: Apache-2.0
// Training in float16 and in bfloat16: products are of half precision, parameters and what Adam remembers are float32
// (P. Micikevicius et al., "Mixed precision training", 2018). The cost is multiplied by a scale, so that small
// gradients are not rounded to 0. A step whose gradients overflow is left out, and halves the scale; after 100 good
// steps it is doubled.
//   KILN_FLAGS=device=opencl0:0 ./half [digits.csv]
#include <kiln/cxx/nn.hpp>

#include "../digits/digits_training.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

// Adam's updates for gradients of cost * scale, and the updates of the scale itself.
nn::Updates scaled_adam(nn::Parameters& net, const g::Variable& cost, double rate) {
  const kiln::Context& context = net.context();
  const g::Variable scale = net.training("scale", kiln::GpuArray::full(context, {}, 65536.0F));
  const g::Variable good_steps = net.training("good_steps", kiln::GpuArray::full(context, {}, std::int32_t(0)));
  g::Variables gradients = g::grad(cost * scale, net.trained());
  for (g::Variable& gradient : gradients) gradient = gradient / scale;
  const g::Variable norm = nn::global_norm(gradients);
  const g::Variable good = norm < 1e30F;  // false for infinities and NaN
  nn::Updates updates = nn::adam(net, gradients, rate);
  for (auto& [variable, value] : updates) value = g::where(good, value, variable);
  const g::Variable again = good_steps >= 99;
  updates.emplace_back(scale, g::where(good, g::where(again, scale * 2.0F, scale), scale * 0.5F));
  updates.emplace_back(good_steps, g::where(good, g::where(again, good_steps * 0, good_steps + 1), good_steps * 0));
  return updates;
}

int main(int count, char** arguments) {
  return run_digits(
      count, arguments, [](const kiln::Context& context, const DigitParts& parts, std::mt19937_64& random) {
        int status = 0;
        for (const kiln_dtype dtype : {KILN_FLOAT16, KILN_BFLOAT16}) {
          nn::Parameters net(context, 1, KILN_FLOAT32);
          const nn::Dense hidden(net, "hidden", kDigitPixels, 128), output(net, "output", 128, kDigitClasses);
          const g::Variable x = g::matrix("x"), y = g::vector("y", KILN_INT32);
          // Layers cast their parameters to the dtype of what they get.
          const g::Variable scores = output(g::relu(hidden(x.astype(dtype))));
          const g::Variable cost = nn::cross_entropy(scores, y);  // in float32
          const std::string name = std::string("half_") + kiln_dtype_name(dtype);
          status |= train(context, {name, x, y, scores, cost, scaled_adam(net, cost, 2e-3), 10, 0.96}, parts, random);
          std::printf("the scale was %g at the end\n\n", net["scale"].get_value().item<float>());
          nn::save(name + ".safetensors", net.all());
          nn::load(name + ".safetensors", net.all());
        }
        return status;
      });
}
