// SPDX-License-Identifier: Apache-2.0
// Learning rates that depend on the number of the step, which is a shared variable.
//
//   nn::Updates updates;
//   const g::Variable step = nn::counter(net, updates);
//   const g::Variable rate = nn::warm_up(step, 100, nn::cosine_rate(step, 1e-3, 10000));
//   nn::append(updates, nn::adam(net, cost, rate));
#ifndef KILN_CXX_NN_SCHEDULES_HPP
#define KILN_CXX_NN_SCHEDULES_HPP

#include <kiln/cxx/nn/parameters.hpp>

#include <cmath>

namespace kiln::nn {

// A shared variable of int64 that begins at 0, listed as belonging to training. Adds the update that counts it up.
inline Variable counter(Parameters& parameters, Updates& updates, const std::string& name = "step") {
  const Variable step = parameters.training(name, GpuArray::full(parameters.context(), {}, std::int64_t(0)));
  updates.emplace_back(step, step + 1);
  return step;
}

namespace detail {
// The step as a number for arithmetic: float32 has all integers up to 2^24, and rounds larger ones.
inline Variable step_number(const Variable& step, const std::string& where) {
  check_ndim(step, 0, 0, where, "a step");
  return as(step, step.dtype() == KILN_FLOAT64 ? KILN_FLOAT64 : KILN_FLOAT32);
}
}  // namespace detail

// The same rate in each step. Optimisers take a number, too.
inline Variable constant_rate(double rate) {
  detail::check_above_0(rate, "nn.constant_rate", "the rate");
  return rate;
}

// rate factor^(step / every), the quotient rounded down. Before step 0, as in step - 100, it is `rate`.
inline Variable step_rate(const Variable& step, double rate, std::int64_t every, double factor) {
  const std::string where = "nn.step_rate";
  detail::check_above_0(rate, where, "the rate");
  detail::check_positive(every, where, "steps between changes");
  detail::check_above_0(factor, where, "the factor");
  const Variable k = graph::floor(graph::maximum(detail::step_number(step, where), 0) / double(every));
  return rate * graph::exp(k * std::log(factor));
}

// Falls from `rate` at step 0 to `least` at `steps` along half a wave of the cosine, and stays there: I. Loshchilov and
// F. Hutter, "SGDR: stochastic gradient descent with warm restarts" (2017).
inline Variable cosine_rate(const Variable& step, double rate, std::int64_t steps, double least = 0) {
  const std::string where = "nn.cosine_rate";
  detail::check_above_0(rate, where, "the rate");
  detail::check_at_least_0(least, where, "the least rate");
  detail::check_positive(steps, where, "steps");
  const Variable part = graph::clip(detail::step_number(step, where) / double(steps), 0, 1);
  return least + (0.5 * (rate - least)) * (1 + graph::cos(part * 3.14159265358979323846));
}

// rate (step + 1) / steps before step `steps`, then `rate`, which may be another schedule.
inline Variable warm_up(const Variable& step, std::int64_t steps, const Rate& rate) {
  const std::string where = "nn.warm_up";
  detail::check_positive(steps, where, "steps");
  return rate.checked(where) * graph::minimum((detail::step_number(step, where) + 1) / double(steps), 1);
}

}  // namespace kiln::nn

#endif
