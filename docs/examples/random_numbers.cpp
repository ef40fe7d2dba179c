// SPDX-License-Identifier: Apache-2.0
// Random numbers: pi by counting points in a circle, shuffled rows of a table in batches, weighted choices;
// and a generator set back, which repeats. Each result is checked. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

namespace {

bool all_right = true;

void check(const char* what, double got, double expected, double margin) {
  const bool right = std::abs(got - expected) <= margin;
  std::cout << what << ": " << got << (right ? "\n" : ", WRONG\n");
  all_right = all_right && right;
}

}  // namespace

int main() try {
  kiln::Context context;
  kiln::Random random(context, 20240229);

  const auto x = random.uniform({1000000}, -1, 1), y = random.uniform({1000000}, -1, 1);
  const kiln::GpuArray inside = x * x + y * y < 1.0;
  check("pi", 4 * double(inside.count_nonzero().item<std::int64_t>()) / 1e6, 3.14159, 0.01);

  const auto noise = random.normal({300, 1000}, 10, 2);
  check("mean", noise.mean().item<float>(), 10, 0.02);
  check("standard deviation", noise.stddev().item<float>(), 2, 0.02);

  // Each row of a table once, in random order, 100 at a time.
  const auto order = random.permutation(300);
  double sum = 0;
  for (std::int64_t batch = 0; batch < 3; ++batch)
    sum += double(order(kiln::slice(100 * batch, 100 * batch + 100)).sum().item<std::int64_t>());
  check("sum of all rows' numbers", sum, 299 * 150, 0);

  const auto weights = kiln::GpuArray::from(context, {1.0F, 0.0F, 3.0F});
  const auto drawn = random.choice(3, 10000, true, weights).read<std::int64_t>();
  check("share of the last", double(std::count(drawn.begin(), drawn.end(), 2)) / 1e4, 0.75, 0.02);

  const std::uint64_t here = random.counter();
  const auto once = random.integers({5}, 0, 100).read<std::int64_t>();
  random.set_counter(here);
  check("the same again", once == random.integers({5}, 0, 100).read<std::int64_t>(), 1, 0);
  std::cout << "Used the device: " << context.device() << " " << context.name() << "\n";
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
