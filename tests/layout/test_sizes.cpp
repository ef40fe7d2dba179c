// SPDX-License-Identifier: Apache-2.0
// Sizes, strides, contiguity and spans: tables of cases, the refusals, and random layouts against
// enumeration.
#include "model.hpp"

using namespace kiln;
using namespace kiln::layout;
using test::check_fails;

namespace {
constexpr std::int64_t kHuge = std::int64_t{1} << 62;
}

TEST_CASE("shape_text is written like a Python tuple") {
  CHECK(shape_text(Dims{}) == "()");
  CHECK(shape_text(Dims{5}) == "(5,)");
  CHECK(shape_text(Dims{3, 4}) == "(3, 4)");
}

TEST_CASE("checked_size multiplies and refuses") {
  CHECK(checked_size(Dims{}, 8, "op") == 1);
  CHECK(checked_size(Dims{3, 4}, 8, "op") == 12);
  CHECK(checked_size(Dims{3, 0, 4}, 8, "op") == 0);
  CHECK(checked_size(Dims{kHuge}, 1, "op") == kHuge);
  check_fails(KILN_SHAPE_ERROR, "negative extent in shape (3, -1)", [] { checked_size(Dims{3, -1}, 4, "op"); });
  check_fails(KILN_SHAPE_ERROR, "negative", [] { checked_size(Dims{0, -1}, 4, "op"); });
  check_fails(KILN_OVERFLOW, "8 byte elements", [] { checked_size(Dims{kHuge}, 8, "op"); });
  check_fails(KILN_OVERFLOW, "shape", [] { checked_size(Dims{kHuge, 4, 4}, 1, "op"); });
  // Strides of an empty array must fit too.
  check_fails(KILN_OVERFLOW, "shape", [] { checked_size(Dims{kHuge, 0, 4}, 1, "op"); });
  const std::vector<std::int64_t> deep(KILN_MAX_DIMS + 1, 1);
  check_fails(KILN_SHAPE_ERROR, "33 dimensions", [&] { checked_size(deep, 1, "op"); });
}

TEST_CASE("strides of the three orders") {
  CHECK(c_strides(Dims{2, 3, 4}, 8) == Dims{96, 32, 8});
  CHECK(f_strides(Dims{2, 3, 4}, 8) == Dims{8, 16, 48});
  CHECK(c_strides(Dims{2, 0, 4}, 8) == Dims{32, 32, 8});
  CHECK(c_strides(Dims{}, 8) == Dims{});
  CHECK(keep_strides({Dims{2, 3, 4}, Dims{96, 32, 8}, 0}, 4) == Dims{48, 16, 4});
  CHECK(keep_strides({Dims{2, 3, 4}, Dims{8, -16, 48}, 0}, 8) == Dims{8, 16, 48});
  CHECK(keep_strides({Dims{2, 3, 4}, Dims{8, 100, 0}, 0}, 1) == Dims{4, 8, 1});
}

TEST_CASE("contiguity ignores extents of 1 and empty arrays") {
  CHECK(is_c_contiguous({Dims{2, 3}, Dims{24, 8}, 0}, 8));
  CHECK_FALSE(is_c_contiguous({Dims{2, 3}, Dims{24, 8}, 0}, 4));
  CHECK_FALSE(is_c_contiguous({Dims{2, 3}, Dims{8, 16}, 0}, 8));
  CHECK(is_f_contiguous({Dims{2, 3}, Dims{8, 16}, 0}, 8));
  CHECK(is_c_contiguous({Dims{2, 1, 3}, Dims{24, -7, 8}, 0}, 8));
  CHECK(is_f_contiguous({Dims{1, 3}, Dims{0, 8}, 0}, 8));
  CHECK(is_c_contiguous({Dims{2, 0}, Dims{1, 1}, 0}, 8));
  CHECK(is_c_contiguous({Dims{}, Dims{}, 0}, 8));
  CHECK_FALSE(is_c_contiguous({Dims{3}, Dims{-8}, 16}, 8));
}

