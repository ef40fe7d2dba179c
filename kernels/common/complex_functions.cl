// SPDX-License-Identifier: Apache-2.0
// Further complex functions for generated kernels; complex.cl comes before this file. They follow annex G of C99 at
// zeros, infinities and NaN. tanh and the functions with branch cuts follow Kahan, "Branch cuts for complex elementary
// functions" (1987); far from 0 they use the first term of the asymptotic series.
//
// Beyond FAR, a^2 + 1 rounds to a^2. From EVEN on, cosh(x) rounds to exp(x) / 2. The other parameters are those of
// KILN_COMPLEX.
#define KILN_COMPLEX_FUNCTIONS(T, T2, S, MAKE, FAR, EVEN)                                                       \
  KILN_FUNCTION int kiln_far_##S(T2 a) { return fabs(a.x) > FAR || fabs(a.y) > FAR; }                           \
  KILN_FUNCTION T2 kiln_turned_##S(T2 a) { return MAKE(-a.y, a.x); }    /* i a */                               \
  KILN_FUNCTION T2 kiln_returned_##S(T2 a) { return MAKE(a.y, -a.x); }  /* -i a */                              \
  KILN_FUNCTION T2 kiln_log2_##S(T2 a) {                                                                        \
    T2 r = kiln_log_##S(a);                                                                                     \
    return MAKE(r.x * (T)1.44269504088896340736, r.y * (T)1.44269504088896340736);                              \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_log10_##S(T2 a) {                                                                       \
    T2 r = kiln_log_##S(a);                                                                                     \
    return MAKE(r.x * (T)0.434294481903251827651, r.y * (T)0.434294481903251827651);                            \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_log1p_##S(T2 a) {                                                                       \
    if (fabs(a.x) < (T)0.5 && fabs(a.y) < (T)0.5)                                                               \
      return MAKE(log1p(a.x * ((T)2 + a.x) + a.y * a.y) * (T)0.5, atan2(a.y, (T)1 + a.x));                      \
    return kiln_log_##S(MAKE((T)1 + a.x, a.y));                                                                 \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_expm1_##S(T2 a) {                                                                       \
    T half_sine = sin(a.y * (T)0.5);                                                                            \
    if (a.y == (T)0) return MAKE(expm1(a.x), a.y);                                                              \
    T2 e = kiln_exp_##S(a);                                                                                     \
    return MAKE(fabs(a.x) < (T)1 ? expm1(a.x) * cos(a.y) - (T)2 * half_sine * half_sine : e.x - (T)1, e.y);     \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_sign_##S(T2 a) {                                                                        \
    if (a.x == (T)0 && a.y == (T)0) return MAKE((T)0, (T)0);                                                    \
    if (isinf(a.x) && isfinite(a.y)) return MAKE(copysign((T)1, a.x), copysign((T)0, a.y));                     \
    if (isinf(a.y) && isfinite(a.x)) return MAKE(copysign((T)0, a.x), copysign((T)1, a.y));                     \
    T s = kiln_scale_##S(a), x = a.x * (s * s), y = a.y * (s * s), m = hypot(x, y);                             \
    if (isnan(x) || isnan(y)) m = x + y;                                                                        \
    return MAKE(x / m, y / m);                                                                                  \
  }                                                                                                             \
  /* k * t; a zero times NaN gives that zero. */                                                                \
  KILN_FUNCTION T kiln_part_##S(T k, T t) { return k == (T)0 && isnan(t) ? k : t == (T)0 && isnan(k) ? t : k * t; } \
  /* (sinh x cos y, cosh x sin y) if `odd`, else (cosh x cos y, sinh x sin y). */                               \
  KILN_FUNCTION T2 kiln_hyperbolic_##S(T2 a, int odd) {                                                         \
    T x = fabs(a.x), c = cos(a.y), s = a.y == (T)0 ? a.y : sin(a.y), u, v;                                      \
    T one = odd || (isfinite(a.y) && !isnan(x)) ? copysign((T)1, a.x) : (T)1;                                   \
    if (isinf(x) && !isfinite(a.y)) return MAKE(odd ? a.x : x, a.y - a.y);                                      \
    if (x > (T)EVEN) {                                                                                          \
      u = kiln_times_exp_##S(c, x, (T)0.5);                                                                     \
      v = kiln_times_exp_##S(s, x, (T)0.5);                                                                     \
    } else {                                                                                                    \
      T h = sinh(x), k = cosh(x);                                                                               \
      u = kiln_part_##S(odd ? h : k, c);                                                                        \
      v = kiln_part_##S(odd ? k : h, s);                                                                        \
    }                                                                                                           \
    return odd ? MAKE(u * one, v) : MAKE(u, v * one);                                                           \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_sinh_##S(T2 a) { return kiln_hyperbolic_##S(a, 1); }                                    \
  KILN_FUNCTION T2 kiln_cosh_##S(T2 a) { return kiln_hyperbolic_##S(a, 0); }                                    \
  KILN_FUNCTION T2 kiln_sin_##S(T2 a) { return kiln_returned_##S(kiln_hyperbolic_##S(kiln_turned_##S(a), 1)); } \
  KILN_FUNCTION T2 kiln_cos_##S(T2 a) { return kiln_hyperbolic_##S(kiln_turned_##S(a), 0); }                    \
  KILN_FUNCTION T2 kiln_tanh_##S(T2 a) {                                                                        \
    if (fabs(a.x) > (T)EVEN) {                                                                                  \
      T e = (T)4 * sin(a.y) * cos(a.y) * exp((T)-2 * fabs(a.x));                                                \
      if (isinf(a.x)) return MAKE(copysign((T)1, a.x), copysign((T)0, isfinite(a.y) ? e : a.y));                \
      return MAKE(copysign((T)1, a.x) + (a.y - a.y), e);                                                        \
    }                                                                                                           \
    T t = tan(a.y), b = (T)1 + t * t, s = sinh(a.x), d = (T)1 + b * s * s;                                      \
    return MAKE(a.x == (T)0 ? a.x : b * sqrt((T)1 + s * s) * s / d, a.y == (T)0 ? a.y : t / d);                 \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_tan_##S(T2 a) { return kiln_returned_##S(kiln_tanh_##S(kiln_turned_##S(a))); }          \
  KILN_FUNCTION T2 kiln_asin_##S(T2 a) {  /* computed for |x|, so that it is odd to the last digit */            \
    if (kiln_far_##S(a))                                                                                         \
      return MAKE(a.x == (T)0 ? a.x : atan2(a.x, fabs(a.y)),                                                     \
                  copysign(kiln_log_abs_##S(a) + (T)0.693147180559945309417, a.y));                              \
    T x = fabs(a.x);                                                                                             \
    T2 p = kiln_sqrt_##S(MAKE((T)1 - x, -a.y)), q = kiln_sqrt_##S(MAKE((T)1 + x, a.y));                          \
    return MAKE(a.x == (T)0 ? a.x : copysign(atan2(x, p.x * q.x - p.y * q.y), a.x),                              \
                a.y == (T)0 && x <= (T)1 ? a.y : asinh(p.x * q.y - p.y * q.x));                                  \
  }                                                                                                              \
  KILN_FUNCTION T2 kiln_acos_##S(T2 a) {                                                                        \
    if (kiln_far_##S(a))                                                                                        \
      return MAKE(atan2(fabs(a.y), a.x), copysign(kiln_log_abs_##S(a) + (T)0.693147180559945309417, -a.y));     \
    T2 p = kiln_sqrt_##S(MAKE((T)1 - a.x, -a.y)), q = kiln_sqrt_##S(MAKE((T)1 + a.x, a.y));                     \
    return MAKE(a.x == (T)0 ? (T)1.57079632679489661923 : (T)2 * atan2(p.x, q.x),                               \
                a.y == (T)0 && fabs(a.x) <= (T)1 ? -a.y : asinh(q.x * p.y - q.y * p.x));                        \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_asinh_##S(T2 a) { return kiln_returned_##S(kiln_asin_##S(kiln_turned_##S(a))); }        \
  KILN_FUNCTION T2 kiln_acosh_##S(T2 a) {                                                                       \
    T2 r = kiln_acos_##S(a);                                                                                    \
    return MAKE(fabs(r.y), copysign(r.x, a.y));                                                                 \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_atanh_##S(T2 a) {                                                                       \
    T x = fabs(a.x), y = fabs(a.y), u = (T)1 - x, h = hypot(x * (T)0.5, y * (T)0.5);                            \
    if (kiln_far_##S(a))                                                                                        \
      return MAKE(copysign(isinf(x) || isinf(y) ? (T)0 : x * (T)0.5 / h / h * (T)0.5, a.x),                     \
                  isnan(y) || isnan(h) ? y + h : copysign((T)1.57079632679489661923, a.y));                     \
    T r = x == (T)1 && y < (T)1 / FAR ? ((T)0.693147180559945309417 - log(y)) * (T)0.5                          \
                                      : log1p((T)4 * x / (u * u + y * y)) * (T)0.25;                            \
    return MAKE(a.x == (T)0 ? a.x : copysign(r, a.x), atan2((T)2 * a.y, u * ((T)1 + x) - y * y) * (T)0.5);      \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_atan_##S(T2 a) { return kiln_returned_##S(kiln_atanh_##S(kiln_turned_##S(a))); }

KILN_COMPLEX_FUNCTIONS(float, float2, c64, KILN_FLOAT2, 0x1.0p27f, 12)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_COMPLEX_FUNCTIONS(double, double2, c128, KILN_DOUBLE2, 0x1.0p54, 22)
#endif
