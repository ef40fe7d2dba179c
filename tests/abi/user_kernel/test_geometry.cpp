// SPDX-License-Identifier: Apache-2.0
// Geometry proposed for users' kernels and the parsing of their options, without a device.
#include "array/user_kernel/kernel.hpp"
#include "catch.hpp"

using namespace kiln;

namespace {

struct Case {
  backend::DeviceProperties device;
  backend::KernelInfo kernel;
  explicit Case(backend::DeviceKind kind, std::uint64_t multiple = 32, std::uint64_t kernel_max = 1024) {
    device.info.kind = kind;
    device.max_local_size = 1024;
    device.max_local_sizes[0] = device.max_local_sizes[1] = 1024;
    device.max_local_sizes[2] = 64;
    for (auto& groups : device.max_groups) groups = std::uint64_t(1) << 31;
    kernel.max_local_size = kernel_max;
    kernel.preferred_multiple = multiple;
  }
  backend::Launch choose(std::vector<std::size_t> global, std::vector<std::size_t> local = {}) const {
    backend::Launch launch;
    array::choose_geometry(device, kernel, global, local, launch, "test");
    std::uint64_t items = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(launch.local[i] >= 1);
      CHECK(launch.local[i] <= device.max_local_sizes[i]);
      CHECK(launch.global[i] % launch.local[i] == 0);
      if (i < global.size()) {
        CHECK(launch.global[i] >= global[i]);
        CHECK(launch.global[i] - global[i] < launch.local[i]);
      }
      items *= launch.local[i];
    }
    CHECK(items <= std::min(kernel.max_local_size, device.max_local_size));
    return launch;
  }
};

}  // namespace

TEST_CASE("proposed groups respect every limit") {
  const std::vector<std::vector<std::size_t>> sizes = {
      {1},       {2},      {7},          {31},      {32},           {33},        {256},
      {257},     {400},    {997},        {1 << 20}, {1000003},      {1, 1},      {1, 1000},
      {1000, 1}, {33, 17}, {4096, 4096}, {1, 1, 1}, {1, 1, 100000}, {100, 3, 7}, {64, 64, 64}};
  for (const auto kind : {backend::DeviceKind::cpu, backend::DeviceKind::gpu, backend::DeviceKind::accelerator})
    for (const std::uint64_t multiple : {0u, 1u, 8u, 32u, 64u, 1000u})
      for (const std::uint64_t kernel_max : {1u, 5u, 48u, 100u, 256u, 1024u})
        for (const auto& size : sizes) Case(kind, multiple, kernel_max).choose(size);
}

TEST_CASE("proposals suit the device") {
  const Case gpu(backend::DeviceKind::gpu), cpu(backend::DeviceKind::cpu, 8, 4096);
  CHECK(gpu.choose({1 << 20}).local[0] == 256);
  CHECK(gpu.choose({5}).local[0] == 32);
  CHECK(Case(backend::DeviceKind::gpu, 32, 100).choose({1000}).local[0] == 96);
  const auto plane = gpu.choose({1000, 1000});
  CHECK(plane.local[0] == 32);
  CHECK(plane.local[1] == 8);
  CHECK(cpu.choose({400}).local[0] == 200);
  CHECK(cpu.choose({1 << 20}).local[0] == 256);
  CHECK(cpu.choose({1000003}).local[0] == 256);  // a prime: rounded up
  CHECK(cpu.choose({7}).local[0] == 7);
}

TEST_CASE("given groups are checked") {
  const Case gpu(backend::DeviceKind::gpu, 32, 256);
  CHECK(gpu.choose({512}, {128}).local[0] == 128);
  CHECK_THROWS_AS(gpu.choose({512}, {0}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({512}, {100}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({512}, {512}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({64, 64}, {32, 32}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({1, 1, 128}, {1, 1, 128}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({std::size_t(1) << 60}), backend::Error);
  CHECK_THROWS_AS(gpu.choose({SIZE_MAX}), backend::Error);
}

TEST_CASE("groups that cannot be counted are refused") {
  constexpr std::size_t kHalf = std::size_t(1) << 32;
  Case cpu(backend::DeviceKind::cpu), gpu(backend::DeviceKind::gpu);
  cpu.device.max_groups_in_all = INT32_MAX;
  const auto message = [](const Case& on, std::vector<std::size_t> global, std::vector<std::size_t> local) {
    try {
      on.choose(std::move(global), std::move(local));
    } catch (const backend::Error& error) {
      CHECK(error.status() == KILN_INVALID_ARGUMENT);
      return error.message();
    }
    return std::string();
  };
  CHECK(message(gpu, {2 * kHalf}, {1}) == "test: 8589934592 groups in dimension 0, expected at most 2147483648");
  CHECK(message(gpu, {1, 2 * kHalf}, {1, 1}) == "test: 8589934592 groups in dimension 1, expected at most 2147483648");
  CHECK(message(gpu, {2 * kHalf}, {1024}).empty());
  CHECK(message(gpu, {1 << 20, 1 << 20}, {1, 1}).empty());
  CHECK(message(cpu, {1 << 16, 1 << 15}, {1, 1}) == "test: 2147483648 groups in all, expected at most 2147483647");
  CHECK(message(cpu, {1 << 16, 1 << 15}, {2, 1}).empty());
  CHECK(message(cpu, {1 << 11, 1 << 10, 1 << 10}, {1, 1, 1}) ==
        "test: 2147483648 groups in all, expected at most 2147483647");
  // Products of 2^64, which is 0, and beyond.
  for (const auto& on : {cpu, gpu}) {
    CHECK(message(on, {kHalf, kHalf}, {1024, 1}).find("work-items, expected at most 2^64 - 1") != std::string::npos);
    CHECK(message(on, {1 << 22, 1 << 21, 1 << 21}, {1, 1, 1}).find("2^64 - 1") != std::string::npos);
    CHECK(message(on, {kHalf + 1, kHalf + 1}, {1, 1}).find("2^64 - 1") != std::string::npos);
  }
  // With given groups a size of 0 is one of no groups; groups that are none are refused all the same.
  CHECK(message(gpu, {0}, {64}).empty());
  CHECK(message(gpu, {SIZE_MAX}, {}) == "test: global[0] is 18446744073709551615, which groups of 256 do not cover");
  CHECK(message(gpu, {0}, {0}) == "test: local[0] is 0, expected 1 to 1024");
}

TEST_CASE("options hold definitions only") {
  using V = std::vector<std::string>;
  CHECK(array::parse_definitions("", "test").empty());
  CHECK(array::parse_definitions("  -DA   -DB=1 -D_c2=f(x) ", "test") == V{"A", "B=1", "_c2=f(x)"});
  for (const char* bad : {"A", "-D", "-D=1", "-D1", "-DA\t-DB", "-DA=\"", "-DA=\\", "-DA=$(x)", "-DA=`x`", "-DA,B",
                          "-cl-std=CL3.0", "-DA=\xc3\xa9"})
    CHECK_THROWS_AS(array::parse_definitions(bad, "test"), backend::Error);
}
