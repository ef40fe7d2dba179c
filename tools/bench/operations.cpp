// SPDX-License-Identifier: Apache-2.0
// Times operations beside the device's own copy: medians of five rounds, bytes counted once in, once out.
//
//   kiln_bench_operations DEVICE [LOG2_OF_ELEMENTS]      default 27; tools/bench/peers_operations.py has the
//   same lines
#include <kiln/kiln.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>

namespace {

using kiln::GpuArray;

class Bench {
 public:
  explicit Bench(const char* device) : context_(device) {}
  const kiln::Context& context() const { return context_; }
  // Seconds of one of `calls` calls, which are waited for together.
  double time(const std::function<void()>& call, int calls) {
    call();
    context_.synchronize();
    std::vector<double> seconds;
    for (int round = 0; round < 5; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < calls; ++i) call();
      context_.synchronize();
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
                        calls);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[2];
  }
  void bandwidth(const char* name, double bytes, int calls, const std::function<void()>& call) {
    const double seconds = time(call, calls);
    std::printf("%-26s %10.3f ms %9.1f GB/s\n", name, seconds * 1e3, bytes / seconds / 1e9);
    std::fflush(stdout);
  }
  void products(std::int64_t n, kiln::Random& random) {
    const auto a = random.normal({n, n}, 0, 1, KILN_FLOAT32), b = random.normal({n, n}, 0, 1, KILN_FLOAT32);
    const auto c = GpuArray::empty(context_, {n, n}, KILN_FLOAT32);
    const double seconds = time([&] { kiln::matmul(a, b, c); }, 3);
    std::printf("sgemm %-20lld %10.3f ms %9.2f GFLOP/s\n", static_cast<long long>(n), seconds * 1e3,
                2.0 * double(n) * double(n) * double(n) / seconds / 1e9);
    std::fflush(stdout);
  }

 private:
  kiln::Context context_;
};

void run(Bench& bench, int exponent) {
  const auto& context = bench.context();
  const std::int64_t n = std::int64_t{1} << exponent, columns = std::int64_t{1} << (exponent / 2 + 1);
  const double bytes = 4.0 * double(n);
  kiln::Random random(context, 42);
  const auto a = random.uniform({n}, 0, 1, KILN_FLOAT32);
  const auto r = GpuArray::empty(context, {n}, KILN_FLOAT32);
  const auto m = a.reshape({-1, columns}), out = r.reshape({-1, columns});
  bench.bandwidth("copy", 2 * bytes, 5, [&] { r.assign(a); });
  bench.bandwidth("transposed copy", 2 * bytes, 5, [&] { r.reshape({columns, -1}).assign(m.transpose()); });
  bench.bandwidth("random uniform", bytes, 5, [&] { random.uniform({n}, 0, 1, KILN_FLOAT32, r); });
  bench.bandwidth("random normal", bytes, 5, [&] { random.normal({n}, 0, 1, KILN_FLOAT32, r); });
  const auto scan = [&](const GpuArray& from, const GpuArray& to, std::int64_t axis) {
    kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
    options.axis = axis;
    kiln::detail::check(kiln_array_scan(from.get(), KILN_SCAN_SUM, &options, to.get(), nullptr));
  };
  bench.bandwidth("cumsum", 2 * bytes, 3, [&] { scan(a, r, 0); });
  bench.bandwidth("cumsum axis 0", 2 * bytes, 3, [&] { scan(m, out, 0); });
  bench.bandwidth("cumsum axis 1", 2 * bytes, 3, [&] { scan(m, out, 1); });
  bench.bandwidth("sort", 2 * bytes, 1, [&] { kiln::sort(a, -1, false, r); });
  const auto quarter = a(kiln::slice(0, n / 4));
  bench.bandwidth("argsort of a quarter", 3 * bytes / 4, 1, [&] { kiln::argsort(quarter); });

  const auto table = GpuArray::full(context, {10000, 784}, 1.0F);
  const auto rows = random.integers({60000}, 0, 10000, KILN_INT64);
  const auto taken = GpuArray::empty(context, {60000, 784}, KILN_FLOAT32);
  bench.bandwidth("take 60000 rows of 784", 2.0 * 60000 * 784 * 4, 10,
                  [&] { kiln::take(table, rows, 0, taken); });
  const auto places = random.integers({n / 4}, 0, n, KILN_INT64);
  const auto few = GpuArray::empty(context, {n / 4}, KILN_FLOAT32);
  bench.bandwidth("take single elements", 4.0 * double(n), 3, [&] { kiln::take(a, places, 0, few); });
  const auto sums = GpuArray::zeros(context, {10000, 64}, KILN_FLOAT32);
  const auto words = random.integers({200000}, 0, 10000, KILN_INT64);
  const auto values = GpuArray::full(context, {200000, 64}, 1.0F);
  bench.bandwidth("scatter_add 200000 x 64", 200000.0 * 64 * 4, 5,
                  [&] { kiln::scatter_add(sums, words, 0, values); });

  for (std::int64_t size : {512, 1024, 2048}) bench.products(size, random);
  if (exponent >= 26)
    for (std::int64_t size : {4096, 8192}) bench.products(size, random);
  const std::int64_t side = exponent >= 26 ? 16384 : 4096;
  const auto matrix = random.normal({side, side}, 0, 1, KILN_FLOAT32),
             vector = random.normal({side}, 0, 1, KILN_FLOAT32);
  const auto product = GpuArray::empty(context, {side}, KILN_FLOAT32);
  bench.bandwidth("gemv", 4.0 * double(side) * double(side), 5,
                  [&] { kiln::matmul(matrix, vector, product); });
}

}  // namespace

int main(int argc, char** argv) try {
  const int exponent = argc > 2 ? std::atoi(argv[2]) : 27;
  if (argc < 2 || exponent < 18 || exponent > 30) {
    std::fprintf(stderr, "usage: kiln_bench_operations DEVICE [LOG2_OF_ELEMENTS, 18 to 30]\n");
    return 2;
  }
  Bench bench(argv[1]);
  std::printf("%s, 2^%d float32\n", bench.context().name().c_str(), exponent);
  run(bench, exponent);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
