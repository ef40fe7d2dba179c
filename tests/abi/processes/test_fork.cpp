// SPDX-License-Identifier: Apache-2.0
// A child of fork(): every entry that could reach a driver answers KILN_FORKED and clears its outputs, none
// hangs, handles can be released, and the parent goes on undisturbed.
#include <sys/wait.h>
#include <unistd.h>

#include "support.hpp"

namespace {

constexpr const char* kForkSource = "KILN_KERNEL void f(KILN_ARG(int, r)) { KILN_PTR(int, r); r[0] = 1; }";

struct Handles {
  kiln_context context = nullptr;
  kiln_queue queue = nullptr;
  kiln_event event = nullptr;
  kiln_buffer buffer = nullptr;
  kiln_array array = nullptr;
  kiln_elementwise elementwise = nullptr;
  kiln_program program = nullptr;
  kiln_kernel kernel = nullptr;

  Handles() {
    const std::int64_t shape[1] = {4};
    const kiln_parameter parameter = {KILN_PARAMETER_OUTPUT, KILN_INT32};
    WORKS(kiln_context_create(test_devices()[0].c_str(), nullptr, &context));
    WORKS(kiln_context_compute_queue(context, &queue));
    WORKS(kiln_array_zeros(context, KILN_INT32, 1, shape, &array));
    WORKS(kiln_array_buffer(array, &buffer));
    WORKS(kiln_event_record(queue, &event));
    WORKS(kiln_elementwise_create(context, "r = a + 1", nullptr, &elementwise));
    WORKS(kiln_program_create(context, kForkSource, KILN_LANGUAGE_PORTABLE, nullptr, &program));
    WORKS(kiln_kernel_create(program, "f", 1, &parameter, &kernel));
  }
  void release() {
    kiln_kernel_release(kernel);
    kiln_program_release(program);
    kiln_elementwise_release(elementwise);
    kiln_event_release(event);
    kiln_buffer_release(buffer);
    kiln_array_release(array);
    kiln_queue_release(queue);
    kiln_context_release(context);
  }
};

// Runs in the child: the calls that did not answer as they must, or "".
std::string wrong_answers(const Handles& h) {
  std::string wrong;
  auto check = [&](const char* call, bool good) {
    if (!good) wrong += std::string(call) + "\n";
  };
  // The status, and a message that begins with the entry's name and says what to do.
#define FORKED(entry, ...)                                                                 \
  check(#entry, entry(__VA_ARGS__) == KILN_FORKED && last_error().status == KILN_FORKED && \
                    last_message().rfind(#entry ": this process was forked", 0) == 0 && message_has("exec()"))
  // The same, for a handle to be returned.
#define FORKED_NEW(entry, Handle, ...)                  \
  do {                                                  \
    int place = 0;                                      \
    Handle out = reinterpret_cast<Handle>(&place);      \
    FORKED(entry, __VA_ARGS__, &out);                   \
    check(#entry " leaves its output", out == nullptr); \
  } while (0)
  const std::int64_t shape[1] = {4}, strides[1] = {4}, axes[1] = {0};
  std::int32_t values[4] = {};
  const std::size_t global[1] = {4};
  std::size_t size = 0;
  int number = 0;
  double seconds = 0;
  void* pointer = nullptr;

  kiln_backend_info backend;
  kiln_device_info device;
  FORKED(kiln_backend_count, &size);
  FORKED(kiln_backend_get, 0, &backend);
  FORKED(kiln_device_count, &size);
  FORKED(kiln_device_get, 0, &device);
  FORKED_NEW(kiln_context_create, kiln_context, nullptr, nullptr);
  FORKED_NEW(kiln_context_create, kiln_context, "no such device", nullptr);
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  kiln_memory_info memory = KILN_MEMORY_INFO_INIT;
  kiln_cache_info cache = KILN_CACHE_INFO_INIT;
  FORKED(kiln_context_get_properties, h.context, &properties);
  FORKED(kiln_context_get_memory, h.context, &memory);
  FORKED(kiln_context_get_cache, h.context, &cache);
  FORKED(kiln_context_trim, h.context);
  FORKED(kiln_context_synchronize, h.context);
  FORKED(kiln_context_wait, h.context, 1, &number);
  FORKED_NEW(kiln_context_compute_queue, kiln_queue, h.context);
  FORKED_NEW(kiln_context_transfer_queue, kiln_queue, h.context);
  FORKED(kiln_queue_synchronize, h.queue);
  FORKED_NEW(kiln_event_record, kiln_event, h.queue);
  FORKED(kiln_event_synchronize, h.event);
  FORKED(kiln_event_done, h.event, &number);
  FORKED(kiln_queue_wait_event, h.queue, h.event);
  FORKED(kiln_event_elapsed, h.event, h.event, &seconds);

  FORKED_NEW(kiln_buffer_create, kiln_buffer, h.context, 16, 0, nullptr);
  FORKED(kiln_buffer_size, h.buffer, &size);
  FORKED(kiln_buffer_host_pointer, h.buffer, &pointer);
  FORKED(kiln_buffer_write, h.buffer, 0, values, 16);
  FORKED(kiln_buffer_read, h.buffer, 0, values, 16);
  FORKED_NEW(kiln_buffer_write_async, kiln_event, h.buffer, 0, values, 16);
  FORKED_NEW(kiln_buffer_read_async, kiln_event, h.buffer, 0, values, 16);
  FORKED(kiln_buffer_copy, h.buffer, 0, h.buffer, 8, 8);
  FORKED(kiln_buffer_fill, h.buffer, 0, 16, values, 4);
  FORKED(kiln_buffer_synchronize, h.buffer);

  FORKED_NEW(kiln_array_empty, kiln_array, h.context, KILN_INT32, 1, shape);
  FORKED_NEW(kiln_array_zeros, kiln_array, h.context, KILN_INT32, 1, shape);
  FORKED_NEW(kiln_array_full, kiln_array, h.context, KILN_INT32, 1, shape, KILN_INT32, values);
  FORKED_NEW(kiln_array_arange, kiln_array, h.context, KILN_INT32, 0, 4, 1, nullptr);
  FORKED_NEW(kiln_array_from_host, kiln_array, h.context, KILN_INT32, 1, shape, nullptr, KILN_INT32, values);
  FORKED_NEW(kiln_array_from_buffer, kiln_array, h.buffer, KILN_INT32, 1, shape, nullptr, 0);
  kiln_array_info info = KILN_ARRAY_INFO_INIT;
  FORKED(kiln_array_get_info, h.array, &info);
  FORKED_NEW(kiln_array_context, kiln_context, h.array);
  FORKED_NEW(kiln_array_buffer, kiln_buffer, h.array);
  FORKED(kiln_array_may_overlap, h.array, h.array, &number);
  FORKED_NEW(kiln_array_index, kiln_array, h.array, 0, nullptr);
  FORKED_NEW(kiln_array_transpose, kiln_array, h.array, nullptr);
  FORKED_NEW(kiln_array_reshape, kiln_array, h.array, 1, shape, KILN_COPY_ALWAYS);
  FORKED_NEW(kiln_array_broadcast_to, kiln_array, h.array, 1, shape);
  FORKED_NEW(kiln_array_flip, kiln_array, h.array, 1, axes);
  FORKED_NEW(kiln_array_diagonal, kiln_array, h.array, 0, 0, 1);
  FORKED_NEW(kiln_array_reinterpret, kiln_array, h.array, KILN_FLOAT32);
  FORKED_NEW(kiln_array_copy, kiln_array, h.array, KILN_ORDER_C);
  FORKED_NEW(kiln_array_astype, kiln_array, h.array, KILN_FLOAT32);
  const kiln_named_array named = {"a", h.array};
  std::size_t loaded_count = 0;
  FORKED(kiln_arrays_save, "forked.npz", KILN_FORMAT_AUTO, 1, &named);
  FORKED_NEW(kiln_arrays_load, kiln_named_array*, h.context, "forked.npz", KILN_FORMAT_AUTO, &loaded_count);
  FORKED(kiln_array_assign, h.array, h.array);
  FORKED(kiln_array_fill, h.array, KILN_INT32, values);
  FORKED_NEW(kiln_array_transfer, kiln_array, h.array, h.context);
  FORKED(kiln_array_read, h.array, values, 16);
  FORKED(kiln_array_write, h.array, values, 16);
  FORKED(kiln_array_read_strided, h.array, values, strides);
  FORKED(kiln_array_write_strided, h.array, values, strides);
  kiln_array host = h.array;
  const void* data = values;
  FORKED(kiln_array_to_host, h.array, &host, &data);
  check("kiln_array_to_host leaves its outputs", !host && !data);
  FORKED(kiln_array_synchronize, h.array);
  FORKED(kiln_array_wait, h.array, 1, &number);
  char* text = nullptr;
  FORKED(kiln_array_to_string, h.array, 8, 0, &text, &size);

  FORKED_NEW(kiln_elementwise_create, kiln_elementwise, h.context, "r = a", nullptr);
  kiln_expression expression = nullptr;
  const char* const name = "r";
  check("kiln_expression_parse", kiln_expression_parse("a + 1", &expression) == KILN_OK);  // needs no device
  FORKED_NEW(kiln_elementwise_create_from, kiln_elementwise, h.context, 1, &name, &expression, nullptr);
  kiln_expression_release(expression);
  const char* const* names = nullptr;
  FORKED(kiln_elementwise_parameters, h.elementwise, &size, &names);
  const kiln_parameter_kind* kinds = nullptr;
  FORKED(kiln_elementwise_kinds, h.elementwise, &size, &kinds);
  kiln_argument arguments[2] = {};
  arguments[0].value.array = arguments[1].value.array = h.array;
  FORKED(kiln_elementwise_call, h.elementwise, 2, arguments);
  FORKED_NEW(kiln_program_create, kiln_program, h.context, kForkSource, KILN_LANGUAGE_PORTABLE, nullptr);
  FORKED_NEW(kiln_kernel_create, kiln_kernel, h.program, "f", 0, nullptr);
  kiln_kernel_properties facts = KILN_KERNEL_PROPERTIES_INIT;
  FORKED(kiln_kernel_get_properties, h.kernel, &facts);
  kiln_kernel_argument argument;
  argument.array = h.array;
  FORKED(kiln_kernel_launch, h.kernel, 1, global, nullptr, 1, &argument);

  // What needs no device works.
  kiln_flag_info flag;
  check("kiln_flag_find", kiln_flag_find("device", &flag) == KILN_OK);
  check("kiln_dtype_size", kiln_dtype_size(KILN_FLOATX) > 0);
  return wrong;
}

}  // namespace

TEST_CASE("a child of fork() gets an error from every call, not a hang") {
  Handles handles;
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);  // a hang kills the child
    std::string wrong = wrong_answers(handles);
    handles.release();
    if (write(ends[1], wrong.data(), wrong.size()) < 0) _exit(2);
    _exit(wrong.empty() ? 0 : 1);
  }
  close(ends[1]);
  std::string wrong;
  char part[512];
  for (ssize_t count; (count = read(ends[0], part, sizeof part)) > 0;) wrong.append(part, std::size_t(count));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(wrong == "");
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  // The parent's device is as it was.
  std::int32_t values[4] = {1, 1, 1, 1};
  WORKS(kiln_array_read(handles.array, values, sizeof values));
  CHECK(values[3] == 0);
  handles.release();
}
