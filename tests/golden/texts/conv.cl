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
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t0; uint chunk; uint row_chunk; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t0 = at.t0; \
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
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i * t0] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
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
======== winograd_output.1
ieee
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
======== winograd_input.2
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
#define KILN_SIDE 4
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
#define KILN_DEPTH 512
<<turn.cl>>
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== winograd_taps.1
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
<<winograd_taps.cl>>
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
======== winograd_filters.2
ieee
#define KILN_T double
#define KILN_V double4
#define KILN_FOUR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_LANES 4
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 8
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_filters.cl>>
======== winograd_input.3
ieee
#define KILN_T double
#define KILN_V double4
#define KILN_FOUR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_LANES 4
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 8
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_input.cl>>
======== gemm.4
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
======== winograd_output.2
ieee
<<epilogue.cl>>
#define KILN_T double
#define KILN_INDEX int
#define KILN_STORED double
#define KILN_STORE(x) (x)
#define KILN_V double4
#define KILN_FOUR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_LANES 4
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 8
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_output.cl>>
======== winograd_input.4
ieee
#define KILN_T double
#define KILN_V double4
#define KILN_FOUR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_LANES 4
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 8
#define KILN_SIDE 4
<<winograd.cl>>
<<winograd_input.cl>>
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
#define KILN_LANES 4
#define KILN_VECTOR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PLAIN 1
#define KILN_DEPTH 512
<<gemm.cl>>
<<gemm_sums.cl>>
<<gemm_direct.cl>>
======== winograd_taps.2
ieee
#define KILN_T double
#define KILN_V double4
#define KILN_FOUR double4
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_LANES 4
#define KILN_VECTORS 1
#define KILN_ACROSS 0
#define KILN_ROWS 6
#define KILN_WIDTH 8
#define KILN_RUN 16
#define KILN_TILES 8
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_taps.cl>>
======== conv_pack_taps.1
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_R float
#define KILN_WIDTH 6
#define KILN_TAPS 128
<<conv_pack_taps.cl>>
======== elementwise.2
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
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; uint a0; uint n; uint rows; uint chunk; uint row_chunk; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const uint a0 = at.a0; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = a0; \
p0[0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== conv_planes.1
ieee
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
======== conv_lane_sums.1
ieee
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
#define KILN_ACROSS 0
#define KILN_TAPS 128
<<conv_side.cl>>
<<conv_lane_sums.cl>>
======== gemm.6
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
======== conv_lanes.1
ieee
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
======== conv_lane_sums.2
ieee
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
<<conv_side.cl>>
<<conv_lane_sums.cl>>
======== conv_planes.2
ieee
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
#define KILN_IN 2
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.3
ieee
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
#define KILN_OUT 2
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_lane_sums.3
ieee
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
#define KILN_STEP 2
#define KILN_ACROSS 0
#define KILN_TAPS 128
<<conv_side.cl>>
<<conv_lane_sums.cl>>
======== conv_lanes.2
ieee
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
#define KILN_STEP 1
#define KILN_ACROSS 1
#define KILN_TAPS 128
#define KILN_PLAIN 0
#define KILN_OP 0
#define KILN_COUNT 0
<<conv_side.cl>>
<<conv_lanes.cl>>
======== conv_sums.1
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_ITEMS 1
#define KILN_LANES 16
<<conv_side.cl>>
<<conv_sums.cl>>
======== conv_direct.1
ieee
<<epilogue.cl>>
#define KILN_INDEX long
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_LANES 32
#define KILN_ACROSS 0
<<conv_side.cl>>
<<conv_direct.cl>>
======== conv_sums.2
ieee
#define KILN_INDEX long
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ITEMS 1
#define KILN_LANES 16
<<conv_side.cl>>
<<conv_sums.cl>>
======== conv_tiles.1
ieee
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
======== gemm.7
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
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 4
#define KILN_UNROLL 16
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== conv_columns.1
ieee
#define KILN_INDEX int
#define KILN_T float
#define KILN_LAST (0)
#define KILN_W0 (1)
#define KILN_S0 (1)
#define KILN_D0 (1)
#define KILN_W1 (7)
#define KILN_S1 (2)
#define KILN_D1 (-1)
#define KILN_W2 (7)
#define KILN_S2 (2)
#define KILN_D2 (-1)
<<quotient.cl>>
<<conv_columns.cl>>
======== conv_tiles.2
ieee
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
======== elementwise.4
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
======== conv_tiles.3
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
======== elementwise.5
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

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; int s0_0; int s0_1; int s1_0; int s1_1; int t1; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
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
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ushort v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ushort x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ushort v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== conv_tiles.4
ieee
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
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL ushort held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ushort v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const ushort v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== conv_tiles.5
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
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
======== gemm.9
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; int s0_0; int s0_1; int s1_0; int s1_1; int t1; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, KILN_GLOBAL const ulong *p1_base, const kiln_numbers at
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
KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ulong x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ulong v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== conv_tiles.6
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED double
#define KILN_LOAD(x) ((x))
#define KILN_T double
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_TM 32
#define KILN_TN 32
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, KILN_GLOBAL const ulong *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL ulong held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const ulong v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== conv_tiles.7
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED double
#define KILN_LOAD(x) ((x))
#define KILN_T double
#define KILN_STORE(x) (x)
#define KILN_RESULT double
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 8
#define KILN_RN 8
#define KILN_V 2
#define KILN_UNROLL 8
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== gemm.10
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== winograd_filters.3
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 0
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_filters.cl>>
======== winograd_input.5
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 1
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_input.cl>>
======== gemm.11
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
======== winograd_output.3
ieee
<<epilogue.cl>>
#define KILN_T float
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_STORE(x) (x)
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 1
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_output.cl>>
======== winograd_input.6
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 1
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 4
<<winograd.cl>>
<<winograd_input.cl>>
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== winograd_taps.3
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 0
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_taps.cl>>
======== elementwise.10
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; uint e2; int s0_0; int s0_1; int s0_2; int s1_0; int s1_1; int s1_2; int t1; uint kiln_rest60; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint e1 = at.e1; \
const uint e2 = at.e2; \
const int s0_0 = at.s0_0; \
const int s0_1 = at.s0_1; \
const int s0_2 = at.s0_2; \
const int s1_0 = at.s1_0; \
const int s1_1 = at.s1_1; \
const int s1_2 = at.s1_2; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i2 = (int)(row % e2); const uint r1 = row / e2; \
const int i1 = (int)(r1 % e1); const uint r0 = r1 / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1 + i2 * s0_2; \
const int o1 = i0 * s1_0 + i1 * s1_1 + i2 * s1_2; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.11
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
======== winograd_input.7
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 0
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_input.cl>>
======== gemm.13
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
======== winograd_output.4
ieee
<<epilogue.cl>>
#define KILN_T float
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_STORE(x) (x)
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 0
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 6
<<winograd.cl>>
<<winograd_output.cl>>
======== winograd_input.8
ieee
#define KILN_T float
#define KILN_V float
#define KILN_FOUR float4
#define KILN_VLOAD(p) (*(p))
#define KILN_VSTORE(x, p) (*(p) = (x))
#define KILN_LANES 1
#define KILN_VECTORS 0
#define KILN_ACROSS 0
#define KILN_ROWS 1
#define KILN_WIDTH 6
#define KILN_RUN 16
#define KILN_TILES 16
#define KILN_SIDE 4
<<winograd.cl>>
<<winograd_input.cl>>
======== gemm.14
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
======== elementwise.12
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t0; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t0 = at.t0; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i * t0] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i * t0] = v0; \

