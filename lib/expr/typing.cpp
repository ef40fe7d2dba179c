// SPDX-License-Identifier: Apache-2.0
// The rules of types, one for each Rule, and how weak numbers get their dtypes.
#include "expr/typing.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {

std::string error_prefix(const Node& node) {
  if (node.column == 0) return "expression: ";
  if (node.line > 1) return fmt::format("expression: line {}, column {}: ", node.line, node.column);
  return fmt::format("expression: column {}: ", node.column);
}

Typing::Typing(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
               std::span<const InputType> input_types, std::span<const int> output_dtypes, DType default_float)
    : input_types_(input_types), default_float_(default_float) {
  for (std::size_t i = 0; i < input_names.size(); ++i)
    input_places_.try_emplace(input_names[i], static_cast<std::uint16_t>(i));
  passed_.resize(input_types.size());
  for (const Statements::Output& output : outputs) collect(output.value.get());
  for (Typed& typed : order_) infer(typed);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Typed& typed = order_[place(outputs[i].value.get())];
    const DType dtype = output_dtypes[i] >= 0 ? static_cast<DType>(output_dtypes[i]) : result_dtype(typed);
    demand(typed, dtype, Take::exact);
    // Unlike a cast, an output does not wrap.
    if (typed.argument() && typed.weak == Weak::integer && base::is_integer(dtype))
      demand_argument(typed, dtype, Take::implicit);
  }
  resolve();
  for (std::size_t i = 0; i < passed_.size(); ++i) {
    const InputType& type = input_types[i];
    std::vector<Passed>& passed = passed_[i];
    if (passed.empty())
      passed.push_back({type.weak ? alone(type.dtype == KILN_INT64 ? Weak::integer : Weak::real) : type.dtype, false});
    // Equal programs have equal orders, whatever statement comes first.
    std::ranges::sort(passed, std::greater<>{}, &Passed::dtype);
  }
}

