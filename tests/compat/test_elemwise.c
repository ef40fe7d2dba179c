/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/elemwise.h: kernels around statements. */
#include <gpuarray/elemwise.h>

#include "array_test.h"

static const size_t d34[] = {3, 4};

static GpuElemwise* made(const char* preamble, const char* expr, unsigned n, gpuelemwise_arg* args, int flags) {
  GpuElemwise* ge = GpuElemwise_new(context, preamble, expr, n, args, 2, flags);
  ++checks;
  if (!ge) {
    ++failures;
    printf("GpuElemwise_new(%s): %s\n", expr, gpucontext_error(context, GA_IMPL_ERROR));
  }
  return ge;
}

static void test_layouts(void) {
  gpuelemwise_arg args[] = {{"r", GA_FLOAT, GE_WRITE}, {"a", GA_FLOAT, GE_READ}, {"b", GA_FLOAT, GE_READ}};
  GpuElemwise* ge = made(NULL, "r = a * 100 + b", 3, args, 0);
  GpuArray r = range(GA_FLOAT, 2, d34, 0, 0), a = range(GA_FLOAT, 2, d34, 0, 1), b = range(GA_FLOAT, 2, d34, 12, -1), f,
           v, z, nul;
  const size_t d14[] = {1, 4}, d31[] = {3, 1}, d4[] = {4}, none[] = {0, 4}, d234[] = {2, 3, 4};
  const ssize_t start[] = {2, 3}, stop[] = {-1, -1}, step[] = {-1, -1};
  void* call[3];
  if (!ge) return;
#define CALL(x, y, w, flags) (call[0] = (x), call[1] = (y), call[2] = (w), GpuElemwise_call(ge, call, flags))
  OK(CALL(&r, &a, &b, 0));
  HOLDS(r, 12, 111, 210, 309, 408, 507, 606, 705, 804, 903, 1002, 1101);
  /* All in F order, then mixed. */
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  OK(GpuArray_copy(&v, &b, GA_F_ORDER));
  OK(GpuArray_copy(&z, &r, GA_F_ORDER));
  OK(GpuArray_memset(&z, 0));
  OK(CALL(&z, &f, &v, 0));
  HOLDS(z, 12, 111, 210, 309, 408, 507, 606, 705, 804, 903, 1002, 1101);
  OK(GpuArray_memset(&r, 0));
  OK(CALL(&r, &f, &b, 0));
  HOLDS(r, 12, 111, 210, 309, 408, 507, 606, 705, 804, 903, 1002, 1101);
  OK(GpuArray_memset(&r, 0));
  OK(CALL(&r, &f, &b, GE_NOCOLLAPSE));
  HOLDS(r, 12, 111, 210, 309, 408, 507, 606, 705, 804, 903, 1002, 1101);
  GpuArray_clear(&v);
  GpuArray_clear(&z);
  /* Negative strides, in and out. */
  OK(GpuArray_index(&v, &a, start, stop, step));
  OK(CALL(&r, &v, &b, 0));
  HOLDS(r, 1112, 1011, 910, 809, 708, 607, 506, 405, 304, 203, 102, 1);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &r, start, stop, step));
  OK(CALL(&v, &a, &b, 0));
  HOLDS(r, 1101, 1002, 903, 804, 705, 606, 507, 408, 309, 210, 111, 12);
  GpuArray_clear(&v);

  /* Broadcasting. */
  z = range(GA_FLOAT, 2, d14, 1, 1);
  v = range(GA_FLOAT, 2, d31, 5, 1);
  CODE(GA_VALUE_ERROR, CALL(&r, &a, &z, 0));
  OK(CALL(&r, &a, &z, GE_BROADCAST));
  HOLDS(r, 1, 102, 203, 304, 401, 502, 603, 704, 801, 902, 1003, 1104);
  OK(CALL(&r, &v, &z, GE_BROADCAST));
  HOLDS(r, 501, 502, 503, 504, 601, 602, 603, 604, 701, 702, 703, 704);
  CODE(GA_VALUE_ERROR, CALL(&z, &a, &b, GE_BROADCAST)); /* not the result */
  GpuArray_clear(&z);
  z = range(GA_FLOAT, 1, d4, 1, 1);
  CODE(GA_VALUE_ERROR, CALL(&r, &a, &z, GE_BROADCAST));
  CODE(GA_VALUE_ERROR, CALL(&r, &a, &z, GE_PADSHAPE));
  OK(CALL(&r, &a, &z, GE_BROADCAST | GE_PADSHAPE));
  HOLDS(r, 1, 102, 203, 304, 401, 502, 603, 704, 801, 902, 1003, 1104);
  /* A result with fewer dimensions than an input. */
  CODE(GA_VALUE_ERROR, CALL(&z, &a, &a, GE_BROADCAST | GE_PADSHAPE));
  GpuArray_clear(&z);
  nul = range(GA_FLOAT, 0, NULL, 3, 0);
  OK(CALL(&r, &nul, &nul, GE_BROADCAST | GE_PADSHAPE));
  HOLDS(r, 303, 303, 303, 303, 303, 303, 303, 303, 303, 303, 303, 303);
  z = range(GA_FLOAT, 0, NULL, 0, 0);
  OK(CALL(&z, &nul, &nul, 0));
  HOLDS(z, 303);
  GpuArray_clear(&nul);
  GpuArray_clear(&z);

  z = range(GA_FLOAT, 3, d234, 0, 0);
  OK(CALL(&z, &a, &v, GE_BROADCAST | GE_PADSHAPE));
  HOLDS(z, 5, 105, 205, 305, 406, 506, 606, 706, 807, 907, 1007, 1107, 5, 105, 205, 305, 406, 506, 606, 706, 807, 907,
        1007, 1107);
  GpuArray_clear(&z);
  GpuArray_clear(&v);

  OK(GpuArray_empty(&z, context, GA_FLOAT, 2, none, GA_C_ORDER));
  OK(CALL(&z, &z, &z, 0));
  CODE(GA_VALUE_ERROR, CALL(&r, &z, &a, GE_BROADCAST));
  GpuArray_clear(&z);

  /* Outside the buffer: libgpuarray reads on. */
  OK(GpuArray_view(&v, &a));
  v.offset = 4;
  CODE(GA_VALUE_ERROR, CALL(&r, &v, &b, 0));
  v.offset = 0;
  v.strides[0] = 32;
  GpuArray_fix_flags(&v);
  CODE(GA_VALUE_ERROR, CALL(&r, &v, &b, 0));
  GpuArray_clear(&v);
  CODE(GA_INVALID_ERROR, CALL(&r, NULL, &b, 0));
  CODE(GA_INVALID_ERROR, GpuElemwise_call(NULL, call, 0));
  CODE(GA_INVALID_ERROR, GpuElemwise_call(ge, NULL, 0));
  GpuElemwise_free(ge);
  GpuElemwise_free(NULL);
  GpuArray_clear(&r);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
  GpuArray_clear(&f);
}

