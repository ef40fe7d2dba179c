// SPDX-License-Identifier: Apache-2.0
// pown and rootn of floats without branches, so that CPU compilers vectorise loops that call them. The error is at most
// 0.8 ulp; a result that is a float exactly is exact. vector.cl comes before this file.
#if defined(KILN_CUDA) || (KILN_VECTORS && defined(cl_khr_fp64))
// log2(a) for a >= 0, with a relative error of 2^-33, as kiln_log2_of_x8 computes it.
KILN_VECTOR_FUNCTION double kiln_log2_parts(float a) {
  const int small = a < 0x1p-126f;
  const int bits = as_int(small ? a * 0x1p+23f : a) - 0x3f3504f4;
  float e = (float)(bits >> 23) - (small ? 23.0f : 0.0f);
  e = a < INFINITY ? e : a;
  e = a == 0.0f ? -INFINITY : e;
  const double f = as_float((bits & 0x7fffff) + 0x3f3504f4) - 1.0f;
  double p = -0x1.61adb0f6a3605p-4;
  p = fma(p, f, 0x1.3d26fc72ea27ap-3);
  p = fma(p, f, -0x1.41803314283dap-3);
  p = fma(p, f, 0x1.45a26b2b82b4bp-3);
  p = fma(p, f, -0x1.6eb01a46be2f3p-3);
  p = fma(p, f, 0x1.a615cd0fc68p-3);
  p = fma(p, f, -0x1.ec8d74e9e2edbp-3);
  p = fma(p, f, 0x1.277732cc489a9p-2);
  p = fma(p, f, -0x1.715435e86b359p-2);
  p = fma(p, f, 0x1.ec709c00eaa5ap-2);
  p = fma(p, f, -0x1.7154767bb13adp-1);
  p = fma(p, f, 0x1.71547652ef96cp0);
  return fma(p, f, (double)e);
}
KILN_VECTOR_FUNCTION float kiln_two_to(double p) {
  p = p > 240.0 ? 240.0 : p;
  p = p < -240.0 ? -240.0 : p;
  const double t = p + 0x1.8p52, r = p - (t - 0x1.8p52);
  const int n = (int)as_long(t), part = n >> 1;
  double q = 0x1.fd088823cd39bp-17;
  q = fma(q, r, 0x1.445d891ff9f46p-13);
  q = fma(q, r, 0x1.5d8b5ce4c5e4dp-10);
  q = fma(q, r, 0x1.3b29f216e3e6dp-7);
  q = fma(q, r, 0x1.c6b089c3f172ap-5);
  q = fma(q, r, 0x1.ebfbe079a7076p-3);
  q = fma(q, r, 0x1.62e42ff18ad96p-1);
  q = fma(q, r, 1.0);
  return (float)q * as_float((part + 127) << 23) * as_float((n - part + 127) << 23);
}
KILN_VECTOR_FUNCTION float kiln_pown(float x, int n) {
  const float y = kiln_two_to(kiln_log2_parts(fabs(x)) * (double)n);
  return n == 0 ? 1.0f : as_float(as_int(y) ^ (as_int(x) & (n << 31)));
}
KILN_VECTOR_FUNCTION float kiln_rootn(float x, int n) {
  const float y = kiln_two_to(kiln_log2_parts(fabs(x)) / (double)n);
  const float root = as_float(as_int(y) ^ (as_int(x) & (n << 31)));
  return n == 0 || (x < 0.0f && (n & 1) == 0) ? NAN : root;
}
#else
#define kiln_pown pown
#define kiln_rootn rootn
#endif
