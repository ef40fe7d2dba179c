======== index_move.1
ieee
#define KILN_POSITION long
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
======== index_move.3
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uchar
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
======== index_move.4
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ulong
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
======== index_move.5
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uint
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
======== index_move.6
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
#define KILN_AHEAD 16
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.7
ieee
#define KILN_POSITION long
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
#define KILN_AHEAD 4
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.8
ieee
#define KILN_POSITION long
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
======== index_move.9
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ulong
#define KILN_OFFSET int
<<stream.cl>>
<<index_row.cl>>
#define KILN_ALONG 0
#define KILN_RUN 1
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 4
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = (v0 != v0 ? (int)0 : v0 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v0 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== transpose.1
ieee
#ifndef KILN_STREAM
#define KILN_TURNED KILN_GLOBAL
#endif
#define KILN_WORD uint
#define KILN_VECTORS 1
#define KILN_TILE 128
<<turn.cl>>
<<transpose.cl>>
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const long a1 = at.a1; \
const long a3 = at.a3; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const int v2 = p2[0 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const long v13 = (long)v2; \
const int v14 = (int)(0); \
const uchar v15 = (v2 < v14); \
const long v16 = (v15 ? v3 : v4); \
const long v17 = (long)((ulong)v13 + (ulong)v16); \
const long v18 = (v17 > v4 ? v17 : v4); \
const long v19 = (long)((ulong)v3 - (ulong)v9); \
const long v20 = (v18 < v19 ? v18 : v19); \
const long v21 = (long)((ulong)v12 + (ulong)v20); \
p0[0 + (int)i] = v21; \

#define KILN_TOUCH_FOR(i) KILN_TOUCH(const KILN_GLOBAL uchar, &p1[0 + (int)i]); \
KILN_TOUCH(const KILN_GLOBAL uchar, &p2[0 + (int)i]); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint rows; int s0_0; int s1_0; int s2_0; uint chunk; uint row_chunk; uint kiln_rest68; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const long a1 = at.a1; \
const long a3 = at.a3; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = p1[o1]; \
const long v1 = a1; \
const long v2 = p2[o2 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const uchar v13 = (v2 < v4); \
const long v14 = (v13 ? v3 : v4); \
const long v15 = (long)((ulong)v2 + (ulong)v14); \
const long v16 = (v15 > v4 ? v15 : v4); \
const long v17 = (long)((ulong)v3 - (ulong)v9); \
const long v18 = (v16 < v17 ? v16 : v17); \
const long v19 = (long)((ulong)v12 + (ulong)v18); \
p0[o0 + (int)i] = v19; \

#define KILN_TOUCH_FOR(i) KILN_TOUCH(const KILN_GLOBAL uchar, &p2[o2 + (int)i]); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_meet.1
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uint
#define KILN_OFFSET long
<<index_row.cl>>
#define KILN_EACH(do) do(0) do(1)
#define KILN_SINGLE 1
#define KILN_RUN 0
#define KILN_CPU 1
#define KILN_AHEAD 0
<<index_meet.cl>>
======== index_move.10
ieee
#define KILN_POSITION long
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
#define KILN_SINGLE 1
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.11
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
#define KILN_SINGLE 1
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.12
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uchar
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 1
#define KILN_RUN 0
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 1
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.13
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ulong
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 1
#define KILN_RUN 0
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 1
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.14
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uint
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
======== index_move.15
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
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.16
ieee
#define KILN_POSITION long
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
======== index_move.17
ieee
#define KILN_POSITION long
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
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = (v0 != v0 ? (int)0 : v0 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v0 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = (v0 != v0 ? (int)0 : v0 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v0 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
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
#define KILN_TILE 64
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
======== index_move.18
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
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const long a1 = at.a1; \
const long a3 = at.a3; \
const uint n = at.n; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint2 wide; int item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint2*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const long v1 = a1; \
const int v2 = x2.item[j]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const long v13 = (long)v2; \
const int v14 = (int)(0); \
const uchar v15 = (v2 < v14); \
const long v16 = (v15 ? v3 : v4); \
const long v17 = (long)((ulong)v13 + (ulong)v16); \
const long v18 = (v17 > v4 ? v17 : v4); \
const long v19 = (long)((ulong)v3 - (ulong)v9); \
const long v20 = (v18 < v19 ? v18 : v19); \
const long v21 = (long)((ulong)v12 + (ulong)v20); \
x0.item[j] = v21; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const int v2 = p2[0 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const long v13 = (long)v2; \
const int v14 = (int)(0); \
const uchar v15 = (v2 < v14); \
const long v16 = (v15 ? v3 : v4); \
const long v17 = (long)((ulong)v13 + (ulong)v16); \
const long v18 = (v17 > v4 ? v17 : v4); \
const long v19 = (long)((ulong)v3 - (ulong)v9); \
const long v20 = (v18 < v19 ? v18 : v19); \
const long v21 = (long)((ulong)v12 + (ulong)v20); \
p0[0 + (int)i] = v21; \

<<elementwise_flat.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint rows; int s0_0; int s1_0; int s2_0; uint kiln_rest60; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const long a1 = at.a1; \
const long a3 = at.a3; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const long v0 = p1[o1]; \
const long v1 = a1; \
const long v2 = p2[o2 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const uchar v13 = (v2 < v4); \
const long v14 = (v13 ? v3 : v4); \
const long v15 = (long)((ulong)v2 + (ulong)v14); \
const long v16 = (v15 > v4 ? v15 : v4); \
const long v17 = (long)((ulong)v3 - (ulong)v9); \
const long v18 = (v16 < v17 ? v16 : v17); \
const long v19 = (long)((ulong)v12 + (ulong)v18); \
p0[o0 + (int)i] = v19; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = a1; \
const long v2 = x2[u]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const uchar v13 = (v2 < v4); \
const long v14 = (v13 ? v3 : v4); \
const long v15 = (long)((ulong)v2 + (ulong)v14); \
const long v16 = (v15 > v4 ? v15 : v4); \
const long v17 = (long)((ulong)v3 - (ulong)v9); \
const long v18 = (v16 < v17 ? v16 : v17); \
const long v19 = (long)((ulong)v12 + (ulong)v18); \
p0[o0 + (int)i] = v19; \

<<elementwise_rows.cl>>
======== index_meet.2
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uint
#define KILN_OFFSET long
<<index_row.cl>>
#define KILN_EACH(do) do(0) do(1)
#define KILN_SINGLE 1
#define KILN_RUN 0
#define KILN_CPU 0
#define KILN_AHEAD 0
<<index_meet.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = (v0 != v0 ? (int)0 : v0 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v0 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = (v0 != v0 ? (int)0 : v0 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v0 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.9
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
======== elementwise.10
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, long a1, long a3, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint2 wide; int item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint2*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const long v1 = a1; \
const int v2 = x2.item[j]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const long v13 = (long)v2; \
const int v14 = (int)(0); \
const uchar v15 = (v2 < v14); \
const long v16 = (v15 ? v3 : v4); \
const long v17 = (long)((ulong)v13 + (ulong)v16); \
const long v18 = (v17 > v4 ? v17 : v4); \
const long v19 = (long)((ulong)v3 - (ulong)v9); \
const long v20 = (v18 < v19 ? v18 : v19); \
const long v21 = (long)((ulong)v12 + (ulong)v20); \
x0.item[j] = v21; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const int v2 = p2[0 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const long v13 = (long)v2; \
const int v14 = (int)(0); \
const uchar v15 = (v2 < v14); \
const long v16 = (v15 ? v3 : v4); \
const long v17 = (long)((ulong)v13 + (ulong)v16); \
const long v18 = (v17 > v4 ? v17 : v4); \
const long v19 = (long)((ulong)v3 - (ulong)v9); \
const long v20 = (v18 < v19 ? v18 : v19); \
const long v21 = (long)((ulong)v12 + (ulong)v20); \
p0[0 + (int)i] = v21; \

<<elementwise_flat.cl>>
======== elementwise.11
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, long a1, long a3, uint n, uint rows, int s0_0, int s1_0, int s2_0
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const long v0 = p1[o1]; \
const long v1 = a1; \
const long v2 = p2[o2 + (int)i]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const uchar v13 = (v2 < v4); \
const long v14 = (v13 ? v3 : v4); \
const long v15 = (long)((ulong)v2 + (ulong)v14); \
const long v16 = (v15 > v4 ? v15 : v4); \
const long v17 = (long)((ulong)v3 - (ulong)v9); \
const long v18 = (v16 < v17 ? v16 : v17); \
const long v19 = (long)((ulong)v12 + (ulong)v18); \
p0[o0 + (int)i] = v19; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = a1; \
const long v2 = x2[u]; \
const long v3 = a3; \
const long v4 = (long)(0l); \
const uchar v5 = (v0 < v4); \
const long v6 = (v5 ? v1 : v4); \
const long v7 = (long)((ulong)v0 + (ulong)v6); \
const long v8 = (v7 > v4 ? v7 : v4); \
const long v9 = (long)(1l); \
const long v10 = (long)((ulong)v1 - (ulong)v9); \
const long v11 = (v8 < v10 ? v8 : v10); \
const long v12 = (long)((ulong)v3 * (ulong)v11); \
const uchar v13 = (v2 < v4); \
const long v14 = (v13 ? v3 : v4); \
const long v15 = (long)((ulong)v2 + (ulong)v14); \
const long v16 = (v15 > v4 ? v15 : v4); \
const long v17 = (long)((ulong)v3 - (ulong)v9); \
const long v18 = (v16 < v17 ? v16 : v17); \
const long v19 = (long)((ulong)v12 + (ulong)v18); \
p0[o0 + (int)i] = v19; \

<<elementwise_rows.cl>>
