// SPDX-License-Identifier: Apache-2.0
// Every entry of the C ABI with NULL where it must not be: a status, a message naming entry and argument,
// cleared outputs, never a crash.
#include "support.hpp"

#define REFUSES(argument, function, ...) \
  FAILS(function(__VA_ARGS__), KILN_INVALID_ARGUMENT, std::string(#function ": ") + argument + " is NULL")
// The same, and *out was cleared.
#define CLEARS(argument, out, function, ...)  \
  do {                                        \
    REFUSES(argument, function, __VA_ARGS__); \
    CHECK(!(out));                            \
  } while (0)

TEST_CASE("releasing and retaining NULL does nothing") {
  kiln_context_release(kiln_context_retain(nullptr));
  kiln_queue_release(kiln_queue_retain(nullptr));
  kiln_event_release(kiln_event_retain(nullptr));
  kiln_buffer_release(kiln_buffer_retain(nullptr));
  kiln_array_release(kiln_array_retain(nullptr));
  kiln_elementwise_release(kiln_elementwise_retain(nullptr));
  kiln_reduction_release(kiln_reduction_retain(nullptr));
  kiln_scan_release(kiln_scan_retain(nullptr));
  kiln_expression_release(kiln_expression_retain(nullptr));
  kiln_program_release(kiln_program_retain(nullptr));
  kiln_kernel_release(kiln_kernel_retain(nullptr));
  kiln_variable_release(kiln_variable_retain(nullptr));
  kiln_function_release(kiln_function_retain(nullptr));
  kiln_communicator_release(kiln_communicator_retain(nullptr));
  kiln_string_release(nullptr);
  kiln_arrays_release(nullptr);
  kiln_last_error(nullptr);
  SUCCEED();
}

TEST_CASE("NULL handles are refused and outputs cleared") {
  auto context = junk<kiln_context>();
  auto queue = junk<kiln_queue>();
  auto event = junk<kiln_event>();
  auto buffer = junk<kiln_buffer>();
  auto array = junk<kiln_array>();
  auto elementwise = junk<kiln_elementwise>();
  auto expression = junk<kiln_expression>();
  auto program = junk<kiln_program>();
  auto kernel = junk<kiln_kernel>();
  const std::int64_t shape[1] = {1};
  const kiln_array null_array = nullptr;
  float value = 1;

  SECTION("context") {
    kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
    properties.device = "x";
    CLEARS("context", properties.device, kiln_context_get_properties, nullptr, &properties);
    kiln_memory_info memory = KILN_MEMORY_INFO_INIT;
    REFUSES("context", kiln_context_get_memory, nullptr, &memory);
    kiln_cache_info cache = KILN_CACHE_INFO_INIT;
    REFUSES("context", kiln_context_get_cache, nullptr, &cache);
    REFUSES("context", kiln_context_trim, nullptr);
    REFUSES("context", kiln_context_synchronize, nullptr);
    int waited = 1;
    CLEARS("context", waited, kiln_context_wait, nullptr, 1, &waited);
    CLEARS("context", queue, kiln_context_compute_queue, nullptr, &queue);
    queue = junk<kiln_queue>();
    CLEARS("context", queue, kiln_context_transfer_queue, nullptr, &queue);
    REFUSES("queue", kiln_queue_synchronize, nullptr);
    CLEARS("queue", event, kiln_event_record, nullptr, &event);
    REFUSES("event", kiln_event_synchronize, nullptr);
    int done = 1;
    CLEARS("event", done, kiln_event_done, nullptr, &done);
    REFUSES("queue", kiln_queue_wait_event, nullptr, nullptr);
    double seconds = 1;
    CLEARS("start", seconds != 0, kiln_event_elapsed, nullptr, nullptr, &seconds);
  }
  SECTION("buffer") {
    CLEARS("context", buffer, kiln_buffer_create, nullptr, 4, 0, nullptr, &buffer);
    std::size_t size = 1;
    CLEARS("buffer", size, kiln_buffer_size, nullptr, &size);
    void* pointer = &size;
    CLEARS("buffer", pointer, kiln_buffer_host_pointer, nullptr, &pointer);
    REFUSES("buffer", kiln_buffer_write, nullptr, 0, &value, 4);
    REFUSES("buffer", kiln_buffer_read, nullptr, 0, &value, 4);
    CLEARS("buffer", event, kiln_buffer_write_async, nullptr, 0, &value, 4, &event);
    event = junk<kiln_event>();
    CLEARS("buffer", event, kiln_buffer_read_async, nullptr, 0, &value, 4, &event);
    REFUSES("destination", kiln_buffer_copy, nullptr, 0, nullptr, 0, 4);
    REFUSES("buffer", kiln_buffer_fill, nullptr, 0, 4, &value, 4);
    REFUSES("buffer", kiln_buffer_synchronize, nullptr);
  }
  SECTION("interop") {
    kiln_native_context native = KILN_NATIVE_CONTEXT_INIT;
    CLEARS("backend", context, kiln_context_adopt, nullptr, &native, nullptr, &context);
    CLEARS("native", context, kiln_context_adopt, "opencl", nullptr, nullptr, &context);
    CLEARS("native->context", context, kiln_context_adopt, "opencl", &native, nullptr, &context);
    native.queue = &value;
    CLEARS("context", native.queue, kiln_context_get_native, nullptr, &native);
    void* pointer = &value;
    CLEARS("queue", pointer, kiln_queue_get_native, nullptr, &pointer);
    pointer = &value;
    CLEARS("context", pointer, kiln_context_enter, nullptr, &pointer);
    REFUSES("context", kiln_context_leave, nullptr, nullptr);
    pointer = &value;
    CLEARS("buffer", pointer, kiln_buffer_get_native_part, nullptr, &pointer);
    REFUSES("context", kiln_context_after_queue, nullptr, &value);
    REFUSES("context", kiln_context_before_queue, nullptr, &value);
    CLEARS("context", buffer, kiln_buffer_adopt, nullptr, &value, 0, 4, nullptr, nullptr, &buffer);
    buffer = junk<kiln_buffer>();
    CLEARS("context", buffer, kiln_buffer_adopt_host, nullptr, &value, 4, 0, nullptr, nullptr, &buffer);
    std::size_t offset = 3;
    pointer = &value;
    CLEARS("buffer", pointer || offset, kiln_buffer_get_native, nullptr, &pointer, &offset);
    kiln_ipc_handle ipc;
    ipc.size = 7;
    CLEARS("buffer", ipc.size, kiln_buffer_export_ipc, nullptr, &ipc);
    buffer = junk<kiln_buffer>();
    CLEARS("context", buffer, kiln_buffer_import_ipc, nullptr, &ipc, &buffer);
    std::int32_t type = 1, number = 1;
    CLEARS("array", type || number, kiln_array_dlpack_device, nullptr, &type, &number);
    auto* tensor = reinterpret_cast<DLManagedTensorVersioned*>(&value);
    CLEARS("array", tensor, kiln_array_to_dlpack, nullptr, nullptr, &tensor);
    auto* legacy = reinterpret_cast<DLManagedTensor*>(&value);
    CLEARS("array", legacy, kiln_array_to_dlpack_legacy, nullptr, nullptr, &legacy);
    CLEARS("context", array, kiln_array_from_dlpack, nullptr, nullptr, nullptr, &array);
    array = junk<kiln_array>();
    CLEARS("context", array, kiln_array_from_dlpack_legacy, nullptr, nullptr, nullptr, &array);
    kiln_dlpack_capsule_destructor(nullptr);
  }
  SECTION("files") {
    const kiln_named_array no_name[] = {{nullptr, array}}, no_array[] = {{"a", nullptr}};
    REFUSES("path", kiln_arrays_save, nullptr, KILN_FORMAT_NPZ, 0, nullptr);
    REFUSES("arrays", kiln_arrays_save, "a.npz", KILN_FORMAT_AUTO, 1, nullptr);
    REFUSES("arrays.name[0]", kiln_arrays_save, "a.npz", KILN_FORMAT_AUTO, 1, no_name);
    REFUSES("arrays.array[0]", kiln_arrays_save, "a.npz", KILN_FORMAT_AUTO, 1, no_array);
    std::size_t count = 1;
    auto named = junk<kiln_named_array*>();
    CLEARS("context", count || named, kiln_arrays_load, nullptr, "a.npz", KILN_FORMAT_AUTO, &count, &named);
  }
  SECTION("collective") {
    kiln_collective_id id;
    id.bytes[127] = 1;
    CLEARS("context", id.bytes[127], kiln_collective_id_create, nullptr, &id);
    auto communicator = junk<kiln_communicator>();
    CLEARS("context", communicator, kiln_communicator_create, nullptr, &id, 1, 0, &communicator);
    int number = 1;
    CLEARS("communicator", number, kiln_communicator_ranks, nullptr, &number);
    number = 1;
    CLEARS("communicator", number, kiln_communicator_rank, nullptr, &number);
    CLEARS("communicator", context, kiln_communicator_context, nullptr, &context);
    REFUSES("communicator", kiln_communicator_all_reduce, nullptr, array, KILN_REDUCE_SUM, array);
    REFUSES("communicator", kiln_communicator_reduce, nullptr, array, KILN_REDUCE_SUM, 0, array);
    REFUSES("communicator", kiln_communicator_reduce_scatter, nullptr, array, KILN_REDUCE_SUM, array);
    REFUSES("communicator", kiln_communicator_broadcast, nullptr, array, 0);
    REFUSES("communicator", kiln_communicator_all_gather, nullptr, array, array);
  }
  SECTION("array creation and facts") {
    CLEARS("context", array, kiln_array_empty, nullptr, KILN_FLOAT32, 1, shape, &array);
    array = junk<kiln_array>();
    CLEARS("context", array, kiln_array_zeros, nullptr, KILN_FLOAT32, 1, shape, &array);
    REFUSES("context", kiln_array_full, nullptr, KILN_FLOAT32, 1, shape, KILN_FLOAT32, &value, &array);
    REFUSES("context", kiln_array_arange, nullptr, KILN_FLOAT32, 0, 1, 1, nullptr, &array);
    REFUSES("context", kiln_array_from_host, nullptr, KILN_FLOAT32, 1, shape, nullptr, KILN_FLOAT32, &value, &array);
    REFUSES("buffer", kiln_array_from_buffer, nullptr, KILN_FLOAT32, 1, shape, nullptr, 0, &array);
    kiln_array_info info = KILN_ARRAY_INFO_INIT;
    info.size = 7;
    CLEARS("array", info.size, kiln_array_get_info, nullptr, &info);
    CLEARS("array", context, kiln_array_context, nullptr, &context);
    CLEARS("array", buffer, kiln_array_buffer, nullptr, &buffer);
    int overlap = 1;
    CLEARS("a", overlap, kiln_array_may_overlap, nullptr, nullptr, &overlap);
  }
  SECTION("elements by index") {
    CLEARS("array", array, kiln_array_take, nullptr, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_take_along_axis, nullptr, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_put, nullptr, nullptr, 0, nullptr);
    REFUSES("array", kiln_array_scatter_add, nullptr, nullptr, 0, nullptr);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_take_at, nullptr, 1, &null_array, nullptr, &array);
    CLEARS("indices", array, kiln_array_take_at, junk<kiln_array>(), 1, nullptr, nullptr, &array);
    REFUSES("indices[0]", kiln_array_put_at, junk<kiln_array>(), 1, &null_array, nullptr);
    REFUSES("array", kiln_array_scatter_add_at, nullptr, 1, &null_array, nullptr);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_compress, nullptr, nullptr, nullptr, &array);
    REFUSES("array", kiln_array_put_mask, nullptr, nullptr, nullptr);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_nonzero, nullptr, 1, &array);
    REFUSES("out", kiln_array_nonzero, nullptr, 1, nullptr);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_nonzero_into, nullptr, 1, nullptr, &array);
    REFUSES("destinations[0]", kiln_array_nonzero_into, nullptr, 1, &null_array, nullptr);
  }
  SECTION("arrays from others") {
    CLEARS("arrays[0]", array, kiln_array_concat, 1, &null_array, 0, nullptr, &array);
    REFUSES("arrays[0]", kiln_array_stack, 1, &null_array, 0, nullptr, &array);
    REFUSES("array", kiln_array_split, nullptr, 0, 1, nullptr, &array);
    REFUSES("array", kiln_array_tile, nullptr, 1, shape, nullptr, &array);
    REFUSES("array", kiln_array_repeat, nullptr, 1, 0, nullptr, &array);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_repeat_each, nullptr, junk<kiln_array>(), 0, nullptr, &array);
    REFUSES("repeats", kiln_array_repeat_each, junk<kiln_array>(), nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_roll, nullptr, 1, shape, nullptr, nullptr, &array);
    REFUSES("array", kiln_array_pad, nullptr, shape, KILN_PAD_EDGE, KILN_FLOAT32, &value, nullptr, &array);
    REFUSES("array", kiln_array_tril, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_triu, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_diff, nullptr, 1, 0, nullptr, nullptr, nullptr, &array);
    REFUSES("a", kiln_array_vecdot, nullptr, nullptr, 0, nullptr, &array);
    REFUSES("a", kiln_array_cross, nullptr, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_trace, nullptr, 0, KILN_DTYPE_AUTO, nullptr, &array);
    REFUSES("array", kiln_array_vector_norm, nullptr, 2, nullptr, nullptr, &array);
    REFUSES("context", kiln_array_linspace, nullptr, KILN_FLOAT32, KILN_FLOAT32, &value, &value, 2, 1, nullptr, &array);
    REFUSES("context", kiln_array_eye, nullptr, KILN_FLOAT32, 1, 1, 0, nullptr, &array);
    REFUSES("array", kiln_array_topk_into, nullptr, 1, 0, 1, junk<kiln_array>(), junk<kiln_array>(), nullptr, nullptr);
    auto second = junk<kiln_array>();
    array = junk<kiln_array>();
    CLEARS("keys", array || second, kiln_array_sort_by_key, nullptr, nullptr, 0, 0, nullptr, nullptr, &array, &second);
    array = junk<kiln_array>();
    CLEARS("array", array, kiln_array_quantile, nullptr, 0.5, 0, 0, nullptr, &array);
    REFUSES("array", kiln_array_isin, nullptr, nullptr, 0, nullptr, &array);
    REFUSES("a", kiln_array_set, nullptr, nullptr, KILN_SET_UNION, nullptr, &array);
    REFUSES("out", kiln_array_cov, junk<kiln_array>(), nullptr, 1, nullptr, nullptr);
    REFUSES("out", kiln_array_corrcoef, junk<kiln_array>(), nullptr, nullptr, nullptr);
    REFUSES("out", kiln_array_average, junk<kiln_array>(), junk<kiln_array>(), nullptr, nullptr, nullptr);
    REFUSES("out", kiln_array_weighted_var, junk<kiln_array>(), junk<kiln_array>(), nullptr, nullptr, nullptr);
    kiln_array sums[1] = {junk<kiln_array>()};
    const kiln_array to[1] = {junk<kiln_array>()};
    CLEARS("reduction", sums[0], kiln_reduction_call_into, nullptr, 1, to, nullptr, 1, to, sums);
    sums[0] = junk<kiln_array>();
    CLEARS("scan", sums[0], kiln_scan_call, nullptr, 1, to, nullptr, 1, sums);
    CLEARS("scan", sums[0], kiln_scan_call_into, nullptr, 1, to, nullptr, 1, to, sums);
    auto scan = junk<kiln_scan>();
    CLEARS("context", scan, kiln_scan_create, nullptr, "s = 0", "s = x", "s = s + s_", "r = s", &scan);
    array = junk<kiln_array>();
    CLEARS("keys", array, kiln_array_scan_by_key, nullptr, nullptr, KILN_SCAN_SUM, nullptr, nullptr, &array);
    REFUSES("array", kiln_array_scan_by_key, junk<kiln_array>(), nullptr, KILN_SCAN_SUM, nullptr, nullptr, &array);
    array = junk<kiln_array>();
    CLEARS("keys", array, kiln_array_reduce_by_key, nullptr, nullptr, KILN_REDUCE_SUM, 0, nullptr, nullptr, nullptr,
           &array);
    REFUSES("values_out", kiln_array_reduce_by_key, junk<kiln_array>(), junk<kiln_array>(), KILN_REDUCE_SUM, 0, nullptr,
            nullptr, &array, nullptr);
    REFUSES("arrays[0]", kiln_array_meshgrid, 1, &null_array, 0, &array);
    REFUSES("out", kiln_array_stack, 1, &null_array, 0, nullptr, nullptr);
  }
  SECTION("array views and copies") {
    const std::int64_t axes[1] = {0};
    CLEARS("array", array, kiln_array_index, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_transpose, nullptr, axes, &array);
    REFUSES("array", kiln_array_reshape, nullptr, 1, shape, KILN_COPY_IF_NEEDED, &array);
    REFUSES("array", kiln_array_broadcast_to, nullptr, 1, shape, &array);
    REFUSES("array", kiln_array_flip, nullptr, 0, nullptr, &array);
    REFUSES("array", kiln_array_diagonal, nullptr, 0, 0, 1, &array);
    REFUSES("array", kiln_array_reinterpret, nullptr, KILN_INT32, &array);
    REFUSES("array", kiln_array_copy, nullptr, KILN_ORDER_C, &array);
    REFUSES("array", kiln_array_astype, nullptr, KILN_INT32, &array);
    REFUSES("destination", kiln_array_assign, nullptr, nullptr);
    REFUSES("destination", kiln_array_fill, nullptr, KILN_FLOAT32, &value);
    REFUSES("array", kiln_array_transfer, nullptr, nullptr, &array);
    REFUSES("array", kiln_array_read, nullptr, &value, 4);
    REFUSES("array", kiln_array_write, nullptr, &value, 4);
    REFUSES("array", kiln_array_read_strided, nullptr, &value, axes);
    REFUSES("array", kiln_array_write_strided, nullptr, &value, axes);
    const void* data = &value;
    array = junk<kiln_array>();
    CLEARS("array", array || data, kiln_array_to_host, nullptr, &array, &data);
    REFUSES("array", kiln_array_synchronize, nullptr);
    int waited = 1;
    CLEARS("array", waited, kiln_array_wait, nullptr, 1, &waited);
    char* text = reinterpret_cast<char*>(&value);
    std::size_t length = 3;
    CLEARS("array", text || length, kiln_array_to_string, nullptr, 8, 0, &text, &length);
  }
  SECTION("elementwise") {
    CLEARS("name", expression, kiln_expression_input, nullptr, &expression);
    REFUSES("value", kiln_expression_constant, KILN_FLOAT32, nullptr, &expression);
    REFUSES("function", kiln_expression_apply, nullptr, 0, nullptr, &expression);
    REFUSES("arguments", kiln_expression_apply, "exp", 1, nullptr, &expression);
    REFUSES("expression", kiln_expression_cast, nullptr, KILN_FLOAT32, &expression);
    REFUSES("text", kiln_expression_parse, nullptr, &expression);
    CLEARS("context", elementwise, kiln_elementwise_create, nullptr, "r = a", nullptr, &elementwise);
    REFUSES("context", kiln_elementwise_create_from, nullptr, 1, nullptr, nullptr, nullptr, &elementwise);
    std::size_t count = 1;
    const char* const* names = nullptr;
    CLEARS("elementwise", count, kiln_elementwise_parameters, nullptr, &count, &names);
    const kiln_parameter_kind* kinds = nullptr;
    CLEARS("elementwise", count, kiln_elementwise_kinds, nullptr, &count, &kinds);
    REFUSES("elementwise", kiln_elementwise_call, nullptr, 0, nullptr);
  }
  SECTION("kernel") {
    CLEARS("context", program, kiln_program_create, nullptr, "", KILN_LANGUAGE_PORTABLE, nullptr, &program);
    CLEARS("program", kernel, kiln_kernel_create, nullptr, "f", 0, nullptr, &kernel);
    kiln_kernel_properties properties = KILN_KERNEL_PROPERTIES_INIT;
    REFUSES("kernel", kiln_kernel_get_properties, nullptr, &properties);
    const char* name = nullptr;
    CLEARS("kernel", name, kiln_kernel_parameter_name, nullptr, 0, &name);
    const std::size_t global[1] = {1};
    REFUSES("kernel", kiln_kernel_launch, nullptr, 1, global, nullptr, 0, nullptr);
  }
  SECTION("graph") {
    auto variable = junk<kiln_variable>();
    auto function = junk<kiln_function>();
    const kiln_variable null_variable = nullptr;
    CLEARS("value", variable, kiln_graph_shared, nullptr, "w", nullptr, 0, &variable);
    CLEARS("shared", array, kiln_shared_get, nullptr, 0, &array);
    REFUSES("shared", kiln_shared_set, nullptr, nullptr, 0);
    kiln_variable_info info = KILN_VARIABLE_INFO_INIT;
    info.ndim = 7;
    CLEARS("variable", info.ndim, kiln_variable_get_info, nullptr, &info);
    REFUSES("variable", kiln_variable_set_name, nullptr, "x");
    variable = junk<kiln_variable>();
    CLEARS("operation", variable, kiln_graph_apply, nullptr, 0, nullptr, nullptr, 1, &variable);
    REFUSES("inputs", kiln_graph_apply, "exp", 1, nullptr, nullptr, 1, &variable);
    REFUSES("inputs[0]", kiln_graph_apply, "exp", 1, &null_variable, nullptr, 1, &variable);
    REFUSES("out", kiln_graph_apply, "exp", 0, nullptr, nullptr, 1, nullptr);
    REFUSES("text", kiln_graph_expression, nullptr, 0, nullptr, nullptr, &variable);
    REFUSES("names", kiln_graph_expression, "1", 1, nullptr, nullptr, &variable);
    variable = junk<kiln_variable>();
    CLEARS("variable", variable, kiln_graph_transfer, nullptr, nullptr, &variable);
    variable = junk<kiln_variable>();
    CLEARS("wrt", variable, kiln_graph_grad, nullptr, 1, nullptr, nullptr, &variable);
    REFUSES("out", kiln_graph_grad, nullptr, 1, nullptr, nullptr, nullptr);
    REFUSES("shape", kiln_graph_constant, KILN_FLOAT32, 1, nullptr, &value, &variable);
    REFUSES("data", kiln_graph_constant, KILN_FLOAT32, 1, shape, nullptr, &variable);
    REFUSES("out", kiln_graph_input, "x", KILN_FLOAT32, 1, shape, nullptr);
    REFUSES("out", kiln_graph_number, 1, nullptr);
    REFUSES("out", kiln_graph_integer, 1, nullptr);
    CLEARS("options", function, kiln_function_create, nullptr, &function);
    kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
    REFUSES("out", kiln_function_create, &options, nullptr);
    CLEARS("function", array, kiln_function_call, nullptr, 0, nullptr, 1, &array);
    REFUSES("function", kiln_function_run, nullptr, 0, nullptr, 1, 1, &array);
    REFUSES("function", kiln_function_synchronize, nullptr);
    REFUSES("function", kiln_function_free, nullptr);
    function = junk<kiln_function>();
    CLEARS("function", function, kiln_function_copy, nullptr, "", 0, nullptr, nullptr, 1, &function);
    variable = junk<kiln_variable>();
    CLEARS("operation", variable, kiln_graph_user_op, nullptr, 0, nullptr, 1, &variable);
    kiln_user_op operation = KILN_USER_OP_INIT;
    operation.source = "";
    REFUSES("operation->kernel", kiln_graph_user_op, &operation, 0, nullptr, 1, &variable);
    variable = junk<kiln_variable>();
    CLEARS("loop", variable, kiln_graph_scan, nullptr, 1, &variable);
    kiln_graph_loop loop = KILN_GRAPH_LOOP_INIT;
    REFUSES("loop->body", kiln_graph_scan, &loop, 0, nullptr);
    loop.body = [](void*, size_t, const kiln_variable*, size_t, kiln_variable*) { return KILN_OK; };
    loop.sequence_count = 1;
    REFUSES("loop->sequences", kiln_graph_scan, &loop, 0, nullptr);
    loop.sequence_count = 0;
    loop.update_count = 1;
    REFUSES("loop->updated", kiln_graph_scan, &loop, 1, &variable);
    double worst = 1;
    REFUSES("outputs", kiln_graph_verify_grad, 1, nullptr, 0, nullptr, nullptr, nullptr, &worst);
    std::uint64_t bytes = 1;
    CLEARS("function", bytes, kiln_function_planned_bytes, nullptr, &bytes);
    char* text = reinterpret_cast<char*>(&value);
    std::size_t length = 3;
    CLEARS("function", text || length, kiln_function_describe, nullptr, "toposort", &text, &length);
  }
}

