// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling in graphs: types of results, errors, and gradients of gradients.
#include "../support/ops_samples.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/spatial/conv_ops.hpp"

namespace kiln::test {
namespace {

using array::ConvOptions;
using array::PoolOp;
using array::PoolOptions;

Value input(const char* name, const Dims& shape, DType dtype = KILN_FLOAT32) {
  return make_input(name, {dtype, shape});
}

template <class Make>
void refuses(kiln_status status, const std::string& part, const Make& make) {
  try {
    make();
    FAIL("not refused: " << part);
  } catch (const backend::Error& error) {
    CHECK(error.status() == status);
    INFO(error.message());
    CHECK(error.message().find(part) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("conv in graphs: types of results", "[graph-ops]") {
  const Value x = input("x", {kUnknown, 4, kUnknown, 9}), w = input("w", {6, 4, 3, 3}, KILN_FLOAT64);
  ConvOptions options;
  CHECK(conv(x, w, options).type() == Type{KILN_FLOAT64, {kUnknown, 6, kUnknown, 7}});
  CHECK(conv_transpose(conv(x, w, options), w, x, options, {}).type() ==
        Type{KILN_FLOAT64, {kUnknown, 4, kUnknown, 9}});
  CHECK(conv_transpose(input("y", {2, 6, 5, 7}), w, {}, options, {}).type() == Type{KILN_FLOAT64, {2, 4, 7, 9}});
  CHECK(conv_filter_gradient(x, conv(x, w, options), w, options, {}).type() == Type{KILN_FLOAT64, {6, 4, 3, 3}});
  CHECK(pool(x, PoolOp::max, {Dims{2, 2}, {}, {}, false, false}).type() ==
        Type{KILN_FLOAT32, {kUnknown, 4, kUnknown, 4}});
  CHECK(pool(x, PoolOp::average, {}).type() == Type{KILN_FLOAT32, {kUnknown, 4, 1, 1}});
  CHECK(upsample(x, {}, true, Dims{5, 6}, false).type() == Type{KILN_FLOAT32, {kUnknown, 4, 5, 6}});
  // A gradient has its input's dtype.
  const Values by = grad(reduce(KILN_REDUCE_SUM, conv(x, w, options), std::nullopt), std::vector<Value>{x, w}, {});
  CHECK(by[0].type() == x.type());
  CHECK(by[1].type() == w.type());
}

TEST_CASE("conv in graphs: what is refused", "[graph-ops]") {
  const Value x = input("x", {2, 4, 5, 5}), w = input("w", {6, 4, 3, 3});
  const auto with = [&](auto change) {
    ConvOptions options;
    change(options);
    conv(x, w, options);
  };
  refuses(KILN_SHAPE_ERROR, "graph.conv: filters of shape (6, 4, 7, 3) on an input of shape (2, 4, 5, 5)", [&] {
    conv(x, input("w", {6, 4, 7, 3}), {});
  });
  refuses(KILN_INVALID_ARGUMENT,
          "graph.conv: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 0 groups, "
          "expected at least 1; of Input 'x', Input 'w'",
          [&] { with([](ConvOptions& o) { o.groups = 0; }); });
  refuses(KILN_INVALID_ARGUMENT, "got a padding of -2 before spatial axis 1, expected 0 to 2147483647; of ", [&] {
    with([](ConvOptions& o) {
      o.border = ConvOptions::Border::numbers;
      o.padding = Dims{0, 0, -2, 0};
    });
  });
  refuses(KILN_SHAPE_ERROR, "graph.conv: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 4 channels",
          [&] { with([](ConvOptions& o) { o.groups = 2; }); });
  refuses(KILN_SHAPE_ERROR, "(6, 4, 3, 3): got 4 channels, expected 8 (2 groups of 4)",
          [&] { with([](ConvOptions& o) { o.groups = 2; }); });
  refuses(KILN_SHAPE_ERROR, "(6, 4, 3, 3): got 1 channel, expected 4; ", [&] {
    conv(input("x", {2, 1, 5, 5}), w, {});
  });
  refuses(KILN_TYPE_ERROR, "graph.conv: got int32(2, 4, 5, 5)", [&] {
    conv(input("i", {2, 4, 5, 5}, KILN_INT32), w, {});
  });
  refuses(KILN_SHAPE_ERROR, "graph.conv_filter_gradient: the output has shape (2, 6, 9, 3)", [&] {
    conv_filter_gradient(x, input("y", {2, 6, 9, 3}), w, {}, {});
  });
  refuses(KILN_INVALID_ARGUMENT, "graph.conv_filter_gradient: no shape is given", [&] {
    apply("conv_filter_gradient", {x, w}, {});
  });
  refuses(KILN_SHAPE_ERROR,
          "graph.pool: the input has shape (2, 4, 5, 5): got a window of 6 along spatial axis 0, expected at most the "
          "input's 5 with its padding; of Input 'x'",
          [&] {
            pool(x, PoolOp::max, {Dims{6, 2}, {}, {}, false, false});
          });
  refuses(KILN_INVALID_ARGUMENT, "got a padding of 3 behind spatial axis 1, expected less than the window's 3; of ",
          [&] {
            pool(x, PoolOp::max, {Dims{3, 3}, {}, Dims{0, 0, 1, 3}, false, false});
          });
  // Extents that are not known are no numbers.
  refuses(
      KILN_SHAPE_ERROR,
      "graph.conv: the input has shape (?, ?, ?, ?) and the filters (?, ?): got 2 dimensions of the filters, expected "
      "4; of Input 'images', Input 'matrix'",
      [&] { conv(input("images", Dims(4, kUnknown)), input("matrix", Dims(2, kUnknown)), {}); });
  refuses(KILN_SHAPE_ERROR,
          "graph.pool_gradient: got float32(?, 4, 5, 5) and float32(?, 4, 3, ?), expected the shape (?, "
          "4, 2, 2) of the second",
          [&] {
            pool_gradient(input("x", {kUnknown, 4, 5, 5}), input("y", {kUnknown, 4, 3, kUnknown}), PoolOp::max,
                          {Dims{2, 2}, {}, {}, false, false});
          });
  // A program must know the extents that it gives.
  refuses(KILN_SHAPE_ERROR, "graph.conv_transpose: got the extents (5, -1) of the input, expected at least 0", [&] {
    conv_transpose(input("y", {2, 6, 3, 3}), w, {}, {}, Dims{5, -1});
  });
  refuses(KILN_SHAPE_ERROR, "graph.conv_filter_gradient: got the extents (-1, 3) of the filters, expected at least 0",
          [&] {
            conv_filter_gradient(x, input("y", {2, 6, 3, 3}), {}, {}, Dims{-1, 3});
          });
  refuses(KILN_TYPE_ERROR, "graph.pool: got int32", [&] { pool(input("i", {2, 4, 5}, KILN_INT32), PoolOp::max, {}); });
  refuses(KILN_INVALID_ARGUMENT, "graph.pool: the flag is 9, expected a kiln_pool_op", [&] {
    Attributes a;
    a.flag = 9;
    apply("pool", {x}, a);
  });
  refuses(KILN_SHAPE_ERROR, "graph.upsample: got the extents (0, 3) of the result, expected at least 1", [&] {
    upsample(x, {}, false, Dims{0, 3}, false);
  });
  refuses(KILN_SHAPE_ERROR, "graph.upsample_gradient: got the extents (0, 3) of the result, expected at least 1", [&] {
    Attributes a;
    a.shape = Dims{0, 3};
    a.has_shape = true;
    apply("upsample_gradient", {x}, a);
  });
  refuses(KILN_TYPE_ERROR, "graph.pool_gradient: got int32", [&] {
    apply("pool_gradient", {x, input("i", {2, 4, 1, 1}, KILN_INT32)}, {});
  });
  // Shapes that only a call tells: the message names the node.
  for (const std::string& device : devices()) {
    Pool values;
    values.add("late", {KILN_FLOAT32, {1, 4, 2, 2}, Doubles(16, 1)});
    values.add("few", {KILN_FLOAT32, {6, 4, 3, 3}, Doubles(216, 1)});
    const Value result = conv(values.value("late"), values.value("few"), {});
    result.node->set_label("edges");
    refuses(KILN_SHAPE_ERROR, "edges", [&] { values.call({result}, test::context(device)); });
    refuses(KILN_SHAPE_ERROR, "the filters cover 3, expected at most the input's 2",
            [&] { values.call({result}, test::context(device)); });
  }
}

TEST_CASE("conv in graphs: operands of no axis and of one", "[graph-ops]") {
  const Value x = input("x", {2, 4, 5, 5}), w = input("w", {6, 4, 3, 3}), y = input("y", {2, 6, 3, 3});
  const std::string rest = ", expected 3 to 5: a batch axis, an axis of channels and 1 to 3 spatial axes; of Input '";
  for (const Dims& shape : {Dims{}, Dims{7}}) {
    const Value few = input("few", shape);
    const std::string has = layout::shape_text(shape), got = shape.empty() ? "got 0 dimensions" : "got 1 dimension";
    const auto first = [&](const char* name, const char* what, const std::string& and_other, const auto& make) {
      refuses(KILN_SHAPE_ERROR,
              fmt::format("graph.{}: {} has shape {}{}: {} of {}{}few'", name, what, has, and_other, got, what, rest),
              make);
    };
    const auto second = [&](const char* begin, const char* what, const auto& make) {
      refuses(KILN_SHAPE_ERROR, fmt::format("graph.{} {}: {} of {}, expected 4; of Input '", begin, has, got, what),
              make);
    };
    first("conv", "the input", " and the filters (6, 4, 3, 3)", [&] { conv(few, w, {}); });
    second("conv: the input has shape (2, 4, 5, 5) and the filters", "the filters", [&] { conv(x, few, {}); });
    first("conv_transpose", "the output", " and the filters (6, 4, 3, 3)",
          [&] { conv_transpose(few, w, {}, {}, Dims{}); });
    second("conv_transpose: the output has shape (2, 6, 3, 3) and the filters", "the filters",
           [&] { conv_transpose(y, few, {}, {}, Dims{}); });
    first("conv_filter_gradient", "the input", " and the output (2, 6, 3, 3)", [&] {
      conv_filter_gradient(few, y, {}, {}, Dims{3, 3});
    });
    second("conv_filter_gradient: the input has shape (2, 4, 5, 5) and the output", "the output", [&] {
      conv_filter_gradient(x, few, {}, {}, Dims{3, 3});
    });
    first("pool", "the input", "", [&] { pool(few, PoolOp::max, {}); });
    first("pool_gradient", "the input", "", [&] { pool_gradient(few, y, PoolOp::max, {}); });
    const PoolOptions two{Dims{2, 2}, {}, {}, false, false};
    refuses(KILN_SHAPE_ERROR,
            fmt::format("graph.pool_gradient: got float32(2, 4, 5, 5) and float32{}, expected the shape (2, 4, 2, 2) "
                        "of the second; of Input 'x', Input 'few'",
                        has),
            [&] { pool_gradient(x, few, PoolOp::max, two); });
    for (const Dims& extents : {Dims{}, Dims{9}}) {
      first("upsample", "the operand", "", [&] { upsample(few, {}, true, extents, false); });
      first("upsample_gradient", "the operand", "", [&] { upsample_gradient(few, {}, true, extents, false); });
    }
    // A value that gives extents has none.
    refuses(KILN_SHAPE_ERROR,
            "graph.upsample: the operand has shape (2, 4, 5, 5): got the extents of the result (), expected 2 numbers",
            [&] { upsample(x, few, true, {}, false); });
  }
}

TEST_CASE("conv in graphs: gradients of gradients", "[graph-second]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool values = pool_of(context);
    const Value image = values.value("image"), filters = values.value("filters");
    ConvOptions options{Dims{2, 1}, Dims{1, 1}, ConvOptions::Border::numbers, Dims{1, 0, 1, 1}, 2, true, false};
    const PoolOptions windows{Dims{2, 3}, Dims{1, 2}, Dims{1, 0, 0, 1}, true, false};
    const auto curved = [](const Value& value) {
      return reduce(KILN_REDUCE_SUM, build("v*(0.4 + v*(0.3 - 0.1*v))", {{"v", value}}), std::nullopt);
    };
    Values first;
    const auto add = [&](const Value& value, const std::vector<Value>& wrt) {
      for (const Value& gradient : grad(curved(value), wrt, {})) first.push_back(gradient);
    };
    add(conv(image, filters, options), {image, filters});
    add(pool(image, PoolOp::max, windows), {image});
    add(pool(image, PoolOp::average, windows), {image});
    add(upsample(image, {}, true, Dims{6, 7}, false), {image});
    VerifyOptions verify;
    verify.context = &context;
    CHECK(verify_grad(first, values.inputs(), values.arguments(), verify).compared > 100);
  }
}

}  // namespace kiln::test
