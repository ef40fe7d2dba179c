// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's own, scans and reductions by key through the C ABI and kiln.hpp: results, and calls
// that cannot be.
#include <kiln/kiln.hpp>

#include <cstring>

#include "support.hpp"

using kiln::GpuArray;

namespace {

using Floats = std::vector<float>;
using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("scans of one's own of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    // The example of kiln/cxx/scan.hpp: the left side comes first.
    const kiln::Scan recurrence(context, "a = 1; b = 0", "a = x; b = y", "b = b*a_ + b_; a = a*a_", "r = b");
    CHECK(recurrence({x, x})[0].read<float>() == Floats{1, 4, 15, 4, 25, 156});
    CHECK(recurrence({x, x}, 0)[0].read<float>() == Floats{1, 2, 3, 8, 15, 24});
    CHECK(recurrence({x, x}, -1, true)[0].read<float>() == Floats{0, 1, 4, 0, 4, 25});
    CHECK(recurrence({x, x}, -1, false, true)[0].read<float>() == Floats{9, 8, 3, 144, 35, 6});
    CHECK(recurrence({x, x}, -1, true, true)[0].read<float>() == Floats{8, 3, 0, 35, 6, 0});
    const auto ones = GpuArray::from(context, Floats{1}, {1});
    CHECK(recurrence({ones, x}, KILN_AXIS_NONE)[0].read<float>() == Floats{1, 3, 6, 10, 15, 21});
    CHECK(recurrence({ones(0), ones(0)})[0].shape() == std::vector<std::int64_t>{1});
    // Places and the number of elements along the axis; destinations keep their dtype and may be the input.
    const kiln::Scan first(context, "m = -inf; i = -1", "m = x; i = index()",
                           "t = m_ > m; m = t ? m_ : m; i = t ? i_ : i", "place = i; of = n; most = m", 3);
    const auto y = GpuArray::from(context, Floats{3, 1, 4, 1, 5, 9, 2, 6});
    const auto places = GpuArray::zeros(context, {16}, KILN_INT32);
    const auto every = places(kiln::slice(0, 16, 2));
    const auto made = first({y}, 0, false, false, {every, GpuArray(), y});
    CHECK(made[0].get() == every.get());
    CHECK(every.copy().read<int>() == std::vector<int>{0, 0, 2, 2, 4, 5, 5, 5});
    CHECK(made[1].read<std::int64_t>() == Numbers(8, 8));
    CHECK(y.read<float>() == Floats{3, 3, 4, 4, 5, 9, 9, 9});
    const auto back = first({GpuArray::from(context, Floats{3, 1, 4})}, 0, false, true);
    CHECK(back[0].read<std::int64_t>() == Numbers{2, 2, 2});
  }
}

