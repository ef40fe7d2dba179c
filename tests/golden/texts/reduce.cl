======== reduce.1
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 1
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.2
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.3
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const char, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const char, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const long h0 = (long)((row)); \
const long b0 = 0 + h0 * k0_0 + (long)split * s0; \
const long b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0; \

#define KILN_MAP(i) { \
const char v0 = (p1 + (b1 + t1))[(long)i]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE long
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.4
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const long, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const long v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const long v4 = (v3 ? v2 : v0); \
p0[b0] = v4; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.5
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i * k1_0]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.6
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.7
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const long h0 = (long)((row)); \
const long b0 = 0 + h0 * k0_0 + (long)split * s0; \
const long b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE long
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.8
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.9
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 3
#define KILN_JOINED 16
#define KILN_W 48
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.10
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const int, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const int v0 = (p1 + (b1 + t1))[(long)i]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 13
#define KILN_JOINED 4
#define KILN_W 52
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.11
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const long, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const long v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const long v4 = (v3 ? v2 : v0); \
p0[b0 + (int)(c) * k0_0] = v4; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.12
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.13
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const long b0 = 0 + (long)split * s0; \
const long b1 = 0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
p0[b0 + (long)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE long
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.14
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , uint e1, int k0_0, int k0_1, int k1_0, int k1_1, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_1] = v5; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 4096
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.15
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(ushort, p0), KILN_ARG(const ushort, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = kiln_from_half((p1 + (b1 + t1))[(long)i]); \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = kiln_to_half(v5); \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.16
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float2, p0), KILN_ARG(const float2, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float2 x0[w], y0; \

#define KILN_INIT(j) x0[j] = KILN_FLOAT2((-0x0p+0f), 0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float2 v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float2 v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float2 v4 = KILN_FLOAT2(0x0p+0f, 0x0p+0f); \
const float2 v5 = KILN_FLOAT2(v3 ? v4.x : v0.x, v3 ? v4.y : v0.y); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.17
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(ulong, p0), KILN_ARG(const uchar, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) ulong x0[w], y0; \

#define KILN_INIT(j) x0[j] = (ulong)0ul; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const uchar v0 = (p1 + (b1 + t1))[(long)i]; \
const ulong v1 = (ulong)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const ulong v0 = x0[j]; \
const ulong v1 = y0; \
const ulong v2 = (ulong)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const ulong v0 = x0[j]; \
const ulong v1 = y0; \
const ulong v2 = (ulong)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const ulong v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const ulong v4 = (ulong)0ul; \
const ulong v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.18
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(double, p0), KILN_ARG(const double, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) double x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const double v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const double v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.19
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(double, p0), KILN_ARG(const double, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) double x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const double v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const double v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const double v4 = 0x0p+0; \
const double v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.20
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(int, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
const int v6 = (v5 != v5 ? (int)0 : v5 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v5 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v5); \
p0[b0] = v6; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.21
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = -INFINITY; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.22
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.23
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const uchar v7 = (v0 < v4); \
const float v8 = 0x1p+86f; \
const float v9 = 0x1p+0f; \
const float v10 = (v7 ? v8 : v9); \
const float v11 = (v6 * v10); \
const float v12 = (v10 * v11); \
p0[b0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.24
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const uchar v1 = (v0 != 0); \
const long v2 = (long)v1; \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.25
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const long v1 = (long)((place[j] + (KILN_PLACE)start)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.26
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (v0 * v0); \
y0 = v1; \
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
const float v1 = sqrt(v0); \
p0[b0] = v1; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.27
ieee
<<vector.cl>>
<<exp.cl>>
<<log.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = 0x1p+0f; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 > v2 || v0 != v0 ? v0 : v2); \
const uchar v5 = (v0 == v4); \
const float v6 = (v0 - v4); \
const float v7 = kiln_exp_f32(v6); \
const float v8 = (v1 * v7); \
const float v9 = (v5 ? v1 : v8); \
const uchar v10 = (v2 == v4); \
const float v11 = (v2 - v4); \
const float v12 = kiln_exp_f32(v11); \
const float v13 = (v3 * v12); \
const float v14 = (v10 ? v3 : v13); \
const float v15 = (v9 + v14); \
x0[j] = v4; \
x1[j] = v15; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = (v0 > v2 || v0 != v0 ? v0 : v2); \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v0 == v2); \
const float v6 = 0x1p+0f; \
const float v7 = (v0 - v2); \
const float v8 = fabs(v7); \
const float v9 = -v8; \
const float v10 = kiln_exp_f32(v9); \
const float v11 = (v5 ? v6 : v10); \
const float v12 = (v1 * v11); \
const float v13 = (v6 + v12); \
const float v14 = (v1 + v11); \
const float v15 = (v4 ? v13 : v14); \
x0[j] = v3; \
x1[j] = v15; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = kiln_log_f32(v1); \
const float v3 = (v0 + v2); \
p0[b0] = v3; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.28
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(int, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(int, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = (p2 + (b2 + t2))[(long)i]; \
const long v1 = (long)(t); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 >= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.29
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1), KILN_ARG(const int, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const int v1 = (p2 + (b2 + t2))[(long)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.30
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(int, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(int, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p2 + (b2 + t2))[(long)i]; \
const long v1 = (long)((place[j] + (KILN_PLACE)start)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.31
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1), KILN_ARG(const int, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const int v1 = (p2 + (b2 + t2))[(long)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0] = v5; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.32
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int s3, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0 + (int)split * s2; \
const int b3 = 0 + h0 * k3_0 + (int)split * s3; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
p2[b2] = v2; \
p3[b3] = v3; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.33
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int r1_0, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \
const int t3 = 0 + g0; \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const uchar v7 = (v0 < v4); \
const float v8 = 0x1p+86f; \
const float v9 = 0x1p+0f; \
const float v10 = (v7 ? v8 : v9); \
const float v11 = (v6 * v10); \
const float v12 = (v10 * v11); \
p0[b0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
{ const float by = y0 < 0 ? 0x1p+0f : z0; y0 = fabs(y0); y1 *= by; y2 = y2 * by * by; y3 *= by; } \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.34
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int s3, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0 + (int)split * s2; \
const int b3 = 0 + (int)split * s3; \
const int b4 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t4 = 0 + g0 * r4_0; \

#define KILN_MAP(i) { \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
p2[b2 + (int)(c) * k2_0] = v2; \
p3[b3 + (int)(c) * k3_0] = v3; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p4 + (b4 + t4))[(long)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 1024
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.35
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int r1_0, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \
const int b3 = 0; \
const int b4 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \
const int t3 = 0 + g0 * r3_0; \
const int t4 = 0 + g0 * r4_0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const float v7 = sqrt(v6); \
const uchar v8 = (v0 < v4); \
const float v9 = 0x1p+86f; \
const float v10 = 0x1p+0f; \
const float v11 = (v8 ? v9 : v10); \
const float v12 = (v7 * v11); \
p0[b0 + (int)(c) * k0_0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const float v3 = (p4 + (b4 + t4))[(long)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
{ const float by = y0 < 0 ? 0x1p+0f : z0; y0 = fabs(y0); y1 *= by; y2 = y2 * by * by; y3 *= by; } \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 1024
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.36
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = fabs(v0); \
const float v2 = (v1 * v1); \
const float v3 = (v1 * v2); \
y0 = v3; \
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
const float v1 = 0x1.555556p-2f; \
const float v2 = pow(v0, v1); \
p0[b0] = v2; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.37
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \
x1[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = (v0 * v1); \
y0 = v2; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 + v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 + v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = (v0 / v1); \
p0[b0] = v2; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.38
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
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
const float v1 = sqrt(v0); \
p0[b0] = v1; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.39
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const int, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const long, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int r1_0, int r2_0, int r3_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \
const int t3 = 0 + g0; \

#define KILN_MAP(i) { \
const int v0 = (p1 + (b1 + t1))[(long)i]; \
const long v1 = p2[b2 + t2]; \
const float v2 = (p3 + (b3 + t3))[(long)i]; \
const long v3 = (long)v0; \
const uchar v4 = (v1 == v3); \
const float v5 = 0x0p+0f; \
const float v6 = (v4 ? v2 : v5); \
y0 = v6; \
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
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.40
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = -INFINITY; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = (p2 + (b2 + t2))[(long)i]; \
y0 = v0; \
y1 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.41
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int s1, int r2_0, int r3_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = -INFINITY; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \
const int b3 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \
const int t3 = 0 + g0 * r3_0; \

#define KILN_MAP(i) { \
const float v0 = (p2 + (b2 + t2))[(long)i]; \
const float v1 = (p3 + (b3 + t3))[(long)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_COLUMNS 1
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 2048
#define KILN_INTERLEAVE 1
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.42
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const long v1 = (long)((place[j] + (KILN_PLACE)start)); \
const float v2 = (float)v1; \
const float v3 = (v0 * v2); \
y0 = v3; \
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
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 0
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.43
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
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
p0[b0] = v0; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 1
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 8
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 0
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.44
ieee
<<vector.cl>>
<<exp.cl>>
<<vector.cl>>
<<vector_exp.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = (p1 + (b1 + t1))[(long)i]; \
const float v1 = (p2 + (b2 + t2))[(long)i]; \
const float v2 = 0x1p+1f; \
const float v3 = (v0 * v2); \
const float v4 = (v3 - v1); \
const float v5 = kiln_exp_f32(v4); \
y0 = v5; \
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
const float v2 = p3[b3]; \
const long v3 = (long)(0l); \
const uchar v4 = (v1 == v3); \
const float v5 = 0x0p+0f; \
const float v6 = (v4 ? v5 : v0); \
const float v7 = (v2 * v6); \
const float v8 = 0x1p+0f; \
const float v9 = (v7 + v8); \
p0[b0] = v9; \
}
#define KILN_COLUMNS 0
#define KILN_PLACE int
#define KILN_FAR 1
#define KILN_STREAMS 4
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_W 16
#define KILN_INTERLEAVE 2
#define KILN_VECTOR 16
#define KILN_HELD(w) float m0[w]; \

#define KILN_VALUES float16 z0; \

#define KILN_HOLD(j) vstore16(z0, 0, m0 + j); \

#define KILN_FROM_HELD(j) y0 = m0[j]; \

#define KILN_MAP_VECTOR(i) { \
const float16 v0 = vload16(0, &(p1 + (b1 + t1))[(long)i]); \
const float16 v1 = vload16(0, &(p2 + (b2 + t2))[(long)i]); \
const float16 v2 = (float16)(0x1p+1f); \
const float16 v3 = v0 * v2; \
const float16 v4 = v3 - v1; \
const float16 v5 = kiln_exp_x16(v4); \
z0 = v5; \
}
#define KILN_MAP_TAIL(i, m) { \
float g1[16]; \
for (int u = 0; u < 16; ++u) g1[u] = (p1 + (b1 + t1))[(long)(i + (u < (m) ? u : 0))]; \
float g2[16]; \
for (int u = 0; u < 16; ++u) g2[u] = (p2 + (b2 + t2))[(long)(i + (u < (m) ? u : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = vload16(0, g2); \
const float16 v2 = (float16)(0x1p+1f); \
const float16 v3 = v0 * v2; \
const float16 v4 = v3 - v1; \
const float16 v5 = kiln_exp_x16(v4); \
z0 = v5; \
}
#define KILN_MAP_PART(i) 
#define KILN_INNER n
<<reduce.cl>>
<<reduce_chunks.cl>>
======== reduce.45
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
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
======== reduce.46
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
p0[b0] = v0; \
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
======== reduce.47
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const char, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const char, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const long h0 = (long)((row)); \
const long b0 = 0 + h0 * k0_0 + (long)split * s0; \
const long b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0; \

#define KILN_MAP(i) { \
const char v0 = p1[b1 + t1 + (long)i]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0] = v0; \
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
typedef union { uint wide; char item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint*)(&p1[b1 + t1 + (long)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const char v0 = w1[u].item[j]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.48
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const long, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const long v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const long v4 = (v3 ? v2 : v0); \
p0[b0] = v4; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; long item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const long v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.49
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES 1
#define KILN_SPLITS 1
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
#define KILN_LOCALS 
#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) 
#define KILN_FROM_LOCAL(at) 
<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.50
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
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
======== reduce.51
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
p0[b0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
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
======== reduce.52
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 8
#define KILN_REST 8
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[8]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.53
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const long h0 = (long)((row)); \
const long b0 = 0 + h0 * k0_0 + (long)split * s0; \
const long b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (long)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.54
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

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

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.55
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
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
======== reduce.56
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i * r1_0]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES 1
#define KILN_SPLITS 1
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
#define KILN_LOCALS 
#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)0 * r1_0]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) 
#define KILN_FROM_LOCAL(at) 
<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.57
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

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
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)i]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.58
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)i]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.59
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const int, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const int, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const int v0 = p1[b1 + t1 + (int)i]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD int w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)i]; \

#define KILN_MAP_HELD(u, j, t) { \
const int v0 = w1[u]; \
const long v1 = (long)v0; \
y0 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.60
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const long, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const long v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const long v4 = (v3 ? v2 : v0); \
p0[b0 + (int)(c) * k0_0] = v4; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD long w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)i]; \

#define KILN_MAP_HELD(u, j, t) { \
const long v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.61
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const long b0 = 0 + (long)split * s0; \
const long b1 = 0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (long)i]; \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (long)(c) * k0_0] = v5; \
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

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (long)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.62
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , uint e1, int k0_0, int k0_1, int k1_0, int k1_1, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_1] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD float w1[4]; \

#define KILN_FETCH(u) w1[u] = p1[b1 + t1 + (int)i]; \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.63
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(ushort, p0), KILN_ARG(const ushort, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(ushort, p0); \
KILN_PTR_RESTRICT(const ushort, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = kiln_from_half(p1[b1 + t1 + (int)i]); \
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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
p0[b0] = kiln_to_half(v5); \
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
typedef union { uint2 wide; ushort item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint2*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = kiln_from_half(w1[u].item[j]); \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.64
ieee
<<complex.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float2, p0), KILN_ARG(const float2, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float2, p0); \
KILN_PTR_RESTRICT(const float2, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float2 x0[w], y0; \

#define KILN_INIT(j) x0[j] = KILN_FLOAT2((-0x0p+0f), 0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float2 v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const float2 v0 = x0[j]; \
const float2 v1 = y0; \
const float2 v2 = KILN_FLOAT2(v0.x + v1.x, v0.y + v1.y); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float2 v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float2 v4 = KILN_FLOAT2(0x0p+0f, 0x0p+0f); \
const float2 v5 = KILN_FLOAT2(v3 ? v4.x : v0.x, v3 ? v4.y : v0.y); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint4 wide; float2 item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float2 l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float2 v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.65
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(ulong, p0), KILN_ARG(const uchar, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(ulong, p0); \
KILN_PTR_RESTRICT(const uchar, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) ulong x0[w], y0; \

#define KILN_INIT(j) x0[j] = (ulong)0ul; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const uchar v0 = p1[b1 + t1 + (int)i]; \
const ulong v1 = (ulong)v0; \
y0 = v1; \
}
#define KILN_FOLD(j) { \
const ulong v0 = x0[j]; \
const ulong v1 = y0; \
const ulong v2 = (ulong)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const ulong v0 = x0[j]; \
const ulong v1 = y0; \
const ulong v2 = (ulong)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const ulong v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const ulong v4 = (ulong)0ul; \
const ulong v5 = (v3 ? v4 : v0); \
p0[b0] = v5; \
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
typedef union { uint wide; uchar item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL ulong l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const uchar v0 = w1[u].item[j]; \
const ulong v1 = (ulong)v0; \
y0 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.66
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(double, p0), KILN_ARG(const double, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) double x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const double v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const double v0 = x0[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL double l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const double v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.67
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(double, p0), KILN_ARG(const double, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(double, p0); \
KILN_PTR_RESTRICT(const double, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) double x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const double v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const double v0 = x0[j]; \
const double v1 = y0; \
const double v2 = (v0 + v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const double v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const double v4 = 0x0p+0; \
const double v5 = (v3 ? v4 : v0); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 2
#define KILN_REST 2
typedef union { uint4 wide; double item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL double l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const double v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.68
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(int, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(int, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const float v4 = 0x0p+0f; \
const float v5 = (v3 ? v4 : v0); \
const int v6 = (v5 != v5 ? (int)0 : v5 >= 0x1p+31f ? (int)(((uint)1 << 31) - 1) : v5 <= (-0x1p+31f) ? (int)(int)((uint)1 << 31) : (int)v5); \
p0[b0] = v6; \
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
======== reduce.69
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = -INFINITY; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = y0; \
const uchar v2 = (v1 <= v0); \
const uchar v3 = !v2; \
const uchar v4 = (v0 == v0); \
const uchar v5 = (v3 && v4); \
const float v6 = (v5 ? v1 : v0); \
x0[j] = v6; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
p0[b0] = v0; \
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
======== reduce.70
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0] = v3; \
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
======== reduce.71
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const uchar v7 = (v0 < v4); \
const float v8 = 0x1p+86f; \
const float v9 = 0x1p+0f; \
const float v10 = (v7 ? v8 : v9); \
const float v11 = (v6 * v10); \
const float v12 = (v10 * v11); \
p0[b0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 1
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \
x3[j] = y3; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l3[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \
l3[at] = x3[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \
y3 = l3[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.72
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const uchar v1 = (v0 != 0); \
const long v2 = (long)v1; \
y0 = v2; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
p0[b0] = v0; \
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
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const uchar v1 = (v0 != 0); \
const long v2 = (long)v1; \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.73
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const long v1 = (long)((t + i)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL int l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const long v1 = (long)((t)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.74
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = (v0 * v0); \
y0 = v1; \
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
const float v1 = sqrt(v0); \
p0[b0] = v1; \
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
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = (v0 * v0); \
y0 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.75
ieee
<<vector.cl>>
<<exp.cl>>
<<log.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = 0x1p+0f; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 > v2 || v0 != v0 ? v0 : v2); \
const uchar v5 = (v0 == v4); \
const float v6 = (v0 - v4); \
const float v7 = kiln_exp_f32(v6); \
const float v8 = (v1 * v7); \
const float v9 = (v5 ? v1 : v8); \
const uchar v10 = (v2 == v4); \
const float v11 = (v2 - v4); \
const float v12 = kiln_exp_f32(v11); \
const float v13 = (v3 * v12); \
const float v14 = (v10 ? v3 : v13); \
const float v15 = (v9 + v14); \
x0[j] = v4; \
x1[j] = v15; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = (v0 > v2 || v0 != v0 ? v0 : v2); \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v0 == v2); \
const float v6 = 0x1p+0f; \
const float v7 = (v0 - v2); \
const float v8 = fabs(v7); \
const float v9 = -v8; \
const float v10 = kiln_exp_f32(v9); \
const float v11 = (v5 ? v6 : v10); \
const float v12 = (v1 * v11); \
const float v13 = (v6 + v12); \
const float v14 = (v1 + v11); \
const float v15 = (v4 ? v13 : v14); \
x0[j] = v3; \
x1[j] = v15; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = kiln_log_f32(v1); \
const float v3 = (v0 + v2); \
p0[b0] = v3; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = 0x1p+0f; \
y0 = v0; \
y1 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.76
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(int, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(int, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
const long v1 = (long)(t); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 >= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 2
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL int l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec2 w2[2]; \

#define KILN_FETCH(u) w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u].item[j]; \
const long v1 = (long)((t)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.77
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1), KILN_ARG(const int, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const int v1 = p2[b2 + t2 + (int)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 < v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0 + (int)(c) * k0_0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 2
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL int l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \
kiln_vec2 w2[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const int v1 = w2[u].item[j]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.78
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(int, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(int, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
const long v1 = (long)((t + i)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 <= v0); \
const uchar v5 = !v4; \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const float v8 = (v7 ? v2 : v0); \
const int v9 = (v7 ? v3 : v1); \
x0[j] = v8; \
x1[j] = v9; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 1
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL int l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u].item[j]; \
const long v1 = (long)((t)); \
const int v2 = (int)v1; \
y0 = v0; \
y1 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.79
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const float, p1), KILN_ARG(const int, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const int, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
int x1[w], y1; \

#define KILN_INIT(j) x0[j] = -INFINITY; \
x1[j] = (int)(2147483647); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const int v1 = p2[b2 + t2 + (int)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const int v1 = x1[j]; \
const float v2 = y0; \
const int v3 = y1; \
const uchar v4 = (v2 > v0); \
const uchar v5 = (v2 != v2); \
const uchar v6 = (v0 == v0); \
const uchar v7 = (v5 && v6); \
const uchar v8 = (v4 || v7); \
const uchar v9 = (v0 == v2); \
const uchar v10 = (v0 != v0); \
const uchar v11 = (v5 && v10); \
const uchar v12 = (v9 || v11); \
const uchar v13 = (v3 < v1); \
const uchar v14 = (v12 && v13); \
const uchar v15 = (v8 || v14); \
const float v16 = (v15 ? v2 : v0); \
const int v17 = (v15 ? v3 : v1); \
x0[j] = v16; \
x1[j] = v17; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const int v0 = x1[j]; \
const int v1 = (int)(2147483647); \
const uchar v2 = (v0 == v1); \
const long v3 = (long)v0; \
const long v4 = (long)(0l); \
const long v5 = (v2 ? v4 : v3); \
p0[b0] = v5; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; int item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL int l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const int v1 = w2[u].item[j]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.80
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int s3, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0 + (int)split * s1; \
const int b2 = 0 + h0 * k2_0 + (int)split * s2; \
const int b3 = 0 + h0 * k3_0 + (int)split * s3; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
p0[b0] = v0; \
p1[b1] = v1; \
p2[b2] = v2; \
p3[b3] = v3; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 1
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 1
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \
x3[j] = y3; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec4;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l3[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec4 w4[4]; \

#define KILN_FETCH(u) w4[u].wide = *(KILN_GLOBAL const uint4*)(&p4[b4 + t4 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w4[u].item[j]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \
l3[at] = x3[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \
y3 = l3[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.81
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int r1_0, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \
const int b4 = 0 + h0 * k4_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \
const int t3 = 0 + g0; \
const int t4 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const uchar v7 = (v0 < v4); \
const float v8 = 0x1p+86f; \
const float v9 = 0x1p+0f; \
const float v10 = (v7 ? v8 : v9); \
const float v11 = (v6 * v10); \
const float v12 = (v10 * v11); \
p0[b0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
{ const float by = y0 < 0 ? 0x1p+0f : z0; y0 = fabs(y0); y1 *= by; y2 = y2 * by * by; y3 *= by; } \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \
x3[j] = y3; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
typedef union { uint4 wide; float item[4]; } kiln_vec3;
typedef union { uint4 wide; float item[4]; } kiln_vec4;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l3[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \
kiln_vec3 w3[4]; \
kiln_vec4 w4[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \
w3[u].wide = *(KILN_GLOBAL const uint4*)(&p3[b3 + t3 + (int)0]); \
w4[u].wide = *(KILN_GLOBAL const uint4*)(&p4[b4 + t4 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = w3[u].item[j]; \
const float v3 = w4[u].item[j]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \
l3[at] = x3[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \
y3 = l3[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.82
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(float, p2), KILN_ARG(float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(float, p2); \
KILN_PTR_RESTRICT(float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int s1, int s2, int s3, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0 + (int)split * s2; \
const int b3 = 0 + (int)split * s3; \
const int b4 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t4 = 0 + g0 * r4_0; \

#define KILN_MAP(i) { \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y3; \
const float v5 = 0x1p+0f; \
const float v6 = (v0 + v5); \
const uchar v7 = (v6 > v5); \
const float v8 = (v7 ? v3 : v4); \
const float v9 = (v4 - v8); \
const float v10 = (v9 - v1); \
const float v11 = (v5 / v6); \
const float v12 = (v10 * v11); \
const float v13 = (v1 + v12); \
const float v14 = (v9 - v13); \
const float v15 = (v10 * v14); \
const float v16 = (v2 + v15); \
x0[j] = v6; \
x1[j] = v13; \
x2[j] = v16; \
x3[j] = v8; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
p2[b2 + (int)(c) * k2_0] = v2; \
p3[b3 + (int)(c) * k3_0] = v3; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p4[b4 + t4 + (int)i]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
} \
y3 *= z0; \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f && kept0[0] == (float)(again_end - again_begin)) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 1
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \
x3[j] = y3; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec4;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l3[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec4 w4[4]; \

#define KILN_FETCH(u) w4[u].wide = *(KILN_GLOBAL const uint4*)(&p4[b4 + t4 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w4[u].item[j]; \
const float v1 = 0x1p+0f; \
const float v2 = 0x0p+0f; \
y0 = v1; \
y1 = v2; \
y2 = v2; \
y3 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \
l3[at] = x3[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \
y3 = l3[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.83
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3), KILN_ARG(const float, p4)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \
KILN_PTR_RESTRICT(const float, p4); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int k4_0, int s0, int r1_0, int r2_0, int r3_0, int r4_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \
float x2[w], y2; \
float x3[w], y3; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = 0x0p+0f; \
x2[j] = 0x0p+0f; \
x3[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0; \
const int b2 = 0; \
const int b3 = 0; \
const int b4 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0 * r1_0; \
const int t2 = 0 + g0 * r2_0; \
const int t3 = 0 + g0 * r3_0; \
const int t4 = 0 + g0 * r4_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = x2[j]; \
const float v3 = x3[j]; \
const float v4 = y0; \
const float v5 = y1; \
const float v6 = y2; \
const float v7 = y3; \
const float v8 = (v0 + v4); \
const float v9 = 0x0p+0f; \
const uchar v10 = (v0 > v9); \
const float v11 = (v10 ? v3 : v7); \
const float v12 = (v7 - v11); \
const float v13 = (v5 - v1); \
const float v14 = (v12 + v13); \
const uchar v15 = (v8 > v9); \
const float v16 = (v4 / v8); \
const float v17 = (v15 ? v16 : v9); \
const float v18 = (v14 * v17); \
const float v19 = (v1 + v18); \
const float v20 = (v2 + v6); \
const float v21 = (v0 * v17); \
const float v22 = (v14 * v21); \
const float v23 = (v14 * v22); \
const float v24 = (v20 + v23); \
x0[j] = v8; \
x1[j] = v19; \
x2[j] = v24; \
x3[j] = v11; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \
y2 = x2[j]; \
y3 = x3[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x2[j]; \
const long v2 = count; \
const float v3 = (float)v2; \
const float v4 = 0x0p+0f; \
const float v5 = (v3 > v4 || v3 != v3 ? v3 : v4); \
const float v6 = (v1 / v5); \
const float v7 = sqrt(v6); \
const uchar v8 = (v0 < v4); \
const float v9 = 0x1p+86f; \
const float v10 = 0x1p+0f; \
const float v11 = (v8 ? v9 : v10); \
const float v12 = (v7 * v11); \
p0[b0 + (int)(c) * k0_0] = v12; \
}
#define KILN_OVERFLOWN(j) (!(x2[j] <= 0x1.fffffep+127f))
#define KILN_REPAIR(j, column, begin, end) if (KILN_OVERFLOWN(j)) { \
const long again_column = (column); \
const KILN_INDEX again_begin = (begin), again_end = (end); \
float kept0[4], z0; \
int finite0 = 1; \
kept0[2] = x2[j]; \
{ \
KILN_DECLARE(2) \
if (kept0[2] != kept0[2]) \
for (KILN_INDEX from = again_begin, stop; (finite0) && from < again_end; from = stop) { \
stop = again_end - from < 512 ? again_end : from + 512; \
for (KILN_INDEX e = from; e < stop; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
finite0 &= (fabs(y2) <= 0x1.fffffep+127f) & (fabs(y3) <= 0x1.fffffep+127f); \
} \
} \
z0 = kept0[2] <= 0x1.fffffep+127f || !finite0 ? 0x1p+0f : 0x1p-86f; \
KILN_INIT(0) \
KILN_INIT(1) \
for (KILN_INDEX e = again_begin; (z0 != 0x1p+0f) && e < again_end; ++e) { \
const KILN_INDEX t = e; \
const long i = again_column; \
KILN_REDUCED(t) \
{ \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const float v3 = p4[b4 + t4 + (int)i]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
{ const float by = y0 < 0 ? 0x1p+0f : z0; y0 = fabs(y0); y1 *= by; y2 = y2 * by * by; y3 *= by; } \
KILN_NEXT(1) \
if (e % 64 == 64 - 1 || e + 1 == again_end) { \
KILN_FROM_LANE(1) \
KILN_FOLD(0) \
KILN_INIT(1) \
} \
} \
kept0[0] = x0[0]; \
kept0[1] = x1[0]; \
kept0[2] = x2[0]; \
kept0[3] = x3[0]; \
} \
if (z0 != 0x1p+0f) { x0[j] = -kept0[0]; x1[j] = kept0[1]; x2[j] = kept0[2]; x3[j] = kept0[3]; } \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \
x2[j] = y2; \
x3[j] = y3; \

#define KILN_AHEAD 2
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
typedef union { uint4 wide; float item[4]; } kiln_vec3;
typedef union { uint4 wide; float item[4]; } kiln_vec4;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l2[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l3[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[2]; \
kiln_vec2 w2[2]; \
kiln_vec3 w3[2]; \
kiln_vec4 w4[2]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)i]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \
w3[u].wide = *(KILN_GLOBAL const uint4*)(&p3[b3 + t3 + (int)i]); \
w4[u].wide = *(KILN_GLOBAL const uint4*)(&p4[b4 + t4 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = w3[u].item[j]; \
const float v3 = w4[u].item[j]; \
y0 = v0; \
y1 = v1; \
y2 = v2; \
y3 = v3; \
} \
y2 = y0 < 0 ? INFINITY : y2; \
y0 = fabs(y0);
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \
l2[at] = x2[j]; \
l3[at] = x3[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \
y2 = l2[at]; \
y3 = l3[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.84
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = fabs(v0); \
const float v2 = (v1 * v1); \
const float v3 = (v1 * v2); \
y0 = v3; \
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
const float v1 = 0x1.555556p-2f; \
const float v2 = pow(v0, v1); \
p0[b0] = v2; \
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
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = fabs(v0); \
const float v2 = (v1 * v1); \
const float v3 = (v1 * v2); \
y0 = v3; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.85
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \
x1[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = (v0 * v1); \
y0 = v2; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 + v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 + v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = (v0 / v1); \
p0[b0] = v2; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = (v0 * v1); \
y0 = v2; \
y1 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.86
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
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
const float v1 = sqrt(v0); \
p0[b0] = v1; \
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
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = (v0 * v1); \
y0 = v2; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.87
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const int, p1), KILN_ARG(const long, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const int, p1); \
KILN_PTR_RESTRICT(const long, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int r1_0, int r2_0, int r3_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0; \
const int t3 = 0 + g0; \

#define KILN_MAP(i) { \
const int v0 = p1[b1 + t1 + (int)i]; \
const long v1 = p2[b2 + t2]; \
const float v2 = p3[b3 + t3 + (int)i]; \
const long v3 = (long)v0; \
const uchar v4 = (v1 == v3); \
const float v5 = 0x0p+0f; \
const float v6 = (v4 ? v2 : v5); \
y0 = v6; \
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
p0[b0] = v0; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 4
typedef union { uint2 wide; int item[2]; } kiln_vec1;
typedef union { uint2 wide; float item[2]; } kiln_vec3;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
long w2[4]; \
kiln_vec3 w3[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint2*)(&p1[b1 + t1 + (int)0]); \
w2[u] = p2[b2 + t2]; \
w3[u].wide = *(KILN_GLOBAL const uint2*)(&p3[b3 + t3 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const int v0 = w1[u].item[j]; \
const long v1 = w2[u]; \
const float v2 = w3[u].item[j]; \
const long v3 = (long)v0; \
const uchar v4 = (v1 == v3); \
const float v5 = 0x0p+0f; \
const float v6 = (v4 ? v2 : v5); \
y0 = v6; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.88
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int s0, int s1, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = -INFINITY; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
y0 = v0; \
y1 = v0; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 2
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec2 w2[2]; \

#define KILN_FETCH(u) w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u].item[j]; \
y0 = v0; \
y1 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.89
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR_RESTRICT(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int s1, int r2_0, int r3_0
#define KILN_DECLARE(w) float x0[w], y0; \
float x1[w], y1; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \
x1[j] = -INFINITY; \

#define KILN_KEPT(row) const int b0 = 0 + (int)split * s0; \
const int b1 = 0 + (int)split * s1; \
const int b2 = 0; \
const int b3 = 0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t2 = 0 + g0 * r2_0; \
const int t3 = 0 + g0 * r3_0; \

#define KILN_MAP(i) { \
const float v0 = p2[b2 + t2 + (int)i]; \
const float v1 = p3[b3 + t3 + (int)i]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_FOLD(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_NEXT(j) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
const float v2 = y0; \
const float v3 = y1; \
const float v4 = (v0 + v2); \
const float v5 = (v1 > v3 || v1 != v1 ? v1 : v3); \
x0[j] = v4; \
x1[j] = v5; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \
y1 = x1[j]; \

#define KILN_FINISH(j, c) { \
const float v0 = x0[j]; \
const float v1 = x1[j]; \
p0[b0 + (int)(c) * k0_0] = v0; \
p1[b1 + (int)(c) * k1_0] = v1; \
}
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SPLITS splits
#define KILN_SINGLE 0
#define KILN_V 4
#define KILN_SIDE KILN_V
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \
x1[j] = y1; \

#define KILN_AHEAD 2
#define KILN_REST 1
typedef union { uint4 wide; float item[4]; } kiln_vec2;
typedef union { uint4 wide; float item[4]; } kiln_vec3;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \
KILN_LOCAL float l1[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec2 w2[2]; \
kiln_vec3 w3[2]; \

#define KILN_FETCH(u) w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)i]); \
w3[u].wide = *(KILN_GLOBAL const uint4*)(&p3[b3 + t3 + (int)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w2[u].item[j]; \
const float v1 = w3[u].item[j]; \
y0 = v0; \
y1 = v1; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \
l1[at] = x1[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \
y1 = l1[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
======== reduce.90
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const long v1 = (long)((t + i)); \
const float v2 = (float)v1; \
const float v3 = (v0 * v2); \
y0 = v3; \
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
p0[b0] = v0; \
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
const long v1 = (long)((t)); \
const float v2 = (float)v1; \
const float v3 = (v0 * v2); \
y0 = v3; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.91
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = 0x0p+0f; \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

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
p0[b0] = v0; \
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
======== reduce.92
ieee
<<vector.cl>>
<<exp.cl>>
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1), KILN_ARG(const float, p2), KILN_ARG(const float, p3)
#define KILN_POINTERS KILN_PTR(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \
KILN_PTR(const float, p3); \

#define KILN_EXTENTS , int k0_0, int k1_0, int k2_0, int k3_0, int s0, int r1_0, int r2_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \
const int b2 = 0 + h0 * k2_0; \
const int b3 = 0 + h0 * k3_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \
const int t2 = 0 + g0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (int)i]; \
const float v1 = p2[b2 + t2 + (int)i]; \
const float v2 = 0x1p+1f; \
const float v3 = (v0 * v2); \
const float v4 = (v3 - v1); \
const float v5 = kiln_exp_f32(v4); \
y0 = v5; \
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
const float v2 = p3[b3]; \
const long v3 = (long)(0l); \
const uchar v4 = (v1 == v3); \
const float v5 = 0x0p+0f; \
const float v6 = (v4 ? v5 : v0); \
const float v7 = (v2 * v6); \
const float v8 = 0x1p+0f; \
const float v9 = (v7 + v8); \
p0[b0] = v9; \
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
typedef union { uint4 wide; float item[4]; } kiln_vec1;
typedef union { uint4 wide; float item[4]; } kiln_vec2;
#define KILN_LOCALS KILN_LOCAL float l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \
kiln_vec2 w2[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \
w2[u].wide = *(KILN_GLOBAL const uint4*)(&p2[b2 + t2 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
const float v1 = w2[u].item[j]; \
const float v2 = 0x1p+1f; \
const float v3 = (v0 * v2); \
const float v4 = (v3 - v1); \
const float v5 = kiln_exp_f32(v4); \
y0 = v5; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.93
ieee
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(long, p0), KILN_ARG(const long, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(long, p0); \
KILN_PTR_RESTRICT(const long, p1); \

#define KILN_EXTENTS , int k0_0, int k1_0, int s0, int r1_0
#define KILN_DECLARE(w) long x0[w], y0; \

#define KILN_INIT(j) x0[j] = (long)(0l); \

#define KILN_KEPT(row) const int h0 = (int)((row)); \
const int b0 = 0 + h0 * k0_0 + (int)split * s0; \
const int b1 = 0 + h0 * k1_0; \

#define KILN_REDUCED(t) const int g0 = (int)((t)); \
const int t1 = 0 + g0; \

#define KILN_MAP(i) { \
const long v0 = p1[b1 + t1 + (int)i]; \
y0 = v0; \
}
#define KILN_FOLD(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_NEXT(j) { \
const long v0 = x0[j]; \
const long v1 = y0; \
const long v2 = (long)((ulong)v0 + (ulong)v1); \
x0[j] = v2; \
}
#define KILN_FROM_LANE(j) y0 = x0[j]; \

#define KILN_FINISH(j, c) { \
const long v0 = x0[j]; \
const long v1 = count; \
const long v2 = (long)(0l); \
const uchar v3 = (v1 == v2); \
const long v4 = (v3 ? v2 : v0); \
p0[b0] = v4; \
}
#define KILN_GROUP 256
#define KILN_LANES KILN_GROUP
#define KILN_SPLITS splits
#define KILN_SINGLE 1
#define KILN_V 2
#define KILN_SIDE 1
#define KILN_TREE 0
#define KILN_TO_LANE(j) x0[j] = y0; \

#define KILN_AHEAD 4
#define KILN_REST 1
typedef union { uint4 wide; long item[2]; } kiln_vec1;
#define KILN_LOCALS KILN_LOCAL long l0[KILN_SIDE * KILN_GROUP]; \

#define KILN_HOLD kiln_vec1 w1[4]; \

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (int)0]); \

#define KILN_MAP_HELD(u, j, t) { \
const long v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_rows.cl>>
======== reduce.94
ieee
#define KILN_INDEX ulong
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS , long k0_0, long k1_0, long s0, long r1_0
#define KILN_DECLARE(w) float x0[w], y0; \

#define KILN_INIT(j) x0[j] = (-0x0p+0f); \

#define KILN_KEPT(row) const long b0 = 0 + (long)split * s0; \
const long b1 = 0; \

#define KILN_REDUCED(t) const long g0 = (long)((t)); \
const long t1 = 0 + g0 * r1_0; \

#define KILN_MAP(i) { \
const float v0 = p1[b1 + t1 + (long)i]; \
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
p0[b0 + (long)(c) * k0_0] = v0; \
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

#define KILN_FETCH(u) w1[u].wide = *(KILN_GLOBAL const uint4*)(&p1[b1 + t1 + (long)i]); \

#define KILN_MAP_HELD(u, j, t) { \
const float v0 = w1[u].item[j]; \
y0 = v0; \
}
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j]; \

#define KILN_FROM_LOCAL(at) y0 = l0[at]; \

<<reduce.cl>>
<<reduce_columns.cl>>
