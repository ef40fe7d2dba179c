// SPDX-License-Identifier: Apache-2.0
// tgamma of float. OpenCL's libclc computes exp(lgamma(x)), whose error is 50 ulp and more. Here every argument is
// reduced to [2, 3] by gamma(x + 1) = x gamma(x), and below -1 by gamma(x) gamma(-x) = -pi / (x sin(pi x)). On [2, 3]
// the polynomial is a Chebyshev fit of gamma(2 + f).
KILN_FUNCTION float kiln_tgamma(float x) {
  const float y = fabs(x);
  if (x != x || (x > 0 && isinf(x))) return x;
  if (x == 0) return 1.0f / x;
  if (x < 0 && y == floor(y)) return NAN;
  if (y > 43.0f) return x > 0 ? INFINITY : copysign(0.0f, fmod(floor(y), 2.0f) - 0.5f);
  float f = x;  // the polynomial gives gamma(2 + f)
  if (y < 1)
    f = x < 0 ? x + 1.0f : x;
  else if (y < 2)
    f = y - 1.0f;
  else
    f = y - floor(y);
  float p = 0x1.9e7d92p-11f;
  p = p * f + -0x1.97c8c6p-10f;
  p = p * f + 0x1.51611ap-7f;
  p = p * f + 0x1.bbc076p-14f;
  p = p * f + 0x1.2fb3ccp-4f;
  p = p * f + 0x1.4e3562p-4f;
  p = p * f + 0x1.a5b916p-2f;
  p = p * f + 0x1.b0ee64p-2f;
  p = p * f + 1.0f;
  if (y < 1) return x < 0 ? p / (x * (x + 1.0f) * (x + 2.0f)) : p / (x * (x + 1.0f));
  if (x > 0) {
    if (x < 2) return p / x;
    for (float t = x - 1.0f; t >= 2; t -= 1.0f) p *= t;
    return p;
  }
  float r = -3.14159274f / (x * sinpi(x)) / p;
  if (y < 2) return r * y;
  for (float t = y - 1.0f; t >= 2; t -= 1.0f) r /= t;
  return r;
}
