// SPDX-License-Identifier: Apache-2.0
// What leaves the body of a loop is computed before the loop, once or for all steps at a time.
#include "graph/loop/hoist.hpp"

#include <algorithm>
#include <unordered_map>

#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// Divides the nodes of a body into those that change from step to step and those that do not.
class LoopInvariants {
 public:
  LoopInvariants(std::span<const Value> outputs, const std::unordered_set<const Node*>& varying) : varying_(varying) {
    for (const NodeRef& node : topological(outputs)) {
      bool varies = varying.count(node.get()) != 0, constant = op_as<Constant>(*node) != nullptr;
      bool reads_none = !node->inputs().empty();
      for (std::size_t i = 0; i < node->inputs().size(); ++i) {
        const Node* input = node->inputs()[i].node.get();
        varies |= varying_.count(input) != 0;
        reads_none &= !node->op().reads(i) || constant_.count(input) != 0;
      }
      if (varies) varying_.insert(node.get());
      if (constant || reads_none) constant_.insert(node.get());
    }
  }
  bool varies(const Value& value) const { return varying_.count(value.node.get()) != 0; }
  // Whether the value depends on no elements but those of constants, so that the compiler of the body knows it.
  bool constant(const Value& value) const { return constant_.count(value.node.get()) != 0; }

 private:
  std::unordered_set<const Node*> varying_, constant_;
};

// Computes values of the body for all steps at once, with the steps along axis 0.
class AllSteps {
 public:
  AllSteps(std::span<const Value> outputs, std::span<const LoopPart> sequences, std::span<const LoopPart> constants) {
    for (const LoopPart& part : sequences) known_.emplace(part.inner, part.outer);
    for (const LoopPart& part : constants) constants_.emplace(part.inner, part.outer);
    for (const NodeRef& node : topological(outputs)) {
      if (known_.count({node, 0})) {
        rows_.insert(node.get());
      } else if (constants_.count({node, 0}) || op_as<Constant>(*node)) {
        same_.insert(node.get());
      } else if (!node->inputs().empty()) {
        const auto has = [&](const Value& input) { return rows_.count(input.node.get()) != 0; };
        const auto fits = [&](const Value& input) { return has(input) || same_.count(input.node.get()) != 0; };
        const Values& inputs = node->inputs();
        if (!std::all_of(inputs.begin(), inputs.end(), fits)) continue;
        if (std::none_of(inputs.begin(), inputs.end(), has))
          same_.insert(node.get());
        else if (supports(*node))
          rows_.insert(node.get());
      }
    }
  }

  bool gives(const NodeRef& node) const { return rows_.count(node.get()) != 0; }

  // The value of all steps. gives() must hold for its node.
  Value of(const Value& value) {
    // Not recursive, as graphs may be deep.
    for (const NodeRef& node : topological({&value, 1}))
      if (rows_.count(node.get()) && !known_.count({node, 0})) known_.emplace(Value{node, 0}, make(*node));
    return known_.at(value);
  }

 private:
  static bool supports(const Node& node) {
    if (op_as<Elementwise>(node) || op_as<DimShuffle>(node) || op_as<Dot>(node) || op_as<Reduce>(node)) return true;
    const auto* part = op_as<Subtensor>(node);
    return part && std::all_of(part->indices().begin(), part->indices().end(), [](const layout::Index& index) {
             return index.kind == layout::Index::Kind::integer || index.kind == layout::Index::Kind::slice;
           });
  }

  // An operand of a node whose results have `ndim` axes in a step.
  Value operand(const Value& input, std::size_t ndim) {
    const auto known = known_.find(input);
    if (known == known_.end()) {
      const auto constant = constants_.find(input);
      return constant == constants_.end() ? outside(input) : constant->second;
    }
    // New axes behind that of the steps, where a row broadcasts.
    Dims order{0};
    for (std::size_t d = input.type().ndim(); d < ndim; ++d) order.push_back(-1);
    if (order.size() == 1) return known->second;
    for (std::size_t d = 0; d < input.type().ndim(); ++d) order.push_back(std::int64_t(d + 1));
    return dimshuffle(known->second, order);
  }
  // A value of the body that depends on constants alone.
  Value outside(const Value& value) {
    return rewrite({&value, 1}, [&](const NodeRef& node, const Values&) -> Values {
      const auto found = constants_.find({node, 0});
      return found == constants_.end() ? Values{} : Values{found->second};
    })[0];
  }

