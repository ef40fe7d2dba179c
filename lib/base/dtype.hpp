// SPDX-License-Identifier: Apache-2.0
// Dtypes: sizes, names, families, promotion, and a single typed value.
#pragma once

#include <kiln/types.h>

#include <complex>
#include <cstdint>
#include <string_view>

namespace kiln::base {

using DType = kiln_dtype;
inline constexpr int kDTypeCount = 15;

// Whether the number is a dtype. KILN_FLOATX and KILN_DTYPE_AUTO are not.
constexpr bool is_dtype(int value) noexcept { return value >= 0 && value < kDTypeCount; }
// In bytes; 0 for a number that is no dtype.
constexpr std::size_t dtype_size(DType dtype) noexcept {
  constexpr std::uint8_t kSizes[kDTypeCount] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return is_dtype(dtype) ? kSizes[dtype] : 0;
}
// Null for a number that is no dtype.
const char* dtype_name(DType dtype) noexcept;
// The dtype of this name; "floatX" gives what the flag says. Throws KILN_TYPE_ERROR, with the nearest name.
DType dtype_from_name(std::string_view name);

inline bool is_bool(DType d) { return d == KILN_BOOL; }
inline bool is_signed(DType d) { return d >= KILN_INT8 && d <= KILN_INT64; }
inline bool is_unsigned(DType d) { return d >= KILN_UINT8 && d <= KILN_UINT64; }
inline bool is_integer(DType d) { return d >= KILN_INT8 && d <= KILN_UINT64; }  // without bool
inline bool is_float(DType d) { return d >= KILN_FLOAT16 && d <= KILN_FLOAT64; }
inline bool is_complex(DType d) { return d == KILN_COMPLEX64 || d == KILN_COMPLEX128; }
// The dtype in which kernels compute: float32 for float16 and bfloat16, otherwise the dtype itself.
inline DType compute_dtype(DType d) { return d == KILN_FLOAT16 || d == KILN_BFLOAT16 ? KILN_FLOAT32 : d; }
// The dtype of a complex number's parts: float32 for complex64, float64 for complex128; otherwise the dtype itself.
inline DType real_dtype(DType d) {
  return d == KILN_COMPLEX64 ? KILN_FLOAT32 : d == KILN_COMPLEX128 ? KILN_FLOAT64 : d;
}
// Whether a device must have double precision for this dtype.
inline bool needs_float64(DType d) { return d == KILN_FLOAT64 || d == KILN_COMPLEX128; }

// The dtype of a result of operands of two dtypes, by the table of the Array API standard. Beyond the
// standard: bool with x gives x; an integer with a float gives the float; float64 with complex64 gives
// complex128; float16 with bfloat16 gives float32; uint64 with a signed integer gives float64, as in NumPy.
DType promote(DType a, DType b) noexcept;

// A single value of a dtype. Integers and bool are in i or u, floats in re, complex numbers in re and im.
struct Scalar {
  DType dtype = KILN_FLOAT64;
  union {
    std::int64_t i;
    std::uint64_t u;
  };
  double re = 0, im = 0;
  Scalar() : i(0) {}
  static Scalar boolean(bool value);
  static Scalar integer(DType dtype, std::int64_t value);   // signed dtypes
  static Scalar natural(DType dtype, std::uint64_t value);  // unsigned dtypes
  static Scalar real(DType dtype, double value);            // floats; rounded to the dtype
  static Scalar complex(DType dtype, std::complex<double> value);
  // Reads or writes one element in memory, which may be unaligned.
  static Scalar load(DType dtype, const void* element);
  void store(void* element) const;
  // Converts as kernels do. Float to integer truncates and saturates, and NaN gives 0. Integers wrap. To
  // bool: value != 0. Complex to real drops the imaginary part.
  Scalar cast(DType to) const;
  bool operator==(const Scalar& other) const noexcept;  // same dtype and bits, so -0.0 != 0.0; NaN == NaN
};

}  // namespace kiln::base
