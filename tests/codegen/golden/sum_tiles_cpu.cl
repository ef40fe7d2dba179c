#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int s2_0, int s2_1, int t2, uint chunk, uint tiles
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \
const int o2 = i0 * s2_0 + i1 * s2_1; \

#define KILN_CPU 1
#define KILN_TILE 64
#define KILN_ROWS e1
#define KILN_HELD float held2[KILN_TILE * KILN_TILE] KILN_LINED; \

#define KILN_HOLD(j) { KILN_GLOBAL const float *const m = &p2[o2 + (int)(from + (j)) * t2]; for (int i = 0; i < height; ++i) held2[(j) * KILN_TILE + i] = m[(long)i * s2_1]; \
for (int i = 0; i < KILN_TILE * 4; i += 64) KILN_PREFETCH((ulong)(m + (long)ahead * t2) + (long)i * s2_1, 0, 3); } \

#define KILN_TURN float x2[8 * KILN_TILE] KILN_LINED; int j2 = 0; \
if (some == 8) for (; j2 + 8 <= width; j2 += 8) \
kiln_turn((const uint *)held2 + j2 * KILN_TILE + strip, (uint *)x2 + j2, KILN_TILE); \
for (; j2 < width; ++j2) for (int u = 0; u < some; ++u) \
x2[u * KILN_TILE + j2] = held2[j2 * KILN_TILE + strip + u]; \

#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_1; \
const int q1 = o1 + (int)(r) * s1_1; \
for (int i = 0; i < KILN_TILE * 4; i += 64) KILN_PREFETCH((ulong)(&p1[q1 + (int)from] + 8L * s1_1) + i, 0, 3); \
const float *const z2 = x2 + (r - strip) * KILN_TILE; \

#ifndef KILN_TILE
#define KILN_TILE 64
#endif
#ifndef KILN_TURNED
#define KILN_TURNED
#endif
#define KILN_FIRST_HALF(a, b) (uint8)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3)
#define KILN_SECOND_HALF(a, b) (uint8)(a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7)
#define KILN_ROUND(a, b) \
  const uint8 b##0 = KILN_FIRST_HALF(a##0, a##4), b##1 = KILN_SECOND_HALF(a##0, a##4); \
  const uint8 b##2 = KILN_FIRST_HALF(a##1, a##5), b##3 = KILN_SECOND_HALF(a##1, a##5); \
  const uint8 b##4 = KILN_FIRST_HALF(a##2, a##6), b##5 = KILN_SECOND_HALF(a##2, a##6); \
  const uint8 b##6 = KILN_FIRST_HALF(a##3, a##7), b##7 = KILN_SECOND_HALF(a##3, a##7);
KILN_FUNCTION void kiln_turn(const uint *held, KILN_TURNED uint *to, long step) {
#define KILN_ROW(k) const uint8 a##k = vload8(0, held + k * KILN_TILE);
  KILN_ROW(0) KILN_ROW(1) KILN_ROW(2) KILN_ROW(3) KILN_ROW(4) KILN_ROW(5) KILN_ROW(6) KILN_ROW(7)
  KILN_ROUND(a, b)
  KILN_ROUND(b, c)
  KILN_ROUND(c, d)
#define KILN_COLUMN(k) vstore8(d##k, 0, to + k * step);
  KILN_COLUMN(0) KILN_COLUMN(1) KILN_COLUMN(2) KILN_COLUMN(3) KILN_COLUMN(4) KILN_COLUMN(5) KILN_COLUMN(6) KILN_COLUMN(7)
}
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[q1 + (int)i]; \
const float v1 = z2[(i) - from]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

#define KILN_BLOCK 64
#define KILN_STRIP 256
#if KILN_SCATTERED
#undef KILN_APART
#define KILN_APART
#elif !KILN_ALIASED
#undef KILN_APART
#define KILN_APART KILN_VECTORIZE
#endif
#define KILN_LINED __attribute__((aligned(64)))
#define KILN_RUN 1024
#define KILN_EARLY 2048
#define KILN_ASK(address, bytes) \
  KILN_TOUCH(const KILN_GLOBAL uchar, address); \
  for (int j = 0; j < (int)(bytes); j += 64) KILN_PREFETCH((ulong)(address) + KILN_EARLY + j, 0, 3);
#if KILN_WIDTH > 1
#define KILN_EACH(i, stop) \
  for (; i + KILN_WIDTH <= stop; i += KILN_WIDTH) { \
    KILN_VECTOR(i) \
  } \
  if (i < stop) { \
    KILN_TAIL(i, stop - i) \
    i = stop; \
  }
