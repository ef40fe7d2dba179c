// SPDX-License-Identifier: Apache-2.0
// The flag table: names, types, defaults, values and where each value came from. Precedence: kiln_flag_set,
// KILN_FLAGS, rc file, default. Names of Theano's that users know are accepted and mapped with a logged
// warning.
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

// Settings of one text, for tests and the fuzzers: "a=b,c=d" (shell-like quotes, later wins).
struct Setting {
  std::string name, value;
};
std::vector<Setting> parse_flags(std::string_view text);  // throws KILN_FLAG_ERROR
struct RcSetting {
  std::string name, value;  // section.name, or name for [global]
  int line;
};
std::vector<RcSetting> parse_rc(std::string_view text);  // throws KILN_FLAG_ERROR naming the line

class Flags {
 public:
  // The process's flags: read from the environment once. Throws KILN_FLAG_ERROR for malformed settings, at
  // every call until they are mended by set(). Copies are cheap enough outside hot paths; calls are
  // thread-safe.
  static std::vector<Flag> all();
  static std::string get(std::string_view name);
  static void set(std::string_view name, std::string_view value);
  // For tests: forget everything and read the environment again.
  static void reload();
};

// Typed views of flags.
bool flag_bool(std::string_view name);
std::string flag_text(std::string_view name);
std::uint64_t flag_count(std::string_view name);
kiln_dtype flag_floatX();
// The value of the flag contexts: names and their device strings.
std::vector<std::pair<std::string, std::string>> parse_contexts(std::string_view canonical);
// The flag preallocate, or the text given: mode no pool (<0), cache without reserve (0), fraction (<=1),
// megabytes (>1).
struct Preallocate {
  enum class Mode { no_pool, none, fraction, bytes } mode = Mode::none;
  double fraction = 0;
  std::uint64_t bytes = 0;
};
Preallocate parse_preallocate(std::string_view text);  // throws KILN_FLAG_ERROR

}  // namespace kiln::base
