// SPDX-License-Identifier: Apache-2.0
// Optimisers beside the same steps on the host.
#include "nn_support.hpp"

namespace {

// The optimiser's steps on the cost sum(c (w - t)^2) / 2, whose gradient is c (w - t).
constexpr std::size_t kCount = 5;
constexpr int kSteps = 4;
const Reals kCurve{0.5, 1, 2, 4, 0.01};

struct Descent {
  nn::Parameters net;
  g::Variable w, cost;
  Reals start, target;
  explicit Descent(const kiln::Context& context, kiln_dtype dtype = KILN_FLOAT32)
      : net(context, 1, dtype), start(rounded(scattered(kCount, 4))), target(rounded(scattered(kCount, 5))) {
    w = net.weight("w", {std::int64_t(kCount)}, nn::values(array_of(context, start, {std::int64_t(kCount)})));
    const auto constant = [&](const Reals& values) {
      return g::shared(array_of(context, values, {std::int64_t(kCount)}));
    };
    cost = 0.5 * g::sum(constant(kCurve) * g::square(w.astype(KILN_FLOAT32) - constant(target)));
  }
  // Runs the steps on the device.
  Reals run(const nn::Updates& updates) const {
    const g::Function step({.updates = updates});
    step.run(kSteps);
    return w.get_value().read<double>();
  }
  // Runs them on the host: `of` gets the position of an element, the number of the step from 1 on, the element and its
  // gradient, and returns what is subtracted.
  template <class Of>
  Reals host(Of&& of) const {
    Reals out = start;
    for (std::size_t i = 0; i < kCount; ++i)
      for (int step = 1; step <= kSteps; ++step) out[i] -= of(i, step, out[i], kCurve[i] * (out[i] - target[i]));
    return out;
  }
};

}  // namespace

TEST_CASE("nn: gradient descent") {
  const kiln::Context context(test_devices()[0]);
  Descent descent(context);
  const Reals expected = descent.host([](std::size_t, int, double, double slope) { return 0.1 * slope; });
  check_close(descent.run(nn::sgd(descent.net, descent.cost, 0.1)), expected);
  // Gradients that the program made, and a rate that is a variable.
  Descent other(context);
  const g::Variable rate = g::shared(GpuArray::full(context, {}, 0.1F), "rate");
  check_close(other.run(nn::sgd(other.net, g::grad(other.cost, other.net.trained()), rate)), expected);
  refused(KILN_INVALID_ARGUMENT, "nn.sgd: got 0 gradients, expected 1, one for each variable that is trained",
          [&] { nn::sgd(other.net, g::Variables{}, 0.1); });
  refused(KILN_SHAPE_ERROR, "nn.sgd: got a learning rate of float32 (?,), expected 0 dimensions",
          [&] { nn::sgd(other.net, other.cost, other.w); });
}

TEST_CASE("nn: Adam") {
  const kiln::Context context(test_devices()[0]);
  const auto host = [](const Descent& descent) {
    Reals m(kCount, 0), v(kCount, 0);
    return descent.host([&](std::size_t i, int t, double, double slope) {
      m[i] = 0.9 * m[i] + 0.1 * slope;
      v[i] = 0.999 * v[i] + 0.001 * slope * slope;
      return 0.1 * (m[i] / (1 - std::pow(0.9, t))) / (std::sqrt(v[i] / (1 - std::pow(0.999, t))) + 1e-8);
    });
  };
  Descent descent(context);
  check_close(descent.run(nn::adam(descent.net, descent.cost, 0.1)), host(descent));
  CHECK(descent.net["adam.step"].get_value().item<int>() == kSteps);
  CHECK(descent.net.contains("adam.first.w"));
  CHECK(descent.net.model().size() == 1);
  refused(KILN_INVALID_ARGUMENT, "nn.Parameters: got the name 'adam.first.w' a second time",
          [&] { nn::adam(descent.net, descent.cost, 0.1); });
  nn::AdamOptions wrong;
  wrong.beta2 = 1;
  refused(KILN_INVALID_ARGUMENT, "nn.adam: got beta2 1, expected a number from 0 to below 1",
          [&] { nn::adam(descent.net, descent.cost, 0.1, wrong); });
  // Parameters of half precision, whose state is of float32.
  Descent half(context, KILN_BFLOAT16);
  const nn::Updates updates = nn::adam(half.net, half.cost, 0.1);
  CHECK(half.net["adam.second.w"].dtype() == KILN_FLOAT32);
  check_close(half.run(updates), host(half), 3e-2);
}

