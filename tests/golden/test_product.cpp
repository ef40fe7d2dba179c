// SPDX-License-Identifier: Apache-2.0
// Products of matrices, alone and with what follows, and random numbers, as devices get them. Fake devices have no
// vendor's BLAS.
#include "net.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

void products(Record& record) {
  struct Case {
    const char* title;
    std::int64_t m, k, n;
    kiln_dtype dtype;
  };
  const Case cases[] = {{"tiny", 4, 5, 6, f32},
                        {"small", 40, 50, 60, f32},
                        {"medium", 500, 600, 700, f32},
                        {"large", 4000, 3000, 3000, f32},
                        {"large float64", 2000, 2000, 2000, f64},
                        {"medium float16", 500, 600, 700, f16},
                        {"medium complex64", 500, 600, 700, c64},
                        {"medium int32", 500, 600, 700, i32},
                        {"long sums", 100, 10000, 100, f32},
                        {"few rows", 3, 5000, 4000, f32},
                        {"few columns", 5000, 4000, 3, f32},
                        {"thin, of long sums", 4, 200000, 5, f32},
                        {"thin complex64, of long sums", 3, 200000, 2, c64},
                        {"many rows of 3 by 3", 100000, 3, 3, f32},
                        {"many rows by 8", 100000, 8, 8, f32},
                        {"outer", 2000, 1, 3000, f32}};
  for (const Case& c : cases) {
    if (c.dtype == f64 && !record.device().float64) continue;
    record(std::string("product, ") + c.title, [&] {
      const GpuArray a = record.array({c.m, c.k}, c.dtype), b = record.array({c.k, c.n}, c.dtype);
      matmul(a, b);
    });
    record(std::string("product of transposed factors, ") + c.title, [&] {
      const GpuArray a = record.array({c.k, c.m}, c.dtype), b = record.array({c.n, c.k}, c.dtype);
      matmul(a.transpose(), b.transpose());
    });
  }
  record("product, 64-bit", [&] {
    const GpuArray a = record.array({1 << 16, 40000}), b = record.array({40000, 64});
    matmul(a, b);
  });
  record("batches of small products", [&] {
    const GpuArray a = record.array({1000, 4, 5}), b = record.array({1000, 5, 6});
    matmul(a, b);
  });
  record("batches of medium products, one factor the same", [&] {
    const GpuArray a = record.array({20, 100, 200}), b = record.array({200, 300});
    matmul(a, b);
  });
  record("gemm with scales, B transposed", [&] {
    const GpuArray a = record.array({300, 400}), b = record.array({500, 400}), c = record.array({300, 500});
    gemm(2.0, a, b, 0.5, c, KILN_NO_TRANSPOSE, KILN_TRANSPOSE);
  });
  record("matrix by vector", [&] {
    const GpuArray a = record.array({3000, 4000}), x = record.array({4000});
    matmul(a, x);
  });
  record("transposed matrix by vector, with scales", [&] {
    const GpuArray a = record.array({3000, 4000}), x = record.array({3000}), y = record.array({4000});
    gemv(2.0, a, x, 1.0, y, KILN_TRANSPOSE);
  });
  record("sum of products", [&] {
    const GpuArray x = record.array({1 << 20}), y = record.array({1 << 20});
    dot(x, y);
  });
  record("update of rank 1", [&] {
    const GpuArray x = record.array({300}), y = record.array({400}), a = record.array({300, 400});
    ger(2.0, x, y, a);
  });
  record("tensordot", [&] {
    const GpuArray a = record.array({20, 30, 40}), b = record.array({40, 30, 50});
    tensordot(a, b, {1, 2}, {1, 0});
  });
  record("trace", [&] { trace(record.array({300, 400})); });
}

