// SPDX-License-Identifier: Apache-2.0
// Reductions through the C ABI and kiln.hpp: results, options, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cmath>

#include "support.hpp"

using kiln::GpuArray;

namespace {

using Shape = std::vector<std::int64_t>;

// The call fails, its message begins with the entry's name, and `out` that held junk is NULL.
#define REDUCE_FAILS(expected, part, ...)                                 \
  do {                                                                    \
    kiln_array out = junk<kiln_array>();                                  \
    FAILS(kiln_array_reduce(__VA_ARGS__, nullptr, &out), expected, part); \
    CHECK(last_message().rfind("kiln_array_reduce", 0) == 0);             \
    CHECK(out == nullptr);                                                \
  } while (0)

}  // namespace

TEST_CASE("norms of vectors and matrices") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const float inf = INFINITY;
    const auto a = GpuArray::from(context, std::vector<float>{3, -4, 0, 1, 2, -2}, {2, 3});
    CHECK(kiln::vector_norm(a, -1).read<float>() == std::vector<float>{5, 3});
    CHECK(kiln::vector_norm(a, -1, true, 1).read<float>() == std::vector<float>{7, 5});
    CHECK(kiln::vector_norm(a, -1, false, 0).read<float>() == std::vector<float>{2, 3});
    CHECK(kiln::vector_norm(a, {}, false, inf).item<float>() == 4);
    CHECK(kiln::vector_norm(a, 1, false, -inf).read<float>() == std::vector<float>{0, 1});
    CHECK(kiln::vector_norm(a, {}, false, 3).item<float>() == Approx(std::cbrt(108.0)));
    CHECK(kiln::vector_norm(a, 1, false, -1).read<float>() == std::vector<float>{0, 0.5F});
    const auto nan = GpuArray::from(context, std::vector<float>{1, NAN, 5});
    CHECK(std::isnan(kiln::vector_norm(nan, {}, false, inf).item<float>()));
    CHECK(std::isnan(kiln::vector_norm(nan, {}, false, -inf).item<float>()));
    const auto least = GpuArray::from(context, std::vector<std::int64_t>{INT64_MIN, 1});
    CHECK(kiln::vector_norm(least, {}, false, inf).item<double>() == 0x1p63);

    CHECK(kiln::matrix_norm(a).item<float>() == Approx(std::sqrt(34.0)));
    CHECK(kiln::matrix_norm(a, false, 1).item<float>() == 6);
    CHECK(kiln::matrix_norm(a, false, -1).item<float>() == 2);
    CHECK(kiln::matrix_norm(a, true, inf).shape() == Shape{1, 1});
    CHECK(kiln::matrix_norm(a, true, inf).item<float>() == 7);
    CHECK(kiln::matrix_norm(a, false, -inf).item<float>() == 5);
    CHECK_THROWS_AS(kiln::matrix_norm(a, false, 2), kiln::Error);
    CHECK_THROWS_AS(kiln::matrix_norm(a[0]), kiln::Error);
    kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
    options.correction = 1;
    kiln_array out = junk<kiln_array>();
    FAILS(kiln_array_vector_norm(a.get(), 3, &options, nullptr, &out), KILN_INVALID_ARGUMENT, "a norm has none");
    CHECK(out == nullptr);
  }
}

