// SPDX-License-Identifier: Apache-2.0
// Replaces short forms by simpler nodes, and values that depend on shapes alone by constants. So no array is
// computed or kept only because its shape is needed.
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {

Values expand(std::span<const Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    const Type& type = node->types()[0];
    if (inputs.size() == 2 && op_as<BroadcastTo>(*node)) return {broadcast_to(inputs[0], type.shape)};
    if (inputs.size() == 2 && op_as<Reshape>(*node)) return {reshape(inputs[0], type.shape)};
    return node->op().expand(*node, inputs);
  });
}

}  // namespace kiln::graph
