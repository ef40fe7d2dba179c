// SPDX-License-Identifier: Apache-2.0
// Logarithm, square root, sine and cosine for random numbers, with the same bits on every device. Vendors' functions
// differ, and compilers may or may not contract a*b + c to an fma. So each sum of a product is an explicit fma, which
// is correctly rounded everywhere; no other sum has a product as an operand; and nothing divides. Where a vendor's
// approximation starts a result, the following steps give the same bits for any approximation within its bound. There
// is no table and no branch, so loops over blocks vectorise. The polynomials are minimax fits (Remez exchange);
// float64's logarithm is reduced as in fdlibm. Tests compile this text for the host too and check the errors that are
// stated here.

// All functions must be inline: a call would keep the compiler from vectorising a loop.
#ifndef KILN_INLINE
#ifdef KILN_OPENCL
#define KILN_INLINE static inline __attribute__((always_inline))
#else
#define KILN_INLINE KILN_FUNCTION
#endif
#endif
#ifdef KILN_OPENCL
#pragma OPENCL FP_CONTRACT OFF
#endif

// Returns x, but +0 for zeros of either sign, because some devices' fma gets the sign of a zero wrong.
KILN_INLINE float kiln_plain_zero32(float x) { return x + 0.0f; }

// The number of leading zero bits of w, 0 to 32.
KILN_INLINE uint kiln_leading_zeros32(uint w) {
#if KILN_PTX
  return clz(w);
#else
  // Vector units lack clz, so the exponent of the number as a float gives it. Clearing the bit below each set bit keeps
  // w from being rounded up to a power of two. From 2^31 on the number is negative, and so is n.
  const int n = 158 - (int)(as_uint((float)(int)(w & ~(w >> 1)) + 0.5f) >> 23);
  return n < 0 ? 0u : (uint)n;
#endif
}

// -log(a) * unit for a = w / 2^32 and a constant power of two `unit`; w = 0 counts as 1. The result is 2^-32 to 22.2,
// within 3 ulp. a = m / 2^n with 1/2 <= m <= 1. 1 - m is computed in integers, so that it has all its digits where the
// logarithm vanishes.
KILN_INLINE float kiln_scaled_log32(uint w, float unit) {
  const uint n = kiln_leading_zeros32(w);
  const float v = (float)(int)(w << (n & 31u)) * -0x1p-32f;
  float p = unit * 0x1.6a0f4ep+0f;
  p = fma(p, v, unit * -0x1.a39936p+0f);
  p = fma(p, v, unit * 0x1.354ff8p+0f);
  p = fma(p, v, unit * -0x1.722860p-3f);
  p = fma(p, v, unit * 0x1.0df6cap-2f);
  p = fma(p, v, unit * 0x1.f313e6p-3f);
  p = fma(p, v, unit * 0x1.55a384p-2f);
  p = fma(p, v, unit * 0x1.fffec0p-2f);
  p = fma(p, v, unit);
  return fma(p, v, (float)(int)n * (unit * 0x1.62e430p-1f));
}
KILN_INLINE float kiln_minus_log32(uint w) { return kiln_scaled_log32(w, 1.0f); }

// sqrt(x), correctly rounded. s approximates sqrt(x), h approximates 1 / (2 sqrt(x)), and `error` is their error.
KILN_INLINE float kiln_refined_root32(float x, float s, float h, float error) {
  s = fma(s, error, s);
  h = fma(h, error, h);
  return fma(fma(-s, s, x), h, s);
}

// The same from an approximation y of 1 / sqrt(x), within 2^-22. Every such y gives the same bits (tests try them all).
KILN_INLINE float kiln_root_from32(float x, float y) {
  const float s = x * y, h = 0.5f * y;
  return kiln_refined_root32(x, s, h, fma(-s, h, 0.5f));
}

