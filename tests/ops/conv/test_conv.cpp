// SPDX-License-Identifier: Apache-2.0
// Convolutions by each way that computes them, against plain loops: odd extents, views, and sums in parts.
#include <span>
#include <string>

#include "../support/product_support.hpp"
#include "../support/tuned.hpp"
#include "../support/vendor_support.hpp"
#include "array/conv/conv.hpp"
#include "array/tuning.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::ConvWay;

namespace {

class ForcedConv {
 public:
  explicit ForcedConv(ConvWay way) : plain_(way >= ConvWay::large_tiles && way <= ConvWay::split_tiles) {
    array::force_conv(way);
  }
  ~ForcedConv() { array::force_conv(ConvWay::automatic); }

 private:
  const PlainBuild plain_;
};

struct Layer {
  const char* text;
  Dims x, filters;
  ConvOptions options;
};

ConvOptions options(const Dims& strides, const Dims& dilation, const Dims& padding, std::int64_t groups = 1,
                    bool flip = true, bool last = false) {
  return {strides, dilation, ConvOptions::Border::numbers, padding, groups, flip, last};
}

// Many filters, so that no way is left out for them, and lines beyond one tile.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> few = {
      {"channels last, groups", {1, 4, 3, 4}, {4, 2, 2, 2}, options({2, 1}, {1, 1}, {1, 1, 0, 1}, 2, true, true)}};
  static const std::vector<Layer> all = {
      {"2 axes", {2, 5, 13, 11}, {37, 5, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"stride, dilation", {1, 19, 12, 15}, {6, 19, 3, 2}, options({2, 3}, {2, 1}, {0, 2, 1, 0}, 1, false)},
      {"channels last, groups", {3, 9, 8, 10}, {8, 3, 4, 5}, options({2, 1}, {1, 2}, {1, 1, 2, 3}, 2, true, true)},
      {"1 axis, wide", {1, 4, 300}, {5, 4, 7}, options({1}, {1}, {3, 3}, 1, false)},
      {"3 axes", {1, 20, 4, 5, 6}, {4, 20, 2, 3, 3}, options({1, 1, 2}, {1, 1, 1}, {1, 0, 1, 1, 1, 1})}};
  return test::small() ? few : all;
}

// One number for the places of an array in C order.
std::size_t place(const Dims& shape, const Dims& at) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + at[d];
  return std::size_t(place);
}

template <class Visit>
void each_place(const Dims& shape, Visit&& visit) {
  Dims at(shape.size(), 0);
  for (const std::int64_t extent : shape)
    if (extent == 0) return;
  for (;;) {
    visit(at);
    std::size_t d = shape.size();
    while (d-- > 0 && ++at[d] == shape[d]) at[d] = 0;
    if (d == SIZE_MAX) return;
  }
}

struct Sums {
  std::vector<double> value, scale;
  explicit Sums(std::size_t count) : value(count), scale(count) {}
  void add(std::size_t at, Complex a, Complex b) {
    value[at] += a.real() * b.real();
    scale[at] += std::abs(a.real() * b.real());
  }
};

// Calls visit(y, x, w) with the places of every product of the layer.
template <class Visit>
void each_product(const Layer& layer, const Dims& y_shape, Visit&& visit) {
  const ConvOptions& o = layer.options;
  const std::size_t rank = layer.x.size() - 2, channel = o.channels_last ? rank + 1 : 1,
                    first = o.channels_last ? 1 : 2;
  const std::int64_t inputs = layer.filters[channel], outputs = layer.filters[0] / o.groups;
  each_place(y_shape, [&](const Dims& y) {
    Dims some = layer.filters;
    some[0] = 1;
    each_place(some, [&](Dims w) {
      w[0] = y[channel];
      Dims x = y;
      x[channel] = w[0] / outputs * inputs + w[channel];
      for (std::size_t d = 0; d < rank; ++d) {
        const std::size_t axis = first + d;
        const std::int64_t tap = o.flip ? layer.filters[axis] - 1 - w[axis] : w[axis];
        x[axis] = y[axis] * o.strides[d] + tap * o.dilation[d] - o.padding[2 * d];
        if (x[axis] < 0 || x[axis] >= layer.x[axis]) return;
      }
      visit(place(y_shape, y), place(layer.x, x), place(layer.filters, w));
    });
  });
}

