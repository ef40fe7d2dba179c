// SPDX-License-Identifier: Apache-2.0
// How the benchmarks of graphs take times. Each program of kiln-graph-bench uses these functions.
#pragma once

#include <kiln/kiln.hpp>

#include <algorithm>
#include <array>
#include <chrono>
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

inline GpuArray normal(const kiln::Context& context, const kiln::Shape& shape, float deviation = 1) {
  kiln::Random random(context, 7);
  return random.normal(shape, 0, deviation, KILN_FLOAT32);
}

// The programs of graph_programs.cpp: rows of matrices, optimisers, a transformer's block, a recurrent net.
void bench_rows(const Context& context);
void bench_adam(const Context& context);
void bench_transformer(const Context& context);
void bench_lstm(const Context& context);
// The layers of graph_layers.cpp. `processor`: the processor's time, and not the clock's.
void bench_layers(const Context& context, std::int64_t batch, bool processor);

}  // namespace kiln::bench
