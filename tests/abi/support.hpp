// SPDX-License-Identifier: Apache-2.0
// What the tests of the C ABI share: the devices to run on, and the last error.
#pragma once

#include <kiln/kiln.h>

#include <cstddef>
#include <string>
#include <vector>

#include "catch.hpp"
#include "device_list.hpp"

inline std::vector<std::string> test_devices() { return kiln::test::devices(); }

inline kiln_error_info last_error() {
  kiln_error_info info;
  kiln_last_error(&info);
  return info;
}
inline std::string last_message() { return last_error().message; }
inline bool message_has(const std::string& part) { return last_message().find(part) != std::string::npos; }

// Something that is no handle, to see that outputs are cleared. Never used as a handle.
template <class Handle>
Handle junk() {
  alignas(std::max_align_t) static int place;  // as an object would lie
  return reinterpret_cast<Handle>(&place);
}

// Runs a call that must work; shows the error where it does not.
#define WORKS(call)                              \
  do {                                           \
    if ((call) != KILN_OK) FAIL(last_message()); \
    SUCCEED();                                   \
  } while (0)
// Runs a call that must fail with a status and a message that holds `part`.
#define FAILS(call, expected, part)           \
  do {                                        \
    const kiln_status status_ = (call);       \
    INFO(last_message());                     \
    CHECK(status_ == (expected));             \
    CHECK(last_error().status == (expected)); \
    CHECK(message_has(part));                 \
  } while (0)
