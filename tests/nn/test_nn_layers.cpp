// SPDX-License-Identifier: Apache-2.0
// Parameters, initialisers and layers.
#include "nn_support.hpp"

namespace {

struct Moments {
  double mean, variance, largest;
};
Moments moments_of(const Reals& values) {
  Moments out{0, 0, 0};
  for (const double value : values) {
    out.mean += value / double(values.size());
    out.variance += value * value / double(values.size());
    out.largest = std::max(out.largest, std::abs(value));
  }
  return out;
}

}  // namespace

TEST_CASE("nn: parameters are listed by name") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const nn::Dense layer(net, "layer", 3, 2);
  net.kept("layer.mean", GpuArray::zeros(context, {2}));
  net.training("adam.step", GpuArray::full(context, {}, std::int64_t(0)));
  std::string names;
  for (const auto& [name, variable] : net.model()) names += name + ' ';
  CHECK(names == "layer.weight layer.bias layer.mean ");
  CHECK(net.all().size() == 4);
  CHECK(net.all()[3].first == "adam.step");
  CHECK(net.trained().size() == 2);
  CHECK(net.trained()[0].name() == "layer.weight");
  CHECK(net["layer.bias"].get() == layer.bias.get());
  CHECK(net.contains("layer.bias"));
  CHECK(!net.contains("layer"));
  CHECK(net.size() == 8);
  refused(KILN_INVALID_ARGUMENT, "nn.Parameters: got the name 'layer.weight' a second time",
          [&] { nn::Dense(net, "layer", 3, 2); });
  refused(KILN_INVALID_ARGUMENT, "nn.Parameters: got the name 'other'", [&] { net["other"]; });
  refused(KILN_INVALID_ARGUMENT, "nn.Parameters: got an empty name",
          [&] { net.kept("", GpuArray::zeros(context, {2})); });
  refused(KILN_TYPE_ERROR, "nn.Parameters: got int32, expected a floating-point dtype",
          [&] { nn::Parameters(context, 1, KILN_INT32); });
  refused(KILN_SHAPE_ERROR, "the initialiser of 'odd' made float32 (3,), expected float32 (2,)", [&] {
    net.weight("odd", {2}, [](const kiln::Context& where, kiln::Random&, const nn::Blank&) {
      return GpuArray::zeros(where, {3}, KILN_FLOAT32);
    });
  });
  CHECK(net.all().size() == 4);  // what was refused is not listed
}

TEST_CASE("nn: initialisers have the moments of their formulas") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3);
  const Shape shape{80, 50};
  int made = 0;
  const auto drawn = [&](const nn::Initialiser& initial) {
    return net.weight("w" + std::to_string(made++), shape, initial, 80, 50).get_value().read<double>();
  };
  const double glorot = 2.0 / 130, he = 2.0 / 80;
  const std::vector<std::pair<nn::Initialiser, double>> uniform{
      {nn::glorot_uniform(), glorot}, {nn::he_uniform(0.5), he / 4}, {nn::uniform(-0.3, 0.3), 0.03}};
  for (const auto& [initial, variance] : uniform) {
    const Moments found = moments_of(drawn(initial));
    CHECK(std::abs(found.mean) < 0.05 * std::sqrt(variance));
    CHECK(found.variance == Approx(variance).epsilon(0.06));
    CHECK(found.largest <= std::sqrt(3 * variance) * 1.0001);
    CHECK(found.largest > std::sqrt(3 * variance) * 0.99);
  }
  const std::vector<std::pair<nn::Initialiser, double>> normal{
      {nn::glorot_normal(2), 4 * glorot}, {nn::he_normal(), he}, {nn::normal(0, 0.1), 0.01}};
  for (const auto& [initial, variance] : normal) {
    const Moments found = moments_of(drawn(initial));
    CHECK(std::abs(found.mean) < 0.06 * std::sqrt(variance));
    CHECK(found.variance == Approx(variance).epsilon(0.08));
    CHECK(found.largest > std::sqrt(3 * variance) * 1.2);
  }
  CHECK(drawn(nn::constant(0.5)) == Reals(4000, 0.5));
  CHECK(drawn(nn::ones()) == Reals(4000, 1));
  const Reals given = rounded(scattered(4000));
  CHECK(drawn(nn::values(array_of(context, given, shape))) == given);
  // The same seed gives the same values.
  nn::Parameters first(context, 7), second(context, 7), third(context, 8);
  const auto start = [&](nn::Parameters& p) { return p.weight("w", {5}, nn::normal(0, 1)).get_value().read<double>(); };
  const Reals one = start(first);
  CHECK(start(second) == one);
  CHECK(start(third) != one);
  refused(KILN_SHAPE_ERROR, "nn.values: got an array of (2,) for 'v', expected (3,)",
          [&] { net.weight("v", {3}, nn::values(GpuArray::zeros(context, {2}))); });
  refused(KILN_INVALID_ARGUMENT, "nn.he_normal: got the gain 0, expected a finite number above 0",
          [] { nn::he_normal(0); });
}

TEST_CASE("nn: orthogonal matrices") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3);
  for (const Shape& shape : {Shape{6, 4}, Shape{4, 6}, Shape{4, 3, 2}}) {
    const Reals w =
        net.weight("w" + std::to_string(net.all().size()), shape, nn::orthogonal(2)).get_value().read<double>();
    const std::size_t rows = std::size_t(shape[0]), columns = w.size() / rows, few = std::min(rows, columns);
    for (std::size_t i = 0; i < few; ++i)
      for (std::size_t j = 0; j < few; ++j) {
        double product = 0;
        for (std::size_t k = 0; k < std::max(rows, columns); ++k)
          product += rows > columns ? w[k * columns + i] * w[k * columns + j] : w[i * columns + k] * w[j * columns + k];
        CHECK(std::abs(product - (i == j ? 4 : 0)) < 1e-5);
      }
  }
  refused(KILN_SHAPE_ERROR, "nn.orthogonal: got 'v' of shape (3,), expected at least 2 dimensions",
          [&] { net.weight("v", {3}, nn::orthogonal()); });
}

