// SPDX-License-Identifier: Apache-2.0
// Elements by index arrays and masks, against plain loops on the host. Kernels of both shapes run on every
// device.
#include <cmath>

#include "../support/order_support.hpp"
#include "../support/place_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("take: axes, layouts, dtypes", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    std::vector<std::int64_t> chosen;
    for (const DType dtype : dtypes_of(context)) {
      // The operation table has the others.
      if (!test::many() && dtype != KILN_FLOAT32 && dtype != KILN_COMPLEX128) continue;
      // Rows of 20 elements move in wide units, single elements and parts of rows in their own.
      const auto rows = random_bytes(context, dtype, Dims{9, 20}, random);
      const Host host = host_of(*rows);
      const auto indices = random_indices(context, KILN_INT32, Dims{4, 3}, 9, random, chosen, true);
      expect(*array::take(*rows, *indices, 0, nullptr, "test"), Dims{4, 3, 20}, [&](const Dims& at) {
        return host.at(Dims{inside(chosen[std::size_t(at[0] * 3 + at[1])], 9), at[2]});
      });
      expect(*array::take(*rows, *indices, -1, nullptr, "test"), Dims{9, 4, 3}, [&](const Dims& at) {
        return host.at(Dims{at[0], inside(chosen[std::size_t(at[1] * 3 + at[2])], 20)});
      });
    }
    for (int i = 0; i < test::cases(8); ++i) {
      const Dims shape{pick(random, 1, 4), pick(random, 1, 9), pick(random, 1, 5)};
      const std::size_t axis = std::size_t(pick(random, 0, 2));
      const auto array = random_array(context, KILN_UINT32, shape, random);
      const Host host = host_of(*array);
      const Dims wanted = pick(random, 0, 1) ? Dims{pick(random, 0, 70)} : Dims{};
      const auto indices = random_indices(context, KILN_INT32, wanted, shape[axis], random, chosen);
      Dims result = shape;
      result.erase(axis);
      if (!wanted.empty()) result.insert(axis, wanted[0]);
      const auto want = [&](const Dims& at) {
        Dims from = at;
        const std::int64_t index = chosen[wanted.empty() ? 0 : std::size_t(at[axis])];
        if (wanted.empty()) from.insert(axis, 0);
        from[axis] = inside(index, shape[axis]);
        return host.at(from);
      };
      expect(*array::take(*array, *indices, std::int64_t(axis), nullptr, "test"), result, want);
      const auto into = random_array(context, KILN_UINT32, result, random);
      array::take(*array, *indices, std::int64_t(axis) - 3, into.get(), "test");
      expect(*into, result, want);
    }
  });
}

TEST_CASE("take: every dtype of indices, and those outside", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const auto array = random_bytes(context, KILN_UINT16, Dims{7}, random);
    const Host host = host_of(*array);
    for (int d = KILN_INT8; d <= KILN_UINT64; ++d) {
      const DType dtype = DType(d);
      // What an index means is the same text in both shapes.
      if (!test::many() && (d % 2 == 1) != has_cpu_shape(context)) continue;
      std::vector<std::int64_t> values;
      const auto indices = near_seven(context, dtype, values);
      const Dims shape = indices->shape();
      expect(*array::take(*array, *indices, 0, nullptr, "test"), shape, [&](const Dims& at) {
        const std::int64_t value = values[std::size_t(at[0])];
        // INT64_MIN as uint64 is large.
        return host.elements[std::size_t(dtype == KILN_UINT64 && value < 0 ? 6 : inside(value, 7))];
      });
    }
  });
}

TEST_CASE("take: many rows, and few long ones", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    if (test::small()) return;
    std::vector<std::int64_t> chosen;
    // Of arrays that are not near (the last three), CPU devices ask for elements, short rows and longer ones
    // ahead.
    const std::pair<DType, Dims> cases[] = {{KILN_UINT32, {1000, 64}},     {KILN_UINT32, {3, 30001}},
                                            {KILN_UINT32, {50021, 1}},     {KILN_COMPLEX128, {140001, 1}},
                                            {KILN_COMPLEX128, {35003, 4}}, {KILN_COMPLEX128, {1501, 100}}};
    for (const auto& [dtype, shape] : cases) {
      if (!array::has_dtype(context, dtype)) continue;
      const auto array = random_bytes(context, dtype, shape, random);
      const Host host = host_of(*array);
      const std::int64_t extent = shape[0], count = std::min<std::int64_t>(extent, 5000);
      const auto indices = random_indices(context, KILN_INT32, Dims{count}, extent, random, chosen, true);
      expect(*array::take(*array, *indices, 0, nullptr, "test"), Dims{count, shape[1]}, [&](const Dims& at) {
        return host.at(Dims{inside(chosen[std::size_t(at[0])], extent), at[1]});
      });
    }
  });
}

