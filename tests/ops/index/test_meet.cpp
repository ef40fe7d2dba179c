// SPDX-License-Identifier: Apache-2.0
// Elements where index arrays meet, in one launch and in two, against plain loops on the host. Kernels of
// both shapes run on every device.
#include "../support/place_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// Index arrays for the first axes of an array, their values, and the places that they name.
struct Indices {
  std::vector<Ref<Array>> arrays;
  std::vector<std::vector<std::int64_t>> values;
  Dims places;
  std::vector<const Array*> by() const {
    std::vector<const Array*> out;
    for (const auto& each : arrays) out.push_back(each.get());
    return out;
  }
};

Indices draw(runtime::Context& context, const std::vector<DType>& dtypes, const Dims& extents,
             const std::vector<Dims>& shapes, Random& random) {
  Indices out;
  for (std::size_t d = 0; d < shapes.size(); ++d) {
    out.values.emplace_back();
    out.arrays.push_back(
        random_indices(context, dtypes[d % dtypes.size()], shapes[d], extents[d], random, out.values.back()));
  }
  out.places = layout::broadcast_shapes(shapes, "test");
  return out;
}

// Takes, in one launch or in two, to new arrays and to destinations of several layouts.
void expect_taken(const Array& array, const Indices& indices, bool at_once, Random& random) {
  auto& context = array.context();
  const auto by = indices.by();
  const Host host = host_of(array);
  const std::size_t count = by.size(), rank = indices.places.size();
  Dims shape = indices.places;
  for (std::size_t d = count; d < array.shape().size(); ++d) shape.push_back(array.shape()[d]);
  const auto want = [&](const Dims& at) {
    Dims from;
    for (std::size_t d = 0; d < count; ++d) {
      const Dims& own = by[d]->shape();
      Dims place;
      for (std::size_t e = 0; e < own.size(); ++e) place.push_back(own[e] == 1 ? 0 : at[rank - own.size() + e]);
      from.push_back(inside(indices.values[d][flat(own, place)], array.shape()[d]));
    }
    for (std::size_t d = rank; d < at.size(); ++d) from.push_back(at[d]);
    return host.at(from);
  };
  if (indices.arrays[0]->size() > 0) {
    const auto taken = array::take_met(array, by, indices.places, nullptr, "test");
    CHECK(bool(taken) == at_once);
  }
  expect(*array::take_at(array, by, nullptr, "test"), shape, want);
  const auto into = random_array(context, array.dtype(), shape, random);
  array::take_at(array, by, into.get(), "test");
  expect(*into, shape, want);
}

}  // namespace

TEST_CASE("take_at: 2 to 4 index arrays, elements and rows", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const std::int64_t many = test::small() ? 270 : 700;  // over a block of places
    struct Case {
      DType dtype;
      Dims shape;
      std::vector<Dims> by;
      bool at_once;
    };
    const Case cases[] = {{KILN_UINT8, {5, 7}, {{many}, {many}}, true},
                          {KILN_COMPLEX128, {3, 4, 5}, {{9}, {}, {9}}, true},
                          {KILN_FLOAT32, {3, 4, 2, 5}, {{2, 3}, {}, {2, 3}, {1, 1}}, true},
                          {KILN_UINT16, {6, 5, 3}, {{many}, {many}}, true},
                          {KILN_FLOAT32, {6, 5, 2, 4}, {{2, 13}, {2, 13}}, true},
                          {KILN_COMPLEX64, {6, 5}, {{}, {}}, true},
                          {KILN_UINT8, {5, 7}, {{1}, {8}}, true},
                          // Not one stride each.
                          {KILN_UINT8, {5, 7}, {{4, 1}, {3}}, false},
                          {KILN_UINT8, {5, 7}, {{4, 1}, {4, 3}}, false}};
    for (const Case& each : cases) {
      if (!array::has_dtype(context, each.dtype)) continue;
      Indices indices = draw(context, {KILN_INT32}, each.shape, each.by, random);
      // One stride, which those of random_indices with two axes may lack.
      for (std::size_t d = 0; d < each.by.size(); ++d)
        if (each.by[d].size() > 1) indices.arrays[d] = array::copy(*indices.arrays[d], KILN_ORDER_C, "test");
      expect_taken(*random_bytes(context, each.dtype, each.shape, random), indices, each.at_once, random);
    }
  });
}

