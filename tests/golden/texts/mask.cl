======== index_few.1
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
======== index_few.2
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION long
#define KILN_UNIT uint
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 0
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== index_mask_count.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_ROWS 0
#define KILN_UNIT int
<<group_sums.cl>>
<<index_mask.cl>>
======== index_move.1
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
======== elementwise.1
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
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_mask_count.2
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_ROWS 0
#define KILN_UNIT long
<<group_sums.cl>>
<<index_mask.cl>>
======== index_move.2
ieee
#define KILN_POSITION long
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
<<index_place.cl>>
#define KILN_UNIT uchar
#define KILN_OFFSET long
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
======== elementwise.2
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; ulong rows; ulong chunk; ulong row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const ulong chunk = at.chunk; \
const ulong row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (long)i] = v1; \

#define KILN_BLOCK_MEMORY uchar b0[KILN_BLOCK] KILN_LINED; 
#define KILN_SEND(i) KILN_STREAM(&p0[0 + (long)i], b0, sizeof b0, __private) 
#define KILN_ADDRESSES(i) (ulong)&p0[0 + (long)i]
#define KILN_FIRST(i) &p0[0 + (long)i]
#define KILN_IN_BLOCK(i, j) const uchar v0 = p1[0 + (long)i]; \
const uchar v1 = (v0 != 0); \
b0[j] = v1; \

