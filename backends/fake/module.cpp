// SPDX-License-Identifier: Apache-2.0
// The fake backend as a module: device "fake0", shaped by
// KILN_FAKE="memory=BYTES,deferred=1,float16=0,float64=0,unified_memory=0,unknown_kernels=1,cacheable=0". Not
// installed. Tests reach the log and the kernel table through the C functions at the end.
#include <cstdlib>

#include "base/error.hpp"
#include "fake/fake.hpp"

namespace kiln::fake {
namespace {

const std::shared_ptr<Log>& module_log() {
  static const auto* const log = new std::shared_ptr<Log>(std::make_shared<Log>());  // outlives every context
  return *log;
}

void set_option(Options& options, std::string_view name, std::string_view value) {
  const std::string text(value);
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || *end != '\0')
    base::fail(KILN_FLAG_ERROR, "KILN_FAKE: {} is '{}', expected a number", name, value);
  const bool on = number != 0;
  if (name == "memory")
    options.memory = number;
  else if (name == "deferred")
    options.deferred = on;
  else if (name == "float16")
    options.has_float16 = on;
  else if (name == "float64")
    options.has_float64 = on;
  else if (name == "unified_memory")
    options.unified_memory = on;
  else if (name == "unknown_kernels")
    options.unknown_kernels = on;
  else if (name == "cacheable")
    options.cacheable = on;
  else
    base::fail(KILN_FLAG_ERROR, "KILN_FAKE: unknown name '{}'", name);
}

Options options_from_environment() {
  Options options;
  options.log = module_log();
  const char* const text = secure_getenv("KILN_FAKE");
  for (std::string_view rest = text ? text : ""; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      base::fail(KILN_FLAG_ERROR, "KILN_FAKE: '{}' is not NAME=NUMBER", part);
    set_option(options, part.substr(0, equals), part.substr(equals + 1));
  }
  return options;
}

class FakeDriver final : public backend::Driver {
 public:
  const char* name() const noexcept override { return "fake"; }
  backend::Probe probe() noexcept override {
    const Options options;
    backend::Probe probe;
    probe.devices.push_back({options.id, options.name, "Kiln fake", "1", "fake-" + options.id, options.kind});
    return probe;
  }
  std::unique_ptr<backend::Context> open(const std::string& id, backend::Sched) override {
    if (id != "0") base::fail(KILN_NO_DEVICE, "fake: no device '{}', expected '0'", id);
    return make_context(options_from_environment());
  }
  std::unique_ptr<backend::Context> adopt(const backend::Native&, backend::Sched) override {
    return make_context(options_from_environment());
  }
  backend::Native memory_owner(std::uintptr_t) override { return {}; }
};

backend::Driver* create_driver() { return new (std::nothrow) FakeDriver; }

}  // namespace
}  // namespace kiln::fake

extern "C" {
// The log of all contexts the module opened.
KILN_VISIBLE kiln::fake::Log* kiln_fake_log() { return kiln::fake::module_log().get(); }
KILN_VISIBLE void kiln_fake_register_kernel(const char* name, const kiln::fake::KernelFunction* function) {
  kiln::fake::register_kernel(name, *function);
}
}

KILN_BACKEND_MODULE("fake", kiln::fake::create_driver);
