// SPDX-License-Identifier: Apache-2.0
// kiln/index.h through the C ABI and kiln.hpp: results, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cmath>
#include <complex>
#include <cstring>

#include "support.hpp"

using kiln::GpuArray;

namespace {

using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;

// As a C caller may: in C++ the enumeration has no such value.
#ifdef __GNUC__
__attribute__((no_sanitize("undefined")))
#endif
kiln_status
pad_in_mode_9(kiln_array array, const std::int64_t* widths, kiln_array* out) {
  const int number = 9;
  kiln_pad_mode mode;
  std::memcpy(&mode, &number, sizeof mode);
  return kiln_array_pad(array, widths, mode, KILN_FLOAT32, nullptr, nullptr, out);
}

// The call fails, its message begins with the entry's name, and `out` that held junk is NULL.
#define INDEX_FAILS(expected, part, function, ...)      \
  do {                                                  \
    kiln_array out = junk<kiln_array>();                \
    FAILS(function(__VA_ARGS__, &out), expected, part); \
    CHECK(last_message().rfind(#function, 0) == 0);     \
    CHECK(out == nullptr);                              \
  } while (0)

}  // namespace

TEST_CASE("elements by index with kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32).reshape({2, 3});
    const auto indices = GpuArray::from(context, std::vector<std::int64_t>{2, -3, 0});
    CHECK(kiln::take(a, indices, 1).read<float>() == Floats{2, 0, 0, 5, 3, 3});
    const auto into = GpuArray::zeros(context, {2, 3}, KILN_INT32);
    CHECK(kiln::take(a, indices, -1, into).get() == into.get());
    CHECK(into.read<int>() == std::vector<int>{2, 0, 0, 5, 3, 3});
    CHECK(kiln::take_along_axis(a, a.argmax(1, true), 1).read<float>() == Floats{2, 5});
    INDEX_FAILS(KILN_TYPE_ERROR, "dtype float32, expected an integer", kiln_array_take, a.get(), a.get(), 0, nullptr);
    CHECK(kiln::take(a.transpose(), indices, KILN_AXIS_NONE).read<float>() == Floats{1, 4, 0});
    INDEX_FAILS(KILN_INDEX_ERROR, "kiln_array_take_along_axis: got KILN_AXIS_NONE, expected an axis of 2 dimensions",
                kiln_array_take_along_axis, a.get(), a.argmax(1, true).get(), KILN_AXIS_NONE, nullptr);
    INDEX_FAILS(KILN_INDEX_ERROR, "axis 2 is out of range", kiln_array_take, a.get(), indices.get(), 2, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "the destination has shape (2, 3), expected (3, 3)", kiln_array_take, a.get(),
                indices.get(), 0, a.get());
    INDEX_FAILS(KILN_SHAPE_ERROR, "expected as many axes", kiln_array_take_along_axis, a.get(), indices.get(), 0,
                nullptr);
    const auto foreign = GpuArray::zeros(other, {3}, KILN_INT64);
    INDEX_FAILS(KILN_CONTEXT_MISMATCH, "an array of another context", kiln_array_take, a.get(), foreign.get(), 0,
                nullptr);
  }
}

TEST_CASE("counts of repeats that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
    const auto whole = [&](std::vector<std::int64_t> values) { return GpuArray::from(context, values); };
    INDEX_FAILS(KILN_TYPE_ERROR, "repeats have dtype float32", kiln_array_repeat_each, a.get(), a[0].get(), 1, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "repeats have shape (2,), expected one axis of 3 elements", kiln_array_repeat_each,
                a.get(), whole({1, 2}).get(), 1, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got -2 repeats at position 1", kiln_array_repeat_each, a.get(),
                whole({1, -2}).get(), 0, nullptr);
    INDEX_FAILS(KILN_OVERFLOW, "expected at most", kiln_array_repeat_each, a.get(), whole({INT64_MAX, INT64_MAX}).get(),
                0, nullptr);
    INDEX_FAILS(KILN_INDEX_ERROR, "axis 2", kiln_array_repeat_each, a.get(), whole({1, 2}).get(), 2, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "the destination has shape (2, 3), expected (3, 3)", kiln_array_repeat_each, a.get(),
                whole({1, 2}).get(), 0, a.get());
  }
}

