/* SPDX-License-Identifier: Apache-2.0
 * What blocks of C in the pages may use without showing it. */
#ifndef DOCS_BLOCKS_H
#define DOCS_BLOCKS_H

#include <kiln/kiln.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The context of all blocks. It stays the test's. */
kiln_context docs_context_c(void);
/* Fails the case if a call has not succeeded, or a condition does not hold. */
void docs_check(int holds, const char* what, const char* file, int line);
#define DOCS_OK(call) docs_check((call) == KILN_OK, #call, __FILE__, __LINE__)
#define DOCS_CHECK(condition) docs_check((condition) != 0, #condition, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
