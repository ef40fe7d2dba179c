// SPDX-License-Identifier: Apache-2.0
// Computes the gradients once, and the differences by moving one element of the point at a time.
#include "graph/function/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/text.hpp"
#include "graph/build/grad.hpp"

namespace kiln::graph {
namespace {

using Doubles = std::vector<double>;
constexpr const char* kVerifyOperation = "graph.verify_grad";

// The point at which gradients are compared. Single elements can be moved.
class Point {
 public:
  explicit Point(std::span<const Argument> given) : arguments_(given.begin(), given.end()) {
    for (Argument& argument : arguments_) {
      if (argument.array || argument.strides)
        fail(KILN_INVALID_ARGUMENT, "{}: a point is an array, expected host elements in C order", kVerifyOperation);
      const auto bytes =
          std::size_t(layout::checked_size(argument.shape, 1, kVerifyOperation)) * base::dtype_size(argument.dtype);
      const auto* data = static_cast<const std::byte*>(argument.data);
      elements_.emplace_back(data, data + bytes);
    }
    for (std::size_t i = 0; i < arguments_.size(); ++i) arguments_[i].data = elements_[i].data();
  }
  std::span<const Argument> arguments() const { return arguments_; }
  std::size_t size(std::size_t i) const { return elements_[i].size() / base::dtype_size(arguments_[i].dtype); }
  // Moves an element and returns how far it moved, which differs from `by` as the dtype cannot hold every number.
  double move(std::size_t i, std::size_t element, double by) {
    const DType dtype = arguments_[i].dtype;
    std::byte* const at = elements_[i].data() + element * base::dtype_size(dtype);
    const double before = Scalar::load(dtype, at).re;
    Scalar::real(dtype, before + by).store(at);
    return Scalar::load(dtype, at).re - before;
  }

 private:
  std::vector<Argument> arguments_;
  std::vector<std::vector<std::byte>> elements_;
};

Doubles read(const array::Array& array) {
  Doubles out(std::size_t(array.size()));
  if (!out.empty()) {
    std::vector<std::byte> bytes(array.bytes());
    array::read(array, bytes.data(), nullptr, kVerifyOperation);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = Scalar::load(array.dtype(), bytes.data() + i * array.itemsize()).re;
  }
  return out;
}

Ref<Function> compile(std::span<const Value> inputs, const Values& outputs, const char* name,
                      const VerifyOptions& options) {
  FunctionSpec spec;
  for (const Value& input : inputs) spec.inputs.push_back({input});
  for (const Value& output : outputs) spec.outputs.push_back({output});
  spec.name = name;
  spec.on_unused = OnUnused::ignore;
  spec.context = options.context;
  return Function::create(std::move(spec));
}

}  // namespace

VerifyReport verify_grad(std::span<const Value> outputs, std::span<const Value> inputs,
                         std::span<const Argument> points, const VerifyOptions& options) {
  for (const Value& output : outputs)
    if (output.type().dtype != KILN_FLOAT32 && output.type().dtype != KILN_FLOAT64)
      fail(KILN_TYPE_ERROR, "{}: got {}, expected float32 or float64", kVerifyOperation, value_text(output));
  std::vector<std::size_t> which;
  Values wrt;
  bool narrow = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const DType dtype = inputs[i].type().dtype;
    if (!base::is_float(dtype)) continue;
    which.push_back(i);
    wrt.push_back(inputs[i]);
    narrow |= dtype != KILN_FLOAT64;
  }
  if (wrt.empty()) fail(KILN_TYPE_ERROR, "{}: no input is floating-point", kVerifyOperation);
  for (const Value& output : outputs) narrow |= output.type().dtype != KILN_FLOAT64;
  if (points.size() != inputs.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}", kVerifyOperation, base::plural(points.size(), "point"),
         inputs.size());
  Point point(points);
  for (const std::size_t i : which)
    if (point.arguments()[i].dtype != inputs[i].type().dtype)
      fail(KILN_TYPE_ERROR, "{}: the point of {} has dtype {}, expected {}", kVerifyOperation,
           node_text(*inputs[i].node), base::dtype_name(point.arguments()[i].dtype),
           base::dtype_name(inputs[i].type().dtype));
  const double step = options.step > 0 ? options.step : narrow ? 5e-3 : 1e-5;
  const double tolerance = options.tolerance > 0 ? options.tolerance : narrow ? 1e-2 : 1e-6;

  const auto function = compile(inputs, Values(outputs.begin(), outputs.end()), "verify_grad", options);
  std::mt19937_64 random(options.seed);
  std::vector<Doubles> projections;
  Values derived;
  const auto results = function->call(point.arguments());
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const array::Array& y = *results[k];
    HostValue p{y.dtype(), y.shape(), std::vector<std::byte>(y.bytes())};
    Doubles numbers;
    for (std::int64_t i = 0; i < y.size(); ++i) {
      numbers.push_back(0.5 + double(random() >> 40) * 0x1p-24);
      std::byte* const at = p.bytes.data() + std::size_t(i) * y.itemsize();
      Scalar::real(y.dtype(), numbers.back()).store(at);
      numbers.back() = Scalar::load(y.dtype(), at).re;
    }
    projections.push_back(std::move(numbers));
    const std::pair<Value, Value> known[] = {{outputs[k], make_constant(std::move(p))}};
    GradOptions how;
    how.known_gradients = known;
    how.disconnected = Disconnected::ignore;
    for (Value& gradient : grad({}, wrt, how)) derived.push_back(std::move(gradient));
  }
  std::vector<Doubles> gradients;
  for (const auto& array : compile(inputs, derived, "verify_grad", options)->call(point.arguments()))
    gradients.push_back(read(*array));

  VerifyReport report;
  report.results = results;
  for (std::size_t w = 0; w < which.size(); ++w)
    for (std::size_t e = 0; e < point.size(which[w]); ++e) {
      // The results at the two ends of the difference, and the distance between the ends.
      double apart = 0;
      std::vector<Doubles> ends[2];
      for (const int side : {0, 1}) {
        const double moved = point.move(which[w], e, side ? -step : step);
        apart += std::fabs(moved);
        for (const auto& array : function->call(point.arguments())) ends[side].push_back(read(*array));
        point.move(which[w], e, -moved);
      }
      for (std::size_t k = 0; k < outputs.size(); ++k) {
        double difference = 0;
        for (std::size_t i = 0; i < projections[k].size(); ++i)
          difference += projections[k][i] * (ends[0][k][i] - ends[1][k][i]);
        difference /= apart;
        if (options.skip_undefined && !std::isfinite(difference)) continue;
        const double got = gradients[k * wrt.size() + w][e];
        double error = std::fabs(got - difference) / std::max({1.0, std::fabs(got), std::fabs(difference)});
        if (std::isnan(error)) error = HUGE_VAL;
        ++report.compared;
        if (error <= report.worst) continue;
        report.worst = error;
        report.where = fmt::format("{} by {}, element {}: the gradient is {}, the difference {}",
                                   node_text(*outputs[k].node), node_text(*inputs[which[w]].node), e, got, difference);
      }
    }
  if (report.worst > tolerance)
    fail(KILN_INVALID_ARGUMENT, "{}: {}: an error of {:.3g}, expected at most {:.3g}", kVerifyOperation, report.where,
         report.worst, tolerance);
  return report;
}

}  // namespace kiln::graph
