// SPDX-License-Identifier: Apache-2.0
// The exception of kiln.hpp, and what all its classes use: counted handles, and the dtypes of C++ types.
#ifndef KILN_CXX_ERROR_HPP
#define KILN_CXX_ERROR_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "kiln.hpp needs C++17 or later: compile with -std=c++17 or -std=c++20"
#endif

#include <kiln/kiln.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace kiln {

// A failed call. what() has the form "operation: what was wrong, got X, expected Y".
class Error : public std::runtime_error {
 public:
  Error(kiln_status status, const std::string& message, std::int64_t vendor_code = 0, const std::string& log = {})
      : std::runtime_error(message),
        status_(status),
        vendor_code_(vendor_code),
        log_(log.empty() ? nullptr : std::make_shared<const std::string>(log)) {}
  kiln_status status() const noexcept { return status_; }
  std::int64_t vendor_code() const noexcept { return vendor_code_; }  // the vendor's error code, 0 if it gave none
  const char* build_log() const noexcept { return log_ ? log_->c_str() : ""; }

 private:
  kiln_status status_;
  std::int64_t vendor_code_;
  std::shared_ptr<const std::string> log_;  // shared, so that copying the exception cannot throw
};

namespace detail {

inline void check(kiln_status status) {
  if (status == KILN_OK) return;
  kiln_error_info info;
  kiln_last_error(&info);
  throw Error(status, info.message, info.vendor_code, info.build_log);
}

// One counted reference to a handle of the C API, or no handle.
template <class H, H (*Retain)(H), void (*Release)(H)>
class Handle {
 public:
  Handle() noexcept = default;
  Handle(const Handle& other) noexcept : handle_(Retain(other.handle_)) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { Release(handle_); }
  // Takes over the caller's reference.
  static Handle adopt(H handle) noexcept {
    Handle result;
    result.handle_ = handle;
    return result;
  }
  H get() const noexcept { return handle_; }
  H* out() noexcept { return &handle_; }  // a call writes a handle here; this object must be empty
  H detach() noexcept { return std::exchange(handle_, nullptr); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  H handle_ = nullptr;
};

// The class of a handle, for messages.
inline const char* class_of(kiln_context) noexcept { return "Context"; }
inline const char* class_of(kiln_queue) noexcept { return "Queue"; }
inline const char* class_of(kiln_event) noexcept { return "Event"; }
inline const char* class_of(kiln_buffer) noexcept { return "Buffer"; }
inline const char* class_of(kiln_array) noexcept { return "GpuArray"; }
inline const char* class_of(kiln_elementwise) noexcept { return "Elementwise"; }
inline const char* class_of(kiln_random) noexcept { return "Random"; }
inline const char* class_of(kiln_reduction) noexcept { return "Reduction"; }
inline const char* class_of(kiln_scan) noexcept { return "Scan"; }
inline const char* class_of(kiln_program) noexcept { return "Program"; }
inline const char* class_of(kiln_kernel) noexcept { return "Kernel"; }
inline const char* class_of(kiln_communicator) noexcept { return "Communicator"; }
inline const char* class_of(kiln_variable) noexcept { return "Variable"; }
inline const char* class_of(kiln_function) noexcept { return "Function"; }

[[noreturn]] inline void fail_empty(const char* name, const std::string& what) {
  throw Error(KILN_INVALID_ARGUMENT,
              std::string(name) + ": " + what + " is empty, because it was moved from or default constructed");
}

// The handle of an object that a call cannot do without, or of element `index` of a list of them.
template <class Object>
auto need(const Object& object) {
  const auto handle = object.get();
  if (!handle) fail_empty(class_of(handle), "the object");
  return handle;
}
template <class Object>
auto need(const Object& object, std::size_t index) {
  const auto handle = object.get();
  if (!handle) fail_empty(class_of(handle), "element [" + std::to_string(index) + "] of the list");
  return handle;
}

using ContextHandle = Handle<kiln_context, kiln_context_retain, kiln_context_release>;
using QueueHandle = Handle<kiln_queue, kiln_queue_retain, kiln_queue_release>;
using EventHandle = Handle<kiln_event, kiln_event_retain, kiln_event_release>;
using BufferHandle = Handle<kiln_buffer, kiln_buffer_retain, kiln_buffer_release>;
using ArrayHandle = Handle<kiln_array, kiln_array_retain, kiln_array_release>;
using ElementwiseHandle = Handle<kiln_elementwise, kiln_elementwise_retain, kiln_elementwise_release>;
using RandomHandle = Handle<kiln_random, kiln_random_retain, kiln_random_release>;
using ExpressionHandle = Handle<kiln_expression, kiln_expression_retain, kiln_expression_release>;
using ReductionHandle = Handle<kiln_reduction, kiln_reduction_retain, kiln_reduction_release>;
using ScanHandle = Handle<kiln_scan, kiln_scan_retain, kiln_scan_release>;
using ProgramHandle = Handle<kiln_program, kiln_program_retain, kiln_program_release>;
using KernelHandle = Handle<kiln_kernel, kiln_kernel_retain, kiln_kernel_release>;

// "1 axis", "2 axes", for messages.
inline std::string plural(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

template <class T>
struct DTypeOf {
  static_assert(std::is_integral_v<T>, "no Kiln dtype for this type");
  static_assert(sizeof(T) <= 8, "no Kiln dtype for this type");
  static constexpr int kLog2 = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  static constexpr kiln_dtype value = static_cast<kiln_dtype>((std::is_signed_v<T> ? KILN_INT8 : KILN_UINT8) + kLog2);
};
template <kiln_dtype D>
struct DTypeIs {
  static constexpr kiln_dtype value = D;
};
template <>
struct DTypeOf<bool> : DTypeIs<KILN_BOOL> {};
template <>
struct DTypeOf<float> : DTypeIs<KILN_FLOAT32> {};
template <>
struct DTypeOf<double> : DTypeIs<KILN_FLOAT64> {};
template <>
struct DTypeOf<std::complex<float>> : DTypeIs<KILN_COMPLEX64> {};
template <>
struct DTypeOf<std::complex<double>> : DTypeIs<KILN_COMPLEX128> {};

}  // namespace detail

// The dtype of a C++ type: bool, integers, float, double and their complex types.
template <class T>
inline constexpr kiln_dtype dtype_of = detail::DTypeOf<std::remove_cv_t<T>>::value;

}  // namespace kiln

#endif
