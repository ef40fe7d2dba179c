/* SPDX-License-Identifier: Apache-2.0
 * For the C tests of libgpuarray's interface: checks that count, and a context on the device under test. */
#ifndef KILN_TESTS_COMPAT_TEST_H
#define KILN_TESTS_COMPAT_TEST_H

#include <gpuarray/buffer.h>
#include <gpuarray/error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

#define CHECK(condition)                                             \
  do {                                                               \
    ++checks;                                                        \
    if (!(condition)) {                                              \
      ++failures;                                                    \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

/* Two integers that should be the same. */
#define SAME(got, expected)                                                                    \
  do {                                                                                         \
    const long long got_ = (long long)(got), expected_ = (long long)(expected);                \
    ++checks;                                                                                  \
    if (got_ != expected_) {                                                                   \
      ++failures;                                                                              \
      printf("%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #got, got_, expected_); \
    }                                                                                          \
  } while (0)

/* The call's code, with the text of the context where it is another one. */
#define CODE_IN(context, expected, call)                                                \
  do {                                                                                  \
    const int code_ = (call), wanted_ = (expected);                                     \
    ++checks;                                                                           \
    if (code_ != wanted_) {                                                             \
      ++failures;                                                                       \
      printf("%s:%d: %s gave %d (%s), expected %d\n", __FILE__, __LINE__, #call, code_, \
             gpucontext_error(context, code_), wanted_);                                \
    }                                                                                   \
  } while (0)
#define CODE(expected, call) CODE_IN(context, expected, call)
#define OK(call) CODE(GA_NO_ERROR, call)

static gpucontext* context;

/* "cuda" or "opencl", of the first of KILN_TEST_DEVICES. */
static const char* backend_name(void) {
  const char* device = getenv("KILN_TEST_DEVICES");
  return device && strncmp(device, "cuda", 4) == 0 ? "cuda" : "opencl";
}
static int on_cuda(void) { return strcmp(backend_name(), "cuda") == 0; }

/* Properties of that device: "cudaN", "openclP:D", and opencl0:0 for whatever else. */
static gpucontext_props* device_props(void) {
  const char* device = getenv("KILN_TEST_DEVICES");
  gpucontext_props* props = NULL;
  int platform = 0, number = 0;
  if (gpucontext_props_new(&props) != GA_NO_ERROR) exit(2);
  if (on_cuda()) {
    gpucontext_props_cuda_dev(props, atoi(device + 4));
  } else {
    if (device && strncmp(device, "opencl", 6) == 0) (void)sscanf(device + 6, "%d:%d", &platform, &number);
    gpucontext_props_opencl_dev(props, platform, number);
  }
  return props;
}

static gpucontext* new_context(void) {
  gpucontext* made = NULL;
  const int code = gpucontext_init(&made, backend_name(), device_props());
  if (code != GA_NO_ERROR) {
    printf("no context: %s\n", gpucontext_error(NULL, code));
    exit(2);
  }
  return made;
}

static int finish(void) {
  printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

#endif
