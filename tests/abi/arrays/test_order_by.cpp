// SPDX-License-Identifier: Apache-2.0
// What goes where keys go, and quantiles, through the C ABI and kiln.hpp: results, destinations, and calls
// that cannot be.
#include <kiln/kiln.hpp>

#include <cmath>

#include "support.hpp"

using kiln::GpuArray;

namespace {
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Ints = std::vector<int>;
}  // namespace

TEST_CASE("sorting by keys") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto keys = GpuArray::from(context, Floats{3, 1, 2, 1, 5, 1}, {2, 3});
    const auto values = GpuArray::from(context, Ints{0, 1, 2, 3, 4, 5}, {2, 3});
    const auto [sorted, moved] = kiln::sort_by_key(keys, values);
    CHECK(sorted.read<float>() == Floats{1, 2, 3, 1, 1, 5});
    CHECK(moved.read<int>() == Ints{1, 2, 0, 3, 5, 4});
    const auto down = kiln::sort_by_key(keys, values, 0, true);
    CHECK(down.keys.read<float>() == Floats{3, 5, 2, 1, 1, 1});
    CHECK(down.values.read<int>() == Ints{0, 4, 2, 3, 1, 5});
    const auto flat = kiln::sort_by_key(keys, values, KILN_AXIS_NONE);
    CHECK(flat.keys.read<float>() == Floats{1, 1, 1, 2, 3, 5});
    CHECK(flat.values.read<int>() == Ints{1, 3, 5, 2, 0, 4});
    CHECK(kiln::sort_by_key(keys(0, 0), values(1, 2), KILN_AXIS_NONE).values.read<int>() == Ints{5});

    // Each result goes where the other one is read.
    const auto a = keys.copy(), b = values.copy();
    const auto swapped = kiln::sort_by_key(a, b, -1, false, {b, a});
    CHECK(swapped.keys.get() == b.get());
    CHECK(b.read<int>() == Ints{1, 2, 3, 1, 1, 5});
    CHECK(a.read<float>() == Floats{1, 2, 0, 3, 5, 4});
    // One of both: into an array, and as a new one.
    const auto to = GpuArray::empty(context, {3, 2}, KILN_INT16).transpose();
    WORKS(kiln_array_sort_by_key(keys.get(), values.get(), 1, 0, nullptr, to.get(), nullptr, nullptr));
    CHECK(to.read<int>() == Ints{1, 2, 0, 3, 5, 4});
    kiln_array only = nullptr;
    WORKS(kiln_array_sort_by_key(keys.get(), values.get(), 1, 0, nullptr, nullptr, &only, nullptr));
    kiln_array_release(only);
    WORKS(kiln_array_sort_by_key(keys.get(), values.get(), 1, 0, nullptr, nullptr, nullptr, nullptr));

    const auto refused = [&](const GpuArray& k, const GpuArray& v, const GpuArray& to_keys, const GpuArray& to_values,
                             kiln_status status, const std::string& part) {
      auto first = junk<kiln_array>(), second = junk<kiln_array>();
      FAILS(kiln_array_sort_by_key(k.get(), v.get(), 1, 0, to_keys.get(), to_values.get(), &first, &second), status,
            "kiln_array_sort_by_key: " + part);
      CHECK((!first && !second));
    };
    refused({}, values, {}, {}, KILN_INVALID_ARGUMENT, "keys is NULL");
    refused(keys, {}, {}, {}, KILN_INVALID_ARGUMENT, "values is NULL");
    refused(keys, values[0], {}, {}, KILN_SHAPE_ERROR, "the values have shape (3,), expected the keys' (2, 3)");
    refused(keys, GpuArray::zeros(other, {2, 3}), {}, {}, KILN_CONTEXT_MISMATCH, "an array of another context");
    refused(keys, values, {}, to[0], KILN_SHAPE_ERROR, "destination 1 has shape (3,), expected (2, 3)");
    refused(keys, values, to, to, KILN_INVALID_ARGUMENT, "destinations 0 and 1 share memory");
    refused(keys, values, values[0].broadcast_to({2, 3}), {}, KILN_READ_ONLY, "");
    CHECK(to.read<int>() == Ints{1, 2, 0, 3, 5, 4});
  }
}

