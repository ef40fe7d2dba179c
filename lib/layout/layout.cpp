// SPDX-License-Identifier: Apache-2.0
// Sizes, strides, contiguity, and the bytes a layout covers. Products and sums that could exceed 64 bits are
// checked. After check_inside has passed a layout, plain arithmetic on it cannot overflow.
#include "layout/layout.hpp"

#include <iterator>

#include "base/checked.hpp"
#include "base/text.hpp"

namespace kiln::layout {
namespace {

std::uint64_t magnitude(std::int64_t value) noexcept {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

bool is_empty(const Dims& shape) noexcept { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

// The strides of a packed array. axis(i) is the axis that is number i from inside.
template <class Axis>
Dims packed_strides(std::span<const std::int64_t> shape, std::size_t itemsize, Axis&& axis) {
  Dims strides(shape.size(), 0);
  auto stride = static_cast<std::int64_t>(itemsize);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    strides[axis(i)] = stride;
    stride *= std::max<std::int64_t>(shape[axis(i)], 1);
  }
  return strides;
}

// Whether the strides are those, but for axes of extent 1.
template <class Axis>
bool is_packed(const Layout& layout, std::size_t itemsize, Axis&& axis) noexcept {
  if (is_empty(layout.shape)) return true;
  auto stride = static_cast<std::int64_t>(itemsize);
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.shape[axis(i)] == 1) continue;
    if (layout.strides[axis(i)] != stride) return false;
    stride *= layout.shape[axis(i)];
  }
  return true;
}

}  // namespace

std::int64_t Layout::size() const noexcept {
  std::int64_t product = 1;
  for (auto extent : shape) product *= extent;
  return product;
}

std::string shape_text(std::span<const std::int64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}{}", i ? ", " : "", shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string extents_text(std::span<const std::int64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}{}", i ? ", " : "", shape[i] == -1 ? "?" : std::to_string(shape[i]));
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::int64_t checked_size(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation) {
  if (shape.size() > KILN_MAX_DIMS) {
    base::fail(KILN_SHAPE_ERROR, "{}: got {} dimensions, expected at most {}", operation, shape.size(), KILN_MAX_DIMS);
  }
  // Extents of 0 do not count for the bytes, so that the strides of an empty array cannot overflow either.
  std::int64_t bytes = static_cast<std::int64_t>(itemsize), size = 1;
  for (auto extent : shape) {
    if (extent < 0) {
      base::fail(KILN_SHAPE_ERROR, "{}: got a negative extent in shape {}", operation, shape_text(shape));
    }
    if (extent != 0 && __builtin_mul_overflow(bytes, extent, &bytes)) {
      base::fail(KILN_OVERFLOW, "{}: shape {} of {} byte elements is more than 2^63-1 bytes", operation,
                 shape_text(shape), itemsize);
    }
    size *= extent;  // at most `bytes`
  }
  return size;
}

Dims c_strides(std::span<const std::int64_t> shape, std::size_t itemsize) {
  return packed_strides(shape, itemsize, [&](std::size_t i) { return shape.size() - 1 - i; });
}

Dims f_strides(std::span<const std::int64_t> shape, std::size_t itemsize) {
  return packed_strides(shape, itemsize, [](std::size_t i) { return i; });
}

Dims keep_strides(const Layout& like, std::size_t itemsize) {
  std::size_t order[KILN_MAX_DIMS];  // the outermost axis comes first
  for (std::size_t i = 0; i < like.ndim(); ++i) order[i] = i;
  const auto larger = [&](std::size_t a, std::size_t b) {
    return magnitude(like.strides[a]) > magnitude(like.strides[b]);
  };
  for (std::size_t i = 1; i < like.ndim(); ++i) {
    for (std::size_t j = i; j > 0 && larger(order[j], order[j - 1]); --j) std::swap(order[j], order[j - 1]);
  }
  return packed_strides(like.shape, itemsize, [&](std::size_t i) { return order[like.ndim() - 1 - i]; });
}

Layout c_layout(std::span<const std::int64_t> shape, std::size_t itemsize, const char* operation) {
  checked_size(shape, itemsize, operation);
  return {Dims(shape), c_strides(shape, itemsize), 0};
}

bool is_c_contiguous(const Layout& layout, std::size_t itemsize) noexcept {
  return is_packed(layout, itemsize, [&](std::size_t i) { return layout.ndim() - 1 - i; });
}

bool is_f_contiguous(const Layout& layout, std::size_t itemsize) noexcept {
  return is_packed(layout, itemsize, [](std::size_t i) { return i; });
}

Span byte_span(const Layout& layout, std::size_t itemsize, const char* operation) {
  Span span{layout.offset, layout.offset};
  if (is_empty(layout.shape)) return span;
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    const auto reach = base::checked_mul(layout.strides[i], layout.shape[i] - 1, operation);
    auto& end = reach < 0 ? span.low : span.high;
    end = base::checked_add(end, reach, operation);
  }
  span.high = base::checked_add(span.high, static_cast<std::int64_t>(itemsize), operation);
  return span;
}

std::optional<Span> dense_span(const Layout& layout, std::size_t itemsize) noexcept {
  Span span{layout.offset, layout.offset};
  if (is_empty(layout.shape)) return span;
  const auto compact = keep_strides(layout, itemsize);
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.shape[i] == 1) continue;
    const auto stride = layout.strides[i];
    if (stride != compact[i] && stride != -compact[i]) return std::nullopt;
    if (stride < 0) span.low += stride * (layout.shape[i] - 1);
  }
  span.high = span.low + layout.size() * static_cast<std::int64_t>(itemsize);
  return span;
}

void check_inside(const Layout& layout, std::size_t itemsize, std::size_t alignment, std::size_t bytes,
                  const char* operation) {
  if (layout.shape.size() != layout.strides.size()) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}", operation,
               base::plural(layout.strides.size(), "stride"), layout.shape.size());
  }
  checked_size(layout.shape, itemsize, operation);
  const auto unit = static_cast<std::int64_t>(std::max<std::size_t>(alignment, 1));
  if (layout.offset % unit != 0) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: got an offset of {}, expected a multiple of {}", operation,
               base::plural(layout.offset, "byte"), unit);
  }
  for (auto stride : layout.strides) {
    if (stride % unit != 0) {
      base::fail(KILN_INVALID_ARGUMENT, "{}: got strides {}, expected multiples of {}", operation,
                 shape_text(layout.strides), unit);
    }
  }
  const auto span = byte_span(layout, itemsize, operation);
  if (span.low < 0 || static_cast<std::uint64_t>(span.high) > bytes) {
    base::fail(KILN_INVALID_ARGUMENT,
               "{}: shape {} with strides {} and offset {} touches bytes {} to {}, expected 0 to {}", operation,
               shape_text(layout.shape), shape_text(layout.strides), layout.offset, span.low, span.high, bytes);
  }
}

}  // namespace kiln::layout
