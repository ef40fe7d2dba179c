// SPDX-License-Identifier: Apache-2.0
// Definitions of those functions of builtins_opencl.cl that are a few instructions long. Compilers vectorise loops
// before they see PoCL's library (PoCL 5.0), or find a function there that they cannot vectorise, so short functions
// must be inline. The OpenCL backend (backends/opencl/program/builtins.cpp) takes the text before the first section,
// then each section whose name occurs in the source or in another section that it takes. A line "//@ name" begins a
// section; further names on the line are sections that it needs.
//
// `extern inline` with gnu_inline is legal behind a declaration; a call that is not inlined goes to the library. Macros
// named KILN_B_ occur in no other file.
#define KILN_B_INLINE(T) extern inline T __attribute__((overloadable, always_inline, gnu_inline))
// KILN_B_REALS calls M with each floating type, the suffix of Clang's built-in names, the integer type of the same
// size, the bits of infinity and the bits of the least normal number.
#ifdef cl_khr_fp64
#define KILN_B_REALS(M) M(float, f, int, 0x7f800000, 0x00800000) M(double, , long, 0x7ff0000000000000, 0x0010000000000000)
#else
#define KILN_B_REALS(M) M(float, f, int, 0x7f800000, 0x00800000)
#endif
// The same list, for functions that compile to an instruction of the processor. It is empty on processors without such
// instructions, where the functions would call the system's library.
#if defined(__FMA__) || defined(__aarch64__)
#define KILN_B_REALS_THERE(M) KILN_B_REALS(M)
#else
#define KILN_B_REALS_THERE(M)
#endif
// These call M with each integer type and its unsigned counterpart. The NARROW lists have the types of up to 32 bits;
// they also give the number of bits and a type that holds a product and one more addend.
#define KILN_B_SIGNED(M) M(char, uchar) M(short, ushort) M(int, uint) M(long, ulong)
#define KILN_B_UNSIGNED(M) M(uchar, uchar) M(ushort, ushort) M(uint, uint) M(ulong, ulong)
#define KILN_B_INTEGERS(M) KILN_B_SIGNED(M) KILN_B_UNSIGNED(M)
#define KILN_B_NARROW_SIGNED(M) M(char, uchar, 8, int) M(short, ushort, 16, int) M(int, uint, 32, long)
#define KILN_B_NARROW_UNSIGNED(M) M(uchar, uchar, 8, uint) M(ushort, ushort, 16, uint) M(uint, uint, 32, ulong)
#define KILN_B_NARROW(M) KILN_B_NARROW_SIGNED(M) KILN_B_NARROW_UNSIGNED(M)

