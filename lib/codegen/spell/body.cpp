// SPDX-License-Identifier: Apache-2.0
// Scalar statements. Values are variables without side effects, so an operand may occur more than once in a
// statement. Integer operations that C leaves undefined (division by zero, wide shifts, overflow) are written
// out with the meaning that docs/reference/expressions.md gives them.
#include "codegen/spell/body.hpp"

#include <cmath>

#include "base/error.hpp"
#include "codegen/spell/spelling.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Program;
using expr::Value;

namespace {

std::string variable(std::uint16_t number) { return fmt::format("v{}", number); }

// Functions whose text is the same for all real dtypes and bool.
constexpr Spelled kOfAny[] = {
    {Fn::equal, "({0} == {1})"},       {Fn::not_equal, "({0} != {1})"},  {Fn::less, "({0} < {1})"},
    {Fn::less_equal, "({0} <= {1})"},  {Fn::greater, "({0} > {1})"},     {Fn::greater_equal, "({0} >= {1})"},
    {Fn::logical_and, "({0} && {1})"}, {Fn::logical_or, "({0} || {1})"}, {Fn::logical_not, "!{0}"},
    {Fn::where, "({0} ? {1} : {2})"},
};

// {3} is the type; {4} the unsigned type of its size, in which arithmetic wraps; {5} the number of its bits; {6}
// the number of the highest bit.
constexpr Spelled kOfIntegers[] = {
    {Fn::add, "({3})(({4}){0} + ({4}){1})"},
    {Fn::subtract, "({3})(({4}){0} - ({4}){1})"},
    {Fn::multiply, "({3})(({4}){0} * ({4}){1})"},
    {Fn::negative, "({3})(({4})0 - ({4}){0})"},
    {Fn::bit_and, "({3})({0} & {1})"},
    {Fn::bit_or, "({3})({0} | {1})"},
    {Fn::bit_xor, "({3})({0} ^ {1})"},
    {Fn::bit_not, "({3})~{0}"},
    {Fn::bitselect, "({3})(({0} & ~{2}) | ({1} & {2}))"},
    {Fn::shift_left, "(({4}){1} >= {5} ? ({3})0 : ({3})(({4}){0} << ({1} & {6})))"},
    {Fn::max, "({0} > {1} ? {0} : {1})"},
    {Fn::min, "({0} < {1} ? {0} : {1})"},
    {Fn::clamp, "(({0} > {1} ? {0} : {1}) < {2} ? ({0} > {1} ? {0} : {1}) : {2})"},
    {Fn::abs_diff, "({3})({0} > {1} ? ({4}){0} - ({4}){1} : ({4}){1} - ({4}){0})"},
    {Fn::ctz, "({3})({0} == 0 ? {5} : popcount(({4})(~{0} & ({0} - 1))))"},
    {Fn::conj, "{0}"},
    {Fn::real, "{0}"},
    {Fn::ceil, "{0}"},
    {Fn::floor, "{0}"},
    {Fn::rint, "{0}"},
    {Fn::round, "{0}"},
    {Fn::trunc, "{0}"},
    {Fn::imag, "({3})0"},
};

// {3} is the type. max, min and clamp give NaN if an operand is NaN, and of two equal operands always the same one, so
// that the sign of zero is certain. Where drivers give zeros of either sign, the text chooses the right one.
constexpr Spelled kOfFloats[] = {
    {Fn::add, "({0} + {1})"},
    {Fn::subtract, "({0} - {1})"},
    {Fn::multiply, "({0} * {1})"},
    {Fn::divide, "({0} / {1})"},
    {Fn::remainder, "fmod({0}, {1})"},
    {Fn::negative, "-{0}"},
    {Fn::conj, "{0}"},
    {Fn::real, "{0}"},
    {Fn::imag, "({3})0"},
    {Fn::abs, "fabs({0})"},
    {Fn::max, "({0} > {1} || {0} != {0} ? {0} : {1})"},
    {Fn::min, "({0} < {1} || {0} != {0} ? {0} : {1})"},
    {Fn::mix, "({0} + ({1} - {0}) * {2})"},  // as OpenCL defines it; some drivers compute another form
    {Fn::sign, "({0} > 0 ? ({3})1 : {0} < 0 ? ({3})-1 : {0} == 0 ? ({3})0 : {0})"},
    {Fn::atanpi, "copysign(atanpi({0}), {0})"},
    {Fn::cospi, "(cospi({0}) + ({3})0)"},
    {Fn::sinpi, "(copysign(({3})1, {0}) * (sinpi(fabs({0})) + ({3})0))"},
    {Fn::tanpi,
     "(isfinite({0}) && {0} == rint({0}) ? copysign(({3})0, {0}) * (({3})1 - ({3})2 * fabs({0} - ({3})2 * "
     "rint({0} * ({3})0.5))) : tanpi({0}))"},
    // OpenCL leaves the results of these functions to the device in some cases; the texts settle them.
    {Fn::ilogb, "({0} == 0 || {0} != {0} ? (-2147483647 - 1) : isinf({0}) ? 2147483647 : ilogb({0}))"},
    {Fn::signbit, "(signbit({0}) != 0)"},
    {Fn::isnan, "(isnan({0}) != 0)"},
    {Fn::isinf, "(isinf({0}) != 0)"},
    {Fn::isfinite, "(isfinite({0}) != 0)"},
    {Fn::isnormal, "(isnormal({0}) != 0)"},
    {Fn::isordered, "(isordered({0}, {1}) != 0)"},
    {Fn::isunordered, "(isunordered({0}, {1}) != 0)"},
};

// {3} is the macro that makes a complex number of two real ones. Choices are written for each part: complex
// numbers are vectors, and ?: on vectors chooses by component.
constexpr Spelled kOfComplex[] = {
    {Fn::add, "{3}({0}.x + {1}.x, {0}.y + {1}.y)"},
    {Fn::subtract, "{3}({0}.x - {1}.x, {0}.y - {1}.y)"},
    {Fn::negative, "{3}(-{0}.x, -{0}.y)"},
    {Fn::conj, "{3}({0}.x, -{0}.y)"},
    {Fn::equal, "({0}.x == {1}.x && {0}.y == {1}.y)"},
    {Fn::not_equal, "({0}.x != {1}.x || {0}.y != {1}.y)"},
    {Fn::logical_not, "({0}.x == 0 && {0}.y == 0)"},
    {Fn::isnan, "(isnan({0}.x) != 0 || isnan({0}.y) != 0)"},
    {Fn::isinf, "(isinf({0}.x) != 0 || isinf({0}.y) != 0)"},
    {Fn::isfinite, "(isfinite({0}.x) != 0 && isfinite({0}.y) != 0)"},
    {Fn::round, "{3}(round({0}.x), round({0}.y))"},
    {Fn::rint, "{3}(rint({0}.x), rint({0}.y))"},
    {Fn::real, "{0}.x"},
    {Fn::imag, "{0}.y"},
    {Fn::arg, "atan2({0}.y, {0}.x)"},
    {Fn::complex, "{3}({0}, {1})"},
};

// Writes one `apply` value as an expression of scalars.
class ScalarApply {
 public:
  ScalarApply(const Program& program, const Value& value)
      : fn_(value.fn), result_(value.dtype), operand_(program.values[value.args[0]].dtype) {
    a_ = variable(value.args[0]);
    b_ = variable(value.args[1]);
    c_ = variable(value.args[2]);
    arity_ = expr::info(fn_).arity;
  }

