// SPDX-License-Identifier: Apache-2.0
// Products and what stands around them: how many steps they take, and that the values are those of single nodes.
#include "../support/passes_support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("the gradient of a matrix that a batch was multiplied by is one product") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(60), {3, 4, 5}), "x");
  const graph::Value w = share(floats(context, ramp(30), {5, 6}), "w");
  // The factors are computed, so that they lie contiguous.
  const graph::Value left = expression("exp(x)", {{"x", x}});
  const graph::Value cost = op("sum", {expression("y * y", {{"y", op("dot", {left, w})}})});
  const Values slopes = grad(cost, std::vector{w});
  const Ran ran = run(slopes), plain = run(slopes, "shared");
  CHECK(ran.steps == plain.steps - 1);
  CHECK(count_of(ran.why, "GpuBatchedDot(") == 1);
  check_near(ran, plain);
  // The step of an optimiser is in the product.
  const graph::Value next = expression("w - 0.5 * g", {{"w", w}, {"g", slopes[0]}});
  const Ran moved = run({next});
  CHECK(has(moved.why, "GpuGemm"));
  check_near(moved, run({next}, "shared"));
  // Two axes of batches; a factor that is not a transposed one; one that would have to be copied.
  const graph::Value four = share(floats(context, ramp(120), {2, 3, 4, 5}), "four");
  const graph::Value wide = share(floats(context, ramp(15), {1, 5, 3}), "wide");
  for (const auto& [a, b] : {std::pair{expression("exp(x)", {{"x", four}}), w}, {x, wide}, {swap_last(x), x}}) {
    const graph::Value product = op("dot", {a, b});
    const Values all = grad(op("sum", {expression("y * y", {{"y", product}})}), std::vector{w, wide, x}, [] {
      GradOptions options;
      options.disconnected = Disconnected::ignore;
      return options;
    }());
    check_near(run(all), run(all, "shared"));
  }
}

namespace {

Steps shared_steps(const Values& outputs) { return steps_beside(outputs, "shared"); }

graph::Value ramp_of(Dims shape) {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) count *= std::size_t(extent);
  std::vector<float> values = ramp(count);
  for (float& each : values) each *= 0.5f;
  return share(floats(*contexts()[0], values, shape));
}

graph::Value matmul(const graph::Value& a, const graph::Value& b) { return op("dot", {a, b}); }

}  // namespace

TEST_CASE("products with the same left operand are parts of one product") {
  const graph::Value x = expression("exp(x)", {{"x", ramp_of({2, 20, 4})}});
  const graph::Value q = ramp_of({4, 3}), k = ramp_of({4, 3}), v = ramp_of({4, 5});
  const auto sums = [&](const graph::Value& left) {
    return Values{expression("tanh(a) + b", {{"a", matmul(left, q)}, {"b", matmul(left, k)}}),
                  op("sum", {matmul(left, v)})};
  };
  // exp, a join of the three, one product, the elementwise kernel and the sum.
  CHECK(shared_steps(sums(x)) == Steps{5, 6});
  // Copying the matrices costs more than reading the left operand again.
  const graph::Value few = expression("exp(x)", {{"x", ramp_of({2, 4})}});
  CHECK(shared_steps(sums(few)) == Steps{6, 6});
  // Matrices that the function computes are written where they lie.
  const graph::Value e = expression("exp(q)", {{"q", q}}), s = expression("sin(q)", {{"q", q}});
  CHECK(shared_steps({expression("a * b", {{"a", matmul(few, e)}, {"b", matmul(few, s)}})}) == Steps{4, 5});
  // Results of the function, and products of which a part would be copied, stay.
  CHECK(shared_steps({matmul(x, q), matmul(x, k)}) == Steps{3, 3});
  CHECK(shared_steps({op("sort", {flatten(matmul(x, e))}), op("sort", {flatten(matmul(x, s))})}) == Steps{6, 6});
}

TEST_CASE("products that need each other are not one") {
  const graph::Value p = ramp_of({4, 4}), r = ramp_of({4, 4}), b = ramp_of({4, 4}), c = ramp_of({4, 4});
  const auto f = [](const graph::Value& x) { return expression("sin(x) + 1", {{"x", x}}); };
  const graph::Value first = matmul(p, f(b)), again = matmul(p, f(first));
  shared_steps({f(first), f(again)});
  // Two pairs, each of which needs one of the other.
  const graph::Value p1 = matmul(p, f(b)), r1 = matmul(r, f(c)), p2 = matmul(p, f(r1)), r2 = matmul(r, f(p1));
  const auto [with, without] =
      shared_steps({expression("a + b * c * d", {{"a", f(p1)}, {"b", f(p2)}, {"c", f(r1)}, {"d", f(r2)}})});
  CHECK(with <= without);
}

