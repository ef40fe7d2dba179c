// SPDX-License-Identifier: Apache-2.0
// Vector statements. All real values are floatN or doubleN, all booleans comparison masks (intN or longN, -1
// or 0): OpenCL's vector types, not dtypes. Only vectors of 16 floats have pown and rootn, whose exponents are int16.
#include "base/error.hpp"
#include "codegen/spell/spelling.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Program;
using expr::Value;

namespace {

bool takes_exponent(Fn fn) { return fn == Fn::pown || fn == Fn::rootn; }

// Whether the value is an int32 exponent that comes from an input or a constant, and is not computed.
bool is_exponent(const Value& value) {
  return value.dtype == KILN_INT32 && (value.kind == Value::Kind::input || value.kind == Value::Kind::constant);
}

// The single real dtype of all values but exponents; bool if there is no real value, or if they have several dtypes.
DType real_of(const Program& program) {
  DType found = KILN_BOOL;
  for (const Value& value : program.values) {
    if (base::is_bool(value.dtype) || is_exponent(value)) continue;
    if (found != KILN_BOOL && found != value.dtype) return KILN_BOOL;
    found = value.dtype;
  }
  return found;
}

std::string call(Fn fn, const std::string& a, const std::string& b, const std::string& c, bool single) {
  const auto& info = expr::info(fn);
  const std::string name = vector_file(fn, single ? 16 : 8)
                               ? fmt::format("kiln_{}_{}", info.name, single ? "x16" : "x8")
                               : std::string(info.name);
  if (info.arity == 1) return fmt::format("{}({})", name, a);
  if (info.arity == 3) return fmt::format("{}({}, {}, {})", name, a, b, c);
  // PoCL's remainder of double8 is wrong on processors with AVX-512 where another element of the vector is
  // infinite, NaN or the like (seen in 3.1). Two double4 are right.
  if (!single && fn == Fn::float_remainder)
    return fmt::format("(double8)({0}({1}.lo, {2}.lo), {0}({1}.hi, {2}.hi))", name, a, b);
  return fmt::format("{}({}, {})", name, a, b);
}

// The floored remainder as in division.cl; `rest` is fmod(a, b).
std::string floor_mod(const std::string& rest, const std::string& b, const std::string& real) {
  return fmt::format(
      "select(select({0}, {0} + {1}, ({0} < ({2})(0)) ^ ({1} < ({2})(0))), copysign(({2})(0), {1}), {0} == "
      "({2})(0))",
      rest, b, real);
}
std::string floor_divide(const std::string& rest, const std::string& a, const std::string& b, const std::string& real) {
  const std::string down = fmt::format("({0} != ({2})(0)) & (({0} < ({2})(0)) ^ ({1} < ({2})(0)))", rest, b, real);
  const std::string whole =
      fmt::format("rint(select(({1} - {0}) / {2}, ({1} - {0}) / {2} - ({3})(1), {4}))", rest, a, b, real, down);
  return fmt::format("select(select({0}, copysign(({3})(0), {1} / {2}), {0} == ({3})(0)), {1} / {2}, {2} == ({3})(0))",
                     whole, a, b, real);
}

// Whether the vector form of the function means the same as its scalar form.
bool vectorizable(const Program& program, const Value& value) {
  const int arity = expr::info(value.fn).arity;
  for (int i = 0; i < arity; ++i)
    if (is_exponent(program.values[value.args[std::size_t(i)]]) != (i == 1 && takes_exponent(value.fn))) return false;
  if (takes_exponent(value.fn)) return value.dtype == KILN_FLOAT32;
  if (one_of(value.fn, {Fn::ilogb, Fn::ldexp, Fn::imag, Fn::arg, Fn::smoothstep, Fn::fract, Fn::tgamma})) return false;
  if (one_of(value.fn, {Fn::bit_and, Fn::bit_or, Fn::bit_xor, Fn::bit_not})) return true;
  // Comparisons of masks and choices between masks stay scalar.
  const bool mask_operands = base::is_bool(program.values[value.args[std::size_t(arity - 1)]].dtype);
  return !mask_operands || one_of(value.fn, {Fn::logical_and, Fn::logical_or, Fn::logical_not});
}

}  // namespace

