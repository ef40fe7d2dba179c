// SPDX-License-Identifier: Apache-2.0
// Initial values of parameters.
//
//   nn::Dense hidden(net, "hidden", 784, 256, {nn::he_normal()});
#ifndef KILN_CXX_NN_INIT_HPP
#define KILN_CXX_NN_INIT_HPP

#include <kiln/cxx/nn/common.hpp>
#include <kiln/cxx/random.hpp>

#include <cmath>
#include <functional>

namespace kiln::nn {

// What an initialiser makes values for. `fan_in` says how many inputs an output of the layer adds up, `fan_out` how
// many outputs an input goes to; 0: not known.
struct Blank {
  std::string name;
  Shape shape;
  kiln_dtype dtype;
  double fan_in, fan_out;
};

// Returns the initial values of a parameter: an array of its shape.
using Initialiser = std::function<GpuArray(const Context&, Random&, const Blank&)>;

namespace detail {
// float16 and bfloat16 are drawn in float32, so that a device gives a parameter the same values in each of the three
// dtypes, but for rounding.
template <class Draw>
Initialiser drawn(Draw draw) {
  return [draw](const Context&, Random& random, const Blank& blank) {
    return draw(random, blank, wide(blank.dtype)).astype(blank.dtype);
  };
}
inline void check_fans(const Blank& blank, const std::string& where) {
  if (!(blank.fan_in > 0 && blank.fan_out > 0))
    fail(KILN_INVALID_ARGUMENT, where,
         "got '" + blank.name + "' of shape " + text_of(blank.shape) +
             " without fan_in and fan_out, expected both, as arguments of nn.Parameters.weight");
}
inline Initialiser scaled_uniform(const char* name, double gain, double (*variance)(const Blank&)) {
  check_above_0(gain, std::string("nn.") + name, "the gain");
  return drawn([=](Random& random, const Blank& blank, kiln_dtype dtype) {
    check_fans(blank, std::string("nn.") + name);
    const double bound = gain * std::sqrt(3 * variance(blank));
    return random.uniform(blank.shape, -bound, bound, dtype);
  });
}
inline Initialiser scaled_normal(const char* name, double gain, double (*variance)(const Blank&)) {
  check_above_0(gain, std::string("nn.") + name, "the gain");
  return drawn([=](Random& random, const Blank& blank, kiln_dtype dtype) {
    check_fans(blank, std::string("nn.") + name);
    return random.normal(blank.shape, 0, gain * std::sqrt(variance(blank)), dtype);
  });
}
inline double glorot_variance(const Blank& blank) { return 2 / (blank.fan_in + blank.fan_out); }
inline double he_variance(const Blank& blank) { return 2 / blank.fan_in; }

inline double product_of(const double* x, const double* y, std::size_t length) {
  double sums[4] = {0, 0, 0, 0};  // four chains of additions, which a processor computes side by side
  std::size_t k = 0;
  for (; k + 4 <= length; k += 4)
    for (std::size_t i = 0; i < 4; ++i) sums[i] += x[k + i] * y[k + i];
  for (; k < length; ++k) sums[0] += x[k] * y[k];
  return sums[0] + sums[1] + sums[2] + sums[3];
}
// Makes `count` rows of `length` elements orthonormal, where count <= length: Gram and Schmidt, each row twice.
inline void orthonormalise(std::vector<double>& rows, std::size_t count, std::size_t length) {
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = rows.data() + i * length;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t j = 0; j < i; ++j) {
        const double* const other = rows.data() + j * length;
        const double product = product_of(row, other, length);
        for (std::size_t k = 0; k < length; ++k) row[k] -= product * other[k];
      }
    const double root = std::sqrt(product_of(row, row, length));
    for (std::size_t k = 0; k < length; ++k) row[k] /= root;
  }
}
}  // namespace detail

inline Initialiser constant(double value) {
  return [value](const Context& context, Random&, const Blank& blank) {
    return GpuArray::full(context, blank.shape, value, blank.dtype);
  };
}
inline Initialiser zeros() { return constant(0); }
inline Initialiser ones() { return constant(1); }

