// SPDX-License-Identifier: Apache-2.0
// Scans, sorting and what follows from it through the C ABI and kiln.hpp: results, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cstring>

#include "support.hpp"

using kiln::GpuArray;

namespace {

using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Places = std::vector<std::int64_t>;

// The call fails, its message begins with the entry's name, and `out` that held junk is NULL.
#define REFUSED(expected, part, entry, ...)                   \
  do {                                                        \
    kiln_array out = junk<kiln_array>();                      \
    FAILS(entry(__VA_ARGS__, &out), expected, part);          \
    CHECK(last_message().rfind(std::string(#entry), 0) == 0); \
    CHECK(out == nullptr);                                    \
  } while (0)

}  // namespace

TEST_CASE("scans of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    CHECK(kiln::cumsum(a).read<float>() == Floats{1, 3, 6, 4, 9, 15});
    CHECK(kiln::cumsum(a, 0).read<float>() == Floats{1, 2, 3, 5, 7, 9});
    CHECK(kiln::cumsum(a, KILN_AXIS_NONE).read<float>() == Floats{1, 3, 6, 10, 15, 21});
    CHECK(kiln::cummax(a, 1).read<float>() == Floats{1, 2, 3, 4, 5, 6});
    CHECK(kiln::scan(a, KILN_SCAN_SUM, 1, true, true).read<float>() == Floats{5, 3, 0, 11, 6, 0});
    const auto out = GpuArray::empty(context, {2, 3}, KILN_INT32);
    CHECK(kiln::cumsum(a, -1, out).get() == out.get());
    CHECK(out.read<int>() == std::vector<int>{1, 3, 6, 4, 9, 15});
    CHECK(kiln::cumsum(out, -1).dtype() == KILN_INT64);
    CHECK(kiln::scan(out, KILN_SCAN_SUM, -1, false, false, KILN_FLOAT32).dtype() == KILN_FLOAT32);
    // A number is the flattened array of one.
    kiln_array one = nullptr;
    WORKS(kiln_array_scan(a(1, 1).get(), KILN_SCAN_SUM, nullptr, nullptr, &one));
    float value = 0;
    WORKS(kiln_array_read(one, &value, sizeof value));
    CHECK(value == 5);
    kiln_array_release(one);
    CHECK(kiln::cumsum(a(1, 1), 0).shape() == Shape{1});
    const auto started = GpuArray::empty(context, {2, 4}, KILN_INT32);
    kiln::scan(a, KILN_SCAN_SUM, 1, false, false, KILN_DTYPE_AUTO, started, true);
    CHECK(started.read<int>() == std::vector<int>{0, 1, 3, 6, 0, 4, 9, 15});
    // Elements that are read lie where the result goes.
    kiln::scan(started(0, kiln::slice(1, 4)), KILN_SCAN_SUM, 0, false, false, KILN_DTYPE_AUTO,
               started(0, kiln::slice()), true);
    CHECK(started.read<int>() == std::vector<int>{0, 1, 4, 10, 0, 4, 9, 15});
  }
}

TEST_CASE("differences") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::from(context, Floats{1, 4, 9, 16, 0, 8}, {2, 3});
    CHECK(kiln::diff(a).read<float>() == Floats{3, 5, -16, 8});
    CHECK(kiln::diff(a, 1, 0).read<float>() == Floats{15, -4, -1});
    CHECK(kiln::diff(a, 2).read<float>() == Floats{2, 24});
    CHECK(kiln::diff(a, 9).shape() == Shape{2, 0});
    const auto copied = kiln::diff(a, 0);
    CHECK(copied.buffer().get() != a.buffer().get());
    CHECK(copied.read<float>() == a.read<float>());
    const auto column = GpuArray::from(context, std::vector<int>{-1, 2}, {2, 1});
    CHECK(kiln::diff(a, 1, 1, column).read<float>() == Floats{2, 3, 5, 14, -16, 8});
    CHECK(kiln::diff(a, 1, 1, {}, column).read<float>() == Floats{3, 5, -10, -16, 8, -6});
    const auto bytes = GpuArray::from(context, std::vector<std::uint8_t>{3, 1, 2});
    CHECK(kiln::diff(bytes).read<std::uint8_t>() == std::vector<std::uint8_t>{254, 1});
    // Where it is read, other strides, another dtype.
    const auto onto = copied(kiln::slice(), kiln::slice(1, 3)).flip({1});
    CHECK(kiln::diff(copied, 1, 1, {}, {}, onto).get() == onto.get());
    CHECK(copied.read<float>() == Floats{1, 5, 3, 16, 8, -16});
    const auto whole = GpuArray::empty(context, {2, 2}, KILN_INT16);
    kiln::diff(a, 1, 1, {}, {}, whole);
    CHECK(whole.read<std::int16_t>() == std::vector<std::int16_t>{3, 5, -16, 8});
    REFUSED(KILN_INDEX_ERROR, "axis 0", kiln_array_diff, a(1, 1).get(), 1, 0, nullptr, nullptr, nullptr);
    REFUSED(KILN_INVALID_ARGUMENT, "got count -2", kiln_array_diff, a.get(), -2, 0, nullptr, nullptr, nullptr);
    REFUSED(KILN_TYPE_ERROR, "got dtype bool", kiln_array_diff, GpuArray::zeros(context, {2}, KILN_BOOL).get(), 1, 0,
            nullptr, nullptr, nullptr);
    REFUSED(KILN_SHAPE_ERROR, "(1, 3)", kiln_array_diff, a.get(), 1, 0, nullptr, nullptr, a.get());
    REFUSED(KILN_CONTEXT_MISMATCH, "context", kiln_array_diff, a.get(), 1, 0, nullptr, nullptr,
            GpuArray::zeros(other, {1, 3}, KILN_FLOAT32).get());
  }
}