TEST_CASE("results of too many dimensions, and destinations whose elements overlap") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto deep = GpuArray::zeros(context, Shape(20, 1), KILN_FLOAT32),
               full = GpuArray::zeros(context, Shape(32, 1), KILN_FLOAT32);
    const auto indices = GpuArray::zeros(context, Shape(14, 1), KILN_INT64);
    INDEX_FAILS(KILN_SHAPE_ERROR, "kiln_array_take: a shape of more than 32 dimensions", kiln_array_take, deep.get(),
                indices.get(), 0, nullptr);
    const kiln_array one[] = {full.get()};
    INDEX_FAILS(KILN_SHAPE_ERROR, "kiln_array_stack: a shape of more than 32 dimensions", kiln_array_stack, 1, one, 0,
                nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "kiln_array_tensordot: a shape of more than 32 dimensions", kiln_array_tensordot,
                deep.get(), deep.get(), 0, nullptr, nullptr, nullptr);

    const kiln::Buffer buffer(context, 64);
    const auto windows = GpuArray::from_buffer(context, buffer, KILN_FLOAT32, {2, 3}, 0, {4, 4});
    const auto source = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
    FAILS(kiln_array_assign(windows.get(), source.get()), KILN_READ_ONLY,
          "kiln_array_assign: the array of shape (2, 3) cannot be written: elements overlap");
    INDEX_FAILS(KILN_READ_ONLY, "elements overlap", kiln_array_tril, source.get(), 0, windows.get());
    FAILS(kiln_array_assign(source[0].broadcast_to({2, 3}).get(), source.get()), KILN_READ_ONLY,
          "because broadcasting (a stride of 0) repeats its elements");
  }
}

TEST_CASE("writes by index, and masks, with kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32);
    const auto indices = GpuArray::from(context, std::vector<std::int64_t>{1, -1, 1});
    kiln::put(a, indices, 0, GpuArray::from(context, Floats{7, 8, 9}));
    CHECK(a.read<float>() == Floats{0, 9, 2, 3, 4, 8});
    kiln::scatter_add(a, indices, 0, GpuArray::from(context, Floats{10, 20, 30}));
    CHECK(a.read<float>() == Floats{0, 49, 2, 3, 4, 28});
    const GpuArray large = a > 3;
    CHECK(kiln::compress(a, large).read<float>() == Floats{49, 4, 28});
    kiln::put_mask(a, large, GpuArray::from(context, Floats{1, 2, 3}));
    CHECK(a.read<float>() == Floats{0, 1, 2, 3, 2, 3});
    kiln::put_mask(a, large, GpuArray::full(context, {}, -1));
    CHECK(a.read<float>() == Floats{0, -1, 2, 3, -1, -1});
    const auto places = kiln::nonzero(a.reshape({2, 3}));
    CHECK(places[0].read<std::int64_t>() == std::vector<std::int64_t>{0, 0, 1, 1, 1});
    CHECK(places[1].read<std::int64_t>() == std::vector<std::int64_t>{1, 2, 0, 1, 2});
    const std::vector<GpuArray> there{GpuArray::zeros(context, {5}, KILN_INT32),
                                      GpuArray::zeros(context, {5}, KILN_INT64)};
    CHECK(kiln::nonzero(a.reshape({2, 3}), there)[1].get() == there[1].get());
    CHECK(there[0].read<int>() == std::vector<int>{0, 0, 1, 1, 1});
    CHECK(there[1].read<std::int64_t>() == places[1].read<std::int64_t>());
    there[1].fill(0);
    const kiln_array both[] = {there[1].get(), there[1].get()}, short_one[] = {there[1].get(), a.get()};
    const auto matrix = a.reshape({2, 3});
    FAILS(kiln_array_nonzero_into(matrix.get(), 2, both, nullptr), KILN_INVALID_ARGUMENT,
          "destinations 0 and 1 share memory");
    FAILS(kiln_array_nonzero_into(matrix.get(), 2, short_one, nullptr), KILN_SHAPE_ERROR, "expected (5,)");
    CHECK(there[1].read<std::int64_t>() == std::vector<std::int64_t>(5, 0));
    FAILS(kiln_array_put(a.get(), indices.get(), 1, a.get()), KILN_INDEX_ERROR, "axis 1 is out of range");
    FAILS(kiln_array_put(a.get(), indices.get(), 0, a.get()), KILN_SHAPE_ERROR, "kiln_array_put: ");
    FAILS(kiln_array_put(a.get(), a.get(), 0, a.get()), KILN_TYPE_ERROR, "dtype float32, expected an integer");
    FAILS(kiln_array_scatter_add(large.get(), indices.get(), 0, a.get()), KILN_TYPE_ERROR, "dtype bool");
    const auto frozen = a.broadcast_to({2, 6}), foreign = GpuArray::zeros(other, {3}, KILN_FLOAT32);
    FAILS(kiln_array_put(frozen.get(), indices.get(), 0, a.get()), KILN_READ_ONLY, "read-only");
    FAILS(kiln_array_scatter_add(frozen.get(), indices.get(), 0, a.get()), KILN_READ_ONLY, "read-only");
    FAILS(kiln_array_put_mask(frozen.get(), large.get(), a.get()), KILN_READ_ONLY, "read-only");
    FAILS(kiln_array_put(a.get(), indices.get(), 0, foreign.get()), KILN_CONTEXT_MISMATCH, "another context");
    FAILS(kiln_array_put_mask(a.get(), large.get(), a(kiln::slice(0, 2)).get()), KILN_SHAPE_ERROR,
          "got 2 values, expected 3");
    INDEX_FAILS(KILN_TYPE_ERROR, "the mask has dtype float32", kiln_array_compress, a.get(), a.get(), nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "the mask has shape (3,), expected (6,)", kiln_array_compress, a.get(),
                large(kiln::slice(0, 3)).get(), nullptr);
    kiln_array out[2] = {junk<kiln_array>(), junk<kiln_array>()};
    FAILS(kiln_array_nonzero(a.get(), 2, out), KILN_INVALID_ARGUMENT, "got room for 2 results, expected 1");
    CHECK(out[1] == nullptr);
    CHECK(a.read<float>() == Floats{0, -1, 2, 3, -1, -1});
  }
}