TEST_CASE("nn: momentum and RMSProp") {
  const kiln::Context context(test_devices()[0]);
  const auto host = [](const Descent& descent, bool ahead) {
    Reals v(kCount, 0);
    return descent.host([&](std::size_t i, int, double, double slope) {
      v[i] = 0.8 * v[i] - 0.1 * slope;
      return ahead ? 0.1 * slope - 0.8 * v[i] : -v[i];
    });
  };
  nn::MomentumOptions options;
  options.momentum = 0.8;
  Descent plain(context), ahead(context), root(context);
  check_close(plain.run(nn::momentum(plain.net, plain.cost, 0.1, options)), host(plain, false));
  check_close(ahead.run(nn::nesterov(ahead.net, ahead.cost, 0.1, options)), host(ahead, true));
  CHECK(ahead.net.contains("momentum.velocity.w"));
  Reals square(kCount, 0);
  const Reals expected = root.host([&](std::size_t i, int, double, double slope) {
    square[i] = 0.9 * square[i] + 0.1 * slope * slope;
    return 0.1 * slope / (std::sqrt(square[i]) + 1e-8);
  });
  check_close(root.run(nn::rmsprop(root.net, root.cost, 0.1)), expected);
  options.momentum = 1;
  refused(KILN_INVALID_ARGUMENT, "nn.nesterov: got a momentum of 1, expected a number from 0 to below 1",
          [&] { nn::nesterov(root.net, root.cost, 0.1, options); });
}

TEST_CASE("nn: AdamW") {
  const kiln::Context context(test_devices()[0]);
  Descent descent(context);
  Reals m(kCount, 0), v(kCount, 0);
  const Reals expected = descent.host([&](std::size_t i, int t, double w, double slope) {
    m[i] = 0.9 * m[i] + 0.1 * slope;
    v[i] = 0.999 * v[i] + 0.001 * slope * slope;
    return 0.1 * ((m[i] / (1 - std::pow(0.9, t))) / (std::sqrt(v[i] / (1 - std::pow(0.999, t))) + 1e-8) + 0.5 * w);
  });
  // Two sets of parameters, of which one is left out of the decay.
  const g::Variable other = descent.net.weight("other", {2}, nn::constant(3));
  const g::Variable cost = descent.cost + 0.0 * g::sum(other);
  nn::AdamWOptions options;
  options.decay = 0.5;
  options.decays = [](const g::Variable& parameter) { return parameter.name() == "w"; };
  check_close(descent.run(nn::adamw(descent.net, cost, 0.1, options)), expected);
  CHECK(other.get_value().read<double>() == Reals{3, 3});
  options.decay = -1;
  refused(KILN_INVALID_ARGUMENT, "nn.adamw: got a decay of -1, expected a finite number of at least 0",
          [&] { nn::adamw(descent.net, cost, 0.1, options); });
}

