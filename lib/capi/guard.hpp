// SPDX-License-Identifier: Apache-2.0
// The border of the C ABI. guard() runs the body of an entry. It is the only place where exceptions become
// statuses and the thread's last error, and no exception passes it. Bodies get the entry's name, which is a
// static string.
#pragma once

#include <kiln/types.h>

#include "base/callback.hpp"
#include "capi/handles.hpp"

namespace kiln::capi {

// Records the current exception as the thread's last error and returns its status. Call it inside a catch
// block. It allocates nothing if host memory has run out.
kiln_status translate_exception(const char* operation) noexcept;
const kiln_error_info& last_error() noexcept;
// Records what a callback of the program says about its failure as the thread's last error. A number that is
// no status becomes KILN_CALLBACK_FAILED.
kiln_status record_callback(kiln_status status, const char* message) noexcept;
std::uint64_t error_count() noexcept;  // how many calls have failed on this thread

template <class Body>
kiln_status guard(const char* operation, Body&& body) noexcept {
  try {
    const base::Entry entry;
    body(operation);
    return KILN_OK;
  } catch (...) {
    return translate_exception(operation);
  }
}

// Runs an entry that returns a new handle. The body returns the Ref that goes to *out.
template <class Handle, class Body>
kiln_status guard_new(const char* operation, Handle* out, Body&& body) noexcept {
  if (out) *out = nullptr;
  return guard(operation, [&](const char* op) {
    require(out, op, "out");
    *out = to_handle(body(op).detach());
  });
}

// A copy of `text` that kiln_string_release() frees. `length` may be null.
char* new_string(const std::string& text, std::size_t* length);

// Runs an entry with an optional destination. The body gets the destination or null, and returns the Ref of
// the result.
template <class Body>
kiln_status guard_into(const char* operation, kiln_array destination, kiln_array* out, Body&& body) noexcept {
  if (out) *out = nullptr;
  return guard(operation, [&](const char* op) {
    if (!destination) require(out, op, "out");
    array::Array* const into = destination ? &use(destination, op, "destination") : nullptr;
    Ref<array::Array> result = body(op, into);
    if (out) *out = to_handle(result.detach());
  });
}

}  // namespace kiln::capi
