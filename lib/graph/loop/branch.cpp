// SPDX-License-Identifier: Apache-2.0
// A choice computes one side. This pass finds the nodes that only one side of a choice needs and moves them into it. A
// node that several choices with the same condition need, all on the same side, is moved into the first of them, which
// hands it on to the others: the gradient of a choice reads what the choice computed.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/loop/body.hpp"
#include "graph/loop/branch_op.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/ifelse_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// The side of a condition on which alone a node is needed.
struct Need {
  enum class Kind { unknown, side, always } kind = Kind::unknown;
  Value condition = {};
  bool side = false;
  void meet(const Need& other) {
    if (kind == Kind::unknown)
      *this = other;
    else if (other.kind != kind || !(other.condition == condition) || other.side != side)
      kind = Kind::always;
  }
  bool on_side() const noexcept { return kind == Kind::side; }
};

bool stays(const Node& node) { return node.op().leaf() || op_as<Transfer>(node); }

// For each node the side on which it is needed. `order` has operands first.
std::unordered_map<const Node*, Need> find_needs(
    std::span<const Value> values, const std::vector<NodeRef>& order,
    const std::function<bool(const Value&)>& shape_known = [](const Value&) { return false; }) {
  std::unordered_map<const Node*, Need> needs;
  for (const Value& value : values)
    if (value) needs[value.node.get()].kind = Need::Kind::always;
  for (std::size_t k = order.size(); k-- > 0;) {
    const Node& node = *order[k];
    Need need = needs[&node];
    if (stays(node)) need.kind = Need::Kind::always;
    needs[&node] = need;
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
      if (!node.op().reads(i) && shape_known(node.inputs()[i])) continue;
      Need of_input = need;
      const auto side = op_as<IfElse>(node) ? node.op().counts_if(node, i) : std::nullopt;
      if (!need.on_side() && side) of_input = {Need::Kind::side, node.inputs()[0], *side};
      if (!of_input.on_side()) of_input = {Need::Kind::always};
      needs[node.inputs()[i].node.get()].meet(of_input);
    }
  }
  return needs;
}

class SideDivider {
 public:
  explicit SideDivider(std::span<const Value> values)
      : order_(topological(values)), needs_(find_needs(values, order_)) {
    for (const NodeRef& node : order_)
      if (op_as<IfElse>(*node) && !needs_.at(node.get()).on_side()) assign(*node);
  }

  Values operator()(const NodeRef& node, const Values& inputs) {
    if (needs_.at(node.get()).on_side()) return all_outputs(node);
    Values results;
    if (op_as<IfElse>(*node)) {
      results = make_branch(*node, inputs[0]);
    } else {
      results = all_outputs(inputs == node->inputs() ? node : with_inputs(node, inputs));
    }
    for (std::uint32_t i = 0; i < node->types().size(); ++i) now_[{node, i}] = results[i];
    return results;
  }

 private:
  // What a choice computes and which of it later choices read.
  struct Choice {
    std::vector<NodeRef> nodes[2];
    Values handed_on[2];
  };

  static std::span<const Value> side_values(const Node& choice, int side) {
    const std::size_t count = choice.types().size();
    return std::span(choice.inputs()).subspan(side == 0 ? 1 : 1 + count, count);
  }

  // Whether results have a shape that only a run of the node tells, as rows of a loop with a condition have. No choice
  // hands such values on: later choices compute them again.
  static bool shape_unknown(const Node& node) {
    return std::any_of(node.types().begin(), node.types().end(), [](const Type& type) { return !type.known(); });
  }

