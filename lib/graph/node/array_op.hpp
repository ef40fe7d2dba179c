// SPDX-License-Identifier: Apache-2.0
// ArrayOp makes a graph operation of a function of the array library. A Definition says which types the
// results have, how they are computed and what their gradient is. The files of graph/ops fill it in.
#pragma once

#include "graph/node/axes.hpp"

namespace kiln::graph {

class ArrayOp final : public Op {
 public:
  struct Definition {
    std::string name = {}, key = {};  // the key tells apart operations of one name by their attributes
    std::function<std::vector<Type>(std::span<const Type> inputs)> infer = {};  // null: the type of input 0
    // Called where result 0 is floating-point; elsewhere the inputs are disconnected from the cost. Null: asking
    // for the gradient is an error.
    std::function<Values(const Node& node, std::span<const Value> gradients)> gradient = {};
    Runner run = {};
    std::function<Values(const Node& node, std::span<const Value> inputs)> expand = {};
    std::function<Layout(const Layout& layout)> view = {};
    std::size_t reads = SIZE_MAX;  // only the shapes of this input and of later ones are used
    bool over_first = false;       // the output may share the memory of input 0
    bool worth_keeping = false;    // see Op::worth_keeping()
  };
  explicit ArrayOp(Definition definition) : definition_(std::move(definition)) {}
  std::string name() const override { return definition_.name; }
  std::string key() const override { return definition_.name + ' ' + definition_.key; }
  std::vector<Type> infer(std::span<const Type> inputs) const override {
    return definition_.infer ? definition_.infer(inputs) : std::vector<Type>{inputs[0]};
  }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool worth_keeping() const override { return definition_.worth_keeping; }
  bool reads(std::size_t input) const override { return input < definition_.reads; }
  Values expand(const Node& node, std::span<const Value> inputs) const override {
    return definition_.expand ? definition_.expand(node, inputs) : Values{};
  }
  std::optional<Layout> view(const Node&, const Layout& layout) const override {
    return definition_.view ? std::optional(definition_.view(layout)) : std::nullopt;
  }
  Runner prepare(const Node&, runtime::Context&) const override { return definition_.run; }
  bool in_place(const Node&, std::size_t input, std::size_t) const override {
    return definition_.over_first && input == 0;
  }

 private:
  Definition definition_;
};

inline NodeRef array_node(ArrayOp::Definition definition, Values inputs) {
  return Node::make(base::make_ref<ArrayOp>(std::move(definition)), std::move(inputs));
}
inline Value array_value(ArrayOp::Definition definition, Values inputs) {
  return {array_node(std::move(definition), std::move(inputs)), 0};
}
// Copies `input` to `output`, unless both are the same memory. Operations that change parts of input 0 begin so.
void start_from(array::Array& output, const array::Array& input, const char* operation);

}  // namespace kiln::graph
