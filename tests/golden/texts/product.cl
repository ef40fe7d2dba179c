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
<<gemm.cl>>
<<gemm_pack.cl>>
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
======== gemm.5
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 8
<<gemm.cl>>
<<gemm_pack.cl>>
======== gemm.6
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 8
#define KILN_LANES 4
#define KILN_VECTOR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
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
======== gemm.8
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
#define KILN_LANES 8
#define KILN_VECTOR float8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 0
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_panels.cl>>
======== gemm.9
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
======== gemm.10
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
<<gemm.cl>>
<<gemm_pack.cl>>
======== gemm.11
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
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_panels.cl>>
======== gemm.12
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 1
#define KILN_REST ulong
#define KILN_T uint
#define KILN_R uint
#define KILN_STORED int
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((uint)(x))
#define KILN_STORE(x) ((int)(x))
#define KILN_RESULT int
#define KILN_LOAD_RESULT(x) ((uint)(x))
#define KILN_ZERO (uint)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_ROWS 6
#define KILN_COLUMNS 16
#define KILN_LANES 8
#define KILN_VECTOR uint8
#define KILN_VLOAD(p) vload8(0, p)
#define KILN_VSTORE(x, p) vstore8(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
#define KILN_DEPTH 512
<<turn.cl>>
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== gemm.13
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
======== gemm.14
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
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.15
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
#define KILN_ROWS 8
#define KILN_COLUMNS 1
#define KILN_MOST 64
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin_chunks.cl>>
======== gemm.16
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
#define KILN_N 3
#define KILN_K 3
#define KILN_UNIT 1
#define KILN_VECTORS 1
#define KILN_PACKED 1
#define KILN_VECTOR float3
#define KILN_VLOAD(p) vload3(0, p)
#define KILN_VSTORE(x, p) vstore3(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.17
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
======== gemm.18
ieee
<<epilogue.cl>>
#define KILN_INDEX long
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
======== gemm.19
ieee
<<epilogue.cl>>
#define KILN_INDEX long
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
======== gemm.20
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
#define KILN_M 4
#define KILN_N 6
#define KILN_K 5
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
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
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (v0 * v1); \
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
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 * v1); \
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
======== reduce.3
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
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; float a0; float a2; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const float a0 = at.a0; \
const float a2 = at.a2; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = a0; \
const float v1 = p1[0 + (int)i]; \
const float v2 = a2; \
const float v3 = p2[0 + (int)i]; \
const float v4 = (v0 * v1); \
const float v5 = (v2 * v3); \
const float v6 = (v4 + v5); \
p0[0 + (int)i] = v6; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.4
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
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; float a1; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint chunk; uint row_chunk; uint kiln_rest68; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, KILN_GLOBAL const float *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const float a1 = at.a1; \
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
const float v1 = a1; \
const float v2 = p2[o2]; \
const float v3 = p3[o3 + (int)i]; \
const float v4 = (v1 * v2); \
const float v5 = (v3 * v4); \
const float v6 = (v0 + v5); \
p0[o0 + (int)i] = v6; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; int s0_0; int s0_1; int s1_0; int s1_1; uint chunk; uint row_chunk; uint kiln_rest52; } kiln_numbers;
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
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== reduce.5
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i * r1_0]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
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
======== gemm.21
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.23
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.24
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.25
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.27
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.28
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += (a) * (b);
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.29
ieee
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
======== gemm.30
ieee
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.31
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.32
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.33
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T uint
#define KILN_R uint
#define KILN_STORED int
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((uint)(x))
#define KILN_STORE(x) ((int)(x))
#define KILN_RESULT int
#define KILN_LOAD_RESULT(x) ((uint)(x))
#define KILN_ZERO (uint)0
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
======== gemm.34
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T uint
#define KILN_R uint
#define KILN_STORED int
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((uint)(x))
#define KILN_STORE(x) ((int)(x))
#define KILN_RESULT int
#define KILN_LOAD_RESULT(x) ((uint)(x))
#define KILN_ZERO (uint)0
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.35
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
======== gemm.36
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
======== gemm.37
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.38
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.39
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.40
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.41
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.42
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
======== gemm.43
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
#define KILN_B_PIECES 1
#define KILN_MOST 512
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.44
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
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_A_WORD uint4
#define KILN_A_WORDS 2
#define KILN_A_PIECES 1
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 2
#define KILN_MOST 256
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.45
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
======== gemm.46
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
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_A_WORD uint4
#define KILN_A_WORDS 2
#define KILN_A_PIECES 0
#define KILN_B_WORD uint4
#define KILN_B_WORDS 2
#define KILN_B_PIECES 1
#define KILN_MOST 256
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.47
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 3
#define KILN_K 3
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.48
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 3
#define KILN_K 3
#define KILN_UNIT 0
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.49
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.50
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 0
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.51
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.52
ieee
<<epilogue.cl>>
#define KILN_INDEX long
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
======== gemm.53
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
#define KILN_EACH 1
#define KILN_M 4
#define KILN_N 6
#define KILN_K 5
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.54
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== reduce.6
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
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = (v0 * v1); \
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
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
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

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 * v1); \
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
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \
float w2[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.8
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
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; float a0; float a2; uint n; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const float a0 = at.a0; \
const float a2 = at.a2; \
const uint n = at.n; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = a0; \
const float v1 = x1.item[j]; \
const float v2 = a2; \
const float v3 = x2.item[j]; \
const float v4 = (v0 * v1); \
const float v5 = (v2 * v3); \
const float v6 = (v4 + v5); \
x0.item[j] = v6; \

#define KILN_ONE(i) const float v0 = a0; \
const float v1 = p1[0 + (int)i]; \
const float v2 = a2; \
const float v3 = p2[0 + (int)i]; \
const float v4 = (v0 * v1); \
const float v5 = (v2 * v3); \
const float v6 = (v4 + v5); \
p0[0 + (int)i] = v6; \

<<elementwise_flat.cl>>
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

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = (v0 * v1); \
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
#define KILN_SINGLE 1
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.10
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
p0[b0] = v0; \
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

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; float a1; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint kiln_rest60; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, KILN_GLOBAL const float *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const float a1 = at.a1; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \
KILN_PTR(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = a1; \
const float v2 = p2[o2]; \
const float v3 = p3[o3 + (int)i]; \
const float v4 = (v1 * v2); \
const float v5 = (v3 * v4); \
const float v6 = (v0 + v5); \
p0[o0 + (int)i] = v6; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = a1; \
const float v2 = x2[u]; \
const float v3 = x3[u]; \
const float v4 = (v1 * v2); \
const float v5 = (v3 * v4); \
const float v6 = (v0 + v5); \
p0[o0 + (int)i] = v6; \

<<elementwise_rows.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; int s0_0; int s0_1; int s1_0; int s1_1; uint kiln_rest44; } kiln_numbers;
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
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== gemm.55
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== reduce.11
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i * r1_0]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 1
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)0 * r1_0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== gemm.56
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
======== gemm.57
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
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.58
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.59
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.60
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
======== gemm.61
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
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.62
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
#define KILN_TM 128
#define KILN_TN 128
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
======== gemm.63
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
#define KILN_TM 128
#define KILN_TN 128
#define KILN_TK 16
#define KILN_RM 8
#define KILN_RN 8
#define KILN_TEAMS 1
#define KILN_V 4
#define KILN_A_WIDTH 4
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.64
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
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
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.65
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T double
#define KILN_R double
#define KILN_STORED double
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_LOAD_RESULT(x) ((x))
#define KILN_ZERO (double)0
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
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.66
ieee
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
======== gemm.67
ieee
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.68
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.69
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.70
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T uint
#define KILN_R uint
#define KILN_STORED int
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((uint)(x))
#define KILN_STORE(x) ((int)(x))
#define KILN_RESULT int
#define KILN_LOAD_RESULT(x) ((uint)(x))
#define KILN_ZERO (uint)0
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
======== gemm.71
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_PACKS 0
#define KILN_REST ulong
#define KILN_T uint
#define KILN_R uint
#define KILN_STORED int
#define KILN_COMPLEX 0
#define KILN_LOAD(x) ((uint)(x))
#define KILN_STORE(x) ((int)(x))
#define KILN_RESULT int
#define KILN_LOAD_RESULT(x) ((uint)(x))
#define KILN_ZERO (uint)0
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.72
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
======== gemm.73
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.74
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
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== gemm.75
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.76
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.77
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.78
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
======== gemm.79
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
#define KILN_B_PIECES 1
#define KILN_MOST 512
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.80
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
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_A_WORD uint4
#define KILN_A_WORDS 2
#define KILN_A_PIECES 1
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 2
#define KILN_MOST 256
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.81
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
======== gemm.82
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
#define KILN_ROWS 4
#define KILN_COLUMNS 2
#define KILN_A_WORD uint4
#define KILN_A_WORDS 2
#define KILN_A_PIECES 0
#define KILN_B_WORD uint4
#define KILN_B_WORDS 2
#define KILN_B_PIECES 1
#define KILN_MOST 256
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_thin.cl>>
======== gemm.83
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 3
#define KILN_K 3
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.84
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 3
#define KILN_K 3
#define KILN_UNIT 0
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.85
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.86
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
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 8
#define KILN_K 8
#define KILN_UNIT 0
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.87
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
#define KILN_EACH 1
#define KILN_M 4
#define KILN_N 6
#define KILN_K 5
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
<<gemm.cl>>
<<gemm_small.cl>>
======== gemm.88
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, float a0, float a2, uint n
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = a0; \
const float v1 = x1.item[j]; \
const float v2 = a2; \
const float v3 = x2.item[j]; \
const float v4 = (v0 * v1); \
const float v5 = (v2 * v3); \
const float v6 = (v4 + v5); \
x0.item[j] = v6; \

