// SPDX-License-Identifier: Apache-2.0
// Complex arithmetic on float2 and double2, for generated kernels of both dialects. Multiplication is the plain formula,
// division Smith's method; exp, log, sqrt, sin, cos and pow go through the real functions.
#define KILN_COMPLEX(T, T2, S, MAKE)                                                                            \
  KILN_FUNCTION T2 kiln_mul_##S(T2 a, T2 b) { return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }      \
  KILN_FUNCTION T2 kiln_div_##S(T2 a, T2 b) {                                                                   \
    if (fabs(b.x) >= fabs(b.y)) {                                                                               \
      T r = b.y / b.x, d = b.x + b.y * r;                                                                       \
      if (b.x == (T)0 && b.y == (T)0) return MAKE(a.x / b.x, a.y / b.x);                                        \
      return MAKE((a.x + a.y * r) / d, (a.y - a.x * r) / d);                                                    \
    }                                                                                                           \
    T r = b.x / b.y, d = b.x * r + b.y;                                                                         \
    return MAKE((a.x * r + a.y) / d, (a.y * r - a.x) / d);                                                      \
  }                                                                                                             \
  KILN_FUNCTION T kiln_abs_##S(T2 a) { return hypot(a.x, a.y); }                                                \
  KILN_FUNCTION T2 kiln_exp_##S(T2 a) {                                                                         \
    T e = exp(a.x);                                                                                             \
    return a.y == (T)0 ? MAKE(e, a.y) : MAKE(e * cos(a.y), e * sin(a.y));                                       \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_log_##S(T2 a) { return MAKE(log(hypot(a.x, a.y)), atan2(a.y, a.x)); }                   \
  KILN_FUNCTION T2 kiln_sqrt_##S(T2 a) {                                                                        \
    if (a.x == (T)0 && a.y == (T)0) return MAKE((T)0, a.y);                                                     \
    T m = sqrt((fabs(a.x) + hypot(a.x, a.y)) * (T)0.5);                                                         \
    T n = a.y / (m + m);                                                                                        \
    return a.x >= (T)0 ? MAKE(m, n) : MAKE(fabs(n), copysign(m, a.y));                                          \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_sin_##S(T2 a) { return MAKE(sin(a.x) * cosh(a.y), cos(a.x) * sinh(a.y)); }              \
  KILN_FUNCTION T2 kiln_cos_##S(T2 a) { return MAKE(cos(a.x) * cosh(a.y), -sin(a.x) * sinh(a.y)); }             \
  KILN_FUNCTION T2 kiln_pow_##S(T2 a, T2 b) {                                                                   \
    if (b.x == (T)0 && b.y == (T)0) return MAKE((T)1, (T)0);                                                    \
    if (a.x == (T)0 && a.y == (T)0) return MAKE((T)0, (T)0);                                                    \
    return kiln_exp_##S(kiln_mul_##S(b, kiln_log_##S(a)));                                                      \
  }

KILN_COMPLEX(float, float2, c64, KILN_FLOAT2)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_COMPLEX(double, double2, c128, KILN_DOUBLE2)
#endif
