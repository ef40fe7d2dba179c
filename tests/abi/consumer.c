/* SPDX-License-Identifier: Apache-2.0
 * A user's C program: the installed library loads, its version is the headers', and it finds its backends. */
#include <kiln/kiln.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  kiln_backend_info backend;
  size_t count = 0, i;
  int found = 0;
  if (kiln_version() != KILN_VERSION_MAJOR * 10000 + KILN_VERSION_MINOR * 100 + KILN_VERSION_PATCH) return 1;
  if (kiln_backend_count(&count) != KILN_OK) return 2;
  for (i = 0; i < count; ++i) {
    if (kiln_backend_get(i, &backend) != KILN_OK) return 3;
    printf("%s: %lu devices %s\n", backend.name, (unsigned long)backend.device_count, backend.reason);
    if (strcmp(backend.name, "opencl") == 0) found = 1;
  }
  return found ? 0 : 4;
}
