// SPDX-License-Identifier: Apache-2.0
// Normalisations beside their formulas on the host.
#include "nn_support.hpp"

namespace {

// Normalises the elements of each group, which `group_of` numbers, and scales and shifts them by `channel_of`.
template <class Group, class Channel>
Reals normalised(const Reals& x, std::size_t groups, Group&& group_of, Channel&& channel_of, const Reals& scale,
                 const Reals& shift, bool centred = true) {
  Reals mean(groups, 0), square(groups, 0), count(groups, 0), out;
  for (std::size_t i = 0; i < x.size(); ++i) count[group_of(i)] += 1;
  if (centred)
    for (std::size_t i = 0; i < x.size(); ++i) mean[group_of(i)] += x[i] / count[group_of(i)];
  for (std::size_t i = 0; i < x.size(); ++i)
    square[group_of(i)] += std::pow(x[i] - mean[group_of(i)], 2) / count[group_of(i)];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t g = group_of(i), c = channel_of(i);
    out.push_back((x[i] - mean[g]) / std::sqrt(square[g] + 1e-5) * scale[c] + shift[c]);
  }
  return out;
}
Reals apart(std::size_t count, int seed) {
  Reals out = rounded(scattered(count, seed));
  for (std::size_t i = 0; i < count; ++i) out[i] = double(float(out[i] + 3));  // a mean that is far from 0
  return out;
}

}  // namespace

TEST_CASE("nn: layer norm and RMS norm") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  const nn::LayerNorm layer(net, "layer", 6), block(net, "block", Shape{3, 2});
  const nn::RmsNorm rms(net, "rms", 6);
  const Reals x = apart(24, 1), scale = rounded(scattered(6, 2)), shift = rounded(scattered(6, 3)), none(6, 0);
  for (const char* const name : {"layer.scale", "block.scale", "rms.scale"}) net[name].set_value(scale);
  for (const char* const name : {"layer.shift", "block.shift"}) net[name].set_value(shift);
  const auto row = [](std::size_t i) { return i / 6; };
  const auto column = [](std::size_t i) { return i % 6; };
  const Reals expected = normalised(x, 4, row, column, scale, shift);
  const g::Variable rows = g::matrix("rows", KILN_FLOAT32), deep = g::tensor3("deep", KILN_FLOAT32);
  const g::Function f({.inputs = {rows, deep},
                       .outputs = {layer(rows), block(deep), rms(rows), layer(rows.astype(KILN_FLOAT16))},
                       .context = context});
  const auto given = array_of(context, x, {4, 6});
  const auto out = f(given, given.reshape({4, 3, 2}));
  check_close(out[0].read<double>(), expected, 1e-4);
  check_close(out[1].read<double>(), expected, 1e-4);
  check_close(out[2].read<double>(), normalised(x, 4, row, column, scale, none, false), 1e-4);
  CHECK(out[3].dtype() == KILN_FLOAT16);
  check_close(out[3].read<double>(), expected, 2e-2);  // a half has 11 bits, and the mean is some deviations away
  const g::Variable s = g::vector("s", KILN_FLOAT32), t = g::vector("t", KILN_FLOAT32);
  const Reals near = scattered(12, 5), few(scale.begin(), scale.begin() + 3);
  check_gradients(nn::layer_norm(rows, s, t), {rows, s, t}, {{near, {4, 3}}, {few, {3}}, {few, {3}}}, context);
  check_gradients(nn::rms_norm(rows, s), {rows, s}, {{near, {4, 3}}, {few, {3}}}, context);
  refused(KILN_TYPE_ERROR, "nn.LayerNorm 'layer': got an input of int32 (?, ?), expected a floating-point dtype",
          [&] { layer(g::matrix("n", KILN_INT32)); });
  refused(KILN_SHAPE_ERROR, "nn.LayerNorm 'block': got an input of float32 (?,), expected 2 or more dimensions",
          [&] { block(s); });
  refused(KILN_INVALID_ARGUMENT, "nn.RmsNorm 'bad': got epsilon 0, expected a finite number above 0",
          [&] { nn::RmsNorm(net, "bad", 6, {0}); });
}

