// SPDX-License-Identifier: Apache-2.0
// Winograd's transforms, and the ways of devices with many work-items that sum few taps or add up columns.
#include <cmath>
#include <span>

#include "../support/tuned.hpp"
#include "array/tuning.hpp"
#include "conv_support.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::ConvWay;

// Of the memory of its steps the simulator reports uses of uninitialised elements that the steps before have written.
TEST_CASE("conv: Winograd's transforms", "[conv][unsimulated]") {
  // More than a panel and than a round of tiles, tiles that the results do not fill, patches beyond the padding.
  const ConvLayer all[] = {
      {"some rounds", {3, 9, 33, 26}, {37, 9, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false)},
      {"tiles at the ends", {2, 5, 7, 6}, {3, 5, 3, 3}, conv_options({1, 1}, {1, 1}, {2, 1, 0, 3})},
      {"one result", {1, 3, 3, 3}, {2, 3, 3, 3}, conv_options({1, 1}, {1, 1}, {0, 0, 0, 0})},
      {"channels last", {2, 9, 14, 13}, {6, 3, 3, 13}, conv_options({1, 1}, {1, 1}, {0, 2, 1, 1}, 1, false, true)},
      {"channels last, flipped",
       {1, 12, 5, 4},
       {7, 3, 3, 4},
       conv_options({1, 1}, {1, 1}, {2, 2, 2, 2}, 1, true, true)},
      {"three axes", {1, 4, 1, 10, 9}, {5, 4, 1, 3, 3}, conv_options({1, 1, 1}, {1, 1, 1}, {0, 0, 1, 1, 1, 1})},
      {"three axes, all of the first is padding",
       {1, 2, 1, 4, 4},
       {3, 2, 1, 3, 3},
       conv_options({3, 1, 1}, {1, 1, 1}, {1, 1, 1, 1, 1, 1})}};
  const std::span<const ConvLayer> some = test::small() ? std::span(all).subspan(1) : std::span(all);
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::winograd);
    const Tuned tuned(context, [](codegen::Tuning& numbers) {
      numbers.conv.packed = 36 * 37 * 64;
      numbers.conv.round_elements = 36 * 37 * 40;
    });
    std::uint64_t seed = 61;
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype) || (test::small() && dtype == KILN_FLOAT64)) continue;
      for (const ConvLayer& layer : some)
        for (const bool views : {false, true}) {
          ++seed;
          if (test::brief() && views != ((&layer - all) % 2 == 0)) continue;
          check_layer(context, layer, dtype, views, seed);
        }
    }
  }
}

TEST_CASE("conv: Winograd's patches have no elements that no result reads", "[conv][unsimulated]") {
  // One row of results, from the first three of six rows.
  Complexes values(6 * 6, std::nan(""));
  std::fill_n(values.begin(), 3 * 6, 1.0);
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::winograd);
    const auto x = upload_complexes(context, KILN_FLOAT32, {1, 1, 6, 6}, values),
               w = upload_complexes(context, KILN_FLOAT32, {1, 1, 3, 3}, Complexes(9, 1.0));
    for (const Complex y : gathered(*array::conv(*x, *w, conv_options({9, 1}, {1, 1}, {0, 0, 0, 0}), nullptr, "test")))
      CHECK(std::abs(y.real() - 9) < 1e-4);
  }
}

TEST_CASE("conv: no memory for Winograd's transforms", "[conv]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    auto flags = runtime::ContextOptions::from_flags();
    flags.conv = runtime::VendorChoice::builtin;
    flags.memory_budget = std::uint64_t{4} << 20;
    const auto context = runtime::Context::open(device, flags);
    const Tuned tuned(*context, [](codegen::Tuning& numbers) {
      numbers.conv.winograd_cpu = numbers.conv.winograd_many = numbers.conv.winograd_launch = 0;
      numbers.conv.packed = 1 << 16;
    });
    // The filters take 576 KB, and 2.3 MB when they are transformed.
    const Dims x_shape{1, 128, 8, 8}, w_shape{128, 128, 3, 3};
    const ConvOptions how = conv_options({1, 1}, {1, 1}, {1, 1, 1, 1});
    const auto ones = [&](const Dims& shape) {
      const auto array = array::empty(*context, KILN_FLOAT32, shape, "test");
      array::fill(*array, array::Scalar::integer(KILN_INT64, 1), "test");
      return array;
    };
    const auto x = ones(x_shape), w = ones(w_shape), taken = ones({std::int64_t{1} << 18});
    const Complexes y = gathered(*array::conv(*x, *w, how, nullptr, "test"));
    CHECK(y[9].real() == 9 * 128);
    CHECK(y[0].real() == 4 * 128);
  }
}