/* More dimensions than collapse, and enough elements for several groups. */
static void test_many_dimensions(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}};
  const size_t dims[] = {3, 5, 7, 2, 11, 13};
  const unsigned axes[] = {3, 1, 5, 0, 4, 2};
  GpuElemwise* ge = made("", "r = a + 1", 2, args, GE_NOADDR64);
  GpuArray a = range(GA_INT, 6, dims, 0, 1), t, r;
  void* call[2];
  double *got, *from;
  size_t k, n, wrong = 0;
  if (!ge) return;
  OK(GpuArray_transpose(&t, &a, axes));
  OK(GpuArray_empty(&r, context, GA_INT, 6, t.dimensions, GA_C_ORDER));
  call[0] = &r;
  call[1] = &t;
  OK(GpuElemwise_call(ge, call, 0));
  got = numbers_of(&r);
  from = numbers_of(&t);
  n = count_of(&r);
  for (k = 0; k < n; ++k) wrong += got[k] != from[k] + 1;
  CHECK(n == 30030 && wrong == 0);
  free(got);
  free(from);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&t);
  GpuArray_clear(&r);
}

static void test_statements(void) {
  gpuelemwise_arg args[] = {
      {"s", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}, {"k", GA_INT, GE_SCALAR}, {"t", GA_INT, GE_READ | GE_WRITE}};
  static const char* preamble =
      "WITHIN_KERNEL ga_int twice(ga_int x);\nWITHIN_KERNEL ga_int twice(ga_int x) { return 2 * x; }\n";
  /* Locals, a loop, a branch, two results, a helper, and what libgpuarray lets statements see. */
  static const char* text =
      "ga_int sum = 0; ga_int j;\n"
      "for (j = 0; j < k; j++) { sum += a; }\n"
      "if (i % 2 == 0) { s = twice(sum); } else { s = -sum; }\n"
      "t = t + (ga_int)i; // the place";
  GpuElemwise* ge = made(preamble, text, 4, args, 0);
  GpuArray s = range(GA_INT, 2, d34, -5, 0), a = range(GA_INT, 2, d34, 1, 1), t = range(GA_INT, 2, d34, 100, 0), f;
  int k = 3;
  void* call[] = {&s, &a, &k, &t};
  if (!ge) return;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(s, 6, -6, 18, -12, 30, -18, 42, -24, 54, -30, 66, -36);
  HOLDS(t, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111);
  /* The same with strides: i is the place in C order. */
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  call[1] = &f;
  k = 1;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(s, 2, -2, 6, -4, 10, -6, 14, -8, 18, -10, 22, -12);
  HOLDS(t, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122);
  GpuArray_clear(&f);
  GpuElemwise_free(ge);

  /* Names of the loop. */
  ge = made("", "s = (ga_int)(idx < numThreads) + (ga_int)(n == 12) + (ga_int)(tmp != 0) + (a_p[i] == a)", 2, args, 0);
  if (ge) {
    call[1] = &a;
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(s, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4);
    GpuElemwise_free(ge);
  }
  /* Operators are C's: `/` truncates, and `%` has the sign of its left side. The elements of a are -6, -5, ... 5. */
  GpuArray_clear(&a);
  a = range(GA_INT, 2, d34, -6, 1);
  ge = made("", "s = 10 * (a / 4) + a % 4", 2, args, 0);
  if (ge) {
    call[1] = &a;
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(s, -12, -11, -10, -3, -2, -1, 0, 1, 2, 3, 10, 11);
    GpuElemwise_free(ge);
  }
  GpuArray_clear(&s);
  GpuArray_clear(&a);
  GpuArray_clear(&t);
}

