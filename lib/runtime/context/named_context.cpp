// SPDX-License-Identifier: Apache-2.0
// Opens and keeps the contexts that the flag `contexts` names.
#include "runtime/context/named_context.hpp"

#include <map>

#include "base/error.hpp"
#include "base/flags/flags.hpp"
#include "base/text.hpp"

namespace kiln::runtime {
namespace {

struct Known {
  std::mutex mutex;
  std::map<std::string, base::Ref<Context>, std::less<>> contexts;
};
// Never destroyed, as vendors' libraries may already be gone at exit.
Known& known() {
  static Known& all = *new Known;
  return all;
}

}  // namespace

base::Ref<Context> named_context(std::string_view name, const char* operation) {
  const auto rows = base::parse_contexts(base::flag_text("contexts"));
  Known& all = known();
  {
    const std::lock_guard lock(all.mutex);
    if (const auto found = all.contexts.find(name); found != all.contexts.end()) return found->second;
  }
  std::vector<std::string> names;
  for (const auto& [row, device] : rows) {
    if (row == name) {
      // Opened without the lock, as opening writes a log message. If several threads open one, the first is kept.
      auto opened = Context::open(device, ContextOptions::from_flags(), operation);
      const std::lock_guard lock(all.mutex);
      return all.contexts.emplace(row, std::move(opened)).first->second;
    }
    names.push_back(row);
  }
  const std::string hint = base::suggestion(name, names);
  if (names.empty())
    base::fail(KILN_NO_DEVICE, "{}: no context is called '{}': the flag contexts gives no names", operation, name);
  base::fail(KILN_NO_DEVICE, "{}: no context is called '{}'{} the flag contexts has {}", operation, name,
             hint.empty() ? ":" : hint, base::join(names, ", "));
}

std::string name_of_context(const Context& context) {
  Known& all = known();
  const std::lock_guard lock(all.mutex);
  for (const auto& [name, opened] : all.contexts)
    if (opened.get() == &context) return name;
  return "";
}

}  // namespace kiln::runtime