int vector_width(const Program& program, bool halves) {
  const DType real = real_of(program);
  if (real != KILN_FLOAT32 && real != KILN_FLOAT64) return 0;
  const auto fits = [&](DType stored) {
    return stored == real || base::is_bool(stored) || (stored == KILN_INT32 && real == KILN_FLOAT32) ||
           (halves && base::compute_dtype(stored) == real);
  };
  for (const auto& in : program.inputs)
    if (!fits(in.dtype)) return 0;
  for (const auto& out : program.outputs)
    if (!fits(out.dtype) || out.dtype == KILN_INT32) return 0;
  for (const Value& value : program.values) {
    // An exponent that is cast, or is a result, has no vector form.
    if (value.kind == Value::Kind::cast && is_exponent(program.values[value.args[0]])) return 0;
    if (value.kind == Value::Kind::round_to || value.kind == Value::Kind::index) return 0;
    if (value.kind == Value::Kind::apply && !vectorizable(program, value)) return 0;
  }
  return real == KILN_FLOAT32 ? 16 : 8;
}

namespace {

bool is_costly(const Value& value) {
  if (value.kind != Value::Kind::apply) return false;
  if (one_of(value.fn, {Fn::fabs, Fn::fma, Fn::mad, Fn::fmax, Fn::fmin, Fn::fdim, Fn::copysign, Fn::sqrt, Fn::degrees,
                        Fn::radians, Fn::mix, Fn::step, Fn::smoothstep}))
    return false;
  if (one_of(value.fn, {Fn::floor_divide, Fn::floor_mod})) return base::is_float(value.dtype);
  const expr::Rule rule = expr::info(value.fn).rule;
  return rule == expr::Rule::floating || rule == expr::Rule::floating_or_complex || rule == expr::Rule::power ||
         takes_exponent(value.fn);
}

}  // namespace

bool has_costly_function(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), is_costly);
}

bool calls_function(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), [](const Value& value) {
    const bool in_line = (value.fn == Fn::exp && value.dtype == KILN_FLOAT32) ||
                         (value.fn == Fn::log && (value.dtype == KILN_FLOAT32 || value.dtype == KILN_FLOAT64));
    return is_costly(value) && !in_line;
  });
}

namespace {

// {3}: the type of real vectors.
#define KILN_MAX_TEXT "select({1}, {0}, ({0} > {1}) | ({0} != {0}))"
constexpr Spelled kOfVectors[] = {
    {Fn::add, "{0} + {1}"},
    {Fn::subtract, "{0} - {1}"},
    {Fn::multiply, "{0} * {1}"},
    {Fn::divide, "{0} / {1}"},
    {Fn::negative, "-{0}"},
    {Fn::conj, "{0}"},
    {Fn::real, "{0}"},
    {Fn::abs, "fabs({0})"},
    {Fn::equal, "{0} == {1}"},
    {Fn::not_equal, "{0} != {1}"},
    {Fn::less, "{0} < {1}"},
    {Fn::less_equal, "{0} <= {1}"},
    {Fn::greater, "{0} > {1}"},
    {Fn::greater_equal, "{0} >= {1}"},
    {Fn::logical_and, "{0} & {1}"},
    {Fn::bit_and, "{0} & {1}"},
    {Fn::logical_or, "{0} | {1}"},
    {Fn::bit_or, "{0} | {1}"},
    {Fn::bit_xor, "{0} ^ {1}"},
    {Fn::logical_not, "~{0}"},
    {Fn::bit_not, "~{0}"},
    {Fn::where, "select({2}, {1}, {0})"},
    {Fn::max, KILN_MAX_TEXT},
    {Fn::min, "select({1}, {0}, ({0} < {1}) | ({0} != {0}))"},
    {Fn::clamp, "select({2}, " KILN_MAX_TEXT ", (" KILN_MAX_TEXT " < {2}) | (" KILN_MAX_TEXT " != " KILN_MAX_TEXT "))"},
    {Fn::mix, "{0} + ({1} - {0}) * {2}"},
    {Fn::sign,
     "select(select(select({0}, ({3})(0), {0} == ({3})(0)), ({3})(-1), {0} < ({3})(0)), ({3})(1), {0} > "
     "({3})(0))"},
    {Fn::atanpi, "copysign(atanpi({0}), {0})"},
    {Fn::cospi, "cospi({0}) + ({3})(0)"},
    {Fn::sinpi, "copysign(({3})(1), {0}) * (sinpi(fabs({0})) + ({3})(0))"},
    {Fn::tanpi,
     "select(tanpi({0}), copysign(({3})(0), {0}) * (({3})(1) - ({3})(2) * fabs({0} - ({3})(2) * rint({0} * "
     "({3})(0.5f)))), isfinite({0}) & ({0} == rint({0})))"},
};
#undef KILN_MAX_TEXT

// Writes the values of one program as vectors.
class VectorText {
 public:
  VectorText(const Program& program, bool single, const std::string& indent)
      : program_(program),
        single_(single),
        real_(single ? "float16" : "double8"),
        mask_(single ? "int16" : "long8"),
        indent_(indent) {}