void compare(const Layer& layer, const char* what, DType dtype, const Array& got, const Sums& want) {
  const Complexes values = gathered(got);
  REQUIRE(values.size() == want.value.size());
  // Transforms round all that is in a tile, and take larger numbers to do so.
  const bool transforms = array::forced_conv() == ConvWay::winograd;
  const double largest = *std::max_element(want.scale.begin(), want.scale.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = transforms ? 16 * largest : 1000 * want.scale[i];
    const double bound = error * step_of(base::compute_dtype(dtype)) + step_of(dtype) * std::abs(want.value[i]);
    if (std::abs(values[i].real() - want.value[i]) > bound)
      FAIL(base::dtype_name(dtype) << " " << layer.text << ", " << what << ": element " << i << " is "
                                   << values[i].real() << ", want " << want.value[i]);
  }
}

// All three operations of a layer, on views of any strides if `views`.
void check_layer(runtime::Context& context, const Layer& layer, DType dtype, bool views, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Dims y_shape = array::conv_shape(layer.x, layer.filters, layer.options, "test");
  const auto operand = [&](const Dims& shape) {
    if (views) return random_view(context, dtype, shape, random);
    std::size_t count = 1;
    for (const std::int64_t extent : shape) count *= std::size_t(extent);
    return upload_complexes(context, dtype, shape, some_complexes(dtype, count, random()));
  };
  const auto x = operand(layer.x), w = operand(layer.filters), y = operand(y_shape);
  const Complexes xs = gathered(*x), ws = gathered(*w), ys = gathered(*y);
  Sums by_output(ys.size()), by_input(xs.size()), by_filters(ws.size());
  each_product(layer, y_shape, [&](std::size_t at_y, std::size_t at_x, std::size_t at_w) {
    by_output.add(at_y, xs[at_x], ws[at_w]);
    by_input.add(at_x, ys[at_y], ws[at_w]);
    by_filters.add(at_w, xs[at_x], ys[at_y]);
  });
  const std::size_t rank = layer.x.size() - 2, first = layer.options.channels_last ? 1 : 2;
  const auto extents = [&](const Dims& shape) { return Dims(std::span(shape.data() + first, rank)); };
  compare(layer, "output", dtype, *array::conv(*x, *w, layer.options, nullptr, "test"), by_output);
  compare(layer, "gradient by the input", dtype,
          *array::conv_transpose(*y, *w, layer.options, extents(layer.x), nullptr, "test"), by_input);
  compare(layer, "gradient by the filters", dtype,
          *array::conv_filter_gradient(*x, *y, layer.options, extents(layer.filters), nullptr, "test"), by_filters);
}

