// SPDX-License-Identifier: Apache-2.0
// Normalisations: (x - mean) / sqrt(variance + epsilon) scale + shift, which differ in the elements that mean and
// variance are taken of. They are computed in float32 where x is float16 or bfloat16.
#ifndef KILN_CXX_NN_NORMS_HPP
#define KILN_CXX_NN_NORMS_HPP

#include <kiln/cxx/nn/parameters.hpp>

#include <algorithm>

namespace kiln::nn {

namespace detail {
// The axes of a parameter with one axis along `axis` of an operand, and extents of 1 along the others.
inline Variable along(const Variable& parameter, std::size_t ndim, std::size_t axis) {
  Shape order(ndim, -1);
  order[axis] = 0;
  return parameter.dimshuffle(order);
}
inline std::size_t axis_of(std::int64_t axis, const Variable& x, const std::string& where) {
  const auto ndim = std::int64_t(x.ndim());
  if (axis < -ndim || axis >= ndim)
    fail(KILN_INDEX_ERROR, where,
         "got axis " + std::to_string(axis) + " of an input of " + text_of(x) + ", expected one from " +
             std::to_string(-ndim) + " to " + std::to_string(ndim - 1));
  return std::size_t(axis < 0 ? axis + ndim : axis);
}
inline Variable scaled(const Variable& x, const Variable& scale, const Variable& shift, const std::string& where) {
  const Variable y = (x * as(scale, x.dtype())).named(where);
  return shift ? (y + as(shift, x.dtype())).named(where) : y;
}
// That of channels which are behind the axis of examples.
inline std::size_t axis_behind_0(std::int64_t axis, const Variable& x, const std::string& where) {
  const std::size_t at = axis_of(axis, x, where);
  if (at == 0)
    fail(KILN_INVALID_ARGUMENT, where,
         "got axis " + std::to_string(axis) + " of an input of " + text_of(x) + ", expected one behind axis 0");
  return at;
}
// What normalisations take: the scale has the extents of the last axes of x, or of its channels, and the shift those of
// the scale.
struct Scaled {
  Variable x, scale, shift;
  Scaled(const Variable& input, const Variable& by, const Variable& offset, double epsilon, const std::string& where)
      : x(input), scale(by), shift(offset) {
    check_real(x, where, "an input");
    check_above_0(epsilon, where, "epsilon");
    check_ndim(scale, 1, std::size_t(-1), where, "a scale");
    check_ndim(x, scale.ndim(), std::size_t(-1), where, "an input");
    if (shift) match(scale, "a scale", shift, "a shift", where);
  }
  void of_last_axes(const std::string& where) {
    const std::size_t count = scale.ndim(), before = x.ndim() - count;
    for (std::size_t i = 0; i < count; ++i) match(x, before + i, "an input", scale, i, "a scale", where);
    if (shift) shift = with_extents(shift, shape_of(scale), where, "a shift");
  }
};
inline void check_groups(std::int64_t groups, std::int64_t channels, const std::string& where) {
  check_positive(groups, where, "groups");
  check_positive(channels, where, "channels");
  if (channels % groups != 0)
    fail(KILN_INVALID_ARGUMENT, where,
         "got " + std::to_string(groups) + " groups of " + std::to_string(channels) +
             " channels, expected groups of as many channels each");
}
// The last axes of x, as many as a parameter has.
inline Shape last_axes(std::size_t count) {
  Shape axes;
  for (std::size_t i = count; i > 0; --i) axes.push_back(-std::int64_t(i));
  return axes;
}
}  // namespace detail

// Mean and variance of the last axes, as many as `scale` has: J. Ba, J. Kiros and G. Hinton, "Layer normalization"
// (2016). The shift may be left out.
inline Variable layer_norm(const Variable& x, const Variable& scale, const Variable& shift = {}, double epsilon = 1e-5,
                           const std::string& where = "nn.layer_norm") {
  detail::Scaled of(x, scale, shift, epsilon, where);
  of.of_last_axes(where);
  const Shape axes = detail::last_axes(scale.ndim());
  const Variable wide = detail::widened(of.x), rest = wide - graph::mean(wide, axes, true);
  const Variable y = rest / graph::sqrt(graph::mean(graph::square(rest), axes, true) + epsilon);
  return detail::as(detail::scaled(y, of.scale, of.shift, where), x.dtype());
}

// x / sqrt(mean(x^2) + epsilon) scale, with the mean of the last axes, as many as `scale` has: B. Zhang and
// R. Sennrich, "Root mean square layer normalization" (2019).
inline Variable rms_norm(const Variable& x, const Variable& scale, double epsilon = 1e-5,
                         const std::string& where = "nn.rms_norm") {
  detail::Scaled of(x, scale, {}, epsilon, where);
  of.of_last_axes(where);
  const Variable wide = detail::widened(of.x);
  const Variable square = graph::mean(graph::square(wide), detail::last_axes(scale.ndim()), true);
  return detail::as(detail::scaled(wide / graph::sqrt(square + epsilon), of.scale, {}, where), x.dtype());
}

// Mean and variance of each of `groups` parts of the channels, which are axis `axis`, and of all other axes but axis 0:
// Y. Wu and K. He, "Group normalization" (2018). scale and shift have the shape (channels,).
inline Variable group_norm(const Variable& x, std::int64_t groups, std::int64_t channels, const Variable& scale,
                           const Variable& shift = {}, double epsilon = 1e-5, std::int64_t axis = 1,
                           const std::string& where = "nn.group_norm") {
  const detail::Scaled of(x, scale, shift, epsilon, where);
  detail::check_ndim(x, 2, std::size_t(-1), where, "an input");
  detail::check_ndim(scale, 1, 1, where, "a scale");
  detail::check_groups(groups, channels, where);
  const std::size_t at = detail::axis_behind_0(axis, x, where);
  const Variable wide = detail::widened(detail::with_extent(of.x, at, channels, where, "an input"));
  // All is computed in a shape with an axis of groups and one of a group's channels in the place of that of all, so
  // that devices can do it in one kernel.
  Shape split(x.ndim() + 1, KILN_GRAPH_KEEP), joined(x.ndim(), KILN_GRAPH_KEEP), axes, order;
  std::fill(split.begin() + std::ptrdiff_t(at), split.end(), KILN_GRAPH_KEEP_LAST);
  std::fill(joined.begin() + std::ptrdiff_t(at), joined.end(), KILN_GRAPH_KEEP_LAST);
  split[at] = groups;
  split[at + 1] = channels / groups;
  joined[at] = channels;
  for (std::size_t i = 0; i < split.size(); ++i) {
    if (i != 0 && i != at) axes.push_back(std::int64_t(i));
    order.push_back(i == at ? 0 : i == at + 1 ? 1 : -1);
  }
  const Variable parts = wide.reshape(split), rest = parts - graph::mean(parts, axes, true);
  const Variable y = rest / graph::sqrt(graph::mean(graph::square(rest), axes, true) + epsilon);
  const auto place = [&](const Variable& one, const char* what) {
    if (!one) return one;
    return detail::with_extents(one, {channels}, where, what).reshape({groups, channels / groups}).dimshuffle(order);
  };
  const Variable made = detail::scaled(y, place(of.scale, "a scale"), place(of.shift, "a shift"), where);
  return detail::as(made, x.dtype()).reshape(joined);
}

struct NormOptions {
  double epsilon = 1e-5;
};

// layer_norm() over the last axes, whose extents are `shape`, with parameters NAME.scale and NAME.shift.
struct LayerNorm {
  std::string name;
  Shape shape;
  double epsilon;
  Variable scale, shift;

