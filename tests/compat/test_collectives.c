/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/buffer_collectives.h and collectives.h: cliques of one rank, and of two in two threads where there
 * are two CUDA devices, against sums on the host; refusals; and the answers where there are no collectives.
 */
#include <gpuarray/collectives.h>
#include <pthread.h>

#include "array_test.h"

#define ELEMENTS 12
#define MAX_RANKS 2
#define MAX_RESULTS 32

static const int opcodes[] = {GA_SUM, GA_PROD, GA_MAX, GA_MIN};
static const int types[] = {GA_BYTE, GA_UBYTE, GA_INT, GA_UINT, GA_LONG, GA_ULONG, GA_HALF, GA_FLOAT, GA_DOUBLE};
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* What the calls for one type and operation left behind, in order. */
typedef struct {
  size_t results, sizes[MAX_RESULTS];
  double values[MAX_RESULTS][ELEMENTS * MAX_RANKS];
} Outcome;

/* A rank in its thread: what its calls gave is looked at in the main thread. */
typedef struct {
  int rank, count, code; /* the first code that is not GA_NO_ERROR */
  const char* call;
  char text[200];
  gpucommCliqueId id;
  gpucontext* context;
  gpucomm* comm;
  int told_rank, told_count, told_context;
  Outcome* outcome; /* the present one */
  Outcome outcomes[COUNT(types)][COUNT(opcodes)];
} Rank;

/* What rank r's arrays hold. */
static double value_of(int rank, size_t i) { return (double)((i * 7 + (size_t)rank * 3) % 5 + 1); }

static double combined(int opcode, int ranks, size_t i) {
  double result = value_of(0, i);
  int rank;
  for (rank = 1; rank < ranks; ++rank) {
    const double other = value_of(rank, i);
    switch (opcode) {
      case GA_SUM:
        result += other;
        break;
      case GA_PROD:
        result *= other;
        break;
      case GA_MAX:
        result = result > other ? result : other;
        break;
      default:
        result = result < other ? result : other;
    }
  }
  return result;
}

#define TRY(self, expression)                                                                  \
  do {                                                                                         \
    const int code_ = (expression);                                                            \
    if (code_ != GA_NO_ERROR && (self)->code == GA_NO_ERROR) {                                 \
      (self)->code = code_;                                                                    \
      (self)->call = #expression;                                                              \
      strncpy((self)->text, gpucontext_error((self)->context, code_), sizeof(self)->text - 1); \
    }                                                                                          \
  } while (0)

static void put(Rank* self, GpuArray* a, int rank) {
  unsigned char host[ELEMENTS * MAX_RANKS * 8];
  const size_t size = gpuarray_get_elsize(a->typecode), n = count_of(a);
  size_t i;
  for (i = 0; i < n; ++i) number_to(a->typecode, rank < 0 ? 99 : value_of(rank, i), host + i * size);
  TRY(self, GpuArray_write(a, host, n * size));
}

static void keep(Rank* self, const GpuArray* a) {
  unsigned char host[ELEMENTS * MAX_RANKS * 8];
  const size_t size = gpuarray_get_elsize(a->typecode), n = count_of(a);
  size_t i;
  TRY(self, GpuArray_read(host, n * size, a));
  self->outcome->sizes[self->outcome->results] = n;
  for (i = 0; i < n; ++i) self->outcome->values[self->outcome->results][i] = number_at(a->typecode, host + i * size);
  ++self->outcome->results;
}

