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

namespace detail {
// The greatest of `least` and the absolute values of all elements; NaN if one is. No gradient has 0 elements.
inline Variable greatest(const Variables& gradients, double least, const std::string& where) {
  if (gradients.empty()) fail(KILN_INVALID_ARGUMENT, where, "got 0 gradients, expected at least 1");
  Variable all;
  for (const Variable& gradient : gradients) {
    check_real(gradient, where, "a gradient");
    const Variable most = graph::max(graph::abs(widened(gradient))).named(where);
    all = all ? graph::maximum(all, most) : most;
  }
  return graph::zero_gradient(graph::maximum(all, least));
}
// The root of the sum of the squares of all elements divided by `unit`.
inline Variable norm_in(const Variables& gradients, const Variable& unit) {
  Variable square;
  for (const Variable& gradient : gradients) {
    const Variable wide = widened(gradient), each = graph::sum(graph::square(wide / as(unit, wide.dtype())));
    square = square ? square + each : each;
  }
  return graph::sqrt(square);
}
}  // namespace detail

// The root of the sum of the squares of all elements of all gradients, in float32 where they are float16 or bfloat16:
// m sqrt(sum((g / m)^2)), where m is the greatest absolute value, so that squares may leave the range of the dtype. It
// is infinite if an element is, and NaN if an element is.
inline Variable global_norm(const Variables& gradients) {
  bool all_wide = true;
  for (const Variable& gradient : gradients) all_wide &= gradient.dtype() == KILN_FLOAT64;
  const Variable most = detail::greatest(gradients, all_wide ? 1e-290 : 1e-30, "nn.global_norm");
  const Variable unit = graph::where(graph::isinf(most), graph::ones_like(most), most);
  return unit * detail::norm_in(gradients, unit);
}

// Multiplies all gradients by limit / norm where their global norm is above the limit: R. Pascanu, T. Mikolov and
// Y. Bengio, "On the difficulty of training recurrent neural networks" (2013). With u = max(limit, m), where m is the
// greatest absolute value, a gradient is (g / u) limit / sqrt(sum((g / u)^2)) if that root is above limit / u, else g.
// If an element is infinite or NaN, all elements become NaN.
inline Variables clip_by_global_norm(const Variables& gradients, double limit) {
  const std::string where = "nn.clip_by_global_norm";
  detail::check_above_0(limit, where, "the limit");
  const Variable unit = detail::greatest(gradients, limit, where), norm = detail::norm_in(gradients, unit);
  const Variable inside = norm <= limit / unit, factor = limit / graph::where(inside, graph::ones_like(norm), norm);
  Variables out;
  for (const Variable& gradient : gradients) {
    const Variable wide = detail::widened(gradient);
    const auto beside = [&](const Variable& number) { return detail::as(number, wide.dtype()); };
    const Variable clipped = wide / beside(unit) * beside(factor);
    out.push_back(detail::as(graph::where(inside, wide, clipped), gradient.dtype()));
  }
  return out;
}

}  // namespace kiln::nn

#endif
