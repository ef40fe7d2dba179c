// SPDX-License-Identifier: Apache-2.0
// Checks operands, and computes convolutions and their gradients piece by piece.
#include "array/conv/conv.hpp"

#include <algorithm>

#include "array/conv/conv_task.hpp"
#include "array/conv/conv_vendor.hpp"
#include "array/conv/plane_task.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/product/epilogue.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using base::fail;

namespace {

// The operands' common dtype. `first` and `second` name them.
DType common_dtype(const Array& a, const char* first, const Array& b, const char* second, const char* operation) {
  check_operand(a.context(), a, operation, first);
  check_operand(a.context(), b, operation, second);
  for (const auto& [array, name] : {std::pair{&a, first}, std::pair{&b, second}})
    if (!base::is_float(array->dtype()))
      fail(KILN_TYPE_ERROR, "{}: {} has dtype {}, expected a floating-point dtype", operation, name,
           base::dtype_name(array->dtype()));
  return base::promote(a.dtype(), b.dtype());
}

// Computes a result of `dtype` and `shape` by write(result), and hands it to the destination, if there is one.
template <class Write>
Ref<Array> computed(const Array& a, const Array& b, DType dtype, const Dims& shape, Array* into, const char* operation,
                    Write&& write) {
  runtime::Context& context = a.context();
  check_destination(context, into, shape, operation);
  check_dtype(context, dtype, operation);
  const auto result = target(context, into, takes_packed(into, dtype, {&a, &b}), dtype, shape, operation);
  if (result->size() > 0) {
    if (a.size() == 0 || b.size() == 0)
      fill(*result, Scalar::integer(KILN_INT64, 0), operation);
    else
      write(*as(a, dtype, operation), *as(b, dtype, operation), *result);
  }
  return deliver(result, into, operation);
}

// The way that a test forces upon Kiln's kernels.
ConvWay own_way() { return forced_conv() == ConvWay::measured ? ConvWay::automatic : forced_conv(); }

// Computes a convolution of planes, or its transpose, if it is one.
bool planes_of(const ConvGeometry& g, const Array& x, const Array& filters, Array& result, bool transposed,
               bool channels_last, const EpilogueSides* after, const char* operation) {
  const ConvWay way = own_way();
  const codegen::Traits traits = traits_of(result.context());
  const std::int64_t rows = transposed ? g.inputs : g.outputs;
  if (!traits.cpu || (way != ConvWay::automatic && way != ConvWay::direct)) return false;
  if (way == ConvWay::automatic && rows > traits.tuning->conv.direct_filters) return false;
  std::optional<PlaneTask> task = plane_task(g, x, filters, result, transposed, channels_last);
  if (task) task->after = after;
  return task && planes_conv(*task, codegen::LanesOp::products, 0, operation);
}

// Computes a task by transforms, if it has the form for that and they pay.
bool by_winograd(const ConvTask& task, const char* operation) {
  const ConvWay way = own_way();
  if (way != ConvWay::winograd && (way != ConvWay::automatic || !task.c.array->context().options().winograd))
    return false;
  return winograd_conv(task, way == ConvWay::winograd, operation);
}

// Computes a transposed convolution as one product, if that pays.
bool by_columns(const ConvGeometry& g, const Array& y, const Array& filters, Array& result, bool channels_last,
                const char* operation) {
  const ConvWay way = own_way();
  if (way != ConvWay::columns && way != ConvWay::automatic) return false;
  return columns_conv(g, y, filters, result, channels_last, way == ConvWay::columns, operation);
}

// Computes a transposed convolution with strides in one launch, if a group has few channels in the result.
bool by_blocks(const ConvGeometry& g, const Array& y, const Array& filters, Array& result, bool channels_last,
               const char* operation) {
  const ConvWay way = own_way();
  const codegen::Traits traits = traits_of(result.context());
  const std::int64_t places = g.outputs * g.axes[0].taps * g.axes[1].taps * g.axes[2].taps;
  const bool few = !traits.cpu && sums_few(g.inputs, places, traits.tuning->conv);
  if (way != ConvWay::points && (way != ConvWay::automatic || !few)) return false;
  return blocks_conv(g, y, filters, result, channels_last, operation);
}

// Runs the products of which sums over taps consist. With something after the result, there is one product, and false
// says that nothing was done.
bool run_pieces(const ConvGeometry& g, const ConvPieces& pieces, const Array& x, const Array& filters, Array& result,
                bool transposed, bool channels_last, const EpilogueSides* after, const char* operation) {
  if (planes_of(g, x, filters, result, transposed, channels_last, after, operation)) return true;
  std::vector<ConvTask> inside, taps;
  for (const auto& axes : pieces.products)
    for (const ConvOrder order : {ConvOrder::channels_inside, ConvOrder::taps_inside}) {
      ConvTask task = tap_task(g, axes, x, filters, result, transposed, channels_last, order);
      task.after = after;
      (order == ConvOrder::channels_inside ? inside : taps).push_back(task);
    }
  if (!pieces.zeros && inside.size() == 1 && by_winograd(inside[0], operation)) return true;
  if (transposed && by_blocks(g, x, filters, result, channels_last, operation)) return true;
  if (transposed && by_columns(g, x, filters, result, channels_last, operation)) return true;
  if (pieces.zeros) fill(result, Scalar::integer(KILN_INT64, 0), operation);
  const Ref<Array> panels = transposed ? packed_taps(g, pieces, inside, channels_last, operation) : Ref<Array>();
  bool computed = true;
  for (std::size_t i = 0; i < inside.size(); ++i)
    computed = run_conv(inside[i], panels ? inside[i] : taps[i], operation) && computed;
  return computed;
}

// Computes a call by what is chosen for it.
void run_call(std::int32_t kind, const ConvGeometry& g, const Array& a, const Array& b, Array& result,
              bool channels_last, const char* operation) {
  const ConvCall call{kind, g, result.shape().size() - 2, channels_last, &a, &b, &result};
  if (!vendor_conv(call, operation)) own_conv(call, nullptr, operation);
}

}  // namespace

