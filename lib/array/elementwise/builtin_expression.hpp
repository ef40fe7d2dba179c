// SPDX-License-Identifier: Apache-2.0
// Elementwise computations that the library writes as texts. Private to array/.
#pragma once

#include <string_view>

#include "array/elementwise/elementwise.hpp"

namespace kiln::array {

// The computation of `text`, which is parsed once a context. `parameters` are the names of its operands in
// the order of calls, separated by commas; they must follow from the text.
Elementwise& builtin_expression(runtime::Context& context, std::string_view text, std::string_view parameters);

}  // namespace kiln::array