  std::string run(const std::function<std::string(std::size_t)>& input) {
    for (std::size_t i = 0; i < program_.values.size(); ++i) {
      const Value& value = program_.values[i];
      const bool boolean = base::is_bool(value.dtype), masks = boolean || is_exponent(value);
      const char* const type = masks ? mask_ : real_;
      std::string text;
      if (value.kind == Value::Kind::input)
        text = input(value.input);
      else if (value.kind == Value::Kind::constant)
        text = fmt::format("({})({})", type,
                           boolean ? std::string(value.constant.u ? "-1" : "0") : literal(value.constant));
      else if (value.kind == Value::Kind::cast)  // between the real dtype and masks only
        text = boolean ? fmt::format("(v{} != ({})(0))", value.args[0], real_)
                       : fmt::format("select(({0})(0), ({0})(1), v{1})", real_, value.args[0]);
      else if (value.kind == Value::Kind::apply)
        text = apply(i, value);
      else
        base::fail(KILN_INTERNAL, "codegen: value {} has no vector form", i);
      define(type, fmt::format("v{}", i), text);
    }
    return out_;
  }

 private:
  void define(const char* type, const std::string& name, const std::string& text) {
    out_ += fmt::format("{}const {} {} = {};\n", indent_, type, name, text);
  }

  std::string apply(std::size_t number, const Value& value) {
    const std::string a = fmt::format("v{}", value.args[0]), b = fmt::format("v{}", value.args[1]),
                      c = fmt::format("v{}", value.args[2]);
    if (const char* spelled = find_text(kOfVectors, value.fn))
      return fmt::format(fmt::runtime(spelled), a, b, c, real_);
    switch (value.fn) {
      case Fn::remainder:
        return call(Fn::fmod, a, b, c, single_);
      case Fn::lgamma:
        return fmt::format("select(select(lgamma({0}), fabs({0}), isinf({0})), {0} * (log({0}) - 1), {0} > {1})", a,
                           real_literal(value.dtype, large_lgamma(value.dtype)));
      case Fn::floor_mod:
      case Fn::floor_divide: {
        const std::string rest = fmt::format("w{}", number);
        define(real_, rest, call(Fn::fmod, a, b, c, single_));
        return value.fn == Fn::floor_mod ? floor_mod(rest, b, real_) : floor_divide(rest, a, b, real_);
      }
      case Fn::logaddexp: {
        const std::string less = call(Fn::exp, fmt::format("-fabs({} - {})", a, b), "", "", single_);
        return fmt::format(
            "select(select({1}, {0}, ({0} > {1}) | ({0} != {0})) + {2}, {0}, (fabs({0}) == "
            "({3})(INFINITY)) & ({0} == {1}))",
            a, b, call(Fn::log1p, less, "", "", single_), real_);
      }
      default:
        return call(value.fn, a, b, c, single_);
    }
  }

  const Program& program_;
  const bool single_;
  const char *const real_, *const mask_;
  const std::string& indent_;
  std::string out_;
};

}  // namespace

std::string widen_vector(DType stored, int width, const std::string& vector) {
  const char* const mask = width == 16 ? "int" : "long";
  if (base::is_bool(stored)) return fmt::format("convert_{0}{1}({2}) != ({0}{1})(0)", mask, width, vector);
  if (stored == KILN_FLOAT16) return fmt::format("kiln_from_half_x16({})", vector);
  if (stored == KILN_BFLOAT16) return fmt::format("kiln_from_bfloat_x16({})", vector);
  return vector;
}

std::string to_stored_vector(DType stored, int width, const std::string& vector) {
  const char* const mask = width == 16 ? "int" : "long";
  if (base::is_bool(stored)) return fmt::format("convert_uchar{0}({1} & ({2}{0})(1))", width, vector, mask);
  if (stored == KILN_FLOAT16) return fmt::format("kiln_to_half_x16({})", vector);
  if (stored == KILN_BFLOAT16) return fmt::format("kiln_to_bfloat_x16({})", vector);
  return vector;
}

std::string vector_body(const Program& program, int width, const std::function<std::string(std::size_t)>& input,
                        const std::string& indent) {
  return VectorText(program, width == 16, indent).run(input);
}

}  // namespace kiln::codegen