TEST_CASE("nn: schedules") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context);
  nn::Updates updates;
  const g::Variable step = nn::counter(net, updates);
  const g::Variable cosine = nn::cosine_rate(step, 0.5, 8, 0.1);
  const g::Function f({.outputs = {nn::step_rate(step, 0.5, 3, 0.1), cosine, nn::warm_up(step, 4, cosine),
                                   nn::constant_rate(0.25) * 1.0, nn::step_rate(step - 5, 0.5, 3, 0.1)},
                       .updates = updates,
                       .context = context});
  for (int t = 0; t < 11; ++t) {
    const auto out = f();
    const double wave = 0.1 + 0.2 * (1 + std::cos(3.14159265358979 * std::min(t / 8.0, 1.0)));
    const Reals expected[] = {{0.5 * std::pow(0.1, t / 3)},
                              {wave},
                              {wave * std::min((t + 1) / 4.0, 1.0)},
                              {0.25},
                              {0.5 * std::pow(0.1, std::max(t - 5, 0) / 3)}};
    for (std::size_t i = 0; i < 5; ++i) check_close(out[i].read<double>(), expected[i], 1e-6);
  }
  CHECK(net["step"].get_value().item<int>() == 11);
  CHECK(net.model().empty());
  refused(KILN_INVALID_ARGUMENT, "nn.cosine_rate: got 0 steps, expected at least 1",
          [&] { nn::cosine_rate(step, 1, 0); });
  refused(KILN_INVALID_ARGUMENT, "nn.step_rate: got the factor 0, expected a finite number above 0",
          [&] { nn::step_rate(step, 1, 2, 0); });
  refused(KILN_SHAPE_ERROR, "nn.warm_up: got a step of float32 (?,), expected 0 dimensions",
          [&] { nn::warm_up(g::vector("v", KILN_FLOAT32), 2, 1); });
  refused(KILN_INVALID_ARGUMENT, "nn.constant_rate: got the rate -1", [] { nn::constant_rate(-1); });
}

TEST_CASE("nn: clipped gradients") {
  const kiln::Context context(test_devices()[0]);
  const Reals a = rounded(scattered(6)), b = rounded(scattered(3, 2));
  const g::Variable x = g::shared(array_of(context, a, {2, 3})), y = g::shared(array_of(context, b, {3}));
  double norm = 0;
  for (const double value : a) norm += value * value;
  for (const double value : b) norm += value * value;
  norm = std::sqrt(norm);
  const g::Variables low = nn::clip_by_global_norm({x, y.astype(KILN_FLOAT16)}, 0.5),
                     high = nn::clip_by_global_norm({x, y}, 100), range = nn::clip_by_value({x, y}, -0.25, 0.5);
  CHECK(low[1].dtype() == KILN_FLOAT16);
  const g::Function f({.outputs = {low[0], low[1], high[0], range[0], nn::global_norm({x, y})}, .context = context});
  const auto out = f();
  Reals less = a, few = b, clipped = a;
  for (double& value : less) value *= 0.5 / norm;
  for (double& value : few) value *= 0.5 / norm;
  for (double& value : clipped) value = std::min(std::max(value, -0.25), 0.5);
  check_close(out[0].read<double>(), less, 1e-3);  // the norm has elements of float16
  check_close(out[1].read<double>(), few, 1e-3);
  CHECK(out[2].read<double>() == a);
  check_close(out[3].read<double>(), clipped);
  check_close(out[4].read<double>(), {norm});
  refused(KILN_INVALID_ARGUMENT, "nn.clip_by_value: got the lower bound 2, expected at most the upper one, 1",
          [&] { nn::clip_by_value({x}, 2, 1); });
  refused(KILN_INVALID_ARGUMENT, "nn.clip_by_global_norm: got the limit 0, expected a finite number above 0",
          [&] { nn::clip_by_global_norm({x}, 0); });
  refused(KILN_INVALID_ARGUMENT, "nn.global_norm: got 0 gradients", [] { nn::global_norm({}); });
}