TEST_CASE("scans that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    const kiln_array x = a.get();
    kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
    options.axis = 2;
    REFUSED(KILN_INDEX_ERROR, "axis 2", kiln_array_scan, x, KILN_SCAN_SUM, &options, nullptr);
    options.axis = -1;
    options.exclusive = 1;
    REFUSED(KILN_INVALID_ARGUMENT, "exclusive", kiln_array_scan, x, KILN_SCAN_MAX, &options, nullptr);
    options.exclusive = 0;
    options.dtype = KILN_BOOL;
    REFUSED(KILN_TYPE_ERROR, "bool", kiln_array_scan, x, KILN_SCAN_SUM, &options, nullptr);
    options.dtype = static_cast<kiln_dtype>(99);
    REFUSED(KILN_TYPE_ERROR, "99", kiln_array_scan, x, KILN_SCAN_SUM, &options, nullptr);
    options.dtype = KILN_FLOAT32;
    const auto target = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
    REFUSED(KILN_INVALID_ARGUMENT, "KILN_DTYPE_AUTO", kiln_array_scan, x, KILN_SCAN_SUM, &options, target.get());
    options.dtype = KILN_DTYPE_AUTO;
    options.struct_size = 3;
    REFUSED(KILN_INVALID_ARGUMENT, "struct_size", kiln_array_scan, x, KILN_SCAN_SUM, &options, nullptr);
    kiln_scan_op unknown;
    const int number = 9;
    std::memcpy(&unknown, &number, sizeof unknown);
    REFUSED(KILN_INVALID_ARGUMENT, "kiln_scan_op", kiln_array_scan, x, unknown, nullptr, nullptr);
    REFUSED(KILN_SHAPE_ERROR, "(3,)", kiln_array_scan, x, KILN_SCAN_SUM, nullptr, target[0].get());
    REFUSED(KILN_READ_ONLY, "read-only", kiln_array_scan, x, KILN_SCAN_SUM, nullptr,
            target[0].broadcast_to({2, 3}).get());
    REFUSED(KILN_CONTEXT_MISMATCH, "context", kiln_array_scan, x, KILN_SCAN_SUM, nullptr,
            GpuArray::zeros(other, {2, 3}, KILN_FLOAT32).get());
    REFUSED(KILN_TYPE_ERROR, "complex64", kiln_array_scan, a.astype(KILN_COMPLEX64).get(), KILN_SCAN_MIN, nullptr,
            nullptr);
    options = KILN_SCAN_OPTIONS_INIT;
    options.axis = 1;
    REFUSED(KILN_INDEX_ERROR, "axis 1", kiln_array_scan, a(0, 0).get(), KILN_SCAN_SUM, &options, nullptr);
    CHECK(target.read<float>() == Floats(6, 0));
  }
}

