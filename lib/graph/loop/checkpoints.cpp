// SPDX-License-Identifier: Apache-2.0
// Makes loops of segments. How many segments there are, and how many steps are left, may be known only at a call.
#include "graph/loop/checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "graph/build/grad.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

Type row_of(const Type& type) { return {type.dtype, Dims(std::span(type.shape.data() + 1, type.ndim() - 1))}; }

// For each of so many steps whether it is the last, a bool; as segments of k steps. Where only a call tells the number
// of steps, `like` has as many rows.
Value last_of_steps(std::int64_t steps, const Value& like, std::int64_t k) {
  const auto flags = [k](std::int64_t count) {
    const std::int64_t segments = segments_for(count, k);
    const Value no = broadcast_to(make_constant(Scalar::integer(KILN_BOOL, 0)), Dims{segments * k});
    const Value yes = make_constant(Scalar::integer(KILN_BOOL, 1));
    const layout::Index last{layout::Index::Kind::integer, count - 1};
    return reshape(count ? update_subtensor(no, yes, {last}, false) : no, Dims{segments, k});
  };
  if (steps != kUnknown) return flags(steps);
  ArrayOp::Definition definition{.name = "LastOfSteps", .key = fmt::format("{}", k), .reads = 0};
  definition.infer = [k](std::span<const Type> inputs) -> std::vector<Type> {
    return {{KILN_BOOL, Dims{segments_for(inputs[0].shape[0], k), k}}};
  };
  definition.expand = [flags](const Node&, std::span<const Value> inputs) {
    return Values{flags(inputs[0].type().shape[0])};
  };
  return array_value(std::move(definition), {like});
}

// The numbers 0, 1, ... of the segments of k steps.
Value segment_numbers(std::int64_t steps, const Value& like, std::int64_t k) {
  if (steps != kUnknown) return arange(segments_for(steps, k));
  ArrayOp::Definition definition{.name = "SegmentNumbers", .key = fmt::format("{}", k), .reads = 0};
  definition.infer = [k](std::span<const Type> inputs) -> std::vector<Type> {
    return {{KILN_INT64, Dims{segments_for(inputs[0].shape[0], k)}}};
  };
  definition.expand = [k](const Node&, std::span<const Value> inputs) {
    return Values{arange(segments_for(inputs[0].type().shape[0], k))};
  };
  return array_value(std::move(definition), {like});
}

// The rows of a sequence, of which a loop of so many steps reads each one.
Value rows_of_steps(const Value& sequence, std::int64_t steps, std::size_t number, const std::string& loop) {
  if (steps == kUnknown || sequence.type().shape[0] == steps) return sequence;
  ArrayOp::Definition definition{.name = "RowsOfSteps", .key = fmt::format("{} {} {}", steps, number, loop)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    const std::int64_t count = inputs[0].shape[0];
    if (count != kUnknown && count != steps)
      fail(KILN_SHAPE_ERROR, "{}: sequence {} is {}, expected {}", loop, number, type_text(type),
           base::plural(steps, "row"));
    type.shape[0] = steps;
    return {type};
  };
  definition.gradient = [](const Node&, std::span<const Value> g) { return Values{g[0]}; };
  definition.expand = [](const Node&, std::span<const Value> inputs) { return Values{inputs[0]}; };
  return array_value(std::move(definition), {sequence});
}

// Rows m, m + 1, ... of the first values of a state, where `steps` has m rows. There may be none.
Value first_values_behind(const Value& first, const Value& steps) {
  ArrayOp::Definition definition{.name = "FirstValuesBehind", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    const std::int64_t depth = inputs[0].shape[0], count = inputs[1].shape[0];
    type.shape[0] = depth == kUnknown || count == kUnknown ? kUnknown : std::max<std::int64_t>(depth - count, 0);
    return {type};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{reversed(placed_rows(reversed(g[0]), node.inputs()[0])), {}};
  };
  definition.expand = [](const Node& node, std::span<const Value> inputs) {
    return Values{graph::rows(inputs[0], inputs[0].type().shape[0] - node.types()[0].shape[0])};
  };
  return array_value(std::move(definition), {first, steps});
}

// What steps gave that no gradient flows through, so that they have no way back. The gradient of the first values that
// they began with is zero.
Value cut_off(const Value& value, const Value& first) {
  ArrayOp::Definition definition{.name = "CutOff", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) -> std::vector<Type> { return {inputs[0]}; };
  definition.gradient = [](const Node& node, std::span<const Value>) {
    return Values{{}, zeros_like(node.inputs()[1])};
  };
  definition.expand = [](const Node&, std::span<const Value> inputs) { return Values{inputs[0]}; };
  return array_value(std::move(definition), {value, first});
}

