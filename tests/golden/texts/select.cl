======== sort_rows.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_private.cl>>
<<sort_rows_chunks.cl>>
======== select_rows.1
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_parts.cl>>
<<sort_private.cl>>
<<sort_select_chunks.cl>>
======== count_digits.1
ieee
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_VECTORS 1
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_between.cl>>
<<group_sums.cl>>
<<sort_parts.cl>>
<<sort_digits.cl>>
<<sort_digits_chunks.cl>>
<<sort_digits_parts.cl>>
======== pick_count.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_VECTORS 1
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_parts.cl>>
<<sort_pick.cl>>
======== index_move.1
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
======== histogram.1
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
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
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 1
#define KILN_FROM uint
#define KILN_TO uint
#define KILN_SUM uint
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((uint)0)
#define KILN_FIRST ((uint)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION uint kiln_join(uint a, uint b) { return (uint)((uint)a + (uint)b); }
#define KILN_WIDTH 8
#define KILN_VECTOR uint8
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION uint8 kiln_join_each(uint8 a, uint8 b) { return as_uint8(as_uint8(a) + as_uint8(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
======== select_rows.2
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_parts.cl>>
<<sort_private.cl>>
<<sort_select_chunks.cl>>
======== transpose.1
ieee
#define KILN_WORD ulong
#define KILN_VECTORS 0
#define KILN_TILE 64
<<transpose.cl>>
======== select_rows.3
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_parts.cl>>
<<sort_private.cl>>
<<sort_select_chunks.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int s0_0; int s1_0; int t1; uint chunk; uint row_chunk; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, KILN_GLOBAL const ulong *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int t1 = at.t1; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const ulong v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== quantile_rows.1
ieee
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
<<sort_key.cl>>
<<sort_between.cl>>
<<sort_quantile_chunks.cl>>
======== elementwise.2
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
======== transpose.2
ieee
#ifndef KILN_STREAM
#define KILN_TURNED KILN_GLOBAL
#endif
#define KILN_WORD uint
#define KILN_VECTORS 1
#define KILN_TILE 128
<<turn.cl>>
<<transpose.cl>>
======== quantile_rows.2
ieee
#define KILN_STORED int
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) (float)x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
<<sort_key.cl>>
<<sort_between.cl>>
<<sort_quantile_chunks.cl>>
======== count_digits.2
ieee
#define KILN_STORED uchar
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) (float)x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_VECTORS 1
<<sort_key.cl>>
<<sort_key_vectors.cl>>
<<sort_between.cl>>
<<group_sums.cl>>
<<sort_parts.cl>>
<<sort_digits.cl>>
<<sort_digits_chunks.cl>>
<<sort_digits_parts.cl>>
======== sort_ranks.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== select_rows.4
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_select.cl>>
======== sort_rows.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_merge.cl>>
<<sort_rows.cl>>
======== count_digits.3
ieee
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_VECTORS 0
<<sort_key.cl>>
<<sort_between.cl>>
<<group_sums.cl>>
<<sort_parts.cl>>
<<sort_digits.cl>>
<<sort_digits_groups.cl>>
<<sort_digits_parts.cl>>
<<sort_digits_row.cl>>
======== pick_count.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_VECTORS 0
<<sort_key.cl>>
<<group_sums.cl>>
<<sort_parts.cl>>
<<sort_pick.cl>>
======== index_move.2
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
======== histogram.2
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
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
======== scan.3
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
======== select_rows.5
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_select.cl>>
======== sort_ranks.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== elementwise.3
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
======== select_rows.6
ieee
registers 40
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE uint
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_select.cl>>
======== sort_ranks.3
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== elementwise.4
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

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ulong x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ulong v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== quantile_ranks.1
ieee
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_between.cl>>
<<sort_count.cl>>
<<sort_quantile_ranks.cl>>
======== quantile_rows.3
ieee
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
<<sort_key.cl>>
<<sort_between.cl>>
<<sort_merge.cl>>
<<sort_quantile.cl>>
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
======== quantile_rows.4
ieee
#define KILN_STORED int
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) (float)x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
<<sort_key.cl>>
<<sort_between.cl>>
<<sort_merge.cl>>
<<sort_quantile.cl>>
======== count_digits.4
ieee
#define KILN_STORED uchar
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_NUMBER(x) (float)x
#define KILN_ROUNDED(x) (x)
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_VECTORS 0
<<sort_key.cl>>
<<sort_between.cl>>
<<group_sums.cl>>
<<sort_parts.cl>>
<<sort_digits.cl>>
<<sort_digits_groups.cl>>
<<sort_digits_parts.cl>>
<<sort_digits_row.cl>>
======== count_digits.5
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
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
======== elementwise.7
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
======== elementwise.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, ulong p0_offset, KILN_GLOBAL const ulong *p1_base, ulong p1_offset, uint n, uint rows, int s0_0, int s1_0, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const ulong, p1); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const ulong v0 = p1[o1 + (int)i * t1]; \
p0[o0 + (int)i] = v0; \

#define KILN_TAKEN ulong x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const ulong v0 = x1[u]; \
p0[o0 + (int)i] = v0; \

<<elementwise_rows.cl>>
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
======== histogram.3
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
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
