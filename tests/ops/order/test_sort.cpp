// SPDX-License-Identifier: Apache-2.0
// Sorting and what follows from it on every device in both kernel shapes against the host's stable sort.
#include "array/order/sort.hpp"

#include <algorithm>
#include <numeric>

#include "../support/order_support.hpp"
#include "../support/tuned.hpp"
#include "array/builtins.hpp"
#include "array/index/index.hpp"
#include "array/order/sort_run.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::string where(const Array& array) {
  return std::string(base::dtype_name(array.dtype())) + " " + layout::shape_text(array.shape()) + " on " +
         array.context().device();
}

// a comes before b. NaN: last; first where `nan_first`.
bool before(double a, double b, bool descending, bool nan_first) {
  if (std::isnan(a) || std::isnan(b))
    return nan_first ? std::isnan(a) && !std::isnan(b) : !std::isnan(a) && std::isnan(b);
  return descending ? a > b : a < b;
}

// The flat places of a line's elements in order.
std::vector<std::size_t> in_order(const Values& values, std::vector<std::size_t> line, bool descending,
                                  bool nan_first = false) {
  std::stable_sort(line.begin(), line.end(),
                   [&](std::size_t a, std::size_t b) { return before(values[a], values[b], descending, nan_first); });
  return line;
}

void check_sort(const Array& array, const Values& values, std::int64_t axis, bool descending,
                const codegen::Traits& traits, bool only_positions = false) {
  const Dims shape = array.shape();
  const auto at = std::size_t(axis < 0 ? axis + std::int64_t(shape.size()) : axis);
  const auto places = array::argsort(array, axis, descending, nullptr, "test", &traits);
  const Values got_places = download(*places);
  Values got;
  if (!only_positions) got = download(*array::sort(array, axis, descending, nullptr, "test", &traits));
  REQUIRE(places->shape() == shape);
  for (const auto& line : lines(shape, at)) {
    const auto want = in_order(values, line, descending);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[std::size_t(got_places[line[i]])] != want[i])
        FAIL("argsort of " << where(array) << " axis " << axis << " descending " << descending << ": place " << i
                           << " has " << got_places[line[i]] << ", value "
                           << values[line[std::size_t(got_places[line[i]])]] << ", want " << values[want[i]]);
      if (!only_positions && !same(got[line[i]], values[want[i]]))
        FAIL("sort of " << where(array) << " axis " << axis << " descending " << descending << ": element " << i
                        << " is " << got[line[i]] << ", want " << values[want[i]]);
    }
  }
}

// Some of everything that is special.
Values special_values(DType dtype, std::size_t count, std::uint64_t seed) {
  Values values = some_values(dtype, count, seed);
  if (!base::is_float(dtype)) return values;
  const double special[] = {NAN, HUGE_VAL, -HUGE_VAL, 0.0, -0.0};
  for (std::size_t i = 0; i < count; i += 7) values[i] = special[i / 7 % 5];
  return values;
}

// Both shapes; the GPU's for one compute unit, on which extents tell which kernels run: few elements are
// ranked.
Shapes sort_shapes(runtime::Context& context) {
  auto both = both_shapes(context);
  for (std::size_t i = 0; i < both.size(); ++i)
    if (!both[i].cpu) both[i].compute_units = 1;
  return both;
}

Shapes usual_sort_shapes(runtime::Context& context) {
  auto both = sort_shapes(context);
  if (!many() && !small()) both.pop_back();
  return both;
}

void check_topk(const Array& array, const Values& values, std::size_t axis, std::int64_t k, bool largest,
                const codegen::Traits& traits) {
  Ref<Array> top, places;
  array::topk(array, k, std::int64_t(axis), largest, &top, &places, "test", &traits);
  const Values got = download(*top), got_places = download(*places);
  const auto from = lines(array.shape(), axis), to = lines(top->shape(), axis);
  for (std::size_t line = 0; line < from.size(); ++line) {
    const auto want = in_order(values, from[line], largest, largest);
    for (std::size_t i = 0; i < std::size_t(k); ++i)
      if (!same(got[to[line][i]], values[want[i]]) || from[line][std::size_t(got_places[to[line][i]])] != want[i])
        FAIL("topk of " << where(array) << " k " << k << " largest " << largest << ": element " << i << " is "
                        << got[to[line][i]] << ", want " << values[want[i]]);
  }
}

}  // namespace

