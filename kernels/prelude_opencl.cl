// SPDX-License-Identifier: Apache-2.0
// Put before every portable kernel on OpenCL devices: the macros of docs/kernels.md, and what generated kernels use.
#define KILN_OPENCL 1

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define KILN_KERNEL __kernel
#define KILN_FUNCTION static
#define KILN_GLOBAL __global
#define KILN_LOCAL __local
// Arrays come as a base pointer and a byte offset: views need no alignment the device would insist on.
#define KILN_ARG(T, name) __global T *name##_base, ulong name##_offset
#define KILN_PTR(T, name) __global T *name = (__global T *)((__global char *)name##_base + name##_offset)
#define KILN_PTR_RESTRICT(T, name) \
  __global T *restrict name = (__global T *)((__global char *)name##_base + name##_offset)
#define KILN_LOCAL_ARG(T, name) __local T *name##_local
#define KILN_LOCAL_PTR(T, name) __local T *name = name##_local

#define KILN_FLOAT2(re, im) ((float2)((re), (im)))
#define KILN_DOUBLE2(re, im) ((double2)((re), (im)))

// float16 and bfloat16 are stored as ushort and computed as float.
KILN_FUNCTION float kiln_from_half(ushort bits) { return vload_half(0, (const half *)&bits); }
KILN_FUNCTION ushort kiln_to_half(float value) {
  ushort bits;
  vstore_half_rte(value, 0, (half *)&bits);
  return bits;
}
KILN_FUNCTION float kiln_from_bfloat(ushort bits) { return as_float((uint)bits << 16); }
KILN_FUNCTION ushort kiln_to_bfloat(float value) {
  uint bits = as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return (ushort)((bits >> 16) | 0x40u);  // NaN stays NaN
  return (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
// mad_sat of long: not every driver has it right.
KILN_FUNCTION long kiln_mad_sat(long x, long y, long z) {
  // The sum of the 128-bit product and z, then clamped.
  ulong low = (ulong)x * (ulong)y;
  long high = mul_hi(x, y);
  ulong sum = low + (ulong)z;
  high += (z < 0 ? -1 : 0) + (sum < low ? 1 : 0);
  if (high == ((long)sum < 0 ? -1 : 0)) return (long)sum;
  return high < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffl;
}