TEST_CASE("nn: group norm") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  const nn::GroupNorm norm(net, "norm", 2, 4);
  const Reals x = apart(48, 1), scale = rounded(scattered(4, 2)), shift = rounded(scattered(4, 3));
  norm.scale.set_value(scale);
  norm.shift.set_value(shift);
  // The shape is (2, 4, 2, 3).
  const Reals expected = normalised(
      x, 4, [](std::size_t i) { return i / 12; }, [](std::size_t i) { return i / 6 % 4; }, scale, shift);
  const g::Variable images = g::tensor4("images", KILN_FLOAT32), rows = g::matrix("rows", KILN_FLOAT32);
  check_close(value_of(norm(images), {images}, {array_of(context, x, {2, 4, 2, 3})}), expected, 1e-4);
  const g::Variable s = g::vector("s", KILN_FLOAT32), t = g::vector("t", KILN_FLOAT32);
  check_gradients(nn::group_norm(rows, 2, 4, s, t), {rows, s, t},
                  {{scattered(8, 5), {2, 4}}, {scale, {4}}, {shift, {4}}}, context);
  refused(KILN_INVALID_ARGUMENT, "nn.GroupNorm 'odd': got 3 groups of 4 channels",
          [&] { nn::GroupNorm(net, "odd", 3, 4)(images); });
}

TEST_CASE("nn: group norm with channels on any axis") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  // Extents that do and do not fill vectors, of runs along the last axis and of rows.
  for (const Shape& shape : {Shape{2, 8, 4, 4}, {2, 8, 7, 5}, {3, 8, 2, 1}, {2, 4, 5, 8}, {1, 3, 7, 32}}) {
    CAPTURE(shape[0], shape[1], shape[2], shape[3]);
    const std::size_t axis = shape[3] >= 8 ? 3 : 1, channels = std::size_t(shape[axis]), of_group = channels / 2;
    const std::size_t behind = axis == 1 ? std::size_t(shape[2] * shape[3]) : 1,
                      example = std::size_t(shape[1] * shape[2] * shape[3]), all = example * std::size_t(shape[0]);
    const auto channel = [=](std::size_t i) { return i / behind % channels; };
    const auto group = [=](std::size_t i) { return i / example * 2 + channel(i) / of_group; };
    const Reals values = apart(all, 1), scale = rounded(scattered(channels, 2)),
                shift = rounded(scattered(channels, 3));
    const Reals expected = normalised(values, std::size_t(shape[0]) * 2, group, channel, scale, shift);
    const g::Variable x = g::tensor4("x", KILN_FLOAT32), s = g::vector("s", KILN_FLOAT32),
                      t = g::vector("t", KILN_FLOAT32);
    const auto of = [&](const g::Variable& of_x) {
      return nn::group_norm(of_x, 2, std::int64_t(channels), s, t, 1e-5, std::int64_t(axis) - (axis == 3 ? 4 : 0));
    };
    const g::Function f({.inputs = {x, s, t}, .outputs = {of(x), of(x.astype(KILN_FLOAT16))}, .context = context});
    // The elements in their order, and those of an array whose axes lie in another.
    const GpuArray given = array_of(context, values, shape);
    const GpuArray turned = given.transpose({0, 2, 3, 1}).copy().transpose({0, 3, 1, 2});
    for (const GpuArray& each : {given, turned}) {
      const auto out = f(each, array_of(context, scale, {shape[axis]}), array_of(context, shift, {shape[axis]}));
      check_close(out[0].read<double>(), expected, 1e-4);
      CHECK(out[1].dtype() == KILN_FLOAT16);
      check_close(out[1].read<double>(), expected, 2e-2);
    }
    if (shape[2] == 5 || shape[3] == 5)
      check_gradients(of(x), {x, s, t}, {{scattered(all, 5), shape}, {scale, {shape[axis]}}, {shift, {shape[axis]}}},
                      context);
  }
  const nn::GroupNorm last(net, "last", 2, 4, {1e-5, -1});
  const g::Variable images = g::tensor4("images", KILN_FLOAT32);
  CHECK(value_of(last(images), {images}, {GpuArray::zeros(context, {0, 3, 3, 4}, KILN_FLOAT32)}).empty());
  CHECK(value_of(last(images), {images}, {GpuArray::zeros(context, {2, 0, 3, 4}, KILN_FLOAT32)}).empty());
  refused(KILN_INVALID_ARGUMENT, "nn.GroupNorm 'first': got axis 0 of an input of float32 (?, ?, ?, ?), expected one",
          [&] {
            nn::GroupNorm(net, "first", 2, 4, {1e-5, 0})(images);
          });
  refused(KILN_INDEX_ERROR, "nn.GroupNorm 'far': got axis 4 of an input of float32 (?, ?, ?, ?), expected one from -4",
          [&] {
            nn::GroupNorm(net, "far", 2, 4, {1e-5, 4})(images);
          });
}

