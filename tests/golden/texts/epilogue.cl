======== gemm.1
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, &p2[o2 + (int)i]); \
const float16 v2 = vload16(0, &p3[o3 + (int)i]); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
vstore16(v6, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) float g2[16]; vstore16((float16)(p2[o2 + (int)i]), 0, g2); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 4; } for (; u < (int)(m); ++u) g2[u] = p2[o2 + (int)(i + u)]; } \
float g3[16]; vstore16((float16)(p3[o3 + (int)i]), 0, g3); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 4; } for (; u < (int)(m); ++u) g3[u] = p3[o3 + (int)(i + u)]; } \
const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = vload16(0, g3); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
float h0[16]; vstore16(v6, 0, h0); \
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
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_EACH 0
#define KILN_M 0
#define KILN_N 0
#define KILN_K 0
#define KILN_UNIT 0
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.2
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, &p2[o2 + (int)i]); \
const float16 v2 = vload16(0, &p3[o3 + (int)i]); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
vstore16(v6, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) float g2[16]; vstore16((float16)(p2[o2 + (int)i]), 0, g2); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 4; } for (; u < (int)(m); ++u) g2[u] = p2[o2 + (int)(i + u)]; } \
float g3[16]; vstore16((float16)(p3[o3 + (int)i]), 0, g3); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 4; } for (; u < (int)(m); ++u) g3[u] = p3[o3 + (int)(i + u)]; } \
const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = vload16(0, g3); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
float h0[16]; vstore16(v6, 0, h0); \
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
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, KILN_GLOBAL const ulong *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const ulong v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== gemm.3
ieee
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
<<gemm.cl>>
<<gemm_pack.cl>>
======== gemm.4
ieee
<<vector_half.cl>>
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16(vload16(0, &p2[o2 + (int)i])); \
const float16 v2 = kiln_from_half_x16(vload16(0, &p3[o3 + (int)i])); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
vstore16(v6, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) ushort g2[16]; vstore16((ushort16)(p2[o2 + (int)i]), 0, g2); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 4; } for (; u < (int)(m); ++u) g2[u] = p2[o2 + (int)(i + u)]; } \
ushort g3[16]; vstore16((ushort16)(p3[o3 + (int)i]), 0, g3); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 4; } for (; u < (int)(m); ++u) g3[u] = p3[o3 + (int)(i + u)]; } \
const float16 v0 = kiln_from_half_x16(vload16(0, &z[i])); \
const float16 v1 = kiln_from_half_x16(vload16(0, g2)); \
const float16 v2 = kiln_from_half_x16(vload16(0, g3)); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
float h0[16]; vstore16(v6, 0, h0); \
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
const float v1 = kiln_from_half(p2[o2 + (int)kiln_i]); \
const float v2 = kiln_from_half(p3[o3 + (int)kiln_i]); \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_TYPE3 const ushort
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, KILN_GLOBAL const ulong *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const ulong v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = v0; \

#define KILN_BLOCK_MEMORY ulong b0[KILN_BLOCK] KILN_LINED; 
#define KILN_SEND(i) KILN_STREAM(&p0[0 + (int)i], b0, sizeof b0, __private) 
#define KILN_ADDRESSES(i) (ulong)&p0[0 + (int)i]
#define KILN_FIRST(i) &p0[0 + (int)i]
#define KILN_IN_BLOCK(i, j) const ulong v0 = p1[0 + (int)i]; \
b0[j] = v0; \

#define KILN_ASK_FOR(i) KILN_ASK(&p1[0 + (int)i], 8 * KILN_BLOCK) 
<<stream.cl>>
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== gemm.5
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
<<gemm.cl>>
<<gemm_pack.cl>>
======== gemm.6
ieee
#define KILN_WHOLE 16
#define KILN_FULL(i) const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, &p2[o2 + (int)i]); \
const float16 v2 = vload16(0, &p3[o3 + (int)i]); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
vstore16(v6, 0, &p0[o0 + (int)i]); \

