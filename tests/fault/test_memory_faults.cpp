// SPDX-License-Identifier: Apache-2.0
// The n-th allocation of host memory fails, for n = 1, 2, ..., in scenarios over every entry of the C API:
// once, and from then on. All of the process's `operator new` counts, that of drivers and their compilers
// too. Nothing may crash, hang or leak, the status is the one of host memory, and the same call is right
// afterwards.
//
// A child process runs the faults of one scenario, so that one that dies or hangs is reported and the next
// goes on. Where memory ran out inside a driver's call the context is lost and the driver's own state
// unknown, so the child ends after it.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "memory_faults.hpp"

extern char** environ;

namespace {

// The allocations that are still to succeed; below 0: all.
std::atomic<long> left{-1};
std::atomic<bool> persistent{false}, hit{false};
std::atomic<long> live{0}, taken{0};

bool fails() {
  const long now = left.load(std::memory_order_relaxed);
  if (now < 0) return false;
  if (now > 0) {
    left.store(now - 1, std::memory_order_relaxed);
    return false;
  }
  hit = true;
  if (!persistent) left = -1;
  return true;
}

void* take(std::size_t bytes, std::size_t alignment) noexcept {
  taken.fetch_add(1, std::memory_order_relaxed);
  if (fails()) return nullptr;
  void* const memory = alignment == 0 ? std::malloc(bytes ? bytes : 1)
                                      : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory) live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* take_or_throw(std::size_t bytes, std::size_t alignment = 0) {
  void* const memory = take(bytes, alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void give(void* memory) noexcept {
  if (memory) live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t n) { return take_or_throw(n); }
void* operator new[](std::size_t n) { return take_or_throw(n); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return take(n, 0); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return take(n, 0); }
void* operator new(std::size_t n, std::align_val_t a) { return take_or_throw(n, std::size_t(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return take_or_throw(n, std::size_t(a)); }
void operator delete(void* p) noexcept { give(p); }
void operator delete[](void* p) noexcept { give(p); }
void operator delete(void* p, std::size_t) noexcept { give(p); }
void operator delete[](void* p, std::size_t) noexcept { give(p); }
void operator delete(void* p, std::align_val_t) noexcept { give(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give(p); }

namespace kiln::test {
namespace {

// ---- The child: lines for the parent on its standard output ----

std::set<std::string>& entries() {
  static std::set<std::string> all;
  return all;
}
bool noting = false;

const Scenario* find(const char* name) {
  for (std::size_t i = 0; i < kScenarioCount; ++i)
    if (std::strcmp(kScenarios[i].name, name) == 0) return &kScenarios[i];
  return nullptr;
}

std::string last_message() {
  kiln_error_info info;
  kiln_last_error(&info);
  return info.message;
}

// Seconds for a scenario, in which a compiler may run on a busy machine.
constexpr unsigned kPatience = 120;

void violate(const char* what, long n, const Outcome& outcome) {
  std::printf("VIOLATION allocation %ld%s: %s: %s %s: %s\n", n, persistent ? " and all later" : "", what, outcome.where,
              kiln_status_name(outcome.status), last_message().c_str());
}

// Were the message and the build log those of a context whose driver threw?
bool driver_lost() { return last_message().find("which leaves the driver in an unknown state") != std::string::npos; }

// From allocation `from`, each `step`-th (in compilers, of which there are 100,000, with growing steps).
int run_child(const Scenario& scenario, const char* device, bool all_later, long from, long step) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  World world;
  alarm(kPatience);
  if (!world.open(device)) return std::printf("VIOLATION does not open: %s\n", last_message().c_str()), 1;
  Outcome expected;
  noting = true;
  for (int i = 0; i < 3; ++i)
    if (expected = scenario.run(world); expected.status != KILN_OK)
      return std::printf("VIOLATION does not run: %s: %s\n", expected.where, last_message().c_str()), 1;
  noting = false;
  // Until what is kept for the next time has its size: blocks of the pool, messages.
  for (int same = 0, i = 0; !scenario.compiles && same < 8 && i < 500; ++i) {
    const long known = live;
    scenario.run(world);
    same = live == known ? same + 1 : 0;
  }
  if (from == 0)
    for (const std::string& entry : entries()) std::printf("ENTRY %s\n", entry.c_str());
  kiln_memory_info before = KILN_MEMORY_INFO_INIT, after = KILN_MEMORY_INFO_INIT;
  kiln_context_get_memory(world.context, &before);
  long live_before = live, growth = 0;
  bool compared = false;
  int passes = 0;
  constexpr long kNoise = 4;
  for (long n = from;; n += scenario.compiles && n > 200 ? std::max(step, n / 8) : step) {
    std::printf("AT %ld\n", n);
    alarm(kPatience);
    hit = false;
    persistent = all_later;
    left = n;
    const Outcome outcome = scenario.run(world);
    left = -1;
    if (!hit) {
      if (scenario.compiles || growth <= kNoise || ++passes == 2) break;
      compared = false;
      growth = 0;
      n = from - step;
      continue;
    }
    if (outcome.status != KILN_OK && outcome.status != KILN_OUT_OF_HOST_MEMORY) violate("another status", n, outcome);
    if (outcome.status == KILN_OK && outcome.value != expected.value) violate("another result", n, outcome);
    if (outcome.status != KILN_OK && driver_lost()) {
      std::printf("LOST %ld\n", n);
      world.close();
      return 0;
    }
    const Outcome again = scenario.run(world);
    // The first time there may have been no memory for the message.
    if (again.status == KILN_OUT_OF_HOST_MEMORY && driver_lost()) {
      std::printf("LOST %ld\n", n);
      world.close();
      return 0;
    }
    if (again.status != KILN_OK)
      violate("not usable afterwards", n, again);
    else if (again.value != expected.value)
      violate("wrong afterwards", n, again);
    // The first fault fills what keeps messages. What else grows must not grow when all faults come again.
    if (!compared)
      live_before = live;
    else
      growth = live - live_before;
    compared = true;
    std::printf("DONE %ld\n", n);
  }
  alarm(kPatience);
  kiln_context_synchronize(world.context);
  kiln_context_get_memory(world.context, &after);
  if (after.in_use != before.in_use)
    std::printf("VIOLATION %llu bytes of device memory in use became %llu\n",
                static_cast<unsigned long long>(before.in_use), static_cast<unsigned long long>(after.in_use));
  if (!scenario.compiles && growth > kNoise) std::printf("VIOLATION %ld blocks of host memory are left\n", growth);
  world.close();
  std::printf("END\n");
  return 0;
}

// ---- The parent ----

struct Result {
  long faults = 0, lost = 0, violations = 0;
};

// Runs children until the scenario has ended. A child that dies is a violation, and the next begins behind
// it.
void run_scenario(const char* self, const Scenario& scenario, const char* device, bool all_later, long step,
                  std::set<std::string>& called, Result& result) {
  long from = 0;
  for (;;) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    const std::string from_text = std::to_string(from), step_text = std::to_string(step);
    const char* const arguments[] = {
        self, "--child", scenario.name, device, all_later ? "1" : "0", from_text.c_str(), step_text.c_str(), nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, self, &actions, nullptr, const_cast<char**>(arguments), environ) != 0) std::abort();
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::FILE* const lines = fdopen(ends[0], "r");
    char line[4096];
    long at = -1, lost = -1;
    bool ended = false;
    while (std::fgets(line, sizeof line, lines)) {
      line[std::strcspn(line, "\n")] = '\0';
      if (std::strncmp(line, "AT ", 3) == 0)
        at = std::atol(line + 3);
      else if (std::strncmp(line, "DONE ", 5) == 0)
        ++result.faults;
      else if (std::strncmp(line, "LOST ", 5) == 0)
        ++result.faults, ++result.lost, lost = at;
      else if (std::strncmp(line, "ENTRY ", 6) == 0)
        called.insert(line + 6);
      else if (std::strcmp(line, "END") == 0)
        ended = true;
      else if (std::strncmp(line, "VIOLATION ", 10) == 0) {
        ++result.violations;
        std::printf("%s: %s\n", scenario.name, line);
      }
    }
    std::fclose(lines);
    int status = 0;
    waitpid(child, &status, 0);
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!well) {
      ++result.violations;
      const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
      std::printf("%s: VIOLATION allocation %ld%s: %s (status %#x)%s\n", scenario.name, at,
                  all_later ? " and all later" : "", hung ? "hangs" : "dies", unsigned(status),
                  lost == at ? " after the driver was lost" : "");
    }
    if (ended || at < from) return;
    from = at + (scenario.compiles && at > 200 ? std::max(step, at / 8) : step);
  }
}

// Entries that no fault can reach: they take no memory and call no driver, or need what is not here.
bool exempt(const std::string& entry) {
  for (const char* part : {"_release", "_retain", "kiln_communicator_", "_ipc"})
    if (entry.find(part) != std::string::npos) return true;
  static const std::set<std::string> names = {"kiln_last_error",
                                              "kiln_status_name",
                                              "kiln_dtype_name",
                                              "kiln_dtype_size",
                                              "kiln_version",
                                              "kiln_flag_count",
                                              "kiln_set_log_callback",
                                              "kiln_collective_id_create",
                                              "kiln_dlpack_capsule_destructor",
                                              "kiln_event_elapsed"};
  return names.count(entry) != 0;
}

int run_parent(const char* self, const char* device, long step, const char* symbols) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  // A libkiln that has the C++ library inside has an `operator new` of its own, out of this program's reach.
  const long before = taken;
  static_cast<void>(kiln_flag_set("floatX", "no dtype"));
  if (taken == before) return std::puts("skipped: libkiln does not use this program's operator new"), 77;
  Result all;
  std::set<std::string> called;
  for (std::size_t i = 0; i < kScenarioCount; ++i)
    for (const bool all_later : {false, true}) {
      Result result;
      const long each = step == 1 ? 1 : step * kScenarios[i].stride;
      run_scenario(self, kScenarios[i], device, all_later, each, called, result);
      std::printf("%-16s %-10s %6ld faults, %ld lost contexts, %ld violations\n", kScenarios[i].name,
                  all_later ? "persistent" : "once", result.faults, result.lost, result.violations);
      all.faults += result.faults;
      all.lost += result.lost;
      all.violations += result.violations;
    }
  std::ifstream file(symbols);
  for (std::string symbol; std::getline(file, symbol);)
    if (symbol.rfind("kiln_", 0) == 0 && !exempt(symbol) && !called.count(symbol)) {
      ++all.violations;
      std::printf("VIOLATION no scenario calls %s\n", symbol.c_str());
    }
  std::printf("%ld faults, %ld lost contexts, %ld violations\n", all.faults, all.lost, all.violations);
  return all.violations == 0 && all.faults > 0 ? 0 : 1;
}

}  // namespace

void note_entry(const char* call) {
  if (noting) entries().insert(std::string(call, std::strcspn(call, "(")));
}

}  // namespace kiln::test

// STEP DEVICE SYMBOLS: each STEP-th allocation of every scenario.
int main(int argc, char** argv) {
  using namespace kiln::test;
  if (argc == 7 && std::strcmp(argv[1], "--child") == 0)
    return run_child(*find(argv[2]), argv[3], argv[4][0] == '1', std::atol(argv[5]), std::atol(argv[6]));
  if (argc != 4) return 2;
  return run_parent(argv[0], argv[2], std::atol(argv[1]), argv[3]);
}