  Value make(const Node& node) {
    if (op_as<Dot>(node)) return product(node);
    const std::size_t ndim = op_as<Elementwise>(node) ? node.types()[0].ndim() : 0;
    Values inputs;
    for (const Value& input : node.inputs()) inputs.push_back(operand(input, ndim));
    if (op_as<Elementwise>(node)) return {Node::make(node.op_ref(), std::move(inputs)), 0};
    if (const auto* shuffle = op_as<DimShuffle>(node)) {
      Dims order{0};
      for (const std::int64_t axis : shuffle->order()) order.push_back(axis < 0 ? axis : axis + 1);
      return dimshuffle(inputs[0], order);
    }
    if (const auto* part = op_as<Subtensor>(node)) {
      std::vector<layout::Index> indices{layout::Index{}};
      indices.insert(indices.end(), part->indices().begin(), part->indices().end());
      return subtensor(inputs[0], indices);
    }
    const auto& reduction = *op_as<Reduce>(node);
    Dims axes;
    for (const std::int64_t axis : reduction.axes()) axes.push_back(axis + 1);
    return single(
        base::make_ref<Reduce>(reduction.op(), axes, reduction.keepdims(), reduction.dtype(), reduction.correction()),
        inputs);
  }

  // A step's vectors become the rows of one matrix.
  Value product(const Node& node) {
    const Value &a = node.inputs()[0], &b = node.inputs()[1];
    const auto matrix = [](const Value& value) { return value.type().ndim() == 2; };
    const bool rows = matrix(a) && matrix(b) && known_.count(a) && !known_.count(b) && a.type().shape[0] == 1;
    const bool columns = matrix(a) && matrix(b) && !known_.count(a) && known_.count(b) && b.type().shape[1] == 1;
    if (rows) return dimshuffle(dot(dimshuffle(operand(a, 2), {0, 2}), operand(b, 2)), {0, -1, 1});
    if (columns) return dimshuffle(dot(dimshuffle(operand(b, 2), {0, 1}), swap_last(operand(a, 2))), {0, 1, -1});
    const std::size_t ndim = node.types()[0].ndim();
    return single(base::make_ref<Dot>(), {operand(a, ndim), operand(b, ndim)});
  }

  std::unordered_map<Value, Value, ValueHash> known_;      // of all steps
  std::unordered_map<Value, Value, ValueHash> constants_;  // what inputs of the body stand for
  std::unordered_set<const Node*> rows_, same_;            // nodes that known_ has or may have, and those of constants
};

}  // namespace

std::vector<LoopPart> hoist_invariants(Values& outputs, const std::unordered_set<const Node*>& varying) {
  const LoopInvariants known(outputs, varying);
  std::vector<LoopPart> hoisted;
  std::unordered_map<Value, Value, ValueHash> inputs;
  const auto input_for = [&](const Value& outer) {
    Value& inner = inputs[outer];
    if (!inner) {
      inner = make_input(outer.node->label(), outer.type());
      hoisted.push_back({inner, outer});
    }
    return inner;
  };
  // Only these nodes are made anew: those that vary, and those that are known to the compiler.
  std::unordered_map<Value, Value, ValueHash> made;
  const auto place = [&](const Value& value) -> Value {
    if (const auto found = made.find(value); found != made.end()) return found->second;
    return input_for(value);
  };
  for (const NodeRef& node : topological(outputs)) {
    const Value first{node, 0};
    if (!known.varies(first) && !known.constant(first)) continue;
    NodeRef copy = node;
    if (!node->inputs().empty()) {
      Values now;
      for (const Value& input : node->inputs()) now.push_back(place(input));
      if (!(now == node->inputs())) copy = with_inputs(node, std::move(now));
    }
    for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
  }
  for (Value& output : outputs) output = place(output);
  return hoisted;
}

std::vector<LoopPart> hoist_products(Values& outputs, std::span<const LoopPart> sequences,
                                     std::span<const LoopPart> constants) {
  AllSteps all(outputs, sequences, constants);
  std::vector<LoopPart> hoisted;
  Values products;
  outputs = rewrite(outputs, [&](const NodeRef& node, const Values&) -> Values {
    if (!op_as<Dot>(*node) || !all.gives(node)) return {};
    products.push_back({node, 0});
    hoisted.push_back({make_input(node->label(), node->types()[0]), {}});
    return {hoisted.back().inner};
  });
  // Products that only other products read are part of these.
  std::unordered_set<const Node*> read;
  for (const NodeRef& node : topological(outputs)) read.insert(node.get());
  std::vector<LoopPart> parts;
  for (std::size_t i = 0; i < hoisted.size(); ++i)
    if (read.count(hoisted[i].inner.node.get())) parts.push_back({hoisted[i].inner, all.of(products[i])});
  return parts;
}

}  // namespace kiln::graph
