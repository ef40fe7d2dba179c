// SPDX-License-Identifier: Apache-2.0
// Arguments of `sort_sets` (sort_sets.cl, and sort_sets_chunks.cl on CPU devices) that choose what it writes.
// `mode` has a bit for each array that is written besides the distinct elements. It is 0 if there are two input arrays.
#define KILN_WRITE_INDICES 1u
#define KILN_WRITE_INVERSE 2u
#define KILN_WRITE_COUNTS 4u
// `rule` has a bit for each kind of element that is kept.
#define KILN_OF_BOTH 0
#define KILN_OF_FIRST 1
#define KILN_OF_SECOND 2
