/* SPDX-License-Identifier: Apache-2.0
 * Theano's check1.py in C: exp() of a shared vector through a compiled function, on the device and in the
 * precision that KILN_FLAGS names:
 *   KILN_FLAGS=device=opencl0:0,floatX=float32 ./check1_c [iterations] */
#define _POSIX_C_SOURCE 199309L
#include <kiln/kiln.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../mt19937.h"

/* All that the program has to give back: NULL, which may be released too, until there is one. */
static kiln_context context;
static kiln_array values, r;
static kiln_variable x, y;
static kiln_function f;
static char* text;

static void finish(int status) {
  kiln_string_release(text);
  kiln_function_release(f);
  kiln_variable_release(y);
  kiln_variable_release(x);
  kiln_array_release(r);
  kiln_array_release(values);
  kiln_context_release(context);
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

/* The vector of exp_loop_c on the device: numpy.random.RandomState(22).rand(10 * 30 * 768). */
static void make_values(void) {
  static double numbers[10 * 30 * 768];
  const int64_t length = 10 * 30 * 768;
  int64_t i;
  mt19937 mt;
  mt19937_init(&mt, 22);
  for (i = 0; i < length; ++i) numbers[i] = mt19937_res53(&mt);
  must(kiln_array_from_host(context, KILN_FLOATX, 1, &length, NULL, KILN_FLOAT64, numbers, &values));
}

int main(int argc, char** argv) {
  const int iterations = argc > 1 ? atoi(argv[1]) : 1000;
  kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
  size_t length = 0;
  double start;
  int i;

  if (iterations < 1) return 2;
  kiln_set_log_callback(log_line, NULL);
  must(kiln_context_create(NULL, NULL, &context));
  make_values();
  must(kiln_graph_shared(values, NULL, NULL, 0, &x));
  must(kiln_graph_apply("exp", 1, &x, NULL, 1, &y));
  options.output_count = 1;
  options.outputs = &y;
  must(kiln_function_create(&options, &f));
  must(kiln_function_describe(f, "toposort", &text, &length));
  printf("%s\n", text);

  start = now();
  for (i = 0; i < iterations; ++i) {
    kiln_array_release(r);
    r = NULL;
    must(kiln_function_call(f, 0, NULL, 1, &r));
  }
  printf("Looping %d times took %f seconds\n", iterations, now() - start);

  kiln_string_release(text);
  text = NULL;
  must(kiln_array_to_string(r, -1, 0, &text, &length));
  printf("Result is %s\n", text);
  kiln_string_release(text);
  text = NULL;
  must(kiln_function_describe(f, "toposort", &text, &length));
  printf("Used the %s\n", strstr(text, "GpuElemwise") ? "gpu" : "cpu");
  finish(0);
  return 0;
}
