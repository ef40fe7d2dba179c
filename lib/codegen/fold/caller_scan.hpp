// SPDX-License-Identifier: Apache-2.0
// Kernels of scans of expressions: the programs of a fold and the class of the operands' layouts give a text,
// extents give a launch geometry.
#pragma once

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// Operands are finish's outputs first, then map's inputs.
struct CallerScanClass {
  std::uint16_t group = 1;       // work-items that have a row together; 1: an item has rows of its own
  std::uint16_t still = 0;       // of `unit`: a bit for each input that does not step
  std::uint16_t neighbours = 0;  // a bit for each input that is read beside its place: the element before, of
                                 // exclusive scans the one behind; at the end of a row its own
  std::uint8_t columns = 0;      // neighbouring rows lie beside each other, not neighbouring elements of one
  std::uint8_t wide = 0;         // 64-bit index arithmetic
  std::int8_t unit = 0;  // 1, -1: operands step by it, or not at all as `still` says, along what is beside
  std::uint8_t exclusive = 0;   // results are of the accumulators of the elements before
  std::uint8_t short_rows = 0;  // they have several rows together, and an item goes along each
  std::uint8_t once = 0;        // rows are split, and tiles wait for those before them
  std::uint8_t gathers = 0;     // results are those at the ends of runs, which accumulator 1 counts
  bool operator==(const CallerScanClass&) const = default;
};

struct CallerScanGeometry {
  unsigned group = 1;                             // CallerScanClass::group
  bool short_rows = false;                        // CallerScanClass::short_rows
  bool once = false;                              // CallerScanClass::once: `splits` is the number of tiles
  std::uint64_t words = 0;                        // of 64 bits that `once` takes as workspace
  std::size_t global = 1, local = 1;              // of both kernels
  std::uint64_t splits = 1, chunk = 1, each = 1;  // the kernels' arguments
  std::uint64_t share = 1;
  std::size_t carries = 0;  // items of a group of `carries`, one for each scan; 0: it is not launched
};
// Of rows * cols scans of n elements. Depends on programs, extents and traits alone, so that results do not
// vary. `gathers`: of one row, which one group has; a group of 1 is one that has not.
CallerScanGeometry caller_scan_geometry(const ReducePrograms& programs, bool columns, const Traits& traits,
                                        std::uint64_t rows, std::uint64_t cols, std::uint64_t n,
                                        bool gathers = false);

// Kernels of kernels/fold/scan_caller_*.cl: `scan`; `totals`, where a row may have several chunks; `carries`,
// where items are alone on devices with many of them. Arguments: (base pointer, ulong byte offset) for each
// input, each accumulator's workspace (of `once` one for all) and, of `scan`, each output (and, where it
// gathers, the keys of runs and their number, a long); of the index type rows, cols, n, splits, chunk, each;
// uint share, reverse, carried; of `scan` long count; of the index type, signed, steps in elements of each
// input and, of `scan`, each output: of rows, along the axis, of cols. `carries` has the workspaces, cols and
// splits.
std::string caller_scan_text(const ReducePrograms& programs, const CallerScanClass& kind,
                             const Traits& traits);

}  // namespace kiln::codegen
