// SPDX-License-Identifier: Apache-2.0
// exp(x) - 1 and the hyperbolic functions of 16 floats. The errors are at most 1.6 ulp (expm1) and 2.5 ulp.
// vector_exp.cl comes before this file.
#if KILN_VECTORS
// exp(x) - 1 for -20 <= x <= 88.8.
KILN_VECTOR_FUNCTION float16 kiln_some_expm1_x16(float16 x) {
  float16 k, p = KILN_16(0x1.9e0766p-13f);
  const float16 r = kiln_octave_x16(x, &k);
  KILN_STEP_16(p, r, 0x1.6d4368p-10f);
  KILN_STEP_16(p, r, 0x1.111308p-7f);
  KILN_STEP_16(p, r, 0x1.5554fp-5f);
  KILN_STEP_16(p, r, 0x1.555554p-3f);
  KILN_STEP_16(p, r, 0.5f);
  const float16 half_scale = kiln_scale_x16(KILN_16(0.5f), k);
  return KILN_16(2) * fma(half_scale, fma(p, r * r, r), half_scale - KILN_16(0.5f));
}
KILN_VECTOR_FUNCTION float16 kiln_expm1_x16(float16 x) {
  const float16 low = select(x, KILN_16(-20), x < KILN_16(-20));
  const float16 y = kiln_some_expm1_x16(select(low, KILN_16(88.8f), low > KILN_16(88.8f)));
  return select(y, x, fabs(x) < KILN_16(0x1p-25f));  // keeps -0
}
KILN_VECTOR_FUNCTION float16 kiln_tanh_x16(float16 x) {
  const float16 a = fabs(x);
  const float16 e = kiln_some_expm1_x16(KILN_16(2) * select(a, KILN_16(10), a > KILN_16(10)));
  return select(KILN_SIGNED_16(e / (e + KILN_16(2)), x), x, a < KILN_16(0x1p-13f));
}
// Gives exp(a)/2 and exp(-a)/2 for a >= 0.
KILN_VECTOR_FUNCTION void kiln_half_exp_x16(float16 a, float16 *up, float16 *down) {
  float16 k;
  const float16 r = kiln_octave_x16(select(a, KILN_16(90), a > KILN_16(90)), &k), z = r * r;
  float16 c = KILN_16(0x1.6d5148p-10f), s = KILN_16(0x1.1228c4p-7f);  // cosh(r), sinh(r)
  KILN_STEP_16(c, z, 0x1.5554e4p-5f);
  KILN_STEP_16(c, z, 0.5f);
  KILN_STEP_16(c, z, 1.0f);
  KILN_STEP_16(s, z, 0x1.5554aep-3f);
  s = fma(s, r * z, r);
  *up = kiln_scale_x16(c + s, k - KILN_16(1));
  *down = kiln_scale_x16(c - s, KILN_16(-1) - k);
}
KILN_VECTOR_FUNCTION float16 kiln_cosh_x16(float16 x) {
  float16 up, down;
  kiln_half_exp_x16(fabs(x), &up, &down);
  return up + down;
}
KILN_VECTOR_FUNCTION float16 kiln_sinh_x16(float16 x) {
  const float16 a = fabs(x), z = a * a;
  float16 up, down, p = KILN_16(0x1.76771ep-19f);
  kiln_half_exp_x16(a, &up, &down);
  KILN_STEP_16(p, z, 0x1.a01c22p-13f);
  KILN_STEP_16(p, z, 0x1.1110eap-7f);
  KILN_STEP_16(p, z, 0x1.555556p-3f);
  return KILN_SIGNED_16(select(up - down, fma(p, a * z, a), a < KILN_16(1)), x);
}
#else
#define kiln_expm1_x16 expm1
#define kiln_tanh_x16 tanh
#define kiln_cosh_x16 cosh
#define kiln_sinh_x16 sinh
#endif
