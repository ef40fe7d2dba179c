// SPDX-License-Identifier: Apache-2.0
// Optimisers. Each returns the updates of one step of training for graph::Function.
//
//   const g::Function train({.inputs = {x, y}, .outputs = {cost}, .updates = nn::adam(net, cost, 1e-3)});
//
// What an optimiser remembers are shared variables of the Parameters, of float32 where the parameters are float16 or
// bfloat16. The rate is a number or a variable without dimensions: a shared one, an input, or a schedule
// (schedules.hpp).
#ifndef KILN_CXX_NN_OPTIMISERS_HPP
#define KILN_CXX_NN_OPTIMISERS_HPP

#include <kiln/cxx/nn/gradients.hpp>
#include <kiln/cxx/nn/parameters.hpp>

#include <cmath>
#include <functional>

namespace kiln::nn {

namespace detail {

// What optimisers share: goes through the trained variables and collects updates.
class Steps {
 public:
  Steps(Parameters& parameters, const Gradients& gradients, const Rate& rate, const std::string& where,
        std::string name)
      : parameters_(parameters),
        together_(parameters),
        rate_(rate.checked(where)),
        where_(where),
        name_(std::move(name)) {
    trained_ = parameters.trained();
    gradients_ = gradients.by(trained_, where_);
  }
  // A shared variable of the parameter's shape, all zeros: NAME.kind.PARAMETER.
  Variable state(const Variable& parameter, const char* kind) {
    const GpuArray live = parameter.get_value(true);
    return parameters_.training(name_ + '.' + kind + '.' + parameter.name(),
                                GpuArray::zeros(live.context(), live.shape(), wide(live.dtype())));
  }
  // The number of this step, from 1 on, in `dtype`.
  Variable count(kiln_dtype dtype) {
    if (!step_) {
      step_ = parameters_.training(name_ + ".step", GpuArray::full(parameters_.context(), {}, std::int64_t(0)));
      updates_.emplace_back(step_, step_ + 1);
    }
    return as(step_ + 1, dtype);
  }
  void set(const Variable& variable, const Variable& value) { updates_.emplace_back(variable, value); }
  // Calls step(parameter, value, gradient, rate) for each trained variable; the last three are in the dtype of
  // arithmetic. It returns what is subtracted from the parameter.
  template <class Step>
  Updates run(Step&& step) {
    for (std::size_t i = 0; i < trained_.size(); ++i) {
      const Variable& parameter = trained_[i];
      const kiln_dtype dtype = wide(parameter.dtype());
      const Variable value = as(parameter, dtype);
      const Variable less = step(parameter, value, as(gradients_[i], dtype), as(rate_, dtype));
      set(parameter, as(value - less, parameter.dtype()));
    }
    return updates_;
  }