std::int64_t depth_of(const LoopState& state) {
  std::int64_t depth = 1;
  for (const auto& [back, inner] : state.taps) depth = std::max(depth, back);
  return depth;
}

class Checkpoints {
 public:
  Checkpoints(const LoopParts& parts, std::int64_t every, const std::vector<bool>& wanted)
      : parts_(parts), every_(every), wanted_(wanted) {
    for (const LoopState& state : parts.states) depths_.push_back(depth_of(state));
  }

  std::vector<LoopResult> run() {
    for (std::size_t i = 0; i < parts_.sequences.size(); ++i)
      sequences_.push_back(rows_of_steps(parts_.sequences[i].outer, parts_.steps, i + 1, loop_text(parts_.name)));
    std::int64_t steps = parts_.steps;
    for (const Value& sequence : sequences_)
      if (steps == kUnknown) steps = sequence.type().shape[0];
    Values first;
    for (const LoopState& state : parts_.states) first.push_back(state.first);
    // One row of a sequence may turn out to be none: a slice such as x[-1:] counts as one, so that it broadcasts.
    if (steps != kUnknown && steps <= every_) return rest(parts_.steps, sequences_, first);
    std::vector<LoopResult> all = segments();
    if (steps != kUnknown && steps % every_ == 0) return all;
    Values left;
    for (const Value& sequence : sequences_) left.push_back(rows_left(sequence, every_));
    const std::vector<LoopResult> behind =
        rest(parts_.steps == kUnknown ? kUnknown : steps % every_, left, checkpoints_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].rows) all[i].rows = concat({all[i].rows, behind[i].rows}, 0);
      all[i].last = behind[i].last;
      all[i].next = behind[i].next;
    }
    return all;
  }

 private:
  LoopParts loop_of(std::int64_t steps, const Values& sequences, const Values& first) const {
    LoopParts parts = parts_;
    parts.steps = steps;
    for (std::size_t i = 0; i < sequences.size(); ++i) parts.sequences[i].outer = sequences[i];
    for (std::size_t j = 0; j < first.size(); ++j) parts.states[j].first = first[j];
    return parts;
  }

  // A loop over the steps one by one.
  std::vector<LoopResult> rest(std::int64_t steps, const Values& sequences, const Values& first) const {
    const NodeRef node = make_loop(loop_of(steps, sequences, first));
    node->set_label(parts_.name);
    std::vector<LoopResult> results;
    for (std::uint32_t i = 0; i < node->types().size(); ++i) {
      const Value all{node, i};
      const bool state = i < depths_.size();
      results.push_back({state ? Value{} : all, state ? row(all, -1) : Value{}, {}});
      if (state) results.back().next = rows(all, -depths_[i]);
      if (state && wanted_[i]) results.back().rows = rows(all, depths_[i]);
    }
    return results;
  }

  // The loop over the segments. Its states are the values before a segment, `depth` of them.
  std::vector<LoopResult> segments() {
    LoopParts outer;
    outer.name = parts_.name;
    outer.sums_in_loop = true;
    Values sequences, first;
    for (const Value& sequence : sequences_) {
      const Value all = segments_of(sequence, every_);
      sequences.push_back(make_input(sequence.node->label(), row_of(all.type())));
      outer.sequences.push_back({sequences.back(), all});
    }
    if (parts_.steps != kUnknown) outer.steps = parts_.steps / every_;
    for (const LoopState& state : parts_.states) {
      first.push_back(make_input(state.first.node->label(), state.first.type()));
      outer.states.push_back({{{1, first.back()}}, as_row(state.first), {}, false, state.what});
    }
    const NodeRef segment = make_loop(loop_of(every_, sequences, first));
    std::vector<std::size_t> mapped(segment->types().size(), SIZE_MAX);
    for (std::uint32_t i = 0; i < segment->types().size(); ++i) {
      const Value all{segment, i};
      const bool state = i < depths_.size();
      if (state) outer.states[i].next = rows(all, every_);
      if (state && !wanted_[i]) continue;
      mapped[i] = depths_.size() + outer.mapped.size();
      outer.mapped.push_back(state ? rows(all, depths_[i]) : all);
    }
    const NodeRef node = make_loop(std::move(outer));
    node->set_label(parts_.name);
    std::vector<LoopResult> results;
    for (std::size_t i = 0; i < mapped.size(); ++i) {
      results.emplace_back();
      if (i < depths_.size()) {
        checkpoints_.push_back(row({node, std::uint32_t(i)}, -1));
        results.back().last = row(checkpoints_.back(), -1);
        results.back().next = checkpoints_.back();
      }
      if (mapped[i] != SIZE_MAX) results.back().rows = joined_segments({node, std::uint32_t(mapped[i])});
    }
    return results;
  }

  const LoopParts& parts_;
  const std::int64_t every_;
  const std::vector<bool>& wanted_;
  std::vector<std::int64_t> depths_;  // for each state how many values the steps read
  Values sequences_;
  Values checkpoints_;  // the states behind all segments
};

