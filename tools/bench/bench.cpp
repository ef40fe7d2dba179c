// SPDX-License-Identifier: Apache-2.0
// kiln_bench DEVICE [--quick]: Kiln beside a hand-written floor on the same device, interleaved in one
// process. Prints one line a measurement as JSON: name, median seconds or rate, and the ratio of medians
// where a floor exists. docs/benchmarks.md keeps results.
#include <kiln/kiln.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>

#include "floor.hpp"

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

namespace {

void check(kiln_status status) {
  if (status == KILN_OK) return;
  kiln_error_info error;
  kiln_last_error(&error);
  throw std::runtime_error(error.message);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Bench {
  kiln_context context = nullptr;
  std::string device;
  bool cpu = false;
  int rounds = 9;
  int iterations = 1000;

  kiln_argument array(kiln_array a) {
    kiln_argument argument = {};
    argument.kind = KILN_ARGUMENT_ARRAY;
    argument.value.array = a;
    return argument;
  }
  kiln_argument fresh(kiln_array* a) {
    kiln_argument argument = {};
    argument.kind = KILN_ARGUMENT_NEW;
    argument.dtype = KILN_DTYPE_AUTO;
    argument.value.new_array = a;
    return argument;
  }

  void report(const char* name, double kiln, double floor, const char* unit, double scale) {
    std::printf("{\"device\": \"%s\", \"name\": \"%s\", \"kiln\": %.4g, \"unit\": \"%s\"", device.c_str(), name,
                kiln * scale, unit);
    if (floor > 0) std::printf(", \"floor\": %.4g, \"ratio\": %.3f", floor * scale, kiln / floor);
    std::printf("}\n");
    std::fflush(stdout);
  }

  // Interleaves the two and reports the medians.
  void compare(const char* name, const std::function<double()>& kiln, const std::function<double()>& floor,
               const char* unit, double scale) {
    std::vector<double> a, b;
    kiln();
    for (int i = 0; i < rounds; ++i) {
      if (floor) b.push_back(floor());
      a.push_back(kiln());
    }
    report(name, median(a), floor ? median(b) : 0, unit, scale);
  }

  void loop(Floor* floor);
  void bandwidth(Floor* floor);
  void reductions();
  void memory();
  void small();
};

// The exp loop of 230,400 float32.
void Bench::loop(Floor* floor) {
  std::mt19937 generator(22);
  std::vector<float> values(10 * 30 * 768);
  for (float& v : values) {
    const std::uint32_t a = std::uint32_t(generator() >> 5), b = std::uint32_t(generator() >> 6);
    v = float((a * 67108864.0 + b) / 9007199254740992.0);
  }
  const std::int64_t shape[] = {std::int64_t(values.size())};
  kiln_array x = nullptr, out = nullptr;
  kiln_elementwise exp = nullptr;
  check(kiln_array_from_host(context, KILN_FLOAT32, 1, shape, nullptr, KILN_FLOAT32, values.data(), &x));
  check(kiln_array_empty(context, KILN_FLOAT32, 1, shape, &out));
  check(kiln_elementwise_create(context, "r = exp(x)", nullptr, &exp));
  const kiln_argument given[] = {array(out), array(x)};
  auto time = [&](const std::function<void()>& body) {
    const double start = now();
    for (int i = 0; i < iterations; ++i) body();
    check(kiln_context_synchronize(context));
    return now() - start;
  };
  using Time = std::function<double()>;
  const Time device_floor = floor ? Time([&] { return floor->loop(values, iterations); }) : Time();
  const Time host_floor = floor ? Time([&] { return floor->loop_host(values, iterations); }) : Time();
  compare(
      "exp loop, result into a given array", [&] { return time([&] { check(kiln_elementwise_call(exp, 2, given)); }); },
      device_floor, "ms/1000", 1e3 * 1000 / iterations);
  compare(
      "exp loop, new result on the device",
      [&] {
        kiln_array r = nullptr;
        const double seconds = time([&] {
          kiln_array_release(r);
          const kiln_argument arguments[] = {fresh(&r), array(x)};
          check(kiln_elementwise_call(exp, 2, arguments));
        });
        kiln_array_release(r);
        return seconds;
      },
      device_floor, "ms/1000", 1e3 * 1000 / iterations);
  compare(
      "exp loop, result to the host (pinned)",
      [&] {
        return time([&] {
          kiln_array r = nullptr, host = nullptr;
          const void* data = nullptr;
          const kiln_argument arguments[] = {fresh(&r), array(x)};
          check(kiln_elementwise_call(exp, 2, arguments));
          check(kiln_array_to_host(r, &host, &data));
          kiln_array_release(host);
          kiln_array_release(r);
        });
      },
      host_floor, "ms/1000", 1e3 * 1000 / iterations);
  std::vector<float> result(values.size());
  compare(
      "exp loop, result into the caller's memory",
      [&] {
        return time([&] {
          check(kiln_elementwise_call(exp, 2, given));
          check(kiln_array_read(out, result.data(), result.size() * sizeof(float)));
        });
      },
      host_floor, "ms/1000", 1e3 * 1000 / iterations);
  kiln_elementwise_release(exp);
  kiln_array_release(out);
  kiln_array_release(x);
}

// Large arrays: bytes over time, each input and output counted once.
void Bench::bandwidth(Floor* floor) {
  const std::size_t n = cpu ? 10'000'000 : std::size_t(1) << 27;
  const int repeats = cpu ? 5 : 20;
  kiln_array a[5];
  for (auto& array : a) {
    check(kiln_array_arange(context, KILN_FLOAT32, 0, double(n), 1, nullptr, &array));
    kiln_elementwise scale = nullptr;
    check(kiln_elementwise_create(context, "a = a * 1e-8", nullptr, &scale));
    const kiln_argument arguments[] = {this->array(array)};
    check(kiln_elementwise_call(scale, 1, arguments));
    kiln_elementwise_release(scale);
  }
  auto rate = [&](const char* name, const char* text, std::size_t arrays) {
    kiln_elementwise e = nullptr;
    check(kiln_elementwise_create(context, text, nullptr, &e));
    std::vector<kiln_argument> arguments;
    for (std::size_t i = 0; i < arrays; ++i) arguments.push_back(array(a[i]));
    std::vector<double> seconds;
    for (int round = 0; round < rounds + 1; ++round) {
      check(kiln_context_synchronize(context));
      const double start = now();
      for (int i = 0; i < repeats; ++i) check(kiln_elementwise_call(e, arguments.size(), arguments.data()));
      check(kiln_context_synchronize(context));
      if (round) seconds.push_back((now() - start) / repeats);
    }
    const double bytes = double(n) * 4 * double(arrays);
    std::printf("{\"device\": \"%s\", \"name\": \"%s\", \"kiln\": %.4g, \"unit\": \"GB/s\"}\n", device.c_str(), name,
                bytes / median(seconds) / 1e9);
    kiln_elementwise_release(e);
  };
  if (floor) {
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) seconds.push_back(floor->copy(n, repeats));
    std::printf("{\"device\": \"%s\", \"name\": \"device copy (floor)\", \"floor\": %.4g, \"unit\": \"GB/s\"}\n",
                device.c_str(), 8.0 * double(n) / median(seconds) / 1e9);
  }
  rate("r = a", "r = a", 2);
  rate("r = exp(a)", "r = exp(a)", 2);
  rate("r = a*b + c*exp(d)", "r = a*b + c*exp(d)", 5);
  for (auto array : a) kiln_array_release(array);
}

// Reductions of a matrix: bytes of the input over time.
void Bench::reductions() {
  const std::int64_t shape[] = {cpu ? 4096 : 8192, cpu ? 4096 : 16384};
  const double bytes = double(shape[0]) * double(shape[1]) * 4;
  const int repeats = cpu ? 5 : 20;
  kiln_array flat = nullptr, a = nullptr;
  check(kiln_array_arange(context, KILN_FLOAT32, 0, 1, 4 / bytes, nullptr, &flat));
  check(kiln_array_reshape(flat, 2, shape, KILN_COPY_IF_NEEDED, &a));
  const std::pair<const char*, kiln_reduce_op> operations[] = {
      {"sum", KILN_REDUCE_SUM}, {"max", KILN_REDUCE_MAX}, {"argmax", KILN_REDUCE_ARGMAX}, {"var", KILN_REDUCE_VAR}};
  for (const auto& [name, op] : operations) {
    for (const std::int64_t axis : {-1, 0, 1}) {
      kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
      if (axis >= 0) options.axes = &axis;
      options.axis_count = axis >= 0 ? 1 : 0;
      std::vector<double> seconds;
      for (int round = 0; round < rounds + 1; ++round) {
        check(kiln_context_synchronize(context));
        const double start = now();
        for (int i = 0; i < repeats; ++i) {
          kiln_array r = nullptr;
          check(kiln_array_reduce(a, op, &options, nullptr, &r));
          kiln_array_release(r);
        }
        check(kiln_context_synchronize(context));
        if (round) seconds.push_back((now() - start) / repeats);
      }
      const std::string which = axis < 0 ? "all" : "axis " + std::to_string(axis);
      std::printf("{\"device\": \"%s\", \"name\": \"%s, %s\", \"kiln\": %.4g, \"unit\": \"GB/s\"}\n", device.c_str(),
                  name, which.c_str(), bytes / median(seconds) / 1e9);
      std::fflush(stdout);
    }
  }
  kiln_array_release(a);
  kiln_array_release(flat);
}

// Pool memory after 1000 random shapes, and after 10^5 small arrays.
void Bench::memory() {
  kiln_context own = nullptr;
  check(kiln_context_create(device.c_str(), nullptr, &own));
  kiln_memory_info info = KILN_MEMORY_INFO_INIT;
  std::mt19937 generator(1);
  kiln_array live[3] = {nullptr, nullptr, nullptr};
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t shape[] = {std::int64_t(1 + generator() % 2000), std::int64_t(1 + generator() % 2000)};
    kiln_array_release(live[i % 3]);
    check(kiln_array_zeros(own, KILN_FLOAT32, 2, shape, &live[i % 3]));
  }
  for (auto array : live) kiln_array_release(array);
  check(kiln_context_get_memory(own, &info));
  std::printf(
      "{\"device\": \"%s\", \"name\": \"1000 random shapes: pool over largest moment\", \"kiln\": %.4f, "
      "\"vendor allocations\": %llu}\n",
      device.c_str(), double(info.reserved) / double(info.peak), (unsigned long long)info.allocations);
  const auto before = info;
  const std::int64_t ten[] = {10};
  const double start = now();
  for (int i = 0; i < 100000; ++i) {
    kiln_array a = nullptr;
    check(kiln_array_empty(own, KILN_FLOAT32, 1, ten, &a));
    kiln_array_release(a);
  }
  const double seconds = now() - start;
  check(kiln_context_get_memory(own, &info));
  std::printf(
      "{\"device\": \"%s\", \"name\": \"10^5 small arrays: growth\", \"kiln\": %lld, \"unit\": \"bytes\", "
      "\"ns each\": %.0f}\n",
      device.c_str(), (long long)(info.reserved - before.reserved), seconds * 1e4);
  kiln_context_release(own);
}

