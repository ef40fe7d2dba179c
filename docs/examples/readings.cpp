// SPDX-License-Identifier: Apache-2.0
// Readings of several stations: brought together by station, reduced and summed up within each, smoothed by a
// scan of the user's own. Each result is checked on the host. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

namespace {

bool all_right = true;

void check(const char* what, const std::vector<float>& got, const std::vector<double>& expected) {
  bool right = got.size() == expected.size();
  for (std::size_t i = 0; right && i < got.size(); ++i)
    right = std::abs(got[i] - expected[i]) <= 1e-4 * (std::abs(expected[i]) + 1);
  std::cout << what << (right ? ": right\n" : ": WRONG\n");
  all_right = all_right && right;
}

}  // namespace

int main() try {
  constexpr std::size_t count = 5000, stations = 7;
  std::vector<std::int32_t> where(count);
  std::vector<float> what(count);
  for (std::size_t i = 0; i < count; ++i) {
    where[i] = static_cast<std::int32_t>(i * 31 % stations);
    what[i] = static_cast<float>(i * 7919 % 1009) / 100;
  }
  std::vector<double> means(stations), greatest(stations), running, smooth;
  std::vector<int> counts(stations);
  for (std::size_t s = 0; s < stations; ++s) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (where[i] != static_cast<std::int32_t>(s)) continue;
      running.push_back(sum += what[i]);
      greatest[s] = std::max<double>(greatest[s], what[i]);
      ++counts[s];
    }
    means[s] = sum / counts[s];
  }
  for (std::size_t i = 0; i < count; ++i) smooth.push_back((i ? 0.9 * smooth[i - 1] : 0) + 0.1 * what[i]);
  std::vector<float> in_order = what;
  std::sort(in_order.begin(), in_order.end());

  kiln::Context context;
  const auto station = kiln::GpuArray::from(context, where), reading = kiln::GpuArray::from(context, what);

  // Readings of a station side by side, in the order in which they came.
  const auto [keys, values] = kiln::sort_by_key(station, reading);
  const auto [names, mean] = kiln::reduce_by_key(keys, values, KILN_REDUCE_MEAN);
  std::cout << "stations: " << names << "\nmeans: " << mean << "\n";
  check("mean of each station", mean.read<float>(), means);
  check("greatest of each", kiln::reduce_by_key(keys, values, KILN_REDUCE_MAX).values.read<float>(), greatest);
  check("running sums of each", kiln::scan_by_key(keys, values, KILN_SCAN_SUM).read<float>(), running);
  check("median of all", kiln::median(reading).read<float>(),
        {(double(in_order[count / 2 - 1]) + in_order[count / 2]) / 2});

  // y[i] = 0.9 y[i - 1] + 0.1 x[i]. An accumulator is a map y -> m y + c; maps are composed, the earlier
  // first.
  const kiln::Scan smoothing(context, "m = 1; c = 0", "m = 0.9; c = 0.1*x", "c = c*m_ + c_; m = m*m_", "y = c");
  check("smoothed", smoothing({reading})[0].read<float>(), smooth);
  std::cout << "Used the device: " << context.device() << " " << context.name() << "\n";
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
