// SPDX-License-Identifier: Apache-2.0
// The fake device's log and its table of kernel functions.
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "fake/fake.hpp"

namespace kiln::fake {
namespace {

// The most calls that a log keeps. Counters go on counting.
constexpr std::size_t kMostCalls = std::size_t{1} << 20;

struct KernelTable {
  std::mutex mutex;
  std::map<std::string, KernelFunction> functions;
};

KernelTable& kernel_table() {
  static KernelTable* const table = new KernelTable;  // never destroyed: contexts may outlive static objects
  return *table;
}

template <class Entry>
void append(std::mutex& mutex, std::vector<Entry>& entries, const Entry& entry) noexcept {
  std::lock_guard lock(mutex);
  if (entries.size() >= kMostCalls) return;
  try {
    entries.push_back(entry);
  } catch (const std::bad_alloc&) {
    return;  // a call does not fail because its entry cannot be stored
  }
}

}  // namespace

std::size_t Log::count(std::string_view entry) const {
  std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(
      std::count_if(calls_.begin(), calls_.end(), [&](const Call& call) { return call.entry == entry; }));
}

void Log::clear() {
  std::lock_guard lock(mutex_);
  calls_.clear();
  launches_.clear();
  executed_.clear();
}

void Log::record(const Call& call) noexcept { append(mutex_, calls_, call); }
void Log::record_launch(const Launched& launch) noexcept { append(mutex_, launches_, launch); }
void Log::record_executed(const Call& call) noexcept { append(mutex_, executed_, call); }

void Log::record_misuse(const std::string& message) noexcept {
  std::lock_guard lock(mutex_);
  ++misuses_;
  try {
    misuse_messages_.push_back(message);
  } catch (const std::bad_alloc&) {
    return;  // counted above
  }
}

const KernelArgument& KernelCall::argument(std::size_t index, bool by_value, std::size_t bytes) const {
  if (index >= arguments.size())
    base::fail(KILN_INTERNAL, "kernel {}: no argument {}, got {}", name, index, arguments.size());
  const KernelArgument& found = arguments[index];
  if ((found.kind == backend::Argument::Kind::value) != by_value)
    base::fail(KILN_INTERNAL, "kernel {}: argument {} is {} a value", name, index, by_value ? "not" : "unexpectedly");
  if (by_value && found.size != bytes)
    base::fail(KILN_INTERNAL, "kernel {}: argument {} has {} bytes, expected {}", name, index, found.size, bytes);
  return found;
}

void register_kernel(const std::string& name, KernelFunction function) {
  KernelTable& table = kernel_table();
  std::lock_guard lock(table.mutex);
  table.functions[name] = std::move(function);
}

KernelFunction find_kernel(const std::string& name) {
  KernelTable& table = kernel_table();
  std::lock_guard lock(table.mutex);
  const auto found = table.functions.find(name);
  return found == table.functions.end() ? KernelFunction() : found->second;
}

}  // namespace kiln::fake
