#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, KILN_GLOBAL const ushort *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \
KILN_PTR_RESTRICT(const ushort, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint2 wide; ushort item[4]; } kiln_vec1;
typedef union { uint2 wide; ushort item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint2*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = kiln_from_bfloat(x2.item[j]); \
const float v2 = (v0 + v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = kiln_from_bfloat(p2[0 + (int)i]); \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0) * KILN_V;
  if (i + KILN_V <= n) {
    KILN_LOAD(i)
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      KILN_BODY(j)
    }
    KILN_STORE(i)
  } else {
    for (KILN_INDEX k = i; k < n; ++k) {
      KILN_ONE(k)
    }
  }
}
