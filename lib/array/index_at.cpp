// SPDX-License-Identifier: Apache-2.0
// Elements where index arrays meet, array[i, j, ...]: the indices of the first axes become one index of these
// axes flattened.
#include "array/index_write.hpp"

namespace kiln::array {

using base::fail;

namespace {

// The shape of what the index arrays name, and of the result; refuses what cannot meet.
struct Met {
  Dims places, shape;
};
Met meet(const Array& array, Arrays indices, const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  const Dims& own = array.shape();
  if (indices.empty() || indices.size() > own.size())
    fail(KILN_SHAPE_ERROR, "{}: got {} index arrays for an array of shape {}, expected 1 to {}", operation,
         indices.size(), layout::shape_text(own), own.size());
  std::vector<Dims> shapes;
  for (const Array* each : indices) {
    check_indices(context, *each, operation);
    shapes.push_back(each->shape());
  }
  Met met;
  met.places = met.shape = layout::broadcast_shapes(shapes, operation);
  for (std::size_t d = indices.size(); d < own.size(); ++d) met.shape.push_back(own[d]);
  return met;
}

// The indexed axes as one. They hold elements.
Dims flat_shape(const Array& array, std::size_t count) {
  const Dims& shape = array.shape();
  std::int64_t n = 1;
  for (std::size_t d = 0; d < count; ++d) n *= shape[d];
  Dims flat{n};
  for (std::size_t d = count; d < shape.size(); ++d) flat.push_back(shape[d]);
  return flat;
}

// Negative indices counted from the end, and brought inside or, where indices are checked, far outside.
Ref<Array> flat_indices(const Array& array, Arrays indices, const Dims& places, const char* operation) {
  auto& context = array.context();
  const auto flat = empty(context, KILN_INT64, places, operation);
  const bool checked = context.options().check_index;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const Array& own = *indices[d];
    const std::int64_t n = array.shape()[d];
    if (n == 0)
      fail(KILN_INDEX_ERROR, "{}: axis {} of shape {} has no elements", operation, d,
           layout::shape_text(array.shape()));
    check_positions(own, n, operation);
    // f: of the axes before, o: of this one. No product overflows: f is a place among existing elements.
    const Operand operands[] = {operand_of(*flat), operand_of(own),
                                operand_of(Scalar::integer(KILN_INT64, n)),
                                operand_of(Scalar::integer(KILN_INT64, d == 0 ? 0 : 1))};
    const bool wide = own.dtype() == KILN_UINT64;
    const char* const text =
        checked ? (wide ? "f = f*more < 0 || o >= uint64(n) ? -0x7fffffffffffffff : f*more*n + int64(o)"
                        : "f = f*more < 0 || int64(o) < -n || int64(o) >= n ? -0x7fffffffffffffff"
                          " : f*more*n + int64(o) + (o < 0 ? n : 0)")
        : wide  ? "f = f*more*n + int64(min(o, uint64(n - 1)))"
                : "f = f*more*n + min(max(int64(o) + (o < 0 ? n : 0), 0), n - 1)";
    own_expression(context, text, "f, o, n, more").call(operands, operation);
  }
  return flat;
}

// Writes to the flattened axes: of a view, or of a copy that is brought back.
using Write = void (*)(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                       const char* operation);
void write_at(Array& array, Arrays indices, const Array& values, Write write, const char* operation) {
  check_writable(array, operation);
  const Met met = meet(array, indices, operation);
  if (indices.size() == 1) return write(array, *indices[0], 0, values, operation);
  check_operand(array.context(), values, operation);
  layout::broadcast_to(values.layout(), met.shape, operation);  // refuses other shapes
  if (layout::checked_size(met.shape, array.itemsize(), operation) == 0) return;
  const auto flat = flat_indices(array, indices, met.places, operation);
  const Dims shape = flat_shape(array, indices.size());
  if (const auto seen = layout::reshape_view(array.layout(), shape, array.itemsize())) {
    Array view(array.buffer_ref(), array.dtype(), *seen, array.writable());
    return write(view, *flat, 0, values, operation);
  }
  const auto copied = copy(array, KILN_ORDER_C, operation);
  write(*reshape(*copied, shape, KILN_COPY_NEVER, operation), *flat, 0, values, operation);
  assign(array, *copied, operation);
}

}  // namespace

Ref<Array> take_at(const Array& array, Arrays indices, Array* into, const char* operation) {
  const Met met = meet(array, indices, operation);
  if (indices.size() == 1) return take(array, *indices[0], 0, into, operation);
  auto& context = array.context();
  check_destination(context, into, met.shape, operation);
  if (layout::checked_size(met.shape, array.itemsize(), operation) == 0)
    return target(context, into, true, array.dtype(), met.shape, operation);
  const auto flat = flat_indices(array, indices, met.places, operation);
  const auto source = reshape(array, flat_shape(array, indices.size()), KILN_COPY_IF_NEEDED, operation);
  return take(*source, *flat, 0, into, operation);
}

void put_at(Array& array, Arrays indices, const Array& values, const char* operation) {
  write_at(array, indices, values, put, operation);
}

void scatter_add_at(Array& array, Arrays indices, const Array& values, const char* operation) {
  check_addable(array, operation);
  write_at(array, indices, values, scatter_add, operation);
}

}  // namespace kiln::array
