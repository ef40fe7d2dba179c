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
// For each gradient the unit m in which it is measured, the greatest of its absolute values, and its norm in that unit,
// sqrt(sum((g / m)^2)), which is NaN if an element is infinite or NaN.
class Measured {
 public:
  Measured(const Variables& gradients, const std::string& where) {
    if (gradients.empty()) fail(KILN_INVALID_ARGUMENT, where, "got 0 gradients, expected at least 1");
    for (const Variable& gradient : gradients) {
      check_real(gradient, where, "a gradient");
      const Variable wide = widened(gradient), most = graph::max(graph::abs(wide)).named(where);
      units_.push_back(graph::zero_gradient(graph::maximum(most, wide.dtype() == KILN_FLOAT64 ? 1e-290 : 1e-30)));
      norms_.push_back(graph::sqrt(graph::sum(graph::square(wide / units_.back()))));
      greatest_ = greatest_ ? graph::maximum(greatest_, units_.back()) : units_.back();
    }
  }
  const Variable& greatest() const { return greatest_; }
  // The norm of all elements in this unit, which is not below greatest().
  Variable norm_in(const Variable& unit) const {
    Variable square;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const Variable each = graph::square(norms_[i] * (units_[i] / unit));
      square = square ? square + each : each;
    }
    return graph::sqrt(square);
  }

 private:
  Variables units_, norms_;
  Variable greatest_;
};
}  // namespace detail

// The root of the sum of the squares of all elements of all gradients, in float32 where they are float16 or bfloat16:
// m sqrt(sum((g / m)^2)), where m is the greatest absolute value, so that squares may leave the range of the dtype. It
// is infinite if an element is, and NaN if an element is.
inline Variable global_norm(const Variables& gradients) {
  const detail::Measured measured(gradients, "nn.global_norm");
  const Variable &most = measured.greatest(), norm = most * measured.norm_in(most);
  return graph::where(graph::isinf(most), most, norm);
}

// Multiplies all gradients by limit / norm where their global norm is above the limit: R. Pascanu, T. Mikolov and
// Y. Bengio, "On the difficulty of training recurrent neural networks" (2013). With u = max(limit, m), where m is the
// greatest absolute value, a gradient is (g / u) limit / sqrt(sum((g / u)^2)) if that root is above limit / u, else g.
// If an element is infinite or NaN, all elements become NaN.
inline Variables clip_by_global_norm(const Variables& gradients, double limit) {
  const std::string where = "nn.clip_by_global_norm";
  detail::check_above_0(limit, where, "the limit");
  const detail::Measured measured(gradients, where);
  const Variable unit = graph::maximum(measured.greatest(), limit), norm = measured.norm_in(unit);
  const Variable inside = norm <= limit / unit;
  const Variable factor = limit / graph::where(inside, graph::ones_like(norm), norm);
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
