// SPDX-License-Identifier: Apache-2.0
// Takes the arguments and the memory of one call, runs its steps one by one, and reads its results.
#include "graph/function/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "array/host/host_result.hpp"
#include "graph/node/host_values.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {

bool changes_shared(const Specialisation& s, const Step& step) {
  return std::any_of(step.outputs.begin(), step.outputs.end(),
                     [&](std::size_t slot) { return s.slots[root_of(s.slots, slot)].storage == Storage::shared; });
}

void Call::take_arguments(std::span<const Argument> arguments) {
  inputs_.resize(s_.uploads.size());
  for (std::size_t i = 0; i < s_.uploads.size(); ++i) {
    if (watch_) watch_->before(s_, Watch::Part::upload, i);
    take_argument(i, arguments[s_.uploads[i].input]);
    if (!watch_) continue;
    array::Array* taken = inputs_[i].get();
    watch_->after(s_, Watch::Part::upload, i, {}, {&taken, 1});
  }
  shared_arrays_.reserve(shared_.size());
  for (const auto& shared : shared_) shared_arrays_.push_back(shared->value());
  if (!inputs_.empty() && !shared_arrays_.empty()) keep_from_updates();
}

void Call::keep_from_updates() {
  std::vector<const array::Array*> variables;
  for (const auto& variable : shared_arrays_) variables.push_back(variable.get());
  const auto before = [](const array::Array* a, const array::Array* b) { return &a->buffer() < &b->buffer(); };
  std::sort(variables.begin(), variables.end(), before);
  const auto foreign = [](const array::Array* array) { return array->buffer().foreign(); };
  const bool adopted = std::any_of(variables.begin(), variables.end(), foreign);
  for (Ref<array::Array>& input : inputs_) {
    auto [begin, end] = std::equal_range(variables.begin(), variables.end(), input.get(), before);
    if (adopted || foreign(input.get())) begin = variables.begin(), end = variables.end();
    if (std::none_of(begin, end, [&](const auto* variable) { return array::may_overlap(*input, *variable); })) continue;
    input = array::copy(*input, KILN_ORDER_C, kOperation);
    live_argument_ = true;
  }
}

Ref<array::Array> InputMemory::take(std::size_t input, runtime::Context& context, DType dtype, const Dims& shape) {
  const Layout layout = layout::c_layout(shape, base::dtype_size(dtype), kOperation);
  const std::size_t bytes = std::size_t(layout.size()) * base::dtype_size(dtype);
  if (bytes == 0) return array::empty(context, dtype, shape, kOperation);
  Ref<runtime::Buffer>& place = places_[{input, &context}];
  if (!place || place->size() < bytes) {
    place = nullptr;
    place = array::allocate(context, bytes, kOperation);
  }
  return base::make_ref<array::Array>(place, dtype, layout, true);
}

void Call::take_argument(std::size_t i, const Argument& argument) {
  runtime::Context& context = *s_.uploads[i].context;
  const DType dtype = spec_.inputs[s_.uploads[i].input].variable.type().dtype;
  if (s_.uploads[i].host) {
    s_.uploads[i].moves = argument.array && !argument.array->buffer().pinned();
    inputs_[i] = host_argument(context, argument, dtype, kOperation);
    return;
  }
  s_.uploads[i].moves = !argument.array || &argument.array->context() != &context;
  if (argument.array && argument.array->buffer().pinned()) {
    // The argument may be a result on the host. It is written from there, as kernels of some devices cannot read it.
    const array::Array& array = *argument.array;
    array.context().synchronize(array.buffer(), kOperation);
    Argument host{nullptr, array.dtype(), array.shape(), &array.strides(), nullptr};
    host.data = static_cast<const std::byte*>(array.buffer().host_pointer()) + array.layout().offset;
    return take_argument(i, host);
  }
  if (argument.array) {
    inputs_[i] = Ref<array::Array>(argument.array);
    if (inputs_[i]->dtype() != dtype) inputs_[i] = array::astype(*inputs_[i], dtype, kOperation);
    if (&inputs_[i]->context() != &context) inputs_[i] = array::transfer(*inputs_[i], context, kOperation);
    return;
  }
  const Ref<array::Array> copy = input_memory_.take(s_.uploads[i].input, context, dtype, argument.shape);
  if (argument.dtype == dtype)
    array::write(*copy, argument.data, argument.strides, kOperation);
  else
    array::assign(
        *copy,
        *array::from_host(context, dtype, argument.shape, argument.strides, argument.dtype, argument.data, kOperation),
        kOperation);
  inputs_[i] = copy;
}