TEST_CASE("conv: no memory for columns, or for places that are copied", "[conv]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    auto flags = runtime::ContextOptions::from_flags();
    flags.conv = runtime::VendorChoice::builtin;
    flags.memory_budget = std::uint64_t{3} << 20;
    const auto context = runtime::Context::open(device, flags);
    const Tuned tuned(*context, [](codegen::Tuning& numbers) {
      numbers.conv.packed = 1 << 12;
      numbers.conv.column_launch = numbers.conv.compact_work = 0;
    });
    const auto ones = [&](const Dims& shape) {
      const auto array = array::empty(*context, KILN_FLOAT32, shape, "test");
      array::fill(*array, array::Scalar::integer(KILN_INT64, 1), "test");
      return array;
    };
    const auto y = ones({1, 64, 32, 32}), w = ones({64, 64, 3, 3});
    {
      // Columns take 2.4 MB.
      const auto taken = ones({std::int64_t{1} << 18});
      const ForcedConv forced(ConvWay::columns);
      const Complexes x = gathered(
          *array::conv_transpose(*y, *w, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}), {32, 32}, nullptr, "test"));
      CHECK(x[33].real() == 9 * 64);
      CHECK(x[0].real() == 4 * 64);
    }
    // The copy takes 480 KB, and about 400 KB are left.
    const auto image = ones({1, 64, 60, 64}), one = ones({4, 64, 1, 1});
    const auto rest = ones({std::int64_t{320} << 10});
    const Complexes taps =
        gathered(*array::conv(*image, *one, conv_options({2, 1}, {1, 1}, {0, 0, 0, 0}), nullptr, "test"));
    CHECK(taps[0].real() == 64);
  }
}

TEST_CASE("conv: the flag winograd", "[conv]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    std::size_t launches[2];
    for (const bool on : {false, true}) {
      auto flags = runtime::ContextOptions::from_flags();
      flags.winograd = on;
      flags.conv = runtime::VendorChoice::builtin;
      const auto context = runtime::Context::open(device, flags);
      // Transforms cost nothing, so that they pay.
      const Tuned tuned(*context, [](codegen::Tuning& numbers) {
        numbers.conv.winograd_cpu = numbers.conv.winograd_many = numbers.conv.winograd_launch = 0;
      });
      const ConvLayer layer{"3 x 3", {1, 20, 24, 24}, {20, 20, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})};
      const auto x = array::empty(*context, KILN_FLOAT32, layer.x, "test"),
                 w = array::empty(*context, KILN_FLOAT32, layer.filters, "test");
      runtime::Recording::Capture capture(*context);
      const auto y = array::conv(*x, *w, layer.options, nullptr, "test");
      launches[on] = capture.finish({})->commands();
    }
    CAPTURE(device);
    CHECK(launches[true] > launches[false]);
  }
}

