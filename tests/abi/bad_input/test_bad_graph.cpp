// SPDX-License-Identifier: Apache-2.0
// Graphs, gradients, functions and calls that cannot be: a status, a message that names what the program
// built, and everything as it was.
#include <kiln/kiln.hpp>

#include "cxx_support.hpp"
#include "support.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using Floats = std::vector<float>;

namespace {

void no_function(kiln_status status, const std::string& part, const g::FunctionOptions& options) {
  refused(status, part, [&] { const g::Function function(options); });
}

}  // namespace

TEST_CASE("graphs that cannot be built") {
  const auto x = g::vector("x", KILN_FLOAT32), y = g::matrix("y", KILN_FLOAT32);
  const auto three = g::input("three", KILN_FLOAT32, {3}), four = g::input("four", KILN_FLOAT32, {4});
  refused(KILN_SHAPE_ERROR, "axis 0 has extents 3 and 4; of Input 'three', Input 'four'", [&] { three + four; });
  refused(
      KILN_SHAPE_ERROR,
      "graph.dot: shapes (3,) and (4,): a has 3 columns and b 4 rows, expected as many; of Input 'three', Input 'four'",
      [&] { g::dot(three, four); });
  refused(KILN_INVALID_ARGUMENT, "there is no operation 'expp', did you mean 'exp", [&] { g::apply("expp", {x}); });
  refused(KILN_INVALID_ARGUMENT, "graph.dot: got 1 input, expected 2", [&] { g::apply("dot", {x}); });
  refused(KILN_INVALID_ARGUMENT, "graph.exp: got 2 inputs, expected 1", [&] { g::apply("exp", {x, x}); });
  refused(KILN_INVALID_ARGUMENT, "Variable: element [1] of the list is empty", [&] {
    g::apply("add", {x, g::Variable()});
  });
  refused(KILN_INVALID_ARGUMENT, "no dtype", [&] { g::apply("cast", {x}); });
  refused(KILN_INVALID_ARGUMENT, "no axes", [&] { g::apply("dimshuffle", {x}); });
  refused(KILN_INDEX_ERROR, "axis 2", [&] { g::sum(y, {2}); });
  refused(KILN_INDEX_ERROR, "axis 5", [&] { g::softmax(y, 5); });
  refused(KILN_INDEX_ERROR, "axis 3", [&] { x.dimshuffle({3}); });
  refused(KILN_INDEX_ERROR, "got 2 subscripts, expected at most 1", [&] { x(0, 0); });
  refused(KILN_SHAPE_ERROR, "got 33 dimensions", [&] { g::tensor("much", 33); });
  refused(KILN_SHAPE_ERROR, "axis 0 has extent -2", [&] { g::input("bad", KILN_FLOAT32, {-2}); });
  refused(KILN_PARSE_ERROR, "a +", [&] { g::expression("a +", {{"a", x}}); });
  refused(KILN_INVALID_ARGUMENT, "'b'", [&] { g::expression("a + b", {{"a", x}}); });
  refused(KILN_INVALID_ARGUMENT, "expected a shared variable", [&] { x.get_value(); });
  kiln_variable out[2] = {};
  const kiln_variable handle = x.get();
  FAILS(kiln_graph_apply("exp", 1, &handle, nullptr, 2, out), KILN_INVALID_ARGUMENT,
        "exp has 1 result, got room for 2");
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.struct_size = 3;
  FAILS(kiln_graph_apply("exp", 1, &handle, &options, 1, out), KILN_INVALID_ARGUMENT, "struct_size");
  options = KILN_GRAPH_OPTIONS_INIT;
  options.axis_count = 1;
  FAILS(kiln_graph_apply("sum", 1, &handle, &options, 1, out), KILN_INVALID_ARGUMENT, "axes is NULL");
}

