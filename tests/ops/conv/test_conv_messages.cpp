// SPDX-License-Identifier: Apache-2.0
// What convolutions, pooling and upsampling refuse: each message names the operation, the shapes, the number that was
// got and its axis, and what was expected. Arrays and graphs have the same checks.
#include "../support/product_support.hpp"
#include "array/conv/conv.hpp"
#include "array/pool/pool.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::PoolOptions;

namespace {

constexpr std::int64_t kHuge = std::int64_t{1} << 62;

// "KILN_SHAPE_ERROR op: ..." for what a call throws.
template <class Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const backend::Error& error) {
    const char* const status = error.status() == KILN_SHAPE_ERROR        ? "KILN_SHAPE_ERROR "
                               : error.status() == KILN_TYPE_ERROR       ? "KILN_TYPE_ERROR "
                               : error.status() == KILN_INVALID_ARGUMENT ? "KILN_INVALID_ARGUMENT "
                               : error.status() == KILN_OVERFLOW         ? "KILN_OVERFLOW "
                                                                         : "? ";
    return status + error.message();
  }
  return "not refused";
}

struct ConvRefusal {
  Dims x, filters;
  ConvOptions options;
  const char* message;
};

ConvOptions numbers_of(Dims strides, Dims dilation = {}, Dims padding = {}) {
  ConvOptions options{std::move(strides), std::move(dilation)};
  options.padding = std::move(padding);
  if (!options.padding.empty()) options.border = ConvOptions::Border::numbers;
  return options;
}
ConvOptions groups_of(std::int64_t groups) {
  ConvOptions options;
  options.groups = groups;
  return options;
}

}  // namespace

TEST_CASE("conv: what is refused", "[conv]") {
  const Dims x{2, 4, 5, 5}, w{6, 4, 3, 3};
  const ConvRefusal cases[] = {
      {{-1, 4},
       w,
       {},
       "KILN_SHAPE_ERROR op: the input has shape (?, 4) and the filters (6, 4, 3, 3): got 2 dimensions of the input, "
       "expected 3 to 5: a batch axis, an axis of channels and 1 to 3 spatial axes"},
      {{1, 1, 1, 1, 1, 1}, w, {}, "(1, 1, 1, 1, 1, 1) and the filters (6, 4, 3, 3): got 6 dimensions of the input"},
      {{-1, -1, -1, -1},
       {-1, -1},
       {},
       "KILN_SHAPE_ERROR op: the input has shape (?, ?, ?, ?) and the filters (?, ?): got 2 dimensions of the filters, "
       "expected 4"},
      {x, {-1}, {}, "and the filters (?,): got 1 dimension of the filters, expected 4"},
      {x, w, groups_of(0),
       "KILN_INVALID_ARGUMENT op: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 0 groups, "
       "expected "
       "at least 1"},
      {x, w, groups_of(-2), "got -2 groups, expected at least 1"},
      {x, w, groups_of(4),
       "KILN_SHAPE_ERROR op: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 6 "
       "filters, expected a multiple of 4 groups"},
      {x, w, groups_of(2), "got 4 channels, expected 8 (2 groups of 4)"},
      {{2, 1, 5, 5}, w, {}, "the input has shape (2, 1, 5, 5) and the filters (6, 4, 3, 3): got 1 channel, expected 4"},
      {{2, 4, -1, 5},
       {0, 4, 3, 3},
       groups_of(kHuge),
       "KILN_OVERFLOW op: the input has shape (2, 4, ?, 5) and the filters (0, 4, 3, 3): got 4611686018427387904 "
       "groups "
       "of 4 channels, expected less than 2^63 channels"},
      {x, w, numbers_of({}, {}, {0, 0, -1, 0}),
       "KILN_INVALID_ARGUMENT op: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got a padding of -1 "
       "before spatial axis 1, expected 0 to 2147483647"},
      {x, w, numbers_of({}, {}, {0, kHuge, 0, 0}),
       "got a padding of 4611686018427387904 behind spatial axis 0, expected"},
      {x, w, numbers_of({}, {}, {1}),
       "KILN_SHAPE_ERROR op: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got the padding (1,), "
       "expected 4 numbers: before and behind each spatial axis"},
      {x, w, numbers_of({1, 0}),
       "KILN_INVALID_ARGUMENT op: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, "
       "3): got a stride of 0 along spatial axis 1, expected 1 to 2147483647"},
      {x, w, numbers_of({-3, 1}), "got a stride of -3 along spatial axis 0, expected 1 to 2147483647"},
      {x, w, numbers_of({kHuge, 1}),
       "got a stride of 4611686018427387904 along spatial axis 0, expected 1 to 2147483647"},
      {{2, 4, 5},
       {6, 4, 3},
       numbers_of({1, 1}),
       "got the strides (1, 1), expected 1 number: one for each spatial axis"},
      {x, w, numbers_of({}, {0, 1}), "got a dilation of 0 along spatial axis 0, expected 1 to 2147483647"},
      {x, w, numbers_of({}, {1, kHuge}), "got a dilation of 4611686018427387904 along spatial axis 1, expected 1 to"},
      {x, w, numbers_of({}, {1, 2, 3}), "got the dilation (1, 2, 3), expected 2 numbers: one for each spatial axis"},
      {{0, 4, 5, 5},
       {0, 4, kHuge, 3},
       numbers_of({}, {8, 1}),
       "KILN_OVERFLOW op: the input has shape (0, 4, 5, 5) and the filters (0, 4, 4611686018427387904, 3): got "
       "4611686018427387903 * 8 along spatial axis 0, expected less than 2^63"},
      {{-1, 4, -1, 5}, {6, 4, 0, 3}, {}, "the filters have shape (6, 4, 0, 3), expected spatial extents of at least 1"},
      {{-1, 4, 5, 5},
       {-1, 4, 7, 3},
       {},
       "KILN_SHAPE_ERROR op: filters of shape (?, 4, 7, 3) on an input of shape (?, 4, 5, 5): along spatial axis 0 the "
       "filters cover 7, expected at most the input's 5 with its padding"}};
  for (const ConvRefusal& each : cases) {
    const std::string got = refusal_of([&] { array::conv_shape(each.x, each.filters, each.options, "op"); });
    INFO("got      " << got << "\nexpected " << each.message);
    CHECK(got.find(each.message) != std::string::npos);
  }
}

