// SPDX-License-Identifier: Apache-2.0
// How a kernel visits several arrays together: in as few nested loops as possible, with 32-bit indices where they
// suffice. Private to array/.
#pragma once

#include <array>
#include <span>

#include "array/array.hpp"

namespace kiln::array {

// Finds out whether a kernel needs 64-bit indices. It does if its loops have too many iterations in all, or if an
// operand spans too many elements.
class IndexWidth {
 public:
  // Adds loops of these extents. They are nested inside the loops that were added before.
  void loops(std::span<const std::int64_t> extents) noexcept {
    for (const std::int64_t extent : extents)
      wide_ = wide_ || __builtin_mul_overflow(places_, extent, &places_) || places_ >= kNarrowLimit;
  }
  // Adds an operand that spans so many elements.
  void operand(std::int64_t elements) noexcept { wide_ = wide_ || elements >= kNarrowLimit; }
  bool wide() const noexcept { return wide_; }

 private:
  std::int64_t places_ = 1;
  bool wide_ = false;
};

// How often loops of these extents run their body.
inline std::int64_t visits(std::span<const std::int64_t> extents) noexcept {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

// The distance in elements between the first and the last element in memory that loops of these extents visit.
// `strides` are in bytes, one for each loop. Empty strides give 0.
std::int64_t elements_spanned(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides,
                              std::size_t itemsize) noexcept;

// The loops of an operation along one axis of arrays of one shape. At each of rows * cols places the operation visits
// the n elements along the axis.
struct AxisLoops {
  // An array's strides from row to row, along the axis, and from column to column. `start` is the offset of the element
  // that is visited first. All count elements.
  struct Steps {
    std::int64_t row, axis, col, start;
  };
  std::int64_t rows = 1, cols = 1, n = 0;
  std::array<Steps, layout::kMaxOperands> steps;  // one for each of `count` arrays
  std::size_t count = 0;

  std::span<const Steps> arrays() const noexcept { return {steps.data(), count}; }
  bool wide() const noexcept;
};

// Merges all axes but `axis` into two loops, rows and columns. The first array's strides say which is the outer loop;
// if they are equal or 0, a later array's do. `reverse` makes the loops visit the axis from its end. Returns false, and
// leaves `loops` alone, if the axes need more than two loops.
bool bring_into_loops(std::span<const Array* const> arrays, std::size_t axis, bool reverse, AxisLoops& loops);

}  // namespace kiln::array
