// SPDX-License-Identifier: Apache-2.0
// Losses beside their formulas on the host, and their gradients.
#include "nn_support.hpp"

namespace {

double mean_of(const Reals& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}
Reals each(const Reals& a, const Reals& b, double (*of)(double, double)) {
  Reals out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(of(a[i], b[i]));
  return out;
}
// log(sum(exp(x))) - x[label] for rows of `classes`.
Reals cross_entropies(const Reals& scores, const std::vector<std::int64_t>& labels, std::size_t classes) {
  Reals out;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += std::exp(scores[i * classes + k]);
    out.push_back(std::log(sum) - scores[i * classes + std::size_t(labels[i])]);
  }
  return out;
}

}  // namespace

TEST_CASE("nn: losses of pairs") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), t = g::matrix("t", KILN_FLOAT32),
                    w = g::matrix("w", KILN_FLOAT32);
  Reals a = rounded(scattered(12, 1)), b = rounded(scattered(12, 2)), weights = rounded(scattered(12, 3));
  for (double& value : a) value *= 3;
  for (double& value : b) value = std::abs(value);  // targets of binary cross-entropy lie in 0 to 1
  for (double& value : weights) value = std::abs(value);
  const auto square = [](double p, double q) { return (p - q) * (p - q); };
  const auto huber = [](double p, double q) {
    const double e = std::abs(p - q);
    return e <= 0.7 ? e * e / 2 : 0.7 * (e - 0.35);
  };
  const auto binary = [](double p, double q) {
    const double s = 1 / (1 + std::exp(-p));
    return -(q * std::log(s) + (1 - q) * std::log(1 - s));
  };
  const auto divergence = [](double m, double v) { return -0.5 * (1 + v - m * m - std::exp(v)); };
  const Reals squares = each(a, b, square), binaries = each(a, b, binary), divergences = each(a, b, divergence);
  Reals rows(3, 0.0), weighted = squares;
  for (std::size_t i = 0; i < 12; ++i) rows[i / 4] += divergences[i];
  for (std::size_t i = 0; i < 12; ++i) weighted[i] *= weights[i];
  const nn::LossOptions none{nn::Reduce::none}, sum{nn::Reduce::sum}, by{nn::Reduce::mean, w};
  const g::Variable costs[] = {nn::mean_squared(x, t), nn::huber(x, t, 0.7), nn::binary_cross_entropy(x, t),
                               nn::normal_divergence(x, t)};
  const g::Function f(
      {.inputs = {x, t, w},
       .outputs = {costs[0], costs[1], costs[2], costs[3], nn::mean_squared(x, t, none),
                   nn::binary_cross_entropy(x, t, sum), nn::mean_squared(x, t, by), nn::normal_divergence(x, t, none)},
       .context = context});
  const auto one = array_of(context, a, {3, 4}), other = array_of(context, b, {3, 4});
  const auto out = f(one, other, array_of(context, weights, {3, 4}));
  const Reals expected[] = {{mean_of(squares)},
                            {mean_of(each(a, b, huber))},
                            {mean_of(binaries)},
                            {mean_of(rows)},
                            squares,
                            {mean_of(binaries) * 12},
                            {mean_of(weighted) / mean_of(weights)},
                            rows};
  for (std::size_t i = 0; i < out.size(); ++i) {
    INFO("output " << i);
    check_close(out[i].read<double>(), expected[i]);
  }
  for (const g::Variable& cost : costs) check_gradients(cost, {x, t}, {{a, {3, 4}}, {b, {3, 4}}}, context);
  const g::Variable y = g::vector("y", KILN_FLOAT32);
  refused(KILN_SHAPE_ERROR,
          "nn.mean_squared: got predictions of float32 (?, ?) and targets of float32 (?,), expected the same shape",
          [&] { nn::mean_squared(x, y); });
  refused(KILN_SHAPE_ERROR, "nn.huber: got weights of float32 (?,) and losses of float32 (?, ?)", [&] {
    nn::huber(x, t, 1, {nn::Reduce::mean, y});
  });
  refused(KILN_TYPE_ERROR, "nn.binary_cross_entropy: got scores of int32 (?,), expected a floating-point dtype",
          [&] { nn::binary_cross_entropy(g::vector("n", KILN_INT32), y); });
  refused(KILN_INVALID_ARGUMENT, "nn.huber: got delta -1, expected a finite number above 0",
          [&] { nn::huber(x, t, -1); });
  refused(KILN_SHAPE_ERROR, "nn.normal_divergence: got a mean of float32 ()",
          [&] { nn::normal_divergence(g::scalar("m", KILN_FLOAT32), y); });
}

