// SPDX-License-Identifier: Apache-2.0
// Operations on the elements where several index arrays meet, array[i, j, ...]. index_meet.cpp takes most in one
// launch. Otherwise the indices of the first axes become one index of these axes flattened.
#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/scatter/index_write.hpp"

namespace kiln::array {

namespace {

// The shape to which the index arrays broadcast, and that of the result.
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

// The array's shape with the first `count` axes, which are not empty, as one.
Dims flat_shape(const Array& array, std::size_t count) {
  const Dims& shape = array.shape();
  Dims flat{extents_product(shape, 0, count)};
  for (std::size_t d = count; d < shape.size(); ++d) flat.push_back(shape[d]);
  return flat;
}

// The expression of flat_indices, for indices o0, o1, ... of axes with n0, n1, ... elements. If `behind` is true, there
// are axes before these, and f is the place along them. No product overflows, because each is the place of an existing
// element.
std::string flat_text(Arrays indices, bool checked, bool behind) {
  std::string places, flat = behind ? "f" : "", inside = behind ? "f >= 0" : "";
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const bool wide = indices[d]->dtype() == KILN_UINT64;
    const std::string o = fmt::format("o{}", d), n = fmt::format("n{}", d);
    if (checked)
      inside += fmt::format(fmt::runtime(wide ? "{}{} < uint64({})" : "{0}int64({1}) >= -{2} && int64({1}) < {2}"),
                            inside.empty() ? "" : " && ", o, n);
    places += fmt::format(fmt::runtime(wide ? "p{0} = int64(min({1}, uint64({2} - 1))); "
                                            : "p{0} = min(max(int64({1}) + ({1} < 0 ? {2} : 0), 0), {2} - 1); "),
                          d, o, n);
    flat = flat.empty() ? "p0" : fmt::format("({})*{} + p{}", flat, n, d);
  }
  return places + (checked ? fmt::format("f = {} ? {} : -0x7fffffffffffffff", inside, flat) : "f = " + flat);
}

// Refuses an axis without elements, and looks at the indices if the flag check_index is set.
void check_axes(const Array& array, Arrays indices, const char* operation) {
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const std::int64_t n = array.shape()[d];
    if (n == 0)
      fail(KILN_INDEX_ERROR, "{}: axis {} of shape {} has no elements", operation, d,
           layout::shape_text(array.shape()));
    check_positions(*indices[d], n, operation);
  }
}

// One index for each place, of the indexed axes flattened. Negative indices count from the end. For an index outside
// its axis the nearest one inside is taken. If indices are checked, the result is far outside, so that kernels skip it.
Ref<Array> flat_indices(const Array& array, Arrays indices, const Dims& places, const char* operation) {
  auto& context = array.context();
  const auto flat = empty(context, KILN_INT64, places, operation);
  constexpr std::size_t kMost = (layout::kMaxOperands - 1) / 2;  // of a kernel
  for (std::size_t first = 0; first < indices.size(); first += kMost) {
    const Arrays some = indices.subspan(first, std::min(kMost, indices.size() - first));
    std::vector<Operand> operands{*flat};
    std::string parameters = "f";
    for (std::size_t d = 0; d < some.size(); ++d) {
      operands.emplace_back(*some[d]);
      operands.emplace_back(Scalar::integer(KILN_INT64, array.shape()[first + d]));
      parameters += fmt::format(", o{0}, n{0}", d);
    }
    builtin_expression(context, flat_text(some, context.options().check_index, first > 0), parameters)
        .call(operands, operation);
  }
  return flat;
}

// Writes by one index of the flattened axes: to a view of the array, or to a copy that is brought back.
using Write = void (*)(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                       const char* operation);
void write_at(Array& array, Arrays indices, const Array& values, Write write, const char* operation) {
  check_writable(array, operation);
  const Met met = meet(array, indices, operation);
  if (indices.size() == 1) return write(array, *indices[0], 0, values, operation);
  check_operand(array.context(), values, operation);
  layout::broadcast_to(values.layout(), met.shape, operation);  // refuses other shapes
  if (layout::checked_size(met.shape, array.itemsize(), operation) == 0) return;
  check_axes(array, indices, operation);
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
  check_axes(array, indices, operation);
  if (auto taken = take_met(array, indices, met.places, into, operation)) return taken;
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
