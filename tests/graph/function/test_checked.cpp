// SPDX-License-Identifier: Apache-2.0
// The flag check_index in functions: what is out of range is reported by the call that waits for it, in every
// mode, in calls that are noted, recorded and replayed; and what unchecked functions make of it.
#include "../support/support.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/user_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;

Ref<Context> checking(const std::string& device, bool blocking = false, bool checks = true) {
  runtime::ContextOptions options = runtime::ContextOptions::from_flags();
  options.check_index = checks;
  options.launch_blocking = blocking;
  return Context::open(device, options);
}

Argument ints(const Ints& values, Dims shape) {
  Argument argument;
  argument.dtype = KILN_INT32;
  argument.shape = shape;
  argument.data = values.data();
  return argument;
}
Argument ints(const Ints& values) { return ints(values, {std::int64_t(values.size())}); }

Argument matrix(const Floats& values, std::int64_t columns) {
  Argument argument = host(values);
  argument.shape = {std::int64_t(values.size()) / columns, columns};
  return argument;
}

graph::Value indices(std::size_t ndim) { return make_input("i", {KILN_INT32, Dims(ndim, kUnknown)}); }

// "graph.f(x, i)" or its gradient by x.
struct Sample {
  const char* operation;
  std::size_t index_ndim;
  bool with_values, gradient;
  const char* told;  // by what
};
constexpr Sample kSamples[] = {
    {"take", 1, false, false, "take: index 9 at position 2 is outside -3 .. 2"},
    {"take", 1, false, true, "graph.scatter_add: index 9 at position 2 is outside -3 .. 2"},
    {"take_along_axis", 2, false, false, "take_along_axis: index 9 at position 2 is outside -3 .. 2"},
    {"take_along_axis", 2, false, true, "take_along_axis: index 9 at position 2 is outside -3 .. 2"},
    {"put", 1, true, false, "graph.put: index 9 at position 2 is outside -3 .. 2"},
    {"scatter_add", 1, true, false, "graph.scatter_add: index 9 at position 2 is outside -3 .. 2"},
    {"cross_entropy", 1, false, false, "cross_entropy: index 9 at position 2 is outside 0 .. 1"},
    {"cross_entropy", 1, false, true, "cross_entropy: index 9 at position 2 is outside 0 .. 1"},
};

graph::Value result_of(const Sample& sample, const graph::Value& x, const graph::Value& i) {
  Attributes first;
  first.axis = 0;
  Values inputs{x, i};
  if (sample.with_values) inputs.push_back(make_constant(Scalar::real(KILN_FLOAT32, 7)));
  const graph::Value y = op(sample.operation, inputs, first);
  return sample.gradient ? grad(op("sum", {y}), Values{x}, {})[0] : y;
}

void check_sample(const Sample& sample, Context& context, Mode mode) {
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims(2, kUnknown)}), i = indices(sample.index_ndim);
  FunctionSpec spec;
  spec.inputs = {{x}, {i}};
  spec.outputs = {{result_of(sample, x, i)}};
  spec.name = "checked";
  spec.context = &context;
  spec.mode = mode;
  const auto f = Function::create(spec);
  INFO(sample.operation << (sample.gradient ? ", its gradient" : "") << ", mode " << int(mode));
  const Floats data{1, 2, 3, 4, 5, 6};
  const Ints fine{0, 1, 0}, bad{0, 1, 9}, negative{0, 1, -1};
  const Dims shape = sample.index_ndim == 2 ? Dims{3, 2} : Dims{3};
  const auto call = [&](Ints at) {
    at.resize(shape.size() == 2 ? 6 : 3);
    return first(f->call(std::vector{matrix(data, 2), ints(at, shape)}));
  };
  const Floats expected = call(fine);
  const std::string told = std::string("function 'checked': ") + sample.told;
  // Step by step, recorded, replayed.
  for (int round = 0; round < 3; ++round) {
    check_error(KILN_INDEX_ERROR, told.c_str(), [&] { call(bad); });
    CHECK(call(fine) == expected);
  }
  if (std::string_view(sample.operation) == "cross_entropy")
    check_error(KILN_INDEX_ERROR, "cross_entropy: index -1 at position 2 is outside 0 .. 1", [&] { call(negative); });
  else
    call(negative);
}

}  // namespace

TEST_CASE("indices and labels out of range are told by the call, whatever the mode") {
  for (const auto& device : devices()) {
    const auto context = checking(device);
    for (const Sample& sample : kSamples) check_sample(sample, *context, Mode::fast_run);
    for (const Mode mode : {Mode::fast_compile, Mode::debug, Mode::nan_guard})
      for (const Sample& sample : {kSamples[0], kSamples[6], kSamples[7]}) check_sample(sample, *context, mode);
  }
}

