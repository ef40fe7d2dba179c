// SPDX-License-Identifier: Apache-2.0
// Views of a layout, as in NumPy. A view without elements keeps the offset of its source, so that no offset
// lies outside the buffer.
#include "base/checked.hpp"
#include "base/text.hpp"
#include "layout/layout.hpp"

namespace kiln::layout {
namespace {

struct Range {
  std::int64_t start, length;
};

// The elements that start:stop:step picks of an axis, by the rules of Python's slice.indices.
Range slice_range(const Index& index, std::int64_t extent, const char* operation) {
  if (index.step == 0) base::fail(KILN_INVALID_ARGUMENT, "{}: got a slice step of 0", operation);
  const bool forward = index.step > 0;
  const std::int64_t first = forward ? 0 : -1, last = forward ? extent : extent - 1;
  const auto bound = [&](std::int64_t value, std::int64_t missing) {
    if (value == INT64_MIN) return missing;
    return std::clamp(value < 0 ? value + extent : value, first, last);
  };
  const auto start = bound(index.start, forward ? first : last);
  const auto stop = bound(index.stop, forward ? last : first);
  const auto distance = static_cast<std::uint64_t>(forward ? stop - start : start - stop);
  if (forward ? stop <= start : start <= stop) return {start, 0};
  const auto step = forward ? static_cast<std::uint64_t>(index.step) : 0 - static_cast<std::uint64_t>(index.step);
  return {start, static_cast<std::int64_t>((distance - 1) / step + 1)};
}

void advance(Layout& layout, std::int64_t stride, std::int64_t count, const char* operation) {
  layout.offset = base::checked_add(layout.offset, base::checked_mul(stride, count, operation), operation);
}

void take_integer(Layout& out, const Layout& from, std::size_t axis, std::int64_t wanted, const char* operation) {
  const auto extent = from.shape[axis];
  if (wanted >= extent || wanted < -extent) {
    base::fail(KILN_INDEX_ERROR, "{}: index {} is out of range for axis {} of {}{}", operation, wanted, axis,
               base::plural(extent, "element"), extent == 0 ? ", which is empty" : "");
  }
  advance(out, from.strides[axis], wanted < 0 ? wanted + extent : wanted, operation);
}

void take_slice(Layout& out, const Layout& from, std::size_t axis, const Index& index, const char* operation) {
  const auto range = slice_range(index, from.shape[axis], operation);
  auto stride = from.strides[axis];
  // The product overflows only if the slice has one element at most, so that the stride is never used.
  if (__builtin_mul_overflow(stride, index.step, &stride)) stride = from.strides[axis];
  if (range.length > 0) advance(out, from.strides[axis], range.start, operation);
  out.push_axis(range.length, stride);
}

void keep_offset_if_empty(Layout& out, const Layout& from) noexcept {
  if (out.size() == 0) out.offset = from.offset;
}

// Marks an axis as named. Throws if it is named already.
std::size_t name_axis(bool (&seen)[KILN_MAX_DIMS], std::int64_t axis, std::size_t ndim, const char* operation) {
  const auto at = normalize_axis(axis, ndim, operation);
  if (seen[at]) base::fail(KILN_INVALID_ARGUMENT, "{}: axis {} is named twice", operation, axis);
  seen[at] = true;
  return at;
}

}  // namespace

std::size_t normalize_axis(std::int64_t axis, std::size_t ndim, const char* operation) {
  const auto count = static_cast<std::int64_t>(ndim);
  if (axis == KILN_AXIS_NONE)
    base::fail(KILN_INDEX_ERROR, "{}: got KILN_AXIS_NONE, expected an axis of {}", operation,
               base::plural(ndim, "dimension"));
  if (axis >= count || axis < -count) {
    base::fail(KILN_INDEX_ERROR, "{}: axis {} is out of range for {}", operation, axis,
               base::plural(ndim, "dimension"));
  }
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

Layout index(const Layout& layout, std::span<const Index> indices, const char* operation) {
  std::size_t used = 0, ellipses = 0, integers = 0, fresh = 0;
  for (const auto& i : indices) {
    integers += i.kind == Index::Kind::integer;
    used += i.kind == Index::Kind::integer || i.kind == Index::Kind::slice;
    ellipses += i.kind == Index::Kind::ellipsis;
    fresh += i.kind == Index::Kind::new_axis;
  }
  if (ellipses > 1) base::fail(KILN_INDEX_ERROR, "{}: got {} ellipses, expected at most one", operation, ellipses);
  if (used > layout.ndim()) {
    base::fail(KILN_INDEX_ERROR, "{}: got {} subscripts, expected at most {} for shape {}", operation, used,
               layout.ndim(), shape_text(layout.shape));
  }
  const auto ndim = layout.ndim() - integers + fresh;
  if (ndim > KILN_MAX_DIMS) {
    base::fail(KILN_SHAPE_ERROR, "{}: got {} dimensions, expected at most {}", operation, ndim, KILN_MAX_DIMS);
  }
  Layout out;
  out.offset = layout.offset;
  std::size_t axis = 0;
  const auto take_whole = [&](std::size_t end) {
    for (; axis < end; ++axis) out.push_axis(layout.shape[axis], layout.strides[axis]);
  };
  for (const auto& i : indices) {
    switch (i.kind) {
      case Index::Kind::integer:
        take_integer(out, layout, axis++, i.start, operation);
        break;
      case Index::Kind::slice:
        take_slice(out, layout, axis++, i, operation);
        break;
      case Index::Kind::new_axis:
        out.push_axis(1, 0);
        break;
      case Index::Kind::ellipsis:
        take_whole(axis + layout.ndim() - used);
        break;
      default:
        base::fail(KILN_INVALID_ARGUMENT, "{}: got subscript kind {}, expected one of kiln_index_kind", operation,
                   static_cast<int>(i.kind));
    }
  }
  take_whole(layout.ndim());
  keep_offset_if_empty(out, layout);
  return out;
}

Layout transpose(const Layout& layout, std::span<const std::int64_t> axes, const char* operation) {
  if (axes.size() != layout.ndim()) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {} for shape {}", operation,
               base::plural(axes.size(), "axis", "axes"), layout.ndim(), shape_text(layout.shape));
  }
  Layout out;
  out.offset = layout.offset;
  bool seen[KILN_MAX_DIMS] = {};
  for (auto axis : axes) {
    const auto at = name_axis(seen, axis, layout.ndim(), operation);
    out.push_axis(layout.shape[at], layout.strides[at]);
  }
  return out;
}