bool own_conv(const ConvCall& c, const EpilogueSides* after, const char* operation) {
  const ConvGeometry& g = c.geometry;
  if (c.operation == ConvOperation::output)
    return run_pieces(g, forward_pieces(g), *c.a, *c.b, *c.result, false, c.channels_last, after, operation);
  if (c.operation == ConvOperation::input)
    return run_pieces(g, transpose_pieces(g), *c.a, *c.b, *c.result, true, c.channels_last, nullptr, operation);
  const ConvTask task = filter_task(g, *c.a, *c.b, *c.result, c.channels_last);
  return by_winograd(task, operation) || run_conv(task, task, operation);
}

Ref<Array> conv(const Array& x, const Array& filters, const ConvOptions& options, Array* into, const char* operation) {
  const DType dtype = common_dtype(x, "the input", filters, "the array of filters", operation);
  const Dims shape = conv_shape(x.shape(), filters.shape(), options, operation);
  return computed(x, filters, dtype, shape, into, operation, [&](const Array& a, const Array& b, Array& y) {
    run_call(ConvOperation::output, geometry_of(a.shape(), b.shape(), shape, options), a, b, y, options.channels_last,
             operation);
  });
}

namespace {

// Where the operands of what comes after a forward convolution lie, or nothing if lines of one cannot be joined.
std::optional<EpilogueSides> sides_of(const ConvGeometry& g, const ProductEpilogue& epilogue, const Dims& shape,
                                      std::span<Array* const> outputs, std::span<Array* const> inputs,
                                      bool channels_last, const char* operation) {
  const Digits lines{1, g.axes[0].output, g.axes[1].output, g.axes[2].output};
  EpilogueSides after{&epilogue};
  for (const auto& list : {outputs, inputs})
    for (const Array* array : list) {
      const Layout layout = layout::broadcast_to(array->layout(), shape, operation);
      const ConvStrides strides = strides_of(layout, array->itemsize(), channels_last);
      const auto line = joined(lines, {0, strides.spatial[0], strides.spatial[1], strides.spatial[2]});
      if (!line) return std::nullopt;
      after.sides[after.count++] = {&array->buffer(), array->memory_offset(),     strides.second, *line,
                                    strides.first,    g.outputs * strides.second, false};
    }
  return after;
}

// Computes a convolution and what comes after it by Kiln's kernels. `result` stands for the convolution's result; only
// with `writes` may it be written. Returns false, and does nothing, if the vendor's library computes the convolution,
// or a kernel that has no room for more.
bool fused_conv(const Array& x, const Array& filters, const ConvOptions& options, const ProductEpilogue& epilogue,
                std::span<Array* const> inputs, std::span<Array* const> outputs, Array& result, bool writes,
                const char* operation) {
  const codegen::Traits traits = traits_of(result.context());
  if (epilogue.uses_index() || x.size() == 0 || filters.size() == 0) return false;
  if (!traits.cpu && epilogue.values() > traits.tuning->gemm.epilogue_values) return false;
  const Dims& shape = result.shape();
  const ConvGeometry g = geometry_of(x.shape(), filters.shape(), shape, options);
  auto after = sides_of(g, epilogue, shape, outputs, inputs, options.channels_last, operation);
  if (!after) return false;
  after->sums_in_c = writes;
  const ConvCall call{ConvOperation::output, g, shape.size() - 2, options.channels_last, &x, &filters, &result};
  return !wants_vendor(call, operation) && own_conv(call, &*after, operation);
}

}  // namespace

