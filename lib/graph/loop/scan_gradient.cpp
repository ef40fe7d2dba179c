// SPDX-License-Identifier: Apache-2.0
// The gradient of a loop is a loop that goes through the steps from the last one to the first. Its body is the gradient
// of the body. It reads the values that the steps had from the results of the loop.
//
// Step t reads row u of a state by the tap that is t + depth - u steps back. What it adds to that row's gradient is
// computed at step t, so the loop back hands it on to the step that computed row u: it is a state of the loop back
// with the same tap. What reaches rows that no step computed is added to the gradient of the first values.
//
// The gradient by a constant of the loop is a sum over the steps. If what a step gives is a matrix product, one product
// of the factors of all steps behind the loop gives the sum. Otherwise the loop back adds up.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/build/grad.hpp"
#include "graph/loop/loops.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/axes.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

Value gradient_sum(const Value& a, const Value& b) {
  if (!a || !b) return a ? a : b;
  return apply(expr::Fn::add, {a, b});
}

class ScanGradient {
 public:
  ScanGradient(const Scan& scan, const Node& node, std::span<const Value> gradients)
      : d_(scan.definition()), scan_(scan), node_(node), given_(gradients) {}

  Values run() {
    for (std::size_t j = 0; j < d_.states.size(); ++j)
      for (std::size_t k = 0; k < d_.states[j].taps.size(); ++k) carried_.push_back({j, k, is_float(j)});
    // What no gradient reaches is left out, which may leave out more.
    while (!build()) {
    }
    Values out(node_.inputs().size());
    if (!any()) return direct(std::move(out));
    const NodeRef back = make_loop(loop());
    collect(back, out);
    return out;
  }

 private:
  // What a step adds to the gradient of a state at a tap.
  struct Carried {
    std::size_t state, tap;
    bool alive;
    Value read = {}, made = {};  // of a later step, and of this step
  };

  bool is_float(std::size_t output) const { return base::is_float(d_.outputs[output].type().dtype); }
  // The gradient that the cost has for a result; empty if it is known to be zero.
  Value given(std::size_t output) const {
    const Value& value = given_[output];
    return value && !is_constant(value, 0) ? value : Value{};
  }
  Value limited(const Value& value) const { return d_.truncate == kUnknown ? value : rows_until(value, d_.truncate); }
  Value sequence(const Value& steps, const Value& inner) {
    sequences_.push_back({inner, limited(reversed(steps))});
    return inner;
  }
  static Type row_type(const Value& steps) {
    Type type{steps.type().dtype, {}};
    for (std::size_t d = 1; d < steps.type().ndim(); ++d) type.shape.push_back(steps.type().shape[d]);
    return type;
  }

  // Builds the body of the loop back. False: some of what it carries is nowhere computed and must be left out.
  bool build() {
    sequences_.clear();
    std::vector<std::pair<Value, Value>> known;
    for (std::size_t o = 0; o < scan_.given(); ++o) {
      if (!is_float(o)) continue;
      Value gradient;
      const bool last_only = o < d_.states.size() && d_.states[o].last_only;
      if (const Value from_cost = given(o); from_cost && !last_only) {
        const Value steps = o < d_.states.size() ? rows(from_cost, d_.states[o].depth) : from_cost;
        gradient = sequence(steps, make_input("", row_type(steps)));
      }
      for (Carried& each : carried_) {
        if (each.state != o || !each.alive) continue;
        each.read = make_input("", d_.outputs[o].type());
        gradient = gradient_sum(gradient, each.read);
      }
      if (gradient) known.emplace_back(d_.outputs[o], gradient);
    }
    Values wrt;
    std::vector<std::size_t> inputs;
    for (std::size_t i = 0; i < d_.inputs.size(); ++i)
      if (base::is_float(d_.inputs[i].type().dtype)) {
        wrt.push_back(d_.inputs[i]);
        inputs.push_back(i);
      }
    by_input_.assign(d_.inputs.size(), {});
    if (wrt.empty() || known.empty()) return true;
    const Values made = with_stored(
        grad({}, wrt, {.consider_constant = {}, .known_gradients = known, .disconnected = Disconnected::leave}));
    for (std::size_t i = 0; i < made.size(); ++i) by_input_[inputs[i]] = made[i];
    bool complete = true;
    std::size_t input = d_.sequences;
    for (Carried& each : carried_) {
      each.made = by_input_[input++];
      if (!each.alive || each.made) continue;
      each.alive = false;
      complete = false;
    }
    return complete;
  }

