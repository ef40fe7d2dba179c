// SPDX-License-Identifier: Apache-2.0
// Copies on devices and between them. If both sides are dense in the same order, their bytes are copied. Other copies
// are elementwise assignments, which also handle overlap, or go by tiles (transpose.cpp).
#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

namespace {

Ref<Array> empty_ordered(const Array& like, kiln_order order, const char* operation) {
  auto& context = like.context();
  if (order == KILN_ORDER_C) return empty(context, like.dtype(), like.shape(), operation);
  const auto itemsize = like.itemsize();
  const auto size = layout::checked_size(like.shape(), itemsize, operation);
  const Layout layout{
      like.shape(),
      order == KILN_ORDER_F ? layout::f_strides(like.shape(), itemsize) : layout::keep_strides(like.layout(), itemsize),
      0};
  return base::make_ref<Array>(allocate(context, static_cast<std::size_t>(size) * itemsize, operation), like.dtype(),
                               layout, true);
}

// Whether a kernel can write the array and the array has at least `bytes` bytes.
bool large(const Array& array, std::size_t bytes) {
  return array.bytes() >= bytes && !array.buffer().pinned() && array.buffer().kernel_writable();
}

// Whether a kernel should copy or fill the array on a CPU device. A kernel uses all cores, where drivers use one; that
// pays from `bytes` bytes on.
bool for_all_cores(const Array& array, std::size_t bytes) {
  const auto& device = array.context().properties();
  return device.info.kind == backend::DeviceKind::cpu && device.compute_units >= 2 && large(array, bytes);
}

bool fills_by_kernel(const Array& array) {
  const codegen::CopyTuning& numbers = tuning(array.context()).copy;
  return array.context().properties().info.kind == backend::DeviceKind::gpu
             ? large(array, numbers.fill_bytes)
             : for_all_cores(array, numbers.cpu_fill_bytes);
}

bool copy_on_all_cores(Array& to, std::int64_t to_offset, const Array& from, std::int64_t from_offset,
                       const char* operation) {
  if (&to.context() != &from.context() || !for_all_cores(to, tuning(to.context()).copy.cpu_copy_bytes) ||
      from.buffer().pinned() || !from.buffer().kernel_readable())
    return false;
  const std::size_t bytes = to.bytes();
  const bool whole_words = bytes % 8 == 0 && (to.buffer().offset() + std::size_t(to_offset)) % 8 == 0 &&
                           (from.buffer().offset() + std::size_t(from_offset)) % 8 == 0;
  const DType word = whole_words ? KILN_UINT64 : KILN_UINT8;
  const auto itemsize = std::int64_t(base::dtype_size(word));
  const Dims count{std::int64_t(bytes) / itemsize}, step{itemsize};
  // These views serve this call alone, so they lie on the stack.
  Array to_words(to.buffer_ref(), word, {count, step, to_offset}, true),
      from_words(from.buffer_ref(), word, {count, step, from_offset}, false);
  elementwise_assign(to_words, from_words, operation);
  return true;
}

// Copies bytes, also between contexts, if that has the effect of the assignment. Returns whether it did.
bool copy_bytes(Array& to, const Array& from, const char* operation) {
  if (to.dtype() != from.dtype() || to.shape() != from.shape() || !same_steps(to.layout(), from.layout())) return false;
  const auto to_span = layout::dense_span(to.layout(), to.itemsize());
  const auto from_span = layout::dense_span(from.layout(), from.itemsize());
  if (!to_span || !from_span) return false;
  if (const auto ahead = runtime::distance(to.buffer(), from.buffer())) {
    if (to_span->low == from_span->low + *ahead) return true;  // onto itself
    if (to_span->low < from_span->high + *ahead && from_span->low + *ahead < to_span->high) return false;
  }
  if (copy_on_all_cores(to, to_span->low, from, from_span->low, operation)) return true;
  runtime::Context::copy(to.buffer(), static_cast<std::size_t>(to_span->low), from.buffer(),
                         static_cast<std::size_t>(from_span->low), to.bytes(), operation);
  return true;
}

// destination[...] = source within one context; the source broadcasts.
void move(Array& destination, const Array& source, const char* operation) {
  if (destination.size() == 0 || copy_bytes(destination, source, operation) ||
      transpose_copy(destination, source, operation))
    return;
  elementwise_assign(destination, source, operation);
}

// A view in which axes that only repeat elements (stride 0) have extent 1. It broadcasts back to the same values.
Ref<Array> without_repeats(const Array& array) {
  Layout layout = array.layout();
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.strides[i] == 0 && layout.shape[i] > 1) layout.shape[i] = 1;
  }
  return view(array, layout, false);
}

}  // namespace

