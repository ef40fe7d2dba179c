// SPDX-License-Identifier: Apache-2.0
// Convolutions through the C ABI and kiln.hpp: what the options mean, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cstring>

#include "cxx_support.hpp"
#include "support.hpp"

using kiln::Conv;
using kiln::GpuArray;
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;

TEST_CASE("conv: options of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 2, 3, 4, 5}, {1, 1, 5});
    const auto w = GpuArray::from(context, Floats{1, 10, 100}, {1, 1, 3});
    const auto of = [&](const Conv& how) { return kiln::conv(x, w, how).read<float>(); };
    CHECK(of(Conv()) == Floats{123, 234, 345});  // the filters are turned over
    CHECK(of(Conv().flip(true)) == of(Conv()));
    CHECK(of(Conv().correlate()) == Floats{321, 432, 543});
    CHECK(of(Conv().half()) == Floats{12, 123, 234, 345, 450});
    CHECK(of(Conv().full()) == Floats{1, 12, 123, 234, 345, 450, 500});
    CHECK(of(Conv().pad({0}, {2})) == Floats{123, 234, 345, 450, 500});
    CHECK(of(Conv().pad({1}).stride({2})) == Floats{12, 234, 450});
    CHECK(of(Conv().dilate({2})) == Floats{135});
    // An output of 2 by stride 2 and 3 taps belongs to inputs of 5 and 6.
    const auto y = GpuArray::from(context, Floats{1, 2}, {1, 1, 2});
    CHECK(kiln::conv_transpose(y, w, Conv().correlate().stride({2})).read<float>() == Floats{1, 10, 102, 20, 200});
    CHECK(kiln::conv_transpose(y, w, Conv().correlate().stride({2}), {6}).read<float>() ==
          Floats{1, 10, 102, 20, 200, 0});
    CHECK(kiln::conv_filter_gradient(x, y, {3}, Conv().correlate().stride({2})).read<float>() == Floats{7, 10, 13});
    const auto pairs = GpuArray::from(context, Floats{1, 2, 3, 4}, {1, 2, 2});
    const auto two = GpuArray::from(context, Floats{1, 10}, {2, 1, 1});
    CHECK(kiln::conv(pairs, two, Conv().groups(2)).read<float>() == Floats{1, 2, 30, 40});
    CHECK(kiln::conv(pairs, two, Conv().groups(2).channels_last()).read<float>() == Floats{1, 20, 3, 40});
    const auto wide = GpuArray::zeros(context, {1, 1, 3}, KILN_INT32);
    CHECK(kiln::conv(x, w, {}, wide).get() == wide.get());
    CHECK(wide.read<std::int32_t>() == std::vector<std::int32_t>{123, 234, 345});
    CHECK(kiln::conv(x, w, Conv().half(), x).read<float>() == Floats{12, 123, 234, 345, 450});  // onto the input
    refused(KILN_SHAPE_ERROR, "conv: got the strides (1, 1), expected 1 number: one for each spatial axis", [&] {
      kiln::conv(x, w, Conv().stride({1, 1}));
    });
    refused(KILN_SHAPE_ERROR,
            "conv: got the padding (1, 1, 2, 2), expected 2 numbers: before and behind each spatial axis", [&] {
              kiln::conv(x, w, Conv().pad({1, 2}));
            });
    refused(KILN_SHAPE_ERROR, "conv: got the padding (1,) before and (2, 3) behind, expected as many numbers", [&] {
      Conv().pad({1}, {2, 3});
    });
    refused(KILN_SHAPE_ERROR, "conv_transpose: got the extents of the input (5, 5), expected 1 number: one for each",
            [&] {
              kiln::conv_transpose(y, w, Conv(), {5, 5});
            });
    refused(KILN_SHAPE_ERROR, "conv_filter_gradient: got the extents of the filters (3, 3), expected 1 number", [&] {
      kiln::conv_filter_gradient(x, y, {3, 3});
    });
  }
}

