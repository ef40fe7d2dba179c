// SPDX-License-Identifier: Apache-2.0
// Scan kernels: what they are specialised on gives a text, extents give a launch geometry.
#pragma once

#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

struct ScanClass {
  std::uint8_t op = 0;    // kiln_scan_op
  std::uint8_t from = 0;  // dtypes of the source and of the result
  std::uint8_t to = 0;
  std::uint8_t columns = 0;  // neighbouring items have neighbouring rows, not neighbouring elements of one
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t unit = 0;     // both step by 1 along the elements that neighbouring items have
  std::uint8_t whole =
      0;  // rows are not split: one pass, in which more items at work are worth more than registers
  std::uint8_t small = 0;        // groups of fewer items, for many rows of some hundred or thousand elements
  std::uint8_t once = 0;         // rows are split, and tiles wait for those before them
  std::uint8_t few_columns = 0;  // columns of tiles that hold all columns; 0: there are no such tiles
};

// Kernels `totals` (not with `once`) and `scan` of kernels/fold/scan_*.cl, which say what their arguments
// are.
std::string scan_text(const ScanClass& kind, const Traits& traits);
// Whether elements convert on their way into the computation as a cast in C does.
bool scan_converts(base::DType from, base::DType to);

// How many columns tiles have that are `cols` wide beside an axis of `n`, or 0: no tiles.
std::uint8_t scan_few_columns(const ScanClass& kind, const Traits& traits, std::uint64_t cols,
                              std::uint64_t n);

// Elements of an item in a tile of scan_once.cl and scan_caller_once.cl, so many that items which walk
// neighbouring ones meet no bank of local memory twice; 0: no tiles of accumulators that take so many bytes
// for each element. Five groups of 256 items fit the local memory of an H100's compute unit, and one the 48
// KiB that CUDA takes.
std::uint64_t scan_once_width(const Traits& traits, std::uint64_t bytes);

// Whether one pass takes the place of two: `splits` is then the number of a row's tiles, and `words` those of
// the workspace.
bool scan_once(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n);

// Whether groups are small.
bool scan_small(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n);

// Work-items side by side that columns must fill; fewer make rows the better shape.
inline constexpr std::int64_t kScanColumns = 16;

struct ScanGeometry {
  std::size_t global = 1, local = 1;               // of `scan`
  std::size_t totals_global = 1;                   // of `totals`, with the same local size
  std::uint64_t splits = 1, chunk = 1, share = 1;  // the kernels' arguments
  std::uint64_t words = 0;                         // of 64 bits that `once` takes as workspace
};
// Of rows * cols scans of n elements. Depends on extents and traits alone, so that results do not vary.
ScanGeometry scan_geometry(const ScanClass& kind, const Traits& traits, std::uint64_t rows,
                           std::uint64_t cols, std::uint64_t n);

}  // namespace kiln::codegen