void check_writable(const Array& array, const char* operation) {
  if (array.writable()) return;
  const std::string shape = layout::shape_text(array.shape());
  if (!array.buffer().kernel_writable())
    fail(KILN_READ_ONLY, "{}: the array of shape {} is read-only, because its buffer is", operation, shape);
  for (std::size_t d = 0; d < array.shape().size(); ++d)
    if (array.shape()[d] > 1 && array.strides()[d] == 0)
      fail(KILN_READ_ONLY,
           "{}: the array of shape {} is read-only, because broadcasting (a stride of 0) repeats its elements",
           operation, shape);
  if (layout::overlaps_itself(array.layout(), array.itemsize()))
    fail(KILN_READ_ONLY,
         "{}: the array of shape {} cannot be written: elements overlap, its strides put several at one place",
         operation, shape);
  fail(KILN_READ_ONLY,
       "{}: the array of shape {} is read-only, because it is a view of an array that broadcasting made", operation,
       shape);
}

bool may_overlap(const Array& a, const Array& b) {
  const auto ahead = runtime::distance(a.buffer(), b.buffer());
  if (!ahead) return false;
  if (*ahead == 0) return layout::may_overlap(a.layout(), a.itemsize(), b.layout(), b.itemsize());
  layout::Layout moved = b.layout();
  moved.offset += *ahead;
  return layout::may_overlap(a.layout(), a.itemsize(), moved, b.itemsize());
}

Ref<Array> copy(const Array& array, kiln_order order, const char* operation) {
  auto out = empty_ordered(array, order, operation);
  move(*out, array, operation);
  return out;
}

Ref<Array> flattened(const Array& array, const char* operation) {
  return reshape(array, Dims{array.size()}, KILN_COPY_IF_NEEDED, operation);
}

Ref<Array> packed(const Array& array, const char* operation) {
  if (array.c_contiguous()) return itself(array);
  return copy(array, KILN_ORDER_C, operation);
}

bool lies_across(runtime::Context& context, const Layout& layout, std::size_t itemsize) {
  const codegen::CopyTuning& numbers = tuning(context).copy;
  const std::int64_t item = std::int64_t(itemsize);
  std::int64_t elements = 1;
  std::size_t inner = layout.ndim();
  for (std::size_t d = 0; d < layout.ndim(); ++d) {
    elements *= layout.shape[d];
    if (layout.shape[d] > 1) inner = d;
    if (layout.strides[d] == 0 && layout.shape[d] > 1) return false;  // the memory is much smaller than the array
  }
  if (elements < numbers.straightened || layout.shape[inner] < numbers.turned ||
      std::abs(layout.strides[inner]) < numbers.turned * item)
    return false;
  for (std::size_t d = 0; d < inner; ++d)
    if (std::abs(layout.strides[d]) == item && layout.shape[d] >= numbers.turned) return true;
  return false;
}

Ref<Array> straightened(const Array& array, const char* operation) {
  if (!lies_across(array.context(), array.layout(), array.itemsize())) return itself(array);
  return copy(array, KILN_ORDER_C, operation);
}

Ref<Array> astype(const Array& array, DType dtype, const char* operation) {
  auto out = empty(array.context(), dtype, array.shape(), operation);
  move(*out, array, operation);
  return out;
}

