// SPDX-License-Identifier: Apache-2.0
// Reads and writes by mask: the positions where it holds are found, then elements move by index.
#include <algorithm>

#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/index/index_true.hpp"
#include "array/launch/destination.hpp"
#include "base/text.hpp"

namespace kiln::array {

namespace {

// Refuses a mask that does not fit. Returns the array's extents behind those of the mask.
Dims check_mask(const Array& array, const Array& mask, const char* operation) {
  check_operand(array.context(), mask, operation);
  check_operand(array.context(), array, operation);
  if (mask.dtype() != KILN_BOOL)
    fail(KILN_TYPE_ERROR, "{}: the mask has dtype {}, expected bool", operation, base::dtype_name(mask.dtype()));
  const Dims &shape = array.shape(), &masked = mask.shape();
  if (masked.size() > shape.size() || !std::equal(masked.begin(), masked.end(), shape.begin()))
    fail(KILN_SHAPE_ERROR, "{}: the mask has shape {}, expected {} or its first extents", operation,
         layout::shape_text(masked), layout::shape_text(shape));
  return Dims(std::span(shape.begin() + masked.size(), shape.end()));
}

}  // namespace

Ref<Array> compress(const Array& array, const Array& mask, Array* into, const char* operation) {
  auto& context = array.context();
  Dims shape = check_mask(array, mask, operation);
  const auto held = packed(mask, operation);
  Move move;
  move.outer = 1;
  move.n = mask.size();
  move.inner = extents_product(shape, 0, shape.size());
  shape.insert(0, 0);
  const bool likely = into && fits_but_for(context, *into, shape, 0);
  const TrueElements found(*held, {.rows = &array, .inner = move.inner, .into = likely ? into : nullptr}, operation);
  shape[0] = move.count = found.count();
  check_destination(context, into, shape, operation);
  if (const auto& rows = found.rows())
    return rows.get() == into ? rows : deliver(reshape(*rows, shape, KILN_COPY_NEVER, operation), into, operation);
  const Dims shape3{1, move.count, move.inner};
  const bool direct = into && into->size() > 0 && fits(into, array, {}, shape3);
  const auto out = target(context, into, direct, array.dtype(), shape, operation);
  if (out->size() == 0) return deliver(out, into, operation);
  if (array.c_contiguous() && out->c_contiguous() && !may_overlap(*out, *held) && found.gathers(array, move.inner)) {
    found.gather(array, move.inner, *out);
    return deliver(out, into, operation);
  }
  const auto positions = found.positions();
  move.see(array, array.layout(), *out, out->layout(), *positions, positions->layout(), operation);
  move_rows(context, std::move(move), false, operation);
  return deliver(out, into, operation);
}

void put_mask(Array& array, const Array& mask, const Array& values, const char* operation) {
  auto& context = array.context();
  check_writable(array, operation);
  Dims rest = check_mask(array, mask, operation);
  check_operand(context, values, operation);
  Layout layout = values.layout();
  const bool leading = layout.ndim() == rest.size() + 1;
  if (layout.ndim() > rest.size() + 1)
    fail(KILN_SHAPE_ERROR, "{}: the values have shape {}, expected at most {}", operation,
         layout::shape_text(layout.shape), base::plural(rest.size() + 1, "axis", "axes"));
  const bool counted = leading && layout.shape[0] != 1;
  const auto from = counted && may_overlap(values, array) ? astype(values, array.dtype(), operation)
                                                          : as(values, array.dtype(), operation);
  layout = from->layout();
  if (!counted) {
    // Every element of the mask takes the same values, so no positions are needed.
    if (leading) layout.erase_axis(0);
    layout::broadcast_to(layout, rest, operation);  // refuses other shapes
    if (array.size() == 0) return;
    Layout over = mask.layout();
    for (std::size_t d = 0; d < rest.size(); ++d) over.push_axis(1, 0);
    const DType bits = bits_dtype(array.dtype());
    const Array result(array.buffer_ref(), bits, array.layout(), true), source(from->buffer_ref(), bits, layout, false),
        where(mask.buffer_ref(), KILN_BOOL, over, false);
    return builtin_expression(context, "r = m ? v : r", "r, m, v").call({result, where, source}, operation);
  }
  const auto mask_held = packed(mask, operation);
  const auto positions = TrueElements(*mask_held, {}, operation).positions();
  if (layout.shape[0] != positions->size())
    fail(KILN_SHAPE_ERROR, "{}: got {}, expected {}, where the mask holds", operation,
         base::plural(layout.shape[0], "value"), positions->size());
  Move move;
  move.put = true;
  move.outer = 1;
  move.n = mask.size();
  move.count = positions->size();
  move.inner = extents_product(rest, 0, rest.size());
  rest.insert(0, move.count);
  const Layout wide = layout::broadcast_to(layout, rest, operation);
  if (move.count == 0 || move.inner == 0) return;
  move.see(array, array.layout(), *from, wide, *positions, positions->layout(), operation);
  const auto copied = move.array.held;
  move_rows(context, std::move(move), false, operation);
  if (copied) move_part(array, array.layout(), *copied, copied->layout(), operation);
}

std::vector<Ref<Array>> nonzero(const Array& array, std::span<Array* const> into, const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  const Ref<Array> mask = array.dtype() == KILN_BOOL || (array.c_contiguous() && TrueElements::few(array))
                              ? packed(array, operation)
                              : astype(array, KILN_BOOL, operation);
  const bool one = array.shape().size() < 2;
  Array* const given = one && !into.empty() ? into[0] : nullptr;
  Array* const only = given && fits_but_for(context, *given, Dims{0}, 0) ? given : nullptr;
  for (std::size_t d = 0; d < std::min(into.size(), array.shape().size()); ++d)
    check_holds(into[d], array.shape()[d] - 1, operation);
  const TrueElements found(*mask, {.wide = one, .into = only}, operation);
  Dims shape = array.shape();
  if (shape.empty()) shape.push_back(1);
  const Dims counted{found.count()};
  check_destinations(context, into, {&counted, 1}, operation);
  const auto entry = [&](std::size_t d) { return into.empty() ? nullptr : into[d]; };
  std::vector<Ref<Array>> out;
  if (shape.size() == 1) {
    out.push_back(found.positions(entry(0)));
    deliver_each(out, into, operation);
    return out;
  }
  const auto positions = found.positions();
  const DType dtype = positions->dtype();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool direct = entry(d) && entry(d)->dtype() == KILN_INT64;
    out.push_back(target(context, entry(d), direct, KILN_INT64, counted, operation));
  }
  if (found.count() > 0 && shape.size() == 2) {
    builtin_expression(context, "i = p / extent; j = p % extent", "i, j, p, extent")
        .call({*out[0], *out[1], *positions, Scalar::integer(dtype, shape[1])}, operation);
  } else if (found.count() > 0) {
    std::int64_t step = extents_product(shape, 0, shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) {
      step /= shape[d];
      builtin_expression(context, "r = p / step % extent", "r, p, step, extent")
          .call({*out[d], *positions, Scalar::integer(dtype, step), Scalar::integer(dtype, shape[d])}, operation);
    }
  }
  deliver_each(out, into, operation);
  return out;
}

}  // namespace kiln::array
