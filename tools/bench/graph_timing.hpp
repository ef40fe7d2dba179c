// SPDX-License-Identifier: Apache-2.0
// How the benchmarks of graphs take times. Each program of kiln-graph-bench uses these functions.
#pragma once

#include <kiln/kiln.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <functional>
#include <vector>

namespace kiln::bench {

inline double now() {
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

inline GpuArray normal(const kiln::Context& context, const kiln::Shape& shape, float deviation = 1) {
  kiln::Random random(context, 7);
  return random.normal(shape, 0, deviation, KILN_FLOAT32);
}

// The programs of graph_programs.cpp: rows of matrices, optimisers, a transformer's block, a recurrent net.
// `processor`, here and below: the processor's time, and not the clock's.
void bench_rows(const Context& context, bool processor);
void bench_adam(const Context& context, bool processor);
void bench_transformer(const Context& context, bool processor);
void bench_lstm(const Context& context, bool processor);
// The layers of graph_layers.cpp.
void bench_layers(const Context& context, std::int64_t batch, bool processor);

}  // namespace kiln::bench