TEST_CASE("reductions of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::arange(context, 0, 12, 1, KILN_FLOAT32).reshape({3, 4});
    CHECK(a.sum().item<float>() == 66);
    CHECK(a.sum(0).read<float>() == std::vector<float>{12, 15, 18, 21});
    CHECK(a.sum(-1, true).shape() == Shape{3, 1});
    CHECK(a.sum(Shape{}).shape() == Shape{3, 4});  // no axes go
    CHECK(a.sum({0, 1}).item<float>() == 66);
    CHECK(a.mean(1).read<float>() == std::vector<float>{1.5F, 5.5F, 9.5F});
    CHECK(a.max(0).read<float>() == std::vector<float>{8, 9, 10, 11});
    CHECK(a.min().item<float>() == 0);
    CHECK(a.argmax().item<std::int64_t>() == 11);
    CHECK(a.argmin(1).read<std::int64_t>() == std::vector<std::int64_t>{0, 0, 0});
    CHECK(a.any(0).read<bool>() == std::vector<bool>{true, true, true, true});
    CHECK(a.all(1).read<bool>() == std::vector<bool>{false, true, true});
    CHECK(a.count_nonzero().item<std::int64_t>() == 11);
    CHECK(a.var(1).read<float>() == std::vector<float>{1.25F, 1.25F, 1.25F});
    CHECK(a.stddev(1, false, 1).read<float>()[0] == Approx(std::sqrt(5.0 / 3)));
    CHECK(a.norm().item<float>() == Approx(std::sqrt(506.0)));
    CHECK(a.logsumexp().item<float>() == Approx(11.4586297444));
    CHECK((a + 1.0).eval().prod(1).read<float>() == std::vector<float>{24, 1680, 11880});
    const auto bytes = GpuArray::from(context, std::vector<std::int8_t>(300, 100));
    CHECK(bytes.sum().dtype() == KILN_INT64);
    CHECK(bytes.sum().item<std::int64_t>() == 30000);
    CHECK(bytes.sum({}, false, KILN_FLOAT32).dtype() == KILN_FLOAT32);
    CHECK(bytes.max().dtype() == KILN_INT8);
    // The dtype that the result has in any case may be named.
    for (const auto& [op, dtype] : {std::pair(KILN_REDUCE_ANY, KILN_BOOL),
                                    {KILN_REDUCE_ALL, KILN_BOOL},
                                    {KILN_REDUCE_COUNT_NONZERO, KILN_INT64},
                                    {KILN_REDUCE_ARGMAX, KILN_INT64},
                                    {KILN_REDUCE_ARGMIN, KILN_INT64}}) {
      kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
      options.dtype = dtype;
      kiln_array made = nullptr;
      WORKS(kiln_array_reduce(a.get(), op, &options, nullptr, &made));
      kiln_array_info info = KILN_ARRAY_INFO_INIT;
      WORKS(kiln_array_get_info(made, &info));
      CHECK(info.dtype == dtype);
      kiln_array_release(made);
    }

    kiln::Reduction dot(context, "s = 0", "s = x*y", "s = s + s_", "r = s");
    CHECK(dot({a, a}, 1)[0].read<float>() == std::vector<float>{14, 126, 366});
    kiln::Reduction range(context, "lo = inf; hi = -inf", "lo = a; hi = a", "lo = min(lo, lo_); hi = max(hi, hi_)",
                          "least = lo; span = hi - lo; mean_of_ends = (lo + hi) / 2", 3);
    const auto results = range({a}, 0, true);
    CHECK(results[1].read<float>() == std::vector<float>{8, 8, 8, 8});
    CHECK(results[2].shape() == Shape{1, 4});
    // Destinations keep their dtype, may be strided and the input itself; an empty one means a new array.
    const auto wide = GpuArray::zeros(context, {8}, KILN_INT32);
    const auto every = wide(kiln::slice(0, 8, 2));
    const auto row = a.copy();
    const auto into = range({row}, 0, false, {every, row[1], GpuArray()});
    CHECK(into[0].get() == every.get());
    CHECK(wide.read<int>() == std::vector<int>{0, 0, 1, 0, 2, 0, 3, 0});
    CHECK(row.read<float>() == std::vector<float>{0, 1, 2, 3, 8, 8, 8, 8, 8, 9, 10, 11});
    CHECK(into[2].read<float>() == std::vector<float>{4, 5, 6, 7});
    kiln::Reduction last(context, "i = -1", "i = a > 4 ? index() : -1", "i = max(i, i_)", "r = i");
    CHECK(last({a})[0].item<std::int64_t>() == 11);
  }
}

