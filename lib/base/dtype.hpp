// SPDX-License-Identifier: Apache-2.0
// Element types: sizes, names, families, promotion, and one typed scalar value.
#pragma once

#include <kiln/types.h>

#include <complex>
#include <cstdint>
#include <string_view>

namespace kiln::base {

using DType = kiln_dtype;
inline constexpr int kDTypeCount = 15;

// A real dtype, not KILN_FLOATX.
constexpr bool is_dtype(int value) noexcept { return value >= 0 && value < kDTypeCount; }
// Bytes; 0 for what is no dtype.
constexpr std::size_t dtype_size(DType dtype) noexcept {
  constexpr std::uint8_t kSizes[kDTypeCount] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return is_dtype(dtype) ? kSizes[dtype] : 0;
}
const char* dtype_name(DType dtype) noexcept;
// Throws KILN_TYPE_ERROR naming the nearest; understands "floatX".
DType dtype_from_name(std::string_view name);

inline bool is_bool(DType d) { return d == KILN_BOOL; }
inline bool is_signed(DType d) { return d >= KILN_INT8 && d <= KILN_INT64; }
inline bool is_unsigned(DType d) { return d >= KILN_UINT8 && d <= KILN_UINT64; }
inline bool is_integer(DType d) { return d >= KILN_INT8 && d <= KILN_UINT64; }  // without bool
inline bool is_float(DType d) { return d >= KILN_FLOAT16 && d <= KILN_FLOAT64; }
inline bool is_complex(DType d) { return d == KILN_COMPLEX64 || d == KILN_COMPLEX128; }
// The dtype arithmetic is done in: float32 for float16 and bfloat16, itself otherwise.
inline DType compute_dtype(DType d) { return d == KILN_FLOAT16 || d == KILN_BFLOAT16 ? KILN_FLOAT32 : d; }
// float32 for complex64, float64 for complex128, itself otherwise.
inline DType real_dtype(DType d) {
  return d == KILN_COMPLEX64 ? KILN_FLOAT32 : d == KILN_COMPLEX128 ? KILN_FLOAT64 : d;
}
// Needs a device with double precision.
inline bool needs_float64(DType d) { return d == KILN_FLOAT64 || d == KILN_COMPLEX128; }

// The Array API standard's table; bool with x gives x; integer with float gives the float (float32 with
// complex128 gives complex128, float64 with complex64 complex128); float16 with bfloat16 gives float32;
// uint64 with a signed integer, which the standard leaves out, gives float64 as in NumPy.
DType promote(DType a, DType b) noexcept;

// One value of a dtype. Integers and bool live in i or u, floats in re, complex numbers in re and im.
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
  // From one element in memory.
  static Scalar load(DType dtype, const void* element);
  void store(void* element) const;
  // Converts as kernels do: float to integer truncates and saturates, NaN gives 0; integers wrap; to bool: !=
  // 0; complex to real drops the imaginary part.
  Scalar cast(DType to) const;
  bool operator==(const Scalar& other) const noexcept;  // same dtype and bits (so -0.0 != 0.0, NaN == NaN)
};

}  // namespace kiln::base