TEST_CASE("take_at: layouts of the array", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    for (int i = 0; i < test::cases(8); ++i) {
      // Steps of any sign, axes in any order; the last is always one axis.
      const Dims shape{pick(random, 1, 6), pick(random, 1, 6), pick(random, 1, 5)};
      const auto array = random_array(context, KILN_UINT32, shape, random);
      const Dims places{pick(random, 0, 2) ? pick(random, 1, 40) : 0};
      for (const std::size_t count : {2, 3}) {
        const Indices indices = draw(context, {KILN_INT32}, shape, std::vector<Dims>(count, places), random);
        expect_taken(*array, indices, true, random);
      }
    }
    // Rows of two axes that are not one.
    const auto cube = random_bytes(context, KILN_UINT32, Dims{4, 5, 6, 3}, random);
    const std::int64_t order[] = {0, 1, 3, 2};
    const auto turned = array::view(*cube, layout::transpose(cube->layout(), order, "test"), false);
    expect_taken(*turned, draw(context, {KILN_INT32}, turned->shape(), {{9}, {9}}, random), false, random);
    // Of several dtypes, or more arrays than a kernel takes.
    const auto square = random_bytes(context, KILN_UINT32, Dims{4, 5}, random);
    expect_taken(*square, draw(context, {KILN_INT32, KILN_UINT8}, square->shape(), {{9}, {9}}, random), false, random);
    const auto deep = random_bytes(context, KILN_UINT32, Dims{2, 3, 2, 3, 2}, random);
    expect_taken(*deep, draw(context, {KILN_INT32}, deep->shape(), std::vector<Dims>(5, Dims{9}), random), false,
                 random);
    if (test::small()) return;
    // Most of an array that lies across, which is copied first.
    const auto wide = random_bytes(context, KILN_UINT32, Dims{40, 60, 70}, random);
    const std::int64_t back[] = {2, 1, 0};
    const auto across = array::view(*wide, layout::transpose(wide->layout(), back, "test"), false);
    expect_taken(*across, draw(context, {KILN_INT32}, across->shape(), {{4000}, {4000}}, random), true, random);
    // Few long rows, and short ones of an array that is not near, which CPU devices ask for ahead.
    const auto rows = random_bytes(context, KILN_UINT32, Dims{2, 2, 30001}, random);
    expect_taken(*rows, draw(context, {KILN_INT32}, rows->shape(), {{3}, {3}}, random), true, random);
    if (!array::has_dtype(context, KILN_COMPLEX128)) return;
    const auto far = random_bytes(context, KILN_COMPLEX128, Dims{150, 150, 6}, random);
    expect_taken(*far, draw(context, {KILN_INT32}, far->shape(), {{5000}, {5000}}, random), true, random);
  });
}

TEST_CASE("take_at: every dtype of indices, and those outside", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const auto array = random_bytes(context, KILN_UINT16, Dims{7, 3}, random);
    const Host host = host_of(*array);
    for (int d = KILN_INT8; d <= KILN_UINT64; ++d) {
      const DType dtype = DType(d);
      // What an index means is the same text in both shapes.
      if (!test::many() && (d % 2 == 1) != has_cpu_shape(context)) continue;
      std::vector<std::int64_t> values;
      const auto indices = near_seven(context, dtype, values);
      const Dims shape = indices->shape();
      const Array* const by[] = {indices.get(), indices.get()};
      const auto taken = array::take_met(*array, by, shape, nullptr, "test");
      REQUIRE(taken);
      expect(*taken, shape, [&](const Dims& at) {
        const std::int64_t value = values[std::size_t(at[0])];
        // INT64_MIN as uint64 is large.
        const bool large = dtype == KILN_UINT64 && value < 0;
        return host.at(large ? Dims{6, 2} : Dims{inside(value, 7), inside(value, 3)});
      });
    }
  });
}

