// SPDX-License-Identifier: Apache-2.0
// The flags: names, types, defaults, values and where each value came from. A value that kiln_flag_set sets takes
// precedence over KILN_FLAGS, then come the rc file and the default. Theano's names are accepted with a logged warning.
#pragma once

#include <kiln/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kiln::base {

struct Flag {
  std::string name, type, value, default_value, source, help;
};

// One setting of a text "a=b,c=d" with quotes as in a shell. If a flag is set twice, the later setting wins.
// Tests and fuzzers call parse_flags() and parse_rc() directly.
struct Setting {
  std::string name, value;
};
std::vector<Setting> parse_flags(std::string_view text);  // throws KILN_FLAG_ERROR
struct RcSetting {
  std::string name, value;  // "section.name", or "name" in section [global] or none
  int line;
};
std::vector<RcSetting> parse_rc(std::string_view text);  // throws KILN_FLAG_ERROR with the line

class Flags {
 public:
  // Every function may be called from any thread. The environment is read at the first call. If a setting
  // there is wrong, each call throws KILN_FLAG_ERROR until set() has replaced it. Calls take a lock and copy,
  // so hot paths should keep the value.
  static std::vector<Flag> all();
  static std::string get(std::string_view name);
  static void set(std::string_view name, std::string_view value);
  // For tests: the next use reads the environment anew.
  static void reload();
};

// The value of a flag as a bool, a text, a count or a dtype.
bool flag_bool(std::string_view name);
std::string flag_text(std::string_view name);
std::uint64_t flag_count(std::string_view name);
kiln_dtype flag_floatX();
// Parses the value of the flag `contexts`: pairs of a name and a device string.
std::vector<std::pair<std::string, std::string>> parse_contexts(std::string_view canonical);
// Parses the value of the flag `preallocate`. Below 0: no pool. 0: a pool that reserves nothing. Up to 1: a
// fraction of the device's memory is reserved. Above 1: so many MiB are reserved.
struct Preallocate {
  enum class Mode { no_pool, none, fraction, bytes } mode = Mode::none;
  double fraction = 0;
  std::uint64_t bytes = 0;
};
Preallocate parse_preallocate(std::string_view text);  // throws KILN_FLAG_ERROR

}  // namespace kiln::base
