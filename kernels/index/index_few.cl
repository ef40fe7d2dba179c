// SPDX-License-Identifier: Apache-2.0
// Selects among few elements in one launch of one group of KILN_ITEMS, or of one work-item (KILN_CPU). An element is
// selected if it is not zero; with KILN_FIRSTS if it differs from the element before it, with KILN_LASTS if it differs
// from the one after it. The kernel writes the selected positions, with KILN_KINDS the elements themselves, and the
// rows of `inner` words of `source` at these positions.
//
// Arguments: `elements`, n of them; `count` receives the number of selected elements. If `expected` is not negative,
// there is room for so many, and nothing else is written unless exactly so many are selected; otherwise there is room
// for n.
// KILN_PARTS is the number of words of an element; complex numbers have 2. KILN_TRUTH is 1 for bool, of which any byte but
// 0 is true. KILN_FLOAT_TOP has the first 16 bits of infinity, for floating dtypes.
#define KILN_INFINITY ((KILN_WORD)KILN_FLOAT_TOP << (8 * sizeof(KILN_WORD) - 16))
#define KILN_MOST_EACH 16  // elements of a work-item

// The element as a number: zeros of either sign are equal.
KILN_FUNCTION KILN_WORD kiln_number(KILN_WORD x) {
#if KILN_TRUTH
  return x != 0;
#elif KILN_FLOAT_TOP
  return (KILN_WORD)(x << 1) ? x : 0;
#else
  return x;
#endif
}

KILN_FUNCTION uint kiln_holds(KILN_GLOBAL const KILN_WORD *elements, uint n, uint i) {
#if KILN_FIRSTS || KILN_LASTS
  const uint beside = KILN_FIRSTS ? i - (i > 0) : i + (i + 1 < n);
  uint differs = i == beside;
#pragma unroll
  for (uint part = 0; part < KILN_PARTS; ++part) {
    const KILN_WORD own = kiln_number(elements[i * KILN_PARTS + part]), other = kiln_number(elements[beside * KILN_PARTS + part]);
    differs |= own != other || (KILN_FLOAT_TOP && (KILN_WORD)(own << 1) > (KILN_WORD)(KILN_INFINITY << 1));
  }
  return differs;
#else
  return kiln_number(elements[i * KILN_PARTS]) || kiln_number(elements[i * KILN_PARTS + KILN_PARTS - 1]);
#endif
}

KILN_FUNCTION void kiln_keep(KILN_GLOBAL KILN_WORD *kinds, uint to, KILN_GLOBAL const KILN_WORD *elements, uint i) {
#if KILN_KINDS
  for (uint part = 0; part < KILN_PARTS; ++part) kinds[to * KILN_PARTS + part] = elements[i * KILN_PARTS + part];
#endif
}

KILN_KERNEL void index_few(KILN_ARG(const KILN_WORD, elements), KILN_ARG(const KILN_UNIT, source), KILN_ARG(KILN_POSITION, positions),
                           KILN_ARG(KILN_UNIT, rows), KILN_ARG(KILN_WORD, kinds), KILN_ARG(long, count), uint n, uint inner, int expected) {
  KILN_PTR(const KILN_WORD, elements);
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(KILN_POSITION, positions);
  KILN_PTR(KILN_UNIT, rows);
  KILN_PTR(KILN_WORD, kinds);
  KILN_PTR(long, count);
#if KILN_CPU
  uint found = 0;
  if (expected >= 0) {
    for (uint i = 0; i < n; ++i) found += kiln_holds(elements, n, i);
    *count = found;
    if (found != (uint)expected) return;
    found = 0;
    for (uint i = 0; i < n; ++i) {
      if (!kiln_holds(elements, n, i)) continue;
      positions[found] = (KILN_POSITION)i;
      kiln_keep(kinds, found, elements, i);
      for (uint j = 0; j < inner; ++j) rows[found * inner + j] = source[i * inner + j];
      ++found;
    }
    return;
  }
  // Every position is stored, and the next one overwrites it if its element is not selected: there is no branch to
  // mispredict.
  for (uint i = 0; i < n; ++i) {
    positions[found] = (KILN_POSITION)i;
    found += kiln_holds(elements, n, i);
  }
  for (uint i = 0; i < found; ++i) {
    kiln_keep(kinds, i, elements, (uint)positions[i]);
    for (uint j = 0; j < inner; ++j) rows[i * inner + j] = source[(uint)positions[i] * inner + j];
  }
  *count = found;
#else
  KILN_LOCAL uint sums[KILN_ITEMS];
  KILN_LOCAL ushort places[KILN_ITEMS * KILN_MOST_EACH];
  const uint item = (uint)get_local_id(0), each = (n + KILN_ITEMS - 1) / KILN_ITEMS, first = item * each;
  uint bits = 0;
  // Four elements at a time, so that loads do not wait for each other.
  for (uint i = 0; i < each; i += 4) {
    uint held[4];
#pragma unroll
    for (uint u = 0; u < 4; ++u) held[u] = kiln_holds(elements, n, first + i + u < n ? first + i + u : n - 1);
#pragma unroll
    for (uint u = 0; u < 4; ++u)
      if (i + u < each && first + i + u < n) bits |= held[u] << (i + u);
  }
  const uint own = (uint)popcount(bits);
  sums[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_GROUP_SUMS(uint, sums, KILN_ITEMS)
  for (uint to = sums[item] - own; bits; bits &= bits - 1) places[to++] = (ushort)(first + 31 - clz(bits & (0u - bits)));
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint found = sums[KILN_ITEMS - 1];
  if (item == 0) *count = found;
  if (expected >= 0 && found != (uint)expected) return;
  for (uint i = item; i < found; i += KILN_ITEMS) {
    positions[i] = (KILN_POSITION)places[i];
    kiln_keep(kinds, i, elements, places[i]);
  }
  for (uint i = item; i < found * inner; i += KILN_ITEMS) {
    const uint row = inner == 1 ? i : i / inner;
    rows[i] = source[places[row] * inner + (i - row * inner)];
  }
#endif
}
