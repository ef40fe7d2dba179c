// SPDX-License-Identifier: Apache-2.0
// Calls of vendors' libraries, which may throw: drivers and their compilers are C++ inside and throw
// std::bad_alloc. An exception leaves the driver's locks held, and the driver's contexts share these. So the
// call returns an error code instead, and the driver counts as lost for the rest of the process. Further
// calls are not made and return the error code too. What they would have released stays allocated.
#pragma once

#include <cxxabi.h>

#include <atomic>
#include <string>
#include <tuple>
#include <type_traits>

#include "base/error.hpp"

namespace kiln::base {

// Whether a driver is lost, and why. All contexts of the driver share one object.
class DriverHealth {
 public:
  bool lost() const noexcept { return thrower_.load(std::memory_order_acquire) != nullptr; }
  // The status and the reason for errors of a lost driver.
  kiln_status status() const noexcept;
  std::string reason() const;
  // Marks the driver as lost. Call it inside a catch block. Only the first call counts.
  void lose(const char* call) noexcept;
  // The same if a library in between has caught the exception. `memory`: it may have been std::bad_alloc.
  void lose(const char* call, bool memory) noexcept;

 private:
  std::atomic<const char*> thrower_{nullptr};
  std::atomic<bool> memory_{false};  // whether it was std::bad_alloc
};

// While it lives, driver calls of this thread belong to this driver.
class DriverScope {
 public:
  explicit DriverScope(DriverHealth& health) noexcept;
  ~DriverScope();
  DriverScope(const DriverScope&) = delete;
  DriverScope& operator=(const DriverScope&) = delete;
  static DriverHealth* current() noexcept;

 private:
  DriverHealth* const before_;
};

// Throws the error of a failed call or, if this thread's driver is lost, that of the lost driver.
[[noreturn]] void throw_driver_error(kiln_status status, std::string message, std::int64_t code);

template <class Signature>
class DriverFunction;

// A function of the driver's library. If it cannot be called, it returns `code`, or "no answer" if it returns a text.
// A function that returns an object then returns null and writes `code` to its last argument.
template <class Result, class... Arguments>
class DriverFunction<Result(Arguments...)> {
 public:
  using Function = Result (*)(Arguments...);
  constexpr DriverFunction(const char* name, int code, Function function = nullptr) noexcept
      : name_(name), code_(code), function_(function) {}
  void set(void* address) noexcept { function_ = reinterpret_cast<Function>(address); }
  const void* address() const noexcept { return reinterpret_cast<const void*>(function_); }
  explicit operator bool() const noexcept { return function_ != nullptr; }

  Result operator()(Arguments... arguments) const {
    DriverHealth* const health = DriverScope::current();
    if (health && health->lost()) [[unlikely]]
      return refused(arguments...);
    try {
      return function_(arguments...);
    } catch (const abi::__forced_unwind&) {  // the thread is being cancelled
      if (health) health->lose(name_);
      throw;
    } catch (...) {
      if (health) health->lose(name_);
    }
    return refused(arguments...);
  }

 private:
  Result refused(Arguments... arguments) const noexcept {
    if constexpr (std::is_same_v<Result, const char*>) {
      return "no answer";
    } else if constexpr (std::is_pointer_v<Result>) {
      *std::get<sizeof...(Arguments) - 1>(std::tie(arguments...)) = code_;
      return nullptr;
    } else {
      return Result(code_);
    }
  }

  const char* name_;
  int code_;
  Function function_;
};

}  // namespace kiln::base
