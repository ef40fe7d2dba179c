// SPDX-License-Identifier: Apache-2.0
// DLPack: tensors out and in on every device, who keeps what alive and until when, and what is refused. Each
// producer's deleter is counted.
#include "dlpack_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

kiln_dlpack_options options_with(kiln_dlpack_copy copy, int host = 0) {
  kiln_dlpack_options options = KILN_DLPACK_OPTIONS_INIT;
  options.copy = copy;
  options.host = host;
  return options;
}

bool host_memory(const std::string& device) {
  kiln_context context = open(device);
  kiln_array array = arange(context, 4);
  const auto options = options_with(KILN_DLPACK_COPY_NEVER, 1);
  DLManagedTensorVersioned* tensor = nullptr;
  const bool works = kiln_array_to_dlpack(array, &options, &tensor) == KILN_OK;
  if (tensor) tensor->deleter(tensor);
  kiln_array_release(array);
  kiln_context_release(context);
  return works;
}

}  // namespace

TEST_CASE("a tensor describes the array it came from and keeps its memory") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  kiln_array whole = arange(context, 24), array = nullptr, view = nullptr;
  const std::int64_t shape[] = {4, 6};
  WORKS(kiln_array_reshape(whole, 2, shape, KILN_COPY_NEVER, &array));
  const kiln_index indices[] = {{KILN_INDEX_SLICE, 1, KILN_INDEX_NONE, 2},
                                {KILN_INDEX_SLICE, KILN_INDEX_NONE, KILN_INDEX_NONE, -2}};
  WORKS(kiln_array_index(array, 2, indices, &view));
  std::int32_t type = 0, number = -1;
  WORKS(kiln_array_dlpack_device(view, &type, &number));
  CHECK(type == (device.starts_with("cuda") ? dlpack::kCuda : dlpack::kOpenCl));
  CHECK(number >= 0);

  DLManagedTensorVersioned* tensor = nullptr;
  WORKS(kiln_array_to_dlpack(view, nullptr, &tensor));
  DLManagedTensor* legacy = nullptr;
  WORKS(kiln_array_to_dlpack_legacy(view, nullptr, &legacy));
  CHECK(tensor->major == 1);
  CHECK(tensor->flags == 0);
  for (const dlpack::Tensor* t : {&tensor->tensor, &legacy->tensor}) {
    CHECK(t->device.type == type);
    CHECK(t->device.id == number);
    CHECK(t->ndim == 2);
    CHECK(t->shape[0] == 2);
    CHECK(t->shape[1] == 3);
    CHECK(t->strides[0] == 12);
    CHECK(t->strides[1] == -2);
    CHECK(t->dtype.code == dlpack::kFloat);
    CHECK(t->dtype.bits == 32);
    CHECK(t->dtype.lanes == 1);
    CHECK(t->data != nullptr);
  }
  // The memory lives with the last of them.
  kiln_memory_info before = KILN_MEMORY_INFO_INIT, after = KILN_MEMORY_INFO_INIT;
  WORKS(kiln_context_get_memory(context, &before));
  kiln_array_release(whole);
  kiln_array_release(array);
  kiln_array_release(view);
  WORKS(kiln_context_get_memory(context, &after));
  CHECK(after.in_use == before.in_use);
  // Back in: the very array, which needs no memory at all.
  kiln_array again = nullptr;
  WORKS(kiln_array_from_dlpack(context, tensor, nullptr, &again));
  CHECK(floats(again) == std::vector<float>{11, 9, 7, 23, 21, 19});
  legacy->deleter(legacy);
  kiln_array_release(again);
  WORKS(kiln_context_get_memory(context, &after));
  CHECK(after.in_use < before.in_use);
  kiln_context_release(context);
}