TEST_CASE("quantiles") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::from(context, Floats{3, 1, 2, 10, 5, 40}, {2, 3});
    CHECK(kiln::median(a).item<float>() == 4);
    CHECK(kiln::median(a, 1).read<float>() == Floats{2, 10});
    CHECK(kiln::median(a, 0, true).shape() == Shape{1, 3});
    CHECK(kiln::median(a, KILN_AXIS_NONE, true).shape() == Shape{1, 1});
    CHECK(kiln::quantile(a, 0.25, 1).read<float>() == Floats{1.5F, 7.5F});
    CHECK(kiln::quantile(a, 1, 1).read<float>() == Floats{3, 40});
    const auto of = [&](const Floats& values, double q) {
      return kiln::quantile(GpuArray::from(context, values), q).item<float>();
    };
    // No difference overflows, and no infinity meets a 0.
    CHECK(of({3e38F, -3e38F}, 0.5) == 0);
    CHECK(of({1, HUGE_VALF}, 0.75) == HUGE_VALF);
    CHECK(of({-HUGE_VALF, 1}, 0.75) == -HUGE_VALF);
    CHECK(of({1, HUGE_VALF}, 1e-300) == 1);
    CHECK(of({-HUGE_VALF, 1}, 1 - 1e-12) == 1);  // a whole place in float32
    CHECK(std::isnan(of({-HUGE_VALF, HUGE_VALF}, 0.5)));
    CHECK(of({HUGE_VALF, 1, HUGE_VALF}, 0.75) == HUGE_VALF);
    CHECK(std::isnan(of({1, NAN, 2}, 0)));
    // The destination may be a part of the array, of another dtype.
    const auto b = a.astype(KILN_INT32);
    CHECK(kiln::median(b, 1, false, b(kiln::slice(), 1)).dtype() == KILN_INT32);
    CHECK(b.read<int>() == Ints{3, 2, 2, 10, 10, 40});
    CHECK(kiln::median(GpuArray::from(context, Ints{1, 2})).item<float>() == 1.5F);

    const auto refused = [&](const GpuArray& x, double q, std::int64_t axis, const GpuArray& to, kiln_status status,
                             const std::string& part) {
      auto out = junk<kiln_array>();
      FAILS(kiln_array_quantile(x.get(), q, axis, 0, to.get(), &out), status, "kiln_array_quantile: " + part);
      CHECK(!out);
    };
    refused({}, 0.5, 0, {}, KILN_INVALID_ARGUMENT, "array is NULL");
    refused(a, -0.1, 0, {}, KILN_INVALID_ARGUMENT, "got q -0.1, expected a number from 0 to 1");
    refused(a, 0.5, 2, {}, KILN_INDEX_ERROR, "axis 2");
    refused(a(0, 0), 0.5, 0, {}, KILN_INDEX_ERROR, "axis 0");
    refused(a, 0.5, 0, GpuArray::zeros(other, {3}), KILN_CONTEXT_MISMATCH, "a destination of another context");
    refused(a, 0.5, 0, a[0].broadcast_to({2, 3}), KILN_READ_ONLY, "");
    refused(GpuArray::zeros(context, {0, 2}), 0.5, KILN_AXIS_NONE, {}, KILN_SHAPE_ERROR,
            "the array is empty: no elements of shape (0, 2), expected at least one");
    refused(GpuArray::zeros(context, {0, 2}), 0.5, 0, {}, KILN_SHAPE_ERROR,
            "the array is empty: no elements along axis 0 of shape (0, 2)");
    CHECK(kiln::median(GpuArray::zeros(context, {0, 2}), 1).shape() == Shape{0});
  }
}
