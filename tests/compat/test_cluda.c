/* SPDX-License-Identifier: Apache-2.0
 * cluda.h: every name means on this device what kernels take it for. Atomics return the old value. */
#include <gpuarray/buffer.h>
#include <gpuarray/util.h>
#include <math.h>

#include "compat_test.h"

enum { kGroups = 8, kItems = 16, kAll = kGroups * kItems };

static gpukernel* compile(const char* source, const char* name, unsigned count, const int* types, int required) {
  int code = 0;
  char* log = NULL;
  gpukernel* made = gpukernel_init(context, 1, &source, NULL, name, count, types, 0, &code, &log);
  if (required) CHECK(made != NULL);
  if (required && !made) printf("%s\n%s\n%s\n", source, gpucontext_error(context, code), log ? log : "");
  free(log);
  return made;
}

static gpudata* zeros(size_t size) {
  int code = 0;
  gpudata* made = gpudata_alloc(context, size, NULL, 0, &code);
  if (!made || gpudata_memset(made, 0, 0) != GA_NO_ERROR) {
    printf("no buffer: %s\n", gpucontext_error(context, code));
    exit(2);
  }
  return made;
}

static void test_work_items(void) {
  const char* source =
      "# include  <cluda.h>\n"
      "WITHIN_KERNEL ga_int triple(ga_int x) { return 3 * x; }\n"
      "KERNEL void where(GLOBAL_MEM ga_int *a) {\n"
      "  ga_int x = GID_0 * LDIM_0 + LID_0, y = GID_1 * LDIM_1 + LID_1, z = GID_2 * LDIM_2 + LID_2;\n"
      "  ga_int width = GDIM_0 * LDIM_0, height = GDIM_1 * LDIM_1;\n"
      "  a[(z * height + y) * width + x] = triple(10000 * z + 100 * y + x) + 1000000 * (ga_int)GDIM_2;\n"
      "}\n";
  const int types[] = {GA_BUFFER};
  const size_t gs[] = {3, 2, 2}, ls[] = {2, 3, 1};
  enum { kWidth = 6, kHeight = 6, kDepth = 2 };
  int got[kWidth * kHeight * kDepth], wrong = 0, i;
  gpudata* a = zeros(sizeof got);
  gpukernel* k = compile(source, "where", 1, types, 1);
  void* args[1];
  args[0] = a;
  OK(gpukernel_call(k, 3, gs, ls, 0, args));
  OK(gpudata_read(got, a, 0, sizeof got));
  for (i = 0; i < kWidth * kHeight * kDepth; ++i)
    wrong += got[i] != 3 * (10000 * (i / (kWidth * kHeight)) + 100 * (i / kWidth % kHeight) + i % kWidth) + 2000000;
  SAME(wrong, 0);
  gpukernel_release(k);
  gpudata_release(a);
}

/* Static and dynamic local memory: each group is turned round. */
static void test_local_memory(void) {
  const char* source =
      "#include \"cluda.h\"\n"
      "WITHIN_KERNEL ga_int pick(LOCAL_MEM_ARG ga_int *t, ga_int i) { return t[i]; }\n"
      "KERNEL void fixed(GLOBAL_MEM ga_int *a) {\n"
      "  LOCAL_MEM ga_int tile[16];\n"
      "  tile[LID_0] = GID_0 * LDIM_0 + LID_0;\n"
      "  local_barrier();\n"
      "  a[GID_0 * LDIM_0 + LID_0] = pick(tile, LDIM_0 - 1 - LID_0);\n"
      "}\n"
      "KERNEL void dynamic(GLOBAL_MEM ga_int *a, ga_int bias GA_DECL_SHARED_PARAM(ga_int, tile)) {\n"
      "  GA_DECL_SHARED_BODY(ga_int, tile)\n"
      "  tile[LID_0] = GID_0 * LDIM_0 + LID_0;\n"
      "  local_barrier();\n"
      "  a[GID_0 * LDIM_0 + LID_0] = pick(tile, LDIM_0 - 1 - LID_0) + bias;\n"
      "}\n";
  const int types[] = {GA_BUFFER, GA_INT};
  const size_t gs = kGroups, ls = kItems;
  int got[kAll], bias = 1000, i, wrong = 0;
  gpudata* a = zeros(sizeof got);
  gpukernel *fixed = compile(source, "fixed", 1, types, 1), *dynamic = compile(source, "dynamic", 2, types, 1);
  void* args[2];
  args[0] = a, args[1] = &bias;
  OK(gpukernel_call(fixed, 1, &gs, &ls, 0, args));
  OK(gpudata_read(got, a, 0, sizeof got));
  for (i = 0; i < kAll; ++i) wrong += got[i] != i / kItems * kItems + kItems - 1 - i % kItems;
  SAME(wrong, 0);
  OK(gpukernel_call(dynamic, 1, &gs, &ls, kItems * sizeof(int), args));
  OK(gpudata_read(got, a, 0, sizeof got));
  for (i = 0; i < kAll; ++i) wrong += got[i] != i / kItems * kItems + kItems - 1 - i % kItems + 1000;
  SAME(wrong, 0);
  CODE(GA_IMPL_ERROR, gpukernel_call(dynamic, 1, &gs, &ls, (size_t)1 << 40, args));
  if (!on_cuda()) {
    CODE(GA_IMPL_ERROR, gpukernel_call(fixed, 1, &gs, &ls, 64, args)); /* the kernel has no such argument */
    CODE(GA_IMPL_ERROR, gpukernel_call(dynamic, 1, &gs, &ls, 0, args));
  }
  gpukernel_release(fixed);
  gpukernel_release(dynamic);
  gpudata_release(a);
}

