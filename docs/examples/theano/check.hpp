// SPDX-License-Identifier: Apache-2.0
// What check1, check2 and check3_borrow share: the vector, the loop and what they print.
#pragma once

#include <kiln/kiln.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "../mt19937.h"

// rng = numpy.random.RandomState(22); rng.rand(10 * 30 * 768), in floatX on the device of KILN_FLAGS.
inline kiln::GpuArray random_vector(const kiln::Context& context) {
  std::vector<double> values(10 * 30 * 768);
  mt19937 generator;
  mt19937_init(&generator, 22);
  for (double& value : values) value = mt19937_res53(&generator);
  return kiln::GpuArray::from(context, values, {static_cast<std::int64_t>(values.size())}, KILN_FLOATX);
}

// Runs a program; errors go to standard error.
template <class Body>
int run_check(int count, char** arguments, Body&& body) {
  kiln_set_log_callback([](kiln_log_level, const char* line, void*) { std::cerr << line << '\n'; }, nullptr);
  try {
    const int iterations = count > 1 ? std::atoi(arguments[1]) : 1000;
    if (iterations < 1) return 2;
    body(iterations);
    return 0;
  } catch (const kiln::Error& error) {
    std::cerr << kiln_status_name(error.status()) << ": " << error.what() << '\n' << error.build_log();
    return 1;
  }
}

// Calls the function again and again; the last result. Work that is queued counts too.
inline kiln::GpuArray time_calls(const kiln::graph::Function& f, int iterations) {
  const auto start = std::chrono::steady_clock::now();
  kiln::GpuArray r;
  for (int i = 0; i < iterations; ++i) r = f()[0];
  f.synchronize();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::cout << "Looping " << iterations << " times took " << seconds.count() << " seconds\n";
  return r;
}

inline void print_device(const kiln::graph::Function& f) {
  std::cout << (f.toposort().find("GpuElemwise") != std::string::npos ? "Used the gpu\n" : "Used the cpu\n");
}