  std::string text() const {
    if (base::is_complex(operand_) || base::is_complex(result_)) return complex();
    if (const char* spelled = find(kOfAny)) return filled(spelled, "");
    return base::is_bool(operand_) || base::is_integer(operand_) ? integral() : floating();
  }

 private:
  // The same operands with another function.
  ScalarApply with(Fn fn) const {
    ScalarApply other(*this);
    other.fn_ = fn;
    return other;
  }

  const char* find(std::span<const Spelled> table) const { return find_text(table, fn_); }

  template <class... More>
  std::string filled(const char* text, const char* type, const More&... more) const {
    return fmt::format(fmt::runtime(text), a_, b_, c_, type, more...);
  }

  std::string call(const std::string& name) const {
    if (arity_ == 1) return fmt::format("{}({})", name, a_);
    if (arity_ == 2) return fmt::format("{}({}, {})", name, a_, b_);
    return fmt::format("{}({}, {}, {})", name, a_, b_, c_);
  }

  std::string integral() const {
    const char* type = storage_type(operand_);
    const char* utype = unsigned_type(operand_);
    const int bits = bits_of(operand_);
    const bool sign = base::is_signed(operand_);
    switch (fn_) {
      case Fn::multiply:  // ushort * ushort would be computed as int and may overflow
        if (bits == 16) return fmt::format("({})((uint){} * (uint){})", type, a_, b_);
        break;
      case Fn::divide:
        if (!sign) return fmt::format("({1} == 0 ? ({2})0 : ({2})({0} / ({1} == 0 ? ({2})1 : {1})))", a_, b_, type);
        return fmt::format(
            "({1} == 0 ? ({2})0 : {1} == -1 ? ({2})(({3})0 - ({3}){0}) : ({2})({0} / ({1} == 0 || {1} == -1 "
            "? ({2})1 : {1})))",
            a_, b_, type, utype);
      case Fn::floor_divide: {
        const std::string quotient = with(Fn::divide).integral(), rest = with(Fn::remainder).integral();
        if (!sign) return quotient;
        // The rest has the sign of a. XOR compares signs, because Mesa (22.3) does not find a widened INT_MIN below 0.
        return fmt::format("({0})({1} - (({2}) != 0 && ({2} ^ {3}) < 0 ? 1 : 0))", type, quotient, rest, b_);
      }
      case Fn::floor_mod: {
        const std::string rest = with(Fn::remainder).integral();
        if (!sign) return rest;
        return fmt::format("({0})({1} + (({1}) != 0 && ({1} ^ {2}) < 0 ? {2} : 0))", type, rest, b_);
      }
      case Fn::pow:
        return fmt::format("({0})kiln_int_pow_{1}(({2}){3}, ({2}){4}, {5})", type, bits == 64 ? 64 : 32,
                           bits == 64 ? "long" : "int", a_, b_, sign ? 1 : 0);
      case Fn::remainder:
        return fmt::format("({1} == 0{3} ? ({2})0 : ({2})({0} % ({1} == 0{3} ? ({2})1 : {1})))", a_, b_, type,
                           sign ? fmt::format(" || {} == -1", b_) : "");
      case Fn::bit_not:
        if (base::is_bool(operand_)) return "!" + a_;
        break;
      case Fn::shift_right:
        return fmt::format("(({3}){1} >= {4} ? ({2}){6} : ({2})({0} >> ({1} & {5})))", a_, b_, type, utype, bits,
                           bits - 1, sign ? fmt::format("({} < 0 ? -1 : 0)", a_) : "0");
      case Fn::abs:
        return sign ? fmt::format("({0} < 0 ? ({1})(({2})0 - ({2}){0}) : {0})", a_, type, utype) : a_;
      case Fn::sign:
        return sign ? fmt::format("({1})({0} > 0 ? 1 : {0} < 0 ? -1 : 0)", a_, type)
                    : fmt::format("({1})({0} != 0)", a_, type);
      case Fn::mad_sat:  // NVIDIA's OpenCL has a wrong one for long (driver 580)
        if (operand_ == KILN_INT64) return call("kiln_mad_sat");
        break;
      default:
        break;
    }
    if (const char* spelled = find(kOfIntegers)) return filled(spelled, type, utype, bits, bits - 1);
    return fmt::format("({}){}", type, call(expr::info(fn_).name));
  }