// Appends the expression's nodes to the order, each once and after its operands.
void Typing::collect(const Node* root) {
  struct Frame {
    const Node* node;
    std::size_t next;
  };
  std::vector<Frame> stack{{root, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (places_.contains(frame.node)) {
      stack.pop_back();
    } else if (frame.next < frame.node->args.size()) {
      const Node* arg = frame.node->args[frame.next++].get();
      stack.push_back({arg, 0});
    } else {
      if (frame.node->kind == Node::Kind::input) {
        // All nodes that read one name share one entry.
        const auto [known, fresh] =
            input_entries_.try_emplace(frame.node->name, static_cast<std::uint32_t>(order_.size()));
        if (!fresh) {
          places_.emplace(frame.node, known->second);
          stack.pop_back();
          continue;
        }
      }
      Typed typed;
      typed.node = frame.node;
      for (std::size_t i = 0; i < frame.node->args.size(); ++i) typed.args[i] = place(frame.node->args[i].get());
      places_.emplace(frame.node, static_cast<std::uint32_t>(order_.size()));
      order_.push_back(typed);
      stack.pop_back();
    }
  }
}

void Typing::infer(Typed& typed) {
  const Node& node = *typed.node;
  switch (node.kind) {
    case Node::Kind::input:
      return infer_input(typed);
    case Node::Kind::constant:
      typed.dtype = node.scalar.dtype;
      return;
    case Node::Kind::number:
      typed.weak = base::is_integer(node.scalar.dtype) ? Weak::integer : Weak::real;
      typed.folded = true;
      typed.constant = node.scalar;
      return;
    case Node::Kind::cast:
      typed.dtype = cast_dtype(typed);
      return;
    case Node::Kind::index:
      typed.dtype = KILN_INT64;
      return;
    case Node::Kind::apply:
      return infer_apply(typed);
  }
}

void Typing::infer_input(Typed& typed) {
  const auto found = input_places_.find(typed.node->name);
  if (found == input_places_.end())
    base::fail(KILN_INVALID_ARGUMENT, "{}'{}' is read but is no parameter", error_prefix(*typed.node),
               typed.node->name);
  typed.input = found->second;
  const InputType& type = input_types_[typed.input];
  typed.dtype = type.dtype;
  if (type.weak) typed.weak = type.dtype == KILN_INT64 ? Weak::integer : Weak::real;
}

void Typing::infer_apply(Typed& typed) {
  const Common result = apply_rule(typed);
  const Rule rule = info(typed.node->fn).rule;
  typed.operands = result.dtype;
  typed.dtype = result.dtype;
  typed.weak = result.weak;
  if (rule == Rule::equality || rule == Rule::comparison || rule == Rule::logical || rule == Rule::classify ||
      rule == Rule::classify_or_complex) {
    if (result.weak != Weak::none) typed.operands = alone(result.weak);
    typed.weak = Weak::none;
    typed.dtype = KILN_BOOL;
  } else if (rule == Rule::to_int32) {
    if (result.weak != Weak::none) typed.operands = default_float_;
    typed.weak = Weak::none;
    typed.dtype = KILN_INT32;
  } else if (rule == Rule::make_complex) {
    if (result.weak != Weak::none) typed.operands = default_float_;
    typed.weak = Weak::none;
    typed.dtype = typed.operands == KILN_FLOAT64 ? KILN_COMPLEX128 : KILN_COMPLEX64;
    return;
  } else if (rule == Rule::magnitude || rule == Rule::complex_part) {
    typed.dtype = base::real_dtype(result.dtype);
  }
  fold(typed, result);
}

// The common dtype of operands `first` to `last` - 1. Operands with dtypes are promoted, and weak numbers
// adapt to them. If all are weak, so is the result.
Typing::Common Typing::common(const Typed& typed, int first, int last) const {
  bool strong = false;
  DType dtype = KILN_BOOL;
  Weak weak = Weak::none;
  for (int i = first; i < last; ++i) {
    const Typed& arg = order_[typed.args[i]];
    if (arg.weak == Weak::none) {
      dtype = strong ? base::promote(dtype, arg.dtype) : arg.dtype;
      strong = true;
    } else {
      weak = std::max(weak, arg.weak);
    }
  }
  if (!strong) return {weak == Weak::integer ? KILN_INT64 : KILN_FLOAT64, weak};
  if (weak == Weak::real && !base::is_float(dtype) && !base::is_complex(dtype)) return {default_float_, Weak::none};
  if (weak == Weak::integer && base::is_bool(dtype)) return {KILN_INT64, Weak::none};
  return {dtype, Weak::none};
}

Typing::Common Typing::float_rule(const Typed& typed, int count, bool complex_too) const {
  Common c = common(typed, 0, count);
  if (c.weak != Weak::none) return {KILN_FLOAT64, Weak::real};
  if (base::is_complex(c.dtype) && !complex_too) refuse(typed, "complex numbers are not supported");
  if (base::is_bool(c.dtype) || base::is_integer(c.dtype)) c.dtype = default_float_;
  return c;
}

Typing::Common Typing::apply_rule(const Typed& typed) {
  const FunctionInfo& function = info(typed.node->fn);
  const int arity = function.arity;
  const Common c = common(typed, function.rule == Rule::where ? 1 : 0, arity);
  switch (function.rule) {
    case Rule::arithmetic:
      if (base::is_bool(c.dtype)) refuse(typed, "bool has no arithmetic; convert it, as in int32(x)");
      return c;
    case Rule::numeric:
      if (base::is_bool(c.dtype)) refuse(typed, "bool has no arithmetic; convert it, as in int32(x)");
      if (base::is_complex(c.dtype)) refuse(typed, "complex numbers are not supported");
      return c;
    case Rule::bitwise:
      if (!base::is_bool(c.dtype) && !base::is_integer(c.dtype))
        refuse(typed, typed.node->fn == Fn::bit_xor && base::is_float(c.dtype)
                          ? "expected bool or integers of a common dtype; a power is written pow(x, y)"
                          : "expected bool or integers of a common dtype");
      return c;
    case Rule::integer:
      if (!base::is_integer(c.dtype)) refuse(typed, "expected integers of a common dtype");
      return c;
    case Rule::equality:
    case Rule::where:
      return c;
    case Rule::logical:
      return {KILN_BOOL, Weak::none};
    case Rule::comparison:
      if (base::is_complex(c.dtype)) refuse(typed, "complex numbers have no order");
      return c;
    case Rule::floating:
    case Rule::classify:
    case Rule::to_int32:
    case Rule::make_complex:
      return float_rule(typed, arity, false);
    case Rule::power:
      if (base::is_integer(c.dtype) && c.weak == Weak::none) return c;
      [[fallthrough]];
    case Rule::floating_or_complex:
    case Rule::classify_or_complex:
      return float_rule(typed, arity, true);
    case Rule::float_and_int32:
      check_second_int32(typed);
      return float_rule(typed, 1, false);
    case Rule::rounding:
      if (base::is_complex(c.dtype)) refuse(typed, "complex numbers are not supported");
      [[fallthrough]];
    case Rule::rounding_or_complex:
    case Rule::magnitude:
    case Rule::complex_part:
      if (base::is_bool(c.dtype)) refuse(typed, "bool has no arithmetic; convert it, as in int32(x)");
      return typed.node->fn == Fn::arg ? float_rule(typed, arity, true) : c;
  }
  base::fail(KILN_INTERNAL, "expression: {} has no type rule", function.name);
}

void Typing::check_second_int32(const Typed& typed) const {
  const Typed& n = order_[typed.args[1]];
  const bool fits = n.weak == Weak::none
                        ? base::is_bool(n.dtype) ||
                              (base::is_integer(n.dtype) && n.dtype != KILN_UINT32 && base::dtype_size(n.dtype) <= 4)
                        : n.weak == Weak::integer;
  if (!fits) refuse(typed, "the second argument must fit int32; convert it, as in int32(n)");
}

// Operations of numbers only are computed in int64 or float64, whatever dtype the result is converted to.
void Typing::fold(Typed& typed, const Common& c) {
  const FunctionInfo& function = info(typed.node->fn);
  Scalar args[3];
  for (int i = 0; i < function.arity; ++i) {
    const Typed& arg = order_[typed.args[i]];
    if (!arg.folded) return;
    const bool truth = function.rule == Rule::logical || (function.rule == Rule::where && i == 0);
    const bool int32 = function.rule == Rule::float_and_int32 && i == 1;
    args[i] = arg.constant.cast(truth ? KILN_BOOL : int32 ? KILN_INT32 : base::compute_dtype(c.dtype));
    if (int32 && args[i].i != arg.constant.i) refuse(typed, fmt::format("{} does not fit int32", arg.constant.i));
  }
  const DType result =
      typed.dtype == KILN_BOOL || typed.dtype == KILN_INT32 ? typed.dtype : base::compute_dtype(c.dtype);
  typed.constant = evaluate(typed.node->fn, result, args);
  typed.folded = true;
}

DType Typing::cast_dtype(const Typed& typed) const {
  return typed.node->dtype == KILN_FLOATX ? default_float_ : typed.node->dtype;
}

DType Typing::operand_dtype(const Typed& typed, int i) const {
  const Rule rule = info(typed.node->fn).rule;
  if (rule == Rule::logical || (rule == Rule::where && i == 0)) return KILN_BOOL;
  if (rule == Rule::float_and_int32 && i == 1) return KILN_INT32;
  return typed.operands;
}

DType Typing::result_dtype(const Typed& typed) const {
  return typed.weak != Weak::none ? alone(typed.weak) : typed.dtype;
}

// A scalar that is not cast has a compute dtype: like a number in a text, it is not rounded to float16 or bfloat16
// first. A truth asks whether the scalar itself is 0, as rounding to a dtype might make it 0.
DType Typing::passed_dtype(DType to, Take take) {
  const DType real = base::is_complex(to) ? base::real_dtype(to) : to;
  return take == Take::exact ? real : base::compute_dtype(real);
}

// Notes that a weak scalar is converted to `dtype`. This changes no other use of it.
void Typing::demand_argument(const Typed& typed, DType dtype, Take take) {
  const bool fits = take == Take::implicit && typed.weak == Weak::integer && base::is_integer(dtype);
  std::vector<Passed>& passed = passed_[typed.input];
  const auto known = std::ranges::find(passed, passed_dtype(dtype, take), &Passed::dtype);
  if (known == passed.end())
    passed.push_back({passed_dtype(dtype, take), fits});
  else
    known->fits = known->fits || fits;
}

// Tells a weak value that it is converted to `dtype`. What is computed from numbers has one dtype, that of all uses:
// real numbers take float dtypes and integers take integer dtypes.
void Typing::demand(Typed& typed, DType dtype, Take take) {
  if (typed.weak == Weak::none || typed.folded) return;
  if (typed.argument()) return demand_argument(typed, dtype, take);
  DType wanted = alone(typed.weak);
  if (typed.weak == Weak::real && (base::is_float(dtype) || base::is_complex(dtype)))
    wanted = base::real_dtype(dtype);
  else if (typed.weak == Weak::integer && base::is_integer(dtype))
    wanted = dtype;
  const DType both = typed.demanded ? base::promote(typed.dtype, wanted) : wanted;
  const bool mixed =
      typed.demanded && base::is_integer(typed.dtype) && base::is_integer(wanted) && !base::is_integer(both);
  typed.dtype = mixed ? KILN_INT64 : both;
  typed.demanded = true;
}

void Typing::resolve() {
  for (std::size_t i = order_.size(); i-- > 0;) {
    Typed& typed = order_[i];
    if (typed.folded) continue;
    if (typed.weak != Weak::none) {
      if (!typed.demanded) typed.dtype = alone(typed.weak);
      typed.operands = typed.dtype;
    }
    if (typed.node->kind == Node::Kind::cast) demand(order_[typed.args[0]], cast_dtype(typed), Take::exact);
    if (typed.node->kind != Node::Kind::apply) continue;
    for (int a = 0; a < info(typed.node->fn).arity; ++a) demand(order_[typed.args[a]], operand_dtype(typed, a));
  }
}

void Typing::refuse(const Typed& typed, std::string_view why) const {
  std::vector<std::string> dtypes;
  for (int i = 0; i < info(typed.node->fn).arity; ++i) {
    const Typed& arg = order_[typed.args[i]];
    dtypes.emplace_back(arg.weak == Weak::none      ? base::dtype_name(arg.dtype)
                        : arg.weak == Weak::integer ? "integer number"
                                                    : "number");
  }
  base::fail(KILN_TYPE_ERROR, "{}{}({}): {}", error_prefix(*typed.node), info(typed.node->fn).name,
             base::join(dtypes, ", "), why);
}

}  // namespace kiln::expr
