// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a loop. What a step gives is written to its place in the loop's results. The body's temporaries and
// constants serve all steps.
#include <algorithm>

#include "graph/loop/body.hpp"
#include "graph/loop/scan_op.hpp"

namespace kiln::graph {
namespace {

using array::Array;
constexpr const char* kScan = "scan";

// The row of an array.
Ref<Array> array_row(const Array& array, std::int64_t index) {
  const layout::Index at{layout::Index::Kind::integer, index};
  return array::view(array, layout::index(array.layout(), {&at, 1}, kScan), true, kScan);
}
Ref<Array> array_rows(const Array& array, std::int64_t begin, std::int64_t end) {
  const layout::Index at{layout::Index::Kind::slice, begin, end};
  return array::view(array, layout::index(array.layout(), {&at, 1}, kScan), true, kScan);
}

// One run of a loop.
class ScanRun final : public BodyRun {
 public:
  ScanRun(const ScanDefinition& loop, const Body& body, std::int64_t steps, NodeArrays inputs, NodeArrays outputs)
      : BodyRun(body, kScan), loop_(loop), steps_(steps), inputs_(inputs), outputs_(outputs) {}

  void run() {
    begin_states();
    if (steps_ == 0) return;
    allocate();
    for (std::int64_t t = 0; t < steps_; ++t) run_body(t);
  }

 private:
  // Writes the first values to where the steps read them.
  void begin_states() {
    for (std::size_t j = 0; j < loop_.states.size(); ++j) {
      const ScanState& state = loop_.states[j];
      const Array& first = *inputs_[loop_.sequences + j];
      others_.emplace_back();
      if (state.last_only) {
        if (steps_ == 0) array::assign(*outputs_[j], first, kScan);
        if (steps_ > 1) others_[j] = array::empty(first.context(), first.dtype(), first.shape(), kScan);
      } else {
        array::assign(*array_rows(*outputs_[j], 0, state.depth), first, kScan);
      }
    }
  }

  // Where step t writes the value of a state of which only the last value is kept. Two places take turns, so that the
  // last step writes to the result.
  Ref<Array> last_place(std::size_t state, std::int64_t t) const {
    return (steps_ - 1 - t) % 2 == 0 ? array::itself(*outputs_[state]) : others_[state];
  }

  Ref<Array> input(std::size_t input, std::int64_t t) const override {
    if (input < loop_.sequences) return array_row(*inputs_[input], t);
    input -= loop_.sequences;
    for (std::size_t j = 0; j < loop_.states.size(); ++j) {
      const ScanState& state = loop_.states[j];
      if (input >= state.taps.size()) {
        input -= state.taps.size();
        continue;
      }
      if (!state.last_only) return array_row(*outputs_[j], state.depth + t - state.taps[input]);
      return t == 0 ? array::itself(*inputs_[loop_.sequences + j]) : last_place(j, t - 1);
    }
    return array::itself(*inputs_[loop_.sequences + loop_.states.size() + input]);
  }

  Ref<Array> output(std::size_t output, std::int64_t t) const override {
    if (output >= loop_.states.size()) return array_row(*outputs_[output], t);
    const ScanState& state = loop_.states[output];
    return state.last_only ? last_place(output, t) : array_row(*outputs_[output], state.depth + t);
  }

  const ScanDefinition& loop_;
  std::int64_t steps_;
  NodeArrays inputs_, outputs_;
  std::vector<Ref<Array>> others_;
};

}  // namespace

Runner Scan::prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context) const {
  std::vector<Type> types;
  for (const Value& input : node.inputs()) types.push_back(input.type());
  const ScanDefinition& d = definition_;
  std::size_t moving = d.sequences;
  for (const ScanState& state : d.states) moving += state.taps.size();
  auto body = compile_body(spec, d.inputs, d.outputs, inner_types(types), moving, context, text());
  return
      [self = Ref<const Scan>(this), body = std::move(body), steps = steps(types)](
          NodeArrays inputs, NodeArrays outputs) { ScanRun(self->definition(), *body, steps, inputs, outputs).run(); };
}

}  // namespace kiln::graph
