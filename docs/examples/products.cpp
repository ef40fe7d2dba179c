// SPDX-License-Identifier: Apache-2.0
// Matrix products: a linear layer, the gradient of sum(y*y)/2 by its weights, and a step down that gradient
// without a copy of a transposed matrix. One element is checked on the host. The device comes from
// KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <cmath>
#include <iostream>
#include <vector>

int main() try {
  constexpr std::int64_t rows = 64, inputs = 20, outputs = 30;
  std::vector<float> x(rows * inputs), w(inputs * outputs);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * 7919 % 1009) / 1009 - 0.5F;
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i * 6007 % 1013) / 1013 - 0.5F;

  kiln::Context context;
  const auto samples = kiln::GpuArray::from(context, x, {rows, inputs});
  const auto weights = kiln::GpuArray::from(context, w, {inputs, outputs});
  const auto y = kiln::matmul(samples, weights);
  const auto gradient = kiln::matmul(samples.transpose(), y);
  kiln::gemm(-0.01, samples, gradient, 1.0, y);  // y with the weights a step further

  const std::vector<float> g = gradient.read<float>();
  double expected = 0;
  for (std::size_t k = 0; k < inputs; ++k)
    expected += x[5 * inputs + k] * (double(w[k * outputs + 7]) - 0.01 * g[k * outputs + 7]);
  const double got = y.read<float>()[5 * outputs + 7];
  const bool right = std::abs(got - expected) < 1e-4;
  std::cout << "y[5, 7]: " << got << (right ? "\n" : ", WRONG\n");
  return right ? 0 : 1;
} catch (const kiln::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
