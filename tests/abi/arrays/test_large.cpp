// SPDX-License-Identifier: Apache-2.0
// Arrays at the sizes where numbers of 32 bits end. Devices without the memory for them are named and left
// out.
#include <kiln/kiln.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support.hpp"

using kiln::GpuArray;

namespace {

bool has_memory(const kiln::Context& context, const std::string& device, double gigabytes) {
  const double total = double(context.memory().total) * 1e-9;
  if (total >= gigabytes) return true;
  WARN("not run on " << device << ", which has " << total << " GB of memory: takes " << gigabytes);
  return false;
}

}  // namespace

TEST_CASE("rows of nearly 2^31, arrays of nearly 2^32 elements", "[.large]") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    if (!has_memory(context, device, 9)) continue;
    // Rows of two bytes that are moved as one: 2^20 times 2000 of them, less than 2^31, where a loop over
    // rows goes on by 2^28.
    const std::int64_t outer = 1 << 20, half = 1000;
    const auto pairs = kiln::Random(context, 1).integers({outer, 2, 2}, 0, 256, KILN_UINT8);
    std::vector<std::int32_t> alternating;
    for (std::int64_t i = 0; i < half; ++i) alternating.insert(alternating.end(), {0, 1});
    const auto taken = kiln::take(pairs, GpuArray::from(context, alternating), 1);
    CHECK(taken.shape() == std::vector<std::int64_t>{outer, 2 * half, 2});
    {
      const GpuArray same = taken.reshape({outer, half, 2, 2}) == pairs.reshape({outer, 1, 2, 2});
      CHECK(same.all().item<bool>());
      CHECK(same.count_nonzero().item<std::int64_t>() == outer * half * 4);
    }
    const auto last = taken(outer - 1, 2 * half - 1, 1);
    const auto place = [&](std::int64_t flat) {
      kiln::put(taken.reshape({-1}), GpuArray::from(context, std::vector<std::int64_t>{flat}), 0,
                GpuArray::full(context, {1}, std::uint8_t{7}));
      return taken.argmax().item<std::int64_t>();
    };
    taken.fill(std::uint8_t{0});
    CHECK(last.item<std::uint8_t>() == 0);
    CHECK(place(outer * half * 4 - 1) == outer * half * 4 - 1);
    CHECK(last.item<std::uint8_t>() == 7);
    CHECK(place((std::int64_t{1} << 31) + 1) == (std::int64_t{1} << 31) + 1);
    CHECK(taken.sum().item<std::uint64_t>() == 14);
  }
}

TEST_CASE("more than 2^32 elements", "[.large]") {
  constexpr std::int64_t columns = 65536, rows = columns + 3, few = 6000, n = rows * columns;
  const auto whole = kiln::slice();
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    if (!has_memory(context, device, 28)) continue;  // 5.5 bytes an element on PoCL
    const auto a = kiln::Random(context, 1).integers({rows, columns}, 0, 256, KILN_UINT8), flat = a.reshape({-1});
    // Piece by piece, in copies of their own, no number is beyond 32 bits.
    const auto piece = [](const GpuArray& array, std::int64_t row) {
      return array(kiln::slice(row, std::min(row + few, array.shape()[0]))).copy();
    };
    const auto same = [&](const GpuArray& x, const GpuArray& y) {
      bool all = x.shape() == y.shape();
      for (std::int64_t r = 0; all && r < x.shape()[0]; r += few)
        all = GpuArray(piece(x, r) == piece(y, r)).all().item<bool>();
      return all;
    };
    std::uint64_t sum = 0;
    for (std::int64_t r = 0; r < rows; r += few) sum += piece(a, r).sum().item<std::uint64_t>();
    const auto by_rows = [&](const char* name, const std::function<GpuArray(const GpuArray&)>& f) {
      INFO(device << " " << name);
      const GpuArray all = f(a);
      bool right = true;
      for (std::int64_t r = 0; right && r < rows; r += few)
        right = GpuArray(piece(all, r) == f(piece(a, r))).all().item<bool>();
      CHECK(right);
    };
    by_rows("+", [](const GpuArray& x) { return GpuArray(x + std::uint8_t{1}); });
    by_rows("flip", [&](const GpuArray& x) { return x(whole, kiln::slice(kiln::none, kiln::none, -1)).copy(); });
    by_rows("roll", [](const GpuArray& x) { return kiln::roll(x, {5}, {1}); });
    by_rows("argmax", [](const GpuArray& x) { return x.argmax({1}); });
    by_rows("cummax", [](const GpuArray& x) { return kiln::cummax(x, 1); });
    by_rows("sort", [](const GpuArray& x) { return kiln::sort(x, 1); });
    by_rows("take", [&](const GpuArray& x) {
      return kiln::take(x, GpuArray::arange(context, columns - 1, -1, -1, KILN_INT64), 1);
    });
    const auto turned = a.transpose().copy();
    CHECK(same(turned.transpose(), a));
    CHECK(same(kiln::concat({a(kiln::slice(0, 40000)), a(kiln::slice(40000, rows))}), a));
    CHECK(same(kiln::pad(a, {{1, 1}, {1, 1}})(kiln::slice(1, rows + 1), kiln::slice(1, columns + 1)), a));
    CHECK(a.sum().item<std::uint64_t>() == sum);
    CHECK(a.sum({0}).sum().item<std::uint64_t>() == sum);
    CHECK(kiln::cummax(flat)(n - 1).item<std::uint8_t>() == 255);
    const auto sorted = kiln::sort(flat);
    CHECK(GpuArray(sorted(kiln::slice(0, n - 1)) <= sorted(kiln::slice(1, n))).all().item<bool>());
    CHECK(sorted.sum().item<std::uint64_t>() == sum);
    CHECK(kiln::median(flat).item<float>() == float(sorted((n - 1) / 2).item<std::uint8_t>()));
    const std::vector<std::int64_t> places{3, std::int64_t{1} << 31, (std::int64_t{1} << 32) - 1, std::int64_t{1} << 32,
                                           n - 1};
    const auto at = GpuArray::from(context, places);
    const auto marks = GpuArray::full(context, {n}, std::uint8_t{1});
    marks.fill(std::uint8_t{0});
    CHECK(marks.sum().item<std::uint64_t>() == 0);
    kiln::put(marks, at, 0, GpuArray::full(context, {5}, std::uint8_t{1}));
    CHECK(kiln::nonzero(marks)[0].read<std::int64_t>() == places);
    kiln::scatter_add(marks, at, 0, GpuArray::full(context, {5}, std::uint8_t{1}));
    CHECK(kiln::take(marks, at, 0).read<std::uint8_t>() == std::vector<std::uint8_t>(5, 2));
    CHECK(marks.sum().item<std::uint64_t>() == 10);
    CHECK(marks.argmax().item<std::int64_t>() == 3);
    CHECK(kiln::median(marks).item<float>() == 0);  // counts of more than 32 bits
    CHECK(kiln::quantile(marks, 1).item<float>() == 2);
    CHECK(kiln::compress(flat, marks.astype(KILN_BOOL)).read<std::uint8_t>() ==
          kiln::take(flat, at, 0).read<std::uint8_t>());
  }
}