TEST_CASE("nn: a global norm of gradients whose squares leave the range of their dtype") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32), h = g::vector("h", KILN_FLOAT16);
  const g::Variable norm = nn::global_norm({x, h}), point = g::vector("p", KILN_FLOAT32);
  const g::Variables clipped = nn::clip_by_global_norm({x, h}, 2);
  const g::Function f({.inputs = {x, h}, .outputs = {norm, clipped[0], clipped[1]}, .context = context});
  const auto run = [&](const Reals& first, const Reals& second) {
    return f(array_of(context, first, {2}), array_of(context, second, {2}, KILN_FLOAT16));
  };
  const auto large = run({3e30, 0}, {0, 0});
  check_close(large[0].read<double>(), {3e30}, 1e-6);
  check_close(large[1].read<double>(), {2, 0}, 1e-6);
  const auto larger = run({3e38, -3e38}, {0, 0});  // the norm itself leaves the range
  CHECK(larger[0].read<double>() == Reals{HUGE_VAL});
  check_close(larger[1].read<double>(), {std::sqrt(2.0), -std::sqrt(2.0)}, 1e-6);
  const auto half = run({0, 0}, {60000, 60000});
  check_close(half[0].read<double>(), {60000 * std::sqrt(2.0)}, 1e-3);
  check_close(half[2].read<double>(), {std::sqrt(2.0), std::sqrt(2.0)}, 1e-3);
  const auto small = run({3e-25, 4e-25}, {0, 0});
  CHECK(small[0].read<double>()[0] == Approx(5e-25));
  CHECK(small[1].read<double>() == rounded({3e-25, 4e-25}));
  CHECK(run({0, 0}, {0, 0})[0].read<double>() == Reals{0});
  CHECK(run({0, 0}, {0, 0})[1].read<double>() == Reals{0, 0});
  const auto infinite = run({HUGE_VAL, 1}, {1, 1});
  CHECK(infinite[0].read<double>() == Reals{HUGE_VAL});
  const auto none = run({NAN, 1}, {1, 1});
  CHECK(std::isnan(none[0].read<double>()[0]));
  for (const auto* out : {&infinite, &none})
    for (const std::size_t i : {1, 2})
      for (const double value : (*out)[i].read<double>()) CHECK(std::isnan(value));
  check_gradients(nn::global_norm({point}), {point}, {{{0.3, -0.4, 0.2}, {3}}}, context);
}

// The exclusive or of two inputs, with products in half precision and parameters in float32.
TEST_CASE("nn: a net trains in half precision") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 3, KILN_FLOAT32);
  const nn::Dense hidden(net, "hidden", 2, 8), output(net, "output", 8, 2);
  const nn::LayerNorm norm(net, "norm", 8);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), y = g::vector("y", KILN_INT32);
  const g::Variable scores = output(g::tanh(norm(hidden(x.astype(KILN_BFLOAT16)))));
  const g::Variable cost = nn::cross_entropy(scores, y);
  CHECK(scores.dtype() == KILN_BFLOAT16);
  CHECK(cost.dtype() == KILN_FLOAT32);
  const g::Function train(
      {.inputs = {x, y}, .outputs = {cost}, .updates = nn::adam(net, cost, 0.05), .context = context});
  const auto points = array_of(context, {0, 0, 0, 1, 1, 0, 1, 1}, {4, 2});
  const auto labels = GpuArray::from(context, std::vector<std::int32_t>{0, 1, 1, 0});
  train.run(100, points, labels);
  CHECK(train(points, labels)[0].item<double>() < 0.1);
}

TEST_CASE("nn: AdamW computes in the dtype of float64 parameters") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1, KILN_FLOAT64);
  const g::Variable w = net.weight("w", {1}, nn::ones());
  nn::AdamWOptions options;
  options.decay = 0.1;
  const nn::Updates updates = nn::adamw(net, {g::zeros_like(w)}, 0.05, options);  // a list of one gradient
  g::Function({.updates = updates, .context = context}).run(1);
  check_close(w.get_value().read<double>(), {0.995}, 1e-14);
}

TEST_CASE("nn: optimisers name themselves where there is nothing to train, or nothing depends on it") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 1);
  const g::Variable x = g::scalar("x", KILN_FLOAT32);
  refused(KILN_INVALID_ARGUMENT, "nn.adam: got no variable that is trained, expected at least 1",
          [&] { nn::adam(net, x, 0.1); });
  const g::Variable w = net.weight("w", {2}, nn::ones());
  net.weight("unused", {2}, nn::ones());
  refused(KILN_INVALID_ARGUMENT, "nn.sgd: graph.grad: the cost", [&] { nn::sgd(net, g::sum(w), 0.1); });
  refused(KILN_INVALID_ARGUMENT, "; a list of gradients may be given in place of the cost",
          [&] { nn::sgd(net, g::sum(w), 0.1); });
  g::GradOptions options;
  options.disconnected = KILN_DISCONNECTED_IGNORE;
  CHECK(nn::sgd(net, g::grad(g::sum(w), net.trained(), options), 0.1).size() == 2);
}