  LayerNorm(Parameters& parameters, const std::string& called, const Shape& extents, const NormOptions& options = {})
      : name(called), shape(extents), epsilon(options.epsilon) {
    detail::check_above_0(epsilon, where(), "epsilon");
    if (shape.empty()) detail::fail(KILN_INVALID_ARGUMENT, where(), "got a shape of 0 axes, expected at least 1");
    for (const std::int64_t extent : shape) detail::check_positive(extent, where(), "elements along an axis");
    const Parameters::Together together(parameters);
    scale = parameters.weight(name + ".scale", shape, ones());
    shift = parameters.weight(name + ".shift", shape, zeros());
  }
  LayerNorm(Parameters& parameters, const std::string& called, std::int64_t extent, const NormOptions& options = {})
      : LayerNorm(parameters, called, Shape{extent}, options) {}
  Variable operator()(const Variable& x) const {
    detail::check_real(x, where(), "an input");
    detail::check_ndim(x, shape.size(), std::size_t(-1), where(), "an input");
    const std::size_t before = x.ndim() - shape.size();
    Shape extents(before, -1);
    extents.insert(extents.end(), shape.begin(), shape.end());
    return layer_norm(detail::with_extents(x, extents, where(), "an input"),
                      detail::with_extents(scale, shape, where(), "a scale"),
                      detail::with_extents(shift, shape, where(), "a shift"), epsilon, where());
  }

 private:
  std::string where() const { return "nn.LayerNorm '" + name + "'"; }
};

// rms_norm() over the last axis, with the parameter NAME.scale.
struct RmsNorm {
  std::string name;
  std::int64_t size;
  double epsilon;
  Variable scale;

  RmsNorm(Parameters& parameters, const std::string& called, std::int64_t extent, const NormOptions& options = {})
      : name(called), size(extent), epsilon(options.epsilon) {
    detail::check_above_0(epsilon, where(), "epsilon");
    detail::check_positive(size, where(), "elements along the last axis");
    scale = parameters.weight(name + ".scale", {extent}, ones());
  }
  Variable operator()(const Variable& x) const {
    detail::check_real(x, where(), "an input");
    detail::check_ndim(x, 1, std::size_t(-1), where(), "an input");
    return rms_norm(detail::with_extent(x, x.ndim() - 1, size, where(), "an input"),
                    detail::with_extents(scale, {size}, where(), "a scale"), epsilon, where());
  }

