// SPDX-License-Identifier: Apache-2.0
// Computes what nodes need of a kernel, and which elementwise nodes reductions compute for themselves.
#include <algorithm>

#include "graph/fusion/fuse.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {
namespace {

// The limits that every OpenCL device meets, for nodes that have no place.
const backend::DeviceProperties& least_device() {
  static const backend::DeviceProperties& least = *new backend::DeviceProperties([] {
    backend::DeviceProperties device;
    device.max_local_size = device.max_local_sizes[0] = 256;
    device.local_memory = device.declared_local_memory = 32768;
    return device;
  }());
  return least;
}

Fronts::Key key_of(const Node& node) {
  const auto& op = *op_as<Reduce>(node);
  const Dims& shape = node.inputs()[0].type().shape;
  Fronts::Key key(shape.begin(), shape.end());
  key.push_back(-1);
  key.insert(key.end(), op.axes().begin(), op.axes().end());
  key.push_back(-1 - op.keepdims());
  key.push_back(std::int64_t(reinterpret_cast<std::intptr_t>(node.place())));
  return key;
}

}  // namespace

std::size_t axes_above_one(const Dims& shape) {
  return std::size_t(std::count_if(shape.begin(), shape.end(), [](std::int64_t extent) { return extent > 1; }));
}

std::size_t Loads::values(const Node& node) {
  const auto [known, fresh] = values_.emplace(&node, 0);
  // The operands are not counted: they are other nodes' values, or constants.
  if (fresh) known->second = expr::most_values(elementwise(node)->outputs());
  return known->second;
}

const array::KernelLoad& Loads::reduction(const Node& node) {
  const auto& op = *op_as<Reduce>(node);
  const Type& input = node.inputs()[0].type();
  std::int64_t count = 1;
  std::vector<std::int64_t> key{op.op(), std::int64_t(input.dtype), std::int64_t(op.dtype()), 0, 0, 0};
  std::size_t reduced = 0;
  for (const std::int64_t axis : op.axes()) {
    count *= input.shape[std::size_t(axis)];
    reduced += input.shape[std::size_t(axis)] > 1;
  }
  key[3] = std::int64_t(reduced);
  key[4] = std::int64_t(axes_above_one(input.shape));
  key[5] = count > INT32_MAX;
  const auto found = reductions_.find(key);
  if (found != reductions_.end()) return found->second;
  array::KernelLoad load = array::reduction_load(op.op(), input.dtype, op.dtype(), op.correction(), count, "graph");
  load.kept = std::size_t(key[4]) - reduced;
  load.reduced = reduced;
  return reductions_.emplace(std::move(key), load).first->second;
}

const array::KernelRoom& Loads::room(const runtime::Context* place) {
  const auto found = rooms_.find(place);
  if (found != rooms_.end()) return found->second;
  return rooms_.emplace(place, array::KernelRoom(place ? place->properties() : least_device())).first->second;
}

bool Loads::fits(const array::KernelLoad& load, const Node& node) {
  const array::KernelRoom& device_room = room(node.place());
  return (load.accumulators ? device_room.reduce_refusal(load) : device_room.elementwise_refusal(load)).empty();
}

Fronts::Fronts(const std::vector<NodeRef>& order, const Users& users, const std::unordered_set<const Node*>& kept,
               Loads& loads)
    : loads_(loads) {
  for (const NodeRef& node : order) {
    if (!op_as<Reduce>(*node)) continue;
    places_.emplace(node.get(), std::uint32_t(reductions_.size()));
    nodes_.push_back(node);
    Reduction& added = reductions_.emplace_back();
    added.key = key_of(*node);
    if (!written_scalar(node->inputs()[0])) added.operands.insert(node->inputs()[0]);
  }
  // A node is considered after all its readers.
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto found = users.find(order[i].get());
    if (elementwise(*order[i]) && !kept.count(order[i].get()) && found != users.end())
      consider(order[i], found->second);
  }
}

void Fronts::consider(const NodeRef& node, const std::vector<const Node*>& users) {
  const Dims& shape = node->types()[0].shape;
  std::vector<std::uint32_t> readers;
  for (const Node* user : users) {
    const auto reduction = places_.find(user);
    const auto through = readers_.find(user);
    if (reduction != places_.end()) {
      if (user->inputs()[0].type().shape != shape || user->place() != node->place()) return;
      readers.push_back(reduction->second);
    } else if (through != readers_.end() && user->types()[0].shape == shape) {
      readers.insert(readers.end(), through->second.begin(), through->second.end());
    } else {
      return;
    }
  }
  std::sort(readers.begin(), readers.end());
  readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
  for (const std::uint32_t reader : readers)
    if (reductions_[reader].key != reductions_[readers[0]].key || !fits(reductions_[reader], *nodes_[reader], node))
      return;
  for (const std::uint32_t reader : readers) take(reductions_[reader], node);
  readers_.emplace(node.get(), std::move(readers));
}

bool Fronts::fits(const Reduction& reduction, const Node& first, const NodeRef& more) const {
  if (reduction.front.size() >= kMostFused) return false;
  array::KernelLoad load = loads_.reduction(first);
  load.map += reduction.values + loads_.values(*more);
  load.outputs = 1;
  load.inputs = reduction.operands.size() - 1;
  ValueSet fresh;
  for (const Value& input : more->inputs())
    if (!written_scalar(input) && !reduction.operands.count(input)) fresh.insert(input);
  load.inputs += fresh.size();
  return loads_.fits(load, first);
}

void Fronts::take(Reduction& reduction, const NodeRef& more) const {
  reduction.front.push_back(more);
  reduction.values += loads_.values(*more);
  reduction.operands.erase({more, 0});
  for (const Value& input : more->inputs())
    if (!written_scalar(input)) reduction.operands.insert(input);
}

}  // namespace kiln::graph