TEST_CASE("NULL outputs and texts are refused") {
  const std::int64_t shape[1] = {1};
  const float value = 1;
  kiln_dtype dtype = KILN_INT8;
  CLEARS("name", dtype, kiln_dtype_from_name, nullptr, &dtype);
  REFUSES("out", kiln_dtype_from_name, "int8", nullptr);
  REFUSES("out", kiln_dtype_promote, KILN_INT8, KILN_INT8, nullptr);
  dtype = KILN_INT8;
  CLEARS("function", dtype, kiln_array_apply_dtype, nullptr, 1, nullptr, &dtype);
  dtype = KILN_INT8;
  CLEARS("operands", dtype, kiln_array_apply_dtype, "exp", 1, nullptr, &dtype);
  REFUSES("out", kiln_array_apply_dtype, "exp", 1, nullptr, nullptr);
  kiln_flag_info flag = {};
  REFUSES("out", kiln_flag_get, 0, nullptr);
  REFUSES("name", kiln_flag_find, nullptr, &flag);
  REFUSES("out", kiln_flag_find, "device", nullptr);
  REFUSES("name", kiln_flag_set, nullptr, "1");
  REFUSES("value", kiln_flag_set, "device", nullptr);
  REFUSES("out", kiln_disk_cache, KILN_CACHE_STAT, 0, nullptr);
  REFUSES("out", kiln_backend_count, nullptr);
  REFUSES("out", kiln_backend_get, 0, nullptr);
  REFUSES("out", kiln_device_count, nullptr);
  REFUSES("out", kiln_device_get, 0, nullptr);
  REFUSES("out", kiln_context_create, "auto", nullptr, nullptr);
  REFUSES("out", kiln_expression_input, "a", nullptr);
  REFUSES("out", kiln_expression_number, 1, nullptr);

  kiln_context context = nullptr;
  REFUSES("name", kiln_context_named, nullptr, &context);
  REFUSES("out", kiln_context_named, "dev0", nullptr);
  WORKS(kiln_context_create(test_devices()[0].c_str(), nullptr, &context));
  REFUSES("out", kiln_context_get_properties, context, nullptr);
  REFUSES("out", kiln_context_get_memory, context, nullptr);
  REFUSES("out", kiln_context_get_cache, context, nullptr);
  REFUSES("out", kiln_context_compute_queue, context, nullptr);
  REFUSES("out", kiln_collective_id_create, context, nullptr);
  kiln_communicator communicator = junk<kiln_communicator>();
  REFUSES("id", kiln_communicator_create, context, nullptr, 1, 0, &communicator);
  CHECK(communicator == nullptr);
  const kiln_collective_id id = {};
  REFUSES("out", kiln_communicator_create, context, &id, 1, 0, nullptr);
  REFUSES("out", kiln_buffer_create, context, 4, 0, nullptr, nullptr);
  REFUSES("out", kiln_array_empty, context, KILN_FLOAT32, 1, shape, nullptr);
  kiln_array array = nullptr;
  REFUSES("shape", kiln_array_empty, context, KILN_FLOAT32, 1, nullptr, &array);
  REFUSES("value", kiln_array_full, context, KILN_FLOAT32, 1, shape, KILN_FLOAT32, nullptr, &array);
  REFUSES("data", kiln_array_from_host, context, KILN_FLOAT32, 1, shape, nullptr, KILN_FLOAT32, nullptr, &array);
  WORKS(kiln_array_full(context, KILN_FLOAT32, 1, shape, KILN_FLOAT32, &value, &array));
  REFUSES("out", kiln_array_get_info, array, nullptr);
  kiln_array other = array;
  REFUSES("indices", kiln_array_index, array, 1, nullptr, &other);
  CHECK(other == nullptr);
  REFUSES("source", kiln_array_assign, array, nullptr);
  REFUSES("value", kiln_array_fill, array, KILN_FLOAT32, nullptr);
  REFUSES("destination", kiln_array_read, array, nullptr, 4);
  REFUSES("source", kiln_array_write, array, nullptr, 4);
  REFUSES("data", kiln_array_to_host, array, &other, nullptr);
  REFUSES("context", kiln_array_transfer, array, nullptr, &other);
  std::size_t length = 0;
  char* text = nullptr;
  REFUSES("out", kiln_array_to_string, array, 8, 0, nullptr, &length);
  REFUSES("length", kiln_array_to_string, array, 8, 0, &text, nullptr);
  kiln_elementwise elementwise = nullptr;
  REFUSES("text", kiln_elementwise_create, context, nullptr, nullptr, &elementwise);
  REFUSES("names", kiln_elementwise_create_from, context, 1, nullptr, nullptr, nullptr, &elementwise);
  WORKS(kiln_elementwise_create(context, "r = a + 1", nullptr, &elementwise));
  REFUSES("arguments", kiln_elementwise_call, elementwise, 2, nullptr);
  kiln_argument arguments[2] = {};
  FAILS(kiln_elementwise_call(elementwise, 2, arguments), KILN_INVALID_ARGUMENT, "argument 1 is NULL");
  FAILS(kiln_elementwise_call(elementwise, 1, arguments), KILN_INVALID_ARGUMENT, "got 1, expected 2: r, a");
  kiln_program program = nullptr;
  REFUSES("source", kiln_program_create, context, nullptr, KILN_LANGUAGE_PORTABLE, nullptr, &program);
  kiln_elementwise_release(elementwise);
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("NULL in a list is named by its number") {
  kiln_expression x = nullptr, expression = nullptr;
  WORKS(kiln_expression_input("x", &x));
  const kiln_expression expressions[2] = {x, nullptr};
  REFUSES("arguments[1]", kiln_expression_apply, "add", 2, expressions, &expression);
  CHECK(expression == nullptr);

  kiln_context context = nullptr;
  WORKS(kiln_context_create(test_devices()[0].c_str(), nullptr, &context));
  kiln_elementwise elementwise = nullptr;
  const char* const names[2] = {"r", nullptr};
  REFUSES("names[1]", kiln_elementwise_create_from, context, 2, names, expressions, nullptr, &elementwise);
  const char* const both[2] = {"r", "s"};
  REFUSES("expressions[1]", kiln_elementwise_create_from, context, 2, both, expressions, nullptr, &elementwise);
  CHECK(elementwise == nullptr);

  kiln_variable variable = nullptr, sum = nullptr;
  const float one = 1;
  WORKS(kiln_graph_constant(KILN_FLOAT32, 0, nullptr, &one, &variable));
  const kiln_variable inputs[2] = {variable, nullptr};
  REFUSES("inputs[1]", kiln_graph_expression, "r + s", 2, both, inputs, &sum);
  const kiln_variable twice[2] = {variable, variable};
  REFUSES("names[1]", kiln_graph_expression, "r + s", 2, names, twice, &sum);
  CHECK(sum == nullptr);
  kiln_variable_release(variable);
  kiln_expression_release(x);
  kiln_context_release(context);
}
