// SPDX-License-Identifier: Apache-2.0
// Finds the dtype of every node of some expressions in two passes without recursion. The first goes from
// operands to the nodes that use them. The second goes back and tells numbers and weak scalars the dtypes of
// the values they are used with. Only the files of lib/expr use this header.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "expr/program.hpp"

namespace kiln::expr {

// A value that is not weak has a dtype. A weak number takes the dtype of the other operands.
enum class Weak : std::uint8_t { none, integer, real };

struct Typed {
  const Node* node = nullptr;
  std::uint32_t args[3] = {0, 0, 0};  // indices in the order; all are before this node's
  // The node's dtype by the rules of types. It may be float16 although kernels compute the node in float32.
  DType dtype = KILN_BOOL;
  // For an apply node, the dtype by the rules of types that operands are converted to; see operand_dtype().
  DType operands = KILN_BOOL;
  Weak weak = Weak::none;
  bool demanded = false;  // whether a node that reads this weak one has told it a dtype
  // Whether the node is made of numbers only. `constant` is then its value, int64 or float64 while it is weak.
  bool folded = false;
  Scalar constant;
  std::uint16_t input = 0;                                                                 // input: its index
  bool argument() const { return weak != Weak::none && node->kind == Node::Kind::input; }  // a weak scalar
};

// How a node takes an operand: by the rules of types, or exactly as a cast does, which rounds once and wraps integers.
enum class Take : std::uint8_t { implicit, exact };

// A dtype that a weak scalar is passed as.
struct Passed {
  DType dtype;
  bool fits;  // as in Program::Input
};

class Typing {
 public:
  Typing(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
         std::span<const InputType> input_types, std::span<const int> output_dtypes, DType default_float);

  const std::vector<Typed>& order() const noexcept { return order_; }
  std::uint32_t place(const Node* node) const { return places_.at(node); }
  // The dtype that operand i of an apply node is converted to, before replacement by the compute dtype.
  DType operand_dtype(const Typed& typed, int i) const;
  DType cast_dtype(const Typed& typed) const;    // the dtype that a cast node converts to
  DType result_dtype(const Typed& typed) const;  // the dtype of an output if the caller asks for none
  // An input has one of these; a weak scalar has one for each dtype that it is passed as, and at least one.
  const std::vector<Passed>& passed(std::size_t input) const { return passed_[input]; }
  // The dtype that a weak scalar is passed as where it is converted to `to`.
  static DType passed_dtype(DType to, Take take);

 private:
  struct Common {
    DType dtype;
    Weak weak;
  };
  void collect(const Node* root);
  void infer(Typed& typed);
  void infer_input(Typed& typed);
  void infer_apply(Typed& typed);
  Common apply_rule(const Typed& typed);
  Common float_rule(const Typed& typed, int count, bool complex_too) const;
  Common common(const Typed& typed, int first, int last) const;
  void check_second_int32(const Typed& typed) const;
  void fold(Typed& typed, const Common& common);
  DType alone(Weak weak) const { return weak == Weak::integer ? KILN_INT64 : default_float_; }
  void demand(Typed& typed, DType dtype, Take take = Take::implicit);
  void demand_argument(const Typed& typed, DType dtype, Take take);
  void resolve();
  [[noreturn]] void refuse(const Typed& typed, std::string_view why) const;

  std::span<const InputType> input_types_;
  DType default_float_;
  std::vector<Typed> order_;
  std::unordered_map<const Node*, std::uint32_t> places_;
  std::unordered_map<std::string_view, std::uint32_t> input_entries_;  // index in order_
  std::unordered_map<std::string_view, std::uint16_t> input_places_;   // index among the inputs
  std::vector<std::vector<Passed>> passed_;                            // by input
};

// The start of an error message: "expression: column 7: ", or "expression: " for nodes that were not made from a text.
std::string error_prefix(const Node& node);

}  // namespace kiln::expr
