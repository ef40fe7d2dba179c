// SPDX-License-Identifier: Apache-2.0
// Convolutions, as devices get them.
#include "net.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

void convolutions(Record& record) {
  struct Case {
    const char* title;
    Shape input, filters;
    Conv how;
    kiln_dtype dtype = f32;
    bool last = false;
  };
  const Case cases[] = {
      {"first layer", {1, 3, 224, 224}, {64, 3, 7, 7}, Conv().stride({2, 2}).half()},
      {"3 by 3", {1, 64, 56, 56}, {64, 64, 3, 3}, Conv().half()},
      {"3 by 3, float16", {1, 64, 56, 56}, {64, 64, 3, 3}, Conv().half(), f16},
      {"3 by 3, float64", {1, 64, 56, 56}, {64, 64, 3, 3}, Conv().half(), f64},
      {"3 by 3, channels last", {2, 56, 56, 64}, {64, 3, 3, 64}, Conv().half().channels_last(), f32, true},
      {"3 by 3, stride 2", {1, 64, 56, 56}, {64, 64, 3, 3}, Conv().stride({2, 2}).half()},
      {"few places, batch", {32, 512, 7, 7}, {512, 512, 3, 3}, Conv().half().correlate()},
      {"1 by 1", {2, 64, 56, 56}, {256, 64, 1, 1}, Conv()},
      {"1 by 1, stride 2", {1, 256, 56, 56}, {512, 256, 1, 1}, Conv().stride({2, 2})},
      {"depthwise", {1, 32, 112, 112}, {32, 1, 3, 3}, Conv().half().groups(32)},
      {"depthwise, channels last",
       {1, 112, 112, 32},
       {32, 3, 3, 1},
       Conv().half().groups(32).channels_last(),
       f32,
       true},
      {"depthwise, stride 2", {1, 144, 56, 56}, {144, 1, 3, 3}, Conv().stride({2, 2}).half().groups(144)},
      {"depthwise, stride 2, channels last",
       {32, 56, 56, 144},
       {144, 3, 3, 1},
       Conv().stride({2, 2}).half().groups(144).channels_last(),
       f16,
       true},
      {"3 axes, groups", {1, 32, 8, 28, 28}, {64, 16, 3, 3, 3}, Conv().full().groups(2)},
      {"depthwise, 64-bit", {1 << 14, 16, 100, 100}, {16, 1, 3, 3}, Conv().groups(16)},
      {"64-bit", {1 << 14, 16, 100, 100}, {16, 16, 3, 3}, Conv()}};
  for (const Case& c : cases) {
    if (c.dtype == f64 && !record.device().float64) continue;
    // CPU devices take a few images at a time, so that the record would be long.
    if (record.device().cpu && c.title == std::string("64-bit")) continue;
    GpuArray output;
    record(std::string("convolution, ") + c.title, [&] {
      const GpuArray x = record.array(c.input, c.dtype), w = record.array(c.filters, c.dtype);
      output = conv(x, w, c.how);
    });
    if (!output.valid()) continue;
    const std::size_t rank = c.input.size() - 2, first = c.last ? 1 : 2;
    const auto extents = [&](const Shape& shape) {
      return Shape(shape.begin() + std::ptrdiff_t(first), shape.begin() + std::ptrdiff_t(first + rank));
    };
    const Shape shape = output.shape();
    record(std::string("gradient by the input, ") + c.title, [&] {
      const GpuArray y = record.array(shape, c.dtype), w = record.array(c.filters, c.dtype);
      conv_transpose(y, w, c.how, extents(c.input));
    });
    record(std::string("gradient by the filters, ") + c.title, [&] {
      const GpuArray x = record.array(c.input, c.dtype), y = record.array(shape, c.dtype);
      conv_filter_gradient(x, y, extents(c.filters), c.how);
    });
  }
}

