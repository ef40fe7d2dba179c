// SPDX-License-Identifier: Apache-2.0
// What the kernels of row programs have in common. Only their generators use this file.
#pragma once

#include <functional>
#include <string>

#include "codegen/fold/row_program.hpp"
#include "codegen/spell/body.hpp"

namespace kiln::codegen {

class RowText {
 protected:
  RowText(const RowPrograms& programs, const RowClass& kind, const Traits& traits);

  const char* index() const { return kind_.wide ? "ulong" : "uint"; }
  const char* signed_index() const { return kind_.wide ? "long" : "int"; }
  const char* type(std::size_t k) const { return storage_type(p_.operands[k].dtype); }
  bool is_output(std::size_t k) const { return k < p_.outputs; }
  bool unit(std::size_t k) const { return kind_.unit >> k & 1; }
  std::string macro(std::size_t s, const char* name) const { return fmt::format("KILN_S{}_{}", s, name); }
  DType stored(const RowInput& input) const {
    return input.operand ? p_.operands[input.index].dtype : p_.steps[input.index].dtypes[input.output];
  }
  // The result of a step of which each row has one.
  static std::string row_value(const RowInput& input) { return fmt::format("r{}_{}", input.index, input.output); }

  // The texts of the functions that the steps call.
  std::string functions() const;
  // CPU devices: the elements of the vectors with which the step is computed; 0: it is computed element by element.
  int width_of(const RowStep& step) const;
  // A function of each row's values that is computed for many rows, with the width of its vectors; 0: row by row.
  struct VectorEnd {
    expr::Program program;
    int width = 0;
  };
  // The texts of the functions that the vectors of steps of these widths, and of `ends`, call.
  std::string vector_functions(const std::vector<int>& widths, std::span<const VectorEnd> ends = {}) const;
  std::string parameters() const;
  std::string pointers() const;
  // The expression of element `t` of the row in operand k.
  std::string memory(std::size_t k, const std::string& t) const;
  // CPU devices: copies the chunk's elements from `t` on of operand k, which are not all neighbours in memory, to the
  // array `to`, and the array `values` to such an operand. Vectors do so where the last reduced axis allows it.
  std::string read_along(std::size_t k, const std::string& to) const;
  std::string write_along(std::size_t k, const std::string& values) const;
  // Declares b0, b1, ...: where `row` begins in each operand; and h0, h1, ...: the inputs of which a row has one
  // element.
  std::string row_offsets() const;

  // Defines the macros of reduction s: DECLARE, INIT, FROM_LANE, FOLD, NEXT and those of deviation.hpp.
  void fold_macros(std::string& out, std::size_t s) const;
  // Statements that bring a mapped element to y0, y1, ...
  using Read = std::function<std::string(std::size_t)>;
  static std::string map(const RowStep& step, const Read& read, const std::string& place);
  // Statements that compute the results of reduction s from x0[0], x1[0], ...; `read` gives the arrays of finish.
  std::string finish(const RowStep& step, const Read& read) const;

  // The place of element `t` of the row in operand k, whose elements are not all neighbours.
  std::string offset(std::size_t k, const std::string& t) const;
  // Statements for all elements of a chunk: those of `piece` for each piece along the last reduced axis, whose first
  // element lies at p[o], or `each`.
  using Piece = std::function<std::string(int size, int from)>;
  std::string along(std::size_t k, const Piece& piece, const std::string& each) const;

  const RowPrograms& p_;
  const RowClass& kind_;
  const Traits& traits_;
  std::uint64_t n_ = 1;  // elements of a row
};

}  // namespace kiln::codegen
