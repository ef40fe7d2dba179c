// SPDX-License-Identifier: Apache-2.0
// std::to_chars gives the shortest digits of float and double, and exact rounding. It does not know the 16-bit
// types: for those, lengths are tried from short to long.
#include "array/host/number_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/half.hpp"

namespace kiln::array {
namespace {

using base::DType;

// +-D.DDD * 10^exponent. There is at least one digit; only rounded() leaves zeros at the end.
struct Digits {
  bool negative;
  std::string digits;
  int exponent;
};

template <class T, class... Format>
std::string chars(T value, Format... format) {
  char room[400];  // a double without exponent has up to 309 digits; a large precision may need more room
  const auto end = std::to_chars(room, room + sizeof room, value, format...);
  if (end.ec == std::errc()) return {room, end.ptr};
  for (std::string text(2 * sizeof room, '\0');; text.resize(2 * text.size())) {
    const auto last = std::to_chars(text.data(), text.data() + text.size(), value, format...);
    if (last.ec == std::errc()) return {text.data(), last.ptr};
  }
}

// Splits "-1.25e-07".
Digits parse(const std::string& text) {
  Digits out{text[0] == '-', {}, 0};
  const auto e = text.find('e');
  for (std::size_t i = 0; i < e; ++i) {
    if (text[i] >= '0' && text[i] <= '9') out.digits += text[i];
  }
  while (out.digits.size() > 1 && out.digits.back() == '0') out.digits.pop_back();
  const auto* first = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(first, text.data() + text.size(), out.exponent);
  return out;
}

// Whether the text, read in the dtype, gives the value.
bool reads_back(DType dtype, const std::string& text, double value) {
  const auto* first = text.data();
  const auto* last = first + text.size();
  if (base::real_dtype(dtype) == KILN_FLOAT32) {
    float read = 0;
    return std::from_chars(first, last, read).ec == std::errc() && read == static_cast<float>(value);
  }
  double read = 0;
  if (std::from_chars(first, last, read).ec != std::errc()) return false;
  if (dtype == KILN_FLOAT16) return base::double_to_half(read) == base::double_to_half(value);
  if (dtype == KILN_BFLOAT16) return base::double_to_bfloat16(read) == base::double_to_bfloat16(value);
  return read == value;
}

// The next decimal away from 0 with as many digits.
Digits next_decimal(Digits d) {
  for (std::size_t i = d.digits.size(); i-- > 0;) {
    if (++d.digits[i] <= '9') return d;
    d.digits[i] = '0';
  }
  d.digits.insert(0, "1");
  d.digits.pop_back();
  ++d.exponent;
  return d;
}

std::string mantissa_text(const Digits& d) {
  return (d.negative ? "-" : "") + d.digits.substr(0, 1) + "." + d.digits.substr(1);
}

// The value with `digits` digits after the point, correctly rounded. One case is special: values just below a
// power of two lie closer together than those above it. So the nearest decimal, if it is below the power, may
// read back as another value while the next decimal above reads back as this one; then the one above is taken.
Digits rounded(DType dtype, double value, int digits) {
  auto out = parse(chars(value, std::chars_format::scientific, digits));
  out.digits.append(static_cast<std::size_t>(digits) + 1 - out.digits.size(), '0');
  int exponent;
  if (value == 0 || std::abs(std::frexp(value, &exponent)) != 0.5) return out;
  const auto reads = [&](const Digits& d) {
    return reads_back(dtype, mantissa_text(d) + exponent_text(d.exponent, 2), value);
  };
  const auto above = next_decimal(out);
  return !reads(out) && reads(above) ? above : out;
}

// The decimal with the fewest digits that reads back as the same 16 bits; of several, the nearest one.
Digits shortest_small(DType dtype, double value) {
  for (int count = 0;; ++count) {
    auto out = rounded(dtype, value, count);
    if (reads_back(dtype, mantissa_text(out) + exponent_text(out.exponent, 2), value)) return out;
  }
}

Digits shortest(DType dtype, double value) {
  if (value == 0) return {std::signbit(value), "0", 0};
  switch (base::real_dtype(dtype)) {
    case KILN_FLOAT16:
    case KILN_BFLOAT16:
      return shortest_small(dtype, value);
    case KILN_FLOAT32:
      return parse(chars(static_cast<float>(value), std::chars_format::scientific));
    default:
      return parse(chars(value, std::chars_format::scientific));
  }
}

void trim_zeros(std::string& text) {
  while (text.back() == '0') text.pop_back();
}

// Two endings of a number's text: with_zero("1.") is "1.0", and without_point("1.") is "1".
std::string with_zero(std::string text) { return text.back() == '.' ? text + '0' : text; }
std::string without_point(std::string text) {
  if (text.back() == '.') text.pop_back();
  return text;
}

bool is_positional(double value) {
  const double magnitude = std::abs(value);
  return magnitude == 0 || (magnitude < 1e16 && magnitude >= 1e-4);
}

std::string scientific_text(DType dtype, double value) {
  const auto parts = scientific(dtype, value, -1);
  return without_point(parts.mantissa) + exponent_text(parts.exponent, 2);
}

// The text of a complex number's real or imaginary part: without zeros at the end, and without a point if no
// digits follow it.
std::string part_text(DType dtype, double value) {
  if (!std::isfinite(value)) return special_text(value);
  return is_positional(value) ? without_point(positional(dtype, value, -1, false)) : scientific_text(dtype, value);
}

std::string complex_text(const base::Scalar& value) {
  const auto imaginary = part_text(value.dtype, value.im);
  if (value.re == 0 && !std::signbit(value.re)) return imaginary + "j";
  return fmt::format("({}{}{}j)", part_text(value.dtype, value.re), imaginary[0] == '-' ? "" : "+", imaginary);
}

}  // namespace

std::string special_text(double value) { return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"; }

std::string positional(DType dtype, double value, int precision, bool whole) {
  auto d = shortest(dtype, value);
  if (whole && value != 0 && static_cast<int>(d.digits.size()) <= d.exponent) d = rounded(dtype, value, d.exponent);
  const auto count = static_cast<int>(d.digits.size());
  std::string text;
  if (precision >= 0 && count - 1 - d.exponent > precision) {
    text = chars(value, std::chars_format::fixed, precision);
    if (precision == 0) text += '.';
    trim_zeros(text);
    return text;
  }
  if (d.negative) text += '-';
  if (d.exponent < 0) {
    text += "0." + std::string(static_cast<std::size_t>(-d.exponent - 1), '0') + d.digits;
  } else {
    for (int i = 0; i <= d.exponent; ++i) text += i < count ? d.digits[static_cast<std::size_t>(i)] : '0';
    text += '.';
    if (count > d.exponent + 1) text += d.digits.substr(static_cast<std::size_t>(d.exponent) + 1);
  }
  if (value == 0) return d.negative ? "-0." : "0.";
  return text;
}

Scientific scientific(DType dtype, double value, int precision) {
  const auto d = shortest(dtype, value);
  if (precision >= 0 && static_cast<int>(d.digits.size()) - 1 > precision) {
    auto out = scientific_exact(dtype, value, precision);
    trim_zeros(out.mantissa);
    return out;
  }
  return {mantissa_text(d), d.exponent};
}

Scientific scientific_exact(DType dtype, double value, int digits) {
  const auto d = rounded(dtype, value, digits);
  return {mantissa_text(d), d.exponent};
}

std::string exponent_text(int exponent, std::size_t digits) {
  return fmt::format("e{}{:0{}}", exponent < 0 ? '-' : '+', exponent < 0 ? -exponent : exponent, digits);
}

std::string scalar_text(const base::Scalar& value) {
  if (base::is_bool(value.dtype)) return value.u ? "True" : "False";
  if (base::is_signed(value.dtype)) return fmt::to_string(value.i);
  if (base::is_unsigned(value.dtype)) return fmt::to_string(value.u);
  if (base::is_complex(value.dtype)) return complex_text(value);
  if (!std::isfinite(value.re)) return special_text(value.re);
  if (is_positional(value.re)) return with_zero(positional(value.dtype, value.re, -1, false));
  return scientific_text(value.dtype, value.re);
}

}  // namespace kiln::array
