// SPDX-License-Identifier: Apache-2.0
// Reductions, scans, what is built on them, and sweeps of graphs, as devices get them.
#include "net.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

void reductions_by_shape(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    Axes axes;
    kiln_dtype dtype;
  };
  const Case cases[] = {
      {"all of few", {100}, {}, f32},
      {"all of many, in two passes", {1 << 22}, {}, f32},
      {"all of bytes, 64-bit", {kMany}, {}, i8},
      {"rows of few", {100000, 3}, 1, f32},
      {"rows of 20", {5000, 20}, 1, f32},
      {"rows of 200", {3000, 200}, 1, f32},
      {"rows of 5000", {64, 5000}, 1, f32},
      {"long rows, in two passes", {3, 1 << 20}, 1, f32},
      {"rows, 64-bit", {1 << 16, 40000}, 1, f32},
      {"columns", {1000, 300}, 0, f32},
      {"many columns of few", {4, 300000}, 0, f32},
      {"few columns", {100000, 3}, 0, f32},
      {"13 columns", {50000, 13}, 0, i32},
      {"columns, in two passes", {1 << 20, 64}, 0, f32},
      {"columns, 64-bit", {1 << 16, 40000}, 0, f32},
      {"the middle axis", {50, 60, 70}, 1, f32},
      {"rows of float16", {300, 1000}, 1, f16},
      {"rows of complex64", {300, 1000}, 1, c64},
      {"rows of bytes", {300, 1000}, 1, u8},
      {"columns of float64, in two passes", {10000, 300}, 0, f64},
  };
  for (const Case& c : cases) {
    if (c.dtype == f64 && !record.device().float64) continue;
    record(std::string("sum of ") + c.title, [&] { record.array(c.shape, c.dtype).sum(c.axes); });
  }
  record("sum of a view's rows", [&] { record.array({1000, 512})(slice(1, none, 2), slice(3, 500)).sum(1); });
  record("sum of turned rows", [&] { record.array({700, 900}).transpose().sum(1); });
  record("sum with keepdims into a destination", [&] {
    const GpuArray a = record.array({100, 400}), to = record.array({100, 1}, i32);
    a.reduce(KILN_REDUCE_SUM, 1, true, KILN_DTYPE_AUTO, 0, to);
  });
}

void reductions_by_operation(Record& record) {
  const kiln_reduce_op ops[] = {KILN_REDUCE_MAX,    KILN_REDUCE_MEAN, KILN_REDUCE_VAR,      KILN_REDUCE_COUNT_NONZERO,
                                KILN_REDUCE_ARGMAX, KILN_REDUCE_NORM, KILN_REDUCE_LOGSUMEXP};
  for (const kiln_reduce_op op : ops)
    record("operation " + std::to_string(op) + " of rows", [&] { record.array({300, 1000}).reduce(op, 1); });
  record("argmin of columns, in two passes", [&] { record.array({10000, 300}).argmin(0); });
  record("argmax of all, in two passes", [&] { record.array({1 << 22}).argmax(); });
  record("var of all, in two passes", [&] { record.array({1 << 22}).var(); });
  record("std of columns, in two passes", [&] { record.array({10000, 300}).stddev(0); });
  record("norm of order 3", [&] { vector_norm(record.array({300, 1000}), 1, false, 3); });
  record("weighted mean", [&] {
    const GpuArray a = record.array({300, 1000}), w = record.array({1000});
    average(a, w, 1);
  });
}

void callers_reductions(Record& record) {
  record("the caller's, of two inputs", [&] {
    const Reduction own(record.context(), "s = 0", "s = a*b", "s = s + s_", "r = sqrt(s)");
    const GpuArray a = record.array({300, 1000}), b = record.array({1000});
    own({a, b}, 1);
  });
  // The row of places is no reason to copy the matrix, and the labels none for shorter vectors.
  record("the caller's, of broadcast inputs before a matrix", [&] {
    const Reduction own(record.context(), "s = 0", "s = a == b ? c : 0", "s = s + s_", "r = s");
    const GpuArray places = record.array({1000}, KILN_INT32), labels = record.array({300, 1}, KILN_INT64);
    own({places.broadcast_to({300, 1000}), labels, record.array({300, 1000})}, 1);
  });
  record("the caller's, of two accumulators and results, over columns", [&] {
    const Reduction own(record.context(), "s = 0; m = -inf", "s = a; m = a", "s = s + s_; m = max(m, m_)",
                        "r = s; q = m", 2);
    own({record.array({5000, 40})}, 0);
  });
  record("the caller's, with places", [&] {
    const Reduction own(record.context(), "s = 0", "s = a * index()", "s = s + s_", "r = s");
    own({record.array({1 << 20})});
  });
}

