// SPDX-License-Identifier: Apache-2.0
// The operands of an elementwise kernel: their parameters, where their elements lie, and which elements a
// kernel copies to private or local memory. Only the writer of its text uses this file.
#pragma once

#include <string>
#include <vector>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

class ElementwiseOperands {
 public:
  ElementwiseOperands(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits);

 protected:
  struct Operand {
    base::DType stored;
    Inner inner;
    bool output;
    std::size_t slot;  // number of the output or input
  };

  const char* index_type() const { return kind_.wide ? "ulong" : "uint"; }
  const char* signed_index_type() const { return kind_.wide ? "long" : "int"; }
  // Defines KILN_PARAMETERS, the kernel's arguments: the memories, and the numbers, one by one or in a structure
  // (Traits::packs_numbers); and KILN_POINTERS, which declares what lies in the structure, and the pointers.
  void parameters(std::string& out, bool flat) const;
  // Declares o0, o1, ...: the offset of the row's first element in each operand.
  std::string row_offsets() const;

  std::size_t strided() const;  // the number of strided operands
  // Whether the kernel has elements of operand k in private or local memory. On CPU devices, and if it computed them
  // itself, they are contiguous there.
  bool staged(std::size_t k) const {
    return operands_[k].inner >= Inner::turned || (strips_ && operands_[k].inner == Inner::strided);
  }
  // Whether operand k's elements are contiguous for the kernel, so that vectors of them can be loaded and stored.
  bool beside(std::size_t k) const { return operands_[k].inner == Inner::unit || staged(k); }
  // The expression of operand k's element i. If elements are copied, the copy begins at element `from`.
  std::string at(std::size_t k, const std::string& i) const;
  // Defines the macros that copy strips of strided operands between memory and private arrays.
  void strips(std::string& out) const;
  // Defines the macros for turned inputs: a tile of each is read along its rows, which are columns of the result.
  void tiles(std::string& out) const;

  const expr::Program& program_;
  const ElementwiseClass& kind_;
  const Traits& traits_;
  bool strips_ = false;
  std::vector<Operand> operands_;
  std::vector<std::size_t> operand_of_input_;

 private:
  struct Number {
    const char* type;
    std::string name;
    bool padding = false;
  };
  // The numbers that a kernel gets: offsets of the operands, scalars, extents and strides. A flat kernel has `n` alone
  // of the extents. The structure's size is a multiple of its largest number's.
  std::vector<Number> numbers(bool flat) const;
  void add(base::DType stored, bool output, std::size_t slot);
  std::string element_type(const Operand& operand) const;
  // The expression of operand k's element i in memory. The row's offset is in a variable whose first letter is `o`.
  std::string in_memory(std::size_t k, const std::string& i, char o) const;
};

}  // namespace kiln::codegen
