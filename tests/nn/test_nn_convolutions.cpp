// SPDX-License-Identifier: Apache-2.0
// Convolutions, pooling, embeddings and dropout.
#include "nn_support.hpp"

namespace {

// A cross-correlation of (2, 4, 5, 4) with filters (4, 2, 3, 2) of two groups, stride 2 along rows, a row of zeros
// before and behind.
Reals correlated(const Reals& x, const Reals& w, const Reals& b) {
  Reals out;
  for (int n = 0; n < 2; ++n)
    for (int f = 0; f < 4; ++f)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          double sum = b[std::size_t(f)];
          for (int k = 0; k < 2; ++k)
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 2; ++j) {
                const int row = 2 * r + i - 1, column = c + j, channel = f / 2 * 2 + k;
                if (row >= 0 && row < 5)
                  sum += x[std::size_t(((n * 4 + channel) * 5 + row) * 4 + column)] *
                         w[std::size_t(((f * 2 + k) * 3 + i) * 2 + j)];
              }
          out.push_back(sum);
        }
  return out;
}

}  // namespace

TEST_CASE("nn: convolutions and pooling") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const auto how = kiln::Conv().stride({2, 1}).pad({1, 0}).groups(2);
  const nn::Convolution layer(net, "conv", 4, 4, {3, 2}, how, {nn::glorot_uniform(), nn::normal(0, 1)});
  const nn::Convolution line(net, "line", 3, 2, {5}, kiln::Conv().channels_last(), {nn::he_normal()});
  CHECK(layer.weight.get_value().shape() == Shape{4, 2, 3, 2});
  CHECK(line.weight.get_value().shape() == Shape{2, 5, 3});
  const Reals x = rounded(scattered(160)), w = layer.weight.get_value().read<double>(),
              b = layer.bias.get_value().read<double>();
  const g::Variable images = g::tensor4("images", KILN_FLOAT32), lines = g::tensor3("lines", KILN_FLOAT32);
  line.bias.set_value(Reals{10, 20});
  const g::Variable y = layer(images);
  const g::Function f({.inputs = {images, lines},
                       .outputs = {y, nn::max_pool(images, {2, 2}), nn::average_pool(images, kiln::Pool({2, 2})),
                                   nn::global_average_pool(images), line(lines)},
                       .context = context});
  const auto given = array_of(context, x, {2, 4, 5, 4});
  const auto out = f(given, GpuArray::zeros(context, {1, 5, 3}, KILN_FLOAT32));
  check_close(out[0].read<double>(), correlated(x, w, b));
  CHECK(out[1].shape() == Shape{2, 4, 2, 2});
  const Reals greatest = out[1].read<double>(), means = out[2].read<double>();
  CHECK(greatest[1] == std::max(std::max(x[2], x[3]), std::max(x[6], x[7])));
  CHECK(means[1] == Approx((x[2] + x[3] + x[6] + x[7]) / 4).epsilon(1e-4));
  Reals channels(8, 0);
  for (std::size_t i = 0; i < 160; ++i) channels[i / 20] += x[i] / 20;
  check_close(out[3].read<double>(), channels);
  CHECK(out[4].read<double>() == Reals{10, 20});
  const g::Variable filters = g::tensor3("filters", KILN_FLOAT32), bias = g::vector("bias", KILN_FLOAT32);
  check_gradients(nn::conv(lines, filters, bias), {lines, filters, bias},
                  {{scattered(8), {1, 2, 4}}, {scattered(8, 2), {2, 2, 2}}, {{1, 2}, {2}}}, context);
  refused(KILN_SHAPE_ERROR, "nn.Convolution 'conv': got an input of float32 (?, 3, ?, ?), expected 4 along axis 1",
          [&] {
            layer(g::input("x", KILN_FLOAT32, {-1, 3, -1, -1}));
          });
  refused(KILN_SHAPE_ERROR, "nn.Convolution 'conv': got an input of float32 (?, ?, ?), expected 4 dimensions",
          [&] { layer(lines); });
  refused(KILN_SHAPE_ERROR, "nn.Convolution 'odd': got 2 groups of 3 input and 4 output channels",
          [&] { nn::Convolution(net, "odd", 3, 4, {3}, kiln::Conv().groups(2)); });
  refused(KILN_SHAPE_ERROR, "nn.Convolution 'none': got filters of 0 extents, expected 1 to 3",
          [&] { nn::Convolution(net, "none", 3, 4, {}); });
  refused(KILN_SHAPE_ERROR,
          "nn.Convolution 'strides': got the strides (2,), expected 2 numbers: one for each spatial axis", [&] {
            nn::Convolution(net, "strides", 3, 4, {3, 3}, kiln::Conv().stride({2}));
          });
  refused(KILN_SHAPE_ERROR, "nn.global_average_pool: got an input of float32 (?,), expected 3 to 5 dimensions",
          [&] { nn::global_average_pool(bias); });
}