Ref<Array> as(const Array& array, DType dtype, const char* operation) {
  return array.dtype() == dtype ? itself(array) : astype(array, dtype, operation);
}

Ref<Array> packed_as(const Array& array, DType dtype, const char* operation) {
  return array.dtype() == dtype ? packed(array, operation) : astype(array, dtype, operation);
}

void assign(Array& destination, const Array& source, const char* operation) {
  check_writable(destination, operation);
  layout::broadcast_to(source.layout(), destination.shape(), operation);  // refuses other shapes
  if (destination.size() == 0) return;
  auto& context = destination.context();
  if (&context == &source.context()) return move(destination, source, operation);
  if (copy_bytes(destination, source, operation)) return;
  auto distinct = without_repeats(source);
  // The device that has both dtypes converts: the destination's if it has the source's dtype, else the source's.
  if (!has_dtype(context, source.dtype())) distinct = astype(*distinct, destination.dtype(), operation);
  move(destination, *transfer(*distinct, context, operation), operation);
}

void fill(Array& destination, const Scalar& value, const char* operation) {
  check_writable(destination, operation);
  if (destination.size() == 0) return;
  const auto converted = value.cast(destination.dtype());
  const auto span = layout::dense_span(destination.layout(), destination.itemsize());
  if (!span) return elementwise_fill(destination, converted, operation);
  alignas(16) std::byte pattern[16];
  converted.store(pattern);
  const auto itemsize = std::int64_t(destination.itemsize());
  if (fills_by_kernel(destination) && span->low % itemsize == 0 &&
      destination.buffer().offset() % std::size_t(itemsize) == 0) {
    if (itemsize == 16 && has_dtype(destination.context(), destination.dtype()))
      return elementwise_fill(destination, converted, operation);
    if (itemsize <= 8) {
      const DType word = itemsize == 1   ? KILN_UINT8
                         : itemsize == 2 ? KILN_UINT16
                         : itemsize == 4 ? KILN_UINT32
                                         : KILN_UINT64;
      // This view serves this call alone, so it lies on the stack.
      Array words(destination.buffer_ref(), word, {Dims{destination.size()}, Dims{itemsize}, span->low}, true);
      return elementwise_fill(words, Scalar::load(word, pattern), operation);
    }
  }
  destination.context().fill(destination.buffer(), static_cast<std::size_t>(span->low), destination.bytes(), pattern,
                             destination.itemsize(), operation);
}

Ref<Array> transfer(const Array& array, runtime::Context& context, const char* operation) {
  if (&array.context() == &context) return itself(array);
  auto out = empty(context, array.dtype(), array.shape(), operation);
  if (out->size() == 0 || copy_bytes(*out, array, operation)) return out;
  copy_bytes(*out, *copy(array, KILN_ORDER_C, operation), operation);
  return out;
}

Ref<Array> reshape(const Array& array, std::span<const std::int64_t> shape, kiln_reshape_copy copy_rule,
                   const char* operation) {
  const auto resolved = layout::resolve_reshape(array.shape(), shape, operation);
  layout::checked_size(resolved, array.itemsize(), operation);
  if (copy_rule != KILN_COPY_ALWAYS) {
    if (const auto layout = layout::reshape_view(array.layout(), resolved, array.itemsize())) {
      return view(array, *layout, array.writable(), operation);
    }
    if (copy_rule == KILN_COPY_NEVER) {
      fail(KILN_SHAPE_ERROR, "{}: shape {} with strides {} cannot be seen as {} without a copy", operation,
           layout::shape_text(array.shape()), layout::shape_text(array.strides()), layout::shape_text(resolved));
    }
  }
  const auto copied = copy(array, KILN_ORDER_C, operation);
  return view(*copied, {resolved, layout::c_strides(resolved, array.itemsize()), 0}, true, operation);
}

}  // namespace kiln::array