static void test_types(void) {
  static const int types[] = {GA_BOOL, GA_BYTE, GA_UBYTE, GA_SHORT, GA_USHORT, GA_INT,
                              GA_UINT, GA_LONG, GA_ULONG, GA_FLOAT, GA_DOUBLE};
  size_t i;
  for (i = 0; i < sizeof types / sizeof *types; ++i) {
    gpuelemwise_arg args[] = {{"r", 0, GE_WRITE}, {"a", 0, GE_READ}, {"b", 0, GE_SCALAR}};
    unsigned char scalar[8];
    GpuArray r, a;
    void* call[3];
    GpuElemwise* ge;
    args[0].typecode = args[1].typecode = args[2].typecode = types[i];
    number_to(types[i], 2, scalar);
    if (types[i] == GA_DOUBLE && !has_float64) {
      CHECK(GpuElemwise_new(context, "", "r = a + b", 3, args, 2, 0) == NULL);
      continue;
    }
    r = range(types[i], 2, d34, 0, 0);
    a = range(types[i], 2, d34, 0, 1);
    ge = made("", "r = a + b", 3, args, 0);
    if (!ge) continue;
    call[0] = &r;
    call[1] = &a;
    call[2] = scalar;
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    GpuElemwise_free(ge);
    GpuArray_clear(&r);
    GpuArray_clear(&a);
  }
}

static void test_half(void) {
  gpuelemwise_arg args[] = {{"r", GA_HALF, GE_WRITE},
                            {"a", GA_HALF, GE_READ},
                            {"h", GA_HALF, GE_SCALAR},
                            {"x", GA_FLOAT, GE_READ | GE_WRITE}};
  GpuElemwise* ge = made("", "r = a * 0.5f + h; x = x + a", 4, args, GE_CONVERT_F16);
  GpuArray r = range(GA_HALF, 2, d34, 0, 0), a = range(GA_HALF, 2, d34, 0, 1), x = range(GA_FLOAT, 2, d34, 100, 0), f;
  uint16_t three = ga_float2half(3.0f).h;
  void* call[] = {&r, &a, &three, &x};
  if (!ge) return;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5);
  HOLDS(x, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111);
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  call[1] = &f;
  OK(GpuArray_memset(&r, 0));
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5);
  GpuElemwise_free(ge);
  /* Without conversion a half is only moved. */
  ge = made("", "r = a", 2, args, 0);
  if (ge) {
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    GpuElemwise_free(ge);
  }
  GpuArray_clear(&r);
  GpuArray_clear(&a);
  GpuArray_clear(&x);
  GpuArray_clear(&f);
}

