// SPDX-License-Identifier: Apache-2.0
// Kernels of scans with the caller's expressions (map, combine, finish). The text depends on these programs and
// the class of the operands' layouts; the launch geometry also on the extents.
#pragma once

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// The class of a scan. Operands are the outputs of finish, then the inputs of map.
struct CallerScanClass {
  std::uint16_t group = 1;  // work-items that share a row; 1: an item has rows by itself
  std::uint16_t still = 0;  // with `unit`, a bit for each input whose stride is 0
  // A bit for each input that is read one place off: at the element before, or in exclusive scans at the one
  // after. At the end of a row it is read at the element itself. Scans by key compare keys so.
  std::uint16_t neighbours = 0;
  std::uint8_t columns = 0;  // neighbouring items have neighbouring columns, not neighbouring elements of a row
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  // 1 or -1: all operands have this stride along the elements that neighbouring items have, except that inputs in
  // `still` have stride 0. 0: the kernel gets the strides as arguments.
  std::int8_t unit = 0;
  std::uint8_t exclusive = 0;   // a result is that of the elements before its own
  std::uint8_t short_rows = 0;  // a group has several rows, and an item walks along each
  // One pass: groups scan the tiles of a row, and each waits for the totals of the tiles before its own.
  std::uint8_t once = 0;
  std::uint8_t gathers = 0;  // results are written only at the ends of runs, which accumulator 1 counts
  std::uint8_t totals = 0;   // this is the first of two launches: it writes the chunks' accumulators to a workspace
  bool operator==(const CallerScanClass&) const = default;
};

struct CallerScanGeometry {
  unsigned group = 1;                             // CallerScanClass::group
  bool short_rows = false;                        // CallerScanClass::short_rows
  bool once = false;                              // CallerScanClass::once; `splits` is then the number of tiles
  std::uint64_t words = 0;                        // words of 64 bits of the workspace of `once`
  std::size_t global = 1, local = 1;              // of both launches
  std::uint64_t splits = 1, chunk = 1, each = 1;  // the kernels' arguments
  std::uint64_t share = 1;
  // Work-items of a group of the kernel `carries`, which runs one group for each scan; 0: it is not launched.
  std::size_t carries = 0;
};
// The geometry of rows * cols scans of n elements. It depends on programs, extents and traits alone, so that
// results do not vary. With `gathers` there must be one row, and one group must scan all of it; if that does not
// fit, the returned `group` is 1.
CallerScanGeometry caller_scan_geometry(const ReducePrograms& programs, bool columns, const Traits& traits,
                                        std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool gathers = false);

// Writes the kernel `scan` of kernels/fold/scan_caller_*.cl, and `carries`, if each work-item of a GPU computes the
// totals of a chunk by itself.
//
// Arguments of `scan`, in order. First a base pointer and a ulong byte offset each: for every input; for the workspace
// of every accumulator (with `once` one workspace for all); for every output; and, if it gathers, for the keys of the
// runs and for their number (a long). Then of the index type: rows, cols, n, splits, chunk, each. Then uint: share,
// reverse, carried; and long: count. Then of the signed index type three strides in elements of every input and every
// output: along rows, the axis and cols. `carries` has the workspaces, cols and splits.
std::string caller_scan_text(const ReducePrograms& programs, const CallerScanClass& kind, const Traits& traits);

}  // namespace kiln::codegen
