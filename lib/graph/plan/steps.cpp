// SPDX-License-Identifier: Apache-2.0
// Makes the steps and slots of a specialisation from its optimised graph. A view lies in the memory of what it shows.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/node/host_values.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

class StepMaker {
 public:
  StepMaker(const FunctionSpec& spec, std::span<const Ref<Shared>> shared, runtime::Context& context, Specialisation& s)
      : spec_(spec), shared_(shared), context_(context), s_(s) {
    for (std::size_t i = 0; i < spec.inputs.size(); ++i) inputs_.emplace(&spec.inputs[i].variable.op(), i);
    for (std::size_t i = 0; i < shared.size(); ++i) variables_.emplace(shared[i].get(), i);
  }

  void run() {
    for (const NodeRef& node : topological(s_.graph)) add(node);
    results();
    if (writes_parts()) place_parts(s_);
    write_over_variables(spec_, s_);
    fresh_results();
    copy_results();
    assign_updates();
    find_lifetimes(s_);
  }

 private:
  std::size_t root(std::size_t slot) const { return root_of(s_.slots, slot); }

  std::size_t slot(const Value& value, Storage storage, std::size_t index, runtime::Context* context) {
    const bool host = storage == Storage::view ? s_.slots[index].host : storage != Storage::constant && on_host(value);
    s_.slots.push_back(
        {.value = value, .type = value.type(), .context = context, .host = host, .storage = storage, .index = index});
    return places_[value] = s_.slots.size() - 1;
  }

  // The slot of an operand on a context or, with `host`, on the host. Constants get a slot for each place
  // that reads them.
  std::size_t operand(const Value& value, runtime::Context& context, bool host = false) {
    if (const auto found = places_.find(value); found != places_.end()) return found->second;
    if (!op_as<Constant>(value)) fail(KILN_INTERNAL, "function: {} has no place", node_text(*value.node));
    const auto key = std::make_pair(value.node.get(), host ? nullptr : &context);
    if (const auto found = constants_.find(key); found != constants_.end()) return found->second;
    const std::size_t at = slot(value, Storage::constant, 0, &context);
    places_.erase(value);
    s_.slots[at].host = host;
    s_.slots[at].array = constant_array(s_.slots[at]);
    constants_[key] = at;
    return at;
  }

  void add(const NodeRef& node) {
    const Value value{node, 0};
    if (op_as<Constant>(*node)) return;
    if (op_as<Input>(*node)) {
      if (const auto at = inputs_.find(&node->op()); at != inputs_.end()) {
        runtime::Context* place = node->place() ? node->place() : &context_;
        s_.uploads.push_back({at->second, place, on_host(value)});
        slot(value, Storage::input, s_.uploads.size() - 1, place);
      }
      return;
    }
    if (const auto* leaf = op_as<SharedLeaf>(*node)) {
      if (const auto at = variables_.find(&leaf->shared()); at != variables_.end())
        slot(value, Storage::shared, at->second, &leaf->shared().context());
      return;
    }
    runtime::Context& place = node->place() ? *node->place() : context_;
    if (!node->inputs().empty() && view_of(*node, place)) return;
    Step step;
    step.node = node;
    step.context = &place;
    step.label = node->label().empty() ? node->op().name() : node->label();
    step.recordable = node->op().recordable();
    for (std::size_t i = 0; i < node->inputs().size(); ++i)
      step.inputs.push_back(node->op().reads(i) ? operand(node->inputs()[i], place, node->op().reads_on_host(i))
                                                : SIZE_MAX);
    const Storage storage = on_host(value) ? Storage::fresh : Storage::planned;
    for (std::uint32_t i = 0; i < node->types().size(); ++i)
      step.outputs.push_back(slot({node, i}, storage, 0, &place));
    step.run = node->op().prepare_for(spec_, *node, place, step.bodies);
    if (!step.run) fail(KILN_UNSUPPORTED, "function: nothing computes {}", node_text(*node));
    s_.steps.push_back(std::move(step));
  }

  // Makes the node a view of its operand's slot if that is possible without knowing the call. Planned values are
  // contiguous, so their views are known. A call may bring an argument or a shared variable with any strides, so a
  // reshape of these that merges axes may be impossible. False: the node becomes a step, which copies.
  bool view_of(const Node& node, runtime::Context& place) {
    const std::size_t from = operand(node.inputs()[0], place, node.op().on_host());
    const Slot& source = s_.slots[from];
    if (op_as<Reshape>(node) && !source.host && !divides_axes(source.type.shape, node.types()[0].shape)) {
      const auto known = known_layout(from);
      if (!known || !node.op().view(node, *known)) return false;
    } else if (!node.op().view(node, contiguous(source.type))) {
      return false;
    }
    slot({NodeRef(&node), 0}, Storage::view, from, source.context);
    return true;
  }

  // Modes that look at the result of each node need a step for each.
  bool writes_parts() const {
    const auto& excluded = spec_.excluded_passes;
    return spec_.mode == Mode::fast_run && spec_.optimizer != Optimizer::none &&
           std::find(excluded.begin(), excluded.end(), kPartsPass) == excluded.end();
  }

