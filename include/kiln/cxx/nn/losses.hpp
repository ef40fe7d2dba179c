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
    Variable weights = options.weights;
    check_not_complex(weights, where, "weights");
    match(weights, "weights", losses, "losses", where);
    losses = (losses * as(weights, losses.dtype())).named(where);
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
// Both in float32 where they are float16 or bfloat16, with the extents that the graph knows of either.
struct Pair {
  Variable x, targets;
  Pair(const Variable& given, const Variable& aims, const std::string& where, const char* what,
       const char* other = "targets")
      : x(given), targets(aims) {
    check_real(x, where, what);
    check_not_complex(targets, where, other);
    match(x, what, targets, other, where);
    x = widened(x);
    targets = widened(targets);
  }
};
// share * loss, which is 0 where the share is 0, even of an infinite loss.
inline Variable shared_out(const Variable& share, const Variable& loss, const std::string& where) {
  const Variable product = (share * loss).named(where);
  const Variable none = graph::logical_and(graph::equal(share, 0), graph::isinf(loss));
  return graph::where(none, graph::zeros_like(product), product);
}
}  // namespace detail

// (predictions - targets)^2.
inline Variable mean_squared(const Variable& predictions, const Variable& targets, const LossOptions& options = {}) {
  const std::string where = "nn.mean_squared";
  const detail::Pair pair(predictions, targets, where, "predictions");
  return detail::reduced(graph::square((pair.x - pair.targets).named(where)), options, where);
}

// e^2 / 2 where e = predictions - targets lies within delta of 0, else delta (|e| - delta / 2): P. Huber, "Robust
// estimation of a location parameter" (1964).
inline Variable huber(const Variable& predictions, const Variable& targets, double delta = 1,
                      const LossOptions& options = {}) {
  const std::string where = "nn.huber";
  const detail::Pair pair(predictions, targets, where, "predictions");
  detail::check_above_0(delta, where, "delta");
  const Variable error = graph::abs((pair.x - pair.targets).named(where));
  // With both parts in one formula, no infinite slope of a branch that is not taken makes the gradient NaN.
  const Variable near = graph::minimum(error, delta);
  return detail::reduced(0.5 * graph::square(near) + delta * (error - near), options, where);
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
  Variable x = detail::widened(scores), rows = labels;
  for (std::size_t i = 0; i + 1 < scores.ndim(); ++i) detail::match(x, i, "scores", rows, i, "labels", where);
  return detail::reduced(graph::cross_entropy(x, rows).named(where), options, where);
}

// -(t log(p) + (1 - t) log(1 - p)) where p = sigmoid(scores) and t are the targets, numbers from 0 to 1. A part of
// which the factor is 0 counts as 0, so certain scores (-inf, inf) that are right have the loss 0.
inline Variable binary_cross_entropy(const Variable& scores, const Variable& targets, const LossOptions& options = {}) {
  const std::string where = "nn.binary_cross_entropy";
  const detail::Pair pair(scores, targets, where, "scores");
  const Variable &x = pair.x, t = detail::as(pair.targets, x.dtype());
  const Variable yes = detail::shared_out(t, graph::softplus(-x), where),
                 no = detail::shared_out(1 - t, graph::softplus(x), where);
  return detail::reduced(yes + no, options, where);
}

// The divergence of Kullback and Leibler of a normal distribution, given by its mean and the logarithm of its variance,
// from one of mean 0 and variance 1, summed over all axes but the first: D. Kingma and M. Welling, "Auto-encoding
// variational Bayes" (2014), appendix B. Losses have the shape (batch,).
inline Variable normal_divergence(const Variable& mean, const Variable& log_variance, const LossOptions& options = {}) {
  const std::string where = "nn.normal_divergence";
  detail::check_ndim(mean, 1, std::size_t(-1), where, "a mean");
  const detail::Pair pair(mean, log_variance, where, "a mean", "the logarithm of a variance");
  const Variable &m = pair.x, &v = pair.targets;
  // Behind 1e4 exp(v) is infinite in every dtype, and infinity - v would be NaN for an infinite v.
  const Variable each = 0.5 * (graph::square(m) + (graph::expm1(v) - graph::minimum(v, 1e4))).named(where);
  Shape axes;
  for (std::size_t i = 1; i < mean.ndim(); ++i) axes.push_back(std::int64_t(i));
  return detail::reduced(axes.empty() ? each : graph::sum(each, axes), options, where);
}

}  // namespace kiln::nn

#endif
