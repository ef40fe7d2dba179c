// SPDX-License-Identifier: Apache-2.0
// Neutral operations, products and reductions: graphs that passes look for, and others that differ
// from them in one respect.
#include "../support/passes_support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("neutral operations are dropped where they are") {
  tried = 0;
  for (const char* text : {"x*o", "o*x", "x + o", "o + x", "x - o", "o - x", "x/o", "o/x", "x**o", "-(-x)", "x - x",
                           "x/x", "max(x, x)", "x*o*o", "x == o", "where(x == o, x, x)"})
    for (const double o : {0.0, -0.0, 1.0, 2.0, -1.0}) check_text(text, o, Equal::exactly);
  CHECK(tried > 3000);
}

TEST_CASE("products with numbers, sums and vectors") {
  const auto with = [](DType dtype, Dims a, Dims b, Dims c, std::vector<double> elements = kFinite) {
    Leaves out = leaf(dtype, a, elements);
    std::rotate(elements.begin(), elements.begin() + 3, elements.end());
    out.all.push_back({{dtype, b}, elements});
    std::rotate(elements.begin(), elements.begin() + 1, elements.end());
    out.all.push_back({{dtype, c}, elements});
    return out;
  };
  const std::vector<double> bad{1, 2, kNan, 4, kInf, -1};
  const auto text_of = [](const std::string& text, double k, double l, DType dtype, Dims shape) {
    return [=](const Values& x) {
      return expression(text, {{"p", op("dot", {x[0], x[1]})},
                               {"c", x[2]},
                               {"k", number(dtype, k, shape)},
                               {"l", number(dtype, l, shape)}});
    };
  };
  tried = 0;
  for (const char* text : {"k*p + l*c", "l*c + k*p", "k*p - l*c", "l*c - p*k", "k*(l*p) + c", "c + -(k*p)*l",
                           "p + l*(k*c)", "k*p + p", "k*(p + c)"})
    for (const double k : {0.0, -0.0, 1.0, -2.0, 1e30, kInf, kNan})
      for (const double l : {0.0, 0.5, 1e30, 1e-30}) {
        const std::string name = fmt::format("{} with {} and {}", text, k, l);
        for (const Dims& shape : {Dims{}, Dims{1, 1}, Dims{1, 1, 1}})
          check(name, with(KILN_FLOAT32, {2, 2}, {2, 2}, {2, 2}, bad), text_of(text, k, l, KILN_FLOAT32, shape),
                Equal::rounded);
        check(name, with(KILN_FLOAT64, {2, 2}, {2, 2}, {2, 2}, bad), text_of(text, k, l, KILN_FLOAT64, {}),
              Equal::rounded);
        check(name, with(KILN_FLOAT32, {2, 2}, {2, 2}, {2, 2}), text_of(text, k, l, KILN_FLOAT64, {}), Equal::rounded);
        if (!std::isfinite(k) || k > 100 || l > 100) continue;
        check(name, with(KILN_INT32, {2, 2}, {2, 2}, {2, 2}), text_of(text, k, l, KILN_INT32, {}), Equal::rounded);
        for (const Dims& c : {Dims{1, 2}, Dims{2}, Dims{2, 1}, Dims{}, Dims{3, 2, 2}})
          check(name, with(KILN_FLOAT32, {2, 3}, {3, 2}, c), text_of(text, k, l, KILN_FLOAT32, {}), Equal::rounded);
      }
  CHECK(tried > 1000);
  const Dims operands[][2] = {{{3, 4}, {4}},          {{4}, {4, 3}},    {{4}, {4}},          {{1, 4}, {4, 1}},
                              {{3, 4}, {4, 1}},       {{1, 4}, {4, 3}}, {{2, 3, 4}, {4, 1}}, {{2, 1, 4}, {1, 4, 3}},
                              {{2, 3, 4}, {2, 4, 1}}, {{3, 0}, {0, 1}}, {{0, 3}, {3}}};
  for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16, KILN_INT32})
    for (const auto& [a, b] : operands) {
      const auto dot = [](const Values& x) { return op("dot", {x[0], x[1]}); };
      // Beyond what float16 holds, but for the sum.
      for (const double scale : {1.0, 300.0}) {
        std::vector<double> elements{1, 2, -1, 3};
        for (double& each : elements) each *= scale;
        Leaves leaves = leaf(dtype, a, elements);
        leaves.all.push_back({{dtype, b}, {scale, -scale, scale, scale}});
        CHECK(
            check(fmt::format("{} by {}", type_text({dtype, a}), type_text({dtype, b})), leaves, dot, Equal::rounded));
      }
    }
  // The operands of a product: those of others, too.
  CHECK(check(
      "a product with itself", with(KILN_FLOAT32, {2, 2}, {2, 2}, {2, 2}),
      [](const Values& x) {
        const graph::Value p = op("dot", {x[0], x[0]});
        return expression("p + p - a", {{"p", p}, {"a", x[0]}});
      },
      Equal::rounded));
}

