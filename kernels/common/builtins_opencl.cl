// SPDX-License-Identifier: Apache-2.0
// Declarations of the OpenCL C built-in functions that Kiln's kernels call. Some compilers otherwise parse OpenCL's
// whole header for each program (OpenclContext::declares_builtins says when this file takes its place). Each function
// is declared for all scalar types, so that a call resolves as it does behind the whole header. Vectors are declared
// only in the widths that generated code uses: float16 and double8, and double4 of few functions.
#define KILN_BUILTIN(T) T __attribute__((overloadable, const))
#define KILN_BUILTIN_READS(T) T __attribute__((overloadable, pure))
#define KILN_BUILTIN_WRITES(T) T __attribute__((overloadable))

// ---- Items ----
KILN_BUILTIN(uint) get_work_dim(void);
KILN_BUILTIN(size_t) get_global_id(uint);
KILN_BUILTIN(size_t) get_global_size(uint);
KILN_BUILTIN(size_t) get_local_id(uint);
KILN_BUILTIN(size_t) get_local_size(uint);
KILN_BUILTIN(size_t) get_group_id(uint);
KILN_BUILTIN(size_t) get_num_groups(uint);
void __attribute__((overloadable, convergent)) barrier(cl_mem_fence_flags);

// ---- Real functions ----
#define KILN_REAL_1(T, f) KILN_BUILTIN(T) f(T);
#define KILN_REAL_2(T, f) KILN_BUILTIN(T) f(T, T);
#define KILN_REAL_3(T, f) KILN_BUILTIN(T) f(T, T, T);
#define KILN_REAL_INT(T, I, f) KILN_BUILTIN(T) f(T, I);
#define KILN_TO_INT(T, I, f) KILN_BUILTIN(I) f(T);
#define KILN_TEST_1(T, I, f) KILN_BUILTIN(I) f(T);
#define KILN_TEST_2(T, I, f) KILN_BUILTIN(I) f(T, T);
#define KILN_PLACE(T, I, f) KILN_BUILTIN_WRITES(T) f(T, __private I *);
#ifdef cl_khr_fp64
#define KILN_EACH_REAL(M, f) M(float, f) M(float16, f) M(double, f) M(double8, f)
// Real functions whose arguments or results include integers: KILN_EACH_REAL_AND_INT is for those that have an int for
// each number, such as ldexp, and KILN_EACH_REAL_AND_MASK for tests and comparisons.
#define KILN_EACH_REAL_AND_INT(M, f) M(float, int, f) M(float16, int16, f) M(double, int, f) M(double8, int8, f)
#define KILN_EACH_REAL_AND_MASK(M, f) M(float, int, f) M(float16, int16, f) M(double, int, f) M(double8, long8, f)
#else
#define KILN_EACH_REAL(M, f) M(float, f) M(float16, f)
#define KILN_EACH_REAL_AND_INT(M, f) M(float, int, f) M(float16, int16, f)
#define KILN_EACH_REAL_AND_MASK(M, f) KILN_EACH_REAL_AND_INT(M, f)
#endif
#define KILN_1(f) KILN_EACH_REAL(KILN_REAL_1, f)
#define KILN_2(f) KILN_EACH_REAL(KILN_REAL_2, f)
#define KILN_3(f) KILN_EACH_REAL(KILN_REAL_3, f)
KILN_1(acos) KILN_1(acosh) KILN_1(acospi) KILN_1(asin) KILN_1(asinh) KILN_1(asinpi) KILN_1(atan) KILN_1(atanh) KILN_1(atanpi)
KILN_1(cbrt) KILN_1(ceil) KILN_1(cos) KILN_1(cosh) KILN_1(cospi) KILN_1(degrees) KILN_1(erf) KILN_1(erfc) KILN_1(exp)
KILN_1(exp10) KILN_1(exp2) KILN_1(expm1) KILN_1(fabs) KILN_1(floor) KILN_1(lgamma) KILN_1(log) KILN_1(log10) KILN_1(log1p)
KILN_1(log2) KILN_1(logb) KILN_1(radians) KILN_1(rint) KILN_1(round) KILN_1(rsqrt) KILN_1(sign) KILN_1(sin) KILN_1(sinh)
KILN_1(sinpi) KILN_1(sqrt) KILN_1(tan) KILN_1(tanh) KILN_1(tanpi) KILN_1(tgamma) KILN_1(trunc)
KILN_2(atan2) KILN_2(atan2pi) KILN_2(copysign) KILN_2(fdim) KILN_2(fmax) KILN_2(fmin) KILN_2(fmod) KILN_2(hypot) KILN_2(maxmag)
KILN_2(minmag) KILN_2(nextafter) KILN_2(pow) KILN_2(powr) KILN_2(remainder) KILN_2(step)
#ifdef cl_khr_fp64
KILN_REAL_2(double4, fmod) KILN_REAL_2(double4, pow) KILN_REAL_2(double4, powr) KILN_REAL_2(double4, remainder)
#endif
KILN_3(fma) KILN_3(mad) KILN_3(mix) KILN_3(smoothstep)
KILN_EACH_REAL_AND_INT(KILN_TO_INT, ilogb)
KILN_EACH_REAL_AND_INT(KILN_REAL_INT, ldexp) KILN_EACH_REAL_AND_INT(KILN_REAL_INT, pown)
KILN_EACH_REAL_AND_INT(KILN_REAL_INT, rootn)
KILN_EACH_REAL_AND_INT(KILN_PLACE, frexp) KILN_EACH_REAL_AND_INT(KILN_PLACE, lgamma_r)
KILN_EACH_REAL_AND_MASK(KILN_TEST_1, isfinite) KILN_EACH_REAL_AND_MASK(KILN_TEST_1, isinf)
KILN_EACH_REAL_AND_MASK(KILN_TEST_1, isnan) KILN_EACH_REAL_AND_MASK(KILN_TEST_1, isnormal)
KILN_EACH_REAL_AND_MASK(KILN_TEST_1, signbit)
KILN_EACH_REAL_AND_MASK(KILN_TEST_2, isordered) KILN_EACH_REAL_AND_MASK(KILN_TEST_2, isunordered)

