// SPDX-License-Identifier: Apache-2.0
// What does not fit: refused when the graph is built where the graph knows it, else by the call; the message has the
// name of the layer or function.
#include <limits>

#include "nn_support.hpp"

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("nn: a call with extents that do not fit names the layer or the loss") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), y = g::matrix("y", KILN_FLOAT32),
                    v = g::vector("v", KILN_FLOAT32);
  const g::Variable image = g::tensor4("image", KILN_FLOAT32), cube = g::tensor3("cube", KILN_FLOAT32);
  const g::Variable labels = g::vector("labels", KILN_INT64);
  const nn::Dense dense(net, "dense", 3, 2);
  const nn::Convolution conv(net, "conv", 2, 4, {3, 3});
  const nn::TransposedConvolution up(net, "up", 2, 4, {3, 3});
  const nn::LayerNorm layer(net, "layer", 3);
  const nn::RmsNorm rms(net, "rms", 3);
  const nn::GroupNorm group(net, "group", 2, 4);
  const nn::BatchNorm batch(net, "batch", 3);
  const nn::Lstm lstm(net, "lstm", 3, 2);
  const nn::Gru gru(net, "gru", 3, 2);
  const nn::Attention look(net, "look", 4, 2);
  struct Case {
    g::Variables inputs;
    std::vector<Shape> shapes;
    g::Variable output;
    const char* message;
  };
  const std::vector<Case> cases{
      {{x},
       {{5, 4}},
       dense(x),
       "'nn.Dense 'dense': an input': graph.specify_shape: got float32(5, 4), expected the shape (?, 3)"},
      {{image}, {{1, 3, 8, 8}}, conv(image), "'nn.Convolution 'conv': an input': graph.specify_shape: got"},
      {{image}, {{1, 2, 2, 2}}, conv(image), "'nn.Convolution 'conv'': graph.conv: "},
      {{image}, {{1, 3, 8, 8}}, up(image), "'nn.TransposedConvolution 'up': an input'"},
      {{x}, {{5, 1}}, layer(x), "'nn.LayerNorm 'layer': an input'"},
      {{x}, {{5, 1}}, rms(x), "'nn.RmsNorm 'rms': an input'"},
      {{x}, {{5, 1}}, group(x), "'nn.GroupNorm 'group': an input'"},
      {{x}, {{5, 1}}, batch(x), "'nn.BatchNorm 'batch': an input'"},
      {{cube}, {{2, 2, 4}}, lstm.scan(cube)[0], "'nn.Lstm 'lstm': an input'"},
      {{cube, x}, {{2, 2, 3}, {2, 3}}, gru.scan(cube, x), "'nn.Gru 'gru': a state'"},
      {{x, y}, {{2, 3}, {3, 2}}, gru(x, y), "'nn.Gru 'gru''"},
      {{x, y}, {{2, 3}, {3, 2}}, lstm(x, y, y)[0], "'nn.Lstm 'lstm''"},
      {{cube}, {{2, 2, 3}}, look(cube), "'nn.Attention 'look': an input'"},
      {{x, y}, {{5, 3}, {4, 3}}, nn::mean_squared(x, y), "'nn.mean_squared'"},
      {{x, y}, {{5, 3}, {1, 3}}, nn::mean_squared(x, y), "'nn.mean_squared'"},
      {{x, y}, {{5, 3}, {5, 4}}, nn::huber(x, y), "'nn.huber'"},
      {{x, y}, {{5, 3}, {5, 4}}, nn::binary_cross_entropy(x, y), "'nn.binary_cross_entropy'"},
      {{x, y}, {{5, 3}, {5, 4}}, nn::normal_divergence(x, y), "'nn.normal_divergence'"},
      {{x, labels}, {{5, 3}, {4}}, nn::cross_entropy(x, labels), "'nn.cross_entropy'"},
      {{x, labels, v}, {{5, 3}, {5}, {4}}, nn::cross_entropy(x, labels, {nn::Reduce::mean, v}), "'nn.cross_entropy'"},
      {{x, y, v}, {{5, 3}, {3, 2}, {1}}, nn::dense(x, y, v), "'nn.dense'"},
      {{x, y, v}, {{5, 3}, {4, 2}, {2}}, nn::dense(x, y, v), "'nn.dense'"},
      {{cube, y}, {{2, 5, 3}, {4, 2}}, nn::dense(cube, y), "'nn.dense'"},
      {{x, v}, {{5, 3}, {1}}, nn::layer_norm(x, v), "'nn.layer_norm'"},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& each = cases[i];
    INFO("case " << i << ": " << each.message);
    g::FunctionOptions options;
    for (const g::Variable& input : each.inputs) options.inputs.emplace_back(input);
    options.outputs = {each.output};
    options.context = context;
    std::vector<GpuArray> arrays;
    for (std::size_t k = 0; k < each.shapes.size(); ++k)
      arrays.push_back(GpuArray::zeros(context, each.shapes[k], each.inputs[k].dtype()));
    const std::vector<g::Argument> arguments(arrays.begin(), arrays.end());
    const g::Function f(options);
    refused(KILN_SHAPE_ERROR, each.message, [&] { f.call(arguments); });
  }
  // A parameter whose shape the program changed.
  const g::Function f({.inputs = {x}, .outputs = {dense(x)}, .context = context});
  dense.weight.set_value(GpuArray::zeros(context, {3, 5}, KILN_FLOAT32));
  refused(KILN_SHAPE_ERROR, "'nn.Dense 'dense': a weight': graph.specify_shape: got float32(3, 5)", [&] {
    f(GpuArray::zeros(context, {5, 3}, KILN_FLOAT32));
  });
}

