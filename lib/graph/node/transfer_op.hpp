// SPDX-License-Identifier: Apache-2.0
// Transfer copies a value to another context or to host memory. The placement pass inserts these nodes.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

class Transfer final : public Op {
 public:
  explicit Transfer(Ref<runtime::Context> target) : target_(std::move(target)) {}  // null: host memory
  runtime::Context* target() const noexcept { return target_.get(); }
  std::string name() const override { return target_ ? "GpuToGpu" : "HostFromGpu"; }
  std::string key() const override { return fmt::format("Transfer {}", static_cast<const void*>(target_.get())); }
  std::vector<Type> infer(std::span<const Type> inputs) const override { return {inputs[0]}; }
  // The gradient stays where it is. The placement pass adds the transfer back to the input's context.
  Values gradient(const Node&, std::span<const Value> gradients) const override { return {gradients[0]}; }
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool recordable() const override { return false; }

 private:
  Ref<runtime::Context> target_;
};

// The value on `target`; null: in host memory.
Value transfer(const Value& value, Ref<runtime::Context> target);

}  // namespace kiln::graph
