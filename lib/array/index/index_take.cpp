// SPDX-License-Identifier: Apache-2.0
// Reads by index: take and take_along_axis.
#include <algorithm>

#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"

namespace kiln::array {

bool fits(const Array* into, const Array& array, Arrays indices, const Dims& rows) {
  return into && into->dtype() == array.dtype() && !may_overlap(*into, array) &&
         std::none_of(indices.begin(), indices.end(), [&](const Array* each) { return may_overlap(*into, *each); }) &&
         layout::reshape_view(into->layout(), rows, into->itemsize()).has_value();
}

Ref<Array> mostly_read(const Array& array, const Array& out, const char* operation) {
  const bool pays = out.size() >= array.size() / 2 && !lies_across(out.context(), out.layout(), out.itemsize());
  return pays ? straightened(array, operation) : itself(array);
}

namespace {

// Takes rows of `array`, broadcast to the shape `whole`, along its axis `at`: result[o, p, j] = array[o, indices[p],
// j], or with `along` array[o, indices[o, p, j], j].
Ref<Array> take_rows(const Array& array, const Dims& whole, std::size_t at, const Array& indices, bool along,
                     const Dims& shape, Array* into, const char* operation) {
  auto& context = array.context();
  check_destination(context, into, shape, operation);
  Move move;
  move.along = along;
  move.outer = extents_product(whole, 0, at);
  move.n = whole[at];
  move.count = along ? shape[at] : indices.size();
  move.inner = extents_product(whole, at + 1, whole.size());
  const Array* const by[] = {&indices};
  const bool direct =
      layout::checked_size(shape, 1, operation) != 0 && fits(into, array, by, Dims{move.outer, move.count, move.inner});
  const auto out = target(context, into, direct, array.dtype(), shape, operation);
  if (out->size() == 0) return deliver(out, into, operation);
  if (move.n == 0)
    fail(KILN_INDEX_ERROR, "{}: axis {} of shape {} has no elements to take", operation, at,
         layout::shape_text(array.shape()));
  const auto source = mostly_read(array, *out, operation);
  move.see(*source, layout::broadcast_to(source->layout(), whole, operation), *out, out->layout(), indices,
           along ? layout::broadcast_to(indices.layout(), shape, operation) : indices.layout(), operation);
  const bool checked = check_positions(indices, move.n, operation);
  move_rows(context, std::move(move), checked, operation);
  report_positions(context, checked, operation);
  return deliver(out, into, operation);
}

}  // namespace

Ref<Array> take(const Array& array, const Array& indices, std::int64_t axis, Array* into, const char* operation) {
  check_operand(array.context(), array, operation);
  check_indices(array.context(), indices, operation);
  if (axis == KILN_AXIS_NONE) return take(*flattened(array, operation), indices, 0, into, operation);
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  return take_rows(array, array.shape(), at, indices, false, indexed_shape(array, at, indices), into, operation);
}

Ref<Array> take_along_axis(const Array& array, const Array& indices, std::int64_t axis, Array* into,
                           const char* operation) {
  check_operand(array.context(), array, operation);
  check_indices(array.context(), indices, operation);
  const std::size_t ndim = array.shape().size();
  if (indices.shape().size() != ndim)
    fail(KILN_SHAPE_ERROR, "{}: an array of shape {} and indices of shape {}, expected as many axes", operation,
         layout::shape_text(array.shape()), layout::shape_text(indices.shape()));
  const std::size_t at = layout::normalize_axis(axis, ndim, operation);
  Dims own = array.shape();
  own[at] = indices.shape()[at];
  const Dims both[] = {own, indices.shape()};
  const Dims shape = layout::broadcast_shapes(both, operation);
  Dims whole = shape;
  whole[at] = array.shape()[at];
  return take_rows(array, whole, at, indices, true, shape, into, operation);
}

}  // namespace kiln::array
