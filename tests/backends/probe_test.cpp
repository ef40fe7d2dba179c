// SPDX-License-Identifier: Apache-2.0
// Probing and opening: probing never fails a program, ids that probing lists open, others are clear errors.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <thread>

#include "support.hpp"

using namespace conformance;

TEST_CASE("probe lists devices with all that names them") {
  KILN_EACH_DEVICE(text);
  Driver& backend = driver(split_device(text).first);
  CHECK(backend.name() == split_device(text).first);
  const Probe probe = backend.probe();
  REQUIRE_FALSE(probe.devices.empty());
  CHECK(probe.reason.empty());
  std::set<std::string> ids;
  for (const DeviceInfo& info : probe.devices) {
    CHECK(ids.insert(info.id).second);
    CHECK_FALSE(info.name.empty());
    CHECK_FALSE(info.platform.empty());
    CHECK_FALSE(info.driver.empty());
    CHECK(info.name.find('\0') == std::string::npos);
  }
  const Probe again = backend.probe();
  REQUIRE(again.devices.size() == probe.devices.size());
  CHECK(again.devices.front().id == probe.devices.front().id);
}

TEST_CASE("probe works from several threads at once", "[threads]") {
  KILN_EACH_DEVICE(text);
  Driver& backend = driver(split_device(text).first);
  std::vector<std::size_t> counts(4);
  std::vector<std::thread> threads;
  for (std::size_t& count : counts)
    threads.emplace_back([&backend, &count] { count = backend.probe().devices.size(); });
  for (std::thread& thread : threads) thread.join();
  CHECK(counts.front() > 0);
  CHECK(std::count(counts.begin(), counts.end(), counts.front()) == 4);
}

TEST_CASE("an id that probing does not list is KILN_NO_DEVICE") {
  KILN_EACH_DEVICE(text);
  Driver& backend = driver(split_device(text).first);
  for (const char* id :
       {"", "x", "99999", "0:99999", "99999:0", "-1", "0:", ":0", "0:0:0", "18446744073709551616:0", "0:0 ", "0x0:0"}) {
    INFO("id '" << id << "'");
    std::string message;
    CHECK(status_of([&] { backend.open(id); }, &message) == KILN_NO_DEVICE);
    CHECK_FALSE(message.empty());
  }
}

TEST_CASE("properties of an opened device are plausible") {
  KILN_EACH_DEVICE(text);
  const std::unique_ptr<Context> context = open_device(text);
  const DeviceProperties& properties = context->properties();
  CHECK(properties.info.id == find_id(text));
  CHECK_FALSE(properties.info.name.empty());
  CHECK_FALSE(properties.vendor.empty());
  CHECK_FALSE(properties.language.empty());
  // What Kiln puts before a kernel is part of what a binary was made of.
  if (text != "fake") CHECK(properties.cache_identity.find("prelude ") != std::string::npos);
  CHECK(properties.compute_units >= 1);
  CHECK(properties.max_local_size >= 1);
  for (int d = 0; d < 3; ++d) {
    CHECK(properties.max_local_sizes[d] >= 1);
    CHECK(properties.max_groups[d] >= 65535);
  }
  CHECK(properties.local_memory >= 1024);
  CHECK(properties.largest_block > 0);
  CHECK(properties.total_memory >= properties.largest_block);
  CHECK(properties.base_alignment >= 1);
  CHECK((properties.base_alignment & (properties.base_alignment - 1)) == 0);
  const MemoryInfo memory = context->memory_info();
  CHECK(memory.total > 0);
  if (memory.free_known) CHECK(memory.free <= memory.total);
}

TEST_CASE("two contexts of one device have the same cache identity") {
  KILN_EACH_DEVICE(text);
  const std::unique_ptr<Context> a = open_device(text), b = open_device(text);
  CHECK(a->properties().cache_identity == b->properties().cache_identity);
}