  std::string floating() const {
    const std::string name = expr::info(fn_).name;
    const char* type = compute_type(operand_);
    const bool wide = operand_ == KILN_FLOAT64;
    if (const char* spelled = find(kOfFloats)) return filled(spelled, type);
    switch (fn_) {
      case Fn::floor_divide:
      case Fn::floor_mod:
      case Fn::logaddexp:
        return call(fmt::format("kiln_{}_{}", name, wide ? "f64" : "f32"));
      case Fn::exp:
        return call(operand_ == KILN_FLOAT32 ? "kiln_exp_f32" : "exp");
      case Fn::log:
        return call(operand_ == KILN_FLOAT32 ? "kiln_log_f32" : wide ? "kiln_log_f64" : "log");
      case Fn::pown:
      case Fn::rootn:
        return call(wide ? name : "kiln_" + name);
      case Fn::clamp: {
        const std::string low = with(Fn::max).floating();
        return fmt::format("({0} < {1} || {0} != {0} ? {0} : {1})", low, c_);
      }
      case Fn::smoothstep: {  // the built-in one may lose NaN
        const std::string t = fmt::format("(({2} - {0}) / ({1} - {0}))", a_, b_, c_);
        const std::string low = fmt::format("({0} > 0 || {0} != {0} ? {0} : ({1})0)", t, type);
        const std::string u = fmt::format("({0} < 1 || {0} != {0} ? {0} : ({1})1)", low, type);
        return fmt::format("({0} * {0} * (({1})3 - ({1})2 * {0}))", u, type);
      }
      case Fn::lgamma:  // some drivers are wrong for lgamma(-inf), which is inf, and overflow too early
        return fmt::format("({0} > {2} ? {0} * (log({0}) - ({1})1) : isinf({0}) ? fabs({0}) : lgamma({0}))", a_, type,
                           real_literal(operand_, large_lgamma(operand_)));
      case Fn::tgamma:
        if (base::compute_dtype(operand_) == KILN_FLOAT32) return call("kiln_tgamma");
        // Drivers give zeros of either sign where tgamma underflows, so the sign is set here.
        return fmt::format(
            "({0} < -150 ? copysign(tgamma({0}), fmod(floor({0}), ({1})2) == 0 ? ({1})1 : ({1})-1) : "
            "tgamma({0}))",
            a_, type);
      case Fn::arg:
        return fmt::format("({0} != {0} ? {0} : signbit({0}) ? {1} : ({2})0)", a_,
                           real_literal(operand_, 3.14159265358979323846), type);
      case Fn::fract:
        return fmt::format(
            "({0} != {0} ? {0} : isinf({0}) || {0} == 0 ? copysign(({1})0, {0}) : fmin({0} - floor({0}), "
            "{2}))",
            a_, type, real_literal(operand_, wide ? std::nextafter(1.0, 0.0) : double(std::nextafterf(1.0f, 0.0f))));
      case Fn::complex:
        base::fail(KILN_INTERNAL, "codegen: complex() of unexpected operands");
      default:
        return call(name);
    }
  }

