// SPDX-License-Identifier: Apache-2.0
// Formats messages of errors, and shortens the caller's texts in them.
#include "base/error.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"

namespace kiln::base {

std::string message_text(fmt::string_view format, fmt::format_args arguments) {
  std::string_view rest(format.data(), format.size());
  std::string text;
  for (int field = 0; !rest.empty();) {
    const std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
    text += rest.substr(0, brace);
    rest.remove_prefix(brace);
    if (rest.empty()) break;
    if (rest.size() > 1 && rest[1] == rest[0]) {  // {{ or }} stands for one brace
      text += rest[0];
      rest.remove_prefix(2);
      continue;
    }
    const std::size_t end = rest.find('}');
    const std::string one = fmt::format("{{{}{}", field++, rest.substr(1, end));
    const bool quoted = text.ends_with('\'') && rest.substr(end + 1).starts_with('\'');
    const std::string value = fmt::vformat(one, arguments);
    text += quoted ? excerpt(value) : value;
    rest.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace kiln::base
