#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, KILN_GLOBAL const float *p2_base, ulong p2_offset, uint n, uint rows, int t1, int t2, uint chunk, uint row_chunk
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \
KILN_PTR_RESTRICT(const float, p2); \

#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 1
#define KILN_ALIASED 0
#define KILN_SCATTERED 1
#define KILN_ONE(i) const float v0 = p1[0 + (int)i * t1]; \
const float v1 = p2[0 + (int)i * t2]; \
const float v2 = (v0 + v1); \
p0[0 + (int)i] = v2; \

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
