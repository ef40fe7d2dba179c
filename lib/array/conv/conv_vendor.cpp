// SPDX-License-Identifier: Apache-2.0
// Describes convolutions to the vendor's library, and queues them there.
#include "array/conv/conv_vendor.hpp"

#include <algorithm>
#include <cstdlib>

#include "array/builtins.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

namespace {

// Libraries read vectors of so many bytes.
constexpr std::int64_t kVendorAlignment = 16;

bool as_library_wants(const Array& array) {
  return array.c_contiguous() && array.memory_offset() % kVendorAlignment == 0;
}

backend::Conv::Range conv_range(const Array& array) {
  return {array.buffer().memory(), std::size_t(array.memory_offset())};
}

bool small_number(std::int64_t number) { return number >= 0 && number <= INT32_MAX; }

}  // namespace

std::optional<backend::Conv> describe_conv(const ConvCall& call) {
  for (const Array* array : {call.a, call.b, static_cast<const Array*>(call.result)})
    if (!as_library_wants(*array)) return std::nullopt;
  const ConvGeometry& g = call.geometry;
  backend::Conv conv;
  conv.operation = call.operation;
  conv.dtype = call.result->dtype();
  conv.axes = std::int32_t(call.axes);
  conv.channels_last = call.channels_last;
  conv.flip = g.axes[2].step < 0;
  conv.batch = g.batch, conv.groups = g.groups;
  conv.x_channels = g.groups * g.inputs, conv.y_channels = g.groups * g.outputs;
  bool fits = small_number(conv.batch) && small_number(conv.x_channels) && small_number(conv.y_channels);
  for (std::size_t d = 0; d < call.axes; ++d) {
    const ConvGeometry::Axis& axis = g.axes[3 - call.axes + d];
    conv.x_extents[d] = axis.input, conv.y_extents[d] = axis.output, conv.filter_extents[d] = axis.taps;
    conv.strides[d] = axis.stride, conv.dilation[d] = std::abs(axis.step);
    conv.padding[d] = (conv.flip ? (axis.taps - 1) * conv.dilation[d] : 0) - axis.origin;
    for (const std::int64_t number :
         {axis.input, axis.output, axis.taps, axis.stride, conv.dilation[d], conv.padding[d]})
      fits = fits && small_number(number);
  }
  if (!fits) return std::nullopt;
  const Array &x = call.operation == ConvOperation::input ? *call.result : *call.a,
              &y = call.operation == ConvOperation::output    ? *call.result
                   : call.operation == ConvOperation::filters ? *call.b
                                                              : *call.a,
              &filters = call.operation == ConvOperation::filters ? *call.result : *call.b;
  conv.x = conv_range(x), conv.y = conv_range(y), conv.filters = conv_range(filters);
  return conv;
}

base::ValueKey conv_key(const backend::Conv& c) noexcept {
  const auto kind = ((c.operation * 32 + std::int32_t(c.dtype)) * 4 + c.axes) * 4 + c.channels_last * 2 + c.flip;
  const auto number = [](std::int64_t value) { return std::int32_t(value); };
  return base::ValueKey(kind, number(c.batch), number(c.groups), number(c.x_channels), number(c.y_channels),
                        number(c.x_extents[0]), number(c.x_extents[1]), number(c.x_extents[2]), number(c.y_extents[0]),
                        number(c.y_extents[1]), number(c.y_extents[2]), number(c.filter_extents[0]),
                        number(c.filter_extents[1]), number(c.filter_extents[2]), number(c.strides[0]),
                        number(c.strides[1]), number(c.strides[2]), number(c.dilation[0]), number(c.dilation[1]),
                        number(c.dilation[2]), number(c.padding[0]), number(c.padding[1]), number(c.padding[2]));
}

std::vector<backend::ConvWay> ways_of(runtime::Context& context, const backend::Conv& conv, const char* operation) {
  std::vector<backend::ConvWay> ways;
  const auto add = [&](const backend::Conv& form, bool turned) {
    for (const backend::ConvWay& way : context.conv_ways(form, operation))
      if (way.workspace_bytes <= tuning(context).conv.workspace)
        ways.push_back({2 * way.way + turned, way.workspace_bytes});
  };
  add(conv, false);
  const auto taps = std::span(conv.filter_extents, std::size_t(conv.axes));
  if (!conv.flip || std::all_of(taps.begin(), taps.end(), [](auto count) { return count == 1; })) return ways;
  backend::Conv correlation = conv;
  correlation.flip = false;
  add(correlation, true);
  return ways;
}

