// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent of 8 doubles. The errors are at most 1.7, 1.7 and 2.4 ulp up to 2^28.
#if KILN_VECTORS && defined(cl_khr_fp64)
#pragma OPENCL FP_CONTRACT OFF  // the functions compute what a rounding lost
// Elements that are too large, infinite or NaN are computed one by one.
#define KILN_FAR_8(fn)                                 \
  if (kiln_some_x8(!(fabs(x) <= KILN_8(0x1p+28)))) {   \
    double a[8], b[8];                                 \
    vstore8(x, 0, a);                                  \
    vstore8(y, 0, b);                                  \
    for (int j = 0; j < 8; ++j)                        \
      if (!(fabs(a[j]) <= 0x1p+28)) b[j] = fn(a[j]);   \
    y = vload8(0, b);                                  \
  }
// sin(r) for |r| <= pi/2. One polynomial on this range costs less than two on pi/4 and a choice.
KILN_VECTOR_FUNCTION double8 kiln_wave_x8(double8 r) {
  const double8 z = r * r;
  double8 p = KILN_8(0x1.883bf49361284p-49);
  KILN_STEP_8(p, z, -0x1.ae43db5cfa99bp-41);
  KILN_STEP_8(p, z, 0x1.6123ce4d638e5p-33);
  KILN_STEP_8(p, z, -0x1.ae6454d95561ep-26);
  KILN_STEP_8(p, z, 0x1.71de3a52aaa9cp-19);
  KILN_STEP_8(p, z, -0x1.a01a01a014eb5p-13);
  KILN_STEP_8(p, z, 0x1.11111111110c9p-7);
  KILN_STEP_8(p, z, -0x1.5555555555555p-3);
  p = fma(p, r * z, r);
  p = select(p, KILN_8(1.0), p > KILN_8(1.0));  // rounding may lead beyond 1
  return select(p, KILN_8(-1.0), p < KILN_8(-1.0));
}
// Reduces x to r = x - k pi. Adding 1.5 * 2^52 leaves k in the low bits of t; the parity of k is the sign. The first
// fma is exact for |x| <= 2^28. The third piece of pi keeps r accurate where x is close to a multiple of pi.
KILN_VECTOR_FUNCTION double8 kiln_sin_x8(double8 x) {
  const double8 t = fma(x, KILN_8(0x1.45f306dc9c883p-2), KILN_8(0x1.8p+52));
  const double8 k = t - KILN_8(0x1.8p+52);
  double8 r = fma(k, KILN_8(-0x1.921fb54442d18p+1), x);
  r = fma(k, KILN_8(-0x1.1a62633145c07p-53), r);
  r = fma(k, KILN_8(0x1.f1976b7ed8fbcp-109), r);
  double8 y = as_double8(as_long8(kiln_wave_x8(r)) ^ (as_long8(t) << 63));
  y = select(y, x, fabs(x) < KILN_8(0x1p-27));  // keeps -0.0
  KILN_FAR_8(sin)
  return y;
}
// Uses cos x = (-1)^k sin r with r = (k + 1/2) pi - x.
KILN_VECTOR_FUNCTION double8 kiln_cos_x8(double8 x) {
  const double8 t = fma(x, KILN_8(0x1.45f306dc9c883p-2), KILN_8(-0.5)) + KILN_8(0x1.8p+52);
  const double8 k = (t - KILN_8(0x1.8p+52)) + KILN_8(0.5);
  double8 r = fma(k, KILN_8(0x1.921fb54442d18p+1), -x);
  r = fma(k, KILN_8(0x1.1a62633145c07p-53), r);
  r = fma(k, KILN_8(-0x1.f1976b7ed8fbcp-109), r);
  double8 y = as_double8(as_long8(kiln_wave_x8(r)) ^ (as_long8(t) << 63));
  KILN_FAR_8(cos)
  return y;
}
// Reduces x to r = x - k pi/2; the result is tan r or -1 / tan r, where tan r is a sum that keeps what its rounding
// lost. All pieces of pi/2 are positive, so that -0.0 stays -0.0.
KILN_VECTOR_FUNCTION double8 kiln_tan_x8(double8 x) {
  const double8 t = fma(x, KILN_8(0x1.45f306dc9c883p-1), KILN_8(0x1.8p+52));
  const double8 k = t - KILN_8(0x1.8p+52);
  double8 r = fma(k, KILN_8(-0x1.921fb54442d18p+0), x);
  r = fma(k, KILN_8(-0x1.1a62633145c06p-54), r);
  r = fma(k, KILN_8(-0x1.c1cd129024e09p-107), r);
  const double8 z = r * r, zz = z * z;
  double8 p = fma(KILN_8(0x1.5e35365771fe2p-16), zz, KILN_8(0x1.7799cd917b8fcp-14));
  double8 o = fma(KILN_8(-0x1.78dbc38d220e5p-15), zz, KILN_8(-0x1.bca5947d0abbcp-16));
  KILN_STEP_8(p, zz, 0x1.1e81cb390f542p-13);
  KILN_STEP_8(o, zz, 0x1.d2429d74670e8p-13);
  KILN_STEP_8(p, zz, 0x1.37fec885c9ec6p-11);
  KILN_STEP_8(o, zz, 0x1.7d5acf137c905p-10);
  KILN_STEP_8(p, zz, 0x1.d6d940b21ad93p-9);
  KILN_STEP_8(o, zz, 0x1.226e11f1cec96p-7);
  KILN_STEP_8(p, zz, 0x1.664f49acc2efdp-6);
  KILN_STEP_8(o, zz, 0x1.ba1ba1b44f5efp-5);
  KILN_STEP_8(p, zz, 0x1.11111111185d8p-3);
  KILN_STEP_8(o, zz, 0x1.55555555554eep-2);
  p = fma(p, z, o) * (r * z);
  const double8 n = r + p, nl = (r - n) + p, i = KILN_8(-1.0) / n;
  double8 y = select(n, fma(fma(i, nl, fma(i, n, KILN_8(1.0))), i, i), as_long8(t) << 63);
  KILN_FAR_8(tan)
  return y;
}
#pragma OPENCL FP_CONTRACT ON
#else
#define kiln_sin_x8 sin
#define kiln_cos_x8 cos
#define kiln_tan_x8 tan
#endif