TEST_CASE("nn: dense layers") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3);
  const nn::Dense layer(net, "layer", 3, 4, {nn::glorot_uniform(), nn::normal(0, 1)});
  const nn::Dense plain(net, "plain", 3, 4, {nn::values(layer.weight.get_value()), nn::zeros(), false});
  CHECK(!plain.bias);
  const Reals w = layer.weight.get_value().read<double>(), b = layer.bias.get_value().read<double>();
  const Reals x = rounded(scattered(12));
  Reals with, without;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += x[i * 3 + k] * w[k * 4 + j];
      without.push_back(sum);
      with.push_back(sum + b[j]);
    }
  const g::Variable rows = g::matrix("rows", KILN_FLOAT32), cube = g::tensor3("cube", KILN_FLOAT32),
                    one = g::vector("one", KILN_FLOAT32);
  const auto given = array_of(context, x, {4, 3});
  const g::Function f({.inputs = {rows, cube, one},
                       .outputs = {layer(rows), plain(rows), layer(cube), layer(one)},
                       .context = context});
  const auto out = f(given, given.reshape({2, 2, 3}), given[1]);
  check_close(out[0].read<double>(), with);
  check_close(out[1].read<double>(), without);
  check_close(out[2].read<double>(), with);
  CHECK(out[2].shape() == Shape{2, 2, 4});
  check_close(out[3].read<double>(), Reals(with.begin() + 4, with.begin() + 8));
  // Inputs of half precision take parameters of float32.
  for (const kiln_dtype half : {KILN_FLOAT16, KILN_BFLOAT16}) {
    const g::Variable y = layer(rows.astype(half));
    CHECK(y.dtype() == half);
    check_close(value_of(y, {rows}, {given}), with, half == KILN_FLOAT16 ? 3e-3 : 2e-2);
  }
  const g::Variable weight = g::matrix("weight", KILN_FLOAT32), bias = g::vector("bias", KILN_FLOAT32);
  check_gradients(nn::dense(cube, weight, bias), {cube, weight, bias}, {{x, {2, 2, 3}}, {w, {3, 4}}, {b, {4}}},
                  context);
  refused(KILN_SHAPE_ERROR, "nn.Dense 'layer': got an input of float32 (?, 5), expected 3 along axis 1", [&] {
    layer(g::input("x", KILN_FLOAT32, {-1, 5}));
  });
  refused(KILN_SHAPE_ERROR, "nn.Dense 'layer': got an input of float32 (), expected 1 or more dimensions",
          [&] { layer(g::scalar("x", KILN_FLOAT32)); });
  refused(KILN_TYPE_ERROR, "nn.Dense 'layer': got an input of uint8 (?, ?), expected a floating-point dtype",
          [&] { layer(g::matrix("x", KILN_UINT8)); });
  refused(KILN_INVALID_ARGUMENT, "nn.Dense 'none': got 0 outputs, expected at least 1",
          [&] { nn::Dense(net, "none", 3, 0); });
  refused(KILN_SHAPE_ERROR, "nn.dense: got a weight of float32 (?,), expected 2 dimensions",
          [&] { nn::dense(rows, layer.bias); });
}

TEST_CASE("nn: fans come from the shape where none are given") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3);
  const Reals drawn = net.weight("w", {100, 50}, nn::he_normal()).get_value().read<double>();
  CHECK(std::abs(moments_of(drawn).variance - 0.02) < 0.002);
  refused(KILN_INVALID_ARGUMENT,
          "nn.he_normal: got 'deep' of shape (2, 3, 4) without fan_in and fan_out, expected both", [&] {
            net.weight("deep", {2, 3, 4}, nn::he_normal());
          });
  CHECK(!net.contains("deep"));
}

TEST_CASE("nn: what throws leaves no parameters behind") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3);
  nn::DenseOptions wrong;
  wrong.bias = nn::orthogonal();
  refused(KILN_SHAPE_ERROR, "nn.orthogonal: got 'd.bias'", [&] { nn::Dense(net, "d", 3, 2, wrong); });
  refused(KILN_SHAPE_ERROR, "nn.orthogonal: got 'a.query.bias'", [&] { nn::Attention(net, "a", 4, 2, -1, wrong); });
  net.kept("b.output.bias", GpuArray::zeros(context, {2}));
  refused(KILN_INVALID_ARGUMENT, "got the name 'b.output.bias' a second time", [&] { nn::Attention(net, "b", 4, 2); });
  net.kept("g.recurrent_bias", GpuArray::zeros(context, {2}));
  refused(KILN_INVALID_ARGUMENT, "got the name 'g.recurrent_bias' a second time", [&] { nn::Gru(net, "g", 4, 2); });
  net.kept("n.variance", GpuArray::zeros(context, {2}));
  refused(KILN_INVALID_ARGUMENT, "got the name 'n.variance' a second time", [&] { nn::BatchNorm(net, "n", 4); });
  CHECK(net.all().size() == 3);
  // An optimiser, in its second parameter.
  const g::Variable a = net.weight("a", {2}, nn::ones()), b = net.weight("b", {2}, nn::ones());
  net.training("adam.second.b", GpuArray::zeros(context, {2}));
  refused(KILN_INVALID_ARGUMENT, "got the name 'adam.second.b' a second time",
          [&] { nn::adam(net, g::sum(a * b), 0.1); });
  CHECK(net.all().size() == 6);
}
