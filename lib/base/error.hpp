// SPDX-License-Identifier: Apache-2.0
// Throws kiln::backend::Error with a formatted message: "operation: what was wrong, got X, expected Y".
#pragma once

#include <fmt/format.h>

#include <kiln/backend.hpp>

namespace kiln::base {

using backend::Error;

// Greater numbers are no statuses.
inline constexpr kiln_status kLastStatus = KILN_FILE_ERROR;

// Formats a message. An argument between single quotes, '{}', is a text of the caller's, so only an excerpt of it is
// shown. Replacement fields have no numbers.
std::string message_text(fmt::string_view format, fmt::format_args arguments);

template <class... Args>
[[noreturn]] void fail(kiln_status status, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(status, message_text(format, fmt::make_format_args(args...)));
}

}  // namespace kiln::base
