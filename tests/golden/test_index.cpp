// SPDX-License-Identifier: Apache-2.0
// Elements by index, masks, and arrays put together from others, as devices get them.
#include "net.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

void taken(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t indices, axis;
    kiln_dtype dtype, of;
  };
  const Case cases[] = {{"elements", {100000}, 5000, 0, f32, i64},
                        {"elements of much memory", {1 << 24}, 1 << 20, 0, f32, i32},
                        {"bytes", {100000}, 5000, 0, u8, i32},
                        {"complex64", {100000}, 5000, 0, c64, i64},
                        {"short rows", {100000, 3}, 5000, 0, f32, i32},
                        {"rows of 200 bytes", {100000, 50}, 5000, 0, f32, i32},
                        {"rows", {5000, 300}, 2000, 0, f32, i64},
                        {"long rows", {500, 30000}, 100, 0, f32, i64},
                        {"columns", {300, 5000}, 200, 1, f32, i64},
                        {"most columns of turned memory", {300, 5000}, 20000, 1, f32, i64},
                        {"rows, 64-bit", {1 << 16, 40000}, 100, 0, f32, i64},
                        {"large results", {100000, 300}, 100000, 0, f32, i64}};
  for (const Case& c : cases)
    record(std::string("take of ") + c.title, [&] {
      const GpuArray a = record.array(c.shape, c.dtype), at = record.array({c.indices}, c.of);
      take(a, at, c.axis);
    });
  record("take by a table of indices from a view", [&] {
    const GpuArray a = record.array({700, 900}), at = record.array({20, 30});
    take(a.transpose(), at.astype(i32), 1);
  });
  record("take along rows", [&] {
    const GpuArray a = record.array({300, 1000}), at = record.array({300, 50}, i64);
    take_along_axis(a, at, 1);
  });
  record("take along columns of turned memory", [&] {
    const GpuArray a = record.array({300, 1000}), at = record.array({20, 300}, i32);
    take_along_axis(a.transpose(), at, 0);
  });
  record("take where two index arrays meet", [&] {
    const GpuArray a = record.array({300, 1000}), rows = record.array({5000}, i64), columns = record.array({5000}, i32);
    take_at(a, {rows, columns});
  });
  record("take of rows where two index arrays meet", [&] {
    const GpuArray a = record.array({30, 40, 500}), rows = record.array({200, 1}, i64),
                   columns = record.array({30}, i64);
    take_at(a, {rows, columns});
  });
  record("take where index arrays meet, 64-bit", [&] {
    const GpuArray a = record.array({1 << 16, 40000}), rows = record.array({5000}, i64),
                   columns = record.array({5000}, i64);
    take_at(a, {rows, columns});
  });
}

