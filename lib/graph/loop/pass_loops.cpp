// SPDX-License-Identifier: Apache-2.0
// This pass makes one loop of a loop and those that extend it: gradients keep more of the steps' values than the
// program asked for. Values of the steps that nothing reads are not computed, and a state of which only the last row is
// read has memory for two values instead of all.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "graph/loop/rows.hpp"
#include "graph/loop/scan_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Loops over the same inputs that compute the same.
struct LoopFamily {
  std::vector<NodeRef> members;
  std::vector<bool> rows_read;  // for each state whether more than its last row is read
  Values mapped;                // those of the body that are read
  std::vector<bool> last_only;  // for each state of the one loop
  NodeRef loop;                 // once it is made
};

// Which rows of a state's rows a node shows: begin, begin + step, ...
struct PartOfRows {
  Value of;
  std::int64_t begin = 0, step = 1, count = 0;
  bool last = false;  // the last row alone
};

class LoopMerger {
 public:
  explicit LoopMerger(std::span<const Value> values) {
    const std::vector<NodeRef> order = topological(values);
    for (const NodeRef& node : order)
      if (op_as<Scan>(*node)) add(node);
    for (const NodeRef& node : order)
      if (!note_part(*node) && !note_end(*node))
        for (const Value& input : node->inputs()) read(input);
    for (const Value& value : values) read(value);
    for (const auto& family : families_) decide(*family);
  }

  bool empty() const noexcept { return families_.empty(); }
  Values operator()(const NodeRef& node, const Values& inputs) {
    if (const auto part = parts_.find(node.get()); part != parts_.end()) {
      const Value& of = part->second.of;
      const LoopFamily& family = *family_.at(of.node.get());
      if (!family.last_only[of.output]) return {};
      // Nothing reads the other parts, which lead to the last row.
      return part->second.last ? Values{last_part(*node, {family.loop, of.output})} : all_outputs(node);
    }
    if (const auto end = ends_.find(node.get()); end != ends_.end()) {
      const LoopFamily& family = *family_.at(end->second.node.get());
      return family.last_only[end->second.output] ? Values{{family.loop, end->second.output}} : Values{};
    }
    const auto found = family_.find(node.get());
    return found == family_.end() ? Values{} : results(*found->second, node, inputs);
  }

 private:
  static const ScanDefinition& definition(const Node& loop) { return op_as<Scan>(loop)->definition(); }

  // Whether two loops, of which one extends the other, have the same inputs.
  static bool same_inputs(const Node& a, const Node& b) {
    const ScanDefinition &first = definition(a), &second = definition(b);
    for (std::size_t i = 0; i < a.inputs().size(); ++i) {
      const std::size_t j = i - first.sequences;
      const bool state = i >= first.sequences && j < first.states.size();
      if (!state || first.states[j].last_only == second.states[j].last_only) {
        if (!(a.inputs()[i] == b.inputs()[i])) return false;
      } else if (!(first_value(a, j) == first_value(b, j))) {
        return false;
      }
    }
    return true;
  }
  // The first value of a state, of which the node's input may be a row.
  static Value first_value(const Node& loop, std::size_t state) {
    const Value& input = loop.inputs()[definition(loop).sequences + state];
    if (definition(loop).states[state].last_only) return input;
    return op_as<DimShuffle>(input) ? Value(input.node->inputs()[0]) : Value{};
  }

