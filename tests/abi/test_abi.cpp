// SPDX-License-Identifier: Apache-2.0
// What old binaries rely on: sizes of structs, option structs of other sizes, statuses, the last error,
// dtypes.
#include "support.hpp"

#include <cstddef>
#include <cstring>
#include <thread>

#if defined(__x86_64__) || defined(__aarch64__)
// A changed size breaks callers that were built before; structs with struct_size may grow at the end.
static_assert(sizeof(kiln_error_info) == 32);
static_assert(sizeof(kiln_flag_info) == 48);
static_assert(sizeof(kiln_backend_info) == 40);
static_assert(sizeof(kiln_device_info) == 48);
static_assert(sizeof(kiln_context_options) == 56);
static_assert(sizeof(kiln_context_properties) == 192);
static_assert(sizeof(kiln_memory_info) == 72);
static_assert(sizeof(kiln_cache_info) == 40);
static_assert(sizeof(kiln_disk_cache_info) == 56);
static_assert(sizeof(kiln_native_context) == 32);
static_assert(sizeof(kiln_ipc_handle) == 80);
static_assert(sizeof(kiln_collective_id) == 128);
static_assert(sizeof(kiln_dlpack_options) == 32);
static_assert(sizeof(kiln_array_info) == 80);
static_assert(sizeof(kiln_index) == 32);
static_assert(sizeof(kiln_argument) == 24);
static_assert(sizeof(kiln_parameter) == 8);
static_assert(sizeof(kiln_kernel_properties) == 32);
static_assert(sizeof(kiln_kernel_argument) == 16);
static_assert(offsetof(kiln_context_options, preallocate) == 24);
static_assert(offsetof(kiln_array_info, shape) == 24);
static_assert(offsetof(kiln_argument, value) == 8);
#endif
static_assert(sizeof(kiln_status) == 4 && sizeof(kiln_dtype) == 4 && sizeof(kiln_tristate) == 4);
static_assert(KILN_INTERNAL == 17 && KILN_CALLBACK_FAILED == 18 && KILN_FILE_ERROR == 19 && KILN_COMPLEX128 == 14 &&
              KILN_FLOATX == 100);

namespace {

struct Opened {
  explicit Opened(const char* device = test_devices()[0].c_str(), const kiln_context_options* options = nullptr) {
    WORKS(kiln_context_create(device, options, &context));
  }
  ~Opened() { kiln_context_release(context); }
  kiln_context context = nullptr;
};

}  // namespace

TEST_CASE("statuses, dtypes and the version have names and numbers") {
  CHECK(std::string(kiln_status_name(KILN_OK)) == "KILN_OK");
  CHECK(std::string(kiln_status_name(KILN_OUT_OF_HOST_MEMORY)) == "KILN_OUT_OF_HOST_MEMORY");
  CHECK(std::string(kiln_status_name(KILN_INTERNAL)) == "KILN_INTERNAL");
  CHECK(std::string(kiln_status_name(KILN_CALLBACK_FAILED)) == "KILN_CALLBACK_FAILED");
  CHECK(std::string(kiln_status_name(KILN_FILE_ERROR)) == "KILN_FILE_ERROR");
  CHECK(std::string(kiln_dtype_name(KILN_BFLOAT16)) == "bfloat16");
  CHECK(kiln_dtype_size(KILN_COMPLEX128) == 16);
  kiln_dtype dtype = KILN_BOOL;
  WORKS(kiln_dtype_from_name("complex64", &dtype));
  CHECK(dtype == KILN_COMPLEX64);
  FAILS(kiln_dtype_from_name("flaot32", &dtype), KILN_TYPE_ERROR, "float32");
  WORKS(kiln_dtype_promote(KILN_INT8, KILN_UINT8, &dtype));
  CHECK(dtype == KILN_INT16);
  WORKS(kiln_dtype_promote(KILN_INT64, KILN_FLOAT32, &dtype));
  CHECK(dtype == KILN_FLOAT32);
  CHECK(kiln_version() == KILN_VERSION_MAJOR * 10000 + KILN_VERSION_MINOR * 100 + KILN_VERSION_PATCH);
}