TEST_CASE("take: empty arrays, overlap, conversion, errors", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const auto array = array::arange(context, KILN_INT32, 0, 12, 1);
    const std::int64_t reversed[] = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    const auto indices = array::from_host(context, KILN_INT32, Dims{12}, nullptr, KILN_INT64, reversed);
    const auto converted = array::empty(context, KILN_FLOAT32, Dims{12}, "test");
    array::take(*array, *indices, 0, converted.get(), "test");
    float got[12];
    array::read(*converted, got, nullptr, "test");
    for (int i = 0; i < 12; ++i) CHECK(got[i] == float(11 - i));
    array::take(*array, *indices, 0, indices.get(), "test");
    array::take(*array, *indices, 0, array.get(), "test");
    std::int32_t back[12];
    array::read(*array, back, nullptr, "test");
    for (int i = 0; i < 12; ++i) CHECK(back[i] == 11 - i);
    const auto none = random_bytes(context, KILN_INT32, Dims{0, 3}, random);
    const auto no_indices = random_bytes(context, KILN_INT64, Dims{0}, random);
    CHECK(array::take(*none, *no_indices, 0, nullptr, "test")->shape() == Dims{0, 3});
    CHECK(array::take(*array, *no_indices, 0, nullptr, "test")->shape() == Dims{0});
    refused(KILN_INDEX_ERROR, "axis 0 of shape (0, 3) has no elements to take",
            [&] { array::take(*none, *indices, 0, nullptr, "test"); });
    refused(KILN_TYPE_ERROR, "dtype float32, expected an integer",
            [&] { array::take(*array, *converted, 0, nullptr, "test"); });
    refused(KILN_SHAPE_ERROR, "expected as many axes",
            [&] { array::take_along_axis(*none, *indices, 0, nullptr, "test"); });
  });
}

TEST_CASE("take_along_axis", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    std::vector<std::int64_t> chosen;
    for (int i = 0; i < test::cases(8); ++i) {
      Dims shape{pick(random, 1, 4), pick(random, 1, 6), pick(random, 1, 5)}, own = shape;
      const std::size_t axis = std::size_t(pick(random, 0, 2));
      own[axis] = pick(random, 0, 7);
      Dims result = own, source = shape;
      for (std::size_t d = 0; d < 3; ++d) {
        if (d == axis) continue;
        if (pick(random, 0, 3) == 0) own[d] = 1;
        if (pick(random, 0, 3) == 0) source[d] = 1;
        result[d] = std::max(own[d], source[d]);
      }
      const auto array = random_array(context, KILN_UINT32, source, random);
      const Host host = host_of(*array);
      const auto indices = random_indices(context, KILN_INT32, own, source[axis], random, chosen);
      const auto want = [&](const Dims& at) {
        std::int64_t flat = 0;
        Dims from = at;
        for (std::size_t d = 0; d < 3; ++d) {
          flat = flat * own[d] + (own[d] == 1 ? 0 : at[d]);
          if (source[d] == 1) from[d] = 0;
        }
        from[axis] = inside(chosen[std::size_t(flat)], source[axis]);
        return host.at(from);
      };
      expect(*array::take_along_axis(*array, *indices, std::int64_t(axis), nullptr, "test"), result, want);
      const auto into = random_array(context, KILN_UINT32, result, random);
      array::take_along_axis(*array, *indices, std::int64_t(axis), into.get(), "test");
      expect(*into, result, want);
    }
  });
}

