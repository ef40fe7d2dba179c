// SPDX-License-Identifier: Apache-2.0
// Macros that the elementwise kernels of CPU devices share (elementwise_chunks.cl, elementwise_tiles.cl). The generator
// defines:
//   KILN_WIDTH             elements of a vector; 1: scalar code, which the compiler may vectorise
//   KILN_VECTOR(i)         computes KILN_WIDTH elements from i on; KILN_TAIL(i, m) the first m of them
//   KILN_IN_BLOCK(i, j)    computes element (or vector) i into element j of a block in private memory, which
//                          KILN_BLOCK_MEMORY declares
//   KILN_SEND(i)           writes the block to element i on, bypassing the caches (stream.cl)
//   KILN_ADDRESSES(i)      the addresses of all outputs' elements i, combined by OR
//   KILN_TOUCH_FOR(i)      reads element i of the operands of `where` (KILN_TOUCH)
//   KILN_ALIASED           1: an output shares its memory with an input; each result is written where the same element
//                          was read
//   KILN_SCATTERED         1: operands are strided and accessed where they lie
#define KILN_BLOCK 64   // elements of a block of results
#define KILN_STRIP 256  // elements of a strided operand that KILN_GATHER (elementwise_chunks.cl) reads at a time
#if KILN_SCATTERED  // vectors would be gathered, which costs more than they save
#undef KILN_APART
#define KILN_APART
#elif !KILN_ALIASED  // no output is an input: compilers may find that out themselves
#undef KILN_APART
#define KILN_APART KILN_VECTORIZE
#endif
#define KILN_LINED __attribute__((aligned(64)))  // so that no vector crosses a cache line
#define KILN_RUN 1024  // elements between two KILN_TOUCH of operands that `where` chooses from (prelude_opencl.cl)
#define KILN_EARLY 2048  // bytes ahead of their use at which operands are prefetched
#define KILN_ASK(address, bytes)                \
  KILN_TOUCH(const KILN_GLOBAL uchar, address); \
  for (int j = 0; j < (int)(bytes); j += 64) KILN_PREFETCH((ulong)(address) + KILN_EARLY + j, 0, 3);

// Computes elements i to stop - 1 and leaves i at `stop`.
#if KILN_WIDTH > 1
#define KILN_EACH(i, stop)                                    \
  for (; i + KILN_WIDTH <= stop; i += KILN_WIDTH) {           \
    KILN_VECTOR(i)                                            \
  }                                                           \
  if (i < stop) {                                             \
    KILN_TAIL(i, stop - i)                                    \
    i = stop;                                                 \
  }
#else
#ifdef KILN_TOUCH_FOR
#define KILN_TOUCH_FIRST(i, stop) \
  if (i < stop) {                 \
    KILN_TOUCH_FOR(i)             \
  }
#else
#define KILN_TOUCH_FIRST(i, stop)
#endif
#define KILN_EACH(i, stop)        \
  KILN_TOUCH_FIRST(i, stop)       \
  KILN_APART                      \
  for (; i < stop; ++i) {         \
    KILN_ONE(i)                   \
  }
#endif
// Computes whole blocks from element i on, as far as they end before `stop`, and leaves i behind them. `ahead` is a
// statement that prefetches.
#if KILN_WIDTH > 1
#define KILN_VECTORIZE_BLOCK
#else
#define KILN_VECTORIZE_BLOCK KILN_VECTORIZE
#endif
#define KILN_EACH_BLOCK(i, stop, ahead)                       \
  for (; stop - i >= KILN_BLOCK; i += KILN_BLOCK) {           \
    KILN_BLOCK_MEMORY                                         \
    ahead                                                     \
    KILN_VECTORIZE_BLOCK                                      \
    for (int j = 0; j < KILN_BLOCK; j += KILN_WIDTH) {        \
      KILN_IN_BLOCK((i + j), j)                               \
    }                                                         \
    KILN_SEND(i)                                              \
  }