// Products with bias, activation and residual behind them.
void epilogues(Record& record) {
  struct Case {
    const char* title;
    Shape left;
    std::int64_t n;
    kiln_dtype dtype;
  };
  const Case cases[] = {{"tiny", {4, 5}, 6, f32},
                        {"small", {40, 50}, 60, f32},
                        {"medium float16", {500, 600}, 700, f16},
                        {"large", {3000, 3000}, 3000, f32},
                        {"thin, of long sums", {4, 200000}, 5, f32},
                        {"many rows by 8", {100000, 8}, 8, f32},
                        {"a batch", {20, 100, 200}, 300, f32}};
  const auto f = [&](const graph::Variable& x, const graph::Variable& w, const graph::Variables& outputs) {
    return graph::Function(
        {.inputs = {x, w}, .outputs = {outputs.begin(), outputs.end()}, .context = record.context()});
  };
  for (const Case& c : cases)
    record(std::string("relu of a product and a bias, plus a residual, ") + c.title, [&] {
      const auto x = graph::tensor("x", c.left.size(), c.dtype), w = graph::matrix("w", c.dtype);
      Shape shape = c.left;
      shape.back() = c.n;
      const auto bias = graph::shared(record.array({c.n}, c.dtype)), rest = graph::shared(record.array(shape, c.dtype));
      const auto g = f(x, w, {graph::maximum(graph::dot(x, w) + bias, 0) + rest});
      const GpuArray a = record.array(c.left, c.dtype), b = record.array({c.left.back(), c.n}, c.dtype);
      g(a, b);
    });
  record("tanh of a product, and where it is positive", [&] {
    const auto x = graph::matrix("x", f32), w = graph::matrix("w", f32);
    const auto p = graph::dot(x, w), y = graph::tanh(p);
    const auto g = f(x, w, {y, y > 0});
    const GpuArray a = record.array({40, 400}), b = record.array({400, 60});
    g(a, b);
  });
}

void numbers(Record& record) {
  answer("random_weights", 2, -1);  // no weight is wrong
  Random random(record.context(), 42);
  const Shape shapes[] = {{1000}, {3000, 1000}};
  for (const Shape& shape : shapes) {
    const std::string of = std::to_string(shape[0]) + " " + (shape.size() > 1 ? "rows" : "numbers");
    for (const kiln_dtype dtype : {f32, f64, f16}) {
      if (dtype == f64 && !record.device().float64) continue;
      record("uniform " + of + " of " + kiln_dtype_name(dtype), [&] { random.uniform(shape, -1, 2, dtype); });
      record("normal " + of + " of " + kiln_dtype_name(dtype), [&] { random.normal(shape, 1, 2, dtype); });
    }
    record("exponential " + of, [&] { random.exponential(shape, 2, f32); });
    record("integers " + of, [&] { random.integers(shape, -3, 100, i32); });
    record("wide integers " + of, [&] { random.integers(shape, 0, std::int64_t{1} << 40); });
    record("bernoulli " + of, [&] { random.bernoulli(shape, 0.25); });
    record("bits " + of, [&] { random.bits(shape); });
    record("uniform " + of + " to a view of float16", [&] {
      const GpuArray to = record.array({shape[0], 7}, f16);
      random.uniform({shape[0]}, 0, 1, f32, to(slice(none, none), 3));
    });
  }
  record("uniform bytes, 64-bit", [&] { random.bits({kMany}, u8); });
  record("a permutation of few", [&] { random.permutation(7); });
  record("a permutation of many", [&] { random.permutation(1 << 20); });
  record("a choice with replacement", [&] { random.choice(1000, 500); });
  record("a choice without replacement", [&] { random.choice(1 << 20, 500, false); });
  record("a choice by weights", [&] { random.choice(1000, 500, true, record.array({1000})); });
}

}  // namespace

TEST_CASE("golden: products of matrices") { check_family("product", products); }
TEST_CASE("golden: products and what follows") { check_family("epilogue", epilogues); }
TEST_CASE("golden: random numbers") { check_family("random", numbers); }
