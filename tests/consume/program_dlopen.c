/* SPDX-License-Identifier: Apache-2.0
 * The program without the library at build time: it opens the file that its argument names. */
#include <dlfcn.h>
#include <kiln/kiln.h>
#include <stdio.h>

#define FIND(name) __typeof__(name)* const p_##name = (__typeof__(name)*)dlsym(library, #name)

int main(int argc, char** argv) {
  void* const library = dlopen(argc > 1 ? argv[1] : "libkiln.so.0", RTLD_NOW);
  kiln_context context = NULL;
  kiln_array numbers = NULL, sum = NULL;
  float value = 0;
  kiln_status status;
  if (!library) return puts(dlerror()), 1;
  FIND(kiln_context_create);
  FIND(kiln_array_arange);
  FIND(kiln_array_reduce);
  FIND(kiln_array_read);
  FIND(kiln_status_name);
  status = p_kiln_context_create("auto", NULL, &context);
  if (!status) status = p_kiln_array_arange(context, KILN_FLOAT32, 0, 10, 1, NULL, &numbers);
  if (!status) status = p_kiln_array_reduce(numbers, KILN_REDUCE_SUM, NULL, NULL, &sum);
  if (!status) status = p_kiln_array_read(sum, &value, sizeof value);
  printf("%g %s\n", value, p_kiln_status_name(status));
  return status != KILN_OK;
}