TEST_CASE("conv: few filters with the taps written out", "[conv]") {
  // Gradients by the input turn the taps over, and fall into parts where there are strides.
  const ConvLayer all[] = {
      {"rows", {2, 3, 9, 13}, {3, 1, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"stride, two filters", {2, 3, 11, 8}, {6, 1, 3, 2}, conv_options({2, 1}, {1, 1}, {1, 0, 0, 1}, 3, false)},
      {"dilation, two channels", {1, 4, 12, 9}, {2, 2, 3, 3}, conv_options({1, 2}, {2, 1}, {2, 2, 1, 1}, 2)},
      {"across channels", {2, 7, 6, 5}, {5, 3, 3, 1}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 5, false, true)},
      {"one axis", {2, 3, 40}, {3, 1, 5}, conv_options({1}, {1}, {2, 2}, 3)},
      {"three axes", {1, 2, 4, 7, 5}, {2, 1, 2, 3, 2}, conv_options({1, 2, 1}, {1, 1, 2}, {0, 1, 1, 1, 0, 1}, 2)},
      {"a tall window", {1, 2, 30, 4}, {2, 1, 9, 1}, conv_options({3, 1}, {2, 1}, {0, 0, 0, 0}, 2)},
      {"many places", {4, 2, 18, 17}, {2, 1, 3, 3}, conv_options({2, 2}, {1, 1}, {1, 1, 1, 1}, 2, false)},
      {"far taps", {2, 2, 44, 5}, {2, 1, 3, 2}, conv_options({1, 1}, {21, 1}, {1, 1, 0, 0}, 2)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::points);
    std::uint64_t seed = 21;
    for (const bool split : {false, true}) {
      // With few work-items and few places of one, a group has part of the places.
      const Tuned tuned(context, [&](codegen::Tuning& numbers) {
        if (split) numbers.conv.point_items = 4, numbers.conv.point_places = 2;
      });
      for (const ConvLayer& layer : all) {
        ++seed;
        // Rows, strides, channels last; and a group that has part of the places.
        const auto number = &layer - all;
        if (test::brief() && (split ? number != 6 : number > 3 || number == 2)) continue;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
    if (!test::brief() && array::has_dtype(context, KILN_FLOAT16))
      check_layer(context, all[0], KILN_FLOAT16, false, seed);
  }
}

// Results of all rests are of one work-item, of one or more strides along axis 2.
TEST_CASE("conv: few filters with strides, by the input in one launch", "[conv]") {
  const ConvLayer all[] = {
      {"strides", {2, 3, 11, 8}, {3, 1, 3, 3}, conv_options({2, 2}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"across channels", {2, 7, 9, 5}, {5, 3, 2, 1}, conv_options({2, 3}, {1, 1}, {1, 0, 0, 1}, 5, false, true)},
      {"inputs in no tap", {1, 4, 9, 13}, {4, 2, 2, 1}, conv_options({4, 3}, {1, 1}, {0, 0, 0, 0}, 2)},
      {"dilation", {2, 2, 17, 14}, {4, 1, 3, 2}, conv_options({2, 2}, {3, 2}, {2, 3, 1, 1}, 2, false)},
      {"one axis", {2, 3, 40}, {3, 1, 5}, conv_options({3}, {1}, {2, 2}, 3)},
      {"three axes", {1, 2, 5, 7, 6}, {2, 1, 2, 3, 2}, conv_options({2, 2, 2}, {1, 1, 1}, {0, 1, 1, 1, 0, 1}, 2)},
      {"more results than a work-item has",
       {1, 2, 12, 11},
       {2, 1, 3, 3},
       conv_options({5, 4}, {1, 1}, {1, 1, 1, 1}, 2)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::points);
    std::uint64_t seed = 221;
    for (const std::int64_t strides : {1, 3}) {
      const Tuned tuned(context, [&](codegen::Tuning& numbers) {
        numbers.conv.block_strides = strides;
        numbers.device.unit_items = 1;
      });
      for (const ConvLayer& layer : all) {
        ++seed;
        const auto number = &layer - all;
        if (test::brief() && (strides > 1 ? number != 0 : number == 1 || number > 3)) continue;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
    if (!test::brief())
      for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT64})
        if (array::has_dtype(context, dtype)) check_layer(context, all[1], dtype, false, seed);
    // The strides' product has no room in 64 bits.
    const ConvLayer far{
        "far", {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, conv_options({16, 1 << 30, 1 << 30}, {1, 1, 1}, Dims(6, 0))};
    check_layer(context, far, KILN_FLOAT32, false, seed);
    const auto y = array::empty(context, KILN_FLOAT32, Dims{1, 3, 4, 4}, "test"),
               w = array::empty(context, KILN_FLOAT32, Dims{3, 1, 2, 2}, "test");
    runtime::Recording::Capture capture(context);
    const auto x =
        array::conv_transpose(*y, *w, conv_options({2, 3}, {1, 1}, {0, 0, 0, 0}, 3), {8, 11}, nullptr, "test");
    CHECK(capture.finish({})->launches() == 1);
  }
}

// The simulator reports uses of uninitialised elements of products that were written whole.
TEST_CASE("conv: columns that are added up", "[conv][unsimulated]") {
  const ConvLayer all[] = {
      {"many places", {5, 3, 9, 11}, {8, 3, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"strides", {5, 4, 9, 8}, {6, 2, 3, 2}, conv_options({2, 3}, {1, 2}, {1, 0, 1, 1}, 2, false)},
      {"channels last", {5, 7, 6, 4}, {6, 3, 3, 2}, conv_options({2, 1}, {1, 1}, {1, 1, 1, 0}, 2, true, true)},
      {"inputs in no tap", {2, 3, 11, 7}, {5, 3, 2, 1}, conv_options({4, 3}, {1, 1}, {0, 0, 0, 0})}};
  const std::span<const ConvLayer> some = test::small() ? std::span(all).subspan(3) : std::span(all);
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::columns);
    std::uint64_t seed = 121;
    // Rounds of two images, the last of one. Images one by one, and side by side.
    for (const std::int64_t places : {1, 1000}) {
      const Tuned tuned(context, [&](codegen::Tuning& numbers) {
        numbers.conv.column_places = places;
        numbers.conv.round_elements = 2 * 3 * 9 * 99;
      });
      for (const ConvLayer& layer : some) {
        ++seed;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
    if (!test::small() && array::has_dtype(context, KILN_FLOAT64))
      check_layer(context, all[1], KILN_FLOAT64, false, seed);
  }
}
