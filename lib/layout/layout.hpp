// SPDX-License-Identifier: Apache-2.0
// Shape and stride algebra of arrays. Pure: no memory, no device. Shapes count elements; strides and offsets
// are bytes. Functions throw kiln::backend::Error whose message begins with `operation`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "layout/dims.hpp"

namespace kiln::layout {

struct Layout {
  Dims shape;
  Dims strides;
  std::int64_t offset = 0;
  std::size_t ndim() const noexcept { return shape.size(); }
  std::int64_t size() const noexcept;  // elements; the shape has been validated
};

std::string shape_text(std::span<const std::int64_t> shape);  // "(3, 4)", "(5,)", "()"

// Elements of a shape; refuses negative extents and overflow (also of elements * itemsize).
std::int64_t checked_size(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation);
Dims c_strides(std::span<const std::int64_t> shape, std::size_t itemsize);
Dims f_strides(std::span<const std::int64_t> shape, std::size_t itemsize);
// Axes ordered as the given strides are (largest first), compact.
Dims keep_strides(const Layout& like, std::size_t itemsize);
Layout c_layout(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation);

bool is_c_contiguous(const Layout& layout,
                     std::size_t itemsize) noexcept;  // extents of 1 and empty arrays always fit
bool is_f_contiguous(const Layout& layout, std::size_t itemsize) noexcept;

// Bytes touched: [low, high) relative to the buffer's start; empty arrays give [offset, offset).
struct Span {
  std::int64_t low, high;
};
Span byte_span(const Layout& layout, std::size_t itemsize, const char* operation);
// The bytes touched, if they have no gaps and no two elements share one (axes in any order, strides of any
// sign).
std::optional<Span> dense_span(const Layout& layout, std::size_t itemsize) noexcept;
// Refuses layouts that leave a buffer of `bytes` or whose strides or offset are no multiples of `alignment`.
void check_inside(const Layout& layout, std::size_t itemsize, std::size_t alignment, std::size_t bytes,
                  const char* operation);

// ---- Views ----
struct Index {
  enum class Kind { integer, slice, new_axis, ellipsis } kind = Kind::slice;
  std::int64_t start = INT64_MIN, stop = INT64_MIN, step = 1;  // INT64_MIN: a missing bound
};
Layout index(const Layout& layout, std::span<const Index> indices, const char* operation);
Layout transpose(const Layout& layout, std::span<const std::int64_t> axes, const char* operation);
Layout reverse_axes(const Layout& layout);
// Resolves one -1; refuses another count of elements.
Dims resolve_reshape(std::span<const std::int64_t> from, std::span<const std::int64_t> to,
                     const char* operation);
// The view of that (resolved) shape, or nothing if elements would have to move.
std::optional<Layout> reshape_view(const Layout& layout, const Dims& shape, std::size_t itemsize);
Dims broadcast_shapes(std::span<const Dims> shapes, const char* operation);
Layout broadcast_to(const Layout& layout, std::span<const std::int64_t> shape, const char* operation);
Layout flip(const Layout& layout, std::span<const std::int64_t> axes, bool all, const char* operation);
Layout diagonal(const Layout& layout, std::int64_t offset, std::int64_t axis1, std::int64_t axis2,
                const char* operation);
Layout reinterpret(const Layout& layout, std::size_t from_itemsize, std::size_t to_itemsize,
                   const char* operation);
std::size_t normalize_axis(std::int64_t axis, std::size_t ndim, const char* operation);

// ---- Overlap ----
// Some element of a and some of b share a byte (both in one buffer). Exact up to a search limit, then true.
bool may_overlap(const Layout& a, std::size_t a_itemsize, const Layout& b, std::size_t b_itemsize);
// Two different indices of the layout name overlapping bytes (broadcast strides, for one).
bool overlaps_itself(const Layout& layout, std::size_t itemsize);

// ---- Collapse: the fewest loops that visit several operands together ----
// Operands of one shape. Axes of extent 1 go, axes are put in an order that suits operand 0 (largest stride
// outermost), negative strides common to all operands are not flipped, and neighbours that all operands step
// through alike are merged. The result has at least one axis; the last is the innermost. Byte strides per
// operand.
inline constexpr std::size_t kMaxOperands = 32;
struct Collapsed {
  Dims shape;
  std::size_t operands = 0;
  Dims strides[kMaxOperands];
};
// reorder: may axes be permuted (not where the flat C-order index matters)?
void collapse(const Dims& shape, std::span<const Dims* const> strides, bool reorder, Collapsed& out);

}  // namespace kiln::layout
