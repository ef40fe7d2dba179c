// SPDX-License-Identifier: Apache-2.0
// An OpenCL program's own context, queue and buffers in Kiln, and Kiln's in the program.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <chrono>
#include <thread>

#include "dlpack_support.hpp"

using namespace kiln::test;

namespace {

// What the program has before Kiln comes: all of the device that Kiln calls `device`.
struct OpenclProgram {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  explicit OpenclProgram(const std::string& name) {
    const auto colon = name.find(':');
    const auto p = static_cast<cl_uint>(std::stoul(name.substr(6, colon - 6)));
    const auto d = static_cast<cl_uint>(std::stoul(name.substr(colon + 1)));
    std::vector<cl_platform_id> platforms(p + 1);
    REQUIRE(clGetPlatformIDs(p + 1, platforms.data(), nullptr) == CL_SUCCESS);
    std::vector<cl_device_id> devices(d + 1);
    REQUIRE(clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, d + 1, devices.data(), nullptr) == CL_SUCCESS);
    platform = platforms[p];
    device = devices[d];
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    REQUIRE(context);
    queue = make_queue(0);
  }
  ~OpenclProgram() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  cl_command_queue make_queue(cl_command_queue_properties properties) const {
    cl_int code = 0;
    const cl_command_queue made = clCreateCommandQueue(context, device, properties, &code);
    return code == CL_SUCCESS ? made : nullptr;
  }
  cl_mem buffer(const std::vector<float>& values, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    cl_mem made = clCreateBuffer(context, flags, values.size() * sizeof(float), nullptr, nullptr);
    REQUIRE(made);
    REQUIRE(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, values.size() * sizeof(float), values.data(), 0, nullptr,
                                 nullptr) == CL_SUCCESS);
    return made;
  }
  std::vector<float> read(cl_mem memory, std::size_t offset, std::size_t count) const {
    std::vector<float> values(count);
    REQUIRE(clEnqueueReadBuffer(queue, memory, CL_TRUE, offset, count * sizeof(float), values.data(), 0, nullptr,
                                nullptr) == CL_SUCCESS);
    return values;
  }
  cl_uint references() const {
    cl_uint count = 0;
    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
    return count;
  }
  kiln_native_context native(bool with_queue) const {
    kiln_native_context native = KILN_NATIVE_CONTEXT_INIT;
    native.context = context;
    native.device = device;
    if (with_queue) native.queue = queue;
    return native;
  }
};

std::vector<std::string> opencl_devices() {
  std::vector<std::string> result;
  for (const std::string& device : test_devices()) {
    if (!device.starts_with("opencl")) continue;
    kiln_context context = open(device);
    kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
    WORKS(kiln_context_get_properties(context, &properties));
    result.emplace_back(properties.device);  // "opencl0:0", not a name
    kiln_context_release(context);
  }
  return result;
}

void count_call(void* user) { ++*static_cast<int*>(user); }

kiln_array view_of(kiln_buffer buffer, std::int64_t count, std::int64_t offset = 0) {
  kiln_array array = nullptr;
  WORKS(kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, &count, nullptr, offset, &array));
  return array;
}

}  // namespace

