/* SPDX-License-Identifier: Apache-2.0
 * exp() of many random numbers, again and again, on the device and in the precision that KILN_FLAGS names:
 *   KILN_FLAGS=device=opencl0:0,floatX=float32 ./exp_loop_c [iterations]
 * The result goes to the host, stays on the device, or goes into memory of the caller. */
#define _POSIX_C_SOURCE 199309L
#include <kiln/kiln.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mt19937.h"

/* All that the program has to give back: NULL, which may be released too, until there is one. */
static kiln_context context;
static kiln_array x, r, host;
static kiln_elementwise exponential;
static double* numbers;
static void* mine;

/* Gives everything back, in any order, and ends the program. */
static void finish(int status) {
  kiln_context_release(context);
  kiln_elementwise_release(exponential);
  kiln_array_release(host);
  kiln_array_release(r);
  kiln_array_release(x);
  free(numbers);
  free(mine);
  exit(status);
}

/* Ends the program if a call failed. */
static void must(kiln_status status) {
  kiln_error_info error;
  if (status == KILN_OK) return;
  kiln_last_error(&error);
  fprintf(stderr, "%s: %s\n%s", kiln_status_name(error.status), error.message, error.build_log);
  finish(1);
}

static void drop(kiln_array* array) {
  kiln_array_release(*array);
  *array = NULL;
}

static void log_line(kiln_log_level level, const char* line, void* user) {
  (void)level;
  (void)user;
  fprintf(stderr, "%s\n", line);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* r = exp(x) into a new array. */
static void run(void) {
  kiln_argument arguments[2];
  drop(&r);
  arguments[0].kind = KILN_ARGUMENT_NEW;
  arguments[0].dtype = KILN_FLOATX;
  arguments[0].value.new_array = &r;
  arguments[1].kind = KILN_ARGUMENT_ARRAY;
  arguments[1].value.array = x;
  must(kiln_elementwise_call(exponential, 2, arguments));
}

/* One element of the host's copy, whichever precision floatX has. */
static double element(const void* values, kiln_dtype dtype, int64_t index) {
  return dtype == KILN_FLOAT32 ? (double)((const float*)values)[index] : ((const double*)values)[index];
}

static void print_result(const void* values, kiln_dtype dtype, int64_t length) {
  const int64_t shown[6] = {0, 1, 2, length - 3, length - 2, length - 1};
  int i;
  printf("Result is [");
  for (i = 0; i < 6; ++i) printf("%s%.8f", i == 0 ? "" : i == 3 ? " ... " : " ", element(values, dtype, shown[i]));
  printf("]\n");
}

static void report(const char* where, int iterations, double seconds) {
  printf("%s\nLooping %d times took %f seconds\n", where, iterations, seconds);
}

int main(int argc, char** argv) {
  const int64_t length = 10 * 30 * 768;
  const int iterations = argc > 1 ? atoi(argv[1]) : 1000;
  kiln_context_properties device = KILN_CONTEXT_PROPERTIES_INIT;
  kiln_array_info info = KILN_ARRAY_INFO_INIT;
  const void* pinned = NULL;
  double start;
  int64_t i;
  int loop, same;
  mt19937 mt;

  if (iterations < 1) return 2;
  kiln_set_log_callback(log_line, NULL);
  must(kiln_context_create(NULL, NULL, &context));
  numbers = malloc((size_t)length * sizeof *numbers);
  if (!numbers) finish(2);
  mt19937_init(&mt, 22);
  for (i = 0; i < length; ++i) numbers[i] = mt19937_res53(&mt);
  must(kiln_array_from_host(context, KILN_FLOATX, 1, &length, NULL, KILN_FLOAT64, numbers, &x));
  must(kiln_array_get_info(x, &info));
  if (info.dtype != KILN_FLOAT32 && info.dtype != KILN_FLOAT64) {
    fprintf(stderr, "floatX is %s, expected float32 or float64\n", kiln_dtype_name(info.dtype));
    finish(2);
  }
  must(kiln_elementwise_create(context, "r = exp(x)", NULL, &exponential));
  run(); /* compiles the kernel */
  must(kiln_array_to_host(r, &host, &pinned));

  start = now();
  for (loop = 0; loop < iterations; ++loop) {
    drop(&host);
    run();
    must(kiln_array_to_host(r, &host, &pinned));
  }
  report("Result to the host:", iterations, now() - start);

  start = now();
  for (loop = 0; loop < iterations; ++loop) run();
  must(kiln_array_synchronize(r));
  report("Result left on the device:", iterations, now() - start);

  mine = malloc(info.bytes);
  if (!mine) finish(2);
  start = now();
  for (loop = 0; loop < iterations; ++loop) {
    run();
    must(kiln_array_read(r, mine, info.bytes));
  }
  report("Result into the caller's array:", iterations, now() - start);

  same = memcmp(mine, pinned, info.bytes) == 0;
  print_result(mine, info.dtype, length);
  must(kiln_context_get_properties(context, &device));
  printf("Used the device: %s %s\n", device.device, device.name);
  if (!same) fprintf(stderr, "The results on the host differ\n");
  finish(same ? 0 : 1);
  return 0;
}
