// SPDX-License-Identifier: Apache-2.0
// Throwing kiln::backend::Error with a formatted message: "operation: what was wrong, got X, expected Y".
#pragma once

#include <fmt/format.h>

#include <kiln/backend.hpp>

namespace kiln::base {

using backend::Error;

template <class... Args>
[[noreturn]] void fail(kiln_status status, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(status, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace kiln::base
