// SPDX-License-Identifier: Apache-2.0
// Scenarios of arrays and of operations on them.
#include <unistd.h>

#include <cstdio>
#include <initializer_list>

#include "memory_held.hpp"

namespace kiln::test {

Outcome expressions(World& w) {
  Expressions e;
  const float half = 0.5F;
  TRY(kiln_expression_parse("where(a > b, exp(a)*3 + (float64)b, sin(b)/2) + c % 7", e.out()));
  TRY(kiln_expression_input("x", e.out()));
  TRY(kiln_expression_number(2, e.out()));
  TRY(kiln_expression_constant(KILN_FLOAT32, &half, e.out()));
  const kiln_expression two[] = {e[1], e[2]};
  TRY(kiln_expression_apply("multiply", 2, two, e.out()));
  TRY(kiln_expression_cast(e[4], KILN_FLOAT64, e.out()));
  const char* const names[] = {"r"};
  Held<kiln_elementwise, kiln_elementwise_release> kernels;
  TRY(kiln_elementwise_create_from(w.context, 1, names, &e[5], "r, x", kernels.out()));
  TRY(kiln_elementwise_create(w.context, "r = a*b + c*exp(d); s = a > b ? a : b; t += r", "r, s, t, a, b, c, d",
                              kernels.out()));
  std::size_t count = 0;
  const char* const* parameters = nullptr;
  const kiln_parameter_kind* kinds = nullptr;
  TRY(kiln_elementwise_parameters(kernels[1], &count, &parameters));
  TRY(kiln_elementwise_kinds(kernels[1], &count, &kinds));
  return {KILN_OK, "", double(count)};
}

Outcome views(World& w) {
  Arrays a;
  const std::int64_t shape[] = {20, 50}, axes[] = {1, 0}, broad[] = {4, 20, 50}, flip[] = {0}, sizes[] = {20, 30};
  const kiln_index index[] = {{KILN_INDEX_SLICE, 1, 9, 2}, {KILN_INDEX_INTEGER, 3, 0, 0}};
  TRY(kiln_array_reshape(w.array, 2, shape, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_transpose(a[0], axes, a.out()));
  TRY(kiln_array_index(a[1], 2, index, a.out()));
  TRY(kiln_array_broadcast_to(a[0], 3, broad, a.out()));
  TRY(kiln_array_flip(a[0], 1, flip, a.out()));
  TRY(kiln_array_diagonal(a[0], 0, 0, 1, a.out()));
  TRY(kiln_array_reinterpret(w.array, KILN_INT32, a.out()));
  TRY(kiln_array_split(a[0], 1, 2, sizes, a.out(2)));
  const kiln_array grid[] = {w.array, w.array};
  TRY(kiln_array_meshgrid(2, grid, 1, a.out(2)));
  const kiln_array* const shapes = grid;
  std::int64_t common[KILN_MAX_DIMS];
  std::size_t ndim = 0;
  TRY(kiln_array_broadcast_shape(2, shapes, &ndim, common));
  int overlap = 0;
  TRY(kiln_array_may_overlap(a[0], w.array, &overlap));
  Buffers buffers;
  TRY(kiln_array_buffer(w.array, buffers.out()));
  TRY(kiln_array_from_buffer(buffers[0], KILN_FLOAT32, 1, &kCount, nullptr, 0, a.out()));
  Contexts contexts;
  TRY(kiln_array_context(w.array, contexts.out()));
  char* text = nullptr;
  std::size_t length = 0;
  TRY(kiln_array_to_string(a[2], -1, 0, &text, &length));
  kiln_string_release(text);
  return {KILN_OK, "", double(length) + overlap};
}

Outcome creation(World& w) {
  Arrays a;
  const std::int64_t shape[] = {20, 50};
  const float one = 1, two = 2;
  TRY(kiln_array_empty(w.context, KILN_FLOAT32, 2, shape, a.out()));
  TRY(kiln_array_zeros(w.context, KILN_FLOAT32, 2, shape, a.out()));
  TRY(kiln_array_full(w.context, KILN_FLOAT32, 2, shape, KILN_FLOAT32, &two, a.out()));
  TRY(kiln_array_arange(w.context, KILN_FLOAT32, 0, 20, 1, nullptr, a.out()));
  TRY(kiln_array_linspace(w.context, KILN_FLOAT32, KILN_FLOAT32, &one, &two, 20, 1, nullptr, a.out()));
  TRY(kiln_array_eye(w.context, KILN_FLOAT32, 4, 4, 0, nullptr, a.out()));
  TRY(kiln_array_copy(a[2], KILN_ORDER_C, a.out()));
  TRY(kiln_array_astype(a[2], KILN_INT32, a.out()));
  TRY(kiln_array_fill(a[0], KILN_FLOAT32, &two));
  TRY(kiln_array_assign(a[0], a[2]));
  return first_of(a[4], 20);
}

Outcome elementwise(World& w) {
  Arrays a;
  TRY(kiln_array_from_host(w.context, KILN_FLOAT32, 1, &kCount, nullptr, KILN_FLOAT32, w.host, a.out()));
  kiln_argument arguments[2] = {of(nullptr), of(a[0])};
  arguments[0].kind = KILN_ARGUMENT_NEW;
  arguments[0].dtype = KILN_DTYPE_AUTO;
  arguments[0].value.new_array = a.out();
  TRY(kiln_elementwise_call(w.kernel, 2, arguments));
  const kiln_argument operands[2] = {of(a[1]), of(a[0])};
  TRY(kiln_array_apply("add", 2, operands, nullptr, a.out()));
  kiln_dtype dtype;
  TRY(kiln_array_apply_dtype("hypot", 2, operands, &dtype));
  return first_of(a[2], kCount);
}

Outcome reductions(World& w) {
  Arrays a;
  const std::int64_t shape[] = {20, 50};
  TRY(kiln_array_reshape(w.array, 2, shape, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_reduce(w.array, KILN_REDUCE_SUM, nullptr, nullptr, a.out()));
  TRY(kiln_array_vector_norm(w.array, 2, nullptr, nullptr, a.out()));
  TRY(kiln_array_average(w.array, w.array, nullptr, nullptr, a.out()));
  TRY(kiln_array_weighted_var(w.array, w.array, nullptr, nullptr, a.out()));
  TRY(kiln_array_cov(a[0], nullptr, 1, nullptr, a.out()));
  TRY(kiln_array_corrcoef(a[0], nullptr, nullptr, a.out()));
  TRY(kiln_array_reduce_by_key(w.array, w.array, KILN_REDUCE_SUM, 0, nullptr, nullptr, a.out(), a.out()));
  TRY(kiln_reduction_call(w.reduction, 1, &w.array, nullptr, 1, a.out()));
  const kiln_array into[] = {a[9]};
  TRY(kiln_reduction_call_into(w.reduction, 1, &w.array, nullptr, 1, into, nullptr));
  return first_of(a[1]);
}

Outcome scans(World& w) {
  Arrays a;
  TRY(kiln_array_scan(w.array, KILN_SCAN_SUM, nullptr, nullptr, a.out()));
  TRY(kiln_array_scan_by_key(w.array, w.array, KILN_SCAN_SUM, nullptr, nullptr, a.out()));
  TRY(kiln_array_diff(w.array, 1, 0, nullptr, nullptr, nullptr, a.out()));
  TRY(kiln_scan_call(w.scan, 1, &w.array, nullptr, 1, a.out()));
  const kiln_array into[] = {a[3]};
  TRY(kiln_scan_call_into(w.scan, 1, &w.array, nullptr, 1, into, nullptr));
  return first_of(a[0], kCount);
}

Outcome order(World& w) {
  Arrays a;
  TRY(kiln_array_sort(w.array, 0, 1, nullptr, a.out()));
  TRY(kiln_array_argsort(w.array, 0, 1, nullptr, a.out()));
  TRY(kiln_array_sort_by_key(w.array, w.array, 0, 0, nullptr, nullptr, a.out(), a.out()));
  TRY(kiln_array_topk(w.array, 3, 0, 1, a.out(), a.out()));
  TRY(kiln_array_topk_into(w.array, 3, 0, 1, a[4], a[5], nullptr, nullptr));
  TRY(kiln_array_quantile(w.array, 0.5, 0, 0, nullptr, a.out()));
  TRY(kiln_array_searchsorted(w.array, a[4], 0, nullptr, a.out()));
  return first_of(a[0], kCount);
}

Outcome sets(World& w) {
  Arrays a;
  TRY(kiln_array_unique(w.array, a.out(), a.out(), a.out(), a.out()));
  const kiln_array into[] = {a[0], a[1], a[2], a[3]};
  TRY(kiln_array_unique_into(w.array, into, nullptr, nullptr, nullptr, nullptr));
  TRY(kiln_array_isin(w.array, w.array, 0, nullptr, a.out()));
  TRY(kiln_array_set(w.array, w.array, KILN_SET_UNION, nullptr, a.out()));
  return first_of(a[0], kCount);
}

Outcome places(World& w) {
  Arrays a;
  const std::int64_t numbers[] = {5, -1, 0}, three = 3;
  TRY(kiln_array_from_host(w.context, KILN_INT64, 1, &three, nullptr, KILN_INT64, numbers, a.out()));
  TRY(kiln_array_take(w.array, a[0], 0, nullptr, a.out()));
  TRY(kiln_array_take_along_axis(w.array, a[0], 0, nullptr, a.out()));
  TRY(kiln_array_take_at(w.array, 1, &a[0], nullptr, a.out()));
  TRY(kiln_array_copy(w.array, KILN_ORDER_C, a.out()));
  TRY(kiln_array_put(a[4], a[0], 0, a[1]));
  TRY(kiln_array_put_at(a[4], 1, &a[0], a[1]));
  TRY(kiln_array_scatter_add(a[4], a[0], 0, a[1]));
  TRY(kiln_array_scatter_add_at(a[4], 1, &a[0], a[1]));
  return first_of(a[1], 3);
}

Outcome masks(World& w) {
  Arrays a;
  kiln_argument operands[2] = {of(w.array), {}};
  operands[1].kind = KILN_ARGUMENT_NUMBER;
  operands[1].value.f64 = 0.5;
  TRY(kiln_array_apply("greater", 2, operands, nullptr, a.out()));
  TRY(kiln_array_compress(w.array, a[0], nullptr, a.out()));
  TRY(kiln_array_nonzero(a[0], 1, a.out()));
  TRY(kiln_array_nonzero_into(a[0], 1, &a[2], nullptr));
  TRY(kiln_array_copy(w.array, KILN_ORDER_C, a.out()));
  TRY(kiln_array_put_mask(a[3], a[0], a[1]));
  return first_of(a[1], 100);
}

Outcome moves(World& w) {
  Arrays a;
  const kiln_array three[] = {w.array, w.array, w.array};
  const std::int64_t twice = 2, widths[] = {1, 2}, shape[] = {20, 50};
  TRY(kiln_array_reshape(w.array, 2, shape, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_concat(3, three, 0, nullptr, a.out()));
  TRY(kiln_array_stack(3, three, 0, nullptr, a.out()));
  TRY(kiln_array_tile(w.array, 1, &twice, nullptr, a.out()));
  TRY(kiln_array_repeat(w.array, 2, 0, nullptr, a.out()));
  TRY(kiln_array_arange(w.context, KILN_INT64, 0, kCount, 1, nullptr, a.out()));
  TRY(kiln_array_repeat_each(w.array, a[5], 0, nullptr, a.out()));
  TRY(kiln_array_roll(w.array, 1, &twice, nullptr, nullptr, a.out()));
  TRY(kiln_array_pad(w.array, widths, KILN_PAD_EDGE, KILN_FLOAT32, nullptr, nullptr, a.out()));
  TRY(kiln_array_tril(a[0], 0, nullptr, a.out()));
  TRY(kiln_array_triu(a[0], 0, nullptr, a.out()));
  return first_of(a[7], kCount);
}

Outcome products(World& w) {
  Arrays a;
  const std::int64_t shape[] = {20, 50}, axis[] = {1}, threes[] = {300, 3};
  const kiln_index front[] = {{KILN_INDEX_SLICE, 0, 900, 1}}, row[] = {{KILN_INDEX_INTEGER, 0, 0, 0}};
  const kiln_scale one = {1, 0}, none = {0, 0};
  TRY(kiln_array_reshape(w.array, 2, shape, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_transpose(a[0], nullptr, a.out()));
  TRY(kiln_array_matmul(a[0], a[1], nullptr, a.out()));
  TRY(kiln_array_vecdot(w.array, w.array, 0, nullptr, a.out()));
  TRY(kiln_array_index(a[0], 1, row, a.out()));
  TRY(kiln_array_outer(a[4], a[4], nullptr, a.out()));
  TRY(kiln_array_tensordot(a[0], a[0], 1, axis, axis, nullptr, a.out()));
  TRY(kiln_array_index(w.array, 1, front, a.out()));
  TRY(kiln_array_reshape(a[7], 2, threes, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_cross(a[8], a[8], -1, nullptr, a.out()));
  TRY(kiln_array_trace(a[2], 0, KILN_DTYPE_AUTO, nullptr, a.out()));
  TRY(kiln_blas_dot(w.array, w.array, 0, nullptr, a.out()));
  TRY(kiln_blas_gemm(KILN_NO_TRANSPOSE, KILN_TRANSPOSE, one, a[0], a[0], none, a[2]));
  const std::int64_t twenty = 20;
  TRY(kiln_array_zeros(w.context, KILN_FLOAT32, 1, &twenty, a.out()));
  TRY(kiln_blas_gemv(KILN_NO_TRANSPOSE, one, a[0], a[4], none, a[12]));
  TRY(kiln_array_copy(a[0], KILN_ORDER_C, a.out()));
  TRY(kiln_blas_ger(0, one, a[12], a[4], a[13]));
  TRY(kiln_blas_gemm_list(KILN_NO_TRANSPOSE, KILN_TRANSPOSE, one, 1, &a[0], &a[0], none, &a[2]));
  TRY(kiln_blas_gemv_list(KILN_NO_TRANSPOSE, one, 1, &a[0], &a[4], none, &a[12]));
  TRY(kiln_blas_ger_list(0, one, 1, &a[12], &a[4], &a[13]));
  return first_of(a[2], 400);
}

Outcome images(World& w) {
  Arrays a;
  const std::int64_t image[] = {1, 4, 25, 10}, filters[] = {4, 4, 3, 3}, threes[] = {3, 3}, fives[] = {5, 5};
  const std::int64_t large[] = {25, 10}, small[] = {5, 2};
  const kiln_index front[] = {{KILN_INDEX_SLICE, 0, 144, 1}};
  kiln_pool_options windows = KILN_POOL_OPTIONS_INIT;
  windows.rank = 2;
  windows.window = fives;
  TRY(kiln_array_reshape(w.array, 4, image, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_index(w.array, 1, front, a.out()));
  TRY(kiln_array_reshape(a[1], 4, filters, KILN_COPY_NEVER, a.out()));
  TRY(kiln_array_conv(a[0], a[2], nullptr, nullptr, a.out()));
  TRY(kiln_array_conv_transpose(a[3], a[2], nullptr, nullptr, nullptr, a.out()));
  TRY(kiln_array_conv_filter_gradient(a[0], a[3], nullptr, threes, nullptr, a.out()));
  TRY(kiln_array_pool(a[0], KILN_POOL_MAX, &windows, nullptr, a.out()));
  TRY(kiln_array_pool_gradient(a[0], a[6], KILN_POOL_MAX, &windows, nullptr, a.out()));
  TRY(kiln_array_pool_take(a[0], a[0], &windows, nullptr, a.out()));
  TRY(kiln_array_upsample(a[6], KILN_UPSAMPLE_LINEAR, large, 0, nullptr, a.out()));
  TRY(kiln_array_upsample_gradient(a[9], KILN_UPSAMPLE_LINEAR, small, 0, nullptr, a.out()));
  return first_of(a[10], 40);
}

Outcome files(World& w) {
  Arrays a;
  Held<kiln_named_array*, kiln_arrays_release> read;
  char path[64];
  const kiln_named_array named[] = {{"a", w.array}, {"b", w.array}};
  Outcome outcome;
  for (const char* suffix : {"npz", "safetensors"}) {
    std::snprintf(path, sizeof path, "/tmp/kiln-memory-faults-%ld.%s", long(getpid()), suffix);
    const auto both = [&]() -> Outcome {
      TRY(kiln_arrays_save(path, KILN_FORMAT_AUTO, 2, named));
      TRY(kiln_arrays_load(w.context, path, KILN_FORMAT_AUTO, nullptr, read.out()));
      return first_of(read[read.count - 1][1].array, kCount);
    };
    outcome = both();
    std::remove(path);
    if (outcome.status != KILN_OK) return outcome;
  }
  return outcome;
}

Outcome random_numbers(World& w) {
  Arrays a;
  Held<kiln_random, kiln_random_release> r;
  std::uint64_t counter = 0;
  TRY(kiln_random_create(w.context, 5, r.out()));
  TRY(kiln_random_uniform(r[0], KILN_FLOAT32, 1, &kCount, 0, 1, nullptr, a.out()));
  TRY(kiln_random_normal(r[0], KILN_FLOAT32, 1, &kCount, 0, 1, nullptr, a.out()));
  TRY(kiln_random_exponential(r[0], KILN_FLOAT32, 1, &kCount, 1, nullptr, a.out()));
  TRY(kiln_random_integers(r[0], KILN_INT32, 1, &kCount, 0, 9, nullptr, a.out()));
  TRY(kiln_random_bernoulli(r[0], KILN_BOOL, 1, &kCount, 0.5, nullptr, a.out()));
  TRY(kiln_random_bits(r[0], KILN_UINT32, 1, &kCount, nullptr, a.out()));
  TRY(kiln_random_permutation(r[0], kCount, nullptr, a.out()));
  TRY(kiln_random_choice(r[0], kCount, 10, 1, a[0], nullptr, a.out()));
  TRY(kiln_random_counter(r[0], &counter));
  TRY(kiln_random_set_counter(r[0], counter));
  return first_of(a[7], 10);
}

Outcome transfers(World& w) {
  Arrays a;
  Buffers b;
  Events events;
  Queues queues;
  float host[kCount];
  const std::int64_t stride = 4;
  std::size_t size = 0;
  void* pointer = nullptr;
  int done = 0;
  TRY(kiln_buffer_create(w.context, 4000, KILN_BUFFER_DEVICE, w.host, b.out()));
  TRY(kiln_buffer_create(w.context, 4000, KILN_BUFFER_HOST, w.host, b.out()));
  TRY(kiln_buffer_host_pointer(b[1], &pointer));
  TRY(kiln_buffer_size(b[0], &size));
  TRY(kiln_buffer_fill(b[0], 0, 400, w.host + 1, 4));
  TRY(kiln_buffer_write(b[0], 400, w.host, 400));
  TRY(kiln_buffer_copy(b[1], 0, b[0], 0, 4000));
  TRY(kiln_buffer_write_async(b[0], 0, w.host, 400, events.out()));
  TRY(kiln_event_synchronize(events[0]));
  TRY(kiln_buffer_read_async(b[0], 0, host, 400, events.out()));
  TRY(kiln_event_synchronize(events[1]));
  TRY(kiln_event_done(events[1], &done));
  TRY(kiln_buffer_read(b[0], 0, host, 4000));
  TRY(kiln_buffer_synchronize(b[0]));
  TRY(kiln_array_read(w.array, host, 4000));
  TRY(kiln_array_read_strided(w.array, host, &stride));
  TRY(kiln_array_copy(w.array, KILN_ORDER_C, a.out()));
  TRY(kiln_array_write(a[0], host, 4000));
  TRY(kiln_array_write_strided(a[0], host, &stride));
  const void* data = nullptr;
  TRY(kiln_array_to_host(a[0], a.out(), &data));
  TRY(kiln_array_synchronize(a[0]));
  TRY(kiln_array_wait(a[0], 10, &done));
  TRY(kiln_context_compute_queue(w.context, queues.out()));
  TRY(kiln_context_transfer_queue(w.context, queues.out()));
  TRY(kiln_event_record(queues[0], events.out()));
  TRY(kiln_queue_wait_event(queues[1], events[2]));
  TRY(kiln_queue_synchronize(queues[0]));
  TRY(kiln_context_synchronize(w.context));
  TRY(kiln_context_wait(w.context, 10, &done));
  TRY(kiln_context_trim(w.context));
  return {KILN_OK, "", double(host[7]) + done};
}

}  // namespace kiln::test
