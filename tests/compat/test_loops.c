/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/elemwise.h: which array gives the shape, what statements may change, many arguments, and 64-bit
 * offsets. */
#include <gpuarray/elemwise.h>

#include "array_test.h"

static const size_t d34[] = {3, 4}, d14[] = {1, 4};

static GpuElemwise* made(const char* expr, unsigned n, gpuelemwise_arg* args, int flags) {
  GpuElemwise* ge = GpuElemwise_new(context, "", expr, n, args, 2, flags);
  ++checks;
  if (!ge) {
    ++failures;
    printf("GpuElemwise_new(%s): %s\n", expr, gpucontext_error(context, GA_IMPL_ERROR));
  }
  return ge;
}

/* The first array that is written gives the shape, wherever it stands; no other one that is written is
 * broadcast. */
static void test_results(void) {
  gpuelemwise_arg args[] = {{"a", GA_INT, GE_READ}, {"r", GA_INT, GE_WRITE}, {"s", GA_INT, GE_WRITE}};
  GpuElemwise* ge = made("r = a; s = a + 1", 3, args, 0);
  GpuArray a = range(GA_INT, 2, d14, 0, 1), r = range(GA_INT, 2, d34, 9, 0), s = range(GA_INT, 2, d34, 9, 0),
           row = range(GA_INT, 2, d14, 9, 0);
  void* call[] = {&a, &r, &s};
  if (!ge) return;
  OK(GpuElemwise_call(ge, call, GE_BROADCAST));
  HOLDS(r, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
  HOLDS(s, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4);
  call[2] = &row;
  CODE(GA_VALUE_ERROR, GpuElemwise_call(ge, call, GE_BROADCAST));
  HOLDS(row, 9, 9, 9, 9);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&r);
  GpuArray_clear(&s);
  GpuArray_clear(&row);
}

/* Statements may use an input as a variable of theirs: the array stays. */
static void test_inputs_stay(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}};
  GpuElemwise* ge = made("a = a * 10; r = a", 2, args, 0);
  GpuArray a = range(GA_INT, 2, d34, 0, 1), r = range(GA_INT, 2, d34, 0, 0), f;
  void* call[] = {&r, &a};
  if (!ge) return;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110);
  HOLDS(a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  call[1] = &f;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(f, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&r);
  GpuArray_clear(&f);
}

/* Elements before the buffer's begin, which libgpuarray reads. */
static void test_before_the_buffer(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}};
  const ssize_t strides[] = {-16, 4};
  GpuElemwise* ge = made("r = a", 2, args, 0);
  GpuArray a = range(GA_INT, 2, d34, 0, 1), r = range(GA_INT, 2, d34, 7, 0), v;
  void* call[] = {&r, &v};
  OK(GpuArray_fromdata(&v, a.data, 16, GA_INT, 2, d34, strides, 1));
  if (ge) CODE(GA_VALUE_ERROR, GpuElemwise_call(ge, call, 0));
  HOLDS(r, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
  v.offset = 32;
  if (ge) OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&r);
  GpuArray_clear(&v);
}

/* An array of larger elements than the argument has: the first bytes of each, by its strides. */
static void test_other_types(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}};
  GpuElemwise* ge = made("r = a + 1", 2, args, 0);
  GpuArray a = range(GA_LONG, 2, d34, 0, 1), r = range(GA_INT, 2, d34, 0, 0), one = range(GA_LONG, 0, NULL, 41, 0),
           result = range(GA_INT, 0, NULL, 0, 0), f;
  void* call[2];
  if (!ge) return;
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  call[0] = &r, call[1] = &f;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  call[0] = &result, call[1] = &one;
  OK(GpuElemwise_call(ge, call, 0));
  HOLDS(result, 42);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&f);
  GpuArray_clear(&r);
  GpuArray_clear(&one);
  GpuArray_clear(&result);
}