TEST_CASE("nn: a layer tells the graph its extents, so that the next one is checked when the graph is built") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const nn::Dense first(net, "first", 3, 4), next(net, "next", 5, 2), single(net, "single", 1, 1);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), labels = g::vector("labels", KILN_INT64);
  refused(KILN_SHAPE_ERROR, "nn.Dense 'next': got an input of float32 (?, 4), expected 5 along axis 1",
          [&] { next(g::relu(first(x))); });
  const nn::Convolution conv(net, "conv", 1, 2, {1}), other(net, "other", 1, 2, {1});
  refused(KILN_SHAPE_ERROR, "nn.Convolution 'other': got an input of float32 (?, 2, ?), expected 1 along axis 1",
          [&] { other(conv(g::tensor3("c", KILN_FLOAT32))); });
  const nn::Lstm lstm(net, "lstm", 3, 4);
  refused(KILN_SHAPE_ERROR, "nn.Dense 'next': got an input of float32 (?, ?, 4), expected 5 along axis 2",
          [&] { next(lstm.scan(g::tensor3("s", KILN_FLOAT32))[0]); });
  const nn::Embedding table(net, "table", 7, 4);
  refused(KILN_SHAPE_ERROR, "nn.Dense 'next': got an input of float32 (?, 4), expected 5 along axis 1",
          [&] { next(table(labels)); });
  refused(KILN_SHAPE_ERROR,
          "nn.mean_squared: got predictions of float32 (?, 4) and targets of float32 (?, 3), expected the same shape",
          [&] {
            nn::mean_squared(first(x), g::input("t", KILN_FLOAT32, {-1, 3}));
          });
  refused(
      KILN_SHAPE_ERROR,
      "nn.cross_entropy: got scores of float32 (5, 4) and labels of int64 (4,), expected the same extent along axis "
      "0 of the first and axis 0 of the second",
      [&] {
        nn::cross_entropy(first(g::input("x", KILN_FLOAT32, {5, 3})), g::input("l", KILN_INT64, {4}));
      });
  // A bias has the extent of the layer; one of extent 1 does not broadcast.
  const g::Variable weight = g::input("w", KILN_FLOAT32, {3, 2}), bias = g::input("b", KILN_FLOAT32, {1});
  refused(KILN_SHAPE_ERROR,
          "nn.dense: got a weight of float32 (3, 2) and a bias of float32 (1,), expected the same extent",
          [&] { nn::dense(x, weight, bias); });
  const g::Variable filters = g::input("f", KILN_FLOAT32, {2, 1, 1}), c = g::tensor3("c", KILN_FLOAT32);
  refused(KILN_SHAPE_ERROR, "nn.conv: got filters of float32 (2, 1, 1) and a bias of float32 (1,)",
          [&] { nn::conv(c, filters, bias); });
  refused(KILN_SHAPE_ERROR, "nn.conv_transpose: got a bias of float32 (2,), expected 3 along axis 0", [&] {
    nn::conv_transpose(c, g::input("f", KILN_FLOAT32, {2, 3, 1}), g::input("b", KILN_FLOAT32, {2}));
  });
}

