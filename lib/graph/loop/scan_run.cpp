// SPDX-License-Identifier: Apache-2.0
// Compiles the body of a loop for one signature, and runs its steps. What a step gives is written to its place in the
// loop's results. The body's temporaries and constants serve all steps.
#include <algorithm>

#include "graph/loop/scan_op.hpp"
#include "graph/node/host_values.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

using array::Array;
using StepArrays = std::vector<Ref<Array>>;
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

// The body of a loop, compiled for known shapes and a context.
struct CompiledBody {
  ScanDefinition loop;
  std::int64_t steps = 0;
  FunctionSpec spec;
  Specialisation plan;
  std::vector<std::size_t> output_of;  // for each slot the output of the body that it is, or SIZE_MAX
  std::vector<bool> varies;            // for each slot whether another step has it elsewhere
};

std::shared_ptr<CompiledBody> compile_body(const FunctionSpec& outer, const ScanDefinition& loop,
                                           std::vector<Type> types, runtime::Context& context,
                                           const std::string& name) {
  auto body = std::make_shared<CompiledBody>();
  body->loop = loop;
  FunctionSpec& spec = body->spec;
  spec.name = name;
  spec.mode = outer.mode;
  spec.optimizer = outer.optimizer;
  spec.excluded_passes = outer.excluded_passes;
  spec.included_passes = outer.included_passes;
  spec.context = &context;
  for (const Value& input : loop.inputs) spec.inputs.push_back({input});
  for (const Value& output : loop.outputs) spec.outputs.push_back({transfer(output, Ref<runtime::Context>(&context))});
  Specialisation& plan = body->plan;
  plan.home = Ref<runtime::Context>(&context);
  plan.graph = optimise(spec, types, context, nullptr);
  plan.inputs = std::move(types);
  make_steps(spec, {}, context, plan);
  plan_memory(plan);
  body->output_of.resize(plan.slots.size(), SIZE_MAX);
  for (std::size_t i = 0; i < plan.results.size(); ++i) body->output_of[plan.results[i].slot] = i;
  std::size_t read_by_step = loop.sequences;
  for (const ScanState& state : loop.states) read_by_step += state.taps.size();
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[root_of(plan.slots, i)];
    const bool input = slot.storage == Storage::input && plan.uploads[slot.index].input < read_by_step;
    body->varies.push_back(input || body->output_of[root_of(plan.slots, i)] != SIZE_MAX);
  }
  return body;
}

// One run of a loop.
class ScanRun {
 public:
  ScanRun(CompiledBody& body, NodeArrays inputs, NodeArrays outputs)
      : body_(body), inputs_(inputs), outputs_(outputs) {}

  void run() {
    begin_states();
    if (body_.steps == 0) return;
    for (const Arena& arena : body_.plan.arenas)
      memory_.push_back(arena.bytes ? array::allocate(*arena.context, arena.bytes, kScan) : Ref<runtime::Buffer>());
    arrays_.resize(body_.plan.slots.size());
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      if (!body_.varies[i]) arrays_[i] = lasting(i);
    for (std::int64_t t = 0; t < body_.steps; ++t) {
      for (std::size_t i = 0; i < arrays_.size(); ++i)
        if (body_.varies[i]) arrays_[i] = of_step(i, t);
      for (const Step& step : body_.plan.steps) run(step);
    }
  }

 private:
  // Writes the first values to where the steps read them.
  void begin_states() {
    for (std::size_t j = 0; j < body_.loop.states.size(); ++j) {
      const ScanState& state = body_.loop.states[j];
      const Array& first = *inputs_[body_.loop.sequences + j];
      others_.emplace_back();
      if (state.last_only) {
        if (body_.steps == 0) array::assign(*outputs_[j], first, kScan);
        if (body_.steps > 1) others_[j] = array::empty(first.context(), first.dtype(), first.shape(), kScan);
      } else {
        array::assign(*array_rows(*outputs_[j], 0, state.depth), first, kScan);
      }
    }
  }

