// SPDX-License-Identifier: Apache-2.0
// The same function of the same elements gives the same bits, however often it is called, and in another context.
#include "../support/row_values.hpp"
#include "graph/build/grad.hpp"
#include "graph/spatial/conv_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// Numbers of many magnitudes, whose sums depend on the order.
std::vector<float> of_magnitudes(const Dims& shape, std::uint32_t seed) {
  std::size_t size = 1;
  for (const std::int64_t extent : shape) size *= std::size_t(extent);
  std::vector<float> out;
  for (std::size_t i = 0; i < size; ++i) {
    seed = seed * 1664525U + 1013904223U;
    out.push_back(std::ldexp(float(seed >> 8) / float(1U << 23) - 1, int(seed % 13) - 9));
  }
  return out;
}

struct Repeated {
  std::vector<graph::Value> inputs;
  Values outputs;
};
// The elements of all outputs, of three calls: queued, recorded, replayed.
std::vector<std::vector<std::vector<float>>> called(Context& context, const Repeated& what) {
  FunctionSpec spec;
  for (const graph::Value& input : what.inputs) spec.inputs.push_back({input});
  for (const graph::Value& output : what.outputs) spec.outputs.push_back({output});
  spec.context = &context;
  const auto f = Function::create(spec);
  std::vector<Ref<Array>> arrays;
  std::vector<Argument> arguments(what.inputs.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Dims& shape = what.inputs[i].type().shape;
    arrays.push_back(floats(context, of_magnitudes(shape, std::uint32_t(i)), shape));
    arguments[i].array = arrays.back().get();
  }
  std::vector<std::vector<std::vector<float>>> calls(3);
  for (auto& call : calls)
    for (const auto& result : f->call(arguments)) call.push_back(values_of<float>(*result));
  return calls;
}

void check_same_bits(const Repeated& what) {
  for (std::size_t d = 0; d < contexts().size(); ++d) {
    CAPTURE(devices()[d]);
    auto calls = called(*contexts()[d], what);
    const auto fresh = Context::open(devices()[d], runtime::ContextOptions::from_flags());
    for (auto& call : called(*fresh, what)) calls.push_back(std::move(call));
    for (std::size_t o = 0; o < what.outputs.size(); ++o) {
      CAPTURE(o);
      const std::vector<float>& first = calls[0][o];
      REQUIRE(!first.empty());
      CHECK(std::any_of(first.begin(), first.end(), [](float x) { return x != 0 && std::isfinite(x); }));
      for (std::size_t c = 1; c < calls.size(); ++c) {
        CAPTURE(c);
        REQUIRE(calls[c][o].size() == first.size());
        CHECK(std::memcmp(calls[c][o].data(), first.data(), first.size() * sizeof(float)) == 0);
      }
    }
  }
}

graph::Value real(const char* name, const Dims& shape) { return make_input(name, {KILN_FLOAT32, shape}); }
// A cost to which each element of y contributes with a weight of its own, which is an input too.
graph::Value weighted(const graph::Value& y, const graph::Value& by) {
  return op("sum", {expression("y * w", {{"y", y}, {"w", by}})});
}

}  // namespace

TEST_CASE("the same bits: softmax of rows and columns", "[same-bits]") {
  for (const std::int64_t axis : {1, 0})
    for (const Dims& shape : {Dims{37, 3001}, Dims{700, 130}, Dims{5, 7}}) {
      CAPTURE(axis, layout::shape_text(shape));
      const graph::Value x = real("x", shape);
      check_same_bits({{x}, {softmax_along(x, axis)}});
    }
}

TEST_CASE("the same bits: the gradient of layer norm", "[same-bits]") {
  const Dims shape{150, 515};
  const graph::Value x = real("x", shape), scale = real("s", {515}), shift = real("t", {515}), by = real("w", shape);
  const graph::Value rest = expression("x - m", {{"x", x}, {"m", over("mean", x, {1})}});
  const graph::Value squares = over("mean", expression("d * d", {{"d", rest}}), {1});
  const graph::Value y =
      expression("d / sqrt(v + 1e-5) * s + t", {{"d", rest}, {"v", squares}, {"s", scale}, {"t", shift}});
  Repeated what{{x, scale, shift, by}, grad(weighted(y, by), std::vector{x, scale, shift})};
  what.outputs.push_back(y);
  check_same_bits(what);
}

TEST_CASE("the same bits: convolutions and both gradients", "[same-bits]") {
  struct Case {
    Dims x, filters;
    std::int64_t stride, groups;
    bool last;
  };
  // Filters of several taps, of one, with strides, and of groups; channels last.
  for (const auto& [xs, fs, stride, groups, last] :
       {Case{{4, 8, 19, 21}, {16, 8, 3, 3}, 1, 1, false}, Case{{4, 16, 20, 20}, {8, 16, 1, 1}, 1, 1, false},
        Case{{3, 8, 21, 19}, {12, 8, 3, 3}, 2, 1, false}, Case{{2, 8, 17, 17}, {8, 1, 3, 3}, 1, 8, false},
        Case{{3, 18, 18, 8}, {12, 3, 3, 8}, 1, 1, true}}) {
    CAPTURE(layout::shape_text(xs), layout::shape_text(fs));
    array::ConvOptions options;
    options.border = array::ConvOptions::Border::half;
    options.strides = Dims{stride, stride};
    options.groups = groups;
    options.channels_last = last;
    const graph::Value x = real("x", xs), filters = real("f", fs), y = conv(x, filters, options);
    const graph::Value by = real("w", y.type().shape);
    Repeated what{{x, filters, by}, grad(weighted(y, by), std::vector{x, filters})};
    what.outputs.push_back(y);
    check_same_bits(what);
  }
}

TEST_CASE("the same bits: the gradient of max pooling", "[same-bits]") {
  // Windows that meet and windows that do not.
  for (const std::int64_t window : {3, 2}) {
    CAPTURE(window);
    array::PoolOptions options;
    options.window = Dims{window, window};
    options.strides = Dims{2, 2};
    const graph::Value x = real("x", {3, 5, 33, 35}), y = pool(x, array::PoolOp::max, options);
    const graph::Value by = real("w", y.type().shape);
    check_same_bits({{x, by}, {grad(weighted(y, by), std::vector{x})[0], y}});
  }
}
