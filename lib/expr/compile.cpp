// SPDX-License-Identifier: Apache-2.0
// Turns typed expressions into a program. Every conversion becomes a value. float16 and bfloat16 are computed
// as float32, and rounded only where the text converts to them.
#include "expr/builder.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/error.hpp"
#include "expr/typing.hpp"

namespace kiln::expr {

bool fits(std::int64_t value, DType dtype) noexcept {
  const int bits = static_cast<int>(base::dtype_size(dtype)) * 8;
  if (base::is_unsigned(dtype)) return value >= 0 && (bits == 64 || value >> bits == 0);
  return bits == 64 || (value >> (bits - 1) == 0 || value >> (bits - 1) == -1);
}

namespace {

class Lowering {
 public:
  Lowering(const Typing& typing, std::span<const InputType> input_types) : typing_(typing) {
    // Inputs are the first values, in their order, so that programs that differ in spelling only are equal.
    std::vector<bool> read(input_types.size(), false);
    for (const Typed& typed : typing.order())
      if (typed.node->kind == Node::Kind::input) read[typed.input] = true;
    for (std::size_t i = 0; i < read.size(); ++i)
      if (read[i]) builder_.input(i, base::compute_dtype(typing.passed(i)[0].dtype));
    for (std::size_t i = 0, next = read.size(); i < read.size(); next += typing.passed(i++).size() - 1) {
      further_.push_back(next);
      for (std::size_t k = 1; k < typing.passed(i).size(); ++k)
        builder_.input(next + k - 1, base::compute_dtype(typing.passed(i)[k].dtype));
    }
    values_.reserve(typing.order().size());
    for (const Typed& typed : typing.order())
      values_.push_back(typed.folded || typed.argument() ? Builder::Id{0} : lower(typed));
  }

  // Storing an output rounds to float16 or bfloat16. A constant is rounded here instead, once.
  Builder::Id output(const Node* node, DType dtype) {
    const Typed& typed = typing_.order()[typing_.place(node)];
    if (typed.folded && !base::is_integer(dtype)) return rounded_constant(typed, dtype);
    if (typed.argument()) return argument(typed, dtype, Take::exact);
    return typed.folded ? convert(typing_.place(node), dtype, *node)
                        : builder_.narrow(values_[typing_.place(node)], dtype);
  }
  const Builder& builder() const noexcept { return builder_; }

 private:
  Builder::Id lower(const Typed& typed) {
    const Node& node = *typed.node;
    switch (node.kind) {
      case Node::Kind::input:
        return builder_.input(typed.input, base::compute_dtype(typed.dtype));
      case Node::Kind::constant:
        return builder_.constant(node.scalar.cast(base::compute_dtype(node.scalar.dtype)));
      case Node::Kind::index:
        return builder_.index();
      case Node::Kind::cast:
        return lower_cast(typed);
      default:
        return lower_apply(typed);
    }
  }

  Builder::Id lower_cast(const Typed& typed) {
    const DType to = typing_.cast_dtype(typed);
    const Typed& arg = typing_.order()[typed.args[0]];
    if (arg.folded) return rounded_constant(arg, to);
    if (arg.argument()) return argument(arg, to, Take::exact);
    const Builder::Id value = builder_.narrow(values_[typed.args[0]], to);
    if (base::compute_dtype(to) == to) return value;
    const bool narrow_already = arg.node->kind == Node::Kind::input && arg.weak == Weak::none && arg.dtype == to;
    return narrow_already ? value : builder_.round(value, to);
  }

  // Converts a number as a cast or an output asks. It is rounded once, and an integer may wrap, unlike in convert().
  Builder::Id rounded_constant(const Typed& typed, DType to) {
    return builder_.constant(typed.constant.cast(to).cast(base::compute_dtype(to)));
  }

  // A weak scalar, converted to `to`. The host has rounded it.
  Builder::Id argument(const Typed& typed, DType to, Take take) {
    const DType dtype = Typing::passed_dtype(to, take);
    const std::vector<Passed>& passed = typing_.passed(typed.input);
    const auto at = std::size_t(std::ranges::find(passed, dtype, &Passed::dtype) - passed.begin());
    const std::size_t input = at == 0 ? typed.input : further_[typed.input] + at - 1;
    return builder_.cast(builder_.input(input, base::compute_dtype(dtype)), base::compute_dtype(to));
  }

