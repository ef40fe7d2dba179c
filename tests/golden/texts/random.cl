======== random_fill.1
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.2
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.3
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED double
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.4
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED double
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.5
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 11
#define KILN_UNIT 0x1p-11f
#define KILN_TO_STORAGE(value) kiln_to_half((value))
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint2
#define KILN_LANES 4
#define KILN_STORED ushort
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.6
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 11
#define KILN_UNIT 0x1p-11f
#define KILN_TO_STORAGE(value) kiln_to_half((value))
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint2
#define KILN_LANES 4
#define KILN_STORED ushort
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.7
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT scale
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_EXPONENTIAL, block, v)
<<random_fill.cl>>
======== random_fill.8
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint2
#define KILN_LANES 2
#define KILN_STORED uint
#define KILN_PARAMETERS , ulong low, ulong range
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_INTEGERS, block, v)
<<random_fill.cl>>
======== random_fill.9
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED ulong
#define KILN_PARAMETERS , ulong low, ulong range
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_INTEGERS, block, v)
<<random_fill.cl>>
======== random_fill.10
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint
#define KILN_LANES 4
#define KILN_STORED uchar
#define KILN_PARAMETERS , uint most, ulong one
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_BERNOULLI, block, v)
<<random_fill.cl>>
======== random_fill.11
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED uint
#define KILN_PARAMETERS 
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_BITS, block, v)
<<random_fill.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t0; uint chunk; uint row_chunk; uint kiln_rest36; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_GATHER ushort z0[KILN_STRIP] KILN_LINED; 
#define KILN_SCATTER { KILN_GLOBAL ushort *const m = &p0[0 + (int)from * t0]; for (int j = 0; j < some; ++j) m[(long)j * t0] = z0[j]; } \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
z0[(i) - from] = kiln_to_half(v0); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== random_fill.12
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint2
#define KILN_LANES 1
#define KILN_STORED ulong
#define KILN_PARAMETERS , ulong places, uint left, uint right, uint rounds
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE kiln_permutation key; kiln_permutation_key(first, stream, seed, places, &key);
#define KILN_DRAW(block, at, v) KILN_DRAW_PERMUTATION(at, v)
<<random_fill.cl>>
======== elementwise.2
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const double v1 = (double)v0; \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== random_weights.1
ieee
#define KILN_FLOAT double
<<random_weights.cl>>
======== random_fill.13
ieee
<<random_bits.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 1
#define KILN_VECTORS 0
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED ulong
#define KILN_PARAMETERS , KILN_ARG(const KILN_FLOAT, sums), ulong places
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE KILN_PTR(const KILN_FLOAT, sums);
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_WEIGHTED, block, v)
<<random_fill.cl>>
======== random_fill.14
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.15
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.16
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED double
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.17
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED double
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.18
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 11
#define KILN_UNIT 0x1p-11f
#define KILN_TO_STORAGE(value) kiln_to_half((value))
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint2
#define KILN_LANES 4
#define KILN_STORED ushort
#define KILN_PARAMETERS , KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_UNIFORM, block, v)
<<random_fill.cl>>
======== random_fill.19
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 11
#define KILN_UNIT 0x1p-11f
#define KILN_TO_STORAGE(value) kiln_to_half((value))
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint2
#define KILN_LANES 4
#define KILN_STORED ushort
#define KILN_PARAMETERS , KILN_FLOAT mean, KILN_FLOAT deviation
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_NORMAL, block, v)
<<random_fill.cl>>
======== random_fill.20
ieee
<<random_bits.cl>>
<<random_real.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED float
#define KILN_PARAMETERS , KILN_FLOAT scale
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_EXPONENTIAL, block, v)
<<random_fill.cl>>
======== random_fill.21
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint2
#define KILN_LANES 2
#define KILN_STORED uint
#define KILN_PARAMETERS , ulong low, ulong range
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_INTEGERS, block, v)
<<random_fill.cl>>
======== random_fill.22
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED ulong
#define KILN_PARAMETERS , ulong low, ulong range
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_INTEGERS, block, v)
<<random_fill.cl>>
======== random_fill.23
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint
#define KILN_LANES 4
#define KILN_STORED uchar
#define KILN_PARAMETERS , uint most, ulong one
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_BERNOULLI, block, v)
<<random_fill.cl>>
======== random_fill.24
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 4
#define KILN_STORED uint
#define KILN_PARAMETERS 
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE 
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_BITS, block, v)
<<random_fill.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t0; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

<<elementwise_rows.cl>>
======== elementwise.4
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; int t0; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int t0 = at.t0; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

<<elementwise_rows.cl>>
======== random_fill.25
ieee
<<random_bits.cl>>
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint2
#define KILN_LANES 1
#define KILN_STORED ulong
#define KILN_PARAMETERS , ulong places, uint left, uint right, uint rounds
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE kiln_permutation key; kiln_permutation_key(first, stream, seed, places, &key);
#define KILN_DRAW(block, at, v) KILN_DRAW_PERMUTATION(at, v)
<<random_fill.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint2 wide; float item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const double v1 = (double)v0; \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const double v1 = (double)v0; \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== random_fill.26
ieee
<<random_bits.cl>>
#define KILN_FLOAT double
#define KILN_BITS 64
#define KILN_REAL(name) name##64
#define KILN_WORD(w, j) kiln_wide_word(w, j)
#define KILN_DIGITS 53
#define KILN_UNIT 0x1p-53
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED ulong
#define KILN_PARAMETERS , KILN_ARG(const KILN_FLOAT, sums), ulong places
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE KILN_PTR(const KILN_FLOAT, sums);
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_WEIGHTED, block, v)
<<random_fill.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n, uint rows, int t0
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

<<elementwise_rows.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n, uint rows, int t0
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
p0[0 + (int)i * t0] = kiln_to_half(v0); \

<<elementwise_rows.cl>>
======== elementwise.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint2 wide; float item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const double v1 = (double)v0; \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const double v1 = (double)v0; \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== random_weights.2
ieee
#define KILN_FLOAT float
<<random_weights.cl>>
======== random_fill.27
ieee
<<random_bits.cl>>
#define KILN_FLOAT float
#define KILN_BITS 32
#define KILN_REAL(name) name##32
#define KILN_WORD(w, j) w[j]
#define KILN_DIGITS 24
#define KILN_UNIT 0x1p-24f
#define KILN_TO_STORAGE(value) (value)
#define KILN_CHUNKS 0
#define KILN_VECTORS 1
#define KILN_WIDE uint4
#define KILN_LANES 2
#define KILN_STORED ulong
#define KILN_PARAMETERS , KILN_ARG(const KILN_FLOAT, sums), ulong places
#define KILN_PLACE ulong first, ulong stream, ulong seed
#define KILN_FIND_PLACE 
#define KILN_PREPARE KILN_PTR(const KILN_FLOAT, sums);
#define KILN_DRAW(block, at, v) KILN_FROM_WORDS(KILN_DRAW_WEIGHTED, block, v)
<<random_fill.cl>>
