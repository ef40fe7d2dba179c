// SPDX-License-Identifier: Apache-2.0
// Kernels of scans with the caller's expressions. The programs of a fold and the class of the operands'
// layouts give a kernel text; extents give a launch geometry.
#pragma once

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// The class of a scan. Operands are the outputs of finish, then the inputs of map.
struct CallerScanClass {
  std::uint16_t group = 1;  // work-items that share a row; 1: an item has rows by itself
  std::uint16_t still = 0;  // with `unit`, a bit for each input that steps by 0
  // A bit for each input that is read at the neighbour of its place: the element before it, or for exclusive
  // scans the one after it; at the end of a row the element itself.
  std::uint16_t neighbours = 0;
  std::uint8_t columns = 0;  // neighbouring rows lie beside each other, not neighbouring elements of a row
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  // 1 or -1: operands step by it, or by 0 as `still` says, along the elements beside each other.
  std::int8_t unit = 0;
  std::uint8_t exclusive = 0;   // a result is that of the elements before its own
  std::uint8_t short_rows = 0;  // a group has several rows, and an item walks along each
  std::uint8_t once = 0;        // one pass: rows are split, and tiles wait for those before them
  std::uint8_t gathers = 0;     // results are written only at the ends of runs, which accumulator 1 counts
  bool operator==(const CallerScanClass&) const = default;
};

struct CallerScanGeometry {
  unsigned group = 1;                             // CallerScanClass::group
  bool short_rows = false;                        // CallerScanClass::short_rows
  bool once = false;                              // CallerScanClass::once; `splits` is then the number of tiles
  std::uint64_t words = 0;                        // words of 64 bits of the workspace of `once`
  std::size_t global = 1, local = 1;              // of both kernels
  std::uint64_t splits = 1, chunk = 1, each = 1;  // the kernels' arguments
  std::uint64_t share = 1;
  // Items of a group of `carries`, of which each scan has one; 0: it is not launched.
  std::size_t carries = 0;
};
// The geometry of rows * cols scans of n elements. It depends on programs, extents and traits alone, so that
// results do not vary. With `gathers` one group must have the one row; a geometry with group 1 says that none
// can.
CallerScanGeometry caller_scan_geometry(const ReducePrograms& programs, bool columns, const Traits& traits,
                                        std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool gathers = false);

// Writes the kernels of kernels/fold/scan_caller_*.cl: `scan`; `totals`, if a row may have several chunks;
// `carries`, if items scan alone on devices with many work-items.
//
// Arguments of `scan` and `totals`: a base pointer and a ulong byte offset for each input, for the workspace
// of each accumulator (of `once`, one workspace for all) and, of `scan`, for each output and, if it gathers,
// for the keys of runs and their number (a long). Of the index type: rows, cols, n, splits, chunk, each;
// uint: share, reverse, carried; of `scan` long count. Of the signed index type: the strides in elements of
// each input and, of `scan`, of each output: of rows, along the axis, of cols. `carries` has the workspaces,
// cols and splits.
std::string caller_scan_text(const ReducePrograms& programs, const CallerScanClass& kind, const Traits& traits);

}  // namespace kiln::codegen
