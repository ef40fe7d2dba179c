// SPDX-License-Identifier: Apache-2.0
// Decimal text of floating-point values: the fewest digits that name the value in its dtype, or an exactly
// rounded number of them (ties to even), as NumPy chooses between them.
#pragma once

#include <string>

#include "base/dtype.hpp"

namespace kiln::array {

// "12.5", "3.", "-0.": always a point, no zeros after the last digit. At most `precision` digits after the
// point; negative: as many as name the value. `whole`: digits before the point are the value's own, not zeros
// where fewer would name it. The value is finite.
std::string positional(base::DType dtype, double value, int precision, bool whole);

struct Scientific {
  std::string mantissa;  // "1.5", "-2."
  int exponent;
};
// The same for the mantissa of the scientific form.
Scientific scientific(base::DType dtype, double value, int precision);
// With exactly that many digits after the point: of the decimals that name the value the nearest, else the
// nearest.
Scientific scientific_exact(base::DType dtype, double value, int digits);
// "e+05": at least `digits` digits.
std::string exponent_text(int exponent, std::size_t digits);

// One value as str() of a NumPy scalar writes it: "1.5", "1e+16", "nan", "True", "(1+2j)".
std::string scalar_text(const base::Scalar& value);

}  // namespace kiln::array