TEST_CASE("nn: layers of extent 1 train") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const nn::Gru cell(net, "cell", 1, 1);
  const nn::LayerNorm norm(net, "norm", 1);
  const nn::Dense layer(net, "layer", 1, 1);
  const g::Variable x = g::tensor3("x", KILN_FLOAT32), t = g::matrix("t", KILN_FLOAT32);
  const g::Variable cost = nn::mean_squared(layer(norm(cell.scan(x)(-1))), t);
  const g::Function train(
      {.inputs = {x, t}, .outputs = {cost}, .updates = nn::sgd(net, cost, 0.1), .context = context});
  const auto given = array_of(context, scattered(6), {3, 2, 1}), aims = array_of(context, {1, 2}, {2, 1});
  const double first = train(given, aims)[0].item<double>();
  CHECK(train.run(5, given, aims)[0].item<double>() < first);
  CHECK(layer.weight.get_value().shape() == Shape{1, 1});
  CHECK(cell.weight.get_value().shape() == Shape{1, 3});
  refused(KILN_SHAPE_ERROR,
          "'nn.mean_squared: targets': graph.specify_shape: got float32(2, 2), expected the shape (?, 1)", [&] {
            train(given, array_of(context, {1, 2, 3, 4}, {2, 2}));
          });
}

