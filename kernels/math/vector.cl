// SPDX-License-Identifier: Apache-2.0
// Before the functions of vectors (vector_*.cl), which are for CPU devices whose compilers take OpenCL C to the processor themselves, as
// PoCL's does, whose own are up to 15 times slower. KILN_VECTORS: fma is one instruction and rounds once. Elsewhere the names, of 16
// elements with _x16, stand for the built-in functions.
#ifndef KILN_VECTORS
#if defined(KILN_OPENCL) && (defined(__FMA__) || defined(__aarch64__)) && !defined(__FAST_RELAXED_MATH__)
#define KILN_VECTORS 1
#else
#define KILN_VECTORS 0
#endif
#ifdef KILN_OPENCL
#define KILN_VECTOR_FUNCTION static inline __attribute__((always_inline))
#else
#define KILN_VECTOR_FUNCTION KILN_FUNCTION
#endif
#define KILN_16(number) ((float16)(number))
// One step of Horner's scheme. Coefficients are minimax fits of ours.
#define KILN_STEP_16(p, x, c) p = fma(p, x, KILN_16(c))
// y with the sign of x; y is not negative.
#define KILN_SIGNED_16(y, x) as_float16(as_int16(y) | (as_int16(x) & (int16)(1 << 31)))
#if KILN_VECTORS
// Whether a comparison holds for any element. PoCL's any() of vectors takes four branches.
KILN_VECTOR_FUNCTION int kiln_some_x16(int16 mask) {
  const long2 bytes = as_long2(convert_char16(mask));
  return (bytes.x | bytes.y) != 0;
}
#endif
#endif
