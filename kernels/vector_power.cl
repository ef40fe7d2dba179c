// SPDX-License-Identifier: Apache-2.0
// Logarithm to base 2, cube root and powers of vectors, within 1.2, 0.9 and 1 units in the last place.
#if KILN_VECTORS
// x = 2^e (1 + f), 1 + f from sqrt(1/2) to sqrt(2), f exact; x > 0, finite.
KILN_VECTOR_FUNCTION float16 kiln_split_x16(float16 x, float16 *e) {
  const int16 small = x < KILN_16(0x1p-126f);
  const int16 bits = as_int16(select(x, x * KILN_16(0x1p+23f), small)) - (int16)0x3f3504f4;
  *e = convert_float16(bits >> 23) - select(KILN_16(0), KILN_16(23), small);
  return as_float16((bits & (int16)0x7fffff) + (int16)0x3f3504f4) - KILN_16(1);
}
KILN_VECTOR_FUNCTION float16 kiln_log2_x16(float16 x) {
  float16 e, p = KILN_16(-0x1.38472ep-4f);
  const float16 f = kiln_split_x16(x, &e);  // log(1 + f) = f + f^2 p
  KILN_STEP_16(p, f, 0x1.0860d4p-3f);
  KILN_STEP_16(p, f, -0x1.0f3fa8p-3f);
  KILN_STEP_16(p, f, 0x1.226dfcp-3f);
  KILN_STEP_16(p, f, -0x1.5425c4p-3f);
  KILN_STEP_16(p, f, 0x1.99a41ap-3f);
  KILN_STEP_16(p, f, -0x1.000432p-2f);
  KILN_STEP_16(p, f, 0x1.55555p-2f);
  KILN_STEP_16(p, f, -0x1.fffff8p-2f);
  // 1/log(2) in two parts, and what is lost of the product and of the sum.
  const float16 high = f * KILN_16(0x1.715476p+0f), sum = e + high;
  const float16 low = fma(f, KILN_16(0x1.715476p+0f), -high) + fma(f, KILN_16(0x1.4ae0cp-26f), f * f * p * KILN_16(0x1.715476p+0f));
  float16 y = sum + ((high - (sum - e)) + low);
  y = select(y, x, !(x < KILN_16(INFINITY)));
  y = select(y, KILN_16(-INFINITY), x == KILN_16(0));
  return select(y, KILN_16(NAN), x < KILN_16(0));
}
KILN_VECTOR_FUNCTION float16 kiln_cbrt_x16(float16 x) {
  const float16 a = fabs(x);
  const int16 small = a < KILN_16(0x1p-126f);
  const float16 m = select(a, a * KILN_16(0x1p+24f), small);
  // 1/cbrt(m) from a third of the exponent in the integers, then a step of fourth order; the cube root with one of Newton's.
  float16 r = as_float16((int16)0x54a2fa8d - convert_int16(convert_float16(as_int16(m)) * KILN_16(0x1.555556p-2f)));
  const float16 d = fma(-m * r, r * r, KILN_16(1));
  r = fma(r * d, fma(d, fma(d, KILN_16(0x1.61f9aep-3f), KILN_16(0x1.c71c72p-3f)), KILN_16(0x1.555556p-2f)), r);
  const float16 square = r * r, t = m * square;
  float16 y = fma(fma(-t * t, t, m), square * KILN_16(0x1.555556p-2f), t);
  y = select(y, y * KILN_16(0x1p-8f), small);
  y = select(y, a, !(a < KILN_16(INFINITY)) | (a == KILN_16(0)));
  return KILN_SIGNED_16(y, x);
}
#else
#define kiln_log2_x16 log2
#define kiln_cbrt_x16 cbrt
#endif

