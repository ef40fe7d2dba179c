// SPDX-License-Identifier: Apache-2.0
// Arrays at the sizes where numbers of 32 bits end. Takes 9 GB of device memory.
#include <kiln/kiln.hpp>

#include <vector>

#include "support.hpp"

using kiln::GpuArray;

TEST_CASE("rows of nearly 2^31, arrays of nearly 2^32 elements", "[.large]") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
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