TEST_CASE("take_at: more index arrays than a kernel takes", "[index]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Dims shape = [] {
      Dims out(17, 1);
      for (const std::size_t d : {0, 9, 16}) out[d] = 2 + std::int64_t(d) / 8;  // 2, 3, 4
      return out;
    }();
    const auto array = array::reshape(*array::arange(context, KILN_INT32, 0, 24, 1), shape, KILN_COPY_NEVER, "test");
    std::vector<Ref<Array>> held;
    std::vector<const Array*> indices;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      // Outside, an index counts as the nearest inside.
      const std::int64_t low[] = {0, 0, 0}, first[] = {1, -2, 5}, middle[] = {2, 0, -3}, last[] = {3, 2, 0};
      const std::int64_t* const values = d == 0 ? first : d == 9 ? middle : d == 16 ? last : low;
      held.push_back(array::from_host(context, KILN_INT64, Dims{3}, nullptr, KILN_INT64, values));
      indices.push_back(held.back().get());
    }
    CHECK(download(*array::take_at(*array, indices, nullptr, "test")) == Values{23, 2, 12});
  }
}

TEST_CASE("compress, nonzero and put_mask", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    for (const Dims& shape : {Dims{3, 7, 2}, Dims{300}, Dims{test::small() ? 999 : 100003}, Dims{4096}, Dims{4097},
                              Dims{70, 130}, Dims{0, 3}, Dims{}}) {
      // A simulator takes a minute for this.
      if (!test::many() && shape.size() == 2 && shape[0] != 0) continue;
      if (test::small() && shape.size() == 1 && shape[0] > 4000) continue;
      if (test::brief() && shape.size() == 1 && shape[0] == 300) continue;
      // Small masks have a kernel of their own.
      const Few few(context, shape.size() != 1 || shape[0] != 999);
      const auto array = random_array(context, KILN_UINT32, shape, random);
      const Host host = host_of(*array);
      for (std::size_t masked = shape.size() > 1 ? 1 : shape.size(); masked <= shape.size(); ++masked) {
        const Dims first(std::span(shape.begin(), masked));
        const auto mask = random_array(context, KILN_BOOL, first, random);
        const Host holds = host_of(*mask);
        std::vector<Dims> places;
        each(first, [&](const Dims& at) {
          if (holds.at(at)[0]) places.push_back(at);
        });
        Dims result(std::span(shape.begin() + masked, shape.end()));
        result.insert(0, std::int64_t(places.size()));
        const auto place_of = [&](const Dims& at) {
          Dims from = places[std::size_t(at[0])];
          for (std::size_t d = 1; d < at.size(); ++d) from.push_back(at[d]);
          return from;
        };
        const auto packed = array::compress(*array, *mask, nullptr, "test");
        expect(*packed, result, [&](const Dims& at) { return host.at(place_of(at)); });
        const auto found = array::nonzero(*mask, {}, "test");
        REQUIRE(found.size() == std::max<std::size_t>(masked, 1));
        for (std::size_t d = 0; d < masked; ++d)
          expect(*found[d], Dims{std::int64_t(places.size())}, [&](const Dims& at) {
            const std::int64_t index = places[std::size_t(at[0])][d];
            return std::string(reinterpret_cast<const char*>(&index), sizeof index);
          });
        if (masked == 0) CHECK(found[0]->size() == std::int64_t(places.size()));
        // What compress took goes back where it was, and one value everywhere.
        const auto blank = random_array(context, KILN_UINT32, shape, random);
        Host want = host_of(*blank);
        each(result, [&](const Dims& at) { want.elements[flat(shape, place_of(at))] = host.at(place_of(at)); });
        array::put_mask(*blank, *mask, *packed, "test");
        expect(*blank, shape, [&](const Dims& at) { return want.at(at); });
        const auto one = array::full(context, KILN_INT32, Dims{1}, Scalar::integer(KILN_INT32, 5), "test");
        each(result, [&](const Dims& at) { want.elements[flat(shape, place_of(at))] = std::string("\5\0\0\0", 4); });
        array::put_mask(*blank, *mask, *one, "test");
        expect(*blank, shape, [&](const Dims& at) { return want.at(at); });
      }
    }
    const auto numbers = array::linspace(context, KILN_FLOAT32, Scalar::real(KILN_FLOAT64, -1),
                                         Scalar::real(KILN_FLOAT64, 1), 3, true, nullptr, "test");
    CHECK(array::nonzero(*numbers, {}, "test")[0]->size() == 2);
  });
}