TEST_CASE("reductions that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::arange(context, 0, 12, 1, KILN_FLOAT32).reshape({3, 4});
    const auto reduce = [&](kiln_reduce_op op) { return op; };
    kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
    const std::int64_t beyond[] = {2}, twice[] = {0, -2};
    options.axes = beyond;
    options.axis_count = 1;
    REDUCE_FAILS(KILN_INDEX_ERROR, "axis 2", a.get(), KILN_REDUCE_SUM, &options);
    options.axes = twice;
    options.axis_count = 2;
    REDUCE_FAILS(KILN_INDEX_ERROR, "axis -2 is given twice", a.get(), KILN_REDUCE_SUM, &options);
    options.axes = nullptr;
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "options->axes is NULL", a.get(), KILN_REDUCE_SUM, &options);
    options = KILN_REDUCE_OPTIONS_INIT;
    options.struct_size = 3;
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "struct_size is 3", a.get(), KILN_REDUCE_SUM, &options);
    options = KILN_REDUCE_OPTIONS_INIT;
    options.dtype = KILN_INT32;
    REDUCE_FAILS(KILN_TYPE_ERROR, "mean computes in a floating-point dtype, got dtype int32", a.get(), KILN_REDUCE_MEAN,
                 &options);
    REDUCE_FAILS(KILN_TYPE_ERROR, "argmax has a result of int64, got dtype int32", a.get(), KILN_REDUCE_ARGMAX,
                 &options);
    REDUCE_FAILS(KILN_TYPE_ERROR, "any has a result of bool, got dtype int32", a.get(), KILN_REDUCE_ANY, &options);
    options = KILN_REDUCE_OPTIONS_INIT;
    options.correction = 1;
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "sum takes no correction, got 1", a.get(), KILN_REDUCE_SUM, &options);
    options.correction = NAN;
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "expected a finite number", a.get(), KILN_REDUCE_VAR, &options);
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "operation number 15", a.get(), static_cast<kiln_reduce_op>(15), nullptr);
    REDUCE_FAILS(KILN_INVALID_ARGUMENT, "array is NULL", nullptr, reduce(KILN_REDUCE_SUM), nullptr);
    const auto z = a.astype(KILN_COMPLEX64);
    REDUCE_FAILS(KILN_TYPE_ERROR, "max takes real dtypes, got complex64", z.get(), KILN_REDUCE_MAX, nullptr);
    CHECK(z.norm().item<float>() == Approx(std::sqrt(506.0)));
    const auto none = GpuArray::empty(context, {3, 0}, KILN_FLOAT32);
    REDUCE_FAILS(KILN_SHAPE_ERROR,
                 "the array is empty: no elements along the reduced axes of shape (3, 0), and max has no identity",
                 none.get(), KILN_REDUCE_MAX, nullptr);
    REDUCE_FAILS(KILN_SHAPE_ERROR, "and argmin has no identity", none.get(), KILN_REDUCE_ARGMIN, nullptr);
    CHECK(none.sum().item<float>() == 0);
    try {
      none.item<float>();
      FAIL("an item of no elements");
    } catch (const kiln::Error& error) {
      CHECK(std::string(error.what()) == "GpuArray::item: the array is empty, expected 1 element");
    }

    const auto wrong = GpuArray::zeros(context, {3}, KILN_FLOAT32);
    options = KILN_REDUCE_OPTIONS_INIT;
    const std::int64_t first[] = {0};
    options.axes = first;
    options.axis_count = 1;
    FAILS(kiln_array_reduce(a.get(), KILN_REDUCE_SUM, &options, wrong.get(), nullptr), KILN_SHAPE_ERROR,
          "the destination has shape (3,), expected (4,)");
    CHECK(wrong.read<float>() == std::vector<float>(3, 0));
    const auto frozen = GpuArray::zeros(context, {1}, KILN_FLOAT32).broadcast_to({4});
    FAILS(kiln_array_reduce(a.get(), KILN_REDUCE_SUM, &options, frozen.get(), nullptr), KILN_READ_ONLY, "");
    const auto foreign = GpuArray::zeros(other, {4}, KILN_FLOAT32);
    FAILS(kiln_array_reduce(a.get(), KILN_REDUCE_SUM, &options, foreign.get(), nullptr), KILN_CONTEXT_MISMATCH,
          "a destination of another context");
    options.dtype = KILN_FLOAT32;
    FAILS(kiln_array_reduce(a.get(), KILN_REDUCE_SUM, &options, wrong.get(), nullptr), KILN_INVALID_ARGUMENT,
          "the destination has one");

    const auto own = [&](const char* identity, const char* map, const char* combine, const char* finish) {
      return [&, identity, map, combine, finish] {
        static int place;
        kiln_reduction out = reinterpret_cast<kiln_reduction>(&place);
        const kiln_status status = kiln_reduction_create(context.get(), identity, map, combine, finish, &out);
        CHECK(out == nullptr);
        return status;
      }();
    };
    FAILS(own("", "s = a", "s = s + s_", "r = s"), KILN_PARSE_ERROR, "identity: ");
    FAILS(own("s = q", "s = a", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT, "the identity reads 'q'");
    FAILS(own("s = 0", "t = a", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT,
          "map does not assign the accumulator 's'");
    FAILS(own("s = 0", "s = a", "s = s + a", "r = s"), KILN_INVALID_ARGUMENT, "combine reads 'a', expected s, s_");
    FAILS(own("s = 0", "s = a", "s = s + s_", "r = b"), KILN_INVALID_ARGUMENT, "finish reads 'b', expected s, n");
    FAILS(own("s = 0", "s = 1", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT, "map reads no array");
    FAILS(own("s = 0", "s = a +", "s = s + s_", "r = s"), KILN_PARSE_ERROR, "kiln_reduction_create: map: ");
    FAILS(own("s = 0", "s = a", "s = s + s_", nullptr), KILN_INVALID_ARGUMENT, "finish is NULL");
    FAILS(own("s = 0; s_ = 0", "s = a; s_ = 2*a", "s = s + s_; s_ = s_ + s__", "r = s"), KILN_INVALID_ARGUMENT,
          "the accumulator 's_' has the name of the right side of the accumulator 's'");
    FAILS(own("n = 0", "n = a", "n = n + n_", "r = n"), KILN_INVALID_ARGUMENT,
          "an accumulator is named 'n', the number of elements");
    FAILS(own("s = float32(index())", "s = a", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT,
          "identity calls index(), which only map may");
    FAILS(own("s = 0", "s = a", "t = index() + 1; s = s + s_ * t", "r = s"), KILN_INVALID_ARGUMENT,
          "combine calls index(), which only map may");
    FAILS(own("s = 0", "s = a", "s = s + s_", "r = s; i = 1 + index()"), KILN_INVALID_ARGUMENT,
          "finish calls index(), which only map may");
    kiln::Reduction dot(context, "s = 0", "s = x*y", "s = s + s_", "r = s");
    const auto refused = [&](const std::vector<GpuArray>& inputs, const char* part) {
      try {
        dot(inputs);
      } catch (const kiln::Error& error) {
        INFO(error.what());
        CHECK(std::string(error.what()).find(part) != std::string::npos);
        return;
      }
      FAIL("no error");
    };
    refused({a}, "got 1 array, expected 2: x, y");
    const auto into = [&](kiln_array sum, kiln_array doubled) {
      const kiln::Reduction both(context, "s = 0", "s = x", "s = s + s_", "r = s; t = 2*s", 2);
      const kiln_array input = a.get(), to[] = {sum, doubled};
      return kiln_reduction_call_into(both.get(), 1, &input, nullptr, 2, to, nullptr);
    };
    const auto total = GpuArray::zeros(context, {}, KILN_FLOAT32), twin = total.copy();
    WORKS(into(total.get(), twin.get()));
    CHECK(twin.item<float>() == 132);
    FAILS(into(total.get(), total.get()), KILN_INVALID_ARGUMENT, "destinations 0 and 1 share memory");
    FAILS(into(total.get(), nullptr), KILN_INVALID_ARGUMENT, "kiln_reduction_call_into: out is NULL");
    FAILS(into(total.get(), wrong.get()), KILN_SHAPE_ERROR, "destination 1 has shape (3,), expected ()");
    FAILS(into(total.get(), foreign.get()), KILN_CONTEXT_MISMATCH, "a destination of another context");
    CHECK(total.item<float>() == 66);
    refused({a, GpuArray::zeros(context, {3}, KILN_FLOAT32)}, "broadcast");
    refused({a, foreign}, "another context");
  }
}