TEST_CASE("gradients that do not exist") {
  const auto x = g::vector("x", KILN_FLOAT32), z = g::vector("z", KILN_COMPLEX64);
  const auto whole = g::vector("whole", KILN_INT32);
  const auto cost = g::sum(g::square(x));
  refused(KILN_SHAPE_ERROR, "the cost is Elemwise{multiply}(x, x) float32(?,), expected no dimensions",
          [&] { g::grad(g::square(x), x); });
  refused(KILN_SHAPE_ERROR, "the cost is Input 'x' float32(?,), expected no dimensions", [&] { g::grad(x, x); });
  refused(KILN_SHAPE_ERROR, "the known gradient of Input 'x' float32(?,) is sum{0}(x) float32(), expected as many",
          [&] {
            g::grad(cost, {x}, {.known = {{x, g::sum(x)}}});
          });
  refused(KILN_INVALID_ARGUMENT, "disconnected = KILN_DISCONNECTED_IGNORE gives zeros",
          [&] { g::grad(cost, g::vector("other", KILN_FLOAT32)); });
  refused(KILN_INVALID_ARGUMENT, "the values with known gradients do not depend on Input 'other'", [&] {
    g::grad({}, {g::vector("other", KILN_FLOAT32)}, {.known = {{x, x}}});
  });
  refused(KILN_TYPE_ERROR, "expected a floating-point dtype", [&] { g::grad(g::sum(whole), x); });
  refused(KILN_TYPE_ERROR, "whole", [&] { g::grad(cost, whole); });
  refused(KILN_INVALID_ARGUMENT, "does not depend on Input 'other'",
          [&] { g::grad(cost, g::vector("other", KILN_FLOAT32)); });
  refused(KILN_INVALID_ARGUMENT, "at least one variable", [&] { g::grad(cost, g::Variables{}); });
  refused(KILN_INVALID_ARGUMENT, "no cost", [&] { g::grad(g::Variable(), x); });
  // The way to what has none, with the names that the program gave.
  const auto length = g::apply("real", {g::apply("complex", {x, x})}).named("length");
  const auto total = g::sum(g::exp(length)).named("total");
  refused(KILN_UNSUPPORTED, "has no gradient", [&] { g::grad(total, x); });
  refused(KILN_UNSUPPORTED, "'length' <- Elemwise{exp}", [&] { g::grad(total, x); });
  refused(KILN_UNSUPPORTED, "'total'", [&] { g::grad(total, x); });
}