TEST_CASE("random layouts: contiguity and span agree with enumeration") {
  test::Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const auto shape = random.shape(4, 4);
    const auto layout = random.layout(shape, 4);
    const auto model = test::model_of(layout);
    CAPTURE(shape_text(layout.shape), shape_text(layout.strides), layout.offset);
    bool dense = true;
    std::int64_t low = layout.offset, high = layout.offset;
    for (std::size_t i = 0; i < model.offsets.size(); ++i) {
      dense = dense && model.offsets[i] == layout.offset + static_cast<std::int64_t>(i) * 4;
      low = std::min(low, model.offsets[i]);
      high = std::max(high, model.offsets[i] + 4);
    }
    REQUIRE(is_c_contiguous(layout, 4) == dense);
    REQUIRE(is_f_contiguous(reverse_axes(layout), 4) == dense);
    const auto span = byte_span(layout, 4, "op");
    REQUIRE(span.low == low);
    REQUIRE(span.high == high);
    const auto bytes_held = static_cast<std::int64_t>(model.offsets.size()) * 4;
    const auto whole = dense_span(layout, 4);
    REQUIRE(whole.has_value() == (high - low == bytes_held));
    if (whole) REQUIRE((whole->low == low && whole->high == high));
    const auto bytes = static_cast<std::size_t>(high);
    REQUIRE_NOTHROW(check_inside(layout, 4, 4, bytes, "op"));
    if (!model.offsets.empty()) REQUIRE_THROWS_AS(check_inside(layout, 4, 4, bytes - 1, "op"), base::Error);
  }
}

TEST_CASE("dense_span refuses gaps and shared bytes") {
  CHECK_FALSE(dense_span({Dims{2, 3}, Dims{0, 4}, 0}, 4));
  CHECK_FALSE(dense_span({Dims{2, 3}, Dims{4, 4}, 0}, 4));
  CHECK_FALSE(dense_span({Dims{3}, Dims{8}, 0}, 4));
  CHECK(dense_span({Dims{3, 1}, Dims{-4, 99}, 8}, 4)->low == 0);
  CHECK(dense_span({Dims{}, Dims{}, 8}, 4)->high == 12);
}

TEST_CASE("check_inside refuses what leaves the buffer") {
  CHECK_NOTHROW(check_inside({Dims{2, 3}, Dims{12, 4}, 0}, 4, 4, 24, "op"));
  CHECK_NOTHROW(check_inside({Dims{0, 3}, Dims{12, 4}, 24}, 4, 4, 24, "op"));
  const auto refuse = [](kiln_status status, const char* part, const Layout& layout) {
    check_fails(status, part, [&] { check_inside(layout, 4, 4, 24, "op"); });
  };
  refuse(KILN_INVALID_ARGUMENT, "touches bytes 4 to 28", {Dims{2, 3}, Dims{12, 4}, 4});
  refuse(KILN_INVALID_ARGUMENT, "touches bytes -4 to 24", {Dims{7}, Dims{-4}, 20});
  refuse(KILN_INVALID_ARGUMENT, "offset of 2", {Dims{1}, Dims{4}, 2});
  refuse(KILN_INVALID_ARGUMENT, "multiples of 4", {Dims{2}, Dims{2}, 0});
  refuse(KILN_INVALID_ARGUMENT, "1 stride", {Dims{2, 2}, Dims{4}, 0});
  refuse(KILN_INVALID_ARGUMENT, "touches", {Dims{0}, Dims{4}, 28});
  refuse(KILN_SHAPE_ERROR, "negative", {Dims{-1}, Dims{4}, 0});
  refuse(KILN_OVERFLOW, "overflows", {Dims{9}, Dims{kHuge}, 0});
  refuse(KILN_OVERFLOW, "overflows", {Dims{2, 2}, Dims{kHuge, kHuge}, 0});
}

TEST_CASE("resolve_reshape finds -1 and refuses other counts") {
  CHECK(resolve_reshape(Dims{4, 6}, Dims{3, -1}, "op") == Dims{3, 8});
  CHECK(resolve_reshape(Dims{4, 6}, Dims{24}, "op") == Dims{24});
  CHECK(resolve_reshape(Dims{}, Dims{1, -1}, "op") == Dims{1, 1});
  CHECK(resolve_reshape(Dims{0, 3}, Dims{-1, 5}, "op") == Dims{0, 5});
  CHECK(resolve_reshape(Dims{0, 3}, Dims{7, 0}, "op") == Dims{7, 0});
  check_fails(KILN_SHAPE_ERROR, "cannot become (5, -1)", [] { resolve_reshape(Dims{4, 6}, Dims{5, -1}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "cannot become (23,)", [] { resolve_reshape(Dims{4, 6}, Dims{23}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "2 extents of -1", [] { resolve_reshape(Dims{4}, Dims{-1, -1}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "negative", [] { resolve_reshape(Dims{4}, Dims{-2, -2}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "cannot become (0, -1), as -1 has no meaning beside an extent of 0", [] {
    resolve_reshape(Dims{0}, Dims{0, -1}, "op");
  });
  check_fails(KILN_OVERFLOW, "shape", [] { resolve_reshape(Dims{4}, Dims{kHuge, 4}, "op"); });
}
