======== conv_pack.1
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_R float
#define KILN_WIDTH 6
#define KILN_LANES 0
<<conv_side.cl>>
<<conv_pack.cl>>
======== conv_pack.2
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_R float
#define KILN_WIDTH 16
#define KILN_LANES 8
#define KILN_PLACE int
#define KILN_MASK int8
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7)
#define KILN_VEC float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
<<conv_side.cl>>
<<conv_pack.cl>>
======== gemm.1
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_panels.cl>>
======== winograd_filters.1
ieee
#define KILN_T float
#define KILN_V float8
#define KILN_FOUR float4
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_LANES 8
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_filters.cl>>
======== winograd_input.1
ieee
#define KILN_T float
#define KILN_V float8
#define KILN_FOUR float4
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_LANES 8
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_input.cl>>
======== gemm.2
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_panels.cl>>
======== winograd_output.1
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_T float
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_STORE(x) (x)
#define KILN_V float8
#define KILN_FOUR float4
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_LANES 8
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_output.cl>>
======== conv_pack.3
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_R float
#define KILN_WIDTH 6
#define KILN_LANES 0
<<conv_side.cl>>
<<conv_pack.cl>>
======== conv_pack.4
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_R float
#define KILN_WIDTH 16
#define KILN_LANES 0
<<conv_side.cl>>
<<conv_pack.cl>>
======== gemm.3
ieee
<<vector_half.cl>>
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16((ushort16)(p2[o2])); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); for (int u = 0; u < (int)(16); ++u) p0[o0 + (int)(i + u) * t0] = h0[u]; \

#define KILN_PARTIAL(i, m) const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16((ushort16)(p2[o2])); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[o0 + (int)(i + u) * t0] = h0[u]; \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2]); \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i * t0] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED ushort
#define KILN_COMPLEX 0
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_RESULT ushort
#define KILN_LOAD_RESULT(x) (kiln_from_half((x)))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 0
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_panels.cl>>
======== gemm.4
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
#define KILN_DEPTH 512
<<turn.cl>>
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint chunk; uint row_chunk; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== conv_planes.1
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = (float16)(p2[o2]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 1
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.2
ieee
<<vector_half.cl>>
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16((ushort16)(p2[o2])); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16((ushort16)(p2[o2])); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2]); \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_lanes.1
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, &p2[o2 + (int)i]); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
vstore16(v4, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) float g2[16]; vstore16((float16)(p2[o2 + (int)i]), 0, g2); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 4; } for (; u < (int)(m); ++u) g2[u] = p2[o2 + (int)(i + u)]; } \
const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = v0 + v1; \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = select(v3, v2, (v2 > v3) | (v2 != v2)); \
float h0[16]; vstore16(v4, 0, h0); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &h0[u]), 0, &p0[o0 + (int)(i + u)]); u += 4; } for (; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; } \

#define KILN_COMPUTE(count) int kiln_i = 0; \
for (; kiln_i + 16 <= count; kiln_i += 16) { \
KILN_FULL(kiln_i) \
} \
if (kiln_i + 4 <= count) { \
KILN_PARTIAL(kiln_i, count - kiln_i) \
} else { \
for (; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do)  do(2)
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_STEP 1
#define KILN_ACROSS 1
#define KILN_TAPS 128
#define KILN_PLAIN 1
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_side.cl>>
<<conv_lanes.cl>>
======== conv_tiles.1
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
<<conv_side.cl>>
<<conv_tiles.cl>>
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; int s0_0; int s0_1; int s1_0; int s1_1; int t1; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint e1 = at.e1; \
const int s0_0 = at.s0_0; \
const int s0_1 = at.s0_1; \
const int s1_0 = at.s1_0; \
const int s1_1 = at.s1_1; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== conv_tiles.2
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== conv_tiles.3
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2]); \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i * t0] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_RESULT ushort
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
<<conv_side.cl>>
<<conv_tiles.cl>>
======== conv_tiles.4
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== gemm.5
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.6
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== conv_points.1
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 0
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 4
#define KILN_S2 1
#define KILN_D2 1
#define KILN_K3 (1)
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_points.2
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2]); \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_ACROSS 0
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 4
#define KILN_S2 1
#define KILN_D2 1
#define KILN_K3 (1)
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_points.3
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i * t0] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 1
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 4
#define KILN_S2 1
#define KILN_D2 1
#define KILN_K3 ks3
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== conv_tiles.5
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2]); \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i * t0] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_RESULT ushort
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
<<conv_side.cl>>
<<conv_tiles.cl>>
======== gemm.7
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== gemm.8
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== conv_tiles.6
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_RESULT float
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_V 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== conv_points.4
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 0
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 6
#define KILN_S2 1
#define KILN_D2 1
#define KILN_K3 (1)
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_points.5
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
const float v3 = 0x0p+0f; \
const float v4 = (v2 > v3 || v2 != v2 ? v2 : v3); \
p0[o0 + (int)kiln_i * t0] = v4; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_OPERANDS(do)  do(0) do(2)
#define KILN_READ(do) 
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 1
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 6
#define KILN_S2 1
#define KILN_D2 1
#define KILN_K3 ks3
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