TEST_CASE("numbers that are no enumerators are refused") {
  const int wrong_number = 77;
  kiln_dtype wrong;
  std::memcpy(&wrong, &wrong_number, sizeof wrong);
  CHECK(kiln_dtype_name(wrong) == nullptr);
  CHECK(kiln_dtype_size(wrong) == 0);
  kiln_dtype out = KILN_INT8;
  FAILS(kiln_dtype_promote(wrong, KILN_INT8, &out), KILN_TYPE_ERROR, "77");
  Opened opened;
  kiln_array array = nullptr;
  FAILS(kiln_array_empty(opened.context, wrong, 0, nullptr, &array), KILN_TYPE_ERROR, "dtype is no dtype, got 77");
  const std::vector<std::int64_t> extents(KILN_MAX_DIMS + 1, 1);
  FAILS(kiln_array_empty(opened.context, KILN_INT8, extents.size(), extents.data(), &array), KILN_SHAPE_ERROR,
        "got 33, expected at most 32");
  kiln_buffer buffer = nullptr;
  FAILS(kiln_buffer_create(opened.context, 4, 64, nullptr, &buffer), KILN_INVALID_ARGUMENT, "unknown flags 0x40");
  FAILS(kiln_buffer_create(opened.context, 4, KILN_BUFFER_READ_ONLY, nullptr, &buffer), KILN_INVALID_ARGUMENT,
        "needs initial data");
}

TEST_CASE("the last error is the thread's own and outlives success") {
  kiln_array array = nullptr;
  FAILS(kiln_array_empty(nullptr, KILN_INT8, 0, nullptr, &array), KILN_INVALID_ARGUMENT, "context is NULL");
  kiln_dtype dtype;
  WORKS(kiln_dtype_promote(KILN_INT8, KILN_INT8, &dtype));
  CHECK(message_has("context is NULL"));
  kiln_status other = KILN_INTERNAL;
  std::string text = "x";
  std::thread([&] {
    other = last_error().status;
    text = last_message();
  }).join();
  CHECK(other == KILN_OK);
  CHECK(text.empty());
}

TEST_CASE("structs of an older or a newer header") {
  Opened opened;
  SECTION("an older result struct is filled as far as it goes") {
    struct {
      kiln_array_info info;
      std::uint64_t guard;
    } place;
    std::memset(&place, 0x5a, sizeof place);
    place.info.struct_size = offsetof(kiln_array_info, shape);
    kiln_array array = nullptr;
    const std::int64_t shape[2] = {2, 3};
    WORKS(kiln_array_empty(opened.context, KILN_FLOAT32, 2, shape, &array));
    WORKS(kiln_array_get_info(array, &place.info));
    CHECK(place.info.struct_size == offsetof(kiln_array_info, shape));
    CHECK(place.info.dtype == KILN_FLOAT32);
    CHECK(place.info.ndim == 2);
    CHECK(reinterpret_cast<std::uintptr_t>(place.info.shape) == 0x5a5a5a5a5a5a5a5au);
    kiln_array_release(array);
  }
  SECTION("a newer result struct gets zeros where the library knows nothing") {
    struct {
      kiln_memory_info info;
      std::uint64_t newer[2];
    } place;
    std::memset(&place, 0x5a, sizeof place);
    place.info.struct_size = sizeof place;
    WORKS(kiln_context_get_memory(opened.context, &place.info));
    CHECK(place.info.struct_size == sizeof place);
    CHECK(place.info.total > 0);
    CHECK(place.newer[0] == 0);
    CHECK(place.newer[1] == 0);
  }
  SECTION("an older option struct takes defaults for the rest") {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.struct_size = offsetof(kiln_context_options, preallocate);
    options.preallocate = "this is no number and must not be read";
    Opened other(test_devices()[0].c_str(), &options);
    CHECK(other.context != nullptr);
  }
  SECTION("sizes that no header had are refused") {
    for (const std::size_t size : {std::size_t(0), std::size_t(8), std::size_t(17), std::size_t(1) << 20}) {
      kiln_cache_info info = KILN_CACHE_INFO_INIT;
      info.struct_size = size;
      FAILS(kiln_context_get_cache(opened.context, &info), KILN_INVALID_ARGUMENT, "struct_size");
      kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
      options.struct_size = size;
      kiln_context context = nullptr;
      FAILS(kiln_context_create(test_devices()[0].c_str(), &options, &context), KILN_INVALID_ARGUMENT, "struct_size");
    }
  }
  SECTION("waiting and the cache's folder are options as well as flags") {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.sched = "multi";
    options.cache_path = "off";
    Opened other(test_devices()[0].c_str(), &options);
    CHECK(other.context != nullptr);
    options.sched = "often";
    kiln_context context = nullptr;
    FAILS(kiln_context_create(test_devices()[0].c_str(), &options, &context), KILN_FLAG_ERROR,
          "flag sched: got 'often'");
  }
  SECTION("a tristate out of range is refused") {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    const int seven = 7;
    std::memcpy(&options.fastmath, &seven, sizeof seven);
    kiln_context context = nullptr;
    FAILS(kiln_context_create(test_devices()[0].c_str(), &options, &context), KILN_INVALID_ARGUMENT, "fastmath is 7");
  }
}