 private:
  std::string where() const { return "nn.RmsNorm '" + name + "'"; }
};

struct GroupNormOptions {
  double epsilon = 1e-5;
  std::int64_t axis = 1;  // that of the channels
};

// group_norm() with parameters NAME.scale and NAME.shift.
struct GroupNorm {
  std::string name;
  std::int64_t groups, channels;
  GroupNormOptions options;
  Variable scale, shift;

  GroupNorm(Parameters& parameters, const std::string& called, std::int64_t parts, std::int64_t features,
            const GroupNormOptions& given = {})
      : name(called), groups(parts), channels(features), options(given) {
    const std::string where = "nn.GroupNorm '" + name + "'";
    detail::check_above_0(options.epsilon, where, "epsilon");
    detail::check_groups(groups, channels, where);
    const Parameters::Together together(parameters);
    scale = parameters.weight(name + ".scale", {channels}, ones());
    shift = parameters.weight(name + ".shift", {channels}, zeros());
  }
  Variable operator()(const Variable& x) const {
    return group_norm(x, groups, channels, scale, shift, options.epsilon, options.axis, "nn.GroupNorm '" + name + "'");
  }
};

struct BatchNormOptions {
  double epsilon = 1e-5;
  double rate = 0.1;      // how much of the new mean goes into the running one
  std::int64_t axis = 1;  // that of the channels
};

// Mean and variance of each channel over all other axes: S. Ioffe and C. Szegedy, "Batch normalization" (2015). In
// training they are those of the batch; otherwise running averages of them, which are kept with the model. Parameters:
// NAME.scale, NAME.shift, NAME.mean and NAME.variance.
struct BatchNorm {
  std::string name;
  std::int64_t channels;
  BatchNormOptions options;
  Variable scale, shift, mean, variance;

  BatchNorm(Parameters& parameters, const std::string& called, std::int64_t features,
            const BatchNormOptions& given = {})
      : name(called), channels(features), options(given) {
    detail::check_above_0(options.epsilon, where(), "epsilon");
    detail::check_number(options.rate >= 0 && options.rate <= 1, options.rate, where(), "a rate of",
                         "a number from 0 to 1");
    detail::check_positive(channels, where(), "channels");
    const Parameters::Together together(parameters);
    scale = parameters.weight(name + ".scale", {channels}, ones());
    shift = parameters.weight(name + ".shift", {channels}, zeros());
    const kiln_dtype dtype = detail::wide(parameters.dtype());
    mean = parameters.kept(name + ".mean", GpuArray::zeros(parameters.context(), {channels}, dtype));
    variance = parameters.kept(name + ".variance", GpuArray::full(parameters.context(), {channels}, 1.0, dtype));
  }
  // With the running averages.
  Variable operator()(const Variable& x) const {
    const std::size_t axis = check(x);
    const Variable wide = widened(x, axis);
    const auto place = [&](const Variable& of) { return placed(of, wide, axis); };
    const Variable y = (wide - place(mean)) / graph::sqrt(place(variance) + options.epsilon);
    return detail::as(detail::scaled(y, place(scale), place(shift), where()), x.dtype());
  }
  // With mean and variance of the batch. Adds the new running averages to `updates`; those of the variance take
  // n / (n - 1) times that of the batch, which has n elements of a channel, as an estimate that is right on average.
  Variable train(const Variable& x, Updates& updates) const {
    const std::size_t axis = check(x);
    const Variable wide = widened(x, axis);
    Shape others;
    for (std::size_t i = 0; i < x.ndim(); ++i)
      if (i != axis) others.push_back(std::int64_t(i));
    const auto place = [&](const Variable& of) { return placed(of, wide, axis); };
    const Variable found = graph::mean(wide, others), rest = wide - place(found);
    const Variable spread = graph::mean(graph::square(rest), others);
    const Variable y = rest / graph::sqrt(place(spread) + options.epsilon);
    const Variable count = detail::as(graph::apply("size", {wide}), spread.dtype()) / double(channels);
    const Variable estimate = spread * (count / graph::maximum(count - 1, 1));
    // A batch without elements has no mean, and leaves the averages as they are.
    const auto update = [&](const Variable& running, const Variable& value) {
      const Variable next = detail::as(graph::zero_gradient(value), running.dtype());
      updates.emplace_back(running, graph::where(count > 0, running + options.rate * (next - running), running));
    };
    update(mean, found);
    update(variance, estimate);
    return detail::as(detail::scaled(y, place(scale), place(shift), where()), x.dtype());
  }

 private:
  std::string where() const { return "nn.BatchNorm '" + name + "'"; }
  Variable widened(const Variable& x, std::size_t axis) const {
    return detail::widened(detail::with_extent(x, axis, channels, where(), "an input"));
  }
  // A number for each channel beside x.
  Variable placed(const Variable& of, const Variable& x, std::size_t axis) const {
    const Variable known = detail::with_extents(of, {channels}, where(), "a number for each channel");
    return detail::as(detail::along(known, x.ndim(), axis), x.dtype());
  }
  std::size_t check(const Variable& x) const {
    detail::check_real(x, where(), "an input");
    detail::check_ndim(x, 2, std::size_t(-1), where(), "an input");
    const std::size_t axis = detail::axis_of(options.axis, x, where());
    return axis;
  }
};

}  // namespace kiln::nn

#endif
