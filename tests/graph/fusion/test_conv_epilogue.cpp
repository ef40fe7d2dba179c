// SPDX-License-Identifier: Apache-2.0
// Convolutions and the elementwise nodes behind them as one node: that values stay as they are, for every kernel of
// forward convolutions with something behind it, and which nodes that takes.
#include <optional>

#include "../../ops/support/product_support.hpp"
#include "../../ops/support/tuned.hpp"
#include "../support/epilogue_support.hpp"
#include "array/conv/conv.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/spatial/conv_ops.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::ConvWay;

namespace {

class ForcedWay {
 public:
  explicit ForcedWay(ConvWay way) : plain_(way >= ConvWay::large_tiles && way <= ConvWay::split_tiles) {
    array::force_conv(way);
  }
  ~ForcedWay() { array::force_conv(ConvWay::automatic); }

 private:
  const PlainBuild plain_;
};

// A convolution of two spatial axes.
struct Net {
  std::int64_t batch, channels, filters, extents[2], taps[2], strides[2];
  std::int64_t groups = 1;
  bool last = false;
  DType dtype = KILN_FLOAT32;

  Dims shape(std::int64_t first, std::int64_t second, std::int64_t rows, std::int64_t columns) const {
    return last ? Dims{first, rows, columns, second} : Dims{first, second, rows, columns};
  }
  ConvOptions options() const {
    ConvOptions o{{strides[0], strides[1]}, {}, ConvOptions::Border::half, {}, groups, false, last};
    return o;
  }
  Dims input() const { return shape(batch, channels, extents[0], extents[1]); }
  Dims weights() const { return shape(filters, channels / groups, taps[0], taps[1]); }
  Dims result() const { return array::conv_shape(input(), weights(), options(), ""); }
  graph::Value conv(Context& context) const {
    return graph::conv(eighths_of(context, input(), 1, dtype), eighths_of(context, weights(), 2, dtype), options());
  }
  graph::Value bias(Context& context, DType of) const {
    const bool broadcasts[] = {true, last, true, !last};
    return make_shared(eighths(context, shape(1, filters, 1, 1), 3, of), "", broadcasts);
  }
  // Bias, activation and residual.
  graph::Value layer(Context& context) const {
    const graph::Value p = conv(context);
    return expression("max(p + b, 0) - r",
                      {{"p", p}, {"b", bias(context, dtype)}, {"r", eighths_of(context, result(), 4, dtype)}});
  }
};

// Products of matrices, sums of few channels, depthwise ones, and others, with strides, groups and odd extents.
const Net kNets[] = {{2, 5, 7, {6, 7}, {3, 3}, {1, 1}},        {1, 12, 9, {5, 6}, {1, 1}, {1, 1}},
                     {2, 12, 9, {5, 6}, {1, 1}, {2, 1}},       {2, 19, 19, {9, 21}, {3, 3}, {1, 1}, 19},
                     {1, 18, 18, {7, 10}, {3, 3}, {2, 2}, 18}, {2, 8, 12, {6, 5}, {2, 3}, {2, 1}, 2}};

}  // namespace

TEST_CASE("bias, activation and residual behind a convolution", "[epilogue][optimised]") {
  for (const auto& context : contexts())
    for (std::size_t i = 0; i < std::size(kNets); ++i)
      for (const bool last : {false, true}) {
        if (last && i % 2 == 1 && i != 3) continue;
        Net net = kNets[i];
        net.last = last;
        CAPTURE(context->device(), i, last);
        const Told told = check_same(*context, {net.layer(*context)});
        CHECK(has(told.why, ": GpuConv{"));
        CHECK(has(told.why, "fused: add, max, subtract"));
      }
}

TEST_CASE("what follows a convolution of other dtypes", "[epilogue]") {
  for (const auto& context : contexts())
    for (const DType dtype : {KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16}) {
      if (dtype == KILN_FLOAT64 && !context->properties().has_float64) continue;
      CAPTURE(context->device(), base::dtype_name(dtype));
      Net net = kNets[0], depthwise = kNets[3];
      net.dtype = depthwise.dtype = dtype, depthwise.last = dtype != KILN_FLOAT16;
      if (dtype != KILN_BFLOAT16) check_same(*context, {net.layer(*context)});
      check_same(*context, {depthwise.layer(*context)});
    }
  // The bias and the results have another dtype.
  Context& context = *contexts()[0];
  Net net = kNets[4];
  net.dtype = KILN_FLOAT16;
  const graph::Value b = net.bias(context, KILN_FLOAT32);
  check_same(context, {expression("tanh((p + b) / 64)", {{"p", net.conv(context)}, {"b", b}})});
}

TEST_CASE("every kernel of convolutions with something behind it", "[epilogue]") {
  using enum ConvWay;
  struct Case {
    ConvWay way;
    std::size_t net;
    bool last;
  };
  const Case cases[] = {{panels, 0, true},       {large_tiles, 0, false}, {medium_tiles, 0, true},
                        {small_tiles, 3, false}, {split_tiles, 0, false}, {winograd, 0, false},
                        {winograd, 0, true},     {direct, 3, false},      {direct, 3, true},
                        {points, 3, false},      {points, 3, true}};
  for (const auto& context : contexts())
    for (const Case& c : cases) {
      // The texts of these have OpenCL's vectors.
      if (c.way == panels && context->properties().dialect != backend::Dialect::opencl_c) continue;
      Net net = kNets[c.net];
      net.last = c.last;
      // Vectors of tiles that begin inside of a row of tiles.
      if (c.way == winograd) net.extents[0] = 10, net.extents[1] = 11;
      CAPTURE(context->device(), int(c.way), c.net, c.last);
      const ForcedWay forced(c.way);
      check_same(*context, {net.layer(*context)});
    }
}