  Builder::Id lower_apply(const Typed& typed) {
    const Fn fn = typed.node->fn;
    const int arity = info(fn).arity;
    if (is_mixed_comparison(typed)) return lower_mixed_comparison(typed);
    Builder::Id args[3] = {0, 0, 0};
    for (int i = 0; i < arity; ++i) args[i] = convert(typed.args[i], typing_.operand_dtype(typed, i), *typed.node);
    if (fn == Fn::nextafter && base::compute_dtype(typed.dtype) != typed.dtype)
      return lower_nextafter(args[0], args[1], typed.dtype);
    const DType result = base::compute_dtype(typed.dtype);
    if (arity == 1) return builder_.apply(fn, result, {args[0]});
    if (arity == 2) return builder_.apply(fn, result, {args[0], args[1]});
    return builder_.apply(fn, result, {args[0], args[1], args[2]});
  }

  // uint64 and signed integers have no common integer dtype, but their comparison is exact nevertheless.
  bool is_mixed_comparison(const Typed& typed) const {
    const Rule rule = info(typed.node->fn).rule;
    if (rule != Rule::equality && rule != Rule::comparison) return false;
    const Typed &a = typing_.order()[typed.args[0]], &b = typing_.order()[typed.args[1]];
    return a.weak == Weak::none && b.weak == Weak::none && base::is_integer(a.dtype) && base::is_integer(b.dtype) &&
           base::is_float(typed.operands);
  }

  // A negative number is less than any uint64. Other numbers are compared as uint64.
  Builder::Id lower_mixed_comparison(const Typed& typed) {
    const Fn fn = typed.node->fn;
    const bool first = !base::is_unsigned(typing_.order()[typed.args[0]].dtype);
    const auto signed_value = convert(typed.args[first ? 0 : 1], KILN_INT64, *typed.node),
               other = convert(typed.args[first ? 1 : 0], KILN_UINT64, *typed.node);
    const auto negative =
        builder_.apply(Fn::less, KILN_BOOL, {signed_value, builder_.constant(Scalar::integer(KILN_INT64, 0))});
    const auto bits = builder_.cast(signed_value, KILN_UINT64);
    const auto known = builder_.apply(fn, KILN_BOOL, {first ? bits : other, first ? other : bits});
    const bool smaller = fn == Fn::less || fn == Fn::less_equal, larger = fn == Fn::greater || fn == Fn::greater_equal;
    if (fn == Fn::not_equal || (first ? smaller : larger))
      return builder_.apply(Fn::logical_or, KILN_BOOL, {negative, known});
    return builder_.apply(Fn::logical_and, KILN_BOOL, {builder_.apply(Fn::logical_not, KILN_BOOL, {negative}), known});
  }

  // nextafter for float16 and bfloat16. A step of float32 times a power of two is a step of the narrower
  // dtype, except near zero, where the step is the smallest subnormal.
  Builder::Id lower_nextafter(Builder::Id x, Builder::Id y, DType dtype) {
    const bool half = dtype == KILN_FLOAT16;
    const auto number = [&](double value) { return builder_.constant(Scalar::real(KILN_FLOAT32, value)); };
    const auto apply = [&](Fn fn, std::initializer_list<Builder::Id> args) {
      return builder_.apply(fn, KILN_FLOAT32, args);
    };
    x = builder_.round(x, dtype);
    y = builder_.round(y, dtype);
    const auto next = apply(Fn::nextafter, {x, y}), step = apply(Fn::subtract, {next, x});
    const auto size = apply(Fn::multiply, {apply(Fn::fabs, {step}), number(half ? 0x1p13 : 0x1p16)});
    const auto least = apply(Fn::fmax, {size, number(half ? 0x1p-24 : 0x1p-133)});
    const auto sum = apply(Fn::add, {x, apply(Fn::copysign, {least, step})});
    const auto zero = apply(Fn::copysign, {number(0), x});  // a step up from below zero gives -0
    const auto stepped = apply(Fn::where, {builder_.apply(Fn::equal, KILN_BOOL, {sum, number(0)}), zero, sum});
    const auto largest = apply(Fn::copysign, {number(half ? 65504 : 0x1.fep127), x});
    const auto test = [&](Fn fn, Builder::Id value) { return builder_.apply(fn, KILN_BOOL, {value}); };
    const auto finite = apply(Fn::where, {test(Fn::isinf, x), largest, stepped});
    const auto any = apply(Fn::where, {test(Fn::isnan, next), next, finite});
    return apply(Fn::where, {builder_.apply(Fn::equal, KILN_BOOL, {x, y}), y, any});
  }

