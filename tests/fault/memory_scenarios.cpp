// SPDX-License-Identifier: Apache-2.0
// Scenarios of programs, graphs and contexts, what they share, and the list of all.
#include <cstring>
#include <initializer_list>
#include <iterator>

#include "memory_held.hpp"

namespace kiln::test {
namespace {

const char* const kIncrease =
    "KILN_KERNEL void increase(KILN_ARG(float, a)) { KILN_PTR(float, a); a[get_global_id(0)] += 1; }";

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
  const char* name = nullptr;
  TRY(kiln_kernel_parameter_name(w.raw, 0, &name));
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

kiln_status twice(void*, std::size_t, const kiln_host_array* inputs, std::size_t, const kiln_host_array* outputs) {
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
  // A callback tells its status whatever memory there is.
  const kiln_status told = kiln_callback_failed(KILN_SHAPE_ERROR, "more text than a string holds by itself");
  if (told != KILN_SHAPE_ERROR) return {told, "kiln_callback_failed()"};
  note_entry("kiln_callback_failed()");
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

// A loop over the rows of x, its gradient by the value before the first step, and a call.
Outcome loop_with(World& w, kiln_graph_loop options) {
  Variables v;
  TRY(kiln_graph_input("x", KILN_FLOAT32, 1, nullptr, v.out()));
  TRY(kiln_graph_apply("sum", 1, v.handles, nullptr, 1, v.out()));
  options.sequence_count = options.output_count = 1;
  options.sequences = v.handles;
  options.initial = &v[1];
  options.steps = 3;
  options.body = [](void*, std::size_t, const kiln_variable* inputs, std::size_t count, kiln_variable* outputs) {
    const kiln_status status = kiln_graph_apply("multiply", 2, inputs, nullptr, 1, outputs);
    // The condition of until, if there is one.
    return status != KILN_OK || count < 2 ? status : kiln_graph_apply("isnan", 1, outputs, nullptr, 1, outputs + 1);
  };
  TRY(kiln_graph_scan(&options, 1, v.out()));
  TRY(kiln_graph_apply("sum", 1, &v[2], nullptr, 1, v.out()));
  TRY(kiln_graph_grad(v[3], 1, v.handles, nullptr, v.out()));
  kiln_function_options function = KILN_FUNCTION_OPTIONS_INIT;
  function.inputs = v.handles;
  function.input_count = 1;
  function.outputs = &v[3];
  function.output_count = 2;
  function.context = w.context;
  Held<kiln_function, kiln_function_release> f;
  TRY(kiln_function_create(&function, f.out()));
  kiln_value value;
  std::memset(&value, 0, sizeof value);
  value.array = w.array;
  Arrays a;
  TRY(kiln_function_call(f[0], 1, &value, 2, a.out(2)));
  return first_of(a[0]);
}
Outcome loop(World& w) { return loop_with(w, KILN_GRAPH_LOOP_INIT); }
Outcome loop_with_checkpoints(World& w) {
  kiln_graph_loop options = KILN_GRAPH_LOOP_INIT;
  options.checkpoint_every = 2;
  return loop_with(w, options);
}
Outcome loop_until(World& w) {
  kiln_graph_loop options = KILN_GRAPH_LOOP_INIT;
  options.until = 1;
  return loop_with(w, options);
}

// A choice between two values of x, its gradient, and a call.
Outcome choice(World& w) {
  Variables v;
  TRY(kiln_graph_input("x", KILN_FLOAT32, 1, nullptr, v.out()));
  for (const char* const side : {"exp", "cos"}) {
    TRY(kiln_graph_apply(side, 1, v.handles, nullptr, 1, v.out()));
  }
  TRY(kiln_graph_apply("sum", 1, v.handles, nullptr, 1, v.out()));
  const kiln_variable inputs[] = {v[3], v[1], v[2]};
  TRY(kiln_graph_apply("ifelse", 3, inputs, nullptr, 1, v.out()));
  TRY(kiln_graph_apply("sum", 1, &v[4], nullptr, 1, v.out()));
  TRY(kiln_graph_grad(v[5], 1, v.handles, nullptr, v.out()));
  kiln_function_options function = KILN_FUNCTION_OPTIONS_INIT;
  function.inputs = v.handles;
  function.input_count = 1;
  function.outputs = &v[5];
  function.output_count = 2;
  function.context = w.context;
  Held<kiln_function, kiln_function_release> f;
  TRY(kiln_function_create(&function, f.out()));
  kiln_value value;
  std::memset(&value, 0, sizeof value);
  value.array = w.array;
  Arrays a;
  TRY(kiln_function_call(f[0], 1, &value, 2, a.out(2)));
  return first_of(a[0]);
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
    {"images", images},
    {"files", files},
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
    {"loop", loop},
    {"checkpoints", loop_with_checkpoints, false, 11},
    {"until", loop_until, false, 5},
    {"choice", choice, false, 3},
    {"call", call},
    {"specialisation", specialisation},
    {"context", context, true},
    {"build", build, true},
    {"cached build", cached_build, true},
};
const std::size_t kScenarioCount = std::size(kScenarios);

}  // namespace kiln::test