TEST_CASE("several replays in flight, and calls of one submission, tell the first index out of range once") {
  for (const auto& device : devices()) {
    const auto context = checking(device);
    const graph::Value x = vector("x"), i = indices(1), j = make_input("j", {KILN_INT32, Dims(1, kUnknown)});
    const graph::Value s = share(floats(*context, {0}), "s");
    FunctionSpec spec;
    spec.inputs = {{x}, {i}, {j}};
    spec.outputs = {{transfer(expression("a + 2*b", {{"a", op("take", {x, i})}, {"b", op("take", {x, j})}}),
                              Ref<Context>(context))}};
    spec.updates = {{s, expression("s + 1", {{"s", s}})}};
    const auto f = Function::create(spec);
    const Floats data{1, 2, 3};
    // On the device, where the same places are written anew.
    const auto at_i = array::from_host(*context, KILN_INT32, Dims{2}, nullptr, KILN_INT32, Ints{0, 1}.data()),
               at_j = array::copy(*at_i, KILN_ORDER_C, "test");
    const auto x_array = floats(*context, data);
    std::vector<Argument> arguments(3);
    arguments[0].array = x_array.get();
    arguments[1].array = at_i.get();
    arguments[2].array = at_j.get();
    const auto set = [&](Array& to, const Ints& values) { array::write(to, values.data(), nullptr, "test"); };
    for (int k = 0; k < 3; ++k) CHECK(first(f->call(arguments)) == Floats{3, 6});
    set(*at_j, {1, 5});
    f->call(arguments);
    set(*at_i, {-7, 0});  // behind the call: what it reads is its own
    f->call(arguments);
    const auto last = f->call(arguments);
    check_error(KILN_INDEX_ERROR, "take: index 5 at position 1 is outside -3 .. 2",
                [&] { context->synchronize("wait"); });
    context->synchronize("wait");
    // Nothing was read there.
    CHECK(first(last) == Floats{4, 1});
    set(*at_i, {-7, 0});
    f->run(arguments, 4);
    check_error(KILN_INDEX_ERROR, "take: index -7 at position 0 is outside -3 .. 2", [&] { f->synchronize(); });
    f->synchronize();
    // Every call was made, updates included.
    CHECK(values_of<float>(*op_as<SharedLeaf>(s)->shared().value()) == Floats{10});
    set(*at_i, {0, 1});
    set(*at_j, {0, 1});
    CHECK(first(f->call(arguments)) == Floats{3, 6});
  }
}

TEST_CASE("a call that tells of an index has been made, and the context goes on") {
  for (const bool blocking : {false, true}) {
    const auto context = checking(devices()[0], blocking);
    const graph::Value i = indices(1), x = share(floats(*context, {1, 2, 3}), "x"),
                       s = share(floats(*context, {0, 0}), "s"), t = share(floats(*context, {0, 0}), "t");
    const graph::Value taken = op("take", {x, i});
    FunctionSpec spec;
    spec.inputs = {{i}};
    spec.updates = {{s, expression("s + a", {{"s", s}, {"a", taken}})}, {t, expression("t + 1", {{"t", t}})}};
    if (!blocking) spec.outputs = {{taken}};  // else the call waits anyway
    const auto f = Function::create(spec);
    const auto value = [](const graph::Value& of) {
      return values_of<float>(*op_as<SharedLeaf>(of)->shared().value());
    };
    for (int k = 0; k < 3; ++k) {
      f->call(std::vector{ints({0, 1})});
      check_error(KILN_INDEX_ERROR, "function: take: index 3 at position 1 is outside -3 .. 2", [&] {
        f->call(std::vector{ints({2, 3})});
      });
    }
    CHECK(value(s) == Floats{12, 6});
    CHECK(value(t) == Floats{6, 6});
  }
}

TEST_CASE("a function that a host function calls leaves what was noted before to the function around it") {
  const auto context = checking(devices()[0]);
  const graph::Value y = vector("y"), z = vector("z"), i = indices(1);
  FunctionSpec inner;
  inner.inputs = {{z}};
  inner.outputs = {{expression("2*z", {{"z", z}})}};
  inner.name = "inner";
  inner.context = context.get();
  const auto twice = Function::create(inner);
  UserDefinition calls;
  calls.name = "Calls";
  calls.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[0]}; };
  calls.compute = [&](std::span<const HostArray> inputs, std::span<HostArray> outputs) {
    const base::CallbackScope scope;
    const auto* from = reinterpret_cast<const float*>(inputs[0].data);
    const auto got = first(twice->call(std::vector{host(Floats(from, from + 2))}));
    std::copy(got.begin(), got.end(), reinterpret_cast<float*>(outputs[0].data));
  };
  FunctionSpec spec;
  spec.inputs = {{y}, {i}};
  spec.outputs = {{user_op(std::move(calls), {op("take", {y, i})})[0]}};
  spec.name = "outer";
  spec.context = context.get();
  const auto f = Function::create(spec);
  const Floats data{1, 2, 3};
  for (int k = 0; k < 2; ++k) {
    CHECK(first(f->call(std::vector{host(data), ints({2, 0})})) == Floats{6, 2});
    check_error(KILN_INDEX_ERROR, "function 'outer': take: index 3 at position 1 is outside -3 .. 2", [&] {
      f->call(std::vector{host(data), ints({0, 3})});
    });
  }
}

