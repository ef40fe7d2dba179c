// SPDX-License-Identifier: Apache-2.0
// kiln/conv.h: convolutions and their gradients.
#include "array/conv/conv.hpp"

#include "capi/guard.hpp"
#include "capi/operations/conv_options.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;
using array::ConvOptions;

namespace kiln::capi {

namespace {

constexpr std::size_t kMostRank = 3;

layout::Dims list_of(std::size_t count, const std::int64_t* numbers, const char* operation, const char* name) {
  if (numbers && count == 0)
    fail(KILN_INVALID_ARGUMENT, "{}: options->rank is 0 and {} is not NULL, expected the number of extents, 1 to {}",
         operation, name, kMostRank);
  return numbers ? layout::Dims(check_dims(count, numbers, operation, name)) : layout::Dims();
}

}  // namespace

array::ConvOptions conv_options_of(const kiln_conv_options* given, const char* operation) {
  const auto o = load_options(given, kiln_conv_options KILN_CONV_OPTIONS_INIT, operation);
  check_count(o.rank, operation, "options->rank", kMostRank);
  ConvOptions options;
  options.strides = list_of(o.rank, o.strides, operation, "options->strides");
  options.dilation = list_of(o.rank, o.dilation, operation, "options->dilation");
  options.padding = list_of(2 * o.rank, o.padding, operation, "options->padding");
  options.border = ConvOptions::Border(
      check_enum(o.border, KILN_CONV_PADDED, KILN_CONV_FULL, operation, "options->border", "kiln_conv_border"));
  if (o.padding && o.border != KILN_CONV_PADDED)
    fail(KILN_INVALID_ARGUMENT,
         "{}: options->padding is not NULL and options->border is {}, expected KILN_CONV_PADDED (0) or no padding",
         operation, int(o.border));
  options.groups = o.groups;
  options.flip = o.filter_flip != 0;
  options.channels_last = o.channels_last != 0;
  return options;
}

array::PoolOptions pool_options_of(const kiln_pool_options* given, const char* operation) {
  const auto o = load_options(given, kiln_pool_options KILN_POOL_OPTIONS_INIT, operation);
  check_count(o.rank, operation, "options->rank", kMostRank);
  array::PoolOptions options;
  options.window = list_of(o.rank, o.window, operation, "options->window");
  options.strides = list_of(o.rank, o.strides, operation, "options->strides");
  options.padding = list_of(2 * o.rank, o.padding, operation, "options->padding");
  options.ceil = o.ceil != 0;
  options.channels_last = o.channels_last != 0;
  return options;
}

layout::Dims extents_like(const std::int64_t* extents, const Array& like, bool needed, const char* operation) {
  const std::size_t ndim = like.shape().size();
  if (ndim < 3 || ndim > kMostRank + 2) return {};
  if (needed) require(extents, operation, "extents");
  if (!extents) return {};
  return layout::Dims(std::span(extents, ndim - 2));
}

}  // namespace kiln::capi

extern "C" {

kiln_status kiln_array_conv(kiln_array input, kiln_array filters, const kiln_conv_options* options,
                            kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto &x = use(input, operation, "input"), &w = use(filters, operation, "filters");
    return array::conv(x, w, conv_options_of(options, operation), into, operation);
  });
}

kiln_status kiln_array_conv_transpose(kiln_array output, kiln_array filters, const kiln_conv_options* options,
                                      const int64_t* extents, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto &y = use(output, operation, "output"), &w = use(filters, operation, "filters");
    return array::conv_transpose(y, w, conv_options_of(options, operation), extents_like(extents, y, false, operation),
                                 into, operation);
  });
}

kiln_status kiln_array_conv_filter_gradient(kiln_array input, kiln_array output, const kiln_conv_options* options,
                                            const int64_t* extents, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto &x = use(input, operation, "input"), &y = use(output, operation, "output");
    return array::conv_filter_gradient(x, y, conv_options_of(options, operation),
                                       extents_like(extents, x, true, operation), into, operation);
  });
}

}  // extern "C"