static void test_values(void) {
  const char* source =
      "#include \"cluda.h\"\n"
      "#ifndef CLUDA_H\n#error no guard\n#endif\n"
      "#include \"cluda.h\"\n"
      "KERNEL void values(GLOBAL_MEM ga_float *r, GLOBAL_MEM ga_half *h, GLOBAL_MEM ga_int *w) {\n"
      "  r[0] = M_E; r[1] = M_LOG2E; r[2] = M_LOG10E; r[3] = M_LN2; r[4] = M_LN10; r[5] = M_PI; r[6] = "
      "M_PI_2;\n"
      "  r[7] = M_PI_4; r[8] = M_1_PI; r[9] = M_2_PI; r[10] = M_2_SQRTPI; r[11] = M_SQRT2; r[12] = "
      "M_SQRT1_2;\n"
      "  r[13] = MAXFLOAT; r[14] = INFINITY; r[15] = NAN; r[16] = HUGE_VALF;\n"
      "  r[17] = ga_half2float(h[0]); h[1] = ga_float2half(0.1f); r[18] = ga_half2float(ga_float2half(r[17] "
      "* 2.0f));\n"
      "  w[0] = GA_WARP_SIZE; w[1] = w == NULL; w[2] = sizeof(ga_bool) + 2 * "
      "sizeof(ga_byte);\n"
      "  w[3] = sizeof(ga_short) + sizeof(ga_int) * 10 + sizeof(ga_long) * 100 + sizeof(ga_size) * 1000;\n"
      "  w[4] = sizeof(ga_ushort) + sizeof(ga_uint) * 10 + sizeof(ga_ulong) * 100 + sizeof(ga_ssize) * "
      "1000;\n"
      "  w[5] = sizeof(ga_ubyte) + sizeof(ga_float) * 10 + sizeof(ga_half) * 100;\n"
      "}\n";
  static const double expected[] = {2.718281828459045,  1.4426950408889634,   0.4342944819032518, 0.6931471805599453,
                                    2.302585092994046,  3.141592653589793,    1.5707963267948966, 0.7853981633974483,
                                    0.3183098861837907, 0.6366197723675814,   1.1283791670955126, 1.4142135623730951,
                                    0.7071067811865476, 3.4028234663852886e38};
  const int types[] = {GA_BUFFER, GA_BUFFER, GA_BUFFER};
  const size_t one = 1;
  float got[19];
  unsigned short half[2] = {0x3e00 /* 1.5 */, 0};
  int words[6], i;
  size_t preferred = 0;
  gpudata *r = zeros(sizeof got), *h = zeros(sizeof half), *w = zeros(sizeof words);
  gpukernel* k = compile(source, "values", 3, types, 1);
  void* args[3];
  args[0] = r, args[1] = h, args[2] = w;
  OK(gpudata_write(h, 0, half, sizeof half));
  OK(gpukernel_call(k, 1, &one, &one, 0, args));
  OK(gpudata_read(got, r, 0, sizeof got));
  OK(gpudata_read(half, h, 0, sizeof half));
  OK(gpudata_read(words, w, 0, sizeof words));
  for (i = 0; i < 14; ++i) CHECK(got[i] == (float)expected[i]);
  CHECK(isinf(got[14]) && got[14] > 0 && isnan(got[15]) && isinf(got[16]));
  CHECK(got[17] == 1.5f && got[18] == 3.0f);
  SAME(half[1], 0x2e66); /* 0.1 to the nearest */
  OK(gpukernel_property(k, GA_KERNEL_PROP_PREFLSIZE, &preferred));
  SAME(words[0], preferred);
  SAME(words[1], 0);
  SAME(words[2], 3);
  SAME(words[3], 8842);
  SAME(words[4], 8842);
  SAME(words[5], 241);
  gpukernel_release(k);
  gpudata_release(r);
  gpudata_release(h);
  gpudata_release(w);
}

