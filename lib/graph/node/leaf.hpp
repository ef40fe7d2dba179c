// SPDX-License-Identifier: Apache-2.0
// Leaves are the values that no node of the graph computes: inputs of functions, constants and shared variables.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "graph/node/node.hpp"

namespace kiln::graph {

// Elements in host memory in C order.
struct HostValue {
  DType dtype = KILN_FLOAT32;
  Dims shape;
  std::vector<std::byte> bytes;
  Scalar scalar() const { return Scalar::load(dtype, bytes.data()); }
};

class Leaf : public Op {
 public:
  std::vector<Type> infer(std::span<const Type>) const override;
  bool leaf() const override { return true; }
};

class Input final : public Leaf {
 public:
  explicit Input(std::string loop = {}) : loop_(std::move(loop)) {}
  std::string name() const override { return "Input"; }
  // The loop whose step gets this variable, for messages; empty: it is an input of functions.
  const std::string& loop() const noexcept { return loop_; }

 private:
  std::string loop_;
};

class Constant final : public Leaf {
 public:
  Constant(HostValue value, bool weak) : value_(std::move(value)), weak_(weak) {}
  std::string name() const override { return "Constant"; }
  std::string key() const override;
  const HostValue& value() const noexcept { return value_; }
  // A weak constant is a number without a dtype of its own: in `x + 2` it takes the dtype of `x`.
  bool weak() const noexcept { return weak_; }

 private:
  HostValue value_;
  bool weak_;
};

// A variable whose elements stay on a device between calls. Every member function may be called from any thread.
class Shared final : public base::RefCounted {
 public:
  // An extent in `shape` is fixed for the life of the variable, or kUnknown if it may change.
  Shared(Ref<array::Array> value, Dims shape, std::string name)
      : context_(&value->context()),
        dtype_(value->dtype()),
        shape_(shape),
        name_(std::move(name)),
        value_(std::move(value)) {}
  runtime::Context& context() const noexcept { return *context_; }
  DType dtype() const noexcept { return dtype_; }
  const std::string& name() const noexcept { return name_; }
  // The present value. Functions that update the variable write into this array as long as the shape stays.
  Ref<array::Array> value() const;
  // How many times the shape has changed. Functions compare it with the count they know to see whether a plan
  // still fits.
  std::uint64_t reshapes() const;
  // Throws KILN_SHAPE_ERROR if an array of this shape cannot be the value.
  void check_shape(const Dims& shape, const char* operation) const;
  // Makes `value` the variable's value, without a copy. Throws if its dtype, shape or context do not fit.
  void replace(Ref<array::Array> value, const char* operation);

 private:
  Ref<runtime::Context> context_;
  DType dtype_;
  Dims shape_;
  std::string name_;
  mutable std::mutex mutex_;
  Ref<array::Array> value_;
  std::uint64_t reshapes_ = 0;
};

class SharedLeaf final : public Leaf {
 public:
  explicit SharedLeaf(Ref<Shared> shared) : shared_(std::move(shared)) {}
  std::string name() const override { return "Shared"; }
  Shared& shared() const noexcept { return *shared_; }

 private:
  Ref<Shared> shared_;
};

// An input of a function with this label. Extents of the type may be kUnknown.
Value make_input(std::string name, Type type);
// What the step of a loop gets. No function can have it as an input, as it has no value outside of the loop.
Value make_step_input(std::string name, Type type, std::string loop);
// A constant that has the dtype of `value`.
Value make_constant(HostValue value);
Value make_constant(const Scalar& scalar);  // has no axes
Value make_number(double number);           // a weak float64
Value make_integer(std::int64_t number);    // a weak int64
// A shared variable with this first value. `broadcastable` has one entry an axis: true says that the extent
// is 1 and stays 1, so that the axis may broadcast. Null: no axis may.
Value make_shared(Ref<array::Array> value, std::string name, const bool* broadcastable);

// The element of a constant with one element, also where the value only repeats or reshapes such a constant.
// Empty for any other value.
std::optional<Scalar> constant_scalar(const Value& value);
// Is the value such a constant, and equal to this number?
bool is_constant(const Value& value, double number);

}  // namespace kiln::graph