TEST_CASE("reductions that keep axes and those that do not, of views and along axes of one element") {
  tried = 0;
  const Leaves leaves = leaf(KILN_FLOAT64, {2, 3, 1}, {0.3, -0.0, -2, 0.1, 5, -0.4});
  const Leaves ones = leaf(KILN_FLOAT32, {1, 3, 1}, kReals);
  for (const int op_code : {KILN_REDUCE_SUM, KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN, KILN_REDUCE_MEAN,
                            KILN_REDUCE_VAR, KILN_REDUCE_LOGSUMEXP, KILN_REDUCE_ARGMAX})
    for (const Dims& axes : {Dims{0}, Dims{1}, Dims{2}, Dims{0, 2}, Dims{1, 2}, Dims{0, 1, 2}, Dims{}}) {
      if (op_code == KILN_REDUCE_ARGMAX && axes.size() != 1 && axes.size() != 3) continue;
      if (op_code == KILN_REDUCE_VAR && axes.empty()) continue;
      const std::string name = fmt::format("reduction {} over {}", op_code, layout::shape_text(axes));
      for (const bool keepdims : {true, false}) {
        for (const Dims& order : {Dims{0, 1, 2}, Dims{1, 0, 2}, Dims{2, 1, 0}, Dims{1, 2, 0}})
          check(
              name, leaves, [&](const Values& x) { return reduced(op_code, dimshuffle(x[0], order), axes, keepdims); },
              Equal::rounded);
        if (op_code != KILN_REDUCE_ARGMAX && op_code != KILN_REDUCE_VAR)
          check(
              name, ones, [&](const Values& x) { return reduced(op_code, x[0], axes, keepdims); }, Equal::rounded);
        // Beside each other, the one kept and the other not, and shuffled.
        check(
            name, leaves,
            [&](const Values& x) {
              const graph::Value kept = reduced(op_code, x[0], axes, keepdims);
              const graph::Value other = reduced(op_code, x[0], axes, !keepdims);
              const graph::Value flat = reshape(kept, {-1});
              return expression("a + 2*b + 4*x",
                                {{"a", keepdims ? kept : other}, {"b", x[0]}, {"x", op("sum", {flat})}});
            },
            Equal::rounded);
        for (std::size_t ndim = 0; ndim <= 3; ++ndim)
          for (const Dims& order : shuffles(keepdims ? 3 : 3 - axes.size(), ndim))
            check(
                fmt::format("{}{} in order {}", name, keepdims ? " kept" : "", layout::shape_text(order)), leaves,
                [&](const Values& x) {
                  const graph::Value own = reduced(op_code, x[0], axes, keepdims);
                  return expression("a + 0*s", {{"a", dimshuffle(own, order)},
                                                {"s", op("sum", {reduced(op_code, x[0], axes, !keepdims)})}});
                },
                Equal::rounded);
      }
    }
  CHECK(tried > 1000);
}