namespace {

// A view of filters that are turned over along their spatial axes.
Ref<Array> turned_filters(const Array& filters, bool channels_last, const char* operation) {
  Dims axes;
  for (std::size_t d = 2; d < filters.layout().ndim(); ++d) axes.push_back(std::int64_t(channels_last ? d - 1 : d));
  return view(filters, layout::flip(filters.layout(), axes, false, operation), false, operation);
}

}  // namespace

bool queue_conv(const ConvCall& call, backend::Conv conv, const char* operation) {
  runtime::Context& context = call.result->context();
  const bool turned = conv.way % 2 != 0, gives_filters = conv.operation == ConvOperation::filters;
  conv.way /= 2;
  const Array* b = call.b;
  Array* result = call.result;
  Ref<Array> filters;  // turned over
  if (turned) {
    conv.flip = false;
    const Array& given = gives_filters ? *call.result : *call.b;
    if (gives_filters)
      result = (filters = empty(context, given.dtype(), given.shape(), operation)).get();
    else
      b = (filters = copy(*turned_filters(given, call.channels_last, operation), KILN_ORDER_C, operation)).get();
    conv.filters = conv_range(*filters);
  }
  Ref<runtime::Buffer> workspace;
  if (conv.workspace_bytes > 0) {
    workspace = allocate(context, conv.workspace_bytes, operation);
    conv.workspace = {workspace->memory(), workspace->offset()};
  }
  const runtime::BufferUse uses[] = {{&call.a->buffer(), true, false},
                                     {&b->buffer(), true, false},
                                     {&result->buffer(), false, true},
                                     {workspace.get(), true, true}};
  if (!context.conv(conv, std::span(uses, workspace ? 4 : 3), operation)) return false;
  if (result != call.result) assign(*call.result, *turned_filters(*filters, call.channels_last, operation), operation);
  return true;
}

namespace {

// The way that computes the convolution, and its workspace. The shapes that were asked for before are known.
std::optional<backend::ConvWay> way_of(const ConvCall& call, const backend::Conv& conv, bool asked,
                                       const char* operation) {
  runtime::Context& context = call.result->context();
  Builtins& own = builtins(context);
  const base::ValueKey key = conv_key(conv);
  {
    const std::lock_guard lock(own.mutex);
    if (const auto at = own.vendor_convs.find(key); at != own.vendor_convs.end()) return at->second;
  }
  std::optional<backend::ConvWay> found;
  const auto chosen = asked ? std::nullopt : choose_conv(call, conv, operation);
  if (asked || chosen)
    for (const backend::ConvWay& way : ways_of(context, conv, operation))
      if (!found && (asked || way.way == *chosen)) found = way;
  const std::lock_guard lock(own.mutex);
  own.vendor_convs.emplace(key, found);
  return found;
}

// The call for the library with the way that computes it, or nothing if Kiln's kernels do.
std::optional<backend::Conv> chosen_conv(const ConvCall& call, const char* operation) {
  runtime::Context& context = call.result->context();
  const ConvWay forced = forced_conv();
  const runtime::VendorChoice choice = context.options().conv;
  const bool asked = choice == runtime::VendorChoice::vendor, measured = forced == ConvWay::measured;
  if (choice == runtime::VendorChoice::builtin || (forced != ConvWay::automatic && !measured)) return std::nullopt;
  // On CPU devices libraries are not even measured, as with products.
  if (!asked && !measured && context.properties().info.kind == backend::DeviceKind::cpu) return std::nullopt;
  auto conv = describe_conv(call);
  if (!conv) return std::nullopt;
  const auto way = way_of(call, *conv, asked, operation);
  if (!way) return std::nullopt;
  conv->way = way->way;
  conv->workspace_bytes = way->workspace_bytes;
  return conv;
}

}  // namespace

bool wants_vendor(const ConvCall& call, const char* operation) { return chosen_conv(call, operation).has_value(); }

bool vendor_conv(const ConvCall& call, const char* operation) {
  const auto conv = chosen_conv(call, operation);
  if (!conv) return false;
  try {
    return queue_conv(call, *conv, operation);
  } catch (const backend::Error& error) {
    if (error.status() != KILN_OUT_OF_MEMORY) throw;
    return false;  // there is no memory for the workspace
  }
}

}  // namespace kiln::array
