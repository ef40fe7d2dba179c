// SPDX-License-Identifier: Apache-2.0
// Before the functions of vectors (vector_*.cl): _x16 of 16 floats, _x8 of 8 doubles. They are for CPU devices whose compilers take
// OpenCL C to the processor themselves, as PoCL's does, whose own are 2 to 6 times slower. KILN_VECTORS: fma is one instruction and rounds
// once. Elsewhere the names stand for the built-in functions.
#if (defined(__FMA__) || defined(__aarch64__)) && !defined(__FAST_RELAXED_MATH__)
#define KILN_VECTORS 1
#else
#define KILN_VECTORS 0
#endif
#define KILN_VECTOR_FUNCTION static inline __attribute__((always_inline))
#define KILN_16(number) ((float16)(number))
#define KILN_8(number) ((double8)(number))
// One step of Horner's scheme. Coefficients are minimax fits of ours.
#define KILN_STEP_16(p, x, c) p = fma(p, x, KILN_16(c))
#define KILN_STEP_8(p, x, c) p = fma(p, x, KILN_8(c))
// y with the sign of x; y is not negative.
#define KILN_SIGNED_16(y, x) as_float16(as_int16(y) | (as_int16(x) & (int16)(1 << 31)))
