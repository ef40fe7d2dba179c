======== elementwise.1
ieee
<<vector.cl>>
<<vector_exp.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = kiln_exp_x16(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = kiln_exp_x16(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.2
ieee
<<vector.cl>>
<<vector_exp.cl>>
<<vector_circle.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = kiln_sin_x16(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = kiln_sin_x16(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_circle_f64.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 8
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const double8 v0 = vload8(0, &p1[0 + (int)i]); \
const double8 v1 = kiln_sin_x8(v0); \
vstore8(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) double g1[8]; for (int u = 0; u < 8; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const double8 v0 = vload8(0, g1); \
const double8 v1 = kiln_sin_x8(v0); \
double h0[8]; vstore8(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.4
ieee
<<vector.cl>>
<<vector_exp.cl>>
<<vector_hyperbolic.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = kiln_tanh_x16(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = kiln_tanh_x16(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.5
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_hyperbolic_f64.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 8
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const double8 v0 = vload8(0, &p1[0 + (int)i]); \
const double8 v1 = kiln_tanh_x8(v0); \
vstore8(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) double g1[8]; for (int u = 0; u < 8; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const double8 v0 = vload8(0, g1); \
const double8 v1 = kiln_tanh_x8(v0); \
double h0[8]; vstore8(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.6
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_exp.cl>>
<<vector_power.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = kiln_pow_x16(v0, v1); \
vstore16(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = kiln_pow_x16(v0, v1); \
float h0[16]; vstore16(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.7
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_power_f64.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, KILN_GLOBAL const double *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \
KILN_PTR_RESTRICT(const double, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 8
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const double8 v0 = vload8(0, &p1[0 + (int)i]); \
const double8 v1 = vload8(0, &p2[0 + (int)i]); \
const double8 v2 = kiln_pow_x8(v0, v1); \
vstore8(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) double g1[8]; for (int u = 0; u < 8; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
double g2[8]; for (int u = 0; u < 8; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const double8 v0 = vload8(0, g1); \
const double8 v1 = vload8(0, g2); \
const double8 v2 = kiln_pow_x8(v0, v1); \
double h0[8]; vstore8(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.8
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_exp.cl>>
<<vector_power.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const int16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = kiln_pown_x16(v0, v1); \
vstore16(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
int g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const int16 v1 = vload16(0, g2); \
const float16 v2 = kiln_pown_x16(v0, v1); \
float h0[16]; vstore16(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.9
ieee
<<gamma.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_tgamma(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.10
ieee
<<vector_half.cl>>
<<vector.cl>>
<<vector_exp.cl>>
<<vector_hyperbolic.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = kiln_from_half_x16(vload16(0, &p1[0 + (int)i])); \
const float16 v1 = kiln_expm1_x16(v0); \
vstore16(kiln_to_half_x16(v1), 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) ushort g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = kiln_from_half_x16(vload16(0, g1)); \
const float16 v1 = kiln_expm1_x16(v0); \
ushort h0[16]; vstore16(kiln_to_half_x16(v1), 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.11
ieee
<<vector.cl>>
<<vector_exp.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = kiln_erf_x16(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = kiln_erf_x16(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.12
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = atan(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = atan(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.13
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 8
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const double8 v0 = vload8(0, &p1[0 + (int)i]); \
const double8 v1 = log1p(v0); \
vstore8(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) double g1[8]; for (int u = 0; u < 8; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const double8 v0 = vload8(0, g1); \
const double8 v1 = log1p(v0); \
double h0[8]; vstore8(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.14
ieee
<<vector.cl>>
<<vector_exp.cl>>
<<vector_hyperbolic.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = kiln_cosh_x16(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = kiln_cosh_x16(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.15
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_exp.cl>>
<<vector_power.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const int16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = kiln_rootn_x16(v0, v1); \
vstore16(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
int g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const int16 v1 = vload16(0, g2); \
const float16 v2 = kiln_rootn_x16(v0, v1); \
float h0[16]; vstore16(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.16
ieee
<<complex.cl>>
<<complex_functions.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = kiln_sin_c64(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.17
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const float2 v2 = kiln_mul_c64(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.18
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, KILN_GLOBAL const int *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const int v2 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.19
ieee
<<division.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL char *p0_base, KILN_GLOBAL const char *p1_base, KILN_GLOBAL const char *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(char, p0); \
KILN_PTR_RESTRICT(const char, p1); \
KILN_PTR_RESTRICT(const char, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const char v0 = p1[0 + (int)i]; \
const char v1 = p2[0 + (int)i]; \
const char v2 = (char)((v1 == 0 ? (char)0 : v1 == -1 ? (char)((uchar)0 - (uchar)v0) : (char)(v0 / (v1 == 0 || v1 == -1 ? (char)1 : v1))) - (((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1)))) != 0 && ((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1))) ^ v1) < 0 ? 1 : 0)); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.20
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
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
const long v1 = p2[0 + (int)i]; \
const long v2 = (v1 == 0 ? (long)0 : v1 == -1 ? (long)((ulong)0 - (ulong)v0) : (long)(v0 / (v1 == 0 || v1 == -1 ? (long)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.21
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = remainder(v0, v1); \
vstore16(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = remainder(v0, v1); \
float h0[16]; vstore16(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.22
ieee
<<vector.cl>>
<<vector_f64.cl>>
<<vector_exp.cl>>
<<vector_rest.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = kiln_fmod_x16(v0, v1); \
vstore16(v2, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = kiln_fmod_x16(v0, v1); \
float h0[16]; vstore16(v2, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.23
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const uint v1 = (uint)popcount(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.24
ieee
<<vector_half.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, KILN_GLOBAL const ushort *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \
KILN_PTR_RESTRICT(const ushort, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = kiln_from_half_x16(vload16(0, &p1[0 + (int)i])); \
const float16 v1 = kiln_from_half_x16(vload16(0, &p2[0 + (int)i])); \
const float16 v2 = kiln_from_half_x16(kiln_to_half_x16(v0)); \
const float16 v3 = kiln_from_half_x16(kiln_to_half_x16(v1)); \
const float16 v4 = nextafter(v2, v3); \
const float16 v5 = v4 - v2; \
const float16 v6 = fabs(v5); \
const float16 v7 = (float16)(0x1p+13f); \
const float16 v8 = v6 * v7; \
const float16 v9 = (float16)(0x1p-24f); \
const float16 v10 = fmax(v8, v9); \
const float16 v11 = copysign(v10, v5); \
const float16 v12 = v2 + v11; \
const float16 v13 = (float16)(0x0p+0f); \
const float16 v14 = copysign(v13, v2); \
const int16 v15 = v12 == v13; \
const float16 v16 = select(v12, v14, v15); \
const float16 v17 = (float16)(0x1.ffcp+15f); \
const float16 v18 = copysign(v17, v2); \
const int16 v19 = isinf(v2); \
const float16 v20 = select(v16, v18, v19); \
const int16 v21 = isnan(v4); \
const float16 v22 = select(v20, v4, v21); \
const int16 v23 = v2 == v3; \
const float16 v24 = select(v22, v3, v23); \
vstore16(kiln_to_half_x16(v24), 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) ushort g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
ushort g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = kiln_from_half_x16(vload16(0, g1)); \
const float16 v1 = kiln_from_half_x16(vload16(0, g2)); \
const float16 v2 = kiln_from_half_x16(kiln_to_half_x16(v0)); \
const float16 v3 = kiln_from_half_x16(kiln_to_half_x16(v1)); \
const float16 v4 = nextafter(v2, v3); \
const float16 v5 = v4 - v2; \
const float16 v6 = fabs(v5); \
const float16 v7 = (float16)(0x1p+13f); \
const float16 v8 = v6 * v7; \
const float16 v9 = (float16)(0x1p-24f); \
const float16 v10 = fmax(v8, v9); \
const float16 v11 = copysign(v10, v5); \
const float16 v12 = v2 + v11; \
const float16 v13 = (float16)(0x0p+0f); \
const float16 v14 = copysign(v13, v2); \
const int16 v15 = v12 == v13; \
const float16 v16 = select(v12, v14, v15); \
const float16 v17 = (float16)(0x1.ffcp+15f); \
const float16 v18 = copysign(v17, v2); \
const int16 v19 = isinf(v2); \
const float16 v20 = select(v16, v18, v19); \
const int16 v21 = isnan(v4); \
const float16 v22 = select(v20, v4, v21); \
const int16 v23 = v2 == v3; \
const float16 v24 = select(v22, v3, v23); \
ushort h0[16]; vstore16(kiln_to_half_x16(v24), 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.25
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = select(select(lgamma(v0), fabs(v0), isinf(v0)), v0 * (log(v0) - 1), v0 > 0x1.93e5939a08ceap+99f); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = select(select(lgamma(v0), fabs(v0), isinf(v0)), v0 * (log(v0) - 1), v0 > 0x1.93e5939a08ceap+99f); \
float h0[16]; vstore16(v1, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.26
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = rint(v0); \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.27
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.28
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
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.29
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
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.30
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
#define KILN_ONE(i) const float v0 = p1[o1]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.31
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

#define KILN_BLOCK_MEMORY float b0[KILN_BLOCK] KILN_LINED; 
#define KILN_SEND(i) KILN_STREAM(&p0[0 + (int)i], b0, sizeof b0, __private) 
#define KILN_ADDRESSES(i) (ulong)&p0[0 + (int)i]
#define KILN_FIRST(i) &p0[0 + (int)i]
#define KILN_IN_BLOCK(i, j) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = (v0 + v1); \
b0[j] = v2; \

#define KILN_ASK_FOR(i) KILN_ASK(&p1[0 + (int)i], 4 * KILN_BLOCK) KILN_ASK(&p2[0 + (int)i], 4 * KILN_BLOCK) 
<<stream.cl>>
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.32
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong n; ulong rows; ulong chunk; ulong row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const ulong chunk = at.chunk; \
const ulong row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (long)i]; \
const float v1 = p2[0 + (long)i]; \
const float v2 = (v0 + v1); \
p0[0 + (long)i] = v2; \

#define KILN_BLOCK_MEMORY float b0[KILN_BLOCK] KILN_LINED; 
#define KILN_SEND(i) KILN_STREAM(&p0[0 + (long)i], b0, sizeof b0, __private) 
#define KILN_ADDRESSES(i) (ulong)&p0[0 + (long)i]
#define KILN_FIRST(i) &p0[0 + (long)i]
#define KILN_IN_BLOCK(i, j) const float v0 = p1[0 + (long)i]; \
const float v1 = p2[0 + (long)i]; \
const float v2 = (v0 + v1); \
b0[j] = v2; \

#define KILN_ASK_FOR(i) KILN_ASK(&p1[0 + (long)i], 4 * KILN_BLOCK) KILN_ASK(&p2[0 + (long)i], 4 * KILN_BLOCK) 
<<stream.cl>>
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.33
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong n; ulong rows; long s0_0; long s1_0; long s2_0; ulong chunk; ulong row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long s0_0 = at.s0_0; \
const long s1_0 = at.s1_0; \
const long s2_0 = at.s2_0; \
const ulong chunk = at.chunk; \
const ulong row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \
const long o2 = i0 * s2_0; \

#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (long)i]; \
const float v1 = p2[o2 + (long)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (long)i] = v2; \

#define KILN_BLOCK_MEMORY float b0[KILN_BLOCK] KILN_LINED; 
#define KILN_SEND(i) KILN_STREAM(&p0[o0 + (long)i], b0, sizeof b0, __private) 
#define KILN_ADDRESSES(i) (ulong)&p0[o0 + (long)i]
#define KILN_FIRST(i) &p0[o0 + (long)i]
#define KILN_IN_BLOCK(i, j) const float v0 = p1[o1 + (long)i]; \
const float v1 = p2[o2 + (long)i]; \
const float v2 = (v0 + v1); \
b0[j] = v2; \

#define KILN_ASK_FOR(i) KILN_ASK(&p1[o1 + (long)i], 4 * KILN_BLOCK) KILN_ASK(&p2[o2 + (long)i], 4 * KILN_BLOCK) 
<<stream.cl>>
<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.34
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int t2; uint chunk; uint tiles; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int t2 = at.t2; \
const uint chunk = at.chunk; \
const uint tiles = at.tiles; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_CPU 1
#define KILN_TILE 128
#define KILN_ROWS rows
#define KILN_HELD float held2[KILN_TILE * KILN_TILE] KILN_LINED; \

#define KILN_HOLD(j) { KILN_GLOBAL const float *const m = &p2[o2 + (int)(from + (j)) * t2]; for (int i = 0; i < height; ++i) held2[(j) * KILN_TILE + i] = m[(long)i * s2_0]; \
for (int i = 0; i < KILN_TILE * 4; i += 64) KILN_PREFETCH((ulong)(m + (long)ahead * t2) + (long)i * s2_0, 0, 3); } \

#define KILN_TURN float x2[8 * KILN_TILE] KILN_LINED; int j2 = 0; \
if (some == 8) for (; j2 + 8 <= width; j2 += 8) \
kiln_turn((const uint *)held2 + j2 * KILN_TILE + strip, (uint *)x2 + j2, KILN_TILE); \
for (; j2 < width; ++j2) for (int u = 0; u < some; ++u) \
x2[u * KILN_TILE + j2] = held2[j2 * KILN_TILE + strip + u]; \

#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \
const int q1 = o1 + (int)(r) * s1_0; \
for (int i = 0; i < KILN_TILE * 4; i += 64) KILN_PREFETCH((ulong)(&p1[q1 + (int)from] + 8L * s1_0) + i, 0, 3); \
const float *const z2 = x2 + (r - strip) * KILN_TILE; \

<<turn.cl>>
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[q1 + (int)i]; \
const float v1 = z2[(i) - from]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_tiles.cl>>
======== elementwise.35
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const long *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.36
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const int *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.37
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.38
ieee
<<odd.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const float v1 = kiln_odd_f64(v0); \
p0[0 + (int)i] = kiln_to_bfloat(v1); \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.39
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int t2; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int t2 = at.t2; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_GATHER float z2[KILN_STRIP] KILN_LINED; { KILN_GLOBAL const float *const m = &p2[o2 + (int)from * t2]; for (int j = 0; j < some; ++j) z2[j] = m[(long)j * t2]; } \

#define KILN_SCATTER 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = z2[(i) - from]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.40
ieee
<<vector.cl>>
<<vector_exp.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; ulong p4_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; int s4_0; uint chunk; uint row_chunk; uint kiln_rest76; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const ulong p4_offset = at.p4_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
const int s4_0 = at.s4_0; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_GLOBAL const float *p2_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p2); \
KILN_GLOBAL const float *p3_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p3); \
KILN_GLOBAL const float *p4_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \
const int o4 = i0 * s4_0; \

#define KILN_WIDTH 16
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[o1 + (int)i]); \
const float16 v1 = vload16(0, &p2[o2 + (int)i]); \
const float16 v2 = vload16(0, &p3[o3 + (int)i]); \
const float16 v3 = vload16(0, &p4[o4 + (int)i]); \
const float16 v4 = kiln_exp_x16(v0); \
const float16 v5 = v1 * v4; \
const float16 v6 = kiln_exp_x16(v2); \
const float16 v7 = v3 * v6; \
const float16 v8 = v5 + v7; \
vstore16(v8, 0, &p0[o0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[o1 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[o2 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g3[16]; for (int u = 0; u < 16; ++u) g3[u] = p3[o3 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g4[16]; for (int u = 0; u < 16; ++u) g4[u] = p4[o4 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = vload16(0, g3); \
const float16 v3 = vload16(0, g4); \
const float16 v4 = kiln_exp_x16(v0); \
const float16 v5 = v1 * v4; \
const float16 v6 = kiln_exp_x16(v2); \
const float16 v7 = v3 * v6; \
const float16 v8 = v5 + v7; \
float h0[16]; vstore16(v8, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[o0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise_bundle.1
ieee
<<vector.cl>>
<<vector_exp.cl>>
typedef struct { ulong q[6]; uint n[3], g[3]; } kiln_sets;
#define KILN_PARAMETERS KILN_GLOBAL uchar *m0, KILN_GLOBAL uchar *m1, KILN_GLOBAL uchar *m2, KILN_GLOBAL uchar *m3, KILN_GLOBAL uchar *m4, KILN_GLOBAL uchar *m5, KILN_GLOBAL uchar *m6, KILN_GLOBAL uchar *m7, const kiln_sets at
#define KILN_AT(T, name, place) KILN_GLOBAL T *name; { const uint memory = (uint)(place >> 48); name = (KILN_GLOBAL T *)((memory < 4 ? (memory < 2 ? (memory < 1 ? m0 : m1) : (memory < 3 ? m2 : m3)) : (memory < 6 ? (memory < 5 ? m4 : m5) : (memory < 7 ? m6 : m7))) + (place & 0xffffffffffff)); }
#define KILN_CHOOSE uint first = 0, n = 0; \
ulong q_0 = 0; \
ulong q_1 = 0; \
ulong q_2 = 0; \
if (group < at.g[0]) { \
first = 0; n = at.n[0]; \
q_0 = at.q[0]; \
q_1 = at.q[1]; \
q_2 = at.q[0]; \
} else { \
if (group < at.g[1]) { \
first = at.g[0]; n = at.n[1]; \
q_0 = at.q[2]; \
q_1 = at.q[3]; \
q_2 = at.q[2]; \
} else { \
first = at.g[1]; n = at.n[2]; \
q_0 = at.q[4]; \
q_1 = at.q[5]; \
q_2 = at.q[4]; \
} \
} \
KILN_AT(float, p0, q_0) \
KILN_AT(const float, p1, q_1) \
KILN_AT(const float, p2, q_2) \

#define KILN_CPU 1
#define KILN_WIDTH 16
#define KILN_ALIASED 1
#define KILN_SCATTERED 0
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = vload16(0, &p2[0 + (int)i]); \
const float16 v2 = kiln_exp_x16(v0); \
const float16 v3 = (float16)(0x1p-2f); \
const float16 v4 = v2 * v3; \
const float16 v5 = v1 - v4; \
vstore16(v5, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int u = 0; u < 16; ++u) g1[u] = p1[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
float g2[16]; for (int u = 0; u < 16; ++u) g2[u] = p2[0 + (int)(i + (u < (int)(m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = kiln_exp_x16(v0); \
const float16 v3 = (float16)(0x1p-2f); \
const float16 v4 = v2 * v3; \
const float16 v5 = v1 - v4; \
float h0[16]; vstore16(v5, 0, h0); for (int u = 0; u < (int)(m); ++u) p0[0 + (int)(i + u)] = h0[u]; \

<<elementwise_blocks.cl>>
<<elementwise_bundle.cl>>
======== elementwise.41
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = kiln_exp_f32(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_exp_f32(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.42
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = sin(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = sin(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.43
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = sin(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = sin(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.44
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = tanh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = tanh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.45
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = tanh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = tanh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.46
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = pow(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = pow(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.47
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, KILN_GLOBAL const double *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \
KILN_PTR_RESTRICT(const double, p2); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
typedef union { uint4 wide; double item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = x2.item[j]; \
const double v2 = pow(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = p2[0 + (int)i]; \
const double v2 = pow(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.48
ieee
<<vector.cl>>
<<powers.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const float v2 = kiln_pown(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const float v2 = kiln_pown(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.49
ieee
<<gamma.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = kiln_tgamma(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_tgamma(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.50
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = expm1(v0); \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = expm1(v0); \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.51
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = erf(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = erf(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.52
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = atan(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = atan(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.53
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = log1p(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = log1p(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.54
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = cosh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = cosh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.55
ieee
<<vector.cl>>
<<powers.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const float v2 = kiln_rootn(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const float v2 = kiln_rootn(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.56
ieee
<<complex.cl>>
<<complex_functions.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_V 2
typedef union { uint4 wide; float2 item[2]; } kiln_vec0;
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float2 v0 = x1.item[j]; \
const float2 v1 = kiln_sin_c64(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = kiln_sin_c64(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.57
ieee
<<complex.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, KILN_GLOBAL const float2 *p1_base, KILN_GLOBAL const float2 *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_V 2
typedef union { uint4 wide; float2 item[2]; } kiln_vec0;
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
typedef union { uint4 wide; float2 item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float2 v0 = x1.item[j]; \
const float2 v1 = x2.item[j]; \
const float2 v2 = kiln_mul_c64(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const float2 v2 = kiln_mul_c64(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.58
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, KILN_GLOBAL const int *p1_base, KILN_GLOBAL const int *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
typedef union { uint4 wide; int item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const int v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const int v2 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
x0.item[j] = v2; \

#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const int v2 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.59
ieee
<<division.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL char *p0_base, KILN_GLOBAL const char *p1_base, KILN_GLOBAL const char *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(char, p0); \
KILN_PTR_RESTRICT(const char, p1); \
KILN_PTR_RESTRICT(const char, p2); \

#define KILN_V 16
typedef union { uint4 wide; char item[16]; } kiln_vec0;
typedef union { uint4 wide; char item[16]; } kiln_vec1;
typedef union { uint4 wide; char item[16]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const char v0 = x1.item[j]; \
const char v1 = x2.item[j]; \
const char v2 = (char)((v1 == 0 ? (char)0 : v1 == -1 ? (char)((uchar)0 - (uchar)v0) : (char)(v0 / (v1 == 0 || v1 == -1 ? (char)1 : v1))) - (((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1)))) != 0 && ((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1))) ^ v1) < 0 ? 1 : 0)); \
x0.item[j] = v2; \

#define KILN_ONE(i) const char v0 = p1[0 + (int)i]; \
const char v1 = p2[0 + (int)i]; \
const char v2 = (char)((v1 == 0 ? (char)0 : v1 == -1 ? (char)((uchar)0 - (uchar)v0) : (char)(v0 / (v1 == 0 || v1 == -1 ? (char)1 : v1))) - (((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1)))) != 0 && ((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1))) ^ v1) < 0 ? 1 : 0)); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.60
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
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
const long v1 = x2.item[j]; \
const long v2 = (v1 == 0 ? (long)0 : v1 == -1 ? (long)((ulong)0 - (ulong)v0) : (long)(v0 / (v1 == 0 || v1 == -1 ? (long)1 : v1))); \
x0.item[j] = v2; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const long v2 = (v1 == 0 ? (long)0 : v1 == -1 ? (long)((ulong)0 - (ulong)v0) : (long)(v0 / (v1 == 0 || v1 == -1 ? (long)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.61
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = remainder(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = remainder(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.62
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = fmod(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = fmod(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.63
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
typedef union { uint4 wide; uint item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = x1.item[j]; \
const uint v1 = (uint)popcount(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const uint v1 = (uint)popcount(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.64
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, KILN_GLOBAL const ushort *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \
KILN_PTR_RESTRICT(const ushort, p2); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
typedef union { uint4 wide; ushort item[8]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = kiln_from_half(x2.item[j]); \
const float v2 = kiln_from_half(kiln_to_half(v0)); \
const float v3 = kiln_from_half(kiln_to_half(v1)); \
const float v4 = nextafter(v2, v3); \
const float v5 = (v4 - v2); \
const float v6 = fabs(v5); \
const float v7 = 0x1p+13f; \
const float v8 = (v6 * v7); \
const float v9 = 0x1p-24f; \
const float v10 = fmax(v8, v9); \
const float v11 = copysign(v10, v5); \
const float v12 = (v2 + v11); \
const float v13 = 0x0p+0f; \
const float v14 = copysign(v13, v2); \
const uchar v15 = (v12 == v13); \
const float v16 = (v15 ? v14 : v12); \
const float v17 = 0x1.ffcp+15f; \
const float v18 = copysign(v17, v2); \
const uchar v19 = (isinf(v2) != 0); \
const float v20 = (v19 ? v18 : v16); \
const uchar v21 = (isnan(v4) != 0); \
const float v22 = (v21 ? v4 : v20); \
const uchar v23 = (v2 == v3); \
const float v24 = (v23 ? v3 : v22); \
x0.item[j] = kiln_to_half(v24); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = kiln_from_half(p2[0 + (int)i]); \
const float v2 = kiln_from_half(kiln_to_half(v0)); \
const float v3 = kiln_from_half(kiln_to_half(v1)); \
const float v4 = nextafter(v2, v3); \
const float v5 = (v4 - v2); \
const float v6 = fabs(v5); \
const float v7 = 0x1p+13f; \
const float v8 = (v6 * v7); \
const float v9 = 0x1p-24f; \
const float v10 = fmax(v8, v9); \
const float v11 = copysign(v10, v5); \
const float v12 = (v2 + v11); \
const float v13 = 0x0p+0f; \
const float v14 = copysign(v13, v2); \
const uchar v15 = (v12 == v13); \
const float v16 = (v15 ? v14 : v12); \
const float v17 = 0x1.ffcp+15f; \
const float v18 = copysign(v17, v2); \
const uchar v19 = (isinf(v2) != 0); \
const float v20 = (v19 ? v18 : v16); \
const uchar v21 = (isnan(v4) != 0); \
const float v22 = (v21 ? v4 : v20); \
const uchar v23 = (v2 == v3); \
const float v24 = (v23 ? v3 : v22); \
p0[0 + (int)i] = kiln_to_half(v24); \

<<elementwise_flat.cl>>
======== elementwise.65
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = (v0 > 0x1.93e5939a08ceap+99f ? v0 * (log(v0) - (float)1) : isinf(v0) ? fabs(v0) : lgamma(v0)); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = (v0 > 0x1.93e5939a08ceap+99f ? v0 * (log(v0) - (float)1) : isinf(v0) ? fabs(v0) : lgamma(v0)); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.66
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const ushort *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = rint(v0); \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = rint(v0); \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.67
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = (v0 + v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.68
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
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.69
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
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.70
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
#define KILN_ONE(i) const float v0 = p1[o1]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.71
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong n; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = (v0 + v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (long)i]; \
const float v1 = p2[0 + (long)i]; \
const float v2 = (v0 + v1); \
p0[0 + (long)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.72
ieee
#define KILN_INDEX ulong
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong n; ulong rows; long s0_0; long s1_0; long s2_0; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong n = at.n; \
const ulong rows = at.rows; \
const long s0_0 = at.s0_0; \
const long s1_0 = at.s1_0; \
const long s2_0 = at.s2_0; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \
const long o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[o1 + (long)i]; \
const float v1 = p2[o2 + (long)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (long)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (long)i]; \
x2[u] = p2[o2 + (long)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (long)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.73
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int t2; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int t2 = at.t2; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_CPU 0
#define KILN_TILE 64
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL float held2[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held2[(j) * (KILN_TILE + 1) + (i)] = (&p2[o2 + (int)(from + (j)) * t2])[(i) * s2_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \
const int q1 = o1 + (int)(r) * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[q1 + (int)i]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[q1 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

<<elementwise_tiles.cl>>
======== elementwise.74
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const long *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_V 2
typedef union { uint wide; ushort item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.75
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const int *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; int item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const int v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.76
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const uint *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; uint item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.77
ieee
<<odd.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; uint n; uint kiln_rest20; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, KILN_GLOBAL const double *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint wide; ushort item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const float v1 = kiln_odd_f64(v0); \
x0.item[j] = kiln_to_bfloat(v1); \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const float v1 = kiln_odd_f64(v0); \
p0[0 + (int)i] = kiln_to_bfloat(v1); \

<<elementwise_flat.cl>>
======== elementwise.78
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int t2; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const float *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int t2 = at.t2; \
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
const float v1 = p2[o2 + (int)i * t2]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i * t2]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.79
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; ulong p3_offset; ulong p4_offset; uint n; uint rows; int s0_0; int s1_0; int s2_0; int s3_0; int s4_0; uint kiln_rest68; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const ulong p3_offset = at.p3_offset; \
const ulong p4_offset = at.p4_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const int s0_0 = at.s0_0; \
const int s1_0 = at.s1_0; \
const int s2_0 = at.s2_0; \
const int s3_0 = at.s3_0; \
const int s4_0 = at.s4_0; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_GLOBAL const float *p2_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p2); \
KILN_GLOBAL const float *p3_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p3); \
KILN_GLOBAL const float *p4_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \
const int o4 = i0 * s4_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = p3[o3 + (int)i]; \
const float v3 = p4[o4 + (int)i]; \
const float v4 = kiln_exp_f32(v0); \
const float v5 = (v1 * v4); \
const float v6 = kiln_exp_f32(v2); \
const float v7 = (v3 * v6); \
const float v8 = (v5 + v7); \
p0[o0 + (int)i] = v8; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; float x4[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \
x3[u] = p3[o3 + (int)i]; \
x4[u] = p4[o4 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = x4[u]; \
const float v4 = kiln_exp_f32(v0); \
const float v5 = (v1 * v4); \
const float v6 = kiln_exp_f32(v2); \
const float v7 = (v3 * v6); \
const float v8 = (v5 + v7); \
p0[o0 + (int)i] = v8; \

<<elementwise_rows.cl>>
======== elementwise_bundle.2
ieee
<<vector.cl>>
<<exp.cl>>
typedef struct { ulong q[6]; uint n[3], g[3]; } kiln_sets;
#define KILN_PARAMETERS KILN_GLOBAL uchar *m0, KILN_GLOBAL uchar *m1, KILN_GLOBAL uchar *m2, KILN_GLOBAL uchar *m3, KILN_GLOBAL uchar *m4, KILN_GLOBAL uchar *m5, KILN_GLOBAL uchar *m6, KILN_GLOBAL uchar *m7, const kiln_sets at
#define KILN_AT(T, name, place) KILN_GLOBAL T *name; { const uint memory = (uint)(place >> 48); name = (KILN_GLOBAL T *)((memory < 4 ? (memory < 2 ? (memory < 1 ? m0 : m1) : (memory < 3 ? m2 : m3)) : (memory < 6 ? (memory < 5 ? m4 : m5) : (memory < 7 ? m6 : m7))) + (place & 0xffffffffffff)); }
#define KILN_CHOOSE uint first = 0, n = 0; \
ulong q_0 = 0; \
ulong q_1 = 0; \
ulong q_2 = 0; \
if (group < at.g[0]) { \
first = 0; n = at.n[0]; \
q_0 = at.q[0]; \
q_1 = at.q[1]; \
q_2 = at.q[0]; \
} else { \
if (group < at.g[1]) { \
first = at.g[0]; n = at.n[1]; \
q_0 = at.q[2]; \
q_1 = at.q[3]; \
q_2 = at.q[2]; \
} else { \
first = at.g[1]; n = at.n[2]; \
q_0 = at.q[4]; \
q_1 = at.q[5]; \
q_2 = at.q[4]; \
} \
} \
KILN_AT(float, p0, q_0) \
KILN_AT(const float, p1, q_1) \
KILN_AT(const float, p2, q_2) \

#define KILN_CPU 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = kiln_exp_f32(v0); \
const float v3 = 0x1p-2f; \
const float v4 = (v2 * v3); \
const float v5 = (v1 - v4); \
p0[0 + (int)i] = v5; \

<<elementwise_bundle.cl>>
======== elementwise.80
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = kiln_exp_f32(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_exp_f32(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.81
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = sin(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = sin(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.82
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, ulong p0_offset, KILN_GLOBAL const double *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = sin(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = sin(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.83
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = tanh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = tanh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.84
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, ulong p0_offset, KILN_GLOBAL const double *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = tanh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = tanh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.85
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = pow(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = pow(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.86
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, ulong p0_offset, KILN_GLOBAL const double *p1_base, ulong p1_offset, KILN_GLOBAL const double *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \
KILN_PTR_RESTRICT(const double, p2); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
typedef union { uint4 wide; double item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = x2.item[j]; \
const double v2 = pow(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = p2[0 + (int)i]; \
const double v2 = pow(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.87
ieee
<<vector.cl>>
<<powers.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const float v2 = kiln_pown(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const float v2 = kiln_pown(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.88
ieee
<<gamma.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = kiln_tgamma(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_tgamma(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.89
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = expm1(v0); \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = expm1(v0); \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.90
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = erf(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = erf(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.91
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = atan(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = atan(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.92
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL double *p0_base, ulong p0_offset, KILN_GLOBAL const double *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint4 wide; double item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const double v1 = log1p(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const double v1 = log1p(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.93
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = cosh(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = cosh(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.94
ieee
<<vector.cl>>
<<powers.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const float v2 = kiln_rootn(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const float v2 = kiln_rootn(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.95
ieee
<<complex.cl>>
<<complex_functions.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, ulong p0_offset, KILN_GLOBAL const float2 *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_V 2
typedef union { uint4 wide; float2 item[2]; } kiln_vec0;
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float2 v0 = x1.item[j]; \
const float2 v1 = kiln_sin_c64(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = kiln_sin_c64(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.96
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float2 *p0_base, ulong p0_offset, KILN_GLOBAL const float2 *p1_base, ulong p1_offset, KILN_GLOBAL const float2 *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \
KILN_PTR_RESTRICT(const float2, p2); \

#define KILN_V 2
typedef union { uint4 wide; float2 item[2]; } kiln_vec0;
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
typedef union { uint4 wide; float2 item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float2 v0 = x1.item[j]; \
const float2 v1 = x2.item[j]; \
const float2 v2 = kiln_mul_c64(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float2 v0 = p1[0 + (int)i]; \
const float2 v1 = p2[0 + (int)i]; \
const float2 v2 = kiln_mul_c64(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.97
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL int *p0_base, ulong p0_offset, KILN_GLOBAL const int *p1_base, ulong p1_offset, KILN_GLOBAL const int *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_V 4
typedef union { uint4 wide; int item[4]; } kiln_vec0;
typedef union { uint4 wide; int item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const int v0 = x1.item[j]; \
const int v1 = x2.item[j]; \
const int v2 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
x0.item[j] = v2; \

#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const int v1 = p2[0 + (int)i]; \
const int v2 = (v1 == 0 || v1 == -1 ? (int)0 : (int)(v0 % (v1 == 0 || v1 == -1 ? (int)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.98
ieee
<<division.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL char *p0_base, ulong p0_offset, KILN_GLOBAL const char *p1_base, ulong p1_offset, KILN_GLOBAL const char *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(char, p0); \
KILN_PTR_RESTRICT(const char, p1); \
KILN_PTR_RESTRICT(const char, p2); \

#define KILN_V 16
typedef union { uint4 wide; char item[16]; } kiln_vec0;
typedef union { uint4 wide; char item[16]; } kiln_vec1;
typedef union { uint4 wide; char item[16]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const char v0 = x1.item[j]; \
const char v1 = x2.item[j]; \
const char v2 = (char)((v1 == 0 ? (char)0 : v1 == -1 ? (char)((uchar)0 - (uchar)v0) : (char)(v0 / (v1 == 0 || v1 == -1 ? (char)1 : v1))) - (((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1)))) != 0 && ((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1))) ^ v1) < 0 ? 1 : 0)); \
x0.item[j] = v2; \

#define KILN_ONE(i) const char v0 = p1[0 + (int)i]; \
const char v1 = p2[0 + (int)i]; \
const char v2 = (char)((v1 == 0 ? (char)0 : v1 == -1 ? (char)((uchar)0 - (uchar)v0) : (char)(v0 / (v1 == 0 || v1 == -1 ? (char)1 : v1))) - (((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1)))) != 0 && ((v1 == 0 || v1 == -1 ? (char)0 : (char)(v0 % (v1 == 0 || v1 == -1 ? (char)1 : v1))) ^ v1) < 0 ? 1 : 0)); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.99
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, uint n
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
const long v1 = x2.item[j]; \
const long v2 = (v1 == 0 ? (long)0 : v1 == -1 ? (long)((ulong)0 - (ulong)v0) : (long)(v0 / (v1 == 0 || v1 == -1 ? (long)1 : v1))); \
x0.item[j] = v2; \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const long v2 = (v1 == 0 ? (long)0 : v1 == -1 ? (long)((ulong)0 - (ulong)v0) : (long)(v0 / (v1 == 0 || v1 == -1 ? (long)1 : v1))); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.100
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = remainder(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = remainder(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.101
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = fmod(v0, v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = fmod(v0, v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.102
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uint *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(uint, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_V 4
typedef union { uint4 wide; uint item[4]; } kiln_vec0;
typedef union { uint4 wide; uint item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = x1.item[j]; \
const uint v1 = (uint)popcount(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const uint v1 = (uint)popcount(v0); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.103
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, KILN_GLOBAL const ushort *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \
KILN_PTR_RESTRICT(const ushort, p2); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
typedef union { uint4 wide; ushort item[8]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = kiln_from_half(x2.item[j]); \
const float v2 = kiln_from_half(kiln_to_half(v0)); \
const float v3 = kiln_from_half(kiln_to_half(v1)); \
const float v4 = nextafter(v2, v3); \
const float v5 = (v4 - v2); \
const float v6 = fabs(v5); \
const float v7 = 0x1p+13f; \
const float v8 = (v6 * v7); \
const float v9 = 0x1p-24f; \
const float v10 = fmax(v8, v9); \
const float v11 = copysign(v10, v5); \
const float v12 = (v2 + v11); \
const float v13 = 0x0p+0f; \
const float v14 = copysign(v13, v2); \
const uchar v15 = (v12 == v13); \
const float v16 = (v15 ? v14 : v12); \
const float v17 = 0x1.ffcp+15f; \
const float v18 = copysign(v17, v2); \
const uchar v19 = (isinf(v2) != 0); \
const float v20 = (v19 ? v18 : v16); \
const uchar v21 = (isnan(v4) != 0); \
const float v22 = (v21 ? v4 : v20); \
const uchar v23 = (v2 == v3); \
const float v24 = (v23 ? v3 : v22); \
x0.item[j] = kiln_to_half(v24); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = kiln_from_half(p2[0 + (int)i]); \
const float v2 = kiln_from_half(kiln_to_half(v0)); \
const float v3 = kiln_from_half(kiln_to_half(v1)); \
const float v4 = nextafter(v2, v3); \
const float v5 = (v4 - v2); \
const float v6 = fabs(v5); \
const float v7 = 0x1p+13f; \
const float v8 = (v6 * v7); \
const float v9 = 0x1p-24f; \
const float v10 = fmax(v8, v9); \
const float v11 = copysign(v10, v5); \
const float v12 = (v2 + v11); \
const float v13 = 0x0p+0f; \
const float v14 = copysign(v13, v2); \
const uchar v15 = (v12 == v13); \
const float v16 = (v15 ? v14 : v12); \
const float v17 = 0x1.ffcp+15f; \
const float v18 = copysign(v17, v2); \
const uchar v19 = (isinf(v2) != 0); \
const float v20 = (v19 ? v18 : v16); \
const uchar v21 = (isnan(v4) != 0); \
const float v22 = (v21 ? v4 : v20); \
const uchar v23 = (v2 == v3); \
const float v24 = (v23 ? v3 : v22); \
p0[0 + (int)i] = kiln_to_half(v24); \

<<elementwise_flat.cl>>
======== elementwise.104
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = (v0 > 0x1.93e5939a08ceap+99f ? v0 * (log(v0) - (float)1) : isinf(v0) ? fabs(v0) : lgamma(v0)); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = (v0 > 0x1.93e5939a08ceap+99f ? v0 * (log(v0) - (float)1) : isinf(v0) ? fabs(v0) : lgamma(v0)); \
p0[0 + (int)i] = v1; \

<<elementwise_flat.cl>>
======== elementwise.105
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const ushort *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_V 8
typedef union { uint4 wide; ushort item[8]; } kiln_vec0;
typedef union { uint4 wide; ushort item[8]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = kiln_from_half(x1.item[j]); \
const float v1 = rint(v0); \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const float v0 = kiln_from_half(p1[0 + (int)i]); \
const float v1 = rint(v0); \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.106
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = (v0 + v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = p2[0 + (int)i]; \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.107
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
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.108
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
const float v1 = p2[o2]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.109
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
#define KILN_ONE(i) const float v0 = p1[o1]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1]; \
x2[u] = p2[o2 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.110
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, ulong n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = x2.item[j]; \
const float v2 = (v0 + v1); \
x0.item[j] = v2; \

#define KILN_ONE(i) const float v0 = p1[0 + (long)i]; \
const float v1 = p2[0 + (long)i]; \
const float v2 = (v0 + v1); \
p0[0 + (long)i] = v2; \

<<elementwise_flat.cl>>
======== elementwise.111
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, ulong n, ulong rows, long s0_0, long s1_0, long s2_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const long i0 = (long)row; \
const long o0 = i0 * s0_0; \
const long o1 = i0 * s1_0; \
const long o2 = i0 * s2_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const float v0 = p1[o1 + (long)i]; \
const float v1 = p2[o2 + (long)i]; \
const float v2 = (v0 + v1); \
p0[o0 + (long)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (long)i]; \
x2[u] = p2[o2 + (long)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (long)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.112
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int t2
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \

#define KILN_CPU 0
#define KILN_TILE 32
#define KILN_ROWS rows
#define KILN_HELD KILN_LOCAL float held2[KILN_TILE * (KILN_TILE + 1)]; \

#define KILN_HOLD(j, i) held2[(j) * (KILN_TILE + 1) + (i)] = (&p2[o2 + (int)(from + (j)) * t2])[(i) * s2_0]; \

#define KILN_TURN 
#define KILN_TILE_ROW(r) const int q0 = o0 + (int)(r) * s0_0; \
const int q1 = o1 + (int)(r) * s1_0; \

#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[q1 + (int)i]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[q1 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = held2[(int)((i) - from) * (KILN_TILE + 1) + r]; \
const float v2 = (v0 + v1); \
p0[q0 + (int)i] = v2; \

<<elementwise_tiles.cl>>
======== elementwise.113
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_V 2
typedef union { uint wide; ushort item[2]; } kiln_vec0;
typedef union { uint4 wide; long item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const long v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.114
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const int *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; int item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const int v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const int v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.115
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const uint *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const uint, p1); \

#define KILN_V 4
typedef union { uint2 wide; ushort item[4]; } kiln_vec0;
typedef union { uint4 wide; uint item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const uint v0 = x1.item[j]; \
const float v1 = (float)v0; \
x0.item[j] = kiln_to_half(v1); \

#define KILN_ONE(i) const uint v0 = p1[0 + (int)i]; \
const float v1 = (float)v0; \
p0[0 + (int)i] = kiln_to_half(v1); \

<<elementwise_flat.cl>>
======== elementwise.116
ieee
<<odd.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL ushort *p0_base, ulong p0_offset, KILN_GLOBAL const double *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_V 2
typedef union { uint wide; ushort item[2]; } kiln_vec0;
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const double v0 = x1.item[j]; \
const float v1 = kiln_odd_f64(v0); \
x0.item[j] = kiln_to_bfloat(v1); \

#define KILN_ONE(i) const double v0 = p1[0 + (int)i]; \
const float v1 = kiln_odd_f64(v0); \
p0[0 + (int)i] = kiln_to_bfloat(v1); \

<<elementwise_flat.cl>>
======== elementwise.117
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int t2
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
const float v1 = p2[o2 + (int)i * t2]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i * t2]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = (v0 + v1); \
p0[o0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.118
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, ulong p2_offset, ulong p3_offset, ulong p4_offset, uint n, uint rows, int s0_0, int s1_0, int s2_0, int s3_0, int s4_0
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_GLOBAL const float *p2_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p2); \
KILN_GLOBAL const float *p3_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p3); \
KILN_GLOBAL const float *p4_base = (KILN_GLOBAL const float *)p1_base; \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_ROW_OFFSETS const int i0 = (int)row; \
const int o0 = i0 * s0_0; \
const int o1 = i0 * s1_0; \
const int o2 = i0 * s2_0; \
const int o3 = i0 * s3_0; \
const int o4 = i0 * s4_0; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i]; \
const float v1 = p2[o2 + (int)i]; \
const float v2 = p3[o3 + (int)i]; \
const float v3 = p4[o4 + (int)i]; \
const float v4 = kiln_exp_f32(v0); \
const float v5 = (v1 * v4); \
const float v6 = kiln_exp_f32(v2); \
const float v7 = (v3 * v6); \
const float v8 = (v5 + v7); \
p0[o0 + (int)i] = v8; \

#define KILN_TAKEN float x1[KILN_AHEAD]; float x2[KILN_AHEAD]; float x3[KILN_AHEAD]; float x4[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i]; \
x2[u] = p2[o2 + (int)i]; \
x3[u] = p3[o3 + (int)i]; \
x4[u] = p4[o4 + (int)i]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = x2[u]; \
const float v2 = x3[u]; \
const float v3 = x4[u]; \
const float v4 = kiln_exp_f32(v0); \
const float v5 = (v1 * v4); \
const float v6 = kiln_exp_f32(v2); \
const float v7 = (v3 * v6); \
const float v8 = (v5 + v7); \
p0[o0 + (int)i] = v8; \

<<elementwise_rows.cl>>
