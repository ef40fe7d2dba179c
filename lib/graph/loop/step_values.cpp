// SPDX-License-Identifier: Apache-2.0
// Finds what the loop back reads of the steps, and makes the loop that keeps it. The pass "loops" (pass_loops.cpp)
// makes one loop of this one and the one that the program built.
#include "graph/loop/step_values.hpp"

#include <algorithm>

#include "graph/loop/rows.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"

namespace kiln::graph {
namespace {

Value integers(expr::Fn fn, const Value& value, std::int64_t number) {
  return apply(fn, {value, make_integer(number)});
}

}  // namespace

StepValues::StepValues(const Scan& scan, const Node& node) : d_(scan.definition()), scan_(scan), node_(node) {
  moving_ = d_.sequences;
  for (const ScanState& state : d_.states) moving_ += state.taps.size();
  // Memory that the program wants to spare, and rows whose number no shape tells.
  if (d_.sums_in_loop || d_.range != StepRange::all) return;
  const std::unordered_set<const Node*> behind_cuts = nodes_behind_cuts(d_.outputs);
  std::unordered_set<const Node*> varying;
  for (std::size_t i = 0; i < moving_; ++i) varying.insert(d_.inputs[i].node.get());
  for (const NodeRef& each : topological(d_.outputs)) {
    const auto varies = [&](const Value& input) { return varying.count(input.node.get()) != 0; };
    if (std::none_of(each->inputs().begin(), each->inputs().end(), varies)) continue;
    varying.insert(each.get());
    if (each->op().worth_keeping() && !behind_cuts.count(each.get())) worth_.insert(each.get());
  }
}

Values StepValues::stored(const Values& values) {
  std::unordered_map<Value, std::size_t, ValueHash> outputs;
  stored_.clear();
  at_.clear();
  for (std::size_t o = 0; o < scan_.given(); ++o) {
    const bool last_only = o < d_.states.size() && d_.states[o].last_only;
    if (!last_only && !d_.outputs[o].op().leaf()) outputs.emplace(d_.outputs[o], o);
  }
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    Values results = all_outputs(node);
    const bool worth = worth_.count(node.get()) != 0;
    const auto given = [&](const Value& value) { return outputs.count(value) != 0; };
    if (!worth && std::none_of(results.begin(), results.end(), given)) return {};
    const NodeRef copy = inputs == node->inputs() ? node : with_inputs(node, inputs);
    for (Value& value : results) {
      const auto found = outputs.find(value);
      if (found == outputs.end() && !worth) {
        value = {copy, value.output};
        continue;
      }
      const Value input = make_input("", value.type());
      at_.emplace(input, stored_.size());
      stored_.push_back({input, {value, found == outputs.end() ? SIZE_MAX : found->second}});
      value = input;
    }
    return results;
  });
}

// Makes the loop that keeps the values of all states, and what is read beside its outputs.
void StepValues::keep(const std::unordered_set<const Node*>& read) {
  for (const auto& [input, stored] : stored_)
    if (stored.output == SIZE_MAX && read.count(input.node.get())) kept_.push_back(stored.value);
  node_with_all_ = NodeRef(&node_);
  const auto last_only = [](const ScanState& state) { return state.last_only; };
  if (kept_.empty() && std::none_of(d_.states.begin(), d_.states.end(), last_only)) return;
  ScanDefinition all = d_;
  all.extends = d_.extends ? d_.extends : Ref<const Scan>(&scan_);
  Values inputs = node_.inputs();
  for (std::size_t j = 0; j < all.states.size(); ++j) {
    if (!all.states[j].last_only) continue;
    all.states[j].last_only = false;
    inputs[d_.sequences + j] = as_row(inputs[d_.sequences + j]);
  }
  all.outputs.insert(all.outputs.begin() + std::ptrdiff_t(scan_.given()), kept_.begin(), kept_.end());
  node_with_all_ = Node::make(base::make_ref<Scan>(std::move(all)), std::move(inputs));
  node_with_all_->set_label(node_.label());
}

// The input of the body that the value is, or moving() if it is none that changes from step to step.
std::size_t StepValues::input_of(const Value& value) const {
  const auto end = d_.inputs.begin() + std::ptrdiff_t(moving_);
  return std::size_t(std::find(d_.inputs.begin(), end, value) - d_.inputs.begin());
}

bool StepValues::known(const Value& value) const {
  return d_.range == StepRange::all && (at_.count(value) || input_of(value) < moving_);
}

std::vector<LoopPart> StepValues::sequences(const Values& outputs, const Values& factors) {
  std::unordered_set<const Node*> read, rows;
  for (const NodeRef& node : topological(outputs)) read.insert(node.get());
  rows = read;
  for (const Value& factor : factors) rows.insert(factor.node.get());
  keep(rows);
  std::vector<LoopPart> parts;
  for (std::size_t input = 0; input < moving_; ++input)
    // The first sequence also says how many steps there are.
    if (read.count(d_.inputs[input].node.get()) || (input == 0 && d_.steps == kUnknown))
      parts.push_back({d_.inputs[input], rows_of(d_.inputs[input])});
  for (const auto& [input, stored] : stored_)
    if (read.count(input.node.get())) parts.push_back({input, rows_of(input)});
  return parts;
}

// The rows that an input of the body had, which is a state at one of its taps.
Value StepValues::state_rows(std::size_t input) const {
  std::size_t at = d_.sequences;
  for (std::size_t j = 0;; ++j)
    for (const std::int64_t back : d_.states[j].taps)
      if (at++ == input) return turned(rows({node_with_all_, std::uint32_t(j)}, d_.states[j].depth - back, back));
}

// For each segment through how many of its last steps gradients flow: those of the last `truncate` steps that stand no
// later than its end.
Value StepValues::segment_limits() const {
  const SegmentLimits& s = *d_.segments;
  const Value total = reduce(KILN_REDUCE_SUM, {NodeRef(&node_), std::uint32_t(s.counts)}, {});
  const Value end = integers(expr::Fn::multiply, integers(expr::Fn::add, node_.inputs()[s.sequence], 1), s.every);
  const Value later = integers(expr::Fn::max, apply(expr::Fn::subtract, {total, end}), 0);
  return integers(expr::Fn::max, apply(expr::Fn::subtract, {make_integer(s.truncate), later}), 0);
}

Value StepValues::rows_of(const Value& value) {
  if (const auto known = rows_.find(value); known != rows_.end()) return known->second;
  Value all;
  if (const auto found = at_.find(value); found != at_.end()) {
    const Stored& stored = stored_[found->second].second;
    std::size_t output = stored.output;
    if (output == SIZE_MAX)
      output = scan_.given() + std::size_t(std::find(kept_.begin(), kept_.end(), stored.value) - kept_.begin());
    all = {node_with_all_, std::uint32_t(output)};
    if (output < d_.states.size()) all = turned(rows(all, d_.states[output].depth));
  } else {
    const std::size_t at = input_of(value);
    if (at == moving_) return {};
    if (d_.segments && at == d_.segments->sequence)
      all = segment_limits();
    else
      all = at < d_.sequences ? Value(node_.inputs()[at]) : state_rows(at);
  }
  return rows_[value] = limited(all);
}

Value StepValues::turned(const Value& rows) const { return d_.reversed ? reversed(rows) : rows; }

Value StepValues::limited(const Value& rows) const {
  if (d_.truncate == kUnknown) return rows;
  return d_.reversed ? rows_until(rows, d_.truncate) : reversed(rows_until(reversed(rows), d_.truncate));
}

}  // namespace kiln::graph