#if KILN_VECTORS && defined(cl_khr_fp64)
// e + log2(1 + f), relative error 2^-33.
KILN_VECTOR_FUNCTION double8 kiln_log2_parts_x8(float8 f8, float8 e) {
  const double8 f = convert_double8(f8);
  double8 p = KILN_8(-0x1.61adb0f6a3605p-4);
  KILN_STEP_8(p, f, 0x1.3d26fc72ea27ap-3);
  KILN_STEP_8(p, f, -0x1.41803314283dap-3);
  KILN_STEP_8(p, f, 0x1.45a26b2b82b4bp-3);
  KILN_STEP_8(p, f, -0x1.6eb01a46be2f3p-3);
  KILN_STEP_8(p, f, 0x1.a615cd0fc68p-3);
  KILN_STEP_8(p, f, -0x1.ec8d74e9e2edbp-3);
  KILN_STEP_8(p, f, 0x1.277732cc489a9p-2);
  KILN_STEP_8(p, f, -0x1.715435e86b359p-2);
  KILN_STEP_8(p, f, 0x1.ec709c00eaa5ap-2);
  KILN_STEP_8(p, f, -0x1.7154767bb13adp-1);
  KILN_STEP_8(p, f, 0x1.71547652ef96cp0);
  return fma(p, f, convert_double8(e));
}
// p = n + the result, at most 1/2 either way; beyond 240 powers of 2 are no floats.
KILN_VECTOR_FUNCTION float8 kiln_fraction_x8(double8 p, int8 *n) {
  p = select(p, KILN_8(240), p > KILN_8(240));
  p = select(p, KILN_8(-240), p < KILN_8(-240));
  const double8 t = p + KILN_8(0x1.8p52);
  *n = convert_int8(as_long8(t));
  return convert_float8(p - (t - KILN_8(0x1.8p52)));
}
// a >= 0; 1^y and a^0 are 1 but for infinities.
KILN_VECTOR_FUNCTION float16 kiln_plain_pow_x16(float16 a, float16 y) {
  float16 e;
  const float16 f = kiln_split_x16(a, &e);
  e = select(e, a, !(a < KILN_16(INFINITY)));
  e = select(e, KILN_16(-INFINITY), a == KILN_16(0));
  int8 low, high;
  const float8 r_low = kiln_fraction_x8(kiln_log2_parts_x8(f.lo, e.lo) * convert_double8(y.lo), &low);
  const float8 r_high = kiln_fraction_x8(kiln_log2_parts_x8(f.hi, e.hi) * convert_double8(y.hi), &high);
  const float16 r = (float16)(r_low, r_high);
  const int16 n = (int16)(low, high), part = n >> 1;
  float16 p = KILN_16(0x1.3f9068p-13f);  // 2^r
  KILN_STEP_16(p, r, 0x1.5f0a66p-10f);
  KILN_STEP_16(p, r, 0x1.3b30bp-7f);
  KILN_STEP_16(p, r, 0x1.c6af78p-5f);
  KILN_STEP_16(p, r, 0x1.ebfbd8p-3f);
  KILN_STEP_16(p, r, 0x1.62e43p-1f);
  KILN_STEP_16(p, r, 1.0f);
  return p * as_float16((part + (int16)127) << 23) * as_float16((n - part + (int16)127) << 23);
}
KILN_VECTOR_FUNCTION float16 kiln_pow_x16(float16 x, float16 y) {
  float16 v = kiln_plain_pow_x16(fabs(x), y);
  if (any(as_int16(x))) {  // a sign bit
    const int16 whole = rint(y) == y, even = rint(y * KILN_16(0.5f)) == y * KILN_16(0.5f);
    v = select(v, KILN_16(NAN), (x < KILN_16(0)) & (x > KILN_16(-INFINITY)) & ~whole);
    v = select(v, KILN_16(1), (x == KILN_16(-1)) & (fabs(y) == KILN_16(INFINITY)));
    v = as_float16(as_int16(v) ^ (as_int16(x) & whole & ~even & (int16)(1 << 31)));
  }
  return select(v, KILN_16(1), (x == KILN_16(1)) | (y == KILN_16(0)));
}
// Of x >= 0; OpenCL has 0^0, inf^0 and 1^inf NaN.
KILN_VECTOR_FUNCTION float16 kiln_powr_x16(float16 x, float16 y) {
  return select(kiln_plain_pow_x16(fabs(x), y), KILN_16(NAN), x < KILN_16(0));
}
#else
#define kiln_pow_x16 pow
#define kiln_powr_x16 powr
#endif