// Softmax in one row's reductions: a map of several instructions, and a finish that reads other arrays.
void fused_reductions(Record& record) {
  record("a graph's reduction with what comes before and behind it", [&] {
    const auto x = graph::matrix("x", f32), y = graph::matrix("y", f32), z = graph::vector("z", f32);
    const graph::Function f(
        {.inputs = {x, y, z}, .outputs = {graph::sum(graph::exp(x * 2 - y), 1) * z + 1}, .context = record.context()});
    const GpuArray a = record.array({300, 1000}), b = record.array({300, 1000}), c = record.array({300});
    f(a, b, c);
  });
}

void scans(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t axis;
    kiln_dtype dtype;
  };
  const Case cases[] = {{"few", {100}, 0, f32},
                        {"a long row", {1 << 22}, 0, f32},
                        {"bytes, 64-bit", {kMany}, 0, u8},
                        {"rows of 6", {100000, 6}, 1, f32},
                        {"rows of 100", {5000, 100}, 1, f32},
                        {"rows of 3000", {500, 3000}, 1, f32},
                        {"few long rows", {5, 1 << 18}, 1, f32},
                        {"columns", {1000, 3000}, 0, f32},
                        {"few columns", {100000, 5}, 0, f32},
                        {"few long columns", {1 << 18, 12}, 0, i32},
                        {"the middle axis", {30, 400, 50}, 1, f32},
                        {"columns, 64-bit", {1 << 16, 40000}, 0, f32},
                        {"rows of float16", {300, 1000}, 1, f16},
                        {"rows of complex64", {300, 1000}, 1, c64},
                        {"rows of float64", {300, 1000}, 1, f64}};
  for (const Case& c : cases) {
    if (c.dtype == f64 && !record.device().float64) continue;
    record(std::string("cumsum of ") + c.title, [&] { cumsum(record.array(c.shape, c.dtype), c.axis); });
  }
  record("cumprod, exclusive", [&] { scan(record.array({300, 1000}), KILN_SCAN_PROD, 1, true); });
  record("cummax, reverse", [&] { scan(record.array({300, 1000}), KILN_SCAN_MAX, 1, false, true); });
  record("cumsum of a long row, exclusive and reverse",
         [&] { scan(record.array({1 << 21}), KILN_SCAN_SUM, 0, true, true); });
  record("cumsum of int8 to int64", [&] { cumsum(record.array({300, 1000}, i8), 0); });
  record("cumsum with the identity in front", [&] {
    scan(record.array({300, 1000}), KILN_SCAN_SUM, 1, false, false, KILN_DTYPE_AUTO, {}, true);
  });
  record("cumsum of turned rows", [&] { cumsum(record.array({700, 900}).transpose(), 1); });
  record("cumsum in place", [&] {
    const GpuArray a = record.array({300, 1000});
    cumsum(a, 1, a);
  });
  record("second differences", [&] { diff(record.array({300, 1000}), 2, 1); });
}

