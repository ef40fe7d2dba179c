// SPDX-License-Identifier: Apache-2.0
// Times rounds of calls. A round has as many calls as a clock and a queue need for a steady figure, and no
// more.
#include <algorithm>
#include <cmath>

#include "bench/bench.hpp"

namespace kiln_tool::bench {

namespace {

constexpr int kMostCalls = 5000;
constexpr int kRounds = 7, kFewestRounds = 3;
constexpr double kMostSeconds = 1.5;  // the most that all rounds of one measurement take, if a call is long

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int rounds_of(double round_seconds) {
  return std::clamp(int(kMostSeconds / std::max(round_seconds, 1e-9)), kFewestRounds, kRounds);
}

}  // namespace

double Rounds::median() const {
  if (seconds.empty()) return 0;
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
double Rounds::least() const { return seconds.empty() ? 0 : *std::min_element(seconds.begin(), seconds.end()); }
double Rounds::greatest() const { return seconds.empty() ? 0 : *std::max_element(seconds.begin(), seconds.end()); }

// The seconds that one call takes in a round of `calls` calls.
double Timer::round(const std::function<void()>& run, int calls) {
  const double start = now();
  for (int i = 0; i < calls; ++i) run();
  context_.synchronize();
  return (now() - start) / calls;
}

int Timer::find_calls(const std::function<void()>& run) {
  round(run, 1);  // compiles
  for (int calls = 1;;) {
    const double seconds = round(run, calls) * calls;
    if (seconds >= round_seconds_ / 2 || calls >= kMostCalls) return calls;
    const double factor = std::clamp(round_seconds_ / std::max(seconds, 1e-7), 1.0, 100.0);
    calls = std::min(kMostCalls, int(std::ceil(calls * factor)));
  }
}

Rounds Timer::launch(bool read) {
  const auto x = kiln::GpuArray::zeros(context_, {1}, KILN_FLOAT32);
  const auto r = kiln::GpuArray::empty(context_, {1}, KILN_FLOAT32);
  const kiln::Elementwise plus_one(context_, "r = x + 1");
  const std::function<void()> run = [&] {
    plus_one(r, x);
    if (read) r.item<float>();
  };
  Rounds rounds;
  rounds.calls = find_calls(run);
  for (int i = 0; i < kRounds; ++i) rounds.seconds.push_back(round(run, rounds.calls));
  return rounds;
}

// A call that reads half of the bytes and writes the other half, by the vendor's copy or by a kernel,
// whichever is faster. It is empty if there is no memory for it.
std::function<void()> Timer::find_copy(double bytes) try {
  const auto elements = std::max<std::int64_t>(std::int64_t(bytes / 8), 1);
  const auto from = kiln::GpuArray::full(context_, {elements}, 1.0F);
  const auto to = kiln::GpuArray::zeros(context_, {elements}, KILN_FLOAT32);
  const std::size_t half = std::size_t(elements) * sizeof(float);
  const kiln::Buffer source = from.buffer(), target = to.buffer();
  const std::size_t source_offset = std::size_t(from.info().offset), target_offset = std::size_t(to.info().offset);
  const std::function<void()> vendor = [=] { target.copy_from(target_offset, source, source_offset, half); };
  const std::function<void()> kernel = [=] { to.assign(from); };
  const auto known = vendor_copies_.find(half);
  if (known != vendor_copies_.end()) return known->second ? vendor : kernel;
  double best[2] = {HUGE_VAL, HUGE_VAL};
  const int calls[2] = {find_calls(vendor), find_calls(kernel)};
  for (int i = 0; i < kFewestRounds; ++i) {
    best[0] = std::min(best[0], round(vendor, calls[0]));
    best[1] = std::min(best[1], round(kernel, calls[1]));
  }
  return (vendor_copies_[half] = best[0] < best[1]) ? vendor : kernel;
} catch (const kiln::Error& error) {
  if (error.status() != KILN_OUT_OF_MEMORY) throw;
  return {};
}

void Timer::measure(const std::function<void()>& run, Measurement& into) {
  const std::function<void()> copy = into.bytes > 0 && !into.arithmetic() ? find_copy(into.bytes) : nullptr;
  into.own.calls = find_calls(run);
  if (copy) into.copy.calls = find_calls(copy);
  int rounds = kRounds;
  for (int i = 0; i < rounds; ++i) {
    into.own.seconds.push_back(round(run, into.own.calls));
    if (i == 0) rounds = rounds_of(into.own.seconds[0] * into.own.calls);
    if (copy) into.copy.seconds.push_back(round(copy, into.copy.calls));
  }
}

}  // namespace kiln_tool::bench
