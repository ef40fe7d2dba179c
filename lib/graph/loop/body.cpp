// SPDX-License-Identifier: Apache-2.0
// Compiles bodies and runs them. What a body gives is written to its place in the results of the operation.
#include "graph/loop/body.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "graph/inspect/listing.hpp"
#include "graph/loop/rows.hpp"
#include "graph/node/host_values.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/passes/apart_notes.hpp"
#include "graph/passes/optimise.hpp"

namespace kiln::graph {
namespace {

// The inputs of a body whose elements are read.
std::unordered_set<const Node*> inputs_read(const Values& outputs) {
  std::unordered_set<const Node*> read;
  for (const NodeRef& node : topological(outputs))
    for (std::size_t i = 0; i < node->inputs().size(); ++i)
      if (node->op().reads(i)) read.insert(node->inputs()[i].node.get());
  for (const Value& output : outputs) read.insert(output.node.get());
  return read;
}

void compile_callee(Body& body, const Values& outputs, const std::vector<Type>& types) {
  FunctionSpec& spec = body.spec;
  if (!spec.make_callee) fail(KILN_UNSUPPORTED, "{}: a step has rows whose number only the step tells", spec.name);
  spec.default_updates = false;
  spec.on_unused = OnUnused::ignore;
  spec.keep_memory = true;
  const std::unordered_set<const Node*> read = inputs_read(outputs);
  for (std::size_t i = 0; i < types.size(); ++i) {
    Value& variable = spec.inputs[i].variable;
    body.stand_ins.emplace_back();
    if (!read.count(variable.node.get())) {
      const auto one = array::empty(*spec.context, types[i].dtype, Dims{}, spec.name.c_str());
      const Layout layout = layout::broadcast_to(one->layout(), types[i].shape, spec.name.c_str());
      body.stand_ins.back() = array::view(*one, layout, true, spec.name.c_str());
    }
    // A function refuses what steps get, as programs must not have it outside of the loop.
    const Value own = make_input(variable.node->label(), types[i]);
    spec.givens.emplace_back(std::exchange(variable, own), own);
  }
  body.callee = spec.make_callee(spec);
}

}  // namespace

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
  spec.make_callee = outer.make_callee;
  for (const Value& input : inputs) spec.inputs.push_back({input});
  for (const Value& output : outputs) spec.outputs.push_back({transfer(output, Ref<runtime::Context>(&context))});
  if (!nodes_behind_cuts(outputs).empty()) {
    compile_callee(*body, outputs, types);
    return body;
  }
  Specialisation& plan = body->plan;
  plan.home = Ref<runtime::Context>(&context);
  {
    ApartNotes apart;
    const ApartNotes::Scope noted(&apart);
    plan.graph = optimise(spec, types, context, nullptr);
    plan.apart = apart.take();
  }
  plan.inputs = std::move(types);
  make_steps(spec, {}, context, plan);
  plan_memory(plan);
  for (Upload& upload : plan.uploads) upload.moves = false;  // what a step reads is there
  const std::unordered_set<const Node*> read = inputs_read(outputs);
  body->output_of.resize(plan.slots.size(), SIZE_MAX);
  for (std::size_t i = 0; i < plan.results.size(); ++i) body->output_of[plan.results[i].slot] = i;
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const std::size_t root = root_of(plan.slots, i);
    const Slot& slot = plan.slots[root];
    const std::size_t input = slot.storage == Storage::input ? plan.uploads[slot.index].input : SIZE_MAX;
    body->absent.push_back(input != SIZE_MAX && !read.count(inputs[input].node.get()));
    body->moves.push_back((input != SIZE_MAX && input < moving) || body->output_of[root] != SIZE_MAX);
  }
  return body;
}

std::uint64_t body_memory(const Body& body) { return body.callee.bytes ? body.callee.bytes() : body_memory(body.plan); }

std::string body_text(const Body& body) {
  return body.callee.explain ? body.callee.explain() : steps_text(body.spec, body.plan);
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
    if (!body_.moves[i] && !body_.absent[i]) arrays_[i] = lasting(i);
}

void BodyRun::run_body(std::int64_t t) {
  if (body_.callee.call) return call(t);
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (body_.moves[i] && !body_.absent[i]) arrays_[i] = moved(i, t);
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

void BodyRun::call(std::int64_t t) const {
  std::vector<Ref<array::Array>> held;
  std::vector<array::Array*> arguments;
  for (std::size_t i = 0; i < body_.spec.inputs.size(); ++i) {
    held.push_back(body_.stand_ins[i] ? body_.stand_ins[i] : input(i, t));
    arguments.push_back(held.back().get());
  }
  const std::vector<Ref<array::Array>> results = body_.callee.call(arguments);
  for (std::size_t o = 0; o < results.size(); ++o) {
    const Ref<array::Array> place = output(o, t);
    if (results[o]->shape() != place->shape())
      fail(KILN_SHAPE_ERROR, "{}: a step gives output {} with shape {}, expected {}", body_.spec.name, o + 1,
           layout::shape_text(results[o]->shape()), layout::shape_text(place->shape()));
    array::assign(*place, *results[o], operation_);
  }
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