TEST_CASE("nn: batch norm and its running averages") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  const nn::BatchNorm norm(net, "norm", 2), last(net, "last", 2, {1e-5, 0.1, -1});
  CHECK(net.model().size() == 8);
  CHECK(net.trained().size() == 4);
  const Reals scale{0.7, -1.2}, shift{0.25, 2};
  norm.scale.set_value(scale);
  norm.shift.set_value(shift);
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  nn::Updates updates;
  const g::Variable trained = norm.train(x, updates);
  REQUIRE(updates.size() == 2);
  const g::Function train({.inputs = {x}, .outputs = {trained}, .updates = updates, .context = context});
  const g::Function test({.inputs = {x}, .outputs = {norm(x)}, .context = context});
  const auto channel = [](std::size_t i) { return i / 4 % 2; };
  Reals mean(2, 0), variance(2, 1), values;
  for (int step = 0; step < 2; ++step) {
    values = apart(24, step + 1);
    check_close(train(array_of(context, values, {3, 2, 4}))[0].read<double>(),
                normalised(values, 2, channel, channel, scale, shift), 1e-4);
    for (std::size_t c = 0; c < 2; ++c) {
      double sum = 0, square = 0;
      for (std::size_t i = 0; i < 24; ++i) sum += channel(i) == c ? values[i] : 0;
      for (std::size_t i = 0; i < 24; ++i) square += channel(i) == c ? std::pow(values[i] - sum / 12, 2) : 0;
      mean[c] += 0.1 * (sum / 12 - mean[c]);
      variance[c] += 0.1 * (square / 11 - variance[c]);
    }
    check_close(norm.mean.get_value().read<double>(), mean);
    check_close(norm.variance.get_value().read<double>(), variance);
  }
  Reals expected;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::size_t c = channel(i);
    expected.push_back((values[i] - mean[c]) / std::sqrt(variance[c] + 1e-5) * scale[c] + shift[c]);
  }
  check_close(test(array_of(context, values, {3, 2, 4}))[0].read<double>(), expected);
  // The channels as the last axis, and gradients.
  const g::Variable rows = g::matrix("rows", KILN_FLOAT32);
  nn::Updates unused;
  check_gradients(last.train(rows, unused), {rows}, {{scattered(8, 3), {4, 2}}}, context);
  refused(KILN_SHAPE_ERROR, "nn.BatchNorm 'norm': got an input of float32 (?, 3), expected 2 along axis 1", [&] {
    norm(g::input("x", KILN_FLOAT32, {-1, 3}));
  });
  refused(KILN_SHAPE_ERROR, "nn.BatchNorm 'norm': got an input of float32 (?,), expected 2 or more dimensions",
          [&] { norm(g::vector("x", KILN_FLOAT32)); });
  refused(KILN_INVALID_ARGUMENT, "nn.BatchNorm 'bad': got a rate of 2, expected a number from 0 to 1", [&] {
    nn::BatchNorm(net, "bad", 2, {1e-5, 2});
  });
}