  // Gives the choice those nodes of its sides that no earlier choice has.
  void assign(const Node& choice) {
    for (const int side : {0, 1}) {
      std::vector<NodeRef> found;
      std::unordered_set<const Node*> again;
      const auto visit = [&](const Value& value) {
        const Node* node = value.node.get();
        if (!needs_.at(node).on_side()) return;
        if (shape_unknown(*node)) {
          if (again.insert(node).second) found.push_back(value.node);
          return;
        }
        const auto [owner, fresh] = owners_.emplace(node, &choice);
        if (fresh) found.push_back(value.node);
        if (owner->second == &choice) return;
        Values& handed_on = choices_[owner->second].handed_on[side];
        if (std::find(handed_on.begin(), handed_on.end(), value) == handed_on.end()) handed_on.push_back(value);
      };
      for (const Value& value : side_values(choice, side)) visit(value);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const NodeRef node = found[i];
        for (const Value& input : node->inputs()) visit(input);
      }
      choices_[&choice].nodes[side] = by_number(std::move(found));
    }
  }

  Values make_branch(const Node& choice, const Value& condition) {
    const Choice& parts = choices_[&choice];
    if (const auto known = constant_scalar(condition))
      if (parts.handed_on[0].empty() && parts.handed_on[1].empty()) return known_side(choice, *known);
    BranchDefinition d;
    Values inputs{condition};
    std::unordered_map<Value, Value, ValueHash> read;  // by the value outside
    d.types = choice.types();
    for (const int side : {0, 1}) {
      std::unordered_map<Value, Value, ValueHash> made;
      const auto place = [&](const Value& value) -> Value {
        if (const auto found = made.find(value); found != made.end()) return found->second;
        if (op_as<Constant>(value)) return value;
        const auto handed_on = handed_on_.find(value);
        const Value outside = handed_on == handed_on_.end() ? now_.at(value) : handed_on->second;
        Value& inner = read[outside];
        if (!inner) {
          inner = make_input(outside.node->label(), outside.type());
          d.inputs.push_back(inner);
          inputs.push_back(outside);
        }
        return inner;
      };
      for (const NodeRef& node : parts.nodes[side]) {
        Values placed;
        for (const Value& input : node->inputs()) placed.push_back(place(input));
        const NodeRef copy = placed == node->inputs() ? node : with_inputs(node, std::move(placed));
        if (copy != node) copy->set_origin(node);
        for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
      }
      BranchDefinition::Side& s = d.sides[side];
      for (const Value& value : side_values(choice, side)) {
        s.results.push_back(s.outputs.size());
        s.outputs.push_back(place(value));
      }
      for (const Value& value : parts.handed_on[side]) {
        s.results.push_back(d.types.size());
        s.outputs.push_back(place(value));
        d.types.push_back(value.type());
      }
    }
    const std::vector<Type> types = d.types;
    const NodeRef node = Node::make_typed(base::make_ref<Branch>(std::move(d)), std::move(inputs), types);
    node->set_label(choice.label());
    std::uint32_t next = std::uint32_t(choice.types().size());
    for (const auto& list : parts.handed_on)
      for (const Value& value : list) handed_on_[value] = {node, next++};
    Values results = all_outputs(node);
    results.resize(choice.types().size());
    return results;
  }

  // The side of a choice whose condition is a constant.
  Values known_side(const Node& choice, const Scalar& condition) {
    const int side = condition.cast(KILN_BOOL).i != 0 ? 0 : 1;
    std::unordered_map<Value, Value, ValueHash> made;
    const auto place = [&](const Value& value) {
      if (const auto found = made.find(value); found != made.end()) return found->second;
      const auto handed_on = handed_on_.find(value);
      return handed_on == handed_on_.end() ? now_.at(value) : handed_on->second;
    };
    for (const NodeRef& node : choices_[&choice].nodes[side]) {
      Values placed;
      for (const Value& input : node->inputs()) placed.push_back(place(input));
      const NodeRef copy = placed == node->inputs() ? node : with_inputs(node, std::move(placed));
      for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
    }
    Values results;
    for (const Value& value : side_values(choice, side)) results.push_back(place(value));
    return results;
  }

  std::vector<NodeRef> order_;
  std::unordered_map<const Node*, Need> needs_;
  std::unordered_map<const Node*, const Node*> owners_;  // the choice that computes a node
  std::unordered_map<const Node*, Choice> choices_;
  std::unordered_map<Value, Value, ValueHash> now_;        // nodes outside of choices, as they are after the pass
  std::unordered_map<Value, Value, ValueHash> handed_on_;  // results of choices that later ones read
};

// One run of a side.
class SideRun final : public BodyRun {
 public:
  SideRun(const Body& body, const std::vector<std::size_t>& results, NodeArrays inputs, NodeArrays outputs)
      : BodyRun(body, "ifelse"), results_(results), inputs_(inputs), outputs_(outputs) {}
  void run() {
    allocate();
    run_body(0);
  }

