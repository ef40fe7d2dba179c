======== scan.1
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + b1)[(long)(kiln_t)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.2
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + b1)[(long)(kiln_t)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.3
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 512
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + (b1 + (int)(kiln_t) * k1_1))[(long)(kiln_j)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + (b0 + (int)(kiln_t) * k0_1))[(long)(kiln_j)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.4
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 512
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + (b1 + (int)(kiln_t) * k1_1))[(long)(kiln_j)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + (b0 + (int)(kiln_t) * k0_1))[(long)(kiln_j)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.5
ieee
#define KILN_INDEX ulong
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 512
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , long k1_0, long k1_1, long k1_2
#define KILN_RESULT_STEPS , long k0_0, long k0_1, long k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const long b1 = (long)(kiln_row) * k1_0 + (long)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const long b0 = (long)(kiln_row) * k0_0 + (long)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + (b1 + (long)(kiln_t) * k1_1))[(long)(kiln_j)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + (b0 + (long)(kiln_t) * k0_1))[(long)(kiln_j)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.6
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = (p1 + b1)[-(long)(kiln_t)]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[-(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.7
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = (p1 + b1)[(long)(kiln_t)]; \
const int v1 = (p2 + b2)[(long)(kiln_u)]; \
const float v2 = (p3 + b3)[(long)(kiln_t)]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.8
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x1p+0f; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = (p1 + b1)[-(long)(kiln_t)]; \
const int v1 = (p2 + b2)[-(long)(kiln_u)]; \
const float v2 = (p3 + b3)[-(long)(kiln_t)]; \
const uchar v3 = (v0 != v1); \
const float v4 = 0x1p+0f; \
const float v5 = (v3 ? v4 : v2); \
kiln_o##0 = v5; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 * v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[-(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.9
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x1p+0f; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = (p1 + b1)[-(long)(kiln_t)]; \
const int v1 = (p2 + b2)[-(long)(kiln_u)]; \
const float v2 = (p3 + b3)[-(long)(kiln_t)]; \
const uchar v3 = (v0 != v1); \
const float v4 = 0x1p+0f; \
const float v5 = (v3 ? v4 : v2); \
kiln_o##0 = v5; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 * v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[-(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== index_few.1
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_POSITION int
#define KILN_UNIT uint
#define KILN_WORD uint
#define KILN_PARTS 1
#define KILN_TRUTH 0
#define KILN_FLOAT_TOP 0
#define KILN_FIRSTS 0
#define KILN_LASTS 1
#define KILN_KINDS 1
<<group_sums.cl>>
<<index_few.cl>>
======== scan.10
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \
KILN_PTR(const long, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = (p1 + b1)[(long)(kiln_t)]; \
const long v1 = (p2 + b2)[(long)(kiln_u)]; \
const float v2 = (p3 + b3)[(long)(kiln_t)]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.11
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \
KILN_PTR(const long, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = (p1 + b1)[(long)(kiln_t)]; \
const long v1 = (p2 + b2)[(long)(kiln_u)]; \
const float v2 = (p3 + b3)[(long)(kiln_t)]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + b0)[(long)(kiln_t)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== elementwise.1
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
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
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== join.1
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT ulong
#define KILN_CPU 1
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
======== elementwise.2
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
const long v2 = (long)((ulong)v0 - (ulong)v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== elementwise.3
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; uint chunk; uint row_chunk; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
const uint chunk = at.chunk; \
const uint row_chunk = at.row_chunk; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[0 + (int)i] = v3; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== scan.12
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 816
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const uchar, p1), KILN_ARG(const uchar, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const uchar, p1); \
KILN_PTR(const uchar, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = -INFINITY; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const uchar v0 = (p1 + (b1 + (int)(kiln_t) * k1_1))[0]; \
const uchar v1 = (p2 + (b2 + (int)(kiln_u) * k2_1))[0]; \
const float v2 = (p3 + (b3 + (int)(kiln_t) * k3_1))[(long)(kiln_j)]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const float v9 = (v3 ? v2 : v8); \
const uchar v10 = (v1 || v3); \
kiln_o##0 = v9; \
kiln_o##1 = v10; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + (b0 + (int)(kiln_t) * k0_1))[(long)(kiln_j)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.13
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 816
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const uchar, p1), KILN_ARG(const uchar, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const uchar, p1); \
KILN_PTR(const uchar, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = -INFINITY; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const uchar v0 = (p1 + (b1 + (int)(kiln_t) * k1_1))[0]; \
const uchar v1 = (p2 + (b2 + (int)(kiln_u) * k2_1))[0]; \
const float v2 = (p3 + (b3 + (int)(kiln_t) * k3_1))[(long)(kiln_j)]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const float v9 = (v3 ? v2 : v8); \
const uchar v10 = (v1 || v3); \
kiln_o##0 = v9; \
kiln_o##1 = v10; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
(p0 + (b0 + (int)(kiln_t) * k0_1))[(long)(kiln_j)] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== elementwise.4
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
#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
const uchar v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_blocks.cl>>
<<elementwise_chunks.cl>>
======== index_mask_count.2
ieee
#define KILN_CPU 1
#define KILN_ITEMS 1
#define KILN_ROWS 0
#define KILN_UNIT int
<<group_sums.cl>>
<<index_mask.cl>>
======== index_move.3
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
======== index_move.4
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
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== scan.14
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 256
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.15
ieee
#define KILN_INDEX uint
#define KILN_GROUP 128
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_short.cl>>
======== scan.16
ieee
#define KILN_INDEX uint
#define KILN_GROUP 32
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.17
ieee
#define KILN_INDEX uint
#define KILN_GROUP 64
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.18
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.19
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.20
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 256
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.21
ieee
#define KILN_INDEX ulong
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 256
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , long k1_0, long k1_1, long k1_2
#define KILN_RESULT_STEPS , long k0_0, long k0_1, long k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const long b1 = (long)(kiln_row) * k1_0 + (long)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const long b0 = (long)(kiln_row) * k0_0 + (long)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (long)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (long)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.22
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.23
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const int v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.24
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x1p+0f; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const int v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
const float v4 = 0x1p+0f; \
const float v5 = (v3 ? v4 : v2); \
kiln_o##0 = v5; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 * v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.25
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x1p+0f; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const int v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
const float v4 = 0x1p+0f; \
const float v5 = (v3 ? v4 : v2); \
kiln_o##0 = v5; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 * v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.26
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 1
#define KILN_GATHERED , KILN_ARG(int, kinds), KILN_ARG(long, found)
#define KILN_GATHERED_POINTERS KILN_PTR(int, kinds); KILN_PTR(long, found);
#define KILN_RUN(x) x##1
#define KILN_KEEP(kiln_to, kiln_t) kinds[kiln_to] = p1[b1 + (int)(kiln_t) * k1_1];
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(int, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(int, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL int l1[kiln_size];
#define KILN_DECLARE(o) float o##0; int o##1;
#define KILN_MANY(o, w) float o##0[w]; int o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = (int)(0); \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const int v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
const int v4 = (int)v3; \
kiln_o##0 = v2; \
kiln_o##1 = v4; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const int v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const int v3 = kiln_b##1; \
const int v4 = (int)(0); \
const uchar v5 = (v3 > v4); \
const float v6 = (v0 + v2); \
const float v7 = (v5 ? v2 : v6); \
const int v8 = (int)((uint)v1 + (uint)v3); \
kiln_o##0 = v7; \
kiln_o##1 = v8; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.27
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \
KILN_PTR(const long, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const long v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== scan.28
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \
KILN_PTR(const long, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const long v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_groups.cl>>
======== elementwise.5
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = x2[u]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== index_mask_count.3
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 0
#define KILN_UNIT long
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
======== join.2
ieee
#define KILN_EACH(do) do(0) do(1)
#define KILN_UNIT ulong
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 2
<<index_join.cl>>
======== elementwise.6
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint rows; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, KILN_GLOBAL const long *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
const uint rows = at.rows; \
KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const long v2 = (long)((ulong)v0 - (ulong)v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = x2[u]; \
const long v2 = (long)((ulong)v0 - (ulong)v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.7
ieee
#define KILN_INDEX uint
typedef struct { ulong p0_offset; ulong p1_offset; ulong p2_offset; uint n; uint kiln_rest28; } kiln_numbers;
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, KILN_GLOBAL const float *p1_base, KILN_GLOBAL const long *p2_base, const kiln_numbers at
#define KILN_POINTERS const ulong p0_offset = at.p0_offset; \
const ulong p1_offset = at.p1_offset; \
const ulong p2_offset = at.p2_offset; \
const uint n = at.n; \
KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_V 2
typedef union { uint2 wide; float item[2]; } kiln_vec0;
typedef union { uint2 wide; float item[2]; } kiln_vec1;
typedef union { uint4 wide; long item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const long v1 = x2.item[j]; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
x0.item[j] = v3; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
======== scan.29
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 256
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const uchar, p1), KILN_ARG(const uchar, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const uchar, p1); \
KILN_PTR(const uchar, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = -INFINITY; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const uchar v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const uchar v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const float v9 = (v3 ? v2 : v8); \
const uchar v10 = (v1 || v3); \
kiln_o##0 = v9; \
kiln_o##1 = v10; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.30
ieee
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 256
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const uchar, p1), KILN_ARG(const uchar, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const uchar, p1); \
KILN_PTR(const uchar, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(uchar, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(uchar, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = -INFINITY; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const uchar v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const uchar v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const float v9 = (v3 ? v2 : v8); \
const uchar v10 = (v1 || v3); \
kiln_o##0 = v9; \
kiln_o##1 = v10; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== elementwise.8
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
#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
const uchar v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; uchar x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
const uchar v1 = x2[u]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== index_mask_count.4
ieee
#define KILN_CPU 0
#define KILN_ITEMS 256
#define KILN_ROWS 0
#define KILN_UNIT int
<<group_sums.cl>>
<<index_mask.cl>>
======== index_move.7
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
#define KILN_SINGLE 1
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== index_move.8
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
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
<<index_move.cl>>
======== scan.31
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 21
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(ulong, work)
#define KILN_TOTAL_POINTERS KILN_PTR(ulong, work);
#define KILN_WORDS 2
#define KILN_TELL(kiln_words, x) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
kiln_total.bits[0] = 0; kiln_total.value = x##0;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \
{ union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
kiln_total.bits[0] = 0; kiln_total.value = x##1;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \

#define KILN_WAIT(o, kiln_words) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##0 = kiln_total.value;} \
{ union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##1 = kiln_total.value;} \

#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_once.cl>>
======== scan.32
ieee
#define KILN_INDEX ulong
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 2048
#define KILN_CARRIES 256
#define KILN_WRITES 0
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , long k1_0, long k1_1, long k1_2
#define KILN_RESULT_STEPS , long k0_0, long k0_1, long k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const long b1 = (long)(kiln_row) * k1_0 + (long)(kiln_col) * k1_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const long b0 = (long)(kiln_row) * k0_0 + (long)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(float, q0), KILN_ARG(float, q1)
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0); \
KILN_PTR(float, q1);
#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL float l1[kiln_size];
#define KILN_DECLARE(o) float o##0; float o##1;
#define KILN_MANY(o, w) float o##0[w]; float o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x0p+0f; \
kiln_o##1 = 0x1p+0f; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const float v0 = p1[b1 + (long)(kiln_t) * k1_1]; \
kiln_o##0 = v0; \
kiln_o##1 = v0; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const float v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const float v3 = kiln_b##1; \
const float v4 = (v0 * v3); \
const float v5 = (v2 + v4); \
const float v6 = (v1 * v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (long)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_alone.cl>>
======== scan.33
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 33
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 1
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const int, p1), KILN_ARG(const int, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const int, p1); \
KILN_PTR(const int, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(ulong, work)
#define KILN_TOTAL_POINTERS KILN_PTR(ulong, work);
#define KILN_WORDS 2
#define KILN_TELL(kiln_words, x) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
kiln_total.bits[0] = 0; kiln_total.value = x##0;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \
{ union { uchar value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
kiln_total.bits[0] = 0; kiln_total.value = x##1;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \

#define KILN_WAIT(o, kiln_words) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##0 = kiln_total.value;} \
{ union { uchar value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##1 = kiln_total.value;} \

#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = 0x1p+0f; \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const int v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const int v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
const float v4 = 0x1p+0f; \
const float v5 = (v3 ? v4 : v2); \
kiln_o##0 = v5; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 * v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_once.cl>>
======== scan.34
ieee
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 33
#define KILN_W 1
#define KILN_RUNS 1
#define KILN_EXCLUSIVE 0
#define KILN_TILE 3276
#define KILN_CARRIES 0
#define KILN_WRITES 1
#define KILN_GATHERS 0
#define KILN_GATHERED 
#define KILN_GATHERED_POINTERS 
#define KILN_SOURCES KILN_ARG(const long, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2, int k2_0, int k2_1, int k2_2, int k3_0, int k3_1, int k3_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const long, p1); \
KILN_PTR(const long, p2); \
KILN_PTR(const float, p3); \

#define KILN_RESULT_POINTERS KILN_PTR(float, p0); \

#define KILN_SOURCE_BASES(kiln_row, kiln_col) const int b1 = (int)(kiln_row) * k1_0 + (int)(kiln_col) * k1_2; \
const int b2 = (int)(kiln_row) * k2_0 + (int)(kiln_col) * k2_2; \
const int b3 = (int)(kiln_row) * k3_0 + (int)(kiln_col) * k3_2; \

#define KILN_RESULT_BASES(kiln_row, kiln_col) const int b0 = (int)(kiln_row) * k0_0 + (int)(kiln_col) * k0_2; \

#define KILN_TOTALS KILN_ARG(ulong, work)
#define KILN_TOTAL_POINTERS KILN_PTR(ulong, work);
#define KILN_WORDS 2
#define KILN_TELL(kiln_words, x) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
kiln_total.bits[0] = 0; kiln_total.value = x##0;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \
{ union { uchar value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
kiln_total.bits[0] = 0; kiln_total.value = x##1;for (int k = 0; k < 1; ++k) { kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];} \
} \

#define KILN_WAIT(o, kiln_words) { union { float value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 0; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##0 = kiln_total.value;} \
{ union { uchar value; uint bits[1]; } kiln_total; KILN_GLOBAL volatile ulong *const kiln_to = (kiln_words) + 1; \
for (int k = 0; k < 1; ++k) { ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;} \
o##1 = kiln_total.value;} \

#define KILN_LOCALS(kiln_size) KILN_LOCAL float l0[kiln_size]; \
KILN_LOCAL uchar l1[kiln_size];
#define KILN_DECLARE(o) float o##0; uchar o##1;
#define KILN_MANY(o, w) float o##0[w]; uchar o##1[w];
#define KILN_START(kiln_o) kiln_o##0 = (-0x0p+0f); \
kiln_o##1 = 0; \

#define KILN_COPY(o, x) o##0 = x##0; o##1 = x##1;
#define KILN_TAKE(o, x, j) o##0 = x##0[j]; o##1 = x##1[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0; o##1[j] = x##1;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0; l1[at] = x##1;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at]; o##1 = l1[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0; q1[at] = x##1;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at]; o##1 = q1[at];
#define KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j) { \
const long v0 = p1[b1 + (int)(kiln_t) * k1_1]; \
const long v1 = p2[b2 + (int)(kiln_u) * k2_1]; \
const float v2 = p3[b3 + (int)(kiln_t) * k3_1]; \
const uchar v3 = (v0 != v1); \
kiln_o##0 = v2; \
kiln_o##1 = v3; \
}
#define KILN_JOIN(kiln_o, kiln_a, kiln_b) { \
const float v0 = kiln_a##0; \
const uchar v1 = kiln_a##1; \
const float v2 = kiln_b##0; \
const uchar v3 = kiln_b##1; \
const float v4 = (v0 + v2); \
const float v5 = (v3 ? v2 : v4); \
const uchar v6 = (v1 || v3); \
kiln_o##0 = v5; \
kiln_o##1 = v6; \
}
#define KILN_FINISH(kiln_a, kiln_t, kiln_j) { \
const float v0 = kiln_a##0; \
p0[b0 + (int)(kiln_t) * k0_1] = v0; \
}
<<scan_caller.cl>>
<<scan_caller_once.cl>>
======== elementwise.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, uint n, uint rows
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = x2[u]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.10
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL long *p0_base, ulong p0_offset, KILN_GLOBAL const long *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, uint n, uint rows
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 0
#define KILN_ONE(i) const long v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const long v2 = (long)((ulong)v0 - (ulong)v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN long x1[KILN_AHEAD]; long x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const long v0 = x1[u]; \
const long v1 = x2[u]; \
const long v2 = (long)((ulong)v0 - (ulong)v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
======== elementwise.11
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const long *p2_base, ulong p2_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const long, p2); \

#define KILN_V 2
typedef union { uint2 wide; float item[2]; } kiln_vec0;
typedef union { uint2 wide; float item[2]; } kiln_vec1;
typedef union { uint4 wide; long item[2]; } kiln_vec2;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint2*)(p1 + (i)); \
kiln_vec2 x2; x2.wide = *(KILN_GLOBAL const uint4*)(p2 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint2*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const long v1 = x2.item[j]; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
x0.item[j] = v3; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const long v1 = p2[0 + (int)i]; \
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[0 + (int)i] = v3; \

<<elementwise_flat.cl>>
======== elementwise.12
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL uchar *p0_base, ulong p0_offset, KILN_GLOBAL const uchar *p1_base, ulong p1_offset, KILN_GLOBAL const uchar *p2_base, ulong p2_offset, uint n, uint rows
#define KILN_POINTERS KILN_PTR_RESTRICT(uchar, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \
KILN_PTR_RESTRICT(const uchar, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_AHEAD 4
#define KILN_ALONG 1
#define KILN_ONE(i) const uchar v0 = p1[0 + (int)i]; \
const uchar v1 = p2[0 + (int)i]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

#define KILN_TAKEN uchar x1[KILN_AHEAD]; uchar x2[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[0 + (int)i]; \
x2[u] = p2[0 + (int)i]; \

#define KILN_GIVE(i, u) const uchar v0 = x1[u]; \
const uchar v1 = x2[u]; \
const uchar v2 = (v0 != v1); \
p0[0 + (int)i] = v2; \

<<elementwise_rows.cl>>