/* ---- Atomics ---- */

static const struct Kind {
  char letter;
  const char* type;
  int typecode;
} kinds[] = {{'i', "ga_int", GA_INT},     {'I', "ga_uint", GA_UINT},   {'l', "ga_long", GA_LONG},
             {'L', "ga_ulong", GA_ULONG}, {'f', "ga_float", GA_FLOAT}, {'d', "ga_double", GA_DOUBLE},
             {'e', "ga_half", GA_HALF}};

/* Every work-item adds 1 to a word of global or local memory, or puts its number there, and notes what it
 * found. The word is the second of a pair, so that half ones are not alone in theirs. */
static int append_kernel(char* to, size_t size, const struct Kind* kind, const char* operation, char memory) {
  const int half = kind->letter == 'e', add = strcmp(operation, "add") == 0;
  const char *make = half ? "ga_float2half((ga_float)(" : "((", *take = half ? "ga_half2float(" : "(";
  if (memory == 'g')
    return snprintf(to, size,
                    "KERNEL void %s_%cg(GLOBAL_MEM %s *word, GLOBAL_MEM ga_int *old) {\n"
                    "  ga_int i = GID_0 * LDIM_0 + LID_0;\n"
                    "  old[i] = (ga_int)%satom_%s_%cg(word + 1, %s%s))));\n}\n",
                    operation, kind->letter, kind->type, take, operation, kind->letter, make, add ? "1" : "i + 1");
  return snprintf(to, size,
                  "KERNEL void %s_%cl(GLOBAL_MEM %s *word, GLOBAL_MEM ga_int *old) {\n"
                  "  LOCAL_MEM %s pair[2];\n"
                  "  ga_int i = GID_0 * LDIM_0 + LID_0;\n"
                  "  if (LID_0 == 0) { pair[0] = %s0)); pair[1] = %s0)); }\n"
                  "  local_barrier();\n"
                  "  old[i] = (ga_int)%satom_%s_%cl(pair + 1, %s%s))));\n"
                  "  local_barrier();\n"
                  "  if (LID_0 == 0) { word[2 * GID_0] = pair[0]; word[2 * GID_0 + 1] = pair[1]; }\n}\n",
                  operation, kind->letter, kind->type, kind->type, make, make, take, operation, kind->letter, make,
                  add ? "1" : "(ga_int)LID_0 + 1");
}

