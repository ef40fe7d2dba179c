// SPDX-License-Identifier: Apache-2.0
// Scalar statements. Values are pure variables, so an operand may be written more than once in a statement.
// Integer operations that C leaves undefined (division by zero, wide shifts, overflow) are spelled out with
// the meaning docs/expressions.md gives them.
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
    if (auto common = comparison(); !common.empty()) return common;
    if (base::is_bool(operand_) || base::is_integer(operand_)) {
      if (auto integer = integral(); !integer.empty()) return integer;
    }
    return floating();
  }

 private:
  // Another function of the same operands.
  ScalarApply with(Fn fn) const {
    ScalarApply other(*this);
    other.fn_ = fn;
    return other;
  }
  std::string binary(const char* op) const { return fmt::format("({} {} {})", a_, op, b_); }

  std::string call(const char* name) const {
    if (arity_ == 1) return fmt::format("{}({})", name, a_);
    if (arity_ == 2) return fmt::format("{}({}, {})", name, a_, b_);
    return fmt::format("{}({}, {}, {})", name, a_, b_, c_);
  }

  std::string comparison() const {
    switch (fn_) {
      case Fn::equal:
        return binary("==");
      case Fn::not_equal:
        return binary("!=");
      case Fn::less:
        return binary("<");
      case Fn::less_equal:
        return binary("<=");
      case Fn::greater:
        return binary(">");
      case Fn::greater_equal:
        return binary(">=");
      case Fn::logical_and:
        return binary("&&");
      case Fn::logical_or:
        return binary("||");
      case Fn::logical_not:
        return "!" + a_;
      case Fn::where:
        return fmt::format("({} ? {} : {})", a_, b_, c_);
      default:
        return {};
    }
  }

  std::string integral() const {
    const char* type = storage_type(operand_);
    const char* utype = unsigned_type(operand_);
    const int bits = bits_of(operand_);
    const bool sign = base::is_signed(operand_);
    // Wrapping arithmetic goes through the unsigned type.
    auto wrap = [&](const char* op) {
      return fmt::format("({})(({}){} {} ({}){})", type, utype, a_, op, utype, b_);
    };
    switch (fn_) {
      case Fn::add:
        return wrap("+");
      case Fn::subtract:
        return wrap("-");
      case Fn::multiply:  // ushort * ushort would be computed as int and may overflow
        return bits == 16 ? fmt::format("({})((uint){} * (uint){})", type, a_, b_) : wrap("*");
      case Fn::negative:
        return fmt::format("({})(({})0 - ({}){})", type, utype, utype, a_);
      case Fn::conj:
        return a_;
      case Fn::divide:
        if (!sign)
          return fmt::format("({1} == 0 ? ({2})0 : ({2})({0} / ({1} == 0 ? ({2})1 : {1})))", a_, b_, type);
        return fmt::format(
            "({1} == 0 ? ({2})0 : {1} == -1 ? ({2})(({3})0 - ({3}){0}) : ({2})({0} / ({1} == 0 || {1} == -1 "
            "? ({2})1 : {1})))",
            a_, b_, type, utype);
      case Fn::floor_divide: {
        const std::string quotient = with(Fn::divide).integral(), rest = with(Fn::remainder).integral();
        if (!sign) return quotient;
        return fmt::format("({0})({1} - (({2}) != 0 && (({3} < 0) != ({4} < 0)) ? 1 : 0))", type, quotient,
                           rest, a_, b_);
      }
      case Fn::floor_mod: {
        const std::string rest = with(Fn::remainder).integral();
        if (!sign) return rest;
        return fmt::format("({0})({1} + (({1}) != 0 && (({2} < 0) != ({3} < 0)) ? {3} : 0))", type, rest, a_,
                           b_);
      }
      case Fn::pow:
        return fmt::format("({0})kiln_int_pow_{1}(({2}){3}, ({2}){4}, {5})", type, bits == 64 ? 64 : 32,
                           bits == 64 ? "long" : "int", a_, b_, sign ? 1 : 0);
      case Fn::remainder:
        return fmt::format("({1} == 0{3} ? ({2})0 : ({2})({0} % ({1} == 0{3} ? ({2})1 : {1})))", a_, b_, type,
                           sign ? fmt::format(" || {} == -1", b_) : "");
      case Fn::bit_and:
        return fmt::format("({}){}", type, binary("&"));
      case Fn::bit_or:
        return fmt::format("({}){}", type, binary("|"));
      case Fn::bit_xor:
        return fmt::format("({}){}", type, binary("^"));
      case Fn::bit_not:
        return base::is_bool(operand_) ? "!" + a_ : fmt::format("({})~{}", type, a_);
      case Fn::bitselect:
        return fmt::format("({0})(({1} & ~{3}) | ({2} & {3}))", type, a_, b_, c_);
      case Fn::shift_left:
        return fmt::format("(({3}){1} >= {4} ? ({2})0 : ({2})(({3}){0} << ({1} & {5})))", a_, b_, type, utype,
                           bits, bits - 1);
      case Fn::shift_right:
        return fmt::format("(({3}){1} >= {4} ? ({2}){6} : ({2})({0} >> ({1} & {5})))", a_, b_, type, utype,
                           bits, bits - 1, sign ? fmt::format("({} < 0 ? -1 : 0)", a_) : "0");
      case Fn::abs:
        return sign ? fmt::format("({0} < 0 ? ({1})(({2})0 - ({2}){0}) : {0})", a_, type, utype) : a_;
      case Fn::max:
        return fmt::format("({0} > {1} ? {0} : {1})", a_, b_);
      case Fn::min:
        return fmt::format("({0} < {1} ? {0} : {1})", a_, b_);
      case Fn::clamp:
        return fmt::format("(({0} > {1} ? {0} : {1}) < {2} ? ({0} > {1} ? {0} : {1}) : {2})", a_, b_, c_);
      case Fn::sign:
        return sign ? fmt::format("({1})({0} > 0 ? 1 : {0} < 0 ? -1 : 0)", a_, type)
                    : fmt::format("({1})({0} != 0)", a_, type);
      case Fn::abs_diff:
        return fmt::format("({2})({0} > {1} ? ({3}){0} - ({3}){1} : ({3}){1} - ({3}){0})", a_, b_, type,
                           utype);
      case Fn::mad_sat:  // NVIDIA's OpenCL has a wrong one for long (driver 580)
        if (operand_ == KILN_INT64) return call("kiln_mad_sat");
        return fmt::format("({}){}", type, call("mad_sat"));
      case Fn::ctz:
        return fmt::format("({1})({0} == 0 ? {3} : popcount(({2})(~{0} & ({0} - 1))))", a_, type, utype,
                           bits);
      case Fn::real:
      case Fn::ceil:
      case Fn::floor:
      case Fn::rint:
      case Fn::round:
      case Fn::trunc:
        return a_;
      case Fn::imag:
        return fmt::format("({})0", type);
      default:
        return fmt::format("({}){}", type, call(expr::info(fn_).name));
    }
  }

  std::string floating() const {
    const char* type = compute_type(operand_);
    switch (fn_) {
      case Fn::add:
        return binary("+");
      case Fn::subtract:
        return binary("-");
      case Fn::multiply:
        return binary("*");
      case Fn::divide:
      case Fn::true_divide:
        return binary("/");
      case Fn::floor_divide:
      case Fn::floor_mod:
      case Fn::logaddexp:
        return call(fmt::format("kiln_{}_{}", expr::info(fn_).name, operand_ == KILN_FLOAT64 ? "f64" : "f32")
                        .c_str());
      case Fn::remainder:
        return call("fmod");
      case Fn::exp:
        return call(operand_ == KILN_FLOAT32 ? "kiln_exp_f32" : "exp");
      case Fn::pown:
      case Fn::rootn: {
        const char* name = expr::info(fn_).name;
        return call(operand_ == KILN_FLOAT64 ? name : fmt::format("kiln_{}", name).c_str());
      }
      case Fn::negative:
        return "-" + a_;
      case Fn::conj:
      case Fn::real:
        return a_;
      case Fn::imag:
        return fmt::format("({})0", type);
      // NaN in either operand comes out; a == b keeps the sign of zero of one of them.
      case Fn::max:
        return fmt::format("({0} > {1} || {0} != {0} ? {0} : {1})", a_, b_);
      case Fn::min:
        return fmt::format("({0} < {1} || {0} != {0} ? {0} : {1})", a_, b_);
      case Fn::clamp: {
        const std::string low = fmt::format("({0} > {1} || {0} != {0} ? {0} : {1})", a_, b_);
        return fmt::format("({0} < {1} || {0} != {0} ? {0} : {1})", low, c_);
      }
      case Fn::abs:
        return call("fabs");
      case Fn::smoothstep: {  // the built-in one may lose NaN
        const std::string t = fmt::format("(({2} - {0}) / ({1} - {0}))", a_, b_, c_);
        const std::string low = fmt::format("({0} > 0 || {0} != {0} ? {0} : ({1})0)", t, type);
        const std::string u = fmt::format("({0} < 1 || {0} != {0} ? {0} : ({1})1)", low, type);
        return fmt::format("({0} * {0} * (({1})3 - ({1})2 * {0}))", u, type);
      }
      case Fn::mix:  // as OpenCL defines it; some drivers compute another form
        return fmt::format("({0} + ({1} - {0}) * {2})", a_, b_, c_);
      // Drivers give zeros of either sign.
      case Fn::atanpi:
        return fmt::format("copysign(atanpi({0}), {0})", a_);
      case Fn::cospi:
        return fmt::format("(cospi({}) + ({})0)", a_, type);
      case Fn::sinpi:
        return fmt::format("(copysign(({1})1, {0}) * (sinpi(fabs({0})) + ({1})0))", a_, type);
      case Fn::tanpi:
        return fmt::format(
            "(isfinite({0}) && {0} == rint({0}) ? "
            "copysign(({1})0, {0}) * (({1})1 - ({1})2 * fabs({0} - ({1})2 * rint({0} * ({1})0.5))) : "
            "tanpi({0}))",
            a_, type);
      case Fn::lgamma:  // not every driver has lgamma(-inf) = inf, and large results
        return fmt::format("({0} > {2} ? {0} * (log({0}) - ({1})1) : isinf({0}) ? fabs({0}) : lgamma({0}))",
                           a_, type, real_literal(operand_, large_lgamma(operand_)));
      case Fn::tgamma:
        if (base::compute_dtype(operand_) == KILN_FLOAT32) return call("kiln_tgamma");
        // Drivers give zeros of either sign.
        return fmt::format(
            "({0} < -150 ? copysign(tgamma({0}), fmod(floor({0}), ({1})2) == 0 ? ({1})1 : ({1})-1) : "
            "tgamma({0}))",
            a_, type);
      case Fn::sign:
        return fmt::format("({0} > 0 ? ({1})1 : {0} < 0 ? ({1})-1 : {0} == 0 ? ({1})0 : {0})", a_, type);
      case Fn::arg:
        return fmt::format("({0} != {0} ? {0} : signbit({0}) ? {1} : ({2})0)", a_,
                           real_literal(operand_, 3.14159265358979323846), type);
      case Fn::fract:
        return fmt::format(
            "({0} != {0} ? {0} : isinf({0}) || {0} == 0 ? copysign(({1})0, {0}) : fmin({0} - floor({0}), "
            "{2}))",
            a_, type,
            real_literal(operand_, operand_ == KILN_FLOAT64 ? std::nextafter(1.0, 0.0)
                                                            : double(std::nextafterf(1.0f, 0.0f))));
      // What OpenCL leaves to the device.
      case Fn::ilogb:
        return fmt::format(
            "({0} == 0 || {0} != {0} ? (-2147483647 - 1) : isinf({0}) ? 2147483647 : ilogb({0}))", a_);
      case Fn::signbit:
      case Fn::isnan:
      case Fn::isinf:
      case Fn::isfinite:
      case Fn::isnormal:
      case Fn::isordered:
      case Fn::isunordered:
        return fmt::format("({} != 0)", call(expr::info(fn_).name));
      case Fn::complex:
        base::fail(KILN_INTERNAL, "codegen: complex() of unexpected operands");
      default:
        return call(expr::info(fn_).name);
    }
  }

  std::string complex() const {
    const DType type = base::is_complex(operand_) ? operand_ : result_;
    const char* make = complex_make(type);
    switch (fn_) {
      case Fn::add:
        return fmt::format("{2}({0}.x + {1}.x, {0}.y + {1}.y)", a_, b_, make);
      case Fn::subtract:
        return fmt::format("{2}({0}.x - {1}.x, {0}.y - {1}.y)", a_, b_, make);
      case Fn::negative:
        return fmt::format("{1}(-{0}.x, -{0}.y)", a_, make);
      case Fn::conj:
        return fmt::format("{1}({0}.x, -{0}.y)", a_, make);
      case Fn::equal:
        return fmt::format("({0}.x == {1}.x && {0}.y == {1}.y)", a_, b_);
      case Fn::not_equal:
        return fmt::format("({0}.x != {1}.x || {0}.y != {1}.y)", a_, b_);
      case Fn::isnan:
      case Fn::isinf:
        return fmt::format("({1}({0}.x) != 0 || {1}({0}.y) != 0)", a_, expr::info(fn_).name);
      case Fn::isfinite:
        return fmt::format("(isfinite({0}.x) != 0 && isfinite({0}.y) != 0)", a_);
      case Fn::round:
      case Fn::rint:
        return fmt::format("{2}({1}({0}.x), {1}({0}.y))", a_, expr::info(fn_).name, make);
      case Fn::real:
        return a_ + ".x";
      case Fn::imag:
        return a_ + ".y";
      case Fn::arg:
        return fmt::format("atan2({0}.y, {0}.x)", a_);
      case Fn::complex:
        return fmt::format("{2}({0}, {1})", a_, b_, make);
      // A ?: on vectors would choose by component.
      case Fn::where:
        return fmt::format("{3}({0} ? {1}.x : {2}.x, {0} ? {1}.y : {2}.y)", a_, b_, c_,
                           complex_make(result_));
      case Fn::logical_not:
        return fmt::format("({0}.x == 0 && {0}.y == 0)", a_);
      case Fn::multiply:
        return call(fmt::format("kiln_mul_{}", complex_suffix(type)).c_str());
      case Fn::divide:
      case Fn::true_divide:
        return call(fmt::format("kiln_div_{}", complex_suffix(type)).c_str());
      default:
        return call(fmt::format("kiln_{}_{}", expr::info(fn_).name, complex_suffix(type)).c_str());
    }
  }

  Fn fn_;
  DType result_, operand_;
  std::string a_, b_, c_;
  int arity_ = 1;
};

}  // namespace

std::string scalar_body(const Program& program, const std::function<std::string(std::size_t)>& input,
                        const std::string& index, const std::string& indent) {
  std::string out;
  for (std::size_t i = 0; i < program.values.size(); ++i) {
    const Value& value = program.values[i];
    std::string text;
    switch (value.kind) {
      case Value::Kind::input:
        text = input(value.input);
        break;
      case Value::Kind::constant:
        text = literal(value.constant);
        break;
      case Value::Kind::index:
        text = "(long)(" + index + ")";
        break;
      case Value::Kind::cast:
        text = value.round_dtype == KILN_BOOL
                   ? cast_text(variable(value.args[0]), program.values[value.args[0]].dtype, value.dtype)
                   : odd_text(variable(value.args[0]), program.values[value.args[0]].dtype);
        break;
      case Value::Kind::round_to:
        text = widen(value.round_dtype, narrow(value.round_dtype, variable(value.args[0])));
        break;
      case Value::Kind::apply:
        text = ScalarApply(program, value).text();
        break;
    }
    out += fmt::format("{}const {} v{} = {};\n", indent, compute_type(value.dtype), i, text);
  }
  return out;
}

}  // namespace kiln::codegen
