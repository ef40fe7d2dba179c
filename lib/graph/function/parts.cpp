// SPDX-License-Identifier: Apache-2.0
// Divides a function where loops end by a condition, and calls its parts.
#include "graph/function/parts.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/loop/branch_op.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/host_values.hpp"
#include "graph/node/ifelse_op.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/passes/optimise.hpp"

namespace kiln::graph {
namespace {

// Tells whether the shape of a value depends on how many rows CutRows nodes have.
class ShapesOfRows {
 public:
  ShapesOfRows(const std::vector<NodeRef>& order, const std::unordered_set<const Node*>& cuts)
      : few_(types_for_rows(order, cuts, 2)), more_(types_for_rows(order, cuts, 3)) {}
  bool known() const { return few_ && more_; }
  bool vary(const Value& value) const {
    const auto types = few_->find(value.node.get());
    return types != few_->end() && types->second[value.output] != more_->at(value.node.get())[value.output];
  }

 private:
  std::optional<NodeTypes> few_, more_;
};

// The CutRows nodes that choices compute inside of a side. What such choices give has a shape that does not depend on
// the number of rows.
std::unordered_set<const Node*> cuts_in_sides(std::span<const Value> values, const std::vector<NodeRef>& order) {
  std::unordered_set<const Node*> all, cuts;
  for (const NodeRef& node : order)
    if (op_as<CutRows>(*node)) all.insert(node.get());
  if (all.empty()) return {};
  const ShapesOfRows shapes(order, all);
  if (!shapes.known()) return {};
  const auto inside = nodes_on_sides(values, [&](const Value& value) { return !shapes.vary(value); });
  for (const Node* cut : all)
    if (inside.count(cut)) cuts.insert(cut);
  const ShapesOfRows own(order, cuts);
  if (!own.known()) return {};
  for (const NodeRef& node : order) {
    if (!op_as<IfElse>(*node) || inside.count(node.get())) continue;
    const Values& inputs = node->inputs();
    if (std::any_of(inputs.begin(), inputs.end(), [&](const Value& input) { return own.vary(input); })) return {};
  }
  return cuts;
}

// The CutRows nodes that depend on no other one, without those of choices.
Values first_cuts(std::span<const Value> values, const std::vector<NodeRef>& order) {
  const std::unordered_set<const Node*> in_sides = cuts_in_sides(values, order);
  std::unordered_set<const Node*> behind;
  Values cuts;
  for (const NodeRef& node : order) {
    const bool depends = std::any_of(node->inputs().begin(), node->inputs().end(),
                                     [&](const Value& input) { return behind.count(input.node.get()) != 0; });
    const bool cut = op_as<CutRows>(*node) && !in_sides.count(node.get());
    if (depends || cut) behind.insert(node.get());
    if (cut && !depends) cuts.push_back({node, 0});
  }
  return cuts;
}

class Divider {
 public:
  Divider(const FunctionSpec& spec, runtime::Context& context)
      : spec_(spec), context_(context), values_(with_givens(computed_values(spec), spec.givens)) {}

  std::unique_ptr<FunctionParts> run() {
    const std::vector<NodeRef> order = topological(values_);
    const Values cuts = first_cuts(values_, order);
    if (cuts.empty()) return nullptr;
    first_ = second_ = spec_;
    for (FunctionSpec* part : {&first_, &second_}) {
      part->givens.clear();
      part->default_updates = false;  // they are among the updates
      part->on_unused = part->host_ops = part->float64 = OnUnused::ignore;
    }
    first_.updates.clear();
    first_.outputs.clear();
    first_.inputs.clear();
    Values ends;
    for (const Value& cut : cuts)
      for (const Value& input : cut.node->inputs()) ends.push_back(input);
    std::unordered_set<const Node*> in_first;
    for (const NodeRef& node : topological(ends)) in_first.insert(node.get());
    for (const Value& cut : cuts)
      take(cut, {output(transfer(cut.node->inputs()[0], Ref<runtime::Context>(&context_)), cut.node->inputs()[0]),
                 output(cut.node->inputs()[1], {})});
    // What the first part computes and the second one reads too.
    const auto cross = [&](const Value& value) {
      if (!in_first.count(value.node.get()) || value.op().leaf() || taken_.count(value)) return;
      take(value, {output(transfer(value, Ref<runtime::Context>(&context_)), value)});
    };
    for (const NodeRef& node : order)
      if (!in_first.count(node.get()) && !taken_.count({node, 0}))
        for (const Value& input : node->inputs()) cross(input);
    for (const Value& value : values_) cross(value);
    for (std::size_t i = 0; i < spec_.inputs.size(); ++i) {
      const auto same = [&](const Node* node) { return &node->op() == &spec_.inputs[i].variable.op(); };
      if (std::none_of(in_first.begin(), in_first.end(), same)) continue;
      first_.inputs.push_back(spec_.inputs[i]);
      parts_->inputs.push_back(i);
    }
    const std::vector<std::pair<Value, Value>> replaced(taken_.begin(), taken_.end());
    const Values rest = with_givens(values_, replaced);
    for (std::size_t i = 0; i < spec_.outputs.size(); ++i) second_.outputs[i].value = rest[i];
    for (std::size_t k = 0; k < spec_.updates.size(); ++k) second_.updates[k].second = rest[spec_.outputs.size() + k];
    parts_->first = Function::create(std::move(first_));
    parts_->second = Function::create(std::move(second_));
    return std::move(parts_);
  }

 private:
  // The output of the first part that gives the value; a further one with an empty `key`.
  std::size_t output(const Value& value, const Value& key) {
    if (const auto known = outputs_.find(key); key && known != outputs_.end()) return known->second;
    first_.outputs.push_back({value});
    if (key) outputs_.emplace(key, first_.outputs.size() - 1);
    return first_.outputs.size() - 1;
  }
  // Makes the value an input of the second part.
  void take(const Value& value, FunctionParts::Taken taken) {
    const Value input = make_input(value.node->label(), value.type());
    taken_.emplace(value, input);
    second_.inputs.push_back({input});
    parts_->taken.push_back(taken);
  }

  const FunctionSpec& spec_;
  runtime::Context& context_;
  Values values_;
  FunctionSpec first_, second_;
  std::unique_ptr<FunctionParts> parts_ = std::make_unique<FunctionParts>();
  std::unordered_map<Value, std::size_t, ValueHash> outputs_;
  std::unordered_map<Value, Value, ValueHash> taken_;
};

}  // namespace

std::vector<Ref<array::Array>> FunctionParts::call(std::span<const Argument> arguments) const {
  std::vector<Argument> some;
  for (const std::size_t input : inputs) some.push_back(arguments[input]);
  const auto made = first->call(some);
  std::vector<Argument> all(arguments.begin(), arguments.end());
  std::vector<Ref<array::Array>> rows;
  for (const Taken& each : taken) {
    rows.push_back(made[each.output]);
    if (each.count != SIZE_MAX) {
      const std::int64_t count = Scalar::load(KILN_INT64, host_elements(*made[each.count])).i;
      const layout::Index index{layout::Index::Kind::slice, 0, count};
      const Layout layout = layout::index(rows.back()->layout(), {&index, 1}, "function");
      rows.back() = array::view(*rows.back(), layout, true, "function");
    }
    all.push_back({.array = rows.back().get()});
  }
  return second->call(all);
}

std::unique_ptr<FunctionParts> divide(const FunctionSpec& spec, runtime::Context& context) {
  return Divider(spec, context).run();
}

}  // namespace kiln::graph