// Convolutions with a bias and an activation behind them.
void convolutions_and_more(Record& record) {
  struct Case {
    const char* title;
    Shape input, filters;
    Conv how;
    kiln_dtype dtype = f32;
    bool last = false;
  };
  const Case cases[] = {
      {"first layer", {1, 3, 224, 224}, {64, 3, 7, 7}, Conv().stride({2, 2}).half()},
      {"3 by 3", {1, 64, 56, 56}, {64, 64, 3, 3}, Conv().half().correlate()},
      {"3 by 3, float16, channels last", {2, 56, 56, 64}, {64, 3, 3, 64}, Conv().half().channels_last(), f16, true},
      {"few places", {1, 512, 7, 7}, {512, 512, 3, 3}, Conv().stride({2, 2}).half()},
      {"1 by 1", {2, 64, 56, 56}, {256, 64, 1, 1}, Conv()},
      {"1 by 1, stride 2", {1, 256, 56, 56}, {512, 256, 1, 1}, Conv().stride({2, 2})},
      {"depthwise", {1, 32, 112, 112}, {32, 1, 3, 3}, Conv().half().groups(32)},
      {"depthwise, float16", {1, 32, 14, 14}, {32, 1, 3, 3}, Conv().half().groups(32), f16},
      {"depthwise, channels last",
       {1, 112, 112, 32},
       {32, 3, 3, 1},
       Conv().half().groups(32).channels_last(),
       f32,
       true},
      {"depthwise, many taps", {1, 32, 20, 20}, {32, 1, 13, 13}, Conv().half().groups(32)}};
  for (const Case& c : cases)
    record(std::string("relu of a convolution and a bias, ") + c.title, [&] {
      const auto x = graph::tensor("x", 4, c.dtype), w = graph::tensor("w", 4, c.dtype);
      const GpuArray a = record.array(c.input, c.dtype), b = record.array(c.filters, c.dtype);
      const auto bias = graph::shared(record.array({c.filters[0]}, c.dtype));
      const auto y = graph::conv(x, w, c.how) + bias.dimshuffle(c.last ? std::vector<std::int64_t>{-1, -1, -1, 0}
                                                                       : std::vector<std::int64_t>{-1, 0, -1, -1});
      const graph::Function f({.inputs = {x, w}, .outputs = {graph::maximum(y, 0)}, .context = record.context()});
      f(a, b);
    });
}

void pooling(Record& record) {
  for (const kiln_dtype dtype : {f32, f16}) {
    const std::string of = kiln_dtype_name(dtype);
    const Pool windows = Pool({3, 3}).stride({2, 2}).pad({1, 1});
    const Shape large{2, 64, 112, 112}, small{2, 64, 56, 56};
    for (const kiln_pool_op op : {KILN_POOL_MAX, KILN_POOL_SUM, KILN_POOL_AVERAGE, KILN_POOL_AVERAGE_PADDED}) {
      const std::string title = "pooling " + std::to_string(op) + " of " + of;
      record(title, [&] { pool(record.array(large, dtype), op, windows); });
      record("gradient of " + title, [&] {
        const GpuArray x = record.array(large, dtype), y = record.array(small, dtype);
        pool_gradient(x, y, op, windows);
      });
    }
    record("elements where others are greatest, of " + of, [&] {
      const GpuArray x = record.array(large, dtype), values = record.array(large, dtype);
      pool_take(x, values, windows);
    });
    for (const kiln_upsample_mode mode : {KILN_UPSAMPLE_NEAREST, KILN_UPSAMPLE_LINEAR}) {
      const std::string title = std::string(mode == KILN_UPSAMPLE_LINEAR ? "linear" : "nearest") + " of " + of;
      record("upsampling, " + title, [&] { upsample(record.array(small, dtype), {112, 112}, mode); });
      record("gradient of upsampling, " + title, [&] {
        upsample_gradient(record.array(large, dtype), {56, 56}, mode);
      });
    }
  }
  record("pooling of the whole, channels last", [&] {
    pool(record.array({32, 7, 7, 512}), KILN_POOL_AVERAGE, Pool().channels_last());
  });
  for (const kiln_pool_op op : {KILN_POOL_MAX, KILN_POOL_AVERAGE}) {
    record("gradient of pooling " + std::to_string(op) + ", channels last", [&] {
      const GpuArray x = record.array({2, 112, 112, 64}), y = record.array({2, 56, 56, 64});
      pool_gradient(x, y, op, Pool({2, 2}).channels_last());
    });
  }
  record("pooling, 64-bit", [&] { pool(record.array({1 << 18, 16, 32, 32}), KILN_POOL_MAX, Pool({2, 2})); });
}

}  // namespace

TEST_CASE("golden: convolutions") { check_family("conv", convolutions); }
TEST_CASE("golden: convolutions and what follows") { check_family("conv_epilogue", convolutions_and_more); }
TEST_CASE("golden: pooling and upsampling") { check_family("pool", pooling); }
