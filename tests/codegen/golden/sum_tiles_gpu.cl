#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int s2_0, int s2_1, int t2
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \
const int o2 = i0 * s2_0 + i1 * s2_1; \

#define KILN_CPU 0
#define KILN_TILE 64
#define KILN_ROWS e1
#define KILN_HELD KILN_LOCAL float held2[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held2[(j) * (KILN_TILE + 1) + (i)] = (&p2[o2 + (int)(from + (j)) * t2])[(i) * s2_1]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_1; \
const int q1 = o1 + (int)(r) * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[q1 + (int)i]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[q1 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

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