TEST_CASE("the flag check_index") {
  for (const auto& device : test_devices()) {
    WORKS(kiln_flag_set("check_index", "True"));
    kiln::Context context(device);
    WORKS(kiln_flag_set("check_index", "False"));
    const auto a = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32);
    const auto indices = GpuArray::from(context, std::vector<std::int64_t>{1, 9, -5});
    const auto taken = kiln::take(a, indices, 0);
    float host[3];
    FAILS(kiln_array_read(taken.get(), host, sizeof host), KILN_INDEX_ERROR,
          "kiln_array_take: index 9 at position 1 is outside -4 .. 3");
    CHECK(taken.read<float>() == Floats{1, 0, 0});  // told once
    kiln::put(a, indices, 0, taken);
    FAILS(kiln_context_synchronize(context.get()), KILN_INDEX_ERROR, "kiln_array_put: index 9 at position 1");
    WORKS(kiln_context_synchronize(context.get()));
    CHECK(a.read<float>() == Floats{0, 1, 2, 3});
    const auto large = GpuArray::from(context, std::vector<std::uint64_t>{3, std::uint64_t{1} << 63});
    const auto none = kiln::take(a, large, 0);
    FAILS(kiln_context_synchronize(context.get()), KILN_INDEX_ERROR,
          "kiln_array_take: index 9223372036854775808 at position 1 is outside -4 .. 3");
  }
}