// ---- Integer functions ----
#define KILN_WHOLE_1(T, U, f) KILN_BUILTIN(T) f(T);
#define KILN_WHOLE_2(T, U, f) KILN_BUILTIN(T) f(T, T);
#define KILN_WHOLE_3(T, U, f) KILN_BUILTIN(T) f(T, T, T);
#define KILN_TO_UNSIGNED_1(T, U, f) KILN_BUILTIN(U) f(T);
#define KILN_TO_UNSIGNED_2(T, U, f) KILN_BUILTIN(U) f(T, T);
#define KILN_EACH_INTEGER(M, f) \
  M(char, uchar, f) M(uchar, uchar, f) M(short, ushort, f) M(ushort, ushort, f) \
  M(int, uint, f) M(uint, uint, f) M(long, ulong, f) M(ulong, ulong, f)
KILN_EACH_INTEGER(KILN_TO_UNSIGNED_1, abs) KILN_EACH_INTEGER(KILN_TO_UNSIGNED_2, abs_diff)
KILN_EACH_INTEGER(KILN_WHOLE_1, clz) KILN_EACH_INTEGER(KILN_WHOLE_1, popcount)
KILN_EACH_INTEGER(KILN_WHOLE_2, add_sat) KILN_EACH_INTEGER(KILN_WHOLE_2, hadd) KILN_EACH_INTEGER(KILN_WHOLE_2, mul_hi)
KILN_EACH_INTEGER(KILN_WHOLE_2, rhadd) KILN_EACH_INTEGER(KILN_WHOLE_2, rotate) KILN_EACH_INTEGER(KILN_WHOLE_2, sub_sat)
KILN_EACH_INTEGER(KILN_WHOLE_3, mad_hi) KILN_EACH_INTEGER(KILN_WHOLE_3, mad_sat)
// Functions that exist for real numbers too.
KILN_EACH_INTEGER(KILN_WHOLE_2, max) KILN_EACH_INTEGER(KILN_WHOLE_2, min) KILN_EACH_INTEGER(KILN_WHOLE_3, clamp)
KILN_2(max) KILN_2(min) KILN_3(clamp)

