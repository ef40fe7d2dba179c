// SPDX-License-Identifier: Apache-2.0
// Reduction kernels. Three programs (map an element to accumulators, combine two sets of accumulators, finish
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
  expr::Program combine;  // inputs: a left and a right set of accumulators; outputs: accumulators
  expr::Program next;     // the same where the right set is one element that follows the left set
  // Inputs: the accumulators, n (int64), then arrays with an element for each result. Outputs: the results.
  expr::Program finish;
  std::vector<base::Scalar> identity;   // one for each accumulator
  bool tree = false;                    // elements in flight are combined with each other first
  std::vector<std::size_t> deviations;  // the first accumulator of each set of deviation.hpp
  bool taken = false;                   // the elements are accumulators that another kernel left
};

// The class of the operands' layouts. Operands are the outputs of finish, the inputs of map, then the arrays
// of finish. Classes are compared as bytes, so keep them free of padding. "GPUs" below are devices with many
// work-items.
struct ReduceClass {
  std::uint8_t columns = 0;  // the innermost axis is kept: neighbouring items have neighbouring outputs
  std::uint8_t kept = 1;     // kept axes, 1 to kMaxReduceDims; with `columns` the last one is the innermost axis
  std::uint8_t reduced = 1;  // reduced axes, 1 to kMaxReduceDims
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t unit = 0;     // inputs step by 1 along the innermost axis, or by 0 as `still` says
  std::uint8_t vectors = 0;  // GPUs: and inputs can be read by 16 bytes
  std::uint8_t whole = 0;    // GPUs, rows: all items of a group have the same row, as the geometry says
  std::uint8_t single = 0;   // GPUs, rows: and there is only one row
  std::uint8_t alone = 0;    // GPUs, rows: an item has all elements of an output
  std::uint8_t lanes = 0;    // CPU devices, short rows: sets of accumulators of each row, see reduce_row_lanes
  std::uint8_t few = 0;      // CPU devices, columns: their number if reduce_joined() rows are read as one; else 0
  std::uint32_t still = 0;   // with `unit`, a bit for each input that steps by 0
  bool operator==(const ReduceClass&) const = default;
};
inline constexpr std::size_t kMaxReduceDims = 6, kMaxStillInputs = 32;

// On CPU devices the elements of a row go round `width` sets of accumulators: so few that the sets of several
// rows stay in registers. `interleave` is the number of 32-byte vectors that hold them.
struct ReduceLanes {
  std::uint64_t width, interleave;
};
ReduceLanes reduce_lanes(const ReducePrograms& programs, const Traits& traits);

// Whether CPU devices read rows of n elements beside each other, as columns, although they lie one after the
// other. Combining a row's own accumulators would cost more than reading its elements.
bool reduce_short(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// The sets of accumulators that each of many rows of n contiguous elements has on CPU devices; 0: such rows
// are read otherwise.
unsigned reduce_row_lanes(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// The number of packed rows of few columns that CPU devices read as one row, with accumulators for each of
// its elements. It is a power of two, or 1 if they are not read so.
std::uint64_t reduce_joined(const Traits& traits, std::uint64_t columns, std::uint64_t rows);

// The neighbour in memory of an output's first element: the output's second element (rows), or the first
// element of the next output, of many (columns) or few of them.
enum class Near { rows, columns, few };
// Whether GPUs reduce these as `alone`: very many outputs of few elements each.
bool reduce_alone(const ReducePrograms& programs, const Traits& traits, std::uint64_t outputs, std::uint64_t n,
                  Near near);

// The number of elements that an item reads in one access.
unsigned reduce_width(const ReducePrograms& programs, const ReduceClass& kind);

// Writes the kernel `reduce`. Its arguments, in order: a base pointer and a ulong byte offset for each
// operand. Of the index type: rows (outputs; with `columns` those of all kept axes but the innermost), with
// `columns` cols, then n (elements of an output; with `few` joined rows, the last of which may be
// incomplete), splits, chunk (elements of a split), share (lanes or block, see Geometry; uint except for rows
// on CPU devices). A long: count, the n of the whole reduction. Of the index type again: extents of kept axes
// 1 .., strides in elements of each operand along kept axes, of each output along splits, extents of reduced
// axes 1 .., strides of each input of map along reduced axes. An output may share memory with an array of
// finish.
std::string reduce_text(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits);
// The bytes of these arguments, at most.
std::size_t reduce_parameter_bytes(std::size_t outputs, std::size_t inputs, std::size_t ends, std::size_t kept,
                                   std::size_t reduced);
// The bytes of one set of accumulators, at most. A group has a set in local memory for each of its items; on
// CPU devices a block of columns has one for each column.
std::size_t most_accumulator_bytes(const Traits& traits);

struct ReduceGeometry {
  std::size_t global = 1, local = 1;
  std::uint64_t splits = 1, chunk = 1;
  // GPUs: lanes of a row or of a block of columns. CPU devices: outputs or columns of an item.
  std::uint64_t share = 1;
  bool whole = false;  // all items of a group are lanes of one row
};
// Gives the launch geometry. `may_split` false asks for one split, for the pass that finishes. The result
// depends on extents and traits alone, so that results do not vary from run to run.
ReduceGeometry reduce_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                               std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split);

}  // namespace kiln::codegen
