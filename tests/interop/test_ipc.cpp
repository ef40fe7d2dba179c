// SPDX-License-Identifier: Apache-2.0
// A buffer shared with another process, which is this program started again with the handle as its argument.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "dlpack_support.hpp"

using namespace kiln::test;

extern char** environ;

namespace {

std::string as_text(const kiln_ipc_handle& handle) {
  std::string text;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&handle);
  char digits[3];
  for (std::size_t i = 0; i < sizeof handle; ++i) {
    std::snprintf(digits, sizeof digits, "%02x", bytes[i]);
    text += digits;
  }
  return text;
}

kiln_ipc_handle from_text(const std::string& text) {
  kiln_ipc_handle handle;
  auto* const bytes = reinterpret_cast<unsigned char*>(&handle);
  REQUIRE(text.size() == 2 * sizeof handle);
  for (std::size_t i = 0; i < sizeof handle; ++i)
    bytes[i] = static_cast<unsigned char>(std::stoul(text.substr(2 * i, 2), nullptr, 16));
  return handle;
}

int run_peer(const std::string& device, const std::string& handle) {
  ::setenv("KILN_TEST_IPC_DEVICE", device.c_str(), 1);
  ::setenv("KILN_TEST_IPC_HANDLE", handle.c_str(), 1);
  char self[4096] = {};
  REQUIRE(::readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  std::string peer = "[.peer]";
  char* arguments[] = {self, peer.data(), nullptr};
  pid_t child = 0;
  REQUIRE(::posix_spawn(&child, self, nullptr, nullptr, arguments, environ) == 0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("another process writes into a buffer of this one") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  if (!device.starts_with("cuda")) return;  // what others answer is in test_opencl.cpp
  kiln_context context = open(device);
  // Of a small array, which lies somewhere in a larger allocation, and of one that has its own.
  kiln_array first = arange(context, 3);
  for (const double count : {100.0, 3e6}) {
    kiln_array array = arange(context, count);
    add_one(context, array);  // the export waits for it
    kiln_buffer buffer = nullptr;
    kiln_ipc_handle handle;
    WORKS(kiln_array_buffer(array, &buffer));
    WORKS(kiln_buffer_export_ipc(buffer, &handle));
    CHECK(handle.size == static_cast<std::uint64_t>(count) * sizeof(float));
    CHECK(run_peer(device, as_text(handle)) == 0);
    const auto values = floats(array);
    CHECK(values.front() == 2);
    CHECK(values.back() == static_cast<float>(count) + 1);
    kiln_buffer_release(buffer);
    kiln_array_release(array);
  }
  CHECK(floats(first) == std::vector<float>{0, 1, 2});
  kiln_array_release(first);
  kiln_context_release(context);
}

TEST_CASE("the other process", "[.peer]") {
  kiln_context context = open(std::getenv("KILN_TEST_IPC_DEVICE"));
  kiln_ipc_handle handle = from_text(std::getenv("KILN_TEST_IPC_HANDLE"));
  kiln_buffer buffer = nullptr;
  WORKS(kiln_buffer_import_ipc(context, &handle, &buffer));
  const std::int64_t shape[] = {static_cast<std::int64_t>(handle.size / sizeof(float))};
  kiln_array array = nullptr;
  WORKS(kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, shape, nullptr, 0, &array));
  CHECK(floats(array).front() == 1);
  add_one(context, array);
  WORKS(kiln_context_synchronize(context));
  kiln_array_release(array);
  kiln_buffer_release(buffer);
  handle.size += std::uint64_t{1} << 40;
  FAILS(kiln_buffer_import_ipc(context, &handle, &buffer), KILN_INVALID_ARGUMENT, "exported");
  kiln_context_release(context);
}
