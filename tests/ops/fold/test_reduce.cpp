// SPDX-License-Identifier: Apache-2.0
// Reductions on every device against plain loops on the host: dtypes, axes, layouts.
#include "../support/few_items.hpp"
#include "../support/reduce_support.hpp"

using namespace kiln;
using namespace kiln::test;
using namespace kiln::test::reduction;

// The usual run on PoCL leaves cases of every dtype to the operation table. All together are a thousand
// kernels: others have all operations on float32 and those that differ by dtype on the others, the long one
// everything.
TEST_CASE("every reduction of every real dtype, all axes and each axis", "[reduce][every]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Dims shape{7, 33, 5};
    for (int d = 0; d < base::kDTypeCount; ++d) {
      const auto dtype = DType(d);
      if (base::is_complex(dtype) || !array::has_dtype(context, dtype)) continue;
      const bool single = dtype == KILN_FLOAT32;
      if (test::small() && !single && dtype != KILN_INT32) continue;
      const Values values = some_values(dtype, 7 * 33 * 5, 11 + std::uint64_t(d));
      const auto array = upload(context, dtype, shape, values);
      for (int op = 0; op < kOps; ++op) {
        if (op == KILN_REDUCE_PROD && !base::is_bool(dtype)) continue;  // below, on values whose product fits
        const bool differs = op == KILN_REDUCE_SUM || op == KILN_REDUCE_ARGMIN;
        if (!test::many() && !single && !differs) continue;
        check(context, op, dtype, shape, values, *array, {0, 1, 2}, false);
        if (!test::many() && !(single && differs)) continue;
        check(context, op, dtype, shape, values, *array, {1}, false);
        check(context, op, dtype, shape, values, *array, {-1}, true);
        check(context, op, dtype, shape, values, *array, {0, 2}, false);
      }
    }
  }
}

TEST_CASE("rows of a few neighbours: whole vectors, what is left of them, narrow dtypes", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT16, KILN_FLOAT32, KILN_FLOAT64})
      for (const std::int64_t n : {3, 4, 5, 7, 8, 11, 256, 257}) {
        if (!array::has_dtype(context, dtype) || (test::small() && n > 8)) continue;
        // No multiple of the rows that an item reads at a time.
        const Dims shape{test::small() ? 7 : 231, n};
        const Values values = some_values(dtype, std::size_t(shape[0] * n), 5 + std::uint64_t(n));
        const auto array = upload(context, dtype, shape, values);
        for (const int op : {KILN_REDUCE_SUM, KILN_REDUCE_MAX, KILN_REDUCE_MIN, KILN_REDUCE_ARGMAX})
          if (op != KILN_REDUCE_ARGMAX || n == 5) check(context, op, dtype, shape, values, *array, {1}, false);
      }
  }
}

TEST_CASE("products", "[reduce][every]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_INT8, KILN_UINT16, KILN_INT64, KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype)) continue;
      if (!test::many() && base::dtype_size(dtype) == 8) continue;
      const Dims shape{6, 40};
      Values values(240, 1);
      for (std::size_t i = 0; i < values.size(); i += 31) values[i] = base::is_unsigned(dtype) ? 2 : -2;
      const auto array = upload(context, dtype, shape, values);
      for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1}, {0}, {1}})
        check(context, KILN_REDUCE_PROD, dtype, shape, values, *array, axes, false);
    }
  }
}