// Whether the vendor's library computes the layer in this context.
bool by_library(runtime::Context& context, const Layer& layer) {
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
      const ForcedConv forced(way);
      INFO("way " << int(way));
      for (const Layer& layer : layers()) {
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
  const Layer all[] = {
      {"16 channels last", {1, 4, 3, 16}, {4, 2, 2, 16}, options({1, 1}, {1, 1}, {1, 0, 0, 1}, 1, true, true)},
      {"37 channels last, groups",
       {1, 4, 3, 74},
       {6, 2, 2, 37},
       options({1, 2}, {2, 1}, {1, 1, 1, 1}, 2, false, true)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    for (const ConvWay way :
         {ConvWay::large_tiles, ConvWay::medium_tiles, ConvWay::small_tiles, ConvWay::split_tiles}) {
      if (test::small() && (way == ConvWay::large_tiles || way == ConvWay::medium_tiles)) continue;
      const ForcedConv forced(way);
      std::uint64_t seed = 83;
      for (const Layer& layer : all)
        for (const bool views : {false, true}) check_layer(context, layer, KILN_FLOAT32, views, ++seed);
    }
  }
}

// Of the memory of its steps the simulator reports uses of uninitialised elements that the steps before have written.
TEST_CASE("conv: Winograd's transforms", "[conv][unsimulated]") {
  // More than a panel and than a round of tiles, tiles that the results do not fill, patches beyond the padding.
  const Layer all[] = {
      {"some rounds", {3, 9, 33, 26}, {37, 9, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false)},
      {"tiles at the ends", {2, 5, 7, 6}, {3, 5, 3, 3}, options({1, 1}, {1, 1}, {2, 1, 0, 3})},
      {"one result", {1, 3, 3, 3}, {2, 3, 3, 3}, options({1, 1}, {1, 1}, {0, 0, 0, 0})},
      {"channels last", {2, 9, 14, 13}, {6, 3, 3, 13}, options({1, 1}, {1, 1}, {0, 2, 1, 1}, 1, false, true)},
      {"channels last, flipped", {1, 12, 5, 4}, {7, 3, 3, 4}, options({1, 1}, {1, 1}, {2, 2, 2, 2}, 1, true, true)},
      {"three axes", {1, 4, 1, 10, 9}, {5, 4, 1, 3, 3}, options({1, 1, 1}, {1, 1, 1}, {0, 0, 1, 1, 1, 1})},
      {"three axes, all of the first is padding",
       {1, 2, 1, 4, 4},
       {3, 2, 1, 3, 3},
       options({3, 1, 1}, {1, 1, 1}, {1, 1, 1, 1, 1, 1})}};
  const std::span<const Layer> some = test::small() ? std::span(all).subspan(1) : std::span(all);
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
      for (const Layer& layer : some)
        for (const bool views : {false, true}) check_layer(context, layer, dtype, views, ++seed);
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
    for (const Complex y : gathered(*array::conv(*x, *w, options({9, 1}, {1, 1}, {0, 0, 0, 0}), nullptr, "test")))
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
    const ConvOptions how = options({1, 1}, {1, 1}, {1, 1, 1, 1});
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
      const Complexes x =
          gathered(*array::conv_transpose(*y, *w, options({1, 1}, {1, 1}, {1, 1, 1, 1}), {32, 32}, nullptr, "test"));
      CHECK(x[33].real() == 9 * 64);
      CHECK(x[0].real() == 4 * 64);
    }
    // The copy takes 480 KB, and about 400 KB are left.
    const auto image = ones({1, 64, 60, 64}), one = ones({4, 64, 1, 1});
    const auto rest = ones({std::int64_t{320} << 10});
    const Complexes taps = gathered(*array::conv(*image, *one, options({2, 1}, {1, 1}, {0, 0, 0, 0}), nullptr, "test"));
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
      const Layer layer{"3 x 3", {1, 20, 24, 24}, {20, 20, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1})};
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
    const Layer layer{"rounds", {3, 5, 30, 31}, {9, 5, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1})};
    check_layer(context, layer, KILN_FLOAT32, false, 7);
  }
}

