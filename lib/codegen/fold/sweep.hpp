// SPDX-License-Identifier: Apache-2.0
// The kernel that reduces the rows of a matrix and, with what that gives, its columns, in one pass over the
// matrix. For CPU devices: a group keeps an accumulator for every column.
#pragma once

#include <string>
#include <vector>

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// Where an input of a reduction lies.
struct SweepInput {
  enum class Kind : std::uint8_t {
    matrix,  // an element for each row and column
    row,     // for each row
    column,  // for each column
    scalar,
    result  // the number of one of the rows' results
  } kind = Kind::matrix;
  std::size_t index = 0;  // operand, or result
};

struct SweepMember {
  ReducePrograms programs;
  std::vector<SweepInput> inputs;  // of map, then the arrays of finish
  std::vector<int> outputs;        // of finish: the operand that each is stored in, -1: none
};

struct SweepPrograms {
  SweepMember rows;                   // over the columns of each row
  std::vector<SweepMember> columns;   // over the rows, for each column
  std::vector<SweepMember> sums;      // over the rows, of what has one element a row
  std::vector<base::DType> operands;  // outputs first, then inputs
  std::size_t outputs = 0;
  std::vector<std::size_t> matrices;  // operands of which the kernel gets the step from row to row
  std::uint64_t cols = 0;
};

struct SweepClass {
  bool wide = false;      // 64-bit index arithmetic
  bool finishes = false;  // the last group finishes: needs atomics of acquire-release order
};

// Bytes that a group leaves in the workspace.
std::uint64_t sweep_record(const SweepPrograms& programs);
// Kernels `sweep` and, unless the last group finishes, `sweep_end` for one group behind it. Arguments of
// both: (base pointer, ulong byte offset) for each operand, for the workspace (a record for each group) and
// for a uint that is 0 between launches; of the index type: rows, the step from row to row of each matrix in
// elements; uint groups.
std::string sweep_text(const SweepPrograms& programs, const SweepClass& kind, const Traits& traits);
// Depends on extents and traits alone, as results do on it.
std::uint64_t sweep_groups(std::uint64_t rows, std::uint64_t cols, const Traits& traits);

}  // namespace kiln::codegen
