// SPDX-License-Identifier: Apache-2.0
// Functions between layers that are no operations of graphs; graph::relu, sigmoid, tanh, softplus and softmax are.
#ifndef KILN_CXX_NN_ACTIVATIONS_HPP
#define KILN_CXX_NN_ACTIVATIONS_HPP

#include <kiln/cxx/nn/common.hpp>

#include <cmath>

namespace kiln::nn {

// x (1 + erf(x / sqrt(2))) / 2: D. Hendrycks and K. Gimpel, "Gaussian error linear units" (2016).
inline Variable gelu(const Variable& x) {
  detail::check_real(x, "nn.gelu", "an input");
  return 0.5 * x * (1 + graph::erf(x * std::sqrt(0.5)));
}
// x sigmoid(x); also called swish.
inline Variable silu(const Variable& x) {
  detail::check_real(x, "nn.silu", "an input");
  return x * graph::sigmoid(x);
}
// x where it is above 0, else slope x.
inline Variable leaky_relu(const Variable& x, double slope = 0.01) {
  detail::check_real(x, "nn.leaky_relu", "an input");
  detail::check_finite(slope, "nn.leaky_relu", "the slope");
  return graph::where(x > 0, x, slope * x);
}

}  // namespace kiln::nn

#endif
