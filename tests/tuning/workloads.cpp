// SPDX-License-Identifier: Apache-2.0
#include "workloads.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace kiln::tuning {
namespace {

using Call = std::function<void()>;

GpuArray uniform(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOAT32) {
  return Random(context, 1).uniform(shape, 0, 1, dtype);
}
GpuArray integers(const Context& context, const Shape& shape, std::int64_t high, kiln_dtype dtype = KILN_INT32) {
  return Random(context, 2).integers(shape, 0, high, dtype);
}

// An operation on one array of `rows` by size / rows elements, or of size / columns by `columns`.
template <class Run>
Workload on_rows(std::int64_t rows, const Run& run) {
  return [=](const Context& context, std::int64_t size) -> Call {
    return [run, x = uniform(context, {rows, size / rows})] { run(x); };
  };
}
template <class Run>
Workload on_columns(std::int64_t columns, const Run& run) {
  return [=](const Context& context, std::int64_t size) -> Call {
    return [run, x = uniform(context, {size / columns, columns})] { run(x); };
  };
}
template <class Run>
Workload on_shape(const Shape& shape, const Run& run) {
  return [=](const Context& context, std::int64_t) -> Call { return [run, x = uniform(context, shape)] { run(x); }; };
}

Workload product(std::int64_t m, std::int64_t k, std::int64_t n, kiln_dtype dtype = KILN_FLOAT32) {
  return [=](const Context& context, std::int64_t) -> Call {
    return [a = uniform(context, {m, k}, dtype), b = uniform(context, {k, n}, dtype)] { matmul(a, b); };
  };
}

template <class Run>
Workload with_indices(std::int64_t row, std::int64_t indices, std::int64_t most, const Run& run) {
  return [=](const Context& context, std::int64_t size) -> Call {
    const std::int64_t rows = size / row, count = indices ? indices : rows;
    return [run, x = uniform(context, {rows, row}), i = integers(context, {count}, most ? most : rows),
            v = uniform(context, {count, row})] { run(x, i, v); };
  };
}

GpuArray user_scan(const GpuArray& x, std::int64_t axis) {
  return Scan(x.context(), "a = 0", "a = x", "a = a + a_", "r = a")({x}, axis).front();
}

// Softmax in one kernel: a program of rows, which only graphs have.
Call softmax(const GpuArray& x, std::int64_t axis) {
  const graph::Variable rows = graph::matrix("rows", KILN_FLOAT32);
  graph::FunctionOptions options;
  options.inputs = {rows};
  options.outputs.emplace_back(graph::softmax(rows, axis).transfer(x.context()), true);
  options.context = x.context();
  return [f = std::make_shared<graph::Function>(options), x] { f->call({x}); };
}
Workload softmax_of_rows(std::int64_t rows, std::int64_t axis) {
  return [=](const Context& context, std::int64_t size) {
    return softmax(uniform(context, {rows, size / rows}), axis);
  };
}
Workload softmax_of_columns(std::int64_t columns) {
  return [=](const Context& context, std::int64_t size) {
    return softmax(uniform(context, {size / columns, columns}), 1);
  };
}

// An update of each of `count` variables of `size` elements by one rule.
Workload updates(int count, std::int64_t size) {
  return [=](const Context& context, std::int64_t) -> Call {
    graph::FunctionOptions options;
    options.context = context;
    for (int i = 0; i < count; ++i) {
      const auto p = graph::shared(uniform(context, {size})), v = graph::shared(uniform(context, {size})),
                 g = graph::shared(uniform(context, {size}));
      const auto next = 0.9f * v + g * g;
      options.updates.emplace_back(v, next);
      options.updates.emplace_back(p, p - 1e-3f * g / graph::sqrt(next));
    }
    return [f = std::make_shared<graph::Function>(options)] { f->call({}); };
  };
}

// Attention's scores: a batch along two axes, whose factors stand in each other's rows.
Call scores(const Context& context, std::int64_t batch, std::int64_t heads, std::int64_t tokens, std::int64_t width) {
  const Shape shape{batch, tokens, heads, width};
  const auto q = uniform(context, shape).transpose({0, 2, 1, 3}), k = uniform(context, shape).transpose({0, 2, 3, 1});
  return [q, k] { matmul(q, k); };
}

// A loop that ends by its own condition, in the middle of the steps that it may take.
Call until(const Context& context, std::int64_t steps) {
  const graph::Variable x = graph::vector("x", KILN_FLOAT32), none = graph::zeros_like(graph::sum(x));
  graph::ScanOptions loop;
  loop.steps = 2 * steps;
  loop.until = true;
  const auto out = graph::scan(
      [&](const graph::Variables& in) {
        return graph::Variables{in[0] * 0.5f + in[1], in[1] + 1.0f, in[1] >= float(steps)};
      },
      {}, {{x, {-1}, true}, {none, {-1}, true}}, loop);
  graph::FunctionOptions options;
  options.context = context;
  options.inputs = {x};
  options.outputs.emplace_back(out[0].transfer(context), true);
  return [f = std::make_shared<graph::Function>(options), x = uniform(context, {1000})] { f->call({x}); };
}

Workload convolution(std::int64_t filters, const Shape& filter, std::int64_t side) {
  return [=](const Context& context, std::int64_t) -> Call {
    return [x = uniform(context, {1, filter[0], side, side}),
            w = uniform(context, {filters, filter[0], filter[1], filter[2]})] { conv(x, w, Conv().half()); };
  };
}

// Depthwise layers: each channel has a filter of its own.
GpuArray depthwise(const Context& context, std::int64_t channels) { return uniform(context, {channels, 1, 3, 3}); }

std::map<std::string, Workload> make_workloads() {
  const auto sum_last = [](const GpuArray& x) { (void)x.sum({-1}); };
  const auto sum_first = [](const GpuArray& x) { (void)x.sum({0}); };
  const auto var_first = [](const GpuArray& x) { (void)x.var({0}); };
  const auto lse_last = [](const GpuArray& x) { (void)x.logsumexp({-1}); };
  const auto cumsum_last = [](const GpuArray& x) { cumsum(x, -1); };
  const auto cumsum_first = [](const GpuArray& x) { cumsum(x, 0); };
  const auto scan_last = [](const GpuArray& x) { user_scan(x, -1); };
  const auto scan_first = [](const GpuArray& x) { user_scan(x, 0); };
  const auto sort_last = [](const GpuArray& x) { sort(x, -1); };
  const auto take_rows = [](const GpuArray& x, const GpuArray& i, const GpuArray&) { take(x, i, 0); };
  const auto put_rows = [](const GpuArray& x, const GpuArray& i, const GpuArray& v) { put(x, i, 0, v); };
  const auto add_rows = [](const GpuArray& x, const GpuArray& i, const GpuArray& v) { scatter_add(x, i, 0, v); };
  return {
      {"x + 1 of n", on_rows(1, [](const GpuArray& x) { GpuArray y = x + 1.0; })},
      {"x + 1 of 2^16", on_shape({1 << 16}, [](const GpuArray& x) { GpuArray y = x + 1.0; })},
      {"fill of n", on_rows(1, [](const GpuArray& x) { GpuArray::full(x.context(), x.shape(), 1.0f); })},
      {"copy of n", on_rows(1, [](const GpuArray& x) { x.copy(); })},
      {"copy of 2^18", on_shape({1 << 18}, [](const GpuArray& x) { x.copy(); })},
      {"fill of 2^20", on_shape({1 << 20}, [](const GpuArray& x) { x.fill(1.0f); })},
      {"cumsum of (4096, 4096) transposed",
       on_shape({4096, 4096}, [](const GpuArray& x) { cumsum(x.transpose(), -1); })},
      {"uniform of n", on_rows(1, [](const GpuArray& x) { uniform(x.context(), x.shape()); })},
      {"uniform of 2^16", on_shape({1 << 16}, [](const GpuArray& x) { uniform(x.context(), x.shape()); })},
      {"exp of n", on_rows(1, [](const GpuArray& x) { GpuArray y = exp(x); })},
      {"x + 1 of (n, 4096) transposed", on_columns(4096, [](const GpuArray& x) { GpuArray y = x.transpose() * 2.0; })},
      {"x + x.T of (4096, 4096)", on_shape({4096, 4096}, [](const GpuArray& x) { GpuArray y = x + x.transpose(); })},
      {"x[:, ::2] + 1 of (n, 4096)",
       on_columns(4096, [](const GpuArray& x) { GpuArray y = x(ellipsis, slice(0, 4096, 2)) + 1.0; })},
      {"x[:, ::2] + 1 of (n, 300)",
       on_columns(300, [](const GpuArray& x) { GpuArray y = x(ellipsis, slice(0, 300, 2)) + 1.0; })},
      {"cross of (n, 3)", on_columns(3, [](const GpuArray& x) { cross(x, x); })},

      {"sum of n", on_rows(1, sum_last)},
      {"sum of (8192, n)", on_rows(8192, sum_last)},
      {"sum of (n, 64)", on_columns(64, sum_last)},
      {"sum of (n, 20)", on_columns(20, sum_last)},
      {"sum of (n, 8)", on_columns(8, sum_last)},
      {"sum of (512, 1024) along 0", on_shape({512, 1024}, sum_first)},
      {"sum of (n, 4096) along 0", on_columns(4096, sum_first)},
      {"sum of (n, 20) along 0", on_columns(20, sum_first)},
      {"sum of (n, 3) along 0", on_columns(3, sum_first)},
      {"sum of (8, n) along 0", on_rows(8, sum_first)},
      {"sum of (32, n) along 0", on_rows(32, sum_first)},
      {"var of (8, n) along 0", on_rows(8, var_first)},
      {"var of (32, n) along 0", on_rows(32, var_first)},
      {"var of (8, 2^17) along 0", on_shape({8, 1 << 17}, var_first)},
      {"var of (32, 2^15) along 0", on_shape({32, 1 << 15}, var_first)},
      {"var of (8, 2^20) along 0", on_shape({8, 1 << 20}, var_first)},
      {"var of (1024, n)", on_rows(1024, [](const GpuArray& x) { (void)x.var({-1}); })},
      {"logsumexp of (8192, n)", on_rows(8192, lse_last)},
      {"logsumexp of (n, 6)", on_columns(6, lse_last)},

      {"cumsum of n", on_rows(1, cumsum_last)},
      {"cumsum of (8, n)", on_rows(8, cumsum_last)},
      {"cumsum of (n, 1000)", on_columns(1000, cumsum_last)},
      {"cumsum of (n, 8)", on_columns(8, cumsum_last)},
      {"cumsum of (n, 4096) along 0", on_columns(4096, cumsum_first)},
      {"cumsum of (n, 20) along 0", on_columns(20, cumsum_first)},
      {"user's scan of n", on_rows(1, scan_last)},
      {"user's scan of (n, 1000)", on_columns(1000, scan_last)},
      {"user's scan of (n, 20)", on_columns(20, scan_last)},
      {"user's scan of (n, 8)", on_columns(8, scan_last)},
      {"user's scan of (n, 64) along 0", on_columns(64, scan_first)},
      {"user's scan of (n, 4) along 0", on_columns(4, scan_first)},

      {"128 x 128 by 128 x 128", product(128, 128, 128)},
      {"1024 x 1024 by 1024 x 1024", product(1024, 1024, 1024)},
      {"512 x 1024 by 1024 x 10", product(512, 1024, 10)},
      {"1024 x 512, transposed, by 512 x 1024",
       on_shape({2, 512, 1024}, [](const GpuArray& x) { matmul(x[0].transpose(), x[1]); })},
      {"complex64 1024 x 1024 by 1024 x 1024", product(1024, 1024, 1024, KILN_COMPLEX64)},
      {"float16 512 x 512 by 512 x 512", product(512, 512, 512, KILN_FLOAT16)},
      {"100000 x 32 by 32 x 32", product(100000, 32, 32)},
      {"128 x 65536 by 65536 x 128", product(128, 65536, 128)},
      {"6 x 65536 by 65536 x 6", product(6, 65536, 6)},
      {"12 x 2^20 by 2^20 x 12", product(12, 1 << 20, 12)},
      {"8 x 2^20 by 2^20 x 1", product(8, 1 << 20, 1)},
      {"1000 times 4 x 4 by 4 x 4", on_shape({1000, 4, 4}, [](const GpuArray& x) { matmul(x, x); })},
      {"2^16 x 12 by 12 x 8", product(1 << 16, 12, 8)},

      {"softmax of (8192, n)", softmax_of_rows(8192, 1)},
      {"softmax of (4096, n) along 0", softmax_of_rows(4096, 0)},
      {"softmax of (n, 1000)", softmax_of_columns(1000)},
      {"softmax of (n, 64)", softmax_of_columns(64)},
      {"softmax of (512, 10)",
       [](const Context& context, std::int64_t) {
         return softmax(uniform(context, {512, 10}), 1);
       }},
      {"softmax of (n, 6)", softmax_of_columns(6)},

      {"scores of (8, 8, 256, 64)",
       [](const Context& context, std::int64_t) { return scores(context, 8, 8, 256, 64); }},
      {"scores of (32, 16, 64, 64)",
       [](const Context& context, std::int64_t) { return scores(context, 32, 16, 64, 64); }},
      {"loop until step 20", [](const Context& context, std::int64_t) { return until(context, 20); }},
      {"loop until step 300", [](const Context& context, std::int64_t) { return until(context, 300); }},

      {"updates of 100 of 2^14", updates(100, 1 << 14)},
      {"updates of 16 of 2^19", updates(16, 1 << 19)},

      {"3 filters of 64 x 7 x 7 over 112 x 112", convolution(3, {64, 7, 7}, 112)},
      {"depthwise 144 of 56 x 56",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {1, 144, 56, 56}), w = uniform(context, {144, 1, 3, 3})] {
           conv(x, w, Conv().half().groups(144));
         };
       }},
      {"64 filters of 64 x 3 x 3 over 56 x 56", convolution(64, {64, 3, 3}, 56)},
      {"256 filters of 256 x 3 x 3 over 14 x 14", convolution(256, {256, 3, 3}, 14)},
      {"512 filters of 512 x 3 x 3 over 7 x 7", convolution(512, {512, 3, 3}, 7)},
      {"gradient of 64 filters of 64 x 3 x 3 over 56 x 56",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {8, 64, 56, 56}), dy = uniform(context, {8, 64, 56, 56})] {
           conv_filter_gradient(x, dy, {3, 3}, Conv().half());
         };
       }},

      {"gradient by 32 x 256 x 28 x 28 of 256 filters of 3 x 3, stride 2",
       [](const Context& context, std::int64_t) -> Call {
         return [dy = uniform(context, {32, 256, 14, 14}), w = uniform(context, {256, 256, 3, 3})] {
           conv_transpose(dy, w, Conv().stride({2, 2}).pad({1, 1}), {28, 28});
         };
       }},
      {"depthwise 3 x 3 of (32, 144, 56, 56)",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {32, 144, 56, 56}), w = depthwise(context, 144)] {
           conv(x, w, Conv().half().groups(144));
         };
       }},
      {"gradient by the input, depthwise 3 x 3 stride 2 of (32, 144, 56, 56)",
       [](const Context& context, std::int64_t) -> Call {
         return [dy = uniform(context, {32, 144, 28, 28}), w = depthwise(context, 144)] {
           conv_transpose(dy, w, Conv().stride({2, 2}).pad({1, 1}).groups(144), {56, 56});
         };
       }},
      {"gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56)",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {32, 144, 56, 56}), dy = uniform(context, {32, 144, 56, 56})] {
           conv_filter_gradient(x, dy, {3, 3}, Conv().half().groups(144));
         };
       }},

      {"sort of n", on_rows(1, sort_last)},
      {"sort of 2^16", on_shape({1 << 16}, sort_last)},
      {"sort of (16, 2^14)", on_shape({16, 1 << 14}, sort_last)},
      {"sort of (n, 1000)", on_columns(1000, sort_last)},
      {"sort of (n, 300)", on_columns(300, sort_last)},
      {"sort of (n, 2000)", on_columns(2000, sort_last)},
      {"sort of (n, 3000)", on_columns(3000, sort_last)},
      {"sort of (n, 64)", on_columns(64, sort_last)},
      {"sort of (5, 64)", on_shape({5, 64}, sort_last)},
      {"argsort of n", on_rows(1, [](const GpuArray& x) { argsort(x, -1); })},
      {"topk 10 of n", on_rows(1, [](const GpuArray& x) { topk(x, 10); })},
      {"topk 10 of (n, 1024)", on_columns(1024, [](const GpuArray& x) { topk(x, 10); })},
      {"topk n / 6 of n", on_rows(1, [](const GpuArray& x) { topk(x, x.shape()[1] / 6); })},
      {"quantile of n", on_rows(1, [](const GpuArray& x) { quantile(x, 0.3); })},
      {"quantile of (64, n)", on_rows(64, [](const GpuArray& x) { quantile(x, 0.3, -1); })},
      {"quantile of (n, 4096)", on_columns(4096, [](const GpuArray& x) { quantile(x, 0.3, -1); })},
      {"quantile of (n, 64)", on_columns(64, [](const GpuArray& x) { quantile(x, 0.3, -1); })},
      {"unique of n", on_rows(1, [](const GpuArray& x) { unique(x); })},
      {"unique of 1000", on_shape({1000}, [](const GpuArray& x) { unique(x); })},
      {"isin of n among 1024",
       [](const Context& context, std::int64_t size) -> Call {
         return [x = uniform(context, {size}), v = uniform(context, {1024})] { isin(x, v); };
       }},
      {"searchsorted of n among 1024",
       [](const Context& context, std::int64_t size) -> Call {
         return [x = uniform(context, {size}), v = sort(uniform(context, {1024}))] { searchsorted(v, x); };
       }},

      {"take of n", with_indices(1, 0, 0, take_rows)},
      {"take of rows of 64", with_indices(64, 0, 0, take_rows)},
      {"take of rows of 512", with_indices(512, 0, 0, take_rows)},
      {"take of rows of 784", with_indices(784, 0, 0, take_rows)},
      {"take of 1000 rows of 16", with_indices(16, 1000, 0, take_rows)},
      {"put of n", with_indices(1, 0, 0, put_rows)},
      {"put of 1000 of n", with_indices(1, 1000, 0, put_rows)},
      {"put of n / 4 of n",
       [](const Context& context, std::int64_t size) -> Call {
         return [x = uniform(context, {size}), i = integers(context, {size / 4}, size),
                 v = uniform(context, {size / 4})] { put(x, i, 0, v); };
       }},
      {"scatter_add of n", with_indices(1, 0, 0, add_rows)},
      {"scatter_add of rows of 64", with_indices(64, 0, 0, add_rows)},
      {"scatter_add of 1000 rows of 64", with_indices(64, 1000, 0, add_rows)},
      {"scatter_add of 12 rows of 64", with_indices(64, 12, 0, add_rows)},
      {"scatter_add of n in 16", with_indices(1, 0, 16, add_rows)},
      {"compress of half of n",
       on_rows(1, [](const GpuArray& x) { compress(x.reshape({x.size()}), x.reshape({x.size()}) < 0.5); })},
      {"compress of half of (n, 16)",
       [](const Context& context, std::int64_t size) -> Call {
         const GpuArray x = uniform(context, {size / 16, 16}), mask = uniform(context, {size / 16}) < 0.5;
         return [x, mask] { compress(x, mask); };
       }},
      {"compress of 500 rows of 16",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {500, 16}), mask = uniform(context, {500}) < 0.5] { compress(x, mask); };
       }},
      {"nonzero of 1000", on_shape({1000}, [](const GpuArray& x) { nonzero(x); })},
      {"concat of three of n", on_rows(1,
                                       [](const GpuArray& x) {
                                         concat({x, x, x}, 0);
                                       })},
      {"concat of (n, 2) twice along 1", on_columns(2,
                                                    [](const GpuArray& x) {
                                                      concat({x, x}, 1);
                                                    })},
      {"concat of (n, 100) twice along 1", on_columns(100,
                                                      [](const GpuArray& x) {
                                                        concat({x, x}, 1);
                                                      })},
      {"concat of (n, 300) twice along 1", on_columns(300,
                                                      [](const GpuArray& x) {
                                                        concat({x, x}, 1);
                                                      })},
      {"concat of (n, 2000) twice along 1", on_columns(2000,
                                                       [](const GpuArray& x) {
                                                         concat({x, x}, 1);
                                                       })},
      {"repeat 4 of n", on_rows(1, [](const GpuArray& x) { repeat(x, 4, 1); })},
      {"repeat 8 of n", on_columns(1, [](const GpuArray& x) { repeat(x, 8, 1); })},
      {"repeat of (n, 64) by an array",
       [](const Context& context, std::int64_t size) -> Call {
         return [x = uniform(context, {size / 64, 64}), r = integers(context, {size / 64}, 3)] { repeat(x, r, 0); };
       }},
      {"repeat of 500 by an array",
       [](const Context& context, std::int64_t) -> Call {
         return [x = uniform(context, {500}), r = integers(context, {500}, 3)] { repeat(x, r, 0); };
       }},
      {"pad of (n, 3, 2)",
       [](const Context& context, std::int64_t size) -> Call {
         return [x = uniform(context, {size / 6, 3, 2})] { roll(x, {1, 1}, {1, 2}); };
       }},
      {"roll of 2^14", on_shape({1 << 14}, [](const GpuArray& x) { roll(x, {5}, {0}); })},
  };
}

}  // namespace

const std::map<std::string, Workload>& workloads() {
  static const std::map<std::string, Workload> all = make_workloads();
  return all;
}

}  // namespace kiln::tuning
