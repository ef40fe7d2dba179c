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

}  // namespace

TEST_CASE("golden: convolutions") { check_family("conv", convolutions); }
