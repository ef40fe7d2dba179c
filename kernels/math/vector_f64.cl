// SPDX-License-Identifier: Apache-2.0
// The macros of vector.cl for vectors of 8 doubles (suffix _x8). vector.cl comes before this file.
#define KILN_8(number) ((double8)(number))
#define KILN_STEP_8(p, x, c) p = fma(p, x, KILN_8(c))
#if KILN_VECTORS && defined(cl_khr_fp64)
KILN_VECTOR_FUNCTION int kiln_some_x8(long8 mask) { return as_long(convert_char8(mask)) != 0; }
#endif
