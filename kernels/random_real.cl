// SPDX-License-Identifier: Apache-2.0
// Logarithm, square root, sine and cosine for random numbers, the same bits on every device. Vendors' functions differ, and
// compilers may contract a*b + c to fma or not, so: every sum that takes a product is an explicit fma, which is correctly
// rounded everywhere; no other sum has a product for an operand, nothing divides. No table and no branch: loops over blocks
// become vectors. Polynomials are minimax fits of ours (Remez exchange), the reductions those of fdlibm's log.
// Tests compile this text for the host too and bound the errors stated here.

// Calls left standing would keep loops from becoming vectors.
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

// +0 for both zeros: some devices' fma has the sign of a zero wrong.
KILN_INLINE float kiln_plain_zero32(float x) { return x + 0.0f; }

// -log((w + 1/2) / 2^32), within 2.5 ulp, most of it from rounding w to 24 bits: 2^-33 to 22.9. Above sqrt(1/2) the distance
// from 1 is taken from the integer.
KILN_INLINE float kiln_minus_log32(uint w) {
  const bool top = w >= 0xb504f281u;  // rounds to sqrt(1/2) 2^32 or more
  // GPUs convert numbers slowly: one of the two is converted, and the exponent n is made of bits.
  const float g = (float)(top ? ~w : w) + 0.5f;
  const uint x = as_uint(g) + (0x3f800000u - 0x3f3504f3u);
  const float m = as_float((x & 0x7fffffu) + 0x3f3504f3u);
  const float f = top ? g * -0x1p-32f : m - 1.0f;
  const float n = top ? 0.0f : as_float(0x4b000000u + (x >> 23)) - (0x1p23f + 159.0f);  // 127 + 32
  float p = 0x1.145df6p-4f;
  p = fma(p, f, -0x1.de3ed2p-4f);
  p = fma(p, f, 0x1.e6ef22p-4f);
  p = fma(p, f, -0x1.fc2180p-4f);
  p = fma(p, f, 0x1.233774p-3f);
  p = fma(p, f, -0x1.555c52p-3f);
  p = fma(p, f, 0x1.99a4b4p-3f);
  p = fma(p, f, -0x1.000006p-2f);
  p = fma(p, f, 0x1.555548p-2f);
  const float t = f * f;
  float y = fma(f * t, p, -0.5f * t);  // log(1 + f) - f
  y = fma(n, 0x1.7f7d1cp-20f, y);
  return -fma(n, 0x1.62e4p-1f, f + y);
}

// The root of 2 h: Newton's iteration for 1/sqrt from the exponent halved in the integers, then one step for the root.
KILN_INLINE float kiln_root32(float h) {
  const float x = h + h;
  float y = as_float(0x5f375a86u - (as_uint(x) >> 1));
#pragma unroll
  for (int i = 0; i < 2; ++i) y = fma(y, fma(-(h * y), y, 0.5f), y);
  const float s = x * y;
  return fma(fma(-s, s, x), 0.5f * y, s);
}

// Cosine and sine of 2 pi (w + 1/2) / 2^32, within 2 ulp: to the nearest quarter turn in the integers, at most 1/8 turn is left.
KILN_INLINE void kiln_turn32(uint w, float *cosine, float *sine) {
  const uint u = w + 0x20000000u;  // its top two bits count quarters
  const float t = fma((float)((int)(u & 0x3fffffffu) - 0x20000000), 0x1p-32f, 0x1p-33f), z = t * t;
  float s = -0x1.2d9302p+6f;
  s = fma(s, z, 0x1.465e92p+6f);
  s = fma(s, z, -0x1.4abbbap+5f);
  s = fma(s, z, -0x1.a32b84p-23f);
  s = fma(t, 0x1.921fb6p+2f, t * s);
  float c = 0x1.d9f7bcp+5f;
  c = fma(c, z, -0x1.55c664p+6f);
  c = fma(c, z, 0x1.03c1dep+6f);
  c = fma(c, z, -0x1.3bd3ccp+4f);
  c = fma(c, z, 1.0f);
  const bool odd = (u & 0x40000000u) != 0;
  *cosine = as_float(as_uint(odd ? s : c) ^ ((u + 0x40000000u) & 0x80000000u));
  *sine = as_float(as_uint(odd ? c : s) ^ (u & 0x80000000u));
}

// Two normal numbers from two words (Box and Muller 1958).
KILN_INLINE void kiln_normal32(uint w0, uint w1, float *a, float *b) {
  const float r = kiln_root32(kiln_minus_log32(w0));
  float c, s;
  kiln_turn32(w1, &c, &s);
  *a = r * c;
  *b = r * s;
}

// ---- The same in double precision, from 64-bit words ----
#if defined(cl_khr_fp64) || !defined(KILN_OPENCL)
KILN_INLINE double kiln_plain_zero64(double x) { return x + 0.0; }

// -log((w + 1/2) / 2^64): 2^-65 to 45.1.
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
