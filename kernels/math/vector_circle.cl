// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent of 16 floats. The errors are at most 1.7, 1.7 and 3.7 ulp (every seventh float up to 2^20
// was tried).
#if KILN_VECTORS
// Reduces x, |x| <= 2^20, to r = x - k pi/2 with |r| <= pi/4; the last bits of *quadrant are those of k. The first
// difference is exact, and the others round relative to the result (Cody and Waite 1980).
KILN_VECTOR_FUNCTION float16 kiln_quarter_x16(float16 x, int16 *quadrant) {
  const float16 t = fma(x, KILN_16(0x1.45f306p-1f), KILN_16(0x1.8p+23f)), k = t - KILN_16(0x1.8p+23f);
  *quadrant = as_int16(t);
  float16 r = fma(k, KILN_16(-0x1.921fb6p+0f), x);
  r = fma(k, KILN_16(0x1.777a5cp-25f), r);
  return fma(k, KILN_16(0x1.ee59dap-50f), r);
}
KILN_VECTOR_FUNCTION void kiln_sincos_x16(float16 r, float16 *sine, float16 *cosine) {
  const float16 z = r * r;
  float16 s = KILN_16(0x1.77e21p-19f), c = KILN_16(0x1.99e912p-16f);
  KILN_STEP_16(s, z, -0x1.a04866p-13f);
  KILN_STEP_16(s, z, 0x1.111164p-7f);
  KILN_STEP_16(s, z, -0x1.555556p-3f);
  *sine = fma(s, r * z, r);
  KILN_STEP_16(c, z, -0x1.6c0c2ap-10f);
  KILN_STEP_16(c, z, 0x1.55554ap-5f);
  KILN_STEP_16(c, z, -0.5f);
  KILN_STEP_16(c, z, 1.0f);
  *cosine = c;
}
// Elements that are too large for kiln_quarter_x16, infinite or NaN are computed one by one.
#define KILN_FAR_16(f, x, y)                                   \
  if (kiln_some_x16(!(fabs(x) <= KILN_16(0x1p+20f)))) {        \
    float a[16], b[16];                                        \
    vstore16(x, 0, a);                                         \
    vstore16(y, 0, b);                                         \
    for (int j = 0; j < 16; ++j)                               \
      if (!(fabs(a[j]) <= 0x1p+20f)) b[j] = f(a[j]);           \
    y = vload16(0, b);                                         \
  }
KILN_VECTOR_FUNCTION float16 kiln_sin_x16(float16 x) {
  int16 k;
  float16 s, c;
  kiln_sincos_x16(kiln_quarter_x16(x, &k), &s, &c);
  float16 y = as_float16(as_int16(select(s, c, k << 31)) ^ ((k << 30) & (int16)(1 << 31)));
  y = select(y, x, fabs(x) < KILN_16(0x1p-12f));  // keeps -0
  KILN_FAR_16(sin, x, y)
  return y;
}
KILN_VECTOR_FUNCTION float16 kiln_cos_x16(float16 x) {
  int16 k;
  float16 s, c;
  kiln_sincos_x16(kiln_quarter_x16(x, &k), &s, &c);
  float16 y = as_float16(as_int16(select(c, s, k << 31)) ^ (((k + 1) << 30) & (int16)(1 << 31)));
  KILN_FAR_16(cos, x, y)
  return y;
}
KILN_VECTOR_FUNCTION float16 kiln_tan_x16(float16 x) {
  int16 k;
  float16 s, c;
  kiln_sincos_x16(kiln_quarter_x16(x, &k), &s, &c);
  float16 y = select(s, c, k << 31) / select(c, -s, k << 31);
  y = select(y, x, fabs(x) < KILN_16(0x1p-12f));
  KILN_FAR_16(tan, x, y)
  return y;
}
#else
// PoCL's functions are wrong below 2^-7 where another element of the vector is huge (seen in 3.1). Near zero their
// Taylor polynomials take over, which are exact to float's last place below 2^-6.
#define KILN_NEAR_16(f, x, polynomial) select(f(x), polynomial, fabs(x) < KILN_16(0x1p-6f))
KILN_VECTOR_FUNCTION float16 kiln_sin_x16(float16 x) {
  return KILN_NEAR_16(sin, x, x * (KILN_16(1) - x * x * (KILN_16(0x1.555556p-3f) - x * x * KILN_16(0x1.111112p-7f))));
}
KILN_VECTOR_FUNCTION float16 kiln_cos_x16(float16 x) {
  return KILN_NEAR_16(cos, x, KILN_16(1) - x * x * (KILN_16(0.5f) - x * x * KILN_16(0x1.555556p-5f)));
}
KILN_VECTOR_FUNCTION float16 kiln_tan_x16(float16 x) {
  return KILN_NEAR_16(tan, x, x * (KILN_16(1) + x * x * (KILN_16(0x1.555556p-2f) + x * x * KILN_16(0x1.111112p-3f))));
}
#endif