TEST_CASE("conv: what transposed convolutions and gradients by filters refuse", "[conv]") {
  const Dims x{2, 4, 5, 5}, w{6, 4, 3, 3}, y{2, 6, 3, 3};
  const auto transposed = [&](const Dims& output, const ConvOptions& options, const Dims& extents = {}) {
    return refusal_of([&] { array::conv_transpose_shape(output, w, options, extents, "op"); });
  };
  const auto filters = [&](const Dims& output, const ConvOptions& options, const Dims& extents) {
    return refusal_of([&] { array::conv_filter_shape(x, output, options, extents, "op"); });
  };
  const std::string both = "op: the output has shape (2, 6, 3, 3) and the filters (6, 4, 3, 3): ";
  CHECK(transposed(y, groups_of(0)) == "KILN_INVALID_ARGUMENT " + both + "got 0 groups, expected at least 1");
  CHECK(transposed(y, {}, {5}) ==
        "KILN_SHAPE_ERROR " + both +
            "got the extents of the input (5,), expected 2 numbers: one for each spatial axis");
  CHECK(transposed(y, numbers_of({}, {}, {4, 3, 0, 0})) ==
        "KILN_SHAPE_ERROR " + both + "got a padding of 4 and 3 along spatial axis 0, expected at most 5 together");
  CHECK(transposed({2, 6, 3, 0}, {}) ==
        "KILN_SHAPE_ERROR op: the output has shape (2, 6, 3, 0) and the filters (6, 4, 3, "
        "3): got an output of 0 along spatial axis 1, expected at least 1");
  CHECK(transposed(y, {}, {6, 5}) ==
        "KILN_SHAPE_ERROR op: the output has shape (2, 6, 3, 3), expected (2, 6, 4, 3) for "
        "an input of shape (2, 4, 6, 5) and filters of (6, 4, 3, 3)");
  CHECK(transposed({2, 6, -1, kHuge}, numbers_of({1, 2})) ==
        "KILN_OVERFLOW op: the output has shape (2, 6, ?, 4611686018427387904) and the filters (6, 4, 3, 3): got "
        "9223372036854775806 + 3 along spatial axis 1, expected less than 2^63");
  const std::string inputs = "op: the input has shape (2, 4, 5, 5) and the output (2, 6, 3, 3): ";
  CHECK(filters(y, groups_of(3), {3, 3}) ==
        "KILN_SHAPE_ERROR " + inputs + "got 4 channels, expected a multiple of 3 groups");
  CHECK(filters(y, groups_of(4), {3, 3}) ==
        "KILN_SHAPE_ERROR " + inputs + "got 6 filters, expected a multiple of 4 groups");
  CHECK(filters(y, {}, {3, 3, 3}) ==
        "KILN_SHAPE_ERROR " + inputs +
            "got the extents of the filters (3, 3, 3), expected 2 numbers: one for each spatial axis");
  CHECK(filters({2, 6, -1}, {}, {3, 3}) ==
        "KILN_SHAPE_ERROR op: the input has shape (2, 4, 5, 5) and the output (2, 6, "
        "?): got 3 dimensions of the output, expected 4");
}

