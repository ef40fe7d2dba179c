// SPDX-License-Identifier: Apache-2.0
// kiln_log_f32(x) and kiln_log_f64(x) are log(x) for loops over single elements, such as reductions, which CPU
// compilers then vectorise, and for the one value of a row. The algorithm of floats is that of kiln_log_x16. vector.cl
// comes before this file.
#if KILN_VECTORS
KILN_VECTOR_FUNCTION float kiln_log_f32(float x) {
  const int small = x < 0x1p-126f;
  // x is 2^e (1 + f), where 1 + f lies between sqrt(1/2) and sqrt(2).
  const int bits = as_int(as_uint(small ? x * 0x1p+23f : x) - 0x3f3504f4u);
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

#if KILN_VECTORS && defined(cl_khr_fp64)
// The error is below 1 ulp. With s = f / (2 + f) and z = s^2, log(1 + f) = 2 s + s z g(z) = f - f^2 / 2 + s (f^2 / 2 +
// z g(z)). The polynomial is that through g at Chebyshev's nodes, nearly the best one of its degree for these f.
KILN_VECTOR_FUNCTION double kiln_log_f64(double x) {
  const int small = x < 0x1p-1022;
  // x is 2^e (1 + f), where 1 + f lies between sqrt(1/2) and sqrt(2).
  const long bits = as_long(as_ulong(small ? x * 0x1p+52 : x) - 0x3fe6a09e667f3bcdUL);
  const double e = (double)(int)(bits >> 52) - (small ? 52.0 : 0.0);
  const double f = as_double((bits & 0xfffffffffffffL) + 0x3fe6a09e667f3bcdL) - 1.0;
  const double half_square = 0.5 * f * f, s = f / (2.0 + f), z = s * s;
  double g = 0x1.2b58f4c8d5f63p-3;
  g = fma(g, z, 0x1.39fe52a20dc69p-3);
  g = fma(g, z, 0x1.7462b5152e8a6p-3);
  g = fma(g, z, 0x1.c71c62e40b94ep-3);
  g = fma(g, z, 0x1.2492492df26cep-2);
  g = fma(g, z, 0x1.99999999952d8p-2);
  g = fma(g, z, 0x1.5555555555558p-1);
  // The logarithm of 2 in two parts, the first of which has few digits.
  const double y = e * 0x1.62e42feep-1 - ((half_square - (s * fma(g, z, half_square) + e * 0x1.a39ef35793c76p-33)) - f);
  return x > 0.0 ? x < INFINITY ? y : x : x == 0.0 ? -INFINITY : x < 0.0 ? NAN : x;
}
#else
#define kiln_log_f64 log
#endif
