#ifndef KILN_VECTORS
#if defined(KILN_OPENCL) && (defined(__FMA__) || defined(__aarch64__)) && !defined(__FAST_RELAXED_MATH__)
#define KILN_VECTORS 1
#else
#define KILN_VECTORS 0
#endif
#ifdef KILN_OPENCL
#define KILN_VECTOR_FUNCTION static inline __attribute__((always_inline))
#else
#define KILN_VECTOR_FUNCTION KILN_FUNCTION
#endif
#define KILN_16(number) ((float16)(number))
#define KILN_STEP_16(p, x, c) p = fma(p, x, KILN_16(c))
#define KILN_SIGNED_16(y, x) as_float16(as_int16(y) | (as_int16(x) & (int16)(1 << 31)))
#if KILN_VECTORS
KILN_VECTOR_FUNCTION int kiln_some_x16(int16 mask) {
  const long2 bytes = as_long2(convert_char16(mask));
  return (bytes.x | bytes.y) != 0;
}
#endif
#endif
#if KILN_VECTORS
#if defined(__AVX512F__) && defined(__has_builtin)
#if __has_builtin(__builtin_ia32_scalefps512_mask)
#define KILN_SCALE_16 1
#endif
#endif
#ifdef KILN_SCALE_16
typedef float kiln_floats __attribute__((__vector_size__(64)));
KILN_VECTOR_FUNCTION float16 kiln_scale_x16(float16 p, float16 k) {
  const kiln_floats v = __builtin_astype(p, kiln_floats);
  return __builtin_astype(__builtin_ia32_scalefps512_mask(v, __builtin_astype(k, kiln_floats), v, (ushort)0xffff, 4), float16);
}
#else
KILN_VECTOR_FUNCTION float16 kiln_scale_x16(float16 p, float16 k) {
  const int16 n = convert_int16(k), part = n >> 1;
  return p * as_float16((part + (int16)127) << 23) * as_float16((n - part + (int16)127) << 23);
}
#endif
KILN_VECTOR_FUNCTION float16 kiln_whole_x16(float16 x) { return (x + KILN_16(0x1.8p+23f)) - KILN_16(0x1.8p+23f); }
KILN_VECTOR_FUNCTION float16 kiln_within_x16(float16 x, float16 most) {
  const float16 y = select(x, most, x > most);
  return select(y, -most, y < -most);
}
KILN_VECTOR_FUNCTION float16 kiln_octave_x16(float16 x, float16 *k) {
  *k = fma(x, KILN_16(0x1.715476p+0f), KILN_16(0x1.8p+23f)) - KILN_16(0x1.8p+23f);
  return fma(*k, KILN_16(0x1.05c61p-29f), fma(*k, KILN_16(-0x1.62e43p-1f), x));
}
KILN_VECTOR_FUNCTION float16 kiln_root_of_two_x16(float16 r) {
  float16 p = KILN_16(0x1.3f9068p-13f);
  KILN_STEP_16(p, r, 0x1.5f0a66p-10f);
  KILN_STEP_16(p, r, 0x1.3b30bp-7f);
  KILN_STEP_16(p, r, 0x1.c6af78p-5f);
  KILN_STEP_16(p, r, 0x1.ebfbd8p-3f);
  KILN_STEP_16(p, r, 0x1.62e43p-1f);
  KILN_STEP_16(p, r, 1.0f);
  return p;
}
KILN_VECTOR_FUNCTION float16 kiln_root_of_e_x16(float16 r) {
  float16 p = KILN_16(0x1.6850ep-10f);
  KILN_STEP_16(p, r, 0x1.123bccp-7f);
  KILN_STEP_16(p, r, 0x1.555b98p-5f);
  KILN_STEP_16(p, r, 0x1.55548ep-3f);
  KILN_STEP_16(p, r, 0x1.fffff8p-2f);
  KILN_STEP_16(p, r, 1.0f);
  KILN_STEP_16(p, r, 1.0f);
  return p;
}
KILN_VECTOR_FUNCTION float16 kiln_exp_x16(float16 x) {
  float16 k;
  const float16 r = kiln_octave_x16(kiln_within_x16(x, KILN_16(110)), &k);
  return kiln_scale_x16(kiln_root_of_e_x16(r), k);
}
KILN_VECTOR_FUNCTION float16 kiln_exp2_x16(float16 x) {
  const float16 y = kiln_within_x16(x, KILN_16(160)), k = kiln_whole_x16(y);
  return kiln_scale_x16(kiln_root_of_two_x16(y - k), k);
}
KILN_VECTOR_FUNCTION float16 kiln_erf_rest_x16(float16 z) {
  float16 p = KILN_16(0x1.03a052p-14f);
  KILN_STEP_16(p, z, -0x1.874dbp-11f);
  KILN_STEP_16(p, z, 0x1.4f7c3cp-8f);
  KILN_STEP_16(p, z, -0x1.b7480ep-6f);
  KILN_STEP_16(p, z, 0x1.ce1fcep-4f);
  KILN_STEP_16(p, z, -0x1.8126d2p-2f);
  KILN_STEP_16(p, z, 0x1.06eba0p-3f);
  return p;
}
KILN_VECTOR_FUNCTION float16 kiln_erf_x16(float16 x) {
  const float16 a = fabs(x), b = select(a, KILN_16(4), a > KILN_16(4));
  float16 q = KILN_16(0x1.364348p-19f);
  KILN_STEP_16(q, b, -0x1.126bc6p-14f);
  KILN_STEP_16(q, b, 0x1.bec82cp-11f);
  KILN_STEP_16(q, b, -0x1.bf3924p-8f);
  KILN_STEP_16(q, b, 0x1.373dc8p-5f);
  KILN_STEP_16(q, b, -0x1.44c93ep-3f);
  KILN_STEP_16(q, b, -0x1.d2d49ap-1f);
  KILN_STEP_16(q, b, -0x1.a1642p+0f);
  KILN_STEP_16(q, b, 0x1.bce2b2p-12f);
  const float16 y = select(KILN_16(1) - kiln_exp2_x16(q), fma(kiln_erf_rest_x16(a * a), a, a), a < KILN_16(1));
  return KILN_SIGNED_16(y, x);
}
KILN_VECTOR_FUNCTION float16 kiln_erfc_x16(float16 x) {
  const float16 a = fabs(x), b = select(a, KILN_16(10.3f), a > KILN_16(10.3f)), t = (b - KILN_16(2)) / (b + KILN_16(2));
  const float16 square = b * b, rest = fma(b, b, -square);
  float16 k, p = KILN_16(0x1.e68aaap-16f);
  KILN_STEP_16(p, t, -0x1.78ee02p-12f);
  KILN_STEP_16(p, t, -0x1.4868fap-10f);
  KILN_STEP_16(p, t, 0x1.4cac66p-10f);
  KILN_STEP_16(p, t, 0x1.1b01fcp-7f);
  KILN_STEP_16(p, t, -0x1.07911cp-7f);
  KILN_STEP_16(p, t, -0x1.bc0b44p-5f);
  KILN_STEP_16(p, t, 0x1.4ffb0ap-3f);
  KILN_STEP_16(p, t, -0x1.540846p-3f);
  KILN_STEP_16(p, t, -0x1.7bf5fep-4f);
  KILN_STEP_16(p, t, 0x1.46e80ep+0f);
  const float16 r = kiln_octave_x16(-square, &k) - rest;
  const float16 y = kiln_scale_x16(kiln_root_of_e_x16(r) * (p / fma(KILN_16(2), b, KILN_16(1))), k);
  return select(select(y, KILN_16(2) - y, x < KILN_16(0)), KILN_16(1) - fma(kiln_erf_rest_x16(a * a), x, x), a < KILN_16(0.5f));
}
#else
#define kiln_exp_x16 exp
#define kiln_exp2_x16 exp2
#define kiln_erf_x16 erf
#define kiln_erfc_x16 erfc
#endif
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n, uint rows, uint chunk, uint row_chunk
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
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

