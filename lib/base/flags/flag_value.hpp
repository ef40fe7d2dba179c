// SPDX-License-Identifier: Apache-2.0
// Checks a flag's value that comes from elsewhere, such as from an option of the same name.
#pragma once

#include <string>
#include <string_view>

namespace kiln::base {

// Returns the canonical form of a value of the flag `name`. Throws KILN_FLAG_ERROR whose message begins with `source`.
std::string flag_value(std::string_view name, std::string_view value, std::string_view source);

}  // namespace kiln::base