  static Layout contiguous(const Type& type) {
    return layout::c_layout(type.shape, base::dtype_size(type.dtype), "function");
  }
  // The layout of a slot in every call; empty where the call decides.
  std::optional<Layout> known_layout(std::size_t slot) const {
    const Slot& at = s_.slots[slot];
    if (at.storage == Storage::planned || at.storage == Storage::constant) return contiguous(at.type);
    if (at.storage != Storage::view) return std::nullopt;
    const auto of = known_layout(at.index);
    return of ? at.value.op().view(*at.value.node, *of) : std::nullopt;
  }
  void results() {
    std::unordered_set<std::size_t> known;
    for (std::size_t i = 0; i < spec_.outputs.size(); ++i) {
      const Value& value = s_.graph[i];
      runtime::Context& place = value.node->place() ? *value.node->place() : context_;
      Result result;
      result.slot = operand(value, place);
      result.host = !on_device(spec_.outputs[i].value);
      result.borrow = spec_.outputs[i].borrow;
      // The caller may keep a result, so one in memory of a variable or an argument is copied.
      const Storage storage = s_.slots[root(result.slot)].storage;
      result.copy = !result.host && (!result.borrow || storage == Storage::shared || storage == Storage::input);
      const Slot& slot = s_.slots[result.slot];
      const bool first = known.insert(result.slot).second;
      result.made = first && result.host && slot.host && slot.storage == Storage::fresh;
      s_.results.push_back(result);
    }
    for (std::size_t k = 0; k < spec_.updates.size(); ++k) {
      const auto& variable = op_as<SharedLeaf>(spec_.updates[k].first)->shared();
      Update update;
      update.shared = variables_.at(&variable);
      const Value& value = s_.graph[spec_.outputs.size() + k];
      update.slot = operand(value, variable.context());
      update.replaces = value.type().shape != variable.value()->shape();
      if (update.replaces) variable.check_shape(value.type().shape, function_text(spec_).c_str());
      s_.updates.push_back(update);
    }
  }

  // Whether the program asked for this output on a device.
  static bool on_device(const Value& value) {
    const auto* transfer = op_as<Transfer>(value);
    return transfer && transfer->target();
  }

  std::size_t copy_step(std::size_t from, std::size_t to, const char* label) {
    s_.steps.push_back(
        {.run = [](NodeArrays inputs, NodeArrays outputs) { array::assign(*outputs[0], *inputs[0], "function"); },
         .context = s_.slots[to].context,
         .inputs = {from},
         .outputs = {to},
         .recordable = s_.slots[from].context == s_.slots[to].context,
         .label = label});
    return to;
  }
  std::size_t copy_of(std::size_t from, Storage storage, const char* label) {
    s_.slots.push_back(slot_like(s_.slots[from], storage));
    return copy_step(from, s_.slots.size() - 1, label);
  }

  // Copies the results whose memory the function will write again.
  void copy_results() {
    // Slots that steps write. A shared variable among them has its new value already, which is the one to read.
    std::unordered_set<std::size_t> written;
    for (const Step& step : s_.steps) written.insert(step.outputs.begin(), step.outputs.end());
    for (Result& result : s_.results) {
      if (result.copy) result.slot = copy_of(result.slot, Storage::fresh, "copy of a result");
      // The host reads results after the updates.
      const bool shared = s_.slots[root(result.slot)].storage == Storage::shared;
      if (result.host && shared && !written.count(root(result.slot)))
        result.slot = copy_of(result.slot, Storage::planned, "copy of a result");
    }
  }

  // Copies new values that are not in place to their variables, after all values are computed.
  void assign_updates() {
    for (Update& update : s_.updates)
      if (!update.in_place && s_.slots[root(update.slot)].storage == Storage::shared && !update.replaces)
        update.slot = copy_of(update.slot, Storage::planned, "copy of a shared variable");
    for (Update& update : s_.updates) {
      if (update.replaces) update.slot = copy_of(update.slot, Storage::fresh, "update");
      if (update.in_place || update.replaces) continue;
      Slot made = slot_like(s_.slots[update.slot], Storage::shared);
      made.context = &shared_[update.shared]->context();
      made.index = update.shared;
      s_.slots.push_back(std::move(made));
      copy_step(update.slot, s_.slots.size() - 1, "update");
    }
  }

  // Lets steps write results that the caller keeps directly to new memory, so that they need no copy.
  void fresh_results() {
    for (Result& result : s_.results) {
      Slot& slot = s_.slots[result.slot];
      if (result.host || result.borrow || slot.storage != Storage::planned) continue;
      slot.storage = Storage::fresh;
      result.copy = false;
    }
  }

  const FunctionSpec& spec_;
  std::span<const Ref<Shared>> shared_;
  runtime::Context& context_;
  Specialisation& s_;
  std::unordered_map<const Op*, std::size_t> inputs_;
  std::unordered_map<const Shared*, std::size_t> variables_;
  std::unordered_map<Value, std::size_t, ValueHash> places_;
  std::map<std::pair<const Node*, runtime::Context*>, std::size_t> constants_;
};

}  // namespace

Ref<array::Array> constant_array(const Slot& slot) {
  const HostValue& known = op_as<Constant>(slot.value)->value();
  if (slot.host) return host_copy(*slot.context, known);
  return array::from_host(*slot.context, known.dtype, known.shape, nullptr, known.dtype, known.bytes.data(),
                          "function");
}

void make_steps(const FunctionSpec& spec, std::span<const Ref<Shared>> shared, runtime::Context& context,
                Specialisation& s) {
  StepMaker(spec, shared, context, s).run();
}

}  // namespace kiln::graph
