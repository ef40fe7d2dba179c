// SPDX-License-Identifier: Apache-2.0
// What to write instead of what other languages have and expressions have not. Only the files of lib/expr use this
// header.
#pragma once

#include <string>
#include <string_view>

namespace kiln::expr {

// For a name that is no function: "; write max(x, 0)", ", did you mean 'sqrt'?" or "".
std::string function_hint(std::string_view name);
// For a call with a wrong number of arguments, where that means something elsewhere.
std::string_view count_hint(std::string_view name, std::size_t got);
// For a text that is wrong at `word`, behind `before`: "; a power is written pow(x, y)" or "".
std::string_view syntax_hint(std::string_view before, std::string_view word);

}  // namespace kiln::expr
