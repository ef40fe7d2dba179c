// SPDX-License-Identifier: Apache-2.0
// Makes the loop that a program asks for: views of sequences for their taps, states, and what the steps read in place
// of shared variables that they update and of states that they draw from.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "graph/loop/checkpoints.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/random_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

constexpr std::int64_t kMostScanTaps = 1024;

void check_scan_taps(const std::string& where, std::span<const std::int64_t> taps, bool past) {
  if (taps.empty() && past) fail(KILN_INVALID_ARGUMENT, "{}: no taps, expected at least one", where);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    if (taps[i] < -kMostScanTaps || taps[i] > kMostScanTaps || (past && taps[i] >= 0))
      fail(KILN_INVALID_ARGUMENT, "{}: got tap {}, expected {} to {}", where, taps[i], -kMostScanTaps,
           past ? -1 : kMostScanTaps);
    if (std::count(taps.begin(), taps.end(), taps[i]) > 1)
      fail(KILN_INVALID_ARGUMENT, "{}: got tap {} twice, expected different taps", where, taps[i]);
  }
}

// Prepares a loop: what the sequences give at each tap, and the states with their first values.
class ScanBuilder {
 public:
  explicit ScanBuilder(const ScanRequest& request) : request_(request), text_(loop_text(request.name)) {
    parts_.name = request.name;
    parts_.steps = request.steps;
    parts_.truncate = request.truncate;
    if (request.until) parts_.range = StepRange::until;
  }

