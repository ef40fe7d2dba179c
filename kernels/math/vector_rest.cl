// SPDX-License-Identifier: Apache-2.0
// hypot and fmod of vectors. fmod is exact: the quotient rounded to a whole number is off by one at most, and the
// remainder for it is then representable. Elements with a large quotient, an infinity or NaN are computed one by one.
#if KILN_VECTORS
#define KILN_FMOD(V, T, W, MOST)                                                \
  KILN_VECTOR_FUNCTION V kiln_fmod_x##W(V x, V y) {                             \
    const V a = fabs(x), b = fabs(y), q = trunc(a / b);                         \
    V r = fma(-q, b, a);                                                        \
    r = select(r, r + b, r < (V)(0));                                           \
    r = copysign(select(r, r - b, r >= b), x);                                  \
    if (kiln_some_x##W(!(q < (V)(MOST)) | !(b < (V)(INFINITY)))) {              \
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
// hypot. The squares are scaled, so that they neither overflow nor underflow; the error is at most 1.2 ulp.
KILN_VECTOR_FUNCTION float16 kiln_hypot_x16(float16 x, float16 y) {
  const float16 a = fabs(x), b = fabs(y);
  const int16 big = (a > KILN_16(0x1p+62f)) | (b > KILN_16(0x1p+62f));
  const int16 tiny = (a < KILN_16(0x1p-62f)) & (b < KILN_16(0x1p-62f));
  const float16 scale = select(select(KILN_16(1), KILN_16(0x1p-66f), big), KILN_16(0x1p+87f), tiny);
  const float16 back = select(select(KILN_16(1), KILN_16(0x1p+66f), big), KILN_16(0x1p-87f), tiny);
  const float16 u = a * scale, v = b * scale;
  const float16 r = sqrt(fma(u, u, v * v)) * back;
  return select(r, KILN_16(INFINITY), (a == KILN_16(INFINITY)) | (b == KILN_16(INFINITY)));
}
#ifdef cl_khr_fp64
KILN_FMOD(double8, double, 8, 0x1p+51)
#endif
#else
#define kiln_fmod_x16 fmod
#define kiln_hypot_x16 hypot
// PoCL's fmod of double8 is wrong on processors with AVX-512 where another element is infinite, NaN or the like (seen
// in 3.1). Two double4 are right.
#define kiln_fmod_x8(x, y) (double8)(fmod((x).lo, (y).lo), fmod((x).hi, (y).hi))
#endif