  std::string complex() const {
    const DType type = base::is_complex(operand_) ? operand_ : result_;
    if (fn_ == Fn::where) return filled("{3}({0} ? {1}.x : {2}.x, {0} ? {1}.y : {2}.y)", complex_make(result_));
    if (const char* spelled = find(kOfComplex)) return filled(spelled, complex_make(type));
    const char* name = fn_ == Fn::multiply ? "mul" : fn_ == Fn::divide ? "div" : expr::info(fn_).name;
    return call(fmt::format("kiln_{}_{}", name, complex_suffix(type)));
  }

  Fn fn_;
  DType result_, operand_;
  std::string a_, b_, c_;
  int arity_ = 1;
};

}  // namespace

std::string value_text(const Program& program, const Value& value, const std::string& index) {
  switch (value.kind) {
    case Value::Kind::constant:
      return literal(value.constant);
    case Value::Kind::index:
      return "(long)(" + index + ")";
    case Value::Kind::cast:
      return value.round_dtype == KILN_BOOL
                 ? cast_text(variable(value.args[0]), program.values[value.args[0]].dtype, value.dtype)
                 : odd_text(variable(value.args[0]), program.values[value.args[0]].dtype);
    case Value::Kind::round_to:
      return widen(value.round_dtype, to_storage(value.round_dtype, variable(value.args[0])));
    case Value::Kind::apply:
      return ScalarApply(program, value).text();
    default:
      base::fail(KILN_INTERNAL, "codegen: an input has no expression of its own");
  }
}

std::string scalar_body(const Program& program, const std::function<std::string(std::size_t)>& input,
                        const std::string& index, const std::string& indent) {
  std::string out;
  for (std::size_t i = 0; i < program.values.size(); ++i) {
    const Value& value = program.values[i];
    const std::string text = value.kind == Value::Kind::input ? input(value.input) : value_text(program, value, index);
    out += fmt::format("{}const {} v{} = {};\n", indent, compute_type(value.dtype), i, text);
  }
  return out;
}

std::string stores(const Program& program, const std::function<std::string(std::size_t)>& target) {
  std::string out;
  for (std::size_t k = 0; k < program.outputs.size(); ++k)
    out +=
        fmt::format("{} = {};\n", target(k), to_storage(program.outputs[k].dtype, variable(program.outputs[k].value)));
  return out;
}

}  // namespace kiln::codegen