TEST_CASE("scans and reductions by key of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto keys = GpuArray::from(context, std::vector<int>{7, 7, 2, 2, 2, 7});
    const auto x = GpuArray::from(context, std::vector<std::int8_t>{1, 2, 3, 4, 5, 6});
    const auto sums = kiln::scan_by_key(keys, x, KILN_SCAN_SUM);
    CHECK(sums.dtype() == KILN_INT64);
    CHECK(sums.read<std::int64_t>() == Numbers{1, 3, 3, 7, 12, 6});
    CHECK(kiln::scan_by_key(keys, x, KILN_SCAN_SUM, 0, false, true).read<std::int64_t>() == Numbers{3, 2, 12, 9, 5, 6});
    CHECK(kiln::scan_by_key(keys, x, KILN_SCAN_PROD, 0, true).read<std::int64_t>() == Numbers{1, 1, 1, 3, 12, 1});
    CHECK(kiln::scan_by_key(keys, x, KILN_SCAN_SUM, 0, true, true).read<std::int64_t>() == Numbers{2, 0, 9, 5, 0, 0});
    CHECK(kiln::scan_by_key(keys, x, KILN_SCAN_SUM, 0, false, false, KILN_FLOAT32).dtype() == KILN_FLOAT32);
    CHECK(kiln::scan_by_key(keys, x, KILN_SCAN_MAX, 0, false, false, KILN_DTYPE_AUTO, x).get() == x.get());
    CHECK(x.read<std::int8_t>() == std::vector<std::int8_t>{1, 2, 3, 4, 5, 6});
    // 1-d keys lie along the axis; others broadcast.
    const auto m = GpuArray::arange(context, 0, 9, 1, KILN_FLOAT32).reshape({3, 3});
    const auto three = GpuArray::from(context, std::vector<int>{0, 0, 1});
    CHECK(kiln::scan_by_key(three, m, KILN_SCAN_SUM, 0).read<float>() == Floats{0, 1, 2, 3, 5, 7, 6, 7, 8});
    CHECK(kiln::scan_by_key(three.reshape({1, 3}), m, KILN_SCAN_SUM, 0).read<float>() ==
          Floats{0, 1, 2, 3, 5, 7, 9, 12, 15});

    auto [runs, values] = kiln::reduce_by_key(keys, x, KILN_REDUCE_SUM);
    CHECK(runs.read<int>() == std::vector<int>{7, 2, 7});
    CHECK(values.read<std::int64_t>() == Numbers{3, 12, 6});
    CHECK(kiln::reduce_by_key(three, m, KILN_REDUCE_MEAN, 0).values.read<float>() == Floats{1.5F, 2.5F, 3.5F, 6, 7, 8});
    const auto to = GpuArray::zeros(context, {3}, KILN_FLOAT32);
    const auto into = kiln::reduce_by_key(keys, x, KILN_REDUCE_MAX, 0, {x(kiln::slice(0, 3)), to});
    CHECK(into.values.get() == to.get());
    CHECK(to.read<float>() == Floats{2, 5, 6});
    CHECK(x.read<std::int8_t>() == std::vector<std::int8_t>{7, 2, 7, 4, 5, 6});
    // Keys that are not wanted.
    kiln_array out = nullptr;
    WORKS(kiln_array_reduce_by_key(keys.get(), x.get(), KILN_REDUCE_ANY, -1, nullptr, nullptr, nullptr, &out));
    kiln_array_release(out);
  }
}

