// SPDX-License-Identifier: Apache-2.0
// Reductions of the rows of a matrix, and of its columns with what those give, in one pass over the matrix.
#pragma once

#include "array/fold/sweep.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class Sweep final : public Op {
 public:
  // Inputs are the operands of `parts` behind its outputs.
  Sweep(array::SweepParts parts, std::vector<Type> types, std::string name)
      : parts_(std::move(parts)), types_(std::move(types)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  const array::SweepParts& parts() const noexcept { return parts_; }

 private:
  bool over(std::size_t output, std::size_t input) const;
  array::SweepParts parts_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
