// SPDX-License-Identifier: Apache-2.0
// How the benchmarks of graphs take times. Each program of kiln-graph-bench uses these functions.
#pragma once

#include <kiln/kiln.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace kiln::bench {

// Whether times are those of the processor, of all threads together, and not of the clock: for machines that other
// programs use too.
inline bool by_processor = false;

inline double now() {
  if (by_processor) return double(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one of `count` calls that end with a wait, of each kind of call: medians of rounds that take
// turns.
inline std::vector<double> medians(int count, const std::vector<std::function<void()>>& calls,
                                   const std::function<void()>& wait) {
  std::vector<std::array<double, 7>> rounds(calls.size());
  for (const auto& call : calls)
    for (int i = 0; i < 3; ++i) call();
  wait();
  for (std::size_t round = 0; round < 7; ++round)
    for (std::size_t kind = 0; kind < calls.size(); ++kind) {
      const double begin = now();
      for (int i = 0; i < count; ++i) calls[kind]();
      wait();
      rounds[kind][round] = (now() - begin) / count;
    }
  std::vector<double> middle;
  for (auto& of_kind : rounds) {
    std::sort(of_kind.begin(), of_kind.end());
    middle.push_back(of_kind[3]);
  }
  return middle;
}

inline double median(int count, const std::function<void()>& call, const std::function<void()>& wait) {
  return medians(count, {call}, wait)[0];
}

// Seconds of the processor that a call and its wait take at least: on a machine that other programs use too, for one
// thread.
inline double processor_seconds(const std::function<void()>& call, const std::function<void()>& wait) {
  const auto once = [&] {
    const std::clock_t begin = std::clock();
    call();
    wait();
    return double(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  once();
  once();
  double least = once(), all = least;
  for (int count = 1; count < 4 || (all < 0.03 && count < 200); ++count) {
    const double took = once();
    least = std::min(least, took), all += took;
  }
  return least;
}

// Whether only the first call of each program is timed, which compiles it.
inline bool only_first = false;

// Seconds of the processor that this process and those that it waited for took: vendors' compilers may run apart.
inline double all_processor_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used;
    getrusage(who, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
      seconds += double(time.tv_sec) + 1e-6 * double(time.tv_usec);
  }
  return seconds;
}

// If only first calls are timed, calls once and prints the clock's and the processor's seconds.
inline bool first_call(const char* name, const std::function<void()>& call, const std::function<void()>& wait) {
  if (!only_first) return false;
  const double processor = all_processor_seconds();
  const auto begin = std::chrono::steady_clock::now();
  call();
  wait();
  std::printf("%-60s first call %6.2f s, of the processor %6.2f s\n", name,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
              all_processor_seconds() - processor);
  std::fflush(stdout);
  return true;
}

// The passes that a second function of each program is compiled without; empty: there is no second one.
inline std::string without;

// A function and, if `without` names passes, the same without them.
struct Program {
  explicit Program(const graph::FunctionOptions& options) : with(options), apart(with) {
    if (without.empty()) return;
    detail::check(kiln_flag_set("optimizer_excluding", without.c_str()));
    apart = graph::Function(options);
    detail::check(kiln_flag_set("optimizer_excluding", ""));
  }
  graph::Function with, apart;
};

// Prints the time of a call as median() takes it and returns it. The function without passes takes turns with the other
// one, and the median of the ratios is printed.
inline double time_pair(const char* name, int count, const Program& program,
                        const std::function<void(const graph::Function&)>& call, const std::function<void()>& wait) {
  if (without.empty()) {
    const auto one = [&] { call(program.with); };
    const double seconds = by_processor ? processor_seconds(one, wait) : median(count, one, wait);
    std::printf("%-44s %10.1f us", name, 1e6 * seconds);
    return seconds;
  }
  constexpr int kRounds = 25;
  std::vector<double> took, ratios;
  for (const graph::Function* f : {&program.with, &program.apart})
    for (int i = 0; i < 3; ++i) call(*f);
  wait();
  const auto seconds = [&](const graph::Function& f) {
    const double begin = now();
    for (int i = 0; i < count; ++i) call(f);
    wait();
    return (now() - begin) / count;
  };
  for (int round = 0; round < kRounds; ++round) {
    took.push_back(seconds(program.with));
    ratios.push_back(took.back() / seconds(program.apart));
  }
  std::sort(took.begin(), took.end());
  std::sort(ratios.begin(), ratios.end());
  std::printf("%-44s %10.1f us; over that without %s %.3f (%.3f to %.3f)", name, 1e6 * took[kRounds / 2],
              without.c_str(), ratios[kRounds / 2], ratios[kRounds / 4], ratios[kRounds * 3 / 4]);
  return took[kRounds / 2];
}

inline GpuArray normal(const kiln::Context& context, const kiln::Shape& shape, float deviation = 1) {
  kiln::Random random(context, 7);
  return random.normal(shape, 0, deviation, KILN_FLOAT32);
}

// Bytes that the device's copy moves in a second: as many are read as are written, and both count.
inline double copy_rate(const Context& context) {
  static const double rate = [&] {
    const std::int64_t size = std::int64_t(1) << 25;
    const GpuArray from = normal(context, {size}), to = GpuArray::empty(context, {size}, KILN_FLOAT32);
    const bool cpu = context.properties().kind == std::string("cpu");
    return 8 * double(size) /
           median(
               cpu ? 3 : 20, [&] { to.assign(from); }, [&] { context.synchronize(); });
  }();
  return rate;
}

// Prints the time that so many bytes take at the copy's rate, which is a floor of a program that must move them, and
// the program's seconds over it.
inline void print_floor(const Context& context, double bytes, double seconds) {
  const double floor = bytes / copy_rate(context);
  std::printf("; %.0f MB at the copy's rate take %.1f us: %.2f", bytes / 1e6, 1e6 * floor, seconds / floor);
}

// The programs of graph_programs.cpp: rows of matrices, optimisers, a transformer's block, a recurrent net.
void bench_rows(const Context& context);
void bench_adam(const Context& context);
void bench_transformer(const Context& context);
void bench_lstm(const Context& context);
// Those of graph_floors.cpp.
void bench_products(const Context& context);
void bench_steps(const Context& context);
// Those of graph_sizes.cpp.
void bench_sizes(const Context& context);
// Those of graph_reductions.cpp.
void bench_reductions(const Context& context);
// The layers of graph_layers.cpp. `processor`: the processor's time, and not the clock's.
void bench_layers(const Context& context, std::int64_t batch, bool processor);
// Their convolutions with bias and activation behind them.
void bench_behind(const Context& context, std::int64_t batch);

}  // namespace kiln::bench