TEST_CASE("conv: calls of the C API") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 2, 3, 4, 5}, {1, 1, 5});
    const auto w = GpuArray::from(context, Floats{1, 10, 100}, {1, 1, 3});
    kiln_array out = nullptr;
    WORKS(kiln_array_conv(x.get(), w.get(), nullptr, nullptr, &out));
    CHECK(GpuArray::adopt(out).read<float>() == Floats{123, 234, 345});
    kiln_conv_options options = KILN_CONV_OPTIONS_INIT;
    FAILS(kiln_array_conv(nullptr, w.get(), nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "input is NULL");
    FAILS(kiln_array_conv(x.get(), nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "filters is NULL");
    FAILS(kiln_array_conv(x.get(), w.get(), nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
    FAILS(kiln_array_conv_transpose(nullptr, w.get(), nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT,
          "output is NULL");
    FAILS(kiln_array_conv_transpose(x.get(), nullptr, nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT,
          "filters is NULL");
    const std::int64_t three = 3;
    FAILS(kiln_array_conv_filter_gradient(nullptr, w.get(), nullptr, &three, nullptr, &out), KILN_INVALID_ARGUMENT,
          "input is NULL");
    FAILS(kiln_array_conv_filter_gradient(x.get(), nullptr, nullptr, &three, nullptr, &out), KILN_INVALID_ARGUMENT,
          "output is NULL");
    FAILS(kiln_array_conv_filter_gradient(x.get(), w.get(), nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT,
          "extents is NULL");
    const auto refused = [&](kiln_status status, const char* part) {
      FAILS(kiln_array_conv(x.get(), w.get(), &options, nullptr, &out), status, part);
      options = KILN_CONV_OPTIONS_INIT;
    };
    options.struct_size = 3;
    refused(KILN_INVALID_ARGUMENT, "struct_size");
    options.rank = std::size_t{1} << 40;
    refused(KILN_INVALID_ARGUMENT, "options->rank");
    const int seven = 7;
    std::memcpy(&options.border, &seven, sizeof seven);
    refused(KILN_INVALID_ARGUMENT, "expected a kiln_conv_border");
    options.border = KILN_CONV_PADDED;
    refused(KILN_SHAPE_ERROR, "got the padding (), expected 2 numbers: before and behind each spatial axis");
    const std::int64_t two[] = {1, 1};
    options.rank = 2;
    options.strides = two;
    refused(KILN_SHAPE_ERROR, "got the strides (1, 1), expected 1 number: one for each spatial axis");
    for (const std::int64_t* kiln_conv_options::*const list :
         {&kiln_conv_options::strides, &kiln_conv_options::dilation, &kiln_conv_options::padding}) {
      options.*list = two;
      refused(KILN_INVALID_ARGUMENT, "is not NULL, expected the number of extents, 1 to 3");
    }
    options.rank = 1;
    options.padding = two;
    refused(KILN_INVALID_ARGUMENT, "options->padding is not NULL and options->border is 1, expected KILN_CONV_PADDED");
    const std::int64_t huge[] = {INT64_MAX, 0};
    options.rank = 1;
    options.border = KILN_CONV_PADDED;
    options.padding = huge;
    refused(KILN_INVALID_ARGUMENT, "padding of 9223372036854775807");
    options.rank = 1;
    options.dilation = huge;
    refused(KILN_INVALID_ARGUMENT, "dilation of 9223372036854775807");
    options.groups = INT64_MIN;
    refused(KILN_INVALID_ARGUMENT, "groups, expected at least 1");
    const std::int64_t negative = -4;
    FAILS(kiln_array_conv_transpose(x.get(), w.get(), nullptr, &negative, nullptr, &out), KILN_SHAPE_ERROR,
          "got the extents (-4,) of the input, expected at least 0 along spatial axis 0");
    FAILS(kiln_array_conv_filter_gradient(x.get(), w.get(), nullptr, &negative, nullptr, &out), KILN_SHAPE_ERROR,
          "got the extents (-4,) of the filters, expected at least 0 along spatial axis 0");
    kiln::Context other(device);
    const auto foreign = GpuArray::zeros(other, {1, 1, 3});
    FAILS(kiln_array_conv(x.get(), foreign.get(), nullptr, nullptr, &out), KILN_CONTEXT_MISMATCH, "filters");
  }
}
