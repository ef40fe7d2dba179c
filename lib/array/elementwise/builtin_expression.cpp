// SPDX-License-Identifier: Apache-2.0
// Finds the library's own expressions by their text, and parses new ones.
#include "array/elementwise/builtin_expression.hpp"

#include "array/builtins.hpp"

namespace kiln::array {

Elementwise& builtin_expression(runtime::Context& context, std::string_view text, std::string_view parameters) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  if (const auto known = own.expressions.find(text); known != own.expressions.end()) return *known->second;
  auto made = Elementwise::create(context, expr::parse_statements(text), std::string(parameters).c_str(), false);
  return *own.expressions.emplace(text, std::move(made)).first->second;
}

}  // namespace kiln::array
