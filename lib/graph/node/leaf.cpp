// SPDX-License-Identifier: Apache-2.0
// Makes leaves and checks their values. Shared variables are the only leaves that change.
#include "graph/node/leaf.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kiln::graph {

std::vector<Type> Leaf::infer(std::span<const Type>) const {
  fail(KILN_INTERNAL, "graph: the types of {} are told, not inferred", name());
}

std::string Constant::key() const {
  std::string key =
      fmt::format("Constant {} {} {} ", base::dtype_name(value_.dtype), layout::shape_text(value_.shape), weak_);
  if (value_.bytes.size() > 64) return key + fmt::format("{}", static_cast<const void*>(this));
  for (std::byte byte : value_.bytes) key += fmt::format("{:02x}", unsigned(byte));
  return key;
}

Ref<array::Array> Shared::value() const {
  const std::lock_guard lock(mutex_);
  return value_;
}

std::uint64_t Shared::reshapes() const {
  const std::lock_guard lock(mutex_);
  return reshapes_;
}

void Shared::check_shape(const Dims& shape, const char* operation) const {
  if (shape.size() != shape_.size())
    fail(KILN_SHAPE_ERROR, "{}: shared variable '{}': got {}, expected {}", operation, base::excerpt(name_),
         base::plural(shape.size(), "dimension"), shape_.size());
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape_[i] != kUnknown && shape[i] != shape_[i])
      fail(KILN_SHAPE_ERROR, "{}: shared variable '{}': got shape {}, expected extent {} along axis {}", operation,
           base::excerpt(name_), layout::shape_text(shape), shape_[i], i);
}

void Shared::replace(Ref<array::Array> value, const char* operation) {
  if (value->dtype() != dtype_)
    fail(KILN_TYPE_ERROR, "{}: shared variable '{}': got {}, expected {}", operation, base::excerpt(name_),
         base::dtype_name(value->dtype()), base::dtype_name(dtype_));
  check_shape(value->shape(), operation);
  if (&value->context() != context_.get())
    fail(KILN_CONTEXT_MISMATCH, "{}: shared variable '{}': got an array on {}, expected one on {}", operation,
         base::excerpt(name_), value->context().device(), context_->device());
  const std::lock_guard lock(mutex_);
  if (value_->shape() != value->shape()) ++reshapes_;
  // The old value is released by the argument's destructor, after the lock is.
  std::swap(value_, value);
}

Value make_input(std::string name, Type type) { return make_step_input(std::move(name), std::move(type), {}); }

Value make_step_input(std::string name, Type type, std::string loop) {
  NodeRef node = Node::make_typed(base::make_ref<Input>(std::move(loop)), {}, {std::move(type)});
  node->set_label(std::move(name));
  return {node, 0};
}

Value make_constant(HostValue value) {
  Type type{value.dtype, value.shape};
  return {Node::make_typed(base::make_ref<Constant>(std::move(value), false), {}, {type}), 0};
}

namespace {

HostValue host_scalar(const Scalar& scalar) {
  HostValue value{scalar.dtype, {}, std::vector<std::byte>(base::dtype_size(scalar.dtype))};
  scalar.store(value.bytes.data());
  return value;
}

Value weak(const Scalar& scalar) {
  return {Node::make_typed(base::make_ref<Constant>(host_scalar(scalar), true), {}, {Type{scalar.dtype, {}}}), 0};
}

}  // namespace

Value make_constant(const Scalar& scalar) { return make_constant(host_scalar(scalar)); }
Value make_number(double number) { return weak(Scalar::real(KILN_FLOAT64, number)); }
Value make_integer(std::int64_t number) { return weak(Scalar::integer(KILN_INT64, number)); }

Value make_shared(Ref<array::Array> value, std::string name, const bool* broadcastable) {
  Type type{value->dtype(), Dims(value->shape().size(), kUnknown)};
  for (std::size_t i = 0; i < type.shape.size(); ++i) {
    if (!broadcastable || !broadcastable[i]) continue;
    if (value->shape()[i] != 1)
      fail(KILN_SHAPE_ERROR, "graph.shared: '{}': axis {} is broadcastable but has extent {}, expected 1",
           base::excerpt(name), i, value->shape()[i]);
    type.shape[i] = 1;
  }
  auto shared = base::make_ref<Shared>(std::move(value), type.shape, name);
  NodeRef node = Node::make_typed(base::make_ref<SharedLeaf>(std::move(shared)), {}, {std::move(type)});
  node->set_label(std::move(name));
  return {node, 0};
}

std::optional<Scalar> constant_scalar(const Value& value) {
  const auto* constant = op_as<Constant>(value.node->source());
  if (!constant || constant->value().bytes.size() != base::dtype_size(constant->value().dtype)) return std::nullopt;
  return constant->value().scalar();
}

bool is_constant(const Value& value, double number) {
  const auto scalar = constant_scalar(value);
  if (!scalar || base::is_complex(scalar->dtype)) return false;
  const Scalar wide = scalar->cast(KILN_FLOAT64);
  return wide.re == number;
}

}  // namespace kiln::graph