TEST_CASE("compress and nonzero of packed arrays: words of rows, offsets, destinations", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    for (const bool is_few : {false, true}) {
      const Few few(context, is_few);
      // More than a tile of a group, with a tail; or few, of which some rows are gathered at once.
      const std::int64_t n = is_few ? (test::small() ? 151 : 701) : test::small() ? 999 : 9003;
      const auto part = [](const Array& whole, DType dtype, const Dims& shape, std::int64_t offset) {
        return Array(whole.buffer_ref(), dtype,
                     {shape, layout::c_layout(shape, base::dtype_size(dtype), "test").strides, offset}, true);
      };
      for (const DType dtype : {KILN_UINT8, KILN_INT16, KILN_FLOAT32, KILN_COMPLEX64, KILN_INT64})
        for (const std::int64_t inner : {1, 2, 3, 7, 20}) {
          if (!test::many() && dtype != KILN_FLOAT32 && inner != 1 && inner != 3) continue;
          if (test::small() && ((dtype != KILN_UINT8 && dtype != KILN_FLOAT32) || inner > 3)) continue;
          if (test::brief() && inner != (dtype == KILN_UINT8 ? 1 : 3)) continue;
          const auto item = std::int64_t(base::dtype_size(dtype));
          // Every byte but 0 is true; neither the mask nor the rows begin at a whole word.
          const auto bytes = random_bytes(context, KILN_UINT8, Dims{n + 3}, random);
          std::string held(std::size_t(n) + 3, '\0');
          for (char& byte : held) byte = char(random() % 3 == 0 ? random() : 0);
          array::write(*bytes, held.data(), nullptr, "test");
          const Array mask = part(*bytes, KILN_BOOL, Dims{n}, 3);
          const auto whole = random_bytes(context, dtype, Dims{n * inner + 1}, random);
          const Array rows = part(*whole, dtype, Dims{n, inner}, item);
          const Host host = host_of(rows);
          std::vector<std::int64_t> places;
          for (std::int64_t i = 0; i < n; ++i)
            if (held[std::size_t(i) + 3]) places.push_back(i);
          const auto count = std::int64_t(places.size());
          const Dims result{count, inner};
          const auto want = [&](const Dims& at) { return host.at(Dims{places[std::size_t(at[0])], at[1]}); };
          expect(*array::compress(rows, mask, nullptr, "test"), result, want);
          const auto room = random_bytes(context, dtype, Dims{count * inner + 1}, random);
          Array into = part(*room, dtype, result, item);
          CHECK(array::compress(rows, mask, &into, "test").get() == &into);
          expect(into, result, want);
          if (inner > 1) continue;
          // Positions to a destination, and to one that lies where the mask does.
          const auto wanted = [&](const Dims& at) {
            return std::string(reinterpret_cast<const char*>(&places[std::size_t(at[0])]), 8);
          };
          const auto shared = random_bytes(context, KILN_UINT8, Dims{n * 8}, random);
          held.resize(std::size_t(n) * 8);
          array::write(*shared, held.data(), nullptr, "test");
          const auto apart = array::empty(context, KILN_INT64, Dims{count}, "test");
          Array over = part(*shared, KILN_INT64, Dims{count}, 0);
          const Array covered = part(*shared, KILN_BOOL, Dims{n}, 3);
          for (const auto& [from, to] : {std::pair(&mask, apart.get()), std::pair(&covered, &over)}) {
            Array* const list[] = {to};
            CHECK(array::nonzero(*from, list, "test")[0].get() == to);
            expect(*to, Dims{count}, wanted);
          }
        }
    }
    // Of two axes: both at once, each to its destination.
    const auto grid = random_bytes(context, KILN_BOOL, Dims{37, 41}, random);
    const auto found = array::nonzero(*grid, {}, "test");
    const auto first = array::empty(context, KILN_INT64, found[0]->shape(), "test"),
               second = array::empty(context, KILN_INT32, found[0]->shape(), "test");
    Array* const list[] = {first.get(), second.get()};
    array::nonzero(*grid, list, "test");
    const Host holds = host_of(*grid), i = host_of(*first), j = host_of(*second), i64 = host_of(*found[0]),
               j64 = host_of(*found[1]);
    std::size_t k = 0;
    each(Dims{37, 41}, [&](const Dims& at) {
      if (!holds.at(at)[0]) return;
      REQUIRE(k < i.elements.size());
      for (const auto& [element, value] :
           {std::pair(i.elements[k], at[0]), std::pair(j.elements[k] + std::string(4, '\0'), at[1]),
            std::pair(i64.elements[k], at[0]), std::pair(j64.elements[k], at[1])})
        REQUIRE(element == std::string(reinterpret_cast<const char*>(&value), 8));
      ++k;
    });
    CHECK(k == i.elements.size());
  });
}

