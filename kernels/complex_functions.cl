// SPDX-License-Identifier: Apache-2.0
// Complex functions beyond complex.cl, which comes before. Those with branch cuts after Kahan, "Branch cuts for complex
// elementary functions" (1987).
#define KILN_COMPLEX_FUNCTIONS(T, T2, S, MAKE)                                                                  \
  KILN_FUNCTION T2 kiln_log2_##S(T2 a) {                                                                        \
    T2 r = kiln_log_##S(a);                                                                                     \
    return MAKE(r.x * (T)1.44269504088896340736, r.y * (T)1.44269504088896340736);                              \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_log10_##S(T2 a) {                                                                       \
    T2 r = kiln_log_##S(a);                                                                                     \
    return MAKE(r.x * (T)0.434294481903251827651, r.y * (T)0.434294481903251827651);                            \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_log1p_##S(T2 a) {                                                                       \
    T m = fabs(a.x) < (T)0.5 && fabs(a.y) < (T)0.5 ? log1p(a.x * ((T)2 + a.x) + a.y * a.y) * (T)0.5 : log(hypot((T)1 + a.x, a.y)); \
    return MAKE(m, atan2(a.y, (T)1 + a.x));                                                                     \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_expm1_##S(T2 a) {                                                                       \
    T half_sine = sin(a.y * (T)0.5);                                                                            \
    return MAKE(expm1(a.x) * cos(a.y) - (T)2 * half_sine * half_sine, exp(a.x) * sin(a.y));                     \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_sign_##S(T2 a) {                                                                        \
    T m = hypot(a.x, a.y);                                                                                      \
    return m == (T)0 ? a : MAKE(a.x / m, a.y / m);                                                              \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_sinh_##S(T2 a) { return MAKE(sinh(a.x) * cos(a.y), cosh(a.x) * sin(a.y)); }             \
  KILN_FUNCTION T2 kiln_cosh_##S(T2 a) { return MAKE(cosh(a.x) * cos(a.y), sinh(a.x) * sin(a.y)); }             \
  KILN_FUNCTION T2 kiln_tanh_##S(T2 a) {                                                                        \
    if (fabs(a.x) > (T)22) return MAKE(copysign((T)1, a.x), (T)4 * sin(a.y) * cos(a.y) * exp((T)-2 * fabs(a.x)));\
    T t = tan(a.y), b = (T)1 + t * t, s = sinh(a.x), d = (T)1 + b * s * s;                                      \
    return MAKE(b * sqrt((T)1 + s * s) * s / d, t / d);                                                         \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_tan_##S(T2 a) {                                                                         \
    T2 r = kiln_tanh_##S(MAKE(-a.y, a.x));                                                                      \
    return MAKE(r.y, -r.x);                                                                                     \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_asin_##S(T2 a) {                                                                        \
    T2 p = kiln_sqrt_##S(MAKE((T)1 - a.x, -a.y)), q = kiln_sqrt_##S(MAKE((T)1 + a.x, a.y));                     \
    return MAKE(atan2(a.x, p.x * q.x - p.y * q.y), asinh(p.x * q.y - p.y * q.x));                               \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_acos_##S(T2 a) {                                                                        \
    T2 p = kiln_sqrt_##S(MAKE((T)1 - a.x, -a.y)), q = kiln_sqrt_##S(MAKE((T)1 + a.x, a.y));                     \
    return MAKE((T)2 * atan2(p.x, q.x), asinh(q.x * p.y - q.y * p.x));                                          \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_asinh_##S(T2 a) {                                                                       \
    T2 r = kiln_asin_##S(MAKE(-a.y, a.x));                                                                      \
    return MAKE(r.y, -r.x);                                                                                     \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_acosh_##S(T2 a) {                                                                       \
    T2 p = kiln_sqrt_##S(MAKE(a.x - (T)1, a.y)), q = kiln_sqrt_##S(MAKE(a.x + (T)1, a.y));                      \
    return MAKE(asinh(p.x * q.x + p.y * q.y), (T)2 * atan2(p.y, q.x));                                          \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_atanh_##S(T2 a) {                                                                       \
    T x = fabs(a.x), u = (T)1 - x;                                                                              \
    return MAKE(copysign(log1p((T)4 * x / (u * u + a.y * a.y)) * (T)0.25, a.x),                                 \
                atan2((T)2 * a.y, u * ((T)1 + x) - a.y * a.y) * (T)0.5);                                        \
  }                                                                                                             \
  KILN_FUNCTION T2 kiln_atan_##S(T2 a) {                                                                        \
    T2 r = kiln_atanh_##S(MAKE(-a.y, a.x));                                                                     \
    return MAKE(r.y, -r.x);                                                                                     \
  }

KILN_COMPLEX_FUNCTIONS(float, float2, c64, KILN_FLOAT2)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_COMPLEX_FUNCTIONS(double, double2, c128, KILN_DOUBLE2)
#endif