  // Replaces what the loop gives of all steps by inputs of the body, so that the loop back does not compute it again.
  Values with_stored(const Values& values) {
    std::unordered_map<Value, Value, ValueHash> stored;
    stored_.assign(d_.outputs.size(), {});
    for (std::size_t o = 0; o < scan_.given(); ++o) {
      const bool last_only = o < d_.states.size() && d_.states[o].last_only;
      if (last_only || d_.outputs[o].op().leaf() || stored.count(d_.outputs[o])) continue;
      stored_[o] = make_input("", d_.outputs[o].type());
      stored.emplace(d_.outputs[o], stored_[o]);
    }
    return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
      Values results = all_outputs(node);
      if (std::none_of(results.begin(), results.end(), [&](const Value& value) { return stored.count(value) != 0; }))
        return {};
      const NodeRef copy = inputs == node->inputs() ? node : with_inputs(node, inputs);
      for (Value& value : results) {
        const auto found = stored.find(value);
        value = found == stored.end() ? Value{copy, value.output} : found->second;
      }
      return results;
    });
  }

  bool any() const {
    return std::any_of(by_input_.begin(), by_input_.end(), [](const Value& value) { return bool(value); });
  }

  // The loop without a result for gradients alone: a loop that keeps all values of its states.
  NodeRef keeping() {
    if (std::none_of(d_.states.begin(), d_.states.end(), [](const ScanState& state) { return state.last_only; }))
      return NodeRef(&node_);
    if (kept_) return kept_;
    ScanDefinition all = d_;
    Values inputs = node_.inputs();
    for (std::size_t j = 0; j < all.states.size(); ++j) {
      if (!all.states[j].last_only) continue;
      all.states[j].last_only = false;
      inputs[d_.sequences + j] = as_row(inputs[d_.sequences + j]);
    }
    return kept_ = Node::make(base::make_ref<Scan>(std::move(all)), std::move(inputs));
  }

  // What the steps had as this input of the body, which is no constant; in the order of the loop back.
  const Value& had(std::size_t input) {
    Value& steps = had_[input];
    if (steps) return steps;
    Value rows_of_all;
    std::size_t at = d_.sequences;
    if (input < d_.sequences) rows_of_all = node_.inputs()[input];
    for (std::size_t j = 0; !rows_of_all; ++j)
      for (const std::int64_t back : d_.states[j].taps)
        if (at++ == input) rows_of_all = rows({keeping(), std::uint32_t(j)}, d_.states[j].depth - back, back);
    return steps = limited(reversed(rows_of_all));
  }

  std::size_t first_inner_constant() const { return d_.inputs.size() - (end_of_constants() - scan_.first_constant()); }
  std::size_t end_of_constants() const { return node_.inputs().size() - scan_.takes_count(); }

  // Adds the values that the steps had, as far as the body reads them.
  void add_values(LoopParts& parts) {
    Values outputs;
    for (const LoopState& state : parts.states) outputs.push_back(state.next);
    outputs.insert(outputs.end(), parts.mapped.begin(), parts.mapped.end());
    std::unordered_set<const Node*> read;
    for (const NodeRef& node : topological(outputs)) read.insert(node.get());
    for (std::size_t input = 0; input < first_inner_constant(); ++input)
      // The first sequence also says how many steps there are.
      if (read.count(d_.inputs[input].node.get()) || (input == 0 && d_.steps == kUnknown))
        sequences_.push_back({d_.inputs[input], had(input)});
    for (std::size_t o = 0; o < stored_.size(); ++o) {
      if (!stored_[o] || !read.count(stored_[o].node.get())) continue;
      const std::int64_t depth = o < d_.states.size() ? d_.states[o].depth : 0;
      sequence(rows({keeping(), std::uint32_t(o)}, depth), stored_[o]);
    }
    for (std::size_t input = first_inner_constant(), c = scan_.first_constant(); input < d_.inputs.size(); ++input, ++c)
      parts.constants.push_back({d_.inputs[input], node_.inputs()[c]});
    parts.sequences = sequences_;
  }

  // ---- Sums over the steps ----

  // The value that this one shows with its axes in another order, and the input of the body that it is or SIZE_MAX.
  // Where not all steps run, what a sequence has for the others must not reach the sum, so the loop back gives it.
  std::pair<Value, std::size_t> shown(Value value) const {
    while (op_as<DimShuffle>(value)) value = Value(value.node->inputs()[0]);
    if (d_.range != StepRange::all) return {value, SIZE_MAX};
    for (std::size_t input = 0; input < first_inner_constant(); ++input)
      if (d_.inputs[input] == value) return {value, input};
    return {value, SIZE_MAX};
  }
  // Lets the loop back give the value of all steps, unless the steps had it.
  void keep(const Value& value) {
    const auto [source, input] = shown(value);
    if (input == SIZE_MAX && std::find(mapped_.begin(), mapped_.end(), source) == mapped_.end())
      mapped_.push_back(source);
  }
  bool kept(const Value& value) const {
    return std::find(mapped_.begin(), mapped_.end(), shown(value).first) != mapped_.end();
  }
  // The value of all steps, once the loop back is made.
  Value all_steps(const Value& value, const NodeRef& back, std::uint32_t first_mapped) {
    if (const auto* shuffle = op_as<DimShuffle>(value)) {
      Dims order{0};
      for (const std::int64_t axis : shuffle->order()) order.push_back(axis < 0 ? axis : axis + 1);
      return dimshuffle(all_steps(value.node->inputs()[0], back, first_mapped), order);
    }
    const auto [source, input] = shown(value);
    if (input != SIZE_MAX) return had(input);
    const auto at = std::find(mapped_.begin(), mapped_.end(), source) - mapped_.begin();
    return {back, first_mapped + std::uint32_t(at)};
  }
  bool is_product(const Value& value) const {
    return !d_.sums_in_loop && op_as<Dot>(value) && value.node->inputs()[0].type().ndim() == 2 &&
           value.node->inputs()[1].type().ndim() == 2;
  }
  // The sum over axes that the value is, maybe with its axes in another order; null if it is none.
  static const Node* sum_of(const Value& value) {
    if (!value) return nullptr;
    const Node* node = value.node.get();
    if (op_as<DimShuffle>(*node)) node = node->inputs()[0].node.get();
    const auto* sum = op_as<Reduce>(*node);
    return sum && sum->op() == KILN_REDUCE_SUM && sum->dtype() == node->inputs()[0].type().dtype ? node : nullptr;
  }
  // Whether the gradient by a constant is computed behind the loop back.
  bool behind(std::size_t input) const {
    const Value& value = by_input_[input];
    const Node* sum = sum_of(value);
    return is_product(value) || (sum && kept(sum->inputs()[0]));
  }
  Value summed(std::size_t input, const NodeRef& back, std::uint32_t first_mapped) {
    const Value& value = by_input_[input];
    if (is_product(value)) {
      const Values& from = value.node->inputs();
      return tensordot(all_steps(from[0], back, first_mapped), all_steps(from[1], back, first_mapped), {0, 2}, {0, 1});
    }
    const Node& node = *sum_of(value);
    Dims axes{0};
    for (const std::int64_t axis : op_as<Reduce>(node)->axes()) axes.push_back(axis + 1);
    // Without its steps the sum has the axes of one step's sum.
    const bool keep = op_as<Reduce>(node)->keepdims();
    Value sum =
        reduce(KILN_REDUCE_SUM, all_steps(node.inputs()[0], back, first_mapped), axes, keep, value.type().dtype);
    if (keep) sum = dimshuffle(sum, counted(node.types()[0].ndim(), 1));
    if (const auto* shuffle = op_as<DimShuffle>(value)) sum = dimshuffle(sum, shuffle->order());
    return sum;
  }

  LoopParts loop() {
    LoopParts parts;
    parts.name = d_.name;
    parts.sums_in_loop = d_.sums_in_loop;
    if (d_.range != StepRange::all) {
      parts.range = d_.range == StepRange::last ? StepRange::first : StepRange::last;
      parts.count = d_.range == StepRange::until ? Value{NodeRef(&node_), std::uint32_t(node_.types().size() - 1)}
                                                 : node_.inputs().back();
    }
    parts.steps = d_.steps == kUnknown || d_.truncate == kUnknown ? d_.steps : std::min(d_.steps, d_.truncate);
    for (const Carried& each : carried_) {
      if (!each.alive) continue;
      const std::int64_t back = d_.states[each.state].taps[each.tap];
      parts.states.push_back({{{back, each.read}}, first_carried(each, back), each.made, false});
    }
    for (std::size_t i = 0; i < d_.sequences; ++i)
      if (by_input_[i] && std::find(mapped_.begin(), mapped_.end(), by_input_[i]) == mapped_.end())
        mapped_.push_back(by_input_[i]);
    for (std::size_t input = first_inner_constant(); input < d_.inputs.size(); ++input)
      if (is_product(by_input_[input]))
        for (const Value& factor : by_input_[input].node->inputs()) keep(factor);
    std::size_t input = first_inner_constant();
    for (std::size_t c = scan_.first_constant(); c < end_of_constants(); ++c, ++input) {
      if (!by_input_[input] || behind(input)) continue;
      const Value sum = make_input("", d_.inputs[input].type());
      parts.states.push_back({{{1, sum}}, zeros_like(node_.inputs()[c]), gradient_sum(sum, by_input_[input]), true});
    }
    parts.mapped = mapped_;
    add_values(parts);
    return parts;
  }

  // What is carried to the last steps: zeros, or the gradient of the last value where the loop gives that alone.
  Value first_carried(const Carried& each, std::int64_t back) const {
    const Value& first = node_.inputs()[d_.sequences + each.state];
    if (d_.states[each.state].last_only) {
      const Value from_cost = given(each.state);
      return as_row(from_cost ? from_cost : zeros_like(first));
    }
    const Value like = rows_until(first, back);
    return zeros_like(like);
  }

  // Sorts the results of the loop back into the gradients of the loop's inputs.
  void collect(const NodeRef& back, Values& out) {
    std::uint32_t result = 0;
    out = direct(std::move(out));
    for (const Carried& each : carried_) {
      if (!each.alive) continue;
      const std::int64_t tap = d_.states[each.state].taps[each.tap];
      add_to_first(out[d_.sequences + each.state], {back, result++}, each.state, tap);
    }
    std::size_t input = first_inner_constant();
    for (std::size_t c = scan_.first_constant(); c < end_of_constants(); ++c, ++input)
      if (by_input_[input] && !behind(input)) out[c] = {back, result++};
    for (std::size_t i = 0; i < d_.sequences; ++i) {
      if (!by_input_[i]) continue;
      const auto at = std::find(mapped_.begin(), mapped_.end(), by_input_[i]) - mapped_.begin();
      out[i] = in_order({back, result + std::uint32_t(at)}, node_.inputs()[i]);
    }
    input = first_inner_constant();
    for (std::size_t c = scan_.first_constant(); c < end_of_constants(); ++c, ++input)
      if (by_input_[input] && behind(input)) out[c] = summed(input, back, result);
  }

  // The rows of the loop back, which has no more steps than `like` has rows, in the order of the loop's steps.
  Value in_order(const Value& steps, const Value& like) const {
    return reversed(d_.truncate == kUnknown ? steps : placed_rows(steps, like));
  }

  // The gradients of first values that the cost reads itself.
  Values direct(Values out) const {
    for (std::size_t j = 0; j < d_.states.size(); ++j)
      if (const Value from_cost = is_float(j) ? given(j) : Value{}; from_cost && !d_.states[j].last_only)
        out[d_.sequences + j] = rows_until(from_cost, d_.states[j].depth);
    return out;
  }

  // Adds what steps 0, 1, ... gave to the first values that they read by a tap.
  void add_to_first(Value& gradient, const Value& carried, std::size_t j, std::int64_t tap) const {
    const Value& first = node_.inputs()[d_.sequences + j];
    const ScanState& state = d_.states[j];
    if (state.last_only) {
      // The last of the rows is what step 0 gave or, without steps, the gradient of the first value itself.
      gradient = gradient_sum(gradient, row(carried, -1));
      return;
    }
    // The rows are what the last steps gave, the very last first.
    const Value steps = rows(carried, tap);
    const Value all =
        d_.truncate == kUnknown ? steps : placed_rows(steps, rows({NodeRef(&node_), std::uint32_t(j)}, state.depth));
    const Value early = rows_until(reversed(all), tap);
    const Value part = placed_rows(early, rows(first, state.depth - tap));
    if (tap == state.depth) {
      gradient = gradient_sum(gradient, part);
      return;
    }
    layout::Index index{layout::Index::Kind::slice, state.depth - tap};
    gradient = update_subtensor(gradient ? gradient : zeros_like(first), part, {index}, true);
  }

  const ScanDefinition& d_;
  const Scan& scan_;
  const Node& node_;
  std::span<const Value> given_;
  std::vector<Carried> carried_;
  std::vector<LoopPart> sequences_;
  Values by_input_;  // the gradient for each input of the body, of one step
  Values stored_;    // for each output of the body the input that stands for it; empty where it is computed
  Values mapped_;    // what the loop back gives of all steps: gradients of sequences, and factors of sums behind it
  std::unordered_map<std::size_t, Value> had_;
  NodeRef kept_;
};

}  // namespace

Values Scan::gradient(const Node& node, std::span<const Value> gradients) const {
  return ScanGradient(*this, node, gradients).run();
}

}  // namespace kiln::graph
