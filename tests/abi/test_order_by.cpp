// SPDX-License-Identifier: Apache-2.0
// What goes where keys go, through the C ABI and kiln.hpp: results, destinations, and calls that cannot be.
#include <kiln/kiln.hpp>

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

    const auto refused = [&](const GpuArray& k, const GpuArray& v, const GpuArray& to_keys,
                             const GpuArray& to_values, kiln_status status, const std::string& part) {
      auto first = junk<kiln_array>(), second = junk<kiln_array>();
      FAILS(kiln_array_sort_by_key(k.get(), v.get(), 1, 0, to_keys.get(), to_values.get(), &first, &second),
            status, "kiln_array_sort_by_key: " + part);
      CHECK((!first && !second));
    };
    refused({}, values, {}, {}, KILN_INVALID_ARGUMENT, "keys is NULL");
    refused(keys, {}, {}, {}, KILN_INVALID_ARGUMENT, "values is NULL");
    refused(keys, values[0], {}, {}, KILN_SHAPE_ERROR,
            "the values have shape (3,), expected the keys' (2, 3)");
    refused(keys, GpuArray::zeros(other, {2, 3}), {}, {}, KILN_CONTEXT_MISMATCH,
            "an array of another context");
    refused(keys, values, {}, to[0], KILN_SHAPE_ERROR, "the destination has shape (3,), expected (2, 3)");
    refused(keys, values, to, to, KILN_INVALID_ARGUMENT, "destinations 0 and 1 share memory");
    refused(keys, values, values[0].broadcast_to({2, 3}), {}, KILN_READ_ONLY, "");
    CHECK(to.read<int>() == Ints{1, 2, 0, 3, 5, 4});
  }
}