#define KILN_ONE(i) const float v0 = a0; \
const float v1 = p1[0 + (int)i]; \
const float v2 = a2; \
const float v3 = p2[0 + (int)i]; \
const float v4 = (v0 * v1); \
const float v5 = (v2 * v3); \
const float v6 = (v4 + v5); \
p0[0 + (int)i] = v6; \

<<elementwise_flat.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, KILN_GLOBAL const float *p3_base, ulong p3_offset, float a1, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR(const float, p1); \
KILN_PTR(const float, p2); \
KILN_PTR(const float, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = a1; \
const float v2 = p2[o2]; \
const float v3 = p3[o3 + (int)i]; \
const float v4 = (v1 * v2); \
const float v5 = (v3 * v4); \
const float v6 = (v0 + v5); \
p0[o0 + (int)i] = v6; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = a1; \
const float v2 = x2[u]; \
const float v3 = x3[u]; \
const float v4 = (v1 * v2); \
const float v5 = (v3 * v4); \
const float v6 = (v0 + v5); \
p0[o0 + (int)i] = v6; \

<<elementwise_rows.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== gemm.89
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
#define KILN_B_WIDTH 1
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.90
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.91
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
======== gemm.92
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.93
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
#define KILN_TM 128
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.94
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
#define KILN_TM 128
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 4
#define KILN_TEAMS 1
#define KILN_V 2
#define KILN_A_WIDTH 2
#define KILN_B_WIDTH 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.95
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
======== gemm.96
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== gemm.97
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
#define KILN_B_ALONG_K 1
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
