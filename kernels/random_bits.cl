// SPDX-License-Identifier: Apache-2.0
// Random words and what is made of them by integer arithmetic alone. Philox4x32-10 is that of Salmon, Moraes, Dror and
// Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011), and of Random123. Tests compile this text for the host too.

// Calls left standing would keep loops from becoming vectors.
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
#if KILN_PTX  // else compilers add 0 to the high half of a product with a constant, and test bits of the low half in 64
  asm("{ .reg .b64 product; mul.wide.u32 product, %2, %3; mov.b64 {%0, %1}, product; }"
      : "=r"(*low), "=r"(*high)
      : "r"(x), "r"(y));
#else
  const ulong product = (ulong)x * y;
  *low = (uint)product;
  *high = (uint)(product >> 32);
#endif
}

// The four words of a block. Counter words: low and high half of `block`, then of `stream`; key words: those of `seed`.
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

// Two words as one of 64 bits, the first one low.
KILN_INLINE ulong kiln_wide_word(const uint *w, int j) { return (ulong)w[2 * j + 1] << 32 | w[2 * j]; }

// The high half of a product, from 32-bit factors: compilers turn these into vector instructions, mul_hi of ulong not.
KILN_INLINE ulong kiln_mul_high(ulong a, ulong b) {
  const ulong a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const ulong middle = a1 * b0 + ((a0 * b0) >> 32), other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

// ---- A keyed bijection of [0, n) ----
// A Feistel network over the least power of two that holds n, halves of unequal width where it must be, walked on until
// it arrives inside [0, n) (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002); then a rotation, so that
// each element is at each place with the same probability and odd permutations occur. The round function is the
// finaliser of SplitMix64 (Steele, Lea and Flood 2014) with one half of the key on each side of its first
// multiplication.
typedef struct kiln_permutation {
  ulong first, second, offset;
} kiln_permutation;

KILN_INLINE ulong kiln_permutation_round(const kiln_permutation *key, ulong round, ulong x) {
  ulong z = x + key->first + round * 0x9e3779b97f4a7c15ul;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
  z ^= key->second;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
  return z ^ (z >> 31);
}

// The key of the permutation that takes blocks `block` and `block` + 1.
KILN_INLINE void kiln_permutation_key(ulong block, ulong stream, ulong seed, ulong n, kiln_permutation *key) {
  uint w[4];
  kiln_philox(block, stream, seed, w);
  key->first = kiln_wide_word(w, 0);
  key->second = kiln_wide_word(w, 1);
  kiln_philox(block + 1, stream, seed, w);
  key->offset = kiln_mul_high(kiln_wide_word(w, 0), n);
}

// Where element i goes; 2^(left + right) >= n, rounds counted in pairs.
KILN_INLINE ulong kiln_permute(const kiln_permutation *key, ulong i, ulong n, uint left, uint right, uint rounds) {
  const ulong left_mask = ((ulong)1 << left) - 1, right_mask = ((ulong)1 << right) - 1;
  do {
    ulong l = i >> right, r = i & right_mask;
    for (uint round = 0; round < 2 * rounds; round += 2) {
      l ^= kiln_permutation_round(key, round, r) & left_mask;
      r ^= kiln_permutation_round(key, round + 1, l) & right_mask;
    }
    i = l << right | r;
  } while (i >= n);
  const ulong rest = n - key->offset;
  return i < rest ? i + key->offset : i - rest;
}