  Values build(const ScanBody& body) {
    check();
    sequences();
    states();
    updated_states();
    const std::uint64_t before = make_number(0).node->number();
    Values outputs;
    std::vector<DrawNotes::Made> draws;
    {
      const DrawNotes notes;
      try {
        outputs = body(inner_);
      } catch (const backend::Error& error) {
        throw backend::Error(error.status(), error.message() + inner_text(), error.vendor_code(), error.log());
      }
      draws = notes.made();
    }
    const std::size_t count = request_.outputs.size(), updates = request_.updated.size();
    const std::size_t expected = count + updates + request_.until;
    if (outputs.size() != expected)
      fail(KILN_INVALID_ARGUMENT, "{}: the body gives {}, expected {}{}{}", text_,
           base::plural(outputs.size(), "output"), expected,
           updates ? ", new values of shared variables among them" : "",
           request_.until ? ", the condition among them" : "");
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!outputs[i]) fail(KILN_INVALID_ARGUMENT, "{}: output {} of the body is empty", text_, i + 1);
    draw_in_steps(draws);
    outputs = with_states(outputs, before);
    if (request_.until) take_condition(outputs);
    std::size_t state = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (i >= count) {
        parts_.states[state++].next = fitting_update(outputs[i], request_.updated[i - count]);
      } else if (const Value& initial = request_.outputs[i].initial) {
        LoopState& own = parts_.states[state++];
        own.next = fitting(outputs[i], own.first, fmt::format("output {}", i + 1), is_weak(initial));
      } else {
        parts_.mapped.push_back(rows_of_most_steps(outputs[i], before));
      }
    }
    if (request_.checkpoint_every != 0) return with_checkpoints();
    const NodeRef node = make_loop(parts_);
    if (!request_.name.empty()) node->set_label(request_.name);
    return results(node);
  }

 private:
  // The last output is the condition.
  void take_condition(Values& outputs) {
    const Value condition = outputs.back();
    outputs.pop_back();
    const Type& type = condition.type();
    if (type.ndim() != 0 || !(type.dtype == KILN_BOOL || base::is_integer(type.dtype)))
      fail(type.ndim() != 0 ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR,
           "{}: the condition of until is {}, expected a truth value or an integer without dimensions", text_,
           value_text(condition));
    parts_.condition = condition;
  }

  void check() const {
    for (std::size_t i = 0; i < request_.updated.size(); ++i) {
      const Value& variable = request_.updated[i];
      if (!variable || !op_as<SharedLeaf>(variable))
        fail(KILN_INVALID_ARGUMENT, "{}: the update of {}: expected a shared variable", text_,
             variable ? node_text(*variable.node) : "an empty variable");
      if (std::count(request_.updated.begin(), request_.updated.end(), variable) > 1)
        fail(KILN_INVALID_ARGUMENT, "{}: two updates of {}, expected one", text_, node_text(*variable.node));
    }
    if (request_.checkpoint_every < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got checkpoint_every {}, expected at least 1, or 0 for no checkpoints", text_,
           request_.checkpoint_every);
    if (request_.outputs.empty() && request_.updated.empty())
      fail(KILN_INVALID_ARGUMENT, "{}: no outputs and no updated variables, expected at least one", text_);
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
    std::vector<std::string> names, sources;
    for (const ScanSequence& sequence : request_.sequences) {
      // A sequence without taps says how many steps there are.
      const std::vector<std::int64_t> none{0};
      const auto& taps = sequence.taps.empty() ? none : sequence.taps;
      const std::int64_t low = std::min<std::int64_t>(0, *std::min_element(taps.begin(), taps.end()));
      const std::int64_t high = std::max<std::int64_t>(0, *std::max_element(taps.begin(), taps.end()));
      const std::string what = fmt::format("sequence {}", &sequence - request_.sequences.data() + 1);
      const Value value = with_rows_for_steps(sequence.value, high - low, request_.steps, text_ + ": " + what);
      for (const std::int64_t tap : taps) {
        const Value part = rows(value, tap - low, high - tap);
        taken.push_back(request_.backwards ? reversed(part) : part);
        names.push_back(sequence.value.node->label());
        sources.push_back(what);
        reads_.push_back(!sequence.taps.empty());
      }
    }
    // Whether all are known to have as many rows as the first one.
    const bool same = std::all_of(taken.begin(), taken.end(), [&](const Value& value) {
      return value.type().shape[0] != kUnknown && value.type().shape[0] == taken[0].type().shape[0];
    });
    for (std::size_t i = 0; i < taken.size(); ++i) {
      Value part = taken[i];
      if (request_.steps != kUnknown) {
        part = rows_until(part, request_.steps);
      } else if (!same) {
        Values all{part};
        for (std::size_t k = 0; k < taken.size(); ++k)
          if (k != i) all.push_back(taken[k]);
        if (all.size() > 1) part = common_rows(all);
      }
      Type type = part.type();
      std::copy(type.shape.begin() + 1, type.shape.end(), type.shape.begin());
      type.shape = Dims(std::span(type.shape.data(), type.shape.size() - 1));
      const Value inner = make_step_input(names[i], type, text_);
      parts_.sequences.push_back({inner, part});
      if (reads_[i]) add_inner(inner, sources[i]);
    }
  }

  // What the body gets is a row or a state of `what`.
  void add_inner(const Value& value, const std::string& what) {
    inner_.push_back(value);
    if (const std::string text = fmt::format("{} as {}", what, type_text(value.type()));
        inner_texts_.empty() || inner_texts_.back() != text)
      inner_texts_.push_back(text);
  }
  // The end of a message about a step that cannot be built.
  std::string inner_text() const {
    return inner_texts_.empty() ? "" : "; the step got " + base::join(inner_texts_, ", ");
  }

  // The value, or if that is a real number, the number in the floating-point dtype that the sequences and the other
  // first values have in common. Numbers are float64 where there is none.
  Value first_value(const Value& initial) const {
    if (!is_weak(initial) || !base::is_float(initial.type().dtype)) return initial;
    std::optional<DType> common;
    const auto meet = [&](const Value& value) {
      if (!value || is_weak(value) || !base::is_float(value.type().dtype)) return;
      common = common ? base::promote(*common, value.type().dtype) : value.type().dtype;
    };
    for (const ScanSequence& sequence : request_.sequences) meet(sequence.value);
    for (const ScanOutput& output : request_.outputs) meet(output.initial);
    return common ? cast(initial, *common) : initial;
  }
  static bool is_weak(const Value& value) {
    const auto* constant = op_as<Constant>(value);
    return constant && constant->weak();
  }

  void states() {
    for (std::size_t i = 0; i < request_.outputs.size(); ++i) {
      const ScanOutput& output = request_.outputs[i];
      if (!output.initial) continue;
      LoopState state;
      const std::int64_t depth = -*std::min_element(output.taps.begin(), output.taps.end());
      const Value initial = first_value(output.initial);
      const Type& type = initial.type();
      const bool one = output.taps.size() == 1 && depth == 1;
      if (!one && type.ndim() == 0)
        fail(KILN_SHAPE_ERROR, "{}: output {} begins as {}, expected {} for its taps", text_, i + 1, type_text(type),
             base::plural(depth, "row"));
      if (!one && type.shape[0] != kUnknown && type.shape[0] < depth)
        fail(KILN_SHAPE_ERROR, "{}: output {} begins as {}, expected at least {} for its taps", text_, i + 1,
             type_text(type), base::plural(depth, "row"));
      state.what = fmt::format("output {}", i + 1);
      state.first = one ? as_row(initial) : rows_until(initial, depth);
      const Type& first = state.first.type();
      const Type row{first.dtype, Dims(std::span(first.shape.data() + 1, first.shape.size() - 1))};
      for (const std::int64_t tap : output.taps) {
        state.taps.emplace_back(-tap, make_step_input(output.initial.node->label(), row, text_));
        add_inner(state.taps.back().second, state.what);
      }
      parts_.states.push_back(std::move(state));
    }
  }

  // An updated variable is a state, which the body reads wherever it reads the variable.
  void updated_states() {
    for (const Value& variable : request_.updated) {
      LoopState state;
      state.what = node_text(*variable.node);
      state.first = as_row(variable);
      state.taps.emplace_back(1, make_step_input(variable.node->label(), variable.type(), text_));
      in_steps_.emplace_back(variable, state.taps.back().second);
      parts_.states.push_back(std::move(state));
    }
  }

  // Gives each step states of its own for the draws of the body: random bits that are drawn before the loop. States
  // that the body computes from what changes stay as they are.
  void draw_in_steps(const std::vector<DrawNotes::Made>& draws) {
    std::unordered_map<Value, Value, ValueHash> roots;  // for each state made in the body the one it began with
    std::unordered_set<const Node*> inputs;
    for (const Value& input : inner_) inputs.insert(input.node.get());
    std::unordered_map<Value, Value, ValueHash> after;  // of each of these
    for (const DrawNotes::Made& made : draws) {
      const Value& from = made.numbers.node->inputs()[0];
      const auto known = roots.find(from);
      const Value root = known == roots.end() ? from : known->second;
      roots.emplace(made.next, root);
      if (after.count(root)) continue;
      const auto order = topological({&root, 1});
      if (std::any_of(order.begin(), order.end(), [&](const NodeRef& node) { return inputs.count(node.get()) != 0; })) {
        after.emplace(root, Value{});
        continue;
      }
      RandomRequest request{Distribution::bits, KILN_UINT64};
      Values from_state{root};
      if (request_.steps != kUnknown)
        request.shape = Dims{request_.steps, 2};
      else
        from_state.push_back(step_states_like(parts_.sequences[0].outer));
      const Values states = draw(request, from_state);
      const Value inner = make_step_input("state", {KILN_UINT64, Dims{2}}, text_);
      parts_.sequences.push_back({inner, states[0]});
      in_steps_.emplace_back(root, inner);
      after.emplace(root, states[1]);
    }
    for (const auto& [state, root] : roots)
      if (const Value& next = after.at(root)) set_state_after_loop(state, next);
  }
  // A value in the shape of the states of all steps.
  static Value step_states_like(const Value& sequence) {
    ArrayOp::Definition definition{.name = "StepStates", .reads = 0};
    definition.infer = [](std::span<const Type> types) {
      return std::vector<Type>{{KILN_UINT64, Dims{types[0].shape[0], 2}}};
    };
    definition.expand = [](const Node& node, std::span<const Value>) {
      return Values{broadcast_to(make_constant(Scalar::natural(KILN_UINT64, 0)), node.types()[0].shape)};
    };
    return array_value(std::move(definition), {sequence});
  }

  // Lets what the body made read what each step has in place of the values before the loop.
  Values with_states(const Values& outputs, std::uint64_t before) const {
    if (in_steps_.empty()) return outputs;
    return rewrite(outputs, [&](const NodeRef& node, const Values& inputs) -> Values {
      const Values own = all_outputs(node);
      Values results = own;
      if (node->number() > before && !(inputs == node->inputs())) results = all_outputs(with_inputs(node, inputs));
      for (std::size_t i = 0; i < own.size(); ++i)
        for (const auto& [value, inner] : in_steps_)
          if (own[i] == value) results[i] = inner;
      return results;
    });
  }

  // The new value of a state in the state's dtype. `number`: the program gave a number as the first value.
  Value fitting(const Value& value, const Value& first, const std::string& what, bool number = false) const {
    const DType dtype = first.type().dtype, got = value.type().dtype;
    if (got == dtype) return value;
    if (base::promote(got, dtype) != dtype && !is_weak(value))
      fail(KILN_TYPE_ERROR, "{}: a step gives {} as {}, expected {} as at first: cast one of them{}", text_, what,
           type_text(value.type()), base::dtype_name(dtype),
           number && dtype == KILN_INT64 && base::is_float(got) ? ", or begin with a real number, such as 0.0" : "");
    return cast(value, dtype);
  }
  Value fitting_update(const Value& value, const Value& variable) const {
    if (value.type().ndim() != variable.type().ndim())
      fail(KILN_SHAPE_ERROR, "{}: the update of {} is {}, expected {}", text_, node_text(*variable.node),
           type_text(value.type()), base::plural(variable.type().ndim(), "dimension"));
    return fitting(value, variable, node_text(*variable.node));
  }

  Values with_checkpoints() const {
    std::vector<bool> wanted;  // for each state
    for (const ScanOutput& output : request_.outputs)
      if (output.initial) wanted.push_back(!output.last_only);
    wanted.resize(parts_.states.size(), false);
    const std::vector<LoopResult> made = checkpointed_loop(parts_, request_.checkpoint_every, wanted);
    Values out;
    std::size_t state = 0, mapped = parts_.states.size();
    for (const ScanOutput& output : request_.outputs) {
      const LoopResult& result = made[output.initial ? state++ : mapped++];
      out.push_back(!output.last_only ? result.rows : result.last ? result.last : row(result.rows, -1));
    }
    for (std::size_t k = 0; k < request_.updated.size(); ++k) out.push_back(made[state++].last);
    return out;
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
    for (std::size_t k = 0; k < request_.updated.size(); ++k, ++state) {
      const Value all{node, state};
      out.push_back(request_.until ? of_steps_that_ran(all, 1, {node, std::uint32_t(node->types().size() - 1)}, true)
                                   : row(all, -1));
    }
    return out;
  }

  // What a loop with a condition gives. Without steps there is no last row but that of the first values.
  static Value of_steps_that_ran(const Value& all, std::int64_t depth, const Value& count, bool last_only) {
    if (!last_only) return cut_rows(rows(all, depth), count);
    return take(all, depth == 1 ? count : apply(expr::Fn::add, {count, make_integer(depth - 1)}), 0);
  }

  const ScanRequest& request_;
  std::string text_;
  LoopParts parts_;
  Values inner_;                                   // what the body gets
  std::vector<std::string> inner_texts_;           // the same for messages, taps of the same source once
  std::vector<std::pair<Value, Value>> in_steps_;  // values before the loop, and what the steps read in their place
  std::vector<bool> reads_;                        // for each sequence of the loop whether the body gets it
};

}  // namespace

Values scan(const ScanRequest& request, const ScanBody& body) { return ScanBuilder(request).build(body); }

}  // namespace kiln::graph