TEST_CASE("pool: what is refused", "[conv]") {
  const Dims x{2, 4, 5, 5};
  const auto pooled = [&](const PoolOptions& options, const Dims& shape = {2, 4, 5, 5}) {
    return refusal_of([&] { array::pool_shape(shape, options, "op"); });
  };
  const std::string begin = "op: the input has shape (2, 4, 5, 5): ", invalid = "KILN_INVALID_ARGUMENT " + begin;
  CHECK(pooled({}, {-1, 4}) ==
        "KILN_SHAPE_ERROR op: the input has shape (?, 4): got 2 dimensions of the input, expected 3 "
        "to 5: a batch axis, an axis of channels and 1 to 3 spatial axes");
  CHECK(pooled({{3, 0}}) == invalid + "got a window of 0 along spatial axis 1, expected 1 to 2147483647");
  CHECK(pooled({{-3, 2}}) == invalid + "got a window of -3 along spatial axis 0, expected 1 to 2147483647");
  CHECK(pooled({{3}}) ==
        "KILN_SHAPE_ERROR " + begin + "got the window (3,), expected 2 numbers: one for each spatial axis");
  CHECK(pooled({{3, 3}, {0, 1}}) == invalid + "got a stride of 0 along spatial axis 0, expected 1 to 2147483647");
  CHECK(pooled({{3, 3}, {1, 1, 1}}) ==
        "KILN_SHAPE_ERROR " + begin + "got the strides (1, 1, 1), expected 2 numbers: one for each spatial axis");
  CHECK(pooled({{3, 3}, {}, {0, 0, 0, -1}}) ==
        invalid + "got a padding of -1 behind spatial axis 1, expected 0 to 2147483647");
  CHECK(pooled({{3, 3}, {}, {1, 1}}) ==
        "KILN_SHAPE_ERROR " + begin +
            "got the padding (1, 1), expected 4 numbers: before and behind each spatial axis");
  CHECK(pooled({{3, 2}, {}, {0, 0, 2, 0}}) ==
        invalid + "got a padding of 2 before spatial axis 1, expected less than the window's 2");
  CHECK(pooled({{3, 2}, {}, {0, 7, 0, 0}}) ==
        invalid + "got a padding of 7 behind spatial axis 0, expected less than the window's 3");
  CHECK(pooled({{6, 2}}) ==
        "KILN_SHAPE_ERROR " + begin +
            "got a window of 6 along spatial axis 0, expected at most the input's 5 with its padding");
  CHECK(pooled({{2, 2}}, {-1, 4, -1, 0}) ==
        "KILN_SHAPE_ERROR op: the input has shape (?, 4, ?, 0): got an extent of 0 along spatial axis 1, expected at "
        "least "
        "1");
  CHECK(pooled({{2}, {}, {1, 1}}, {0, 1, INT64_MAX}) ==
        "KILN_OVERFLOW op: the input has shape (0, 1, 9223372036854775807): got 9223372036854775807 + 1 along spatial "
        "axis "
        "0, expected less than 2^63");
  // Windows of which only the padding, or the end that `ceil` allows, makes so many elements.
  const std::int64_t most = INT32_MAX, padding = most - 1;
  const PoolOptions padded{{most, most, most}, {}, {padding, padding, padding, padding, padding, padding}};
  const std::string too_large =
      "KILN_OVERFLOW op: the input has shape (2, 4, 5, 5, 5): got a window of (2147483647, 2147483647, 2147483647), "
      "expected one of less than 2^63 elements";
  CHECK(pooled(padded, {2, 4, 5, 5, 5}) == too_large);
  CHECK(pooled({{most, most, most}, {}, {}, true}, {2, 4, 5, 5, 5}) == too_large);
  CHECK(pooled({{most, most, 1}, {}, {}, true}, {2, 4, 5, 5, 5}) == "not refused");
  const auto sampled = [&](const Dims& extents, const Dims& shape) {
    return refusal_of([&] { array::upsample_shape(shape, extents, false, "op"); });
  };
  CHECK(sampled({3}, x) ==
        "KILN_SHAPE_ERROR op: the operand has shape (2, 4, 5, 5): got the extents of the result (3,), "
        "expected 2 numbers: one for each spatial axis");
  CHECK(sampled({-1, 0}, {2, 4, 5, -1}) ==
        "KILN_SHAPE_ERROR op: the operand has shape (2, 4, 5, ?): got an extent of 0 along spatial axis 1, and (?, 0) "
        "for "
        "the result, expected at least 1");
}

