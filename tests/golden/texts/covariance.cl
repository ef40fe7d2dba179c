======== reduce.1
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.2
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 1
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== gemm.1
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
#define KILN_ACROSS 0
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_MOST 64
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin_chunks.cl>>
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
#define KILN_LOAD_RESULT(x) (x)
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
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; float a1; uint n; uint rows; uint chunk; uint row_chunk; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const float a1 = at.a1; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = a1; \
const float v2 = (v0 / v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.3
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0 + (int)split * s2; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t3 = 0 + g0; \
const int t4 = 0; \

#define KILN_MAP(i) { \
const float v0 = (p3 + (b3 + t3))[(long)i]; \
const float v1 = p4[b4 + t4]; \
const float v2 = (v0 - v1); \
y0 = v2; \
y1 = v2; \
y2 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
p2[b2] = v2; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.4
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \
const int b3 = 0; \
const int b4 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \
const int t3 = 0 + g0 * r3_0; \
const int t4 = 0 + g0 * r4_0; \

#define KILN_MAP(i) { \
const float v0 = (p2 + (b2 + t2))[(long)i * k2_0]; \
const float v1 = (p3 + (b3 + t3))[(long)i * k3_0]; \
const float v2 = (p4 + (b4 + t4))[(long)i * k4_0]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const long v3 = count; \
const float v4 = (float)v3; \
const float v5 = (v0 / v4); \
const float v6 = (v2 - v5); \
const float v7 = (v5 - v1); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = log2(v8); \
const float v10 = floor(v9); \
const float v11 = -v10; \
const float v12 = (-0x1.f8p+6f); \
const float v13 = (v11 > v12 || v11 != v11 ? v11 : v12); \
const float v14 = 0x1.f8p+6f; \
const float v15 = (v13 < v14 || v13 != v13 ? v13 : v14); \
const float v16 = exp2(v15); \
p0[b0 + (int)(c) * k0_0] = v5; \
p1[b1 + (int)(c) * k1_0] = v16; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 1360
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; int t3; uint chunk; uint row_chunk; uint kiln_rest68; } kiln_numbers;
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
const int t3 = at.t3; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_GATHER float z3[KILN_STRIP] KILN_LINED; { KILN_GLOBAL const float *const m = &p3[o3 + (int)from * t3]; for (int j = 0; j < some; ++j) z3[j] = m[(long)j * t3]; } \

