// SPDX-License-Identifier: Apache-2.0
// Sorts short rows on CPU devices, a vector of KILN_LANES rows at a time. A sorting network compares and exchanges
// elements at the same places whatever they are (Batcher's odd-even merge sort, "Sorting networks and their
// applications", 1968, in the form of Knuth's algorithm 5.2.2M). It exchanges pairs: a key, and in the bits below it
// the element's index, so that equal elements keep their order.
//
// Arguments: `source`: `rows` rows of n elements; `result`, `places`: the first `keep` elements of each row in order
// and their indices, written if `write_elements` and `write_places` are set; `share` vectors of rows of a work-item;
// the key arguments of sort_key.cl.
//   KILN_PAIR: a key with an index in the low bits
//   KILN_HALF: bits of the index
//   KILN_LENGTH: elements of a row, at most

KILN_KERNEL void sort_network(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_ELEMENT, result), KILN_ARG(long, places), KILN_INDEX rows,
                              uint n, uint keep, KILN_INDEX share, uint write_elements, uint write_places, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  const ulong all = rows, begin = get_group_id(0) * (ulong)share * KILN_LANES;
  const ulong end = all - begin < (ulong)share * KILN_LANES ? all : begin + (ulong)share * KILN_LANES;
  for (ulong row = begin; row < end; row += KILN_LANES) {
    const uint count = end - row < KILN_LANES ? (uint)(end - row) : KILN_LANES;
    KILN_PAIRS held[KILN_LENGTH];
    KILN_PAIR *const pairs = (KILN_PAIR *)held;
    // Lanes without a row repeat the last row.
    for (uint lane = 0; lane < KILN_LANES; ++lane) {
      KILN_GLOBAL const KILN_ELEMENT *const from = source + (row + (lane < count ? lane : count - 1)) * n;
      for (uint t = 0; t < n; ++t) pairs[t * KILN_LANES + lane] = (KILN_PAIR)KILN_KEY_OF(from[t]) << KILN_HALF | t;
    }
    uint merged = 1;  // the binary logarithm of 2 * run
    for (uint run = 1; run < n; run *= 2, ++merged) {
      for (uint apart = run; apart > 0; apart /= 2) {
        for (uint first = apart % run; first + apart < n; first += 2 * apart) {
          const uint left = n - first - apart, some = left < apart ? left : apart;
          for (uint i = first; i < first + some; ++i) {
            if (i >> merged == (i + apart) >> merged) {
              const KILN_PAIRS a = held[i], b = held[i + apart];
              held[i] = a < b ? a : b;
              held[i + apart] = a < b ? b : a;
            }
          }
        }
      }
    }
    for (uint lane = 0; lane < count; ++lane) {
      KILN_GLOBAL const KILN_ELEMENT *const from = source + (row + lane) * n;
      const ulong to = (row + lane) * keep;
      if (write_elements)
        for (uint t = 0; t < keep; ++t) result[to + t] = from[(uint)(pairs[t * KILN_LANES + lane] & (((KILN_PAIR)1 << KILN_HALF) - 1))];
      if (write_places)
        for (uint t = 0; t < keep; ++t) places[to + t] = (long)(pairs[t * KILN_LANES + lane] & (((KILN_PAIR)1 << KILN_HALF) - 1));
    }
  }
}