TEST_CASE("conv and pool: what arrays refuse", "[conv]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    // The product of taps always fits, since no filters of more can be made, not even without channels.
    const std::int64_t most = INT32_MAX;
    CHECK(refusal_of([&] {
            array::empty(context, KILN_FLOAT32, Dims{1, 0, most, most, most}, "filters");
          }) ==
          "KILN_OVERFLOW filters: shape (1, 0, 2147483647, 2147483647, 2147483647) of 4 byte elements is more than "
          "2^63-1 bytes");
    const auto of = [&](const Dims& shape, DType dtype = KILN_FLOAT32) {
      return array::empty(context, dtype, shape, "test");
    };
    const auto x = of({2, 4, 5, 5}), w = of({6, 4, 3, 3}), y = of({2, 6, 3, 3}), whole = of({2, 4, 5, 5}, KILN_INT32);
    CHECK(refusal_of([&] { array::conv(*x, *w, groups_of(0), nullptr, "conv"); }) ==
          "KILN_INVALID_ARGUMENT conv: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 0 groups, "
          "expected at least 1");
    CHECK(refusal_of([&] { array::conv(*whole, *w, {}, nullptr, "conv"); }) ==
          "KILN_TYPE_ERROR conv: the input has dtype int32, expected a floating-point dtype");
    CHECK(refusal_of([&] { array::pool(*whole, array::PoolOp::max, {}, nullptr, "pool"); }) ==
          "KILN_TYPE_ERROR pool: the input has dtype int32, expected a floating-point dtype");
    // No extent of an array is unknown.
    CHECK(refusal_of([&] {
            array::conv_transpose(*y, *w, {}, {5, -1}, nullptr, "conv_transpose");
          }) ==
          "KILN_SHAPE_ERROR conv_transpose: got the extents (5, -1) of the input, expected at least 0 along spatial "
          "axis 1");
    CHECK(refusal_of([&] {
            array::conv_filter_gradient(*x, *y, {}, {-1, 3}, nullptr, "conv_filter_gradient");
          }) ==
          "KILN_SHAPE_ERROR conv_filter_gradient: got the extents (-1, 3) of the filters, expected at least 0 along "
          "spatial "
          "axis 0");
    CHECK(refusal_of([&] {
            array::upsample(*x, true, {-1, 9}, false, nullptr, "upsample");
          }) ==
          "KILN_SHAPE_ERROR upsample: got the extents (-1, 9) of the result, expected at least 1 along spatial axis 0");
    CHECK(refusal_of([&] {
            array::pool_gradient(*x, *y, array::PoolOp::max, {{2, 2}}, nullptr, "pool_gradient");
          }) ==
          "KILN_SHAPE_ERROR pool_gradient: the output has shape (2, 6, 3, 3), expected (2, 4, 2, 2) for an input of "
          "shape "
          "(2, 4, 5, 5)");
  }
}

