// SPDX-License-Identifier: Apache-2.0
// Errors in a list of things, which say the index of the one that is wrong.
#pragma once

#include <cstddef>

#include "base/error.hpp"

namespace kiln::base {

// Runs `act`. Its errors get the operation and the index in front: "operation: arguments[2]: ..." for the
// `name` "arguments[{}]".
template <class Act>
void numbered(const char* operation, const char* name, std::size_t index, Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    const std::string before = fmt::format("{}: ", operation), &message = error.message();
    const std::size_t skip = message.rfind(before, 0) == 0 ? before.size() : 0;
    throw Error(error.status(),
                fmt::format("{}{}: {}", before, fmt::format(fmt::runtime(name), index), message.substr(skip)),
                error.vendor_code(), error.log());
  }
}

}  // namespace kiln::base
