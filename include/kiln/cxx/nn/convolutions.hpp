// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling over one to three extents.
//
//   const nn::Convolution first(net, "first", 1, 16, {3, 3}, kiln::Conv().half());
//   const g::Variable h = nn::max_pool(g::relu(first(images)), {2, 2});
#ifndef KILN_CXX_NN_CONVOLUTIONS_HPP
#define KILN_CXX_NN_CONVOLUTIONS_HPP

#include <kiln/cxx/nn/norms.hpp>

namespace kiln::nn {

namespace detail {
struct ConvFacts {
  std::int64_t groups;
  bool channels_last;
};
inline ConvFacts facts_of(const Conv& how, std::size_t rank, const std::string& where) {
  return how.with(rank, where.c_str(), [](const kiln_conv_options& options) {
    return ConvFacts{options.groups, options.channels_last != 0};
  });
}
}  // namespace detail

// The cross-correlation of x with filters, plus a bias for each filter: graph::conv() without turning the filters
// over, whatever `how` says of that. Without a bias leave it out.
inline Variable conv(const Variable& x, const Variable& filters, const Variable& bias = {}, const Conv& how = {},
                     const std::string& where = "nn.conv") {
  detail::check_real(x, where, "an input");
  detail::check_ndim(x, 3, 5, where, "an input");
  detail::check_ndim(filters, x.ndim(), x.ndim(), where, "filters");
  Variable f = detail::beside(filters, x), b;
  if (bias) {
    detail::check_ndim(bias, 1, 1, where, "a bias");
    b = detail::beside(bias, x);
    detail::match(f, 0, "filters", b, 0, "a bias", where);
  }
  const Variable y = graph::conv(x, f, Conv(how).correlate()).named(where);
  if (!bias) return y;
  const std::size_t axis = detail::facts_of(how, x.ndim() - 2, where).channels_last ? x.ndim() - 1 : 1;
  return (y + detail::along(b, x.ndim(), axis)).named(where);
}

// The transposed convolution, plus a bias for each channel of the result: the gradient of conv() by its input, which
// makes images larger where `how` has a stride. Without `extents` those of the result are the least that fit.
inline Variable conv_transpose(const Variable& x, const Variable& filters, const Variable& bias = {},
                               const Conv& how = {}, const Shape& extents = {},
                               const std::string& where = "nn.conv_transpose") {
  detail::check_real(x, where, "an input");
  detail::check_ndim(x, 3, 5, where, "an input");
  detail::check_ndim(filters, x.ndim(), x.ndim(), where, "filters");
  const Variable f = detail::beside(filters, x);
  const Variable y = graph::conv_transpose(x, f, Conv(how).correlate(), extents).named(where);
  if (!bias) return y;
  detail::check_ndim(bias, 1, 1, where, "a bias");
  const detail::ConvFacts facts = detail::facts_of(how, x.ndim() - 2, where);
  const std::size_t axis = facts.channels_last ? x.ndim() - 1 : 1;
  const std::int64_t of_group = detail::shape_of(f)[axis];
  Variable b = detail::beside(bias, x);
  if (of_group >= 0) b = detail::with_extent(b, 0, of_group * facts.groups, where, "a bias");
  return (y + detail::along(b, x.ndim(), axis)).named(where);
}

namespace detail {
struct Filters {
  Shape shape;
  double fan_in, fan_out;
  std::size_t channel;  // the axis of the channels of inputs and outputs
};
// The filters of a layer from `in` to `out` channels, which are those of a convolution from `from` to `to` channels.
inline Filters filters_of(std::int64_t in, std::int64_t out, std::int64_t from, std::int64_t to, const Shape& extents,
                          const Conv& how, const std::string& where) {
  check_positive(in, where, "input channels");
  check_positive(out, where, "output channels");
  if (extents.empty() || extents.size() > 3)
    fail(KILN_SHAPE_ERROR, where,
         "got filters of " + kiln::detail::plural(extents.size(), "extent", "extents") + ", expected 1 to 3");
  double taps = 1;
  for (const std::int64_t extent : extents) {
    check_positive(extent, where, "elements along an extent of the filters");
    taps *= double(extent);
  }
  const ConvFacts facts = facts_of(how, extents.size(), where);
  check_positive(facts.groups, where, "groups");
  if (in % facts.groups != 0 || out % facts.groups != 0)
    fail(KILN_SHAPE_ERROR, where,
         "got " + std::to_string(facts.groups) + " groups of " + std::to_string(in) + " input and " +
             std::to_string(out) + " output channels, expected groups of as many channels each");
  Shape shape{to};
  if (!facts.channels_last) shape.push_back(from / facts.groups);
  shape.insert(shape.end(), extents.begin(), extents.end());
  if (facts.channels_last) shape.push_back(from / facts.groups);
  const std::int64_t in_group = in / facts.groups, out_group = out / facts.groups;
  return {shape, taps * double(in_group), taps * double(out_group), facts.channels_last ? extents.size() + 1 : 1};
}
}  // namespace detail

struct ConvolutionOptions {
  Initialiser weight = glorot_uniform();
  Initialiser bias = zeros();
  bool with_bias = true;
};

// conv() with parameters NAME.weight, which has the shape that graph::conv() expects of filters, and NAME.bias. `how`
// says stride, padding, dilation, groups, and whether the channels are the last axis.
struct Convolution {
  std::string name;
  std::int64_t inputs, outputs;
  Conv how;
  Variable weight, bias;