TEST_CASE("nn: numbers out of range are refused when the graph is built") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  g::RandomStream random(context, 1);
  const nn::Dense layer(net, "layer", 2, 2);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), cube = g::tensor3("c", KILN_FLOAT32),
                    step = g::scalar("step", KILN_INT64);
  const g::Variable cost = g::sum(layer(x));
  const auto no = [](const std::string& message, const auto& body) { refused(KILN_INVALID_ARGUMENT, message, body); };
  for (const double rate : {0.0, -0.5, kNan, kInf}) {
    const std::string text = rate == 0 ? "0" : rate == -0.5 ? "-0.5" : rate == kInf ? "inf" : "nan";
    const std::string got = ": got a learning rate of " + text + ", expected a finite number above 0";
    no("nn.sgd" + got, [&] { nn::sgd(net, cost, rate); });
    no("nn.momentum" + got, [&] { nn::momentum(net, cost, rate); });
    no("nn.nesterov" + got, [&] { nn::nesterov(net, cost, rate); });
    no("nn.rmsprop" + got, [&] { nn::rmsprop(net, cost, rate); });
    no("nn.adam" + got, [&] { nn::adam(net, cost, rate); });
    no("nn.adamw" + got, [&] { nn::adamw(net, cost, rate); });
    no("nn.warm_up" + got, [&] { nn::warm_up(step, 2, rate); });
    const std::string scheduled = ": got the rate " + text + ", expected a finite number above 0";
    no("nn.constant_rate" + scheduled, [&] { nn::constant_rate(rate); });
    no("nn.step_rate" + scheduled, [&] { nn::step_rate(step, rate, 2, 0.5); });
    no("nn.cosine_rate" + scheduled, [&] { nn::cosine_rate(step, rate, 2); });
    const std::string above = text + ", expected a finite number above 0";
    no("nn.step_rate: got the factor " + above, [&] { nn::step_rate(step, 1, 2, rate); });
    no("nn.rmsprop: got epsilon " + above, [&] { nn::rmsprop(net, cost, 0.1, {0.9, rate}); });
    no("nn.adam: got epsilon " + above, [&] { nn::adam(net, cost, 0.1, {0.9, 0.9, rate}); });
    no("nn.adamw: got epsilon " + above, [&] { nn::adamw(net, cost, 0.1, {0.9, 0.9, rate}); });
    no("nn.huber: got delta " + above, [&] { nn::huber(x, x, rate); });
    no("nn.clip_by_global_norm: got the limit " + above, [&] { nn::clip_by_global_norm({x}, rate); });
    no("nn.layer_norm: got epsilon " + above, [&] { nn::layer_norm(x, g::vector("s", KILN_FLOAT32), {}, rate); });
    no("nn.LayerNorm 'n': got epsilon " + above, [&] { nn::LayerNorm(net, "n", 2, {rate}); });
    no("nn.RmsNorm 'n': got epsilon " + above, [&] { nn::RmsNorm(net, "n", 2, {rate}); });
    no("nn.GroupNorm 'n': got epsilon " + above, [&] { nn::GroupNorm(net, "n", 2, 2, {rate}); });
    no("nn.BatchNorm 'n': got epsilon " + above, [&] { nn::BatchNorm(net, "n", 2, {rate}); });
    no("nn.glorot_uniform: got the gain " + above, [&] { nn::glorot_uniform(rate); });
    no("nn.glorot_normal: got the gain " + above, [&] { nn::glorot_normal(rate); });
    no("nn.he_uniform: got the gain " + above, [&] { nn::he_uniform(rate); });
    no("nn.he_normal: got the gain " + above, [&] { nn::he_normal(rate); });
    no("nn.orthogonal: got the gain " + above, [&] { nn::orthogonal(rate); });
  }
  for (const double share : {-0.1, 1.0, kNan}) {
    const std::string text = (share == 1  ? "1"
                              : share < 0 ? "-0.1"
                                          : "nan") +
                             std::string(", expected a number from 0 to below 1");
    no("nn.momentum: got a momentum of " + text, [&] { nn::momentum(net, cost, 0.1, {share}); });
    no("nn.nesterov: got a momentum of " + text, [&] { nn::nesterov(net, cost, 0.1, {share}); });
    no("nn.rmsprop: got a decay of " + text, [&] { nn::rmsprop(net, cost, 0.1, {share}); });
    no("nn.adam: got beta1 " + text, [&] { nn::adam(net, cost, 0.1, {share}); });
    no("nn.adam: got beta2 " + text, [&] { nn::adam(net, cost, 0.1, {0.9, share}); });
    no("nn.adamw: got beta1 " + text, [&] { nn::adamw(net, cost, 0.1, {share}); });
    no("nn.adamw: got beta2 " + text, [&] { nn::adamw(net, cost, 0.1, {0.9, share}); });
    no("nn.dropout: got the probability " + text, [&] { nn::dropout(x, random, share); });
    nn::AttentionOptions options;
    options.dropout = share;
    options.random = &random;
    no("nn.attention: got the probability " + text, [&] { nn::attention(x, x, x, 2, options); });
  }
  for (const double decay : {-0.1, kNan, kInf}) {
    const std::string text = (decay < 0       ? "-0.1"
                              : decay == kInf ? "inf"
                                              : "nan") +
                             std::string(", expected a finite number of at least 0");
    no("nn.adamw: got a decay of " + text, [&] { nn::adamw(net, cost, 0.1, {0.9, 0.9, 1e-8, decay}); });
    no("nn.cosine_rate: got the least rate " + text, [&] { nn::cosine_rate(step, 1, 2, decay); });
    no("nn.normal: got the deviation " + text, [&] { nn::normal(0, decay); });
    nn::AttentionOptions options;
    options.scale = decay;
    no("nn.attention: got the scale " + text, [&] { nn::attention(x, x, x, 2, options); });
  }
  for (const double number : {kNan, kInf}) {
    const std::string text = (number == kInf ? "inf" : "nan") + std::string(", expected a finite number");
    no("nn.leaky_relu: got the slope " + text, [&] { nn::leaky_relu(x, number); });
    no("nn.normal: got the mean " + text, [&] { nn::normal(number, 1); });
    no("nn.uniform: got the lower bound " + text, [&] { nn::uniform(number, 1); });
    no("nn.uniform: got the upper bound " + text, [&] { nn::uniform(0, number); });
    no("nn.Lstm: got a forget_bias of " + text, [&] {
      nn::Lstm(net, "l", 2, 2, {nn::ones(), nn::ones(), nn::ones(), false, number});
    });
  }
  for (const double share : {-0.1, 1.5, kNan})
    no("nn.BatchNorm 'n': got a rate of ", [&] { nn::BatchNorm(net, "n", 2, {1e-5, share}); });
  no("nn.uniform: got the lower bound 2, expected at most the upper one, 1", [] { nn::uniform(2, 1); });
  no("nn.clip_by_value: got the lower bound nan", [&] { nn::clip_by_value({x}, kNan, 1); });
  no("nn.Attention 'a': got 0 heads, expected at least 1", [&] { nn::Attention(net, "a", 4, 0); });
  no("nn.Attention 'a': got 3 heads of 4 channels", [&] { nn::Attention(net, "a", 4, 3); });
  no("nn.Attention 'a': got 0 channels of the source", [&] { nn::Attention(net, "a", 4, 2, 0); });
  no("nn.Attention 'a': got -3 channels of the source", [&] { nn::Attention(net, "a", 4, 2, -3); });
  no("nn.attention: got 0 elements of a query", [&] { nn::attention(x, x, x, 0); });
  no("nn.adam: got an empty learning rate", [&] { nn::adam(net, cost, g::Variable()); });
  CHECK(net.all().size() == 2);  // nothing that was refused is listed
}