void Call::take_memory(bool keep) {
  if (s_.memory.empty()) {
    for (const Arena& arena : s_.arenas) memory_.push_back(arena.bytes ? arena_memory(arena) : Ref<runtime::Buffer>());
    if (keep) s_.memory = memory_;
  } else {
    memory_ = s_.memory;
  }
  arrays_.resize(s_.slots.size());
  for (std::size_t i = 0; i < s_.slots.size(); ++i) arrays_[i] = make(i);
  results_.reserve(s_.results.size());
  for (const Result& result : s_.results)
    results_.push_back(result.host && !result.made ? array::empty_on_host(*arrays_[result.slot], kOperation)
                                                   : arrays_[result.slot]);
}

std::vector<std::uint64_t> Call::key() const {
  std::size_t words = 2 * memory_.size();
  for (const Arrays* list : {&inputs_, &shared_arrays_, &fresh_})
    for (const auto& array : *list) words += 3 + array->strides().size();
  std::vector<std::uint64_t> key;
  key.reserve(words);
  for (const Arrays* list : {&inputs_, &shared_arrays_, &fresh_})
    for (const auto& array : *list) {
      if (list == &inputs_ && array->buffer().pinned()) continue;  // arrays on the host are not recorded
      // The segment's number is unique, while an address may be used again by other memory.
      key.push_back(array->buffer().segment());
      key.push_back(std::uint64_t(array->memory_offset()));
      // A recording cannot be replayed with a smaller buffer at the same place, or with one that kernels may use
      // in fewer ways. So the key has these too.
      key.push_back(std::uint64_t(array->buffer().size()) * 4 + array->buffer().kernel_readable() * 2 +
                    array->buffer().kernel_writable());
      for (const std::int64_t stride : array->strides()) key.push_back(std::uint64_t(stride));
    }
  for (const auto& buffer : memory_) {
    key.push_back(buffer ? buffer->segment() : 0);
    key.push_back(buffer ? buffer->offset() : 0);
  }
  return key;
}

bool Call::apart() const {
  std::unordered_set<const runtime::Buffer*> all;
  std::vector<const runtime::Buffer*> adopted;
  for (const Arrays* list : {&inputs_, &shared_arrays_, &fresh_})
    for (const auto& array : *list) {
      const runtime::Buffer& buffer = array->buffer();
      if (!buffer.memory() || !all.insert(&buffer).second) return false;
      if (buffer.foreign()) adopted.push_back(&buffer);
    }
  return std::all_of(adopted.begin(), adopted.end(), [&](const runtime::Buffer* one) {
    return std::all_of(all.begin(), all.end(),
                       [&](const runtime::Buffer* other) { return one == other || !runtime::distance(*one, *other); });
  });
}

std::vector<runtime::Buffer*> Call::externals(const runtime::Context& context) const {
  std::vector<runtime::Buffer*> list;
  list.reserve(inputs_.size() + shared_arrays_.size() + fresh_.size() + memory_.size());
  const auto add = [&](runtime::Buffer* buffer) {
    if (buffer && &buffer->context() == &context && buffer->memory()) list.push_back(buffer);
  };
  for (const Arrays* arrays : {&inputs_, &shared_arrays_, &fresh_})
    for (const auto& array : *arrays)
      if (arrays != &inputs_ || !array->buffer().pinned()) add(&array->buffer());
  for (const auto& buffer : memory_) add(buffer.get());
  return list;
}

void Call::run_each(std::size_t begin, std::size_t end, bool& begun) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (watch_) watch_->before(s_, Watch::Part::step, i);
    if (s_.steps[i].node && s_.steps[i].node->op().on_host()) runtime::Context::IndexHold::keep_indices(s_.contexts);
    run(s_.steps[i]);
    begun = begun || changes_shared(s_, s_.steps[i]);
    if (!watch_) continue;
    std::vector<array::Array*> inputs, outputs;
    for (const std::size_t slot : s_.steps[i].inputs)
      inputs.push_back(slot == SIZE_MAX ? nullptr : arrays_[slot].get());
    for (const std::size_t slot : s_.steps[i].outputs) outputs.push_back(arrays_[slot].get());
    watch_->after(s_, Watch::Part::step, i, inputs, outputs);
  }
}

void Call::run(const Step& step) const {
  std::vector<array::Array*> operands;
  operands.reserve(step.inputs.size() + step.outputs.size());
  for (const auto* list : {&step.inputs, &step.outputs})
    for (const std::size_t slot : *list) operands.push_back(slot == SIZE_MAX ? nullptr : arrays_[slot].get());
  const NodeArrays all(operands);
  try {
    step.run(all.first(step.inputs.size()), all.subspan(step.inputs.size()));
  } catch (const backend::Error& error) {
    const backend::Error named(error.status(),
                               fmt::format("{}: {}: {}", function_text(spec_), step.label, error.message()),
                               error.vendor_code(), error.log());
    if (error.status() == KILN_BUILD_ERROR && step.node && (is_fused(*step.node) || step.node->op().has_body()))
      throw FusedRefused(named);
    throw named;
  }
}

