// SPDX-License-Identifier: Apache-2.0
// This text precedes every portable kernel on CUDA devices. It gives NVRTC the work-item functions, types and built-in
// functions of OpenCL C that docs/reference/kernels.md promises. It needs no header of the CUDA toolkit.
#define KILN_CUDA 1
#pragma nv_diag_suppress 177  // a kernel need not use every function

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define KILN_KERNEL extern "C" __global__
#define KILN_FUNCTION static __device__ __forceinline__
#define KILN_GLOBAL
#define KILN_LOCAL __shared__
// Declares a pointer to an array in local memory that sees its elements as of type T.
#define KILN_LOCAL_POINTER(T, name, array) T *name = (T *)(array)
#define restrict __restrict__
#define KILN_ARG(T, name) T *name##_base, ulong name##_offset
#define KILN_PTR(T, name) T *name = (T *)((char *)name##_base + name##_offset)
#define KILN_PTR_RESTRICT(T, name) T *__restrict__ name = (T *)((char *)name##_base + name##_offset)
#define KILN_LOCAL_ARG(T, name) uint name##_local
#define KILN_LOCAL_PTR(T, name) T *name = (T *)(kiln_shared + name##_local)
// Hints for CPU compilers, which CUDA does not need (prelude_opencl.cl).
#define KILN_TOUCH(T, at)
#define KILN_PREFETCH(address, write, locality)
#define KILN_VECTORIZE
#define KILN_APART
extern __shared__ __align__(16) uchar kiln_shared[];

#define KILN_FLOAT2(re, im) make_float2((re), (im))
#define KILN_DOUBLE2(re, im) make_double2((re), (im))

// ---- Work-items ----
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define KILN_DIMENSION(name, type, x0, x1, x2) \
  KILN_FUNCTION type name(uint d) { return d == 0 ? (type)(x0) : d == 1 ? (type)(x1) : (type)(x2); }
