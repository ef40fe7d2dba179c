// SPDX-License-Identifier: Apache-2.0
// The fault plan and the counters of this process.
#include "fault/plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "base/error.hpp"

namespace kiln::fault {
namespace {

struct State {
  std::mutex mutex;
  bool planned = false;  // the plan was set, by set_plan or from the environment
  Plan plan;
  std::uint64_t calls = 0;
  std::uint64_t failures = 0;
  std::vector<std::pair<std::string, std::uint64_t>> seen;  // entries and the numbers of their calls
  Live live, made;
};

State& state() {
  static State* const shared = new State;  // never destroyed: contexts may outlive static destructors
  return *shared;
}

template <class Member>
Member read(Member State::*member) {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  return shared.*member;
}

void start(State& shared, const Plan& plan) {
  shared.planned = true;
  shared.plan = plan;
  shared.calls = 0;
  shared.failures = 0;
  shared.seen.clear();
}

void check_entry(const Plan& plan) {
  if (plan.entry.empty()) return;
  const std::vector<std::string>& known = entries();
  if (std::find(known.begin(), known.end(), plan.entry) == known.end())
    base::fail(KILN_FLAG_ERROR, "fault: no entry '{}' that can fail", plan.entry);
}

std::int64_t parse_code(const std::string& value) {
  char* end = nullptr;
  const std::int64_t code = std::strtoll(value.c_str(), &end, 10);
  if (end == value.c_str() || *end != '\0')
    base::fail(KILN_FLAG_ERROR, "KILN_FAULT: code is '{}', expected a number", value);
  return code;
}

std::uint64_t parse_number(const std::string& name, const std::string& value) {
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(value.c_str(), &end, 10);
  if (value.empty() || value[0] < '0' || value[0] > '9' || *end != '\0')
    base::fail(KILN_FLAG_ERROR, "KILN_FAULT: {} is '{}', expected a number", name, value);
  return number;
}

}  // namespace

const std::vector<std::string>& entries() {
  static const auto* const names =
      new std::vector<std::string>{"memory_info",   "queue_create",       "queue_flush",         "queue_finish",
                                   "event_record",  "event_enqueue_wait", "event_wait",          "event_done",
                                   "event_seconds", "memory_allocate",    "memory_write",        "memory_read",
                                   "memory_copy",   "memory_fill",        "memory_copy_peer",    "program_build",
                                   "program_load",  "program_binary",     "program_kernels",     "program_kernel",
                                   "kernel_info",   "kernel_launch",      "recording_create",    "recording_replay",
                                   "queue_adopt",   "memory_adopt",       "memory_adopt_host",   "memory_host_view",
                                   "memory_export", "memory_import",      "memory_part",         "enter",
                                   "leave",         "collective_id",      "communicator_create", "collective",
                                   "program_draft", "event_wait_for"};
  return *names;
}

void set_plan(const Plan& plan) {
  check_entry(plan);
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  start(shared, plan);
}

std::uint64_t calls() { return read(&State::calls); }
std::uint64_t failures() { return read(&State::failures); }
Live live() { return read(&State::live); }
Live made() { return read(&State::made); }

std::vector<std::string> entries_seen() {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  std::vector<std::string> names;
  for (const auto& [name, count] : shared.seen) names.push_back(name);
  return names;
}

std::uint64_t calls_of(const std::string& entry) {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  for (const auto& [name, count] : shared.seen)
    if (name == entry) return count;
  return 0;
}

std::string report() {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  std::string text;
  for (const auto& [name, count] : shared.seen) text += fmt::format("calls {} {}\n", name, count);
  text += fmt::format("failures {}\n", shared.failures);
  const auto objects = [&](const char* what, const Live& count) {
    for (const auto& [kind, number] : {std::pair("contexts", count.contexts),
                                       {"queues", count.queues},
                                       {"events", count.events},
                                       {"memories", count.memories},
                                       {"programs", count.programs},
                                       {"recordings", count.recordings},
                                       {"communicators", count.communicators}})
      text += fmt::format("{} {} {}\n", what, kind, number);
  };
  objects("made", shared.made);
  objects("live", shared.live);
  return text;
}

Plan parse_plan(const std::string& text) {
  Plan plan;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, end - at);
    at = end + 1;
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) base::fail(KILN_FLAG_ERROR, "KILN_FAULT: '{}' is not NAME=VALUE", part);
    const std::string name = part.substr(0, equals), value = part.substr(equals + 1);
    if (name == "entry") {
      plan.entry = value;
    } else if (name == "call") {
      plan.fail_call = parse_number(name, value);
    } else if (name == "persistent") {
      plan.persistent = parse_number(name, value) != 0;
    } else if (name == "status") {
      const std::uint64_t status = parse_number(name, value);
      if (status < 1 || status > KILN_FILE_ERROR)
        base::fail(KILN_FLAG_ERROR, "KILN_FAULT: status is {}, expected 1 to {}", status, int{KILN_INTERNAL});
      plan.status = static_cast<kiln_status>(status);
    } else if (name == "code") {
      plan.vendor_code = parse_code(value);
    } else {
      base::fail(KILN_FLAG_ERROR, "KILN_FAULT: unknown name '{}', expected call, persistent, entry, status or code",
                 name);
    }
  }
  check_entry(plan);
  return plan;
}

std::unique_ptr<backend::Error> count_call(const char* entry) {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  const auto is_it = [&](const auto& seen) { return seen.first == entry; };
  auto found = std::find_if(shared.seen.begin(), shared.seen.end(), is_it);
  if (found == shared.seen.end()) found = shared.seen.insert(found, {entry, 0});
  ++found->second;
  const Plan& plan = shared.plan;
  if (!plan.entry.empty() && plan.entry != entry) return nullptr;
  const std::uint64_t call = ++shared.calls;
  const bool fails = plan.fail_call != 0 && (plan.persistent ? call >= plan.fail_call : call == plan.fail_call);
  if (!fails) return nullptr;
  ++shared.failures;
  return std::make_unique<backend::Error>(
      plan.status, fmt::format("{}: made to fail by the fault backend ({}), call {}", entry, plan.vendor_code, call),
      plan.vendor_code, plan.status == KILN_BUILD_ERROR ? "fault: no build\n" : "");
}

void pass_or_throw(const char* entry) {
  if (const auto error = count_call(entry)) throw backend::Error(*error);
}

void add_live(std::int64_t Live::*member, std::int64_t change) noexcept {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  shared.live.*member += change;
  if (change > 0) shared.made.*member += change;
}

void take_environment_plan() {
  State& shared = state();
  std::lock_guard lock(shared.mutex);
  if (shared.planned) return;
  const char* const text = secure_getenv("KILN_FAULT");
  start(shared, text ? parse_plan(text) : Plan{});
}

}  // namespace kiln::fault