TEST_CASE("loops that cannot be built or called") {
  const auto x = g::matrix("x", KILN_FLOAT32), three = g::input("three", KILN_FLOAT32, {3});
  const g::StepFunction add = [](const g::Variables& v) { return g::Variables{v[0] + v[1]}; };
  refused(KILN_INVALID_ARGUMENT,
          "graph.scan: the body failed with KILN_INVALID_ARGUMENT: a step gives 2 variables, "
          "expected 1; the step got sequence 1 as float32(?,), output 1 as float32(3,)",
          [&] { g::scan([](const g::Variables& v) { return v; }, {x}, {three}); });
  refused(KILN_OUT_OF_HOST_MEMORY, "from the step", [&] {
    g::scan([](const g::Variables&) -> g::Variables { throw kiln::Error(KILN_OUT_OF_HOST_MEMORY, "from the step"); },
            {x}, {three});
  });
  // What is none of Kiln's errors comes through as it is.
  struct Own : kiln::Error {
    using Error::Error;
  };
  CHECK_THROWS_AS(
      g::scan([](const g::Variables&) -> g::Variables { throw Own(KILN_UNSUPPORTED, "own"); }, {x}, {three}), Own);
  refused(KILN_SHAPE_ERROR,
          "graph.scan 'sums': the body failed with KILN_SHAPE_ERROR: graph.Elemwise{add}: shapes do not broadcast: got "
          "float32(4,), float32(3,); axis 0 has extents 4 and 3; of "
          "Input 'wide', Input 'three'; the step got sequence 1 as float32(4,), output 1 as float32(3,)",
          [&] {
            g::scan(add, {g::input("wide", KILN_FLOAT32, {-1, 4})}, {three}, {.name = "sums"});
          });
  refused(KILN_INVALID_ARGUMENT, "output 1 of the body is empty",
          [&] { g::scan([](const g::Variables&) { return g::Variables(1); }, {x}, {three}); });
  g::ScanOptions ends;
  ends.until = true;
  refused(KILN_SHAPE_ERROR, "the condition of until is Elemwise{add}(x, three) float32(3,), expected a truth value",
          [&] {
            g::scan([](const g::Variables& v) { return g::Variables{v[0] + v[1], v[0] + v[1]}; }, {x}, {three}, ends);
          });
  refused(KILN_INVALID_ARGUMENT, "a step gives 1 variable, expected 2, the condition of `until` as the last",
          [&] { g::scan(add, {x}, {three}, ends); });
  refused(KILN_TYPE_ERROR, "float32(), expected a truth value or an integer without dimensions", [&] {
    g::scan([](const g::Variables& v) { return g::Variables{v[0] + v[1], g::sum(v[0])}; }, {x}, {three}, ends);
  });
  const kiln::Context home(test_devices().front());
  g::ScanOptions changes;
  changes.updated = {g::shared(GpuArray::zeros(home, {3}), "s")};
  refused(KILN_INVALID_ARGUMENT, "expected 2, the new values of `updated` among them",
          [&] { g::scan(add, {x}, {three}, changes); });
  refused(KILN_INVALID_ARGUMENT, "graph.ifelse: got sides of 1 and 2 variables, expected as many on both", [&] {
    g::ifelse(g::scalar("c"), g::Variables{x}, g::Variables{x, x});
  });
  // Too many steps, and fewer than none.
  refused(KILN_OVERFLOW, "graph.scan 'long': got 4611686018427387904 steps that each give float32(3,), expected fewer",
          [&] {
            g::scan([](const g::Variables& v) { return v; }, {}, {three}, {.steps = INT64_C(1) << 62, .name = "long"});
          });
  refused(KILN_OVERFLOW, "got 9223372036854775807 steps",
          [&] { g::scan([](const g::Variables& v) { return v; }, {}, {g::vector("v")}, {.steps = INT64_MAX}); });
  refused(KILN_INVALID_ARGUMENT, "graph.scan 'short': got -2 steps, expected at least 0, or -1 for those of the",
          [&] { g::scan(add, {x}, {three}, {.steps = -2, .name = "short"}); });
  // What a step gets leaves the loop: with the name of a sequence, without a name, as an input; of a nested loop.
  g::Variables leaked;
  const auto leak = [&](const g::Variables& v) {
    leaked.insert(leaked.end(), v.begin(), v.end());
    return g::Variables{v[0] + v[1]};
  };
  const g::Variable running = g::scan(leak, {x}, {three}, {.name = "leaky"})[0];
  g::scan(leak, {x * 1.0F}, {three * 1.0F});
  const auto nested = [&](const g::Variables& v) {
    return g::scan(leak, {x}, {{v[0], {-1}, true}}, {.name = "inner"});
  };
  g::scan(nested, {}, {three}, {.steps = 2});
  no_function(KILN_INVALID_ARGUMENT,
              "Input 'x' float32(?,) is what a step of graph.scan 'leaky' gets, and has no value outside the loop",
              {.inputs = {x, three}, .outputs = {running, leaked[0] * 2}});
  no_function(KILN_INVALID_ARGUMENT, "Input float32(?,) is what a step of graph.scan gets, and has no value outside",
              {.inputs = {x, three}, .outputs = {leaked[2] + leaked[3]}});
  no_function(KILN_INVALID_ARGUMENT, "Input 'x' float32(?,) is what a step of graph.scan 'inner' gets",
              {.inputs = {x, three}, .outputs = {leaked[4]}});
  no_function(KILN_INVALID_ARGUMENT, "Input 'three' float32(3,) is what a step of graph.scan 'leaky' gets",
              {.inputs = {leaked[1]}, .outputs = {running}});
  refused(KILN_SHAPE_ERROR, "graph.ifelse: the condition is float32(3,), expected no dimensions",
          [&] { g::ifelse(three, x, x); });
  kiln_graph_loop loop = KILN_GRAPH_LOOP_INIT;
  loop.body = [](void*, size_t, const kiln_variable*, size_t, kiln_variable*) {
    return kiln_callback_failed(KILN_TYPE_ERROR, "no such thing");
  };
  loop.steps = 1;
  loop.output_count = 1;
  kiln_variable out = nullptr;
  FAILS(kiln_graph_scan(&loop, 1, &out), KILN_TYPE_ERROR, "the body failed with KILN_TYPE_ERROR: no such thing");
  FAILS(kiln_graph_scan(&loop, 0, nullptr), KILN_INVALID_ARGUMENT, "got 0 outputs, expected 1");
  // Extents that only a call tells.
  const auto h = g::vector("h", KILN_FLOAT32);
  const g::Variables sums = g::scan(add, {x}, {h}, {.steps = 3, .name = "sums"});
  const g::Function f({.inputs = {x, h}, .outputs = {sums[0]}});
  const kiln::Context here(test_devices().front());
  const auto call = [&](std::int64_t rows, std::int64_t columns) {
    f(GpuArray::zeros(here, {rows, columns}), GpuArray::zeros(here, {3}));
  };
  refused(KILN_SHAPE_ERROR,
          "graph.scan 'sums': sequence 1 has shape (2, 3), expected at least 3 rows for 3 steps; of Input 'x'",
          [&] { call(2, 3); });
  refused(KILN_SHAPE_ERROR, "graph.scan 'sums': a step gives output 1 as float32(4,), expected float32(3,) as at first",
          [&] { call(5, 4); });
  call(5, 3);
  const g::Variable tapped =
      g::map([](const g::Variables& v) { return g::Variables{v[0] + v[1]}; }, {{x, {-1, 2}}}, {.name = "tapped"})[0];
  const g::Function taps({.inputs = {x}, .outputs = {tapped}});
  refused(KILN_SHAPE_ERROR, "graph.scan 'tapped': sequence 1 has shape (2, 3), expected at least 3 rows for its taps",
          [&] {
            taps(GpuArray::zeros(here, {2, 3}));
          });
  CHECK(taps(GpuArray::zeros(here, {3, 3}))[0].shape() == kiln::Shape{0, 3});
}

