// SPDX-License-Identifier: Apache-2.0
// Convolutions by each way that computes them, against plain loops: odd extents, views, and sums in parts.
#include <span>
#include <string>

#include "../support/tuned.hpp"
#include "array/tuning.hpp"
#include "conv_support.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::ConvWay;

namespace {

// Many filters, so that no way is left out for them, and lines beyond one tile.
const std::vector<ConvLayer>& layers() {
  static const std::vector<ConvLayer> few = {
      {"channels last, groups", {1, 4, 3, 4}, {4, 2, 2, 2}, conv_options({2, 1}, {1, 1}, {1, 1, 0, 1}, 2, true, true)}};
  static const std::vector<ConvLayer> all = {
      {"2 axes", {2, 5, 13, 11}, {37, 5, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"stride, dilation", {1, 19, 12, 15}, {6, 19, 3, 2}, conv_options({2, 3}, {2, 1}, {0, 2, 1, 0}, 1, false)},
      {"channels last, groups", {3, 9, 8, 10}, {8, 3, 4, 5}, conv_options({2, 1}, {1, 2}, {1, 1, 2, 3}, 2, true, true)},
      {"1 axis, wide", {1, 4, 300}, {5, 4, 7}, conv_options({1}, {1}, {3, 3}, 1, false)},
      {"3 axes", {1, 20, 4, 5, 6}, {4, 20, 2, 3, 3}, conv_options({1, 1, 2}, {1, 1, 1}, {1, 0, 1, 1, 1, 1})}};
  return test::small() ? few : all;
}

// Whether the vendor's library computes the layer in this context.
bool by_library(runtime::Context& context, const ConvLayer& layer) {
  const auto x = array::empty(context, KILN_FLOAT32, layer.x, "test"),
             w = array::empty(context, KILN_FLOAT32, layer.filters, "test");
  runtime::Recording::Capture capture(context);
  const auto y = array::conv(*x, *w, layer.options, nullptr, "test");
  return capture.finish({})->launches() == 0;
}

}  // namespace

TEST_CASE("conv: every way computes every layer", "[conv]") {
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    std::uint64_t seed = 1;
    for (const ConvWay way : {ConvWay::panels, ConvWay::large_tiles, ConvWay::medium_tiles, ConvWay::small_tiles,
                              ConvWay::split_tiles, ConvWay::direct, ConvWay::columns}) {
      if (way == ConvWay::panels && !array::traits_of(context).cpu) continue;
      // Simulators take minutes for large tiles, whose kernel is that of small ones.
      if (test::small() && (way == ConvWay::large_tiles || way == ConvWay::medium_tiles)) continue;
      if (test::brief() && way == ConvWay::small_tiles) continue;  // split ones have their kernel
      const ForcedConv forced(way);
      INFO("way " << int(way));
      for (const ConvLayer& layer : layers()) {
        ++seed;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
  }
}

// Devices other than CPUs keep in local memory where the lines of tiles begin. The simulator reports uses of
// uninitialised elements of views that were written whole.
TEST_CASE("conv: tiles whose neighbouring items read along k", "[conv][unsimulated]") {
  // One step in each row along k, and some.
  const ConvLayer all[] = {
      {"16 channels last", {1, 4, 3, 16}, {4, 2, 2, 16}, conv_options({1, 1}, {1, 1}, {1, 0, 0, 1}, 1, true, true)},
      {"37 channels last, groups",
       {1, 4, 3, 74},
       {6, 2, 2, 37},
       conv_options({1, 2}, {2, 1}, {1, 1, 1, 1}, 2, false, true)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    for (const ConvWay way :
         {ConvWay::large_tiles, ConvWay::medium_tiles, ConvWay::small_tiles, ConvWay::split_tiles}) {
      if (test::small() && (way == ConvWay::large_tiles || way == ConvWay::medium_tiles)) continue;
      const ForcedConv forced(way);
      std::uint64_t seed = 83;
      for (const ConvLayer& layer : all)
        for (const bool views : {false, true}) {
          ++seed;
          if (test::brief() && views != (&layer == all)) continue;
          check_layer(context, layer, KILN_FLOAT32, views, seed);
        }
    }
  }
}

TEST_CASE("conv: every dtype", "[conv]") {
  if (test::small()) return;  // the table has them
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype)) continue;
      for (const ConvWay way : {ConvWay::automatic, ConvWay::split_tiles}) {
        const ForcedConv forced(way);
        check_layer(context, layers()[0], dtype, true, std::uint64_t(dtype));
      }
    }
  }
}

