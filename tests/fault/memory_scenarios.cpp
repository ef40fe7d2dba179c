// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <initializer_list>
#include <iterator>

#include "memory_faults.hpp"

namespace kiln::test {
namespace {

// Handles that go back when the scenario ends, however it does.
template <class Handle, void (*release)(Handle)>
struct Held {
  static constexpr int kMost = 24;
  Handle handles[kMost] = {};
  int count = 0;
  ~Held() {
    for (Handle handle : handles) release(handle);
  }
  Handle* out() { return &handles[count++]; }
  Handle* out(int number) {
    Handle* const first = &handles[count];
    count += number;
    return first;
  }
  Handle& operator[](int i) { return handles[i]; }
};
using Arrays = Held<kiln_array, kiln_array_release>;
using Variables = Held<kiln_variable, kiln_variable_release>;
using Expressions = Held<kiln_expression, kiln_expression_release>;
using Buffers = Held<kiln_buffer, kiln_buffer_release>;
using Events = Held<kiln_event, kiln_event_release>;
using Queues = Held<kiln_queue, kiln_queue_release>;
using Contexts = Held<kiln_context, kiln_context_release>;

#define TRY(call)                                                                               \
  do {                                                                                          \
    if (const kiln_status status_ = (call); status_ != KILN_OK) return Outcome{status_, #call}; \
    note_entry(#call);                                                                          \
  } while (0)

const char* const kIncrease =
    "KILN_KERNEL void increase(KILN_ARG(float, a)) { KILN_PTR(float, a); a[get_global_id(0)] += 1; }";

kiln_argument of(kiln_array array) {
  kiln_argument argument = {};
  argument.kind = KILN_ARGUMENT_ARRAY;
  argument.dtype = KILN_FLOAT32;
  argument.value.array = array;
  return argument;
}

// The sum of the first elements of an array of float32, as what was computed.
Outcome first_of(kiln_array array, std::size_t count = 1) {
  float values[kCount];
  kiln_array_info info = KILN_ARRAY_INFO_INIT;
  TRY(kiln_array_get_info(array, &info));
  if (std::size_t(info.size) < count) return {KILN_INTERNAL, "first_of"};
  TRY(kiln_array_read_as(array, KILN_FLOAT32, values, std::size_t(info.size) * 4));
  Outcome outcome;
  for (std::size_t i = 0; i < count; ++i) outcome.value += values[i] * double(i + 1);
  return outcome;
}

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
  TRY(kiln_elementwise_create(w.context, "r = a*b + c*exp(d); s = a > b ? a : b; t += r",
                              "r, s, t, a, b, c, d", kernels.out()));
  std::size_t count = 0;
  const char* const* parameters = nullptr;
  const kiln_parameter_kind* kinds = nullptr;
  TRY(kiln_elementwise_parameters(kernels[1], &count, &parameters));
  TRY(kiln_elementwise_kinds(kernels[1], &count, &kinds));
  return {KILN_OK, "", double(count)};
}

Outcome views(World& w) {
  Arrays a;
  const std::int64_t shape[] = {20, 50}, axes[] = {1, 0}, broad[] = {4, 20, 50}, flip[] = {0},
                     sizes[] = {20, 30};
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

Outcome interop(World& w) {
  Arrays a;
  Buffers b;
  kiln_dlpack_options options = KILN_DLPACK_OPTIONS_INIT;
  options.copy = KILN_DLPACK_COPY_IF_NEEDED;
  options.host = 1;
  DLManagedTensorVersioned* tensor = nullptr;
  TRY(kiln_array_to_dlpack(w.array, &options, &tensor));
  TRY(kiln_array_from_dlpack(w.context, tensor, &options, a.out()));
  DLManagedTensor* legacy = nullptr;
  TRY(kiln_array_to_dlpack_legacy(w.array, &options, &legacy));
  TRY(kiln_array_from_dlpack_legacy(w.context, legacy, &options, a.out()));
  int kind = 0, number = 0;
  TRY(kiln_array_dlpack_device(w.array, &kind, &number));
  kiln_native_context native = KILN_NATIVE_CONTEXT_INIT;
  TRY(kiln_context_get_native(w.context, &native));
  Queues queues;
  void *queue = nullptr, *previous = nullptr, *memory = nullptr;
  TRY(kiln_context_compute_queue(w.context, queues.out()));
  TRY(kiln_queue_get_native(queues[0], &queue));
  Contexts adopted;
  native.queue = nullptr;
  TRY(kiln_context_adopt("opencl", &native, nullptr, adopted.out()));
  TRY(kiln_context_after_queue(w.context, queue));
  TRY(kiln_context_before_queue(w.context, queue));
  TRY(kiln_context_enter(w.context, &previous));
  TRY(kiln_context_leave(w.context, previous));
  std::size_t offset = 0;
  TRY(kiln_array_buffer(w.array, b.out()));
  TRY(kiln_buffer_get_native(b[0], &memory, &offset));
  TRY(kiln_buffer_adopt(w.context, memory, offset, 4000, nullptr, nullptr, b.out()));
  TRY(kiln_buffer_adopt_host(w.context, w.host, sizeof w.host, 1, nullptr, nullptr, b.out()));
  TRY(kiln_buffer_get_native_part(b[0], &memory));
  return first_of(a[0], 10);
}

Outcome own_programs(World& w) {
  Held<kiln_reduction, kiln_reduction_release> reduction;
  Held<kiln_scan, kiln_scan_release> scan;
  Held<kiln_program, kiln_program_release> program;
  Held<kiln_kernel, kiln_kernel_release> kernel;
  kiln_parameter parameter = {};
  parameter.kind = KILN_PARAMETER_INPUT_OUTPUT;
  parameter.dtype = KILN_FLOAT32;
  TRY(kiln_reduction_create(w.context, "s = 0", "s = a", "s = s + s_", "r = s", reduction.out()));
  TRY(kiln_scan_create(w.context, "s = 0", "s = a", "s = s + s_", "r = s", scan.out()));
  TRY(kiln_program_create(w.context, kIncrease, KILN_LANGUAGE_PORTABLE, "-DNAME=1", program.out()));
  TRY(kiln_kernel_create(program[0], "increase", 1, &parameter, kernel.out()));
  return {KILN_OK, "", 1};
}

Outcome programs(World& w) {
  kiln_kernel_properties properties = KILN_KERNEL_PROPERTIES_INIT;
  TRY(kiln_kernel_get_properties(w.raw, &properties));
  Arrays a;
  TRY(kiln_array_copy(w.array, KILN_ORDER_C, a.out()));
  kiln_kernel_argument argument = {};
  argument.array = a[0];
  const std::size_t global = kCount;
  TRY(kiln_kernel_launch(w.raw, 1, &global, nullptr, 1, &argument));
  return first_of(a[0], 10);
}

Outcome flags(World&) {
  kiln_flag_info info;
  TRY(kiln_flag_set("contexts", "dev0->opencl0:0;dev1->cuda0"));
  for (std::size_t i = 0; i < kiln_flag_count(); ++i) TRY(kiln_flag_get(i, &info));
  TRY(kiln_flag_find("device", &info));
  kiln_backend_info backend;
  kiln_device_info device;
  std::size_t count = 0;
  TRY(kiln_backend_count(&count));
  TRY(kiln_backend_get(0, &backend));
  TRY(kiln_device_count(&count));
  TRY(kiln_device_get(0, &device));
  Contexts named;
  TRY(kiln_context_named("dev0", named.out()));
  kiln_dtype dtype;
  TRY(kiln_dtype_from_name("float16", &dtype));
  TRY(kiln_dtype_promote(KILN_FLOAT16, KILN_INT64, &dtype));
  kiln_dtype_info about = KILN_DTYPE_INFO_INIT;
  TRY(kiln_dtype_get_info(KILN_FLOAT64, &about));
  return {KILN_OK, "", double(count)};
}

Outcome facts(World& w) {
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  kiln_memory_info memory = KILN_MEMORY_INFO_INIT;
  kiln_cache_info cache = KILN_CACHE_INFO_INIT;
  kiln_disk_cache_info disk = KILN_DISK_CACHE_INFO_INIT;
  TRY(kiln_context_get_properties(w.context, &properties));
  TRY(kiln_context_get_memory(w.context, &memory));
  TRY(kiln_context_get_cache(w.context, &cache));
  TRY(kiln_disk_cache(KILN_CACHE_STAT, 0, &disk));
  return {KILN_OK, "", double(properties.total_memory)};
}

Outcome graph(World& w) {
  Variables v;
  const float half = 0.5F;
  const std::int64_t one = 1;
  TRY(kiln_graph_input("x", KILN_FLOAT32, 1, nullptr, v.out()));
  TRY(kiln_graph_apply("tanh", 1, &v[0], nullptr, 1, v.out()));
  const kiln_variable two[] = {v[1], v[0]};
  TRY(kiln_graph_apply("multiply", 2, two, nullptr, 1, v.out()));
  TRY(kiln_graph_constant(KILN_FLOAT32, 1, &one, &half, v.out()));
  TRY(kiln_graph_number(2, v.out()));
  TRY(kiln_graph_integer(3, v.out()));
  const char* const names[] = {"a", "b"};
  const kiln_variable scaled[] = {v[2], v[4]};
  TRY(kiln_graph_expression("a*b", 2, names, scaled, v.out()));
  TRY(kiln_graph_apply("sum", 1, &v[6], nullptr, 1, v.out()));
  TRY(kiln_graph_grad(v[7], 1, v.handles, nullptr, v.out()));
  TRY(kiln_variable_set_name(v[7], "cost"));
  kiln_variable_info info = KILN_VARIABLE_INFO_INIT;
  TRY(kiln_variable_get_info(v[7], &info));
  TRY(kiln_graph_transfer(v[7], w.context, v.out()));
  const kiln_variable outputs[] = {v[7], v[8]};
  kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
  options.inputs = v.handles;
  options.input_count = 1;
  options.outputs = outputs;
  options.output_count = 2;
  options.context = w.context;
  Held<kiln_function, kiln_function_release> f;
  TRY(kiln_function_create(&options, f.out()));
  for (const char* what : {"toposort", "debugprint", "dot", "svg", "explain"}) {
    char* text = nullptr;
    std::size_t length = 0;
    TRY(kiln_function_describe(f[0], what, &text, &length));
    kiln_string_release(text);
  }
  return {KILN_OK, "", 1};
}

kiln_status twice(void*, std::size_t, const kiln_host_array* inputs, std::size_t,
                  const kiln_host_array* outputs) {
  for (std::int64_t i = 0; i < inputs[0].shape[0]; ++i)
    static_cast<float*>(outputs[0].data)[i] = 2 * static_cast<const float*>(inputs[0].data)[i];
  return KILN_OK;
}

Outcome own_operation(World& w) {
  Variables v;
  kiln_user_op operation = KILN_USER_OP_INIT;
  operation.name = "twice";
  operation.compute = twice;
  TRY(kiln_graph_input("x", KILN_FLOAT32, 1, nullptr, v.out()));
  TRY(kiln_graph_user_op(&operation, 1, v.handles, 1, v.out()));
  TRY(kiln_graph_shared(w.array, "weights", nullptr, 1, v.out()));
  kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
  options.inputs = v.handles;
  options.input_count = 1;
  options.outputs = &v[1];
  options.output_count = 1;
  options.context = w.context;
  Held<kiln_function, kiln_function_release> f;
  TRY(kiln_function_create(&options, f.out()));
  TRY(kiln_function_copy(f[0], "again", 0, nullptr, nullptr, 1, f.out()));
  kiln_value value;
  std::memset(&value, 0, sizeof value);
  value.array = w.array;
  Arrays a;
  TRY(kiln_function_call(f[1], 1, &value, 1, a.out()));
  return first_of(a[0], 10);
}

Outcome verify(World& w) {
  Variables v;
  const std::int64_t three = 3;
  TRY(kiln_graph_input("x", KILN_FLOAT32, 1, &three, v.out()));
  TRY(kiln_graph_apply("tanh", 1, v.handles, nullptr, 1, v.out()));
  kiln_verify_options options = KILN_VERIFY_OPTIONS_INIT;
  options.context = w.context;
  kiln_value point;
  std::memset(&point, 0, sizeof point);
  point.data = w.host;
  point.dtype = KILN_FLOAT32;
  point.ndim = 1;
  point.shape = &three;
  double worst = 0;
  TRY(kiln_graph_verify_grad(1, &v[1], 1, v.handles, &point, &options, &worst));
  return {KILN_OK, "", 1};
}

Outcome call(World& w) {
  kiln_value value;
  std::memset(&value, 0, sizeof value);
  value.array = w.array;
  Arrays a;
  std::uint64_t bytes = 0;
  TRY(kiln_function_call(w.function, 1, &value, 2, a.out(2)));
  TRY(kiln_function_run(w.function, 1, &value, 3, 2, a.out(2)));
  TRY(kiln_function_synchronize(w.function));
  TRY(kiln_function_planned_bytes(w.function, &bytes));
  TRY(kiln_shared_get(w.weights, 0, a.out()));
  TRY(kiln_shared_set(w.weights, a[4], 0));
  return first_of(a[0]);
}

Outcome specialisation(World& w) {
  TRY(kiln_function_free(w.function));
  return call(w);
}

// ---- The driver's compiler, on contexts of their own ----

Outcome build_on(kiln_context context, World& w) {
  // A text that no cache knows.
  static unsigned number = 0;
  char text[] = "r = a * 1.0000000 + 1";
  for (unsigned n = ++number, place = 16; n != 0; n /= 10) text[--place] = char('0' + n % 10);
  Held<kiln_elementwise, kiln_elementwise_release> kernels;
  TRY(kiln_elementwise_create(context, text, nullptr, kernels.out()));
  Arrays a;
  TRY(kiln_array_from_host(context, KILN_FLOAT32, 1, &kCount, nullptr, KILN_FLOAT32, w.host, a.out()));
  kiln_argument arguments[2] = {of(nullptr), of(a[0])};
  arguments[0].kind = KILN_ARGUMENT_NEW;
  arguments[0].dtype = KILN_DTYPE_AUTO;
  arguments[0].value.new_array = a.out();
  TRY(kiln_elementwise_call(kernels[0], 2, arguments));
  Outcome outcome = first_of(a[1]);
  if (outcome.status == KILN_OK) outcome.value = 1;
  return outcome;
}

Outcome context(World& w) {
  Contexts contexts;
  Arrays a;
  TRY(kiln_context_create("opencl:pocl", nullptr, contexts.out()));
  TRY(kiln_array_zeros(contexts[0], KILN_FLOAT32, 1, &kCount, a.out()));
  TRY(kiln_array_transfer(w.array, contexts[0], a.out()));
  return first_of(a[1], 10);
}

Outcome build(World& w) {
  Contexts contexts;
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  options.cache_path = "off";
  TRY(kiln_context_create("opencl:pocl", &options, contexts.out()));
  return build_on(contexts[0], w);
}

// With a cache on the disk that keeps what it compiles.
Outcome cached_build(World& w) {
  Contexts contexts;
  TRY(kiln_flag_set("cache_store", "now"));
  TRY(kiln_context_create("opencl:pocl", nullptr, contexts.out()));
  return build_on(contexts[0], w);
}

}  // namespace

bool World::open(const char* device) {
  for (int i = 0; i < kCount; ++i) host[i] = float(i) * 0.001F;
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  options.cache_path = "off";
  kiln_program program = nullptr;
  kiln_parameter parameter = {};
  parameter.kind = KILN_PARAMETER_INPUT_OUTPUT;
  parameter.dtype = KILN_FLOAT32;
  const std::int64_t one = 1;
  Variables v;
  Arrays a;
  const auto works = [&] {
    TRY(kiln_context_create(device, &options, &context));
    TRY(kiln_elementwise_create(context, "r = a*2 + 1", nullptr, &kernel));
    TRY(kiln_array_from_host(context, KILN_FLOAT32, 1, &kCount, nullptr, KILN_FLOAT32, host, &array));
    TRY(kiln_reduction_create(context, "s = 0", "s = a", "s = s + s_", "r = s", &reduction));
    TRY(kiln_scan_create(context, "s = 0", "s = a", "s = s + s_", "r = s", &scan));
    TRY(kiln_program_create(context, kIncrease, KILN_LANGUAGE_PORTABLE, nullptr, &program));
    TRY(kiln_kernel_create(program, "increase", 1, &parameter, &raw));
    TRY(kiln_array_zeros(context, KILN_FLOAT32, 1, &one, a.out()));
    TRY(kiln_graph_input("x", KILN_FLOAT32, 1, nullptr, v.out()));
    TRY(kiln_graph_shared(a[0], "weights", nullptr, 0, &weights));
    TRY(kiln_graph_apply("tanh", 1, &v[0], nullptr, 1, v.out()));
    TRY(kiln_graph_apply("sum", 1, &v[1], nullptr, 1, v.out()));
    TRY(kiln_graph_grad(v[2], 1, v.handles, nullptr, v.out()));
    kiln_function_options function_options = KILN_FUNCTION_OPTIONS_INIT;
    function_options.inputs = v.handles;
    function_options.input_count = 1;
    function_options.outputs = &v[2];
    function_options.output_count = 2;
    function_options.context = context;
    TRY(kiln_function_create(&function_options, &function));
    return Outcome{};
  };
  const Outcome outcome = works();
  kiln_program_release(program);
  return outcome.status == KILN_OK;
}

void World::close() {
  kiln_array_release(array);
  kiln_elementwise_release(kernel);
  kiln_reduction_release(reduction);
  kiln_scan_release(scan);
  kiln_kernel_release(raw);
  kiln_function_release(function);
  kiln_variable_release(weights);
  kiln_context_release(context);
}

const Scenario kScenarios[] = {
    {"expressions", expressions},
    {"views", views},
    {"creation", creation},
    {"elementwise", elementwise},
    {"reductions", reductions},
    {"scans", scans},
    {"order", order},
    {"sets", sets},
    {"places", places},
    {"masks", masks},
    {"moves", moves},
    {"products", products},
    {"random", random_numbers},
    {"transfers", transfers},
    {"interop", interop},
    {"programs", programs},
    {"own programs", own_programs},
    {"own operation", own_operation},
    {"verify", verify},
    {"flags", flags},
    {"facts", facts},
    {"graph", graph},
    {"call", call},
    {"specialisation", specialisation},
    {"context", context, true},
    {"build", build, true},
    {"cached build", cached_build, true},
};
const std::size_t kScenarioCount = std::size(kScenarios);

}  // namespace kiln::test
