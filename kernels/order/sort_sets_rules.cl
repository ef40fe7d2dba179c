// SPDX-License-Identifier: Apache-2.0
// What `sort_sets` writes (sort_sets.cl, and sort_sets_chunks.cl on CPU devices).
// `mode` has a bit for each array that is written besides the distinct elements. They need elements of one array alone.
#define KILN_WRITE_INDICES 1u
#define KILN_WRITE_INVERSE 2u
#define KILN_WRITE_COUNTS 4u
// `rule` has a bit for each kind of element that is kept.
#define KILN_OF_BOTH 0
#define KILN_OF_FIRST 1
#define KILN_OF_SECOND 2
