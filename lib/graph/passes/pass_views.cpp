// SPDX-License-Identifier: Apache-2.0
// Moves views before elementwise nodes: a part of f(a, b) becomes f of the parts of a and b. The node then has the
// shape of those that read the part and shares their kernel, which reads its operands as views. Without this f would be
// computed whole, by a kernel of its own, for views to be read from memory.
//
// A node is moved if only views read it, if these together have no more elements than it, and if all that reads the
// views are elementwise nodes and reductions. Nodes that reductions may take behind them stay. The views are parts by
// basic indexing, and those that add or drop axes of extent 1.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// A chain of elementwise nodes is moved through one node at a time, at most so often.
constexpr int kMostMoves = 16;

using Indices = std::vector<layout::Index>;

// The axes in order, -1 for one of extent 1 that the node adds, if it only adds and drops such axes.
std::optional<Dims> unit_order(const Node& node) {
  if (const auto* shuffle = op_as<DimShuffle>(node)) {
    std::int64_t last = -1;
    for (const std::int64_t axis : shuffle->order()) {
      if (axis < 0) continue;
      if (axis < last) return std::nullopt;
      last = axis;
    }
    return shuffle->order();
  }
  if (!op_as<Reshape>(node) || node.inputs().size() != 1) return std::nullopt;
  const Dims &from = node.inputs()[0].type().shape, &to = node.types()[0].shape;
  Dims order;
  std::size_t at = 0;
  for (const std::int64_t extent : to) {
    while (extent != 1 && at < from.size() && from[at] == 1) ++at;
    if (extent != 1 && (at == from.size() || from[at] != extent)) return std::nullopt;
    order.push_back(extent == 1 ? -1 : std::int64_t(at++));
  }
  while (at < from.size())
    if (from[at++] != 1) return std::nullopt;
  return order;
}

// One index for each axis of the part's source, if the node is a part with elements and adds no axes.
std::optional<Indices> part_indices(const Node& node) {
  const auto* part = op_as<Subtensor>(node);
  Indices indices;
  if (!part || node.types()[0].size() == 0 || !spread_indices(part->indices(), node.inputs()[0].type().ndim(), indices))
    return std::nullopt;
  for (const layout::Index& index : part->indices())
    if (index.kind == layout::Index::Kind::new_axis) return std::nullopt;
  return indices;
}

bool is_whole(const layout::Index& index) {
  const layout::Index whole;
  return index.kind == whole.kind && index.start == whole.start && index.stop == whole.stop && index.step == whole.step;
}

// The part of an operand that broadcasts to `shape`, of which the indices take a part.
Value part_of_operand(const Value& operand, const Dims& shape, const Indices& indices) {
  const std::size_t lead = shape.size() - operand.type().ndim();
  Indices own(indices.begin() + std::ptrdiff_t(lead), indices.end());
  bool all = true;
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (operand.type().shape[d] == 1 && shape[d + lead] != 1)
      own[d] = own[d].kind == layout::Index::Kind::integer ? layout::Index{layout::Index::Kind::integer, 0}
                                                           : layout::Index{};
    all = all && is_whole(own[d]);
  }
  return all ? operand : subtensor(operand, std::move(own));
}

Value ordered_operand(const Value& operand, std::size_t ndim, const Dims& order) {
  const auto lead = std::int64_t(ndim - operand.type().ndim());
  Dims own;
  for (const std::int64_t axis : order) own.push_back(axis < lead ? -1 : axis - lead);
  return dimshuffle(operand, own);
}

class Moves {
 public:
  explicit Moves(std::span<const Value> values) {
    std::unordered_map<const Node*, std::vector<const Node*>> readers;
    const std::vector<NodeRef> order = topological(values);
    std::unordered_set<const Node*> behind;  // nodes that a kernel may compute behind the reductions that they read
    for (const NodeRef& node : order)
      for (const Value& input : node->inputs()) {
        readers[input.node.get()].push_back(node.get());
        if (op_as<Elementwise>(*node) && input.type().shape == node->types()[0].shape &&
            (op_as<Reduce>(input) || behind.count(input.node.get())))
          behind.insert(node.get());
      }
    std::unordered_set<const Node*> kept, fuses;  // fuses: views whose readers are elementwise nodes and reductions
    for (const Value& value : values)
      if (value) kept.insert(value.node.get());
    for (std::size_t i = order.size(); i-- > 0;) {
      const Node* const node = order[i].get();
      if (kept.count(node)) continue;
      const auto& list = readers[node];
      const auto all = [&](const auto& test) { return !list.empty() && std::all_of(list.begin(), list.end(), test); };
      if (unit_order(*node) || part_indices(*node)) {
        if (all([&](const Node* reader) {
              return op_as<Elementwise>(*reader) || op_as<Reduce>(*reader) || fuses.count(reader);
            }))
          fuses.insert(node);
      } else if ((op_as<Pointwise>(*node) || op_as<Cast>(*node)) && !behind.count(node) &&
                 all([&](const Node* reader) { return fuses.count(reader) != 0; })) {
        std::unordered_set<const Node*> views(list.begin(), list.end());
        std::int64_t read = 0;
        for (const Node* view : views) read += view->types()[0].size();
        if (read <= node->types()[0].size()) moved_.insert(node);
      }
    }
  }

  bool any() const { return !moved_.empty(); }

  Values operator()(const NodeRef& node, const Values& inputs) const {
    if (node->inputs().empty()) return {};
    const NodeRef& source = node->inputs()[0].node;
    if (!moved_.count(source.get()) || op_as<Elementwise>(*node)) return {};
    const auto order = unit_order(*node);
    const auto part = order ? std::nullopt : part_indices(*node);
    const Dims& shape = source->types()[0].shape;
    Values operands;
    for (const Value& operand : inputs[0].node->inputs())
      operands.push_back(order ? ordered_operand(operand, shape.size(), *order)
                               : part_of_operand(operand, shape, *part));
    const Value made = single(source->op_ref(), std::move(operands));
    made.node->set_label(source->label());
    made.node->add_member(node);
    made.node->add_member(source);
    return {broadcast_to(made, node->types()[0].shape)};
  }

 private:
  std::unordered_set<const Node*> moved_;
};

}  // namespace

Values move_views(std::span<const Value> values) {
  Values now = move_reshapes(values);
  for (int i = 0; i < kMostMoves; ++i) {
    const Moves moves(now);
    if (!moves.any()) break;
    now = merge_equal(rewrite(now, moves));
  }
  return now;
}

}  // namespace kiln::graph