/* Every call once for a type and an operation; `results` in the order that check_rank() expects. */
static void use_everything(Rank* self, int typecode, int opcode) {
  const size_t whole[] = {ELEMENTS / 3, 3}, part[] = {ELEMENTS / 3 / (size_t)self->count, 3},
               all[] = {ELEMENTS / 3 * (size_t)self->count, 3};
  const size_t item = gpuarray_get_elsize(typecode), each = ELEMENTS / (size_t)self->count;
  GpuArray source, target, some, many;
  int root;
  TRY(self, GpuArray_empty(&source, self->context, typecode, 2, whole, GA_C_ORDER));
  TRY(self, GpuArray_empty(&target, self->context, typecode, 2, whole, GA_C_ORDER));
  TRY(self, GpuArray_empty(&some, self->context, typecode, 2, part, GA_C_ORDER));
  TRY(self, GpuArray_empty(&many, self->context, typecode, 2, all, GA_C_ORDER));
  if (self->code != GA_NO_ERROR) return;
  put(self, &source, self->rank);
  TRY(self, GpuArray_all_reduce(&source, &target, opcode, self->comm));
  keep(self, &target);
  for (root = 0; root < self->count; ++root) {
    put(self, &target, -1);
    TRY(self, GpuArray_reduce(&source, self->rank == root ? &target : NULL, opcode, root, self->comm));
    keep(self, &target);
    put(self, &target, -1);
    if (self->rank == root)
      TRY(self, GpuArray_reduce(&source, &target, opcode, root, self->comm));
    else
      TRY(self, GpuArray_reduce_from(&source, opcode, root, self->comm));
    keep(self, &target);
  }
  TRY(self, GpuArray_reduce_scatter(&source, &some, opcode, self->comm));
  keep(self, &some);
  TRY(self, GpuArray_all_gather(&source, &many, self->comm));
  keep(self, &many);
  for (root = 0; root < self->count; ++root) {
    put(self, &target, self->rank);
    TRY(self, GpuArray_broadcast(&target, root, self->comm));
    keep(self, &target);
  }
  /* In buffers: in place, and behind an offset. */
  put(self, &target, self->rank);
  TRY(self, gpucomm_all_reduce(target.data, 0, target.data, 0, ELEMENTS, typecode, opcode, self->comm));
  keep(self, &target);
  put(self, &target, self->rank);
  TRY(self, gpucomm_reduce_scatter(target.data, 0, target.data, (size_t)self->rank * each * item, each, typecode,
                                   opcode, self->comm));
  TRY(self,
      gpucomm_all_gather(target.data, (size_t)self->rank * each * item, target.data, 0, each, typecode, self->comm));
  keep(self, &target);
  put(self, &target, self->rank);
  TRY(self, gpucomm_broadcast(target.data, 3 * item, 3, typecode, 0, self->comm));
  keep(self, &target);
  GpuArray_clear(&source), GpuArray_clear(&target), GpuArray_clear(&some), GpuArray_clear(&many);
}

static void check_rank(const Rank* self, const Outcome* outcome, int opcode) {
  const size_t each = ELEMENTS / (size_t)self->count;
  size_t at = 0, i;
  int root, again;
#define SO_MANY(n) SAME(outcome->sizes[at], n)
#define EACH(n, expected)                                                     \
  do {                                                                        \
    SO_MANY(n);                                                               \
    for (i = 0; i < (size_t)(n); ++i) SAME(outcome->values[at][i], expected); \
    ++at;                                                                     \
  } while (0)
  EACH(ELEMENTS, combined(opcode, self->count, i));
  for (root = 0; root < self->count; ++root)
    for (again = 0; again < 2; ++again) EACH(ELEMENTS, self->rank == root ? combined(opcode, self->count, i) : 99);
  EACH(each, combined(opcode, self->count, i + (size_t)self->rank * each));
  EACH(ELEMENTS * self->count, value_of((int)(i / ELEMENTS), i % ELEMENTS));
  for (root = 0; root < self->count; ++root) EACH(ELEMENTS, value_of(root, i));
  EACH(ELEMENTS, combined(opcode, self->count, i));
  EACH(ELEMENTS, combined(opcode, self->count, i));
  EACH(ELEMENTS, i >= 3 && i < 6 ? value_of(0, i) : value_of(self->rank, i));
  SAME(at, outcome->results);
}

static void* run_rank(void* user) {
  Rank* const self = user;
  size_t t, o;
  TRY(self, gpucomm_new(&self->comm, self->context, self->id, self->count, self->rank));
  if (self->code != GA_NO_ERROR) return NULL;
  TRY(self, gpucomm_get_count(self->comm, &self->told_count));
  TRY(self, gpucomm_get_rank(self->comm, &self->told_rank));
  self->told_context = gpucomm_context(self->comm) == self->context;
  for (t = 0; t < COUNT(types); ++t)
    for (o = 0; o < COUNT(opcodes); ++o) {
      self->outcome = &self->outcomes[t][o];
      use_everything(self, types[t], opcodes[o]);
    }
  gpucomm_free(self->comm);
  return NULL;
}

static gpucontext* context_on(int device) {
  gpucontext_props* props = NULL;
  gpucontext* made = NULL;
  OK(gpucontext_props_new(&props));
  OK(gpucontext_props_cuda_dev(props, device));
  OK(gpucontext_init(&made, "cuda", props));
  return made;
}