  void add(const NodeRef& node) {
    const ScanDefinition& d = definition(*node);
    const Scan* root = d.extends ? d.extends.get() : op_as<Scan>(*node);
    auto& known = by_root_[root];
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const LoopFamily* each) { return same_inputs(*each->members[0], *node); });
    if (same != known.end()) {
      (*same)->members.push_back(node);
      family_[node.get()] = *same;
      return;
    }
    families_.push_back(std::make_unique<LoopFamily>());
    families_.back()->members.push_back(node);
    families_.back()->rows_read.resize(d.states.size());
    known.push_back(families_.back().get());
    family_[node.get()] = known.back();
  }

  // ---- What is read ----

  // The state of a loop whose rows the value is; null if it is none.
  const ScanState* state_of(const Value& value) const {
    if (!family_.count(value.node.get())) return nullptr;
    const auto& states = definition(*value.node).states;
    return value.output < states.size() && !states[value.output].last_only ? &states[value.output] : nullptr;
  }

  // Notes which rows of a state the node shows, if that is all it reads of it. False: it reads rows like other nodes.
  bool note_part(const Node& node) {
    const auto* subtensor = op_as<Subtensor>(node);
    if (!subtensor || subtensor->indices().empty()) return false;
    const Value& from = node.inputs()[0];
    const layout::Index& index = subtensor->indices()[0];
    PartOfRows part;
    if (const auto known = parts_.find(from.node.get()); known != parts_.end() && !known->second.last)
      part = known->second;
    else if (state_of(from))
      part = {from, 0, 1, from.type().shape[0]};
    else
      return false;
    if (index.kind == layout::Index::Kind::integer) {
      part.begin += part.step * (index.start < 0 ? index.start + part.count : index.start);
      part.count = 1;
    } else if (index.kind == layout::Index::Kind::slice) {
      const Layout taken = layout::index({Dims{part.count}, Dims{1}, 0}, {&index, 1}, "graph.Subtensor");
      part.begin += part.step * taken.offset;
      part.step *= taken.strides[0];
      part.count = taken.shape[0];
    } else {
      return false;
    }
    part.last = part.count == 1 && part.begin == part.of.type().shape[0] - 1;
    if (!part.last && (index.kind == layout::Index::Kind::integer || subtensor->indices().size() > 1)) return false;
    parts_.emplace(&node, part);
    return true;
  }

  // Notes that the node reads the row of a state after the last step of a loop that ends by a condition. In the rows of
  // a state with the single tap 1 that is the row whose number is the number of steps that ran.
  bool note_end(const Node& node) {
    if (node.op().key() != "Take 0") return false;  // along axis 0
    const Value &rows = node.inputs()[0], &place = node.inputs()[1];
    const bool counted = place.node == rows.node && place.output + 1 == rows.node->types().size();
    if (!counted || !state_of(rows) || definition(*rows.node).range != StepRange::until) return false;
    ends_.emplace(&node, rows);
    return true;
  }

  // Notes that a node other than those of note_part() and note_end() reads the value.
  void read(const Value& value) {
    const auto part = parts_.find(value.node.get());
    // The last row of a loop that ends by a condition belongs to a step that may not run.
    if (part != parts_.end() && part->second.last && definition(*part->second.of.node).range != StepRange::until)
      return;
    const Value& result = part == parts_.end() ? value : part->second.of;
    const auto found = family_.find(result.node.get());
    if (found == family_.end()) return;
    LoopFamily& family = *found->second;
    const ScanDefinition& d = definition(*result.node);
    if (state_of(result)) family.rows_read[result.output] = true;
    if (result.output < d.states.size() || result.output >= op_as<Scan>(result)->given()) return;
    const Value& inner = d.outputs[result.output];
    if (std::find(family.mapped.begin(), family.mapped.end(), inner) == family.mapped.end())
      family.mapped.push_back(inner);
  }

  static void decide(LoopFamily& family) {
    const ScanDefinition& d = definition(*family.members[0]);
    // Where the last row may belong to a step that does not run, it is not what the last step gave.
    const bool limited = op_as<Scan>(*family.members[0])->limited();
    const bool last_runs =
        d.range == StepRange::all || d.range == StepRange::until || (d.range == StepRange::last && !limited);
    for (std::size_t j = 0; j < d.states.size(); ++j) {
      const bool given_alone = std::all_of(family.members.begin(), family.members.end(), [&](const NodeRef& member) {
        return definition(*member).states[j].last_only;
      });
      const bool one = d.states[j].taps == std::vector<std::int64_t>{1};
      family.last_only.push_back(given_alone || (one && last_runs && !family.rows_read[j]));
    }
  }

  // ---- The one loop ----

  static bool same_definition(const LoopFamily& family) {
    const ScanDefinition& d = definition(*family.members[0]);
    if (family.members.size() > 1) return false;
    for (std::size_t j = 0; j < d.states.size(); ++j)
      if (d.states[j].last_only != family.last_only[j]) return false;
    return family.mapped.size() == op_as<Scan>(*family.members[0])->given() - d.states.size();
  }

  void make(LoopFamily& family, const NodeRef& member, const Values& inputs) {
    const ScanDefinition& d = definition(*member);
    ScanDefinition one = d;
    one.extends = nullptr;
    Values from = inputs;
    for (std::size_t j = 0; j < d.states.size(); ++j) {
      Value& first = from[d.sequences + j];
      one.states[j].last_only = family.last_only[j];
      if (d.states[j].last_only && !family.last_only[j]) first = as_row(first);
      if (!d.states[j].last_only && family.last_only[j]) first = row(first, 0);
    }
    one.outputs.assign(d.outputs.begin(), d.outputs.begin() + std::ptrdiff_t(d.states.size()));
    one.outputs.insert(one.outputs.end(), family.mapped.begin(), family.mapped.end());
    if (d.range == StepRange::until) one.outputs.push_back(d.outputs.back());
    family.loop = Node::make(base::make_ref<Scan>(std::move(one)), std::move(from));
    family.loop->set_label(member->label());
    family.loop->set_place(member->place());
  }

  Values results(LoopFamily& family, const NodeRef& member, const Values& inputs) {
    if (same_definition(family)) return {};
    if (!family.loop) make(family, member, inputs);
    const ScanDefinition& d = definition(*member);
    Values out = all_outputs(member);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      if (i < d.states.size()) {
        if (d.states[i].last_only == family.last_only[i])
          out[i] = {family.loop, i};
        else if (d.states[i].last_only)
          out[i] = row({family.loop, i}, -1);
        continue;
      }
      if (i >= op_as<Scan>(*member)->given()) {
        out[i] = {family.loop, std::uint32_t(family.loop->types().size() - 1)};
        continue;
      }
      const auto at = std::find(family.mapped.begin(), family.mapped.end(), d.outputs[i]);
      if (at != family.mapped.end())
        out[i] = {family.loop, std::uint32_t(d.states.size() + std::size_t(at - family.mapped.begin()))};
    }
    return out;
  }

  // What the node shows of the last row, where the loop gives that row alone.
  static Value last_part(const Node& node, const Value& last) {
    std::vector<layout::Index> indices = op_as<Subtensor>(node)->indices();
    const bool integer = indices[0].kind == layout::Index::Kind::integer;
    if (indices.size() == 1) return integer ? last : as_row(last);
    indices[0] = integer ? layout::Index{layout::Index::Kind::integer, 0} : layout::Index{};
    return subtensor(as_row(last), indices);
  }

  std::vector<std::unique_ptr<LoopFamily>> families_;
  std::unordered_map<const Scan*, std::vector<LoopFamily*>> by_root_;
  std::unordered_map<const Node*, LoopFamily*> family_;
  std::unordered_map<const Node*, PartOfRows> parts_;
  std::unordered_map<const Node*, Value> ends_;  // what note_end() found: the rows of which they read the last one
};

}  // namespace

Values merge_loops(std::span<const Value> values) {
  LoopMerger merger(values);
  if (merger.empty()) return {values.begin(), values.end()};
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) { return merger(node, inputs); });
}

}  // namespace kiln::graph