TEST_CASE("nn: cross-entropy with class numbers") {
  const kiln::Context context(test_devices()[0]);
  const Reals scores = rounded(scattered(24));
  const std::vector<std::int64_t> labels{0, 3, 2, 1, 1, 3};
  const Reals losses = cross_entropies(scores, labels, 4);
  const g::Variable s = g::matrix("s", KILN_FLOAT32), c = g::tensor3("c", KILN_FLOAT32),
                    h = g::matrix("h", KILN_FLOAT16);
  const g::Variable l = g::vector("l", KILN_INT64), m = g::matrix("m", KILN_INT64);
  const g::Variable flat = nn::cross_entropy(s, l), deep = nn::cross_entropy(c, m);
  const g::Variable half = nn::cross_entropy(h, l);
  CHECK(half.dtype() == KILN_FLOAT32);
  const g::Function f({.inputs = {s, c, h, l, m},
                       .outputs = {flat, deep, half, nn::cross_entropy(s, l, {nn::Reduce::none}),
                                   nn::cross_entropy(c, m, {nn::Reduce::none})},
                       .context = context});
  const auto rows = array_of(context, scores, {6, 4});
  const auto numbers = GpuArray::from(context, labels);
  const auto out = f(rows, rows.reshape({2, 3, 4}), rows.astype(KILN_FLOAT16), numbers, numbers.reshape({2, 3}));
  check_close(out[0].read<double>(), {mean_of(losses)});
  check_close(out[1].read<double>(), {mean_of(losses)});
  check_close(out[2].read<double>(), {mean_of(losses)}, 2e-3);
  check_close(out[3].read<double>(), losses);
  check_close(out[4].read<double>(), losses);
  CHECK(out[4].shape() == Shape{2, 3});
  const g::Variable fixed = g::constant(labels).reshape({2, 3});
  check_gradients(nn::cross_entropy(c, fixed), {c}, {{scores, {2, 3, 4}}}, context);
  refused(KILN_TYPE_ERROR, "nn.cross_entropy: got labels of float32 (?,), expected class numbers of an integer dtype",
          [&] { nn::cross_entropy(s, g::vector("f", KILN_FLOAT32)); });
  refused(KILN_SHAPE_ERROR, "nn.cross_entropy: got labels of int64 (?, ?), expected 1 dimension",
          [&] { nn::cross_entropy(s, m); });
}

TEST_CASE("nn: cross-entropy of scores of all ranks") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable s = g::vector("s", KILN_FLOAT32), c = g::tensor3("c", KILN_FLOAT32);
  const g::Variable k = g::scalar("k", KILN_INT64), m = g::matrix("m", KILN_INT64);
  const nn::LossOptions none{nn::Reduce::none};
  const g::Variable one = nn::cross_entropy(s, k), all = nn::cross_entropy(c, m, none);
  const g::Function f(
      {.inputs = {s, c, k, m}, .outputs = {one, all, g::grad(one, s), g::grad(g::sum(all), c)}, .context = context});
  const auto zeros = GpuArray::zeros(context, {2, 3, 2}, KILN_FLOAT32);
  const auto labels = GpuArray::from(context, std::vector<std::int64_t>{0, 1, -1, 7, -2, 2}).reshape({2, 3});
  const auto number = GpuArray::full(context, {}, std::int64_t(-1));
  const auto out = f(GpuArray::zeros(context, {2}, KILN_FLOAT32), zeros, number, labels);
  check_close(out[0].read<double>(), {std::log(2.0)});
  check_close(out[1].read<double>(), Reals(6, std::log(2.0)));
  // A label of no class names none: the gradient is softmax(scores).
  check_close(out[2].read<double>(), {0.5, 0.5});
  check_close(out[3].read<double>(), {-0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
  refused(KILN_SHAPE_ERROR, "'nn.cross_entropy'", [&] {
    f(GpuArray::zeros(context, {2}, KILN_FLOAT32), zeros, number, GpuArray::zeros(context, {2, 1}, KILN_INT64));
  });
}

TEST_CASE("nn: cross-entropy takes labels of every integer dtype") {
  const kiln::Context context(test_devices()[0]);
  const Reals scores = rounded(scattered(12, 5));
  const std::vector<std::int64_t> labels{3, 0, 2};
  const Reals want = cross_entropies(scores, labels, 4);
  const g::Variable x = g::matrix("x", KILN_FLOAT32);
  for (const kiln_dtype dtype :
       {KILN_INT8, KILN_INT16, KILN_INT32, KILN_INT64, KILN_UINT8, KILN_UINT16, KILN_UINT32, KILN_UINT64}) {
    INFO("dtype " << int(dtype));
    const g::Variable y = g::vector("y", dtype);
    const g::Function f(
        {.inputs = {x, y}, .outputs = {nn::cross_entropy(x, y, {nn::Reduce::none})}, .context = context});
    const GpuArray given = GpuArray::from(context, labels).astype(dtype);
    check_close(f(array_of(context, scores, {3, 4}), given)[0].read<double>(), want);
  }
}

TEST_CASE("nn: an axis of a known extent of 1 does not broadcast in a loss") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), one = g::input("one", KILN_FLOAT32, {1, -1});
  const g::Variable labels = g::vector("l", KILN_INT64), weight = g::input("w", KILN_FLOAT32, {1});
  const g::Function f({.inputs = {x, one, labels, weight},
                       .outputs = {nn::mean_squared(one, x), nn::cross_entropy(x, labels, {nn::Reduce::mean, weight})},
                       .context = context});
  const auto row = GpuArray::zeros(context, {1, 3}, KILN_FLOAT32), two = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
  const auto number = GpuArray::zeros(context, {1}, KILN_INT64), half = GpuArray::full(context, {1}, 0.5F);
  check_close(f(row, row, number, half)[1].read<double>(), {std::log(3.0)});
  refused(KILN_SHAPE_ERROR,
          "'nn.mean_squared: targets': graph.specify_shape: got float32(2, 3), expected the shape (1, ?)",
          [&] { f(two, row, GpuArray::zeros(context, {2}, KILN_INT64), half); });
  refused(KILN_SHAPE_ERROR, "nn.mean_squared: got predictions of float32 (1, ?) and targets of float32 (2, ?)", [&] {
    nn::mean_squared(one, g::input("two", KILN_FLOAT32, {2, -1}));
  });
}

