// SPDX-License-Identifier: Apache-2.0
// Moves reshapes behind elementwise nodes: f(reshape(y), b) becomes reshape(f(y, reshape(b))), where y is elementwise
// too and has axes into which those of the reshape are divided. Both are then computed in one shape, so one kernel can
// have them; and the reshapes of gradients meet these and cancel out. The reshape of b divides axes, and is a view of
// every array.
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Composite nodes know their shape.
bool is_function(const Node& node) { return op_as<Elementwise>(node) && !op_as<Composite>(node); }
bool is_reshape(const Node& node) { return op_as<Reshape>(node) && node.inputs().size() == 1; }

// How many axes of `fine` each axis of `shape` is divided into; empty if `fine` does not only divide axes.
Dims divided(const Dims& shape, const Dims& fine) {
  Dims counts;
  std::size_t at = 0;
  for (const std::int64_t extent : shape) {
    std::int64_t product = 1, count = 0;
    while (at < fine.size() && (count == 0 || product < extent)) {
      product *= fine[at++];
      ++count;
    }
    if (count == 0 || product != extent) return {};
    counts.push_back(count);
  }
  for (; at < fine.size(); ++at) {
    if (counts.empty() || fine[at] != 1) return {};
    ++counts.back();
  }
  return counts;
}

// An operand that broadcasts to `shape`, with each axis divided as those of `fine` are.
Value in_shape(const Value& operand, const Dims& shape, const Dims& fine, const Dims& counts) {
  if (operand.type().ndim() == 0) return operand;
  if (is_reshape(*operand.node) && operand.node->inputs()[0].type().shape == fine) return operand.node->inputs()[0];
  const std::size_t lead = shape.size() - operand.type().ndim();
  Dims own;
  std::size_t at = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    for (std::int64_t i = 0; i < counts[d]; ++i, ++at)
      if (d >= lead) own.push_back(operand.type().shape[d - lead] == 1 ? 1 : fine[at]);
  return own == operand.type().shape ? operand : reshape(operand, own);
}

// The node in the shape of what an operand reshapes, or empty.
Value behind_node(const Node& node, const Values& inputs) {
  const Dims& shape = node.types()[0].shape;
  const Value* found = nullptr;
  for (const Value& input : inputs)
    if (!found && is_reshape(*input.node) && input.type().shape == shape && is_function(*input.node->inputs()[0].node))
      found = &input.node->inputs()[0];
  if (!found || node.types()[0].size() == 0) return {};
  const Dims& fine = found->type().shape;
  const Dims counts = divided(shape, fine);
  if (counts.empty()) return {};
  // A function of all elements is better computed in the node's kernel than in one of its own.
  for (const Value& input : inputs)
    if (input.type().shape == shape && is_function(*input.node)) return {};
  Values operands;
  for (const Value& input : inputs) operands.push_back(in_shape(input, shape, fine, counts));
  const Value made = single(node.op_ref(), std::move(operands));
  made.node->set_label(node.label());
  return reshape(made, shape);
}

}  // namespace

Values move_reshapes(std::span<const Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    Value moved;
    if (is_reshape(*node) && is_reshape(*inputs[0].node)) {
      const Value& from = inputs[0].node->inputs()[0];
      if (from.type() == node->types()[0]) moved = from;
    } else if (is_function(*node)) {
      moved = behind_node(*node, inputs);
    }
    return moved ? Values{moved} : Values{};
  });
}

}  // namespace kiln::graph
