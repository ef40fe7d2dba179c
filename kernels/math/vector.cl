// SPDX-License-Identifier: Apache-2.0
// Common part of the vector functions (vector_*.cl), which it precedes. They replace the built-in functions on CPU
// devices whose compiler generates code for the processor itself, as PoCL's does, because the built-in ones are several
// times slower there. KILN_VECTORS is 1 on such devices with an fma instruction. Elsewhere it is 0, and the names
// (suffix _x16: vectors of 16 floats) stand for the built-in functions.
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
// One step of Horner's scheme. All coefficients were computed for Kiln as minimax fits.
#define KILN_STEP_16(p, x, c) p = fma(p, x, KILN_16(c))
// A non-negative y with the sign of x.
#define KILN_SIGNED_16(y, x) as_float16(as_int16(y) | (as_int16(x) & (int16)(1 << 31)))
#if KILN_VECTORS
// Whether a comparison holds for any element. PoCL's any() compiles to four branches for vectors.
KILN_VECTOR_FUNCTION int kiln_some_x16(int16 mask) {
  const long2 bytes = as_long2(convert_char16(mask));
  return (bytes.x | bytes.y) != 0;
}
#endif
#endif