TEST_CASE("host memory is used in place where the device's memory is the host's, else copied") {
  const std::string device = GENERATE(from_range(test_devices()));
  const bool in_place = host_memory(device);
  CAPTURE(device, in_place);
  if (!std::getenv("KILN_TEST_DEVICES")) CHECK(in_place);  // PoCL
  kiln_context context = open(device);
  HostFloats memory(12);
  Tensor producer(memory.data, {2, 3}, kFloat32Type, {6, -1});
  producer.managed.tensor.byte_offset = 8;  // its first element is the third
  kiln_array array = nullptr;
  auto options = options_with(KILN_DLPACK_COPY_NEVER);
  if (!in_place) {
    FAILS(kiln_array_from_dlpack(context, &producer.managed, &options, &array), KILN_UNSUPPORTED, "in place");
    CHECK(array == nullptr);
    CHECK(producer.deleted == 1);
    options.copy = KILN_DLPACK_COPY_IF_NEEDED;
    WORKS(kiln_array_from_dlpack(context, &producer.managed, &options, &array));
    CHECK(producer.deleted == 2);  // copied: it is not needed any more
    CHECK(floats(array) == std::vector<float>{2, 1, 0, 8, 7, 6});
  } else {
    WORKS(kiln_array_from_dlpack(context, &producer.managed, &options, &array));
    CHECK(producer.deleted == 0);
    CHECK(floats(array) == std::vector<float>{2, 1, 0, 8, 7, 6});
    memory.data[1] = 100;  // the host writes, the device reads
    CHECK(floats(array)[1] == 100);
    add_one(context, array);  // and the other way round
    WORKS(kiln_array_synchronize(array));
    CHECK(memory.data[0] == 1);
    CHECK(memory.data[1] == 101);
    CHECK(memory.data[3] == 3);  // not of the array
    CHECK(memory.data[8] == 9);
    // Out again as host memory: where it came from.
    const auto to_host = options_with(KILN_DLPACK_COPY_NEVER, 1);
    DLManagedTensorVersioned* out = nullptr;
    WORKS(kiln_array_to_dlpack(array, &to_host, &out));
    CHECK(out->tensor.device.type == kCpu);
    CHECK(static_cast<char*>(out->tensor.data) + out->tensor.byte_offset == reinterpret_cast<char*>(memory.data + 2));
    CHECK(producer.deleted == 0);
    kiln_array_release(array);
    CHECK(producer.deleted == 0);  // the tensor that went out needs it
    array = nullptr;
    out->deleter(out);
    CHECK(producer.deleted == 1);
  }
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("the device's own arrays as host memory") {
  const std::string device = GENERATE(from_range(test_devices()));
  const bool in_place = host_memory(device);
  const std::int64_t count = GENERATE(10, 3000000);  // small ones share an allocation, large ones have their own
  CAPTURE(device, in_place, count);
  kiln_context context = open(device);
  kiln_array array = arange(context, static_cast<double>(count));
  auto options = options_with(KILN_DLPACK_COPY_NEVER, 1);
  DLManagedTensorVersioned* tensor = nullptr;
  if (in_place) {
    WORKS(kiln_array_to_dlpack(array, &options, &tensor));
    CHECK(tensor->flags == 0);
    auto* const values = static_cast<float*>(tensor->tensor.data);
    CHECK(values[count - 1] == static_cast<float>(count - 1));
    values[3] = 33;
    CHECK(floats(array)[3] == 33);
    add_one(context, array);
    WORKS(kiln_array_synchronize(array));
    CHECK(values[3] == 34);
    tensor->deleter(tensor);
  } else {
    FAILS(kiln_array_to_dlpack(array, &options, &tensor), KILN_UNSUPPORTED, "not the host's");
    CHECK(tensor == nullptr);
  }
  options.copy = KILN_DLPACK_COPY_ALWAYS;
  WORKS(kiln_array_to_dlpack(array, &options, &tensor));
  CHECK(tensor->flags == dlpack::kIsCopied);
  static_cast<float*>(tensor->tensor.data)[5] = -1;
  CHECK(floats(array)[5] != -1);
  tensor->deleter(tensor);
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("read-only arrays and tensors") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  kiln_array row = arange(context, 3), array = nullptr;
  const std::int64_t shape[] = {2, 3};
  WORKS(kiln_array_broadcast_to(row, 2, shape, &array));
  DLManagedTensorVersioned* tensor = nullptr;
  WORKS(kiln_array_to_dlpack(array, nullptr, &tensor));
  CHECK(tensor->flags == dlpack::kReadOnly);
  CHECK(tensor->tensor.strides[0] == 0);
  tensor->deleter(tensor);
  DLManagedTensor* legacy = nullptr;
  FAILS(kiln_array_to_dlpack_legacy(array, nullptr, &legacy), KILN_READ_ONLY, "no copy is allowed");
  const auto copies = options_with(KILN_DLPACK_COPY_IF_NEEDED);
  WORKS(kiln_array_to_dlpack_legacy(array, &copies, &legacy));
  CHECK(legacy->tensor.strides[0] == 3);
  legacy->deleter(legacy);
  kiln_array_release(array);

  HostFloats memory(3);
  Tensor producer(memory.data, {3}, kFloat32Type);
  producer.managed.flags = dlpack::kReadOnly;
  if (host_memory(device)) {
    WORKS(kiln_array_from_dlpack(context, &producer.managed, nullptr, &array));
    const float value = 1;
    FAILS(kiln_array_fill(array, KILN_FLOAT32, &value), KILN_READ_ONLY, "read-only");
    CHECK(producer.deleted == 0);
    kiln_buffer buffer = nullptr;
    WORKS(kiln_array_buffer(array, &buffer));
    FAILS(kiln_buffer_fill(buffer, 0, 12, &value, 4), KILN_READ_ONLY, "kiln_buffer_fill");
    kiln_buffer_release(buffer);
    CHECK(memory.data[0] == 0);
    kiln_array_release(array);
    CHECK(producer.deleted == 1);
  }
  kiln_array_release(row);
  kiln_context_release(context);
}

TEST_CASE("every dtype goes out and comes in") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device), other = open(device);
  for (int number = 0; number <= KILN_COMPLEX128; ++number) {
    const auto dtype = static_cast<kiln_dtype>(number);
    const std::int64_t shape[] = {5};
    kiln_array array = nullptr, copy = nullptr;
    if (kiln_array_zeros(context, dtype, 1, shape, &array) != KILN_OK) continue;  // no float64 there
    CAPTURE(kiln_dtype_name(dtype));
    DLManagedTensorVersioned* tensor = nullptr;
    WORKS(kiln_array_to_dlpack(array, nullptr, &tensor));
    CHECK(tensor->tensor.dtype.bits == 8 * kiln_dtype_size(dtype));
    // Another vendor context on OpenCL, the same one on CUDA.
    const auto options = options_with(KILN_DLPACK_COPY_IF_NEEDED);
    WORKS(kiln_array_from_dlpack(other, tensor, &options, &copy));
    kiln_array_info info = KILN_ARRAY_INFO_INIT;
    WORKS(kiln_array_get_info(copy, &info));
    CHECK(info.dtype == dtype);
    kiln_array_release(copy);
    kiln_array_release(array);
  }
  kiln_context_release(context);
  kiln_context_release(other);
}

