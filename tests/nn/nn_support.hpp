// SPDX-License-Identifier: Apache-2.0
// For tests of kiln::nn: values of graphs, and arrays on the host to compare them with.
#pragma once

#include <kiln/cxx/nn.hpp>

#include <cmath>
#include <numeric>

#include "../abi/cxx_support.hpp"

namespace nn = kiln::nn;
namespace g = kiln::graph;
using kiln::GpuArray;
using kiln::Shape;
using Reals = std::vector<double>;

// Numbers between -1 and 1 without a pattern, the same ones for a seed.
inline Reals scattered(std::size_t count, int seed = 1) {
  Reals out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = std::sin(12.9898 * double(i + 1) + 78.233 * seed);
  return out;
}
inline GpuArray array_of(const kiln::Context& context, const Reals& values, const Shape& shape,
                         kiln_dtype dtype = KILN_FLOAT32) {
  return GpuArray::from(context, values, shape, dtype);
}
// The values as float32 holds them.
inline Reals rounded(Reals values) {
  for (double& value : values) value = double(float(value));
  return values;
}
inline void check_close(const Reals& got, const Reals& expected, double tolerance = 2e-5) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO("element " << i << ": got " << got[i] << ", expected " << expected[i]);
    CHECK(std::abs(got[i] - expected[i]) <= tolerance * (1 + std::abs(expected[i])));
  }
}
// The value of one variable without inputs, or with arrays for them.
inline Reals value_of(const g::Variable& variable, const std::vector<g::In>& inputs = {},
                      const std::vector<g::Argument>& arguments = {}) {
  g::FunctionOptions options;
  options.inputs = inputs;
  options.outputs = {variable};
  return g::Function(options).call(arguments)[0].read<double>();
}
// A shared variable of float32 with scattered elements.
inline g::Variable scattered_variable(const kiln::Context& context, const Shape& shape, int seed = 1) {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) count *= std::size_t(extent);
  return g::shared(array_of(context, scattered(count, seed), shape));
}
// Compares gradients with differences at points of float32.
struct Point {
  Reals values;
  Shape shape;
};
inline void check_gradients(const g::Variable& output, const g::Variables& inputs, const std::vector<Point>& points,
                            const kiln::Context& context) {
  std::vector<std::vector<float>> held;
  std::vector<g::Argument> arguments;
  for (const Point& point : points) held.emplace_back(point.values.begin(), point.values.end());
  for (std::size_t i = 0; i < points.size(); ++i) arguments.emplace_back(held[i].data(), points[i].shape);
  INFO("gradients of " << output.info().operation);
  CHECK_NOTHROW(g::verify_grad({output}, inputs, arguments, context));
}
