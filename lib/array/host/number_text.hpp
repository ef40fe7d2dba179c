// SPDX-License-Identifier: Apache-2.0
// Decimal text of floating-point values. It has either the fewest digits from which a reader in the same dtype
// gets the same value back, or a given number of digits, exactly rounded with ties to even. NumPy's rules choose
// between the two.
#pragma once

#include <string>

#include "base/dtype.hpp"

namespace kiln::array {

// The text without an exponent, such as "12.5", "3." or "-0.". It always has a point, and no zeros after the last
// digit. It has at most `precision` digits after the point; a negative precision means as many as the value needs. If
// `whole` is true, the digits before the point are those of the exact value; otherwise the last ones are zeros if the
// first ones alone read back as the value. The value is finite.
std::string positional(base::DType dtype, double value, int precision, bool whole);

struct Scientific {
  std::string mantissa;  // "1.5", "-2."
  int exponent;
};
// The scientific form; its mantissa follows the same rules.
Scientific scientific(base::DType dtype, double value, int precision);
// The scientific form with exactly `digits` digits after the point. The number is the nearest decimal of that length
// that reads back as the value, or, if none does, the nearest of all.
Scientific scientific_exact(base::DType dtype, double value, int digits);
// "nan", "inf" or "-inf".
std::string special_text(double value);
// The exponent as text, such as "e+05", with at least `digits` digits.
std::string exponent_text(int exponent, std::size_t digits);

// A value as str() of a NumPy scalar writes it: "1.5", "1e+16", "nan", "True", "(1+2j)".
std::string scalar_text(const base::Scalar& value);

}  // namespace kiln::array