#define KILN_PARTIAL(i, m) float g2[16]; vstore16((float16)(p2[o2 + (int)i]), 0, g2); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p2[o2 + (int)(i + u)]), 0, &g2[u]); u += 4; } for (; u < (int)(m); ++u) g2[u] = p2[o2 + (int)(i + u)]; } \
float g3[16]; vstore16((float16)(p3[o3 + (int)i]), 0, g3); \
{ int u = 0; if ((m) & 8) { vstore8(vload8(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 8; } if ((m) & 4) { vstore4(vload4(0, &p3[o3 + (int)(i + u)]), 0, &g3[u]); u += 4; } for (; u < (int)(m); ++u) g3[u] = p3[o3 + (int)(i + u)]; } \
const float16 v0 = vload16(0, &z[i]); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = vload16(0, g3); \
const float16 v3 = v0 + v1; \
const float16 v4 = (float16)(0x0p+0f); \
const float16 v5 = select(v4, v3, (v3 > v4) | (v3 != v3)); \
const float16 v6 = v2 + v5; \
float h0[16]; vstore16(v6, 0, h0); \
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
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
} \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
======== gemm.7
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
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
#define KILN_ACROSS 1
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_MOST 64
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin_chunks.cl>>
======== gemm.8
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
======== gemm.9
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
#define KILN_EACH 0
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 1
#define KILN_VECTORS 1
#define KILN_PACKED 0
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
<<gemm.cl>>
<<gemm_small.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, KILN_GLOBAL const float *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \
KILN_PTR(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = p3[o3 + (int)i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)i] = v6; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== gemm.10
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
#define KILN_DEPTH 512
<<turn.cl>>
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== elementwise.4
ieee
<<vector.cl>>
<<vector_exp.cl>>
<<vector_hyperbolic.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL uchar *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(float, p0); \
KILN_PTR(uchar, p1); \
KILN_PTR(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p2[0 + (int)i]); \
const float16 v1 = kiln_tanh_x16(v0); \
const float16 v2 = (float16)(0x0p+0f); \
const int16 v3 = v1 > v2; \
vstore16(v1, 0, &p0[0 + (int)i]); \
vstore16(convert_uchar16(v3 & (int16)(1)), 0, &p1[0 + (int)i]); \

#define KILN_TAIL(i, m) float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g2); \
const float16 v1 = kiln_tanh_x16(v0); \
const float16 v2 = (float16)(0x0p+0f); \
const int16 v3 = v1 > v2; \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \
uchar h1[16]; vstore16(convert_uchar16(v3 & (int16)(1)), 0, h1); for (int u = 0; u < (int)(m); ++u) p1[0 + (int)(i + u)] = h1[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== gemm.11
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.12
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 4
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.13
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2 + (int)kiln_i]); \
const float v2 = kiln_from_half(p3[o3 + (int)kiln_i]); \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_TYPE3 const ushort
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
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
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.14
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
======== gemm.15
ieee
registers 128
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
#define KILN_ROWS 4
#define KILN_COLUMNS 4
#define KILN_A_WORD uint4
#define KILN_A_WORDS 1
#define KILN_A_PIECES 1
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 0
#define KILN_MOST 512
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.16
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.17
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.18
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
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 4
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL uchar *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR(float, p0); \
KILN_PTR(uchar, p1); \
KILN_PTR(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint wide; uchar item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \
*(KILN_GLOBAL uint*)(p1 + (i)) = x1.wide; \

#define KILN_BODY(j) const float v0 = x2.item[j]; \
const float v1 = tanh(v0); \
const float v2 = 0x0p+0f; \
const uchar v3 = (v1 > v2); \
x0.item[j] = v1; \
x1.item[j] = v3; \

#define KILN_ONE(i) const float v0 = p2[0 + (int)i]; \
const float v1 = tanh(v0); \
const float v2 = 0x0p+0f; \
const uchar v3 = (v1 > v2); \
p0[0 + (int)i] = v1; \
p1[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
======== gemm.19
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.20
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_TEAMS 4
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.21
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = kiln_from_half(z[kiln_i]); \
const float v1 = kiln_from_half(p2[o2 + (int)kiln_i]); \
const float v2 = kiln_from_half(p3[o3 + (int)kiln_i]); \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const ushort
#define KILN_TYPE3 const ushort
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
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
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.22
ieee
registers 128
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
#define KILN_ROWS 4
#define KILN_COLUMNS 4
#define KILN_A_WORD uint4
#define KILN_A_WORDS 1
#define KILN_A_PIECES 1
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 0
#define KILN_MOST 512
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.23
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.24
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.25
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
======== gemm.26
ieee
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
#define KILN_TEAMS 4
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL uchar *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR(uchar, p1); \
KILN_PTR(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint wide; uchar item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \
*(KILN_GLOBAL uint*)(p1 + (i)) = x1.wide; \

#define KILN_BODY(j) const float v0 = x2.item[j]; \
const float v1 = tanh(v0); \
const float v2 = 0x0p+0f; \
const uchar v3 = (v1 > v2); \
x0.item[j] = v1; \
x1.item[j] = v3; \

#define KILN_ONE(i) const float v0 = p2[0 + (int)i]; \
const float v1 = tanh(v0); \
const float v2 = 0x0p+0f; \
const uchar v3 = (v1 > v2); \
p0[0 + (int)i] = v1; \
p1[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
======== gemm.27
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 16
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.28
ieee
#define KILN_WHOLE 1
#define KILN_COMPUTE(count) for (int kiln_i = 0; kiln_i < count; ++kiln_i) { \
const float v0 = z[kiln_i]; \
const float v1 = p2[o2 + (int)kiln_i]; \
const float v2 = p3[o3 + (int)kiln_i]; \
const float v3 = (v0 + v1); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v2 + v5); \
p0[o0 + (int)kiln_i] = v6; \
}
#define KILN_EPILOGUE 1
#define KILN_TYPE0 float
#define KILN_TYPE2 const float
#define KILN_TYPE3 const float
#define KILN_OPERANDS(do)  do(0) do(2) do(3)
#define KILN_READ(do)  do(2) do(3)
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
#define KILN_TM 128
#define KILN_TN 128
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.29
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
