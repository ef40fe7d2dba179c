// SPDX-License-Identifier: Apache-2.0
// What the elementwise kernels of CPU devices have in common. KILN_ALIASED: an output is an input, each element its own.
#ifndef KILN_ALIASED
#define KILN_ALIASED 0
#define KILN_SCATTERED 0
#endif
#define KILN_BLOCK 64   // elements
#define KILN_STRIP 256  // elements
#if KILN_SCATTERED  // vectors would be gathered, which costs more than they save
#undef KILN_APART
#define KILN_APART
#elif !KILN_ALIASED  // no output is an input
#undef KILN_APART
#define KILN_APART KILN_VECTORIZE
#endif
#define KILN_LINED __attribute__((aligned(64)))  // no vector lies in two lines of the cache
#define KILN_RUN 1024    // elements between the touches that operands of where need (prelude_opencl.cl)
#define KILN_EARLY 2048  // bytes before their use that operands are asked for
#define KILN_ASK(address, bytes)                \
  KILN_TOUCH(const KILN_GLOBAL uchar, address); \
  for (int j = 0; j < (int)(bytes); j += 64) KILN_PREFETCH((ulong)(address) + KILN_EARLY + j, 0, 3);