TEST_CASE("a context on an OpenCL program's handles") {
  const bool with_queue = GENERATE(false, true);
  for (const std::string& device : opencl_devices()) {
    CAPTURE(device, with_queue);
    OpenclProgram program(device);
    const cl_uint before = program.references();
    const auto native = program.native(with_queue);
    kiln_context context = nullptr;
    WORKS(kiln_context_adopt("opencl", &native, nullptr, &context));
    kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
    WORKS(kiln_context_get_properties(context, &properties));
    CHECK(properties.device == device);
    kiln_native_context seen = KILN_NATIVE_CONTEXT_INIT;
    WORKS(kiln_context_get_native(context, &seen));
    CHECK(seen.context == program.context);
    CHECK(seen.device == program.device);
    CHECK((seen.queue == program.queue) == with_queue);
    kiln_queue queue = nullptr;
    void* handle = nullptr;
    WORKS(kiln_context_compute_queue(context, &queue));
    WORKS(kiln_queue_get_native(queue, &handle));
    CHECK(handle == seen.queue);
    kiln_queue_release(queue);

    // The program's buffer, with an offset, and work in turns on one queue or in the order that is asked for.
    std::vector<float> values(100, 1);
    cl_mem memory = program.buffer(values);
    int released = 0;
    kiln_buffer buffer = nullptr;
    WORKS(kiln_buffer_adopt(context, memory, 40, 200, count_call, &released, &buffer));
    void* again = nullptr;
    std::size_t offset = 0;
    WORKS(kiln_buffer_get_native(buffer, &again, &offset));
    CHECK(again == memory);
    CHECK(offset == 40);
    kiln_array array = view_of(buffer, 50);
    kiln_buffer_release(buffer);
    for (int turn = 0; turn < 3; ++turn) {
      const float ten = 10 * static_cast<float>(turn);
      REQUIRE(clEnqueueFillBuffer(program.queue, memory, &ten, sizeof ten, 0, 400, 0, nullptr, nullptr) == CL_SUCCESS);
      if (!with_queue) WORKS(kiln_context_after_queue(context, program.queue));
      add_one(context, array);
      if (!with_queue) WORKS(kiln_context_before_queue(context, program.queue));
      const auto seen_values = program.read(memory, 0, 100);
      CHECK(seen_values[9] == ten);
      CHECK(seen_values[10] == ten + 1);
      CHECK(seen_values[59] == ten + 1);
      CHECK(seen_values[60] == ten);
    }
    CHECK(floats(array)[49] == 21);
    CHECK(released == 0);
    kiln_array_release(array);
    CHECK(released == 1);
    // Kiln's own memory in the program.
    kiln_array own = arange(context, 10);
    kiln_buffer own_buffer = nullptr;
    WORKS(kiln_array_buffer(own, &own_buffer));
    WORKS(kiln_buffer_get_native(own_buffer, &again, &offset));
    WORKS(kiln_context_before_queue(context, program.queue));
    CHECK(program.read(static_cast<cl_mem>(again), offset, 10)[9] == 9);
    kiln_buffer_release(own_buffer);
    kiln_array_release(own);
    kiln_context_release(context);
    clReleaseMemObject(memory);
    for (int i = 0; i < 500 && program.references() != before; ++i)  // some drivers let go of it later
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(program.references() == before);
    // The queue is still the program's.
    CHECK(clFinish(program.queue) == CL_SUCCESS);
  }
}

TEST_CASE("a handle that begins where the buffer does") {
  for (const std::string& device : opencl_devices()) {
    CAPTURE(device);
    OpenclProgram program(device);
    const auto native = program.native(true);
    kiln_context context = nullptr;
    WORKS(kiln_context_adopt("opencl", &native, nullptr, &context));
    // The second of two lies behind the first, in larger memory.
    const std::vector<float> values = {1, 2, 3};
    kiln_buffer first = nullptr, second = nullptr;
    WORKS(kiln_buffer_create(context, 12, KILN_BUFFER_DEVICE, nullptr, &first));
    WORKS(kiln_buffer_create(context, 12, KILN_BUFFER_DEVICE, values.data(), &second));
    void *part = nullptr, *again = nullptr, *whole = nullptr;
    std::size_t offset = 0;
    WORKS(kiln_buffer_get_native(second, &whole, &offset));
    WORKS(kiln_buffer_get_native_part(second, &part));
    WORKS(kiln_buffer_get_native_part(second, &again));
    CHECK(part == again);
    CHECK((part == whole) == (offset == 0));
    CHECK(program.read(static_cast<cl_mem>(part), 0, 3) == values);
    kiln_buffer_release(first);
    kiln_buffer_release(second);
    kiln_buffer empty = nullptr;
    WORKS(kiln_buffer_create(context, 0, KILN_BUFFER_DEVICE, nullptr, &empty));
    WORKS(kiln_buffer_get_native_part(empty, &part));
    CHECK(part == nullptr);
    kiln_buffer_release(empty);

    // The rest of a cl_mem, and a begin that no cl_mem can have.
    cl_mem memory = program.buffer(std::vector<float>(100, 1));
    kiln_buffer rest = nullptr;
    WORKS(kiln_buffer_adopt(context, memory, 40, SIZE_MAX, nullptr, nullptr, &rest));
    std::size_t bytes = 0;
    WORKS(kiln_buffer_size(rest, &bytes));
    CHECK(bytes == 360);
    FAILS(kiln_buffer_get_native_part(rest, &part), KILN_UNSUPPORTED, "byte 40");
    kiln_buffer_release(rest);
    FAILS(kiln_buffer_adopt(context, memory, 400, SIZE_MAX, nullptr, nullptr, &rest), KILN_INVALID_ARGUMENT,
          "do not fit");
    void* previous = &bytes;
    WORKS(kiln_context_enter(context, &previous));
    CHECK(previous == nullptr);
    WORKS(kiln_context_leave(context, previous));
    kiln_context_release(context);
    clReleaseMemObject(memory);
  }
}