// A loop with a condition. The condition of a segment also ends it at the last step that there may be. A segment in
// which a condition was true is the last one.
class UntilCheckpoints {
 public:
  UntilCheckpoints(const LoopParts& parts, std::int64_t every, const std::vector<bool>& wanted)
      : parts_(parts), every_(every), wanted_(wanted) {
    outer_.name = parts.name;
    outer_.sums_in_loop = true;
    outer_.range = StepRange::until;
    outer_.steps = segments_for(parts.steps, every);
    if (parts.truncate != kUnknown) outer_.truncate = segments_reached();
  }

  std::vector<LoopResult> run() {
    const NodeRef segment = make_segment();
    const Value count{segment, std::uint32_t(segment->types().size() - 1)};
    const std::size_t states = parts_.states.size(), given = states + parts_.mapped.size();
    std::vector<std::size_t> mapped(given, SIZE_MAX);
    for (std::uint32_t i = 0; i < given; ++i) {
      const Value all{segment, i};
      const std::int64_t depth = i < states ? depth_of(parts_.states[i]) : 0;
      if (i < states) outer_.states[i].next = slice(all, count, depth, 0);
      if (i < states && !wanted_[i]) continue;
      mapped[i] = states + outer_.mapped.size();
      outer_.mapped.push_back(rows(all, depth));
    }
    const std::size_t counts = states + outer_.mapped.size();
    outer_.mapped.push_back(count);
    if (outer_.segments) outer_.segments->counts = counts;
    outer_.condition = take({segment, std::uint32_t(given)}, before(count), 0);
    const NodeRef node = make_loop(std::move(outer_));
    node->set_label(parts_.name);
    const Value segments{node, std::uint32_t(node->types().size() - 1)};
    // Segments that did not run have no steps.
    const Value steps = reduce(KILN_REDUCE_SUM, {node, std::uint32_t(counts)}, {});
    std::vector<LoopResult> results(given);
    for (std::uint32_t i = 0; i < given; ++i) {
      if (i < states) results[i].last = row(take({node, i}, segments, 0), -1);
      if (mapped[i] == SIZE_MAX) continue;
      const Value all = most_rows(joined_segments({node, std::uint32_t(mapped[i])}));
      results[i].rows = cut_rows(all, steps);
      if (i >= states) results[i].last = take(all, before(steps), 0);
    }
    return results;
  }

 private:
  static Value before(const Value& count) { return apply(expr::Fn::add, {count, make_integer(-1)}); }

  // The rows without those that only fill the last segment.
  Value most_rows(const Value& all) const {
    if (steps_ == kUnknown) return common_rows({all, like_});
    return steps_ % every_ == 0 ? all : rows_until(all, steps_);
  }

  // The loop over the steps of a segment, which also gives whether each ends the loop. Adds what it reads to the outer
  // loop.
  NodeRef make_segment() {
    LoopParts segment = parts_;
    segment.steps = every_;
    steps_ = parts_.steps;
    const auto add = [&](const Value& all, const std::string& label) {
      const Value part = make_input(label, row_of(all.type()));
      outer_.sequences.push_back({part, all});
      return part;
    };
    for (std::size_t i = 0; i < segment.sequences.size(); ++i) {
      Value& sequence = segment.sequences[i].outer;
      sequence = rows_of_steps(sequence, parts_.steps, i + 1, loop_text(parts_.name));
      if (steps_ == kUnknown) steps_ = sequence.type().shape[0];
    }
    if (!segment.sequences.empty()) like_ = segment.sequences[0].outer;
    for (LoopPart& part : segment.sequences)
      part.outer = add(filled_segments(part.outer, every_), part.outer.node->label());
    segment.mapped.push_back(segment.condition);
    if (steps_ == kUnknown || steps_ % every_ != 0) {
      const Value last = make_input("", {KILN_BOOL, {}});
      segment.sequences.push_back({last, add(last_of_steps(parts_.steps, like_, every_), "")});
      segment.condition = apply(expr::Fn::logical_or, {segment.condition, last});
    }
    for (LoopState& state : segment.states) {
      const Value first = make_input(state.first.node->label(), state.first.type());
      outer_.states.push_back({{{1, first}}, as_row(state.first), {}, false, state.what});
      state.first = first;
    }
    if (parts_.truncate != kUnknown) {
      outer_.segments = SegmentLimits{outer_.sequences.size(), 0, every_, parts_.truncate};
      segment.truncate = kUnknown;
      segment.limit_input = add(segment_numbers(parts_.steps, like_, every_), "");
    }
    return make_loop(std::move(segment));
  }

