// SPDX-License-Identifier: Apache-2.0
// Functions that generated kernels call for each floating dtype S (f32, f64): the quotient rounded down, its remainder
// with the sign of the divisor as in Python (a zero remainder has that sign too), and log(exp(x) + exp(y)). Below them
// stand integer powers.
#define KILN_DIVISION(T, S)                                                                                        \
  KILN_FUNCTION T kiln_floor_mod_##S(T x, T y) {                                                                    \
    const T m = fmod(x, y);                                                                                     \
    if (m == (T)0) return copysign((T)0, y);                                                                    \
    return (m < (T)0) != (y < (T)0) ? m + y : m;                                                                \
  }                                                                                                             \
  KILN_FUNCTION T kiln_floor_divide_##S(T x, T y) {                                                                 \
    if (y == (T)0) return x / y;                                                                                \
    const T m = fmod(x, y);                                                                                     \
    T q = (x - m) / y;                                                                                          \
    if (m != (T)0 && (m < (T)0) != (y < (T)0)) q -= (T)1;                                                       \
    return q == (T)0 ? copysign((T)0, x / y) : rint(q);                                                         \
  }                                                                                                             \
  KILN_FUNCTION T kiln_logaddexp_##S(T x, T y) {                                                                    \
    if (isinf(x) && x == y) return x;                                                                           \
    return (x > y || x != x ? x : y) + log1p(exp(-fabs(x - y)));                                                \
  }
KILN_DIVISION(float, f32)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_DIVISION(double, f64)
#endif

// Computes x to the power n, wrapping on overflow. A negative exponent gives 1/x rounded towards zero, and 0 where x is
// 0. `sign` is 1 for signed types. 32-bit types have a function of 32 bits, because Mesa compares a widened exponent
// with 0 wrongly.
#define KILN_INT_POW(T, U, BITS)                                                                                \
  KILN_FUNCTION U kiln_int_pow_##BITS(T x, T n, int sign) {                                                     \
    if (sign && n < 0) return x == 1 || (x == -1 && (n & 1) == 0) ? 1 : x == -1 ? (U)-1 : 0;                    \
    U square = (U)x, result = 1;                                                                                \
    for (U left = (U)n; left != 0; left >>= 1) {                                                                \
      if (left & 1) result *= square;                                                                           \
      square *= square;                                                                                         \
    }                                                                                                           \
    return result;                                                                                              \
  }
KILN_INT_POW(int, uint, 32)
KILN_INT_POW(long, ulong, 64)