TEST_CASE("one memory after the other, perhaps at one address") {
  for (const std::string& device : opencl_devices()) {
    CAPTURE(device);
    OpenclProgram program(device);
    const auto native = program.native(true);
    kiln_context context = nullptr;
    WORKS(kiln_context_adopt("opencl", &native, nullptr, &context));
    // The same sizes in one memory after the other: what was recorded for the first does not fit the next.
    kiln_elementwise square = nullptr;
    WORKS(kiln_elementwise_create(context, "r = a*a", "r, a", &square));
    for (int round = 0; round < 4; ++round) {
      cl_mem memory = program.buffer(std::vector<float>(8, static_cast<float>(round)));
      kiln_buffer buffer = nullptr;
      WORKS(kiln_buffer_adopt(context, memory, 0, 32, nullptr, nullptr, &buffer));
      kiln_array array = view_of(buffer, 8), result = nullptr;
      kiln_argument arguments[2] = {};
      arguments[0].kind = KILN_ARGUMENT_NEW;
      arguments[0].dtype = KILN_DTYPE_AUTO;
      arguments[0].value.new_array = &result;
      arguments[1].kind = KILN_ARGUMENT_ARRAY;
      arguments[1].value.array = array;
      WORKS(kiln_elementwise_call(square, 2, arguments));
      CHECK(floats(result)[7] == static_cast<float>(round * round));
      kiln_array_release(result);
      kiln_array_release(array);
      kiln_buffer_release(buffer);
      clReleaseMemObject(memory);
    }
    kiln_elementwise_release(square);
    kiln_context_release(context);
  }
}

