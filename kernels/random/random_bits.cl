// SPDX-License-Identifier: Apache-2.0
// Random words, and integers made of them. The generator is Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel
// random numbers: as easy as 1, 2, 3" (2011), as in Random123. Tests compile this text for the host too.

// All functions must be inline: a call would keep the compiler from vectorising a loop.
#ifndef KILN_INLINE
#ifdef KILN_OPENCL
#define KILN_INLINE static inline __attribute__((always_inline))
#else
#define KILN_INLINE KILN_FUNCTION
#endif
#endif

#if defined(KILN_CUDA) || defined(__NV_CL_C_VERSION)
#define KILN_PTX 1
#else
#define KILN_PTX 0
#endif

KILN_INLINE void kiln_mul_wide(uint x, uint y, uint *low, uint *high) {
// The product is written in PTX where that is possible, because compilers otherwise add 0 to the high half of a
// product with a constant, and test bits of the low half in 64 bits.
#if KILN_PTX
  asm("{ .reg .b64 product; mul.wide.u32 product, %2, %3; mov.b64 {%0, %1}, product; }"
      : "=r"(*low), "=r"(*high)
      : "r"(x), "r"(y));
#else
  const ulong product = (ulong)x * y;
  *low = (uint)product;
  *high = (uint)(product >> 32);
#endif
}

// Writes the four words of a block. The counter words are the low and high half of `block`, then of `stream`; the key
// words are those of `seed`.
KILN_INLINE void kiln_philox(ulong block, ulong stream, ulong seed, uint *w) {
  uint c0 = (uint)block, c1 = (uint)(block >> 32), c2 = (uint)stream, c3 = (uint)(stream >> 32);
  uint k0 = (uint)seed, k1 = (uint)(seed >> 32);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    uint low0, high0, low1, high1;
    kiln_mul_wide(c0, 0xd2511f53u, &low0, &high0);
    kiln_mul_wide(c2, 0xcd9e8d57u, &low1, &high1);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  w[0] = c0;
  w[1] = c1;
  w[2] = c2;
  w[3] = c3;
}

// Joins words 2j and 2j + 1 to one of 64 bits, the first as its low half.
KILN_INLINE ulong kiln_wide_word(const uint *w, int j) { return (ulong)w[2 * j + 1] << 32 | w[2 * j]; }

// The high half of a 128-bit product, computed from 32-bit factors: compilers vectorise these, but not mul_hi of ulong.
KILN_INLINE ulong kiln_mul_high(ulong a, ulong b) {
  const ulong a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const ulong middle = a1 * b0 + ((a0 * b0) >> 32), other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

// ---- A keyed bijection of [0, n) ----
//
// It is a Feistel network over the least power of two that holds n. The two halves may differ in width. A result
// outside [0, n) goes through the network again until it is inside (Black and Rogaway, "Ciphers with arbitrary finite
// domains", 2002). A rotation follows, so that each element reaches each place with the same probability and odd
// permutations occur. The round function is the finaliser of MurmurHash3 (Appleby 2011) with a word of the key before
// and after its first multiplication; the two halves use different words.
typedef struct kiln_permutation {
  uint word[4];
  ulong offset;
} kiln_permutation;

KILN_INLINE uint kiln_permutation_round(uint before, uint after, uint round, uint x) {
  uint z = x + before + round * 0x9e3779b9u;
  z = (z ^ (z >> 16)) * 0x85ebca6bu;
  z ^= after;
  z = (z ^ (z >> 13)) * 0xc2b2ae35u;
  return z ^ (z >> 16);
}

// Makes the key of a permutation from blocks `block` and `block` + 1.
KILN_INLINE void kiln_permutation_key(ulong block, ulong stream, ulong seed, ulong n, kiln_permutation *key) {
  uint w[4];
  kiln_philox(block, stream, seed, key->word);
  kiln_philox(block + 1, stream, seed, w);
  key->offset = kiln_mul_high(kiln_wide_word(w, 0), n);
}

// The place of element i. left and right are the bits of the halves, at most 32 each, with 2^(left + right) >= n;
// `rounds` is the number of pairs of rounds.
KILN_INLINE ulong kiln_permute(const kiln_permutation *key, ulong i, ulong n, uint left, uint right, uint rounds) {
  const uint left_mask = (uint)(((ulong)1 << left) - 1), right_mask = (uint)(((ulong)1 << right) - 1);
  do {
    uint l = (uint)(i >> right), r = (uint)i & right_mask;
    for (uint round = 0; round < 2 * rounds; round += 2) {
      l ^= kiln_permutation_round(key->word[0], key->word[1], round, r) & left_mask;
      r ^= kiln_permutation_round(key->word[2], key->word[3], round + 1, l) & right_mask;
    }
    i = (ulong)l << right | r;
  } while (i >= n);
  const ulong rest = n - key->offset;
  return i < rest ? i + key->offset : i - rest;
}