TEST_CASE("sorting of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{3, 1, 2, 1, 5, 4}, {2, 3});
    CHECK(kiln::sort(a).read<float>() == Floats{1, 2, 3, 1, 4, 5});
    CHECK(kiln::sort(a, 0, true).read<float>() == Floats{3, 5, 4, 1, 1, 2});
    CHECK(kiln::argsort(a).read<std::int64_t>() == Places{1, 2, 0, 0, 2, 1});
    CHECK(kiln::argsort(a).dtype() == KILN_INT64);
    const auto top = kiln::topk(a, 2);
    CHECK(top.values.read<float>() == Floats{3, 2, 5, 4});
    CHECK(top.indices.read<std::int64_t>() == Places{0, 2, 1, 2});
    CHECK(kiln::topk(a, 1, 0, false).values.read<float>() == Floats{1, 1, 2});
    CHECK(kiln::topk(a, 0).values.shape() == Shape{2, 0});
    CHECK(kiln::unique(a).read<float>() == Floats{1, 2, 3, 4, 5});
    const auto all = kiln::unique_all(a);
    CHECK(all.indices.read<std::int64_t>() == Places{1, 2, 0, 5, 4});
    CHECK(all.inverse.read<std::int64_t>() == Places{2, 0, 1, 0, 4, 3});
    CHECK(all.inverse.shape() == Shape{2, 3});
    CHECK(all.counts.read<std::int64_t>() == Places{2, 1, 1, 1, 1});
    const kiln::Unique there{
        GpuArray::empty(context, {5}, KILN_INT32), GpuArray::empty(context, {5}, KILN_INT64), {}, {}};
    const auto into = kiln::unique_all(a, there);
    CHECK(into.values.get() == there.values.get());
    CHECK(there.values.read<int>() == std::vector<int>{1, 2, 3, 4, 5});
    CHECK(there.indices.read<std::int64_t>() == Places{1, 2, 0, 5, 4});
    CHECK(into.counts.read<std::int64_t>() == Places{2, 1, 1, 1, 1});
    const kiln_array counts[4] = {nullptr, nullptr, nullptr, there.indices.get()};
    kiln_array distinct = nullptr;
    WORKS(kiln_array_unique_into(a.get(), counts, &distinct, nullptr, nullptr, nullptr));
    kiln_array_release(distinct);
    CHECK(there.indices.read<std::int64_t>() == Places{2, 1, 1, 1, 1});
    const auto sorted = kiln::unique(a);
    const auto values = GpuArray::from(context, Floats{0, 1, 2.5F, 9});
    CHECK(kiln::searchsorted(sorted, values).read<std::int64_t>() == Places{0, 0, 2, 5});
    CHECK(kiln::searchsorted(sorted, values, true).read<std::int64_t>() == Places{0, 1, 2, 5});
    const auto out = GpuArray::empty(context, {2, 3}, KILN_INT32);
    CHECK(kiln::sort(a, -1, false, out).get() == out.get());
    CHECK(out.read<int>() == std::vector<int>{1, 2, 3, 1, 4, 5});
    WORKS(kiln_array_topk(a.get(), 1, 0, 1, nullptr, nullptr));

    // Destinations of topk: of any dtype and strides, onto the array itself, one alone.
    const auto wide = GpuArray::zeros(context, {2, 4}, KILN_INT32);
    const kiln::TopK to{wide(kiln::slice(), kiln::slice(0, 4, 2)), GpuArray::zeros(context, {2, 2}, KILN_INT16)};
    const auto given = kiln::topk(a, 2, 1, true, to);
    CHECK(given.values.get() == to.values.get());
    CHECK(given.indices.get() == to.indices.get());
    CHECK(wide.read<int>() == std::vector<int>{3, 0, 2, 0, 5, 0, 4, 0});
    CHECK(to.indices.read<int>() == std::vector<int>{0, 2, 1, 2});
    const auto self = a.copy();
    WORKS(kiln_array_topk_into(self.get(), 2, 0, 0, self.get(), nullptr, nullptr, nullptr));
    CHECK(self.read<float>() == Floats{1, 1, 2, 3, 5, 4});
    const auto places = GpuArray::zeros(context, {1, 3}, KILN_INT64);
    WORKS(kiln_array_topk_into(a.get(), 1, 0, 1, nullptr, places.get(), nullptr, nullptr));
    CHECK(places.read<std::int64_t>() == Places{0, 1, 1});

    // Flattened, as a number has to be.
    CHECK(kiln::sort(a, KILN_AXIS_NONE).read<float>() == Floats{1, 1, 2, 3, 4, 5});
    CHECK(kiln::argsort(a, KILN_AXIS_NONE).read<std::int64_t>() == Places{1, 3, 2, 0, 5, 4});
    CHECK(kiln::topk(a, 2, KILN_AXIS_NONE).indices.read<std::int64_t>() == Places{4, 5});
    const auto number = a(1, 1);
    CHECK(kiln::sort(number, KILN_AXIS_NONE).shape() == Shape{1});
    CHECK(kiln::argsort(number, KILN_AXIS_NONE).read<std::int64_t>() == Places{0});
    CHECK(kiln::topk(number, 1, KILN_AXIS_NONE).values.read<float>() == Floats{5});
  }
}

