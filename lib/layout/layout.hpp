// SPDX-License-Identifier: Apache-2.0
// Arithmetic of shapes and strides, without memory or devices. Shapes count elements; strides and offsets are
// in bytes. Functions throw kiln::backend::Error, whose message begins with `operation`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "layout/dims.hpp"

namespace kiln::layout {

// A layout says where the elements of an array are. Element (i, j) of a matrix begins at byte offset + i *
// strides[0] + j * strides[1] of the buffer.
struct Layout {
  Dims shape;
  Dims strides;
  std::int64_t offset = 0;
  std::size_t ndim() const noexcept { return shape.size(); }
  std::int64_t size() const noexcept;  // the number of elements; the shape must have been checked
  void insert_axis(std::size_t axis, std::int64_t extent = 1, std::int64_t stride = 0) {
    shape.insert(axis, extent);
    strides.insert(axis, stride);
  }
  void push_axis(std::int64_t extent, std::int64_t stride) { insert_axis(ndim(), extent, stride); }
  void erase_axis(std::size_t axis) {
    shape.erase(axis);
    strides.erase(axis);
  }
};

std::string shape_text(std::span<const std::int64_t> shape);  // "(3, 4)", "(5,)", "()"
// The same for a shape of a graph, in which -1 stands for an extent that only a call tells: "(?, 784)".
std::string extents_text(std::span<const std::int64_t> shape);

// The number of elements of a shape. Throws for negative extents, and if elements or bytes exceed 2^63 - 1.
std::int64_t checked_size(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation);
Dims c_strides(std::span<const std::int64_t> shape, std::size_t itemsize);
Dims f_strides(std::span<const std::int64_t> shape, std::size_t itemsize);
// Strides of a packed array. Its axes are nested like those of `like`, whose larger strides belong to outer axes.
Dims keep_strides(const Layout& like, std::size_t itemsize);
Layout c_layout(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation);

// Axes of extent 1 may have any stride. Empty arrays are contiguous.
bool is_c_contiguous(const Layout& layout, std::size_t itemsize) noexcept;
bool is_f_contiguous(const Layout& layout, std::size_t itemsize) noexcept;

// A range of bytes, `low` to `high` - 1, from the start of the buffer. An empty array has [offset, offset).
struct Span {
  std::int64_t low, high;
};
Span byte_span(const Layout& layout, std::size_t itemsize, const char* operation);
// The bytes of the layout if there are no gaps between elements and no two elements share a byte; otherwise
// nothing. Axes may be in any order and strides of any sign.
std::optional<Span> dense_span(const Layout& layout, std::size_t itemsize) noexcept;
// Throws if the layout reaches outside a buffer of `bytes`, or if a stride or the offset is not a multiple of
// `alignment`.
void check_inside(const Layout& layout, std::size_t itemsize, std::size_t alignment, std::size_t bytes,
                  const char* operation);

// ---- Views ----
struct Index {
  enum class Kind { integer, slice, new_axis, ellipsis } kind = Kind::slice;
  std::int64_t start = INT64_MIN, stop = INT64_MIN, step = 1;  // INT64_MIN: this bound is not given
};
Layout index(const Layout& layout, std::span<const Index> indices, const char* operation);
Layout transpose(const Layout& layout, std::span<const std::int64_t> axes, const char* operation);
Layout reverse_axes(const Layout& layout);
// The shape `to`, in which a single -1 stands for the extent that fits. Throws if the number of elements differs.
Dims resolve_reshape(std::span<const std::int64_t> from, std::span<const std::int64_t> to, const char* operation);
// The view with this shape, which resolve_reshape() has checked, or nothing if elements would have to be moved.
std::optional<Layout> reshape_view(const Layout& layout, const Dims& shape, std::size_t itemsize);
Dims broadcast_shapes(std::span<const Dims> shapes, const char* operation);
Layout broadcast_to(const Layout& layout, std::span<const std::int64_t> shape, const char* operation);
Layout flip(const Layout& layout, std::span<const std::int64_t> axes, bool all, const char* operation);
Layout diagonal(const Layout& layout, std::int64_t offset, std::int64_t axis1, std::int64_t axis2,
                const char* operation);
Layout reinterpret(const Layout& layout, std::size_t from_itemsize, std::size_t to_itemsize, const char* operation);
std::size_t normalize_axis(std::int64_t axis, std::size_t ndim, const char* operation);

// ---- Overlap ----
// Whether an element of `a` and an element of `b` share a byte of the buffer they are both in. The answer is
// exact, unless the search for it takes too long; then it is true.
bool may_overlap(const Layout& a, std::size_t a_itemsize, const Layout& b, std::size_t b_itemsize);
// Whether two elements of the layout share a byte, as with a stride of 0.
bool overlaps_itself(const Layout& layout, std::size_t itemsize);

// ---- Collapse: the fewest loops that visit several operands together ----
// The loops over operands of one shape; the last is the innermost. Axes of extent 1 have none, but one loop is always
// left. Neighbouring axes share one where all operands step through them as through one. Negative strides stay.
inline constexpr std::size_t kMaxOperands = 32;
struct Collapsed {
  Dims shape;
  std::size_t operands = 0;
  Dims strides[kMaxOperands];
};
// With `reorder`, axes are first ordered, the largest stride outermost; the first operand whose strides along two axes
// differ, and are not 0, decides. That changes the flat index of elements in C order.
void collapse(const Dims& shape, std::span<const Dims* const> strides, bool reorder, Collapsed& out);

}  // namespace kiln::layout
