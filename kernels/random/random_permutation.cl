// SPDX-License-Identifier: Apache-2.0
// Writes the first `count` elements of a random permutation of 0 .. n-1, each computed by itself; random_bits.cl comes
// before this file and explains left, right and rounds. On CPU devices (KILN_CHUNKS) an item has `chunk` elements; on
// others items stride over them.
#ifndef KILN_CHUNKS
#define KILN_CHUNKS 0
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE
#endif

KILN_KERNEL void random_permutation(KILN_ARG(ulong, out), ulong count, ulong chunk, KILN_PLACE, ulong n,
                                    uint left, uint right, uint rounds) {
  KILN_PTR(ulong, out);
  KILN_FIND_PLACE
  kiln_permutation key;
  kiln_permutation_key(first, stream, seed, n, &key);
#if KILN_CHUNKS
  const ulong begin = get_group_id(0) * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (ulong i = begin; i < end; ++i)
#else
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0))
#endif
    out[i] = kiln_permute(&key, i, n, left, right, rounds);
}