// One call on 1000 elements, queued without waiting.
void Bench::small() {
  const std::int64_t shape[] = {1000};
  kiln_array x = nullptr, r = nullptr;
  kiln_elementwise e = nullptr;
  check(kiln_array_zeros(context, KILN_FLOAT32, 1, shape, &x));
  check(kiln_array_empty(context, KILN_FLOAT32, 1, shape, &r));
  check(kiln_elementwise_create(context, "r = x + 1", nullptr, &e));
  const kiln_argument arguments[] = {array(r), array(x)};
  compare(
      "call on 1000 elements",
      [&] {
        const double start = now();
        for (int i = 0; i < 1000; ++i) check(kiln_elementwise_call(e, 2, arguments));
        const double seconds = now() - start;
        check(kiln_context_synchronize(context));
        return seconds;
      },
      {}, "us queued", 1e3);
  kiln_elementwise_release(e);
  kiln_array_release(r);
  kiln_array_release(x);
}

}  // namespace

int main(int argc, char** argv) try {
  Bench bench;
  bench.device = argc > 1 ? argv[1] : "auto";
  if (argc > 2 && std::strcmp(argv[2], "--quick") == 0) {
    bench.rounds = 3;
    bench.iterations = 200;
  }
  check(kiln_context_create(bench.device.c_str(), nullptr, &bench.context));
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  check(kiln_context_get_properties(bench.context, &properties));
  bench.cpu = std::strcmp(properties.kind, "cpu") == 0;
  bench.device = properties.device;
  std::printf("{\"device\": \"%s\", \"name\": \"%s\", \"driver\": \"%s\"}\n", properties.device, properties.name,
              properties.driver);
  std::unique_ptr<Floor> floor =
      std::strncmp(properties.device, "cuda", 4) == 0 ? cuda_floor() : opencl_floor(properties.platform, bench.cpu);
  bench.loop(floor.get());
  bench.small();
  bench.bandwidth(floor.get());
  bench.reductions();
  bench.memory();
  floor.reset();
  kiln_context_release(bench.context);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "kiln_bench: %s\n", error.what());
  return 1;
}
