======== sweep.1
ieee
acquire_release
<<vector.cl>>
<<exp.cl>>
<<vector.cl>>
<<vector_exp.cl>>
<<vector_f64.cl>>
<<vector_power.cl>>
#define KILN_INDEX int
#define KILN_FINISHES 1
#define KILN_COLS 200
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_RECORD 896
#define KILN_VECTOR 16
#define KILN_PARAMETERS KILN_ARG(uchar, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(float, p3), KILN_ARG(const float, p4), KILN_ARG(const float, p5), KILN_ARG(const float, p6), KILN_ARG(const float, p7)
#define KILN_POINTERS KILN_PTR(uchar, p0); \
KILN_PTR(float, p1); \
KILN_PTR(float, p2); \
KILN_PTR(float, p3); \
KILN_PTR(const float, p4); \
KILN_PTR(const float, p5); \
KILN_PTR(const float, p6); \
KILN_PTR(const float, p7); \

#define KILN_STEPS , int s4
#define KILN_ROW_DECLARE(w) float x0[w], y0; \

#define KILN_ROW_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_ROW_MAP(i) { \
const float v0 = p4[row * s4 + (i)]; \
const float v1 = p5[(i)]; \
const float v2 = (v0 * v1); \
y0 = v2; \
} \

#define KILN_ROW_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
} \

#define KILN_ROW_FROM_LANE(j) y0 = x0[j]; \

#define KILN_ROW_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
} \

#define KILN_ROW_RESULTS float a0[KILN_BLOCK]; \
uchar o0[KILN_BLOCK]; \
float o1[KILN_BLOCK]; \
float o2[KILN_BLOCK]; \

#define KILN_ROW_KEEP(u, j) a0[u] = x0[j]; \

#define KILN_ROW_REPEAT(u) a0[u] = a0[0]; \

#define KILN_ROW_FINISH(u) { \
float g2[16]; for (int h = 0; h < 16; ++h) g2[h] = p7[(from + (u + h < height ? u + h : 0))]; \
const float16 v0 = vload16(0, a0 + u); \
const float16 v1 = (float16)(p6[0]); \
const float16 v2 = vload16(0, g2); \
const float16 v3 = (float16)(0x0p+0f); \
const float16 v4 = v0 + v1; \
const float16 v5 = -v4; \
const float16 v6 = kiln_exp_x16(v5); \
const float16 v7 = (float16)(0x1p+0f); \
const float16 v8 = v6 + v7; \
const float16 v9 = v7 / v8; \
const float16 v10 = (float16)(0x1p-1f); \
const int16 v11 = v9 > v10; \
const float16 v12 = (float16)(0x1.0624dep-12f); \
const float16 v13 = -v2; \
const float16 v14 = v12 * v13; \
const float16 v15 = -v14; \
const float16 v16 = kiln_exp_x16(v4); \
const float16 v17 = v7 + v16; \
const float16 v18 = v7 / v17; \
const float16 v19 = v15 * v18; \
const float16 v20 = -v19; \
const float16 v21 = (float16)((-0x1.0624dep-12f)); \
const float16 v22 = v7 - v2; \
const float16 v23 = v21 * v22; \
const float16 v24 = -v23; \
const float16 v25 = v9 * v24; \
const float16 v26 = v20 + v25; \
const float16 v27 = select(v3, v5, (v5 > v3) | (v5 != v5)); \
const float16 v28 = fabs(v4); \
const float16 v29 = -v28; \
const float16 v30 = kiln_exp_x16(v29); \
const float16 v31 = kiln_log1p_x16(v30); \
const float16 v32 = v27 + v31; \
const float16 v33 = -v32; \
const float16 v34 = v13 * v33; \
const float16 v35 = select(v3, v4, (v4 > v3) | (v4 != v4)); \
const float16 v36 = v31 + v35; \
const float16 v37 = -v36; \
const float16 v38 = v22 * v37; \
const float16 v39 = v34 - v38; \
vstore16(convert_uchar16(v11 & (int16)(1)), 0, o0 + u); \
vstore16(v26, 0, o1 + u); \
vstore16(v39, 0, o2 + u); \
} \

#define KILN_ROW_STORE(u) p0[from + u] = o0[u]; \
p1[from + u] = o2[u]; \

#define KILN_COLUMN_DECLARE float c0x0[KILN_COLS], c0y0; \

#define KILN_COLUMN_INIT(j) c0x0[j] = (-0x0p+0f); \

