// SPDX-License-Identifier: Apache-2.0
// Macros that the elementwise kernels of CPU devices share (elementwise_chunks.cl, elementwise_tiles.cl). The generator
// defines KILN_ALIASED: 1 if an output shares its memory with an input, in which case each result is written
// where the same element was read. KILN_SCATTERED is 1 if strided operands are accessed directly, without a copy
// in private memory.
#ifndef KILN_ALIASED
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#endif
#define KILN_BLOCK 64   // elements of a block of results
#define KILN_STRIP 256  // elements of a strip of a strided operand
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
