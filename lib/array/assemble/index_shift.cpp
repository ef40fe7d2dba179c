// SPDX-License-Identifier: Apache-2.0
// roll and pad: elements move along axes.
#include <algorithm>

#include "array/elementwise/parts.hpp"
#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"
#include "base/checked.hpp"
#include "base/text.hpp"

namespace kiln::array {

namespace {

// Each rolled axis doubles the number of assignments, so one pass rolls at most so many axes.
constexpr int kMostAxes = 3;

// Writes the part `from` of `source` to the part `to` of `out`, rolled by by[d], which is 0 .. extent - 1, along each
// axis from `axis` on.
void roll_into(Array& out, const Layout& to, const Array& source, const Layout& from, const Dims& by, std::size_t axis,
               const char* operation) {
  while (axis < by.size() && by[axis] == 0) ++axis;
  if (axis == by.size()) return move_part(out, to, source, from, operation);
  const std::int64_t extent = to.shape[axis], shift = by[axis];
  roll_into(out, part(to, axis, shift, extent - shift), source, part(from, axis, 0, extent - shift), by, axis + 1,
            operation);
  roll_into(out, part(to, axis, 0, shift), source, part(from, axis, extent - shift, shift), by, axis + 1, operation);
}

// Writes the rolled array to `out`, a few axes at a time, because the numbers of pieces multiply.
void roll_some(Array& out, const Array& array, const Dims& by, const char* operation) {
  const Array* source = &array;
  Ref<Array> before;
  for (std::size_t d = 0; d < by.size();) {
    Dims now(by.size(), 0);
    int count = 0;
    for (; d < by.size() && (by[d] == 0 || count < kMostAxes); ++d) {
      now[d] = by[d];
      count += by[d] != 0;
    }
    auto next = d < by.size() ? empty(out.context(), array.dtype(), array.shape(), operation) : Ref<Array>(&out);
    roll_into(*next, next->layout(), *source, source->layout(), now, 0, operation);
    before = next;
    source = before.get();
  }
  if (by.empty()) move_part(out, out.layout(), array, array.layout(), operation);
}

}  // namespace

Ref<Array> roll(const Array& array, std::span<const std::int64_t> shifts, const std::int64_t* axes, Array* into,
                const char* operation) {
  check_operand(array.context(), array, operation);
  check_destination(array.context(), into, array.shape(), operation);
  if (!axes) {
    if (shifts.size() != 1)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} without axes, expected one", operation,
           base::plural(shifts.size(), "shift"));
    const std::int64_t whole[] = {array.size()}, first[] = {0};
    const auto flat = flattened(array, operation);
    std::optional<Layout> straight;
    if (into) straight = layout::reshape_view(into->layout(), Dims(whole), into->itemsize());
    const auto flat_into = straight ? view(*into, *straight, true, operation) : nullptr;
    const auto rolled = roll(*flat, shifts, first, flat_into.get(), operation);
    if (flat_into) return Ref<Array>(into);
    return deliver(reshape(*rolled, array.shape(), KILN_COPY_NEVER, operation), into, operation);
  }
  Dims by(array.shape().size(), 0);
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const std::size_t at = layout::normalize_axis(axes[i], by.size(), operation);
    const std::int64_t extent = array.shape()[at];
    if (extent == 0) continue;
    const std::int64_t shift = shifts[i] % extent < 0 ? shifts[i] % extent + extent : shifts[i] % extent;
    by[at] = by[at] >= extent - shift ? by[at] - (extent - shift) : by[at] + shift;
  }
  std::vector<MapAxis> map;
  for (std::size_t d = 0; d < by.size(); ++d)
    map.push_back({array.shape()[d], array.shape()[d], by[d], 1, KILN_PAD_WRAP});
  return map_into(array, array.layout(), map, Scalar(), into, operation,
                  [&](Array& out) { roll_some(out, array, by, operation); });
}