void written(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t indices, axis;
    kiln_dtype dtype, of;
  };
  const Case cases[] = {{"few elements", {100000}, 50, 0, f32, i64},
                        {"elements", {100000}, 50000, 0, f32, i64},
                        {"bytes", {100000}, 50000, 0, u8, i32},
                        {"short rows", {100000, 3}, 50000, 0, f32, i64},
                        {"few rows", {5000, 300}, 3, 0, f32, i64},
                        {"rows", {5000, 300}, 2000, 0, f32, i32},
                        {"columns", {300, 5000}, 2000, 1, f32, i64},
                        {"float16", {100000}, 5000, 0, f16, i64},
                        {"complex64 rows", {5000, 30}, 2000, 0, c64, i64},
                        {"rows, 64-bit", {1 << 16, 40000}, 100, 0, f32, i64}};
  for (const Case& c : cases) {
    Shape values = c.shape;
    values[std::size_t(c.axis)] = c.indices;
    const auto of_both = [&](const char* title, auto&& call) {
      record(title + std::string(c.title), [&] {
        const GpuArray a = record.array(c.shape, c.dtype), at = record.array({c.indices}, c.of),
                       from = record.array(values, c.dtype);
        call(a, at, c.axis, from);
      });
    };
    of_both("put of ", [](auto&&... all) { put(all...); });
    of_both("scatter_add of ", [](auto&&... all) { scatter_add(all...); });
  }
  record("put of one value", [&] {
    const GpuArray a = record.array({100000}), at = record.array({3000}, i64), from = record.array({1});
    put(a, at, 0, from);
  });
  record("scatter_add of int32", [&] {
    const GpuArray a = record.array({5000}, i32), at = record.array({100000}, i64), from = record.array({100000}, i32);
    scatter_add(a, at, 0, from);
  });
  if (record.device().float64)
    record("scatter_add of float64", [&] {
      const GpuArray a = record.array({5000}, f64), at = record.array({100000}, i64),
                     from = record.array({100000}, f64);
      scatter_add(a, at, 0, from);
    });
  record("put where two index arrays meet", [&] {
    const GpuArray a = record.array({300, 1000}), rows = record.array({5000}, i64), columns = record.array({5000}, i64),
                   from = record.array({5000});
    put_at(a, {rows, columns}, from);
  });
  record("scatter_add where two index arrays meet", [&] {
    const GpuArray a = record.array({300, 1000}), rows = record.array({5000}, i64), columns = record.array({5000}, i64),
                   from = record.array({5000});
    scatter_add_at(a, {rows, columns}, from);
  });
}

// A context that looks at indices before it uses them.
void checked(Record& record) {
  record("take and put of checked indices", [&] {
    const GpuArray a = record.array({1000, 30}), at = record.array({50}, i64), from = record.array({50, 30});
    take(a, at, 0);
    put(a, at, 0, from);
  });
}

void masked(Record& record) {
  for (const std::int64_t n : {std::int64_t{3000}, std::int64_t{1} << 20, kMany}) {
    const std::string of = std::to_string(n) + " elements";
    record("compress of " + of, [&] {
      const GpuArray a = record.array({n}, u8), mask = record.array({n}, boolean);
      compress(a, mask);
    });
    record("nonzero of " + of, [&] { nonzero(record.array({n}, u8)); });
  }
  record("compress of rows", [&] {
    const GpuArray a = record.array({5000, 300}), mask = record.array({5000}, boolean);
    compress(a, mask);
  });
  record("compress of few rows to a destination", [&] {
    const GpuArray a = record.array({2000, 3}), mask = record.array({2000}, boolean), to = record.array({1000, 3});
    compress(a, mask, to);
  });
  record("nonzero of a matrix of float32", [&] { nonzero(record.array({300, 1000})); });
  record("put_mask of a value", [&] {
    const GpuArray a = record.array({300, 1000}), mask = record.array({300, 1000}, boolean), one = record.array({});
    put_mask(a, mask, one);
  });
  record("put_mask of values", [&] {
    const GpuArray a = record.array({300, 1000}), mask = record.array({300, 1000}, boolean),
                   from = record.array({1000});
    put_mask(a, mask, from);
  });
}