TEST_CASE("conv and pool: operands of no axis and of one", "[conv]") {
  const std::string rest = ", expected 3 to 5: a batch axis, an axis of channels and 1 to 3 spatial axes";
  for (const std::string& device : devices()) {
    const auto of = [&](const Dims& shape) { return array::empty(test::context(device), KILN_FLOAT32, shape, "test"); };
    const auto x = of({2, 4, 5, 5}), w = of({6, 4, 3, 3}), y = of({2, 6, 3, 3});
    for (const Dims& shape : {Dims{}, Dims{7}}) {
      const auto few = of(shape);
      const std::string has = layout::shape_text(shape), got = shape.empty() ? "got 0 dimensions" : "got 1 dimension";
      const auto one = [&](const char* name, const char* what) {
        return fmt::format("KILN_SHAPE_ERROR {}: {} has shape {}: {} of {}{}", name, what, has, got, what, rest);
      };
      const auto first = [&](const char* name, const char* what, const char* other, const char* other_shape) {
        return fmt::format("KILN_SHAPE_ERROR {}: {} has shape {} and {} {}: {} of {}{}", name, what, has, other,
                           other_shape, got, what, rest);
      };
      const auto second = [&](const char* name, const char* what, const char* what_shape, const char* other) {
        return fmt::format("KILN_SHAPE_ERROR {}: {} has shape {} and {} {}: {} of {}, expected 4", name, what,
                           what_shape, other, has, got, other);
      };
      const auto conv = [&](const Array& a, const Array& b) {
        return refusal_of([&] { array::conv(a, b, {}, nullptr, "conv"); });
      };
      CHECK(conv(*few, *w) == first("conv", "the input", "the filters", "(6, 4, 3, 3)"));
      CHECK(conv(*x, *few) == second("conv", "the input", "(2, 4, 5, 5)", "the filters"));
      const auto transpose = [&](const Array& a, const Array& b) {
        return refusal_of([&] { array::conv_transpose(a, b, {}, {}, nullptr, "conv_transpose"); });
      };
      CHECK(transpose(*few, *w) == first("conv_transpose", "the output", "the filters", "(6, 4, 3, 3)"));
      CHECK(transpose(*y, *few) == second("conv_transpose", "the output", "(2, 6, 3, 3)", "the filters"));
      const auto gradient = [&](const Array& a, const Array& b) {
        return refusal_of([&] { array::conv_filter_gradient(a, b, {}, {3, 3}, nullptr, "conv_filter_gradient"); });
      };
      CHECK(gradient(*few, *y) == first("conv_filter_gradient", "the input", "the output", "(2, 6, 3, 3)"));
      CHECK(gradient(*x, *few) == second("conv_filter_gradient", "the input", "(2, 4, 5, 5)", "the output"));
      const array::PoolOptions two{{2, 2}};
      CHECK(refusal_of([&] { array::pool(*few, array::PoolOp::max, {}, nullptr, "pool"); }) ==
            one("pool", "the input"));
      const auto pooled = [&](const Array& a, const Array& b) {
        return refusal_of([&] { array::pool_gradient(a, b, array::PoolOp::max, two, nullptr, "pool_gradient"); });
      };
      CHECK(pooled(*few, *y) == one("pool_gradient", "the input"));
      CHECK(pooled(*x, *few) == "KILN_SHAPE_ERROR pool_gradient: the output has shape " + has +
                                    ", expected (2, 4, 2, 2) for an input of shape (2, 4, 5, 5)");
      for (const Dims& extents : {Dims{}, Dims{9}}) {
        CHECK(refusal_of([&] { array::upsample(*few, true, extents, false, nullptr, "upsample"); }) ==
              one("upsample", "the operand"));
        CHECK(refusal_of([&] { array::upsample_gradient(*few, true, extents, false, nullptr, "upsample_gradient"); }) ==
              one("upsample_gradient", "the operand"));
      }
    }
  }
}