TEST_CASE("functions that cannot be made") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto x = g::vector("x", KILN_FLOAT32), y = g::vector("y", KILN_FLOAT32);
    const auto w = g::shared(GpuArray::from(context, Floats{1, 2}), "w");
    const auto n = g::shared(GpuArray::full(context, {}, std::int32_t(0)), "n");
    const auto sum = (x + y).named("sum");
    no_function(KILN_INVALID_ARGUMENT, "'y' is needed", {.inputs = {x}, .outputs = {sum}});
    no_function(KILN_INVALID_ARGUMENT,
                "function: Input 'y' is not read by any output or update; the option on_unused_input = "
                "KILN_UNUSED_IGNORE allows it",
                {.inputs = {x, y}, .outputs = {g::exp(x)}});
    no_function(KILN_INVALID_ARGUMENT, "given as an input twice", {.inputs = {x, x}, .outputs = {x + x}});
    no_function(KILN_INVALID_ARGUMENT, "function 'named': input 1 is Elemwise{add} 'sum'",
                {.inputs = {sum}, .outputs = {sum}, .name = "named"});
    no_function(KILN_INVALID_ARGUMENT, "input 1 is Shared 'w'", {.inputs = {w}, .outputs = {w}});
    no_function(KILN_INVALID_ARGUMENT, "no outputs and no updates", {});
    no_function(KILN_TYPE_ERROR, "the update of Shared 'w' has dtype float64, expected float32",
                {.updates = {{w, w.astype(KILN_FLOAT64)}}});
    no_function(KILN_TYPE_ERROR, "the update of Shared 'n' has dtype", {.updates = {{n, n * 0.5}}});
    no_function(KILN_SHAPE_ERROR, "the update of Shared 'w' is float32(), expected 1 dimension",
                {.updates = {{w, g::sum(w)}}});
    no_function(KILN_INVALID_ARGUMENT, "two updates of Shared 'w'", {.updates = {{w, w + 1}, {w, w + 2}}});
    no_function(KILN_INVALID_ARGUMENT, "the update of Input 'x'", {.inputs = {x}, .updates = {{x, x + 1}}});
    no_function(KILN_TYPE_ERROR,
                "Input 'x' float32(?,) is given as Elemwise{Cast{float64}}(w) float64(?,), expected the same dtype",
                {.outputs = {g::exp(x)}, .givens = {{x, w.astype(KILN_FLOAT64)}}});
    no_function(KILN_SHAPE_ERROR, "is given as sum{0}(w) float32(), expected as many dimensions",
                {.outputs = {g::exp(x)}, .givens = {{x, g::sum(w)}}});
    no_function(KILN_SHAPE_ERROR, "input 1 'x': got shape (), expected float32(?,)",
                {.inputs = {g::In(x, GpuArray::full(context, {}, 1.0F))}, .outputs = {g::exp(x)}});
    refused(KILN_NO_DEVICE, "nowhere", [&] { x.transfer("nowhere"); });
    const auto grown = g::exp(w);
    const kiln_variable output = grown.get();
    kiln_function function = nullptr;
    volatile int nine = 9;  // no kiln_mode
    kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
    options.output_count = 1;
    FAILS(kiln_function_create(&options, &function), KILN_INVALID_ARGUMENT, "outputs is NULL");
    options.outputs = &output;
    options.mode = static_cast<kiln_mode>(nine);
    FAILS(kiln_function_create(&options, &function), KILN_INVALID_ARGUMENT, "mode is 9");
    options.mode = KILN_MODE_FLAG;
    options.on_unused_input = static_cast<kiln_unused>(nine);
    FAILS(kiln_function_create(&options, &function), KILN_INVALID_ARGUMENT, "on_unused_input is 9");
    options.struct_size = 2;
    FAILS(kiln_function_create(&options, &function), KILN_INVALID_ARGUMENT, "struct_size");
    CHECK(function == nullptr);
  }
}