#define KILN_COLUMN_STEP(u, j) { \
const float v0 = p4[row * s4 + (j)]; \
const float v1 = o1[(u)]; \
const float v2 = (v0 * v1); \
c0y0 = v2; \
} \
{ \
const float v0 = c0x0[j]; \
const float v1 = c0y0; \
const float v2 = (v0 + v1); \
c0x0[j] = v2; \
} \

#define KILN_COLUMN_LEAVE(j) ((KILN_GLOBAL float *)(record + 0))[j] = c0x0[j]; \

#define KILN_COLUMN_TAKE(j) c0y0 = ((KILN_GLOBAL const float *)(record + 0))[j]; \
{ \
const float v0 = c0x0[j]; \
const float v1 = c0y0; \
const float v2 = (v0 + v1); \
c0x0[j] = v2; \
} \

#define KILN_COLUMN_FINISH(j) { \
const float v0 = c0x0[j]; \
const float v1 = p5[(j)]; \
const float v2 = 0x1.99999ap-4f; \
const float v3 = 0x1.47ae14p-7f; \
const float v4 = (v1 * v3); \
const float v5 = (v4 + v4); \
const float v6 = (v0 + v5); \
const float v7 = (v2 * v6); \
const float v8 = (v1 - v7); \
p2[j] = v8; \
} \

#define KILN_SUM_DECLARE float s0x0, s0y0; \

#define KILN_SUM_INIT s0x0 = (-0x0p+0f); \

#define KILN_SUM_STEP(u) { \
const float v0 = o1[(u)]; \
s0y0 = v0; \
} \
{ \
const float v0 = s0x0; \
const float v1 = s0y0; \
const float v2 = (v0 + v1); \
s0x0 = v2; \
} \

#define KILN_SUM_LEAVE ((KILN_GLOBAL float *)(record + 832))[0] = s0x0; \

#define KILN_SUM_TAKE s0y0 = ((KILN_GLOBAL const float *)(record + 832))[0]; \
{ \
const float v0 = s0x0; \
const float v1 = s0y0; \
const float v2 = (v0 + v1); \
s0x0 = v2; \
} \

#define KILN_SUM_FINISH { \
const float v0 = s0x0; \
const float v1 = p6[0]; \
const float v2 = 0x1.99999ap-4f; \
const float v3 = (v0 * v2); \
const float v4 = (v1 - v3); \
p3[0] = v4; \
} \

<<sweep.cl>>
======== rows.1
ieee
<<vector.cl>>
<<exp.cl>>
<<vector.cl>>
<<vector_exp.cl>>
#define KILN_INDEX uint
#define KILN_S0_DECLARE(w) float x0[w], y0; \

#define KILN_S0_INIT(j) x0[j] = -INFINITY; \

#define KILN_S0_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S0_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S0_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S2_DECLARE(w) float x0[w], y0; \

#define KILN_S2_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S2_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S2_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S2_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_DECLARE(w) float x0[w], y0; \