void joined(Record& record) {
  record("concat of rows", [&] {
    const GpuArray a = record.array({300, 1000}), b = record.array({200, 1000});
    concat({a, b});
  });
  record("concat of short rows side by side", [&] {
    const GpuArray a = record.array({10000, 3}), b = record.array({10000, 5}), c = record.array({10000, 1});
    concat({a, b, c}, 1);
  });
  record("concat of long rows side by side", [&] {
    const GpuArray a = record.array({300, 1000}), b = record.array({300, 2000});
    concat({a, b}, 1);
  });
  record("concat of two dtypes", [&] {
    const GpuArray a = record.array({300, 10}), b = record.array({300, 20}, i32);
    concat({a, b}, 1);
  });
  record("concat of bytes, 64-bit", [&] {
    const GpuArray a = record.array({std::int64_t{1} << 30, 1}, u8), b = record.array({std::int64_t{1} << 30, 2}, u8);
    concat({a, b}, 1);
  });
  record("stack of vectors as columns", [&] {
    const GpuArray a = record.array({10000}), b = record.array({10000});
    stack({a, b}, 1);
  });
  record("split", [&] { split(record.array({300, 1000}), 4, 1); });
  record("tile", [&] { tile(record.array({30, 40}), {2, 3}); });
  record("repeat of elements", [&] { repeat(record.array({300, 1000}), 3, 1); });
  record("repeat of rows", [&] { repeat(record.array({300, 1000}), 3, 0); });
  record("roll", [&] { roll(record.array({300, 1000}), 7); });
  record("roll of two axes", [&] { roll(record.array({300, 1000}), {3, -5}, {0, 1}); });
  record("pad with a value", [&] { pad_constant(record.array({300, 1000}), {{1, 2}, {3, 4}}, 1.5F); });
  record("pad with the edge", [&] { pad(record.array({300, 1000}), {{1, 2}, {3, 4}}, KILN_PAD_EDGE); });
  record("lower triangle", [&] { tril(record.array({300, 1000})); });
  record("identity", [&] { eye(record.context(), 300, 400, 1, f32); });
  record("linspace", [&] { linspace(record.context(), 0, 1, 100000, true, f32); });
  record("arange", [&] { GpuArray::arange(record.context(), 0, 100000, 1, i32); });
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t axis;
  };
  const Case cases[] = {{"few elements", {501}, 0},
                        {"many elements", {50001}, 0},
                        {"rows", {5001, 30}, 0},
                        {"long rows", {501, 3000}, 0},
                        {"columns", {300, 1001}, 1}};
  for (const Case& c : cases)
    record(std::string("repeat by an array of ") + c.title, [&] {
      const GpuArray a = record.array(c.shape), times = record.array({c.shape[std::size_t(c.axis)]}, i64);
      repeat(a, times, c.axis);
    });
}

void copied(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    kiln_dtype dtype;
  };
  const Case cases[] = {{"bytes", {700, 900}, u8},        {"float16", {700, 900}, f16},
                        {"float32", {700, 900}, f32},     {"complex64", {700, 900}, c64},
                        {"few columns", {50000, 3}, f32}, {"32 rows of three axes", {32, 50, 60}, f32},
                        {"large", {9000, 9000}, f32},     {"float32, 64-bit", {1 << 16, 40000}, f32}};
  for (const Case& c : cases)
    record(std::string("transposed copy of ") + c.title, [&] { record.array(c.shape, c.dtype).transpose().copy(); });
  record("copy", [&] { record.array({300, 1000}).copy(); });
  record("copy of a part", [&] { record.array({300, 1000})(slice(1, 200), slice(3, 700)).copy(); });
  record("copy of every other element, reversed", [&] {
    record.array({300, 1000})(slice(none, none, -1), slice(none, none, 2)).copy();
  });
  record("conversion", [&] { record.array({300, 1000}).astype(i32); });
  record("assignment of a row to a turned view", [&] {
    const GpuArray to = record.array({300, 1000}), from = record.array({300});
    to.transpose().assign(from);
  });
  record("fill of much", [&] { record.array({3000, 1000}).fill(1.5F); });
  record("fill of a view", [&] { record.array({300, 1000})(slice(none, none, 3)).fill(1.5F); });
}

}  // namespace

TEST_CASE("golden: elements taken") { check_family("take", taken); }
TEST_CASE("golden: elements written") { check_family("put", written); }
TEST_CASE("golden: masks") { check_family("mask", masked); }
TEST_CASE("golden: arrays from others") { check_family("join", joined); }
TEST_CASE("golden: copies") { check_family("copy", copied); }
TEST_CASE("golden: checked indices") {
  detail::check(kiln_flag_set("check_index", "True"));
  check_family("checked", checked);
  detail::check(kiln_flag_set("check_index", "False"));
}
