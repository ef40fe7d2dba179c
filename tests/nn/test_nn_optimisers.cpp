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
