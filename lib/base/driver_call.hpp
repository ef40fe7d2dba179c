// SPDX-License-Identifier: Apache-2.0
// Calls of a vendor's library out of which an exception may come: drivers and their compilers are C++ inside,
// and throw where host memory ends. What such an exception passed through is left as it was, its locks held,
// and contexts share those. So the call gives an error code, and the driver is lost for this process: further
// calls are not made and give the code too, so that what they would have released is abandoned.
#pragma once

#include <cxxabi.h>

#include <atomic>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/error.hpp"

namespace kiln::base {

// What is known of a driver; all its contexts share it.
class DriverHealth {
 public:
  bool lost() const noexcept { return thrower_.load(std::memory_order_acquire) != nullptr; }
  // Of a lost driver.
  kiln_status status() const noexcept;
  std::string reason() const;
  // Call inside a catch block. The first call is remembered.
  void lose(const char* call) noexcept;
  // Where a library between has caught it; `memory`: it may have been std::bad_alloc.
  void lose(const char* call, bool memory) noexcept;

 private:
  std::atomic<const char*> thrower_{nullptr};
  std::atomic<bool> memory_{false};  // it was std::bad_alloc
};

// While one lives, what this thread calls is of that driver.
class DriverScope {
 public:
  explicit DriverScope(DriverHealth& health) noexcept : before_(std::exchange(current_, &health)) {}
  ~DriverScope() { current_ = before_; }
  DriverScope(const DriverScope&) = delete;
  DriverScope& operator=(const DriverScope&) = delete;
  static DriverHealth* current() noexcept { return current_; }

 private:
  static constinit inline thread_local DriverHealth* current_ = nullptr;
  DriverHealth* const before_;
};

// The error of a call: that of the lost driver, where this thread's is.
[[noreturn]] void throw_driver_error(kiln_status status, std::string message, std::int64_t code);

template <class Signature>
class DriverFunction;

// A function of the library under its name. `code` is its result where it cannot be called: as the result
// itself, or, of functions that return an object, in their last argument.
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