namespace {

// Fills the border along one axis of the part `whole` of `out`. Elements first .. last-1 of the axis are there already.
void pad_axis(Array& out, const Layout& whole, std::size_t axis, std::int64_t first, std::int64_t last, int mode,
              const Scalar& value, const char* operation) {
  const std::int64_t extent = whole.shape[axis], inside = last - first;
  if (mode == KILN_PAD_REFLECT && inside == 1) mode = KILN_PAD_EDGE;
  const auto move = [&](std::int64_t to, std::int64_t count, std::int64_t from, std::int64_t step) {
    Layout source = part(whole, axis, from, count, step);
    if (mode == KILN_PAD_EDGE) source = part(whole, axis, from, 1);
    move_part(out, part(whole, axis, to, count), out, source, operation);
  };
  const auto side = [&](bool low) {
    const std::int64_t width = low ? first : extent - last;
    if (width == 0) return;
    if (mode == KILN_PAD_CONSTANT) {
      Array border(out.buffer_ref(), out.dtype(), part(whole, axis, low ? 0 : last, width), true);
      return fill(border, value, operation);
    }
    if (mode == KILN_PAD_EDGE) return move(low ? 0 : last, width, low ? first : last - 1, 1);
    // What was added repeats what is there with the same period, so each copy doubles what there is.
    const std::int64_t period = mode == KILN_PAD_REFLECT ? inside - 1 : inside;
    for (std::int64_t done = 0; done < width;) {
      const std::int64_t known = done + period, more = std::min(known, width - done);
      if (mode == KILN_PAD_WRAP && low) move(first - done - more, more, first - done + known - more, 1);
      if (mode == KILN_PAD_WRAP && !low) move(last + done, more, last + done - known, 1);
      // A mirror recurs after each period: it is the outermost element so far (reflect) or lies behind it (symmetric).
      if (mode == KILN_PAD_REFLECT && low) move(first - done - more, more, first - done + more, -1);
      if (mode == KILN_PAD_REFLECT && !low) move(last + done, more, last + done - 2, -1);
      if (mode == KILN_PAD_SYMMETRIC && low) move(first - done - more, more, first - done + more - 1, -1);
      if (mode == KILN_PAD_SYMMETRIC && !low) move(last + done, more, last + done - 1, -1);
      done += more;
    }
  };
  side(true);
  side(false);
}

// Writes the array and around it borders of these widths, two for each axis.
void pad_into(Array& out, const Array& array, std::span<const std::int64_t> widths, int mode, const Scalar& value,
              const char* operation) {
  const Dims& shape = out.shape();
  Layout inner = out.layout();
  for (std::size_t d = 0; d < shape.size(); ++d) inner = part(inner, d, widths[2 * d], array.shape()[d]);
  if (array.size() != 0) move_part(out, inner, array, array.layout(), operation);
  // The borders of the first axis come first and have the extents of the array along the others. Borders of later axes
  // have the full extents of those before.
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Layout grown = inner;
    grown.shape[d] = shape[d];
    grown.offset = out.layout().offset;
    for (std::size_t k = d + 1; k < shape.size(); ++k) grown.offset += widths[2 * k] * inner.strides[k];
    grown.strides[d] = out.strides()[d];
    if (array.shape()[d] == shape[d]) continue;
    if (grown.size() != 0)
      pad_axis(out, grown, d, widths[2 * d], widths[2 * d] + array.shape()[d], mode, value, operation);
    inner = grown;
  }
}

}  // namespace

Ref<Array> pad(const Array& array, std::span<const std::int64_t> widths, int mode, const Scalar& value, Array* into,
               const char* operation) {
  check_operand(array.context(), array, operation);
  if (mode < KILN_PAD_CONSTANT || mode > KILN_PAD_SYMMETRIC)
    fail(KILN_INVALID_ARGUMENT, "{}: got mode number {}, expected a kiln_pad_mode", operation, mode);
  Dims shape = array.shape();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::int64_t before = widths[2 * d], after = widths[2 * d + 1];
    if (before < 0 || after < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got widths {} and {} along axis {}, expected at least 0", operation, before,
           after, d);
    if (mode != KILN_PAD_CONSTANT && shape[d] == 0 && (before > 0 || after > 0))
      fail(KILN_SHAPE_ERROR, "{}: axis {} of shape {} has no elements to pad from", operation, d,
           layout::shape_text(array.shape()));
    shape[d] = base::checked_add(shape[d], base::checked_add(before, after, operation), operation);
  }
  std::vector<MapAxis> map;
  for (std::size_t d = 0; d < shape.size(); ++d) map.push_back({shape[d], array.shape()[d], widths[2 * d], 1, mode});
  return map_into(array, array.layout(), map, value, into, operation,
                  [&](Array& out) { pad_into(out, array, widths, mode, value.cast(array.dtype()), operation); });
}

}  // namespace kiln::array
