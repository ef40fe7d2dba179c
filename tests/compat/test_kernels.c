/* SPDX-License-Identifier: Apache-2.0
 * Kernels: sources, arguments, geometry, refusals. What they find in cluda.h is test_cluda.c's. */
#include <gpuarray/buffer.h>
#include <gpuarray/util.h>

#include "compat_test.h"

static gpudata* words; /* 64 ints */

static gpukernel* compile(const char* source, const char* name, unsigned count, const int* types) {
  int code = 0;
  char* log = NULL;
  gpukernel* made = gpukernel_init(context, 1, &source, NULL, name, count, types, 0, &code, &log);
  CHECK(made != NULL && log == NULL);
  if (!made) {
    printf("%s: %s\n%s\n", name, gpucontext_error(context, code), log ? log : "");
    exit(1);
  }
  return made;
}

static const int* contents(void) {
  static int got[64];
  OK(gpudata_read(got, words, 0, sizeof got));
  return got;
}

static const char kFill[] =
    "#include \"cluda.h\"\n"
    "KERNEL void fill(GLOBAL_MEM ga_int *a, ga_size n, ga_int v) {\n"
    "  ga_size i = GID_0 * LDIM_0 + LID_0;\n"
    "  if (i < n) a[i] = v + (ga_int)i;\n"
    "}\n";
static const int kFillTypes[] = {GA_BUFFER, GA_SIZE, GA_INT};

