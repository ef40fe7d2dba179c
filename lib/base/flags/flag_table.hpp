// SPDX-License-Identifier: Apache-2.0
// The flags that exist, how a value becomes canonical, and Theano's names for them. Only lib/base uses this header.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/flags/flags.hpp"

namespace kiln::base {

struct FlagRow {
  const char* name;
  // "string", "bool", "count" (0 or more), "positive" (1 or more), "float", "device", "path", "names",
  // "contexts", or "a|b|c"
  const char* type;
  const char* default_value;
  const char* help;
};
std::span<const FlagRow> flag_rows() noexcept;

// One checked setting: the index of its row in flag_rows(), the canonical value, and a warning to log, or "".
struct ResolvedSetting {
  std::size_t row = 0;
  bool ignored = false;  // the name is known, but the value sets nothing
  std::string value, warning;
};
// Throws KILN_FLAG_ERROR whose message begins with `source`. `row` is set even then, if the name is right and
// only the value is wrong.
ResolvedSetting resolve_setting(std::string_view name, std::string_view value, std::string_view source,
                                std::size_t& row);

// Works as parse_rc(), with the file's name in errors.
std::vector<RcSetting> parse_rc_of(std::string_view text, std::string_view path);

}  // namespace kiln::base
