// SPDX-License-Identifier: Apache-2.0
// CHECK_ERROR(expression, status, part): the expression throws base::Error with that status and `part` in its
// message.
#pragma once

#include <string>

#include "base/error.hpp"
#include "catch.hpp"

#define CHECK_ERROR(expression, expected_status, part)        \
  do {                                                        \
    bool thrown = false;                                      \
    try {                                                     \
      static_cast<void>(expression);                          \
    } catch (const kiln::base::Error& error) {                \
      thrown = true;                                          \
      CHECK(error.status() == (expected_status));             \
      INFO("message: " << error.message());                   \
      CHECK(error.message().find(part) != std::string::npos); \
    }                                                         \
    if (!thrown) FAIL_CHECK("no error from " #expression);    \
  } while (false)