static void test_sources(void) {
  /* Pieces, of which one is cut by its length and one has none. */
  const char* pieces[] = {"#include \"cluda.h\"\nKERNEL void two(GLOBAL_MEM ga_int *a)garbage", " { a[0] = ", "17; }"};
  const size_t lengths[] = {0, 0, 5};
  size_t cut[3];
  const int types[] = {GA_BUFFER};
  const size_t one = 1;
  void* args[1];
  int code = 77;
  char* log = (char*)&log;
  gpukernel* k;
  memcpy(cut, lengths, sizeof cut);
  cut[0] = strlen(pieces[0]) - strlen("garbage");
  k = gpukernel_init(context, 3, pieces, cut, "two", 1, types, 0, &code, &log);
  CHECK(k != NULL && log == NULL);
  SAME(code, 77);
  args[0] = words;
  OK(gpukernel_call(k, 1, &one, &one, 0, args));
  SAME(contents()[0], 17);
  gpukernel_release(k);

  CHECK(gpukernel_init(context, 0, pieces, NULL, "two", 1, types, 0, &code, &log) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(gpukernel_init(context, 1, NULL, NULL, "two", 1, types, 0, &code, NULL) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(gpukernel_init(context, 1, pieces, NULL, NULL, 1, types, 0, NULL, NULL) == NULL);
  CHECK(gpukernel_init(context, 1, pieces, NULL, "two", 1, NULL, 0, &code, NULL) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(gpukernel_init(NULL, 1, pieces, NULL, "two", 1, types, 0, &code, NULL) == NULL);
  SAME(code, GA_VALUE_ERROR);
}

static void test_flags(void) {
  const char* source = kFill;
  static const struct {
    int flags, code;
  } cases[] = {{GA_USE_SMALL, 0}, {GA_USE_HALF, 0}, {0x100, 0}, {GA_USE_COMPLEX, GA_UNSUPPORTED_ERROR}};
  const int own = on_cuda() ? GA_USE_CUDA : GA_USE_OPENCL, foreign = on_cuda() ? GA_USE_OPENCL : GA_USE_CUDA;
  size_t i;
  int code = 0;
  gpukernel* k;
  for (i = 0; i < sizeof cases / sizeof *cases; ++i) {
    code = 0;
    k = gpukernel_init(context, 1, &source, NULL, "fill", 3, kFillTypes, cases[i].flags, &code, NULL);
    SAME(code, cases[i].code);
    CHECK((k != NULL) == (cases[i].code == 0));
    gpukernel_release(k);
  }
  CHECK(gpukernel_init(context, 1, &source, NULL, "fill", 3, kFillTypes, foreign, &code, NULL) == NULL);
  SAME(code, GA_DEVSUP_ERROR);
  k = gpukernel_init(context, 1, &source, NULL, "fill", 3, kFillTypes, own, NULL, NULL);
  CHECK(k != NULL);
  gpukernel_release(k);
}

/* The language of the device, nothing of cluda.h in it. */
static void test_raw(void) {
  const char* source = on_cuda()
                           ? "typedef int ga_int;\nextern \"C\" __global__ void raw(ga_int* a) { a[blockIdx.x] = 5; }"
                           : "typedef int ga_int;\n__kernel void raw(__global ga_int* a) { a[get_group_id(0)] = 5; }";
  const int types[] = {GA_BUFFER};
  const size_t groups = 3, items = 1;
  void* args[1];
  int code = 0;
  gpukernel* k =
      gpukernel_init(context, 1, &source, NULL, "raw", 1, types, on_cuda() ? GA_USE_CUDA : GA_USE_OPENCL, &code, NULL);
  CHECK(k != NULL);
  args[0] = words;
  OK(gpudata_memset(words, 0, 0));
  OK(gpukernel_call(k, 1, &groups, &items, 0, args));
  SAME(contents()[2], 5);
  SAME(contents()[3], 0);
  gpukernel_release(k);
}

static void test_failures(void) {
  const char* lines[] = {"#include \"cluda.h\"\n", "KERNEL void bad(GLOBAL_MEM ga_int *a) {\n",
                         "  a[0] = missing;\n}\n"};
  const char* fill = kFill;
  const int types[] = {GA_BUFFER}, unknown[] = {GA_BUFFER, 9999, GA_INT};
  int code = 0;
  char* log = NULL;
  CHECK(gpukernel_init(context, 3, lines, NULL, "bad", 1, types, 0, &code, &log) == NULL);
  SAME(code, GA_IMPL_ERROR);
  CHECK(log != NULL);
  if (log) {
    CHECK(strncmp(log, "Program build failure ::\n", 25) == 0);
    CHECK(strstr(log, "missing") != NULL);
    CHECK(strstr(log, "0003\t  a[0] = missing;\n0004\t}\n") != NULL);
    CHECK(strstr(log, ":3") != NULL || strstr(log, "(3)") != NULL); /* the line as the caller counts */
  }
  free(log);
  CHECK(strstr(gpucontext_error(context, code), "missing") != NULL); /* the log is not lost */
  CHECK(gpukernel_init(context, 3, lines, NULL, "bad", 1, types, 0, &code, NULL) == NULL);
  log = (char*)&log;
  CHECK(gpukernel_init(context, 1, &fill, NULL, "empty", 3, kFillTypes, 0, &code, &log) == NULL);
  SAME(code, GA_IMPL_ERROR);
  CHECK(log == NULL);
  CHECK(strstr(gpucontext_error(context, code), "empty") != NULL);
  CHECK(gpukernel_init(context, 1, &fill, NULL, "fill", 3, unknown, 0, &code, NULL) == NULL);
  SAME(code, GA_INVALID_ERROR);
}

static void test_calls(void) {
  gpukernel* k = compile(kFill, "fill", 3, kFillTypes);
  size_t gs[4] = {4, 1, 1, 1}, ls[4] = {8, 1, 1, 1}, n = 20, big = (size_t)1 << 62;
  int v = 100, i;
  void* args[3];
  args[0] = words;
  args[1] = &n;
  args[2] = &v;
  OK(gpudata_memset(words, 0, 0));
  OK(gpukernel_call(k, 1, gs, ls, 0, args));
  for (i = 0; i < 64; ++i) SAME(contents()[i], i < 20 ? 100 + i : 0);

  /* Arguments that stay: scalars are copied, buffers are looked at when called. */
  CODE(on_cuda() ? GA_VALUE_ERROR : GA_IMPL_ERROR, gpukernel_call(k, 1, gs, ls, 0, NULL));
  n = 3, v = 7;
  OK(gpukernel_setarg(k, 2, &v));
  OK(gpukernel_setarg(k, 0, words));
  OK(gpukernel_setarg(k, 1, &n));
  n = 64, v = 0;
  OK(gpukernel_call(k, 1, gs, ls, 0, NULL));
  OK(gpukernel_call(k, 1, gs, ls, 0, NULL));
  SAME(contents()[2], 9);
  SAME(contents()[3], 103);
  CODE(on_cuda() ? GA_VALUE_ERROR : GA_IMPL_ERROR, gpukernel_setarg(k, 3, &n));
  CODE(GA_VALUE_ERROR, gpukernel_setarg(k, 0, NULL));

  CODE(GA_VALUE_ERROR, gpukernel_call(k, 4, gs, ls, 0, args));
  CODE(GA_IMPL_ERROR, gpukernel_call(k, 0, gs, ls, 0, args));
  CODE(GA_VALUE_ERROR, gpukernel_call(k, 1, NULL, ls, 0, args));
  ls[0] = (size_t)1 << 24;
  CODE(GA_IMPL_ERROR, gpukernel_call(k, 1, gs, ls, 0, args));
  ls[0] = 8;
  CODE(GA_XLARGE_ERROR, gpukernel_call(k, 1, &big, ls, 0, args));
  gs[0] = 0; /* no work */
  OK(gpukernel_call(k, 1, gs, ls, 0, args));
  gs[0] = 4;
  args[1] = NULL;
  CODE(on_cuda() ? GA_VALUE_ERROR : GA_IMPL_ERROR, gpukernel_call(k, 1, gs, ls, 0, args));
  CODE_IN(NULL, GA_VALUE_ERROR, gpukernel_call(NULL, 1, gs, ls, 0, args));
  CODE_IN(NULL, GA_VALUE_ERROR, gpukernel_setarg(NULL, 0, words));
  gpukernel_release(k);

  /* Fewer arguments than the kernel has. */
  k = compile(kFill, "fill", 2, kFillTypes);
  args[1] = &n;
  CODE(GA_IMPL_ERROR, gpukernel_call(k, 1, gs, ls, 0, args));
  gpukernel_release(k);
}

static void test_properties(void) {
  gpukernel* k = compile(kFill, "fill", 3, kFillTypes);
  gpucontext* owner = NULL;
  size_t most = 0, preferred = 0;
  unsigned count = 0;
  const int* types = NULL;
  OK(gpukernel_property(k, GA_KERNEL_PROP_CTX, &owner));
  CHECK(owner == context && gpukernel_context(k) == context && gpukernel_context(NULL) == NULL);
  OK(gpukernel_property(k, GA_KERNEL_PROP_MAXLSIZE, &most));
  OK(gpukernel_property(k, GA_KERNEL_PROP_PREFLSIZE, &preferred));
  CHECK(most >= 1 && preferred >= 1 && preferred <= most);
  OK(gpukernel_property(k, GA_KERNEL_PROP_NUMARGS, &count));
  SAME(count, 3);
  OK(gpukernel_property(k, GA_KERNEL_PROP_TYPES, &types));
  CHECK(types && memcmp(types, kFillTypes, sizeof kFillTypes) == 0);
  OK(gpukernel_property(k, GA_CTX_PROP_NUMPROCS, &count));
  CODE(GA_INVALID_ERROR, gpukernel_property(k, 1029, &most));
  CODE(GA_VALUE_ERROR, gpukernel_property(k, GA_BUFFER_PROP_SIZE, &most));
  CODE(GA_INVALID_ERROR, gpukernel_property(k, 21, &most));
  CODE_IN(NULL, GA_VALUE_ERROR, gpukernel_property(NULL, GA_KERNEL_PROP_NUMARGS, &count));
  gpukernel_retain(k);
  gpukernel_release(k);
  OK(gpukernel_property(k, GA_KERNEL_PROP_NUMARGS, &count));
  SAME(count, 3);
  gpukernel_release(k);
  gpukernel_release(NULL);
  gpukernel_retain(NULL);
}

/* A scalar of each type arrives as it was. */
static void test_scalars(void) {
  const char* source =
      "#include \"cluda.h\"\n"
      "KERNEL void scalars(GLOBAL_MEM ga_long *r, ga_bool a, ga_byte b, ga_ubyte c, ga_short d, ga_ushort e, "
      "ga_int f,\n"
      "                    ga_uint g, ga_long h, ga_ulong i, ga_float j, ga_size k, ga_ssize l, ga_half m) "
      "{\n"
      "  r[0] = a; r[1] = b; r[2] = c; r[3] = d; r[4] = e; r[5] = f; r[6] = g; r[7] = h; r[8] = (ga_long)i;\n"
      "  r[9] = (ga_long)j; r[10] = (ga_long)k; r[11] = l; r[12] = (ga_long)(8.0f * ga_half2float(m));\n"
      "}\n";
  const int types[] = {GA_BUFFER, GA_BOOL, GA_BYTE,  GA_UBYTE, GA_SHORT, GA_USHORT, GA_INT,
                       GA_UINT,   GA_LONG, GA_ULONG, GA_FLOAT, GA_SIZE,  GA_SSIZE,  GA_HALF};
  unsigned char a = 1, c = 200;
  signed char b = -3;
  short d = -300;
  unsigned short e = 65000, m = 0x3f00; /* 1.75 */
  int f = -70000;
  unsigned g = 4000000000u;
  int64_t h = -((int64_t)1 << 40);
  uint64_t i = (uint64_t)1 << 50;
  float j = -12.0f;
  size_t k = (size_t)1 << 33;
  ssize_t l = -((ssize_t)1 << 34);
  void* args[14];
  const int64_t expected[] = {1,         -3,  200,       -300,         65000, -70000, 4000000000ll, -(1ll << 40),
                              1ll << 50, -12, 1ll << 33, -(1ll << 34), 14};
  int64_t got[13];
  const size_t one = 1;
  size_t at;
  gpukernel* kernel = compile(source, "scalars", 14, types);
  args[0] = words, args[1] = &a, args[2] = &b, args[3] = &c, args[4] = &d, args[5] = &e, args[6] = &f;
  args[7] = &g, args[8] = &h, args[9] = &i, args[10] = &j, args[11] = &k, args[12] = &l, args[13] = &m;
  OK(gpukernel_call(kernel, 1, &one, &one, 0, args));
  OK(gpudata_read(got, words, 0, sizeof got));
  for (at = 0; at < 13; ++at) SAME(got[at], expected[at]);
  /* Set one by one, in another order, they have their own places. */
  OK(gpudata_memset(words, 0, 0));
  for (at = 14; at-- > 0;) OK(gpukernel_setarg(kernel, (unsigned)at, args[at]));
  OK(gpukernel_call(kernel, 1, &one, &one, 0, NULL));
  OK(gpudata_read(got, words, 0, sizeof got));
  for (at = 0; at < 13; ++at) SAME(got[at], expected[at]);
  gpukernel_release(kernel);
}

/* A vector and a struct by value. */
static void test_wide_scalars(void) {
  static gpuarray_type pair = {"struct pair", 12, 4, 0};
  const char* source =
      "#include \"cluda.h\"\n"
      "struct pair { ga_int a, b, c; };\n"
      "KERNEL void wide(GLOBAL_MEM ga_int *r, float4 v, struct pair p) {\n"
      "  r[0] = (ga_int)v.x; r[1] = (ga_int)v.w; r[2] = p.a; r[3] = p.c;\n"
      "}\n";
  int types[] = {GA_BUFFER, GA_FLOAT4, 0};
  const float v[4] = {1, 2, 3, 4};
  const int p[3] = {5, 6, 7};
  const size_t one = 1;
  void* args[3];
  gpukernel* k;
  types[2] = gpuarray_register_type(&pair, NULL);
  k = compile(source, "wide", 3, types);
  args[0] = words, args[1] = (void*)v, args[2] = (void*)p;
  OK(gpukernel_call(k, 1, &one, &one, 0, args));
  SAME(contents()[0], 1);
  SAME(contents()[1], 4);
  SAME(contents()[2], 5);
  SAME(contents()[3], 7);
  gpukernel_release(k);
}

/* As many arguments as elementwise kernels over many strided arrays have. */
static void test_many_arguments(void) {
  enum { kCount = 120 };
  char source[8000];
  int types[kCount + 1], numbers[kCount], i, used, expected = 0;
  void* args[kCount + 1];
  const size_t one = 1;
  gpukernel* k;
  used = snprintf(source, sizeof source, "#include \"cluda.h\"\nKERNEL void many(GLOBAL_MEM ga_int *r");
  for (i = 0; i < kCount; ++i) used += snprintf(source + used, sizeof source - (size_t)used, ", ga_int a%d", i);
  used += snprintf(source + used, sizeof source - (size_t)used, ") { r[0] = 0");
  for (i = 0; i < kCount; ++i) used += snprintf(source + used, sizeof source - (size_t)used, " + a%d * %d", i, i);
  snprintf(source + used, sizeof source - (size_t)used, "; }");
  types[0] = GA_BUFFER;
  args[0] = words;
  for (i = 0; i < kCount; ++i) {
    types[i + 1] = GA_INT;
    numbers[i] = 3 * i + 1;
    expected += numbers[i] * i;
    args[i + 1] = &numbers[i];
  }
  k = compile(source, "many", kCount + 1, types);
  OK(gpukernel_call(k, 1, &one, &one, 0, args));
  SAME(contents()[0], expected);
  gpukernel_release(k);
}

static void test_two_contexts(void) {
  gpucontext* other = new_context();
  gpukernel* k = compile(kFill, "fill", 3, kFillTypes);
  const size_t one = 1;
  size_t n = 1;
  int v = 0, code = 0;
  gpudata* there = gpudata_alloc(other, 64, NULL, 0, &code);
  void* args[3];
  args[0] = there, args[1] = &n, args[2] = &v;
  CODE(GA_VALUE_ERROR, gpukernel_call(k, 1, &one, &one, 0, args));
  gpudata_release(there);
  gpukernel_release(k);
  gpucontext_deref(other);
}

int main(void) {
  int code = 0;
  context = new_context();
  words = gpudata_alloc(context, 64 * sizeof(int), NULL, 0, &code);
  test_sources();
  test_flags();
  test_raw();
  test_failures();
  test_calls();
  test_properties();
  test_scalars();
  test_wide_scalars();
  test_many_arguments();
  test_two_contexts();
  gpudata_release(words);
  gpucontext_deref(context);
  return finish();
}
