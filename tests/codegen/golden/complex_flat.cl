#define KILN_COMPLEX(T, T2, S, MAKE, LARGE, TINY, UP, LOG2_UP, LIMIT, EXP) \
  KILN_FUNCTION T2 kiln_mul_##S(T2 a, T2 b) { return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
  KILN_FUNCTION T kiln_abs_##S(T2 a) { return hypot(a.x, a.y); } \
  KILN_FUNCTION T kiln_scale_##S(T2 a) { \
    T m = fmax(fabs(a.x), fabs(a.y)); \
    return m > LARGE ? (T)0.5 : m < TINY ? UP : (T)1; \
  } \
  KILN_FUNCTION T2 kiln_div_##S(T2 a, T2 b) { \
    if (b.x == (T)0 && b.y == (T)0) return MAKE(a.x / b.x, a.y / b.x); \
    T p = kiln_scale_##S(a), q = kiln_scale_##S(b), back = q / p * (q / p); \
    T x = a.x * (p * p), y = a.y * (p * p), u = b.x * (q * q), v = b.y * (q * q); \
    if (fabs(u) >= fabs(v)) { \
      T r = v / u, d = u + v * r; \
      return MAKE((x + y * r) / d * back, (y - x * r) / d * back); \
    } \
    T r = u / v, d = u * r + v; \
    return MAKE((x * r + y) / d * back, (y * r - x) / d * back); \
  } \
  KILN_FUNCTION T kiln_log_abs_##S(T2 a) { \
    T x = fabs(a.x), y = fabs(a.y), s = kiln_scale_##S(a); \
    T u = x < y ? y : x, v = x < y ? x : y; \
    if (u > (T)0.5 && u < (T)1.5 && v <= u) return log1p((u - (T)1) * (u + (T)1) + v * v) * (T)0.5; \
    T back = s > (T)1 ? (T)(-2 * LOG2_UP) : s < (T)1 ? (T)2 : (T)0; \
    return log(hypot(x * (s * s), y * (s * s))) + back * (T)0.693147180559945309417; \
  } \
  KILN_FUNCTION T2 kiln_log_##S(T2 a) { return MAKE(kiln_log_abs_##S(a), atan2(a.y, a.x)); } \
  KILN_FUNCTION T kiln_times_exp_##S(T t, T x, T f) { \
    if (t == (T)0) return t; \
    if (x > (T)LIMIT) { t *= (T)EXP; x -= (T)LIMIT; } \
    if (x > (T)LIMIT) { t *= (T)EXP; x -= (T)LIMIT; } \
    return t * (f * exp(x)); \
  } \
  KILN_FUNCTION T2 kiln_exp_##S(T2 a) { \
    if (isinf(a.x) && !isfinite(a.y)) \
      return a.x < (T)0 ? MAKE((T)0, copysign((T)0, a.y)) : MAKE(a.x, a.y - a.y); \
    return MAKE(kiln_times_exp_##S(cos(a.y), a.x, (T)1), \
                kiln_times_exp_##S(a.y == (T)0 ? a.y : sin(a.y), a.x, (T)1)); \
  } \
  KILN_FUNCTION T2 kiln_sqrt_##S(T2 a) { \
    if (isinf(a.y)) return MAKE(fabs(a.y), a.y); \
    if (a.x == (T)0 && a.y == (T)0) return MAKE((T)0, a.y); \
    T s = kiln_scale_##S(a), x = fabs(a.x) * (s * s), y = fabs(a.y) * (s * s); \
    T m = sqrt((x + hypot(x, y)) * (T)0.5), n = isinf(x) ? y - y : y / (m + m); \
    m /= s; \
    n /= s; \
    return a.x >= (T)0 ? MAKE(m, copysign(n, a.y)) : MAKE(n, copysign(m, a.y)); \
  } \
  KILN_FUNCTION T2 kiln_pow_##S(T2 a, T2 b) { \
    if (b.x == (T)0 && b.y == (T)0) return MAKE((T)1, (T)0); \
    if (a.x == (T)0 && a.y == (T)0 && b.x > (T)0) return MAKE((T)0, (T)0); \
    return kiln_exp_##S(kiln_mul_##S(b, kiln_log_##S(a))); \
  }
KILN_COMPLEX(float, float2, c64, KILN_FLOAT2, 0x1.0p126f, 0x1.0p-90f, 0x1.0p30f, 30, 88, 1.6516362549940018555e38f)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_COMPLEX(double, double2, c128, KILN_DOUBLE2, 0x1.0p1022, 0x1.0p-900, 0x1.0p60, 60, 709, 8.2184074615549721892e307)
#endif
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, ulong p0_offset, KILN_GLOBAL const float2 *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_V 2
typedef union { uint4 wide; float2 item[2]; } kiln_vec0;
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float2 v0 = x1.item[j]; \
const float2 v1 = KILN_FLOAT2(v0.x, -v0.y); \
const float2 v2 = kiln_mul_c64(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = KILN_FLOAT2(v0.x, -v0.y); \
const float2 v2 = kiln_mul_c64(v0, v1); \
p0[0 + (int)i] = v2; \

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0) * KILN_V;
  if (i + KILN_V <= n) {
    KILN_LOAD(i)
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      KILN_BODY(j)
    }
    KILN_STORE(i)
  } else {
    for (KILN_INDEX k = i; k < n; ++k) {
      KILN_ONE(k)
    }
  }
}
