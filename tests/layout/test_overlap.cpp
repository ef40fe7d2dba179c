// SPDX-License-Identifier: Apache-2.0
// Overlap against brute force on small layouts, and large ones that only the search can settle.
#include <set>

#include "model.hpp"

using namespace kiln;
using namespace kiln::layout;

namespace {

Layout random_strided(test::Random& random, bool aligned, std::int64_t item) {
  Layout out;
  for (auto n = random(0, 3); n > 0; --n) {
    out.shape.push_back(random(0, 20) == 0 ? 0 : random(1, 5));
    out.strides.push_back(aligned ? item * random(-9, 9) : random(-25, 25));
  }
  out.offset = 200 + (aligned ? item * random(-15, 15) : random(-60, 60));
  return out;
}

std::set<std::int64_t> bytes_of(const Layout& layout, std::int64_t item) {
  std::set<std::int64_t> out;
  for (auto offset : test::model_of(layout).offsets) {
    for (std::int64_t i = 0; i < item; ++i) out.insert(offset + i);
  }
  return out;
}

}  // namespace

TEST_CASE("may_overlap is exact on small layouts") {
  test::Random random(6);
  int yes = 0, no_in_span = 0;
  for (int round = 0; round < 30000; ++round) {
    const bool aligned = random.coin();
    const std::int64_t a_item = std::int64_t{1} << random(0, 3), b_item = std::int64_t{1} << random(0, 3);
    const auto a = random_strided(random, aligned, a_item), b = random_strided(random, aligned, b_item);
    const auto a_bytes = bytes_of(a, a_item), b_bytes = bytes_of(b, b_item);
    bool expected = false;
    for (auto byte : a_bytes) expected = expected || b_bytes.count(byte) != 0;
    CAPTURE(round, shape_text(a.shape), shape_text(a.strides), a.offset, a_item, shape_text(b.shape),
            shape_text(b.strides), b.offset, b_item);
    const auto ai = static_cast<std::size_t>(a_item), bi = static_cast<std::size_t>(b_item);
    REQUIRE(may_overlap(a, ai, b, bi) == expected);
    REQUIRE(may_overlap(b, bi, a, ai) == expected);
    const auto a_span = byte_span(a, ai, "op"), b_span = byte_span(b, bi, "op");
    yes += expected;
    no_in_span += !expected && a_span.low < b_span.high && b_span.low < a_span.high;
  }
  CHECK(yes > 3000);
  CHECK(no_in_span > 1000);
}

TEST_CASE("overlaps_itself is exact on small layouts") {
  test::Random random(7);
  int yes = 0, no = 0;
  for (int round = 0; round < 30000; ++round) {
    const std::int64_t item = std::int64_t{1} << random(0, 3);
    auto layout = random_strided(random, random.coin(), item);
    if (random(0, 2) == 0) layout = random.layout(random.shape(4, 4), static_cast<std::size_t>(item));
    const auto elements = test::model_of(layout).offsets.size();
    const bool expected = bytes_of(layout, item).size() != elements * static_cast<std::size_t>(item);
    CAPTURE(round, shape_text(layout.shape), shape_text(layout.strides), item);
    REQUIRE(overlaps_itself(layout, static_cast<std::size_t>(item)) == expected);
    (expected ? yes : no) += 1;
  }
  CHECK(yes > 3000);
  CHECK(no > 3000);
}

TEST_CASE("large layouts are settled without enumeration") {
  constexpr std::int64_t n = std::int64_t{1} << 40;
  const Layout even{Dims{n}, Dims{8}, 0}, odd{Dims{n}, Dims{8}, 4};
  CHECK_FALSE(may_overlap(even, 4, odd, 4));
  CHECK(may_overlap(even, 5, odd, 4));
  const Layout columns{Dims{n, 3}, Dims{64, 4}, 0}, others{Dims{n, 3}, Dims{64, 4}, 12};
  CHECK_FALSE(may_overlap(columns, 4, others, 4));
  const Layout shifted{Dims{n, 3}, Dims{64, 4}, 8};
  CHECK(may_overlap(columns, 4, shifted, 4));
  // a[::-1] meets a, a[::-2] from an odd start misses a[::2].
  CHECK(may_overlap({Dims{n}, Dims{4}, 0}, 4, {Dims{n}, Dims{-4}, 4 * (n - 1)}, 4));
  CHECK_FALSE(may_overlap({Dims{n / 2}, Dims{8}, 0}, 4, {Dims{n / 2}, Dims{-8}, 4 * (n - 1)}, 4));
  CHECK_FALSE(overlaps_itself({Dims{n, 4}, Dims{4, 4 * n}, 0}, 4));
  CHECK(overlaps_itself({Dims{n, 2}, Dims{4, 4 * n - 4}, 0}, 4));
  CHECK(overlaps_itself({Dims{5, 2}, Dims{0, 4}, 0}, 4));
  CHECK_FALSE(overlaps_itself({Dims{5, 0}, Dims{0, 4}, 0}, 4));
}

TEST_CASE("a search without end gives up with true") {
  // Awkward coefficients in many dimensions: a subset-sum problem. Either answer must come soon, and a hit is
  // never denied.
  test::Random random(8);
  for (int round = 0; round < 20; ++round) {
    Layout a, b;
    std::int64_t hit = 0;
    for (int i = 0; i < 30; ++i) {
      const auto stride = random(1 << 20, 1 << 30);
      a.shape.push_back(2);
      a.strides.push_back(stride);
      if (random.coin()) hit += stride;
    }
    b.offset = hit;
    CHECK(may_overlap(a, 1, b, 1));
  }
}