KILN_DIMENSION(get_local_id, ulong, threadIdx.x, threadIdx.y, threadIdx.z)
KILN_DIMENSION(get_local_size, ulong, blockDim.x, blockDim.y, blockDim.z)
KILN_DIMENSION(get_group_id, ulong, blockIdx.x, blockIdx.y, blockIdx.z)
KILN_DIMENSION(get_num_groups, ulong, gridDim.x, gridDim.y, gridDim.z)
KILN_FUNCTION ulong get_global_id(uint d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
KILN_FUNCTION ulong get_global_size(uint d) { return get_num_groups(d) * get_local_size(d); }
KILN_FUNCTION ulong get_global_offset(uint) { return 0; }
KILN_FUNCTION uint get_work_dim() { return gridDim.z * blockDim.z > 1 ? 3 : gridDim.y * blockDim.y > 1 ? 2 : 1; }
KILN_FUNCTION void barrier(int) { __syncthreads(); }
KILN_FUNCTION void mem_fence(int) { __threadfence(); }

// ---- Bits ----
KILN_FUNCTION float as_float(uint x) { return __uint_as_float(x); }
KILN_FUNCTION float as_float(int x) { return __int_as_float(x); }
KILN_FUNCTION uint as_uint(float x) { return __float_as_uint(x); }
KILN_FUNCTION int as_int(float x) { return __float_as_int(x); }
KILN_FUNCTION double as_double(ulong x) { return __longlong_as_double((long long)x); }
KILN_FUNCTION ulong as_ulong(double x) { return (ulong)__double_as_longlong(x); }
KILN_FUNCTION long as_long(double x) { return (long)__double_as_longlong(x); }

KILN_FUNCTION float kiln_from_half(ushort bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
KILN_FUNCTION ushort kiln_to_half(float value) {
  ushort bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
KILN_FUNCTION float kiln_from_bfloat(ushort bits) { return __uint_as_float((uint)bits << 16); }
KILN_FUNCTION ushort kiln_to_bfloat(float value) {
  uint bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return (ushort)((bits >> 16) | 0x40u);
  return (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

// ---- Constants ----
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52
#define M_PI_F 3.14159265358979323846f
#define M_E_F 2.71828182845904523536f
#ifndef M_PI
#define M_PI 3.14159265358979323846
#define M_E 2.71828182845904523536
#endif

// ---- Mathematical functions that CUDA lacks or names differently ----
#define KILN_MATH(T, C)                                                                                         \
  KILN_FUNCTION T acospi(T x) { return acos(x) * (T)0.318309886183790671538; }                                  \
  KILN_FUNCTION T asinpi(T x) { return asin(x) * (T)0.318309886183790671538; }                                  \
  KILN_FUNCTION T atanpi(T x) { return atan(x) * (T)0.318309886183790671538; }                                  \
  KILN_FUNCTION T atan2pi(T y, T x) { return atan2(y, x) * (T)0.318309886183790671538; }                        \
  KILN_FUNCTION T tanpi(T x) { return sinpi(x) / cospi(x); }                                                    \
  KILN_FUNCTION T mad(T a, T b, T c) { return a * b + c; }                                                      \
  KILN_FUNCTION T maxmag(T x, T y) { T a = fabs(x), b = fabs(y); return a > b ? x : b > a ? y : fmax(x, y); }   \
  KILN_FUNCTION T minmag(T x, T y) { T a = fabs(x), b = fabs(y); return a < b ? x : b < a ? y : fmin(x, y); }   \
  KILN_FUNCTION T powr(T x, T y) { return x < (T)0 ? (T)NAN : x != x || y != y ? x + y                          \
      : x == (T)1 && isinf(y) ? (T)NAN : x == (T)0 && y == (T)0 ? (T)NAN                                        \
      : isinf(x) && y == (T)0 ? (T)NAN : pow(x == (T)0 ? (T)0 : x, y); }                                        \
  KILN_FUNCTION T pown(T x, int n) { return (T)pow((double)x, (double)n); }                                     \
  KILN_FUNCTION T rootn(T x, int n) {                                                                           \
    if (n == 0 || (x < (T)0 && !(n & 1))) return (T)NAN;                                                        \
    if (n == 1) return x;                                                                                       \
    T root = (T)pow((double)fabs(x), 1.0 / (double)n);                                                          \
    return (n & 1) ? copysign(root, x) : root;                                                                  \
  }                                                                                                             \
  KILN_FUNCTION T degrees(T x) { return x * (T)57.2957795130823208768; }                                        \
  KILN_FUNCTION T radians(T x) { return x * (T)0.0174532925199432957692; }                                      \
  KILN_FUNCTION T mix(T x, T y, T a) { return x + (y - x) * a; }                                                \
  KILN_FUNCTION T step(T edge, T x) { return x < edge ? (T)0 : (T)1; }                                          \
  KILN_FUNCTION T clamp(T x, T low, T high) { return fmin(fmax(x, low), high); }                                \
  KILN_FUNCTION T smoothstep(T a, T b, T x) {                                                                   \
    T t = fmin(fmax((x - a) / (b - a), (T)0), (T)1);                                                            \
    return t * t * ((T)3 - (T)2 * t);                                                                           \
  }                                                                                                             \
  KILN_FUNCTION int isnormal(T x) { T a = fabs(x); return a >= (T)C && a < (T)INFINITY; }                       \
  KILN_FUNCTION int isordered(T x, T y) { return x == x && y == y; }                                            \
  KILN_FUNCTION int isunordered(T x, T y) { return x != x || y != y; }                                          \
  KILN_FUNCTION T native_exp(T x) { return exp(x); }                                                            \
  KILN_FUNCTION T native_log(T x) { return log(x); }                                                            \
  KILN_FUNCTION T native_sin(T x) { return sin(x); }                                                            \
  KILN_FUNCTION T native_cos(T x) { return cos(x); }                                                            \
  KILN_FUNCTION T native_sqrt(T x) { return sqrt(x); }                                                          \
  KILN_FUNCTION T native_recip(T x) { return (T)1 / x; }
// CUDA has these float functions only under names with an f.
KILN_FUNCTION float exp10(float x) { return exp10f(x); }
KILN_FUNCTION float sinpi(float x) { return sinpif(x); }
KILN_FUNCTION float cospi(float x) { return cospif(x); }
KILN_FUNCTION float rsqrt(float x) { return rsqrtf(x); }
KILN_MATH(float, 0x1.0p-126)
KILN_MATH(double, 0x1.0p-1022)

// ---- Integer functions ----
#define KILN_INTEGER(T, U, WIDE, BITS, LOW, HIGH)                                                               \
  KILN_FUNCTION T add_sat(T x, T y) {                                                                           \
    WIDE s = (WIDE)x + (WIDE)y;                                                                                 \
    return s < (WIDE)LOW ? (T)LOW : s > (WIDE)HIGH ? (T)HIGH : (T)s;                                            \
  }                                                                                                             \
  KILN_FUNCTION T sub_sat(T x, T y) {                                                                           \
    WIDE s = (WIDE)x - (WIDE)y;                                                                                 \
    return s < (WIDE)LOW ? (T)LOW : s > (WIDE)HIGH ? (T)HIGH : (T)s;                                            \
  }                                                                                                             \
  KILN_FUNCTION T mul_hi(T x, T y) { return (T)(((WIDE)x * (WIDE)y) >> BITS); }                                 \
  KILN_FUNCTION T mad_sat(T x, T y, T z) {                                                                      \
    WIDE s = (WIDE)x * (WIDE)y + (WIDE)z;                                                                       \
    return s < (WIDE)LOW ? (T)LOW : s > (WIDE)HIGH ? (T)HIGH : (T)s;                                            \
  }                                                                                                             \
  KILN_INTEGER_COMMON(T, U, BITS)
#define KILN_INTEGER_COMMON(T, U, BITS)                                                                         \
  KILN_FUNCTION T mad_hi(T x, T y, T z) { return (T)((U)mul_hi(x, y) + (U)z); }                                 \
  KILN_FUNCTION T hadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + (x & y & 1)); }                             \
  KILN_FUNCTION T rhadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + ((x | y) & 1)); }                          \
  KILN_FUNCTION T rotate(T x, T n) {                                                                            \
    uint k = (uint)((U)n & (U)(BITS - 1));                                                                      \
    return (T)(k ? (U)((U)((U)x << k) | (U)((U)x >> (BITS - k))) : (U)x);                                       \
  }                                                                                                             \
  KILN_FUNCTION T popcount(T x) { return (T)__popcll((unsigned long long)(U)x); }                               \
  KILN_FUNCTION T clz(T x) { return (T)(BITS > 32 ? __clzll((long long)x) : __clz((int)(U)x) - (32 - BITS)); }
KILN_INTEGER(char, uchar, int, 8, -128, 127)
KILN_INTEGER(uchar, uchar, int, 8, 0, 255)
KILN_INTEGER(short, ushort, int, 16, -32768, 32767)
KILN_INTEGER(ushort, ushort, long, 16, 0, 65535)
KILN_INTEGER(int, uint, long, 32, (-2147483647 - 1), 2147483647)
KILN_FUNCTION uint add_sat(uint x, uint y) { uint s = x + y; return s < x ? 0xffffffffu : s; }
KILN_FUNCTION uint sub_sat(uint x, uint y) { return x < y ? 0u : x - y; }
KILN_FUNCTION uint mul_hi(uint x, uint y) { return __umulhi(x, y); }
KILN_FUNCTION uint mad_sat(uint x, uint y, uint z) {
  ulong p = (ulong)x * y + z;
  return p > 0xfffffffful ? 0xffffffffu : (uint)p;
}
KILN_INTEGER_COMMON(uint, uint, 32)
KILN_FUNCTION long add_sat(long x, long y) {
  long s = (long)((ulong)x + (ulong)y);
  return ((x ^ s) & (y ^ s)) < 0 ? (x < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffl) : s;
}
KILN_FUNCTION long sub_sat(long x, long y) {
  long s = (long)((ulong)x - (ulong)y);
  return ((x ^ y) & (x ^ s)) < 0 ? (x < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffl) : s;
}
KILN_FUNCTION ulong add_sat(ulong x, ulong y) { ulong s = x + y; return s < x ? ~0ul : s; }
KILN_FUNCTION ulong sub_sat(ulong x, ulong y) { return x < y ? 0ul : x - y; }
KILN_FUNCTION long mul_hi(long x, long y) { return (long)__mul64hi((long long)x, (long long)y); }
KILN_FUNCTION ulong mul_hi(ulong x, ulong y) { return (ulong)__umul64hi((unsigned long long)x, (unsigned long long)y); }
KILN_FUNCTION ulong mad_sat(ulong x, ulong y, ulong z) { return mul_hi(x, y) ? ~0ul : add_sat(x * y, z); }
KILN_FUNCTION long mad_sat(long x, long y, long z) {
  // Adds z to the 128-bit product, then clamps the sum.
  ulong low = (ulong)x * (ulong)y;
  long high = mul_hi(x, y);
  ulong sum = low + (ulong)z;
  high += (z < 0 ? -1 : 0) + (sum < low ? 1 : 0);
  if (high == ((long)sum < 0 ? -1 : 0)) return (long)sum;
  return high < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffl;
}
KILN_FUNCTION long kiln_mad_sat(long x, long y, long z) { return mad_sat(x, y, z); }
KILN_INTEGER_COMMON(long, ulong, 64)
KILN_INTEGER_COMMON(ulong, ulong, 64)

// ---- Atomic functions on global and local memory; each returns the old value ----
KILN_FUNCTION int atomic_add(int *p, int x) { return atomicAdd(p, x); }
KILN_FUNCTION uint atomic_add(uint *p, uint x) { return atomicAdd(p, x); }
KILN_FUNCTION int atomic_inc(int *p) { return atomicAdd(p, 1); }
KILN_FUNCTION uint atomic_inc(uint *p) { return atomicAdd(p, 1u); }
KILN_FUNCTION int atomic_xchg(int *p, int x) { return atomicExch(p, x); }
KILN_FUNCTION uint atomic_xchg(uint *p, uint x) { return atomicExch(p, x); }
KILN_FUNCTION int atomic_cmpxchg(int *p, int expected, int x) { return atomicCAS(p, expected, x); }
KILN_FUNCTION uint atomic_cmpxchg(uint *p, uint expected, uint x) { return atomicCAS(p, expected, x); }
KILN_FUNCTION uint atomic_or(uint *p, uint x) { return atomicOr(p, x); }
KILN_FUNCTION int atomic_min(int *p, int x) { return atomicMin(p, x); }
KILN_FUNCTION int atomic_max(int *p, int x) { return atomicMax(p, x); }
KILN_FUNCTION uint atomic_min(uint *p, uint x) { return atomicMin(p, x); }