<<elementwise_rows.cl>>
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
======== conv_points.1
ieee
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
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_point_sums.1
ieee
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
#define KILN_K3 (-1)
#define KILN_TURNED 1
#define KILN_RESULT float
#define KILN_ITEMS 256
#define KILN_COLUMNS 1
<<quotient.cl>>
<<conv_side.cl>>
<<conv_point_sums.cl>>
======== conv_points.3
ieee
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
======== conv_points.4
ieee
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
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_point_sums.2
ieee
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
#define KILN_K3 ls3
#define KILN_TURNED 1
#define KILN_RESULT float
#define KILN_ITEMS 256
#define KILN_COLUMNS 32
<<quotient.cl>>
<<conv_side.cl>>
<<conv_point_sums.cl>>
======== conv_points.5
ieee
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
#define KILN_S2 2
#define KILN_D2 1
#define KILN_K3 (1)
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_point_blocks.1
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 0
#define KILN_T1 (1)
#define KILN_S1 (1)
#define KILN_D1 (1)
#define KILN_O1 (0)
#define KILN_B1 (1)
#define KILN_F1 (0)
#define KILN_W1 (1)
#define KILN_T2 (3)
#define KILN_S2 (2)
#define KILN_D2 (-1)
#define KILN_O2 (1)
#define KILN_B2 (2)
#define KILN_F2 (0)
#define KILN_W2 (2)
#define KILN_T3 (3)
#define KILN_S3 (2)
#define KILN_D3 (-1)
#define KILN_O3 (1)
#define KILN_B3 (2)
#define KILN_F3 (0)
#define KILN_W3 (2)
#define KILN_K3 (1)
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_point_blocks.cl>>
======== conv_point_sums.3
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 0
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 3
#define KILN_S2 2
#define KILN_D2 1
#define KILN_K3 (-1)
#define KILN_TURNED 1
#define KILN_RESULT float
#define KILN_ITEMS 256
#define KILN_COLUMNS 1
<<quotient.cl>>
<<conv_side.cl>>
<<conv_point_sums.cl>>
======== conv_points.6
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_ACROSS 1
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 6
#define KILN_S2 2
#define KILN_D2 1
#define KILN_K3 ks3
#define KILN_A2 (-3)
#define KILN_A3 (-1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_point_blocks.2
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_ACROSS 1
#define KILN_T1 (1)
#define KILN_S1 (1)
#define KILN_D1 (1)
#define KILN_O1 (0)
#define KILN_B1 (1)
#define KILN_F1 (0)
#define KILN_W1 (1)
#define KILN_T2 (3)
#define KILN_S2 (2)
#define KILN_D2 (-1)
#define KILN_O2 (1)
#define KILN_B2 (4)
#define KILN_F2 (0)
#define KILN_W2 (3)
#define KILN_T3 (3)
#define KILN_S3 (2)
#define KILN_D3 (-1)
#define KILN_O3 (1)
#define KILN_B3 (2)
#define KILN_F3 (0)
#define KILN_W3 (2)
#define KILN_K3 bs3
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_point_blocks.cl>>
======== conv_point_sums.4
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 1
#define KILN_T1 1
#define KILN_T2 3
#define KILN_T3 3
#define KILN_EACH 6
#define KILN_S2 2
#define KILN_D2 1
#define KILN_K3 ls3
#define KILN_TURNED 1
#define KILN_RESULT float
#define KILN_ITEMS 256
#define KILN_COLUMNS 32
<<quotient.cl>>
<<conv_side.cl>>
<<conv_point_sums.cl>>
======== gemm.16
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.13
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

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS e1
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_1]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== conv_columns.2
ieee
#define KILN_INDEX int
#define KILN_T float
#define KILN_LAST (0)
#define KILN_W0 (3)
#define KILN_S0 (1)
#define KILN_D0 (-1)
#define KILN_W1 (3)
#define KILN_S1 (1)
#define KILN_D1 (-1)
#define KILN_W2 (3)
#define KILN_S2 (1)
#define KILN_D2 (-1)
<<quotient.cl>>
<<conv_columns.cl>>
======== conv_direct.2
ieee
<<epilogue.cl>>
#define KILN_INDEX long
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_LANES 1
#define KILN_ACROSS 0
<<conv_side.cl>>
<<conv_direct.cl>>
======== conv_sums.3
ieee
#define KILN_INDEX long
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ITEMS 128
#define KILN_LANES 1
<<conv_side.cl>>
<<conv_sums.cl>>
======== conv_tiles.8
ieee
<<epilogue.cl>>
#define KILN_INDEX long
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
======== gemm.17
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
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
======== elementwise.14
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
======== elementwise.15
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
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
======== elementwise.16
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ushort v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ushort x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ushort v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.17
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL ushort held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ushort v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const ushort v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== conv_tiles.9
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
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
======== gemm.20
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.18
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, ulong p0_offset, KILN_GLOBAL const ulong *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ulong x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ulong v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.19
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, ulong p0_offset, KILN_GLOBAL const ulong *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL ulong held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const ulong v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== gemm.21
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 1
#define KILN_ELEMENTS 256
<<gemm.cl>>
<<gemm_combine.cl>>
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
#define KILN_A_ALONG_K 0
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== elementwise.20
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, uint e1, uint e2, int s0_0, int s0_1, int s0_2, int s1_0, int s1_1, int s1_2, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i2 = (int)(row % e2); const uint r1 = row / e2; \
const int i1 = (int)(r1 % e1); const uint r0 = r1 / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1 + i2 * s0_2; \
const int o1 = i0 * s1_0 + i1 * s1_1 + i2 * s1_2; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.21
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
======== gemm.23
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== conv_tiles.10
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
#define KILN_B_ALONG_K 1
<<conv_side.cl>>
<<conv_tiles.cl>>
======== gemm.24
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
======== elementwise.22
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t0
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i * t0] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i * t0] = v0; \