TEST_CASE("where a slice starts is looked at as it was given") {
  for (const bool checks : {false, true}) {
    const auto context = checking(devices()[0], false, checks);
    const auto f = [&](DType dtype, std::int64_t length) {
      const graph::Value x = vector("x"), start = make_input("start", {dtype, {}});
      Attributes own;
      own.axis = 0;
      own.numbers[0] = double(length);
      FunctionSpec spec;
      spec.inputs = {{x}, {start}};
      spec.outputs = {{op("slice", {x, start}, own)}};
      spec.context = context.get();
      return Function::create(spec);
    };
    const Floats x{10, 20, 30, 40};
    const auto call = [&](const Ref<Function>& function, DType dtype, auto start) {
      Argument number;
      number.dtype = dtype;
      number.data = &start;
      return first(function->call(std::vector{host(x), number}));
    };
    const auto pair = f(KILN_INT64, 2), from_unsigned = f(KILN_UINT64, 2), narrow = f(KILN_INT8, 3),
               nothing = f(KILN_INT64, 0), all = f(KILN_UINT8, 4);
    CHECK(call(pair, KILN_INT64, std::int64_t{2}) == Floats{30, 40});
    CHECK(call(pair, KILN_INT64, std::int64_t{-2}) == Floats{30, 40});
    CHECK(call(pair, KILN_INT64, std::int64_t{-4}) == Floats{10, 20});
    CHECK(call(narrow, KILN_INT8, std::int8_t{-3}) == Floats{20, 30, 40});
    CHECK(call(nothing, KILN_INT64, std::int64_t{4}).empty());
    CHECK(call(all, KILN_UINT8, std::uint8_t{0}) == x);
    const auto outside = [&](const Ref<Function>& function, DType dtype, auto start, const Floats& nearest,
                             const char* told) {
      INFO(told);
      if (checks)
        check_error(KILN_INDEX_ERROR, told, [&] { call(function, dtype, start); });
      else
        CHECK(call(function, dtype, start) == nearest);
    };
    outside(pair, KILN_INT64, std::int64_t{3}, {30, 40}, "slice: index 3 at position 0 is outside 0 .. 2");
    outside(pair, KILN_INT64, std::int64_t{-1}, {30, 40}, "slice: index 3 at position 0 is outside 0 .. 2");
    outside(pair, KILN_INT64, std::int64_t{-5}, {10, 20}, "slice: index -5 at position 0 is outside -4 .. 4");
    outside(pair, KILN_INT64, INT64_MAX, {30, 40}, "slice: index 9223372036854775807 at position 0 is outside -4 .. 4");
    outside(pair, KILN_INT64, INT64_MIN, {10, 20},
            "slice: index -9223372036854775808 at position 0 is outside -4 .. 4");
    outside(from_unsigned, KILN_UINT64, UINT64_MAX, {30, 40},
            "slice: index 18446744073709551615 at position 0 is outside -4 .. 4");
    outside(all, KILN_UINT8, std::uint8_t{1}, x, "slice: index 1 at position 0 is outside 0 .. 0");
    const auto five = f(KILN_INT64, 5);
    check_error(KILN_SHAPE_ERROR, "graph.slice: got length 5, expected at most 4, the extent of axis 0",
                [&] { call(five, KILN_INT64, std::int64_t{0}); });
  }
}

TEST_CASE("functions of unchecked contexts look at nothing, and say what they make of it") {
  const auto context = checking(devices()[0], false, false);
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims(2, kUnknown)}), i = indices(1);
  FunctionSpec spec;
  spec.inputs = {{x}, {i}};
  const graph::Value loss = op("cross_entropy", {x, i});
  Attributes rows;
  rows.axis = 0;
  spec.outputs = {{loss}, {grad(op("sum", {loss}), Values{x}, {})[0]}, {op("take", {x, i}, rows)}};
  spec.context = &*context;
  const auto f = Function::create(spec);
  const Floats data{0, 0, 0, 0};
  const auto results = f->call(std::vector{matrix(data, 2), ints({7, -1})});
  CHECK(!has(f->describe("toposort"), "CheckIndex"));
  // No class is the label's: log(sum(exp)), and its gradient.
  for (const float each : values_of<float>(*results[0])) CHECK(each == Near(std::log(2.0)));
  for (const float each : values_of<float>(*results[1])) CHECK(each == Near(0.5));
  const Floats other{1, 2, 3, 4};
  CHECK(values_of<float>(*f->call(std::vector{matrix(other, 2), ints({7, -9})})[2]) == Floats{3, 4, 1, 2});
}