TEST_CASE("nn: complex numbers are refused beside real ones") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const nn::Lstm lstm(net, "l", 2, 3);
  const nn::Gru gru(net, "g", 2, 3);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), c = g::matrix("c", KILN_COMPLEX64);
  const auto no = [](const std::string& message, const auto& body) {
    refused(KILN_TYPE_ERROR, message + " of complex64 (?, ?), expected a ", body);
  };
  no("nn.mean_squared: got targets", [&] { nn::mean_squared(x, c); });
  no("nn.huber: got targets", [&] { nn::huber(x, c); });
  no("nn.binary_cross_entropy: got targets", [&] { nn::binary_cross_entropy(x, c); });
  no("nn.normal_divergence: got the logarithm of a variance", [&] { nn::normal_divergence(x, c); });
  no("nn.mean_squared: got weights", [&] { nn::mean_squared(x, x, {nn::Reduce::mean, c}); });
  no("nn.Lstm 'l': got a state", [&] { lstm(x, c, x); });
  no("nn.Lstm 'l': got a state", [&] { lstm(x, x, c); });
  no("nn.Gru 'g': got a state", [&] { gru(x, c); });
  no("nn.Gru 'g': got a projected input", [&] { gru.step(c, x); });
}

TEST_CASE("nn: names and shapes of parameters") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  refused(KILN_INVALID_ARGUMENT, "nn.Parameters: got the name '.weight', expected some text before the dot",
          [&] { nn::Dense(net, "", 4, 3); });
  refused(KILN_SHAPE_ERROR, "nn.Parameters: got -3 in the shape of 'w', expected extents of at least 0", [&] {
    net.weight("w", {2, -3}, nn::zeros());
  });
  CHECK(net.model().empty());
}
