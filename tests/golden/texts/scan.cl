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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
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
#define KILN_WRITES 0
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.3
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
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
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) ((ulong)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR ulong4
#define KILN_LOADS 0
#define KILN_STORES 1
KILN_FUNCTION ulong4 kiln_join_each(ulong4 a, ulong4 b) { return as_ulong4(as_ulong4(a) + as_ulong4(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.4
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
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
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) ((ulong)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 4
#define KILN_VECTOR ulong4
#define KILN_LOADS 0
#define KILN_STORES 1
KILN_FUNCTION ulong4 kiln_join_each(ulong4 a, ulong4 b) { return as_ulong4(as_ulong4(a) + as_ulong4(b)); }
<<scan.cl>>
<<scan_chunks.cl>>
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
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
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
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
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
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.8
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 0
#define KILN_STORES 0
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.9
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 0
#define KILN_STORES 0
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.10
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
#define KILN_FROM int
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.11
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
#define KILN_FROM int
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.12
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1024
#define KILN_AHEAD 1
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.13
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
#define KILN_FROM ushort
#define KILN_TO ushort
#define KILN_SUM float
#define KILN_LOAD(x) kiln_from_half((x))
#define KILN_STORE(x) kiln_to_half(x)
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 0
#define KILN_STORES 0
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.14
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
#define KILN_FROM float2
#define KILN_TO float2
#define KILN_SUM float2
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY KILN_FLOAT2((-0x0p+0f), (-0x0p+0f))
#define KILN_FIRST KILN_FLOAT2(0x0p+0f, 0x0p+0f)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float2 kiln_join(float2 a, float2 b) { return KILN_FLOAT2(a.x + b.x, a.y + b.y); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.15
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
#define KILN_FROM double
#define KILN_TO double
#define KILN_SUM double
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0)
#define KILN_FIRST 0x0p+0
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION double kiln_join(double a, double b) { return a + b; }
#define KILN_WIDTH 4
#define KILN_VECTOR double4
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION double4 kiln_join_each(double4 a, double4 b) { return a + b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.16
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY 0x1p+0f
#define KILN_FIRST 0x1p+0f
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION float kiln_join(float a, float b) { return a * b; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 1
#define KILN_STORES 1
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a * b; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.17
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY -INFINITY
#define KILN_FIRST -INFINITY
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a != a ? a : b > a || b != b ? b : a; }
#define KILN_WIDTH 8
#define KILN_VECTOR float8
#define KILN_LOADS 0
#define KILN_STORES 0
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a != a ? a : b > a || b != b ? b : a; }
<<scan.cl>>
<<scan_chunks.cl>>
======== scan.18
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
#define KILN_FROM char
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP 1
#define KILN_RESULT_STEP 1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== elementwise.1
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
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; uint chunk; uint row_chunk; uint kiln_rest52; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 - v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== scan.19
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.20
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.21
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.22
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
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
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) ((ulong)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.23
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
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
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) ((ulong)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.24
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.25
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.26
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
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.27
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 5
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.28
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 5
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_few_columns.cl>>
======== scan.29
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 12
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM int
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.30
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 12
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM int
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_few_columns.cl>>
======== scan.31
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 50
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_totals.cl>>
======== scan.32
ieee
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 50
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_few_columns.cl>>
======== scan.33
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.34
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM ushort
#define KILN_TO ushort
#define KILN_SUM float
#define KILN_LOAD(x) kiln_from_half((x))
#define KILN_STORE(x) kiln_to_half(x)
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.35
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float2
#define KILN_TO float2
#define KILN_SUM float2
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY KILN_FLOAT2((-0x0p+0f), (-0x0p+0f))
#define KILN_FIRST KILN_FLOAT2(0x0p+0f, 0x0p+0f)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float2 kiln_join(float2 a, float2 b) { return KILN_FLOAT2(a.x + b.x, a.y + b.y); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.36
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 2
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 16
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM double
#define KILN_TO double
#define KILN_SUM double
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0)
#define KILN_FIRST 0x0p+0
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION double kiln_join(double a, double b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.37
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY 0x1p+0f
#define KILN_FIRST 0x1p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a * b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.38
ieee
registers 40
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 64
#define KILN_V 8
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY -INFINITY
#define KILN_FIRST -INFINITY
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a != a ? a : b > a || b != b ? b : a; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_rows.cl>>
======== scan.39
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
#define KILN_FROM char
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== scan.40
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
#define KILN_FROM char
#define KILN_TO long
#define KILN_SUM long
#define KILN_LOAD(x) ((long)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((long)0)
#define KILN_FIRST ((long)0)
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION long kiln_join(long a, long b) { return (long)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== elementwise.3
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
======== elementwise.4
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
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; uint kiln_rest44; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 - v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 - v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== scan.41
ieee
registers 48
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 43
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 8
#define KILN_WRITES 1
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_once.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ulong *p0_base, ulong p0_offset, ulong a0, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \

#define KILN_V 2
typedef union { uint4 wide; ulong item[2]; } kiln_vec0;
#define KILN_LOAD(i) kiln_vec0 x0; \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const ulong v0 = a0; \
x0.item[j] = v0; \

#define KILN_ONE(i) const ulong v0 = a0; \
p0[0 + (int)i] = v0; \

<<elementwise_flat.cl>>
======== scan.42
ieee
registers 48
#define KILN_INDEX ulong
#define KILN_STEP long
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
#define KILN_TO ulong
#define KILN_SUM ulong
#define KILN_LOAD(x) ((ulong)((x)))
#define KILN_STORE(x) x
#define KILN_IDENTITY ((ulong)0)
#define KILN_FIRST ((ulong)0)
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION ulong kiln_join(ulong a, ulong b) { return (ulong)((ulong)a + (ulong)b); }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_once.cl>>
======== scan.43
ieee
#define KILN_INDEX ulong
#define KILN_STEP long
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_WORDS 1
#define KILN_NEAR 16
#define KILN_COLS 1
#define KILN_BANKS 32
#define KILN_W 1
#define KILN_AHEAD 1
#define KILN_WRITES 0
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) x
#define KILN_IDENTITY (-0x0p+0f)
#define KILN_FIRST 0x0p+0f
#define KILN_SOURCE_STEP s2
#define KILN_RESULT_STEP r2
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 0
<<scan.cl>>
<<scan_columns.cl>>
======== elementwise.7
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
======== elementwise.8
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
======== elementwise.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 - v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 - v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
