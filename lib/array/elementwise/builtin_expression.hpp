// SPDX-License-Identifier: Apache-2.0
// Elementwise computations that the library writes as texts. Private to array/.
#pragma once

#include <string_view>

#include "array/elementwise/elementwise.hpp"

namespace kiln::array {

// The computation that `text` describes. It is parsed once for each context and found by its text later, so the
// same text must always come with the same `parameters`: the names of its operands in the order of a call's,
// separated by commas.
Elementwise& builtin_expression(runtime::Context& context, std::string_view text, std::string_view parameters);

}  // namespace kiln::array