TEST_CASE("take_at: destinations that share memory, and of another dtype", "[index]") {
  everywhere([](runtime::Context& context, Random&) {
    const auto values = [](const Array& array) {
      std::vector<std::int32_t> out(std::size_t(array.size()));
      array::read(array, out.data(), nullptr, "test");
      return out;
    };
    using Values = std::vector<std::int32_t>;
    const Dims shape{2, 3};
    const auto array = array::reshape(*array::arange(context, KILN_INT32, 0, 6, 1), shape, KILN_COPY_NEVER, "test");
    const std::int32_t row_values[] = {1, 0, -1, 0}, column_values[] = {2, -3, 0, 1};
    const auto rows = array::from_host(context, KILN_INT32, Dims{4}, nullptr, KILN_INT32, row_values);
    const auto columns = array::from_host(context, KILN_INT32, Dims{4}, nullptr, KILN_INT32, column_values);
    const Array* const by[] = {rows.get(), columns.get()};
    const auto converted = array::empty(context, KILN_FLOAT32, Dims{4}, "test");
    array::take_at(*array, by, converted.get(), "test");
    CHECK(values(*array::astype(*converted, KILN_INT32, "test")) == Values{5, 0, 3, 1});
    // The first four elements, and the index arrays.
    const auto self = array::view(*array, {{4}, {4}, 0}, true);
    array::take_at(*array, by, self.get(), "test");
    CHECK(values(*array) == Values{5, 0, 3, 1, 4, 5});
    array::take_at(*array, by, columns.get(), "test");
    CHECK(values(*columns) == Values{5, 5, 1, 0});
    array::take_at(*array, by, rows.get(), "test");  // columns 5, 5, 1, 0 of rows 1, 0, -1, 0
    CHECK(values(*rows) == Values{5, 3, 4, 5});
  });
}

TEST_CASE("take_at, check_index: positions of their own array, rows of 0", "[index]") {
  for (const auto& device : devices())
    for (const int kernels : {1, 0}) {
      runtime::ContextOptions options = runtime::ContextOptions::from_flags();
      options.check_index = true;
      const auto context = runtime::Context::open(device, options);
      const ForcedShape forced(*context, kernels);
      // Rows of 16 bytes, which are one unit on GPUs, and of 12.
      for (const std::int64_t inner : {4, 3}) {
        const Dims shape{2, 4, inner};
        const auto array = array::reshape(*array::arange(*context, KILN_INT32, 1, double(8 * inner + 1), 1), shape,
                                          KILN_COPY_NEVER, "test");
        const std::int64_t row_values[] = {1, 0, 0}, column_values[] = {3, 0, -5};
        const auto rows = array::from_host(*context, KILN_INT64, Dims{3}, nullptr, KILN_INT64, row_values);
        const auto columns = array::from_host(*context, KILN_INT64, Dims{3}, nullptr, KILN_INT64, column_values);
        std::vector<std::int32_t> want;
        for (const std::int64_t first : {7 * inner + 1, std::int64_t(1)})
          for (std::int64_t j = 0; j < inner; ++j) want.push_back(std::int32_t(first + j));
        want.resize(std::size_t(3 * inner), 0);
        // The index outside is the second array's, and the first's.
        const std::int64_t order[] = {1, 0, 2};
        const auto turned = array::view(*array, layout::transpose(array->layout(), order, "test"), false);
        for (const bool first : {false, true}) {
          const Array* by[] = {rows.get(), columns.get()};
          if (first) std::swap(by[0], by[1]);
          const auto taken = array::take_at(first ? *turned : *array, by, nullptr, "take_at");
          refused(KILN_INDEX_ERROR, "take_at: index -5 at position 2 is outside -4 .. 3",
                  [&] { context->synchronize("wait"); });
          std::vector<std::int32_t> got(want.size());
          array::read(*taken, got.data(), nullptr, "test");
          CHECK(got == want);
        }
      }
    }
}
