/* SPDX-License-Identifier: Apache-2.0
 * What programs compiled against libgpuarray's headers have taken from them: layouts, numbers, types and
 * texts. */
#include <gpuarray/blas.h>
#include <gpuarray/collectives.h>
#include <gpuarray/extension.h>
#include <gpuarray/kernel.h>
#include <math.h>
#include <stddef.h>

#include "compat_test.h"

static void test_layouts(void) {
  SAME(GPUARRAY_ABI_VERSION, 3000);
  SAME(GPUARRAY_API_VERSION, 2);
  SAME(sizeof(GpuArray), 48);
  SAME(offsetof(GpuArray, data), 0);
  SAME(offsetof(GpuArray, dimensions), 8);
  SAME(offsetof(GpuArray, strides), 16);
  SAME(offsetof(GpuArray, offset), 24);
  SAME(offsetof(GpuArray, nd), 32);
  SAME(offsetof(GpuArray, flags), 36);
  SAME(offsetof(GpuArray, typecode), 40);
  SAME(sizeof(GpuKernel), 16);
  SAME(offsetof(GpuKernel, args), 8);
  SAME(sizeof(gpuelemwise_arg), 16);
  SAME(offsetof(gpuelemwise_arg, typecode), 8);
  SAME(offsetof(gpuelemwise_arg, flags), 12);
  SAME(sizeof(gpuarray_type), 32);
  SAME(offsetof(gpuarray_type, size), 8);
  SAME(offsetof(gpuarray_type, align), 16);
  SAME(offsetof(gpuarray_type, typecode), 24);
  SAME(sizeof(gpucommCliqueId), 128);
  SAME(sizeof(GpuArrayIpcMemHandle), 64);
  SAME(sizeof(ga_half_t), 2);
}

static void test_numbers(void) {
  SAME(GA_LOAD_ERROR, 18);
  SAME(GA_COPY_ERROR, 13);
  SAME(GA_C_CONTIGUOUS | GA_F_CONTIGUOUS << 4, 0x21);
  SAME(GA_BEHAVED, 0x500);
  SAME(GA_CARRAY, 0x501);
  SAME(GA_FARRAY, 0x502);
  SAME(GA_BUFFER_READ_ONLY | GA_BUFFER_WRITE_ONLY | GA_BUFFER_INIT | GA_BUFFER_HOST, 15);
  SAME(GA_USE_SMALL | GA_USE_DOUBLE | GA_USE_COMPLEX | GA_USE_HALF, 0x1e);
  SAME(GA_USE_CUDA | GA_USE_OPENCL, 0x6000);
  SAME(GE_SCALAR | GE_READ | GE_WRITE, 7);
  SAME(GE_NOADDR64 | GE_CONVERT_F16, 3);
  SAME(GE_BROADCAST | GE_NOCOLLAPSE | GE_PADSHAPE, 0x700);
  SAME(GA_ANY_ORDER, -1);
  SAME(GA_F_ORDER, 1);
  SAME(cb_conj_trans, 2);
  SAME(cb_column, 1);
  SAME(GA_MIN, 3);
  SAME(GPUARRAY_CUDA_CTX_NOFREE, 0x10000000);
  SAME(GPUARRAY_CUDA_WAIT_READ | GPUARRAY_CUDA_WAIT_WRITE, 0x30000);
  SAME(GA_CTX_PROP_LARGEST_MEMBLOCK, 20);
  SAME(GA_BUFFER_PROP_SIZE, 514);
  SAME(GA_KERNEL_PROP_TYPES, 1028);
}

