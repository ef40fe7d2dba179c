// SPDX-License-Identifier: Apache-2.0
// The table of functions, and every name that a text may call: functions, aliases, dtype names and names that
// stand for small expressions. The parser, kiln_expression_apply and the suggestions in errors all use it.
#include "base/text.hpp"
#include "expr/callable.hpp"

#include "base/error.hpp"
#include "expr/parse/hints.hpp"

namespace kiln::expr {
namespace {

constexpr FunctionInfo kFunctions[] = {
#define KILN_FN(id, name, arity, rule) {name, arity, Rule::rule},
#include "expr/functions.def"
#undef KILN_FN
};

constexpr Alias kAliases[] = {
    {"sub", Fn::subtract},
    {"mul", Fn::multiply},
    {"div", Fn::divide},
    {"neg", Fn::negative},
    {"mod", Fn::remainder},
    {"absolute", Fn::abs},
    {"maximum", Fn::max},
    {"minimum", Fn::min},
    {"clip", Fn::clamp},
    {"lerp", Fn::mix},
    {"power", Fn::pow},
    {"arccos", Fn::acos},
    {"arccosh", Fn::acosh},
    {"arcsin", Fn::asin},
    {"arcsinh", Fn::asinh},
    {"arctan", Fn::atan},
    {"arctan2", Fn::atan2},
    {"arctanh", Fn::atanh},
    {"deg2rad", Fn::radians},
    {"rad2deg", Fn::degrees},
    {"invert", Fn::bit_not},
    {"bitwise_not", Fn::bit_not},
    {"left_shift", Fn::shift_left},
    {"right_shift", Fn::shift_right},
    {"bitwise_count", Fn::popcount},
    {"conjugate", Fn::conj},
    {"angle", Fn::arg},
    // OpenCL C's names.
    {"isequal", Fn::equal},
    {"isnotequal", Fn::not_equal},
    {"isless", Fn::less},
    {"islessequal", Fn::less_equal},
    {"isgreater", Fn::greater},
    {"isgreaterequal", Fn::greater_equal},
    {"mul24", Fn::multiply},
};

// native_sin and half_sin are other names of sin, and so for each function in kPrefixed. In OpenCL C they may be less
// exact.
constexpr std::string_view kPrefixes[] = {"native_", "half_"};
constexpr Fn kPrefixed[] = {Fn::cos,   Fn::divide, Fn::exp,   Fn::exp2, Fn::exp10, Fn::log, Fn::log2,
                            Fn::log10, Fn::powr,   Fn::rsqrt, Fn::sin,  Fn::sqrt,  Fn::tan};

struct Named {
  const char* name;
  Callable callable;
};
constexpr Named kComposites[] = {
    {"index", {Callable::Kind::index, 0}},
    {"square", {Callable::Kind::square, 1}},
    {"reciprocal", {Callable::Kind::reciprocal, 1}},
    {"positive", {Callable::Kind::positive, 1}},
    {"logical_xor", {Callable::Kind::logical_xor, 2}},
    {"islessgreater", {Callable::Kind::less_or_greater, 2}},
    {"mad24", {Callable::Kind::multiply_add, 3}},
    {"native_recip", {Callable::Kind::reciprocal, 1}},
    {"half_recip", {Callable::Kind::reciprocal, 1}},
};

struct CName {
  const char* name;
  DType dtype;
};
constexpr CName kCNames[] = {
    {"char", KILN_INT8},    {"uchar", KILN_UINT8},   {"short", KILN_INT16},    {"ushort", KILN_UINT16},
    {"int", KILN_INT32},    {"uint", KILN_UINT32},   {"long", KILN_INT64},     {"ulong", KILN_UINT64},
    {"half", KILN_FLOAT16}, {"float", KILN_FLOAT32}, {"double", KILN_FLOAT64}, {"floatX", KILN_FLOATX},
};

std::optional<Fn> find_function(std::string_view name) noexcept {
  for (std::size_t i = 0; i < std::size(kFunctions); ++i)
    if (name == kFunctions[i].name) return static_cast<Fn>(i);
  for (const Alias& alias : kAliases)
    if (name == alias.name) return alias.fn;
  for (const std::string_view prefix : kPrefixes)
    for (const Fn fn : kPrefixed)
      if (name.starts_with(prefix) && name.substr(prefix.size()) == info(fn).name) return fn;
  return std::nullopt;
}

}  // namespace

const FunctionInfo& info(Fn fn) noexcept { return kFunctions[static_cast<std::size_t>(fn)]; }
std::span<const FunctionInfo> functions() noexcept { return kFunctions; }
std::span<const Alias> aliases() noexcept { return kAliases; }

std::optional<DType> dtype_named(std::string_view name) noexcept {
  for (int i = 0; i < base::kDTypeCount; ++i)
    if (name == base::dtype_name(static_cast<DType>(i))) return static_cast<DType>(i);
  for (const CName& c : kCNames)
    if (name == c.name) return c.dtype;
  return std::nullopt;
}

std::optional<Callable> find_callable(std::string_view name) noexcept {
  if (const std::optional<Fn> fn = find_function(name)) return Callable{Callable::Kind::function, info(*fn).arity, *fn};
  if (const std::optional<DType> dtype = dtype_named(name)) return Callable{Callable::Kind::cast, 1, Fn::add, *dtype};
  for (const Named& named : kComposites)
    if (name == named.name) return named.callable;
  return std::nullopt;
}

std::vector<std::string> callable_names() {
  std::vector<std::string> names;
  for (const FunctionInfo& function : kFunctions) names.emplace_back(function.name);
  for (const Alias& alias : kAliases) names.emplace_back(alias.name);
  for (const std::string_view prefix : kPrefixes)
    for (const Fn fn : kPrefixed) names.push_back(std::string(prefix) + info(fn).name);
  for (const Named& named : kComposites) names.emplace_back(named.name);
  for (int i = 0; i < base::kDTypeCount; ++i) names.emplace_back(base::dtype_name(static_cast<DType>(i)));
  for (const CName& c : kCNames) names.emplace_back(c.name);
  return names;
}

Expr build_call(const Callable& callable, std::vector<Expr> args, int column, int line) {
  switch (callable.kind) {
    case Callable::Kind::function:
      return make_apply(callable.fn, std::move(args), column, line);
    case Callable::Kind::cast:
      return make_cast(callable.dtype, std::move(args[0]), column, line);
    case Callable::Kind::index:
      return make_index();
    case Callable::Kind::square:
      return make_apply(Fn::multiply, {args[0], args[0]}, column, line);
    case Callable::Kind::reciprocal:
      return make_apply(Fn::divide, {make_number(1.0), args[0]}, column, line);
    case Callable::Kind::positive:
      return std::move(args[0]);
    case Callable::Kind::logical_xor:
      return make_apply(Fn::not_equal,
                        {make_cast(KILN_BOOL, args[0], column, line), make_cast(KILN_BOOL, args[1], column, line)},
                        column, line);
    case Callable::Kind::less_or_greater:
      return make_apply(Fn::logical_or,
                        {make_apply(Fn::less, {args[0], args[1]}, column, line),
                         make_apply(Fn::greater, {args[0], args[1]}, column, line)},
                        column, line);
    case Callable::Kind::multiply_add:
      return make_apply(Fn::add, {make_apply(Fn::multiply, {args[0], args[1]}, column, line), args[2]}, column, line);
  }
  base::fail(KILN_INTERNAL, "expression: a call of no kind");
}

std::string count_error(std::string_view name, int expected, std::size_t got) {
  return fmt::format("{} takes {}, got {}", name, base::plural(expected, "argument"), got);
}

Expr make_call(std::string_view name, std::vector<Expr> args, int column, int line) {
  const std::optional<Callable> callable = find_callable(name);
  if (!callable) base::fail(KILN_PARSE_ERROR, "expression: unknown function '{}'{}", name, function_hint(name));
  if (args.size() != static_cast<std::size_t>(callable->arity))
    base::fail(KILN_INVALID_ARGUMENT, "expression: {}", count_error(name, callable->arity, args.size()));
  for (const Expr& arg : args)
    if (!arg) base::fail(KILN_INVALID_ARGUMENT, "expression: {}: an argument is NULL", name);
  return build_call(*callable, std::move(args), column, line);
}

}  // namespace kiln::expr