// The values of an array of the parameter's shape, converted to its dtype.
inline Initialiser values(const GpuArray& array) {
  return [array](const Context& context, Random&, const Blank& blank) {
    if (array.shape() != blank.shape)
      detail::fail(KILN_SHAPE_ERROR, "nn.values",
                   "got an array of " + detail::text_of(array.shape()) + " for '" + blank.name + "', expected " +
                       detail::text_of(blank.shape));
    return array.astype(blank.dtype).transfer(context);
  };
}

// Numbers that are uniform in [low, high).
inline Initialiser uniform(double low, double high) {
  detail::check_finite(low, "nn.uniform", "the lower bound");
  detail::check_finite(high, "nn.uniform", "the upper bound");
  detail::check_number(low <= high, low, "nn.uniform", "the lower bound",
                       ("at most the upper one, " + detail::text_of(high)).c_str());
  return detail::drawn([=](Random& random, const Blank& blank, kiln_dtype dtype) {
    return random.uniform(blank.shape, low, high, dtype);
  });
}
// Normally distributed numbers with a mean and a standard deviation.
inline Initialiser normal(double mean, double deviation) {
  detail::check_finite(mean, "nn.normal", "the mean");
  detail::check_at_least_0(deviation, "nn.normal", "the deviation");
  return detail::drawn([=](Random& random, const Blank& blank, kiln_dtype dtype) {
    return random.normal(blank.shape, mean, deviation, dtype);
  });
}

// Numbers of mean 0 and variance gain^2 2 / (fan_in + fan_out): X. Glorot and Y. Bengio, "Understanding the difficulty
// of training deep feedforward neural networks" (2010); also called Xavier.
inline Initialiser glorot_uniform(double gain = 1) {
  return detail::scaled_uniform("glorot_uniform", gain, detail::glorot_variance);
}
inline Initialiser glorot_normal(double gain = 1) {
  return detail::scaled_normal("glorot_normal", gain, detail::glorot_variance);
}

// Numbers of mean 0 and variance gain^2 2 / fan_in, for layers before a rectifier: K. He et al., "Delving deep into
// rectifiers" (2015).
inline Initialiser he_uniform(double gain = 1) {
  return detail::scaled_uniform("he_uniform", gain, detail::he_variance);
}
inline Initialiser he_normal(double gain = 1) { return detail::scaled_normal("he_normal", gain, detail::he_variance); }

// A matrix whose rows or columns, whichever are fewer, are orthogonal and of length `gain`: A. Saxe et al., "Exact
// solutions to the nonlinear dynamics of learning in deep linear neural networks" (2014). More than two axes count as
// a matrix whose rows are the first axis. The host computes it.
inline Initialiser orthogonal(double gain = 1) {
  detail::check_above_0(gain, "nn.orthogonal", "the gain");
  return [gain](const Context& context, Random& random, const Blank& blank) {
    if (blank.shape.size() < 2)
      detail::fail(
          KILN_SHAPE_ERROR, "nn.orthogonal",
          "got '" + blank.name + "' of shape " + detail::text_of(blank.shape) + ", expected at least 2 dimensions");
    const auto rows = static_cast<std::size_t>(blank.shape[0]);
    std::size_t columns = 1;
    for (std::size_t i = 1; i < blank.shape.size(); ++i) columns *= static_cast<std::size_t>(blank.shape[i]);
    const bool tall = rows > columns;
    const std::size_t count = tall ? columns : rows, length = tall ? rows : columns;
    const Shape drawn{std::int64_t(count), std::int64_t(length)};
    std::vector<double> made = random.normal(drawn, 0, 1, KILN_FLOAT32).read<double>();
    detail::orthonormalise(made, count, length);
    std::vector<double> placed(made.size());
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        placed[i * columns + j] = gain * (tall ? made[j * length + i] : made[i * length + j]);
    return GpuArray::from(context, placed, blank.shape, blank.dtype);
  };
}

}  // namespace kiln::nn

#endif
