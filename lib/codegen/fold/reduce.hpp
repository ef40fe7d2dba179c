// SPDX-License-Identifier: Apache-2.0
// Reduction kernels: three programs (map an element to accumulators, combine two sets of accumulators, finish
// into outputs) and the class of the operands' layouts give a kernel text; extents give a launch geometry.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/elementwise/elementwise.hpp"
#include "expr/program.hpp"

namespace kiln::codegen {

struct ReducePrograms {
  expr::Program map;      // inputs: arrays; outputs: the accumulators, of computed dtypes
  expr::Program combine;  // inputs: the accumulators, then the same of the right side; outputs: accumulators
  expr::Program next;     // the same, where the right side is an element behind all of the left side
  // Inputs: the accumulators, n (int64), then arrays with an element for each of the results; outputs: the
  // results.
  expr::Program finish;
  std::vector<base::Scalar> identity;   // one an accumulator
  bool tree = false;                    // combine elements in hand with each other first
  std::vector<std::size_t> deviations;  // sets of accumulators as in deviation.hpp: the first of each
  bool taken = false;                   // elements are accumulators that another kernel left
};

// Operands are finish's outputs first, then map's inputs, then finish's arrays. Compared as bytes: keep it
// free of padding.
struct ReduceClass {
  std::uint8_t columns = 0;  // the innermost axis is kept: neighbouring items have neighbouring outputs
  std::uint8_t kept = 1;     // axes that stay, 1 to kMaxReduceDims; of `columns` the last is the innermost
  std::uint8_t reduced = 1;  // axes that go, 1 to kMaxReduceDims
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t unit = 0;     // inputs step by 1 along the innermost axis, or not at all as `still` says
  std::uint8_t vectors = 0;  // and can be read 16 bytes at a time (devices with many work-items)
  std::uint8_t whole = 0;    // of rows there: all items of a group have the same row, as the geometry says
  std::uint8_t single = 0;   // and there is but one
  std::uint8_t alone = 0;    // of rows there: an item has all elements of an output
  std::uint8_t lanes = 0;  // of short rows on CPU devices: sets of accumulators of each, see reduce_row_lanes
  std::uint8_t few = 0;    // of `columns` there: how many, where reduce_joined() rows are read as one
  std::uint32_t still = 0;  // of `unit`: a bit for each input that does not step
  bool operator==(const ReduceClass&) const = default;
};
inline constexpr std::size_t kMaxReduceDims = 6, kMaxStillInputs = 32;

// On CPU devices a row's elements go round `width` sets of accumulators: few enough that those of several
// rows at once lie in registers. `interleave`: vectors of 32 bytes that hold them.
struct ReduceLanes {
  std::uint64_t width, interleave;
};
ReduceLanes reduce_lanes(const ReducePrograms& programs, const Traits& traits);

// Rows of n elements that CPU devices read beside each other, as `columns` though they lie one after the
// other: what such a row's own accumulators would cost is more than its elements.
bool reduce_short(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// Sets of accumulators that each of many rows of n neighbouring elements has on CPU devices; 0: they are read
// otherwise.
unsigned reduce_row_lanes(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// Packed rows of so few columns that CPU devices read this many as one, with accumulators for each element of
// it; a power of two, 1 where they do not.
std::uint64_t reduce_joined(const Traits& traits, std::uint64_t columns, std::uint64_t rows);

// What lies beside the first element of an output: its second, that of the next output of many (columns), or
// of few.
enum class Near { rows, columns, few };
// As `alone` on devices with many work-items: of very many outputs of few elements each (H200: sums 1.1
// to 3.3 times as fast).
bool reduce_alone(const ReducePrograms& programs, const Traits& traits, std::uint64_t outputs,
                  std::uint64_t n, Near near);

// Elements of one access of an item.
unsigned reduce_width(const ReducePrograms& programs, const ReduceClass& kind);

// Kernel `reduce`. Arguments, in order: (base pointer, ulong byte offset) for each operand; then, of the
// index type: rows (outputs; with `columns` of all kept axes but the innermost), with `columns` cols, then n
// (elements of one output; with `few` joined rows, the last of which may be a part of one), splits, chunk
// (elements of one split), share (uint for all but rows on CPU devices: lanes or block, see Geometry); long
// count (n of the whole reduction); then extents of kept axes 1.., strides in elements of each operand along
// kept axes, of each output along splits, extents of reduced axes 1.., strides of each of map's inputs along
// reduced axes. An output may lie on an array of finish's.
std::string reduce_text(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits);
// Bytes of these arguments, at most.
std::size_t reduce_parameter_bytes(std::size_t outputs, std::size_t inputs, std::size_t ends,
                                   std::size_t kept, std::size_t reduced);
// Of one set of accumulators, at most: a group has a set for each of its items in local memory, on CPU
// devices one for each of some columns.
std::size_t most_accumulator_bytes(const Traits& traits);

struct ReduceGeometry {
  std::size_t global = 1, local = 1;
  std::uint64_t splits = 1, chunk = 1;
  std::uint64_t share =
      1;               // lanes of a row or block of columns; on CPU devices outputs or columns of an item
  bool whole = false;  // lanes are all items of a group
};
// `may_split` false: one split, for the pass that finishes. Depends on extents and traits alone, so that
// results do not vary from run to run.
ReduceGeometry reduce_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                               std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split);

}  // namespace kiln::codegen
