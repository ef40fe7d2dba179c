// SPDX-License-Identifier: Apache-2.0
// exp(x) - 1 and the hyperbolic functions of 8 doubles. The errors are at most 1.4 ulp.
#if KILN_VECTORS && defined(cl_khr_fp64)
#pragma OPENCL FP_CONTRACT OFF  // the functions compute what a rounding lost

// Reduces x to r = x - n ln 2. The first fma is exact; *low is what the rounding of r lost.
KILN_VECTOR_FUNCTION double8 kiln_octave_x8(double8 x, long8 *n, double8 *low) {
  const double8 t = fma(x, KILN_8(0x1.71547652b82fep+0), KILN_8(0x1.8p+52));
  const double8 k = t - KILN_8(0x1.8p+52);
  *n = as_long8(t) - (long8)0x4338000000000000;
  const double8 a = fma(k, KILN_8(-0x1.62e42fefa39efp-1), x);
  const double8 r = fma(k, KILN_8(-0x1.abc9e3b39803fp-56), a);
  *low = fma(k, KILN_8(-0x1.abc9e3b39803fp-56), a - r);
  return r;
}
KILN_VECTOR_FUNCTION double8 kiln_scale_x8(long8 n) { return as_double8((n + (long8)1023) << 52); }
// (e^x - 1) / 2 for -40 <= x <= 710, as the sum of the returned value and *rest. 2^n - 1 and 2^n r are added with the
// rounding error kept, because they cancel near x = 0.4.
KILN_VECTOR_FUNCTION double8 kiln_expm1_half_x8(double8 x, double8 *rest) {
  long8 n;
  double8 low;
  const double8 r = kiln_octave_x8(x, &n, &low);
  double8 p = KILN_8(0x1.ae8b537de5158p-26);
  KILN_STEP_8(p, r, 0x1.28a299a437fe5p-22);
  KILN_STEP_8(p, r, 0x1.71de748f6c455p-19);
  KILN_STEP_8(p, r, 0x1.a019a699a8d52p-16);
  KILN_STEP_8(p, r, 0x1.a01a017d7f258p-13);
  KILN_STEP_8(p, r, 0x1.6c16c17f30ac2p-10);
  KILN_STEP_8(p, r, 0x1.11111111177fp-7);
  KILN_STEP_8(p, r, 0x1.555555555210ap-5);
  KILN_STEP_8(p, r, 0x1.555555555553fp-3);
  KILN_STEP_8(p, r, 0x1.0000000000005p-1);
  p = fma(p, r * r, low);
  const double8 s = kiln_scale_x8(n - (long8)1);
  const double8 a = s - KILN_8(0.5), h = fma(s, r, a);
  *rest = fma(s, p, fma(s, r, a - h));
  return h;
}
KILN_VECTOR_FUNCTION double8 kiln_expm1_x8(double8 x) {
  double8 rest, y = select(x, KILN_8(-40.0), x < KILN_8(-40.0));
  y = kiln_expm1_half_x8(select(y, KILN_8(710.0), y > KILN_8(710.0)), &rest);
  return select(KILN_8(2.0) * (y + rest), x, fabs(x) < KILN_8(0x1p-54));
}
// tanh a = h / (h + 1) with h = expm1(2 a) / 2. The remainder h (1 - q) - q corrects the quotient q.
KILN_VECTOR_FUNCTION double8 kiln_tanh_x8(double8 x) {
  const double8 a = fabs(x);
  double8 rest;
  const double8 m = kiln_expm1_half_x8(KILN_8(2.0) * select(a, KILN_8(20.0), a > KILN_8(20.0)), &rest);
  const double8 h = m + rest, i = KILN_8(1.0) / (h + KILN_8(1.0)), q = h * i, w = KILN_8(1.0) - q;
  const double8 y = fma(fma((m - h) + rest, w, fma(h, w, -q)), i, q);
  return select(as_double8(as_long8(y) | (as_long8(x) & (long8)(1l << 63))), x, a < KILN_8(0x1p-27));
}
// Reduces a to r = a - n ln 2. Gives *s = sinh(n ln 2) / 2, *c = cosh(n ln 2) / 2, *sr = sinh r - r, *cr = cosh r - 1.
KILN_VECTOR_FUNCTION double8 kiln_arc_x8(double8 a, double8 *s, double8 *c, double8 *sr, double8 *cr) {
  long8 n;
  double8 low;
  const double8 r = kiln_octave_x8(select(a, KILN_8(710.5), a > KILN_8(710.5)), &n, &low);
  const double8 z = r * r;
  double8 p = KILN_8(0x1.28a0e3e8e948bp-22);
  KILN_STEP_8(p, z, 0x1.a019a9c04a05ep-16);
  KILN_STEP_8(p, z, 0x1.6c16c17d3ea0ep-10);
  KILN_STEP_8(p, z, 0x1.5555555553061p-5);
  KILN_STEP_8(p, z, 0.5);
  *cr = fma(p, z, r * low);
  p = KILN_8(0x1.af5f39d1ca21ep-26);
  KILN_STEP_8(p, z, 0x1.71ddf80867c91p-19);
  KILN_STEP_8(p, z, 0x1.a01a01b005cfcp-13);
  KILN_STEP_8(p, z, 0x1.111111110f651p-7);
  KILN_STEP_8(p, z, 0x1.5555555555559p-3);
  *sr = fma(p, r * z, low);
  const double8 up = kiln_scale_x8(n - (long8)2);
  const double8 down = kiln_scale_x8(select(-n, (long8)-900, n > (long8)900) - (long8)2);
  *s = up - down;
  *c = up + down;
  return r;
}
KILN_VECTOR_FUNCTION double8 kiln_cosh_x8(double8 x) {
  double8 s, c, sr, cr;
  const double8 r = kiln_arc_x8(fabs(x), &s, &c, &sr, &cr);
  const double8 h = fma(s, r, c);
  return KILN_8(2.0) * (h + fma(s, sr, fma(c, cr, fma(s, r, c - h))));
}
KILN_VECTOR_FUNCTION double8 kiln_sinh_x8(double8 x) {
  const double8 a = fabs(x);
  double8 s, c, sr, cr;
  const double8 r = kiln_arc_x8(a, &s, &c, &sr, &cr);
  const double8 h = fma(c, r, s);
  double8 y = KILN_8(2.0) * (h + fma(c, sr, fma(s, cr, fma(c, r, s - h))));
  y = select(y, a, a < KILN_8(0x1p-27));
  return as_double8(as_long8(y) | (as_long8(x) & (long8)(1l << 63)));
}
#pragma OPENCL FP_CONTRACT ON
#else
#define kiln_expm1_x8 expm1
#define kiln_sinh_x8 sinh
#define kiln_cosh_x8 cosh
#define kiln_tanh_x8 tanh
#endif
