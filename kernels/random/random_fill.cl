// SPDX-License-Identifier: Apache-2.0
// Fills n contiguous elements with random numbers. Elements L b .. L b + L - 1 come from block first + b of the
// generator, whatever the launch geometry. random_bits.cl and random_real.cl come before this file. On CPU devices
// (KILN_CHUNKS) an item has `chunk` blocks; on others items stride over the blocks.
//
// The generator of the text (lib/array/random) defines L (KILN_LANES), the stored type, its parameters and
// KILN_DRAW(block, at, v), which makes v[0 .. L-1] of a block by one of the draws below; `at` is the block's number in
// this call. KILN_PLACE declares the arguments that say where the numbers start: counter and seed themselves, or memory
// that holds them. KILN_FIND_PLACE then reads them from there. KILN_PREPARE comes once before the draws.

// Draws from the words w[0 .. 3] of a block. KILN_REAL(name) chooses the function for 32 or 64 bits, KILN_WORD(w, j) is
// the j-th word of that many bits, and KILN_TO_STORAGE converts to the stored type.
#define KILN_FROM_WORDS(draw, block, v) \
  uint w[4];                            \
  kiln_philox(block, stream, seed, w);  \
  draw(w, v)
#define KILN_EACH_LANE \
  _Pragma("unroll") for (int j = 0; j < KILN_LANES; ++j)

#define KILN_DRAW_BITS(w, v) KILN_EACH_LANE v[j] = w[j];

// Scales the top KILN_DIGITS bits of a word, as many as the result's dtype has, by KILN_UNIT. `last` is the number just
// below `high`.
#define KILN_DRAW_UNIFORM(w, v)                                                                         \
  KILN_EACH_LANE {                                                                                      \
    const KILN_FLOAT r = fma((KILN_FLOAT)(KILN_WORD(w, j) >> (KILN_BITS - KILN_DIGITS)) * KILN_UNIT, width, low); \
    v[j] = KILN_TO_STORAGE(KILN_REAL(kiln_plain_zero)(r < last ? r : last));                                \
  }

#define KILN_NORMALS(w, v, scaled)                                                                      \
  _Pragma("unroll") for (int j = 0; j < KILN_LANES; j += 2) {                                           \
    KILN_FLOAT a, b;                                                                                    \
    KILN_REAL(kiln_normal)(KILN_WORD(w, j), KILN_WORD(w, j + 1), &a, &b);                               \
    v[j] = KILN_TO_STORAGE(scaled(a));                                                                  \
    v[j + 1] = KILN_TO_STORAGE(scaled(b));                                                              \
  }
#define KILN_SCALED(x) KILN_REAL(kiln_plain_zero)(fma(deviation, x, mean))
#define KILN_DRAW_NORMAL(w, v) KILN_NORMALS(w, v, KILN_SCALED)
// For mean 0 and deviation 1 scaling would change no bit, as the only zero is +0.
#define KILN_DRAW_STANDARD_NORMAL(w, v) KILN_NORMALS(w, v, )

#define KILN_DRAW_EXPONENTIAL(w, v) \
  KILN_EACH_LANE v[j] = KILN_TO_STORAGE(scale * KILN_REAL(kiln_minus_log)(KILN_WORD(w, j)));

// Lemire's multiplication ("Fast random integer generation in an interval", 2019) without rejection, so that each
// element keeps its place in the sequence.
#define KILN_DRAW_INTEGERS(w, v) KILN_EACH_LANE v[j] = (KILN_STORED)(low + kiln_mul_high(kiln_wide_word(w, j), range));

#define KILN_DRAW_BERNOULLI(w, v) KILN_EACH_LANE v[j] = w[j] <= most ? (KILN_STORED)one : (KILN_STORED)0;

// The index of the first running sum that exceeds a uniform random number between 0 and the whole sum.
#define KILN_DRAW_WEIGHTED(w, v)                                                                        \
  KILN_EACH_LANE {                                                                                      \
    const KILN_FLOAT share = (KILN_FLOAT)(kiln_wide_word(w, j) >> (64 - KILN_DIGITS)) * KILN_UNIT * sums[places - 1]; \
    ulong begin = 0, end = places - 1;                                                                  \
    while (begin < end) {                                                                               \
      const ulong middle = begin + (end - begin) / 2;                                                   \
      if (sums[middle] > share)                                                                         \
        end = middle;                                                                                   \
      else                                                                                              \
        begin = middle + 1;                                                                             \
    }                                                                                                   \
    v[j] = begin;                                                                                       \
  }

// A random permutation of 0 .. places-1, each element of which is computed by itself from the same `key`; random_bits.cl
// explains left, right and rounds.
#define KILN_DRAW_PERMUTATION(at, v) v[0] = kiln_permute(&key, at, places, left, right, rounds);

#if KILN_VECTORS
typedef union {
  KILN_WIDE wide;
  KILN_STORED item[KILN_LANES];
} kiln_lanes;
#endif

KILN_KERNEL void random_fill(KILN_ARG(KILN_STORED, out), ulong n, ulong chunk, KILN_PLACE KILN_PARAMETERS) {
  KILN_PTR_RESTRICT(KILN_STORED, out);
  KILN_FIND_PLACE
  KILN_PREPARE
  const ulong whole = n / KILN_LANES;
#if KILN_CHUNKS
  const uint step = 1;
  ulong b = get_group_id(0) * chunk;
  const ulong end = whole - b < chunk ? whole : b + chunk;
#else
  const uint step = (uint)get_global_size(0);
  ulong b = get_global_id(0);
  const ulong end = whole;
#endif
  // Blocks are drawn in runs, in which all counters have the same high half. What depends on that half alone is
  // computed once for each run, and the loop counts in 32 bits.
  while (b < end) {
    const ulong block = first + b, rest = end - b, room = ((ulong)1 << 32) - (uint)block;
    const ulong least = rest < room ? rest : room;
    const uint count = least < 0x80000000u ? (uint)least : 0x80000000u;
    KILN_GLOBAL KILN_STORED *const place = out + b * KILN_LANES;
    uint i = 0;
#if KILN_CHUNKS
    KILN_VECTORIZE
#endif
    for (; i < count; i += step) {
#if KILN_VECTORS
      kiln_lanes v;
      KILN_DRAW((block >> 32 << 32) | ((uint)block + i), b + i, v.item)
      ((KILN_GLOBAL KILN_WIDE *)place)[i] = v.wide;
#else
      KILN_STORED v[KILN_LANES];
      KILN_DRAW((block >> 32 << 32) | ((uint)block + i), b + i, v)
      KILN_EACH_LANE place[(ulong)i * KILN_LANES + j] = v[j];
#endif
    }
    b += i;
  }
  // The last block may have more words than there are elements left.
  if (get_global_id(0) == 0 && whole * KILN_LANES < n) {
    KILN_STORED v[KILN_LANES];
    KILN_DRAW(first + whole, whole, v)
    for (int j = 0; whole * KILN_LANES + j < n; ++j) out[whole * KILN_LANES + j] = v[j];
  }
}