// sqrt(x), correctly rounded; x > 0.
KILN_INLINE float kiln_root32(float x) {
#if KILN_PTX
  float y;  // within 2^-22.9
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return kiln_root_from32(x, y);
#else
  // The first guess halves the exponent in integers. A step of second and a step of third order follow.
  const float y = as_float(0x5f375a86u - (as_uint(x) >> 1));
  float s = x * y, h = 0.5f * y, e = fma(-s, h, 0.5f);
  s = fma(s, e, s);
  h = fma(h, e, h);
  e = fma(-s, h, 0.5f);
  return kiln_refined_root32(x, s, h, fma(1.5f * e, e, e));
#endif
}

// Swaps a and b if w is odd.
KILN_INLINE void kiln_swap32(uint w, float *a, float *b) {
  const float x = *a, y = *b;
#if KILN_PTX  // saves one instruction of the test
  asm("{ .reg .pred even; .reg .b32 bit; .reg .f32 first; and.b32 bit, %2, 1; setp.eq.u32 even, bit, 0;"
      " selp.f32 first, %3, %4, even; selp.f32 %1, %4, %3, even; mov.f32 %0, first; }"
      : "=f"(*a), "=f"(*b)
      : "r"(w), "f"(x), "f"(y));
#else
  *a = (w & 1u) != 0 ? y : x;
  *b = (w & 1u) != 0 ? x : y;
#endif
}

// A point of the unit circle, each coordinate within 3 ulp: the cosine and sine of t = w / 2^34 turns for a signed w,
// which is up to 1/8 turn either way. Bit 1 of w then negates the cosine, and bit 0 swaps the two.
KILN_INLINE void kiln_turn32(uint w, float *a, float *b) {
  // The factor is chosen so that rounding the sine's first coefficient to float changes it by only 2^-46 of it.
  const float t = (float)(int)w * 0x1.ddcb02p-34f, z = t * t;
  float s = -0x1.e992fcp-1f;
  s = fma(s, z, 0x1.cd2cf8p+1f);
  s = fma(s, z, -0x1.96f9ccp+2f);
  s = fma(s, z, 0x1.aee9d6p+1f);
  float c = -0x1.fa8ac0p+0f;
  c = fma(c, z, 0x1.566eeap+2f);
  c = fma(c, z, -0x1.6aaafap+2f);
  c = fma(c, z, 1.0f);
  *a = as_float(as_uint(c) ^ ((w << 30) & 0x80000000u));
  *b = s * t;
  kiln_swap32(w, a, b);
}

// Two normal numbers from two words (Box and Muller 1958).
KILN_INLINE void kiln_normal32(uint w0, uint w1, float *a, float *b) {
  const float r = kiln_root32(kiln_scaled_log32(w0, 2.0f));
  kiln_turn32(w1, a, b);
  *a = r * *a;
  *b = r * *b;
}

// ---- The same in double precision, from 64-bit words ----
#if defined(cl_khr_fp64) || !defined(KILN_OPENCL)
KILN_INLINE double kiln_plain_zero64(double x) { return x + 0.0; }

