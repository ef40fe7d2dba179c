// SPDX-License-Identifier: Apache-2.0
// The fault backend as a module; it is not installed. It has no devices: libkiln wraps the device of
// "fault:DEVICE" by adopt(). Tests steer it by the C functions, which they find with dlsym, or by KILN_FAULT
// and KILN_FAULT_REPORT.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "base/error.hpp"
#include "base/plugin/plugin.hpp"
#include "fault/fault.hpp"

namespace kiln::fault {
namespace {

class FaultDriver final : public backend::Driver {
 public:
  const char* name() const noexcept override { return "fault"; }
  backend::Probe probe() noexcept override {
    backend::Probe probe;
    probe.reason = "wraps other backends: use fault:DEVICE";
    return probe;
  }
  std::unique_ptr<backend::Context> open(const std::string& id, backend::Sched) override {
    base::fail(KILN_NO_DEVICE, "fault: no device '{}': wraps other backends, use fault:DEVICE", id);
  }
  // `native` comes from base::export_context.
  std::unique_ptr<backend::Context> adopt(const backend::Native& native, backend::Sched) override {
    return wrap(base::import_context(native));
  }
};

backend::Driver* create_driver() { return new (std::nothrow) FaultDriver; }

// Writes the report to the file that KILN_FAULT_REPORT names, at the very end of the process: an object that
// is still alive then has leaked. A process that ends abnormally leaves no report.
[[gnu::destructor]] void write_report() {
  const char* const path = secure_getenv("KILN_FAULT_REPORT");
  std::FILE* const file = path ? std::fopen(path, "we") : nullptr;
  if (!file) return;
  try {
    std::fputs(report().c_str(), file);
  } catch (const std::exception&) {
    // A report that was cut short counts as none.
  }
  std::fclose(file);
}

}  // namespace
}  // namespace kiln::fault

extern "C" {

// Sets the plan; `entry` may be null. Returns 1, or 0 if there is no such entry or status.
KILN_VISIBLE int kiln_fault_plan(std::uint64_t fail_call, int persistent, const char* entry, int status) {
  if (status < 1 || status > KILN_FILE_ERROR) return 0;
  try {
    kiln::fault::set_plan({fail_call, persistent != 0, entry ? entry : "", static_cast<kiln_status>(status)});
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}
KILN_VISIBLE std::uint64_t kiln_fault_calls() { return kiln::fault::calls(); }
KILN_VISIBLE std::uint64_t kiln_fault_failures() { return kiln::fault::failures(); }
// The calls of one entry since the plan was set, whatever the plan counts.
KILN_VISIBLE std::uint64_t kiln_fault_calls_of(const char* entry) {
  try {
    return kiln::fault::calls_of(entry);
  } catch (const std::exception&) {
    return 0;
  }
}
// What the stand-in for a library of convolutions does.
KILN_VISIBLE kiln::fault::Convolutions* kiln_fault_convolutions() { return &kiln::fault::convolutions(); }
// The number of objects that are alive, contexts included.
KILN_VISIBLE std::int64_t kiln_fault_live() { return kiln::fault::live().total(); }
// The entry with this number among those called since the plan was set, or null. It stays valid until the
// plan is set again or this thread asks again.
KILN_VISIBLE const char* kiln_fault_entry_seen(std::size_t index) {
  static thread_local std::string name;
  const auto seen = kiln::fault::entries_seen();
  if (index >= seen.size()) return nullptr;
  name = seen[index];
  return name.c_str();
}
}

KILN_BACKEND_MODULE("fault", kiln::fault::create_driver);