TEST_CASE("scans of one's own and by key that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto own = [&](const char* identity, const char* map, const char* combine, const char* finish) {
      kiln_scan out = junk<kiln_scan>();
      const kiln_status status = kiln_scan_create(context.get(), identity, map, combine, finish, &out);
      CHECK(out == nullptr);
      return status;
    };
    FAILS(own("s = q", "s = a", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT, "the identity reads 'q'");
    FAILS(own("s = 0", "t = a", "s = s + s_", "r = s"), KILN_INVALID_ARGUMENT,
          "kiln_scan_create: map does not assign the accumulator 's'");
    FAILS(own("s = 0", "s = a", "s = s + index()", "r = s"), KILN_INVALID_ARGUMENT, "combine calls index()");
    FAILS(own("s = 0", "s = a +", "s = s + s_", "r = s"), KILN_PARSE_ERROR, "kiln_scan_create: map: ");
    FAILS(own("s = 0", "s = a", "s = s + s_", nullptr), KILN_INVALID_ARGUMENT, "finish is NULL");

    const auto a = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    const auto foreign = GpuArray::zeros(other, {2, 3}, KILN_FLOAT32);
    const kiln::Scan scan(context, "s = 0", "s = x*y", "s = s + s_", "r = s; t = 2*s", 2);
    const auto call = [&](kiln_array x, kiln_array y, const kiln_scan_options& options, kiln_array r, kiln_array t) {
      const kiln_array inputs[] = {x, y}, to[] = {r, t};
      kiln_array out[] = {junk<kiln_array>(), junk<kiln_array>()};
      const kiln_status status = kiln_scan_call_into(scan.get(), 2, inputs, &options, 2, to, out);
      CHECK((out[0] == nullptr && out[1] == nullptr));
      return status;
    };
    const kiln_array x = a.get();
    kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
    options.axis = 2;
    FAILS(call(x, x, options, nullptr, nullptr), KILN_INDEX_ERROR, "axis 2");
    options = KILN_SCAN_OPTIONS_INIT;
    options.dtype = KILN_FLOAT32;
    FAILS(call(x, x, options, nullptr, nullptr), KILN_INVALID_ARGUMENT, "got options->dtype");
    options.dtype = KILN_DTYPE_AUTO;
    options.include_initial = 1;
    FAILS(call(x, x, options, nullptr, nullptr), KILN_INVALID_ARGUMENT, "got options->include_initial");
    options.include_initial = 0;
    FAILS(call(x, foreign.get(), options, nullptr, nullptr), KILN_CONTEXT_MISMATCH, "another context");
    FAILS(call(x, nullptr, options, nullptr, nullptr), KILN_INVALID_ARGUMENT, "inputs[1] is NULL");
    const auto target = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
    FAILS(call(x, GpuArray::zeros(context, {2}, KILN_FLOAT32).get(), options, nullptr, target.get()), KILN_SHAPE_ERROR,
          "broadcast");
    FAILS(call(x, x, options, target.get(), target.get()), KILN_INVALID_ARGUMENT, "share memory");
    FAILS(call(x, x, options, target.get(), GpuArray::zeros(context, {3}, KILN_FLOAT32).get()), KILN_SHAPE_ERROR,
          "destination 1 has shape (3,), expected (2, 3)");
    FAILS(call(x, x, options, foreign.get(), nullptr), KILN_CONTEXT_MISMATCH, "a destination of another");
    CHECK(target.read<float>() == Floats(6, 0));
    kiln_array one = junk<kiln_array>();
    FAILS(kiln_scan_call(scan.get(), 1, &x, nullptr, 1, &one), KILN_INVALID_ARGUMENT, "got 1 array, expected 2: x, y");
    CHECK(one == nullptr);

    const auto keys = GpuArray::zeros(context, {3}, KILN_INT32);
    const auto by_key = [&](kiln_array by, kiln_scan_op op, kiln_array to) {
      kiln_array out = junk<kiln_array>();
      const kiln_status status = kiln_array_scan_by_key(by, x, op, &options, to, &out);
      CHECK(out == nullptr);
      return status;
    };
    options.include_initial = 1;
    FAILS(by_key(keys.get(), KILN_SCAN_SUM, nullptr), KILN_INVALID_ARGUMENT, "include_initial");
    options.include_initial = 0;
    FAILS(by_key(foreign.get(), KILN_SCAN_SUM, nullptr), KILN_CONTEXT_MISMATCH, "another context");
    kiln_scan_op unknown;
    const int number = 9;
    std::memcpy(&unknown, &number, sizeof unknown);
    FAILS(by_key(keys.get(), unknown, nullptr), KILN_INVALID_ARGUMENT, "operation number 9");
    options.dtype = KILN_FLOAT32;
    FAILS(by_key(keys.get(), KILN_SCAN_SUM, target.get()), KILN_INVALID_ARGUMENT, "the destination has one");
    const auto reduce = [&](kiln_array by, kiln_reduce_op op, kiln_array keys_to, kiln_array values_to) {
      kiln_array out[] = {junk<kiln_array>(), junk<kiln_array>()};
      const kiln_status status = kiln_array_reduce_by_key(by, x, op, 1, keys_to, values_to, &out[0], &out[1]);
      CHECK((out[0] == nullptr && out[1] == nullptr));
      return status;
    };
    FAILS(reduce(keys.get(), KILN_REDUCE_ARGMAX, nullptr, nullptr), KILN_INVALID_ARGUMENT,
          "got argmax, expected sum, prod");
    FAILS(reduce(keys.get(), static_cast<kiln_reduce_op>(15), nullptr, nullptr), KILN_INVALID_ARGUMENT,
          "operation number 15");
    FAILS(reduce(x, KILN_REDUCE_SUM, nullptr, nullptr), KILN_SHAPE_ERROR, "got keys of shape (2, 3), expected (3,)");
    FAILS(reduce(keys.get(), KILN_REDUCE_SUM, keys.get(), nullptr), KILN_SHAPE_ERROR,
          "destination 0 has shape (3,), expected (1,)");
    const auto column = GpuArray::zeros(context, {2, 1}, KILN_FLOAT32);
    FAILS(reduce(keys.get(), KILN_REDUCE_SUM, column(0).get(), column.get()), KILN_INVALID_ARGUMENT, "share memory");
    CHECK(column.read<float>() == Floats(2, 0));
  }
}