TEST_CASE("comparisons of 64-bit constants with values that do not vary along them") {
  const std::vector<std::int64_t> places{0, 1, 2, 3, 4, 1000, -1, -7, INT32_MAX - 1, INT32_MIN + 1};
  const std::vector<std::int64_t> labels{0,
                                         4,
                                         1000,
                                         1001,
                                         -1,
                                         -2,
                                         INT32_MAX - 1,
                                         INT32_MAX,
                                         INT32_MIN,
                                         INT32_MIN + 1,
                                         std::int64_t(INT32_MAX) + 1,
                                         std::int64_t(INT32_MIN) - 1,
                                         std::int64_t{1} << 32,
                                         (std::int64_t{1} << 32) + 4,
                                         -(std::int64_t{1} << 32) + 1,
                                         INT64_MAX,
                                         INT64_MIN};
  const auto vector = [](const std::vector<std::int64_t>& elements, Dims shape) {
    HostValue value{KILN_INT64, shape, std::vector<std::byte>(elements.size() * 8)};
    std::memcpy(value.bytes.data(), elements.data(), value.bytes.size());
    return make_constant(std::move(value));
  };
  const std::int64_t rows = std::int64_t(labels.size()), columns = std::int64_t(places.size());
  const auto compared = [](const char* sign, const graph::Value& x, const graph::Value& y) {
    return expression(std::string("x ") + sign + " y", {{"x", x}, {"y", y}});
  };
  const auto narrow = [](const graph::Value& value) { return narrow_places({&value, 1})[0]; };
  const auto label = make_input("l", {KILN_INT64, {rows, 1}});
  Numbers given;
  for (const std::int64_t each : labels) given.push_back(Scalar::integer(KILN_INT64, each));
  for (const char* sign : {"==", "!=", "<", "<=", ">", ">="})
    for (const bool first : {true, false})
      for (const bool turned : {false, true}) {
        INFO(sign << " " << first << " " << turned);
        graph::Value constant = vector(places, {columns});
        if (turned) constant = dimshuffle(vector(places, {columns, 1}), Dims{1, 0});
        const graph::Value plain = first ? compared(sign, constant, label) : compared(sign, label, constant);
        const graph::Value made = narrow(plain);
        CHECK_FALSE(made == plain);
        CHECK(made.node->inputs()[0].type().dtype == KILN_INT32);
        REQUIRE(made.type() == plain.type());
        const std::vector<HostInput> input{{label, given}};
        const Numbers want = on_host({&plain, 1}, input)[0], got = on_host({&made, 1}, input)[0];
        for (std::size_t i = 0; i < want.size(); ++i) {
          INFO(places[i % places.size()] << " beside " << labels[i / places.size()]);
          CHECK(got[i].u == want[i].u);
        }
        // On the device, in a function and in front of a reduction.
        FunctionSpec spec;
        spec.context = &*contexts()[0];
        spec.inputs.push_back({label});
        spec.outputs.push_back({plain});
        spec.outputs.push_back({op("sum", {graph::cast(plain, KILN_FLOAT32)})});
        if (first && !turned) {
          std::vector<Argument> arguments(1);
          arguments[0].dtype = KILN_INT64;
          arguments[0].shape = label.type().shape;
          arguments[0].data = labels.data();
          const auto results = Function::create(spec)->call(arguments);
          std::vector<double> on_device(want.size());
          array::read_as(*results[0], KILN_FLOAT64, on_device.data(), "test");
          double sum = 0;
          for (std::size_t i = 0; i < want.size(); ++i) {
            CHECK((on_device[i] != 0) == (want[i].u != 0));
            sum += want[i].u != 0;
          }
          CHECK(values_of<float>(*results[1])[0] == float(sum));
        }
      }
  // What stays: elements that int32 does not hold or that stand for others, values that vary along the constant, and
  // other dtypes.
  const auto stays = [&](const graph::Value& x, const graph::Value& y) {
    const graph::Value plain = compared("==", x, y);
    CHECK(narrow(plain) == plain);
  };
  for (const std::int64_t end : {std::int64_t(INT32_MAX), std::int64_t(INT32_MIN), std::int64_t{1} << 31, INT64_MIN})
    stays(vector({1, end}, {2}), label);
  stays(vector(places, {columns}), make_input("v", {KILN_INT64, {columns}}));
  stays(vector({1}, {1}), label);
  stays(vector(places, {columns}), make_input("i", {KILN_INT32, {rows, 1}}));
  stays(vector(places, {columns}), make_input("u", {KILN_UINT64, {rows, 1}}));
}