TEST_CASE("arrays from others with kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32).reshape({2, 3});
    CHECK(kiln::concat({a, a}, -1).shape() == Shape{2, 6});
    CHECK(kiln::concat({a, a(0, kiln::slice())}, KILN_AXIS_NONE).read<float>() == Floats{0, 1, 2, 3, 4, 5, 0, 1, 2});
    const auto out = GpuArray::zeros(context, {4, 3}, KILN_INT32);
    CHECK(kiln::concat({a, a}, 0, out).get() == out.get());
    CHECK(out.read<float>() == Floats{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5});
    CHECK(kiln::stack({a, a}, 1).shape() == Shape{2, 2, 3});
    const auto pieces = kiln::split(a, {1, 2}, 1);
    CHECK(pieces[1].read<float>() == Floats{1, 2, 4, 5});
    CHECK(kiln::split(a, 2)[1].read<float>() == Floats{3, 4, 5});
    CHECK(kiln::tile(a[0], {2, 2}).read<float>() == Floats{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
    CHECK(kiln::repeat(a, 2, 0).read<float>() == Floats{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5});
    CHECK(kiln::repeat(a, 2, KILN_AXIS_NONE).read<float>() == Floats{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
    CHECK(kiln::repeat(a(1, 1), 3, -1).read<float>() == Floats{4, 4, 4});
    const auto counts = GpuArray::from(context, std::vector<std::uint8_t>{2, 0, 1});
    CHECK(kiln::repeat(a, counts, 1).read<float>() == Floats{0, 0, 2, 3, 3, 5});
    const auto two = GpuArray::full(context, {}, 2, KILN_INT64);
    CHECK(kiln::repeat(a, two, 0).read<float>() == kiln::repeat(a, 2, 0).read<float>());
    CHECK(kiln::repeat(a[1], counts, KILN_AXIS_NONE).read<float>() == Floats{3, 3, 5});
    CHECK(kiln::repeat(a, counts - counts, 1).shape() == Shape{2, 0});
    const auto repeated = GpuArray::zeros(context, {2, 3}, KILN_INT32);
    CHECK(kiln::repeat(a, counts, 1, repeated).get() == repeated.get());
    CHECK(repeated.read<int>() == std::vector<int>{0, 0, 2, 3, 3, 5});
    CHECK(kiln::roll(a, 1).read<float>() == Floats{5, 0, 1, 2, 3, 4});
    CHECK(kiln::roll(a, {1}, {1}).read<float>() == kiln::roll(a, {1, 0}, {1, 0}).read<float>());
    CHECK(kiln::roll(a, {1, -1}, {0, 1}).read<float>() == Floats{4, 5, 3, 1, 2, 0});
    CHECK(kiln::pad(a[0], {{1, 2}}).read<float>() == Floats{0, 0, 1, 2, 0, 0});
    CHECK(kiln::pad_constant(a[0], {{0, 1}}, 7).read<float>() == Floats{0, 1, 2, 7});
    CHECK(kiln::pad(a[0], {{2, 3}}, KILN_PAD_REFLECT).read<float>() == Floats{2, 1, 0, 1, 2, 1, 0, 1});
    CHECK(kiln::pad(a[0], {{2, 1}}, KILN_PAD_WRAP).read<float>() == Floats{1, 2, 0, 1, 2, 0});
    CHECK(kiln::tril(a).read<float>() == Floats{0, 0, 0, 3, 4, 0});
    CHECK(kiln::triu(a, 1).read<float>() == Floats{0, 1, 2, 0, 0, 5});
    CHECK(kiln::linspace(context, 0, 1, 5).read<float>() == Floats{0, 0.25F, 0.5F, 0.75F, 1});
    CHECK(kiln::eye(context, 2, 3, 1).read<float>() == Floats{0, 1, 0, 0, 0, 1});
    CHECK(kiln::linspace(context, -1.7e308, 1.7e308, 1).item<float>() == -HUGE_VALF);
    using Complex = std::complex<float>;
    const Complex i{0, 1};
    CHECK(kiln::linspace(context, i, 2.0, 3).read<Complex>() == std::vector<Complex>{i, 1.0F + 0.5F * i, 2});
    const auto grid = kiln::meshgrid({a[0], a(kiln::slice(), 0)});
    CHECK(grid[0].shape() == Shape{2, 3});
    CHECK(grid[1].read<float>() == Floats{0, 0, 0, 3, 3, 3});
    CHECK(kiln::meshgrid({}).empty());
  }
}

TEST_CASE("arrays by position and elements by mask go to destinations of other dtypes and strides") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto wide = GpuArray::zeros(context, {2, 4}, KILN_FLOAT32);
    const auto last = wide(kiln::slice(), 3), row = wide(1, kiln::slice(0, 3));
    const auto back = wide(0, kiln::slice()).flip();
    // Rounded to int32 first, as the call's dtype says.
    CHECK(GpuArray::arange(context, 0.5, 4.5, 1, KILN_INT32, back).get() == back.get());
    CHECK(wide.read<float>() == Floats{3, 2, 1, 0, 0, 0, 0, 0});
    kiln::linspace(context, 5, 6, 2, true, KILN_FLOAT16, last);
    CHECK(wide.read<float>() == Floats{3, 2, 1, 5, 0, 0, 0, 6});
    kiln::compress(wide(0, kiln::slice()), wide(0, kiln::slice()) != 1.0F, row);
    CHECK(wide.read<float>() == Floats{3, 2, 1, 5, 3, 2, 5, 6});
    // Elements go to where others were taken from.
    const auto mask = GpuArray::from(context, std::vector<bool>{false, true, true, true});
    const auto first = wide(1, kiln::slice());
    kiln::compress(first, mask, wide(1, kiln::slice(0, 3)));
    CHECK(first.read<float>() == Floats{2, 5, 6, 6});
    kiln::compress(first, mask, wide(1, kiln::slice(1, 4)).flip());
    CHECK(first.read<float>() == Floats{2, 6, 6, 5});
    kiln::eye(context, 2, 4, 1, KILN_COMPLEX64, wide);
    CHECK(wide.read<float>() == Floats{0, 1, 0, 0, 0, 0, 1, 0});
    FAILS(kiln_array_compress(first.get(), mask.get(), last.get(), nullptr), KILN_SHAPE_ERROR,
          "the destination has shape (2,), expected (3,)");
  }
}

TEST_CASE("arrays from others that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32), b = GpuArray::zeros(context, {3, 3}, KILN_FLOAT32);
    const auto foreign = GpuArray::zeros(other, {2, 3}, KILN_FLOAT32);
    const kiln_array pair[] = {a.get(), b.get()}, mixed[] = {a.get(), foreign.get()}, hole[] = {a.get(), nullptr};
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got no arrays", kiln_array_concat, 0, nullptr, 0, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "arrays is NULL", kiln_array_concat, 1, nullptr, 0, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "arrays[1] is NULL", kiln_array_concat, 2, hole, 0, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "shapes (2, 3) and (3, 3) differ in more than axis 1", kiln_array_concat, 2, pair, 1,
                nullptr);
    INDEX_FAILS(KILN_INDEX_ERROR, "axis 2 is out of range", kiln_array_concat, 2, pair, 2, nullptr);
    INDEX_FAILS(KILN_CONTEXT_MISMATCH, "an array of another context", kiln_array_concat, 2, mixed, 0, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "the destination has shape (2, 3), expected (5, 3)", kiln_array_concat, 2, pair, 0,
                a.get());
    INDEX_FAILS(KILN_SHAPE_ERROR, "got shapes (2, 3) and (3, 3)", kiln_array_stack, 2, pair, 0, nullptr);
    kiln_array pieces[2] = {junk<kiln_array>(), junk<kiln_array>()};
    const std::int64_t sizes[] = {1, 3};
    FAILS(kiln_array_split(a.get(), 0, 2, sizes, pieces), KILN_SHAPE_ERROR, "sum to 4, expected 2");
    CHECK(pieces[0] == nullptr);
    CHECK(pieces[1] == nullptr);
    const std::int64_t negative[] = {-1, 2, 0, 0}, huge[] = {INT64_MAX, 4};
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got -1 repeats along axis 0", kiln_array_tile, a.get(), 2, negative, nullptr);
    INDEX_FAILS(KILN_OVERFLOW, "overflows", kiln_array_tile, a.get(), 2, huge, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "repeats is NULL", kiln_array_tile, a.get(), 2, nullptr, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got -3 repeats", kiln_array_repeat, a.get(), -3, 0, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got 2 shifts without axes", kiln_array_roll, a.get(), 2, sizes, nullptr,
                nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "got widths -1 and 2 along axis 0", kiln_array_pad, a.get(), negative,
                KILN_PAD_EDGE, KILN_FLOAT32, nullptr, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "widths is NULL", kiln_array_pad, a.get(), nullptr, KILN_PAD_EDGE, KILN_FLOAT32,
                nullptr, nullptr);
    kiln_array padded = junk<kiln_array>();
    FAILS(pad_in_mode_9(a.get(), huge, &padded), KILN_INVALID_ARGUMENT, "got mode number 9");
    CHECK(padded == nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "expected at least two axes", kiln_array_tril, a[0].get(), 0, nullptr);
    const auto frozen = a[0].broadcast_to({2, 3});
    INDEX_FAILS(KILN_READ_ONLY, "read-only", kiln_array_triu, a.get(), 0, frozen.get());
    const double ends[] = {0, 1, NAN};
    INDEX_FAILS(KILN_TYPE_ERROR, "got dtype int32", kiln_array_linspace, context.get(), KILN_INT32, KILN_FLOAT64, ends,
                ends + 1, 3, 1, nullptr);
    INDEX_FAILS(KILN_INVALID_ARGUMENT, "expected finite numbers", kiln_array_linspace, context.get(), KILN_FLOAT32,
                KILN_FLOAT64, ends, ends + 2, 3, 1, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "got count -1", kiln_array_linspace, context.get(), KILN_FLOAT32, KILN_FLOAT64, ends,
                ends + 1, -1, 1, nullptr);
    INDEX_FAILS(KILN_SHAPE_ERROR, "", kiln_array_eye, context.get(), KILN_FLOAT32, -1, 2, 0, nullptr);
    pieces[0] = junk<kiln_array>();
    FAILS(kiln_array_meshgrid(2, pair, 0, pieces), KILN_SHAPE_ERROR, "array 0 has shape (2, 3)");
    CHECK(pieces[0] == nullptr);
  }
}

