// SPDX-License-Identifier: Apache-2.0
// Losses. They are computed in float32 where their inputs are float16 or bfloat16.
//
//   const g::Variable cost = nn::cross_entropy(scores, labels);
#ifndef KILN_CXX_NN_LOSSES_HPP
#define KILN_CXX_NN_LOSSES_HPP

#include <kiln/cxx/nn/common.hpp>

namespace kiln::nn {

// What becomes of the losses of all elements: their mean, their sum, or nothing.
enum class Reduce { mean, sum, none };

// `weights` multiply the losses and have their shape; the mean is then divided by the sum of the weights,
// and is 0 where all weights are.
struct LossOptions {
  Reduce reduce = Reduce::mean;
  Variable weights = {};
};

namespace detail {
inline Variable reduced(Variable losses, const LossOptions& options, const std::string& where) {
  if (options.weights) {
    check_same(options.weights, losses, where, "weights", "losses");
    losses = losses * as(options.weights, losses.dtype());
  }
  if (options.reduce == Reduce::none) return losses;
  if (options.reduce == Reduce::sum || options.weights) {
    const Variable total = graph::sum(losses);
    if (options.reduce == Reduce::sum) return total;
    const Variable weight = graph::sum(as(options.weights, losses.dtype()));
    return total / graph::where(graph::equal(weight, 0), graph::ones_like(weight), weight);
  }
  return graph::mean(losses);
}
inline void check_pair(const Variable& x, const Variable& targets, const std::string& where, const char* what) {
  check_real(x, where, what);
  check_same(x, targets, where, what, "targets");
}
}  // namespace detail

// (predictions - targets)^2.
inline Variable mean_squared(const Variable& predictions, const Variable& targets, const LossOptions& options = {}) {
  const std::string where = "nn.mean_squared";
  detail::check_pair(predictions, targets, where, "predictions");
  return detail::reduced(graph::square(detail::widened(predictions) - detail::widened(targets)), options, where);
}

// e^2 / 2 where e = predictions - targets lies within delta of 0, else delta (|e| - delta / 2): P. Huber, "Robust
// estimation of a location parameter" (1964).
inline Variable huber(const Variable& predictions, const Variable& targets, double delta = 1,
                      const LossOptions& options = {}) {
  const std::string where = "nn.huber";
  detail::check_pair(predictions, targets, where, "predictions");
  detail::check_number(delta > 0, delta, where, "delta", "a number above 0");
  const Variable error = graph::abs(detail::widened(predictions) - detail::widened(targets));
  return detail::reduced(graph::where(error <= delta, 0.5 * graph::square(error), delta * (error - 0.5 * delta)),
                         options, where);
}

// -log(softmax(scores)[label]). The classes are the last axis of `scores`; `labels` are class numbers of an integer
// dtype and have the other axes. Losses have the shape of the labels.
inline Variable cross_entropy(const Variable& scores, const Variable& labels, const LossOptions& options = {}) {
  const std::string where = "nn.cross_entropy";
  detail::check_real(scores, where, "scores");
  detail::check_ndim(scores, 1, std::size_t(-1), where, "scores");
  if (!detail::is_integer(labels.dtype()))
    detail::fail(KILN_TYPE_ERROR, where,
                 "got labels of " + detail::text_of(labels) + ", expected class numbers of an integer dtype");
  detail::check_ndim(labels, scores.ndim() - 1, scores.ndim() - 1, where, "labels");
  const Shape of_scores = detail::shape_of(scores), of_labels = detail::shape_of(labels);
  for (std::size_t i = 0; i < of_labels.size(); ++i)
    if (!detail::same_extent(of_scores[i], of_labels[i]))
      detail::fail(KILN_SHAPE_ERROR, where,
                   "got scores of " + detail::text_of(scores) + " and labels of " + detail::text_of(labels) +
                       ", expected a label for each row of scores");
  return detail::reduced(graph::cross_entropy(detail::widened(scores), labels), options, where);
}

// -(t log(p) + (1 - t) log(1 - p)) where p = sigmoid(scores) and t are the targets, numbers from 0 to 1.
inline Variable binary_cross_entropy(const Variable& scores, const Variable& targets, const LossOptions& options = {}) {
  const std::string where = "nn.binary_cross_entropy";
  detail::check_pair(scores, targets, where, "scores");
  const Variable x = detail::widened(scores), t = detail::as(targets, x.dtype());
  return detail::reduced(t * graph::softplus(-x) + (1 - t) * graph::softplus(x), options, where);
}

// The divergence of Kullback and Leibler of a normal distribution, given by its mean and the logarithm of its variance,
// from one of mean 0 and variance 1, summed over all axes but the first: D. Kingma and M. Welling, "Auto-encoding
// variational Bayes" (2014), appendix B. Losses have the shape (batch,).
inline Variable normal_divergence(const Variable& mean, const Variable& log_variance, const LossOptions& options = {}) {
  const std::string where = "nn.normal_divergence";
  detail::check_ndim(mean, 1, std::size_t(-1), where, "a mean");
  detail::check_pair(mean, log_variance, where, "a mean");
  const Variable m = detail::widened(mean), v = detail::widened(log_variance);
  const Variable each = 0.5 * (graph::square(m) + graph::expm1(v) - v);
  Shape axes;
  for (std::size_t i = 1; i < mean.ndim(); ++i) axes.push_back(std::int64_t(i));
  return detail::reduced(axes.empty() ? each : graph::sum(each, axes), options, where);
}

}  // namespace kiln::nn

#endif
