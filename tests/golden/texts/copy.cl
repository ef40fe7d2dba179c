======== transpose.1
ieee
#define KILN_WORD uchar
#define KILN_VECTORS 0
#define KILN_TILE 128
<<transpose.cl>>
======== transpose.2
ieee
#define KILN_WORD ushort
#define KILN_VECTORS 0
#define KILN_TILE 128
<<transpose.cl>>
======== transpose.3
ieee
#ifndef KILN_STREAM
#define KILN_TURNED KILN_GLOBAL
#endif
#define KILN_WORD uint
#define KILN_VECTORS 1
#define KILN_TILE 128
<<turn.cl>>
<<transpose.cl>>
======== transpose.4
ieee
#define KILN_WORD ulong
#define KILN_VECTORS 0
#define KILN_TILE 64
<<transpose.cl>>
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
======== transpose.5
ieee
<<stream.cl>>
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
======== elementwise.3
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
======== elementwise.4
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
======== elementwise.5
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
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.6
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
======== elementwise.7
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
======== elementwise.8
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 64
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uchar held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uchar v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uchar v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== elementwise.9
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
#define KILN_TILE 64
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
======== elementwise.10
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
======== elementwise.11
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
#define KILN_TILE 64
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
======== elementwise.12
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
======== elementwise.14
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; long s0_0; long s1_0; long t1; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long s0_0 = at.s0_0; \
const long s1_0 = at.s1_0; \
const long t1 = at.t1; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 64
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (long)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const long q0 = o0 + (long)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (long)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (long)i] = v0; \

<<elementwise_tiles.cl>>
======== elementwise.15
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
======== elementwise.16
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
======== elementwise.17
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
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.18
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; uint a0; uint n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const uint a0 = at.a0; \
const uint n = at.n; \
KILN_PTR_RESTRICT(uint, p0); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = a0; \
x0.item[j] = v0; \

#define KILN_ONE(i) const uint v0 = a0; \
p0[0 + (int)i] = v0; \

<<elementwise_flat.cl>>
======== elementwise.19
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
======== elementwise.20
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uchar held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (int)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uchar v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uchar v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (int)i] = v0; \

<<elementwise_tiles.cl>>
======== elementwise.21
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
======== elementwise.22
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
======== elementwise.23
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
======== elementwise.24
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
======== elementwise.25
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
======== elementwise.26
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
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
======== elementwise.27
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, ulong n, ulong rows, long s0_0, long s1_0, long t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \

#define KILN_CPU 0
#define KILN_TILE 64
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL uint held1[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held1[(j) * (KILN_TILE + 1) + (i)] = (&p1[o1 + (long)(from + (j)) * t1])[(i) * s1_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const long q0 = o0 + (long)(r) * s0_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (long)i] = v0; \

#define KILN_TAKEN 
#define KILN_TAKE(i, u) 
#define KILN_GIVE(i, u) const uint v0 = held1[(int)((i) - from) * (KILN_TILE + 1) + r]; \
p0[q0 + (long)i] = v0; \

<<elementwise_tiles.cl>>
======== elementwise.28
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
======== elementwise.29
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
======== elementwise.30
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
#define KILN_ONE(i) const uint v0 = p1[o1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.31
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, uint a0, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = a0; \
x0.item[j] = v0; \

#define KILN_ONE(i) const uint v0 = a0; \
p0[0 + (int)i] = v0; \

<<elementwise_flat.cl>>
======== elementwise.32
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
======== elementwise.33
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