<<elementwise_rows.cl>>
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
======== gemm.26
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== elementwise.23
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS e1
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_1]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_1; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== gemm.27
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
#define KILN_SYMMETRIC 0
#define KILN_LANES 32
#define KILN_ELEMENTS 8
<<gemm.cl>>
<<gemm_combine.cl>>
======== conv_tiles.11
ieee
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
#define KILN_B_ALONG_K 0
<<conv_side.cl>>
<<conv_tiles.cl>>
======== gemm.28
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
#define KILN_B_ALONG_K 0
#define KILN_SHIFTED 0
<<gemm.cl>>
<<gemm_tiles.cl>>
======== conv_points.7
ieee
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
======== conv_points.8
ieee
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
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_points.9
ieee
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
======== conv_points.10
ieee
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
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_side.cl>>
<<conv_points.cl>>
======== conv_point_blocks.3
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_ACROSS 0
#define KILN_T1 (1)
#define KILN_S1 (1)
#define KILN_D1 (1)
#define KILN_O1 (0)
#define KILN_B1 (1)
#define KILN_F1 (0)
#define KILN_W1 (1)
#define KILN_T2 (3)
#define KILN_S2 (2)
#define KILN_D2 (-1)
#define KILN_O2 (1)
#define KILN_B2 (4)
#define KILN_F2 (0)
#define KILN_W2 (3)
#define KILN_T3 (3)
#define KILN_S3 (2)
#define KILN_D3 (-1)
#define KILN_O3 (1)
#define KILN_B3 (2)
#define KILN_F3 (0)
#define KILN_W3 (2)
#define KILN_K3 (1)
#define KILN_A2 (3)
#define KILN_A3 (1)
<<quotient.cl>>
<<conv_point_blocks.cl>>
