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
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t0; uint chunk; uint row_chunk; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
p0[0 + (int)i * t0] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const int *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const float v1 = (float)v0; \
p0[o0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.5
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; long t0; ulong chunk; ulong row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long t0 = at.t0; \
const ulong chunk = at.chunk; \
const ulong row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
p0[0 + (long)i * t0] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.6
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; long s0_0; long s1_0; ulong chunk; ulong row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long s0_0 = at.s0_0; \
const long s1_0 = at.s1_0; \
const ulong chunk = at.chunk; \
const ulong row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uchar v0 = p1[o1 + (long)i]; \
p0[o0 + (long)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== join.1
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT uint
#define KILN_CPU 1
#define KILN_COLUMNS 1
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint e1; uint e2; int s0_0; int s0_1; int s0_2; int s1_0; int s1_1; int s1_2; uint chunk; uint row_chunk; } kiln_numbers;
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
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i2 = (int)(row % e2); const uint r1 = row / e2; \
const int i1 = (int)(r1 % e1); const uint r0 = r1 / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1 + i2 * s0_2; \
const int o1 = i0 * s1_0 + i1 * s1_1 + i2 * s1_2; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== join.2
ieee
#define KILN_EACH(do) do(0) do(1) do(2)
#define KILN_UNIT uint
#define KILN_CPU 1
#define KILN_COLUMNS 1
#define KILN_SAME 0
#define KILN_COUNT 3
<<index_join.cl>>
======== elementwise.8
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
======== elementwise.9
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.10
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; float a0; uint n; uint rows; int s0_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const float a0 = at.a0; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = a0; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.11
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.12
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.13
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; long a0; long a1; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const long a0 = at.a0; \
const long a1 = at.a1; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(int, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = a0; \
const long v1 = a1; \
const long v2 = (long)((row * n + i)); \
const long v3 = (long)((ulong)v1 * (ulong)v2); \
const long v4 = (long)((ulong)v0 + (ulong)v3); \
const int v5 = (int)v4; \
p0[0 + (int)i] = v5; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.14
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; int a2; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint chunk; uint row_chunk; uint kiln_rest68; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const int *p1_base, KILN_GLOBAL const int *p2_base, KILN_GLOBAL const uint *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const int a2 = at.a2; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \
KILN_PTR_RESTRICT(const uint, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const int v1 = p2[o2]; \
const int v2 = a2; \
const uint v3 = p3[o3 + (int)i]; \
const int v4 = (int)((uint)v0 - (uint)v1); \
const uchar v5 = (v4 <= v2); \
const uint v6 = (uint)0u; \
const uint v7 = (v5 ? v3 : v6); \
p0[o0 + (int)i] = v7; \

#define KILN_TOUCH_FOR(i) KILN_TOUCH(const KILN_GLOBAL uchar, &p1[o1 + (int)i]); \
KILN_TOUCH(const KILN_GLOBAL uchar, &p3[o3 + (int)i]); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.15
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
======== elementwise.16
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
======== elementwise.17
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; long a0; double a1; double a2; double a3; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const long a0 = at.a0; \
const double a1 = at.a1; \
const double a2 = at.a2; \
const double a3 = at.a3; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = a0; \
const double v1 = a1; \
const double v2 = a2; \
const double v3 = a3; \
const long v4 = (long)((row * n + i)); \
const uchar v5 = (v0 == v4); \
const double v6 = (double)v4; \
const double v7 = (v3 * v6); \
const double v8 = (v2 + v7); \
const double v9 = (v5 ? v1 : v8); \
const float v10 = (float)v9; \
p0[0 + (int)i] = v10; \

#define KILN_TOUCH_FOR(i) 
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_repeat.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 256
#define KILN_ROWS 1024
#define KILN_UNIT uint
#define KILN_REPEATS long
<<group_sums.cl>>
<<index_repeat.cl>>
======== scan.1
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = (p1 + b1)[(long)(kiln_t)]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.2
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = (p1 + b1)[(long)(kiln_t)]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== index_repeat_many.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 256
#define KILN_UNIT uint
#define KILN_END uint
#define KILN_PLACES 0
#define KILN_ONE 1
<<index_repeat_many.cl>>
======== index_repeat_many.2
ieee
#define KILN_CPU 1
#define KILN_ITEMS 256
#define KILN_UNIT ulong
#define KILN_END uint
#define KILN_PLACES 0
#define KILN_ONE 0
<<index_repeat_many.cl>>
======== index_repeat_many.3
ieee
#define KILN_CPU 1
#define KILN_ITEMS 256
#define KILN_UNIT uint
#define KILN_END uint
#define KILN_PLACES 1
#define KILN_ONE 1
<<index_repeat_many.cl>>
======== index_move.1
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ulong
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 0
#define KILN_RUN 1
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.2
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uint
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 1
#define KILN_RUN 0
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== join.3
ieee
#define KILN_EACH(do) do(0) do(1) do(2) do(3)
#define KILN_UNIT uint
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 4
<<index_join.cl>>
======== elementwise.18
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.19
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.20
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const int *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const float v1 = (float)v0; \
p0[o0 + (int)i] = v1; \

#define KILN_TAKEN int x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const int v0 = x1[u]; \
const float v1 = (float)v0; \
p0[o0 + (int)i] = v1; \

<<elementwise_rows.cl>>
======== elementwise.21
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; long t0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long t0 = at.t0; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
p0[0 + (long)i * t0] = v0; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (long)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
p0[0 + (long)i * t0] = v0; \

<<elementwise_rows.cl>>
======== elementwise.22
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; long s0_0; long s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long s0_0 = at.s0_0; \
const long s1_0 = at.s1_0; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uchar v0 = p1[o1 + (long)i]; \
p0[o0 + (long)i] = v0; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (long)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
p0[o0 + (long)i] = v0; \

<<elementwise_rows.cl>>
======== join.4
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT uint
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
======== index_map.1
ieee
#define KILN_UNIT uint
#define KILN_CPU 0
#define KILN_AXES 2
#define KILN_AHEAD 1
#define KILN_OFFSET int
#define KILN_MODE -1
<<index_map.cl>>
======== join.5
ieee
#define KILN_EACH(do) do(0)
#define KILN_UNIT uint
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 1
#define KILN_COUNT 1
<<index_join.cl>>
======== elementwise.23
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
======== elementwise.24
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; float a0; uint n; uint rows; int s0_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const float a0 = at.a0; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = a0; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const float v0 = a0; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.25
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.26
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.27
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; long a0; long a1; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const long a0 = at.a0; \
const long a1 = at.a1; \
const uint n = at.n; \
KILN_PTR_RESTRICT(int, p0); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = a0; \
const long v1 = a1; \
const long v2 = (long)((i + j)); \
const long v3 = (long)((ulong)v1 * (ulong)v2); \
const long v4 = (long)((ulong)v0 + (ulong)v3); \
const int v5 = (int)v4; \
x0.item[j] = v5; \

#define KILN_ONE(i) const long v0 = a0; \
const long v1 = a1; \
const long v2 = (long)(i); \
const long v3 = (long)((ulong)v1 * (ulong)v2); \
const long v4 = (long)((ulong)v0 + (ulong)v3); \
const int v5 = (int)v4; \
p0[0 + (int)i] = v5; \

<<elementwise_flat.cl>>
======== elementwise.28
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; int a2; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; uint kiln_rest60; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const int *p1_base, KILN_GLOBAL const int *p2_base, KILN_GLOBAL const uint *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const int a2 = at.a2; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \
KILN_PTR_RESTRICT(const uint, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const int v1 = p2[o2]; \
const int v2 = a2; \
const uint v3 = p3[o3 + (int)i]; \
const int v4 = (int)((uint)v0 - (uint)v1); \
const uchar v5 = (v4 <= v2); \
const uint v6 = (uint)0u; \
const uint v7 = (v5 ? v3 : v6); \
p0[o0 + (int)i] = v7; \

#define KILN_TAKEN int x1[KILN_AHEAD]; int x2[KILN_AHEAD]; uint x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i]; \

#define KILN_GIVE(i, u) const int v0 = x1[u]; \
const int v1 = x2[u]; \
const int v2 = a2; \
const uint v3 = x3[u]; \
const int v4 = (int)((uint)v0 - (uint)v1); \
const uchar v5 = (v4 <= v2); \
const uint v6 = (uint)0u; \
const uint v7 = (v5 ? v3 : v6); \
p0[o0 + (int)i] = v7; \

<<elementwise_rows.cl>>
======== elementwise.29
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
======== elementwise.30
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; long a0; double a1; double a2; double a3; uint n; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const long a0 = at.a0; \
const double a1 = at.a1; \
const double a2 = at.a2; \
const double a3 = at.a3; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = a0; \
const double v1 = a1; \
const double v2 = a2; \
const double v3 = a3; \
const long v4 = (long)((i + j)); \
const uchar v5 = (v0 == v4); \
const double v6 = (double)v4; \
const double v7 = (v3 * v6); \
const double v8 = (v2 + v7); \
const double v9 = (v5 ? v1 : v8); \
const float v10 = (float)v9; \
x0.item[j] = v10; \

#define KILN_ONE(i) const long v0 = a0; \
const double v1 = a1; \
const double v2 = a2; \
const double v3 = a3; \
const long v4 = (long)(i); \
const uchar v5 = (v0 == v4); \
const double v6 = (double)v4; \
const double v7 = (v3 * v6); \
const double v8 = (v2 + v7); \
const double v9 = (v5 ? v1 : v8); \
const float v10 = (float)v9; \
p0[0 + (int)i] = v10; \

<<elementwise_flat.cl>>
======== index_repeat.2
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 1024
#define KILN_UNIT uint
#define KILN_REPEATS long
<<group_sums.cl>>
<<index_repeat.cl>>
======== scan.3
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.4
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== index_repeat_starts.1
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_UNIT uint
#define KILN_END uint
#define KILN_PLACES 0
#define KILN_ONE 1
<<index_repeat_many.cl>>
======== index_repeat_starts.2
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_UNIT ulong
#define KILN_END uint
#define KILN_PLACES 0
#define KILN_ONE 0
<<index_repeat_many.cl>>
======== scan.5
ieee
#define KILN_INDEX uint
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== index_repeat_starts.3
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_UNIT uint
#define KILN_END uint
#define KILN_PLACES 1
#define KILN_ONE 1
<<index_repeat_many.cl>>
======== index_move.3
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_WIDE_UNIT 1
#define KILN_UNIT uint4
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 0
#define KILN_RUN 1
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== scan.6
ieee
#define KILN_INDEX uint
#define KILN_GROUP 128
#define KILN_V 8
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(uint, q0)
#define KILN_TOTAL_POINTERS KILN_PTR(uint, q0);
#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== elementwise.31
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.32
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.33
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const int *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const float v1 = (float)v0; \
p0[o0 + (int)i] = v1; \

#define KILN_TAKEN int x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const int v0 = x1[u]; \
const float v1 = (float)v0; \
p0[o0 + (int)i] = v1; \

<<elementwise_rows.cl>>
======== elementwise.34
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, ulong n, ulong rows, long t0
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
p0[0 + (long)i * t0] = v0; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (long)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
p0[0 + (long)i * t0] = v0; \

<<elementwise_rows.cl>>
======== elementwise.35
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, ulong n, ulong rows, long s0_0, long s1_0
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uchar v0 = p1[o1 + (long)i]; \
p0[o0 + (long)i] = v0; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (long)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
p0[o0 + (long)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.36
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
======== elementwise.37
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, float a0, uint n, uint rows, int s0_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = a0; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const float v0 = a0; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.38
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0
#define KILN_POINTERS KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1 + (int)i]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.39
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0
#define KILN_POINTERS KILN_PTR(uint, p0); \
KILN_PTR(const uint, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.40
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, ulong p0_offset, long a0, long a1, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(int, p0); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = a0; \
const long v1 = a1; \
const long v2 = (long)((i + j)); \
const long v3 = (long)((ulong)v1 * (ulong)v2); \
const long v4 = (long)((ulong)v0 + (ulong)v3); \
const int v5 = (int)v4; \
x0.item[j] = v5; \

#define KILN_ONE(i) const long v0 = a0; \
const long v1 = a1; \
const long v2 = (long)(i); \
const long v3 = (long)((ulong)v1 * (ulong)v2); \
const long v4 = (long)((ulong)v0 + (ulong)v3); \
const int v5 = (int)v4; \
p0[0 + (int)i] = v5; \

<<elementwise_flat.cl>>
======== elementwise.41
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const int *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, KILN_GLOBAL const uint *p3_base, ulong p3_offset, int a2, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \
KILN_PTR_RESTRICT(const uint, p3); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const int v0 = p1[o1 + (int)i]; \
const int v1 = p2[o2]; \
const int v2 = a2; \
const uint v3 = p3[o3 + (int)i]; \
const int v4 = (int)((uint)v0 - (uint)v1); \
const uchar v5 = (v4 <= v2); \
const uint v6 = (uint)0u; \
const uint v7 = (v5 ? v3 : v6); \
p0[o0 + (int)i] = v7; \

#define KILN_TAKEN int x1[KILN_AHEAD]; int x2[KILN_AHEAD]; uint x3[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \
x3[u] = p3[o3 + (int)i]; \

#define KILN_GIVE(i, u) const int v0 = x1[u]; \
const int v1 = x2[u]; \
const int v2 = a2; \
const uint v3 = x3[u]; \
const int v4 = (int)((uint)v0 - (uint)v1); \
const uchar v5 = (v4 <= v2); \
const uint v6 = (uint)0u; \
const uint v7 = (v5 ? v3 : v6); \
p0[o0 + (int)i] = v7; \

<<elementwise_rows.cl>>
======== elementwise.42
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
======== elementwise.43
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, long a0, double a1, double a2, double a3, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = a0; \
const double v1 = a1; \
const double v2 = a2; \
const double v3 = a3; \
const long v4 = (long)((i + j)); \
const uchar v5 = (v0 == v4); \
const double v6 = (double)v4; \
const double v7 = (v3 * v6); \
const double v8 = (v2 + v7); \
const double v9 = (v5 ? v1 : v8); \
const float v10 = (float)v9; \
x0.item[j] = v10; \

#define KILN_ONE(i) const long v0 = a0; \
const double v1 = a1; \
const double v2 = a2; \
const double v3 = a3; \
const long v4 = (long)(i); \
const uchar v5 = (v0 == v4); \
const double v6 = (double)v4; \
const double v7 = (v3 * v6); \
const double v8 = (v2 + v7); \
const double v9 = (v5 ? v1 : v8); \
const float v10 = (float)v9; \
p0[0 + (int)i] = v10; \

<<elementwise_flat.cl>>
======== scan.7
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 43
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 4096
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1)
#define KILN_RESULTS KILN_ARG(uint, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(uint, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(ulong, work)
#define KILN_TOTAL_POINTERS KILN_PTR(ulong, work);
#define KILN_WORDS 1
#define KILN_TELL(kiln_words, x) { union { uint value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
kiln_total.bits[0] = 0; kiln_total.value = x##0;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \

#define KILN_WAIT(o, kiln_words) { union { uint value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##0 = kiln_total.value;} \

#define KILN_LOCALS(kiln_size) KILN_LOCAL uint l0[kiln_size];
#define KILN_DECLARE(o) uint o##0;
#define KILN_MANY(o, w) uint o##0[w];
#define KILN_START(kiln_o) kiln_o##0 = (uint)0u; \

#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const ulong v1 = (ulong)v0; \
const ulong v2 = (ulong)2147483647ul; \
const ulong v3 = (v1 < v2 ? v1 : v2); \
const uint v4 = (uint)v3; \
kiln_o##0 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const uint v0 = kiln_a##0; \
const uint v1 = kiln_b##0; \
const uint v2 = (uint)((uint)v0 + (uint)v1); \
const uint v3 = (uint)2147483647u; \
const uint v4 = (v2 < v3 ? v2 : v3); \
kiln_o##0 = v4; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const uint v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_once.cl>>
======== elementwise.44
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; long a0; float a1; float a2; float a3; uint n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const long a0 = at.a0; \
const float a1 = at.a1; \
const float a2 = at.a2; \
const float a3 = at.a3; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = a0; \
const float v1 = a1; \
const float v2 = a2; \
const float v3 = a3; \
const long v4 = (long)((i + j)); \
const uchar v5 = (v0 == v4); \
const float v6 = (float)v4; \
const float v7 = (v3 * v6); \
const float v8 = (v2 + v7); \
const float v9 = (v5 ? v1 : v8); \
x0.item[j] = v9; \

#define KILN_ONE(i) const long v0 = a0; \
const float v1 = a1; \
const float v2 = a2; \
const float v3 = a3; \
const long v4 = (long)(i); \
const uchar v5 = (v0 == v4); \
const float v6 = (float)v4; \
const float v7 = (v3 * v6); \
const float v8 = (v2 + v7); \
const float v9 = (v5 ? v1 : v8); \
p0[0 + (int)i] = v9; \

<<elementwise_flat.cl>>