static void test_contexts_and_types(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}}, buffer = {"r", GA_BUFFER, GE_SCALAR},
                  unknown = {"r", -5, GE_WRITE};
  GpuElemwise* ge = made("r = a", 2, args, 0);
  gpucontext *here = context, *there = new_context();
  GpuArray r = range(GA_INT, 2, d34, 7, 0), a;
  void* call[2];
  context = there;
  a = range(GA_INT, 2, d34, 0, 1);
  context = here;
  call[0] = &r, call[1] = &a;
  if (ge) CHECK(GpuElemwise_call(ge, call, 0) != GA_NO_ERROR);
  HOLDS(r, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
  GpuElemwise_free(ge);
  GpuArray_clear(&a);
  GpuArray_clear(&r);
  gpucontext_deref(there);
  CHECK(GpuElemwise_new(context, "", ";", 1, &buffer, 1, 0) == NULL);
  CHECK(GpuElemwise_new(context, "", "r = 1", 1, &unknown, 1, 0) == NULL);
}

/* More scalars of half precision, and more arrays, than a call has room for without growing. */
static void test_many_arguments(void) {
  enum { kHalves = 9, kArrays = 40 };
  static char names[kArrays][8];
  gpuelemwise_arg halves[kHalves + 1] = {{"r", GA_FLOAT, GE_WRITE}}, arrays[kArrays];
  uint16_t values[kHalves];
  void* call[kArrays];
  GpuArray r = range(GA_FLOAT, 2, d34, 0, 0), many[kArrays], from;
  GpuElemwise* ge;
  char text[400] = "r = ";
  int i;
  for (i = 0; i < kHalves; ++i) {
    sprintf(names[i], "h%d", i);
    sprintf(text + strlen(text), "%s%d * h%d", i ? " + " : "", i + 1, i);
    halves[i + 1].name = names[i], halves[i + 1].typecode = GA_HALF, halves[i + 1].flags = GE_SCALAR;
    values[i] = ga_float2half((float)(i + 1)).h;
    call[i + 1] = &values[i];
  }
  call[0] = &r;
  ge = made(text, kHalves + 1, halves, GE_CONVERT_F16);
  if (ge) {
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(r, 285, 285, 285, 285, 285, 285, 285, 285, 285, 285, 285, 285); /* the squares up to 9 */
  }
  GpuElemwise_free(ge);
  GpuArray_clear(&r);

  strcpy(text, "a0 = ");
  for (i = 0; i < kArrays; ++i) {
    sprintf(names[i], "a%d", i);
    if (i > 0) sprintf(text + strlen(text), "%sa%d", i > 1 ? " + " : "", i);
    arrays[i].name = names[i], arrays[i].typecode = GA_INT, arrays[i].flags = i > 0 ? GE_READ : GE_WRITE;
    from = range(GA_INT, 2, d34, i, 1);
    OK(GpuArray_copy(&many[i], &from, i % 2 ? GA_F_ORDER : GA_C_ORDER));
    GpuArray_clear(&from);
    call[i] = &many[i];
  }
  ge = made(text, kArrays, arrays, 0);
  if (ge) {
    OK(GpuElemwise_call(ge, call, 0));
    HOLDS(many[0], 780, 819, 858, 897, 936, 975, 1014, 1053, 1092, 1131, 1170, 1209);
  }
  GpuElemwise_free(ge);
  for (i = 0; i < kArrays; ++i) GpuArray_clear(&many[i]);
}

