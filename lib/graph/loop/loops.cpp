// SPDX-License-Identifier: Apache-2.0
// Makes the nodes of loops from what programs ask for.
#include "graph/loop/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/random_ops.hpp"

namespace kiln::graph {
namespace {

constexpr std::int64_t kMostScanTaps = 1024;

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

// Replaces what no step changes by inputs of the body. Returns these with what they stand for.
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

void check_scan_taps(const std::string& where, std::span<const std::int64_t> taps, bool past) {
  if (taps.empty() && past) fail(KILN_INVALID_ARGUMENT, "{}: no taps, expected at least one", where);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    if (std::abs(taps[i]) > kMostScanTaps || (past && taps[i] >= 0))
      fail(KILN_INVALID_ARGUMENT, "{}: got tap {}, expected {} to {}", where, taps[i], -kMostScanTaps,
           past ? -1 : kMostScanTaps);
    if (std::count(taps.begin(), taps.end(), taps[i]) > 1)
      fail(KILN_INVALID_ARGUMENT, "{}: got tap {} twice", where, taps[i]);
  }
}

// Prepares a loop: what the sequences give at each tap, and the states with their first values.
class ScanBuilder {
 public:
  explicit ScanBuilder(const ScanRequest& request)
      : request_(request),
        text_(request.name.empty() ? "graph.scan" : fmt::format("graph.scan '{}'", base::excerpt(request.name))) {
    parts_.name = request.name;
    parts_.steps = request.steps;
    parts_.truncate = request.truncate;
    if (request.until) parts_.range = StepRange::until;
  }