#define KILN_BLOCK 64
#define KILN_STRIP 256
#if KILN_SCATTERED
#undef KILN_APART
#define KILN_APART
#elif !KILN_ALIASED
#undef KILN_APART
#define KILN_APART KILN_VECTORIZE
#endif
#define KILN_LINED __attribute__((aligned(64)))
#define KILN_RUN 1024
#define KILN_EARLY 2048
#define KILN_ASK(address, bytes) \
  KILN_TOUCH(const KILN_GLOBAL uchar, address); \
  for (int j = 0; j < (int)(bytes); j += 64) KILN_PREFETCH((ulong)(address) + KILN_EARLY + j, 0, 3);
#if KILN_WIDTH > 1
#define KILN_EACH(i, stop) \
  for (; i + KILN_WIDTH <= stop; i += KILN_WIDTH) { \
    KILN_VECTOR(i) \
  } \
  if (i < stop) { \
    KILN_TAIL(i, stop - i) \
    i = stop; \
  }
#else
#ifdef KILN_TOUCH_FOR
#define KILN_TOUCH_FIRST(i, stop) \
  if (i < stop) { \
    KILN_TOUCH_FOR(i) \
  }
#else
#define KILN_TOUCH_FIRST(i, stop)
#endif
#define KILN_EACH(i, stop) \
  KILN_TOUCH_FIRST(i, stop) \
  KILN_APART \
  for (; i < stop; ++i) { \
    KILN_ONE(i) \
  }
