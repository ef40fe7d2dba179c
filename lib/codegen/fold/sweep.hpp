// SPDX-License-Identifier: Apache-2.0
// The kernel of a sweep: it reduces the rows of a matrix and, with their results, its columns, in one pass
// over the matrix. It is for CPU devices: a group keeps an accumulator for every column.
#pragma once

#include <string>
#include <vector>

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// Where an input of a reduction comes from.
struct SweepInput {
  enum class Kind : std::uint8_t {
    matrix,  // an element for each row and column
    row,     // an element for each row
    column,  // an element for each column
    scalar,
    result  // one of the rows' results
  } kind = Kind::matrix;
  std::size_t index = 0;  // number of the operand or result
};

struct SweepMember {
  ReducePrograms programs;
  std::vector<SweepInput> inputs;  // of map, then the arrays of finish
  std::vector<int> outputs;        // the operand that each output of finish is stored in; -1: none
};

struct SweepPrograms {
  SweepMember rows;                   // reductions over the columns of each row
  std::vector<SweepMember> columns;   // reductions over the rows, for each column
  std::vector<SweepMember> sums;      // reductions over the rows of one value for each row
  std::vector<base::DType> operands;  // outputs, then inputs
  std::size_t outputs = 0;
  std::vector<std::size_t> matrices;  // operands whose step from row to row is an argument
  std::uint64_t cols = 0;
};

struct SweepClass {
  bool wide = false;      // 64-bit index arithmetic
  bool finishes = false;  // the last group finishes; this needs atomics of acquire-release order
};

// The bytes of a group's record in the workspace.
std::uint64_t sweep_record(const SweepPrograms& programs);
// Writes the kernel `sweep`. Unless the last group finishes, a second launch of one group does so. Arguments: a base
// pointer and a ulong byte offset for each operand, for the workspace (a record for each group) and for a uint that is
// 0 between launches; of the index type rows and the step from row to row of each matrix in elements; uint groups; uint
// ending, 1 for that second launch.
std::string sweep_text(const SweepPrograms& programs, const SweepClass& kind, const Traits& traits);
// The number of groups. It depends on extents and traits alone, so that results do not vary.
std::uint64_t sweep_groups(std::uint64_t rows, std::uint64_t cols, const Traits& traits);

}  // namespace kiln::codegen