TEST_CASE("sorting that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::from(context, Floats{3, 1, 2, 1, 5, 4}, {2, 3});
    const auto foreign = GpuArray::zeros(other, {2, 3}, KILN_FLOAT32);
    const auto complex = a.astype(KILN_COMPLEX64);
    const kiln_array x = a.get();
    const auto target = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
    REFUSED(KILN_INDEX_ERROR, "axis 2", kiln_array_sort, x, 2, 0, nullptr);
    REFUSED(KILN_INDEX_ERROR, "axis -1 of a 0-d array", kiln_array_argsort, a(0, 0).get(), -1, 0, nullptr);
    REFUSED(KILN_INDEX_ERROR, "axis 0 of a 0-d array", kiln_array_topk, a(0, 0).get(), 1, 0, 1, nullptr);
    const auto pair = GpuArray::zeros(context, {2, 2}, KILN_INT64);
    const auto top = [&](const GpuArray& values, const GpuArray& indices) {
      return kiln_array_topk_into(a.get(), 2, 1, 1, values.get(), indices.get(), nullptr, nullptr);
    };
    FAILS(top(a, pair), KILN_SHAPE_ERROR, "destination 0 has shape (2, 3), expected (2, 2)");
    FAILS(top(pair, pair), KILN_INVALID_ARGUMENT, "destinations 0 and 1 share memory");
    FAILS(top(GpuArray::zeros(context, {}, KILN_FLOAT32).broadcast_to({2, 2}), pair), KILN_READ_ONLY, "");
    FAILS(top(GpuArray::zeros(other, {2, 2}, KILN_FLOAT32), pair), KILN_CONTEXT_MISMATCH, "context");
    CHECK(pair.read<std::int64_t>() == Places(4, 0));
    const auto five = GpuArray::zeros(context, {5}, KILN_INT64);
    const auto distinct = [&](const GpuArray& values, const GpuArray& indices) {
      const kiln_array into[4] = {values.get(), indices.get(), nullptr, nullptr};
      return kiln_array_unique_into(a.get(), into, nullptr, nullptr, nullptr, nullptr);
    };
    FAILS(distinct(five, pair), KILN_SHAPE_ERROR, "destination 1 has shape (2, 2), expected (5,)");
    FAILS(distinct(five, five), KILN_INVALID_ARGUMENT, "destinations 0 and 1 share memory");
    FAILS(distinct({}, five), KILN_INVALID_ARGUMENT, "values is NULL");
    CHECK(five.read<std::int64_t>() == Places(5, 0));
    REFUSED(KILN_TYPE_ERROR, "complex64", kiln_array_sort, complex.get(), 0, 0, nullptr);
    REFUSED(KILN_SHAPE_ERROR, "(3,)", kiln_array_sort, x, 0, 0, target[0].get());
    REFUSED(KILN_READ_ONLY, "read-only", kiln_array_sort, x, 0, 0, target[0].broadcast_to({2, 3}).get());
    REFUSED(KILN_CONTEXT_MISMATCH, "context", kiln_array_argsort, x, 0, 0, foreign.get());
    kiln_array values = junk<kiln_array>();
    for (const std::int64_t k : {std::int64_t(-1), std::int64_t(4)})
      REFUSED(KILN_INVALID_ARGUMENT, "0 to 3", kiln_array_topk, x, k, 1, 1, &values);
    CHECK(values == nullptr);
    REFUSED(KILN_TYPE_ERROR, "complex64", kiln_array_topk, complex.get(), 1, 1, 1, nullptr);
    REFUSED(KILN_SHAPE_ERROR, "(2, 3)", kiln_array_searchsorted, x, x, 0, nullptr);
    REFUSED(KILN_CONTEXT_MISMATCH, "context", kiln_array_searchsorted, foreign[0].get(), x, 0, nullptr);
    REFUSED(KILN_SHAPE_ERROR, "(3,)", kiln_array_searchsorted, a[0].get(), x, 0, target[0].get());
    CHECK(target.read<float>() == Floats(6, 0));
  }
}