void callers_scans(Record& record) {
  struct Case {
    const char* title;
    Shape shape;
    std::int64_t axis;
  };
  const Case cases[] = {{"short rows", {100000, 5}, 1},       {"rows of 12", {1000, 12}, 1},
                        {"many rows of 12", {200000, 12}, 1}, {"many rows of 100", {100000, 100}, 1},
                        {"rows of 200", {5000, 200}, 1},      {"rows of 3000", {500, 3000}, 1},
                        {"a long row", {1 << 22}, 0},         {"columns", {1000, 3000}, 0},
                        {"few columns", {100000, 5}, 0},      {"columns, 64-bit", {1 << 16, 40000}, 0}};
  const Scan own(record.context(), "s = 0; m = 1", "s = a; m = a", "s = s*m_ + s_; m = m*m_", "r = s");
  for (const Case& c : cases)
    record(std::string("the caller's scan of ") + c.title, [&] { own({record.array(c.shape)}, c.axis); });
  record("the caller's scan, exclusive and reverse", [&] { own({record.array({300, 1000})}, 1, true, true); });
  record("a scan by key", [&] {
    const GpuArray keys = record.array({1000}, i32), a = record.array({300, 1000});
    scan_by_key(keys, a, KILN_SCAN_SUM, 1);
  });
  record("a scan by key of a long row, exclusive and reverse", [&] {
    const GpuArray keys = record.array({1 << 20}, i32), a = record.array({1 << 20});
    scan_by_key(keys, a, KILN_SCAN_PROD, 0, true, true);
  });
  record("a reduction by key of few", [&] {
    const GpuArray keys = record.array({2000}, i32), a = record.array({2000});
    reduce_by_key(keys, a, KILN_REDUCE_SUM);
  });
  record("a mean by key of many", [&] {
    const GpuArray keys = record.array({1 << 18}, i64), a = record.array({1 << 18});
    reduce_by_key(keys, a, KILN_REDUCE_MEAN);
  });
  record("a maximum by key of columns", [&] {
    const GpuArray keys = record.array({6000}, u8), a = record.array({6000, 30});
    reduce_by_key(keys, a, KILN_REDUCE_MAX, 0);
  });
}

void covariances(Record& record) {
  for (const Shape& shape : {Shape{3, 10000}, Shape{8, 100}, Shape{20, 4000}, Shape{300, 500}}) {
    const std::string of = std::to_string(shape[0]) + " variables";
    record("covariances of " + of, [&] { cov(record.array(shape)); });
    if (shape[0] != 20) record("correlations of " + of, [&] { corrcoef(record.array(shape)); });
  }
  record("covariances of turned variables", [&] { cov(record.array({10000, 4}).transpose()); });
  record("covariances of two arrays", [&] {
    const GpuArray a = record.array({2, 5000}), b = record.array({3, 5000});
    cov(a, b);
  });
  record("covariances of complex64", [&] { cov(record.array({4, 5000}, c64)); });
}

// The logistic regression's step, which reads its matrix once on CPU devices.
void sweeps(Record& record) {
  record("a step of logistic regression", [&] {
    const auto x = graph::matrix("x", f32), y = graph::vector("y", f32);
    const auto w = graph::shared(record.array({200}), "w"), b = graph::shared(record.array({}), "b");
    const auto p = graph::apply("sigmoid", {graph::dot(x, w) + b});
    const auto loss = -y * graph::log(p) - (1 - y) * graph::log(1 - p);
    const auto cost = graph::mean(loss) + 0.01 * graph::sum(w * w);
    const graph::Function step({.inputs = {x, y},
                                .outputs = {p > 0.5, loss},
                                .updates = {{w, w - 0.1 * graph::grad(cost, w)}, {b, b - 0.1 * graph::grad(cost, b)}},
                                .context = record.context()});
    const GpuArray data = record.array({4000, 200}), labels = record.array({4000});
    step(data, labels);
  });
  record("a softmax and its gradient", [&] {
    const auto x = graph::matrix("x", f32);
    const auto y = graph::softmax(x);
    const graph::Function f(
        {.inputs = {x}, .outputs = {y, graph::grad(graph::sum(y * y), x)}, .context = record.context()});
    f(record.array({500, 1000}));
  });
}

}  // namespace

TEST_CASE("golden: reductions") {
  check_family("reduce", [](Record& record) {
    reductions_by_shape(record);
    reductions_by_operation(record);
    callers_reductions(record);
    fused_reductions(record);
  });
}
TEST_CASE("golden: scans") { check_family("scan", scans); }
TEST_CASE("golden: scans of expressions and by key") { check_family("scan_caller", callers_scans); }
TEST_CASE("golden: covariances") { check_family("covariance", covariances); }
TEST_CASE("golden: sweeps") { check_family("sweep", sweeps); }
