// SPDX-License-Identifier: Apache-2.0
// The process's flags. They are loaded once from the rc file and KILN_FLAGS; after that only set() changes them. Errors
// in the settings are kept and thrown at every use. Warnings are logged after the lock is released.
#include "base/flags/flags.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <system_error>

#include "base/dtype.hpp"
#include "base/error.hpp"
#include "base/flags/flag_table.hpp"
#include "base/log.hpp"
#include "base/text.hpp"

namespace kiln::base {
namespace {

struct Problem {
  std::size_t row;  // the row of the flag whose value is wrong; one past the last row for other errors
  std::string message;
};

struct State {
  std::mutex mutex;
  bool loaded = false;
  std::vector<Flag> flags;
  std::vector<Problem> problems;
};

// Never destroyed, as threads may read flags while the process ends.
State& state() {
  static State& instance = *new State;
  return instance;
}

using Warnings = std::vector<std::string>;

void apply(State& s, const std::string& name, const std::string& value, const std::string& source, Warnings& warnings) {
  std::size_t row = 0;
  try {
    ResolvedSetting setting = resolve_setting(name, value, source, row);
    if (!setting.warning.empty()) warnings.push_back(setting.warning);
    if (setting.ignored) return;
    s.flags[row].value = std::move(setting.value);
    s.flags[row].source = source;
  } catch (const Error& error) {
    s.problems.push_back({row, error.message()});
  }
}

// Returns nothing in a set-user-ID program. An empty variable counts as not set, as in the XDG standard.
std::optional<std::string> environment(const char* name) {
  const char* value = secure_getenv(name);
  if (!value || !*value) return std::nullopt;
  return value;
}

struct RcFile {
  std::string path;
  bool named = false;  // KILNRC names it, so it must be readable
};

RcFile rc_file() {
  if (auto path = environment("KILNRC")) return {*path, true};
  auto folder = environment("XDG_CONFIG_HOME");
  if (folder && folder->front() == '/') return {*folder + "/kiln/kilnrc"};
  if (auto home = environment("HOME")) return {*home + "/.config/kiln/kilnrc"};
  return {};
}

// Returns the text of a file, or sets `code` to errno. It opens without blocking and reads a limited size, so
// that neither a pipe nor an endless device can hang the program.
std::string read_file(const std::string& path, int& code) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  std::string text;
  code = 0;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    code = errno;
    return text;
  }
  char block[4096];
  for (;;) {
    const ssize_t count = ::read(file, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) code = errno;
    if (count <= 0) break;
    text.append(block, static_cast<std::size_t>(count));
    if (text.size() > kMost) {
      code = EFBIG;
      break;
    }
  }
  close(file);
  return text;
}

void load_rc(State& s, Warnings& warnings) {
  const RcFile rc = rc_file();
  if (rc.path.empty()) return;
  int code = 0;
  const std::string text = read_file(rc.path, code);
  if (code != 0) {
    if (!rc.named && (code == ENOENT || code == ENOTDIR)) return;
    const std::string line =
        fmt::format("kilnrc:{}: cannot be read: {}", rc.path, std::generic_category().message(code));
    if (rc.named) {
      s.problems.push_back({s.flags.size(), line + "; KILNRC names it"});
    } else {
      warnings.push_back(line);
    }
    return;
  }
  const std::string source = "kilnrc:" + rc.path;
  try {
    for (const RcSetting& setting : parse_rc_of(text, source))
      apply(s, setting.name, setting.value, fmt::format("{}:{}", source, setting.line), warnings);
  } catch (const Error& error) {
    s.problems.push_back({s.flags.size(), error.message()});
  }
}

void load_environment(State& s, Warnings& warnings) {
  const auto text = environment("KILN_FLAGS");
  if (!text) return;
  try {
    for (const Setting& setting : parse_flags(*text)) apply(s, setting.name, setting.value, "KILN_FLAGS", warnings);
  } catch (const Error& error) {
    s.problems.push_back({s.flags.size(), error.message()});
  }
}

void ensure_loaded() {
  State& s = state();
  Warnings warnings;
  {
    const std::lock_guard lock(s.mutex);
    if (s.loaded) return;
    s.flags.clear();
    s.problems.clear();
    for (const FlagRow& row : flag_rows())
      s.flags.push_back({row.name, row.type, row.default_value, row.default_value, "default", row.help});
    load_rc(s, warnings);
    load_environment(s, warnings);
    s.loaded = true;
  }
  for (const std::string& line : warnings) log(KILN_LOG_WARNING, line);
}

void check(const State& s) {
  if (s.problems.empty()) return;
  std::vector<std::string> messages;
  for (const Problem& problem : s.problems) messages.push_back(problem.message);
  fail(KILN_FLAG_ERROR, "{}", join(messages, "; "));
}

}  // namespace

std::vector<Flag> Flags::all() {
  ensure_loaded();
  State& s = state();
  const std::lock_guard lock(s.mutex);
  check(s);
  return s.flags;
}

std::string Flags::get(std::string_view name) {
  ensure_loaded();
  State& s = state();
  const std::lock_guard lock(s.mutex);
  check(s);
  std::vector<std::string> names;
  for (const Flag& flag : s.flags) {
    if (flag.name == name) return flag.value;
    names.push_back(flag.name);
  }
  fail(KILN_FLAG_ERROR, "flags: unknown flag '{}'{}", name, suggestion(name, names));
}

void Flags::set(std::string_view name, std::string_view value) {
  ensure_loaded();
  constexpr const char* kSource = "kiln_flag_set";
  std::size_t row = 0;
  ResolvedSetting setting = resolve_setting(name, value, kSource, row);
  if (!setting.warning.empty()) log(KILN_LOG_WARNING, setting.warning);
  if (setting.ignored) return;
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.flags[row].value = std::move(setting.value);
  s.flags[row].source = kSource;
  std::erase_if(s.problems, [&](const Problem& problem) { return problem.row == row; });
}

void Flags::reload() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.loaded = false;
}

bool flag_bool(std::string_view name) { return Flags::get(name) == "True"; }

std::string flag_text(std::string_view name) { return Flags::get(name); }

std::uint64_t flag_count(std::string_view name) {
  const std::string text = Flags::get(name);
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

kiln_dtype flag_floatX() { return dtype_from_name(Flags::get("floatX")); }

}  // namespace kiln::base