static void test_clique(int count) {
  Rank* const ranks = calloc(MAX_RANKS, sizeof *ranks);
  pthread_t threads[MAX_RANKS];
  gpucommCliqueId id;
  size_t t, o;
  int r;
  OK(gpucomm_gen_clique_id(context, &id));
  for (r = 0; r < count; ++r) {
    ranks[r].rank = r;
    ranks[r].count = count;
    ranks[r].id = id;
    ranks[r].context = context_on(r);
  }
  for (r = 0; r < count; ++r)
    if (pthread_create(&threads[r], NULL, run_rank, &ranks[r]) != 0) exit(2);
  for (r = 0; r < count; ++r) pthread_join(threads[r], NULL);
  for (r = 0; r < count; ++r) {
    if (ranks[r].code != GA_NO_ERROR) printf("%s gave %d (%s)\n", ranks[r].call, ranks[r].code, ranks[r].text);
    SAME(ranks[r].code, GA_NO_ERROR);
    SAME(ranks[r].told_count, count);
    SAME(ranks[r].told_rank, r);
    CHECK(ranks[r].told_context);
    for (t = 0; ranks[r].code == GA_NO_ERROR && t < COUNT(types); ++t)
      for (o = 0; o < COUNT(opcodes); ++o) check_rank(&ranks[r], &ranks[r].outcomes[t][o], opcodes[o]);
    gpucontext_deref(ranks[r].context);
  }
  free(ranks);
}

