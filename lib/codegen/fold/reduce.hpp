// SPDX-License-Identifier: Apache-2.0
// Reduction kernels. Three programs (map an element to accumulators, combine two sets of accumulators, finish
// into outputs) and the class of the operands' layouts give a kernel text; extents give a launch geometry.
#pragma once

#include <string>
#include <vector>

#include "codegen/elementwise/elementwise.hpp"
#include "expr/program.hpp"

namespace kiln::codegen {

inline constexpr int kReduceSeveral = 4;

struct ReducePrograms {
  expr::Program map;      // inputs: arrays; outputs: the accumulators, of computed dtypes
  expr::Program combine;  // inputs: a left and a right set of accumulators; outputs: accumulators
  expr::Program next;     // like `combine`, for a right set that is a single element, the one after the left set
  // Like `next`, for kReduceSeveral elements at once: their sets of accumulators follow the left one. No outputs: there
  // is no such form.
  expr::Program several;
  // Inputs: the accumulators, n (int64), then arrays with an element for each result. Outputs: the results.
  expr::Program finish;
  std::vector<base::Scalar> identity;  // one for each accumulator
  bool tree = false;  // elements in flight are combined with each other first, then with the accumulators
  std::vector<std::size_t> deviations;  // the first accumulator of each set of deviation.hpp
  bool taken = false;                   // the elements are accumulators that another kernel left
};

// The class of the operands' layouts. Operands are the outputs of finish, the inputs of map, then the arrays of finish.
// "GPUs" below are devices with many work-items.
struct ReduceClass {
  std::uint8_t columns = 0;  // the innermost axis is kept: neighbouring items have neighbouring outputs
  std::uint8_t kept = 1;     // kept axes, 1 to kMaxReduceDims; with `columns` the last one is the innermost axis
  std::uint8_t reduced = 1;  // reduced axes, 1 to kMaxReduceDims
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t unit = 0;     // inputs step by 1 along the innermost axis, or by 0 as `still` says
  std::uint8_t vectors = 0;  // GPUs: with `unit`, inputs can be read 16 bytes at a time
  std::uint8_t whole = 0;    // GPUs, rows: all items of a group have the same row, as the geometry says
  std::uint8_t single = 0;   // GPUs, rows: with `whole`, there is only one row
  std::uint8_t alone = 0;    // GPUs, rows: an item has all elements of an output
  std::uint8_t lanes = 0;    // CPU devices, short rows: sets of accumulators of each row, see reduce_row_lanes
  // CPU devices, columns: the number of columns if packed rows are read as one (reduce_joined); else 0.
  std::uint8_t few = 0;
  std::uint32_t still = 0;  // with `unit`, a bit for each input that steps by 0
  bool operator==(const ReduceClass&) const = default;
};
inline constexpr std::size_t kMaxReduceDims = 6, kMaxStillInputs = 32;

// On CPU devices the elements of a row are distributed over `width` sets of accumulators, element i to set i %
// width. So few are used that the sets of several rows stay in registers. `interleave` is the number of 32-byte
// vectors that hold them. Inputs of `still`, as in ReduceClass, are read before the loop and need no vectors.
struct ReduceLanes {
  std::uint64_t width, interleave;
};
ReduceLanes reduce_lanes(const ReducePrograms& programs, const Traits& traits, std::uint32_t still = 0);

// Whether CPU devices reduce several contiguous rows of n elements at once, a vector lane for each row, as they reduce
// columns. For short rows, combining the accumulators of a single row would cost more than reading its elements.
bool reduce_short(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// The number of sets of accumulators for each of many contiguous rows of n elements on CPU devices, where several
// rows are reduced at once; 0: they are not reduced so.
unsigned reduce_row_lanes(const ReducePrograms& programs, const Traits& traits, std::uint64_t n);

// The number of packed rows of few columns that CPU devices read as one row, with accumulators for each of
// its elements. It is a power of two, or 1 if they are not read so.
std::uint64_t reduce_joined(const Traits& traits, std::uint64_t columns, std::uint64_t rows);

// What lies in memory behind the first element of an output: the second element of the same output (rows); or the
// first element of the next output, where many (columns) or few outputs lie so side by side.
enum class Near { rows, columns, few };
// Whether GPUs reduce `outputs` outputs of n elements each as `alone`: outputs must be very many, and n small.
bool reduce_alone(const ReducePrograms& programs, const Traits& traits, std::uint64_t outputs, std::uint64_t n,
                  Near near);

// The number of elements that an item reads in one access.
unsigned reduce_width(const ReducePrograms& programs, const ReduceClass& kind);

// Writes the kernel `reduce`. Its arguments, in order. First a base pointer and a ulong byte offset for each
// operand. Then of the index type: rows, the number of outputs (with `columns` that of all kept axes but the
// innermost); with `columns` cols; n, the elements of an output (with `few` the number of joined rows, the last
// of which may be incomplete); splits; chunk, the elements of a split; and share, see ReduceGeometry (uint,
// except for rows on CPU devices). Then a long: count, the n of the whole reduction. Then of the index type: the
// extents of kept axes 1 .., the strides in elements of each operand along the kept axes, the stride of each
// output along splits, the extents of reduced axes 1 .., and the strides of each input of map along the reduced
// axes. An output may share memory with an array that finish reads.
std::string reduce_text(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits);
// The bytes of these arguments, at most.
std::size_t reduce_parameter_bytes(std::size_t outputs, std::size_t inputs, std::size_t ends, std::size_t kept,
                                   std::size_t reduced);
// The most bytes that one set of accumulators may have. On GPUs each work-item of a group has a set in local
// memory; on CPU devices each column of a block has one.
std::size_t most_accumulator_bytes(const Traits& traits);

struct ReduceGeometry {
  std::size_t global = 1, local = 1;
  std::uint64_t splits = 1, chunk = 1;
  // GPUs: lanes of a row or of a block of columns. CPU devices: outputs or columns of an item.
  std::uint64_t share = 1;
  bool whole = false;  // all items of a group are lanes of one row
};
// Gives the launch geometry. If `may_split` is false, there is one split: the pass that computes the results needs
// whole outputs. The geometry depends on extents and traits alone, so that results do not vary from run to run.
ReduceGeometry reduce_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                               std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split);

}  // namespace kiln::codegen
