// SPDX-License-Identifier: Apache-2.0
// Values that nothing in the graph computes: inputs of functions, constants, shared variables.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "graph/node/node.hpp"

namespace kiln::graph {

// Elements in host memory, C order.
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
  explicit Input(std::string label) : label_(std::move(label)) {}
  std::string name() const override { return "Input"; }

 private:
  std::string label_;
};

class Constant final : public Leaf {
 public:
  Constant(HostValue value, bool weak) : value_(std::move(value)), weak_(weak) {}
  std::string name() const override { return "Constant"; }
  std::string key() const override;
  const HostValue& value() const noexcept { return value_; }
  // A number that takes the dtype of what it meets.
  bool weak() const noexcept { return weak_; }

 private:
  HostValue value_;
  bool weak_;
};

// A variable whose elements live on a device between calls. Thread-safe.
class Shared final : public base::RefCounted {
 public:
  // `shape`: extents that stay, and kUnknown.
  Shared(Ref<array::Array> value, Dims shape, std::string name)
      : context_(&value->context()),
        dtype_(value->dtype()),
        shape_(shape),
        name_(std::move(name)),
        value_(std::move(value)) {}
  runtime::Context& context() const noexcept { return *context_; }
  DType dtype() const noexcept { return dtype_; }
  const std::string& name() const noexcept { return name_; }
  // The elements now. Functions write into this array while its shape stays.
  Ref<array::Array> value() const;
  // How many times its shape has changed.
  std::uint64_t reshapes() const;
  // Throws where an array of that shape cannot be its value.
  void check_shape(const Dims& shape, const char* operation) const;
  // Takes the array over; its dtype, shape and context must fit.
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

// "x" of a dtype and a shape whose unknown extents are kUnknown.
Value make_input(std::string name, Type type);
Value make_constant(HostValue value);
Value make_constant(const Scalar& scalar);  // 0-d
Value make_number(double number);           // weak
Value make_integer(std::int64_t number);    // weak
// Broadcastable axes: those that `broadcastable` says have extent 1 for ever; null: none.
Value make_shared(Ref<array::Array> value, std::string name, const bool* broadcastable);

// The constant's one element, where the value is a constant of size 1; through broadcasts of such.
std::optional<Scalar> constant_scalar(const Value& value);
bool is_constant(const Value& value, double number);

}  // namespace kiln::graph
