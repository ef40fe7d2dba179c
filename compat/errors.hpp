// SPDX-License-Identifier: Apache-2.0
// Failures of the compatibility library. Inside it they are exceptions. At its border guard(), and nothing
// else, turns them into a GA_* code and the context's error text.
#pragma once

#include <fmt/format.h>
#include <gpuarray/buffer.h>
#include <gpuarray/error.h>
#include <kiln/kiln.h>

#include <exception>
#include <string>
#include <type_traits>
#include <utility>

namespace kiln::compat {

class Failure final : public std::exception {
 public:
  Failure(int code, std::string message) : code_(code), message_(std::move(message)) {}
  int code() const noexcept { return code_; }
  const std::string& message() const noexcept { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  int code_;
  std::string message_;
};

// Throws a Failure, for example fail(GA_VALUE_ERROR, "gpudata_move: {} bytes at offset {}", ...).
template <class... Args>
[[noreturn]] void fail(int code, fmt::format_string<Args...> text, Args&&... args) {
  throw Failure(code, fmt::format(text, std::forward<Args>(args)...));
}

// The GA_* code that stands for a status of Kiln.
int code_of(kiln_status status) noexcept;
// Throws the Failure for a failed call of Kiln, with the thread's last message and build log. `operation` is
// the function that the program called.
[[noreturn]] void fail_status(kiln_status status, const char* operation);
inline void check(kiln_status status, const char* operation) {
  if (status != KILN_OK) [[unlikely]]
    fail_status(status, operation);
}
// Throws GA_VALUE_ERROR if an argument is NULL.
inline void require(const void* pointer, const char* operation, const char* argument) {
  if (!pointer) [[unlikely]]
    fail(GA_VALUE_ERROR, "{}: {} is NULL", operation, argument);
}

// Stores the current exception's text in the context (null: for this thread) and returns its code. Call it
// inside a catch block. It allocates nothing if host memory has run out.
int translate_exception(gpucontext* context) noexcept;
// Stores a failure that is no exception and returns its code.
int note_failure(gpucontext* context, int code, const char* message) noexcept;

// Runs the body of an entry that returns a code.
template <class Body>
int guard(gpucontext* context, Body&& body) noexcept {
  try {
    body();
    return GA_NO_ERROR;
  } catch (...) {
    return translate_exception(context);
  }
}

// Runs the body of an entry that returns a pointer. On failure the result is NULL and *ret receives the code;
// on success *ret is not changed.
template <class Body>
auto guard_pointer(gpucontext* context, int* ret, Body&& body) noexcept -> std::invoke_result_t<Body> {
  try {
    return body();
  } catch (...) {
    const int code = translate_exception(context);
    if (ret) *ret = code;
    return nullptr;
  }
}

}  // namespace kiln::compat