  // Where step t writes the value of a state of which only the last value is kept. Two places take turns, so that the
  // last step writes to the result.
  Ref<Array> last_place(std::size_t state, std::int64_t t) const {
    return (body_.steps - 1 - t) % 2 == 0 ? array::itself(*outputs_[state]) : others_[state];
  }

  Ref<Array> body_input(std::size_t input, std::int64_t t) const {
    const ScanDefinition& loop = body_.loop;
    if (input < loop.sequences) return array_row(*inputs_[input], t);
    input -= loop.sequences;
    for (std::size_t j = 0; j < loop.states.size(); ++j) {
      const ScanState& state = loop.states[j];
      if (input >= state.taps.size()) {
        input -= state.taps.size();
        continue;
      }
      if (!state.last_only) return array_row(*outputs_[j], state.depth + t - state.taps[input]);
      return t == 0 ? array::itself(*inputs_[loop.sequences + j]) : last_place(j, t - 1);
    }
    return array::itself(*inputs_[loop.sequences + loop.states.size() + input]);
  }

  Ref<Array> body_output(std::size_t output, std::int64_t t) const {
    const ScanDefinition& loop = body_.loop;
    if (output >= loop.states.size()) return array_row(*outputs_[output], t);
    const ScanState& state = loop.states[output];
    return state.last_only ? last_place(output, t) : array_row(*outputs_[output], state.depth + t);
  }

  Ref<Array> view_of(const Slot& slot) const {
    const Array& from = *arrays_[slot.index];
    return array::view(from, *slot.value.op().view(*slot.value.node, from.layout()), true, kScan);
  }

  Ref<Array> of_step(std::size_t i, std::int64_t t) const {
    const Slot& slot = body_.plan.slots[i];
    if (slot.storage == Storage::view) return view_of(slot);
    if (body_.output_of[i] != SIZE_MAX) return body_output(body_.output_of[i], t);
    return body_input(body_.plan.uploads[slot.index].input, t);
  }

  Ref<Array> lasting(std::size_t i) const {
    const Slot& slot = body_.plan.slots[i];
    switch (slot.storage) {
      case Storage::view:
        return view_of(slot);
      case Storage::input:
        return body_input(body_.plan.uploads[slot.index].input, 0);
      case Storage::constant:
        return slot.array;
      case Storage::planned:
        if (slot.first >= 0 && slot.type.size() != 0) {
          Layout layout = layout::c_layout(slot.type.shape, base::dtype_size(slot.type.dtype), kScan);
          layout.offset = std::int64_t(slot.offset);
          return base::make_ref<Array>(memory_[slot.arena], slot.type.dtype, layout, true);
        }
        break;
      case Storage::fresh:
      case Storage::shared:
        break;
    }
    if (slot.host) return array_on_host(*slot.context, slot.type.dtype, slot.type.shape, kScan);
    return array::empty(*slot.context, slot.type.dtype, slot.type.shape, kScan);
  }

  void run(const Step& step) const {
    std::vector<Array*> operands;
    operands.reserve(step.inputs.size() + step.outputs.size());
    for (const auto* list : {&step.inputs, &step.outputs})
      for (const std::size_t slot : *list) operands.push_back(slot == SIZE_MAX ? nullptr : arrays_[slot].get());
    const NodeArrays all(operands);
    try {
      step.run(all.first(step.inputs.size()), all.subspan(step.inputs.size()));
    } catch (const backend::Error& error) {
      throw backend::Error(error.status(), fmt::format("{}: {}: {}", body_.spec.name, step.label, error.message()),
                           error.vendor_code(), error.log());
    }
  }

  CompiledBody& body_;
  NodeArrays inputs_, outputs_;
  StepArrays arrays_, others_;
  std::vector<Ref<runtime::Buffer>> memory_;
};

}  // namespace

Runner Scan::prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context) const {
  std::vector<Type> types;
  for (const Value& input : node.inputs()) types.push_back(input.type());
  auto body = compile_body(spec, definition_, inner_types(types), context, text());
  body->steps = steps(types);
  return [body](NodeArrays inputs, NodeArrays outputs) { ScanRun(*body, inputs, outputs).run(); };
}

}  // namespace kiln::graph
