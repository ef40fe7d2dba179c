/* SPDX-License-Identifier: Apache-2.0
 * A user's program: it sums 0 to 9 on the default device. The sum is its output. */
#include <kiln/kiln.h>
#include <stdio.h>

int main(void) {
  kiln_context context = NULL;
  kiln_array numbers = NULL, sum = NULL;
  kiln_error_info error;
  float value = 0;
  kiln_status status = kiln_context_create("no such device", NULL, &context);
  if (status != KILN_NO_DEVICE) return 2;
  status = kiln_context_create("auto", NULL, &context);
  if (!status) status = kiln_array_arange(context, KILN_FLOAT32, 0, 10, 1, NULL, &numbers);
  if (!status) status = kiln_array_reduce(numbers, KILN_REDUCE_SUM, NULL, NULL, &sum);
  if (!status) status = kiln_array_read(sum, &value, sizeof value);
  if (status) kiln_last_error(&error);
  printf("%g %s\n", value, status ? error.message : kiln_status_name(status));
  kiln_array_release(sum);
  kiln_array_release(numbers);
  kiln_context_release(context);
  return status != KILN_OK;
}
