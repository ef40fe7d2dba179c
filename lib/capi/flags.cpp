// SPDX-License-Identifier: Apache-2.0
// kiln/flags.h. The strings that it returns stay valid until the process ends: each is stored once and never freed.
#include "base/flags/flags.hpp"

#include <mutex>
#include <set>

#include "base/text.hpp"
#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

const char* intern(const std::string& text) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string>& texts = *new std::set<std::string>;
  std::lock_guard lock(mutex);
  return texts.insert(text).first->c_str();
}

kiln_flag_info info_of(const base::Flag& flag) {
  return {intern(flag.name),          intern(flag.type),   intern(flag.value),
          intern(flag.default_value), intern(flag.source), intern(flag.help)};
}

}  // namespace

extern "C" {

size_t kiln_flag_count(void) {
  std::size_t count = 0;
  guard(__func__, [&](const char*) { count = base::Flags::all().size(); });
  return count;
}

kiln_status kiln_flag_get(size_t index, kiln_flag_info* out) {
  return guard_get(__func__, out, "out", [&](const char* op) {
    const auto flags = base::Flags::all();
    if (index >= flags.size())
      fail(KILN_INDEX_ERROR, "{}: index out of range, got {}, expected less than {}", op, index, flags.size());
    return info_of(flags[index]);
  });
}

kiln_status kiln_flag_find(const char* name, kiln_flag_info* out) {
  return guard_get(__func__, out, "out", [&](const char* op) -> kiln_flag_info {
    require(name, op, "name");
    std::vector<std::string> names;
    for (const auto& flag : base::Flags::all()) {
      if (flag.name == name) return info_of(flag);
      names.push_back(flag.name);
    }
    fail(KILN_FLAG_ERROR, "{}: unknown flag '{}'{}", op, name, base::suggestion(name, names));
  });
}

kiln_status kiln_flag_set(const char* name, const char* value) {
  return guard(__func__, [&](const char* op) {
    require(name, op, "name");
    require(value, op, "value");
    base::Flags::set(name, value);
  });
}

}  // extern "C"