TEST_CASE("a view of a product has a name of its own") {
  const auto product = g::dot(g::matrix("a", KILN_FLOAT32), g::matrix("b", KILN_FLOAT32)).named("scores");
  CHECK(product.T().named("turned").name() == "turned");
  CHECK(product.name() == "scores");
}

TEST_CASE("calls that cannot be leave everything as it was") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto x = g::vector("x", KILN_FLOAT32), y = g::vector("y", KILN_FLOAT32);
    const auto count = g::shared(GpuArray::full(context, {}, 0.0F), "count");
    const auto w = g::shared(GpuArray::from(context, Floats{1, 2}), "w");
    const g::Function f({.inputs = {x, y},
                         .outputs = {g::dot(x, y).named("scores")},
                         .updates = {{count, count + 1}, {w, (w * g::sum(x + y)).named("grown")}},
                         .name = "f"});
    const Floats two{1, 2}, three{1, 2, 3};
    const std::vector<double> wide{1, 2};
    const auto call = [&](auto&&... arguments) { return [&f, arguments...] { f(arguments...); }; };
    refused(KILN_INVALID_ARGUMENT, "function 'f': no argument for y, expected 2 arguments: x, y", call(two));
    refused(KILN_INVALID_ARGUMENT, "function 'f': no argument for x, y, expected 2 arguments: x, y", call());
    refused(KILN_INVALID_ARGUMENT, "function 'f': got 3 arguments, expected 2: x, y", call(two, two, two));
    const auto nameless = g::vector("", KILN_FLOAT32);
    const g::Function of_one({.inputs = {nameless}, .outputs = {g::exp(nameless)}});
    refused(KILN_INVALID_ARGUMENT, "function: no argument for input 1, expected 1 argument: input 1",
            [&] { of_one(); });
    refused(KILN_SHAPE_ERROR, "function: input 1: got shape (), expected float32(?,)", [&] { of_one(1.0F); });
    const g::Function none({.outputs = {g::exp(w)}});
    refused(KILN_INVALID_ARGUMENT, "function: got 1 argument, expected 0", [&] { none(two); });
    refused(KILN_TYPE_ERROR, "function 'f': input 2 'y': got dtype float64, expected float32", call(two, wide));
    refused(KILN_SHAPE_ERROR, "function 'f': input 1 'x': got shape (), expected float32(?,)", call(1.0F, two));
    refused(KILN_SHAPE_ERROR, "'scores'", call(two, three));
    refused(KILN_SHAPE_ERROR, "expected", call(two, Floats{1}));  // would have to broadcast
    refused(KILN_SHAPE_ERROR, "got shape", call(two, GpuArray::zeros(context, {2, 2}, KILN_FLOAT32)));
    kiln_array both[2] = {}, &out = both[0];
    kiln_value values[2] = {};
    FAILS(kiln_function_call(f.get(), 2, nullptr, 1, &out), KILN_INVALID_ARGUMENT, "arguments is NULL");
    FAILS(kiln_function_call(f.get(), 2, values, 1, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
    FAILS(kiln_function_call(f.get(), 2, values, 1, &out), KILN_INVALID_ARGUMENT,
          "kiln_function_call: arguments[0]: data is NULL");
    FAILS(kiln_function_call(f.get(), 2, values, 2, both), KILN_INVALID_ARGUMENT, "got 2 outputs, expected 1");
    FAILS(kiln_function_run(f.get(), 2, values, 0, 1, &out), KILN_INVALID_ARGUMENT, "got 0 times");
    values[0].data = two.data();
    values[1].dtype = static_cast<kiln_dtype>(99);
    FAILS(kiln_function_call(f.get(), 2, values, 1, &out), KILN_TYPE_ERROR, "arguments[1]: dtype is no dtype, got 99");
    CHECK(out == nullptr);
    CHECK(count.get_value().item<float>() == 0);
    CHECK(w.get_value().read<float>() == two);
    CHECK(f(two, two)[0].item<float>() == 5);
    CHECK(count.get_value().item<float>() == 1);
    CHECK(w.get_value().read<float>() == Floats{6, 12});
    refused(KILN_INVALID_ARGUMENT, "got 'nonsense'", [&] { f.describe("nonsense"); });

    // Shared variables keep their dtype, rank and context.
    const kiln::Context other(device);
    refused(KILN_TYPE_ERROR, "shared variable 'w': got int64, expected float32", [&] {
      w.set_value(GpuArray::from(context, std::vector<std::int64_t>{1, 2}));
    });
    refused(KILN_SHAPE_ERROR, "shared variable 'w': got 2 dimensions, expected 1", [&] {
      w.set_value(GpuArray::zeros(context, {2, 2}, KILN_FLOAT32));
    });
    refused(KILN_READ_ONLY, "kiln_shared_set",
            [&] { w.set_value(GpuArray::full(context, {1}, 1.0F).broadcast_to({2}), true); });
    w.set_value(GpuArray::from(other, two));  // moves
    CHECK(w.get_value().read<float>() == two);
    const int one[] = {1};
    kiln_variable variable = nullptr;
    FAILS(kiln_graph_shared(w.get_value().get(), "v", one, 0, &variable), KILN_SHAPE_ERROR,
          "'v': axis 0 is broadcastable but has extent 2");
    refused(KILN_INVALID_ARGUMENT, "expected a shared variable", [&] { f.copy({{x, w}}); });
    refused(KILN_TYPE_ERROR, "Shared 'whole' has dtype float32, expected int32", [&] {
      f.copy({{w, g::shared(GpuArray::from(context, std::vector<std::int32_t>{1, 2}), "whole")}});
    });
    // An axis declared to have extent 1 keeps it: gradients were made with that.
    const auto single = GpuArray::from(context, Floats{3});
    WORKS(kiln_graph_shared(single.get(), "single", one, 0, &variable));
    const g::Variable declared(
        kiln::detail::Handle<kiln_variable, kiln_variable_retain, kiln_variable_release>::adopt(variable));
    refused(KILN_SHAPE_ERROR, "shared variable 'single': got shape (2,), expected extent 1 along axis 0",
            [&] { declared.set_value(GpuArray::from(context, two)); });
    no_function(KILN_SHAPE_ERROR, "function 'widen': shared variable 'single': got shape (2,)",
                {.updates = {{declared, declared + w}}, .name = "widen"});
    CHECK(declared.get_value().read<float>() == Floats{3});
  }
}

