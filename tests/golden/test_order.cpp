// SPDX-License-Identifier: Apache-2.0
// Sorting and what is built on it, as devices get it.
#include "net.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

void sorts(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t axis;
    kiln_dtype dtype;
  };
  const Case cases[] = {{"rows of 5", {10000, 5}, 1, f32},
                        {"rows of 5 bytes", {10000, 5}, 1, u8},
                        {"rows of 30", {5000, 30}, 1, i32},
                        {"rows of 100 float64", {3000, 100}, 1, f64},
                        {"rows of 300", {1000, 300}, 1, f32},
                        {"rows of 1500", {100, 1500}, 1, f32},
                        {"rows of 5000", {30, 5000}, 1, f32},
                        {"a row of 50", {50}, 0, f32},
                        {"a row of 3000", {3000}, 0, f32},
                        {"a row of 50000", {50000}, 0, f16},
                        {"a long row", {1 << 22}, 0, f32},
                        {"a long row of bytes", {1 << 22}, 0, u8},
                        {"a long row of float16", {1 << 22}, 0, f16},
                        {"a long row of int64", {1 << 22}, 0, i64},
                        {"bools", {100000}, 0, boolean},
                        {"columns", {300, 1000}, 0, f32},
                        {"bytes, 64-bit", {kMany}, 0, u8}};
  for (const Case& c : cases) {
    if (c.dtype == f64 && !record.device().float64) continue;
    record(std::string("sort of ") + c.title, [&] { sort(record.array(c.shape, c.dtype), c.axis); });
    if (c.dtype == f32 || c.dtype == u8)
      record(std::string("argsort of ") + c.title, [&] { argsort(record.array(c.shape, c.dtype), c.axis); });
  }
  record("descending sort in place", [&] {
    const GpuArray a = record.array({100, 300});
    sort(a, 1, true, a);
  });
  record("sort of the flattened array", [&] { sort(record.array({10, 30}), KILN_AXIS_NONE); });
  record("sort by key of rows", [&] {
    const GpuArray keys = record.array({100, 300}), moved = record.array({100, 300}, i32);
    sort_by_key(keys, moved, 1);
  });
  record("sort by key of a long row", [&] {
    const GpuArray keys = record.array({1 << 20}, f16), moved = record.array({1 << 20}, f32);
    sort_by_key(keys, moved);
  });
}

void selections(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t k;
  };
  const Case cases[] = {{"3 of 20", {5000, 20}, 3},
                        {"10 of 300", {1000, 300}, 10},
                        {"10 of 5000", {100, 5000}, 10},
                        {"200 of 5000", {10, 5000}, 200},
                        {"10 of a long row", {1 << 22}, 10},
                        {"1000 of a long row", {1 << 22}, 1000},
                        {"100000 of a long row", {1 << 22}, 100000}};
  for (const Case& c : cases) record(std::string("topk, ") + c.title, [&] { topk(record.array(c.shape), c.k); });
  record("topk of the least float16", [&] { topk(record.array({100, 5000}, f16), 20, 1, false); });
  record("topk of int64 columns", [&] { topk(record.array({5000, 100}, i64), 7, 0); });
  struct Quantile {
    const char* title;
    Shape shape;
    std::int64_t axis;
  };
  const Quantile quantiles[] = {{"rows of 20", {5000, 20}, 1},    {"rows of 60", {50, 60}, 1},
                                {"rows of 1000", {300, 1000}, 1}, {"rows of 30000", {20, 30000}, 1},
                                {"all of many", {1 << 22}, 0},    {"columns", {1000, 300}, 0},
                                {"many columns", {50, 30000}, 0}};
  for (const Quantile& c : quantiles)
    record(std::string("quantile of ") + c.title, [&] { quantile(record.array(c.shape), 0.3, c.axis); });
  record("median of int32", [&] { median(record.array({300, 1000}, i32), 1); });
  record("quantile of bytes, 64-bit", [&] { quantile(record.array({kMany}, u8), 0.25, 0); });
}

void distinct(Record& record) {
  record("unique of few", [&] { unique(record.array({1000})); });
  record("unique of few, all results", [&] { unique_all(record.array({1500}, i32)); });
  record("unique of many", [&] { unique(record.array({1 << 20})); });
  record("unique of many, all results", [&] { unique_all(record.array({1 << 20}, f16)); });
  record("unique of complex64", [&] { unique_all(record.array({1000}, c64)); });
  record("union of few", [&] {
    const GpuArray a = record.array({500}), b = record.array({400});
    union1d(a, b);
  });
  record("intersection of many", [&] {
    const GpuArray a = record.array({1 << 20}, u8), b = record.array({1 << 18}, u8);
    intersect1d(a, b);
  });
  record("difference of few", [&] {
    const GpuArray a = record.array({500}, i32), b = record.array({400}, i32);
    setdiff1d(a, b);
  });
  record("symmetric difference of many", [&] {
    const GpuArray a = record.array({1 << 18}, f16), b = record.array({1 << 18}, f16);
    setxor1d(a, b);
  });
  record("isin of few values", [&] {
    const GpuArray a = record.array({300, 1000}, i32), b = record.array({100}, i32);
    isin(a, b);
  });
  record("isin of many values, inverted", [&] {
    const GpuArray a = record.array({1 << 20}, f16), b = record.array({1 << 18}, f16);
    isin(a, b, true);
  });
  record("searchsorted", [&] {
    const GpuArray a = record.array({5000}), b = record.array({300, 100});
    searchsorted(a, b);
  });
  record("searchsorted to the right, 64-bit", [&] {
    const GpuArray a = record.array({kMany}, u8), b = record.array({1000}, u8);
    searchsorted(a, b, true);
  });
}

}  // namespace

TEST_CASE("golden: sorting") { check_family("sort", sorts); }
TEST_CASE("golden: the largest, and quantiles") { check_family("select", selections); }
TEST_CASE("golden: distinct elements and sets") { check_family("sets", distinct); }