Layout reverse_axes(const Layout& layout) {
  Layout out = layout;
  std::reverse(out.shape.begin(), out.shape.end());
  std::reverse(out.strides.begin(), out.strides.end());
  return out;
}

Dims broadcast_shapes(std::span<const Dims> shapes, const char* operation) {
  std::size_t ndim = 0;
  for (const auto& shape : shapes) ndim = std::max(ndim, shape.size());
  Dims out(ndim, 1);
  for (const auto& shape : shapes) {
    const auto pad = ndim - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
      auto& extent = out[pad + i];
      if (extent == 1) extent = shape[i];
      if (shape[i] == 1 || shape[i] == extent) continue;
      std::string list;
      for (const auto& s : shapes) list += (list.empty() ? "" : " ") + shape_text(s);
      base::fail(KILN_SHAPE_ERROR, "{}: shapes {} do not broadcast together", operation, list);
    }
  }
  return out;
}

Layout broadcast_to(const Layout& layout, std::span<const std::int64_t> shape, const char* operation) {
  checked_size(shape, 1, operation);
  const auto refuse = [&] {
    base::fail(KILN_SHAPE_ERROR, "{}: shape {} does not broadcast to {}", operation, shape_text(layout.shape),
               shape_text(shape));
  };
  if (layout.ndim() > shape.size()) refuse();
  const auto pad = shape.size() - layout.ndim();
  Layout out{Dims(shape), Dims(shape.size(), 0), layout.offset};
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.shape[i] == shape[pad + i]) {
      out.strides[pad + i] = layout.strides[i];
    } else if (layout.shape[i] != 1) {
      refuse();
    }
  }
  return out;
}