 private:
  Parameters& parameters_;
  Parameters::Together together_;
  Variable rate_, step_;
  std::string where_, name_;
  Variables trained_, gradients_;
  Updates updates_;
};

inline void check_decay(double beta, const std::string& where, const char* what) {
  check_number(beta >= 0 && beta < 1, beta, where, what, "a number from 0 to below 1");
}

}  // namespace detail

// w - rate g.
inline Updates sgd(Parameters& parameters, const Gradients& gradients, const Rate& rate) {
  detail::Steps steps(parameters, gradients, rate, "nn.sgd", "sgd");
  return steps.run([](const Variable&, const Variable&, const Variable& g, const Variable& r) { return r * g; });
}

struct MomentumOptions {
  double momentum = 0.9;
  std::string name = "momentum";  // that of the state's variables: NAME.velocity.PARAMETER
};

namespace detail {
inline Updates momentum(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                        const MomentumOptions& options, bool ahead, const std::string& where) {
  check_decay(options.momentum, where, "a momentum of");
  Steps steps(parameters, gradients, rate, where, options.name);
  return steps.run([&](const Variable& parameter, const Variable&, const Variable& g, const Variable& r) {
    const Variable old = steps.state(parameter, "velocity");
    const Variable velocity = options.momentum * old - r * g;
    steps.set(old, velocity);
    return ahead ? r * g - options.momentum * velocity : -velocity;
  });
}
}  // namespace detail

// v = momentum v - rate g, w + v: B. Polyak, "Some methods of speeding up the convergence of iteration methods" (1964).
inline Updates momentum(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                        const MomentumOptions& options = {}) {
  return detail::momentum(parameters, gradients, rate, options, false, "nn.momentum");
}

// v = momentum v - rate g, w + momentum v - rate g with the new v: Y. Nesterov (1983), as in I. Sutskever et al., "On
// the importance of initialization and momentum in deep learning" (2013), for parameters that look ahead.
inline Updates nesterov(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                        const MomentumOptions& options = {}) {
  return detail::momentum(parameters, gradients, rate, options, true, "nn.nesterov");
}

struct RmsPropOptions {
  double decay = 0.9, epsilon = 1e-8;
  std::string name = "rmsprop";  // that of the state's variables: NAME.square.PARAMETER
};

// s = decay s + (1 - decay) g^2, w - rate g / (sqrt(s) + epsilon): T. Tieleman and G. Hinton, "Lecture 6.5 - RMSProp"
// (2012).
inline Updates rmsprop(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                       const RmsPropOptions& options = {}) {
  const std::string where = "nn.rmsprop";
  detail::check_decay(options.decay, where, "a decay of");
  detail::check_above_0(options.epsilon, where, "epsilon");
  detail::Steps steps(parameters, gradients, rate, where, options.name);
  return steps.run([&](const Variable& parameter, const Variable&, const Variable& g, const Variable& r) {
    const Variable old = steps.state(parameter, "square");
    const Variable square = options.decay * old + (1 - options.decay) * graph::square(g);
    steps.set(old, square);
    return r * g / (graph::sqrt(square) + options.epsilon);
  });
}

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  std::string name = "adam";  // that of the state's variables: NAME.first.PARAMETER, NAME.second.PARAMETER, NAME.step
};

struct AdamWOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double decay = 0.01;
  // Says which parameters decay; empty: all. Biases and scales are often left out:
  // [](const g::Variable& parameter) { return parameter.ndim() > 1; }
  std::function<bool(const Variable&)> decays = {};
  std::string name = "adamw";
};

namespace detail {
inline Updates adam(Parameters& parameters, const Gradients& gradients, const Rate& rate, const AdamWOptions& options,
                    const std::string& where) {
  check_decay(options.beta1, where, "beta1");
  check_decay(options.beta2, where, "beta2");
  check_above_0(options.epsilon, where, "epsilon");
  Steps steps(parameters, gradients, rate, where, options.name);
  const double b1 = options.beta1, b2 = options.beta2;
  return steps.run([&](const Variable& parameter, const Variable& value, const Variable& g, const Variable& r) {
    const Variable first = steps.state(parameter, "first"), second = steps.state(parameter, "second");
    const Variable t = steps.count(value.dtype());
    // 1 - b^t loses digits where b is near 1.
    const auto grown = [&](double b) { return b > 0 ? -graph::expm1(std::log(b) * t) : graph::ones_like(t); };
    const Variable m = b1 * first + (1 - b1) * g, v = b2 * second + (1 - b2) * graph::square(g);
    steps.set(first, m);
    steps.set(second, v);
    const Variable step = (r / grown(b1)) * m / (graph::sqrt(v) / graph::sqrt(grown(b2)) + options.epsilon);
    return options.decay == 0 || (options.decays && !options.decays(parameter)) ? step
                                                                                : step + r * (options.decay * value);
  });
}
}  // namespace detail

// m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2, and in step t
// w - rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon): D. Kingma and J. Ba, "Adam: a method for
// stochastic optimization" (2015), algorithm 1.
inline Updates adam(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                    const AdamOptions& options = {}) {
  AdamWOptions all;
  all.beta1 = options.beta1;
  all.beta2 = options.beta2;
  all.epsilon = options.epsilon;
  all.decay = 0;
  all.name = options.name;
  return detail::adam(parameters, gradients, rate, all, "nn.adam");
}

// adam() and -rate decay w: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization" (2019).
inline Updates adamw(Parameters& parameters, const Gradients& gradients, const Rate& rate,
                     const AdamWOptions& options = {}) {
  detail::check_at_least_0(options.decay, "nn.adamw", "a decay of");
  return detail::adam(parameters, gradients, rate, options, "nn.adamw");
}

}  // namespace kiln::nn

#endif