namespace {

// What `one` exports `two` refuses for the reason, and copies where it may. Releases both contexts.
void check_refused_or_copied(kiln_context one, kiln_context two, const char* reason) {
  kiln_array array = arange(one, 6), result = nullptr;
  DLManagedTensorVersioned* tensor = nullptr;
  WORKS(kiln_array_to_dlpack(array, nullptr, &tensor));
  FAILS(kiln_array_from_dlpack(two, tensor, nullptr, &result), KILN_CONTEXT_MISMATCH, reason);
  WORKS(kiln_array_to_dlpack(array, nullptr, &tensor));
  const auto options = options_with(KILN_DLPACK_COPY_IF_NEEDED);
  WORKS(kiln_array_from_dlpack(two, tensor, &options, &result));
  kiln_context its = nullptr;
  WORKS(kiln_array_context(result, &its));
  CHECK(its == two);
  kiln_context_release(its);
  add_one(two, result);
  CHECK(floats(result) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(floats(array) == std::vector<float>{0, 1, 2, 3, 4, 5});
  kiln_array_release(result);
  kiln_array_release(array);
  kiln_context_release(one);
  kiln_context_release(two);
}

}  // namespace

TEST_CASE("memory of another context is refused with the reason, or copied") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  if (!device.starts_with("opencl")) return;
  check_refused_or_copied(open(device), open(device), "another cl_context");
}

TEST_CASE("memory of another CUDA device is refused with the reason, or copied") {
  const std::string device = GENERATE(from_range(test_devices()));
  kiln_context two = nullptr;
  if (!device.starts_with("cuda") || kiln_context_create("cuda1", nullptr, &two) != KILN_OK) return;
  check_refused_or_copied(open("cuda0"), two, "the tensor is on CUDA device 0, the array would be on cuda1");
}