/* More arrays than a kernel's parameters hold, of several layouts: r = a0 + 2*a1 + 3*a2 + a3 + ... */
static void test_hundreds_of_arrays(void) {
  enum { kInputs = 254, kElements = 12, kKinds = 4 };
  static char names[kInputs + 1][8], text[kInputs * 12];
  static gpuelemwise_arg args[kInputs + 1];
  static const size_t d12[] = {12}, d223[] = {2, 2, 3}, d123[] = {1, 2, 3};
  static const unsigned dimensions[kKinds] = {1, 0, 2, 3};
  static const size_t* const extents[kKinds] = {d12, NULL, d34, d223};
  void* call[kInputs + 1];
  GpuElemwise* ge;
  int i, kind, e, round;
  strcpy(text, "r = ");
  args[0].name = "r", args[0].typecode = GA_INT, args[0].flags = GE_WRITE;
  for (i = 0; i < kInputs; ++i) {
    sprintf(names[i], "a%d", i);
    sprintf(text + strlen(text), "%s%d*a%d", i ? " + " : "", i % 3 + 1, i);
    args[i + 1].name = names[i], args[i + 1].typecode = GA_INT, args[i + 1].flags = GE_READ;
  }
  ge = made(text, kInputs + 1, args, 0);
  for (kind = 0; ge && kind < kKinds; ++kind) {
    /* Few arrays that come many times: in C and F order, and one that is broadcast. */
    GpuArray few[3], r = range(GA_INT, dimensions[kind], extents[kind], 0, 0), from;
    double expected[kElements] = {0}, *got;
    const int elements = kind == 1 ? 1 : kElements, broadcast = kind == 3;
    from = range(GA_INT, dimensions[kind], extents[kind], 1, 1);
    OK(GpuArray_copy(&few[0], &from, GA_C_ORDER));
    GpuArray_clear(&from);
    from = range(GA_INT, dimensions[kind], extents[kind], -5, 2);
    OK(GpuArray_copy(&few[1], &from, GA_F_ORDER));
    GpuArray_clear(&from);
    few[2] = range(GA_INT, dimensions[kind], broadcast ? d123 : extents[kind], 3, -1);
    call[0] = &r;
    for (i = 0; i < kInputs; ++i) {
      call[i + 1] = &few[i % 5 % 3];
      for (e = 0; e < elements; ++e)
        expected[e] += (i % 3 + 1) * (i % 5 % 3 == 0   ? 1 + e
                                      : i % 5 % 3 == 1 ? -5 + 2 * e
                                                       : 3 - (broadcast ? e % 6 : e));
    }
    for (round = 0; round < 2; ++round) OK(GpuElemwise_call(ge, call, broadcast ? GE_BROADCAST : 0));
    got = numbers_of(&r);
    for (e = 0; e < elements; ++e) SAME(got[e], expected[e]);
    free(got);
    GpuArray_clear(&few[0]), GpuArray_clear(&few[1]), GpuArray_clear(&few[2]), GpuArray_clear(&r);
  }
  GpuElemwise_free(ge);
}

/* Of several types and with scalars; an output that is read too, one that is an input's memory, and one that
 * the statements do not reach everywhere. */
static void test_hundreds_of_types(void) {
  enum { kInputs = 80, kScalars = 40, kAll = kInputs + kScalars + 2 };
  static const int types[] = {GA_BYTE, GA_HALF, GA_INT, GA_FLOAT, GA_LONG};
  static char names[kAll][8], text[kAll * 12];
  static gpuelemwise_arg args[kAll];
  static float numbers[kScalars];
  static uint16_t half;
  void* call[kAll];
  GpuArray of_type[5], r = range(GA_INT, 2, d34, 100, 1), s;
  GpuElemwise* ge;
  double expected[12], *got;
  int i, e, all = 0;
  for (i = 0; i < 5; ++i) of_type[i] = range(types[i], 2, d34, i, 1);
  OK(GpuArray_view(&s, &of_type[3]));
  args[all].name = "r", args[all].typecode = GA_INT, args[all].flags = GE_READ | GE_WRITE, call[all++] = &r;
  args[all].name = "s", args[all].typecode = GA_FLOAT, args[all].flags = GE_WRITE, call[all++] = &s;
  for (e = 0; e < 12; ++e) expected[e] = 100 + e;
  strcpy(text, "r = r");
  for (i = 0; i < kInputs; ++i, ++all) {
    sprintf(names[all], "a%d", i);
    sprintf(text + strlen(text), " + a%d", i);
    args[all].name = names[all], args[all].typecode = types[i % 5], args[all].flags = GE_READ;
    call[all] = &of_type[i % 5];
    for (e = 0; e < 12; ++e) expected[e] += i % 5 + e;
  }
  for (i = 0; i < kScalars; ++i, ++all) {
    sprintf(names[all], "x%d", i);
    sprintf(text + strlen(text), " + x%d", i);
    numbers[i] = (float)i;
    half = ga_float2half(7).h;
    args[all].name = names[all], args[all].flags = GE_SCALAR;
    args[all].typecode = i % 4 ? GA_FLOAT : GA_HALF;
    call[all] = i % 4 ? (void*)&numbers[i] : (void*)&half;
    for (e = 0; e < 12; ++e) expected[e] += i % 4 ? i : 7;
  }
  strcat(text, "; s = 2 * a3");
  ge = made(text, kAll, args, GE_CONVERT_F16);
  if (ge) {
    OK(GpuElemwise_call(ge, call, 0));
    got = numbers_of(&r);
    for (e = 0; e < 12; ++e) SAME(got[e], expected[e]);
    free(got);
    HOLDS(s, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28);
    /* Nothing is written where something is missing. */
    call[5] = NULL;
    CODE(GA_INVALID_ERROR, GpuElemwise_call(ge, call, 0));
    got = numbers_of(&r);
    for (e = 0; e < 12; ++e) SAME(got[e], expected[e]);
    free(got);
  }
  GpuElemwise_free(ge);
  for (i = 0; i < 5; ++i) GpuArray_clear(&of_type[i]);
  GpuArray_clear(&r), GpuArray_clear(&s);
  strcat(text, " + nonsense");
  CHECK(GpuElemwise_new(context, "", text, kAll, args, 2, GE_CONVERT_F16) == NULL);
  CHECK(strstr(gpucontext_error(context, GA_IMPL_ERROR), "nonsense") != NULL);
}

