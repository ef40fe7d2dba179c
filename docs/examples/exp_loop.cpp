// SPDX-License-Identifier: Apache-2.0
// exp() of many random numbers, again and again, on the device and in the precision that KILN_FLAGS names:
//   KILN_FLAGS=device=opencl0:0,floatX=float32 ./exp_loop [iterations]
// The result goes to the host, stays on the device, or goes into memory of the caller.
#include <kiln/kiln.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>

namespace {

// Doubles in [0, 1) of 53 bits, the values of NumPy's RandomState(22).rand().
std::vector<double> random_values(std::size_t count) {
  std::mt19937 generator(22);
  std::vector<double> values(count);
  for (double& value : values) {
    const auto a = generator() >> 5;
    const auto b = generator() >> 6;
    value = (static_cast<double>(a) * 67108864.0 + static_cast<double>(b)) / 9007199254740992.0;
  }
  return values;
}

template <class Body>
void time_loop(const char* where, int iterations, Body&& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%s\nLooping %d times took %f seconds\n", where, iterations, seconds.count());
}

template <class T>
void print_result(const std::vector<T>& values) {
  const std::size_t n = values.size();
  std::printf("Result is [%.8f %.8f %.8f ... %.8f %.8f %.8f]\n", double(values[0]), double(values[1]),
              double(values[2]), double(values[n - 3]), double(values[n - 2]), double(values[n - 1]));
}

// T is what floatX names.
template <class T>
void run(const kiln::Context& context, int iterations) {
  const std::vector<double> random = random_values(10 * 30 * 768);
  const auto x = kiln::GpuArray::from(context, random, {static_cast<std::int64_t>(random.size())}, KILN_FLOATX);

  kiln::GpuArray r = exp(x);  // compiles the kernel
  kiln::HostArray host;
  time_loop("Result to the host:", iterations, [&] {
    for (int i = 0; i < iterations; ++i) {
      host = {};  // gives the memory back before the next result wants some
      r = exp(x);
      host = r.to_host();
    }
  });

  time_loop("Result left on the device:", iterations, [&] {
    for (int i = 0; i < iterations; ++i) r = exp(x);
    r.sync();
  });

  std::vector<T> mine(random.size());
  time_loop("Result into the caller's array:", iterations, [&] {
    for (int i = 0; i < iterations; ++i) {
      r = exp(x);
      r.read_into(mine.data(), mine.size());
    }
  });

  if (!std::equal(mine.begin(), mine.end(), host.as<T>()))
    throw kiln::Error(KILN_INTERNAL, "The results on the host differ");
  print_result(mine);
  std::printf("Used the device: %s %s\n", context.device().c_str(), context.name().c_str());
}

}  // namespace

int main(int argc, char** argv) {
  kiln_set_log_callback([](kiln_log_level, const char* line, void*) { std::cerr << line << '\n'; }, nullptr);
  try {
    const int iterations = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (iterations < 1) return 2;
    const kiln::Context context;
    if (kiln_dtype_size(KILN_FLOATX) == sizeof(float))
      run<float>(context, iterations);
    else
      run<double>(context, iterations);
    return 0;
  } catch (const kiln::Error& error) {
    std::cerr << kiln_status_name(error.status()) << ": " << error.what() << '\n' << error.build_log();
    return 1;
  }
}