Layout flip(const Layout& layout, std::span<const std::int64_t> axes, bool all, const char* operation) {
  bool chosen[KILN_MAX_DIMS] = {};
  for (auto axis : axes) name_axis(chosen, axis, layout.ndim(), operation);
  Layout out = layout;
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (!all && !chosen[i]) continue;
    if (layout.shape[i] > 1) advance(out, layout.strides[i], layout.shape[i] - 1, operation);
    out.strides[i] = base::checked_mul<std::int64_t>(layout.strides[i], -1, operation);
  }
  keep_offset_if_empty(out, layout);
  return out;
}

Layout diagonal(const Layout& layout, std::int64_t offset, std::int64_t axis1, std::int64_t axis2,
                const char* operation) {
  if (layout.ndim() < 2) {
    base::fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected at least two dimensions", operation,
               shape_text(layout.shape));
  }
  bool seen[KILN_MAX_DIMS] = {};
  const auto row = name_axis(seen, axis1, layout.ndim(), operation);
  const auto column = name_axis(seen, axis2, layout.ndim(), operation);
  const auto rows = layout.shape[row], columns = layout.shape[column];
  Layout out;
  out.offset = layout.offset;
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (i == row || i == column) continue;
    out.push_axis(layout.shape[i], layout.strides[i]);
  }
  std::int64_t length = 0;
  if (offset >= 0 && offset < columns) {
    length = std::min(rows, columns - offset);
    if (length > 0) advance(out, layout.strides[column], offset, operation);
  } else if (offset < 0 && offset > -rows) {
    length = std::min(rows + offset, columns);
    if (length > 0) advance(out, layout.strides[row], -offset, operation);
  }
  out.shape.push_back(length);
  std::int64_t stride;
  // If the sum overflows, the diagonal has one element at most.
  if (__builtin_add_overflow(layout.strides[row], layout.strides[column], &stride)) stride = layout.strides[column];
  out.strides.push_back(stride);
  keep_offset_if_empty(out, layout);
  return out;
}

Layout reinterpret(const Layout& layout, std::size_t from_itemsize, std::size_t to_itemsize, const char* operation) {
  if (from_itemsize == to_itemsize) return layout;
  if (layout.ndim() == 0) {
    base::fail(KILN_SHAPE_ERROR, "{}: a 0-d array has no axis to scale from {} to {} byte elements", operation,
               from_itemsize, to_itemsize);
  }
  const auto from = static_cast<std::int64_t>(from_itemsize), to = static_cast<std::int64_t>(to_itemsize);
  Layout out = layout;
  auto& extent = out.shape.back();
  if (extent != 1 && layout.size() != 0 && out.strides.back() != from) {
    base::fail(KILN_SHAPE_ERROR, "{}: got a last axis with a stride of {}, expected {}", operation,
               base::plural(out.strides.back(), "byte"), from);
  }
  const auto bytes = base::checked_mul(extent, from, operation);
  if (bytes % to != 0) {
    base::fail(KILN_SHAPE_ERROR, "{}: got a last axis of {}, expected a multiple of {}", operation,
               base::plural(bytes, "byte"), to);
  }
  extent = bytes / to;
  out.strides.back() = to;
  checked_size(out.shape, to_itemsize, operation);
  if (out.size() == 0) return {out.shape, c_strides(out.shape, to_itemsize), out.offset - out.offset % to};
  bool aligned = out.offset % to == 0;
  for (std::size_t i = 0; i + 1 < out.ndim(); ++i) {
    if (out.shape[i] == 1 && out.strides[i] % to != 0) out.strides[i] = 0;
    aligned = aligned && out.strides[i] % to == 0;
  }
  if (!aligned) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: got offset {} and strides {}, expected multiples of {}", operation,
               layout.offset, shape_text(layout.strides), to);
  }
  return out;
}

}  // namespace kiln::layout
