// SPDX-License-Identifier: Apache-2.0
// Reads the environment variables that a vendor's library reads by itself.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kiln::base {

// Returns a line "NAME=value" for each variable whose name begins with one of `prefixes` and is not in `except`.
// The lines are sorted by name, and each ends in a newline.
std::string environment_of(std::span<const std::string_view> prefixes, std::span<const std::string_view> except = {});

}  // namespace kiln::base
