// SPDX-License-Identifier: Apache-2.0
// Operations of the array library as nodes: each is told what its results are, how they are computed and
// derived.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

class ArrayOp final : public Op {
 public:
  struct Definition {
    std::string name, key;  // of attributes; the name is added
    std::function<std::vector<Type>(std::span<const Type> inputs)> infer;
    // Null: disconnected where no result is floating-point, else there is none.
    std::function<Values(const Node& node, std::span<const Value> gradients)> gradient;
    Runner run;
    std::function<Values(const Node& node, std::span<const Value> inputs)> expand;
    std::function<Layout(const Layout& layout)> view;
    std::size_t reads = SIZE_MAX;  // inputs from this one on give their shapes alone
    bool over_first = false;       // the result may lie where the first input does
  };
  explicit ArrayOp(Definition definition) : own_(std::move(definition)) {}
  std::string name() const override { return own_.name; }
  std::string key() const override { return own_.name + ' ' + own_.key; }
  std::vector<Type> infer(std::span<const Type> inputs) const override { return own_.infer(inputs); }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return input < own_.reads; }
  Values expand(const Node& node, std::span<const Value> inputs) const override {
    return own_.expand ? own_.expand(node, inputs) : Values{};
  }
  std::optional<Layout> view(const Node&, const Layout& layout) const override {
    return own_.view ? std::optional(own_.view(layout)) : std::nullopt;
  }
  Runner prepare(const Node&, runtime::Context&) const override { return own_.run; }
  bool in_place(const Node&, std::size_t input, std::size_t) const override {
    return own_.over_first && input == 0;
  }

 private:
  Definition own_;
};

inline NodeRef array_node(ArrayOp::Definition definition, Values inputs) {
  return Node::make(base::make_ref<ArrayOp>(std::move(definition)), std::move(inputs));
}
inline Value array_value(ArrayOp::Definition definition, Values inputs) {
  return {array_node(std::move(definition), std::move(inputs)), 0};
}
// The axis counted from the first one.
std::int64_t axis_of(const Value& value, std::int64_t axis, const char* operation);
std::string numbers_text(std::span<const std::int64_t> numbers);  // "1,2"
// Input 0 into the output, where it does not lie there.
void start_from(array::Array& output, const array::Array& input, const char* operation);

}  // namespace kiln::graph