TEST_CASE("what an OpenCL program may not hand over") {
  for (const std::string& device : opencl_devices()) {
    CAPTURE(device);
    OpenclProgram program(device), other(device);
    auto native = program.native(false);
    kiln_context context = nullptr, refused = nullptr;
    int released = 0;
    WORKS(kiln_context_adopt("opencl", &native, nullptr, &context));

    // Each message begins with the function that the program called, and has no name of what is inside.
    const std::string adopt = "kiln_context_adopt", on = " on " + device + ": the cl_";
    native.queue = other.queue;
    FAILS(kiln_context_adopt("opencl", &native, nullptr, &refused), KILN_CONTEXT_MISMATCH,
          adopt + on + "command_queue is of another cl_context, expected one of this context's");
    CHECK(refused == nullptr);
    if (cl_command_queue loose = program.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
      native.queue = loose;
      FAILS(kiln_context_adopt("opencl", &native, nullptr, &refused), KILN_INVALID_ARGUMENT,
            adopt + on + "command_queue is out-of-order, expected an in-order one");
      FAILS(kiln_context_after_queue(context, loose), KILN_INVALID_ARGUMENT,
            "kiln_context_after_queue" + on + "command_queue is out-of-order");
      clReleaseCommandQueue(loose);
    }
    native.queue = program.queue;
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.single_stream = KILN_NO;
    FAILS(kiln_context_adopt("opencl", &native, &options, &refused), KILN_INVALID_ARGUMENT,
          adopt + ": options->single_stream is KILN_NO, expected KILN_YES or KILN_FLAG, because native->queue");
    FAILS(kiln_context_adopt("vulkan", &native, nullptr, &refused), KILN_NO_DEVICE,
          adopt + ": there is no backend 'vulkan', expected one of ");
    FAILS(kiln_context_adopt("opnecl", &native, nullptr, &refused), KILN_NO_DEVICE,
          adopt + ": there is no backend 'opnecl', did you mean 'opencl'? expected one of ");
    native.device = nullptr;
    native.queue = nullptr;
    WORKS(kiln_context_adopt("opencl", &native, nullptr, &refused));  // the only device of the cl_context
    kiln_context_release(refused);
    native.device = reinterpret_cast<cl_device_id>(&released);  // is compared, not used
    FAILS(kiln_context_adopt("opencl", &native, nullptr, &refused), KILN_CONTEXT_MISMATCH,
          adopt + " on opencl: the cl_device_id is none of the 1 of the cl_context");
    native.context = nullptr;
    FAILS(kiln_context_adopt("opencl", &native, nullptr, &refused), KILN_INVALID_ARGUMENT,
          adopt + ": native->context is NULL");
    FAILS(kiln_context_after_queue(context, other.queue), KILN_CONTEXT_MISMATCH,
          "kiln_context_after_queue" + on + "command_queue is of another cl_context");
    FAILS(kiln_context_before_queue(context, nullptr), KILN_INVALID_ARGUMENT,
          "kiln_context_before_queue: native_queue is NULL");

    cl_mem memory = program.buffer(std::vector<float>(10, 5)), foreign = other.buffer({1});
    kiln_buffer buffer = nullptr;
    const std::string buffer_adopt = "kiln_buffer_adopt";
    FAILS(kiln_buffer_adopt(context, memory, 0, 41, count_call, &released, &buffer), KILN_INVALID_ARGUMENT,
          buffer_adopt + " on " + device + ": 41 bytes at offset 0 do not fit in a cl_mem of 40 bytes");
    FAILS(kiln_buffer_adopt(context, memory, SIZE_MAX, 2, count_call, &released, &buffer), KILN_INVALID_ARGUMENT,
          buffer_adopt + ": 2 bytes at offset 18446744073709551615 wrap around");
    FAILS(kiln_buffer_adopt(context, foreign, 0, 4, count_call, &released, &buffer), KILN_CONTEXT_MISMATCH,
          buffer_adopt + on + "mem is of another cl_context, expected one of this context's");
    FAILS(kiln_buffer_adopt(context, nullptr, 0, 4, count_call, &released, &buffer), KILN_INVALID_ARGUMENT,
          buffer_adopt + ": native is NULL");
    CHECK(released == 0);
    kiln_ipc_handle ipc;
    WORKS(kiln_buffer_adopt(context, memory, 0, 40, count_call, &released, &buffer));
    FAILS(kiln_buffer_export_ipc(buffer, &ipc), KILN_UNSUPPORTED,
          "kiln_buffer_export_ipc on " + device + ": the backend shares no memory between processes");
    kiln_buffer_release(buffer);
    CHECK(released == 1);
    ipc.size = 4;
    FAILS(kiln_buffer_import_ipc(context, &ipc, &buffer), KILN_UNSUPPORTED,
          "kiln_buffer_import_ipc on " + device + ": the backend shares no memory between processes");

    // What kernels may only read stays as it is.
    cl_mem constant = program.buffer(std::vector<float>(10, 5), CL_MEM_READ_ONLY);
    WORKS(kiln_buffer_adopt(context, constant, 0, 40, nullptr, nullptr, &buffer));
    kiln_array array = view_of(buffer, 10);
    const float one = 1;
    FAILS(kiln_array_fill(array, KILN_FLOAT32, &one), KILN_READ_ONLY,
          "kiln_array_fill: the array of shape (10,) is read-only, because its buffer is");
    CHECK(floats(array)[9] == 5);
    kiln_array_release(array);
    kiln_buffer_release(buffer);
    clReleaseMemObject(constant);
    clReleaseMemObject(memory);
    clReleaseMemObject(foreign);
    kiln_context_release(context);
  }
}