TEST_CASE("flags by number and by name") {
  REQUIRE(kiln_flag_count() > 5);
  kiln_flag_info flag = {}, same = {};
  WORKS(kiln_flag_get(0, &flag));
  WORKS(kiln_flag_find(flag.name, &same));
  CHECK(same.value == flag.value);  // interned
  // The types that flags.h names.
  for (std::size_t i = 0; i < kiln_flag_count(); ++i) {
    WORKS(kiln_flag_get(i, &flag));
    const std::string type = flag.type;
    INFO(flag.name << " has type " << type);
    CHECK((type.find('|') != std::string::npos || type == "string" || type == "bool" || type == "float" ||
           type == "count" || type == "positive" || type == "device" || type == "dtype" || type == "path" ||
           type == "names" || type == "contexts"));
  }
  FAILS(kiln_flag_get(10000, &flag), KILN_INDEX_ERROR, "out of range");
  CHECK(flag.name == nullptr);
  FAILS(kiln_flag_find("devcie", &flag), KILN_FLAG_ERROR, "device");
  FAILS(kiln_flag_set("devcie", "cpu"), KILN_FLAG_ERROR, "device");
}

TEST_CASE("devices are listed and open by their strings") {
  std::size_t backends = 0, devices = 0;
  WORKS(kiln_backend_count(&backends));
  WORKS(kiln_device_count(&devices));
  REQUIRE(backends > 0);
  for (std::size_t i = 0; i < backends; ++i) {
    kiln_backend_info info;
    WORKS(kiln_backend_get(i, &info));
    CHECK((info.device_count > 0 || std::string(info.reason) != ""));
  }
  for (std::size_t i = 0; i < devices; ++i) {
    kiln_device_info info;
    WORKS(kiln_device_get(i, &info));
    CHECK(std::string(info.device) != "");
    CHECK(std::string(info.name) != "");
  }
  kiln_device_info none;
  FAILS(kiln_device_get(devices, &none), KILN_INDEX_ERROR, "out of range");
  kiln_context context = nullptr;
  FAILS(kiln_context_create("opencl99:0", nullptr, &context), KILN_NO_DEVICE, "opencl99:0");
}

TEST_CASE("any order of release is safe") {
  kiln_context context = nullptr;
  WORKS(kiln_context_create(test_devices()[0].c_str(), nullptr, &context));
  const std::int64_t shape[1] = {4};
  kiln_array array = nullptr, view = nullptr;
  kiln_buffer buffer = nullptr;
  kiln_queue queue = nullptr;
  kiln_event event = nullptr;
  kiln_elementwise elementwise = nullptr;
  WORKS(kiln_array_zeros(context, KILN_INT32, 1, shape, &array));
  WORKS(kiln_context_compute_queue(context, &queue));
  WORKS(kiln_event_record(queue, &event));
  WORKS(kiln_array_flip(array, 0, nullptr, &view));
  WORKS(kiln_array_buffer(array, &buffer));
  WORKS(kiln_elementwise_create(context, "r = a + 1", nullptr, &elementwise));
  kiln_context_release(context);
  kiln_array_release(array);
  kiln_queue_release(queue);
  kiln_buffer_release(buffer);
  std::int32_t values[4] = {1, 1, 1, 1};
  WORKS(kiln_array_read(view, values, sizeof values));
  CHECK(values[0] == 0);
  std::thread([&] { kiln_array_release(view); }).join();
  WORKS(kiln_event_synchronize(event));
  kiln_event_release(event);
  kiln_elementwise_release(elementwise);
}