TEST_CASE("what a call needs is known before it runs") {
  for (const auto& device : test_devices()) {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.memory_budget = 8 << 20;
    kiln_context handle = nullptr;
    WORKS(kiln_context_create(device.c_str(), &options, &handle));
    const kiln::Context context = kiln::Context::adopt(handle);
    const auto x = g::matrix("x", KILN_FLOAT32);
    const auto count = g::shared(GpuArray::full(context, {}, 0.0F), "count");
    // A product of 16 MiB that nothing can fold away.
    const g::Function f(
        {.inputs = {x}, .outputs = {g::sum(g::dot(x, x.T()))}, .updates = {{count, count + 1}}, .name = "large"});
    const Floats column(2048, 1), few(4, 1);
    const auto large = GpuArray::from(context, column, {2048, 1});
    refused(KILN_OUT_OF_MEMORY, "function 'large': its plan needs ", [&] { f(large); });
    CHECK(f.planned_bytes() >= 16 << 20);
    refused(KILN_OUT_OF_MEMORY, std::to_string(f.planned_bytes()) + " bytes", [&] { f(large); });
    refused(KILN_OUT_OF_MEMORY, " float32(2048, 2048)", [&] { f(large); });  // what takes most of it
    g::ScanOptions steps;
    steps.steps = std::int64_t{1} << 38;
    steps.name = "long";
    const auto h = g::vector("h", KILN_FLOAT32);
    const g::Function loop(
        {.inputs = {h},
         .outputs = {g::scan([](const g::Variables& at) { return g::Variables{at[0] * 0.5F}; }, {}, {h}, steps)[0]}});
    refused(KILN_OUT_OF_MEMORY, " of them for Scan 'long' float32(", [&] { loop(GpuArray::from(context, few)); });
    CHECK(count.get_value().item<float>() == 0);
    CHECK(f(GpuArray::from(context, few, {4, 1}))[0].item<float>() == 16);
    CHECK(count.get_value().item<float>() == 1);
  }
}

