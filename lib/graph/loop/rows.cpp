// SPDX-License-Identifier: Apache-2.0
// Views of rows are subtensors, once a call tells how many rows there are.
#include "graph/loop/rows.hpp"

#include <fmt/format.h>
#include <kiln/index.h>

#include <algorithm>

#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

layout::Index first_rows_index(std::int64_t stop) { return {layout::Index::Kind::slice, 0, stop, 1}; }

Dims behind_axis(const Dims& front, const Type& type) {
  Dims shape = front;
  for (std::size_t d = 1; d < type.ndim(); ++d) shape.push_back(type.shape[d]);
  return shape;
}

}  // namespace

Value row(const Value& value, std::int64_t index) {
  return subtensor(value, {layout::Index{layout::Index::Kind::integer, index, 0, 1}});
}

Value rows(const Value& value, std::int64_t begin, std::int64_t behind) {
  if (begin == 0 && behind == 0) return value;
  layout::Index index{layout::Index::Kind::slice, begin};
  if (behind) index.stop = -behind;
  return subtensor(value, {index});
}

Value with_rows_for_steps(const Value& value, std::int64_t taps, std::int64_t steps, const std::string& what) {
  if (taps == 0 && steps <= 0) return value;
  std::int64_t count = taps;
  if (steps != kUnknown && __builtin_add_overflow(taps, steps, &count)) count = INT64_MAX;
  ArrayOp::Definition definition{.name = "RowsForSteps", .key = fmt::format("{} {} {}", taps, steps, what)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    const std::int64_t extent = inputs[0].shape[0];
    if (extent != kUnknown && extent < count)
      fail(KILN_SHAPE_ERROR, "{} has shape {}, expected at least {} for {}{}", what, extents_text(inputs[0].shape),
           base::plural(count, "row"), steps == kUnknown ? "" : base::plural(steps, "step"),
           taps == 0           ? ""
           : steps == kUnknown ? "its taps"
                               : fmt::format(" and {} for its taps", base::plural(taps, "row")));
    return {inputs[0]};
  };
  definition.gradient = [](const Node&, std::span<const Value> g) { return Values{g[0]}; };
  definition.expand = [](const Node&, std::span<const Value> inputs) { return Values{inputs[0]}; };
  const Value checked = array_value(std::move(definition), {value});
  return value.type().shape[0] == kUnknown ? checked : value;
}

Value rows_until(const Value& value, std::int64_t count) {
  if (value.type().shape[0] == count) return value;
  return subtensor(value, {first_rows_index(count)});
}

Value reversed(const Value& value) {
  layout::Index index;
  index.step = -1;
  return subtensor(value, {index});
}

Value as_row(const Value& value) {
  Dims order{-1};
  for (std::size_t d = 0; d < value.type().ndim(); ++d) order.push_back(std::int64_t(d));
  return dimshuffle(value, order);
}

Value common_rows(const Values& values) {
  ArrayOp::Definition definition{.name = "CommonRows", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    for (const Type& input : inputs) {
      const std::int64_t extent = input.shape[0];
      if (extent == kUnknown || type.shape[0] == kUnknown)
        type.shape[0] = kUnknown;
      else
        type.shape[0] = std::min(type.shape[0], extent);
    }
    return {type};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    Values gradients(node.inputs().size());
    gradients[0] = placed_rows(g[0], node.inputs()[0]);
    return gradients;
  };
  definition.expand = [](const Node& node, std::span<const Value> inputs) {
    return Values{rows_until(inputs[0], node.types()[0].shape[0])};
  };
  return array_value(std::move(definition), values);
}

Value placed_rows(const Value& value, const Value& like) {
  ArrayOp::Definition definition{.name = "PlacedRows", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    type.shape[0] = inputs[1].shape[0];
    return {type};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{common_rows({g[0], node.inputs()[0]}), {}};
  };
  definition.expand = [](const Node& node, std::span<const Value> inputs) {
    const std::int64_t count = inputs[0].type().shape[0];
    if (count == node.types()[0].shape[0]) return Values{inputs[0]};
    return Values{update_subtensor(zeros_like(inputs[1]), inputs[0], {first_rows_index(count)}, false)};
  };
  return array_value(std::move(definition), {value, like});
}

Value segments_of(const Value& rows, std::int64_t k) {
  ArrayOp::Definition definition{.name = "Segments", .key = fmt::format("{}", k), .reads = 1};
  definition.infer = [k](std::span<const Type> inputs) -> std::vector<Type> {
    const std::int64_t extent = inputs[0].shape[0];
    const Dims front{extent == kUnknown ? kUnknown : extent / k, k};
    return {{inputs[0].dtype, behind_axis(front, inputs[0])}};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{placed_rows(joined_segments(g[0]), node.inputs()[0])};
  };
  definition.expand = [k](const Node& node, std::span<const Value> inputs) {
    const Dims& shape = node.types()[0].shape;
    return Values{reshape(rows_until(inputs[0], shape[0] * k), shape)};
  };
  return array_value(std::move(definition), {rows});
}

