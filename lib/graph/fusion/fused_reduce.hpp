// SPDX-License-Identifier: Apache-2.0
// Several reductions over the same axes of one shape in one kernel, with elementwise nodes before and after them.
#pragma once

#include "array/fold/reduce.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class FusedReduce final : public Op {
 public:
  // The first `inputs` inputs are x0, x1, ...; they are broadcast to `shape` and reduced over `axes`. The inputs after
  // them are named by parts.ends and have the shape of the results. `empty_ok`: reductions of no elements are allowed.
  FusedReduce(array::Reduction::Parts parts, std::size_t inputs, Dims shape, Dims axes, bool keepdims,
              std::vector<Type> types, bool empty_ok, std::string name)
      : parts_(std::move(parts)),
        inputs_(inputs),
        shape_(shape),
        axes_(axes),
        keepdims_(keepdims),
        types_(std::move(types)),
        empty_ok_(empty_ok),
        name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("FusedReduce {}", static_cast<const void*>(this)); }
  const Dims& axes() const noexcept { return axes_; }
  const Dims& shape() const noexcept { return shape_; }
  bool keepdims() const noexcept { return keepdims_; }
  std::size_t mapped() const noexcept { return inputs_; }  // the number of inputs that are reduced
  bool empty_ok() const noexcept { return empty_ok_; }
  const array::Reduction::Parts& parts() const noexcept { return parts_; }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  // Throws if the array library refuses this reduction.
  void check(const Node& node, runtime::Context& context) const;

 private:
  Ref<array::Reduction> reduction(runtime::Context& context) const;
  array::Reduction::Parts parts_;
  std::size_t inputs_;
  Dims shape_, axes_;
  bool keepdims_;
  std::vector<Type> types_;
  bool empty_ok_;
  std::string name_;
};

}  // namespace kiln::graph