  // How many of the last segments gradients may reach. Beside the last segment, which has one step at least, these are
  // the segments of the other steps that gradients flow through. First values count as read by these steps. They are
  // handed on from segment to segment, so gradients reach all segments if the steps are few enough to read first
  // values.
  std::int64_t segments_reached() const {
    std::int64_t depth = 1;
    for (const LoopState& state : parts_.states) depth = std::max(depth, depth_of(state));
    const std::int64_t others = std::min(parts_.truncate, INT64_MAX / 2) - 1;
    return segments_for(others, every_) + segments_for(depth, every_);
  }

  const LoopParts& parts_;
  const std::int64_t every_;
  const std::vector<bool>& wanted_;
  LoopParts outer_;
  std::int64_t steps_ = kUnknown;  // at most
  Value like_;                     // has as many rows; empty if there are no sequences
};

// What the last steps begin with: values that other steps gave, through which no gradient flows, and those of the
// first values that are left where there are fewer other steps than the state is deep. `count` is the number of other
// steps; where only a call tells it, `others` has as many rows.
Value truncated_state(const LoopState& state, const Value& next, const Value& others, std::int64_t count) {
  const std::int64_t depth = depth_of(state);
  if (count >= depth) return cut_off(next, state.first);
  if (count != kUnknown) return concat({rows(state.first, count), disconnected_gradient(rows(next, -count))}, 0);
  const Value made = reversed(common_rows({reversed(next), others}));
  return concat({first_values_behind(state.first, others), disconnected_gradient(made)}, 0);
}

std::vector<LoopResult> truncated_loop(const LoopParts& parts, std::int64_t every, const std::vector<bool>& wanted) {
  LoopParts others = parts;
  others.truncate = kUnknown;
  std::int64_t steps = parts.steps;
  for (std::size_t i = 0; i < parts.sequences.size(); ++i) {
    Value& sequence = others.sequences[i].outer;
    sequence = rows_of_steps(sequence, parts.steps, i + 1, loop_text(parts.name));
    if (steps == kUnknown) steps = sequence.type().shape[0];
  }
  if (steps != kUnknown && steps <= parts.truncate) return Checkpoints(others, every, wanted).run();
  LoopParts last = others;
  if (parts.steps != kUnknown) {
    others.steps = steps - parts.truncate;
    last.steps = parts.truncate;
  }
  for (std::size_t i = 0; i < parts.sequences.size(); ++i) {
    last.sequences[i].outer = rows(others.sequences[i].outer, -parts.truncate);
    others.sequences[i].outer = rows(others.sequences[i].outer, 0, parts.truncate);
  }
  const std::vector<LoopResult> before = Checkpoints(others, every, wanted).run();
  for (std::size_t j = 0; j < parts.states.size(); ++j)
    last.states[j].first =
        truncated_state(parts.states[j], before[j].next, parts.sequences.empty() ? Value{} : others.sequences[0].outer,
                        steps == kUnknown ? kUnknown : steps - parts.truncate);
  std::vector<LoopResult> results = Checkpoints(last, every, wanted).run();
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].rows) results[i].rows = concat({disconnected_gradient(before[i].rows), results[i].rows}, 0);
  return results;
}

}  // namespace

std::vector<LoopResult> checkpointed_loop(const LoopParts& parts, std::int64_t every, const std::vector<bool>& wanted) {
  // No loop has more steps, and counts of steps are multiplied.
  every = std::min(every, std::int64_t{1} << 40);
  if (parts.range == StepRange::until) {
    std::int64_t steps = parts.steps;
    for (const LoopPart& part : parts.sequences)
      if (steps == kUnknown) steps = part.outer.type().shape[0];
    // Memory is that for all steps of a segment.
    if (steps != kUnknown) every = std::min(every, std::max<std::int64_t>(steps, 1));
    return UntilCheckpoints(parts, every, wanted).run();
  }
  return parts.truncate == kUnknown ? Checkpoints(parts, every, wanted).run() : truncated_loop(parts, every, wanted);
}

}  // namespace kiln::graph