#define KILN_S4_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S4_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S4_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
KILN_KERNEL void rows(KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_INDEX rows, KILN_INDEX from, int k0_0, int k1_0, int k2_0, KILN_INDEX share) {
KILN_LOCAL float t1_0[1008];
KILN_LOCAL float t3_0[1008];
KILN_LOCAL float t3_1[1008];
KILN_PTR(float, p0);
KILN_PTR(float, p1);
KILN_PTR(const float, p2);
const KILN_INDEX begin = from + (KILN_INDEX)get_group_id(0) * share;
const KILN_INDEX end = rows - begin < share ? rows : begin + share;
for (KILN_INDEX row = begin; row < end; ++row) {
const int h_0 = (int)row;
const int b0 = 0 + h_0 * k0_0;
const int b1 = 0 + h_0 * k1_0;
const int b2 = 0 + h_0 * k2_0;
float r0_0;
float r2_0;
float r4_0;
{
}
{
float16 a0_0[4];
#pragma unroll
for (int g = 0; g < 4; ++g) a0_0[g] = (float16)(-INFINITY);
for (uint first = 0; first < 960u; first += 64u) {
#pragma unroll
for (int u = 0; u < 4; ++u) {
const uint t = first + (uint)u * 16u;
{
float16 y0;
{
const float16 v0 = vload16(0, &p2[b2 + (int)(t)] + 0);
y0 = v0;
}
const float16 v0 = a0_0[u * 1 + 0];
const float16 v1 = y0;
const int16 v2 = v1 <= v0;
const int16 v3 = ~v2;
const int16 v4 = v0 == v0;
const int16 v5 = v3 & v4;
const float16 v6 = select(v0, v1, v5);
a0_0[u * 1 + 0] = v6;
}
}
}
for (uint t = 960u; t < 992u; t += 16u) {
const int u = 0;
{
float16 y0;
{
const float16 v0 = vload16(0, &p2[b2 + (int)(t)] + 0);
y0 = v0;
}
const float16 v0 = a0_0[u * 1 + 0];
const float16 v1 = y0;
const int16 v2 = v1 <= v0;
const int16 v3 = ~v2;
const int16 v4 = v0 == v0;
const int16 v5 = v3 & v4;
const float16 v6 = select(v0, v1, v5);
a0_0[u * 1 + 0] = v6;
}
}
{
const uint t = 992u;
const int u = 0;
float w2[16] __attribute__((aligned(64)));
vstore16((float16)(vload8(0, &p2[b2 + (int)((t + 0u))]), 0, 0, 0, 0, 0, 0, 0, 0), 0, w2);
{
float16 y0;
{
const float16 v0 = vload16(0, w2 + 0);
y0 = v0;
}
const float16 v0 = a0_0[u * 1 + 0];
const float16 v1 = y0;
const int16 v2 = v1 <= v0;
const int16 v3 = ~v2;
const int16 v4 = v0 == v0;
const int16 v5 = v3 & v4;
const float16 v6 = select(v0, v1, v5);
a0_0[u * 1 + 0] = select(v6, a0_0[u * 1 + 0], (int16)(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1));
}
}
{
#pragma unroll
for (int half_of = 2; half_of > 0; half_of /= 2) {
#pragma unroll
for (int g = 0; g < half_of; ++g) {
const float16 v0 = a0_0[g];
const float16 v1 = a0_0[g + half_of];
const int16 v2 = v1 <= v0;
const int16 v3 = ~v2;
const int16 v4 = v0 == v0;
const int16 v5 = v3 & v4;
const float16 v6 = select(v0, v1, v5);
a0_0[g] = v6;
}
}
KILN_S0_DECLARE(16)
vstore16(a0_0[0], 0, x0);
#pragma unroll
for (int half_of = 8; half_of > 0; half_of /= 2) {
for (int j = 0; j < half_of; ++j) {
KILN_S0_FROM_LANE(j + half_of)
KILN_S0_FOLD(j)
}
}
const float v0 = x0[0];
r0_0 = v0;
}
}
{
float16 a2_0[4];
#pragma unroll
for (int g = 0; g < 4; ++g) a2_0[g] = (float16)((-0x0p+0f));
for (uint first = 0; first < 960u; first += 64u) {
#pragma unroll
for (int u = 0; u < 4; ++u) {
const uint t = first + (uint)u * 16u;
float c1_0[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, &p2[b2 + (int)(t)] + 0);
const float16 v1 = (float16)(r0_0);
const float16 v2 = v0 - v1;
const float16 v3 = kiln_exp_x16(v2);
vstore16(v3, 0, c1_0 + 0);
}
vstore16(vload16(0, c1_0), 0, t1_0 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c1_0 + 0);
y0 = v0;
}
const float16 v0 = a2_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a2_0[u * 1 + 0] = v2;
}
}
}
for (uint t = 960u; t < 992u; t += 16u) {
const int u = 0;
float c1_0[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, &p2[b2 + (int)(t)] + 0);
const float16 v1 = (float16)(r0_0);
const float16 v2 = v0 - v1;
const float16 v3 = kiln_exp_x16(v2);
vstore16(v3, 0, c1_0 + 0);
}
vstore16(vload16(0, c1_0), 0, t1_0 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c1_0 + 0);
y0 = v0;
}
const float16 v0 = a2_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a2_0[u * 1 + 0] = v2;
}
}
{
const uint t = 992u;
const int u = 0;
float w2[16] __attribute__((aligned(64)));
vstore16((float16)(vload8(0, &p2[b2 + (int)((t + 0u))]), 0, 0, 0, 0, 0, 0, 0, 0), 0, w2);
float c1_0[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, w2 + 0);
const float16 v1 = (float16)(r0_0);
const float16 v2 = v0 - v1;
const float16 v3 = kiln_exp_x16(v2);
vstore16(v3, 0, c1_0 + 0);
}
vstore16(vload16(0, c1_0), 0, t1_0 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c1_0 + 0);
y0 = v0;
}
const float16 v0 = a2_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a2_0[u * 1 + 0] = select(v2, a2_0[u * 1 + 0], (int16)(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1));
}
}
{
#pragma unroll
for (int half_of = 2; half_of > 0; half_of /= 2) {
#pragma unroll
for (int g = 0; g < half_of; ++g) {
const float16 v0 = a2_0[g];
const float16 v1 = a2_0[g + half_of];
const float16 v2 = v0 + v1;
a2_0[g] = v2;
}
}
KILN_S2_DECLARE(16)
vstore16(a2_0[0], 0, x0);
#pragma unroll
for (int half_of = 8; half_of > 0; half_of /= 2) {
for (int j = 0; j < half_of; ++j) {
KILN_S2_FROM_LANE(j + half_of)
KILN_S2_FOLD(j)
}
}
const float v0 = x0[0];
r2_0 = v0;
}
}
{
float16 a4_0[4];
#pragma unroll
for (int g = 0; g < 4; ++g) a4_0[g] = (float16)((-0x0p+0f));
for (uint first = 0; first < 960u; first += 64u) {
#pragma unroll
for (int u = 0; u < 4; ++u) {
const uint t = first + (uint)u * 16u;
float c3_0[16] __attribute__((aligned(64)));
float c3_1[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, t1_0 + t + 0);
const float16 v1 = (float16)(r2_0);
const float16 v2 = v0 / v1;
const float16 v3 = v2 + v2;
vstore16(v2, 0, c3_0 + 0);
vstore16(v3, 0, c3_1 + 0);
}
vstore16(vload16(0, c3_0), 0, t3_0 + t);
vstore16(vload16(0, c3_0), 0, &p0[b0 + (int)(t)]);
vstore16(vload16(0, c3_1), 0, t3_1 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c3_1 + 0);
const float16 v1 = vload16(0, c3_0 + 0);
const float16 v2 = v0 * v1;
y0 = v2;
}
const float16 v0 = a4_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a4_0[u * 1 + 0] = v2;
}
}
}
for (uint t = 960u; t < 992u; t += 16u) {
const int u = 0;
float c3_0[16] __attribute__((aligned(64)));
float c3_1[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, t1_0 + t + 0);
const float16 v1 = (float16)(r2_0);
const float16 v2 = v0 / v1;
const float16 v3 = v2 + v2;
vstore16(v2, 0, c3_0 + 0);
vstore16(v3, 0, c3_1 + 0);
}
vstore16(vload16(0, c3_0), 0, t3_0 + t);
vstore16(vload16(0, c3_0), 0, &p0[b0 + (int)(t)]);
vstore16(vload16(0, c3_1), 0, t3_1 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c3_1 + 0);
const float16 v1 = vload16(0, c3_0 + 0);
const float16 v2 = v0 * v1;
y0 = v2;
}
const float16 v0 = a4_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a4_0[u * 1 + 0] = v2;
}
}
{
const uint t = 992u;
const int u = 0;
float c3_0[16] __attribute__((aligned(64)));
float c3_1[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, t1_0 + t + 0);
const float16 v1 = (float16)(r2_0);
const float16 v2 = v0 / v1;
const float16 v3 = v2 + v2;
vstore16(v2, 0, c3_0 + 0);
vstore16(v3, 0, c3_1 + 0);
}
vstore16(vload16(0, c3_0), 0, t3_0 + t);
vstore8(vload8(0, c3_0 + 0), 0, &p0[b0 + (int)((t + 0u))]);
vstore16(vload16(0, c3_1), 0, t3_1 + t);
{
float16 y0;
{
const float16 v0 = vload16(0, c3_1 + 0);
const float16 v1 = vload16(0, c3_0 + 0);
const float16 v2 = v0 * v1;
y0 = v2;
}
const float16 v0 = a4_0[u * 1 + 0];
const float16 v1 = y0;
const float16 v2 = v0 + v1;
a4_0[u * 1 + 0] = select(v2, a4_0[u * 1 + 0], (int16)(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1));
}
}
{
#pragma unroll
for (int half_of = 2; half_of > 0; half_of /= 2) {
#pragma unroll
for (int g = 0; g < half_of; ++g) {
const float16 v0 = a4_0[g];
const float16 v1 = a4_0[g + half_of];
const float16 v2 = v0 + v1;
a4_0[g] = v2;
}
}
KILN_S4_DECLARE(16)
vstore16(a4_0[0], 0, x0);
#pragma unroll
for (int half_of = 8; half_of > 0; half_of /= 2) {
for (int j = 0; j < half_of; ++j) {
KILN_S4_FROM_LANE(j + half_of)
KILN_S4_FOLD(j)
}
}
const float v0 = x0[0];
r4_0 = v0;
}
}
{
for (uint first = 0; first < 992u; first += 16u) {
#pragma unroll
for (int u = 0; u < 1; ++u) {
const uint t = first + (uint)u * 16u;
float c5_0[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, t3_1 + t + 0);
const float16 v1 = (float16)(r4_0);
const float16 v2 = vload16(0, t3_0 + t + 0);
const float16 v3 = v0 - v1;
const float16 v4 = v2 * v3;
vstore16(v4, 0, c5_0 + 0);
}
vstore16(vload16(0, c5_0), 0, &p1[b1 + (int)(t)]);
}
}
{
const uint t = 992u;
const int u = 0;
float c5_0[16] __attribute__((aligned(64)));
{
const float16 v0 = vload16(0, t3_1 + t + 0);
const float16 v1 = (float16)(r4_0);
const float16 v2 = vload16(0, t3_0 + t + 0);
const float16 v3 = v0 - v1;
const float16 v4 = v2 * v3;
vstore16(v4, 0, c5_0 + 0);
}
vstore8(vload8(0, c5_0 + 0), 0, &p1[b1 + (int)((t + 0u))]);
}
}
}
}
======== reduce.1
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(uchar, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4), KILN_ARG(const float, p5), KILN_ARG(const float, p6)
#define KILN_POINTERS KILN_PTR(uchar, p0); \
KILN_PTR(float, p1); \
KILN_PTR(float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \
KILN_PTR(const float, p5); \
KILN_PTR(const float, p6); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int k5_0, int k6_0, int s0, int s1, int s2, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0 + (int)split * s2; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \
const int b5 = 0 + h0 * k5_0; \
const int b6 = 0 + h0 * k6_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t3 = 0 + g0; \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p3[b3 + t3 + (int)i]; \
const float v1 = p4[b4 + t4 + (int)i]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = p5[b5]; \
const float v3 = p6[b6]; \
const long v4 = (long)(0l); \
const uchar v5 = (v1 == v4); \
const float v6 = 0x0p+0f; \
const float v7 = (v5 ? v6 : v0); \
const float v8 = (v2 + v7); \
const float v9 = -v8; \
const float v10 = kiln_exp_f32(v9); \
const float v11 = 0x1p+0f; \
const float v12 = (v10 + v11); \
const float v13 = (v11 / v12); \
const float v14 = 0x1p-1f; \
const uchar v15 = (v13 > v14); \
const float v16 = 0x1.0624dep-12f; \
const float v17 = -v3; \
const float v18 = (v16 * v17); \
const float v19 = -v18; \
const float v20 = kiln_exp_f32(v8); \
const float v21 = (v11 + v20); \
const float v22 = (v11 / v21); \
const float v23 = (v19 * v22); \
const float v24 = -v23; \
const float v25 = (-0x1.0624dep-12f); \
const float v26 = (v11 - v3); \
const float v27 = (v25 * v26); \
const float v28 = -v27; \
const float v29 = (v13 * v28); \
const float v30 = (v24 + v29); \
const float v31 = (v9 > v6 || v9 != v9 ? v9 : v6); \
const float v32 = fabs(v8); \
const float v33 = -v32; \
const float v34 = kiln_exp_f32(v33); \
const float v35 = log1p(v34); \
const float v36 = (v31 + v35); \
const float v37 = -v36; \
const float v38 = (v17 * v37); \
const float v39 = (v8 > v6 || v8 != v8 ? v8 : v6); \
const float v40 = (v35 + v39); \
const float v41 = -v40; \
const float v42 = (v26 * v41); \
const float v43 = (v38 - v42); \
p0[b0] = v15; \
p1[b1] = v30; \
p2[b2] = v43; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float item[4]; } kiln_vec3;
typedef union { uint4 wide; float item[4]; } kiln_vec4;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec3 w3[4]; \
kiln_vec4 w4[4]; \