// What -inf, inf, and probabilities of 0 and 1 give: the limits, where there are any.
TEST_CASE("nn: losses of infinite scores") {
  const kiln::Context context(test_devices()[0]);
  const double inf = HUGE_VAL;
  const g::Variable x = g::vector("x", KILN_FLOAT32), t = g::vector("t", KILN_FLOAT32);
  const nn::LossOptions none{nn::Reduce::none};
  const auto slopes = [&](const g::Variable& loss) { return g::grad(g::sum(loss), x); };
  const g::Variable binary = nn::binary_cross_entropy(x, t, none), huber = nn::huber(x, t, 2, none),
                    kl = nn::normal_divergence(t, x, none), square = nn::mean_squared(x, t, none);
  const g::Function f({.inputs = {x, t},
                       .outputs = {binary, slopes(binary), huber, slopes(huber), kl, slopes(kl), square},
                       .context = context});
  const Reals points{-inf, inf, -inf, inf, -inf, 100, -100}, aims{0, 1, 1, 0, 0.5, 0, 1};
  const auto out = f(array_of(context, points, {7}), array_of(context, aims, {7}));
  CHECK(out[0].read<double>() == Reals{0, 0, inf, inf, inf, 100, 100});
  CHECK(out[1].read<double>() == Reals{0, 0, -1, 1, -0.5, 1, -1});
  CHECK(out[2].read<double>() == Reals{inf, inf, inf, inf, inf, 198, 200});
  CHECK(out[3].read<double>() == Reals{-2, 2, -2, 2, -2, 2, -2});
  const Reals divergence = out[4].read<double>(), by = out[5].read<double>();
  for (const std::size_t i : {0, 1, 2, 3, 4, 5}) CHECK(divergence[i] == inf);
  CHECK(divergence[6] == 50);
  CHECK(by == Reals{-0.5, inf, -0.5, inf, -0.5, inf, -0.5});
  for (const std::size_t i : {0, 1, 2, 3, 4}) CHECK(out[6].read<double>()[i] == inf);
  // A class of score -inf has probability 0.
  const g::Variable s = g::matrix("s", KILN_FLOAT32);
  const g::Variable labels = g::constant(std::vector<std::int64_t>{0, 1, 0});
  const g::Variable loss = nn::cross_entropy(s, labels, none);
  const g::Function c({.inputs = {s}, .outputs = {loss, g::grad(g::sum(loss), s)}, .context = context});
  const auto rows = c(array_of(context, {0, -inf, 0, -inf, 3, -inf}, {3, 2}));
  CHECK(rows[0].read<double>() == Reals{0, inf, 0});
  CHECK(rows[1].read<double>() == Reals{0, 0, 1, -1, 0, 0});
}

TEST_CASE("nn: a mean loss is 0 where all weights are") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32), w = g::vector("w", KILN_FLOAT32);
  const g::Variable cost = nn::mean_squared(x, g::zeros_like(x), {nn::Reduce::mean, w});
  const g::Function f({.inputs = {x, w}, .outputs = {cost, g::grad(cost, x)}, .context = context});
  const auto given = array_of(context, {1, 2}, {2});
  const auto out = f(given, array_of(context, {0, 0}, {2}));
  CHECK(out[0].read<double>() == Reals{0});
  CHECK(out[1].read<double>() == Reals{0, 0});
  check_close(f(given, array_of(context, {1, 3}, {2}))[0].read<double>(), {3.25});
}