// ---- Vectors ----
#define KILN_SELECT(T, I) KILN_BUILTIN(T) select(T, T, I);
KILN_SELECT(float16, int16) KILN_SELECT(uchar16, char16) KILN_SELECT(ushort16, short16) KILN_SELECT(uint16, int16)
KILN_SELECT(ulong16, long16)
#define KILN_KEYS_2(T, f) KILN_BUILTIN(T) f(T, T);
#define KILN_EACH_KEYS(f) KILN_KEYS_2(uchar16, f) KILN_KEYS_2(ushort16, f) KILN_KEYS_2(uint16, f) KILN_KEYS_2(ulong16, f)
KILN_EACH_KEYS(max) KILN_EACH_KEYS(min)
// Conversions between the types of comparison masks in generated code and of sort keys.
#define KILN_CONVERT_KEYS(T)                                                                                         \
  KILN_BUILTIN(T) convert_##T(char16); KILN_BUILTIN(T) convert_##T(uchar16); KILN_BUILTIN(T) convert_##T(short16);   \
  KILN_BUILTIN(T) convert_##T(ushort16); KILN_BUILTIN(T) convert_##T(int16); KILN_BUILTIN(T) convert_##T(uint16);    \
  KILN_BUILTIN(T) convert_##T(long16); KILN_BUILTIN(T) convert_##T(ulong16);
KILN_CONVERT_KEYS(uchar16) KILN_CONVERT_KEYS(ushort16) KILN_CONVERT_KEYS(uint16) KILN_CONVERT_KEYS(ulong16)
KILN_BUILTIN(int16) convert_int16(uchar16);
KILN_BUILTIN(int16) convert_int16(float16);
KILN_BUILTIN(float16) convert_float16(int16);
KILN_BUILTIN(char16) convert_char16(int16);
KILN_BUILTIN(long8) convert_long8(uchar8);
KILN_BUILTIN(uchar8) convert_uchar8(long8);

// ---- Memory ----
#define KILN_MOVES_IN(SPACE, T, W)                                 \
  KILN_BUILTIN_READS(T##W) vload##W(size_t, const SPACE T *);      \
  KILN_BUILTIN_WRITES(void) vstore##W(T##W, size_t, SPACE T *);
#define KILN_MOVES(T, W) KILN_MOVES_IN(__global, T, W) KILN_MOVES_IN(__local, T, W) KILN_MOVES_IN(__private, T, W)
#define KILN_EACH_MOVE(T) KILN_MOVES(T, 4) KILN_MOVES(T, 8) KILN_MOVES(T, 16)
KILN_EACH_MOVE(char) KILN_EACH_MOVE(uchar) KILN_EACH_MOVE(short) KILN_EACH_MOVE(ushort) KILN_EACH_MOVE(int)
KILN_EACH_MOVE(uint) KILN_EACH_MOVE(long) KILN_EACH_MOVE(ulong) KILN_EACH_MOVE(float)
// Loads and stores of rows of small matrices (gemm_small.cl).
#define KILN_SHORT_MOVE(T) KILN_MOVES_IN(__global, T, 2) KILN_MOVES_IN(__global, T, 3)
KILN_SHORT_MOVE(uint) KILN_SHORT_MOVE(ulong) KILN_SHORT_MOVE(float)
#ifdef cl_khr_fp64
KILN_SELECT(double8, long8) KILN_SELECT(long8, long8)
KILN_BUILTIN(char8) convert_char8(long8);
KILN_BUILTIN(double8) convert_double8(float8);
KILN_BUILTIN(double8) convert_double8(int8);
KILN_BUILTIN(float8) convert_float8(double8);
KILN_EACH_MOVE(double)
KILN_SHORT_MOVE(double)
#endif
#define KILN_HALVES(SPACE)                                                \
  KILN_BUILTIN_READS(float) vload_half(size_t, const SPACE half *);       \
  KILN_BUILTIN_WRITES(void) vstore_half_rte(float, size_t, SPACE half *);
KILN_HALVES(__global) KILN_HALVES(__local) KILN_HALVES(__private)

// ---- Atomics ----
#define KILN_ATOMICS_IN(SPACE, T)                                   \
  KILN_BUILTIN_WRITES(T) atomic_add(volatile SPACE T *, T);         \
  KILN_BUILTIN_WRITES(T) atomic_cmpxchg(volatile SPACE T *, T, T);  \
  KILN_BUILTIN_WRITES(T) atomic_inc(volatile SPACE T *);            \
  KILN_BUILTIN_WRITES(T) atomic_max(volatile SPACE T *, T);         \
  KILN_BUILTIN_WRITES(T) atomic_min(volatile SPACE T *, T);         \
  KILN_BUILTIN_WRITES(T) atomic_or(volatile SPACE T *, T);
KILN_ATOMICS_IN(__global, int) KILN_ATOMICS_IN(__global, uint) KILN_ATOMICS_IN(__local, int) KILN_ATOMICS_IN(__local, uint)