TEST_CASE("large and odd extents, every axis of every order of axes", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> shapes =
        test::small()
            ? std::vector<Dims>{{300, 5}, {5, 300}}
            : std::vector<Dims>{{1, 100003},  {100003, 1},           {3, 50021}, {50021, 3}, {1024, 1024}, {513, 1025},
                                {64, 3, 257}, {2, 3, 4, 5, 6, 7, 8}, {4099, 64}, {64, 4099}, {67, 1003},   {17, 66001}};
    for (const Dims& shape : shapes) {
      std::size_t count = 1;
      for (auto extent : shape) count *= std::size_t(extent);
      const Values values = some_values(KILN_FLOAT32, count, count);
      const auto array = upload(context, KILN_FLOAT32, shape, values);
      std::vector<std::int64_t> all;
      for (std::size_t d = 0; d < shape.size(); ++d) all.push_back(std::int64_t(d));
      for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_ARGMAX), int(KILN_REDUCE_VAR)}) {
        if (op == KILN_REDUCE_VAR && !test::many()) continue;
        check(context, op, KILN_FLOAT32, shape, values, *array, all, false);
        for (std::int64_t axis : all) check(context, op, KILN_FLOAT32, shape, values, *array, {axis}, false);
        if (shape.size() > 3) check(context, op, KILN_FLOAT32, shape, values, *array, {0, 2, 4, 6}, false);
      }
    }
  }
}

TEST_CASE("short rows, which CPU devices read beside each other, and few columns", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    // Around the lengths where rows are no longer short: 192 bytes, or 64 elements where these keep their
    // place.
    struct Case {
      Dims shape;
      std::vector<std::int64_t> axes;
    };
    std::vector<Case> cases{
        {{2, 3}, {1}}, {{15, 47}, {1}}, {{1003, 3, 2}, {1}}, {{301, 2, 2, 2}, {1, 3}}, {{3, 16, 70}, {1}}};
    if (!test::small()) {
      for (const std::int64_t n : {1, 2, 47, 48, 49, 64, 65}) cases.push_back({{2731, n}, {1}});
      cases.insert(cases.end(), {{{40, 3, 5, 31}, {1, 3}}, {{3, 700, 5}, {0, 2}}, {{2, 4099, 3}, {2}}});
    }
    for (const auto& [shape, axes] : cases) {
      std::size_t count = 1;
      for (auto extent : shape) count *= std::size_t(extent);
      for (const DType dtype : {KILN_FLOAT32, KILN_INT8}) {
        const Values values = some_values(dtype, count, count);
        const auto array = upload(context, dtype, shape, values);
        check(context, KILN_REDUCE_SUM, dtype, shape, values, *array, axes, false);
        if (axes.size() == 1) check(context, KILN_REDUCE_ARGMIN, dtype, shape, values, *array, axes, true);
      }
    }
  }
}

TEST_CASE("few columns, of which CPU devices read several rows as one", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    struct Case {
      Dims shape;
      std::int64_t axis;
    };
    // Whole joined rows, a part of one, and several shares of them.
    std::vector<Case> cases{{{32, 3}, 0}, {{2, 77, 3}, 1}};
    if (!test::small())
      cases.insert(cases.end(), {{{3001, 2}, 0}, {{70001, 2}, 0}, {{3, 5003, 7}, 1}, {{4 * 41 + 3, 15}, 0}});
    for (const auto& [shape, axis] : cases) {
      std::size_t count = 1;
      for (auto extent : shape) count *= std::size_t(extent);
      // Narrow integers have the same least element in many places: the first is the result.
      for (const auto& [op, dtype] :
           {std::pair{KILN_REDUCE_SUM, KILN_FLOAT32}, std::pair{KILN_REDUCE_VAR, KILN_FLOAT32},
            std::pair{KILN_REDUCE_ARGMIN, KILN_INT8}}) {
        const Values values = some_values(dtype, count, count);
        const auto array = upload(context, dtype, shape, values);
        check(context, op, dtype, shape, values, *array, {axis}, false);
      }
    }
  }
}