TEST_CASE("sorting float32: every extent and axis", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> extents =
        small() ? std::vector<Dims>{{1}, {70}, {600}, {9, 40}}
                : std::vector<Dims>{{1},    {2},       {33},      {300},      {2048},    {2049},   {50021},
                                    {5, 3}, {1000, 3}, {120, 70}, {3, 10000}, {70, 257}, {3, 4, 5}};
    for (const Dims& shape : extents) {
      const Values values = special_values(KILN_FLOAT32, product(shape), 3);
      const auto array = upload(context, KILN_FLOAT32, shape, values);
      for (const auto& traits : sort_shapes(context))
        for (std::int64_t axis = small() ? std::int64_t(shape.size()) - 1 : 0; axis < std::int64_t(shape.size());
             ++axis)
          for (const bool descending : {false, true}) check_sort(*array, values, axis, descending, traits);
    }
  }
}

TEST_CASE("sorting with positions of 64 bits", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Tuned wide(context, [](codegen::Tuning& numbers) { numbers.sort.wide_positions = true; });
    for (const DType dtype : {KILN_FLOAT32, KILN_UINT8, KILN_INT64}) {
      if (dtype != KILN_FLOAT32 && table_has_it(context)) continue;
      for (const Dims& shape : small() ? std::vector<Dims>{{300}} : std::vector<Dims>{{50021}, {3, 10000}}) {
        const Values values = special_values(dtype, product(shape), 5);
        const auto array = upload(context, dtype, shape, values);
        for (const auto& traits : sort_shapes(context)) check_sort(*array, values, -1, false, traits);
      }
    }
  }
}

TEST_CASE("a context's numbers are its own, and kernels that were built for others are forgotten", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const auto other = runtime::Context::open(device, runtime::ContextOptions::from_flags());
    const auto array = array::arange(context, KILN_FLOAT32, 0, 40, 1);
    const auto known = [&] { return array::builtins(context).kernels.size(); };
    const auto usual = array::tuning(context).sort.cpu_row;
    array::sort(*array, 0, true, nullptr, "test");
    CHECK(known() > 0);
    {
      const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.sort.cpu_row = 64; });
      CHECK(known() == 0);
      CHECK(array::tuning(context).sort.cpu_row == 64);
      CHECK(array::tuning(*other).sort.cpu_row == usual);
      array::sort(*array, 0, true, nullptr, "test");
    }
    CHECK(known() == 0);
    CHECK(array::tuning(context).sort.cpu_row == usual);
  }
}

TEST_CASE("sorting every dtype", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    for (int d = 0; d < base::kDTypeCount; ++d) {
      const auto dtype = DType(d);
      if (base::is_complex(dtype) || !array::has_dtype(context, dtype)) continue;
      if (!many() && (dtype == KILN_INT16 || dtype == KILN_INT32 || dtype == KILN_FLOAT32)) continue;
      for (const Dims& shape : small() ? std::vector<Dims>{{300}} : std::vector<Dims>{{5, 200}, {5000}}) {
        const Values values = special_values(dtype, product(shape), std::uint64_t(d));
        const auto array = upload(context, dtype, shape, values);
        for (const auto& traits : usual_sort_shapes(context))
          for (const bool descending : {false, true}) check_sort(*array, values, -1, descending, traits);
      }
    }
  }
}

TEST_CASE("the ends of integers' ranges and NaN's bits stay", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::vector<std::int64_t> longs{INT64_MAX, 0, -1, INT64_MIN, 1, INT64_MIN, INT64_MAX - 1};
    const std::int64_t count[] = {7};
    const auto numbers = array::from_host(context, KILN_INT64, count, nullptr, KILN_INT64, longs.data());
    const std::vector<std::uint32_t> bits{0x7fc00001, 0x3f800000, 0xffc00002, 0x7f800000, 0xff800000, 0x7fc00003, 0};
    const auto floats = array::from_host(context, KILN_FLOAT32, count, nullptr, KILN_FLOAT32, bits.data());
    for (const auto& traits : usual_sort_shapes(context)) {
      std::vector<std::int64_t> got(7), want = longs;
      array::read(*array::sort(*numbers, 0, true, nullptr, "test", &traits), got.data(), nullptr, "test");
      std::sort(want.rbegin(), want.rend());
      CHECK(got == want);
      std::vector<std::uint32_t> got_bits(7);
      array::read(*array::sort(*floats, 0, true, nullptr, "test", &traits), got_bits.data(), nullptr, "test");
      CHECK(got_bits ==
            std::vector<std::uint32_t>{0x7f800000, 0x3f800000, 0, 0xff800000, 0x7fc00001, 0xffc00002, 0x7fc00003});
    }
  }
}

