// SPDX-License-Identifier: Apache-2.0
// What rows of pooling and upsampling share.
#pragma once

#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

constexpr Tolerance kPoolTolerance{1, 1, 4, 4};
inline const Shape kImage{1, 2, 5, 5};  // of errors

inline Operation image_row(const char* name, const char* function) {
  Operation operation = row(name, "pooling", {function}, float_dtypes(), Gradient::exists);
  operation.tolerance = kPoolTolerance;
  return operation;
}

// Along the first spatial axis two rows of -inf in the first channel and of -0 in the others, so that windows have no
// other elements. Behind them infinities, NaN and -0 among whole numbers, some of which are equal.
inline HostArray special_image(Random& random, kiln_dtype d, const Shape& shape, bool last) {
  const Real values[] = {INFINITY, NAN, -0.0L, -INFINITY, 0.0L};
  HostArray out = ordinary(random, d, shape);
  const std::size_t channel = last ? shape.size() - 1 : 1, row = last ? 1 : 2;
  std::size_t i = 0;
  each(shape, [&](const Shape& at) {
    Number& value = out.values[i++];
    value = convert(d, std::round(value.real()));
    if (at[row] < 2)
      value = at[channel] == 0 ? -INFINITY : -0.0L;
    else if (i % 7 == 3)
      value = values[i / 7 % 5];
  });
  return out;
}

// Calls over images of about `size` elements: call(large, small).
template <class Call>
void time_images(Operation& operation, const char* text, const Call& call) {
  time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t side = std::max<std::int64_t>(4, std::int64_t(std::sqrt(double(size) / 64)) / 2 * 2);
    const auto large = random_elements(context, d, {1, 64, side, side});
    const auto small = random_elements(context, d, {1, 64, side / 2, side / 2});
    return std::vector<Timing>{{text, [=] { call(large, small); }, bytes_of(large) + bytes_of(small)}};
  });
}

}  // namespace kiln::operations