void conv(const Array& x, const Array& filters, const ConvOptions& options, ProductEpilogue& epilogue,
          std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation) {
  if (outputs[0]->size() == 0) return;
  const DType dtype = epilogue.dtype();
  const auto a = as(x, dtype, operation), b = as(filters, dtype, operation);
  // Whether nothing else is in an output's memory. Rounds of a convolution may begin anew, so that no output may lie
  // where an input does.
  const auto alone = [&](const Array* output) {
    return apart_from(*output, {a.get(), b.get()}) &&
           std::none_of(inputs.begin(), inputs.end(),
                        [&](const Array* input) { return may_overlap(*output, *input); }) &&
           std::none_of(outputs.begin(), outputs.end(),
                        [&](const Array* other) { return other != output && may_overlap(*output, *other); });
  };
  const auto target = std::find_if(outputs.begin(), outputs.end(),
                                   [&](const Array* output) { return output->dtype() == dtype && alone(output); });
  const bool held = target != outputs.end();
  // If no output has the convolution's dtype, kernels that write no convolution see one of this layout.
  Array unwritten(outputs[0]->buffer_ref(), dtype,
                  layout::c_layout(outputs[0]->shape(), base::dtype_size(dtype), operation), true);
  if (std::all_of(outputs.begin(), outputs.end(), alone) &&
      fused_conv(*a, *b, options, epilogue, inputs, outputs, held ? **target : unwritten, held, operation))
    return;
  const Ref<Array> result = held ? itself(**target) : empty(a->context(), dtype, outputs[0]->shape(), operation);
  conv(*a, *b, options, result.get(), operation);
  epilogue.behind(*result, inputs, outputs, operation);
}

Ref<Array> conv_transpose(const Array& y, const Array& filters, const ConvOptions& options, const Dims& extents,
                          Array* into, const char* operation) {
  const DType dtype = common_dtype(y, "the output", filters, "the array of filters", operation);
  check_given_extents(extents, 0, "the input", operation);
  const Dims shape = conv_transpose_shape(y.shape(), filters.shape(), options, extents, operation);
  return computed(y, filters, dtype, shape, into, operation, [&](const Array& a, const Array& b, Array& x) {
    run_call(ConvOperation::input, geometry_of(shape, b.shape(), a.shape(), options), a, b, x, options.channels_last,
             operation);
  });
}

Ref<Array> conv_filter_gradient(const Array& x, const Array& y, const ConvOptions& options, const Dims& extents,
                                Array* into, const char* operation) {
  const DType dtype = common_dtype(x, "the input", y, "the output", operation);
  check_given_extents(extents, 0, "the filters", operation);
  const Dims shape = conv_filter_shape(x.shape(), y.shape(), options, extents, operation);
  return computed(x, y, dtype, shape, into, operation, [&](const Array& a, const Array& b, Array& filters) {
    run_call(ConvOperation::filters, geometry_of(a.shape(), shape, b.shape(), options), a, b, filters,
             options.channels_last, operation);
  });
}

}  // namespace kiln::array
