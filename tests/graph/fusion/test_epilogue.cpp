// SPDX-License-Identifier: Apache-2.0
// Products and the elementwise nodes behind them as one node: which nodes that takes, that values stay as they are, and
// every kernel of products with something behind it.
#include "../../ops/support/product_support.hpp"
#include "../../ops/support/tuned.hpp"
#include "../support/epilogue_support.hpp"
#include "array/elementwise/elementwise.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

graph::Value product(const graph::Value& a, const graph::Value& b) { return op("dot", {a, b}); }
graph::Value dense(const graph::Value& p, const graph::Value& b, const graph::Value& r) {
  return expression("max(p + b, 0) - r", {{"p", p}, {"b", b}, {"r", r}});
}

}  // namespace

TEST_CASE("bias, activation and residual behind a product", "[epilogue][optimised]") {
  for (const auto& context : contexts())
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16}) {
      if (dtype == KILN_FLOAT64 && !context->properties().has_float64) continue;
      CAPTURE(context->device(), base::dtype_name(dtype));
      // Fewer places along k than a step has, and more; products of few elements.
      for (const auto& [m, k, n] : {std::array<std::int64_t, 3>{21, 30, 37}, {13, 600, 19}, {3, 4, 5}}) {
        CAPTURE(m, k, n);
        const graph::Value p = product(eighths_of(*context, {m, k}, 1, dtype), eighths_of(*context, {k, n}, 2, dtype));
        const Told told = check_same(
            *context, {dense(p, eighths_of(*context, {n}, 3, dtype), eighths_of(*context, {m, n}, 4, dtype))});
        CHECK(has(told.why, "fused: add, max, subtract"));
      }
    }
}

TEST_CASE("functions that vectors compute behind a product", "[epilogue][optimised]") {
  Context& context = *contexts()[0];
  for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT16}) {
    const graph::Value p = product(eighths_of(context, {21, 30}, 1, dtype), eighths_of(context, {30, 37}, 2, dtype));
    check_same(context, {expression("tanh(p / 16 + b)", {{"p", p}, {"b", eighths_of(context, {37}, 3, dtype)}})});
  }
}

TEST_CASE("operands behind a product: columns, scalars, transposed and repeated ones", "[epilogue]") {
  for (const auto& context : contexts()) {
    const graph::Value a = eighths_of(*context, {2, 11, 9}, 1), b = eighths_of(*context, {9, 18}, 2);
    const bool broadcasts[] = {false, true};
    const graph::Value column = make_shared(eighths(*context, {11, 1}, 3), "", broadcasts),
                       scalar = eighths_of(*context, {}, 4), whole = eighths_of(*context, {11, 18}, 5);
    check_same(*context, {dense(product(a, b), column, scalar)});
    check_same(*context, {dense(product(a, b), eighths_of(*context, {18}, 6), whole)});
    // An argument that is transposed, and one whose elements are apart.
    const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{11, 18}}), y = make_input("y", {KILN_FLOAT32, Dims{18}});
    Layout turned = eighths(*context, {18, 11}, 7)->layout();
    std::swap(turned.shape[0], turned.shape[1]);
    std::swap(turned.strides[0], turned.strides[1]);
    const Ref<Array> lying = eighths(*context, {18, 11}, 7), many = eighths(*context, {36}, 8);
    Layout apart = many->layout();
    apart.shape[0] = 18;
    apart.strides[0] = 8;
    const Ref<Array> first = array::view(*lying, turned, true), second = array::view(*many, apart, true);
    std::vector<Argument> arguments(2);
    arguments[0].array = first.get();
    arguments[1].array = second.get();
    check_same(*context, {dense(product(a, b), y, x)}, 1, arguments, {x, y});
    // Results that are written where they lie in a joined array, one of them transposed.
    const graph::Value p = dense(product(eighths_of(*context, {11, 9}, 9), b), y, x),
                       sine = expression("sin(x)", {{"x", x}});
    check_same(*context, {op("sort", {concat({p, sine}, 1)})}, 1, arguments, {x, y});
    check_same(*context, {op("sort", {concat({swap_last(p), swap_last(sine)}, 1)})}, 1, arguments, {x, y});
  }
}

TEST_CASE("a sum with a product, and what follows", "[epilogue]") {
  for (const auto& context : contexts())
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT16}) {
      const graph::Value p = product(eighths_of(*context, {12, 20}, 1, dtype),
                                     eighths_of(*context, {20, 17}, 2, dtype)),
                         r = eighths_of(*context, {12, 17}, 3, dtype);
      // float16 would be rounded twice.
      const std::size_t fused = dtype == KILN_FLOAT32;
      check_same(*context, {expression("max(p + r, 0)", {{"p", p}, {"r", r}})}, fused);
      if (fused) check_same(*context, {expression("max(2 * p - r / 2, r)", {{"p", p}, {"r", r}})});
    }
}