/* Strides beyond 2^31 bytes and the end of 2^32, in memory that is touched only where the elements are; near
 * ones in between. */
static void test_far_away(void) {
  gpuelemwise_arg args[] = {{"r", GA_INT, GE_WRITE}, {"a", GA_INT, GE_READ}};
  const size_t bytes = (size_t)1 << 32, d24[] = {2, 4};
  const ssize_t far = (ssize_t)bytes - 32, rows[] = {far, 8}, backward[] = {-far, 8}, near[] = {4, 8};
  int code = GA_NO_ERROR;
  gpudata* data = gpudata_alloc(context, bytes, NULL, 0, &code);
  GpuElemwise* ge;
  GpuArray a, v, r, copy;
  void* call[2];
  if (!data) { /* a device with less */
    printf("  no memory of 2^32 bytes: %s\n", gpucontext_error(context, code));
    return;
  }
  ge = made("r = a + 1", 2, args, 0);
  a = range(GA_INT, 2, d24, 0, 1), r = range(GA_INT, 2, d24, 0, 0);
  OK(GpuArray_fromdata(&v, data, 0, GA_INT, 2, d24, near, 1));
  call[0] = &v, call[1] = &a;
  if (ge) OK(GpuElemwise_call(ge, call, 0));
  OK(GpuArray_copy(&copy, &v, GA_C_ORDER));
  HOLDS(copy, 1, 2, 3, 4, 5, 6, 7, 8);
  GpuArray_clear(&copy), GpuArray_clear(&v);
  OK(GpuArray_fromdata(&v, data, 0, GA_INT, 2, d24, rows, 1));
  call[0] = &v, call[1] = &a;
  if (ge) OK(GpuElemwise_call(ge, call, 0));
  OK(GpuArray_copy(&copy, &v, GA_C_ORDER));
  HOLDS(copy, 1, 2, 3, 4, 5, 6, 7, 8);
  GpuArray_clear(&copy), GpuArray_clear(&v);
  OK(GpuArray_fromdata(&v, data, (size_t)far, GA_INT, 2, d24, backward, 1));
  call[0] = &r, call[1] = &v;
  if (ge) OK(GpuElemwise_call(ge, call, 0));
  HOLDS(r, 6, 7, 8, 9, 2, 3, 4, 5);
  GpuArray_clear(&v);
  OK(GpuArray_fromdata(&v, data, bytes - 32, GA_INT, 2, d24, near, 1));
  call[0] = &v, call[1] = &a;
  if (ge) OK(GpuElemwise_call(ge, call, 0));
  OK(GpuArray_copy(&copy, &v, GA_C_ORDER));
  HOLDS(copy, 1, 2, 3, 4, 5, 6, 7, 8);
  GpuArray_clear(&copy), GpuArray_clear(&v);
  GpuElemwise_free(ge);
  gpudata_release(data);
  GpuArray_clear(&a), GpuArray_clear(&r);
}

int main(void) {
  open_context();
  test_results();
  test_inputs_stay();
  test_before_the_buffer();
  test_other_types();
  test_contexts_and_types();
  test_many_arguments();
  test_hundreds_of_arrays();
  test_hundreds_of_types();
  test_far_away();
  return close_context();
}