#define KILN_SCATTER 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = z3[(i) - from]; \
const float v3 = sqrt(v1); \
const float v4 = (v0 / v3); \
const float v5 = sqrt(v2); \
const float v6 = (v4 / v5); \
const float v7 = (-0x1p+0f); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = 0x1p+0f; \
const float v10 = (v8 < v9 || v8 != v8 ? v8 : v9); \
p0[o0 + (int)i] = v10; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.5
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 1
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
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
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = p3[o3]; \
const float v3 = (v0 - v1); \
const float v4 = (v3 - v2); \
p0[o0 + (int)i] = v4; \

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
======== reduce.6
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = fabs(v0); \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 > v1 || v0 != v0 ? v0 : v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 > v1 || v0 != v0 ? v0 : v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 1
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; uint chunk; uint row_chunk; uint kiln_rest52; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = (v0 / v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.7
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = fabs(v0); \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 > v1 || v0 != v0 ? v0 : v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 > v1 || v0 != v0 ? v0 : v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.10
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0 + (int)(c) * k0_0] = v3; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== gemm.4
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
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin_chunks.cl>>
======== reduce.11
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float2, p0), KILN_ARG(const float2, p1), KILN_ARG(const float2, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float2 x0[w], y0; \

#define KILN_INIT(j) x0[j] = KILN_FLOAT2(0x0p+0f, 0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float2 v0 = (p1 + (b1 + t1))[(long)i]; \
const float2 v1 = p2[b2 + t2]; \
const float2 v2 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float2 v0 = x0[j]; \
const long v1 = count; \
const float2 v2 = KILN_FLOAT2((float)v1, (float)0); \
const float2 v3 = kiln_div_c64(v0, v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== elementwise.5
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, KILN_GLOBAL const float2 *p3_base, const kiln_numbers at
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
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \
KILN_PTR_RESTRICT(const float2, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float2 v0 = p1[o1 + (int)i]; \
const float2 v1 = p2[o2]; \
const float2 v2 = p3[o3]; \
const float2 v3 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
const float2 v4 = KILN_FLOAT2(v3.x - v2.x, v3.y - v2.y); \
p0[o0 + (int)i] = v4; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== gemm.5
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_ROWS 3
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
#define KILN_DEPTH 256
<<turn.cl>>
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; float a0; uint n; uint rows; int t0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const float a0 = at.a0; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const float v0 = a0; \
p0[0 + (int)i * t0] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.12
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
float w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.13
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 8
#define KILN_REST 8
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[8]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== gemm.6
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
#define KILN_B_PIECES 1
#define KILN_MOST 512
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; float a1; uint n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const float a1 = at.a1; \
const uint n = at.n; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = a1; \
const float v2 = (v0 / v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = a1; \
const float v2 = (v0 / v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== reduce.14
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0 + (int)split * s2; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t3 = 0 + g0; \
const int t4 = 0; \

#define KILN_MAP(i) { \
const float v0 = p3[b3 + t3 + (int)i]; \
const float v1 = p4[b4 + t4]; \
const float v2 = (v0 - v1); \
y0 = v2; \
y1 = v2; \
y2 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
p2[b2] = v2; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec3;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec3 w3[4]; \
float w4[4]; \

#define KILN_FETCH(u) w3[u].wide = *(KILN_GLOBAL const uint4*)(&p3[b3 + t3 + (int)0]); \
w4[u] = p4[b4 + t4]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w3[u].item[j]; \
const float v1 = w4[u]; \
const float v2 = (v0 - v1); \
y0 = v2; \
y1 = v2; \
y2 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.15
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0; \
const int t3 = 0 + g0; \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
const float v1 = p3[b3 + t3 + (int)i]; \
const float v2 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const long v3 = count; \
const float v4 = (float)v3; \
const float v5 = (v0 / v4); \
const float v6 = (v2 - v5); \
const float v7 = (v5 - v1); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = log2(v8); \
const float v10 = floor(v9); \
const float v11 = -v10; \
const float v12 = (-0x1.f8p+6f); \
const float v13 = (v11 > v12 || v11 != v11 ? v11 : v12); \
const float v14 = 0x1.f8p+6f; \
const float v15 = (v13 < v14 || v13 != v13 ? v13 : v14); \
const float v16 = exp2(v15); \
p0[b0] = v5; \
p1[b1] = v16; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \

#define KILN_AHEAD 4
#define KILN_REST 1
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w2[4]; \
float w3[4]; \
float w4[4]; \

#define KILN_FETCH(u) w2[u] = p2[b2 + t2 + (int)0]; \
w3[u] = p3[b3 + t3 + (int)0]; \
w4[u] = p4[b4 + t4 + (int)0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u]; \
const float v1 = w3[u]; \
const float v2 = w4[u]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; int t3; uint kiln_rest60; } kiln_numbers;
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
const int t3 = at.t3; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = p3[o3 + (int)i * t3]; \
const float v3 = sqrt(v1); \
const float v4 = (v0 / v3); \
const float v5 = sqrt(v2); \
const float v6 = (v4 / v5); \
const float v7 = (-0x1p+0f); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = 0x1p+0f; \
const float v10 = (v8 < v9 || v8 != v8 ? v8 : v9); \
p0[o0 + (int)i] = v10; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i * t3]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = sqrt(v1); \
const float v4 = (v0 / v3); \
const float v5 = sqrt(v2); \
const float v6 = (v4 / v5); \
const float v7 = (-0x1p+0f); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = 0x1p+0f; \
const float v10 = (v8 < v9 || v8 != v8 ? v8 : v9); \
p0[o0 + (int)i] = v10; \

<<elementwise_rows.cl>>
======== covariances.1
ieee
#define KILN_GROUP 256
#define KILN_MOST 4096
#define KILN_PARTS 1
#define KILN_COEFFICIENTS 0
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_REAL float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
<<covariances.cl>>
======== covariances.2
ieee
#define KILN_GROUP 256
#define KILN_MOST 4096
#define KILN_PARTS 1
#define KILN_COEFFICIENTS 1
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_REAL float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
<<covariances.cl>>
======== reduce.16
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
float w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
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
#define KILN_LOAD_RESULT(x) (x)
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.8
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
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 1
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== reduce.17
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
float w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
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
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 1
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== reduce.18
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int s1, int r2_0, int r3_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0; \
const int t3 = 0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
const float v1 = p3[b3 + t3]; \
const float v2 = (v0 - v1); \
y0 = v2; \
y1 = v2; \
y2 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = y0; \
const float v4 = y1; \
const float v5 = y2; \
const float v6 = (v0 + v3); \
const float v7 = (v1 < v4 || v1 != v1 ? v1 : v4); \
const float v8 = (v2 > v5 || v2 != v2 ? v2 : v5); \
x0[j] = v6; \
x1[j] = v7; \
x2[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const long v3 = count; \
const float v4 = (float)v3; \
const float v5 = (v0 / v4); \
const float v6 = (v2 - v5); \
const float v7 = (v5 - v1); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = log2(v8); \
const float v10 = floor(v9); \
const float v11 = -v10; \
const float v12 = (-0x1.f8p+6f); \
const float v13 = (v11 > v12 || v11 != v11 ? v11 : v12); \
const float v14 = 0x1.f8p+6f; \
const float v15 = (v13 < v14 || v13 != v13 ? v13 : v14); \
const float v16 = exp2(v15); \
p0[b0] = v5; \
p1[b1] = v16; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec2 w2[4]; \
float w3[4]; \

#define KILN_FETCH(u) w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \
w3[u] = p3[b3 + t3]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u].item[j]; \
const float v1 = w3[u]; \
const float v2 = (v0 - v1); \
y0 = v2; \
y1 = v2; \
y2 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.19
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \
kiln_vec2 w2[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = (v0 - v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.20
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0 + (int)(c) * k0_0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== gemm.10
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
#define KILN_A_PIECES 2
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 2
#define KILN_MOST 512
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; } kiln_numbers;
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
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = p3[o3]; \
const float v3 = (v0 - v1); \
const float v4 = (v3 - v2); \
p0[o0 + (int)i] = v4; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = (v0 - v1); \
const float v4 = (v3 - v2); \
p0[o0 + (int)i] = v4; \

<<elementwise_rows.cl>>
======== gemm.11
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
#define KILN_LOAD_RESULT(x) (x)
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.12
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== reduce.21
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float2, p0), KILN_ARG(const float2, p1), KILN_ARG(const float2, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float2 x0[w], y0; \

#define KILN_INIT(j) x0[j] = KILN_FLOAT2(0x0p+0f, 0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \

#define KILN_MAP(i) { \
const float2 v0 = p1[b1 + t1 + (int)i]; \
const float2 v1 = p2[b2 + t2]; \
const float2 v2 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float2 v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float2 l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
float2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float2 v0 = w1[u].item[j]; \
const float2 v1 = w2[u]; \
const float2 v2 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.22
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float2, p0), KILN_ARG(const float2, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float2 x0[w], y0; \

#define KILN_INIT(j) x0[j] = KILN_FLOAT2(0x0p+0f, 0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float2 v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float2 v0 = x0[j]; \
const long v1 = count; \
const float2 v2 = KILN_FLOAT2((float)v1, (float)0); \
const float2 v3 = kiln_div_c64(v0, v2); \
p0[b0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float2 l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float2 v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== elementwise.10
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, KILN_GLOBAL const float2 *p3_base, const kiln_numbers at
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
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \
KILN_PTR_RESTRICT(const float2, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 1
#define KILN_ONE(i) const float2 v0 = p1[o1 + (int)i]; \
const float2 v1 = p2[o2]; \
const float2 v2 = p3[o3]; \
const float2 v3 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
const float2 v4 = KILN_FLOAT2(v3.x - v2.x, v3.y - v2.y); \
p0[o0 + (int)i] = v4; \

#define KILN_TAKEN float2 x1[KILN_AHEAD]; float2 x2[KILN_AHEAD]; float2 x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3]; \

#define KILN_GIVE(i, u) const float2 v0 = x1[u]; \
const float2 v1 = x2[u]; \
const float2 v2 = x3[u]; \
const float2 v3 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
const float2 v4 = KILN_FLOAT2(v3.x - v2.x, v3.y - v2.y); \
p0[o0 + (int)i] = v4; \

<<elementwise_rows.cl>>
======== gemm.13
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 4
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.14
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.11
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; float a0; uint n; uint rows; int t0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const float a0 = at.a0; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = a0; \
p0[0 + (int)i * t0] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const float v0 = a0; \
p0[0 + (int)i * t0] = v0; \

<<elementwise_rows.cl>>
======== gemm.15
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
#define KILN_B_PIECES 1
#define KILN_MOST 512
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.16
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
#define KILN_LOAD_RESULT(x) (x)
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
======== elementwise.12
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, float a1, uint n
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = a1; \
const float v2 = (v0 / v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = a1; \
const float v2 = (v0 / v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.13
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, KILN_GLOBAL const float *p3_base, ulong p3_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0, int t3
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = p3[o3 + (int)i * t3]; \
const float v3 = sqrt(v1); \
const float v4 = (v0 / v3); \
const float v5 = sqrt(v2); \
const float v6 = (v4 / v5); \
const float v7 = (-0x1p+0f); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = 0x1p+0f; \
const float v10 = (v8 < v9 || v8 != v8 ? v8 : v9); \
p0[o0 + (int)i] = v10; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i * t3]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = sqrt(v1); \
const float v4 = (v0 / v3); \
const float v5 = sqrt(v2); \
const float v6 = (v4 / v5); \
const float v7 = (-0x1p+0f); \
const float v8 = (v6 > v7 || v6 != v6 ? v6 : v7); \
const float v9 = 0x1p+0f; \
const float v10 = (v8 < v9 || v8 != v8 ? v8 : v9); \
p0[o0 + (int)i] = v10; \

<<elementwise_rows.cl>>
======== gemm.17
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
#define KILN_LOAD_RESULT(x) (x)
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.18
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
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 1
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.19
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
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO (float)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_SYMMETRIC 1
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.20
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
#define KILN_A_PIECES 2
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 2
#define KILN_MOST 512
#define KILN_SHIFTED 1
<<gemm.cl>>
<<gemm_thin.cl>>
======== elementwise.14
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, KILN_GLOBAL const float *p3_base, ulong p3_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2]; \
const float v2 = p3[o3]; \
const float v3 = (v0 - v1); \
const float v4 = (v3 - v2); \
p0[o0 + (int)i] = v4; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = (v0 - v1); \
const float v4 = (v3 - v2); \
p0[o0 + (int)i] = v4; \

<<elementwise_rows.cl>>
======== gemm.21
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
#define KILN_LOAD_RESULT(x) (x)
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.22
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.15
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, ulong p0_offset, KILN_GLOBAL const float2 *p1_base, ulong p1_offset, KILN_GLOBAL const float2 *p2_base, ulong p2_offset, KILN_GLOBAL const float2 *p3_base, ulong p3_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \
KILN_PTR_RESTRICT(const float2, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 1
#define KILN_ONE(i) const float2 v0 = p1[o1 + (int)i]; \
const float2 v1 = p2[o2]; \
const float2 v2 = p3[o3]; \
const float2 v3 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
const float2 v4 = KILN_FLOAT2(v3.x - v2.x, v3.y - v2.y); \
p0[o0 + (int)i] = v4; \

#define KILN_TAKEN float2 x1[KILN_AHEAD]; float2 x2[KILN_AHEAD]; float2 x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3]; \

#define KILN_GIVE(i, u) const float2 v0 = x1[u]; \
const float2 v1 = x2[u]; \
const float2 v2 = x3[u]; \
const float2 v3 = KILN_FLOAT2(v0.x - v1.x, v0.y - v1.y); \
const float2 v4 = KILN_FLOAT2(v3.x - v2.x, v3.y - v2.y); \
p0[o0 + (int)i] = v4; \

<<elementwise_rows.cl>>
======== gemm.23
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 4
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.24
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.16
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, float a0, uint n, uint rows, int t0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = a0; \
p0[0 + (int)i * t0] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const float v0 = a0; \
p0[0 + (int)i * t0] = v0; \

<<elementwise_rows.cl>>
======== gemm.25
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
#define KILN_LOAD_RESULT(x) (x)
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.26
ieee
<<epilogue.cl>>
<<complex.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T float2
#define KILN_R float
#define KILN_STORED float2
#define KILN_COMPLEX 1
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT float2
#define KILN_LOAD_RESULT(x) (x)
#define KILN_ZERO KILN_FLOAT2(0.0f, 0.0f)
#define KILN_CONJUGATE(z, yes) KILN_FLOAT2((z).x, (yes) ? -(z).y : (z).y)
#define KILN_MAD(c, a, b) { c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }
#define KILN_PRODUCT(a, b) kiln_mul_c64((a), (b))
#define KILN_SUM(a, b) KILN_FLOAT2((a).x + (b).x, (a).y + (b).y)
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