TEST_CASE("sums of products are one product") {
  const graph::Value x = ramp_of({5, 4}), w = ramp_of({4, 6});
  const auto term = [&](double number) {
    return matmul(expression("sin(x + n)", {{"x", x}, {"n", make_number(number)}}),
                  expression("cos(w * n)", {{"w", w}, {"n", make_number(number)}}));
  };
  // A kernel for the left operands, one for the right ones, and the product.
  const graph::Value three = expression("a + b + c", {{"a", term(1)}, {"b", term(2)}, {"c", term(3)}});
  CHECK(shared_steps({three}).first == 3);
  CHECK(shared_steps({expression("exp(s + x)", {{"s", three}, {"x", ramp_of({5, 6})}})}).first == 4);
  // A product that something else reads, others of another rank, and copies that cost more stay.
  const graph::Value shared = term(1), batch = ramp_of({2, 5, 4});
  shared_steps({expression("a + b", {{"a", shared}, {"b", term(2)}}), op("sum", {shared})});
  shared_steps({expression("a + b", {{"a", matmul(batch, w)}, {"b", matmul(expression("x * x", {{"x", batch}}), w)}})});
  CHECK(shared_steps({expression("a + b", {{"a", matmul(x, w)}, {"b", matmul(ramp_of({5, 9}), ramp_of({9, 6}))}})}) ==
        Steps{2, 2});
  // Transposed operands.
  const graph::Value left = op("transpose", {expression("sin(w)", {{"w", w}})}),
                     other = op("transpose", {expression("cos(w)", {{"w", w}})}),
                     right = expression("exp(w)", {{"w", ramp_of({4, 5})}}),
                     more = expression("tanh(w)", {{"w", ramp_of({4, 5})}});
  shared_steps({expression("a + b", {{"a", matmul(left, right)}, {"b", matmul(other, more)}})});
}

TEST_CASE("a product that is read transposed is computed so") {
  const graph::Value a = ramp_of({2, 3, 4}), b = ramp_of({2, 4, 5});
  const graph::Value turned = dimshuffle(matmul(a, b), {2, 0, 1});
  shared_steps({expression("exp(t)", {{"t", turned}}),
                expression("t * 2", {{"t", swap_last(matmul(a, expression("b * b", {{"b", b}})))}})});
}

TEST_CASE("a recurrence written out: its steps, and those of its gradient") {
  const graph::Value w = ramp_of({3, 8}), u = ramp_of({2, 8}), zero = ramp_of({5, 2});
  const auto trained = [&](std::int64_t count) {
    const graph::Value inputs = matmul(ramp_of({count, 5, 3}), w);
    graph::Value h = zero, c = zero;
    for (std::int64_t t = 0; t < count; ++t) {
      std::vector<layout::Index> at(1);
      at[0] = {layout::Index::Kind::integer, t};
      const graph::Value z = expression("i + r", {{"i", subtensor(inputs, at)}, {"r", matmul(h, u)}});
      const auto gate = [&](std::int64_t i) {
        std::vector<layout::Index> part(2);
        part[1].start = 2 * i;
        part[1].stop = 2 * i + 2;
        return subtensor(z, part);
      };
      c = expression("c / (1 + exp(-f)) + tanh(g) / (1 + exp(-i))",
                     {{"c", c}, {"f", gate(0)}, {"i", gate(1)}, {"g", gate(2)}});
      h = expression("tanh(c) / (1 + exp(-o))", {{"c", c}, {"o", gate(3)}});
    }
    return grad(op("sum", {expression("h * h", {{"h", h}})}), std::vector{w, u});
  };
  const auto [five, five_plain] = shared_steps(trained(5));
  const auto [six, six_plain] = shared_steps(trained(6));
  // Forward and backward a product and a kernel each.
  CHECK(six - five == 4);
  CHECK(six_plain - five_plain > 4);
}

TEST_CASE("random programs of products and sums") {
  std::uint32_t state = 3;
  const auto below = [&](std::size_t n) { return (state = state * 1664525 + 1013904223) / 65536 % std::uint32_t(n); };
  for (int i = 0; i < 12; ++i) {
    std::vector<graph::Value> values{ramp_of({4, 4}), ramp_of({4, 4})};
    for (int k = 0; k < 12; ++k) {
      const graph::Value a = values[below(values.size())], b = values[below(values.size())];
      switch (below(4)) {
        case 0:
          values.push_back(op("transpose", {a}));
          break;
        case 1:
          values.push_back(expression("a + b", {{"a", matmul(a, b)}, {"b", matmul(b, b)}}));
          break;
        case 2:
          values.push_back(expression("0.25 * (a + b)", {{"a", matmul(a, b)}, {"b", matmul(a, a)}}));
          break;
        default:
          values.push_back(expression("sin(a)", {{"a", a}}));
      }
      values.back() = expression("tanh(v)", {{"v", values.back()}});
    }
    shared_steps({values.back(), op("sum", {values[values.size() - 3]})});
  }
}