/* All kernels in one source: wide ones where the device has them. */
static const char* atomics_source(void) {
  static char source[30000];
  size_t used = 0, i;
  int m;
  used +=
      (size_t)snprintf(source, sizeof source,
                       "#include \"cluda.h\"\n"
                       "#if !defined(__OPENCL_VERSION__) || defined(cl_khr_int64_base_atomics)\n#define WIDE\n#endif\n"
                       "#if defined(WIDE) && defined(ga_double)\n#define WIDE_DOUBLE\n#endif\n");
  for (i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    for (m = 0; m < 4; ++m) {
      const char letter = kinds[i].letter;
      const char* guard = letter == 'd' ? "WIDE_DOUBLE" : strchr("lL", letter) ? "WIDE" : "KERNEL";
      used += (size_t)snprintf(source + used, sizeof source - used, "#ifdef %s\n", guard);
      used += (size_t)append_kernel(source + used, sizeof source - used, &kinds[i], m & 1 ? "xchg" : "add",
                                    m & 2 ? 'l' : 'g');
      used += (size_t)snprintf(source + used, sizeof source - used, "#endif\n");
    }
  if (used >= sizeof source) exit(2);
  return source;
}

static double number(int typecode, const unsigned char* at) {
  int i;
  unsigned u;
  int64_t l;
  float f;
  double d;
  unsigned short h;
  switch (typecode) {
    case GA_INT:
      memcpy(&i, at, 4);
      return i;
    case GA_UINT:
      memcpy(&u, at, 4);
      return u;
    case GA_FLOAT:
      memcpy(&f, at, 4);
      return f;
    case GA_DOUBLE:
      memcpy(&d, at, 8);
      return d;
    case GA_HALF:
      memcpy(&h, at, 2);
      return h ? ldexp(1024 + (h & 1023), (h >> 10 & 31) - 25) : 0;
    default:
      memcpy(&l, at, 8);
      return (double)l;
  }
}

/* What `count` work-items found, and what is there at last: each of 0 to count once (of sums the last one is
 * `count`). */
static void check_once(const char* what, const int* old, double last, int count, int sum) {
  char seen[kAll + 1];
  int i, wrong = 0;
  memset(seen, 0, sizeof seen);
  for (i = 0; i < count; ++i)
    if (old[i] < 0 || old[i] > count || seen[old[i]]++) ++wrong;
  if (last < 0 || last > count || seen[(int)last]++) ++wrong;
  if (sum && last != count) ++wrong;
  if (wrong) printf("%s: %d wrong, last is %g\n", what, wrong, last);
  SAME(wrong, 0);
}

static void test_atomics(void) {
  static const char* const operations[] = {"add", "xchg"};
  const int types[] = {GA_BUFFER, GA_BUFFER};
  const size_t gs = kGroups, ls = kItems;
  const char* const source = atomics_source();
  char what[64];
  size_t i, o;
  int m, group, ran = 0;
  for (i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    for (o = 0; o < 2; ++o)
      for (m = 0; m < 2; ++m) {
        const char memory = m ? 'l' : 'g';
        /* Wide ones are there where the device has them. */
        const int always = on_cuda() || !strchr("lLd", kinds[i].letter);
        const size_t item = gpuarray_get_elsize(kinds[i].typecode), bytes = 2 * kGroups * item;
        unsigned char words[2 * kGroups * 8];
        int old[kAll];
        gpudata *word, *found;
        gpukernel* k;
        void* args[2];
        snprintf(what, sizeof what, "%s_%c%c", operations[o], kinds[i].letter, memory);
        k = compile(source, what, 2, types, always);
        if (!k) {
          printf("%s: this device has none\n", what);
          continue;
        }
        word = zeros(bytes), found = zeros(sizeof old);
        args[0] = word, args[1] = found;
        OK(gpukernel_call(k, 1, &gs, &ls, 0, args));
        OK(gpudata_read(words, word, 0, bytes));
        OK(gpudata_read(old, found, 0, sizeof old));
        if (memory == 'g') {
          SAME(number(kinds[i].typecode, words), 0);
          check_once(what, old, number(kinds[i].typecode, words + item), kAll, o == 0);
        } else {
          for (group = 0; group < kGroups; ++group) {
            const unsigned char* pair = words + (size_t)group * 2 * item;
            SAME(number(kinds[i].typecode, pair), 0);
            check_once(what, old + group * kItems, number(kinds[i].typecode, pair + item), kItems, o == 0);
          }
        }
        ++ran;
        gpukernel_release(k);
        gpudata_release(word);
        gpudata_release(found);
      }
  printf("%d of 28 atomics ran\n", ran);
}

/* One work-item: values too large for a sum of ones, and the neighbour of a half. */
static void test_atomic_values(void) {
  const char* source =
      "#include \"cluda.h\"\n"
      "KERNEL void run(GLOBAL_MEM ga_half *h, GLOBAL_MEM ga_float *f, GLOBAL_MEM ga_int *i) {\n"
      "  f[1] = ga_half2float(atom_add_eg(h, ga_float2half(2.5f)));\n"
      "  f[2] = ga_half2float(atom_xchg_eg(h + 3, ga_float2half(-1.0f)));\n"
      "  f[3] = atom_add_fg(f, -0.75f);\n"
      "  f[4] = atom_xchg_fg(f, 9.0f);\n"
      "  i[1] = atom_add_ig(i, -5);\n"
      "}\n";
  const int types[] = {GA_BUFFER, GA_BUFFER, GA_BUFFER};
  const size_t one = 1;
  unsigned short h[4] = {0x3c00, 0x4000, 0x4200, 0x4400}; /* 1 2 3 4 */
  float f[5] = {1.25f, 0, 0, 0, 0};
  int i[2] = {3, 0};
  gpudata *hs = zeros(sizeof h), *fs = zeros(sizeof f), *is = zeros(sizeof i);
  gpukernel* k = compile(source, "run", 3, types, 1);
  void* args[3];
  args[0] = hs, args[1] = fs, args[2] = is;
  OK(gpudata_write(hs, 0, h, sizeof h));
  OK(gpudata_write(fs, 0, f, sizeof f));
  OK(gpudata_write(is, 0, i, sizeof i));
  OK(gpukernel_call(k, 1, &one, &one, 0, args));
  OK(gpudata_read(h, hs, 0, sizeof h));
  OK(gpudata_read(f, fs, 0, sizeof f));
  OK(gpudata_read(i, is, 0, sizeof i));
  SAME(h[0], 0x4300); /* 3.5 */
  SAME(h[1], 0x4000);
  SAME(h[2], 0x4200);
  SAME(h[3], 0xbc00);
  CHECK(f[1] == 1.0f && f[2] == 4.0f && f[3] == 1.25f && f[4] == 0.5f && f[0] == 9.0f);
  CHECK(i[1] == 3 && i[0] == -2);
  gpukernel_release(k);
  gpudata_release(hs);
  gpudata_release(fs);
  gpudata_release(is);
}

int main(void) {
  context = new_context();
  test_work_items();
  test_local_memory();
  test_values();
  test_atomics();
  test_atomic_values();
  gpucontext_deref(context);
  return finish();
}
