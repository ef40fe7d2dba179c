/* SPDX-License-Identifier: Apache-2.0
 * Prints the backends and their module files. */
#include <kiln/kiln.h>
#include <stdio.h>

int main(void) {
  kiln_backend_info backend;
  size_t count = 0, i;
  if (kiln_backend_count(&count) != KILN_OK) return 1;
  for (i = 0; i < count; ++i) {
    if (kiln_backend_get(i, &backend) != KILN_OK) return 1;
    printf("%s '%s'\n", backend.name, backend.path);
  }
  return 0;
}
