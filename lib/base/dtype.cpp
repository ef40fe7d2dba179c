// SPDX-License-Identifier: Apache-2.0
// The table of dtypes, promotion, and conversion of single values. A Scalar always holds a value of its dtype: integers
// are wrapped to its width and floats are rounded to its precision. So the host computes what kernels compute.
#include "base/dtype.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/flags/flags.hpp"
#include "base/half.hpp"
#include "base/text.hpp"

namespace kiln::base {
namespace {

constexpr const char* kNames[kDTypeCount] = {
    "bool",   "int8",    "int16",    "int32",   "int64",   "uint8",     "uint16",     "uint32",
    "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
};

unsigned bit_count(DType dtype) { return static_cast<unsigned>(dtype_size(dtype)) * 8; }

std::uint64_t wrap_unsigned(std::uint64_t value, unsigned bits) {
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::int64_t wrap_signed(std::uint64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

// Rounds the value to a float dtype, or to the dtype of a complex number's parts.
double round_to(DType dtype, double value) {
  switch (real_dtype(dtype)) {
    case KILN_FLOAT16:
      return half_to_float(double_to_half(value));
    case KILN_BFLOAT16:
      return bfloat16_to_float(double_to_bfloat16(value));
    case KILN_FLOAT32:
      return static_cast<float>(value);
    default:
      return value;
  }
}

double integer_to_real(DType dtype, bool negative, std::uint64_t magnitude) {
  // The hardware rounds to float64. Narrower types must not be rounded twice.
  const double value = real_dtype(dtype) == KILN_FLOAT64 ? static_cast<double>(magnitude) : sticky_double(magnitude);
  return round_to(dtype, negative ? -value : value);
}

Scalar real_to_integer(DType to, double value) {
  const unsigned bits = bit_count(to);
  if (is_signed(to)) {
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
    const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
    if (std::isnan(value)) return Scalar::integer(to, 0);
    if (value >= limit) return Scalar::integer(to, largest);
    if (value <= -limit) return Scalar::integer(to, -largest - 1);
    return Scalar::integer(to, static_cast<std::int64_t>(value));
  }
  if (!(value > 0)) return Scalar::natural(to, 0);  // NaN gives 0 too
  if (value >= std::ldexp(1.0, static_cast<int>(bits)))
    return Scalar::natural(to, std::numeric_limits<std::uint64_t>::max());
  return Scalar::natural(to, static_cast<std::uint64_t>(value));
}

bool same_double(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <class T>
T read(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

template <class T>
void write(void* element, T value) {
  std::memcpy(element, &value, sizeof value);
}

// A scalar with the value in one of its members.
template <class T>
Scalar scalar_with(DType dtype, T Scalar::*member, T value) {
  Scalar result;
  result.dtype = dtype;
  result.*member = value;
  return result;
}

[[noreturn]] void refuse(DType dtype) {
  fail(KILN_TYPE_ERROR, "scalar: got dtype number {}, expected a dtype", static_cast<int>(dtype));
}

DType signed_of_size(std::size_t size) {
  return size == 1 ? KILN_INT8 : size == 2 ? KILN_INT16 : size == 4 ? KILN_INT32 : KILN_INT64;
}

DType promote_integers(DType a, DType b) {
  if (is_signed(a) == is_signed(b)) return std::max(a, b);
  const DType natural = is_unsigned(a) ? a : b;
  const DType integer = is_unsigned(a) ? b : a;
  if (natural == KILN_UINT64) return KILN_FLOAT64;
  return std::max(integer, signed_of_size(2 * dtype_size(natural)));
}

DType promote_floats(DType a, DType b) {
  if (a == b) return a;
  const DType wider = std::max(a, b);
  // Neither float16 nor bfloat16 holds all values of the other.
  return wider == KILN_BFLOAT16 ? KILN_FLOAT32 : wider;
}

// What those mean who write a type of OpenCL C. Many dtypes begin with some of these words.
constexpr std::pair<std::string_view, DType> kWordsOfC[] = {
    {"char", KILN_INT8},    {"short", KILN_INT16},   {"int", KILN_INT32},     {"long", KILN_INT64},
    {"uchar", KILN_UINT8},  {"ushort", KILN_UINT16}, {"uint", KILN_UINT32},   {"ulong", KILN_UINT64},
    {"half", KILN_FLOAT16}, {"float", KILN_FLOAT32}, {"double", KILN_FLOAT64}};

}  // namespace

const char* dtype_name(DType dtype) noexcept { return is_dtype(dtype) ? kNames[dtype] : nullptr; }

DType dtype_from_name(std::string_view name) {
  if (name == "floatX") return flag_floatX();
  std::vector<std::string> names;
  for (int i = 0; i < kDTypeCount; ++i) {
    if (name == kNames[i]) return static_cast<DType>(i);
    names.emplace_back(kNames[i]);
  }
  names.emplace_back("floatX");
  for (const auto& [word, dtype] : kWordsOfC)
    if (name == word) fail(KILN_TYPE_ERROR, "dtype: unknown dtype '{}', did you mean '{}'?", name, kNames[dtype]);
  const std::string hint = suggestion(name, names);
  fail(KILN_TYPE_ERROR, "dtype: unknown dtype '{}'{}", name,
       hint.empty() ? ", expected one of " + join(names, ", ") : hint);
}

DType promote(DType a, DType b) noexcept {
  if (a == b || is_bool(b)) return a;
  if (is_bool(a)) return b;
  if (is_complex(a) || is_complex(b)) return needs_float64(a) || needs_float64(b) ? KILN_COMPLEX128 : KILN_COMPLEX64;
  if (is_integer(a) && is_integer(b)) return promote_integers(a, b);
  if (is_float(a) && is_float(b)) return promote_floats(a, b);
  return is_float(a) ? a : b;
}

Scalar Scalar::boolean(bool value) { return scalar_with<std::uint64_t>(KILN_BOOL, &Scalar::u, value); }
Scalar Scalar::integer(DType dtype, std::int64_t value) {
  return scalar_with(dtype, &Scalar::i, wrap_signed(static_cast<std::uint64_t>(value), bit_count(dtype)));
}
Scalar Scalar::natural(DType dtype, std::uint64_t value) {
  return scalar_with(dtype, &Scalar::u, wrap_unsigned(value, bit_count(dtype)));
}
Scalar Scalar::real(DType dtype, double value) { return scalar_with(dtype, &Scalar::re, round_to(dtype, value)); }
Scalar Scalar::complex(DType dtype, std::complex<double> value) {
  Scalar result = real(dtype, value.real());
  result.im = round_to(dtype, value.imag());
  return result;
}

Scalar Scalar::load(DType dtype, const void* element) {
  // clang-format off
  switch (dtype) {
    case KILN_BOOL: return boolean(read<std::uint8_t>(element) != 0);
    case KILN_INT8: return integer(dtype, read<std::int8_t>(element));
    case KILN_INT16: return integer(dtype, read<std::int16_t>(element));
    case KILN_INT32: return integer(dtype, read<std::int32_t>(element));
    case KILN_INT64: return integer(dtype, read<std::int64_t>(element));
    case KILN_UINT8: return natural(dtype, read<std::uint8_t>(element));
    case KILN_UINT16: return natural(dtype, read<std::uint16_t>(element));
    case KILN_UINT32: return natural(dtype, read<std::uint32_t>(element));
    case KILN_UINT64: return natural(dtype, read<std::uint64_t>(element));
    case KILN_FLOAT16: return real(dtype, half_to_float(read<std::uint16_t>(element)));
    case KILN_BFLOAT16: return real(dtype, bfloat16_to_float(read<std::uint16_t>(element)));
    case KILN_FLOAT32: return real(dtype, read<float>(element));
    case KILN_FLOAT64: return real(dtype, read<double>(element));
    case KILN_COMPLEX64: return complex(dtype, read<std::complex<float>>(element));
    case KILN_COMPLEX128: return complex(dtype, read<std::complex<double>>(element));
    case KILN_DTYPE_AUTO: case KILN_FLOATX: break;
  }
  // clang-format on
  refuse(dtype);
}

void Scalar::store(void* element) const {
  // clang-format off
  switch (dtype) {
    case KILN_BOOL: case KILN_UINT8: return write(element, static_cast<std::uint8_t>(u));
    case KILN_INT8: return write(element, static_cast<std::int8_t>(i));
    case KILN_INT16: return write(element, static_cast<std::int16_t>(i));
    case KILN_INT32: return write(element, static_cast<std::int32_t>(i));
    case KILN_INT64: return write(element, i);
    case KILN_UINT16: return write(element, static_cast<std::uint16_t>(u));
    case KILN_UINT32: return write(element, static_cast<std::uint32_t>(u));
    case KILN_UINT64: return write(element, u);
    case KILN_FLOAT16: return write(element, double_to_half(re));
    case KILN_BFLOAT16: return write(element, double_to_bfloat16(re));
    case KILN_FLOAT32: return write(element, static_cast<float>(re));
    case KILN_FLOAT64: return write(element, re);
    case KILN_COMPLEX64: return write(element, std::complex<float>(static_cast<float>(re), static_cast<float>(im)));
    case KILN_COMPLEX128: return write(element, std::complex<double>(re, im));
    case KILN_DTYPE_AUTO: case KILN_FLOATX: break;
  }
  // clang-format on
  refuse(dtype);
}

Scalar Scalar::cast(DType to) const {
  if (!is_dtype(to)) refuse(to);
  if (to == dtype) return *this;
  const bool from_real = is_float(dtype) || is_complex(dtype);
  if (is_bool(to)) return boolean(from_real ? re != 0 || im != 0 : u != 0);  // NaN is true
  if (from_real) {
    if (is_integer(to)) return real_to_integer(to, re);
    return complex(to, {re, is_complex(to) ? im : 0.0});
  }
  if (is_signed(to)) return integer(to, i);
  if (is_unsigned(to)) return natural(to, u);
  const bool negative = is_signed(dtype) && i < 0;
  return scalar_with(to, &Scalar::re, integer_to_real(to, negative, negative ? 0 - u : u));
}

bool Scalar::operator==(const Scalar& other) const noexcept {
  if (dtype != other.dtype) return false;
  if (is_complex(dtype)) return same_double(re, other.re) && same_double(im, other.im);
  if (is_float(dtype)) return same_double(re, other.re);
  return u == other.u;
}

}  // namespace kiln::base
