#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL short *p0_base, ulong p0_offset, KILN_GLOBAL short *p1_base, ulong p1_offset, KILN_GLOBAL const short *p2_base, ulong p2_offset, KILN_GLOBAL const short *p3_base, ulong p3_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0
#define KILN_POINTERS KILN_PTR_RESTRICT(short, p0); \
KILN_PTR_RESTRICT(short, p1); \
KILN_PTR_RESTRICT(const short, p2); \
KILN_PTR_RESTRICT(const short, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const short v0 = p2[o2 + (int)i]; \
const short v1 = p3[o3 + (int)i]; \
const short v2 = (v1 == 0 ? (short)0 : v1 == -1 ? (short)((ushort)0 - (ushort)v0) : (short)(v0 / (v1 == 0 || v1 == -1 ? (short)1 : v1))); \
const short v3 = ((ushort)v1 >= 16 ? (short)(v0 < 0 ? -1 : 0) : (short)(v0 >> (v1 & 15))); \
p0[o0 + (int)i] = v2; \
p1[o1 + (int)i] = v3; \

#define KILN_TAKEN short x2[KILN_AHEAD]; short x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x2[u] = p2[o2 + (int)i]; \
x3[u] = p3[o3 + (int)i]; \

#define KILN_GIVE(i, u) const short v0 = x2[u]; \
const short v1 = x3[u]; \
const short v2 = (v1 == 0 ? (short)0 : v1 == -1 ? (short)((ushort)0 - (ushort)v0) : (short)(v0 / (v1 == 0 || v1 == -1 ? (short)1 : v1))); \
const short v3 = ((ushort)v1 >= 16 ? (short)(v0 < 0 ? -1 : 0) : (short)(v0 >> (v1 & 15))); \
p0[o0 + (int)i] = v2; \
p1[o1 + (int)i] = v3; \

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX row_step = (KILN_INDEX)get_global_size(1);
  KILN_INDEX first = (KILN_INDEX)get_global_id(1);
#if KILN_ALONG
  const KILN_INDEX step = (KILN_INDEX)get_local_size(0);
  const KILN_INDEX start = (KILN_INDEX)get_group_id(0) * step * KILN_AHEAD + (KILN_INDEX)get_local_id(0);
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    if (start + (KILN_AHEAD - 1) * step < n) {
      KILN_TAKEN
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_TAKE(i, u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_GIVE(i, u)
      }
    } else {
      for (KILN_INDEX i = start; i < n; i += step) {
        KILN_ONE(i)
      }
    }
  }
#else
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0);
  if (i >= n) return;
#if KILN_AHEAD > 1
  for (; first + (KILN_AHEAD - 1) * row_step < rows; first += KILN_AHEAD * row_step) {
    KILN_TAKEN
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_TAKE(i, u)
    }
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_GIVE(i, u)
    }
  }
#endif
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    KILN_ONE(i)
  }
#endif
}