//@ fabs
#define KILN_B_FABS(T, S, I, INF, LEAST) KILN_B_INLINE(T) fabs(T x) { return __builtin_fabs##S(x); }
KILN_B_REALS(KILN_B_FABS)
//@ copysign
#define KILN_B_COPYSIGN(T, S, I, INF, LEAST) KILN_B_INLINE(T) copysign(T x, T y) { return __builtin_copysign##S(x, y); }
KILN_B_REALS(KILN_B_COPYSIGN)
//@ fmax
#define KILN_B_FMAX(T, S, I, INF, LEAST) KILN_B_INLINE(T) fmax(T x, T y) { return __builtin_fmax##S(x, y); }
KILN_B_REALS(KILN_B_FMAX)
//@ fmin
#define KILN_B_FMIN(T, S, I, INF, LEAST) KILN_B_INLINE(T) fmin(T x, T y) { return __builtin_fmin##S(x, y); }
KILN_B_REALS(KILN_B_FMIN)
//@ fdim
#define KILN_B_FDIM(T, S, I, INF, LEAST) KILN_B_INLINE(T) fdim(T x, T y) { return x <= y ? (T)0 : x - y; }
KILN_B_REALS(KILN_B_FDIM)
//@ step
#define KILN_B_STEP_OF(T, S, I, INF, LEAST) KILN_B_INLINE(T) step(T edge, T x) { return x < edge ? (T)0 : (T)1; }
KILN_B_REALS(KILN_B_STEP_OF)
//@ degrees
#define KILN_B_DEGREES(T, S, I, INF, LEAST) KILN_B_INLINE(T) degrees(T x) { return x * (T)57.295779513082320877; }
KILN_B_REALS(KILN_B_DEGREES)
//@ radians
#define KILN_B_RADIANS(T, S, I, INF, LEAST) KILN_B_INLINE(T) radians(T x) { return x * (T)0.017453292519943295769; }
KILN_B_REALS(KILN_B_RADIANS)
//@ kiln_size_bits
#define KILN_B_SIZE_BITS(T, S, I, INF, LEAST) \
  KILN_B_INLINE(I) kiln_size_bits(T x) { return as_##I(x) & (I)(((u##I)1 << (sizeof(I) * 8 - 1)) - 1); }
KILN_B_REALS(KILN_B_SIZE_BITS)
//@ isnan
#define KILN_B_ISNAN(T, S, I, INF, LEAST) KILN_B_INLINE(int) isnan(T x) { return kiln_size_bits(x) > INF; }
KILN_B_REALS(KILN_B_ISNAN)
//@ isinf
#define KILN_B_ISINF(T, S, I, INF, LEAST) KILN_B_INLINE(int) isinf(T x) { return kiln_size_bits(x) == INF; }
KILN_B_REALS(KILN_B_ISINF)
//@ isfinite
#define KILN_B_ISFINITE(T, S, I, INF, LEAST) KILN_B_INLINE(int) isfinite(T x) { return kiln_size_bits(x) < INF; }
KILN_B_REALS(KILN_B_ISFINITE)
//@ isnormal
#define KILN_B_ISNORMAL(T, S, I, INF, LEAST) \
  KILN_B_INLINE(int) isnormal(T x) { return kiln_size_bits(x) >= LEAST && kiln_size_bits(x) < INF; }
KILN_B_REALS(KILN_B_ISNORMAL)
//@ signbit
#define KILN_B_SIGNBIT(T, S, I, INF, LEAST) KILN_B_INLINE(int) signbit(T x) { return as_##I(x) < 0; }
KILN_B_REALS(KILN_B_SIGNBIT)
//@ isunordered
#define KILN_B_ISUNORDERED(T, S, I, INF, LEAST) KILN_B_INLINE(int) isunordered(T x, T y) { return isnan(x) || isnan(y); }
KILN_B_REALS(KILN_B_ISUNORDERED)
//@ isordered
#define KILN_B_ISORDERED(T, S, I, INF, LEAST) KILN_B_INLINE(int) isordered(T x, T y) { return !isnan(x) && !isnan(y); }
KILN_B_REALS(KILN_B_ISORDERED)
//@ fma
#define KILN_B_FMA(T, S, I, INF, LEAST) KILN_B_INLINE(T) fma(T x, T y, T z) { return __builtin_fma##S(x, y, z); }
KILN_B_REALS_THERE(KILN_B_FMA)
//@ mad
#define KILN_B_MAD(T, S, I, INF, LEAST) KILN_B_INLINE(T) mad(T x, T y, T z) { return __builtin_fma##S(x, y, z); }
KILN_B_REALS_THERE(KILN_B_MAD)
//@ sqrt
#define KILN_B_SQRT(T, S, I, INF, LEAST) KILN_B_INLINE(T) sqrt(T x) { return __builtin_sqrt##S(x); }
KILN_B_REALS_THERE(KILN_B_SQRT)
//@ round
#define KILN_B_ROUND(T, S, I, INF, LEAST) KILN_B_INLINE(T) round(T x) { return __builtin_round##S(x); }
KILN_B_REALS_THERE(KILN_B_ROUND)
//@ rint
#define KILN_B_RINT(T, S, I, INF, LEAST) KILN_B_INLINE(T) rint(T x) { return __builtin_rint##S(x); }
KILN_B_REALS_THERE(KILN_B_RINT)
//@ floor
#define KILN_B_FLOOR(T, S, I, INF, LEAST) KILN_B_INLINE(T) floor(T x) { return __builtin_floor##S(x); }
KILN_B_REALS_THERE(KILN_B_FLOOR)
//@ ceil
#define KILN_B_CEIL(T, S, I, INF, LEAST) KILN_B_INLINE(T) ceil(T x) { return __builtin_ceil##S(x); }
KILN_B_REALS_THERE(KILN_B_CEIL)
//@ trunc
#define KILN_B_TRUNC(T, S, I, INF, LEAST) KILN_B_INLINE(T) trunc(T x) { return __builtin_trunc##S(x); }
KILN_B_REALS_THERE(KILN_B_TRUNC)
//@ ldexp
#ifdef cl_khr_fp64  // computed in double, where every step is exact
KILN_B_INLINE(float) ldexp(float x, int k) {
  const int some = k < -400 ? -400 : k > 400 ? 400 : k;
  return (float)(x * as_double((long)(some + 1023) << 52));
}
#endif
//@ ilogb
#ifdef cl_khr_fp64
KILN_B_INLINE(int) ilogb(float x) {
  if (x == 0) return FP_ILOGB0;
  return isfinite(x) ? (int)(as_ulong((double)x) >> 52 & 0x7ff) - 1023 : isnan(x) ? FP_ILOGBNAN : 0x7fffffff;
}
#endif

//@ max
#define KILN_B_MAX(T, ...) KILN_B_INLINE(T) max(T x, T y) { return x < y ? y : x; }
KILN_B_REALS(KILN_B_MAX) KILN_B_INTEGERS(KILN_B_MAX)
//@ min
#define KILN_B_MIN(T, ...) KILN_B_INLINE(T) min(T x, T y) { return y < x ? y : x; }
KILN_B_REALS(KILN_B_MIN) KILN_B_INTEGERS(KILN_B_MIN)
//@ clamp
#define KILN_B_CLAMP(T, ...)                           \
  KILN_B_INLINE(T) clamp(T x, T least, T most) {       \
    const T some = x < least ? least : x;            \
    return most < some ? most : some;                \
  }
KILN_B_REALS(KILN_B_CLAMP) KILN_B_INTEGERS(KILN_B_CLAMP)
//@ abs
#define KILN_B_ABS(T, U) KILN_B_INLINE(U) abs(T x) { return x < 0 ? (U)((U)0 - (U)x) : (U)x; }
KILN_B_INTEGERS(KILN_B_ABS)
//@ abs_diff
#define KILN_B_ABS_DIFF(T, U) KILN_B_INLINE(U) abs_diff(T x, T y) { return x < y ? (U)((U)y - (U)x) : (U)((U)x - (U)y); }
KILN_B_INTEGERS(KILN_B_ABS_DIFF)
//@ hadd
#define KILN_B_HADD(T, U) KILN_B_INLINE(T) hadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + (x & y & 1)); }
KILN_B_INTEGERS(KILN_B_HADD)
//@ rhadd
#define KILN_B_RHADD(T, U) KILN_B_INLINE(T) rhadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + ((x | y) & 1)); }
KILN_B_INTEGERS(KILN_B_RHADD)
//@ rotate
#define KILN_B_ROTATE(T, U)                                                                             \
  KILN_B_INLINE(T) rotate(T x, T y) {                                                                   \
    const uint bits = sizeof(T) * 8, left = (uint)y & (bits - 1), right = (bits - left) & (bits - 1); \
    return (T)(U)((U)((U)x << left) | (U)x >> right);                                                 \
  }
KILN_B_INTEGERS(KILN_B_ROTATE)
//@ kiln_end
// The greatest number of the type, or the least where x is negative.
#define KILN_B_END(T, U) KILN_B_INLINE(T) kiln_end(T x) { return (T)((U)((U)~(U)0 >> 1) ^ (x < 0 ? (U)~(U)0 : (U)0)); }
KILN_B_SIGNED(KILN_B_END)
//@ add_sat
#define KILN_B_ADD_SAT(T, U)                               \
  KILN_B_INLINE(T) add_sat(T x, T y) {                     \
    const T sum = (T)((U)x + (U)y);                      \
    return ((x ^ sum) & (y ^ sum)) < 0 ? kiln_end(x) : sum; \
  }
#define KILN_B_ADD_SAT_UNSIGNED(T, U) KILN_B_INLINE(U) add_sat(U x, U y) { return (U)(x + y) < x ? (U)~(U)0 : (U)(x + y); }
KILN_B_SIGNED(KILN_B_ADD_SAT) KILN_B_UNSIGNED(KILN_B_ADD_SAT_UNSIGNED)
//@ sub_sat
#define KILN_B_SUB_SAT(T, U)                                 \
  KILN_B_INLINE(T) sub_sat(T x, T y) {                       \
    const T rest = (T)((U)x - (U)y);                       \
    return ((x ^ y) & (x ^ rest)) < 0 ? kiln_end(x) : rest; \
  }
#define KILN_B_SUB_SAT_UNSIGNED(T, U) KILN_B_INLINE(U) sub_sat(U x, U y) { return x < y ? (U)0 : (U)(x - y); }
KILN_B_SIGNED(KILN_B_SUB_SAT) KILN_B_UNSIGNED(KILN_B_SUB_SAT_UNSIGNED)
//@ mul_hi
#define KILN_B_MUL_HI(T, U, N, W) KILN_B_INLINE(T) mul_hi(T x, T y) { return (T)((W)x * (W)y >> N); }
KILN_B_NARROW(KILN_B_MUL_HI)
//@ mad_hi
#define KILN_B_MAD_HI(T, U, ...) KILN_B_INLINE(T) mad_hi(T x, T y, T z) { return (T)((U)mul_hi(x, y) + (U)z); }
KILN_B_INTEGERS(KILN_B_MAD_HI)
//@ mad_sat
#define KILN_B_MAD_SAT(T, U, N, W)                                              \
  KILN_B_INLINE(T) mad_sat(T x, T y, T z) {                                     \
    const W sum = (W)x * (W)y + (W)z, most = ((W)1 << (N - 1)) - 1;           \
    return (T)(sum > most ? most : sum < -most - 1 ? -most - 1 : sum);        \
  }
#define KILN_B_MAD_SAT_UNSIGNED(T, U, N, W)                \
  KILN_B_INLINE(U) mad_sat(U x, U y, U z) {                \
    const W sum = (W)x * (W)y + (W)z, most = (U)~(U)0;   \
    return (U)(sum > most ? most : sum);                 \
  }
KILN_B_NARROW_SIGNED(KILN_B_MAD_SAT) KILN_B_NARROW_UNSIGNED(KILN_B_MAD_SAT_UNSIGNED)
//@ clz
#define KILN_B_CLZ(T, U, N, W) KILN_B_INLINE(T) clz(T x) { return (T)(x ? __builtin_clz((uint)(U)x) - (32 - N) : N); }
#define KILN_B_CLZ_WIDE(T) KILN_B_INLINE(T) clz(T x) { return x ? (T)__builtin_clzl((ulong)x) : (T)64; }
KILN_B_NARROW(KILN_B_CLZ) KILN_B_CLZ_WIDE(long) KILN_B_CLZ_WIDE(ulong)
//@ popcount
#define KILN_B_POPCOUNT(T, U, N, W) KILN_B_INLINE(T) popcount(T x) { return (T)__builtin_popcount((uint)(U)x); }
#define KILN_B_POPCOUNT_WIDE(T) KILN_B_INLINE(T) popcount(T x) { return (T)__builtin_popcountl((ulong)x); }
KILN_B_NARROW(KILN_B_POPCOUNT) KILN_B_POPCOUNT_WIDE(long) KILN_B_POPCOUNT_WIDE(ulong)

//@ kiln_loose
#define KILN_B_LOOSE(T, W) typedef T##W kiln_loose_##T##W __attribute__((aligned(sizeof(T)), may_alias));
#define KILN_B_LOADS_IN(SPACE, T, W) \
  KILN_B_INLINE(T##W) vload##W(size_t i, const SPACE T *p) { return *(const SPACE kiln_loose_##T##W *)(p + i * W); }
#define KILN_B_STORES_IN(SPACE, T, W) \
  KILN_B_INLINE(void) vstore##W(T##W x, size_t i, SPACE T *p) { *(SPACE kiln_loose_##T##W *)(p + i * W) = x; }
#define KILN_B_MOVES_OF(M, T, W) M(__global, T, W) M(__local, T, W) M(__private, T, W)
#define KILN_B_LOAD_OF(T, W) KILN_B_MOVES_OF(KILN_B_LOADS_IN, T, W)
#define KILN_B_STORE_OF(T, W) KILN_B_MOVES_OF(KILN_B_STORES_IN, T, W)
#ifdef cl_khr_fp64
#define KILN_B_EACH_LOOSE(M, W) M(char, W) M(uchar, W) M(short, W) M(ushort, W) M(int, W) M(uint, W) M(long, W) M(ulong, W) M(float, W) \
  M(double, W)
#else
#define KILN_B_EACH_LOOSE(M, W) M(char, W) M(uchar, W) M(short, W) M(ushort, W) M(int, W) M(uint, W) M(long, W) M(ulong, W) M(float, W)
#endif
KILN_B_EACH_LOOSE(KILN_B_LOOSE, 4) KILN_B_EACH_LOOSE(KILN_B_LOOSE, 8) KILN_B_EACH_LOOSE(KILN_B_LOOSE, 16)
//@ vload4 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_LOAD_OF, 4)
//@ vload8 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_LOAD_OF, 8)
//@ vload16 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_LOAD_OF, 16)
//@ vstore4 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_STORE_OF, 4)
//@ vstore8 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_STORE_OF, 8)
//@ vstore16 kiln_loose
KILN_B_EACH_LOOSE(KILN_B_STORE_OF, 16)
