======== sort_sets.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_private.cl>>
<<sort_sets_chunks.cl>>
======== sort_sets.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_private.cl>>
<<sort_sets_chunks.cl>>
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
======== firsts.1
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
#define KILN_CPU 1
<<sort_key.cl>>
<<sort_places.cl>>
======== index_mask_count.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_ROWS 0
#define KILN_UNIT long
<<group_sums.cl>>
<<index_mask.cl>>
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
======== firsts.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_CPU 1
<<sort_key.cl>>
<<sort_places.cl>>
======== index_move.2
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
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.3
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
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR long4
#define KILN_LOADS 0
#define KILN_STORES 1
KILN_FUNCTION long4 kiln_join_each(long4 a, long4 b) { return as_long4(as_ulong4(a) + as_ulong4(b)); }
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
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR long4
#define KILN_LOADS 0
#define KILN_STORES 1
KILN_FUNCTION long4 kiln_join_each(long4 a, long4 b) { return as_long4(as_ulong4(a) + as_ulong4(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t1; uint chunk; uint row_chunk; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t1 = at.t1; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i * t1]; \
p0[0 + (int)i] = v0; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
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
======== elementwise.2
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const uchar v2 = (v0.x != v1.x || v0.y != v1.y); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_few.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION long
#define KILN_UNIT ulong
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== back.1
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ulong
#define KILN_KEY ulong
#define KILN_BITS 64
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_CPU 1
<<sort_key.cl>>
<<sort_places.cl>>
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
======== firsts.3
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
#define KILN_CPU 1
<<sort_key.cl>>
<<sort_places.cl>>
======== index_move.4
ieee
#define KILN_POSITION long
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
======== search.1
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
#define KILN_AMONG 1
#define KILN_NEAR 0
#define KILN_FOUND uchar
#define KILN_QUERIES 32
<<sort_key.cl>>
<<sort_search.cl>>
======== index_few.2
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION int
#define KILN_UNIT uchar
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== join.1
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT ushort
#define KILN_CPU 1
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
======== sort_rows.2
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
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
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, KILN_GLOBAL const uchar *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \
KILN_PTR_RESTRICT(const uchar, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uchar v1 = (uchar)(p2[0 + (int)i] != 0); \
const uchar v2 = (uchar)(v0 & v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_few.3
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION int
#define KILN_UNIT ushort
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== sort_rows.3
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
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_parts.cl>>
<<sort_private.cl>>
<<sort_rows_chunks.cl>>
======== search.2
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
#define KILN_AMONG 1
#define KILN_NEAR 0
#define KILN_FOUND uchar
#define KILN_QUERIES 32
<<sort_key.cl>>
<<sort_search.cl>>
======== search.3
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT ushort
#define KILN_KEY uint
#define KILN_BITS 16
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_GROUP 1
#define KILN_TILE 2048
#define KILN_V 0
#define KILN_AMONG 1
#define KILN_NEAR 0
#define KILN_FOUND uchar
#define KILN_QUERIES 32
<<sort_key.cl>>
<<sort_search.cl>>
======== search.4
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
#define KILN_AMONG 0
#define KILN_NEAR 0
#define KILN_FOUND long
#define KILN_QUERIES 32
<<sort_key.cl>>
<<sort_search.cl>>
======== search.5
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
#define KILN_AMONG 0
#define KILN_NEAR 0
#define KILN_FOUND long
#define KILN_QUERIES 32
<<sort_key.cl>>
<<sort_search.cl>>
======== sort_sets.3
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_sets.cl>>
======== sort_sets.4
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 2048
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_sets.cl>>
======== histogram.4
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
======== firsts.4
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
#define KILN_CPU 0
<<sort_key.cl>>
<<sort_places.cl>>
======== index_mask_count.2
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 0
#define KILN_UNIT long
<<group_sums.cl>>
<<index_mask.cl>>
======== index_mask_write.1
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 1
#define KILN_UNIT uint
<<group_sums.cl>>
<<index_mask.cl>>
======== histogram.5
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
======== firsts.5
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
#define KILN_CPU 0
<<sort_key.cl>>
<<sort_places.cl>>
======== index_mask_write.2
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 1
#define KILN_UNIT ushort
<<group_sums.cl>>
<<index_mask.cl>>
======== index_move.5
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
======== scan.7
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
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
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
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t1; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t1 = at.t1; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i * t1]; \
p0[0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[0 + (int)i] = v0; \

<<elementwise_rows.cl>>
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
======== index_move.6
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
======== elementwise.5
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const uchar v2 = (v0.x != v1.x || v0.y != v1.y); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN float2 x1[KILN_AHEAD]; float2 x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const float2 v0 = x1[u]; \
const float2 v1 = x2[u]; \
const uchar v2 = (v0.x != v1.x || v0.y != v1.y); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== index_few.4
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION long
#define KILN_UNIT ulong
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== scan.9
ieee
registers 64
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
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== back.2
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
#define KILN_CPU 0
<<sort_key.cl>>
<<sort_places.cl>>
======== histogram.6
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
======== firsts.6
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
#define KILN_CPU 0
<<sort_key.cl>>
<<sort_places.cl>>
======== index_mask_write.3
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 1
#define KILN_UNIT uchar
<<group_sums.cl>>
<<index_mask.cl>>
======== search.6
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
#define KILN_AMONG 1
#define KILN_NEAR 0
#define KILN_FOUND uchar
#define KILN_QUERIES 1
<<sort_key.cl>>
<<sort_search.cl>>
======== index_few.5
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION int
#define KILN_UNIT uchar
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== join.2
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT uint4
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
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
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, KILN_GLOBAL const uchar *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \
KILN_PTR_RESTRICT(const uchar, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uchar v1 = (uchar)(p2[0 + (int)i] != 0); \
const uchar v2 = (uchar)(v0 & v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; uchar x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const uchar v0 = (uchar)(x1[u] != 0); \
const uchar v1 = (uchar)(x2[u] != 0); \
const uchar v2 = (uchar)(v0 & v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== index_few.6
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION int
#define KILN_UNIT ushort
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
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
======== search.7
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
#define KILN_AMONG 1
#define KILN_NEAR 1
#define KILN_FOUND uchar
#define KILN_QUERIES 4
<<sort_key.cl>>
<<sort_search.cl>>
======== search.8
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
#define KILN_AMONG 1
#define KILN_NEAR 0
#define KILN_FOUND uchar
#define KILN_QUERIES 1
<<sort_key.cl>>
<<sort_search.cl>>
======== search.9
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
#define KILN_AMONG 0
#define KILN_NEAR 0
#define KILN_FOUND long
#define KILN_QUERIES 1
<<sort_key.cl>>
<<sort_search.cl>>
======== search.10
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
#define KILN_AMONG 0
#define KILN_NEAR 0
#define KILN_FOUND long
#define KILN_QUERIES 1
<<sort_key.cl>>
<<sort_search.cl>>
======== count_digits.1
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
======== count_digits.2
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
======== scan.10
ieee
registers 48
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 21
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM uchar
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((uchar)((x) != 0)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_once.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n, uint rows, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i * t1]; \
p0[0 + (int)i] = v0; \

#define KILN_TAKEN uint x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i * t1]; \

#define KILN_GIVE(i, u) const uint v0 = x1[u]; \
p0[0 + (int)i] = v0; \

<<elementwise_rows.cl>>
======== elementwise.8
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const float2 *p1_base, ulong p1_offset, KILN_GLOBAL const float2 *p2_base, ulong p2_offset, uint n, uint rows
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const uchar v2 = (v0.x != v1.x || v0.y != v1.y); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN float2 x1[KILN_AHEAD]; float2 x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const float2 v0 = x1[u]; \
const float2 v1 = x2[u]; \
const uchar v2 = (v0.x != v1.x || v0.y != v1.y); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== count_digits.3
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
======== count_digits.4
ieee
registers 64
#define KILN_INDEX uint
#define KILN_ELEMENT uchar
#define KILN_KEY uint
#define KILN_BITS 8
#define KILN_FLOAT 0
#define KILN_TRUTH 0
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
======== count_digits.5
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
======== elementwise.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, KILN_GLOBAL const uchar *p2_base, ulong p2_offset, uint n, uint rows
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \
KILN_PTR_RESTRICT(const uchar, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uchar v1 = (uchar)(p2[0 + (int)i] != 0); \
const uchar v2 = (uchar)(v0 & v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; uchar x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const uchar v0 = (uchar)(x1[u] != 0); \
const uchar v1 = (uchar)(x2[u] != 0); \
const uchar v2 = (uchar)(v0 & v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== sort_sets.5
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 1024
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_sets.cl>>
======== firsts.7
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
#define KILN_CPU 0
<<sort_key.cl>>
<<sort_places.cl>>
======== index_few.7
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION long
#define KILN_UNIT uint
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 1
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== sort_sets.6
ieee
#define KILN_INDEX uint
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 0
#define KILN_TRUTH 0
#define KILN_BLOCK 16
#define KILN_TILE 1024
#define KILN_V 16
#define KILN_PLACE ushort
<<sort_key.cl>>
<<sort_sets_rules.cl>>
<<sort_sets.cl>>
