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
#define KILN_PUT 1
#define KILN_WINNER 3
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_add.1
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.2
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
#define KILN_PUT 1
#define KILN_WINNER 3
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_add.2
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER uchar
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== elementwise.1
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
======== index_winners.1
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_CPU 1
<<index_winners.cl>>
======== index_move.3
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add.3
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 4
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.4
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
#define KILN_PUT 1
#define KILN_WINNER 2
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_winners.2
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_CPU 1
<<index_winners.cl>>
======== index_move.5
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add.4
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 4
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.6
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ushort
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 1
#define KILN_RUN 0
#define KILN_PUT 1
#define KILN_WINNER 3
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
p0[0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = kiln_to_half(v0); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_move.7
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add.5
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER uint
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_add.6
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER double
#define KILN_CPU 1
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
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
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const long v2 = p2[0 + (int)i]; \
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
p0[0 + (int)i] = v19; \

#define KILN_TOUCH_FOR(i) KILN_TOUCH(const KILN_GLOBAL uchar, &p1[0 + (int)i]); \
KILN_TOUCH(const KILN_GLOBAL uchar, &p2[0 + (int)i]); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_move.8
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
#define KILN_PUT 1
#define KILN_WINNER 2
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_add_few.1
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_winners.3
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_CPU 0
<<index_winners.cl>>
======== index_move.9
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== histogram.1
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== scan.1
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM uint
#define KILN_TO uint
#define KILN_SUM uint
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((uint)0)
#define KILN_FIRST ((uint)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION uint kiln_join(uint a, uint b) { return (uint)((uint)a + (uint)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.2
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM uint
#define KILN_TO uint
#define KILN_SUM uint
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((uint)0)
#define KILN_FIRST ((uint)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION uint kiln_join(uint a, uint b) { return (uint)((uint)a + (uint)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== index_add_parts.1
ieee
#define KILN_NUMBER float
#define KILN_ITEMS 256
<<index_add_runs.cl>>
======== index_winners.4
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_CPU 0
<<index_winners.cl>>
======== index_move.10
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add_keys.1
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER uchar
#define KILN_CPU 0
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_add_parts.2
ieee
#define KILN_NUMBER uchar
#define KILN_ITEMS 256
<<index_add_runs.cl>>
======== index_move.11
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add_keys.2
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 0
#define KILN_EACH 4
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.12
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
#define KILN_PUT 1
#define KILN_WINNER 2
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_add_few.2
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 1
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.13
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_add_keys.3
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 1
#define KILN_EACH 4
#define KILN_ROW uint
<<index_add.cl>>
======== sort_ranks.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== index_move.14
ieee
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 1
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
#define KILN_KEEP 1
<<index_move.cl>>
======== index_move.15
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT ushort
#define KILN_OFFSET int
<<index_row.cl>>
#define KILN_ALONG 1
#define KILN_RUN 0
#define KILN_PUT 1
#define KILN_WINNER 1
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint2 wide; ushort item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
x0.item[j] = v0; \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
p0[0 + (int)i] = v0; \

<<elementwise_flat.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
x0.item[j] = kiln_to_half(v0); \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = kiln_to_half(v0); \

<<elementwise_flat.cl>>
======== index_add_keys.4
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 1
#define KILN_EACH 4
#define KILN_ROW uint
<<index_add.cl>>
======== index_move.16
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
#define KILN_PUT 1
#define KILN_WINNER 1
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_add_keys.5
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER uint
#define KILN_CPU 0
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_add_parts.3
ieee
#define KILN_NUMBER uint
#define KILN_ITEMS 256
<<index_add_runs.cl>>
======== index_add_keys.6
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_NUMBER double
#define KILN_CPU 0
#define KILN_VECTORS 0
#define KILN_EACH 1
#define KILN_ROW uint
<<index_add.cl>>
======== index_add_parts.4
ieee
#define KILN_NUMBER double
#define KILN_ITEMS 256
<<index_add_runs.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; long a1; long a3; uint n; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const long a1 = at.a1; \
const long a3 = at.a3; \
const uint n = at.n; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint4 wide; long item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const long v1 = a1; \
const long v2 = x2.item[j]; \
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
x0.item[j] = v19; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const long v2 = p2[0 + (int)i]; \
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
p0[0 + (int)i] = v19; \

<<elementwise_flat.cl>>
======== count_digits.1
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_SLOT uint
#define KILN_VOTES 1
#define KILN_MOVES 1
#define KILN_BACK 1
#define KILN_WIDE 0
#define KILN_PASSES 4
<<sort_key.cl>>
<<sort_warps.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint2 wide; ushort item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
x0.item[j] = v0; \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
p0[0 + (int)i] = v0; \

<<elementwise_flat.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
x0.item[j] = kiln_to_half(v0); \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i] = kiln_to_half(v0); \

<<elementwise_flat.cl>>
======== elementwise.10
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, long a1, long a3, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint4 wide; long item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const long v1 = a1; \
const long v2 = x2.item[j]; \
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
x0.item[j] = v19; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = a1; \
const long v2 = p2[0 + (int)i]; \
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
p0[0 + (int)i] = v19; \

<<elementwise_flat.cl>>
======== histogram.2
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
