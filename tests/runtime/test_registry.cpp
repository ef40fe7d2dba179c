// SPDX-License-Identifier: Apache-2.0
// The registry. It reads its environment once, so that each tag is run in a process of its own (meson.build).
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "rig.hpp"
#include "runtime/context/registry.hpp"

using namespace kiln;
using namespace kiln::test;
using runtime::BackendRecord;
using runtime::Registry;

namespace {

const BackendRecord* find(const std::string& name) {
  for (const BackendRecord& record : Registry::instance().backends()) {
    if (record.name == name) return &record;
  }
  return nullptr;
}

std::string reason(const std::string& name) {
  const BackendRecord* record = find(name);
  REQUIRE(record);
  CHECK(record->driver == nullptr);
  CHECK(record->probe.devices.empty());
  return record->probe.reason;
}

}  // namespace

TEST_CASE("modules that cannot be used tell why", "[.modules]") {
  CHECK(contains(reason("future"),
                 fmt::format("module kiln_backend_future.so is built for version {0}.{2} of the plug-in interface, "
                             "this Kiln has {1}.{2}",
                             KILN_BACKEND_MAJOR + 7, KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR)));
  CHECK(contains(reason("empty"), "no backend module"));
  CHECK(contains(reason("throwing"), "no vendor today"));
  CHECK(contains(reason("text"), "does not load"));
  // The fake is there, but listed only among the backends.
  REQUIRE(find("fake"));
  CHECK(find("fake")->driver != nullptr);
  for (const auto& device : Registry::instance().devices())
    CHECK((device.backend != "fake" && device.backend != "fault"));
  const auto& backends = Registry::instance().backends();
  CHECK(&backends == &Registry::instance().backends());

  std::string device;
  auto opened = Registry::instance().open("fake0", device);
  CHECK(device == "fake0");
  CHECK(opened->properties().info.name == "Fake device");
  opened = Registry::instance().open("fault:fake0", device);
  CHECK(device == "fault:fake0");
  CHECK(opened->properties().info.name == "Fake device");
  opened = Registry::instance().open("fault:fake", device);
  CHECK(device == "fault:fake0");
  const std::string message = failure(KILN_NO_DEVICE, [&] { Registry::instance().open("cuda7", device); });
  CHECK(contains(message, "future: module kiln_backend_future.so is built for version"));
  CHECK(!contains(message, "fake"));
}

TEST_CASE("opening tells the active device", "[.modules]") {
  static std::vector<std::string> lines;
  base::set_log_callback([](kiln_log_level, const char* line, void*) { lines.emplace_back(line); }, nullptr);
  ContextOptions options;
  Context::open("fake0", options);
  base::Flags::set("print_active_device", "False");
  Context::open("fake0", options);
  base::Flags::set("device", "fake0");
  CHECK(Context::open("", options)->device() == "fake0");
  base::set_log_callback(nullptr, nullptr);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "Using device fake0: Fake device (fake-0)");
}

TEST_CASE("a forked child cannot look for devices", "[.modules]") {
  Registry::instance().backends();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int failures = 0;
    std::string device;
    try {
      Registry::instance().open("fake0", device);
      ++failures;
    } catch (const backend::Error& error) {
      if (error.status() != KILN_FORKED) ++failures;
    }
    _exit(failures);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("without modules there are no devices, and messages say so", "[.empty]") {
  CHECK(Registry::instance().backends().empty());
  CHECK(Registry::instance().devices().empty());
  std::string device;
  for (const char* asked : {"cuda0", "opencl", "auto", "cpu", "opencl0:0"}) {
    const std::string message = failure(KILN_NO_DEVICE, [&] { Registry::instance().open(asked, device); });
    CHECK(contains(message, "cuda: no module kiln_backend_cuda.so was found"));
    CHECK(contains(message, "opencl: no module kiln_backend_opencl.so was found in the folders of KILN_BACKEND_PATH"));
    CHECK(contains(message, std::string("; KILN_BACKEND_PATH: '") + std::getenv("KILN_BACKEND_PATH") + "' "));
  }
  CHECK(!failure(KILN_NO_DEVICE, [&] { Registry::instance().open("fake0", device); }).empty());
  CHECK(!failure(KILN_NO_DEVICE, [&] { Registry::instance().open("warp0", device); }).empty());
}

TEST_CASE("without KILN_BACKEND_PATH modules are found beside the library", "[.beside]") {
  CHECK(find("future") != nullptr);
  CHECK(find("fake") == nullptr);
}

TEST_CASE("options come from the flags", "[.empty]") {
  const auto defaults = ContextOptions::from_flags();
  CHECK(defaults.single_stream == base::flag_bool("single_stream"));
  CHECK(defaults.preallocate.mode == base::Preallocate::Mode::none);
  base::Flags::set("cache_path", "off");
  base::Flags::set("preallocate", "-1");
  base::Flags::set("launch_blocking", "True");
  const auto options = ContextOptions::from_flags();
  CHECK(options.cache_path.empty());
  CHECK(options.launch_blocking);
  CHECK(options.preallocate.mode == base::Preallocate::Mode::no_pool);
}
