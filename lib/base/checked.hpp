// SPDX-License-Identifier: Apache-2.0
// Size arithmetic that throws KILN_OVERFLOW instead of wrapping.
#pragma once

#include "base/error.hpp"

namespace kiln::base {

template <class T>
T checked_mul(T a, T b, const char* operation) {
  T result;
  if (__builtin_mul_overflow(a, b, &result)) fail(KILN_OVERFLOW, "{}: {} * {} overflows", operation, a, b);
  return result;
}

template <class T>
T checked_add(T a, T b, const char* operation) {
  T result;
  if (__builtin_add_overflow(a, b, &result)) fail(KILN_OVERFLOW, "{}: {} + {} overflows", operation, a, b);
  return result;
}

}  // namespace kiln::base