TEST_CASE("conv: depthwise", "[conv]") {
  if (test::small()) return;
  // Rows of some vectors, of a part of one, and of few results; channels that are neighbours.
  const Layer some[] = {
      {"along rows", {2, 3, 9, 150}, {3, 1, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"along rows, stride", {1, 4, 8, 83}, {8, 1, 3, 5}, options({1, 2}, {1, 1}, {1, 0, 2, 1}, 4, false)},
      {"few results", {2, 3, 9, 5}, {3, 1, 2, 3}, options({2, 2}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"across channels", {2, 5, 13, 37}, {37, 3, 3, 1}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 37, false, true)},
      {"across channels, stride",
       {1, 9, 23, 16},
       {32, 3, 5, 1},
       options({2, 2}, {1, 1}, {1, 1, 2, 2}, 16, true, true)}};
  for (const auto& device : test::devices()) {
    std::uint64_t seed = 11;
    for (const Layer& layer : some)
      for (const bool views : {false, true}) check_layer(test::context(device), layer, KILN_FLOAT32, views, ++seed);
  }
}

TEST_CASE("conv: few filters with the taps written out", "[conv]") {
  // Gradients by the input turn the taps over, and fall into parts where there are strides.
  const Layer all[] = {
      {"rows", {2, 3, 9, 13}, {3, 1, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 3)},
      {"stride, two filters", {2, 3, 11, 8}, {6, 1, 3, 2}, options({2, 1}, {1, 1}, {1, 0, 0, 1}, 3, false)},
      {"dilation, two channels", {1, 4, 12, 9}, {2, 2, 3, 3}, options({1, 2}, {2, 1}, {2, 2, 1, 1}, 2)},
      {"across channels", {2, 7, 6, 5}, {5, 3, 3, 1}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 5, false, true)},
      {"one axis", {2, 3, 40}, {3, 1, 5}, options({1}, {1}, {2, 2}, 3)},
      {"three axes", {1, 2, 4, 7, 5}, {2, 1, 2, 3, 2}, options({1, 2, 1}, {1, 1, 2}, {0, 1, 1, 1, 0, 1}, 2)},
      {"a tall window", {1, 2, 30, 4}, {2, 1, 9, 1}, options({3, 1}, {2, 1}, {0, 0, 0, 0}, 2)},
      {"many places", {4, 2, 18, 17}, {2, 1, 3, 3}, options({2, 2}, {1, 1}, {1, 1, 1, 1}, 2, false)},
      {"far taps", {2, 2, 44, 5}, {2, 1, 3, 2}, options({1, 1}, {21, 1}, {1, 1, 0, 0}, 2)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const ForcedConv forced(ConvWay::points);
    std::uint64_t seed = 21;
    for (const bool split : {false, true}) {
      // With few work-items and few places of one, a group has part of the places.
      const Tuned tuned(context, [&](codegen::Tuning& numbers) {
        if (split) numbers.conv.point_items = 4, numbers.conv.point_places = 2;
      });
      for (const Layer& layer : all) {
        ++seed;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
    if (array::has_dtype(context, KILN_FLOAT16)) check_layer(context, all[0], KILN_FLOAT16, false, seed);
  }
}

// The simulator reports uses of uninitialised elements of products that were written whole.
TEST_CASE("conv: columns that are added up", "[conv][unsimulated]") {
  const Layer all[] = {
      {"many places", {5, 3, 9, 11}, {8, 3, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"strides", {5, 4, 9, 8}, {6, 2, 3, 2}, options({2, 3}, {1, 2}, {1, 0, 1, 1}, 2, false)},
      {"channels last", {5, 7, 6, 4}, {6, 3, 3, 2}, options({2, 1}, {1, 1}, {1, 1, 1, 0}, 2, true, true)},
      {"inputs in no tap", {2, 3, 11, 7}, {5, 3, 2, 1}, options({4, 3}, {1, 1}, {0, 0, 0, 0})}};
  const std::span<const Layer> some = test::small() ? std::span(all).subspan(3) : std::span(all);
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
      for (const Layer& layer : some) {
        ++seed;
        check_layer(context, layer, KILN_FLOAT32, seed % 2 == 0, seed);
      }
    }
    if (!test::small() && array::has_dtype(context, KILN_FLOAT64))
      check_layer(context, all[1], KILN_FLOAT64, false, seed);
  }
}

TEST_CASE("conv: planes in tiles", "[conv]") {
  if (test::small()) return;
  // A work-item has parts of a plane: along the second axis, along rows, and along the first of three axes.
  const Layer some[] = {
      {"rows", {2, 3, 29, 12}, {6, 1, 3, 2}, options({1, 1}, {1, 2}, {1, 0, 2, 1}, 3)},
      {"rows, strides", {1, 3, 31, 25}, {3, 1, 3, 4}, options({2, 3}, {2, 1}, {1, 2, 0, 3}, 3, false)},
      {"strides beyond the filters", {2, 2, 31, 14}, {2, 1, 2, 1}, options({3, 4}, {1, 1}, {0, 1, 0, 0}, 2)},
      {"1 axis", {1, 2, 1500}, {2, 1, 5}, options({2}, {3}, {2, 7}, 2)},
      {"3 axes", {1, 2, 11, 9, 10}, {2, 1, 3, 2, 3}, options({2, 1, 2}, {1, 1, 1}, {1, 1, 0, 1, 2, 0}, 2)}};
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.conv.plane_bytes = 2560; });
    std::uint64_t seed = 31;
    for (const Layer& layer : some)
      for (const bool views : {false, true}) check_layer(context, layer, KILN_FLOAT32, views, ++seed);
  }
}

