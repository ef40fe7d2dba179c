/* SPDX-License-Identifier: Apache-2.0
 * Types by code, and helpers of elementwise kernels. */
#ifndef KILN_COMPAT_UTIL_H
#define KILN_COMPAT_UTIL_H

#include <string.h>

#include <gpuarray/elemwise.h>
#include <gpuarray/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers a type: *t receives a typecode of its own, 512 or more, which is also the result. The struct must
 * live until the process ends. On failure the result is -1, and *ret receives the code unless ret is NULL. */
GPUARRAY_PUBLIC int gpuarray_register_type(gpuarray_type* t, int* ret);
/* The type of a code; it must not be changed. For an unknown code it has no name, size 0 and typecode -1. */
GPUARRAY_PUBLIC const gpuarray_type* gpuarray_get_type(int typecode);
/* The size of an element in bytes; 0 for an unknown code. */
GPUARRAY_PUBLIC size_t gpuarray_get_elsize(int typecode);
/* The GA_USE_* flags that kernels with these types need, combined by or. The list of types ends with -1. */
GPUARRAY_PUBLIC int gpuarray_type_flags(int init, ...);
/* The same for the types of `n` elementwise arguments. */
GPUARRAY_PUBLIC int gpuarray_type_flagsa(unsigned int n, gpuelemwise_arg* arg);
/* Merges neighbouring dimensions that are contiguous in all of `n` arguments: *nd, dim and each strs[k] (NULL
 * for a scalar) are overwritten. */
GPUARRAY_PUBLIC void gpuarray_elemwise_collapse(unsigned int n, unsigned int* nd, size_t* dim, ssize_t** strs);

typedef struct _ga_half_t {
  uint16_t h;
} ga_half_t;

/* IEEE binary16, rounded to nearest with ties to even. NaN stays NaN. */
static inline ga_half_t ga_float2half(float f) {
  ga_half_t half;
  uint32_t bits, sign, magnitude;
  memcpy(&bits, &f, sizeof bits);
  sign = bits >> 16 & 0x8000u;
  magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {
    half.h = (uint16_t)(sign | 0x7e00u | (magnitude >> 13 & 0x1ffu));
  } else if (magnitude >= 0x477ff000u) { /* 65520: half of the last step above the largest */
    half.h = (uint16_t)(sign | 0x7c00u);
  } else if (magnitude >= 0x38800000u) { /* normal; a carry out of the significand is right in the exponent */
    half.h = (uint16_t)(sign | ((magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13));
  } else if (magnitude > 0x33000000u) { /* subnormal, above half of the smallest */
    uint32_t const shift = 126u - (magnitude >> 23);
    uint32_t const significand = (magnitude & 0x7fffffu) | 0x800000u;
    uint32_t const below = significand & ((1u << shift) - 1u);
    uint32_t const tie = 1u << (shift - 1u);
    uint32_t kept = significand >> shift;
    kept += below > tie || (below == tie && (kept & 1u));
    half.h = (uint16_t)(sign | kept);
  } else {
    half.h = (uint16_t)sign;
  }
  return half;
}

#ifdef __cplusplus
}
#endif
#endif
