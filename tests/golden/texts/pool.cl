======== conv_planes.1
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 2
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 1
#define KILN_COUNT 0
<<conv_planes.cl>>
======== pool_planes.1
ieee
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 2
#define KILN_OUT 2
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_G 1
#define KILN_DISJOINT 0
<<pool_planes.cl>>
======== conv_planes.2
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 2
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.3
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 1
#define KILN_OUT 2
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.4
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 2
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 1
<<conv_planes.cl>>
======== conv_planes.5
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 1
#define KILN_OUT 2
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 1
<<conv_planes.cl>>
======== conv_planes.6
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 2
#define KILN_OUT 1
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 2
<<conv_planes.cl>>
======== conv_planes.7
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_T float
#define KILN_STORE(x) (x)
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 1
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 1
#define KILN_OUT 2
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 2
<<conv_planes.cl>>
======== pool.1
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_MODE 3
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== resample.1
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 0
#define KILN_GRADIENT 0
<<upsample.cl>>
======== resample.2
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 0
#define KILN_GRADIENT 1
<<upsample.cl>>
======== resample.3
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 1
#define KILN_GRADIENT 0
<<upsample.cl>>
======== resample.4
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 1
#define KILN_GRADIENT 1
<<upsample.cl>>
======== conv_planes.8
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 1
#define KILN_COUNT 0
<<conv_planes.cl>>
======== pool_planes.2
ieee
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_G 0
#define KILN_DISJOINT 0
<<pool_planes.cl>>
======== conv_planes.9
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.10
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 0
<<conv_planes.cl>>
======== conv_planes.11
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 1
<<conv_planes.cl>>
======== conv_planes.12
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 1
<<conv_planes.cl>>
======== conv_planes.13
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 0
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 2
<<conv_planes.cl>>
======== conv_planes.14
ieee
<<epilogue.cl>>
#define KILN_INDEX int
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_T float
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_PLAIN 0
#define KILN_HALF_VLOAD(p) vload8(0, p)
#define KILN_IN 0
#define KILN_OUT 0
#define KILN_ROOM 6144
#define KILN_TAPS 128
#define KILN_TRANSPOSED 1
<<plane_side.cl>>
#define KILN_OP 2
#define KILN_COUNT 2
<<conv_planes.cl>>
======== pool.2
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_MODE 3
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== resample.5
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 0
#define KILN_GRADIENT 0
<<upsample.cl>>
======== resample.6
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 0
#define KILN_GRADIENT 1
<<upsample.cl>>
======== resample.7
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 1
#define KILN_GRADIENT 0
<<upsample.cl>>
======== resample.8
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_LINEAR 1
#define KILN_GRADIENT 1
<<upsample.cl>>
======== reduce.1
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
const float v2 = (float)v1; \
const float v3 = (v0 / v2); \
p0[b0 + (int)(c) * k0_1] = v3; \
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
======== pool_spread.1
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 1
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_UNIT 1
#define KILN_DISJOINT 1
#define KILN_GREATEST 1
#define KILN_COUNT 0
<<pool_spread.cl>>
======== pool_spread.2
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 1
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_VEC float16
#define KILN_PLACE int
#define KILN_MASK int16
#define KILN_ORDER (KILN_MASK)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_LANES 16
#define KILN_UNIT 1
#define KILN_DISJOINT 1
#define KILN_GREATEST 0
#define KILN_COUNT 1
<<pool_spread.cl>>
======== pool.3
ieee
#define KILN_INDEX long
#define KILN_PLACE long
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 1
#define KILN_W0 0
#define KILN_S0 s0
#define KILN_W1 0
#define KILN_S1 s1
#define KILN_W2 0
#define KILN_S2 s2
#define KILN_MODE 0
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.4
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 0
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.5
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 2
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.6
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 5
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.7
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.8
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.9
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool.10
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool.11
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 2
<<quotient.cl>>
<<pool.cl>>
======== pool.12
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 2
<<quotient.cl>>
<<pool.cl>>
======== pool.13
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 3
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.14
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 0
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.15
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 2
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.16
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 5
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.17
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.18
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.19
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool.20
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool.21
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 1
#define KILN_COUNT 2
<<quotient.cl>>
<<pool.cl>>
======== pool.22
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 2
<<quotient.cl>>
<<pool.cl>>
======== pool.23
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED ushort
#define KILN_LOAD(x) (kiln_from_half((x)))
#define KILN_STORE(x) kiln_to_half((x))
#define KILN_LAST 0
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 3
#define KILN_S1 2
#define KILN_W2 3
#define KILN_S2 2
#define KILN_MODE 3
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
======== pool.24
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 1
#define KILN_WIDE 0
#define KILN_W0 0
#define KILN_S0 1
#define KILN_W1 0
#define KILN_S1 1
#define KILN_W2 0
#define KILN_S2 1
#define KILN_MODE 1
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool_blocks.1
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 1
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 2
#define KILN_S1 2
#define KILN_W2 2
#define KILN_S2 2
<<quotient.cl>>
<<pool_blocks.cl>>
======== pool.25
ieee
#define KILN_INDEX int
#define KILN_PLACE int
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 1
#define KILN_WIDE 0
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 2
#define KILN_S1 2
#define KILN_W2 2
#define KILN_S2 2
#define KILN_MODE 4
#define KILN_COUNT 1
<<quotient.cl>>
<<pool.cl>>
======== pool.26
ieee
#define KILN_INDEX long
#define KILN_PLACE long
#define KILN_T float
#define KILN_STORED float
#define KILN_LOAD(x) ((x))
#define KILN_STORE(x) (x)
#define KILN_LAST 0
#define KILN_WIDE 1
#define KILN_W0 1
#define KILN_S0 1
#define KILN_W1 2
#define KILN_S1 2
#define KILN_W2 2
#define KILN_S2 2
#define KILN_MODE 0
#define KILN_COUNT 0
<<quotient.cl>>
<<pool.cl>>
