// SPDX-License-Identifier: Apache-2.0
// The user's own operations: a kernel in the portable dialect, or a function on the host.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// Elements on the host, C order; those of inputs are not the function's to change.
struct HostArray {
  DType dtype;
  Dims shape;
  std::byte* data;
};

struct UserDefinition {
  std::string name;
  std::function<std::vector<Type>(std::span<const Type> inputs)> infer;
  // As Op::gradient; null: there is none.
  std::function<Values(const Node& node, std::span<const Value> gradients)> gradient;
  // A kernel: pointers to the inputs, then to the outputs, then the number of elements of output 0, which is
  // the number of work-items; all contiguous. `strided`: inputs as they lie, and behind the count extents and
  // strides (in elements) of every input and extents of every output, all int64.
  std::string source, kernel, options;
  bool strided = false;
  // Or a function on the host, which fills the outputs.
  std::function<void(std::span<const HostArray> inputs, std::span<HostArray> outputs)> compute;
};

class UserOp final : public Op {
 public:
  explicit UserOp(UserDefinition definition) : own_(std::move(definition)) {}
  std::string name() const override { return own_.name; }
  // Equal texts may have other functions: every operation is itself alone.
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override { return own_.infer(inputs); }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool recordable() const override { return !own_.compute; }
  bool on_host() const noexcept override { return bool(own_.compute); }

 private:
  UserDefinition own_;
};

Values user_op(UserDefinition definition, Values inputs);

}  // namespace kiln::graph