  Values build(const ScanBody& body) {
    check();
    sequences();
    states();
    const std::uint64_t before = make_number(0).node->number();
    Values outputs = body(inner_);
    const std::size_t expected = request_.outputs.size() + request_.until;
    if (outputs.size() != expected)
      fail(KILN_INVALID_ARGUMENT, "{}: the body gives {} outputs, expected {}{}", text_, outputs.size(), expected,
           request_.until ? ", the condition among them" : "");
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!outputs[i]) fail(KILN_INVALID_ARGUMENT, "{}: output {} of the body is empty", text_, i + 1);
    if (request_.until) take_condition(outputs);
    // Nodes that were made before the body are computed before the loop.
    for (const NodeRef& node : topological(outputs))
      if (node->number() > before && is_draw(*node))
        fail(KILN_UNSUPPORTED,
             "{}: the body draws random numbers from a state that no step advances: draw those of all steps before the "
             "loop and pass them as a sequence",
             text_);
    std::size_t state = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (request_.outputs[i].initial)
        parts_.states[state++].next = fitting(outputs[i], i);
      else
        parts_.mapped.push_back(outputs[i]);
    }
    const NodeRef node = make_loop(parts_);
    if (!request_.name.empty()) node->set_label(request_.name);
    return results(node);
  }

 private:
  // The last output is the condition.
  void take_condition(Values& outputs) {
    const Value condition = outputs.back();
    outputs.pop_back();
    if (condition.type().ndim() != 0 || base::is_complex(condition.type().dtype))
      fail(condition.type().ndim() != 0 ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR,
           "{}: the condition of until is {}, expected a truth value or a real number without dimensions", text_,
           value_text(condition));
    parts_.condition = condition;
  }

  void check() const {
    if (request_.until && request_.truncate != kUnknown)
      fail(KILN_UNSUPPORTED, "{}: got truncate_gradient {} for a loop with until, expected -1", text_,
           request_.truncate);
    if (request_.outputs.empty()) fail(KILN_INVALID_ARGUMENT, "{}: no outputs, expected at least one", text_);
    if (request_.steps < kUnknown)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} steps, expected at least 0, or -1 for those of the sequences", text_,
           request_.steps);
    if (request_.truncate < kUnknown || request_.truncate == 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got truncate_gradient {}, expected at least 1, or -1 for all steps", text_,
           request_.truncate);
    if (request_.steps == kUnknown && request_.sequences.empty())
      fail(KILN_INVALID_ARGUMENT, "{}: no sequences and no number of steps, expected one of them{}", text_,
           request_.until ? ": the most steps that until may allow" : "");
    for (std::size_t i = 0; i < request_.sequences.size(); ++i) {
      const ScanSequence& sequence = request_.sequences[i];
      const std::string where = fmt::format("{}: sequence {}", text_, i + 1);
      if (!sequence.value) fail(KILN_INVALID_ARGUMENT, "{} is empty", where);
      if (sequence.value.type().ndim() == 0)
        fail(KILN_SHAPE_ERROR, "{} is {}, expected an axis for the steps", where, type_text(sequence.value.type()));
      check_scan_taps(where, sequence.taps, false);
    }
    for (std::size_t i = 0; i < request_.outputs.size(); ++i)
      if (request_.outputs[i].initial)
        check_scan_taps(fmt::format("{}: output {}", text_, i + 1), request_.outputs[i].taps, true);
  }

  // A sequence with taps becomes one sequence for each tap, which begins so much later or earlier.
  void sequences() {
    Values taken;
    for (const ScanSequence& sequence : request_.sequences) {
      // A sequence without taps says how many steps there are.
      const std::vector<std::int64_t> none{0};
      const auto& taps = sequence.taps.empty() ? none : sequence.taps;
      const std::int64_t low = std::min<std::int64_t>(0, *std::min_element(taps.begin(), taps.end()));
      const std::int64_t high = std::max<std::int64_t>(0, *std::max_element(taps.begin(), taps.end()));
      const std::int64_t extent = sequence.value.type().shape[0];
      if (extent != kUnknown && extent < high - low)
        fail(KILN_SHAPE_ERROR, "{}: sequence {} has {} rows, expected at least {} for its taps", text_,
             taken.size() + 1, extent, high - low);
      for (const std::int64_t tap : taps) {
        const Value part = rows(sequence.value, tap - low, high - tap);
        taken.push_back(request_.backwards ? reversed(part) : part);
        reads_.push_back(!sequence.taps.empty());
      }
    }
    std::int64_t extent = request_.steps;
    bool same = true;
    for (const Value& value : taken) {
      if (extent == kUnknown) extent = value.type().shape[0];
      same &= value.type().shape[0] == extent;
    }
    if (taken.size() < 2 && request_.steps == kUnknown) same = true;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      Value part = taken[i];
      if (request_.steps != kUnknown) {
        part = rows_until(part, request_.steps);
      } else if (!same || extent == kUnknown) {
        Values all{part};
        for (std::size_t k = 0; k < taken.size(); ++k)
          if (k != i) all.push_back(taken[k]);
        if (all.size() > 1) part = common_rows(all);
      }
      Type type = part.type();
      std::copy(type.shape.begin() + 1, type.shape.end(), type.shape.begin());
      type.shape = Dims(std::span(type.shape.data(), type.shape.size() - 1));
      const Value inner = make_input(part.node->label(), type);
      parts_.sequences.push_back({inner, part});
      if (reads_[i]) inner_.push_back(inner);
    }
  }

  void states() {
    for (std::size_t i = 0; i < request_.outputs.size(); ++i) {
      const ScanOutput& output = request_.outputs[i];
      if (!output.initial) continue;
      LoopState state;
      const std::int64_t depth = -*std::min_element(output.taps.begin(), output.taps.end());
      const Type& type = output.initial.type();
      const bool one = output.taps.size() == 1 && depth == 1;
      if (!one && type.ndim() == 0)
        fail(KILN_SHAPE_ERROR, "{}: output {} begins as {}, expected {} rows for its taps", text_, i + 1,
             type_text(type), depth);
      if (!one && type.shape[0] != kUnknown && type.shape[0] < depth)
        fail(KILN_SHAPE_ERROR, "{}: output {} begins with {} rows, expected at least {} for its taps", text_, i + 1,
             type.shape[0], depth);
      state.first = one ? as_row(output.initial) : rows_until(output.initial, depth);
      const Type& first = state.first.type();
      const Type row{first.dtype, Dims(std::span(first.shape.data() + 1, first.shape.size() - 1))};
      for (const std::int64_t tap : output.taps) {
        state.taps.emplace_back(-tap, make_input(output.initial.node->label(), row));
        inner_.push_back(state.taps.back().second);
      }
      parts_.states.push_back(std::move(state));
    }
  }

  // The new value of a state in the state's dtype.
  Value fitting(const Value& value, std::size_t output) const {
    const DType dtype = request_.outputs[output].initial.type().dtype;
    const DType got = value.type().dtype;
    if (got == dtype) return value;
    const auto* constant = op_as<Constant>(value);
    if (base::promote(got, dtype) != dtype && !(constant && constant->weak()))
      fail(KILN_TYPE_ERROR, "{}: output {} begins with dtype {}, but a step gives {}: cast one of them", text_,
           output + 1, base::dtype_name(dtype), base::dtype_name(got));
    return cast(value, dtype);
  }

  Values results(const NodeRef& node) const {
    Values out;
    std::uint32_t state = 0, mapped = std::uint32_t(parts_.states.size());
    for (const ScanOutput& output : request_.outputs) {
      std::int64_t depth = 0;
      const Value all{node, output.initial ? state : mapped};
      if (output.initial) {
        for (const auto& [back, inner] : parts_.states[state].taps) depth = std::max(depth, back);
        ++state;
      } else {
        ++mapped;
      }
      if (request_.until)
        out.push_back(of_steps_that_ran(all, depth, {node, std::uint32_t(node->types().size() - 1)}, output.last_only));
      else
        out.push_back(output.last_only ? row(all, -1) : rows(all, depth));
    }
    return out;
  }

  // What a loop with a condition gives. Without steps there is no last row but that of the first values.
  static Value of_steps_that_ran(const Value& all, std::int64_t depth, const Value& count, bool last_only) {
    if (!last_only) return cut_rows(rows(all, depth), count);
    return take(all, apply(expr::Fn::add, {count, make_integer(depth - 1)}), 0);
  }

  const ScanRequest& request_;
  std::string text_;
  LoopParts parts_;
  Values inner_;             // what the body gets
  std::vector<bool> reads_;  // for each sequence of the loop whether the body gets it
};

}  // namespace

