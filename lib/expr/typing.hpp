// SPDX-License-Identifier: Apache-2.0
// Inside the expression layer: the dtype of every node of some expressions. Two passes without recursion:
// upwards, operands before what uses them, then downwards, where numbers and weak scalars learn the dtype of
// what they meet.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "expr/program.hpp"

namespace kiln::expr {

// Not weak: has a dtype of its own. Weak: takes the dtype of what it meets.
enum class Weak : std::uint8_t { none, integer, real };

struct Typed {
  const Node* node = nullptr;
  std::uint32_t args[3] = {0, 0, 0};  // places in the order; all before this node's
  DType dtype = KILN_BOOL;            // nominal: float16 stays float16 though computed in float32
  DType operands = KILN_BOOL;  // apply: the nominal dtype operands are converted to, see operand_dtype()
  Weak weak = Weak::none;
  bool demanded = false;  // a weak node whose dtype something has asked for
  bool folded = false;    // made of numbers only: `constant` is its value, int64 or float64 while weak
  Scalar constant;
  std::uint16_t input = 0;  // which
};

class Typing {
 public:
  Typing(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
         std::span<const InputType> input_types, std::span<const int> output_dtypes, DType default_float);

  const std::vector<Typed>& order() const noexcept { return order_; }
  std::uint32_t place(const Node* node) const { return places_.at(node); }
  // The nominal dtype operand i of an apply node is converted to.
  DType operand_dtype(const Typed& typed, int i) const;
  DType cast_dtype(const Typed& typed) const;  // what a cast node converts to
  DType own_dtype(const Typed& typed) const;   // of a result nothing else decides
  DType input_dtype(std::size_t input) const { return input_dtypes_[input]; }

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
  void demand(Typed& typed, DType dtype);
  void resolve();
  [[noreturn]] void refuse(const Typed& typed, std::string_view why) const;

  std::span<const InputType> input_types_;
  DType default_float_;
  std::vector<Typed> order_;
  std::unordered_map<const Node*, std::uint32_t> places_;
  std::unordered_map<std::string_view, std::uint32_t> input_entries_;  // in order_
  std::unordered_map<std::string_view, std::uint16_t> input_places_;   // among the inputs
  std::vector<DType> input_dtypes_;
};

// "expression: column 7: " or, for nodes built from code, "expression: ".
std::string error_prefix(const Node& node);

}  // namespace kiln::expr
