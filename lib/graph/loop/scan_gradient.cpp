// SPDX-License-Identifier: Apache-2.0
// The gradient of a loop is a loop that goes through the steps from the last one to the first. Its body is the gradient
// of the body. It reads the values that the steps had from the results of the loop (step_values.hpp), and goes through
// rows in their order reversed.
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
#include "graph/loop/step_values.hpp"
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
      : d_(scan.definition()), scan_(scan), node_(node), given_(gradients), values_(scan, node) {
    for (std::size_t j = 0; j < d_.states.size(); ++j)
      if (const Value g = given(j); g && is_float(j)) {
        const ScanState& state = d_.states[j];
        // Where gradients reach the first values whatever the number of steps is.
        const bool last_runs = d_.range == StepRange::all || (d_.range == StepRange::last && !scan.limited());
        const bool carries = state.taps == std::vector<std::int64_t>{1} && d_.truncate == kUnknown && last_runs;
        if (state.last_only)
          last_given_[j] = g;
        else if (const Value last = carries ? last_row_alone(g) : Value{})
          last_given_[j] = last;
      }
  }

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
  // The gradient that the cost has for the last value of a state and for no other; empty if there is none such.
  Value last_given(std::size_t output) const {
    const auto found = last_given_.find(output);
    return found == last_given_.end() ? Value{} : found->second;
  }
  // Whether that gradient is what a state of the loop back begins with.
  bool begins_with_last(std::size_t output) const {
    return last_given(output) && std::any_of(carried_.begin(), carried_.end(),
                                             [&](const Carried& each) { return each.alive && each.state == output; });
  }
  // The last row of a value whose other rows are known to be zeros; empty if they are not.
  static Value last_row_alone(const Value& value) {
    const auto* update = op_as<UpdateSubtensor>(value);
    if (!update || update->indices().size() != 1 || !is_constant(value.node->inputs()[0], 0)) return {};
    const layout::Index& index = update->indices()[0];
    const Value part = value.node->inputs()[1];
    const std::int64_t extent = value.type().shape[0];
    if (index.kind == layout::Index::Kind::integer) {
      Type row = row_type(value);
      const bool last = index.start == -1 || (extent != kUnknown && index.start == extent - 1);
      return last && part.type() == row ? part : Value{};
    }
    if (index.kind != layout::Index::Kind::slice || index.step != 1 || part.type().ndim() != value.type().ndim())
      return {};
    if (index.stop != INT64_MIN && (extent == kUnknown || index.stop < extent)) return {};
    return part.type().shape[0] == 1 ? row(part, -1) : last_row_alone(part);
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
      const bool state = o < d_.states.size();
      if (const Value from_cost = given(o); from_cost && !(state && d_.states[o].last_only) && !begins_with_last(o)) {
        const Value steps = state ? values_.turned(rows(from_cost, d_.states[o].depth)) : from_cost;
        gradient = make_input("", row_type(steps));
        sequences_.push_back({gradient, values_.limited(steps)});
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
    const Values made = values_.stored(
        grad({}, wrt, {.consider_constant = {}, .known_gradients = known, .disconnected = Disconnected::leave}));
    for (std::size_t i = 0; i < made.size(); ++i) by_input_[inputs[i]] = made[i];
    behind_cuts_ = nodes_behind_cuts(made);
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

  bool any() const {
    return std::any_of(by_input_.begin(), by_input_.end(), [](const Value& value) { return bool(value); });
  }

  std::size_t end_of_constants() const { return node_.inputs().size() - scan_.step_counts(); }

  // Adds the values that the steps had, as far as the body reads them.
  void add_values(LoopParts& parts) {
    Values outputs;
    for (const LoopState& state : parts.states) outputs.push_back(state.next);
    outputs.insert(outputs.end(), parts.mapped.begin(), parts.mapped.end());
    for (const LoopPart& part : values_.sequences(outputs, factors_)) sequences_.push_back(part);
    for (std::size_t input = values_.moving(), c = scan_.first_constant(); input < d_.inputs.size(); ++input, ++c)
      parts.constants.push_back({d_.inputs[input], node_.inputs()[c]});
    parts.sequences = sequences_;
  }

  // ---- Sums over the steps ----

  // The value that this one shows with its axes in another order.
  static Value shown(Value value) {
    while (op_as<DimShuffle>(value)) value = Value(value.node->inputs()[0]);
    return value;
  }
  // Lets the loop back give the value of all steps, unless the steps had it.
  void keep(const Value& value) {
    const Value source = shown(value);
    if (values_.known(source))
      factors_.push_back(source);
    else if (std::find(mapped_.begin(), mapped_.end(), source) == mapped_.end())
      mapped_.push_back(source);
  }
  bool kept(const Value& value) const {
    return std::find(mapped_.begin(), mapped_.end(), shown(value)) != mapped_.end();
  }
  // The value of all steps, once the loop back is made.
  Value all_steps(const Value& value, const NodeRef& back, std::uint32_t first_mapped) {
    if (const auto* shuffle = op_as<DimShuffle>(value)) {
      Dims order{0};
      for (const std::int64_t axis : shuffle->order()) order.push_back(axis < 0 ? axis : axis + 1);
      return dimshuffle(all_steps(value.node->inputs()[0], back, first_mapped), order);
    }
    const auto at = std::find(mapped_.begin(), mapped_.end(), value);
    if (at == mapped_.end()) return values_.rows_of(value);
    return {back, first_mapped + std::uint32_t(at - mapped_.begin())};
  }
  bool is_product(const Value& value) const {
    // Factors whose extents only their step tells cannot be kept.
    return !d_.sums_in_loop && op_as<Dot>(value) && !behind_cuts_.count(value.node.get()) &&
           value.node->inputs()[0].type().ndim() == 2 && value.node->inputs()[1].type().ndim() == 2;
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
    parts.reversed = !d_.reversed;
    if (d_.range != StepRange::all) {
      parts.range = d_.range == StepRange::last ? StepRange::first : StepRange::last;
      parts.count = d_.range == StepRange::until ? Value{NodeRef(&node_), std::uint32_t(node_.types().size() - 1)}
                                                 : node_.inputs()[end_of_constants()];
      parts.limit = d_.limit;
      if (d_.takes_limit) parts.limit_input = node_.inputs().back();
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
    for (std::size_t input = values_.moving(); input < d_.inputs.size(); ++input)
      if (is_product(by_input_[input]))
        for (const Value& factor : by_input_[input].node->inputs()) keep(factor);
    std::size_t input = values_.moving();
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
      const Value from_cost = last_given(each.state);
      return as_row(from_cost ? from_cost : zeros_like(first));
    }
    if (begins_with_last(each.state)) return as_row(last_given(each.state));
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
    std::size_t input = values_.moving();
    for (std::size_t c = scan_.first_constant(); c < end_of_constants(); ++c, ++input)
      if (by_input_[input] && !behind(input)) out[c] = {back, result++};
    for (std::size_t i = 0; i < d_.sequences; ++i) {
      if (!by_input_[i]) continue;
      const auto at = std::find(mapped_.begin(), mapped_.end(), by_input_[i]) - mapped_.begin();
      out[i] = in_order({back, result + std::uint32_t(at)}, node_.inputs()[i]);
    }
    input = values_.moving();
    for (std::size_t c = scan_.first_constant(); c < end_of_constants(); ++c, ++input)
      if (by_input_[input] && behind(input)) out[c] = summed(input, back, result);
  }

  // The rows of the loop back, which has no more steps than `like` has rows, in their places.
  Value in_order(const Value& steps, const Value& like) const {
    if (d_.truncate == kUnknown) return steps;
    return d_.reversed ? placed_rows(steps, like) : reversed(placed_rows(reversed(steps), like));
  }

  // The gradients of first values that the cost reads itself.
  Values direct(Values out) const {
    for (std::size_t j = 0; j < d_.states.size(); ++j)
      if (const Value from_cost = is_float(j) ? given(j) : Value{};
          from_cost && !d_.states[j].last_only && !begins_with_last(j))
        out[d_.sequences + j] = rows_until(from_cost, d_.states[j].depth);
    return out;
  }

  // Adds what steps 0, 1, ... gave to the first values that they read by a tap.
  void add_to_first(Value& gradient, const Value& carried, std::size_t j, std::int64_t tap) const {
    const Value& first = node_.inputs()[d_.sequences + j];
    const ScanState& state = d_.states[j];
    if (state.last_only || (state.depth == 1 && d_.truncate == kUnknown)) {
      // The last of the rows is what step 0 gave or, without steps, the gradient of the first value itself.
      const Value last = row(carried, -1);
      gradient = gradient_sum(gradient, state.last_only ? last : as_row(last));
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
  Values mapped_;    // what the loop back gives of all steps: gradients of sequences, and factors of sums behind it
  Values factors_;   // of sums behind it, which the steps had
  std::unordered_map<std::size_t, Value> last_given_;  // by state
  std::unordered_set<const Node*> behind_cuts_;
  StepValues values_;
};

}  // namespace

Values Scan::gradient(const Node& node, std::span<const Value> gradients) const {
  return ScanGradient(*this, node, gradients).run();
}

}  // namespace kiln::graph
