// SPDX-License-Identifier: Apache-2.0
// The operands of an elementwise kernel: their parameters, where their elements are, and what a kernel keeps
// of them in memory of its own. Private to the writer of its text.
#pragma once

#include <string>
#include <vector>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

class ElementwiseOperands {
 public:
  ElementwiseOperands(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits);

 protected:
  // Operand k: outputs first, then the inputs that are arrays.
  struct Operand {
    base::DType stored;
    Inner inner;
    bool output;
    std::size_t slot;  // output or input number
  };

  static void define(std::string& out, const std::string& name, const std::string& value);
  const char* index_type() const { return kind_.wide ? "ulong" : "uint"; }
  const char* signed_index_type() const { return kind_.wide ? "long" : "int"; }
  std::string parameters() const;
  std::string pointers() const;
  std::string extents() const;
  // Element offsets o0, o1, ... of the row's first elements.
  std::string row_offsets() const;

  std::size_t strided() const;  // operands
  // Operands of which the kernel keeps some elements in memory of its own, beside each other on CPU devices.
  bool staged(std::size_t k) const {
    return operands_[k].inner == Inner::turned || (strips_ && operands_[k].inner == Inner::strided);
  }
  // Whether vectors of operand k's elements can be accessed.
  bool beside(std::size_t k) const { return operands_[k].inner == Inner::unit || staged(k); }
  // The address expression of operand k's element i. What is kept is the elements from `from` on.
  std::string at(std::size_t k, const std::string& i) const;
  // Strided operands: an item moves strips of them between memory and arrays of its own.
  void strips(std::string& out) const;
  // Turned inputs: a tile of each is read along its rows, which are columns of the result.
  void tiles(std::string& out) const;

  const expr::Program& program_;
  const ElementwiseClass& kind_;
  const Traits& traits_;
  bool strips_ = false;
  std::vector<Operand> operands_;
  std::vector<std::size_t> operand_of_input_;

 private:
  void add(base::DType stored, bool output, std::size_t slot);
  std::string element_type(const Operand& operand) const;
  // Operand k's element i where it is stored, of a row whose offsets begin with the letter `o`.
  std::string in_memory(std::size_t k, const std::string& i, char o) const;
};

}  // namespace kiln::codegen