Value joined_segments(const Value& segments) {
  ArrayOp::Definition definition{.name = "JoinedSegments", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) -> std::vector<Type> {
    const Type& type = inputs[0];
    const std::int64_t count = type.shape[0], k = type.shape[1];
    Type joined{type.dtype, {count == kUnknown ? kUnknown : count * k}};
    for (std::size_t d = 2; d < type.ndim(); ++d) joined.shape.push_back(type.shape[d]);
    return {joined};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{segments_of(g[0], node.inputs()[0].type().shape[1])};
  };
  definition.expand = [](const Node& node, std::span<const Value> inputs) {
    return Values{reshape(inputs[0], node.types()[0].shape)};
  };
  return array_value(std::move(definition), {segments});
}

std::int64_t segments_for(std::int64_t rows, std::int64_t k) {
  return rows == kUnknown ? kUnknown : rows / k + (rows % k != 0);
}

Value filled_segments(const Value& rows, std::int64_t k) {
  ArrayOp::Definition definition{.name = "FilledSegments", .key = fmt::format("{}", k), .reads = 1};
  definition.infer = [k](std::span<const Type> inputs) -> std::vector<Type> {
    return {{inputs[0].dtype, behind_axis(Dims{segments_for(inputs[0].shape[0], k), k}, inputs[0])}};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{common_rows({joined_segments(g[0]), node.inputs()[0]})};
  };
  definition.expand = [k](const Node& node, std::span<const Value> inputs) {
    const Dims& shape = node.types()[0].shape;
    std::vector<std::int64_t> widths(2 * inputs[0].type().ndim(), 0);
    widths[1] = shape[0] * k - inputs[0].type().shape[0];
    return Values{reshape(widths[1] ? pad(inputs[0], widths, KILN_PAD_CONSTANT, 0) : inputs[0], shape)};
  };
  return array_value(std::move(definition), {rows});
}

Value rows_left(const Value& rows, std::int64_t k) {
  ArrayOp::Definition definition{.name = "RowsLeft", .key = fmt::format("{}", k), .reads = 1};
  definition.infer = [k](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    const std::int64_t count = inputs[0].shape[0];
    type.shape[0] = count == kUnknown ? kUnknown : count % k;
    return {type};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{reversed(placed_rows(reversed(g[0]), node.inputs()[0]))};
  };
  definition.expand = [](const Node& node, std::span<const Value> inputs) {
    return Values{graph::rows(inputs[0], inputs[0].type().shape[0] - node.types()[0].shape[0])};
  };
  return array_value(std::move(definition), {rows});
}

std::vector<Type> CutRows::infer(std::span<const Type> inputs) const {
  Type type = inputs[0];
  type.shape[0] = kUnknown;
  return {type};
}

Values CutRows::gradient(const Node& node, std::span<const Value> gradients) const {
  return {placed_rows(gradients[0], node.inputs()[0]), {}};
}

std::unordered_set<const Node*> nodes_behind_cuts(std::span<const Value> values) {
  std::unordered_set<const Node*> behind;
  for (const NodeRef& node : topological(values)) {
    const auto reads = [&](const Value& input) { return behind.count(input.node.get()) != 0; };
    if (op_as<CutRows>(*node) || std::any_of(node->inputs().begin(), node->inputs().end(), reads))
      behind.insert(node.get());
  }
  return behind;
}

std::optional<NodeTypes> types_for_rows(const std::vector<NodeRef>& order, const std::unordered_set<const Node*>& cuts,
                                        std::int64_t extent) {
  NodeTypes changed;
  for (const NodeRef& node : order) {
    std::vector<Type> inputs;
    bool same = true;
    for (const Value& input : node->inputs()) {
      const auto found = changed.find(input.node.get());
      same &= found == changed.end();
      inputs.push_back(found == changed.end() ? input.type() : found->second[input.output]);
    }
    if (cuts.count(node.get())) {
      inputs[0].shape[0] = extent;
      changed[node.get()] = {inputs[0]};
    } else if (!same) {
      try {
        changed[node.get()] = node->op().infer(inputs);
      } catch (const backend::Error&) {
        return std::nullopt;
      }
    }
  }
  return changed;
}

Value rows_of_most_steps(const Value& value, std::uint64_t before) {
  const auto in_step = [&](const NodeRef& node) { return op_as<CutRows>(*node) && node->number() > before; };
  if (in_step(value.node)) return value.node->inputs()[0];
  if (value.type().ndim() == 0 || value.type().shape[0] != kUnknown) return value;
  const std::vector<NodeRef> order = topological({&value, 1});
  for (const NodeRef& first : order) {
    if (!in_step(first)) continue;
    // All rows of the loop are as many.
    std::unordered_set<const Node*> cuts;
    for (const NodeRef& node : order)
      if (op_as<CutRows>(*node) && node->inputs()[1] == first->inputs()[1]) cuts.insert(node.get());
    const auto follows = [&](std::int64_t extent) {
      const auto types = types_for_rows(order, cuts, extent);
      const auto own = types ? types->find(value.node.get()) : NodeTypes::const_iterator{};
      return types && own != types->end() && own->second[value.output].shape[0] == extent;
    };
    if (follows(2) && follows(3)) return placed_rows(value, first->inputs()[0]);
  }
  return value;
}

Value cut_rows(const Value& value, const Value& count) { return single(base::make_ref<CutRows>(), {value, count}); }

}  // namespace kiln::graph
