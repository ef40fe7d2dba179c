// SPDX-License-Identifier: Apache-2.0
// Pooling and upsampling through the C ABI and kiln.hpp: what the options mean, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cstring>

#include "support.hpp"

using kiln::GpuArray;
using kiln::Pool;
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;

TEST_CASE("pool: options of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 5, 5, 0, 3}, {1, 1, 5});
    const auto of = [&](kiln_pool_op op, const Pool& how) { return kiln::pool(x, op, how).read<float>(); };
    CHECK(of(KILN_POOL_MAX, Pool({2})) == Floats{5, 5});
    CHECK(of(KILN_POOL_MAX, Pool({2}).ceil()) == Floats{5, 5, 3});
    CHECK(of(KILN_POOL_SUM, Pool({3}).stride({2})) == Floats{11, 8});
    CHECK(of(KILN_POOL_AVERAGE, Pool({2}).pad({1})) == Floats{1, 5, 1.5F});
    CHECK(of(KILN_POOL_AVERAGE_PADDED, Pool({2}).pad({1})) == Floats{0.5F, 5, 1.5F});
    CHECK(of(KILN_POOL_AVERAGE_PADDED, Pool({2}).pad({0}, {1})) == Floats{3, 2.5F, 1.5F});
    CHECK(of(KILN_POOL_SUM, Pool()) == Floats{14});
    CHECK(kiln::pool(x, KILN_POOL_SUM, Pool().channels_last()).read<float>() == Floats{1, 5, 5, 0, 3});
    const auto y = GpuArray::from(context, Floats{10, 20}, {1, 1, 2});
    CHECK(kiln::pool_gradient(x, y, KILN_POOL_MAX, Pool({3}).stride({2})).read<float>() == Floats{0, 10, 20, 0, 0});
    CHECK(kiln::pool_gradient(x, y, KILN_POOL_AVERAGE, Pool({2})).read<float>() == Floats{5, 5, 10, 10, 0});
    const auto places = GpuArray::arange(context, 0, 5, 1, KILN_FLOAT32).reshape({1, 1, 5});
    CHECK(kiln::pool_take(x, places, Pool({3}).stride({2})).read<float>() == Floats{1, 2});
    CHECK(kiln::upsample(x, {3}).read<float>() == Floats{1, 5, 0});
    const auto two = GpuArray::from(context, Floats{0, 4}, {1, 1, 2});
    CHECK(kiln::upsample(two, {4}, KILN_UPSAMPLE_LINEAR).read<float>() == Floats{0, 1, 3, 4});
    const auto four = GpuArray::from(context, Floats{1, 1, 1, 1}, {1, 1, 4});
    CHECK(kiln::upsample_gradient(four, {2}, KILN_UPSAMPLE_LINEAR).read<float>() == Floats{2, 2});
    CHECK(kiln::upsample_gradient(four, {2}).read<float>() == Floats{2, 2});
    CHECK(kiln::pool(x, KILN_POOL_MAX, Pool({1}), x).get() == x.get());
    CHECK_THROWS_AS(kiln::pool(x, KILN_POOL_MAX, Pool({2, 2})), kiln::Error);
    CHECK_THROWS_AS(kiln::upsample(x, {2, 2}), kiln::Error);
  }
}

TEST_CASE("pool: calls of the C API") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 5, 5, 0, 3}, {1, 1, 5});
    const std::int64_t three = 3;
    kiln_array out = nullptr;
    WORKS(kiln_array_pool(x.get(), KILN_POOL_SUM, nullptr, nullptr, &out));
    CHECK(GpuArray::adopt(out).item<float>() == 14);
    FAILS(kiln_array_pool(nullptr, KILN_POOL_MAX, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "input is NULL");
    FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
    FAILS(kiln_array_pool_gradient(nullptr, x.get(), KILN_POOL_MAX, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT,
          "input is NULL");
    FAILS(kiln_array_pool_gradient(x.get(), nullptr, KILN_POOL_MAX, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT,
          "output is NULL");
    FAILS(kiln_array_pool_take(nullptr, x.get(), nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "input is NULL");
    FAILS(kiln_array_pool_take(x.get(), nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "values is NULL");
    FAILS(kiln_array_upsample(nullptr, KILN_UPSAMPLE_LINEAR, &three, 0, nullptr, &out), KILN_INVALID_ARGUMENT,
          "input is NULL");
    FAILS(kiln_array_upsample(x.get(), KILN_UPSAMPLE_LINEAR, nullptr, 0, nullptr, &out), KILN_INVALID_ARGUMENT,
          "extents is NULL");
    FAILS(kiln_array_upsample_gradient(nullptr, KILN_UPSAMPLE_LINEAR, &three, 0, nullptr, &out), KILN_INVALID_ARGUMENT,
          "output is NULL");
    FAILS(kiln_array_upsample_gradient(x.get(), KILN_UPSAMPLE_LINEAR, nullptr, 0, nullptr, &out), KILN_INVALID_ARGUMENT,
          "extents is NULL");
    const int seven = 7;
    kiln_pool_op op;
    std::memcpy(&op, &seven, sizeof op);
    FAILS(kiln_array_pool(x.get(), op, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "expected a kiln_pool_op");
    kiln_upsample_mode mode;
    std::memcpy(&mode, &seven, sizeof mode);
    FAILS(kiln_array_upsample(x.get(), mode, &three, 0, nullptr, &out), KILN_INVALID_ARGUMENT,
          "expected a kiln_upsample_mode");
    kiln_pool_options options = KILN_POOL_OPTIONS_INIT;
    options.struct_size = 3;
    FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, &options, nullptr, &out), KILN_INVALID_ARGUMENT, "struct_size");
    options = KILN_POOL_OPTIONS_INIT;
    options.rank = 4;
    FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, &options, nullptr, &out), KILN_INVALID_ARGUMENT, "options->rank");
    const std::int64_t two[] = {2, 2};
    options.rank = 2;
    options.window = two;
    FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, &options, nullptr, &out), KILN_SHAPE_ERROR,
          "got the window (2, 2), expected 1 number: one for each spatial axis");
    kiln::Context other(device);
    const auto foreign = GpuArray::zeros(other, {1, 1, 5});
    FAILS(kiln_array_pool_take(x.get(), foreign.get(), nullptr, nullptr, &out), KILN_CONTEXT_MISMATCH, "values");
  }
}
