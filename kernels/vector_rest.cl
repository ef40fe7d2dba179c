// SPDX-License-Identifier: Apache-2.0
// fmod of vectors, exact: the quotient rounded to a whole number is off by one at most, and what it leaves is then a number of the
// type. Elements with large quotients or infinities, and NaN, go one by one.
#if KILN_VECTORS
#define KILN_FMOD(V, T, W, MOST)                                                \
  KILN_VECTOR_FUNCTION V kiln_fmod_x##W(V x, V y) {                             \
    const V a = fabs(x), b = fabs(y), q = trunc(a / b);                         \
    V r = fma(-q, b, a);                                                        \
    r = select(r, r + b, r < (V)(0));                                           \
    r = copysign(select(r, r - b, r >= b), x);                                  \
    if (any(!(q < (V)(MOST)) | !(b < (V)(INFINITY)))) {                         \
      T x_[W], y_[W], r_[W];                                                    \
      vstore##W(x, 0, x_);                                                      \
      vstore##W(y, 0, y_);                                                      \
      vstore##W(r, 0, r_);                                                      \
      for (int j = 0; j < W; ++j)                                               \
        if (!(fabs(x_[j] / y_[j]) < (T)(MOST)) || isinf(y_[j])) r_[j] = fmod(x_[j], y_[j]); \
      r = vload##W(0, r_);                                                      \
    }                                                                           \
    return r;                                                                   \
  }
KILN_FMOD(float16, float, 16, 0x1p+22f)
#ifdef cl_khr_fp64
KILN_FMOD(double8, double, 8, 0x1p+51)
#endif
#else
#define kiln_fmod_x16 fmod
// PoCL's fmod of double8 is wrong where another element is infinite, NaN or the like, on processors with AVX-512 (seen in 3.1): two of
// double4 are not.
#define kiln_fmod_x8(x, y) (double8)(fmod((x).lo, (y).lo), fmod((x).hi, (y).hi))
#endif
