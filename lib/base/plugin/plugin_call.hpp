// SPDX-License-Identifier: Apache-2.0
// Helpers of plugin.cpp and plugin_context.cpp that call a backend's functions and check its tables.
#pragma once

#include "base/error.hpp"

namespace kiln::base::plugin {

using namespace backend;
using table::text;

// ---- The structs through which a backend's function answers ----

class Failure : public kiln_backend_error {
 public:
  Failure() noexcept : kiln_backend_error{} { describe = &keep; }
  [[noreturn]] void raise(kiln_status status) const {
    if (lost_ || (status == KILN_OUT_OF_HOST_MEMORY && message_.empty())) throw std::bad_alloc();
    if (status < KILN_OK || status > kLastStatus) status = KILN_BACKEND_ERROR;
    const Error error(status, message_.empty() ? "the backend failed and gave no reason" : message_, vendor_code, log_);
    if (queued > 0) throw PartlyQueued(error, queued);
    throw error;
  }

 private:
  static void keep(kiln_backend_error* self, const char* message, const char* log) {
    Failure& failure = *static_cast<Failure*>(self);
    try {
      failure.message_ = text(message);
      failure.log_ = text(log);
    } catch (const std::bad_alloc&) {
      failure.lost_ = true;
    }
  }

  std::string message_, log_;
  bool lost_ = false;  // host memory ran out while the text was copied
};

template <class Take>
class Sink : public kiln_backend_sink {
 public:
  explicit Sink(Take take_item) : kiln_backend_sink{}, take_(take_item) { take = &give; }
  bool lost() const noexcept { return lost_; }

 private:
  static bool give(kiln_backend_sink* self, const void* data, std::size_t bytes) {
    Sink& sink = *static_cast<Sink*>(self);
    try {
      sink.take_(static_cast<const char*>(data), bytes);
    } catch (const std::bad_alloc&) {
      sink.lost_ = true;
    }
    return !sink.lost_;
  }

  Take take_;
  bool lost_ = false;
};

// These call a function that may fail, and throw its error. run() is for functions without a result; ask()
// returns the result, which is the last argument before the error.
template <class... Parameters, class... Arguments>
void run(kiln_status (*entry)(Parameters...), Arguments... arguments) {
  Failure failure;
  const kiln_status status = entry(arguments..., &failure);
  if (status != KILN_OK) failure.raise(status);
}
template <class Result, class... Parameters, class... Arguments>
Result ask(kiln_status (*entry)(Parameters...), Arguments... arguments) {
  Result result{};
  run(entry, arguments..., &result);
  return result;
}
// The same for a function that gives items to a sink. take(data, bytes) gets each item.
template <class Take, class... Parameters, class... Arguments>
void collect(Take take, kiln_status (*entry)(Parameters...), Arguments... arguments) {
  Sink sink(std::move(take));
  run(entry, arguments..., static_cast<kiln_backend_sink*>(&sink));
  if (sink.lost()) throw std::bad_alloc();
}
template <class... Parameters, class... Arguments>
std::vector<std::byte> bytes_of(kiln_status (*entry)(Parameters...), Arguments... arguments) {
  std::vector<std::byte> result;
  collect(
      [&](const char* data, std::size_t bytes) {
        const auto* const begin = reinterpret_cast<const std::byte*>(data);
        result.assign(begin, begin + bytes);
      },
      entry, arguments...);
  return result;
}

inline DeviceInfo info_of(const kiln_backend_device& device) {
  return {text(device.id),     text(device.name), text(device.platform),
          text(device.driver), text(device.uid),  static_cast<DeviceKind>(device.kind)};
}

// ---- Checks of a module ----

// The largest size that a struct of any version may have.
inline constexpr std::size_t kLargest = 16384;

inline void check_size(std::size_t size, std::size_t least, std::size_t most, const char* name) {
  if (size < least || size > most || size % sizeof(void*) != 0)
    fail(KILN_UNSUPPORTED, "has a {} of struct_size {}, expected {} to {}", name, size, least, most);
}

// Makes a whole table of the one that a module exports; functions that the module's header did not have are null.
// `required` is the size of the functions that every backend has, `most` the largest size that the exported table
// may have.
template <class Api>
Api complete(const Api& given, std::size_t required, std::size_t most, const char* name) {
  check_size(given.struct_size, required, most, name);
  Api api{};
  api.struct_size = sizeof(Api);
  copy_known(api, given);
  // Every function before the first optional one must be there.
  void (*entries[sizeof(Api) / sizeof(void*)])();
  static_assert(sizeof entries == sizeof api);
  std::memcpy(entries, &api, sizeof api);
  for (std::size_t i = 1; i < required / sizeof(void*); ++i)
    if (!entries[i]) fail(KILN_UNSUPPORTED, "has null as function {} of its {}, which every backend has", i, name);
  return api;
}

inline kiln_backend_context_api complete(const kiln_backend_context_api& api, std::size_t most = kLargest) {
  return complete(api, offsetof(kiln_backend_context_api, event_seconds), most, "kiln_backend_context_api");
}

}  // namespace kiln::base::plugin