#define KILN_ASK_FOR(i) KILN_ASK(&p1[0 + (long)i], 1 * KILN_BLOCK) 
<<stream.cl>>
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_move.3
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
#define KILN_AHEAD 4
#define KILN_KEEP 0
<<index_move.cl>>
======== index_few.3
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION int
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
======== index_move.4
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
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; int a1; uint n; uint rows; uint chunk; uint row_chunk; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL long *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const int a1 = at.a1; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const int v0 = p2[0 + (int)i]; \
const int v1 = a1; \
const int v2 = (v1 == 0 ? (int)0 : v1 == -1 ? (int)((uint)0 - (uint)v0) : (int)(v0 / (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const int v3 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const long v4 = (long)v2; \
const long v5 = (long)v3; \
p0[0 + (int)i] = v4; \
p1[0 + (int)i] = v5; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uchar *p1_base, KILN_GLOBAL const uint *p2_base, KILN_GLOBAL const uint *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR(uint, p0); \
KILN_PTR(const uchar, p1); \
KILN_PTR(const uint, p2); \
KILN_PTR(const uint, p3); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uint v1 = p2[0]; \
const uint v2 = p3[0 + (int)i]; \
const uint v3 = (v0 ? v1 : v2); \
p0[0 + (int)i] = v3; \

#define KILN_TOUCH_FOR(i) KILN_TOUCH(const KILN_GLOBAL uchar, &p1[0 + (int)i]); \
KILN_TOUCH(const KILN_GLOBAL uchar, &p3[0 + (int)i]); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_move.5
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
#define KILN_PUT 1
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_few.4
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
======== index_few.5
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION long
#define KILN_UNIT uint
#define KILN_WORD uchar
#define KILN_PARTS 1
#define KILN_TRUTH 0
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 0
#define KILN_KINDS 0
<<group_sums.cl>>
<<index_few.cl>>
======== index_mask_count.3
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 0
#define KILN_UNIT int
<<group_sums.cl>>
<<index_mask.cl>>
======== index_mask_write.1
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 1
#define KILN_UNIT uchar
<<group_sums.cl>>
<<index_mask.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_V 16
typedef union { uint4 wide; uchar item[16]; } kiln_vec0;
typedef union { uint4 wide; uchar item[16]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== index_mask_count.4
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 0
#define KILN_UNIT long
<<group_sums.cl>>
<<index_mask.cl>>
======== elementwise.7
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const uchar *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong n = at.n; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_V 16
typedef union { uint4 wide; uchar item[16]; } kiln_vec0;
typedef union { uint4 wide; uchar item[16]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (long)i] = v1; \

<<elementwise_flat.cl>>
======== index_move.6
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
======== index_few.6
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_POSITION int
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
======== index_move.7
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
======== elementwise.8
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint wide; uchar item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; int a1; uint n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL long *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const int a1 = at.a1; \
const uint n = at.n; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint2 wide; int item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint2*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \
*(KILN_GLOBAL uint4*)(p1 + (i)) = x1.wide; \

#define KILN_BODY(j) const int v0 = x2.item[j]; \
const int v1 = a1; \
const int v2 = (v1 == 0 ? (int)0 : v1 == -1 ? (int)((uint)0 - (uint)v0) : (int)(v0 / (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const int v3 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const long v4 = (long)v2; \
const long v5 = (long)v3; \
x0.item[j] = v4; \
x1.item[j] = v5; \

#define KILN_ONE(i) const int v0 = p2[0 + (int)i]; \
const int v1 = a1; \
const int v2 = (v1 == 0 ? (int)0 : v1 == -1 ? (int)((uint)0 - (uint)v0) : (int)(v0 / (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const int v3 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const long v4 = (long)v2; \
const long v5 = (long)v3; \
p0[0 + (int)i] = v4; \
p1[0 + (int)i] = v5; \

<<elementwise_flat.cl>>
======== elementwise.10
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; uint n; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uchar *p1_base, KILN_GLOBAL const uint *p2_base, KILN_GLOBAL const uint *p3_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const uint n = at.n; \
KILN_PTR(uint, p0); \
KILN_PTR(const uchar, p1); \
KILN_PTR(const uint, p2); \
KILN_PTR(const uint, p3); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
typedef union { uint wide; uchar item[4]; } kiln_vec1;
typedef union { uint4 wide; uint item[4]; } kiln_vec3;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint*)(p1 + (i)); \
kiln_vec3 x3; x3.wide = *(KILN_GLOBAL const uint4*)(p3 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = (uchar)(x1.item[j] != 0); \
const uint v1 = p2[0]; \
const uint v2 = x3.item[j]; \
const uint v3 = (v0 ? v1 : v2); \
x0.item[j] = v3; \

#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uint v1 = p2[0]; \
const uint v2 = p3[0 + (int)i]; \
const uint v3 = (v0 ? v1 : v2); \
p0[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
======== index_move.8
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
#define KILN_PUT 1
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== elementwise.11
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_V 16
typedef union { uint4 wide; uchar item[16]; } kiln_vec0;
typedef union { uint4 wide; uchar item[16]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.12
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, ulong n
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_V 16
typedef union { uint4 wide; uchar item[16]; } kiln_vec0;
typedef union { uint4 wide; uchar item[16]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uchar v0 = p1[0 + (long)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (long)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.13
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint wide; uchar item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const uchar v1 = (v0 != 0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const uchar v1 = (v0 != 0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.14
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL long *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, int a1, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(long, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 2
typedef union { uint4 wide; long item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
typedef union { uint2 wide; int item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint2*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \
*(KILN_GLOBAL uint4*)(p1 + (i)) = x1.wide; \

#define KILN_BODY(j) const int v0 = x2.item[j]; \
const int v1 = a1; \
const int v2 = (v1 == 0 ? (int)0 : v1 == -1 ? (int)((uint)0 - (uint)v0) : (int)(v0 / (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const int v3 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const long v4 = (long)v2; \
const long v5 = (long)v3; \
x0.item[j] = v4; \
x1.item[j] = v5; \

#define KILN_ONE(i) const int v0 = p2[0 + (int)i]; \
const int v1 = a1; \
const int v2 = (v1 == 0 ? (int)0 : v1 == -1 ? (int)((uint)0 - (uint)v0) : (int)(v0 / (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const int v3 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
const long v4 = (long)v2; \
const long v5 = (long)v3; \
p0[0 + (int)i] = v4; \
p1[0 + (int)i] = v5; \

<<elementwise_flat.cl>>
======== elementwise.15
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, KILN_GLOBAL const uint *p2_base, ulong p2_offset, KILN_GLOBAL const uint *p3_base, ulong p3_offset, uint n
#define KILN_POINTERS KILN_PTR(uint, p0); \
KILN_PTR(const uchar, p1); \
KILN_PTR(const uint, p2); \
KILN_PTR(const uint, p3); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
typedef union { uint wide; uchar item[4]; } kiln_vec1;
typedef union { uint4 wide; uint item[4]; } kiln_vec3;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint*)(p1 + (i)); \
kiln_vec3 x3; x3.wide = *(KILN_GLOBAL const uint4*)(p3 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uchar v0 = (uchar)(x1.item[j] != 0); \
const uint v1 = p2[0]; \
const uint v2 = x3.item[j]; \
const uint v3 = (v0 ? v1 : v2); \
x0.item[j] = v3; \

#define KILN_ONE(i) const uchar v0 = (uchar)(p1[0 + (int)i] != 0); \
const uint v1 = p2[0]; \
const uint v2 = p3[0 + (int)i]; \
const uint v3 = (v0 ? v1 : v2); \
p0[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
