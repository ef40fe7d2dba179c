// SPDX-License-Identifier: Apache-2.0
// One kernel that reads a matrix once and computes reductions of its rows and, with their results, reductions
// of its columns. The sweep pass makes these nodes.
#pragma once

#include "array/fold/sweep.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class Sweep final : public Op {
 public:
  // `parts.operands` has the outputs first, which are parts.outputs in number, and then the node's inputs.
  Sweep(array::SweepParts parts, std::vector<Type> types, std::string name)
      : parts_(std::move(parts)), types_(std::move(types)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Sweep {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  const array::SweepParts& parts() const noexcept { return parts_; }

 private:
  // Whether this output may share the memory of this input.
  bool over(std::size_t output, std::size_t input) const;
  array::SweepParts parts_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
