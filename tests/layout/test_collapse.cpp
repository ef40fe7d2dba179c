// SPDX-License-Identifier: Apache-2.0
// Collapse visits the same tuples of offsets as the original loops, in fewer axes; C order is kept where
// asked.
#include "model.hpp"

using namespace kiln;
using namespace kiln::layout;

namespace {

using Tuples = std::vector<std::vector<std::int64_t>>;

Tuples visit(const Dims& shape, std::size_t operands, const Dims* const* strides) {
  Tuples out;
  test::for_each_index({shape.begin(), shape.end()}, [&](const auto& at) {
    std::vector<std::int64_t> tuple(operands, 0);
    for (std::size_t k = 0; k < operands; ++k) {
      for (std::size_t i = 0; i < at.size(); ++i) tuple[k] += at[i] * (*strides[k])[i];
    }
    out.push_back(tuple);
  });
  return out;
}

Tuples visit(const Collapsed& c) {
  std::vector<const Dims*> strides;
  for (std::size_t k = 0; k < c.operands; ++k) strides.push_back(&c.strides[k]);
  return visit(c.shape, c.operands, strides.data());
}

}  // namespace

TEST_CASE("collapse visits the same tuples") {
  test::Random random(9);
  static Collapsed out;  // reused, as a call site may
  int fewer = 0;
  for (int round = 0; round < 20000; ++round) {
    const auto shape = random.shape(5, 4);
    const auto operands = static_cast<std::size_t>(random(1, 4));
    std::vector<Dims> strides;
    const auto order = random.layout(shape, 4).strides;
    for (std::size_t k = 0; k < operands; ++k) {
      strides.push_back(random.coin() ? order : random.coin() ? c_strides(shape, 4) : random.layout(shape, 4).strides);
      for (auto& s : strides.back()) s = k > 0 && random(0, 6) == 0 ? 0 : s;
    }
    std::vector<const Dims*> pointers;
    for (const auto& s : strides) pointers.push_back(&s);
    const bool reorder = random.coin();
    collapse(shape, pointers, reorder, out);
    CAPTURE(round, shape_text(shape), shape_text(strides[0]), reorder);
    REQUIRE(out.shape.size() >= 1);
    REQUIRE(out.operands == operands);
    for (std::size_t k = 0; k < operands; ++k) REQUIRE(out.strides[k].size() == out.shape.size());
    auto before = visit(shape, operands, pointers.data()), after = visit(out);
    if (reorder) {
      std::sort(before.begin(), before.end());
      std::sort(after.begin(), after.end());
    }
    REQUIRE(before == after);
    fewer += out.shape.size() < shape.size();
    // Nothing is left to do: no extents of 1 beside others, no neighbours to merge, operand 0 in order.
    for (std::size_t i = 0; out.shape.size() > 1 && i < out.shape.size(); ++i) {
      REQUIRE(out.shape[i] != 1);
      if (i == 0) continue;
      bool merge = true;
      for (std::size_t k = 0; k < operands; ++k) {
        merge = merge && out.strides[k][i - 1] == out.strides[k][i] * out.shape[i];
      }
      REQUIRE_FALSE(merge);
      if (reorder) REQUIRE(std::abs(out.strides[0][i - 1]) >= std::abs(out.strides[0][i]));
    }
  }
  CHECK(fewer > 5000);
}

TEST_CASE("collapse: table") {
  Collapsed out;
  const auto run = [&](Dims shape, std::initializer_list<Dims> strides, bool reorder) {
    std::vector<const Dims*> pointers;
    for (const auto& s : strides) pointers.push_back(&s);
    collapse(shape, pointers, reorder, out);
  };
  run({2, 3, 4}, {{48, 16, 4}, {48, 16, 4}}, true);
  CHECK(out.shape == Dims{24});
  CHECK(out.strides[1] == Dims{4});
  run({2, 3}, {{4, 8}, {4, 8}}, true);  // both F order
  CHECK(out.shape == Dims{6});
  run({2, 3}, {{4, 8}, {4, 8}}, false);
  CHECK(out.shape == Dims{2, 3});
  run({2, 3}, {{12, 4}, {0, 4}}, true);  // a row broadcast over rows
  CHECK(out.shape == Dims{2, 3});
  run({2, 3}, {{12, 4}, {0, 0}}, true);  // a scalar
  CHECK(out.shape == Dims{6});
  CHECK(out.strides[1] == Dims{0});
  run({5}, {{-4}, {-4}}, true);
  CHECK(out.strides[0] == Dims{-4});
  run({}, {{}, {}}, true);
  CHECK(out.shape == Dims{1});
  CHECK(out.strides[1] == Dims{0});
  run({1, 1}, {{4, 4}}, true);
  CHECK(out.shape == Dims{1});
  run({3, 0, 2}, {{4, 4, 4}}, true);
  CHECK(out.shape == Dims{0});
  // Operand 0 has no say where it does not step: operand 1 orders the axes.
  run({2, 3}, {{0, 0}, {4, 8}}, true);
  CHECK(out.shape == Dims{6});
  const std::vector<Dims> many(kMaxOperands + 1, Dims{4});
  std::vector<const Dims*> pointers;
  for (const auto& s : many) pointers.push_back(&s);
  CHECK_THROWS_AS(collapse(Dims{1}, pointers, true, out), base::Error);
}
