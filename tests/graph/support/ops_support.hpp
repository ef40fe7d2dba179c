// SPDX-License-Identifier: Apache-2.0
// Named host arrays that graphs and array operations of a test are given.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "array/array.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "graph/build/apply.hpp"
#include "graph/function/function.hpp"
#include "graph/function/verify.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"

namespace kiln::test {

using namespace kiln::graph;
using Doubles = std::vector<double>;

struct Host {
  DType dtype;
  Dims shape;
  std::vector<std::byte> bytes;
  Host(DType of, Dims extents, const Doubles& values) : dtype(of), shape(extents) {
    for (const double value : values) {
      bytes.resize(bytes.size() + base::dtype_size(dtype));
      const Scalar wide =
          base::is_float(dtype) ? Scalar::real(KILN_FLOAT64, value) : Scalar::integer(KILN_INT64, std::int64_t(value));
      wide.cast(dtype).store(bytes.data() + bytes.size() - base::dtype_size(dtype));
    }
  }
  Argument argument() const { return {nullptr, dtype, shape, nullptr, bytes.data()}; }
  Ref<array::Array> upload(runtime::Context& context) const {
    return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data(), "test");
  }
};

// Every element as a double, whatever the dtype.
inline double number(const Scalar& scalar) { return scalar.cast(KILN_FLOAT64).re; }
inline Doubles numbers(DType dtype, const std::vector<std::byte>& bytes) {
  Doubles out;
  for (std::size_t i = 0; i < bytes.size(); i += base::dtype_size(dtype))
    out.push_back(number(Scalar::load(dtype, bytes.data() + i)));
  return out;
}
inline Doubles numbers(const array::Array& array) {
  std::vector<std::byte> bytes(array.bytes());
  if (!bytes.empty()) array::read(array, bytes.data(), nullptr, "test");
  return numbers(array.dtype(), bytes);
}

// Inputs by name, all extents unknown to the graph.
class Pool {
 public:
  void add(const std::string& name, Host host) {
    names_.push_back(name);
    inputs_.push_back(make_input(name, {host.dtype, Dims(host.shape.size(), kUnknown)}));
    hosts_.push_back(std::move(host));
  }
  std::size_t find(const std::string& name) const {
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (names_[i] == name) return i;
    FAIL("no input " << name);
    return 0;
  }
  const Value& value(const std::string& name) const { return inputs_[find(name)]; }
  const Host& host(const std::string& name) const { return hosts_[find(name)]; }
  const Values& inputs() const { return inputs_; }
  // The same inputs, of which those with axes of that extent have no elements.
  Pool without(std::int64_t extent) const {
    Pool out;
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      Dims shape = hosts_[i].shape;
      std::replace(shape.begin(), shape.end(), extent, std::int64_t{0});
      out.add(names_[i], shape == hosts_[i].shape ? hosts_[i] : Host(hosts_[i].dtype, shape, {}));
    }
    return out;
  }
  std::vector<Argument> arguments() const {
    std::vector<Argument> out;
    for (const Host& host : hosts_) out.push_back(host.argument());
    return out;
  }
  Ref<Function> function(const Values& outputs, runtime::Context& context, Mode mode = Mode::fast_run) const {
    FunctionSpec spec;
    spec.mode = mode;
    for (const Value& input : inputs_) spec.inputs.push_back({input});
    for (const Value& output : outputs) spec.outputs.push_back({output});
    spec.name = "test";
    spec.on_unused = OnUnused::ignore;
    spec.context = &context;
    return Function::create(std::move(spec));
  }
  // The outputs of a call with the pool's elements.
  std::vector<Ref<array::Array>> call(const Values& outputs, runtime::Context& context) const {
    return function(outputs, context)->call(arguments());
  }

 private:
  std::vector<std::string> names_;
  Values inputs_;
  std::vector<Host> hosts_;
};

inline bool close(double got, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return got == expected;
  return std::fabs(got - expected) <= tolerance * std::max(1.0, std::fabs(expected));
}

}  // namespace kiln::test