#endif
#if KILN_WIDTH > 1
#define KILN_VECTORIZE_BLOCK
#else
#define KILN_VECTORIZE_BLOCK KILN_VECTORIZE
#endif
#define KILN_EACH_BLOCK(i, stop, ahead) \
  for (; stop - i >= KILN_BLOCK; i += KILN_BLOCK) { \
    KILN_BLOCK_MEMORY \
    ahead \
    KILN_VECTORIZE_BLOCK \
    for (int j = 0; j < KILN_BLOCK; j += KILN_WIDTH) { \
      KILN_IN_BLOCK((i + j), j) \
    } \
    KILN_SEND(i) \
  }
KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * chunk;
  const KILN_INDEX end = n - begin < chunk ? n : begin + chunk;
  const KILN_INDEX first = (KILN_INDEX)get_group_id(1) * row_chunk;
  const KILN_INDEX last = rows - first < row_chunk ? rows : first + row_chunk;
  for (KILN_INDEX row = first; row < last; ++row) {
    KILN_ROW_OFFSETS
    KILN_INDEX i = begin;
#ifdef KILN_GATHER
    while (i < end) {
      const KILN_INDEX from = i;
      int some = end - from < KILN_STRIP ? (int)(end - from) : KILN_STRIP;
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
      const int before = (int)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
      if (before > 0 && before < some) some = before;
#endif
      const KILN_INDEX stop = from + some;
      KILN_GATHER
#else
    {
      const KILN_INDEX stop = end;
#endif
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
      const KILN_INDEX lead = (KILN_INDEX)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
      if (lead < stop - i) {
        const KILN_INDEX well = i + lead;
#if KILN_WIDTH > 1
        KILN_EACH(i, well)
#else
        for (; i < well; ++i) {
          KILN_ONE(i)
        }
#endif
        if ((KILN_ADDRESSES(i)) % 32 == 0) {
          KILN_EACH_BLOCK(i, stop, KILN_ASK_FOR(i))
        }
      }
#endif
#if KILN_WIDTH == 1 && defined(KILN_TOUCH_FOR)
      while (stop - i > KILN_RUN) {
        const KILN_INDEX touched = i + KILN_RUN;
        KILN_EACH(i, touched)
      }
#endif
      KILN_EACH(i, stop)
#ifdef KILN_GATHER
      KILN_SCATTER
      i = stop;
#endif
    }
  }
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
  KILN_STREAMED
#endif
}
