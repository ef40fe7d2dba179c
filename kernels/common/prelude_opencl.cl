// SPDX-License-Identifier: Apache-2.0
// This text precedes every portable kernel on OpenCL devices. It defines the macros that docs/reference/kernels.md describes and
// the functions that generated kernels use. prelude_cuda.cu is its counterpart.
#define KILN_OPENCL 1

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define KILN_KERNEL __kernel
#define KILN_FUNCTION static
#define KILN_GLOBAL __global
#define KILN_LOCAL __local
#define KILN_LOCAL_POINTER(T, name, array) __local T *name = (__local T *)(array)
// An array argument is two kernel arguments: the base pointer of a buffer and the byte offset of the array in it. A
// view may so begin at any byte, whatever alignment the device asks of buffers. KILN_ARG declares the two arguments;
// KILN_PTR makes the typed pointer `name` from them.
#define KILN_ARG(T, name) __global T *name##_base, ulong name##_offset
#define KILN_PTR(T, name) __global T *name = (__global T *)(KILN_TOUCHED (__global char *)name##_base + name##_offset)
#define KILN_PTR_RESTRICT(T, name) \
  __global T *restrict name = (__global T *)(KILN_TOUCHED (__global char *)name##_base + name##_offset)
#if defined(__x86_64__) && defined(__AVX512VL__)
// Compilers turn a choice between operands into masked loads. A masked load whose mask is empty takes hundreds of
// cycles if the page's accessed bit is clear, and it does not set the bit. This happens to the constants of a new
// kernel and to operands of `where`, so kernels read one element of each page by an ordinary load (KILN_TOUCH).
__constant uint kiln_constant = 1;
#define KILN_TOUCH(T, at) (void)*(volatile T *)(at)
#define KILN_TOUCHED KILN_TOUCH(__constant uint, &kiln_constant),
#else
#define KILN_TOUCH(T, at)
#define KILN_TOUCHED
#endif
// KILN_PREFETCH(address, write, locality) asks for the cache line at `address`. KILN_VECTORIZE before a loop asks the
// compiler to vectorise it; PoCL 5.0 does so only when asked. KILN_APART asks for the same and promises that no
// iteration reads an element that another writes; without the promise compilers check for overlap and, where the result
// is an input too, fall back to scalar code. All three are empty where the compiler has no such thing (SPIR-V).
#define KILN_PREFETCH(address, write, locality)
#define KILN_VECTORIZE
#define KILN_APART
#if defined(__has_builtin) && (defined(__x86_64__) || defined(__aarch64__))
#if __has_builtin(__builtin_prefetch)
#undef KILN_PREFETCH
#define KILN_PREFETCH(address, write, locality) __builtin_prefetch((const void *)(ulong)(address), write, locality)
#endif
#ifdef __clang__
#undef KILN_VECTORIZE
#undef KILN_APART
#define KILN_VECTORIZE _Pragma("clang loop vectorize(enable)")
#define KILN_APART _Pragma("clang loop vectorize(assume_safety)")
#endif
#endif
#define KILN_LOCAL_ARG(T, name) __local T *name##_local
#define KILN_LOCAL_PTR(T, name) __local T *name = name##_local

#define KILN_FLOAT2(re, im) ((float2)((re), (im)))
#define KILN_DOUBLE2(re, im) ((double2)((re), (im)))

// float16 and bfloat16 are stored as ushort and computed as float.
#ifdef __x86_64__
// Branch-free conversions, which compilers vectorise; PoCL's convert one element at a time. Subnormal halves go through
// a float addition: from half it is exact, and to half it rounds to multiples of 2^-24.
KILN_FUNCTION float kiln_from_half(ushort bits) {
  const uint sign = (uint)(bits & 0x8000) << 16, rest = (uint)(bits & 0x7fff) << 13;
  const uint small = as_uint(as_float(rest + (113u << 23)) - as_float(113u << 23));
  const uint value = rest < (1u << 23) ? small : rest + (rest < (31u << 23) ? 112u << 23 : 224u << 23);
  return as_float(sign | value);
}
KILN_FUNCTION ushort kiln_to_half(float value) {
  const uint sign = as_uint(value) & 0x80000000u, rest = as_uint(value) ^ sign;
  const uint small = as_uint(as_float(rest) + 0.5f) - as_uint(0.5f);
  const uint whole = (rest - (112u << 23) + 0xfffu + ((rest >> 13) & 1u)) >> 13;
  // NaN, or a number too large for a half
  const uint past = rest > 0x7f800000u ? 0x7e00u | ((rest >> 13) & 0x3ffu) : 0x7c00u;
  return (ushort)((sign >> 16) | (rest < (113u << 23) ? small : rest < (143u << 23) ? whole : past));
}
#else
KILN_FUNCTION float kiln_from_half(ushort bits) { return vload_half(0, (const half *)&bits); }
KILN_FUNCTION ushort kiln_to_half(float value) {
  ushort bits;
  vstore_half_rte(value, 0, (half *)&bits);
  return bits;
}
#endif
KILN_FUNCTION float kiln_from_bfloat(ushort bits) { return as_float((uint)bits << 16); }
KILN_FUNCTION ushort kiln_to_bfloat(float value) {
  uint bits = as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return (ushort)((bits >> 16) | 0x40u);  // NaN stays NaN
  return (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
// Saturating x * y + z of long. Some drivers' mad_sat is wrong for long.
KILN_FUNCTION long kiln_mad_sat(long x, long y, long z) {
  // Adds z to the 128-bit product, then clamps the sum.
  ulong low = (ulong)x * (ulong)y;
  long high = mul_hi(x, y);
  ulong sum = low + (ulong)z;
  high += (z < 0 ? -1 : 0) + (sum < low ? 1 : 0);
  if (high == ((long)sum < 0 ? -1 : 0)) return (long)sum;
  return high < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffl;
}
