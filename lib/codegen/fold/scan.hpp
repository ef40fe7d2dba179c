// SPDX-License-Identifier: Apache-2.0
// Kernels of scans with the library's operations. The class of a scan gives a kernel text; extents give a
// launch geometry.
#pragma once

#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

struct ScanClass {
  std::uint8_t op = 0;    // kiln_scan_op
  std::uint8_t from = 0;  // dtype of the source
  std::uint8_t to = 0;    // dtype of the result
  // Neighbouring items have neighbouring columns, not neighbouring elements of a row.
  std::uint8_t columns = 0;
  std::uint8_t wide = 0;  // 64-bit index arithmetic
  std::uint8_t unit = 0;  // source and result step by 1 along the elements that neighbouring items have
  // Rows are not split and the kernel runs once. More work-items at a time are then worth more than more
  // registers for each.
  std::uint8_t whole = 0;
  std::uint8_t small = 0;  // groups have fewer items, for many rows of some hundred or thousand elements
  // One pass: groups scan the tiles of a row, and each waits for the totals of the tiles before its own.
  std::uint8_t once = 0;
  std::uint8_t few_columns = 0;  // the number of columns if a tile holds all of them; else 0
  std::uint8_t totals = 0;       // this is the first of two launches: it writes the joins of chunks to a workspace
};

// Writes the kernel `scan` of kernels/fold/scan_*.cl, which explain its arguments.
std::string scan_text(const ScanClass& kind, const Traits& traits);
// Whether a scan converts elements of `from` to `to` as a cast in C does.
bool scan_converts(base::DType from, base::DType to);

// The value of ScanClass::few_columns: `cols` if a tile may hold all columns beside an axis of `n` elements, else 0.
std::uint8_t scan_few_columns(const ScanClass& kind, const Traits& traits, std::uint64_t cols, std::uint64_t n);

// The number of elements of a work-item in a tile of scan_once.cl or scan_caller_once.cl; `bytes` are the bytes
// of an element's accumulators. 0: such tiles do not fit local memory. An item has an odd number of elements or, of
// elements below 4 bytes, of 32-bit words, so that items which walk neighbouring runs access different banks.
std::uint64_t scan_once_width(const Traits& traits, std::uint64_t bytes);

// Whether one pass takes the place of two. `splits` is then the number of a row's tiles, and `words` the
// number of words of the workspace.
bool scan_once(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n);

// Whether groups are small (ScanClass::small).
bool scan_small(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n);

// The least number of columns side by side for which the columns shape is better than the rows shape.
inline constexpr std::int64_t kScanColumns = 16;

struct ScanGeometry {
  std::size_t global = 1, local = 1;
  std::size_t totals_global = 1;                   // of the launch of ScanClass::totals, whose local size is the same
  std::uint64_t splits = 1, chunk = 1, share = 1;  // the kernels' arguments
  std::uint64_t words = 0;                         // words of 64 bits of the workspace of `once`
};
// The geometry of rows * cols scans of n elements. It depends on extents and traits alone, so that results do not vary.
ScanGeometry scan_geometry(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t cols,
                           std::uint64_t n);

}  // namespace kiln::codegen