TEST_CASE("sorting views, into destinations, nothing", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    using layout::Index;
    const Dims shape{20, 30};
    const Values values = special_values(KILN_FLOAT32, 600, 4);
    for (const auto& traits : usual_sort_shapes(context)) {
      const auto whole = upload(context, KILN_FLOAT32, shape, values);
      const Index steps[] = {{Index::Kind::slice, INT64_MIN, INT64_MIN, -3}, {Index::Kind::slice, 1, 29, 2}};
      const auto odd = array::view(*whole, layout::index(whole->layout(), steps, "test"), true);
      const Values seen = download(*odd);
      for (const std::int64_t axis : {0, 1}) check_sort(*odd, seen, axis, false, traits);
      // In place, into a strided view, converted.
      const Values want = download(*array::sort(*odd, 0, false, nullptr, "test", &traits));
      array::sort(*odd, 0, false, odd.get(), "test", &traits);
      const Values got = download(*odd);
      CHECK(std::equal(got.begin(), got.end(), want.begin(), same));
      const auto line = upload(context, KILN_FLOAT32, {600}, values);
      const Values line_want = download(*array::sort(*line, 0, true, nullptr, "test", &traits));
      array::sort(*line, 0, true, line.get(), "test", &traits);
      const Values line_got = download(*line);
      CHECK(std::equal(line_got.begin(), line_got.end(), line_want.begin(), same));
      const auto narrow = array::empty(context, KILN_INT32, odd->shape(), "test");
      array::argsort(*odd, 1, false, narrow.get(), "test", &traits);
      CHECK(download(*narrow) == download(*array::argsort(*odd, 1, false, nullptr, "test", &traits)));
    }
    const auto none = array::empty(context, KILN_INT8, Dims{3, 0}, "test");
    CHECK(array::sort(*none, 1, false, nullptr, "test")->shape() == Dims{3, 0});
    CHECK(array::argsort(*none, 0, false, nullptr, "test")->shape() == Dims{3, 0});
  }
}

TEST_CASE("the largest and the smallest few", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> extents =
        small() ? std::vector<Dims>{{20, 170}, {300}} : std::vector<Dims>{{300, 60}, {3, 9000}, {2500, 3}, {70000}};
    for (const Dims& shape : extents)
      // What comes anyhow, and what comes best last: ascending.
      for (const bool ascending : {false, true}) {
        Values values = special_values(KILN_FLOAT32, product(shape), 6);
        if (ascending) {
          if (shape.size() > 1) continue;
          std::sort(values.begin(), values.end(), [](double a, double b) { return before(a, b, false, false); });
        }
        const auto array = upload(context, KILN_FLOAT32, shape, values);
        for (const auto& traits : sort_shapes(context))
          for (const std::int64_t k : {1, 5, 38, 250, 700}) {
            const std::size_t axis = shape[0] == 2500 ? 0 : shape.size() - 1;
            if (k > shape[axis] || (ascending && (k == 700 || small())) || (small() && k == 38)) continue;
            for (const bool largest : {true, false}) check_topk(*array, values, axis, k, largest, traits);
          }
      }
  }
}

TEST_CASE("the first few of every dtype", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_UINT8, KILN_INT16, KILN_INT64, KILN_BFLOAT16, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype) || small() || (!many() && dtype != KILN_INT64)) continue;
      const Values values = special_values(dtype, 9000, 9);
      for (const Dims& shape : {Dims{9000}, Dims{30, 300}}) {
        const auto array = upload(context, dtype, shape, values);
        for (const auto& traits : usual_sort_shapes(context))
          for (const std::int64_t k : {3, 128})
            for (const bool largest : {true, false}) {
              if (!many() && (k != 3 || shape.size() > 1)) continue;
              check_topk(*array, values, shape.size() - 1, k, largest, traits);
            }
      }
    }
  }
}

TEST_CASE("words of four bytes move with their keys", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const auto& traits : usual_sort_shapes(context))
      for (const Dims& shape : {Dims{small() ? 2100 : 40000}, Dims{2500, 3}}) {
        if (small() && shape.size() > 1) continue;
        const auto keys = upload(context, KILN_INT16, shape, some_values(KILN_INT16, product(shape), 1));
        Values numbers(product(shape));
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 3.0 * double(i) + 1;  // not positions
        const auto values = upload(context, KILN_INT32, shape, numbers);
        INFO(layout::shape_text(shape) << " on " << device);
        Array* const none[2] = {};
        for (const bool descending : {false, true}) {
          const auto both = array::sort_by_key(*keys, *values, 0, descending, true, true, none, "test", &traits);
          const auto places = array::argsort(*keys, 0, descending, nullptr, "test", &traits);
          const auto want = array::take_along_axis(*values, *places, 0, nullptr, "test");
          CHECK(download(*both.values) == download(*want));
          CHECK(download(*both.keys) == download(*array::sort(*keys, 0, descending, nullptr, "test", &traits)));
          const auto alone = array::sort_by_key(*keys, *values, 0, descending, false, true, none, "test", &traits);
          CHECK(!alone.keys);
          CHECK(download(*alone.values) == download(*want));
        }
      }
  }
}

