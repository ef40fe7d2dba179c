// SPDX-License-Identifier: Apache-2.0
// roll, pad, tile and repeat in one launch, for few elements or short rows: each axis maps its coordinates by itself.
// Coordinate c of 0 .. to-1 of the result comes from (c - before) / each. If that is not within 0 .. from-1, `mode`
// says: 0 there is no place, and the element is `value`; 1 the nearest place; 2 mirrored at the outermost element; 3
// counted from the other end; 4 mirrored behind the outermost element. The result is contiguous. Elements are words of
// 1 to 16 bytes, and strides count words.
//
// Arguments: `count` elements of the result; for each of four axes KILN_AXIS(k): to, before, each, from, mode (in the
// low 8 bits; above them the shift of the division by `to`), the magic number of that division, and the source's
// stride. The last KILN_AXES axes have more than one element. A work-item has KILN_AHEAD elements, where no axis
// repeats (each is 1); on CPU devices one item does all. KILN_MODE is the mode if all axes have the same, else -1.

// The place of coordinate c; -1: there is none.
KILN_FUNCTION int kiln_mapped(int c, int before, int each, int from, int mode) {
  const int place = KILN_AHEAD > 1 || each == 1 ? c - before : (c - before) / each;
  if ((uint)place < (uint)from) return place;
  if (mode == 0) return -1;
  if (mode == 1) return place < 0 ? 0 : from - 1;
  if (mode == 3 && (uint)(place + from) < (uint)from) return place + from;
  const int period = mode == 2 ? 2 * (from - 1) : mode == 4 ? 2 * from : from;
  int rest = place % period;
  rest += rest < 0 ? period : 0;
  return rest < from ? rest : period - rest - (mode == 4);
}

// n / d for n < 2^31, where magic and shift belong to d (Granlund and Montgomery, "Division by invariant integers using
// multiplication", 1994).
KILN_FUNCTION uint kiln_quotient(uint n, uint magic, int shift) { return (mul_hi(n, magic) + n) >> shift; }

#define KILN_AXIS(k) , int to##k, int before##k, int each##k, int from##k, int mode##k, uint magic##k, KILN_OFFSET stride##k
#define KILN_MAPPED(k, c) kiln_mapped(c, before##k, each##k, from##k, KILN_MODE < 0 ? mode##k & 255 : KILN_MODE)

KILN_KERNEL void index_map(KILN_ARG(KILN_UNIT, result), KILN_ARG(const KILN_UNIT, source), KILN_UNIT value, uint count KILN_AXIS(0)
                               KILN_AXIS(1) KILN_AXIS(2) KILN_AXIS(3)) {
  KILN_PTR_RESTRICT(KILN_UNIT, result);
  KILN_PTR_RESTRICT(const KILN_UNIT, source);
#if KILN_CPU
  uint at = 0;
#define KILN_LOOP(k) \
  for (int c##k = 0; c##k < to##k; ++c##k) { \
    const int p##k = KILN_MAPPED(k, c##k);
  KILN_LOOP(0)
    KILN_LOOP(1)
      KILN_LOOP(2)
        const KILN_OFFSET row = p0 * stride0 + p1 * stride1 + p2 * stride2;
        const int there = (p0 | p1 | p2) >= 0;
        KILN_LOOP(3)
          result[at++] = there && p3 >= 0 ? source[row + p3 * stride3] : value;
        }
      }
    }
  }
#else
#define KILN_STEP(k)                                                        \
  {                                                                         \
    const uint quotient = kiln_quotient(rest, magic##k, mode##k >> 8);      \
    const int p = KILN_MAPPED(k, (int)(rest - quotient * (uint)to##k));     \
    rest = quotient;                                                        \
    there |= p;                                                             \
    place += p * stride##k;                                                 \
  }
  const uint step = (uint)get_local_size(0), first = (uint)get_group_id(0) * step * KILN_AHEAD + (uint)get_local_id(0);
  KILN_UNIT x[KILN_AHEAD];
#pragma unroll
  for (int u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * step;
    uint rest = at;
    int there = 0;
    KILN_OFFSET place = 0;
    KILN_STEP(3)
#if KILN_AXES > 1
    KILN_STEP(2)
#endif
#if KILN_AXES > 2
    KILN_STEP(1)
#endif
#if KILN_AXES > 3
    KILN_STEP(0)
#endif
    x[u] = value;
    if (at < count && there >= 0) x[u] = source[place];
  }
#pragma unroll
  for (int u = 0; u < KILN_AHEAD; ++u)
    if (first + u * step < count) result[first + u * step] = x[u];
#endif
}