  Convolution(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out,
              const Shape& extents, const Conv& given = {}, const ConvolutionOptions& options = {})
      : name(called), inputs(in), outputs(out), how(given), rank_(extents.size()) {
    const detail::Filters filters = detail::filters_of(in, out, in, out, extents, how, where());
    channel_ = filters.channel;
    shape_ = filters.shape;
    const Parameters::Together together(parameters);
    weight = parameters.weight(name + ".weight", filters.shape, options.weight, filters.fan_in, filters.fan_out);
    if (options.with_bias)
      bias = parameters.weight(name + ".bias", {out}, options.bias, filters.fan_in, filters.fan_out);
  }
  Variable operator()(const Variable& x) const {
    detail::check_real(x, where(), "an input");
    detail::check_ndim(x, rank_ + 2, rank_ + 2, where(), "an input");
    return conv(detail::with_extent(x, channel_, inputs, where(), "an input"),
                detail::with_extents(weight, shape_, where(), "filters"), bias, how, where());
  }

 private:
  std::string where() const { return "nn.Convolution '" + name + "'"; }
  std::size_t rank_, channel_ = 1;
  Shape shape_;
};

// conv_transpose() with parameters NAME.weight, the filters of a convolution from `outputs` to `inputs` channels, and
// NAME.bias.
struct TransposedConvolution {
  std::string name;
  std::int64_t inputs, outputs;
  Conv how;
  Variable weight, bias;

  TransposedConvolution(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out,
                        const Shape& extents, const Conv& given = {}, const ConvolutionOptions& options = {})
      : name(called), inputs(in), outputs(out), how(given), rank_(extents.size()) {
    const detail::Filters filters = detail::filters_of(in, out, out, in, extents, how, where());
    channel_ = filters.channel;
    shape_ = filters.shape;
    const Parameters::Together together(parameters);
    weight = parameters.weight(name + ".weight", filters.shape, options.weight, filters.fan_in, filters.fan_out);
    if (options.with_bias)
      bias = parameters.weight(name + ".bias", {out}, options.bias, filters.fan_in, filters.fan_out);
  }
  Variable operator()(const Variable& x, const Shape& extents = {}) const {
    detail::check_real(x, where(), "an input");
    detail::check_ndim(x, rank_ + 2, rank_ + 2, where(), "an input");
    return conv_transpose(detail::with_extent(x, channel_, inputs, where(), "an input"),
                          detail::with_extents(weight, shape_, where(), "filters"), bias, how, extents, where());
  }

 private:
  std::string where() const { return "nn.TransposedConvolution '" + name + "'"; }
  std::size_t rank_, channel_ = 1;
  Shape shape_;
};

// The greatest element, or the mean, of each window: graph::pool(). The strides are the window's extents.
inline Variable max_pool(const Variable& x, const Shape& window) { return graph::pool(x, KILN_POOL_MAX, Pool(window)); }
inline Variable max_pool(const Variable& x, const Pool& how) { return graph::pool(x, KILN_POOL_MAX, how); }
inline Variable average_pool(const Variable& x, const Shape& window) {
  return graph::pool(x, KILN_POOL_AVERAGE, Pool(window));
}
inline Variable average_pool(const Variable& x, const Pool& how) { return graph::pool(x, KILN_POOL_AVERAGE, how); }

// The mean of each channel over all extents: (batch, channels, extents...) gives (batch, channels).
inline Variable global_average_pool(const Variable& x, bool channels_last = false) {
  const std::string where = "nn.global_average_pool";
  detail::check_real(x, where, "an input");
  detail::check_ndim(x, 3, 5, where, "an input");
  Shape axes;
  for (std::size_t i = 0; i + 2 < x.ndim(); ++i) axes.push_back(std::int64_t(i) + (channels_last ? 1 : 2));
  return graph::mean(x, axes);
}

}  // namespace kiln::nn

#endif
