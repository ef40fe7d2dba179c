// SPDX-License-Identifier: Apache-2.0
// Reductions: statistics of the rows of a matrix, softmax from a few of them, and reductions of the user's
// own. Each result is checked on the host. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <cmath>
#include <iostream>
#include <vector>

namespace {

bool all_right = true;

void check(const char* what, double got, double expected) {
  const bool right = std::abs(got - expected) <= 1e-4 * (std::abs(expected) + 1);
  std::cout << what << ": " << got << (right ? "\n" : ", WRONG\n");
  all_right = all_right && right;
}

}  // namespace

int main() try {
  constexpr std::int64_t rows = 300, columns = 1000;
  std::vector<float> host(rows * columns);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i * 7919 % 1009) / 1009;
  double sum = 0, first_row = 0, dot = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    sum += host[i];
    if (i < columns) first_row += host[i];
    if (i < columns) dot += host[i] * host[i + columns];
  }

  kiln::Context context;
  const auto x = kiln::GpuArray::from(context, host, {rows, columns});
  check("sum", x.sum().item<float>(), sum);
  check("mean of the first row", x.mean(1).read<float>()[0], first_row / columns);
  std::cout << "greatest of each column: " << x.max(0) << "\nwhere: " << x.argmax(0) << "\n";
  check("standard deviation", x.stddev().item<float>(), 0.2886);

  // Rows with mean 0 and standard deviation 1: the kept axes broadcast.
  const kiln::GpuArray z = (x - x.mean(1, true)) / x.stddev(1, true);
  check("variance of a row", z.var(1).read<float>()[rows - 1], 1);

  const kiln::GpuArray softmax = kiln::exp(x - x.logsumexp(1, true));
  check("a row of softmax", softmax.sum(1).read<float>()[7], 1);

  // A product of two arrays and its sum, in one kernel; and both ends of a range in one pass.
  const kiln::Reduction inner(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
  check("inner product", inner({x[0], x[1]})[0].item<float>(), dot);
  const kiln::Reduction range(context, "lo = inf; hi = -inf", "lo = a; hi = a", "lo = min(lo, lo_); hi = max(hi, hi_)",
                              "least = lo; greatest = hi", 2);
  const auto ends = range({x});
  check("least", ends[0].item<float>(), 0);
  check("greatest", ends[1].item<float>(), 1008.0 / 1009);
  std::cout << "Used the device: " << context.device() << " " << context.name() << "\n";
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