static void test_failures(void) {
  gpuelemwise_arg args[] = {{"r", GA_FLOAT, GE_WRITE}, {"a", GA_FLOAT, GE_READ}};
  gpuelemwise_arg unnamed = {NULL, GA_FLOAT, GE_WRITE}, untyped = {"r", 4711, GE_WRITE};
  CHECK(GpuElemwise_new(context, "", "r = there_is_no_such_thing + a", 2, args, 1, 0) == NULL);
  /* The compiler's log is there, and names it. */
  CHECK(strstr(gpucontext_error(context, GA_IMPL_ERROR), "there_is_no_such_thing") != NULL);
  CHECK(GpuElemwise_new(context, "", NULL, 2, args, 1, 0) == NULL);
  CHECK(GpuElemwise_new(context, "", "r = 1", 1, &unnamed, 1, 0) == NULL);
  CHECK(GpuElemwise_new(context, "", "r = 1", 1, &untyped, 1, 0) == NULL);
  CHECK(GpuElemwise_new(context, "", "r = 1", 1, NULL, 1, 0) == NULL);
  CHECK(strstr(gpucontext_error(context, GA_IMPL_ERROR), "NULL") != NULL);
}

static void test_collapse(void) {
  size_t dims[4] = {1, 5, 1, 6}, ones[3] = {1, 1, 1}, zero[4] = {2, 3, 0, 5};
  ssize_t a[4] = {999, 24, 7, 4}, b[4] = {0, 48, 8, 8}, one[3] = {4, 4, 4}, z[4] = {0, 0, 20, 4};
  ssize_t *sets[3] = {a, b, NULL}, *single[] = {one}, *zeros[] = {z};
  unsigned nd = 4;
  gpuarray_elemwise_collapse(3, &nd, dims, sets);
  CHECK(nd == 1 && dims[0] == 30 && a[0] == 4 && b[0] == 8);
  nd = 3;
  gpuarray_elemwise_collapse(1, &nd, ones, single);
  CHECK(nd == 1 && ones[0] == 1 && one[0] == 4);
  nd = 4;
  gpuarray_elemwise_collapse(1, &nd, zero, zeros);
  CHECK(nd == 1 && zero[0] == 0);
  {
    size_t kept[3] = {4, 5, 6};
    ssize_t p[3] = {240, 48, 8}, q[3] = {0, 24, 4};
    ssize_t* both[2] = {p, q};
    nd = 3;
    gpuarray_elemwise_collapse(2, &nd, kept, both);
    CHECK(nd == 2 && kept[0] == 4 && kept[1] == 30 && p[0] == 240 && p[1] == 8 && q[0] == 0 && q[1] == 4);
  }
}

static void test_schedule(void) {
  const char* text = "#include \"cluda.h\"\nKERNEL void f(GLOBAL_MEM ga_int *a) { a[0] = 1; }\n";
  const int type = GA_BUFFER;
  static const size_t counts[] = {0, 1, 7, 100, 1000, 100000, (size_t)1 << 33};
  GpuKernel k;
  size_t i, gs, ls, most = 0;
  unsigned processors = 0;
  OK(GpuKernel_init(&k, context, 1, &text, NULL, "f", 1, &type, 0, NULL));
  CHECK(GpuKernel_context(&k) == context);
  OK(gpukernel_property(k.k, GA_KERNEL_PROP_MAXLSIZE, &most));
  OK(gpucontext_property(context, GA_CTX_PROP_NUMPROCS, &processors));
  for (i = 0; i < sizeof counts / sizeof *counts; ++i) {
    gs = ls = 0;
    OK(GpuKernel_sched(&k, counts[i], &gs, &ls));
    CHECK(gs >= 1 && gs <= 32 * (size_t)processors && ls >= 1 && ls <= most && ls <= 512);
    if (counts[i] <= 100) CHECK(gs * ls >= counts[i]);
  }
  gs = 4, ls = 0;
  OK(GpuKernel_sched(&k, 1000, &gs, &ls));
  CHECK(gs == 4 && ls >= 1 && ls <= most);
  gs = 0, ls = 2;
  OK(GpuKernel_sched(&k, 1000, &gs, &ls));
  CHECK(ls == 2 && gs >= 1);
  GpuKernel_clear(&k);
  CHECK(!k.k && !k.args);
  GpuKernel_clear(&k);
}

int main(void) {
  open_context();
  test_layouts();
  test_many_dimensions();
  test_statements();
  test_types();
  test_half();
  test_failures();
  test_collapse();
  test_schedule();
  return close_context();
}