TEST_CASE("empty and 0-d tensors") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  Tensor nothing(nullptr, {3, 0, 2}, kFloat32Type);
  kiln_array array = nullptr;
  WORKS(kiln_array_from_dlpack(context, &nothing.managed, nullptr, &array));
  CHECK(nothing.deleted == 1);
  DLManagedTensorVersioned* tensor = nullptr;
  WORKS(kiln_array_to_dlpack(array, nullptr, &tensor));
  CHECK(tensor->tensor.data == nullptr);
  CHECK(tensor->tensor.ndim == 3);
  tensor->deleter(tensor);
  kiln_array_release(array);

  HostFloats memory(1);
  LegacyTensor scalar(memory.data, {}, kFloat32Type);
  const auto options = options_with(KILN_DLPACK_COPY_ALWAYS);
  memory.data[0] = 7;
  WORKS(kiln_array_from_dlpack_legacy(context, &scalar.managed, &options, &array));
  CHECK(scalar.deleted == 1);
  CHECK(floats(array) == std::vector<float>{7});
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("malformed tensors are refused and their owner is told") {
  kiln_context context = open(test_devices().front());
  HostFloats memory(64);
  kiln_array array = nullptr;
  const auto options = options_with(KILN_DLPACK_COPY_IF_NEEDED);
  const auto refused = [&](kiln_status status, const char* reason, auto&& change) {
    Tensor producer(memory.data, {2, 3}, kFloat32Type, {3, 1});
    change(producer.managed);
    CAPTURE(reason);
    FAILS(kiln_array_from_dlpack(context, &producer.managed, &options, &array), status, reason);
    CHECK(array == nullptr);
    CHECK(producer.deleted == 1);
  };
  using T = DLManagedTensorVersioned;
  refused(KILN_INVALID_ARGUMENT, "DLPack 2.0", [](T& t) { t.major = 2; });
  refused(KILN_INVALID_ARGUMENT, "DLPack 0.0", [](T& t) { t.major = 0; });
  refused(KILN_INVALID_ARGUMENT, "flags 0x8", [](T& t) { t.flags = 8; });
  refused(KILN_INVALID_ARGUMENT, "-1 dimensions", [](T& t) { t.tensor.ndim = -1; });
  refused(KILN_INVALID_ARGUMENT, "33 dimensions", [](T& t) { t.tensor.ndim = 33; });
  refused(KILN_INVALID_ARGUMENT, "no shape", [](T& t) { t.tensor.shape = nullptr; });
  refused(KILN_INVALID_ARGUMENT, "extent 1", [](T& t) { t.tensor.shape[1] = -3; });
  refused(KILN_OVERFLOW, "", [](T& t) { t.tensor.shape[0] = t.tensor.shape[1] = INT64_MAX / 2; });
  refused(KILN_OVERFLOW, "", [](T& t) { t.tensor.strides[0] = INT64_MAX / 2; });
  refused(KILN_TYPE_ERROR, "2 lanes", [](T& t) { t.tensor.dtype.lanes = 2; });
  refused(KILN_TYPE_ERROR, "0 lanes", [](T& t) { t.tensor.dtype.lanes = 0; });
  refused(KILN_TYPE_ERROR, "code 9", [](T& t) { t.tensor.dtype.code = 9; });
  refused(KILN_TYPE_ERROR, "24 bits", [](T& t) { t.tensor.dtype.bits = 24; });
  refused(KILN_UNSUPPORTED, "type 8", [](T& t) { t.tensor.device.type = 8; });
  refused(KILN_INVALID_ARGUMENT, "device -1", [](T& t) { t.tensor.device.id = -1; });
  refused(KILN_INVALID_ARGUMENT, "data is NULL", [](T& t) { t.tensor.data = nullptr; });
  refused(KILN_INVALID_ARGUMENT, "not aligned", [](T& t) { t.tensor.byte_offset = 2; });
  refused(KILN_INVALID_ARGUMENT, "before the tensor's data", [](T& t) {
    t.tensor.device.type = dlpack::kOpenCl;
    t.tensor.strides[1] = -1;
  });

  // What is refused before the tensor is looked at; and one that nobody owns.
  Tensor unseen(memory.data, {2}, kFloat32Type);
  FAILS(kiln_array_from_dlpack(nullptr, &unseen.managed, nullptr, &array), KILN_INVALID_ARGUMENT, "context");
  CHECK(unseen.deleted == 1);
  FAILS(kiln_array_from_dlpack(context, &unseen.managed, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out");
  CHECK(unseen.deleted == 2);
  auto wrong = options_with(KILN_DLPACK_COPY_NEVER);
  const int seven = 7;
  std::memcpy(&wrong.copy, &seven, sizeof wrong.copy);
  FAILS(kiln_array_from_dlpack(context, &unseen.managed, &wrong, &array), KILN_INVALID_ARGUMENT, "copy is 7");
  CHECK(unseen.deleted == 3);
  auto queue = options_with(KILN_DLPACK_COPY_NEVER);
  queue.order = KILN_DLPACK_ORDER_QUEUE;
  FAILS(kiln_array_from_dlpack(context, &unseen.managed, &queue, &array), KILN_INVALID_ARGUMENT,
        "options->queue is NULL");
  CHECK(unseen.deleted == 4);
  unseen.managed.deleter = nullptr;
  WORKS(kiln_array_from_dlpack(context, &unseen.managed, &options, &array));
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("offsets, extents and strides that wrap are refused on every device, and the tensor goes back") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  HostFloats memory(8);
  constexpr std::uint64_t kWhole = 0;  // 2^64
  const auto address = reinterpret_cast<std::uint64_t>(memory.data);
  struct Row {
    std::uint64_t byte_offset;
    std::vector<std::int64_t> shape, strides;
  };
  const Row rows[] = {{kWhole - 4, {4}, {}},
                      {std::uint64_t{1} << 63, {4}, {}},
                      {(std::uint64_t{1} << 63) - 4, {4}, {}},  // elements end beyond
                      {0, {2}, {INT64_MAX / 4}},
                      {0, {2}, {INT64_MAX}},
                      {0, {2}, {-static_cast<std::int64_t>(address / 4) - 1}},
                      {0, {INT64_MAX}, {1}},
                      {0, {INT64_MAX, INT64_MAX}, {0, 0}},
                      {0, {std::int64_t{1} << 32, std::int64_t{1} << 32}, {}}};
  for (const std::int32_t type : {dlpack::kCpu, dlpack::kCuda, dlpack::kCudaHost, dlpack::kOpenCl})
    for (const Row& row : rows)
      for (const auto copy : {KILN_DLPACK_COPY_NEVER, KILN_DLPACK_COPY_ALWAYS}) {
        CAPTURE(type, row.byte_offset, row.shape, row.strides, copy);
        Tensor producer(memory.data, row.shape, kFloat32Type, row.strides);
        producer.managed.tensor.byte_offset = row.byte_offset;
        producer.managed.tensor.device = {type, 0};
        const auto options = options_with(copy);
        kiln_array array = nullptr;
        const kiln_status status = kiln_array_from_dlpack(context, &producer.managed, &options, &array);
        CHECK((status == KILN_INVALID_ARGUMENT || status == KILN_OVERFLOW || status == KILN_SHAPE_ERROR));
        CHECK(array == nullptr);
        CHECK(producer.deleted == 1);
      }
  for (const auto type : {dlpack::DataType{dlpack::kFloat, 32, 0},
                          {dlpack::kFloat, 32, 65535},
                          {dlpack::kFloat, 0, 1},
                          {dlpack::kInt, 255, 1},
                          {255, 32, 1}}) {
    Tensor producer(memory.data, {4}, type);
    kiln_array array = nullptr;
    FAILS(kiln_array_from_dlpack(context, &producer.managed, nullptr, &array), KILN_TYPE_ERROR, "dtype");
    CHECK(producer.deleted == 1);
  }
  Tensor nowhere(nullptr, {4}, kFloat32Type);
  nowhere.managed.tensor.byte_offset = address;
  kiln_array array = nullptr;
  FAILS(kiln_array_from_dlpack(context, &nowhere.managed, nullptr, &array), KILN_INVALID_ARGUMENT, "NULL");
  kiln_context_release(context);
}

TEST_CASE("memory that wraps is not adopted") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  float memory[4] = {};
  kiln_buffer buffer = nullptr;
  for (const std::size_t bytes : {SIZE_MAX, SIZE_MAX - 64, SIZE_MAX - reinterpret_cast<std::size_t>(memory) + 1})
    FAILS(kiln_buffer_adopt_host(context, memory, bytes, 0, nullptr, nullptr, &buffer), KILN_INVALID_ARGUMENT,
          "wrap around");
  FAILS(kiln_buffer_adopt(context, memory, SIZE_MAX - 7, 16, nullptr, nullptr, &buffer), KILN_INVALID_ARGUMENT,
        "wrap around");
  FAILS(
      kiln_buffer_adopt(context, memory, std::size_t{1} << 63, (std::size_t{1} << 63) + 16, nullptr, nullptr, &buffer),
      KILN_INVALID_ARGUMENT, "wrap around");
  CHECK(buffer == nullptr);
  kiln_context_release(context);
}