TEST_CASE("counts and texts that nobody can mean") {
  const auto x = g::vector("x", KILN_FLOAT32);
  const kiln_variable handle = x.get();
  kiln_variable out[1] = {};
  kiln_function function = nullptr;
  int released = 0;
  for (const std::size_t many : {std::size_t(KILN_GRAPH_MAX_LIST) + 1, std::size_t(1000000000), SIZE_MAX}) {
    kiln_user_op op = KILN_USER_OP_INIT;
    op.compute = [](void*, size_t, const kiln_host_array*, size_t, const kiln_host_array*) { return KILN_OK; };
    op.output_count = many;
    op.user = &released;
    op.release = [](void* user) { ++*static_cast<int*>(user); };
    FAILS(kiln_graph_user_op(&op, 1, &handle, 1, out), KILN_INVALID_ARGUMENT,
          "operation->output_count, expected at most 65536");
    FAILS(kiln_graph_user_op(&op, 1, &handle, many, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    op.output_count = 1;
    FAILS(kiln_graph_user_op(&op, many, &handle, 1, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    FAILS(kiln_graph_user_op(&op, 1, &handle, many, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    FAILS(kiln_graph_user_op(&op, 1, &handle, 1, nullptr), KILN_INVALID_ARGUMENT, "out");
    FAILS(kiln_graph_apply("concat", many, &handle, nullptr, 1, out), KILN_INVALID_ARGUMENT,
          "inputs, expected at most 65536");
    FAILS(kiln_graph_apply("exp", 1, &handle, nullptr, many, out), KILN_INVALID_ARGUMENT,
          "outputs, expected at most 65536");
    const char* const name = "a";
    FAILS(kiln_graph_expression("a", many, &name, &handle, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    FAILS(kiln_graph_grad(handle, many, &handle, nullptr, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    kiln_grad_options by = KILN_GRAD_OPTIONS_INIT;
    by.consider_constant = by.known = by.known_gradients = &handle;
    by.constant_count = many;
    FAILS(kiln_graph_grad(handle, 1, &handle, &by, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    by.constant_count = 0;
    by.known_count = many;
    FAILS(kiln_graph_grad(handle, 1, &handle, &by, out), KILN_INVALID_ARGUMENT, "expected at most 65536");
    for (size_t kiln_function_options::*const count :
         {&kiln_function_options::input_count, &kiln_function_options::output_count,
          &kiln_function_options::update_count, &kiln_function_options::given_count}) {
      kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
      options.inputs = options.outputs = options.updated = options.new_values = options.givens = options.given_as =
          &handle;
      options.input_count = options.output_count = 1;
      options.*count = many;
      FAILS(kiln_function_create(&options, &function), KILN_INVALID_ARGUMENT, "expected at most 65536");
    }
    kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
    const std::int64_t axis = 0;
    const kiln_index index = {};
    options.axes = options.shape = &axis;
    options.indices = &index;
    options.axis_count = many;
    FAILS(kiln_graph_apply("sum", 1, &handle, &options, 1, out), KILN_SHAPE_ERROR, "options->axes has too many");
    options.axis_count = 0;
    options.shape_count = many;
    FAILS(kiln_graph_apply("reshape", 1, &handle, &options, 1, out), KILN_SHAPE_ERROR, "options->shape has too many");
    options.shape_count = 0;
    options.index_count = many;
    FAILS(kiln_graph_apply("subtensor", 1, &handle, &options, 1, out), KILN_INDEX_ERROR, "too many subscripts");
    FAILS(kiln_graph_verify_grad(many, &handle, 1, &handle, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT, "");
    const kiln_value value = {};
    FAILS(kiln_graph_verify_grad(1, &handle, many, &handle, &value, nullptr, nullptr), KILN_INVALID_ARGUMENT,
          "expected at most 65536");
  }
  CHECK(released == 15);
  const kiln::Context context(test_devices()[0]);
  const g::Function f({.inputs = {x}, .outputs = {x * 2}, .context = context});
  const kiln_value value = {};
  kiln_array array = nullptr;
  FAILS(kiln_function_call(f.get(), SIZE_MAX, &value, 1, &array), KILN_INVALID_ARGUMENT, "expected at most 65536");
  FAILS(kiln_function_call(f.get(), 1, &value, SIZE_MAX, &array), KILN_INVALID_ARGUMENT, "expected at most 65536");
  FAILS(kiln_function_run(f.get(), 1, &value, SIZE_MAX, 1, &array), KILN_INVALID_ARGUMENT,
        "got 18446744073709551615 times, expected 1 to 4294967296");
  FAILS(kiln_function_copy(f.get(), nullptr, SIZE_MAX, &handle, &handle, 1, &function), KILN_INVALID_ARGUMENT,
        "expected at most 65536");
  // Names as long as a book.
  const std::string book(1000000, 'n');
  const auto brief = [](const std::string& part, auto&& body) {
    try {
      body();
      FAIL_CHECK("nothing was refused");
    } catch (const kiln::Error& error) {
      const std::string message = error.what();
      CHECK(message.size() < 1000);
      CHECK(message.find(part) != std::string::npos);
      CHECK(message.find("nnn...") != std::string::npos);
    }
  };
  const g::Variable named = g::vector(book, KILN_FLOAT32);
  CHECK(named.name() == book);
  brief("there is no operation 'nnn", [&] { g::apply(book, {x}); });
  brief("describe: got 'nnn", [&] { f.describe(book); });
  brief("is needed, but is neither among the inputs", [&] { g::Function({.outputs = {named * 2}}); });
  brief("function 'nnn", [&] { g::Function({.outputs = {x * 2}, .name = book}); });
  brief("input 1 'nnn", [&] {
    const g::Function wrong({.inputs = {named}, .outputs = {named * 2}, .context = context});
    wrong(1.0F);
  });
  brief("expected NULL or 'cpu'", [&] { g::Function({.inputs = {g::In(x, {}, book)}, .outputs = {x * 2}}); });
  brief("shared variable 'nnn", [&] {
    g::shared(GpuArray::zeros(context, {2}), book).set_value(GpuArray::zeros(context, {2, 2}));
  });
  brief("graph.nnn", [&] {
    g::UserOp op;
    op.name = book;
    op({x});
  });
}