TEST_CASE("conv: a vendor library where there is one", "[conv]") {
  const Layer some[] = {
      {"2 axes", {2, 5, 13, 11}, {37, 5, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"many channels", {2, 64, 14, 14}, {32, 64, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false)},
      {"stride, dilation", {1, 19, 12, 15}, {6, 19, 3, 2}, options({2, 3}, {2, 1}, {1, 1, 0, 0}, 1, false)},
      {"1 tap, stride", {2, 16, 9, 9}, {8, 16, 1, 1}, options({2, 2}, {1, 1}, {0, 0, 0, 0})},
      {"groups", {2, 8, 10, 9}, {12, 4, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 2)},
      {"depthwise", {2, 16, 11, 9}, {16, 1, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 16, false)},
      {"channels last", {3, 9, 8, 16}, {8, 3, 3, 16}, options({2, 1}, {1, 1}, {1, 1, 1, 1}, 1, false, true)},
      {"channels last, groups", {3, 9, 8, 10}, {8, 3, 5, 5}, options({2, 1}, {1, 1}, {1, 1, 2, 2}, 2, true, true)},
      {"1 axis", {1, 4, 300}, {5, 4, 7}, options({1}, {1}, {3, 3}, 1, false)},
      {"3 axes", {1, 20, 4, 5, 6}, {4, 20, 2, 3, 3}, options({1, 1, 2}, {1, 1, 1}, {1, 1, 1, 1, 1, 1})}};
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
      for (const Layer& layer : some) {
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
  const Layer some[] = {
      {"1 tap", {2, 14, 9, 8}, {10, 7, 1, 1}, options({2, 3}, {1, 1}, {0, 0, 0, 0}, 2)},
      {"1 tap, channels last", {2, 9, 8, 14}, {10, 1, 1, 14}, options({2, 2}, {1, 1}, {0, 0, 0, 0}, 1, false, true)},
      {"classes of taps", {2, 26, 11, 12}, {10, 13, 3, 4}, options({2, 3}, {1, 1}, {1, 1, 2, 0}, 2)},
      {"classes, channels last", {1, 12, 2, 13}, {18, 3, 5, 13}, options({4, 3}, {1, 1}, {1, 0, 2, 3}, 1, false, true)},
      {"rows of stride 2", {2, 3, 21, 37}, {7, 3, 3, 3}, options({2, 2}, {1, 1}, {1, 1, 1, 1})},
      {"rows of stride 2, many channels",
       {1, 70, 9, 43},
       {5, 70, 2, 3},
       options({2, 2}, {1, 1}, {1, 0, 0, 2}, 1, false)},
      {"classes, dilation", {1, 7, 16, 9}, {5, 7, 3, 3}, options({2, 4}, {2, 2}, {0, 2, 1, 0})}};
  for (const auto& device : test::devices()) {
    std::uint64_t seed = 51;
    for (const Layer& layer : some)
      for (const bool views : {false, true}) check_layer(test::context(device), layer, KILN_FLOAT32, views, ++seed);
    check_layer(test::context(device), some[2], KILN_FLOAT16, false, ++seed);
  }
}

TEST_CASE("conv: kernels of CPU devices", "[conv][unsimulated]") {
  // Simulators of other devices run them too: rows with padding that end at the array's last element, in each kernel.
  const Layer some[] = {
      {"panels", {1, 3, 4, 7}, {4, 3, 3, 2}, options({1, 1}, {1, 1}, {1, 1, 1, 1})},
      {"panels, rows of stride 2", {1, 2, 3, 37}, {4, 2, 2, 3}, options({1, 2}, {1, 1}, {0, 1, 1, 1}, 1, false)},
      {"panels, channels last", {1, 4, 3, 6}, {5, 2, 2, 6}, options({2, 2}, {1, 1}, {1, 0, 0, 1}, 1, true, true)},
      {"planes", {1, 2, 5, 9}, {2, 1, 3, 3}, options({1, 1}, {1, 1}, {1, 1, 1, 1}, 2)},
      {"planes, stride 2", {1, 2, 6, 17}, {2, 1, 2, 3}, options({1, 2}, {1, 1}, {0, 1, 1, 0}, 2)},
      {"lanes", {1, 4, 5, 17}, {17, 2, 3, 1}, options({1, 2}, {1, 1}, {1, 0, 1, 1}, 17, false, true)}};
  if (!test::small()) return;  // other tests have them
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.device.as_cpu = true; });
    std::uint64_t seed = 71;
    for (const Layer& layer : some) check_layer(context, layer, KILN_FLOAT32, false, ++seed);
  }
}