TEST_CASE("what of the environment a compiler heeds is part of the cache identity") {
  struct Case {
    const char *platform, *variable;
    bool heeded;
  };
  const Case cases[] = {{"Portable Computing Language", "POCL_EXTRA_BUILD_FLAGS", true},
                        {"Portable Computing Language", "POCL_WORK_GROUP_METHOD", true},
                        {"Portable Computing Language", "POCL_OF_A_LATER_VERSION", true},
                        {"Portable Computing Language", "POCL_CACHE_DIR", false},
                        {"Portable Computing Language", "CUDA_FORCE_PTX_JIT", false},
                        {"rusticl", "LP_NATIVE_VECTOR_WIDTH", true},
                        {"rusticl", "POCL_EXTRA_BUILD_FLAGS", false},
                        {"Oclgrind", "OCLGRIND_BUILD_OPTIONS", true},
                        {"CUDA", "CUDA_FORCE_PTX_JIT", true},
                        {"CUDA", "CUDA_CACHE_PATH", false}};
  KILN_EACH_DEVICE(text);
  const auto identity = [&](std::string* platform = nullptr) {
    const auto context = open_device(text);
    if (platform) *platform = context->properties().info.platform;
    return context->properties().cache_identity;
  };
  std::string platform;
  const std::string before = identity(&platform);
  for (const Case& each : cases) {
    if (platform.find(each.platform) == std::string::npos) continue;
    INFO(each.variable);
    const char* const value = std::getenv(each.variable);
    const std::string saved = value ? value : "";
    ::setenv(each.variable, "kiln-test", 1);
    const std::string during = identity();
    value ? ::setenv(each.variable, saved.c_str(), 1) : ::unsetenv(each.variable);
    CHECK((during != before) == each.heeded);
    CHECK((during.find(each.variable) != std::string::npos) == each.heeded);
  }
  CHECK(identity() == before);
}

TEST_CASE("contexts are created and destroyed many times") {
  KILN_EACH_DEVICE(text);
  std::unique_ptr<Context> keeper = open_device(text);
  // Drivers of GPUs take a fifth of a second for one, beside other processes ten times that, and more where
  // no other is open.
  const bool cpu = keeper->properties().info.kind == DeviceKind::cpu;
  const int count = cpu ? 200 : 50;
  if (cpu) keeper.reset();
  const std::string id = find_id(text);
  Driver& backend = driver(split_device(text).first);
  for (int i = 0; i < count; ++i) {
    const std::unique_ptr<Context> context = backend.open(id);
    const QueueHandle queue = context->queue_create(false);
    {
      const Memory memory(*context, 4096), pinned(*context, 4096, MemoryKind::pinned);
      const int value = i;
      int back = -1;
      context->memory_write(queue, memory, 0, &value, sizeof value, true);
      context->memory_read(queue, memory, 0, &back, sizeof back, true);
      REQUIRE(back == i);
    }
    context->queue_destroy(queue);
  }
}

TEST_CASE("without drivers the probe says why there are no devices") {
  // The loader reads its settings once a process, so a child looks.
  const std::string child = "env -u LD_PRELOAD -u OCL_ICD_FILENAMES OCL_ICD_VENDORS=/nonexistent /proc/" +
                            std::to_string(getpid()) + "/exe '[.child]' > /dev/null";
  const auto names = device_names();
  if (std::none_of(names.begin(), names.end(), [](const std::string& n) { return n.starts_with("opencl"); })) return;
  CHECK(std::system(child.c_str()) == 0);
}

TEST_CASE("child of the test without drivers", "[.child]") {
  const char* vendors = std::getenv("OCL_ICD_VENDORS");
  if (!vendors || std::string(vendors) != "/nonexistent") return;  // not started by that test
  const Probe probe = driver("opencl").probe();
  CHECK(probe.devices.empty());
  CHECK(contains(probe.reason, "the loader found no platform ("));
  CHECK(contains(probe.reason, "/nonexistent"));
  CHECK(probe.notes.size() >= 2);
  CHECK(status_of([] { driver("opencl").open("0:0"); }) == KILN_NO_DEVICE);
}