  // Converts a value implicitly, to the dtype of the other operands.
  Builder::Id convert(std::uint32_t place, DType to, const Node& user) {
    const Typed& typed = typing_.order()[place];
    const DType compute = base::compute_dtype(to);
    if (typed.argument()) return argument(typed, to, Take::implicit);
    if (!typed.folded) return builder_.cast(values_[place], compute);
    if (typed.weak == Weak::integer && base::is_integer(to) && !fits(typed.constant.i, to))
      base::fail(KILN_TYPE_ERROR, "{}the number {} does not fit {}, the dtype of what it meets", error_prefix(user),
                 typed.constant.i, base::dtype_name(to));
    return builder_.constant(typed.constant.cast(compute));
  }

  const Typing& typing_;
  Builder builder_;
  std::vector<std::size_t> further_;  // by input: the program's input that is its second dtype
  std::vector<Builder::Id> values_;   // by place; weak scalars have none, as each use has its own
};

void check_request(std::span<const Statements::Output> outputs, std::span<const std::string> names,
                   std::span<const InputType> types, std::span<const int> output_dtypes, DType default_float) {
  if (names.size() != types.size() || outputs.size() != output_dtypes.size())
    base::fail(KILN_INVALID_ARGUMENT, "expression: got {} input dtypes and {} output dtypes, expected {} and {}",
               types.size(), output_dtypes.size(), names.size(), outputs.size());
  if (std::max(names.size(), outputs.size()) > kMaxValues)
    base::fail(KILN_INVALID_ARGUMENT, "expression: got {} inputs and {} outputs, the limit is {}", names.size(),
               outputs.size(), kMaxValues);
  for (const InputType& type : types)
    if (!base::is_dtype(type.dtype) || (type.weak && type.dtype != KILN_FLOAT64 && type.dtype != KILN_INT64))
      base::fail(KILN_TYPE_ERROR, "expression: {} is no dtype for an input", static_cast<int>(type.dtype));
  for (const int dtype : output_dtypes)
    if (dtype != -1 && !base::is_dtype(dtype))
      base::fail(KILN_TYPE_ERROR, "expression: {} is no dtype for an output", dtype);
  if (!base::is_float(default_float))
    base::fail(KILN_TYPE_ERROR, "expression: the default float must be a float dtype, got {}",
               static_cast<int>(default_float));
  for (const Statements::Output& output : outputs)
    if (!output.value) base::fail(KILN_INVALID_ARGUMENT, "expression: output '{}' has no expression", output.name);
}

}  // namespace

Program compile(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
                std::span<const InputType> input_types, std::span<const int> output_dtypes, DType default_float) {
  check_request(outputs, input_names, input_types, output_dtypes, default_float);
  const Typing typing(outputs, input_names, input_types, output_dtypes, default_float);
  Lowering lowering(typing, input_types);
  Program program;
  const auto add = [&](std::size_t i, const Passed& passed) {
    program.inputs.push_back(
        {input_names[i], passed.dtype, input_types[i].scalar || input_types[i].weak, i, passed.fits});
  };
  for (std::size_t i = 0; i < input_names.size(); ++i) add(i, typing.passed(i)[0]);
  for (std::size_t i = 0; i < input_names.size(); ++i)
    for (const Passed& passed : std::span(typing.passed(i)).subspan(1)) add(i, passed);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Node* node = outputs[i].value.get();
    const DType dtype = output_dtypes[i] >= 0 ? static_cast<DType>(output_dtypes[i])
                                              : typing.result_dtype(typing.order()[typing.place(node)]);
    program.outputs.push_back({outputs[i].name, dtype, lowering.output(node, dtype)});
  }
  lowering.builder().finish(program);
  return program;
}

namespace {

std::size_t most_values_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::cast:
      return 3;  // a conversion, a rounding and a new constant
    case Node::Kind::apply:
      break;
    default:
      return 1;
  }
  const FunctionInfo& function = info(node.fn);
  const std::size_t conversions = function.arity;
  // lower_nextafter() and lower_mixed_comparison() make up to this many values.
  if (node.fn == Fn::nextafter) return conversions + 40;
  if (function.rule == Rule::equality || function.rule == Rule::comparison) return conversions + 8;
  return conversions + 3;  // the function may be replaced by another one with one more constant
}

}  // namespace

std::size_t most_values(std::span<const Expr> expressions) {
  std::size_t count = 0;
  std::vector<const Node*> open;
  std::unordered_set<const Node*> seen;
  for (const Expr& expression : expressions) open.push_back(expression.get());
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    count += most_values_of(*node);
    for (const Expr& arg : node->args) open.push_back(arg.get());
  }
  return count;
}

}  // namespace kiln::expr
