// SPDX-License-Identifier: Apache-2.0
// Compiles bodies and runs them. What a body gives is written to its place in the results of the operation.
#include "graph/loop/body.hpp"

#include <fmt/format.h>

#include "graph/node/host_values.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/passes/optimise.hpp"

namespace kiln::graph {

std::shared_ptr<Body> compile_body(const FunctionSpec& outer, const Values& inputs, const Values& outputs,
                                   std::vector<Type> types, std::size_t moving, runtime::Context& context,
                                   const std::string& name) {
  auto body = std::make_shared<Body>();
  FunctionSpec& spec = body->spec;
  spec.name = name;
  spec.mode = outer.mode;
  spec.optimizer = outer.optimizer;
  spec.excluded_passes = outer.excluded_passes;
  spec.included_passes = outer.included_passes;
  spec.host_arguments = false;
  spec.context = &context;
  for (const Value& input : inputs) spec.inputs.push_back({input});
  for (const Value& output : outputs) spec.outputs.push_back({transfer(output, Ref<runtime::Context>(&context))});
  Specialisation& plan = body->plan;
  plan.home = Ref<runtime::Context>(&context);
  plan.graph = optimise(spec, types, context, nullptr);
  plan.inputs = std::move(types);
  make_steps(spec, {}, context, plan);
  plan_memory(plan);
  body->output_of.resize(plan.slots.size(), SIZE_MAX);
  for (std::size_t i = 0; i < plan.results.size(); ++i) body->output_of[plan.results[i].slot] = i;
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const std::size_t root = root_of(plan.slots, i);
    const Slot& slot = plan.slots[root];
    const bool input = slot.storage == Storage::input && plan.uploads[slot.index].input < moving;
    body->moves.push_back(input || body->output_of[root] != SIZE_MAX);
  }
  return body;
}

std::string operations_text(std::span<const Value> outputs) {
  std::string text;
  for (const NodeRef& node : topological(outputs))
    if (!node->op().leaf()) text += (text.empty() ? "" : ", ") + node->op().name();
  return text.empty() ? "nothing" : text;
}

void BodyRun::allocate() {
  for (const Arena& arena : body_.plan.arenas)
    memory_.push_back(arena.bytes ? array::allocate(*arena.context, arena.bytes, operation_) : Ref<runtime::Buffer>());
  arrays_.resize(body_.plan.slots.size());
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (!body_.moves[i]) arrays_[i] = lasting(i);
}

void BodyRun::run_body(std::int64_t t) {
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (body_.moves[i]) arrays_[i] = moved(i, t);
  for (const Step& step : body_.plan.steps) run(step);
}

Ref<array::Array> BodyRun::view_of(const Slot& slot) const {
  const array::Array& from = *arrays_[slot.index];
  return array::view(from, layout_of_view(slot, from.layout()), true, operation_);
}

Ref<array::Array> BodyRun::moved(std::size_t i, std::int64_t t) const {
  const Slot& slot = body_.plan.slots[i];
  if (slot.storage == Storage::view) return view_of(slot);
  if (body_.output_of[i] != SIZE_MAX) return output(body_.output_of[i], t);
  return input(body_.plan.uploads[slot.index].input, t);
}

Ref<array::Array> BodyRun::lasting(std::size_t i) const {
  const Slot& slot = body_.plan.slots[i];
  switch (slot.storage) {
    case Storage::view:
      return view_of(slot);
    case Storage::input:
      return input(body_.plan.uploads[slot.index].input, 0);
    case Storage::constant:
      return slot.array;
    case Storage::planned:
      if (slot.first >= 0 && slot.type.size() != 0) {
        Layout layout = layout::c_layout(slot.type.shape, base::dtype_size(slot.type.dtype), operation_);
        layout.offset = std::int64_t(slot.offset);
        return base::make_ref<array::Array>(memory_[slot.arena], slot.type.dtype, layout, true);
      }
      break;
    case Storage::fresh:
    case Storage::shared:
      break;
  }
  if (slot.host) return array_on_host(*slot.context, slot.type.dtype, slot.type.shape, operation_);
  return array::empty(*slot.context, slot.type.dtype, slot.type.shape, operation_);
}

void BodyRun::run(const Step& step) const {
  std::vector<array::Array*> operands;
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

}  // namespace kiln::graph
