// SPDX-License-Identifier: Apache-2.0
// Vector statements. A vector of 16 or 8 elements has OpenCL's vector type of its dtype, as float16 for float32.
// Booleans are comparison masks (int16 or long8, -1 or 0). Values without a vector form are computed one by one.
#include <algorithm>

#include "codegen/spell/spelling.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Program;
using expr::Value;

namespace {

std::string call(Fn fn, const std::string& a, const std::string& b, const std::string& c, bool single, int width) {
  const auto& info = expr::info(fn);
  const std::string name = vector_file(fn, single ? 16 : 8)
                               ? fmt::format("kiln_{}_{}", info.name, single ? "x16" : "x8")
                               : std::string(info.name);
  if (info.arity == 3) return fmt::format("{}({}, {}, {})", name, a, b, c);
  const auto halves = [&](const std::string& x, const std::string& y) {
    return info.arity == 1 ? fmt::format("{0}({1}.lo), {0}({1}.hi)", name, x)
                           : fmt::format("{0}({1}.lo, {2}.lo), {0}({1}.hi, {2}.hi)", name, x, y);
  };
  // PoCL's remainder of double8 is wrong on processors with AVX-512 where another element of the vector is
  // infinite, NaN or the like (seen in 3.1). Two double4 are right.
  if (!single && width == 8 && fn == Fn::float_remainder) return fmt::format("(double8)({})", halves(a, b));
  // Kiln's functions of doubles take 8.
  if (!single && width == 16) return fmt::format("(double16)({})", halves(a, b));
  return info.arity == 1 ? fmt::format("{}({})", name, a) : fmt::format("{}({}, {})", name, a, b);
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
  VectorText(const Program& program, int width, const std::string& index, const std::string& indent)
      : program_(program), width_(width), index_(index), indent_(indent) {}

  std::string run(const std::function<std::string(std::size_t)>& input) {
    for (std::size_t i = 0; i < program_.values.size(); ++i) {
      const Value& value = program_.values[i];
      const std::string type = type_of(value.dtype);
      std::string text;
      if (!is_in_vectors(program_, value, width_))
        text = one_by_one(i, value);
      else if (value.kind == Value::Kind::input)
        text = input(value.input);
      else if (value.kind == Value::Kind::constant)
        text = fmt::format(
            "({})({})", type,
            base::is_bool(value.dtype) ? std::string(value.constant.u ? "-1" : "0") : literal(value.constant));
      else if (value.kind == Value::Kind::cast)
        text = cast(value);
      else if (value.kind == Value::Kind::round_to)
        text = widen_vector(value.round_dtype, width_,
                            to_stored_vector(value.round_dtype, width_, fmt::format("v{}", value.args[0])));
      else
        text = apply(i, value);
      define(type, fmt::format("v{}", i), text);
    }
    return out_;
  }

 private:
  void define(const std::string& type, const std::string& name, const std::string& text) {
    out_ += fmt::format("{}const {} {} = {};\n", indent_, type, name, text);
  }
  DType dtype_of(std::size_t number) const { return program_.values[number].dtype; }
  std::string type_of(DType dtype) const { return vector_type(dtype, width_); }
  // Between the real dtype of the width and masks.
  std::string cast(const Value& value) const {
    const DType from = dtype_of(value.args[0]);
    const std::string type = type_of(base::is_bool(value.dtype) ? from : value.dtype);
    return fmt::format(fmt::runtime(from == value.dtype          ? "v{1}"
                                    : base::is_bool(value.dtype) ? "(v{1} != ({0})(0))"
                                                                 : "select(({0})(0), ({0})(1), v{1})"),
                       type, value.args[0]);
  }

  // Computes a value for each element as scalar_body() does.
  std::string one_by_one(std::size_t number, const Value& value) {
    const std::size_t operands = value.kind == Value::Kind::index   ? 0
                                 : value.kind == Value::Kind::apply ? expr::info(value.fn).arity
                                                                    : 1;
    std::string take;
    out_ += fmt::format("{} one{}[{}];\n{{\n", storage_type(value.dtype), number, width_);
    for (std::size_t k = 0; k < operands; ++k) {
      const std::uint16_t arg = value.args[k];
      if (std::find(value.args, value.args + k, arg) != value.args + k) continue;
      const char* const type = storage_type(dtype_of(arg));
      out_ += fmt::format("{} of{}[{}];\nvstore{}({}, 0, of{});\n", type, arg, width_, width_,
                          to_stored_vector(dtype_of(arg), width_, fmt::format("v{}", arg)), arg);
      take += fmt::format("const {} v{} = of{}[kiln_u];\n", type, arg, arg);
    }
    out_ += fmt::format("for (int kiln_u = 0; kiln_u < {}; ++kiln_u) {{\n{}one{}[kiln_u] = {};\n}}\n}}\n", width_, take,
                        number, value_text(program_, value, index_));
    return widen_vector(value.dtype, width_, fmt::format("vload{}(0, one{})", width_, number));
  }

  std::string apply(std::size_t number, const Value& value) {
    const DType first = dtype_of(value.args[0]);
    const DType real = base::is_float(first) ? first : dtype_of(value.args[expr::info(value.fn).arity - 1]);
    const std::string a = fmt::format("v{}", value.args[0]), b = fmt::format("v{}", value.args[1]),
                      c = fmt::format("v{}", value.args[2]), type = type_of(real);
    if (const char* spelled = find_text(kOfVectors, value.fn)) return fmt::format(fmt::runtime(spelled), a, b, c, type);
    const bool single = real == KILN_FLOAT32;
    switch (value.fn) {
      case Fn::remainder:
        return call(Fn::fmod, a, b, c, single, width_);
      case Fn::lgamma:
        return fmt::format("select(select(lgamma({0}), fabs({0}), isinf({0})), {0} * (log({0}) - 1), {0} > {1})", a,
                           real_literal(value.dtype, large_lgamma(value.dtype)));
      case Fn::floor_mod:
      case Fn::floor_divide: {
        const std::string rest = fmt::format("w{}", number);
        define(type, rest, call(Fn::fmod, a, b, c, single, width_));
        return value.fn == Fn::floor_mod ? floor_mod(rest, b, type) : floor_divide(rest, a, b, type);
      }
      case Fn::logaddexp: {
        const std::string less = call(Fn::exp, fmt::format("-fabs({} - {})", a, b), "", "", single, width_);
        return fmt::format(
            "select(select({1}, {0}, ({0} > {1}) | ({0} != {0})) + {2}, {0}, (fabs({0}) == "
            "({3})(INFINITY)) & ({0} == {1}))",
            a, b, call(Fn::log1p, less, "", "", single, width_), type);
      }
      default:
        return call(value.fn, a, b, c, single, width_);
    }
  }

  const Program& program_;
  const int width_;
  const std::string& index_;
  const std::string& indent_;
  std::string out_;
};

}  // namespace

bool is_called(Fn fn) {
  return !find_text(kOfVectors, fn) && expr::info(fn).arity < 3 &&
         !one_of(fn, {Fn::remainder, Fn::float_remainder, Fn::lgamma, Fn::floor_mod, Fn::floor_divide, Fn::logaddexp});
}

std::string vector_type(DType dtype, int width) {
  const char* const mask = width == 16 ? "int" : "long";
  return fmt::format("{}{}", base::is_bool(dtype) ? mask : storage_type(dtype), width);
}

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
                        const std::string& indent, const std::string& index) {
  return VectorText(program, width, index, indent).run(input);
}

}  // namespace kiln::codegen
