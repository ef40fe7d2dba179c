/* SPDX-License-Identifier: Apache-2.0
 * The Mersenne Twister MT19937, seeded from one 32-bit number, and doubles in [0, 1) of 53 bits: the values
 * of NumPy's RandomState(seed).rand(). */
#ifndef KILN_EXAMPLES_MT19937_H
#define KILN_EXAMPLES_MT19937_H

#include <stdint.h>

enum { MT_SIZE = 624, MT_SHIFT = 397 };

typedef struct mt19937 {
  uint32_t state[MT_SIZE];
  int next;
} mt19937;

static void mt19937_init(mt19937* mt, uint32_t seed) {
  int i;
  mt->state[0] = seed;
  for (i = 1; i < MT_SIZE; ++i)
    mt->state[i] = 1812433253u * (mt->state[i - 1] ^ (mt->state[i - 1] >> 30)) + (uint32_t)i;
  mt->next = MT_SIZE;
}

static uint32_t mt19937_bits(mt19937* mt) {
  uint32_t y;
  if (mt->next == MT_SIZE) {
    int i;
    for (i = 0; i < MT_SIZE; ++i) {
      const uint32_t mixed = (mt->state[i] & 0x80000000u) | (mt->state[(i + 1) % MT_SIZE] & 0x7fffffffu);
      mt->state[i] = mt->state[(i + MT_SHIFT) % MT_SIZE] ^ (mixed >> 1) ^ ((mixed & 1u) ? 0x9908b0dfu : 0u);
    }
    mt->next = 0;
  }
  y = mt->state[mt->next++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

static double mt19937_res53(mt19937* mt) {
  const uint32_t a = mt19937_bits(mt) >> 5;
  const uint32_t b = mt19937_bits(mt) >> 6;
  return (a * 67108864.0 + b) / 9007199254740992.0;
}

#endif
