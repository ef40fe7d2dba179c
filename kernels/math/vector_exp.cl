// SPDX-License-Identifier: Apache-2.0
// exp, exp2, erf and erfc of 16 floats. The errors are at most 0.9, 0.9, 1.5 and 4 ulp.
#if KILN_VECTORS
// p 2^k for a whole k and a p near 1.
#if defined(__AVX512F__) && defined(__has_builtin)
#if __has_builtin(__builtin_ia32_scalefps512_mask)
#define KILN_SCALE_16 1
#endif
#endif
#ifdef KILN_SCALE_16
typedef float kiln_floats __attribute__((__vector_size__(64)));
KILN_VECTOR_FUNCTION float16 kiln_scale_x16(float16 p, float16 k) {
  const kiln_floats v = __builtin_astype(p, kiln_floats);
  return __builtin_astype(__builtin_ia32_scalefps512_mask(v, __builtin_astype(k, kiln_floats), v, (ushort)0xffff, 4), float16);
}
#else
// The power is applied in two steps, so that a subnormal result is rounded once; |k| may be up to 250.
KILN_VECTOR_FUNCTION float16 kiln_scale_x16(float16 p, float16 k) {
  const int16 n = convert_int16(k), part = n >> 1;
  return p * as_float16((part + (int16)127) << 23) * as_float16((n - part + (int16)127) << 23);
}
#endif
KILN_VECTOR_FUNCTION float16 kiln_whole_x16(float16 x) { return (x + KILN_16(0x1.8p+23f)) - KILN_16(0x1.8p+23f); }
// Clamps x to [-most, most]; NaN stays NaN.
KILN_VECTOR_FUNCTION float16 kiln_within_x16(float16 x, float16 most) {
  const float16 y = select(x, most, x > most);
  return select(y, -most, y < -most);
}
// Reduces x, |x| <= 200, to r = x - k log 2 with |r| <= log(2)/2.
KILN_VECTOR_FUNCTION float16 kiln_octave_x16(float16 x, float16 *k) {
  *k = fma(x, KILN_16(0x1.715476p+0f), KILN_16(0x1.8p+23f)) - KILN_16(0x1.8p+23f);
  return fma(*k, KILN_16(0x1.05c61p-29f), fma(*k, KILN_16(-0x1.62e43p-1f), x));
}
// 2^r for |r| <= 1/2.
KILN_VECTOR_FUNCTION float16 kiln_root_of_two_x16(float16 r) {
  float16 p = KILN_16(0x1.3f9068p-13f);
  KILN_STEP_16(p, r, 0x1.5f0a66p-10f);
  KILN_STEP_16(p, r, 0x1.3b30bp-7f);
  KILN_STEP_16(p, r, 0x1.c6af78p-5f);
  KILN_STEP_16(p, r, 0x1.ebfbd8p-3f);
  KILN_STEP_16(p, r, 0x1.62e43p-1f);
  KILN_STEP_16(p, r, 1.0f);
  return p;
}
// e^r for |r| <= log(2)/2.
KILN_VECTOR_FUNCTION float16 kiln_root_of_e_x16(float16 r) {
  float16 p = KILN_16(0x1.6850ep-10f);
  KILN_STEP_16(p, r, 0x1.123bccp-7f);
  KILN_STEP_16(p, r, 0x1.555b98p-5f);
  KILN_STEP_16(p, r, 0x1.55548ep-3f);
  KILN_STEP_16(p, r, 0x1.fffff8p-2f);
  KILN_STEP_16(p, r, 1.0f);
  KILN_STEP_16(p, r, 1.0f);
  return p;
}
KILN_VECTOR_FUNCTION float16 kiln_exp_x16(float16 x) {
  float16 k;
  const float16 r = kiln_octave_x16(kiln_within_x16(x, KILN_16(110)), &k);
  return kiln_scale_x16(kiln_root_of_e_x16(r), k);
}
KILN_VECTOR_FUNCTION float16 kiln_exp2_x16(float16 x) {
  const float16 y = kiln_within_x16(x, KILN_16(160)), k = kiln_whole_x16(y);
  return kiln_scale_x16(kiln_root_of_two_x16(y - k), k);
}
// erf(x) / x - 1 as a function of z = x^2 up to 1.
KILN_VECTOR_FUNCTION float16 kiln_erf_rest_x16(float16 z) {
  float16 p = KILN_16(0x1.03a052p-14f);
  KILN_STEP_16(p, z, -0x1.874dbp-11f);
  KILN_STEP_16(p, z, 0x1.4f7c3cp-8f);
  KILN_STEP_16(p, z, -0x1.b7480ep-6f);
  KILN_STEP_16(p, z, 0x1.ce1fcep-4f);
  KILN_STEP_16(p, z, -0x1.8126d2p-2f);
  KILN_STEP_16(p, z, 0x1.06eba0p-3f);
  return p;
}
// erf is a polynomial below 1. From 1 on it is 1 - 2^p, where p is a polynomial.
KILN_VECTOR_FUNCTION float16 kiln_erf_x16(float16 x) {
  const float16 a = fabs(x), b = select(a, KILN_16(4), a > KILN_16(4));
  float16 q = KILN_16(0x1.364348p-19f);
  KILN_STEP_16(q, b, -0x1.126bc6p-14f);
  KILN_STEP_16(q, b, 0x1.bec82cp-11f);
  KILN_STEP_16(q, b, -0x1.bf3924p-8f);
  KILN_STEP_16(q, b, 0x1.373dc8p-5f);
  KILN_STEP_16(q, b, -0x1.44c93ep-3f);
  KILN_STEP_16(q, b, -0x1.d2d49ap-1f);
  KILN_STEP_16(q, b, -0x1.a1642p+0f);
  KILN_STEP_16(q, b, 0x1.bce2b2p-12f);
  const float16 y = select(KILN_16(1) - kiln_exp2_x16(q), fma(kiln_erf_rest_x16(a * a), a, a), a < KILN_16(1));
  return KILN_SIGNED_16(y, x);
}
// e^(a^2) erfc(a) (1 + 2 a) is a polynomial in (a - 2) / (a + 2) (Shepherd and Laframboise, "Chebyshev approximation of
// (1 + 2x) exp(x^2) erfc x", 1981). What the rounding of a^2 loses enters the exponential.
KILN_VECTOR_FUNCTION float16 kiln_erfc_x16(float16 x) {
  const float16 a = fabs(x), b = select(a, KILN_16(10.3f), a > KILN_16(10.3f)), t = (b - KILN_16(2)) / (b + KILN_16(2));
  const float16 square = b * b, rest = fma(b, b, -square);
  float16 k, p = KILN_16(0x1.e68aaap-16f);
  KILN_STEP_16(p, t, -0x1.78ee02p-12f);
  KILN_STEP_16(p, t, -0x1.4868fap-10f);
  KILN_STEP_16(p, t, 0x1.4cac66p-10f);
  KILN_STEP_16(p, t, 0x1.1b01fcp-7f);
  KILN_STEP_16(p, t, -0x1.07911cp-7f);
  KILN_STEP_16(p, t, -0x1.bc0b44p-5f);
  KILN_STEP_16(p, t, 0x1.4ffb0ap-3f);
  KILN_STEP_16(p, t, -0x1.540846p-3f);
  KILN_STEP_16(p, t, -0x1.7bf5fep-4f);
  KILN_STEP_16(p, t, 0x1.46e80ep+0f);
  const float16 r = kiln_octave_x16(-square, &k) - rest;
  const float16 y = kiln_scale_x16(kiln_root_of_e_x16(r) * (p / fma(KILN_16(2), b, KILN_16(1))), k);
  return select(select(y, KILN_16(2) - y, x < KILN_16(0)), KILN_16(1) - fma(kiln_erf_rest_x16(a * a), x, x), a < KILN_16(0.5f));
}
#else
#define kiln_exp_x16 exp
#define kiln_exp2_x16 exp2
#define kiln_erf_x16 erf
#define kiln_erfc_x16 erfc
#endif
