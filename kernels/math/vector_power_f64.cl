// SPDX-License-Identifier: Apache-2.0
// Logarithm to base 2, cube root and powers of 8 doubles. The errors are at most 1.2, 0.9 and 1.3 ulp.
#if KILN_VECTORS && defined(cl_khr_fp64)
#pragma OPENCL FP_CONTRACT OFF  // the functions compute what a rounding lost

// Marks elements that are not positive normal finite numbers. Only vectors with such an element pay for them.
KILN_VECTOR_FUNCTION long8 kiln_odd_x8(double8 x) {
  return as_ulong8(x) - (ulong8)0x0010000000000000 >= (ulong8)0x7fe0000000000000;
}
// Splits x into 2^e (1 + f) with 1 + f in [sqrt(1/2), sqrt 2). An OR with 2^52 turns the exponent field into a double;
// AVX2 lacks the conversion.
KILN_VECTOR_FUNCTION double8 kiln_split_x8(double8 x, int odd, double8 *e) {
  double8 bias = KILN_8(0x1p+52 + 1023.0);
  if (odd) {
    const long8 small = x < KILN_8(0x1p-1022);
    x = select(x, x * KILN_8(0x1p+54), small);
    bias = select(bias, KILN_8(0x1p+52 + 1077.0), small);
  }
  const long8 b = as_long8(x) + (long8)(0x3ff0000000000000 - 0x3fe6a09e667f3bcd);
  *e = as_double8(as_long8(as_ulong8(b) >> 52) | (long8)0x4330000000000000) - bias;
  return as_double8((b & (long8)0xfffffffffffff) + (long8)0x3fe6a09e667f3bcd) - KILN_8(1.0);
}
// Uses ln(1 + f) = f - s (f - R(s^2)) with s = f / (2 + f). f is exact, and the rest is at most a fifth of it.
KILN_VECTOR_FUNCTION double8 kiln_log2_x8(double8 x) {
  const int odd = kiln_some_x8(kiln_odd_x8(x));
  double8 e;
  const double8 f = kiln_split_x8(x, odd, &e);
  const double8 s = f / (f + KILN_8(2.0)), z = s * s;
  double8 p = KILN_8(0x1.2b5b8533c9337p-3);
  KILN_STEP_8(p, z, 0x1.39fe212ae99bap-3);
  KILN_STEP_8(p, z, 0x1.7462b661a6689p-3);
  KILN_STEP_8(p, z, 0x1.c71c62e0b72cbp-3);
  KILN_STEP_8(p, z, 0x1.2492492df3035p-2);
  KILN_STEP_8(p, z, 0x1.9999999995303p-2);
  KILN_STEP_8(p, z, 0x1.5555555555558p-1);
  const double8 g = s * fma(-p, z, f);
  double8 y = fma(g, KILN_8(-0x1.71547652b82fep+0), f * KILN_8(0x1.777d0ffda0d24p-56));
  y = e + fma(f, KILN_8(0x1.71547652b82fep+0), y);
  if (odd) {
    y = select(y, x, !(x < KILN_8(INFINITY)));
    y = select(y, KILN_8(-INFINITY), x == KILN_8(0.0));
    y = select(y, KILN_8(NAN), x < KILN_8(0.0));
  }
  return y;
}
// r approaches m^(-1/3): the first guess comes from the upper half of the bits (within 3.5 %), then follow a cubic and
// a linear step. y = m r^2 takes one Newton step, whose error is a third of a rounding, so that cubes of whole numbers
// give exact roots.
KILN_VECTOR_FUNCTION double8 kiln_cbrt_x8(double8 x) {
  const double8 a = fabs(x);
  const int odd = kiln_some_x8(kiln_odd_x8(a));
  double8 m = a, back = KILN_8(1.0);
  if (odd) {
    const long8 small = a < KILN_8(0x1p-1022);
    m = select(a, a * KILN_8(0x1p+54), small);
    back = select(KILN_8(1.0), KILN_8(0x1p-18), small);
  }
  const double8 i = as_double8(as_long8(as_ulong8(m) >> 32) | (long8)0x4330000000000000);  // 2^52 + the upper half
  double8 r = as_double8(as_long8(fma(i, KILN_8(-0x1.5555555555555p-2), KILN_8(0x1.d5555aa943e09p+52))) << 32);
  double8 d = fma(-m * r, r * r, KILN_8(1.0));
  r = fma(r * d, fma(d, fma(d, KILN_8(0x1.6530cf8a177fdp-3), KILN_8(0x1.c9b11bb994f5cp-3)), KILN_8(0x1.555467b1336e4p-2)), r);
  d = fma(-m * r, r * r, KILN_8(1.0));
  r = fma(r * d, KILN_8(0x1.5555555555555p-2), r);
  const double8 rr = r * r, t = m * rr;
  double8 y = fma(fma(-t * t, t, m), rr * KILN_8(0x1.5555555555555p-2), t);
  if (odd) y = select(y * back, a, !(a < KILN_8(INFINITY)) | (a == KILN_8(0.0)));
  return as_double8(as_long8(y) | (as_long8(x) & (long8)(1l << 63)));
}
// log2 of a > 0 in two parts, exact to about 2^-66: log2(1 + f) = s (A + z (B + z T(z))) with s = f / (2 + f) and z =
// s^2. s, z and A have two parts each, and where a sum is rounded an fma finds what it lost. B is exact as a double,
// and T was fitted to the rest. f - 2 s is exact, which makes the second part of s accurate.
KILN_VECTOR_FUNCTION double8 kiln_log2_parts_x8(double8 a, int odd, double8 *low) {
  double8 e;
  const double8 f = kiln_split_x8(a, odd, &e);
  const double8 i = KILN_8(1.0) / (f + KILN_8(2.0)), s = f * i, s2 = s + s;
  const double8 sl = fma(-s, f, f - s2) * i;
  const double8 z = s * s, zl = fma(s2, sl, fma(s, s, -z)), zz = z * z;
  double8 p = fma(KILN_8(0x1.121db97d00a35p-4), zz, KILN_8(0x1.887a217115833p-3));
  double8 o = fma(KILN_8(0x1.75853e0e138a9p-3), zz, KILN_8(0x1.c69aa9fa753a1p-3));
  KILN_STEP_8(p, zz, 0x1.0c9a6b90efc12p-2);
  KILN_STEP_8(o, zz, 0x1.484b1417fe1e4p-2);
  KILN_STEP_8(p, zz, 0x1.a61762a752e63p-2);
  KILN_STEP_8(o, zz, 0x1.2776c50ef9df1p-1);
  p = fma(p, z, o);
  const double8 b = fma(p, z, KILN_8(0x1.ec709dc3a03fdp-1));
  const double8 bl = fma(p, z, KILN_8(0x1.ec709dc3a03fdp-1) - b);
  const double8 q = fma(z, b, KILN_8(0x1.71547652b82fep+1));
  const double8 ql = fma(zl, b, fma(z, bl, KILN_8(0x1.777d0ffda0d24p-55))) + fma(z, b, KILN_8(0x1.71547652b82fep+1) - q);
  const double8 t = fma(s, q, e);
  *low = fma(sl, q, fma(s, ql, fma(s, q, e - t)));
  return t;
}
// 2^(y log2 a). *some is set if in any element a is not normal or the result leaves the normal range. 2^n is then
// applied in two halves, so that overflow and subnormal results come out right.
KILN_VECTOR_FUNCTION double8 kiln_power_x8(double8 a, double8 y, int *some) {
  const long8 rare = kiln_odd_x8(a);
  const int odd = kiln_some_x8(rare);
  double8 low, l = kiln_log2_parts_x8(a, odd, &low);
  double8 t = fma(y, l, KILN_8(0x1.8p+52)), k = t - KILN_8(0x1.8p+52);
  double8 r = fma(y, low, fma(y, l, -k));
  *some = kiln_some_x8(rare | !(fabs(k) < KILN_8(1021.0)));
  if (*some) {
    l = select(l, a, !(a < KILN_8(INFINITY)));
    l = select(l, KILN_8(-INFINITY), a == KILN_8(0.0));
    double8 p = y * l;
    p = select(p, KILN_8(1100.0), p > KILN_8(1100.0));
    p = select(p, KILN_8(-1100.0), p < KILN_8(-1100.0));
    const long8 near = fabs(p) < KILN_8(1100.0);
    r = select(p - p, r, near);  // 0, or NaN where p is NaN
    t = select(p + KILN_8(0x1.8p+52), t, near);
  }
  const double8 rr = r * r;
  double8 c = fma(KILN_8(0x1.e94d20e9fa9ep-32), rr, KILN_8(0x1.b5253ba5a50d6p-24));
  double8 d = fma(KILN_8(0x1.e61c2b794508p-28), rr, KILN_8(0x1.62bfc7112bf6ep-20));
  KILN_STEP_8(c, rr, 0x1.ffcbfc5af865fp-17);
  KILN_STEP_8(d, rr, 0x1.4309130f17d3dp-13);
  KILN_STEP_8(c, rr, 0x1.5d87fe78a0ca2p-10);
  KILN_STEP_8(d, rr, 0x1.3b2ab6fb9ffa6p-7);
  KILN_STEP_8(c, rr, 0x1.c6b08d704a123p-5);
  KILN_STEP_8(d, rr, 0x1.ebfbdff82c5a5p-3);
  c = fma(fma(c, r, d), r, KILN_8(0x1.62e42fefa39efp-1));
  KILN_STEP_8(c, r, 1.0);
  if (*some) {
    const long8 n = as_long8(t) - (long8)0x4338000000000000, part = n >> 1;
    return c * as_double8((part + (long8)1023) << 52) * as_double8((n - part + (long8)1023) << 52);
  }
  return as_double8(as_long8(c) + (as_long8(t) << 52));
}
// a^y for a >= 0. As in powr, 0^0, inf^0 and 1^inf are NaN.
KILN_VECTOR_FUNCTION double8 kiln_plain_pow_x8(double8 a, double8 y) {
  int some;
  return kiln_power_x8(a, y, &some);
}
KILN_VECTOR_FUNCTION double8 kiln_pow_x8(double8 x, double8 y) {
  int some;
  double8 v = kiln_power_x8(fabs(x), y, &some);
  if (some | kiln_some_x8(as_long8(x) < (long8)0)) {
    // Adding 2^52 rounds to a whole number and leaves its parity in the lowest bit.
    const double8 b = fabs(y), t = b + KILN_8(0x1p+52);
    const long8 far = b >= KILN_8(0x1p+52), whole = far | (t - KILN_8(0x1p+52) == b);
    const long8 odd = as_long8(select(t, b, far)) << 63;
    v = select(v, KILN_8(NAN), (x < KILN_8(0.0)) & (x > KILN_8(-INFINITY)) & ~whole);
    v = as_double8(as_long8(v) ^ (as_long8(x) & odd & whole & (b < KILN_8(0x1p+53))));
    v = select(v, KILN_8(1.0), (x == KILN_8(1.0)) | (y == KILN_8(0.0)) | ((x == KILN_8(-1.0)) & (b == KILN_8(INFINITY))));
  }
  return v;
}
// powr: x^y for x >= 0. OpenCL defines 0^0, inf^0 and 1^inf as NaN.
KILN_VECTOR_FUNCTION double8 kiln_powr_x8(double8 x, double8 y) {
  return select(kiln_plain_pow_x8(fabs(x), y), KILN_8(NAN), x < KILN_8(0));
}
#pragma OPENCL FP_CONTRACT ON
#else
#define kiln_log2_x8 log2
#define kiln_cbrt_x8 cbrt
// PoCL's pow and powr of double8 are wrong on processors with AVX-512 where another element is infinite, NaN or the
// like (seen in 3.1). Two double4 are right.
#define kiln_pow_x8(x, y) (double8)(pow((x).lo, (y).lo), pow((x).hi, (y).hi))
#define kiln_powr_x8(x, y) (double8)(powr((x).lo, (y).lo), powr((x).hi, (y).hi))
#endif
