// SPDX-License-Identifier: Apache-2.0
// The kernel of a row program. It holds a row of each operand in registers and runs steps over it: reductions of the
// row, functions of each element, and functions of the row's results. So it reads each operand once, but for what
// registers cannot hold. A "row" is all that a reduction reads for one result; in memory it may also be a column. That
// is the kernel of devices with many work-items. On CPU devices a work-item has whole rows, which it reads once from
// memory and then from its cache.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// Where an input of a step comes from: an operand of the program, or a result of an earlier step.
struct RowInput {
  bool operand = true;
  std::size_t index = 0;   // the number of the operand or of the step
  std::size_t output = 0;  // the number of the step's result
  bool operator==(const RowInput&) const = default;
};

struct RowStep {
  enum class Kind : std::uint8_t {
    reduce,    // results: one for each row
    elements,  // results: one for each element
    row        // a function of values of which each row has one
  } kind = Kind::reduce;
  std::vector<RowInput> inputs;     // of map, then the arrays of finish; or of the function
  std::size_t mapped = 0;           // how many of them map reads
  std::vector<int> outputs;         // for each result, the operand that it is stored in; -1: none
  std::vector<base::DType> dtypes;  // of the results
  ReducePrograms fold;              // of a reduction
  expr::Program function;           // of the others
};

struct RowOperand {
  base::DType dtype = KILN_FLOAT32;
  bool whole = false;  // it varies along the row; otherwise it has one element for each row
};

struct RowPrograms {
  std::vector<RowStep> steps;        // none reads results of a later one
  std::vector<RowOperand> operands;  // outputs first
  std::size_t outputs = 0;
  bool columns = false;  // neighbouring rows, and not a row's elements, are neighbours in memory
};

// How work-items share rows.
struct RowShape {
  std::uint64_t lanes = 1;   // work-items of a row
  std::uint64_t slots = 1;   // rows of a group
  std::uint64_t width = 1;   // elements of one access
  std::uint64_t rounds = 1;  // accesses of an item to each operand
  std::uint64_t held = 1;    // of these, the first ones, whose elements registers hold from level to level
  bool fits = false;         // registers can hold a row
};

// The level of each step. A level ends where the work-items of a row combine the accumulators of its reductions. Loops
// over elements can read the results of reductions of lower levels, and elements that steps of their own level compute.
std::vector<int> row_levels(std::span<const RowStep> steps);
// The steps in the order in which the kernel runs them: by levels, and by their places within a level. A step first
// reads those of its operands that no step before it has read.
std::vector<std::size_t> row_order(std::span<const RowStep> steps);
// The 32-bit words of a value of this dtype.
std::size_t row_words_of(base::DType dtype);
// The 32-bit words of an element that a work-item must keep from level to level, at most.
std::size_t row_words(std::span<const RowStep> steps, std::span<const RowOperand> operands);
// Whether no work-item reads elements of operand `input` after it has written those of operand `output`.
bool row_over(std::span<const RowStep> steps, std::span<const RowOperand> operands, std::size_t output,
              std::size_t input);
// The most elements of one access, where the elements of a row are neighbours in memory; 1 for columns. `bytes` is the
// size of the widest element.
std::uint64_t row_width(bool columns, std::size_t bytes);
// Whether neighbouring columns, `beside` of them with elements of so many bytes, begin where pieces of memory do that
// are read at once.
bool row_pieces_whole(const Traits& traits, std::size_t bytes, std::uint64_t beside);
// The 32-bit words of a row that a work-item can hold.
std::uint64_t row_most_words(const Traits& traits, bool columns, std::size_t bytes, std::uint64_t beside);
// How work-items share rows of n elements. `width` is that of RowShape, `words` that of row_words(), `bytes` the size
// of the widest element, and `beside` how many rows lie side by side in memory.
RowShape row_shape(const Traits& traits, bool columns, std::uint64_t width, std::size_t words, std::size_t bytes,
                   std::uint64_t n, std::uint64_t beside);
// Whether the work-items of a row exchange accumulators by the registers of warps of kWarp items.
inline constexpr std::uint64_t kWarp = 32;
bool row_shuffles(const Traits& traits, bool columns);
// The sets of accumulators that a group keeps in local memory for one reduction, and the bytes for all reductions.
std::uint64_t row_local_sets(const Traits& traits, const RowShape& shape, bool columns);
std::size_t row_local_bytes(std::span<const RowStep> steps, const Traits& traits, const RowShape& shape, bool columns);
// For each result of a step, whether a later level reads its elements.
std::vector<std::vector<bool>> row_kept(std::span<const RowStep> steps);
// The elements that the kernel of CPU devices computes together.
inline constexpr int kRowChunk = 16;
// What is known of the rows before the arrays are.
struct RowExtents {
  std::uint64_t n = 1, rows = 1;  // elements of a row, and rows
  std::uint64_t beside = 1;       // how many rows lie side by side in memory
  bool columns = false;           // as in RowPrograms
};
// Why a CPU device gains nothing by one kernel that has vectors along a row, or an empty string if it does.
std::string row_chunks_refusal(const Traits& traits, std::span<const RowStep> steps, const RowExtents& extents);
// The same for the kernel whose vectors go across rows.
std::string row_lanes_refusal(const Traits& traits, std::span<const RowStep> steps,
                              std::span<const RowOperand> operands, const RowExtents& extents);
// The rows of a block of that kernel: a multiple of kRowChunk.
std::uint64_t row_lanes(const Traits& traits, std::span<const RowStep> steps, std::span<const RowOperand> operands,
                        const RowExtents& extents);
// The bytes of the kernel's arguments, at most.
std::size_t row_parameter_bytes(std::size_t operands, std::size_t kept, std::size_t reduced);

// The class of the operands' layouts.
struct RowClass {
  bool wide = false;                   // 64-bit index arithmetic
  std::size_t kept = 1;                // kept loops
  std::vector<std::uint64_t> reduced;  // the extents of the reduced loops
  std::uint32_t unit = 0;              // a bit for each whole operand whose elements are neighbours in memory
  std::uint64_t width = 1;             // elements of one access, as the layouts allow
  std::uint32_t stream = 0;            // CPU devices: a bit for each output that bypasses the caches (stream.cl)
  // Of row_lanes_text(): rows of a block; whether some blocks have so many, and some fewer; a bit for each operand in
  // which neighbouring rows are neighbours in memory.
  std::uint64_t lanes = 0;
  bool full = false, parted = false;
  std::uint32_t beside = 0;
  bool operator==(const RowClass&) const = default;
};
inline constexpr std::size_t kMaxRowOperands = 24;

// Writes the kernel `rows`. Arguments: a base pointer and a ulong byte offset for each operand; of the index type the
// number of rows, the first row of this launch, the extents of kept loops 1 .., and for each operand its strides in
// elements along the kept loops and, if it is whole and not in `unit`, along the reduced ones.
std::string row_text(const RowPrograms& programs, const RowClass& kind, const RowShape& shape, const Traits& traits);
// The same for CPU devices. One more argument, of the index type: the rows of a work-item, which is a group.
std::string row_chunks_text(const RowPrograms& programs, const RowClass& kind, const Traits& traits);
// The same with vectors across rows. The first row of the launch and the rows of a work-item are counted in blocks.
std::string row_lanes_text(const RowPrograms& programs, const RowClass& kind, const Traits& traits);

}  // namespace kiln::codegen