TEST_CASE("conv: panels are packed some at a time", "[conv]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.conv.packed = 3000; });
    const ConvLayer layer{"rounds", {3, 5, 30, 31}, {9, 5, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})};
    check_layer(context, layer, KILN_FLOAT32, false, 7);
  }
}

TEST_CASE("conv: depthwise", "[conv]") {
  if (test::small()) return;
  // Rows of some vectors, of a part of one, and of few results; channels that are neighbours.
  const ConvLayer some[] = {
      {"along rows", {2, 3, 9, 150}, {3, 1, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"along rows, stride", {1, 4, 8, 83}, {8, 1, 3, 5}, conv_options({1, 2}, {1, 1}, {1, 0, 2, 1}, 4, false)},
      {"few results", {2, 3, 9, 5}, {3, 1, 2, 3}, conv_options({2, 2}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"across channels", {2, 5, 13, 37}, {37, 3, 3, 1}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 37, false, true)},
      {"across channels, stride",
       {1, 9, 23, 16},
       {32, 3, 5, 1},
       conv_options({2, 2}, {1, 1}, {1, 1, 2, 2}, 16, true, true)}};
  for (const auto& device : test::devices()) {
    std::uint64_t seed = 11;
    for (const ConvLayer& layer : some)
      for (const bool views : {false, true}) check_layer(test::context(device), layer, KILN_FLOAT32, views, ++seed);
  }
}

TEST_CASE("conv: planes in tiles", "[conv]") {
  if (test::small()) return;
  // A work-item has parts of a plane: along the second axis, along rows, and along the first of three axes.
  const ConvLayer some[] = {
      {"rows", {2, 3, 29, 12}, {6, 1, 3, 2}, conv_options({1, 1}, {1, 2}, {1, 0, 2, 1}, 3)},
      {"rows, strides", {1, 3, 31, 25}, {3, 1, 3, 4}, conv_options({2, 3}, {2, 1}, {1, 2, 0, 3}, 3, false)},
      {"strides beyond the filters", {2, 2, 31, 14}, {2, 1, 2, 1}, conv_options({3, 4}, {1, 1}, {0, 1, 0, 0}, 2)},
      {"1 axis", {1, 2, 1500}, {2, 1, 5}, conv_options({2}, {3}, {2, 7}, 2)},
      {"3 axes", {1, 2, 11, 9, 10}, {2, 1, 3, 2, 3}, conv_options({2, 1, 2}, {1, 1, 1}, {1, 1, 0, 1, 2, 0}, 2)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.conv.plane_bytes = 2560; });
    std::uint64_t seed = 31;
    for (const ConvLayer& layer : some)
      for (const bool views : {false, true}) check_layer(context, layer, KILN_FLOAT32, views, ++seed);
  }
}

TEST_CASE("conv: a vendor library where there is one", "[conv]") {
  const ConvLayer some[] = {
      {"2 axes", {2, 5, 13, 11}, {37, 5, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"many channels", {2, 64, 14, 14}, {32, 64, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false)},
      {"stride, dilation", {1, 19, 12, 15}, {6, 19, 3, 2}, conv_options({2, 3}, {2, 1}, {1, 1, 0, 0}, 1, false)},
      {"1 tap, stride", {2, 16, 9, 9}, {8, 16, 1, 1}, conv_options({2, 2}, {1, 1}, {0, 0, 0, 0})},
      {"groups", {2, 8, 10, 9}, {12, 4, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 2)},
      {"depthwise", {2, 16, 11, 9}, {16, 1, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 16, false)},
      {"channels last", {3, 9, 8, 16}, {8, 3, 3, 16}, conv_options({2, 1}, {1, 1}, {1, 1, 1, 1}, 1, false, true)},
      {"channels last, groups", {3, 9, 8, 10}, {8, 3, 5, 5}, conv_options({2, 1}, {1, 1}, {1, 1, 2, 2}, 2, true, true)},
      {"1 axis", {1, 4, 300}, {5, 4, 7}, conv_options({1}, {1}, {3, 3}, 1, false)},
      {"3 axes", {1, 20, 4, 5, 6}, {4, 20, 2, 3, 3}, conv_options({1, 1, 2}, {1, 1, 1}, {1, 1, 1, 1, 1, 1})}};
  const Lines log;
  for (const auto& device : test::devices()) {
    for (const auto choice : {runtime::VendorChoice::vendor, runtime::VendorChoice::automatic}) {
      auto flags = runtime::ContextOptions::from_flags();
      flags.conv = choice;
      flags.cache_path = "";
      const auto context = runtime::Context::open(device, flags);
      if (context->conv_identity("test").empty()) continue;
      const Tuned tuned(*context, [](codegen::Tuning& numbers) { numbers.conv.tried = 0; });
      std::uint64_t seed = 23;
      int taken = 0;
      for (const ConvLayer& layer : some) {
        taken += by_library(*context, layer);
        for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT32, KILN_FLOAT64})
          if (array::has_dtype(*context, dtype)) check_layer(*context, layer, dtype, false, ++seed);
      }
      if (choice == runtime::VendorChoice::vendor) CHECK(taken >= 4);
      CHECK(log.lines == std::vector<std::string>());  // no way was wrong
    }
  }
}

