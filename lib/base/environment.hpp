// SPDX-License-Identifier: Apache-2.0
// What the environment says to a library that reads it by itself.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kiln::base {

// "NAME=value\n" for each variable whose name begins with one of `prefixes` and is none of `except`, in order
// of their names. A name counts among its own prefixes.
std::string environment_of(std::span<const std::string_view> prefixes,
                           std::span<const std::string_view> except = {});

}  // namespace kiln::base