static void test_refusals(void) {
  const size_t n[] = {4}, other[] = {3}, square[] = {4, 4}, none[] = {0};
  GpuArray a = range(GA_FLOAT, 1, n, 0, 1), b = range(GA_FLOAT, 1, other, 0, 1), i = range(GA_INT, 1, n, 0, 1),
           s = range(GA_SHORT, 1, n, 0, 1), empty = range(GA_FLOAT, 1, none, 0, 1),
           matrix = range(GA_FLOAT, 2, square, 0, 1), columns, foreign;
  const ssize_t starts[] = {0, 0}, stops[] = {4, 2}, steps[] = {1, 1};
  gpucontext* const elsewhere = context_on(0);
  gpucommCliqueId id;
  gpucomm* comm = NULL;
  gpucomm* none_made = (gpucomm*)&id;
  OK(gpucomm_gen_clique_id(context, &id));
  CODE(GA_VALUE_ERROR, gpucomm_new(&none_made, context, id, 0, 0));
  CODE(GA_VALUE_ERROR, gpucomm_new(&none_made, context, id, 1, 1));
  CODE(GA_VALUE_ERROR, gpucomm_new(&none_made, context, id, 1, -1));
  CHECK(none_made == NULL);
  OK(gpucomm_new(&comm, context, id, 1, 0));
  CODE(GA_INVALID_ERROR, GpuArray_all_reduce(&a, &a, 4, comm));
  CODE(GA_INVALID_ERROR, GpuArray_all_reduce(&a, &a, -1, comm));
  CODE(GA_INVALID_ERROR, GpuArray_all_reduce(&s, &s, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, GpuArray_all_reduce(&a, &b, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, GpuArray_all_reduce(&a, &i, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, GpuArray_reduce_scatter(&a, &b, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, GpuArray_all_gather(&a, &b, comm));
  CODE(GA_VALUE_ERROR, GpuArray_reduce(&a, &b, GA_SUM, 0, comm));
  CODE(GA_VALUE_ERROR, GpuArray_reduce_from(&a, GA_SUM, 1, comm));
  CODE(GA_VALUE_ERROR, GpuArray_broadcast(&a, 1, comm));
  CODE(GA_VALUE_ERROR, gpucomm_all_reduce(a.data, 0, a.data, 0, 5, GA_FLOAT, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, gpucomm_all_reduce(a.data, 4, a.data, 0, 4, GA_FLOAT, GA_SUM, comm));
  CODE(GA_VALUE_ERROR, gpucomm_broadcast(a.data, 32, 1, GA_FLOAT, 0, comm));
  CODE(GA_UNALIGNED_ERROR, gpucomm_broadcast(a.data, 2, 1, GA_FLOAT, 0, comm));
  CODE(GA_VALUE_ERROR, gpucomm_broadcast(NULL, 0, 1, GA_FLOAT, 0, comm));
  CODE(GA_VALUE_ERROR, gpucomm_reduce(a.data, 0, NULL, 0, 4, GA_FLOAT, GA_SUM, 0, comm));
  CODE(GA_INVALID_ERROR, gpucomm_broadcast(a.data, 0, 1, GA_QUAD, 0, comm));
  OK(GpuArray_index(&columns, &matrix, starts, stops, steps));
  CODE(GA_VALUE_ERROR, GpuArray_broadcast(&columns, 0, comm));
  CODE(GA_VALUE_ERROR, GpuArray_all_reduce(&columns, &columns, GA_SUM, comm));
  OK(GpuArray_empty(&foreign, elsewhere, GA_FLOAT, 1, n, GA_C_ORDER));
  CODE(GA_VALUE_ERROR, gpucomm_broadcast(foreign.data, 0, 4, GA_FLOAT, 0, comm));
  OK(GpuArray_all_reduce(&empty, &empty, GA_SUM, comm));
  HOLDS(a, 0, 1, 2, 3);
  gpucomm_free(comm);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&i), GpuArray_clear(&s), GpuArray_clear(&empty);
  GpuArray_clear(&columns), GpuArray_clear(&matrix), GpuArray_clear(&foreign);
  gpucontext_deref(elsewhere);
}

/* NULL for the communicator is refused everywhere, and leaves arrays as they were. */
static void test_null(void) {
  const size_t n[] = {4};
  GpuArray a = range(GA_FLOAT, 1, n, 0, 1);
  int number = 7;
  gpucomm_free(NULL);
  CHECK(gpucomm_context(NULL) == NULL);
  CODE(GA_INVALID_ERROR, gpucomm_get_count(NULL, &number));
  SAME(number, 0);
  CODE(GA_INVALID_ERROR, gpucomm_get_rank(NULL, &number));
  CODE(GA_INVALID_ERROR, gpucomm_reduce(a.data, 0, a.data, 0, 4, GA_FLOAT, GA_SUM, 0, NULL));
  CODE(GA_INVALID_ERROR, gpucomm_all_reduce(a.data, 0, a.data, 0, 4, GA_FLOAT, GA_SUM, NULL));
  CODE(GA_INVALID_ERROR, gpucomm_reduce_scatter(a.data, 0, a.data, 0, 4, GA_FLOAT, GA_SUM, NULL));
  CODE(GA_INVALID_ERROR, gpucomm_broadcast(a.data, 0, 4, GA_FLOAT, 0, NULL));
  CODE(GA_INVALID_ERROR, gpucomm_all_gather(a.data, 0, a.data, 0, 4, GA_FLOAT, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_reduce_from(&a, GA_SUM, 0, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_reduce(&a, &a, GA_SUM, 0, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_all_reduce(&a, &a, GA_SUM, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_reduce_scatter(&a, &a, GA_SUM, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_broadcast(&a, 0, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_all_gather(&a, &a, NULL));
  HOLDS(a, 0, 1, 2, 3);
  GpuArray_clear(&a);
}

/* Without collectives the answers are libgpuarray's where it finds no library for them. */
static void test_unavailable(void) {
  gpucommCliqueId id;
  gpucomm* comm = (gpucomm*)&id;
  memset(&id, 1, sizeof id);
  CODE(on_cuda() ? GA_LOAD_ERROR : GA_DEVSUP_ERROR, gpucomm_gen_clique_id(context, &id));
  SAME(id.internal[127], 0);
  CODE(on_cuda() ? GA_LOAD_ERROR : GA_UNSUPPORTED_ERROR, gpucomm_new(&comm, context, id, 1, 0));
  CHECK(comm == NULL);
  CHECK(strcmp(gpucomm_error(context), "Collectives unavailable") == 0);
}

int main(void) {
  gpucommCliqueId id;
  unsigned devices = 0;
  open_context();
  CHECK(sizeof id == GA_COMM_ID_BYTES);
  test_null();
  if (gpucomm_gen_clique_id(context, &id) == GA_NO_ERROR) {
    test_refusals();
    test_clique(1);
    OK(gpu_get_device_count("cuda", 0, &devices));
    if (devices >= 2)
      test_clique(2);
    else
      printf("one CUDA device alone: no clique of two\n");
  } else {
    if (getenv("KILN_TEST_COLLECTIVES")) CHECK(!"collectives were expected here");
    test_unavailable();
  }
  return close_context();
}