static void test_types(void) {
  static const struct {
    int code;
    const char* name;
    size_t size, align;
    int flags;
  } known[] = {
      {GA_BOOL, "ga_bool", 1, 1, GA_USE_SMALL},
      {GA_BYTE, "ga_byte", 1, 1, GA_USE_SMALL},
      {GA_USHORT, "ga_ushort", 2, 2, GA_USE_SMALL},
      {GA_INT, "ga_int", 4, 4, 0},
      {GA_ULONG, "ga_ulong", 8, 8, 0},
      {GA_LONGLONG, "ga_longlong", 16, 8, 0},
      {GA_FLOAT, "ga_float", 4, 4, 0},
      {GA_DOUBLE, "ga_double", 8, 8, GA_USE_DOUBLE},
      {GA_QUAD, "ga_quad", 16, 8, 0},
      {GA_CFLOAT, "ga_cfloat", 8, 4, GA_USE_COMPLEX},
      {GA_CDOUBLE, "ga_cdouble", 16, 8, GA_USE_COMPLEX | GA_USE_DOUBLE},
      {GA_HALF, "ga_half", 2, 2, GA_USE_HALF | GA_USE_SMALL},
      {GA_SIZE, "ga_size", 8, 8, 0},
      {GA_SSIZE, "ga_ssize", 8, 8, 0},
      {256, "ga_byte2", 2, 0, GA_USE_SMALL},
      {278, "ga_int3", 12, 0, 0},
      {295, "ga_ulong16", 128, 0, 0},
      {296, "ga_float2", 8, 0, 0},
      {303, "ga_double16", 128, 0, GA_USE_DOUBLE},
      {307, "ga_half16", 32, 0, GA_USE_HALF},
  };
  static const int unknown[] = {-2, 17, 22, GA_NBASE, GA_DELIM, 255, 308, 511, GA_ENDVEC, 513, 100000};
  size_t i;
  for (i = 0; i < sizeof known / sizeof *known; ++i) {
    const gpuarray_type* type = gpuarray_get_type(known[i].code);
    CHECK(type != NULL);
    if (!type) continue;
    CHECK(strcmp(type->cluda_name, known[i].name) == 0);
    SAME(type->size, known[i].size);
    SAME(type->align, known[i].align);
    SAME(type->typecode, known[i].code);
    SAME(gpuarray_get_elsize(known[i].code), known[i].size);
    SAME(gpuarray_type_flags(known[i].code, -1), known[i].flags);
  }
  SAME(gpuarray_get_type(GA_BUFFER)->size, sizeof(void*));
  for (i = 0; i < sizeof unknown / sizeof *unknown; ++i) {
    const gpuarray_type* type = gpuarray_get_type(unknown[i]);
    CHECK(type != NULL);
    if (!type) continue;
    CHECK(type->cluda_name == NULL);
    SAME(type->size, 0);
    SAME(type->typecode, -1);
    SAME(gpuarray_get_elsize(unknown[i]), 0);
    SAME(gpuarray_type_flags(unknown[i], -1), GA_USE_SMALL);
  }
  SAME(gpuarray_type_flags(-1), 0);
  SAME(gpuarray_type_flags(GA_HALF, GA_DOUBLE, GA_INT, -1), GA_USE_HALF | GA_USE_SMALL | GA_USE_DOUBLE);
  {
    gpuelemwise_arg args[2] = {{"a", GA_DOUBLE, GE_READ}, {"b", GA_BYTE, GE_WRITE}};
    SAME(gpuarray_type_flagsa(2, args), GA_USE_DOUBLE | GA_USE_SMALL);
    SAME(gpuarray_type_flagsa(0, NULL), 0);
  }
}

static void test_registered_types(void) {
  static gpuarray_type first = {"struct_a", 12, 4, 0}, second = {"struct_b", 24, 8, 0};
  int code = 77;
  const int a = gpuarray_register_type(&first, &code), b = gpuarray_register_type(&second, NULL);
  SAME(code, 77);
  SAME(a, 512);
  SAME(b, 513);
  SAME(first.typecode, a);
  CHECK(gpuarray_get_type(a) == &first);
  CHECK(gpuarray_get_type(b) == &second);
  SAME(gpuarray_get_elsize(b), 24);
  SAME(gpuarray_get_type(514)->typecode, -1);
  SAME(gpuarray_register_type(NULL, &code), -1);
  SAME(code, GA_VALUE_ERROR);
}

static void test_texts(void) {
  int code;
  CHECK(strcmp(gpuarray_error_str(GA_NO_ERROR), "No error") == 0);
  CHECK(strcmp(gpuarray_error_str(GA_COPY_ERROR), "Copy is needed but disallowed by parameters") == 0);
  CHECK(strcmp(gpuarray_error_str(19), "Unknown GA error") == 0);
  CHECK(strcmp(gpuarray_error_str(-1), "Unknown GA error") == 0);
  for (code = 0; code < 19; ++code) CHECK(strcmp(gpuarray_error_str(code), "Unknown GA error") != 0);
}

/* Each binary16 is its own nearest; between two neighbours the nearer one, at the middle the even one. */
static float half_value(unsigned h) {
  const unsigned exponent = h >> 10 & 31, fraction = h & 1023;
  return exponent ? ldexpf((float)(1024 + fraction), (int)exponent - 25) : ldexpf((float)fraction, -24);
}
static void test_halves(void) {
  unsigned h, wrong = 0;
  for (h = 0; h < 0x7c00; ++h) {
    const float here = half_value(h), next = h < 0x7bff ? half_value(h + 1) : 65536.0f;
    const float middle = (float)(((double)here + (double)next) / 2);
    wrong += ga_float2half(here).h != h;
    wrong += ga_float2half(-here).h != (h | 0x8000);
    wrong += ga_float2half(middle).h != (h & 1 ? h + 1 : h);
    wrong += ga_float2half(nextafterf(middle, 0.0f)).h != h;
    wrong += ga_float2half(nextafterf(middle, 1e9f)).h != h + 1;
  }
  SAME(wrong, 0);
  SAME(ga_float2half(INFINITY).h, 0x7c00);
  SAME(ga_float2half(-1e30f).h, 0xfc00);
  CHECK((ga_float2half(NAN).h & 0x7fff) > 0x7c00);
}

int main(void) {
  (void)context;
  (void)new_context;
  test_layouts();
  test_numbers();
  test_types();
  test_registered_types();
  test_texts();
  test_halves();
  return finish();
}
