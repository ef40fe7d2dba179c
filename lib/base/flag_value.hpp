// SPDX-License-Identifier: Apache-2.0
// Values of flags that are given elsewhere, such as by an option of the same name.
#pragma once

#include <string>
#include <string_view>

namespace kiln::base {

// The canonical form of a value of the flag `name`. Throws KILN_FLAG_ERROR beginning with `source`.
std::string flag_value(std::string_view name, std::string_view value, std::string_view source);

}  // namespace kiln::base