TEST_CASE("operands behind a convolution: scalars, views, and some whose lines are apart", "[epilogue]") {
  for (const auto& context : contexts()) {
    const Net net{2, 6, 8, {4, 5}, {3, 3}, {1, 1}};
    const graph::Value p = net.conv(*context), b = net.bias(*context, KILN_FLOAT32);
    const Names names{{"p", p}, {"b", b}, {"s", eighths_of(*context, {}, 5)}};
    check_same(*context, {expression("max(p * s + b, 0)", names)});
    // An operand for each image, and one for each column, whose lines no kernel has.
    const bool images[] = {false, true, true, true}, columns[] = {true, true, true, false};
    check_same(*context, {expression("p * x + y", {{"p", p},
                                                   {"x", make_shared(eighths(*context, {2, 1, 1, 1}, 6), "", images)},
                                                   {"y", eighths_of(*context, {2, 8, 4, 5}, 7)}})});
    check_same(*context,
               {expression("p + x", {{"p", p}, {"x", make_shared(eighths(*context, {1, 1, 1, 5}, 6), "", columns)}})});
    // A residual whose axes lie in another order, and results in a joined array.
    Attributes order;
    order.axes = {0, 3, 1, 2};
    const graph::Value turned = op("dimshuffle", {eighths_of(*context, {2, 4, 5, 8}, 8)}, order);
    const graph::Value y = expression("max(p + b, 0) - r", {{"p", p}, {"b", b}, {"r", turned}});
    check_same(*context, {y});
    check_same(*context, {op("sort", {concat({y, expression("sin(x)", {{"x", turned}})}, 1)})});
  }
}

TEST_CASE("a variable that is the residual of a convolution", "[epilogue]") {
  for (const auto& context : contexts()) {
    const auto run = [&](bool together) {
      const Net net{1, 4, 4, {5, 6}, {3, 3}, {1, 1}};
      const graph::Value p = net.conv(*context), w = eighths_of(*context, {1, 4, 5, 6}, 9);
      FunctionSpec spec = spec_of(*context, {});
      spec.updates.emplace_back(w, expression("min(max(p, -1), 1) - w", {{"p", p}, {"w", w}}));
      return told(spec, together, {w});
    };
    const Told one = run(true), apart = run(false);
    CHECK(one.fused() == 1);
    CHECK(one.values == apart.values);
  }
}

TEST_CASE("convolutions that stay as they are", "[epilogue]") {
  Context& context = *contexts()[0];
  const Net net = kNets[0];
  const graph::Value p = net.conv(context), relu = expression("max(p, 0)", {{"p", p}});
  // Somebody else reads the convolution; it has no elements; what follows has another shape.
  check_same(context, {relu, op("sum", {p})}, 0);
  Net none = net;
  none.batch = 0;
  check_same(context, {expression("max(p, 0)", {{"p", none.conv(context)}})}, 0);
  check_same(context, {expression("p - r", {{"p", p}, {"r", eighths_of(context, {3, 2, 7, 6, 7}, 4)}})}, 0);
  // Gradients read the convolution.
  const graph::Value b = net.bias(context, KILN_FLOAT32);
  const graph::Value cost = op("sum", {expression("tanh(p / 64 + b)", {{"p", p}, {"b", b}})});
  check_same(context, grad(cost, std::vector{b}), 0);
  // No channels: sums of nothing.
  Net empty = net;
  empty.channels = 0;
  check_same(context, {empty.layer(context)}, 0);
}

TEST_CASE("random convolutions and what follows", "[epilogue]") {
  Context& context = *contexts()[0];
  const auto [first, end] = seeds(2);
  for (std::uint64_t seed = first; seed < end; ++seed) {
    std::mt19937_64 random(seed);
    const auto one_of = [&](const auto& list) { return list[random() % std::size(list)]; };
    const auto below = [&](std::uint64_t n) { return std::int64_t(random() % n); };
    const DType dtypes[] = {KILN_FLOAT32, KILN_FLOAT32, KILN_FLOAT16, KILN_BFLOAT16};
    const std::int64_t groups[] = {1, 1, 2, 17}, group = one_of(groups);
    const std::int64_t channels = group * (1 + below(group > 2 ? 2 : 9)),
                       filters = group * (1 + below(group > 2 ? 2 : 9));
    const Net net{1 + below(2),
                  channels,
                  filters,
                  {3 + below(8), 3 + below(20)},
                  {1 + below(3), 1 + below(3)},
                  {1 + below(2), 1 + below(2)},
                  group,
                  below(2) == 0,
                  one_of(dtypes)};
    const graph::Value p = net.conv(context);
    const auto operand = [&]() -> graph::Value {
      switch (below(3)) {
        case 0:
          return net.bias(context, net.dtype);
        case 1:
          return eighths_of(context, {}, 5, net.dtype);
        default:
          return eighths_of(context, net.result(), 6, net.dtype);
      }
    };
    const char* const texts[] = {"max(p, x) - y", "where(p > x, y, p)", "tanh(x - p / 64) + y", "abs(p) + x + y"};
    const char* const text = one_of(texts);
    CAPTURE(seed, text, base::dtype_name(net.dtype), channels, filters, group, net.last, net.extents[0],
            net.extents[1]);
    check_same(context, {expression(text, {{"p", p}, {"x", operand()}, {"y", operand()}})});
  }
}