TEST_CASE("nn: transposed convolutions") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const nn::TransposedConvolution layer(net, "up", 3, 2, {2}, kiln::Conv().stride({2}));
  CHECK(layer.weight.get_value().shape() == Shape{3, 2, 2});
  layer.bias.set_value(Reals{10, 20});
  const Reals x = rounded(scattered(12)), w = layer.weight.get_value().read<double>();
  Reals expected;  // the windows do not overlap: each element of the input makes two of the result
  for (std::size_t n = 0; n < 2; ++n)
    for (std::size_t c = 0; c < 2; ++c)
      for (std::size_t i = 0; i < 4; ++i) {
        double sum = c == 0 ? 10 : 20;
        for (std::size_t f = 0; f < 3; ++f) sum += x[(n * 3 + f) * 2 + i / 2] * w[(f * 2 + c) * 2 + i % 2];
        expected.push_back(sum);
      }
  const g::Variable lines = g::tensor3("lines", KILN_FLOAT32);
  const g::Function f({.inputs = {lines}, .outputs = {layer(lines), layer(lines, {5})}, .context = context});
  const auto out = f(array_of(context, x, {2, 3, 2}));
  check_close(out[0].read<double>(), expected);
  CHECK(out[0].shape() == Shape{2, 2, 4});
  CHECK(out[1].shape() == Shape{2, 2, 5});
  refused(KILN_SHAPE_ERROR, "nn.TransposedConvolution 'up': got an input of float32 (?, 2, ?), expected 3 along axis 1",
          [&] {
            layer(g::input("x", KILN_FLOAT32, {-1, 2, -1}));
          });
  refused(KILN_INVALID_ARGUMENT, "nn.TransposedConvolution 'none': got 0 input channels, expected at least 1",
          [&] { nn::TransposedConvolution(net, "none", 0, 2, {2}); });
}

TEST_CASE("nn: embeddings") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const nn::Embedding table(net, "table", 7, 3);
  const Reals w = table.weight.get_value().read<double>();
  const g::Variable at = g::matrix("at", KILN_INT32);
  const std::vector<std::int32_t> numbers{6, 0, 0, 3, 5, 1};
  const g::Variable rows = table(at);
  const g::Function f({.inputs = {at}, .outputs = {rows, g::grad(g::sum(rows), table.weight)}, .context = context});
  const auto out = f(g::Argument(numbers.data(), {2, 3}));
  CHECK(out[0].shape() == Shape{2, 3, 3});
  Reals expected, slope(21, 0);
  for (const std::int32_t number : numbers)
    for (std::size_t k = 0; k < 3; ++k) {
      expected.push_back(w[std::size_t(number) * 3 + k]);
      slope[std::size_t(number) * 3 + k] += 1;
    }
  CHECK(out[0].read<double>() == expected);
  CHECK(out[1].read<double>() == slope);
  refused(KILN_TYPE_ERROR, "nn.Embedding 'table': got indices of float32 (?,), expected an integer dtype",
          [&] { table(g::vector("v", KILN_FLOAT32)); });
}

TEST_CASE("nn: dropout") {
  const kiln::Context context(test_devices()[0]);
  g::RandomStream random(context, 3);
  const g::Variable x = g::matrix("x", KILN_FLOAT32);
  const g::Variable y = nn::dropout(x, random, 0.25);
  const g::Function f({.inputs = {x}, .outputs = {y, g::grad(g::sum(y), x)}, .context = context});
  const Reals values = rounded(scattered(4000));
  const auto given = array_of(context, values, {40, 100});
  const auto first = f(given), second = f(given);
  const Reals kept = first[0].read<double>(), slopes = first[1].read<double>();
  CHECK(second[0].read<double>() != kept);  // a call draws anew
  std::size_t dropped = 0, wrong = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool zero = kept[i] == 0;
    dropped += zero;
    wrong += slopes[i] != Approx(zero ? 0 : 1 / 0.75) || (!zero && kept[i] != Approx(values[i] / 0.75));
  }
  CHECK(wrong == 0);
  CHECK(std::abs(double(dropped) - 1000) < 5 * std::sqrt(4000 * 0.25 * 0.75));
  CHECK(nn::dropout(x, random, 0).get() == x.get());
  refused(KILN_INVALID_ARGUMENT, "nn.dropout: got the probability 1, expected a number from 0 to below 1",
          [&] { nn::dropout(x, random, 1); });
}