// -log((w + 1/2) / 2^64), which is 2^-65 to 45.1.
KILN_INLINE double kiln_minus_log64(ulong w) {
  const ulong x = as_ulong((double)w + 0.5) + (0x3ff0000000000000ul - 0x3fe6a09e667f3bcdul);
  const int k = (int)(x >> 52) - 1087;  // 1023 + 64
  const double m = as_double((x & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul);
  const double f = k == 0 ? ((double)~w + 0.5) * -0x1p-64 : m - 1.0;
  double p = -0x1.8dd19d2b1b41dp-6;
  p = fma(p, f, 0x1.d2bb83990614bp-5);
  p = fma(p, f, -0x1.01068787d1e44p-4);
  p = fma(p, f, 0x1.bba88ec1b811cp-5);
  p = fma(p, f, -0x1.b45daf65dc3f5p-5);
  p = fma(p, f, 0x1.dc98721a58b68p-5);
  p = fma(p, f, -0x1.00cfbe4d92506p-4);
  p = fma(p, f, 0x1.1169f80afd0e6p-4);
  p = fma(p, f, -0x1.2489494ef8eaap-4);
  p = fma(p, f, 0x1.3b0d7948021a5p-4);
  p = fma(p, f, -0x1.555576e24ab14p-4);
  p = fma(p, f, 0x1.745d58cb9ff0dp-4);
  p = fma(p, f, -0x1.99999a9f34f3ep-4);
  p = fma(p, f, 0x1.c71c702e4473bp-4);
  p = fma(p, f, -0x1.fffffff3ae1c5p-4);
  p = fma(p, f, 0x1.249249275d063p-3);
  p = fma(p, f, -0x1.555555556b130p-3);
  p = fma(p, f, 0x1.9999999994dcdp-3);
  p = fma(p, f, -0x1.ffffffffffe7cp-3);
  p = fma(p, f, 0x1.555555555556bp-2);
  const double t = f * f, n = (double)k;
  double y = fma(f * t, p, -0.5 * t);
  y = fma(n, 0x1.ef35793c76730p-45, y);
  return -fma(n, 0x1.62e42fefa3800p-1, f + y);
}

KILN_INLINE double kiln_root64(double h) {
  const double x = h + h;
  double y = as_double(0x5fe6eb50c7b537a9ul - (as_ulong(x) >> 1));
#pragma unroll
  for (int i = 0; i < 4; ++i) y = fma(y, fma(-(h * y), y, 0.5), y);
  const double s = x * y;
  return fma(fma(-s, s, x), 0.5 * y, s);
}

KILN_INLINE void kiln_turn64(ulong w, double *cosine, double *sine) {
  const ulong u = w + 0x2000000000000000ul;
  const double t = fma((double)((long)(u & 0x3ffffffffffffffful) - 0x2000000000000000l), 0x1p-64, 0x1p-65), z = t * t;
  double s = -0x1.6c58c9059c204p-1;
  s = fma(s, z, 0x1.e8eec790acd81p+1);
  s = fma(s, z, -0x1.e3074b42b2ed8p+3);
  s = fma(s, z, 0x1.50783485c2ca0p+5);
  s = fma(s, z, -0x1.32d2cce62abbdp+6);
  s = fma(s, z, 0x1.466bc6775aad9p+6);
  s = fma(s, z, -0x1.4abbce625be53p+5);
  s = fma(s, z, 0x1.1a5ee7055c121p-52);
  s = fma(t, 0x1.921fb54442d18p+2, t * s);
  double c = 0x1.1e2f89bd521b3p-2;
  c = fma(c, z, -0x1.b6dd82ac723d8p+0);
  c = fma(c, z, 0x1.f9d3856ddd5c9p+2);
  c = fma(c, z, -0x1.a6d1f29f3f610p+4);
  c = fma(c, z, 0x1.e1f5068919cd3p+5);
  c = fma(c, z, -0x1.55d3c7e3cbfefp+6);
  c = fma(c, z, 0x1.03c1f081b5ac4p+6);
  c = fma(c, z, -0x1.3bd3cc9be45dep+4);
  c = fma(c, z, 1.0);
  const bool odd = (u & 0x4000000000000000ul) != 0;
  *cosine = as_double(as_ulong(odd ? s : c) ^ ((u + 0x4000000000000000ul) & 0x8000000000000000ul));
  *sine = as_double(as_ulong(odd ? c : s) ^ (u & 0x8000000000000000ul));
}

KILN_INLINE void kiln_normal64(ulong w0, ulong w1, double *a, double *b) {
  const double r = kiln_root64(kiln_minus_log64(w0));
  double c, s;
  kiln_turn64(w1, &c, &s);
  *a = r * c;
  *b = r * s;
}
#endif