#else
#ifdef KILN_TOUCH_FOR
#define KILN_TOUCH_FIRST(i, stop) \
  if (i < stop) { \
    KILN_TOUCH_FOR(i) \
  }
#else
#define KILN_TOUCH_FIRST(i, stop)
#endif
#define KILN_EACH(i, stop) \
  KILN_TOUCH_FIRST(i, stop) \
  KILN_APART \
  for (; i < stop; ++i) { \
    KILN_ONE(i) \
  }
#endif
#if KILN_WIDTH > 1
#define KILN_VECTORIZE_BLOCK
#else
#define KILN_VECTORIZE_BLOCK KILN_VECTORIZE
#endif
#define KILN_EACH_BLOCK(i, stop, ahead) \
  for (; stop - i >= KILN_BLOCK; i += KILN_BLOCK) { \
    KILN_BLOCK_MEMORY \
    ahead \
    KILN_VECTORIZE_BLOCK \
    for (int j = 0; j < KILN_BLOCK; j += KILN_WIDTH) { \
      KILN_IN_BLOCK((i + j), j) \
    } \
    KILN_SEND(i) \
  }
#if KILN_CPU
KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX across = (n + KILN_TILE - 1) / KILN_TILE, down = (KILN_ROWS + KILN_TILE - 1) / KILN_TILE;
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * chunk, end = tiles - begin < chunk ? tiles : begin + chunk;
  for (KILN_INDEX tile = begin; tile < end; ++tile) {
    const KILN_INDEX from = tile % across * KILN_TILE, above = tile / across % down * KILN_TILE;
    const KILN_INDEX row = tile / across / down * KILN_ROWS + above, first = row;
    const int width = n - from < KILN_TILE ? (int)(n - from) : KILN_TILE;
    const int height = KILN_ROWS - above < KILN_TILE ? (int)(KILN_ROWS - above) : KILN_TILE;
    const int ahead = n - from > KILN_TILE ? KILN_TILE : 0;
    KILN_ROW_OFFSETS
    KILN_HELD
    for (int j = 0; j < width; ++j) {
      KILN_HOLD(j)
    }
    for (int strip = 0; strip < height; strip += 8) {
      const int some = height - strip < 8 ? height - strip : 8;
      KILN_TURN
      for (int r = strip; r < strip + some; ++r) {
        const KILN_INDEX row = first + r, stop = from + width;
        KILN_TILE_ROW(r)
        KILN_INDEX i = from;
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
        if (width == KILN_TILE && (KILN_ADDRESSES(i)) % 32 == 0) {
          KILN_EACH_BLOCK(i, stop, )
        }
#endif
        KILN_EACH(i, stop)
      }
    }
  }
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
  KILN_STREAMED
#endif
}
#else
#define KILN_PLACE(k) \
  const int r = (k) / (KILN_TILE / 32) * 8 + y; \
  const KILN_INDEX row = first + r; \
  const KILN_INDEX i = from + (k) % (KILN_TILE / 32) * 32 + x; \
  KILN_TILE_ROW(r)
KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_HELD
  KILN_POINTERS
  const KILN_INDEX across = (n + KILN_TILE - 1) / KILN_TILE, down = (KILN_ROWS + KILN_TILE - 1) / KILN_TILE;
  const KILN_INDEX tile = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX from = tile % across * KILN_TILE, above = tile / across % down * KILN_TILE;
  const KILN_INDEX row = tile / across / down * KILN_ROWS + above, first = row;
  const int width = n - from < KILN_TILE ? (int)(n - from) : KILN_TILE;
  const int height = KILN_ROWS - above < KILN_TILE ? (int)(KILN_ROWS - above) : KILN_TILE;
  const int x = (int)get_local_id(0), y = (int)get_local_id(1);
  KILN_ROW_OFFSETS
#pragma unroll
  for (int j = 0; j < KILN_TILE; j += 8)
#pragma unroll
    for (int i = 0; i < KILN_TILE; i += 32)
      if (j + y < width && i + x < height) {
        KILN_HOLD(j + y, i + x)
      }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int whole = width == KILN_TILE && height == KILN_TILE;
#pragma unroll
  for (int k = 0; k < KILN_TILE / 8 * (KILN_TILE / 32); k += KILN_AHEAD) {
    if (whole) {
      KILN_TAKEN
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        KILN_TAKE(i, u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        KILN_GIVE(i, u)
      }
    } else {
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        if (r < height && i - from < width) {
          KILN_ONE(i)
        }
      }
    }
  }
}
#endif