TEST_CASE("very many outputs of few elements, one of a work-item", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const test::Tuned few(context, test::few_items);
    const std::int64_t many = 4 * std::int64_t(context.properties().compute_units) + 5;
    struct Case {
      Dims shape;
      std::int64_t axis;
    };
    for (const Case& c : {Case{{many, 3}, 1}, Case{{many, 12}, 1}, Case{{6, many}, 0}, Case{{many / 2, 9, 2}, 1}}) {
      std::size_t count = 1;
      for (auto extent : c.shape) count *= std::size_t(extent);
      const Values values = some_values(KILN_FLOAT32, count, count);
      const auto array = upload(context, KILN_FLOAT32, c.shape, values);
      for (const int op : {KILN_REDUCE_SUM, KILN_REDUCE_ARGMAX, KILN_REDUCE_VAR})
        check(context, op, KILN_FLOAT32, c.shape, values, *array, {c.axis}, false);
    }
  }
}

TEST_CASE("views: strides of any sign, steps, broadcasts, offsets that are not aligned", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Dims shape{40, 36};
    const Values values = some_values(KILN_FLOAT32, 40 * 36, 5);
    const auto base_array = upload(context, KILN_FLOAT32, shape, values);
    using layout::Index;
    struct View {
      std::int64_t start0, step0, start1, step1;
      bool transposed;
    };
    for (const View& v : {View{0, 1, 1, 1, false}, View{39, -1, 0, 2, false}, View{1, 3, 35, -1, true},
                          View{0, 1, 0, 1, true}, View{0, 2, 3, 5, false}}) {
      std::vector<Index> indices(2);
      indices[0] = {Index::Kind::slice, v.start0, INT64_MIN, v.step0};
      indices[1] = {Index::Kind::slice, v.start1, INT64_MIN, v.step1};
      auto layout = layout::index(base_array->layout(), indices, "test");
      Values seen;
      if (v.transposed) layout = layout::reverse_axes(layout);
      const auto view = array::view(*base_array, layout, true);
      for (std::int64_t i = 0; i < layout.shape[0]; ++i)
        for (std::int64_t j = 0; j < layout.shape[1]; ++j)
          seen.push_back(values[std::size_t((layout.offset + i * layout.strides[0] + j * layout.strides[1]) / 4)]);
      for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_ARGMIN)})
        for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1}, {0}, {1}, {}})
          check(context, op, KILN_FLOAT32, layout.shape, seen, *view, axes, false);
    }
    const std::int64_t wide[] = {3, 40, 36};
    const auto spread = array::view(*base_array, layout::broadcast_to(base_array->layout(), wide, "test"), false);
    Values thrice;
    for (int i = 0; i < 3; ++i) thrice.insert(thrice.end(), values.begin(), values.end());
    for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1, 2}, {0}, {0, 2}, {1}})
      check(context, KILN_REDUCE_SUM, KILN_FLOAT32, Dims{3, 40, 36}, thrice, *spread, axes, true);
  }
}

TEST_CASE("more axes than kernels loop over", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    Dims shape, padded;
    std::vector<std::int64_t> axes;
    for (int d = 0; d < 14; ++d) {
      shape.push_back(2);
      padded.push_back(3);
      if (d % 2) axes.push_back(d);
    }
    std::size_t count = 1;
    for (int d = 0; d < 14; ++d) count *= 3;
    if (test::small()) continue;
    const Values values = some_values(KILN_INT32, count, 3);
    const auto whole = upload(context, KILN_INT32, padded, values);
    layout::Layout corner = whole->layout();
    corner.shape = shape;
    const auto view = array::view(*whole, corner, true);
    Values seen;
    for (std::size_t i = 0; i < (std::size_t{1} << 14); ++i) {
      std::int64_t at = 0;
      for (std::size_t d = 0; d < 14; ++d) at += std::int64_t((i >> (13 - d)) & 1) * corner.strides[d] / 4;
      seen.push_back(values[std::size_t(at)]);
    }
    check(context, KILN_REDUCE_SUM, KILN_INT32, shape, seen, *view, axes, false);
    check(context, KILN_REDUCE_ARGMAX, KILN_INT32, shape, seen, *view, axes, true);
  }
}
