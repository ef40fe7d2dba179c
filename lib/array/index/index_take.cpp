// SPDX-License-Identifier: Apache-2.0
// Elements by index: take and take_along_axis.
#include <algorithm>

#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"

namespace kiln::array {

using base::fail;

namespace {

std::int64_t product(const Dims& shape, std::size_t first, std::size_t last) {
  std::int64_t n = 1;
  for (std::size_t d = first; d < last; ++d) n *= shape[d];
  return n;
}

void check_extent(const Array& array, std::size_t axis, const char* operation) {
  if (array.shape()[axis] == 0)
    fail(KILN_INDEX_ERROR, "{}: axis {} of shape {} has no elements to take", operation, axis,
         layout::shape_text(array.shape()));
}

}  // namespace

bool fits(const Array* into, const Array& array, Arrays indices, const Dims& rows) {
  return into && into->dtype() == array.dtype() && !may_overlap(*into, array) &&
         std::none_of(indices.begin(), indices.end(), [&](const Array* each) { return may_overlap(*into, *each); }) &&
         layout::reshape_view(into->layout(), rows, into->itemsize()).has_value();
}

Ref<Array> mostly_read(const Array& array, const Array& out, const char* operation) {
  const bool pays = out.size() >= array.size() / 2 && !lies_across(out.context(), out.layout(), out.itemsize());
  return pays ? straightened(array, operation) : itself(array);
}

Ref<Array> take(const Array& array, const Array& indices, std::int64_t axis, Array* into, const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  check_indices(context, indices, operation);
  if (axis == KILN_AXIS_NONE) return take(*flattened(array, operation), indices, 0, into, operation);
  const std::size_t ndim = array.shape().size();
  const std::size_t at = layout::normalize_axis(axis, ndim, operation);
  Dims shape;
  for (std::size_t d = 0; d < at; ++d) shape.push_back(array.shape()[d]);
  for (const auto extent : indices.shape()) shape.push_back(extent);
  for (std::size_t d = at + 1; d < ndim; ++d) shape.push_back(array.shape()[d]);
  check_destination(context, into, shape, operation);
  Move move;
  move.outer = product(array.shape(), 0, at);
  move.n = array.shape()[at];
  move.count = indices.size();
  move.inner = product(array.shape(), at + 1, ndim);
  const Dims shape3{move.outer, move.count, move.inner};
  const Array* const by[] = {&indices};
  const auto out =
      target(context, into, layout::checked_size(shape, 1, operation) != 0 && fits(into, array, by, shape3),
             array.dtype(), shape, operation);
  if (out->size() == 0) return deliver(out, into, operation);
  check_extent(array, at, operation);
  const auto source = mostly_read(array, *out, operation);
  move.array = rows_of(*source, source->layout(), Dims{move.outer, move.n, move.inner}, operation);
  move.other = rows_of(*out, out->layout(), shape3, operation);
  move.indices = rows_of(indices, indices.layout(), Dims{1, move.count, 1}, operation);
  const bool checked = check_positions(indices, move.n, operation);
  move_rows(context, std::move(move), checked, operation);
  report_positions(context, checked, operation);
  return deliver(out, into, operation);
}

Ref<Array> take_along_axis(const Array& array, const Array& indices, std::int64_t axis, Array* into,
                           const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  check_indices(context, indices, operation);
  const std::size_t ndim = array.shape().size();
  if (indices.shape().size() != ndim)
    fail(KILN_SHAPE_ERROR, "{}: an array of shape {} and indices of shape {}, expected as many axes", operation,
         layout::shape_text(array.shape()), layout::shape_text(indices.shape()));
  const std::size_t at = layout::normalize_axis(axis, ndim, operation);
  Dims own = array.shape();
  own[at] = indices.shape()[at];
  const Dims both[] = {own, indices.shape()};
  const Dims shape = layout::broadcast_shapes(both, operation);
  check_destination(context, into, shape, operation);
  Move move;
  move.along = true;
  move.outer = product(shape, 0, at);
  move.n = array.shape()[at];
  move.count = shape[at];
  move.inner = product(shape, at + 1, ndim);
  const Dims shape3{move.outer, move.count, move.inner};
  const Array* const by[] = {&indices};
  const auto out =
      target(context, into, layout::checked_size(shape, 1, operation) != 0 && fits(into, array, by, shape3),
             array.dtype(), shape, operation);
  if (out->size() == 0) return deliver(out, into, operation);
  check_extent(array, at, operation);
  Dims whole = shape;
  whole[at] = move.n;
  const auto source = mostly_read(array, *out, operation);
  move.array = rows_of(*source, layout::broadcast_to(source->layout(), whole, operation),
                       Dims{move.outer, move.n, move.inner}, operation);
  move.other = rows_of(*out, out->layout(), shape3, operation);
  move.indices = rows_of(indices, layout::broadcast_to(indices.layout(), shape, operation), shape3, operation);
  const bool checked = check_positions(indices, move.n, operation);
  move_rows(context, std::move(move), checked, operation);
  report_positions(context, checked, operation);
  return deliver(out, into, operation);
}

}  // namespace kiln::array