NodeRef make_loop(LoopParts parts) {
  ScanDefinition d;
  d.name = parts.name;
  d.steps = parts.steps;
  d.truncate = parts.truncate;
  d.range = parts.range;
  Values outputs;
  for (const LoopState& state : parts.states) outputs.push_back(state.next);
  outputs.insert(outputs.end(), parts.mapped.begin(), parts.mapped.end());
  if (parts.condition) outputs.push_back(parts.condition);
  std::unordered_map<Value, Value, ValueHash> outer;
  for (const LoopPart& part : parts.constants) outer.emplace(part.inner, part.outer);
  outputs = rewrite(outputs, [&](const NodeRef& node, const Values&) -> Values {
    const auto found = outer.find({node, 0});
    return found == outer.end() ? Values{} : Values{found->second};
  });
  std::unordered_set<const Node*> varying;
  for (const LoopPart& part : parts.sequences) varying.insert(part.inner.node.get());
  for (const LoopState& state : parts.states)
    for (const auto& [back, inner] : state.taps) varying.insert(inner.node.get());
  const std::vector<LoopPart> constants = hoist_invariants(outputs, varying);
  Values inputs;
  d.sequences = parts.sequences.size();
  for (const LoopPart& part : parts.sequences) {
    d.inputs.push_back(part.inner);
    inputs.push_back(part.outer);
  }
  for (const LoopState& state : parts.states) {
    ScanState made{{}, state.last_only, 1};
    for (const auto& [back, inner] : state.taps) {
      made.taps.push_back(back);
      made.depth = std::max(made.depth, back);
      d.inputs.push_back(inner);
    }
    d.states.push_back(made);
    inputs.push_back(state.first);
  }
  for (const LoopPart& part : constants) {
    d.inputs.push_back(part.inner);
    inputs.push_back(part.outer);
  }
  if (parts.count) inputs.push_back(parts.count);
  for (const NodeRef& node : topological(outputs))
    if (op_as<CutRows>(*node))
      fail(KILN_UNSUPPORTED,
           "graph.scan: a step has a loop with until that gives the values of all steps, whose number no shape tells: "
           "ask for the last values (last_only)");
  d.outputs = outputs;
  return Node::make(base::make_ref<Scan>(std::move(d)), std::move(inputs));
}

Values scan(const ScanRequest& request, const ScanBody& body) { return ScanBuilder(request).build(body); }

}  // namespace kiln::graph
