// SPDX-License-Identifier: Apache-2.0
// The fake backend as a module, which is not installed. Its device is "fake0". KILN_FAKE="NAME=NUMBER,..."
// sets its properties: the names are those of some Options without `has_`, and gpu=1, opencl=1 and cuda=1. Tests
// reach the log and the kernel table through the C functions at the end.
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
  using Number = std::pair<std::string_view, std::uint64_t Options::*>;
  using Switch = std::pair<std::string_view, bool Options::*>;
  for (const auto& [known, member] : {Number{"memory", &Options::memory},
                                      {"compute_units", &Options::compute_units},
                                      {"max_local_size", &Options::max_local_size},
                                      {"max_groups", &Options::max_groups},
                                      {"max_groups_across", &Options::max_groups_across},
                                      {"local_memory", &Options::local_memory},
                                      {"declared_local_memory", &Options::declared_local_memory},
                                      {"vector_bytes", &Options::vector_bytes},
                                      {"cache_bytes", &Options::cache_bytes},
                                      {"poison_word", &Options::poison_word},
                                      {"largest_real", &Options::largest_real}})
    if (name == known) return void(options.*member = number);
  for (const auto& [known, member] : {Switch{"deferred", &Options::deferred},
                                      {"float16", &Options::has_float16},
                                      {"float64", &Options::has_float64},
                                      {"int64_atomics", &Options::has_int64_atomics},
                                      {"unified_memory", &Options::unified_memory},
                                      {"acquire_release", &Options::acquire_release},
                                      {"unknown_kernels", &Options::unknown_kernels},
                                      {"log_launches", &Options::log_launches},
                                      {"cacheable", &Options::cacheable},
                                      {"parallel_builds", &Options::parallel_builds}})
    if (name == known) return void(options.*member = number != 0);
  if (name == "gpu")
    options.kind = number ? backend::DeviceKind::gpu : backend::DeviceKind::cpu;
  else if (name == "opencl")
    options.dialect = number ? backend::Dialect::opencl_c : backend::Dialect::host;
  else if (name == "cuda")
    options.dialect = number ? backend::Dialect::cuda_c : backend::Dialect::host;
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
    if (equals == std::string_view::npos) base::fail(KILN_FLAG_ERROR, "KILN_FAKE: '{}' is not NAME=NUMBER", part);
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
// The log of all contexts that the module has opened.
KILN_VISIBLE kiln::fake::Log* kiln_fake_log() { return kiln::fake::module_log().get(); }
KILN_VISIBLE void kiln_fake_register_kernel(const char* name, const kiln::fake::KernelFunction* function) {
  kiln::fake::register_kernel(name, *function);
}
}

KILN_BACKEND_MODULE("fake", kiln::fake::create_driver);