TEST_CASE("a variable that is behind a product is written in place", "[epilogue]") {
  for (const auto& context : contexts()) {
    const auto make = [&](std::int64_t k, bool factor, std::vector<graph::Value>& variables) {
      const graph::Value w = eighths_of(*context, {9, 9}, 1), x = eighths_of(*context, {9, k}, 2),
                         y = eighths_of(*context, {k, 9}, 3);
      FunctionSpec spec = spec_of(*context, {});
      const graph::Value p = factor ? product(w, eighths_of(*context, {9, 9}, 4)) : product(x, y);
      spec.updates.emplace_back(w, expression("min(max(p, -1), 1) - w", {{"p", p}, {"w", w}}));
      variables = {w};
      return spec;
    };
    for (const std::int64_t k : {20, 400})
      for (const bool factor : {false, true}) {
        CAPTURE(context->device(), k, factor);
        std::vector<graph::Value> variables;
        FunctionSpec spec = make(k, factor, variables);
        const Told one = told(spec, true, variables);
        INFO(one.why);
        spec = make(k, factor, variables);
        const Told apart = told(spec, false, variables);
        CHECK(one.fused() == 1);
        CHECK(has(one.why, ",inplace}") == !factor);  // a factor is read until the end
        CHECK(one.values == apart.values);
      }
  }
}

TEST_CASE("several results behind a product", "[epilogue]") {
  for (const auto& context : contexts())
    for (const std::int64_t k : {20, 400}) {
      const graph::Value p = product(eighths_of(*context, {12, k}, 1), eighths_of(*context, {k, 17}, 2)),
                         b = eighths_of(*context, {17}, 3);
      const graph::Value sum = expression("p + b", {{"p", p}, {"b", b}});
      const Values results{expression("s <= 0", {{"s", sum}}), expression("max(s, 0)", {{"s", sum}})};
      check_same(*context, results, 0);
      const Tuned several(*context, [](codegen::Tuning& numbers) { numbers.gemm.epilogue_results = 8; });
      check_same(*context, results);
    }
}

TEST_CASE("products that stay as they are", "[epilogue]") {
  Context& context = *contexts()[0];
  const graph::Value a = eighths_of(context, {12, 20}, 1), b = eighths_of(context, {20, 17}, 2);
  const graph::Value p = product(a, b), r = eighths_of(context, {12, 17}, 3);
  // Somebody else reads the product.
  check_same(context, {expression("max(p, 0)", {{"p", p}}), op("sum", {p})}, 0);
  check_same(context, {expression("max(p, 0)", {{"p", p}}), p}, 0);
  // What follows has another shape; a vector; no sum at all; no results.
  check_same(context, {expression("p - r", {{"p", p}, {"r", eighths_of(context, {2, 12, 17}, 4)}})}, 0);
  check_same(context, {expression("max(p, 0)", {{"p", product(a, eighths_of(context, {20}, 5))}})}, 0);
  check_same(context, {dense(product(eighths_of(context, {12, 0}, 6), eighths_of(context, {0, 17}, 7)), r, r)}, 0);
  check_same(context, {expression("max(p, 0)", {{"p", product(eighths_of(context, {0, 20}, 8), b)}})}, 0);
  // Integers.
  check_same(context,
             {dense(product(eighths_of(context, {5, 6}, 8, KILN_INT32), eighths_of(context, {6, 7}, 9, KILN_INT32)),
                    eighths_of(context, {7}, 8, KILN_INT32), eighths_of(context, {7}, 8, KILN_INT32))},
             0);
  // Of two products one, the one with the longer sums.
  const graph::Value other = product(eighths_of(context, {12, 40}, 4), eighths_of(context, {40, 17}, 5));
  const Told two = check_same(context, {expression("max(p, q)", {{"p", p}, {"q", other}})});
  CHECK(count_of(two.why, ": GpuDot22(") == 1);
  // More arrays than a kernel takes.
  Names names{{"p", p}};
  std::string text = "max(p, 0)";
  for (int i = 0; i < 8; ++i) {
    names.emplace_back("r" + std::to_string(i), eighths_of(context, {12, 17}, i));
    text += " - r" + std::to_string(i);
  }
  check_same(context, {expression(text, names)}, 0);
}

TEST_CASE("products whose kernels take nothing behind them", "[epilogue]") {
  for (const auto& context : contexts()) {
    // A matrix and its own transpose; many rows by few columns.
    const graph::Value a = eighths_of(*context, {40, 30}, 1);
    if (context->properties().dialect == backend::Dialect::opencl_c) {
      const Forced panels(array::GemmWay::panels);
      check_same(*context, {expression("max(p, 0)", {{"p", product(a, swap_last(a))}})});
    }
    const graph::Value p = product(eighths_of(*context, {5000, 4}, 2), eighths_of(*context, {4, 4}, 3));
    check_same(*context, {dense(p, eighths_of(*context, {4}, 4), eighths_of(*context, {5000, 4}, 5))});
  }
}

