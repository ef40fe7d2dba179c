// SPDX-License-Identifier: Apache-2.0
// kiln_log_f32(x) is log(x) for loops over single float elements, such as reductions, which CPU compilers then
// vectorise, and for the one value of a row. The algorithm is that of kiln_log_x16. vector.cl comes before this file.
#if KILN_VECTORS
KILN_VECTOR_FUNCTION float kiln_log_f32(float x) {
  const int small = x < 0x1p-126f;
  // x is 2^e (1 + f), where 1 + f lies between sqrt(1/2) and sqrt(2).
  const int bits = as_int(small ? x * 0x1p+23f : x) - 0x3f3504f4;
  const float e = (float)(bits >> 23) - (small ? 23.0f : 0.0f);
  const float f = as_float((bits & 0x7fffff) + 0x3f3504f4) - 1.0f;
  float p = -0x1.38472ep-4f;
  p = fma(p, f, 0x1.0860d4p-3f);
  p = fma(p, f, -0x1.0f3fa8p-3f);
  p = fma(p, f, 0x1.226dfcp-3f);
  p = fma(p, f, -0x1.5425c4p-3f);
  p = fma(p, f, 0x1.99a41ap-3f);
  p = fma(p, f, -0x1.000432p-2f);
  p = fma(p, f, 0x1.55555p-2f);
  p = fma(p, f, -0x1.fffff8p-2f);
  const float whole = e * 0x1.62e4p-1f, sum = whole + f;
  const float y = sum + ((f - (sum - whole)) + fma(e, 0x1.7f7d1cp-20f, f * f * p));
  return x > 0.0f ? x < INFINITY ? y : x : x == 0.0f ? -INFINITY : x < 0.0f ? NAN : x;
}
#else
#define kiln_log_f32 log
#endif