#define KILN_FETCH(u) w3[u].wide = *(KILN_GLOBAL const uint4*)(&p3[b3 + t3 + (int)0]); \
w4[u].wide = *(KILN_GLOBAL const uint4*)(&p4[b4 + t4 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w3[u].item[j]; \
const float v1 = w4[u].item[j]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.2
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \
float w2[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \
w2[u] = p2[b2 + t2]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.3
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = p2[b2 + (int)(c) * k2_0]; \
const float v3 = 0x1.99999ap-4f; \
const float v4 = 0x1.47ae14p-7f; \
const float v5 = (v2 * v4); \
const float v6 = (v5 + v5); \
const long v7 = (long)(0l); \
const uchar v8 = (v1 == v7); \
const float v9 = 0x0p+0f; \
const float v10 = (v8 ? v9 : v0); \
const float v11 = (v6 + v10); \
const float v12 = (v3 * v11); \
const float v13 = (v2 - v12); \
p0[b0 + (int)(c) * k0_0] = v13; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.4
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const long v1 = count; \
const float v2 = p2[b2]; \
const float v3 = 0x1.99999ap-4f; \
const long v4 = (long)(0l); \
const uchar v5 = (v1 == v4); \
const float v6 = 0x0p+0f; \
const float v7 = (v5 ? v6 : v0); \
const float v8 = (v3 * v7); \
const float v9 = (v2 - v8); \
p0[b0] = v9; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 1
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== rows.2
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_SHUFFLES 0
<<row_program.cl>>
typedef union { uint4 wide; float item[4]; } kiln_row0;
typedef union { uint4 wide; float item[4]; } kiln_row1;
typedef union { uint4 wide; float item[4]; } kiln_row2;
#define KILN_S0_DECLARE(w) float x0[w], y0; \

#define KILN_S0_INIT(j) x0[j] = -INFINITY; \

#define KILN_S0_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S0_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S0_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S2_DECLARE(w) float x0[w], y0; \

#define KILN_S2_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S2_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S2_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S2_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_DECLARE(w) float x0[w], y0; \

#define KILN_S4_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S4_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S4_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
KILN_KERNEL void rows(KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_INDEX rows, KILN_INDEX from, int k0_0, int k1_0, int k2_0) {
#define KILN_V 4
KILN_LOCAL float l0_0[128];
KILN_LOCAL float l2_0[128];
KILN_LOCAL float l4_0[128];
KILN_PTR(float, p0);
KILN_PTR(float, p1);
KILN_PTR(const float, p2);
const uint item = (uint)get_local_id(0);
const uint slot = item / 128u, lane = item % 128u;
const KILN_INDEX at = from + (KILN_INDEX)get_group_id(0) * 1u + slot;
const int active = at < rows;
const KILN_INDEX row = active ? at : rows - 1;
const int h_0 = (int)row;
const int b0 = 0 + h_0 * k0_0;
const int b1 = 0 + h_0 * k1_0;
const int b2 = 0 + h_0 * k2_0;
float a0_0;
{
KILN_S0_DECLARE(1)
KILN_S0_INIT(0)
a0_0 = x0[0];
}
kiln_row2 w2[2];
#pragma unroll
for (int u = 0; u < 2; ++u) {
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + (int)(t)]);
}
}
#pragma unroll
for (int v = 0; v < 2; v += 2) {
{
KILN_S0_DECLARE(1)
x0[0] = a0_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = w2[u].item[j];
y0 = v0;
}
KILN_S0_NEXT(0)
}
}
}
a0_0 = x0[0];
}
}
float r0_0;
{
KILN_S0_DECLARE(1)
x0[0] = a0_0;
l0_0[item] = x0[0];
barrier(CLK_LOCAL_MEM_FENCE);
for (uint half_of = 64u; half_of > 0; half_of /= 2) {
if (lane < half_of) {
y0 = l0_0[item + half_of * 1u];
KILN_S0_FOLD(0)
l0_0[item] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
}
x0[0] = l0_0[item - lane * 1u];
const float v0 = x0[0];
r0_0 = v0;
}
float a2_0;
{
KILN_S2_DECLARE(1)
KILN_S2_INIT(0)
a2_0 = x0[0];
}
float e1_0[8];
#pragma unroll
for (int v = 0; v < 2; v += 2) {
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = w2[u].item[j];
const float v1 = r0_0;
const float v2 = (v0 - v1);
const float v3 = kiln_exp_f32(v2);
e1_0[u * KILN_V + j] = v3;
}
}
}
}
{
KILN_S2_DECLARE(1)
x0[0] = a2_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e1_0[u * KILN_V + j];
y0 = v0;
}
KILN_S2_NEXT(0)
}
}
}
a2_0 = x0[0];
}
}
float r2_0;
{
KILN_S2_DECLARE(1)
x0[0] = a2_0;
l2_0[item] = x0[0];
barrier(CLK_LOCAL_MEM_FENCE);
for (uint half_of = 64u; half_of > 0; half_of /= 2) {
if (lane < half_of) {
y0 = l2_0[item + half_of * 1u];
KILN_S2_FOLD(0)
l2_0[item] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
}
x0[0] = l2_0[item - lane * 1u];
const float v0 = x0[0];
r2_0 = v0;
}
float a4_0;
{
KILN_S4_DECLARE(1)
KILN_S4_INIT(0)
a4_0 = x0[0];
}
float e3_0[8];
float e3_1[8];
#pragma unroll
for (int v = 0; v < 2; v += 2) {
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
kiln_row0 s0;
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e1_0[u * KILN_V + j];
const float v1 = r2_0;
const float v2 = (v0 / v1);
const float v3 = (v2 + v2);
e3_0[u * KILN_V + j] = v2;
s0.item[j] = e3_0[u * KILN_V + j];
e3_1[u * KILN_V + j] = v3;
}
}
if (active) *(KILN_GLOBAL uint4*)(&p0[b0 + (int)(t)]) = s0.wide;
}
}
{
KILN_S4_DECLARE(1)
x0[0] = a4_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e3_1[u * KILN_V + j];
const float v1 = e3_0[u * KILN_V + j];
const float v2 = (v0 * v1);
y0 = v2;
}
KILN_S4_NEXT(0)
}
}
}
a4_0 = x0[0];
}
}
float r4_0;
{
KILN_S4_DECLARE(1)
x0[0] = a4_0;
l4_0[item] = x0[0];
barrier(CLK_LOCAL_MEM_FENCE);
for (uint half_of = 64u; half_of > 0; half_of /= 2) {
if (lane < half_of) {
y0 = l4_0[item + half_of * 1u];
KILN_S4_FOLD(0)
l4_0[item] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
}
x0[0] = l4_0[item - lane * 1u];
const float v0 = x0[0];
r4_0 = v0;
}
#pragma unroll
for (int v = 0; v < 2; v += 2) {
float e5_0[8];
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
kiln_row1 s1;
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e3_1[u * KILN_V + j];
const float v1 = r4_0;
const float v2 = e3_0[u * KILN_V + j];
const float v3 = (v0 - v1);
const float v4 = (v2 * v3);
e5_0[i * KILN_V + j] = v4;
s1.item[j] = e5_0[i * KILN_V + j];
}
}
if (active) *(KILN_GLOBAL uint4*)(&p1[b1 + (int)(t)]) = s1.wide;
}
}
}
}
======== rows.3
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_SHUFFLES 1
<<row_program.cl>>
typedef union { uint4 wide; float item[4]; } kiln_row0;
typedef union { uint4 wide; float item[4]; } kiln_row1;
typedef union { uint4 wide; float item[4]; } kiln_row2;
#define KILN_S0_DECLARE(w) float x0[w], y0; \

