// SPDX-License-Identifier: Apache-2.0
// The border of the C ABI. guard() runs the body of an entry. It is the only place where exceptions become statuses and
// the thread's last error, and no exception passes it. Bodies get the entry's name, which is a static string.
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

// Runs an entry that gives a number, a pointer or a struct. The body returns what goes to *out, which is zero on
// failure. `argument` is the name of the parameter `out`.
template <class Value, class Body>
kiln_status guard_get(const char* operation, Value* out, const char* argument, Body&& body) noexcept {
  if (out) *out = {};
  return guard(operation, [&](const char* op) {
    require(out, op, argument);
    *out = body(op);
  });
}

// Runs an entry that gives facts in a struct with a size. The body returns the struct.
template <class Info, class Body>
kiln_status guard_info(const char* operation, Info* out, Body&& body) noexcept {
  return guard(operation, [&](const char* op) {
    clear_struct(out, op);
    store_struct(out, body(op));
  });
}

// Runs an entry that returns several new handles, any of which the caller may leave out.
template <std::size_t N, class Body>
kiln_status guard_each(const char* operation, kiln_array* const (&outs)[N], Body&& body) noexcept {
  for (kiln_array* const out : outs)
    if (out) *out = nullptr;
  return guard(operation, [&](const char* op) {
    Ref<array::Array> results[N];
    body(op, results);
    for (std::size_t i = 0; i < N; ++i)
      if (outs[i]) *outs[i] = to_handle(results[i].detach());
  });
}

// The same for entries that first look up a handle. `name` is that of the parameter `handle`; the body also gets
// the object.
template <class Handle, class Body>
kiln_status guard(const char* operation, Handle handle, const char* name, Body&& body) noexcept {
  return guard(operation, [&](const char* op) { body(op, use(handle, op, name)); });
}
template <class Out, class Handle, class Body>
kiln_status guard_new(const char* operation, Out* out, Handle handle, const char* name, Body&& body) noexcept {
  return guard_new(operation, out, [&](const char* op) { return body(op, use(handle, op, name)); });
}
template <class Value, class Handle, class Body>
kiln_status guard_get(const char* operation, Value* out, const char* argument, Handle handle, const char* name,
                      Body&& body) noexcept {
  return guard_get(operation, out, argument, [&](const char* op) { return body(op, use(handle, op, name)); });
}

// A copy of `text` that kiln_string_release() frees. `length` may be null.
char* new_string(const std::string& text, std::size_t* length);

// Runs an entry with an optional destination. The body gets the destination or null, and returns the Ref of the result.
template <class Body>
kiln_status guard_into(const char* operation, kiln_array destination, kiln_array* out, Body&& body) noexcept {
  if (out) *out = nullptr;
  return guard(operation, [&](const char* op) {
    if (!destination) require(out, op, "out");
    Ref<array::Array> result = body(op, use_optional(destination, op, "destination"));
    if (out) *out = to_handle(result.detach());
  });
}

// The same for an entry that reads `array`.
template <class Body>
kiln_status guard_from(const char* operation, kiln_array array, kiln_array destination, kiln_array* out,
                       Body&& body) noexcept {
  return guard_into(operation, destination, out, [&](const char* op, array::Array* into) {
    const array::Array& source = use(array, op, "array");
    return body(op, source, into);
  });
}

}  // namespace kiln::capi
