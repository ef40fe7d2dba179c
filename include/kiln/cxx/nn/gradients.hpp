// SPDX-License-Identifier: Apache-2.0
// Gradients by the trained variables, and how they are clipped.
//
//   const g::Variables gradients = nn::clip_by_global_norm(g::grad(cost, net.trained()), 1);
//   const nn::Updates updates = nn::adam(net, gradients, 1e-3);
#ifndef KILN_CXX_NN_GRADIENTS_HPP
#define KILN_CXX_NN_GRADIENTS_HPP

#include <kiln/cxx/nn/common.hpp>

#include <initializer_list>

namespace kiln::nn {

// Gradients by the trained variables: those of a cost, or a list that the program made, as of clipped ones.
class Gradients {
 public:
  Gradients(const Variable& cost) : cost_(cost) {}
  Gradients(const Variables& gradients) : gradients_(gradients) {}
  Gradients(std::initializer_list<Variable> gradients) : gradients_(gradients) {}  // {g} is a list of one
  Variables by(const Variables& trained, const std::string& where) const {
    if (cost_) return of_cost(trained, where);
    if (gradients_.size() != trained.size())
      detail::fail(KILN_INVALID_ARGUMENT, where,
                   "got " + kiln::detail::plural(gradients_.size(), "gradient", "gradients") + ", expected " +
                       std::to_string(trained.size()) + ", one for each variable that is trained");
    return gradients_;
  }

 private:
  Variables of_cost(const Variables& trained, const std::string& where) const {
    if (trained.empty())
      detail::fail(KILN_INVALID_ARGUMENT, where, "got no variable that is trained, expected at least 1");
    try {
      return graph::grad(cost_, trained);
    } catch (const Error& error) {
      throw Error(error.status(),
                  where + ": " + error.what() + "; a list of gradients may be given in place of the cost",
                  error.vendor_code(), error.build_log());
    }
  }

  Variable cost_;
  Variables gradients_;
};

// Brings each element into [low, high].
inline Variables clip_by_value(const Variables& gradients, double low, double high) {
  detail::check_number(low <= high, low, "nn.clip_by_value", "the lower bound",
                       ("at most the upper one, " + detail::text_of(high)).c_str());
  Variables out;
  for (const Variable& gradient : gradients) out.push_back(graph::clip(gradient, low, high));
  return out;
}

// The root of the sum of the squares of all elements of all gradients, summed in float32 where they are float16 or
// bfloat16.
inline Variable global_norm(const Variables& gradients) {
  if (gradients.empty()) detail::fail(KILN_INVALID_ARGUMENT, "nn.global_norm", "got 0 gradients, expected at least 1");
  Variable square;
  for (const Variable& gradient : gradients) {
    const Variable each = graph::sum(graph::square(detail::widened(gradient)));
    square = square ? square + each : each;
  }
  return graph::sqrt(square);
}

// Multiplies all gradients by limit / norm where their global norm is above the limit: R. Pascanu, T. Mikolov and
// Y. Bengio, "On the difficulty of training recurrent neural networks" (2013).
inline Variables clip_by_global_norm(const Variables& gradients, double limit) {
  detail::check_number(limit > 0, limit, "nn.clip_by_global_norm", "the limit", "a number above 0");
  const Variable factor = limit / graph::maximum(global_norm(gradients), limit);
  Variables out;
  for (const Variable& gradient : gradients) {
    const Variable wide = detail::widened(gradient);
    out.push_back(detail::as(wide * detail::as(factor, wide.dtype()), gradient.dtype()));
  }
  return out;
}

}  // namespace kiln::nn

#endif