TEST_CASE("conv: strides", "[conv]") {
  if (test::small()) return;
  // Vectors that have the ends of two rows. Filters of one tap, whose places and results are copied, and transposes
  // whose filters are packed at a time: with a class of taps beyond the input, and inputs that no tap meets.
  const ConvLayer some[] = {
      {"1 tap", {2, 14, 9, 8}, {10, 7, 1, 1}, conv_options({2, 3}, {1, 1}, {0, 0, 0, 0}, 2)},
      {"1 tap, channels last",
       {2, 9, 8, 14},
       {10, 1, 1, 14},
       conv_options({2, 2}, {1, 1}, {0, 0, 0, 0}, 1, false, true)},
      {"classes of taps", {2, 26, 11, 12}, {10, 13, 3, 4}, conv_options({2, 3}, {1, 1}, {1, 1, 2, 0}, 2)},
      {"classes, channels last",
       {1, 12, 2, 13},
       {18, 3, 5, 13},
       conv_options({4, 3}, {1, 1}, {1, 0, 2, 3}, 1, false, true)},
      {"rows of stride 2", {2, 3, 21, 37}, {7, 3, 3, 3}, conv_options({2, 2}, {1, 1}, {1, 1, 1, 1})},
      {"rows of stride 2, many channels",
       {1, 70, 9, 43},
       {5, 70, 2, 3},
       conv_options({2, 2}, {1, 1}, {1, 0, 0, 2}, 1, false)},
      {"classes, dilation", {1, 7, 16, 9}, {5, 7, 3, 3}, conv_options({2, 4}, {2, 2}, {0, 2, 1, 0})}};
  for (const auto& device : test::devices()) {
    std::uint64_t seed = 51;
    for (const ConvLayer& layer : some)
      for (const bool views : {false, true}) check_layer(test::context(device), layer, KILN_FLOAT32, views, ++seed);
    check_layer(test::context(device), some[2], KILN_FLOAT16, false, ++seed);
  }
}

TEST_CASE("conv: kernels of CPU devices", "[conv][unsimulated]") {
  // Simulators of other devices run them too: rows with padding that end at the array's last element, in each kernel.
  const ConvLayer some[] = {
      {"panels", {1, 3, 4, 7}, {4, 3, 3, 2}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"panels, rows of stride 2", {1, 2, 3, 37}, {4, 2, 2, 3}, conv_options({1, 2}, {1, 1}, {0, 1, 1, 1}, 1, false)},
      {"panels, channels last", {1, 4, 3, 6}, {5, 2, 2, 6}, conv_options({2, 2}, {1, 1}, {1, 0, 0, 1}, 1, true, true)},
      {"planes", {1, 2, 5, 9}, {2, 1, 3, 3}, conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 2)},
      {"planes, stride 2", {1, 2, 6, 17}, {2, 1, 2, 3}, conv_options({1, 2}, {1, 1}, {0, 1, 1, 0}, 2)},
      {"lanes", {1, 4, 5, 17}, {17, 2, 3, 1}, conv_options({1, 2}, {1, 1}, {1, 0, 1, 1}, 17, false, true)}};
  if (!test::small()) return;  // other tests have them
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.device.as_cpu = true; });
    std::uint64_t seed = 71;
    for (const ConvLayer& layer : some) {
      ++seed;
      // Mesa's device takes long to compile these, which are not its own: one of each kind.
      if (test::small() && context.properties().short_loops && (&layer - some) % 3 == 1) continue;
      if (test::brief() && context.properties().short_loops && (&layer - some) % 3 == 2) continue;
      check_layer(context, layer, KILN_FLOAT32, false, seed);
    }
  }
}
