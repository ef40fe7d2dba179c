/* SPDX-License-Identifier: Apache-2.0
 * Random numbers from Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
 * 2, 3", 2011). They are not for cryptography.
 *
 * A generator has a key, which is the seed, and a counter of blocks of four 32-bit words. The same seed,
 * counter and call give the same bits on every device and in every memory layout: element i comes from a
 * fixed word of a fixed block, and logarithm, root, sine and cosine consist of exactly rounded operations.
 * There is one exception: devices without double precision sum the weights of kiln_random_choice() in
 * float32.
 *
 * Block b has the counter words (low half of b, high half of b, 0, 0) and the key words (low half of the
 * seed, high half). A call takes blocks from the counter on, in order; a call that is refused takes none:
 *  - bits: 16 bytes from each block, in the order of memory;
 *  - uniform, normal and exponential of float32, float16 and bfloat16, and bernoulli: 4 elements from each
 *    block;
 *  - uniform, normal and exponential of float64, integers, and choice with replacement: 2 elements from each
 *    block;
 *  - permutation and choice without replacement: 2 blocks for each call that has elements.
 *
 * Results. If `destination` is NULL, *out receives a new C-order array of `dtype`. Otherwise numbers of
 * `dtype` go to `destination`, which must have the shape that is given. It may have any strides. It keeps its
 * dtype: the numbers are converted to it. `out` may then be NULL, else it receives another reference to the
 * destination. Arrays belong to the generator's context. */
#ifndef KILN_RANDOM_H
#define KILN_RANDOM_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A new generator whose counter is 0. Calls on it from several threads at once take distinct blocks. */
KILN_API kiln_status kiln_random_create(kiln_context context, uint64_t seed, kiln_random* out);
KILN_API kiln_random kiln_random_retain(kiln_random random);
KILN_API void kiln_random_release(kiln_random random);
/* *out receives the number of the block that the next call begins with. Setting it makes the generator repeat
 * or skip numbers. The counter wraps at 2^64. */
KILN_API kiln_status kiln_random_counter(kiln_random random, uint64_t* out);
KILN_API kiln_status kiln_random_set_counter(kiln_random random, uint64_t counter);

/* Uniformly distributed numbers of [low, high), of a floating-point dtype: low + (high - low) * u, where u in
 * [0, 1) has as many random bits as the dtype has binary digits (float16 11, bfloat16 8, float32 24, float64
 * 53). low and high are rounded to the dtype first. Then low < high must hold and high - low must be finite
 * (KILN_INVALID_ARGUMENT). */
KILN_API kiln_status kiln_random_uniform(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                         double low, double high, kiln_array destination, kiln_array* out);
/* Normally distributed numbers of a floating-point dtype, by the transform of Box and Muller: it makes two
 * numbers of two random 32-bit words (float64: 64-bit words). A number is at most 6.7 (float64: 9.5)
 * deviations from the mean. `deviation` must be at least 0. */
KILN_API kiln_status kiln_random_normal(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                        double mean, double deviation, kiln_array destination, kiln_array* out);
/* Exponentially distributed numbers of a floating-point dtype, with the mean `scale`, which must be at least
 * 0. */
KILN_API kiln_status kiln_random_exponential(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                             double scale, kiln_array destination, kiln_array* out);
/* Uniformly distributed integers of [low, high), of an integer dtype that holds low and high - 1. They come
 * from Lemire's multiplication of 64-bit words without rejection: no number's probability is wrong by more
 * than 2^-64. */
KILN_API kiln_status kiln_random_integers(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                          int64_t low, int64_t high, kiln_array destination, kiln_array* out);
/* Numbers of any dtype that are 1 with probability p, and else 0. p is rounded to a multiple of 2^-32. */
KILN_API kiln_status kiln_random_bernoulli(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                           double p, kiln_array destination, kiln_array* out);
/* Unsigned integers (uint8 to uint64) whose bits are all random. */
KILN_API kiln_status kiln_random_bits(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_array destination, kiln_array* out);
/* The int64 numbers 0 .. n-1 in random order. The permutation comes from a keyed bijection of [0, n): a
 * Feistel network, applied until the number lies in [0, n), and a rotation. It computes each element by
 * itself and needs no table. Each number is at each place with probability 1/n. All n! orders occur as long
 * as n! is well below 2^128, the number of keys. */
KILN_API kiln_status kiln_random_permutation(kiln_random random, int64_t n, kiln_array destination, kiln_array* out);
/* `count` of the int64 numbers 0 .. n-1. If `replace` is not 0, a number may be chosen several times.
 * Otherwise they are the first `count` numbers of a permutation, and count is at most n. `probabilities` is
 * NULL for equal ones, or n weights of a floating-point dtype, which need not sum to 1; weights need
 * `replace`. With weights the call waits for the device, and it is KILN_INVALID_ARGUMENT if a weight is
 * negative or not finite, or if the sum is 0 or overflows. One work-item sums the weights, which suits up to
 * some 100000 of them. */
KILN_API kiln_status kiln_random_choice(kiln_random random, int64_t n, int64_t count, int replace,
                                        kiln_array probabilities, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