void Call::lose(const backend::Error& error) const {
  for (const Update& update : s_.updates) {
    try {
      shared_[update.shared]->context().lose(error, kOperation);
    } catch (const backend::Error&) {
      // The error thrown by lose() itself is dropped, as `error` is thrown below.
    }
  }
  throw error;
}

bool Call::fits() const {
  std::size_t extents = 0;
  for (const auto& array : shared_arrays_) extents += array->shape().size();
  auto known = s_.signature.end() - std::ptrdiff_t(extents);
  for (const auto& array : shared_arrays_)
    for (const std::int64_t extent : array->shape())
      if (extent != *known++) return false;
  return true;
}

Arrays Call::results() {
  for (std::size_t i = 0; i < s_.results.size(); ++i) {
    if (!s_.results[i].host || s_.results[i].made) continue;
    if (watch_) watch_->before(s_, Watch::Part::result, i);
    const array::Array& result = *arrays_[s_.results[i].slot];
    try {
      array::to_host(result, *results_[i], kOperation);
    } catch (const backend::Error&) {
      // The computation is complete and only reading its results failed: wait and read once more.
      result.context().settle(kOperation);
      array::to_host(result, *results_[i], kOperation);
    }
    if (watch_) watch_->after(s_, Watch::Part::result, i, {}, {});
  }
  return std::move(results_);
}

void Call::replace_shared() const {
  for (const Update& update : s_.updates)
    if (update.replaces) shared_[update.shared]->replace(arrays_[update.slot], kOperation);
}

// The largest value of the plan in this arena: ", 65536000 of them for Scan{steps}(...) float32(1000, 64, 256)".
std::string Call::largest_in(const Arena& arena) const {
  const Slot* largest = nullptr;
  for (const Slot& slot : s_.slots)
    if (slot.storage == Storage::planned && &s_.arenas[slot.arena] == &arena &&
        (!largest || slot.type.bytes() > largest->type.bytes()))
      largest = &slot;
  if (!largest) return "";
  return fmt::format(", {} of them for {}", largest->type.bytes(), value_text(largest->value));
}

Ref<runtime::Buffer> Call::arena_memory(const Arena& arena) const {
  try {
    return array::allocate(*arena.context, arena.bytes, kOperation);
  } catch (const backend::Error& error) {
    if (error.status() != KILN_OUT_OF_MEMORY) throw;
    throw backend::Error(error.status(),
                         fmt::format("{}: its plan needs {} bytes on {}{}: {}", function_text(spec_), arena.bytes,
                                     arena.context->device(), largest_in(arena), error.message()));
  }
}

Ref<array::Array> Call::make(std::size_t i) {
  const Slot& slot = s_.slots[i];
  switch (slot.storage) {
    case Storage::input:
      return inputs_[slot.index];
    case Storage::shared:
      return shared_arrays_[slot.index];
    case Storage::constant:
      if (!s_.slots[i].array) s_.slots[i].array = constant_array(slot);
      return slot.array;
    case Storage::fresh:
      if (slot.host) return array_on_host(*slot.context, slot.type.dtype, slot.type.shape, kOperation);
      fresh_.push_back(array::empty(*slot.context, slot.type.dtype, slot.type.shape, kOperation));
      return fresh_.back();
    case Storage::view: {
      const array::Array& from = *arrays_[slot.index];
      return array::view(from, layout_of_view(slot, from.layout()), true, kOperation);
    }
    case Storage::planned:
      break;
  }
  if (slot.first < 0 || slot.type.size() == 0)
    return array::empty(*slot.context, slot.type.dtype, slot.type.shape, kOperation);
  Layout layout = layout::c_layout(slot.type.shape, base::dtype_size(slot.type.dtype), kOperation);
  layout.offset = std::int64_t(slot.offset);
  return base::make_ref<array::Array>(memory_[slot.arena], slot.type.dtype, layout, true);
}

std::vector<Ref<array::Array>> run_once(const FunctionSpec& spec, Specialisation& s,
                                        std::span<const Ref<Shared>> shared, std::span<const Argument> arguments) {
  InputMemory memory;
  Call call(spec, s, shared, memory, nullptr);
  call.take_arguments(arguments);
  call.take_memory(false);
  bool begun = false;
  call.run_each(0, s.steps.size(), begun);
  return call.results();
}

}  // namespace kiln::graph
