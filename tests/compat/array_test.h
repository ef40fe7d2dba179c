/* SPDX-License-Identifier: Apache-2.0
 * For the C tests of arrays over libgpuarray's interface: a context on the device under test, checks that
 * count, and elements of any array as numbers on the host. */
#ifndef KILN_TESTS_COMPAT_ARRAY_TEST_H
#define KILN_TESTS_COMPAT_ARRAY_TEST_H

#include <gpuarray/array.h>
#include <gpuarray/kernel.h>
#include <gpuarray/util.h>
#include <math.h>

#include "compat_test.h"

static int has_float64;

static void open_context(void) {
  const char* text = "#include \"cluda.h\"\nKERNEL void f(GLOBAL_MEM ga_double *a) { a[0] = 1; }\n";
  const int type = GA_BUFFER;
  GpuKernel kernel;
  context = new_context();
  has_float64 = GpuKernel_init(&kernel, context, 1, &text, NULL, "f", 1, &type, GA_USE_DOUBLE, NULL) == GA_NO_ERROR;
  if (has_float64) GpuKernel_clear(&kernel);
}

static int close_context(void) {
  gpucontext_deref(context);
  return finish();
}

static float half_to_float(uint16_t h) {
  const int exponent = (h >> 10) & 31, fraction = h & 1023;
  const float sign = h >> 15 ? -1.0f : 1.0f;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? ldexpf((float)(1024 + fraction), exponent - 25) : ldexpf((float)fraction, -24));
}

static double number_at(int typecode, const unsigned char* at) {
  switch (typecode) {
    case GA_BOOL:
    case GA_UBYTE:
      return *at;
    case GA_BYTE:
      return *(const signed char*)at;
    case GA_SHORT:
      return *(const int16_t*)at;
    case GA_USHORT:
      return *(const uint16_t*)at;
    case GA_INT:
      return *(const int32_t*)at;
    case GA_UINT:
      return *(const uint32_t*)at;
    case GA_LONG:
      return (double)*(const int64_t*)at;
    case GA_ULONG:
      return (double)*(const uint64_t*)at;
    case GA_HALF:
      return half_to_float(*(const uint16_t*)at);
    case GA_FLOAT:
      return *(const float*)at;
    case GA_DOUBLE:
      return *(const double*)at;
    default:
      return NAN;
  }
}

static void number_to(int typecode, double value, unsigned char* at) {
  switch (typecode) {
    case GA_BOOL:
    case GA_UBYTE:
      *at = (unsigned char)value;
      break;
    case GA_BYTE:
      *(signed char*)at = (signed char)value;
      break;
    case GA_SHORT:
      *(int16_t*)at = (int16_t)value;
      break;
    case GA_USHORT:
      *(uint16_t*)at = (uint16_t)value;
      break;
    case GA_INT:
      *(int32_t*)at = (int32_t)value;
      break;
    case GA_UINT:
      *(uint32_t*)at = (uint32_t)value;
      break;
    case GA_LONG:
      *(int64_t*)at = (int64_t)value;
      break;
    case GA_ULONG:
      *(uint64_t*)at = (uint64_t)value;
      break;
    case GA_HALF:
      *(uint16_t*)at = ga_float2half((float)value).h;
      break;
    case GA_FLOAT:
      *(float*)at = (float)value;
      break;
    case GA_DOUBLE:
      *(double*)at = value;
      break;
    default:
      break;
  }
}

static size_t count_of(const GpuArray* a) {
  size_t n = 1;
  unsigned i;
  for (i = 0; i < a->nd; ++i) n *= a->dimensions[i];
  return n;
}

/* The byte offset of the element that is number `k` in C order. */
static size_t place_of(const GpuArray* a, size_t k) {
  size_t offset = a->offset;
  unsigned i;
  for (i = a->nd; i-- > 0;) {
    offset += (k % a->dimensions[i]) * (size_t)a->strides[i];
    k /= a->dimensions[i];
  }
  return offset;
}

/* The elements in C order, found by strides in the whole buffer; to be freed. */
static double* numbers_of(const GpuArray* a) {
  const size_t n = count_of(a);
  size_t bytes = 0, k;
  double* numbers = malloc((n ? n : 1) * sizeof *numbers);
  unsigned char* raw;
  if (gpudata_property(a->data, GA_BUFFER_PROP_SIZE, &bytes) != GA_NO_ERROR) exit(2);
  raw = malloc(bytes ? bytes : 1);
  if (gpudata_read(raw, a->data, 0, bytes) != GA_NO_ERROR) {
    printf("gpudata_read failed\n");
    exit(2);
  }
  for (k = 0; k < n; ++k) numbers[k] = number_at(a->typecode, raw + place_of(a, k));
  free(raw);
  return numbers;
}

/* A C-contiguous array of the numbers first, first + step, ... */
static GpuArray range(int typecode, unsigned nd, const size_t* dims, double first, double step) {
  GpuArray a;
  const size_t size = gpuarray_get_elsize(typecode);
  unsigned char* host;
  size_t k, n;
  const int code = GpuArray_empty(&a, context, typecode, nd, dims, GA_C_ORDER);
  if (code != GA_NO_ERROR) {
    printf("GpuArray_empty: %s\n", gpucontext_error(context, code));
    exit(2);
  }
  n = count_of(&a);
  host = malloc(n * size + 1);
  for (k = 0; k < n; ++k) number_to(typecode, first + (double)k * step, host + k * size);
  if (GpuArray_write(&a, host, n * size) != GA_NO_ERROR) exit(2);
  free(host);
  return a;
}

/* The C-order elements are first + step * k for a list of k, and so many. */
static int holds(const GpuArray* a, size_t n, const double* expected) {
  double* got;
  size_t k, wrong = 0;
  if (count_of(a) != n) {
    printf("  %zu elements, expected %zu\n", count_of(a), n);
    return 0;
  }
  got = numbers_of(a);
  for (k = 0; k < n && wrong < 3; ++k)
    if (!(got[k] == expected[k] || (isnan(got[k]) && isnan(expected[k])))) {
      printf("  element %zu is %.9g, expected %.9g\n", k, got[k], expected[k]);
      ++wrong;
    }
  free(got);
  return wrong == 0;
}
#define HOLDS(a, ...)                                                    \
  do {                                                                   \
    const double expected_[] = {__VA_ARGS__};                            \
    CHECK(holds(&(a), sizeof expected_ / sizeof *expected_, expected_)); \
  } while (0)

#endif