TEST_CASE("results in buffers that no kernel may read, and results without elements") {
  for (const std::string& device : test_devices()) {
    kiln::Context context(device);
    const auto hidden = [&](const Shape& shape) {
      std::size_t bytes = 4;
      for (const std::int64_t extent : shape) bytes *= std::size_t(extent);
      const kiln::Buffer buffer(context, bytes, KILN_BUFFER_WRITE_ONLY);
      return GpuArray::from_buffer(context, buffer, KILN_FLOAT32, shape);
    };
    const auto a = GpuArray::arange(context, 0, 5000, 1, KILN_FLOAT32);
    for (const kiln_pad_mode mode : {KILN_PAD_EDGE, KILN_PAD_REFLECT, KILN_PAD_WRAP}) {
      const auto out = hidden({5900});
      kiln::pad(a, {{900, 0}}, mode, out);
      CHECK(out.read<float>() == kiln::pad(a, {{900, 0}}, mode).read<float>());
    }
    const auto wide = a(kiln::slice(0, 2100)).reshape({700, 3});
    const auto tiled = hidden({700, 21});
    kiln::tile(wide, {1, 7}, tiled);
    CHECK(tiled.read<float>() == kiln::tile(wide, {1, 7}).read<float>());

    const auto zero = [&](std::int64_t k) { return GpuArray::full(context, {3, k}, 2.0f); };
    const auto product = hidden({3, 3});
    kiln::matmul(zero(0), zero(0).transpose(), product);
    CHECK(product.read<float>() == Floats(9, 0));
    product.fill(5);
    kiln::gemm(0.0, zero(4), zero(4).transpose(), 0.0, product);
    CHECK(product.read<float>() == Floats(9, 0));

    const std::int64_t many = std::int64_t(1) << 40;
    const auto counts = GpuArray::from(context, std::vector<std::int64_t>{many, 0, 1});
    CHECK(kiln::repeat(zero(0), counts, 0).shape() == Shape{many + 1, 0});
    INDEX_FAILS(KILN_SHAPE_ERROR, "expected (1099511627777, 1)", kiln_array_repeat_each, zero(1).get(), counts.get(), 0,
                product.get());
    const auto complex = GpuArray::full(context, {3, 4}, std::complex<float>(1, 1));
    FAILS(
        kiln_array_scatter_add(complex.get(), GpuArray::from(context, std::vector<int>{0, 1}).get(), 0, zero(3).get()),
        KILN_SHAPE_ERROR, "(3, 3) does not broadcast to (2, 4)");
  }
}