TEST_CASE("every kernel of products with something behind it", "[epilogue]") {
  using enum array::GemmWay;
  for (const auto& context : contexts())
    for (const array::GemmWay way : {rows, direct, panels, large_tiles, medium_tiles, small_tiles, team_tiles,
                                     split_tiles, small, small_items, thin, thin_groups}) {
      CAPTURE(context->device(), int(way));
      // The texts of these have OpenCL's vectors.
      if ((way == panels || way == direct) && context->properties().dialect != backend::Dialect::opencl_c) continue;
      const bool few = way == small || way == small_items, thin_way = way == thin || way == thin_groups;
      const Dims shape = few ? Dims{50, 3} : thin_way ? Dims{7, 6} : Dims{2, 40, 37};
      const std::int64_t k = few ? 4 : 65, m = shape[shape.size() - 2], n = shape[shape.size() - 1];
      const graph::Value left = eighths_of(*context, shape.size() > 2 ? Dims{2, m, k} : Dims{m, k}, 1),
                         right = eighths_of(*context, {k, n}, 2), bias = eighths_of(*context, {n}, 3),
                         rest = eighths_of(*context, shape, 4);
      const graph::Value p = product(left, right);
      Told plain;
      {
        FunctionSpec spec = spec_of(*context, {dense(p, bias, rest)});
        plain = told(spec, false);
      }
      const Forced forced(way);
      const Told got = told(spec_of(*context, {dense(p, bias, rest)}), true);
      CHECK(got.fused() == 1);
      CHECK(got.values == plain.values);
    }
}

TEST_CASE("random products and what follows", "[epilogue]") {
  Context& context = *contexts()[0];
  const auto [first, end] = seeds(12);
  for (std::uint64_t seed = first; seed < end; ++seed) {
    std::mt19937_64 random(seed);
    const auto one_of = [&](const auto& list) { return list[random() % std::size(list)]; };
    const auto below = [&](std::uint64_t n) { return random() % n; };
    const std::int64_t extents[] = {2, 3, 9, 17, 33, 50}, lengths[] = {1, 2, 8, 33, 270};
    const DType dtypes[] = {KILN_FLOAT32, KILN_FLOAT32, KILN_FLOAT16, KILN_BFLOAT16};
    const DType dtype = one_of(dtypes);
    const std::int64_t m = one_of(extents), n = one_of(extents), k = one_of(lengths);
    Dims batch;
    for (std::uint64_t d = below(3); d > 0; --d) batch.push_back(1 + std::int64_t(below(3)));
    const auto shaped = [&](bool batched, std::int64_t rows, std::int64_t columns) {
      Dims shape = batched ? batch : Dims{};
      shape.push_back(rows);
      shape.push_back(columns);
      return shape;
    };
    // A value of this shape, perhaps of axes that lie the other way round.
    const auto value = [&](Dims shape) {
      const bool turned = below(3) == 0;
      if (turned) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
      const graph::Value made = eighths_of(context, shape, int(below(100)), dtype);
      return turned ? swap_last(made) : made;
    };
    const graph::Value a = value(shaped(true, m, k)), b = value(shaped(below(2) == 0, k, n));
    const auto operand = [&]() -> graph::Value {
      switch (below(5)) {
        case 0:
          return eighths_of(context, {n}, 3, dtype);
        case 1: {
          const bool broadcasts[] = {false, true};
          return make_shared(eighths(context, {m, 1}, 4, dtype), "", broadcasts);
        }
        case 2:
          return eighths_of(context, {}, 5, dtype);
        default:
          return value(shaped(below(2) == 0, m, n));
      }
    };
    const char* const texts[] = {"max(p, x) - y", "where(p > x, y, p)", "tanh(x - p / 64) + y", "abs(p) + x + y"};
    const char* const text = one_of(texts);
    CAPTURE(seed, text, base::dtype_name(dtype), m, n, k, batch.size());
    check_same(context, {expression(text, {{"p", product(a, b)}, {"x", operand()}, {"y", operand()}})});
  }
}

TEST_CASE("gradients through a product and what follows", "[epilogue]") {
  Context& context = *contexts()[0];
  const graph::Value x = eighths_of(context, {12, 20}, 1), w = eighths_of(context, {20, 16}, 2),
                     b = eighths_of(context, {16}, 3), v = eighths_of(context, {16, 14}, 4);
  const graph::Value hidden = expression("max(p + b, 0)", {{"p", product(x, w)}, {"b", b}});
  const graph::Value cost = op("sum", {expression("tanh(p / 64)", {{"p", product(hidden, v)}})});
  const Values slopes = grad(cost, std::vector{w, b, v});
  FunctionSpec spec = spec_of(context, slopes);
  spec.excluded_passes = {"rows"};  // which would take what follows the second product
  const Told one = told(spec, true), apart = told(spec, false);
  INFO(one.why);
  // Where columns are summed by a row program, it has what follows the second product.
  CHECK(one.fused() + count_of(one.why, ": GpuRows{") >= 2);
  CHECK(one.steps() < apart.steps());
  for (std::size_t i = 0; i < one.values.size(); ++i)
    for (std::size_t j = 0; j < one.values[i].size(); ++j) CHECK(one.values[i][j] == Near(apart.values[i][j]));
}
