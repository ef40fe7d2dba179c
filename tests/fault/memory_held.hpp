// SPDX-License-Identifier: Apache-2.0
// What scenarios of memory_faults.hpp are written with.
#pragma once

#include "memory_faults.hpp"

namespace kiln::test {

// Handles that go back when the scenario ends, however it does.
template <class Handle, void (*release)(Handle)>
struct Held {
  static constexpr int kMost = 24;
  Handle handles[kMost] = {};
  int count = 0;
  ~Held() {
    for (Handle handle : handles) release(handle);
  }
  Handle* out() { return &handles[count++]; }
  Handle* out(int number) {
    Handle* const first = &handles[count];
    count += number;
    return first;
  }
  Handle& operator[](int i) { return handles[i]; }
};
using Arrays = Held<kiln_array, kiln_array_release>;
using Variables = Held<kiln_variable, kiln_variable_release>;
using Expressions = Held<kiln_expression, kiln_expression_release>;
using Buffers = Held<kiln_buffer, kiln_buffer_release>;
using Events = Held<kiln_event, kiln_event_release>;
using Queues = Held<kiln_queue, kiln_queue_release>;
using Contexts = Held<kiln_context, kiln_context_release>;

#define TRY(call)                                                                               \
  do {                                                                                          \
    if (const kiln_status status_ = (call); status_ != KILN_OK) return Outcome{status_, #call}; \
    note_entry(#call);                                                                          \
  } while (0)

inline kiln_argument of(kiln_array array) {
  kiln_argument argument = {};
  argument.kind = KILN_ARGUMENT_ARRAY;
  argument.dtype = KILN_FLOAT32;
  argument.value.array = array;
  return argument;
}

// The sum of the first elements of an array of float32, as what was computed.
inline Outcome first_of(kiln_array array, std::size_t count = 1) {
  float values[kCount];
  kiln_array_info info = KILN_ARRAY_INFO_INIT;
  TRY(kiln_array_get_info(array, &info));
  if (std::size_t(info.size) < count) return {KILN_INTERNAL, "first_of"};
  TRY(kiln_array_read_as(array, KILN_FLOAT32, values, std::size_t(info.size) * 4));
  Outcome outcome;
  for (std::size_t i = 0; i < count; ++i) outcome.value += values[i] * double(i + 1);
  return outcome;
}

}  // namespace kiln::test
