// SPDX-License-Identifier: Apache-2.0
// Notes why a driver is lost, and adds the reason to the errors of later calls.
#include "base/plugin/driver_call.hpp"

#include <new>
#include <utility>

namespace kiln::base {

static constinit thread_local DriverHealth* this_threads_driver = nullptr;

DriverScope::DriverScope(DriverHealth& health) noexcept : before_(std::exchange(this_threads_driver, &health)) {}
DriverScope::~DriverScope() { this_threads_driver = before_; }
DriverHealth* DriverScope::current() noexcept { return this_threads_driver; }

kiln_status DriverHealth::status() const noexcept {
  return memory_.load(std::memory_order_acquire) ? KILN_OUT_OF_HOST_MEMORY : KILN_BACKEND_ERROR;
}

std::string DriverHealth::reason() const {
  return fmt::format(
      "{} came out of the driver's {}, which leaves the driver in an unknown state: this process does not "
      "use it any more",
      memory_.load(std::memory_order_acquire) ? "std::bad_alloc" : "an exception",
      thrower_.load(std::memory_order_acquire));
}

void DriverHealth::lose(const char* call) noexcept {
  bool memory = false;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    memory = true;
  } catch (...) {
  }
  lose(call, memory);
}

void DriverHealth::lose(const char* call, bool memory) noexcept {
  if (lost()) return;
  memory_.store(memory, std::memory_order_release);
  thrower_.store(call, std::memory_order_release);
}

void throw_driver_error(kiln_status status, std::string message, std::int64_t code) {
  const DriverHealth* const health = DriverScope::current();
  if (health && health->lost()) [[unlikely]]
    throw Error(health->status(), message + "; " + health->reason(), code);
  throw Error(status, std::move(message), code);
}

}  // namespace kiln::base