 private:
  Ref<array::Array> input(std::size_t input, std::int64_t) const override { return array::itself(*inputs_[1 + input]); }
  Ref<array::Array> output(std::size_t output, std::int64_t) const override {
    return array::itself(*outputs_[results_[output]]);
  }
  const std::vector<std::size_t>& results_;
  NodeArrays inputs_, outputs_;
};

}  // namespace

Branch::Branch(BranchDefinition definition) : definition_(std::move(definition)) {
  std::unordered_set<const Node*> read;
  for (const auto& side : definition_.sides) {
    for (const NodeRef& node : topological(side.outputs))
      for (std::size_t i = 0; i < node->inputs().size(); ++i)
        if (node->op().reads(i)) read.insert(node->inputs()[i].node.get());
    for (const Value& output : side.outputs) read.insert(output.node.get());
  }
  for (const Value& input : definition_.inputs) reads_.push_back(read.count(input.node.get()) != 0);
}

Runner Branch::prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context,
                           Bodies& bodies) const {
  std::vector<Type> types;
  for (const Value& input : definition_.inputs) types.push_back(input.type());
  std::shared_ptr<Body> sides[2];
  for (const int side : {0, 1})
    sides[side] =
        compile_body(spec, definition_.inputs, definition_.sides[side].outputs, types, 0, context, node_text(node));
  bodies.bytes = [yes = sides[0], no = sides[1]] { return std::max(body_memory(*yes), body_memory(*no)); };
  bodies.text = [yes = sides[0], no = sides[1]] {
    return "if true:\n" + body_text(*yes) + "if false:\n" + body_text(*no);
  };
  const bool clears = spec.mode == Mode::nan_guard || spec.mode == Mode::debug;
  return
      [self = Ref<const Branch>(this), yes = sides[0], no = sides[1], clears](NodeArrays inputs, NodeArrays outputs) {
        const bool chosen = is_true(*inputs[0]);
        const BranchDefinition& d = self->definition_;
        const std::vector<std::size_t>& results = d.sides[chosen ? 0 : 1].results;
        // These modes look at all results.
        for (std::size_t i = 0; clears && i < outputs.size(); ++i)
          if (std::find(results.begin(), results.end(), i) == results.end())
            array::fill(*outputs[i], Scalar::integer(KILN_INT64, 0), "ifelse");
        SideRun(chosen ? *yes : *no, results, inputs, outputs).run();
      };
}

std::string Branch::bodies_text() const {
  return fmt::format("runs one side; if true: {}; if false: {}", operations_text(definition_.sides[0].outputs),
                     operations_text(definition_.sides[1].outputs));
}

std::unordered_set<const Node*> nodes_on_sides(std::span<const Value> values,
                                               const std::function<bool(const Value&)>& shape_known) {
  std::unordered_set<const Node*> nodes;
  for (const auto& [node, need] : find_needs(values, topological(values), shape_known))
    if (need.on_side()) nodes.insert(node);
  return nodes;
}

Values divide_sides(std::span<const Value> values) {
  const std::vector<NodeRef> order = topological(values);
  if (std::none_of(order.begin(), order.end(), [](const NodeRef& node) { return op_as<IfElse>(*node) != nullptr; }))
    return {values.begin(), values.end()};
  SideDivider divider(values);
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) { return divider(node, inputs); });
}

// Puts zeros in the place of values of which only the shape is used.
static Values without_shapes_alone(std::span<const Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    Values now = inputs;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Type& type = now[i].type();
      if (node->op().reads(i) || now[i].op().leaf() || !type.known()) continue;
      now[i] = broadcast_to(make_constant(Scalar::integer(KILN_INT64, 0).cast(type.dtype)), type.shape);
    }
    return now == inputs ? Values{} : all_outputs(with_inputs(node, std::move(now)));
  });
}

Values rows_in_sides(std::span<const Value> values) {
  if (nodes_behind_cuts(values).empty()) return {values.begin(), values.end()};
  const Values divided = divide_sides(without_shapes_alone(merge_loops(values)));
  // A loop of which several are made may read what only one of them reads.
  return nodes_behind_cuts(divided).empty() ? divided : divide_sides(without_shapes_alone(values));
}

}  // namespace kiln::graph