TEST_CASE("scans and sorting refuse NULL") {
  REFUSED(KILN_INVALID_ARGUMENT, "array is NULL", kiln_array_scan, nullptr, KILN_SCAN_SUM, nullptr, nullptr);
  FAILS(kiln_array_scan(junk<kiln_array>(), KILN_SCAN_SUM, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT,
        "out is NULL");
  REFUSED(KILN_INVALID_ARGUMENT, "array is NULL", kiln_array_sort, nullptr, 0, 0, nullptr);
  REFUSED(KILN_INVALID_ARGUMENT, "array is NULL", kiln_array_argsort, nullptr, 0, 0, nullptr);
  REFUSED(KILN_INVALID_ARGUMENT, "array is NULL", kiln_array_topk, nullptr, 1, 0, 0, nullptr);
  REFUSED(KILN_INVALID_ARGUMENT, "array is NULL", kiln_array_unique, nullptr, nullptr, nullptr, nullptr);
  FAILS(kiln_array_unique_into(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT,
        "array is NULL");
  REFUSED(KILN_INVALID_ARGUMENT, "sorted is NULL", kiln_array_searchsorted, nullptr, nullptr, 0, nullptr);
  REFUSED(KILN_INVALID_ARGUMENT, "values is NULL", kiln_array_unique, junk<kiln_array>(), nullptr, nullptr, nullptr);
  REFUSED(KILN_INVALID_ARGUMENT, "values is NULL", kiln_array_searchsorted, junk<kiln_array>(), nullptr, 0, nullptr);
  FAILS(kiln_array_sort(junk<kiln_array>(), 0, 0, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
  FAILS(kiln_array_argsort(junk<kiln_array>(), 0, 0, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
}

TEST_CASE("operations that read across memory give what packed arrays give") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const std::int64_t rows = 700, columns = 300;
    std::vector<int> numbers(std::size_t(rows * columns));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = int(i * 7919 % 1009) - 500;
    const auto a = GpuArray::from(context, numbers, {rows, columns}),
               b = GpuArray::from(context, numbers, {columns, rows});
    const auto across = b.transpose(), packed = across.copy();
    const auto back = across.flip();
    const kiln::Reduction inner(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
    const auto same = [](const GpuArray& x, const GpuArray& y) {
      return x.read<std::int64_t>() == y.read<std::int64_t>();
    };
    const auto wide = [](const GpuArray& x) { return x.astype(KILN_INT64); };
    for (const int axis : {0, 1}) {
      CHECK(same(wide(inner({a, across}, axis)[0]), wide(inner({a, packed}, axis)[0])));
      CHECK(same(wide(inner({across, a}, axis)[0]), wide(inner({packed, a}, axis)[0])));
      CHECK(same(kiln::cumsum(across, axis), kiln::cumsum(packed, axis)));
      const auto places = GpuArray::arange(context, -200, 100, 1, KILN_INT32);
      CHECK(same(wide(kiln::take(across, places, axis)), wide(kiln::take(packed, places, axis))));
      CHECK(same(wide(kiln::take(back, places, axis)), wide(kiln::take(packed.flip().copy(), places, axis))));
    }
    CHECK(same(wide(inner({a, back})[0]), wide(inner({a, packed.flip().copy()})[0])));
    CHECK(across.argmax().item<std::int64_t>() == packed.argmax().item<std::int64_t>());
    CHECK(same(wide(back.copy()), wide(packed.flip().copy())));
    CHECK(same(wide(a - back), wide(a - packed.flip().copy())));
    // Onto itself, and into memory that is read.
    const auto square = GpuArray::from(context, numbers, {420, 500})(kiln::slice(), kiln::slice(0, 420)).copy();
    const auto expected = kiln::cumsum(square.transpose().copy(), 1);
    CHECK(kiln::cumsum(square.transpose(), 1, square).get() == square.get());
    CHECK(same(wide(square), expected));
  }
}