TEST_CASE("places among sorted elements", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    Values sorted = special_values(KILN_FLOAT32, 500, 1);
    std::stable_sort(sorted.begin(), sorted.end(), [](double a, double b) { return before(a, b, false, false); });
    const Values values = special_values(KILN_FLOAT32, 300, 2);
    const auto among = upload(context, KILN_FLOAT32, {500}, sorted);
    const auto wanted = upload(context, KILN_FLOAT32, {30, 10}, values);
    for (const auto& traits : usual_sort_shapes(context))
      for (const bool right : {false, true}) {
        const Values got = download(*array::searchsorted(*among, *wanted, right, nullptr, "test", &traits));
        for (std::size_t i = 0; i < values.size(); ++i) {
          const auto less = [](double a, double b) { return before(a, b, false, false); };
          const auto at = right ? std::upper_bound(sorted.begin(), sorted.end(), values[i], less)
                                : std::lower_bound(sorted.begin(), sorted.end(), values[i], less);
          if (got[i] != double(at - sorted.begin()))
            FAIL("value " << values[i] << " right " << right << ": " << got[i] << ", want " << at - sorted.begin());
        }
      }
    const auto ints = upload(context, KILN_INT8, {3}, {-3, 0, 5});
    const auto none = array::empty(context, KILN_FLOAT32, Dims{0}, "test");
    CHECK(download(*array::searchsorted(*ints, *upload(context, KILN_FLOAT32, {2}, {0.5, 9}), false, nullptr,
                                        "test")) == Values{2, 3});
    CHECK(download(*array::searchsorted(*none, *ints, true, nullptr, "test")) == Values{0, 0, 0});
    CHECK(array::searchsorted(*ints, *none, true, nullptr, "test")->size() == 0);
  }
}

TEST_CASE("elements among others", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    const Values from = special_values(KILN_FLOAT32, 60, 1), values = special_values(KILN_FLOAT32, 300, 2);
    const auto among = upload(context, KILN_FLOAT32, {60}, from);
    const auto wanted = upload(context, KILN_FLOAT32, {30, 10}, values);
    for (const auto& traits : usual_sort_shapes(context))
      for (const bool invert : {false, true}) {
        const Values got = download(*array::isin(*wanted, *among, invert, nullptr, "test", &traits));
        for (std::size_t i = 0; i < values.size(); ++i)
          if (got[i] != double((std::find(from.begin(), from.end(), values[i]) != from.end()) != invert))
            FAIL("value " << values[i] << " invert " << invert << ": " << got[i] << " on " << device);
      }
  }
}

TEST_CASE("distinct elements", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    for (const Dims& shape : std::vector<Dims>{{}, {0, 3}, {1}, {20, 30}, {small() ? 600 : 9000}}) {
      const Values values = special_values(KILN_FLOAT32, product(shape), 8);
      const auto array = upload(context, KILN_FLOAT32, shape, values);
      std::vector<std::size_t> places(values.size());
      std::iota(places.begin(), places.end(), 0);
      places = in_order(values, places, false);
      Values want, want_indices, want_counts, want_inverse(values.size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (i == 0 || values[places[i]] != values[places[i - 1]]) {
          want.push_back(values[places[i]]);
          want_indices.push_back(double(places[i]));
          want_counts.push_back(0);
        }
        want_counts.back() += 1;
        want_inverse[places[i]] = double(want.size() - 1);
      }
      for (const auto& traits : usual_sort_shapes(context)) {
        const auto made = array::unique(*array, true, true, true, {}, "test", &traits);
        const Values got = download(*made.values);
        REQUIRE(got.size() == want.size());
        CHECK(std::equal(got.begin(), got.end(), want.begin(), same));
        CHECK(download(*made.indices) == want_indices);
        CHECK(download(*made.counts) == want_counts);
        CHECK(made.inverse->shape() == shape);
        CHECK(download(*made.inverse) == want_inverse);
        CHECK(array::unique(*array, false, false, false, {}, "test", &traits).values->size() ==
              std::int64_t(want.size()));
      }
    }
  }
}
