// SPDX-License-Identifier: Apache-2.0
// Writes types, literals and conversions in the kernel language.
#include "codegen/spell/spelling.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace kiln::codegen {

using base::Scalar;

const char* storage_type(DType dtype) {
  static constexpr const char* kNames[] = {"uchar", "char",   "short",  "int",   "long",   "uchar",  "ushort", "uint",
                                           "ulong", "ushort", "ushort", "float", "double", "float2", "double2"};
  return kNames[dtype];
}

const char* compute_type(DType dtype) { return storage_type(base::compute_dtype(dtype)); }

std::string widen(DType stored, const std::string& element) {
  if (stored == KILN_FLOAT16) return "kiln_from_half(" + element + ")";
  if (stored == KILN_BFLOAT16) return "kiln_from_bfloat(" + element + ")";
  // Any byte but 0 is true, because others may have written the memory.
  if (stored == KILN_BOOL) return "(uchar)(" + element + " != 0)";
  return element;
}

std::string to_storage(DType stored, const std::string& value) {
  if (stored == KILN_FLOAT16) return "kiln_to_half(" + value + ")";
  if (stored == KILN_BFLOAT16) return "kiln_to_bfloat(" + value + ")";
  return value;
}

const char* find_text(std::span<const Spelled> table, expr::Fn fn) {
  for (const Spelled& row : table)
    if (row.fn == fn) return row.text;
  return nullptr;
}

int bits_of(DType dtype) { return int(base::dtype_size(dtype)) * 8; }

const char* word_type(std::size_t bytes) {
  static constexpr const char* kTypes[] = {"uchar", "ushort", "uint", "ulong", "uint4"};
  return kTypes[std::countr_zero(bytes)];
}

const char* unsigned_type(DType dtype) { return word_type(base::dtype_size(dtype)); }

std::string real_literal(DType dtype, double value) {
  const bool single = dtype == KILN_FLOAT32;
  if (std::isnan(value)) return single ? "NAN" : "(double)NAN";
  if (std::isinf(value)) return fmt::format("{}{}INFINITY", value < 0 ? "-" : "", single ? "" : "(double)");
  // Hexadecimal floating constants are exact and typed, so no double gets into a float kernel.
  std::string text = base::hexadecimal(value) + (single ? "f" : "");
  return value < 0 || std::signbit(value) ? "(" + text + ")" : text;
}

const char* complex_suffix(DType dtype) { return dtype == KILN_COMPLEX64 ? "c64" : "c128"; }
const char* complex_make(DType dtype) { return dtype == KILN_COMPLEX64 ? "KILN_FLOAT2" : "KILN_DOUBLE2"; }

namespace {

std::string float_to_integer(const std::string& x, DType from, DType to) {
  const char* type = storage_type(to);
  const int bits = bits_of(to);
  const bool sign = base::is_signed(to);
  // The limits of the integer type are powers of two, which every floating dtype holds exactly, so comparing is exact.
  const double high = std::ldexp(1.0, sign ? bits - 1 : bits);
  const double low = sign ? -high : 0.0;
  const std::string highest = sign ? fmt::format("({0})((({1})1 << {2}) - 1)", type, unsigned_type(to), bits - 1)
                                   : fmt::format("({0})~({0})0", type);
  const std::string lowest = sign ? fmt::format("({0})(({1})1 << {2})", type, unsigned_type(to), bits - 1) : "0";
  const std::string lower = real_literal(from, low), upper = real_literal(from, high);
  // Intel's compiler for CPUs (2026.2) crashes on the general text below if its 64-bit result is converted back
  // to floating point in a loop. So 64 bits have a text of their own.
  if (bits == 64)
    return fmt::format(
        "(({1})({0} > {2} && {0} < {3} ? {0} : 0) + ({0} >= {3} ? {5} : {0} <= {2} ? ({1}){4} : ({1})0))", x, type,
        lower, upper, lowest, highest);
  return fmt::format("({0} != {0} ? ({1})0 : {0} >= {3} ? {5} : {0} <= {2} ? ({1}){4} : ({1}){0})", x, type, lower,
                     upper, lowest, highest);
}

}  // namespace

std::string cast_text(const std::string& x, DType from, DType to) {
  if (from == to) return x;
  if (base::is_complex(to)) {
    const char* real = storage_type(base::real_dtype(to));
    if (base::is_complex(from)) return fmt::format("{0}(({1}){2}.x, ({1}){2}.y)", complex_make(to), real, x);
    return fmt::format("{0}(({1}){2}, ({1})0)", complex_make(to), real, x);
  }
  if (base::is_complex(from)) {
    if (base::is_bool(to)) return fmt::format("({0}.x != 0 || {0}.y != 0)", x);
    return cast_text(fmt::format("{}.x", x), base::real_dtype(from), to);
  }
  if (base::is_bool(to)) return fmt::format("({} != 0)", x);
  if (base::is_float(from) && base::is_integer(to)) return float_to_integer(x, from, to);
  return fmt::format("({}){}", compute_type(to), x);
}

std::string odd_text(const std::string& x, DType from) {
  if (base::is_complex(from)) return odd_text(x + ".x", base::real_dtype(from));
  const char* kind = base::is_float(from) ? "f" : base::is_unsigned(from) ? "u" : "i";
  return fmt::format("kiln_odd_{}{}({})", kind, bits_of(from), x);
}

const char* wide_type(std::size_t bytes) {
  return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 4 ? "uint" : bytes == 2 ? "ushort" : "uchar";
}

void define(std::string& out, const std::string& name, const std::string& value) {
  out += "#define " + name + " ";
  for (char c : value) out += c == '\n' ? std::string(" \\\n") : std::string(1, c);
  out += "\n";
}

std::string literal(const Scalar& constant) {
  const DType dtype = base::compute_dtype(constant.dtype);
  if (base::is_bool(dtype)) return constant.u ? "1" : "0";
  if (base::is_float(dtype)) return real_literal(dtype, constant.re);
  if (base::is_complex(dtype)) {
    const DType real = base::real_dtype(dtype);
    return fmt::format("{}({}, {})", complex_make(dtype), real_literal(real, constant.re),
                       real_literal(real, constant.im));
  }
  const bool wide = base::dtype_size(dtype) == 8;
  if (base::is_unsigned(dtype)) return fmt::format("({}){}u{}", storage_type(dtype), constant.u, wide ? "l" : "");
  // C has no literal for the smallest integer.
  if (dtype == KILN_INT64 && constant.i == INT64_MIN) return "(-9223372036854775807l - 1l)";
  if (dtype == KILN_INT32 && constant.i == INT32_MIN) return "(-2147483647 - 1)";
  return fmt::format("({})({}{})", storage_type(dtype), constant.i, wide ? "l" : "");
}

}  // namespace kiln::codegen
