// SPDX-License-Identifier: Apache-2.0
// kiln_exp_f32(x) is exp(x) for loops over single float elements, such as reductions, which CPU compilers then
// vectorise. The algorithm is that of kiln_exp_x16. vector.cl comes before this file.
#if KILN_VECTORS
KILN_VECTOR_FUNCTION float kiln_exp_f32(float x) {
  const float y = x > 110.0f ? 110.0f : x < -110.0f ? -110.0f : x;
  const float k = fma(y, 0x1.715476p+0f, 0x1.8p+23f) - 0x1.8p+23f;
  const float r = fma(k, 0x1.05c61p-29f, fma(k, -0x1.62e43p-1f, y));
  float p = 0x1.6850ep-10f;
  p = fma(p, r, 0x1.123bccp-7f);
  p = fma(p, r, 0x1.555b98p-5f);
  p = fma(p, r, 0x1.55548ep-3f);
  p = fma(p, r, 0x1.fffff8p-2f);
  p = fma(p, r, 1.0f);
  p = fma(p, r, 1.0f);
  const int n = (int)k, part = n >> 1;  // in two steps, because the result may be subnormal
  return p * as_float((part + 127) << 23) * as_float((n - part + 127) << 23);
}
#else
#define kiln_exp_f32 exp
#endif