TEST_CASE("check_index: the first position outside is reported once, and nothing is touched", "[index]") {
  for (const auto& device : devices())
    for (const int shape : {1, 0}) {
      runtime::ContextOptions options = runtime::ContextOptions::from_flags();
      options.check_index = true;
      const auto context = runtime::Context::open(device, options);
      const ForcedShape forced(*context, shape);
      const auto array = array::arange(*context, KILN_INT32, 0, 8, 1);
      const auto read = [&](const Array& from) {
        std::vector<std::int32_t> out(std::size_t(from.size()));
        array::read(from, out.data(), nullptr, "wait");
        return out;
      };
      const std::size_t second = test::small() ? 90 : 400;
      std::vector<std::int64_t> values(test::small() ? 100 : 5000, 3);
      values[77] = -9;
      values[second] = INT64_MAX;
      const auto bad =
          array::from_host(*context, KILN_INT64, Dims{std::int64_t(values.size())}, nullptr, KILN_INT64, values.data());
      const std::int64_t good_values[] = {7, -8};
      const auto good = array::from_host(*context, KILN_INT64, Dims{2}, nullptr, KILN_INT64, good_values);
      CHECK(read(*array::take(*array, *good, 0, nullptr, "take")) == std::vector<std::int32_t>{7, 0});
      const auto taken = array::take(*array, *bad, 0, nullptr, "take");
      array::put(*array, *bad, 0, *taken, "put");  // the first operation is the one that is told
      refused(KILN_INDEX_ERROR, "wait: take: index -9 at position 77 is outside -8 .. 7", [&] { read(*array); });
      const auto got = read(*taken);
      CHECK(got[76] == 3);
      CHECK(got[77] == 0);
      CHECK(got[second] == 0);
      CHECK(read(*array) == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7});
      array::scatter_add(*array, *bad, 0, *taken, "scatter_add");
      refused(KILN_INDEX_ERROR, "scatter_add: index -9", [&] { context->synchronize("wait"); });
      context->synchronize("wait");
      CHECK(read(*array)[3] == 3 + 3 * (std::int32_t(values.size()) - 2));
      array::take_along_axis(*array, *bad, 0, nullptr, "along");
      refused(KILN_INDEX_ERROR, "along: index -9", [&] { context->record(runtime::QueueId::compute)->wait("wait"); });
      // Where indices of two axes meet: rows 1, 9 and 0 by columns 3, 1 and -5.
      const std::int64_t grid_shape[] = {2, 4}, row_values[] = {1, 9, 0}, column_values[] = {3, 1, -5};
      const auto grid = array::arange(*context, KILN_INT32, 0, 8, 1);
      const auto two = array::reshape(*grid, grid_shape, KILN_COPY_NEVER, "test");
      const auto rows = array::from_host(*context, KILN_INT64, Dims{3}, nullptr, KILN_INT64, row_values),
                 columns = array::from_host(*context, KILN_INT64, Dims{3}, nullptr, KILN_INT64, column_values);
      const Array* const by[] = {rows.get(), columns.get()};
      const auto met = array::take_at(*two, by, nullptr, "take_at");
      refused(KILN_INDEX_ERROR, "take_at: index 9 at position 1 is outside -2 .. 1", [&] { read(*met); });
      CHECK(read(*met) == std::vector<std::int32_t>{7, 0, 0});
      array::put_at(*two, by, *array::full(*context, KILN_INT32, Dims{}, Scalar::integer(KILN_INT32, 50), "test"),
                    "put_at");
      refused(KILN_INDEX_ERROR, "put_at: index 9 at position 1", [&] { context->synchronize("wait"); });
      context->synchronize("wait");
      CHECK(read(*two) == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 50});
      options.launch_blocking = true;
      const auto blocking = runtime::Context::open(device, options);
      const auto here = array::transfer(*array, *blocking, "test"), there = array::transfer(*bad, *blocking, "test");
      refused(KILN_INDEX_ERROR, "take: index -9", [&] { array::take(*here, *there, 0, nullptr, "take"); });
    }
}
