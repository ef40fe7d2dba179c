// SPDX-License-Identifier: Apache-2.0
// Logarithms, cube root and powers of 16 floats. The errors are at most 1.3, 0.9 and 0.8 ulp. vector_exp.cl comes
// before this file.
#if KILN_VECTORS
// Whether any element is not a positive normal finite number. Few vectors have such an element, so the others skip the
// work for it.
KILN_VECTOR_FUNCTION int kiln_odd_x16(float16 x) {
  return kiln_some_x16(as_uint16(x) - (uint16)0x00800000u >= (uint16)0x7f000000u);
}
// Splits x into 2^e (1 + f), where 1 + f lies between sqrt(1/2) and sqrt(2) and f is exact.
KILN_VECTOR_FUNCTION float16 kiln_split_x16(float16 x, int odd, float16 *e) {
  float16 less = KILN_16(0);
  if (odd) {
    const int16 small = x < KILN_16(0x1p-126f);
    x = select(x, x * KILN_16(0x1p+23f), small);
    less = select(less, KILN_16(23), small);
  }
  const int16 bits = as_int16(x) - (int16)0x3f3504f4;
  *e = convert_float16(bits >> 23) - less;
  return as_float16((bits & (int16)0x7fffff) + (int16)0x3f3504f4) - KILN_16(1);
}
// The logarithm of x, or of x + rest where rest is below x's last place. c + d is the reciprocal of the base's natural
// logarithm, in two parts; two_c + two_d is the logarithm of 2, whose first part has few digits.
KILN_VECTOR_FUNCTION float16 kiln_some_log_x16(float16 x, int with_rest, float16 rest, float c, float d, float two_c, float two_d) {
  const int odd = kiln_odd_x16(x);
  float16 e, p = KILN_16(-0x1.38472ep-4f);
  const float16 f = kiln_split_x16(x, odd, &e);  // log(1 + f) = f + f^2 p
  KILN_STEP_16(p, f, 0x1.0860d4p-3f);
  KILN_STEP_16(p, f, -0x1.0f3fa8p-3f);
  KILN_STEP_16(p, f, 0x1.226dfcp-3f);
  KILN_STEP_16(p, f, -0x1.5425c4p-3f);
  KILN_STEP_16(p, f, 0x1.99a41ap-3f);
  KILN_STEP_16(p, f, -0x1.000432p-2f);
  KILN_STEP_16(p, f, 0x1.55555p-2f);
  KILN_STEP_16(p, f, -0x1.fffff8p-2f);
  // The tail collects what the product and the sum lose.
  const float16 high = f * KILN_16(c), whole = e * KILN_16(two_c), sum = whole + high;
  float16 tail = f * f * p;
  if (with_rest) {
    const float16 g = kiln_scale_x16(rest, -e);
    tail += fma(f * f, g, fma(-f, g, g));  // g / (1 + f)
  }
  const float16 low = fma(f, KILN_16(c), -high) + fma(f, KILN_16(d), tail * KILN_16(c));
  float16 y = sum + ((high - (sum - whole)) + fma(e, KILN_16(two_d), low));
  if (odd) {
    y = select(y, x, !(x < KILN_16(INFINITY)));
    y = select(y, KILN_16(-INFINITY), x == KILN_16(0));
    y = select(y, KILN_16(NAN), x < KILN_16(0));
  }
  return y;
}
KILN_VECTOR_FUNCTION float16 kiln_log_x16(float16 x) {
  return kiln_some_log_x16(x, 0, x, 1.0f, 0.0f, 0x1.62e4p-1f, 0x1.7f7d1cp-20f);
}
KILN_VECTOR_FUNCTION float16 kiln_log1p_x16(float16 x) {
  const float16 sum = KILN_16(1) + x, part = sum - KILN_16(1), rest = (KILN_16(1) - (sum - part)) + (x - part);
  // keeps -0
  return select(kiln_some_log_x16(sum, 1, rest, 1.0f, 0.0f, 0x1.62e4p-1f, 0x1.7f7d1cp-20f), x, fabs(x) < KILN_16(0x1p-25f));
}
KILN_VECTOR_FUNCTION float16 kiln_log2_x16(float16 x) {
  return kiln_some_log_x16(x, 0, x, 0x1.715476p+0f, 0x1.4ae0cp-26f, 1.0f, 0.0f);
}
KILN_VECTOR_FUNCTION float16 kiln_log10_x16(float16 x) {
  return kiln_some_log_x16(x, 0, x, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, 0x1.3442p-2f, -0x1.95ec1p-19f);
}
KILN_VECTOR_FUNCTION float16 kiln_cbrt_x16(float16 x) {
  const float16 a = fabs(x);
  const int16 small = a < KILN_16(0x1p-126f);
  const float16 m = select(a, a * KILN_16(0x1p+24f), small);
  // The first guess of 1/cbrt(m) divides the exponent by three in integers; one step of fourth order improves it. One
  // Newton step then gives the cube root.
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
#define kiln_log_x16 log
#define kiln_log1p_x16 log1p
#define kiln_log2_x16 log2
#define kiln_log10_x16 log10
#define kiln_cbrt_x16 cbrt
#endif

#if KILN_VECTORS && defined(cl_khr_fp64)
// e + log2(1 + f), with a relative error of 2^-33.
KILN_VECTOR_FUNCTION double8 kiln_log2_of_x8(float8 f8, float8 e) {
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
// 2^(p - k), where *k is p rounded to a whole number. p is clamped to +-240, where floats are 0 or infinite. The
// result is rounded to float here, so that exact powers are exact.
KILN_VECTOR_FUNCTION float8 kiln_two_to_x8(double8 p, float8 *k) {
  p = select(p, KILN_8(240), p > KILN_8(240));
  p = select(p, KILN_8(-240), p < KILN_8(-240));
  const double8 whole = (p + KILN_8(0x1.8p52)) - KILN_8(0x1.8p52), r = p - whole;
  double8 q = KILN_8(0x1.fd088823cd39bp-17);
  KILN_STEP_8(q, r, 0x1.445d891ff9f46p-13);
  KILN_STEP_8(q, r, 0x1.5d8b5ce4c5e4dp-10);
  KILN_STEP_8(q, r, 0x1.3b29f216e3e6dp-7);
  KILN_STEP_8(q, r, 0x1.c6b089c3f172ap-5);
  KILN_STEP_8(q, r, 0x1.ebfbe079a7076p-3);
  KILN_STEP_8(q, r, 0x1.62e42ff18ad96p-1);
  KILN_STEP_8(q, r, 1.0);
  *k = convert_float8(whole);
  return convert_float8(q);
}
// a^y for a >= 0. As in powr, 0^0, inf^0 and 1^inf are NaN.
KILN_VECTOR_FUNCTION float16 kiln_power_x16(float16 a, double8 y_low, double8 y_high) {
  const int odd = kiln_odd_x16(a);
  float16 e;
  const float16 f = kiln_split_x16(a, odd, &e);
  if (odd) {
    e = select(e, a, !(a < KILN_16(INFINITY)));
    e = select(e, KILN_16(-INFINITY), a == KILN_16(0));
  }
  float8 low, high;
  const float8 p_low = kiln_two_to_x8(kiln_log2_of_x8(f.lo, e.lo) * y_low, &low);
  const float8 p_high = kiln_two_to_x8(kiln_log2_of_x8(f.hi, e.hi) * y_high, &high);
  return kiln_scale_x16((float16)(p_low, p_high), (float16)(low, high));
}
KILN_VECTOR_FUNCTION float16 kiln_plain_pow_x16(float16 a, float16 y) {
  return kiln_power_x16(a, convert_double8(y.lo), convert_double8(y.hi));
}
KILN_VECTOR_FUNCTION float16 kiln_pow_x16(float16 x, float16 y) {
  float16 v = kiln_plain_pow_x16(fabs(x), y);
  if (kiln_some_x16(as_int16(x) < (int16)0)) {  // some element has the sign bit
    const int16 whole = rint(y) == y, even = rint(y * KILN_16(0.5f)) == y * KILN_16(0.5f);
    v = select(v, KILN_16(NAN), (x < KILN_16(0)) & (x > KILN_16(-INFINITY)) & ~whole);
    v = select(v, KILN_16(1), (x == KILN_16(-1)) & (fabs(y) == KILN_16(INFINITY)));
    v = as_float16(as_int16(v) ^ (as_int16(x) & whole & ~even & (int16)(1 << 31)));
  }
  return select(v, KILN_16(1), (x == KILN_16(1)) | (y == KILN_16(0)));
}
// powr: x^y for x >= 0. OpenCL defines 0^0, inf^0 and 1^inf as NaN.
KILN_VECTOR_FUNCTION float16 kiln_powr_x16(float16 x, float16 y) {
  return select(kiln_plain_pow_x16(fabs(x), y), KILN_16(NAN), x < KILN_16(0));
}
// pown with the algorithm of powers.cl.
KILN_VECTOR_FUNCTION float16 kiln_pown_x16(float16 x, int16 n) {
  const float16 y = kiln_power_x16(fabs(x), convert_double8(n.lo), convert_double8(n.hi));
  return select(as_float16(as_int16(y) ^ (as_int16(x) & (n << (int16)31))), KILN_16(1), n == (int16)0);
}
KILN_VECTOR_FUNCTION float16 kiln_rootn_x16(float16 x, int16 n) {
  const float16 y = kiln_power_x16(fabs(x), KILN_8(1) / convert_double8(n.lo), KILN_8(1) / convert_double8(n.hi));
  const int16 none = (n == (int16)0) | ((x < KILN_16(0)) & ((n & (int16)1) == (int16)0));
  return select(as_float16(as_int16(y) ^ (as_int16(x) & (n << (int16)31))), KILN_16(NAN), none);
}
#else
#define kiln_pow_x16 pow
#define kiln_powr_x16 powr
#define kiln_pown_x16 pown
#define kiln_rootn_x16 rootn
#endif