#define KILN_S0_INIT(j) x0[j] = -INFINITY; \

#define KILN_S0_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S0_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S0_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_S2_DECLARE(w) float x0[w], y0; \

#define KILN_S2_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S2_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S2_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S2_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_DECLARE(w) float x0[w], y0; \

#define KILN_S4_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_S4_FROM_LANE(j) y0 = x0[j]; \

#define KILN_S4_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_S4_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const float v2 = (v0 + v1); \
x0[j] = v2; \
}
KILN_KERNEL void rows(KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_INDEX rows, KILN_INDEX from, int k0_0, int k1_0, int k2_0) {
#define KILN_V 4
KILN_LOCAL float l0_0[4];
KILN_LOCAL float l2_0[4];
KILN_LOCAL float l4_0[4];
KILN_PTR(float, p0);
KILN_PTR(float, p1);
KILN_PTR(const float, p2);
const uint item = (uint)get_local_id(0);
const uint slot = item / 128u, lane = item % 128u;
const KILN_INDEX at = from + (KILN_INDEX)get_group_id(0) * 1u + slot;
const int active = at < rows;
const KILN_INDEX row = active ? at : rows - 1;
const int h_0 = (int)row;
const int b0 = 0 + h_0 * k0_0;
const int b1 = 0 + h_0 * k1_0;
const int b2 = 0 + h_0 * k2_0;
float a0_0;
{
KILN_S0_DECLARE(1)
KILN_S0_INIT(0)
a0_0 = x0[0];
}
kiln_row2 w2[2];
#pragma unroll
for (int u = 0; u < 2; ++u) {
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + (int)(t)]);
}
}
#pragma unroll
for (int v = 0; v < 2; v += 2) {
{
KILN_S0_DECLARE(1)
x0[0] = a0_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = w2[u].item[j];
y0 = v0;
}
KILN_S0_NEXT(0)
}
}
}
a0_0 = x0[0];
}
}
float r0_0;
{
KILN_S0_DECLARE(1)
x0[0] = a0_0;
#pragma unroll
for (uint half_of = 16u; half_of > 0; half_of /= 2) {
{ union { float value; uint word[1]; } m; m.word[0] = 0; m.value = x0[0];
m.word[0] = kiln_row_down(m.word[0], half_of);
y0 = m.value; }
KILN_S0_FOLD(0)
}
if (item % 32u == 0) {
l0_0[item / 32u] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
const uint leader = slot * 4u;
x0[0] = l0_0[leader];
#pragma unroll
for (uint warp = 1; warp < 4u; ++warp) {
y0 = l0_0[leader + warp];
KILN_S0_FOLD(0)
}
const float v0 = x0[0];
r0_0 = v0;
}
float a2_0;
{
KILN_S2_DECLARE(1)
KILN_S2_INIT(0)
a2_0 = x0[0];
}
float e1_0[8];
#pragma unroll
for (int v = 0; v < 2; v += 2) {
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = w2[u].item[j];
const float v1 = r0_0;
const float v2 = (v0 - v1);
const float v3 = kiln_exp_f32(v2);
e1_0[u * KILN_V + j] = v3;
}
}
}
}
{
KILN_S2_DECLARE(1)
x0[0] = a2_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e1_0[u * KILN_V + j];
y0 = v0;
}
KILN_S2_NEXT(0)
}
}
}
a2_0 = x0[0];
}
}
float r2_0;
{
KILN_S2_DECLARE(1)
x0[0] = a2_0;
#pragma unroll
for (uint half_of = 16u; half_of > 0; half_of /= 2) {
{ union { float value; uint word[1]; } m; m.word[0] = 0; m.value = x0[0];
m.word[0] = kiln_row_down(m.word[0], half_of);
y0 = m.value; }
KILN_S2_FOLD(0)
}
if (item % 32u == 0) {
l2_0[item / 32u] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
const uint leader = slot * 4u;
x0[0] = l2_0[leader];
#pragma unroll
for (uint warp = 1; warp < 4u; ++warp) {
y0 = l2_0[leader + warp];
KILN_S2_FOLD(0)
}
const float v0 = x0[0];
r2_0 = v0;
}
float a4_0;
{
KILN_S4_DECLARE(1)
KILN_S4_INIT(0)
a4_0 = x0[0];
}
float e3_0[8];
float e3_1[8];
#pragma unroll
for (int v = 0; v < 2; v += 2) {
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
kiln_row0 s0;
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e1_0[u * KILN_V + j];
const float v1 = r2_0;
const float v2 = (v0 / v1);
const float v3 = (v2 + v2);
e3_0[u * KILN_V + j] = v2;
s0.item[j] = e3_0[u * KILN_V + j];
e3_1[u * KILN_V + j] = v3;
}
}
if (active) *(KILN_GLOBAL uint4*)(&p0[b0 + (int)(t)]) = s0.wide;
}
}
{
KILN_S4_DECLARE(1)
x0[0] = a4_0;
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e3_1[u * KILN_V + j];
const float v1 = e3_0[u * KILN_V + j];
const float v2 = (v0 * v1);
y0 = v2;
}
KILN_S4_NEXT(0)
}
}
}
a4_0 = x0[0];
}
}
float r4_0;
{
KILN_S4_DECLARE(1)
x0[0] = a4_0;
#pragma unroll
for (uint half_of = 16u; half_of > 0; half_of /= 2) {
{ union { float value; uint word[1]; } m; m.word[0] = 0; m.value = x0[0];
m.word[0] = kiln_row_down(m.word[0], half_of);
y0 = m.value; }
KILN_S4_FOLD(0)
}
if (item % 32u == 0) {
l4_0[item / 32u] = x0[0];
}
barrier(CLK_LOCAL_MEM_FENCE);
const uint leader = slot * 4u;
x0[0] = l4_0[leader];
#pragma unroll
for (uint warp = 1; warp < 4u; ++warp) {
y0 = l4_0[leader + warp];
KILN_S4_FOLD(0)
}
const float v0 = x0[0];
r4_0 = v0;
}
#pragma unroll
for (int v = 0; v < 2; v += 2) {
float e5_0[8];
#pragma unroll
for (int i = 0; i < 2; ++i) {
const int u = v + i;
const uint t = ((uint)u * 128u + lane) * KILN_V;
if ((u < 1 || t < 1000u)) {
kiln_row1 s1;
#pragma unroll
for (int j = 0; j < KILN_V; ++j) {
{
const float v0 = e3_1[u * KILN_V + j];
const float v1 = r4_0;
const float v2 = e3_0[u * KILN_V + j];
const float v3 = (v0 - v1);
const float v4 = (v2 * v3);
e5_0[i * KILN_V + j] = v4;
s1.item[j] = e5_0[i * KILN_V + j];
}
}
if (active) *(KILN_GLOBAL uint4*)(&p1[b1 + (int)(t)]) = s1.wide;
}
}
}
}
