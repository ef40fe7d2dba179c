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

TEST_CASE("pool: gradients in graphs, by name and as grad() makes them") {
  namespace g = kiln::graph;
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 5, 5, 0, 3, 2, 7, 4, 9, 6}, {1, 2, 5});
    const auto y = GpuArray::from(context, Floats{10, 20, 30, 40, 50, 60}, {1, 2, 3});
    const g::Variable a = g::tensor3("a", KILN_FLOAT32), b = g::tensor3("b", KILN_FLOAT32);
    g::FunctionOptions both{.inputs = {a, b}, .context = context};
    // The last two outputs are to be the same: the gradient of a cost whose gradient by `made` is b, and the operation.
    const auto add = [&](const g::Variable& made, const char* name, const std::vector<kiln_variable>& inputs,
                         const kiln_graph_options& options) {
      both.outputs.emplace_back(g::grad(g::sum(made * b), a));
      kiln_variable out = nullptr;
      WORKS(kiln_graph_apply(name, inputs.size(), inputs.data(), &options, 1, &out));
      both.outputs.emplace_back(g::Variable(g::detail::VariableHandle::adopt(out)));
    };
    const std::int64_t window[] = {3}, strides[] = {2}, padding[] = {1, 1}, five[] = {5}, three[] = {3};
    kiln_pool_options windows = KILN_POOL_OPTIONS_INIT;
    windows.rank = 1;
    windows.window = window;
    windows.strides = strides;
    windows.padding = padding;
    const Pool same = Pool({3}).stride({2}).pad({1});
    for (const kiln_pool_op op : {KILN_POOL_MAX, KILN_POOL_SUM, KILN_POOL_AVERAGE, KILN_POOL_AVERAGE_PADDED}) {
      kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
      options.pool = &windows;
      options.flag = op;
      add(g::pool(a, op, same), "pool_gradient", {a.get(), b.get()}, options);
      both.outputs.emplace_back(g::pool_gradient(a, b, op, same));
      both.outputs.emplace_back(both.outputs[both.outputs.size() - 2]);
    }
    for (const kiln_upsample_mode mode : {KILN_UPSAMPLE_NEAREST, KILN_UPSAMPLE_LINEAR}) {
      kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
      options.shape = five;
      options.shape_count = 1;
      options.flag = mode;
      add(g::upsample(a, {3}, mode), "upsample_gradient", {b.get()}, options);
      both.outputs.emplace_back(g::upsample_gradient(b, {5}, mode));
      both.outputs.emplace_back(both.outputs[both.outputs.size() - 2]);
    }
    const auto results = g::Function(both)(x, y);
    for (std::size_t i = 0; i < results.size(); i += 2) {
      INFO("pair " << i / 2);
      CHECK(results[i].shape() == Shape{1, 2, 5});
      CHECK(results[i].read<float>() == results[i + 1].read<float>());
    }
    CHECK(results[0].read<float>() == Floats{0, 30, 0, 0, 30, 0, 40, 0, 110, 0});

    // With the channels last, as grad() has them where the options say so.
    kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
    options.shape = three;
    options.shape_count = 1;
    options.flag = KILN_UPSAMPLE_LINEAR | 2;
    kiln_variable out = nullptr;
    const kiln_variable one = a.get(), two[] = {a.get(), b.get()};
    WORKS(kiln_graph_apply("upsample_gradient", 1, &one, &options, 1, &out));
    const g::Variable last(g::detail::VariableHandle::adopt(out));
    const auto turned = g::Function({.inputs = {a}, .outputs = {last}, .context = context})(x)[0];
    CHECK(turned.read<float>() == kiln::upsample_gradient(x, {3}, KILN_UPSAMPLE_LINEAR, true).read<float>());

    FAILS(kiln_graph_apply("upsample_gradient", 1, &one, nullptr, 1, &out), KILN_INVALID_ARGUMENT,
          "graph.upsample_gradient: no shape is given");
    options.flag = 4;
    FAILS(kiln_graph_apply("upsample_gradient", 1, &one, &options, 1, &out), KILN_INVALID_ARGUMENT,
          "graph.upsample_gradient: the flag is 4, expected 0 to 3");
    FAILS(kiln_graph_apply("pool_gradient", 2, two, &options, 1, &out), KILN_INVALID_ARGUMENT,
          "graph.pool_gradient: the flag is 4, expected a kiln_pool_op");
    FAILS(kiln_graph_apply("pool_gradient", 1, &one, nullptr, 1, &out), KILN_INVALID_ARGUMENT,
          "graph.pool_gradient: got 1 input, expected 2");
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
    for (const std::int64_t* kiln_pool_options::*const list :
         {&kiln_pool_options::window, &kiln_pool_options::strides, &kiln_pool_options::padding}) {
      options = KILN_POOL_OPTIONS_INIT;
      options.*list = two;
      FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, &options, nullptr, &out), KILN_INVALID_ARGUMENT,
            "is not NULL, expected the number of extents, 1 to 3");
    }
    options = KILN_POOL_OPTIONS_INIT;
    options.rank = 2;
    options.window = two;
    FAILS(kiln_array_pool(x.get(), KILN_POOL_MAX, &options, nullptr, &out), KILN_SHAPE_ERROR,
          "got the window (2, 2), expected 1 number: one for each spatial axis");
    kiln::Context other(device);
    const auto foreign = GpuArray::zeros(other, {1, 1, 5});
    FAILS(kiln_array_pool_take(x.get(), foreign.get(), nullptr, nullptr, &out), KILN_CONTEXT_MISMATCH, "values");
  }
}