TEST_CASE("nn: norms refuse shapes that cannot be right") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  const nn::LayerNorm layer(net, "layer", 3), single(net, "single", 1);
  const nn::RmsNorm rms(net, "rms", 3);
  const g::Variable one = g::input("x", KILN_FLOAT32, {-1, 1}), x = g::matrix("m", KILN_FLOAT32);
  refused(KILN_SHAPE_ERROR, "nn.LayerNorm 'layer': got an input of float32 (?, 1), expected 3 along axis 1",
          [&] { layer(one); });
  refused(KILN_SHAPE_ERROR, "nn.RmsNorm 'rms': got an input of float32 (?, 1), expected 3 along axis 1",
          [&] { rms(one); });
  refused(KILN_SHAPE_ERROR, "nn.layer_norm: got an input of float32 (?, 1) and a scale of float32 (2,)",
          [&] { nn::layer_norm(one, g::input("s", KILN_FLOAT32, {2})); });
  CHECK(value_of(single(one), {one}, {array_of(context, {2, 5}, {2, 1})}) == Reals{0, 0});
  refused(KILN_INVALID_ARGUMENT, "nn.GroupNorm 'g': got 2 groups of 3 channels",
          [&] { nn::GroupNorm(net, "g", 2, 3); });
  refused(KILN_INVALID_ARGUMENT, "nn.GroupNorm 'g': got 0 groups", [&] { nn::GroupNorm(net, "g", 0, 3); });
  refused(KILN_INVALID_ARGUMENT, "nn.LayerNorm 'l': got a shape of 0 axes", [&] { nn::LayerNorm(net, "l", Shape{}); });
  refused(KILN_INVALID_ARGUMENT, "nn.LayerNorm 'l': got 0 elements", [&] { nn::LayerNorm(net, "l", 0); });
  refused(KILN_INVALID_ARGUMENT, "nn.LayerNorm 'l': got -1 elements", [&] { nn::LayerNorm(net, "l", -1); });
  refused(KILN_INVALID_ARGUMENT, "nn.RmsNorm 'r': got 0 elements", [&] { nn::RmsNorm(net, "r", 0); });
  const nn::BatchNorm batch(net, "batch", 2, {1e-5, 0.1, 5});
  refused(KILN_INDEX_ERROR, "nn.BatchNorm 'batch': got axis 5 of an input of float32 (?, ?), expected one from -2 to 1",
          [&] { batch(x); });
}

TEST_CASE("nn: a batch without rows leaves running averages as they are") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  const nn::BatchNorm norm(net, "norm", 2);
  const g::Variable x = g::matrix("x", KILN_FLOAT32);
  nn::Updates updates;
  const g::Variable y = norm.train(x, updates);
  const g::Function train({.inputs = {x}, .outputs = {y}, .updates = updates, .context = context});
  CHECK(train(GpuArray::zeros(context, {0, 2}, KILN_FLOAT32))[0].size() == 0);
  CHECK(norm.mean.get_value().read<double>() == Reals{0, 0});
  CHECK(norm.variance.get_value().read<double>() == Reals{1, 1});
}

// The gradient of a bias in front of a batch norm is 0, and so is that of the bias of attention's keys. What is left of
// them is rounding, of which each pass makes another number, and Adam steps of any size.
TEST_CASE("nn: DebugMode accepts gradients that are nothing but rounding", "[norm]") {
  const kiln::Context context(test_devices()[0]);
  for (const int which : {0, 1, 2}) {
    INFO(which);
    nn::Parameters net(context, std::uint64_t(which) + 3);
    nn::Updates updates;
    const g::Variable x = g::tensor3("x", KILN_FLOAT32), y = g::vector("y", KILN_INT64);
    g::Variable h;
    if (which == 0) {
      h = nn::Attention(net, "attention", 4, 2)(x)(kiln::slice(), 0);
    } else {
      const nn::Convolution convolution(net, "convolution", 6, 4, {3}, kiln::Conv().half());
      const nn::BatchNorm norm(net, "norm", 4);
      h = nn::global_average_pool(g::relu(norm.train(convolution(x), updates)));
    }
    const g::Variable cost = nn::cross_entropy(nn::Dense(net, "out", 4, 3)(h), y);
    nn::append(updates, which == 2 ? nn::adam(net, cost, 0.01) : nn::sgd(net, cost, 0.05));
    const g::Function f({.inputs = {x, y}, .outputs = {cost}, .updates = updates, .mode = KILN_MODE_DEBUG});
    const GpuArray images = array_of(context, scattered(8 * 6 * 4), {8, 6, 4});
    const GpuArray classes = array_of(context, {0, 1, 2, 0, 1, 2, 2, 1}, {8}, KILN_INT64);
    for (int i = 0; i < 3; ++i) CHECK(std::isfinite(f(images, classes)[0].item<double>()));
    // Arguments of another dtype are moved as the numbers that they become.
    Reals bytes = scattered(8 * 6 * 4);
    for (double& byte : bytes) byte = std::round(byte * 100 + 100);
    CHECK(std::isfinite(f(array_of(context, bytes, {8, 6, 4}, KILN_UINT8), classes)[0].item<double>()));
  }
}
