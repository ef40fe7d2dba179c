/* SPDX-License-Identifier: Apache-2.0
 * Random numbers from Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
 * 2, 3", 2011). A generator is a key (the seed) and a counter of blocks, four 32-bit words each. The same
 * seed, counter and call give the same bits on every device and in every layout: element i comes from a fixed
 * word of a fixed block, and logarithm, root, sine and cosine are spelled out in exactly rounded operations.
 * Only choices by weights differ on devices without double precision, which sum weights in float32. Not for
 * cryptography.
 *
 * Block b has counter words (low half of b, high half of b, 0, 0) and key words (low half of the seed, high
 * half). A call takes its blocks from the counter on, in order; a refused call takes none:
 *  - bits: 16 bytes a block, in the order of memory;
 *  - uniform, normal, exponential of float32, float16 and bfloat16, and bernoulli: 4 elements a block;
 *  - uniform, normal, exponential of float64, integers, choice with replacement: 2 elements a block;
 *  - permutation, choice without replacement: 2 blocks a call that has elements.
 *
 * Results: with `destination` NULL, *out receives a new C-order array of `dtype`. Otherwise the numbers of
 * `dtype` go to `destination`, which has the shape given, may have any strides, and keeps its dtype (numbers
 * are converted to it); `out` may then be NULL, else it receives another reference. Arrays are of the
 * generator's context. */
#ifndef KILN_RANDOM_H
#define KILN_RANDOM_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread-safe: concurrent calls take distinct blocks. */
KILN_API kiln_status kiln_random_create(kiln_context context, uint64_t seed, kiln_random* out);
KILN_API kiln_random kiln_random_retain(kiln_random random);
KILN_API void kiln_random_release(kiln_random random);
/* The block that the next call begins with. Setting it makes a generator repeat or skip; it wraps at 2^64. */
KILN_API kiln_status kiln_random_counter(kiln_random random, uint64_t* out);
KILN_API kiln_status kiln_random_set_counter(kiln_random random, uint64_t counter);

/* [low, high); float16, bfloat16, float32 or float64: low + (high - low) * u, where u has as many random bits
 * as the dtype has digits (11, 8, 24, 53). low < high, both rounded to the dtype first; high - low is finite.
 */
KILN_API kiln_status kiln_random_uniform(kiln_random random, kiln_dtype dtype, size_t ndim,
                                         const int64_t* shape, double low, double high,
                                         kiln_array destination, kiln_array* out);
/* Floating-point dtypes; Box and Muller's transform of two 32-bit words (float64: 64-bit words) into two
 * numbers, at most 6.7 (9.5) deviations from the mean. deviation at least 0. */
KILN_API kiln_status kiln_random_normal(kiln_random random, kiln_dtype dtype, size_t ndim,
                                        const int64_t* shape, double mean, double deviation,
                                        kiln_array destination, kiln_array* out);
/* Floating-point dtypes; mean `scale`, at least 0. */
KILN_API kiln_status kiln_random_exponential(kiln_random random, kiln_dtype dtype, size_t ndim,
                                             const int64_t* shape, double scale, kiln_array destination,
                                             kiln_array* out);
/* [low, high); integer dtypes that hold both low and high - 1. Lemire's multiplication of 64-bit words
 * without rejection: no number's probability is off by more than 2^-64. */
KILN_API kiln_status kiln_random_integers(kiln_random random, kiln_dtype dtype, size_t ndim,
                                          const int64_t* shape, int64_t low, int64_t high,
                                          kiln_array destination, kiln_array* out);
/* bool, or any number dtype: 1 with probability p, which is rounded to a multiple of 2^-32, else 0. */
KILN_API kiln_status kiln_random_bernoulli(kiln_random random, kiln_dtype dtype, size_t ndim,
                                           const int64_t* shape, double p, kiln_array destination,
                                           kiln_array* out);
/* All bits random: uint8 to uint64. */
KILN_API kiln_status kiln_random_bits(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_array destination, kiln_array* out);
/* 0 .. n-1 in random order, int64: a pseudo-random permutation from a keyed bijection of [0, n) (a Feistel
 * network walked until it arrives inside, then a rotation), which computes each element by itself and keeps
 * no table. Each element is at each place with probability 1/n; all n! orders occur while n! is well below
 * the 2^128 keys. */
KILN_API kiln_status kiln_random_permutation(kiln_random random, int64_t n, kiln_array destination,
                                             kiln_array* out);
/* `count` of 0 .. n-1, int64: with replacement; or, `replace` 0, without: the first `count` of a permutation,
 * count at most n. `probabilities`: NULL for equal ones, or n weights of a floating-point dtype that need not
 * sum to 1 (with replacement only). With weights the call waits for the device, and a weight that is negative
 * or not finite, or a sum that is 0 or overflows, is KILN_INVALID_ARGUMENT. Weights are summed by one
 * work-item: for up to some 100000 of them. */
KILN_API kiln_status kiln_random_choice(kiln_random random, int64_t n, int64_t count, int replace,
                                        kiln_array probabilities, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
