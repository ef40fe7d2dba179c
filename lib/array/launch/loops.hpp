// SPDX-License-Identifier: Apache-2.0
// How a kernel visits several arrays together: as few loops as there can be, and whether 32 bits are enough
// to count their places. Private to array/.
#pragma once

#include <array>
#include <span>

#include "array/array.hpp"

namespace kiln::array {

// Whether a kernel needs 64-bit indices: its loops have too many places, or an operand spans too many
// elements for 32 bits.
class IndexWidth {
 public:
  // Loops of these extents, inside those that were named before.
  void loops(std::span<const std::int64_t> extents) noexcept {
    for (const std::int64_t extent : extents)
      wide_ = wide_ || __builtin_mul_overflow(places_, extent, &places_) || places_ >= kNarrowLimit;
  }
  // An operand that spans so many elements.
  void operand(std::int64_t elements) noexcept { wide_ = wide_ || elements >= kNarrowLimit; }
  bool wide() const noexcept { return wide_; }

 private:
  std::int64_t places_ = 1;
  bool wide_ = false;
};

// Elements between the first and the last one that loops of these extents visit. Strides are in bytes, one
// for each loop or none at all.
std::int64_t elements_spanned(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides,
                              std::size_t itemsize) noexcept;

// Loops over arrays of one shape for what goes along one axis: rows * cols times n elements each.
struct AxisLoops {
  // An array's steps in elements, from row to row, along the axis, and from column to column; and where the
  // first element lies that is visited.
  struct Steps {
    std::int64_t row, axis, col, start;
  };
  std::int64_t rows = 1, cols = 1, n = 0;
  std::array<Steps, layout::kMaxOperands> steps;  // one for each of `count` arrays
  std::size_t count = 0;

  std::span<const Steps> arrays() const noexcept { return {steps.data(), count}; }
  bool wide() const noexcept;
};

// Brings the other axes than `axis` into two loops. The first arrays lead their order. `reverse`: from the
// axis' end. False: they make more than two loops, and `loops` is not changed.
bool bring_into_loops(std::span<const Array* const> arrays, std::size_t axis, bool reverse, AxisLoops& loops);

}  // namespace kiln::array
