/* SPDX-License-Identifier: Apache-2.0
 * With LD_AUDIT the dynamic linker does not find the library that KILN_TEST_HIDDEN names, as if it were not installed.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>

__attribute__((visibility("default"))) unsigned la_version(unsigned version) { return version; }

__attribute__((visibility("default"))) char* la_objsearch(const char* name, uintptr_t* cookie, unsigned flag) {
  (void)cookie, (void)flag;
  const char* const hidden = getenv("KILN_TEST_HIDDEN");
  const char* const slash = strrchr(name, '/');
  return hidden && strcmp(slash ? slash + 1 : name, hidden) == 0 ? NULL : (char*)name;
}
