======== sort_network.1
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
#define KILN_PAIR ulong
#define KILN_PAIRS ulong8
#define KILN_LANES 8
#define KILN_HALF 32
#define KILN_LENGTH 256
<<sort_key.cl>>
<<sort_network.cl>>
======== sort_network.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PAIR uint
#define KILN_PAIRS uint16
#define KILN_LANES 16
#define KILN_HALF 16
#define KILN_LENGTH 256
<<sort_key.cl>>
<<sort_network.cl>>
======== sort_network.3
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PAIR ulong
#define KILN_PAIRS ulong8
#define KILN_LANES 8
#define KILN_HALF 32
#define KILN_LENGTH 256
<<sort_key.cl>>
<<sort_network.cl>>
======== sort_rows.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
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
======== sort_rows.2
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
======== histogram.2
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
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
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 0
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
======== histogram.3
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
======== histogram.4
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
======== histogram.5
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 1
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
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
======== transpose.2
ieee
#define KILN_WORD ulong
#define KILN_VECTORS 0
#define KILN_TILE 64
<<transpose.cl>>
======== histogram.6
ieee
registers 64
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_chunks.cl>>
======== scan.3
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 512
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM ulong
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR ulong4
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION ulong4 kiln_join_each(ulong4 a, ulong4 b) { return as_ulong4(as_ulong4(a) + as_ulong4(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.4
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 512
#define KILN_AHEAD 1
#define KILN_WRITES 1
#define KILN_FROM ulong
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR ulong4
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION ulong4 kiln_join_each(ulong4 a, ulong4 b) { return as_ulong4(as_ulong4(a) + as_ulong4(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
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
======== sort_ranks.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== sort_ranks.3
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
======== sort_rows.3
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
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
======== sort_rows.4
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
======== histogram.7
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
======== scan.5
ieee
registers 64
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
======== histogram.8
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== scan.6
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
======== scan.7
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
======== histogram.9
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== histogram.10
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== histogram.11
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== histogram.12
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 1
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== elementwise.1
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
======== elementwise.2
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
======== histogram.13
ieee
registers 64
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
======== scan.8
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM ulong
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.9
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM ulong
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== sort_ranks.4
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_LANES 32
<<sort_key.cl>>
<<sort_count.cl>>
<<sort_ranks.cl>>
======== count_digits.1
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
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 4
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.2
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
======== count_digits.3
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_SLOT ushort
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 2
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.4
ieee
registers 80
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 384
#define KILN_TILE 9216
#define KILN_V 24
#define KILN_SLOT uint
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 4
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.5
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 512
#define KILN_TILE 8192
#define KILN_V 16
#define KILN_SLOT uint
#define KILN_VOTES 1
#define KILN_MOVES 1
#define KILN_BACK 1
#define KILN_WIDE 0
#define KILN_PASSES 4
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.6
ieee
registers 80
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 384
#define KILN_TILE 9216
#define KILN_V 24
#define KILN_SLOT uchar
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 1
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.7
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 512
#define KILN_TILE 8192
#define KILN_V 16
#define KILN_SLOT uint
#define KILN_VOTES 1
#define KILN_MOVES 1
#define KILN_BACK 1
#define KILN_WIDE 0
#define KILN_PASSES 1
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.8
ieee
registers 80
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 384
#define KILN_TILE 9216
#define KILN_V 24
#define KILN_SLOT ushort
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 2
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.9
ieee
registers 80
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 384
#define KILN_TILE 4608
#define KILN_V 12
#define KILN_SLOT ulong
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 8
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.10
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 1
#define KILN_GROUP 256
#define KILN_TILE 1024
#define KILN_V 4
#define KILN_SLOT uchar
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 0
#define KILN_PASSES 1
<<sort_key.cl>>
<<sort_warps.cl>>
======== elementwise.3
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
======== elementwise.4
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
======== count_digits.11
ieee
registers 80
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 384
#define KILN_TILE 9216
#define KILN_V 24
#define KILN_SLOT uchar
#define KILN_VOTES 1
#define KILN_MOVES 0
#define KILN_BACK 4
#define KILN_WIDE 1
#define KILN_PASSES 1
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.12
ieee
registers 64
#define KILN_INDEX ulong
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 512
#define KILN_TILE 4096
#define KILN_V 8
#define KILN_SLOT ulong
#define KILN_VOTES 1
#define KILN_MOVES 1
#define KILN_BACK 1
#define KILN_WIDE 1
#define KILN_PASSES 1
<<sort_key.cl>>
<<sort_warps.cl>>
======== count_digits.13
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 512
#define KILN_TILE 8192
#define KILN_V 16
#define KILN_SLOT uint
#define KILN_VOTES 1
#define KILN_MOVES 1
#define KILN_BACK 1
#define KILN_WIDE 0
#define KILN_PASSES 2
<<sort_key.cl>>
<<sort_warps.cl>>
======== sort_rows.5
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_merge.cl>>
<<sort_rows.cl>>
======== histogram.14
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 1
#define KILN_GROUP 256
#define KILN_TILE 4096
#define KILN_V 16
#define KILN_COUNTED 8
<<sort_key.cl>>
<<sort_blocks.cl>>
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
======== index_move.2
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
