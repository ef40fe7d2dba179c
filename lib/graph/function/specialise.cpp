// SPDX-License-Identifier: Apache-2.0
// The specialisations of a function: finds them by signature, makes new ones, drops the oldest ones beyond
// the limit, and frees their memory.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/log.hpp"
#include "base/text.hpp"
#include "graph/function/parts.hpp"
#include "graph/function/profile.hpp"
#include "graph/passes/apart_notes.hpp"
#include "graph/passes/optimise.hpp"

namespace kiln::graph {
namespace {

// How many specialisations keep device memory: constants, temporaries of recordings and, with allow_gc=False,
// the plan's arenas.
constexpr std::size_t kWarm = 8;

// Frees what the next call can make again.
void give_memory_back(Specialisation& s) {
  s.bindings.clear();
  s.memory.clear();
  s.pass_check = nullptr;
  for (Slot& slot : s.slots) slot.array = nullptr;
}

}  // namespace

// The context on which unplaced nodes run. If all array arguments are on another context
// of the same device, it is that context, so that they need not be moved.
runtime::Context& Function::home(std::span<const Argument> arguments) const {
  if (spec_.context) return *context_;
  runtime::Context* only = nullptr;
  for (const Argument& argument : arguments) {
    if (!argument.array || argument.array->buffer().pinned()) continue;
    runtime::Context* const context = &argument.array->context();
    if (only && only != context) return *context_;
    only = context;
  }
  return only && only->device() == context_->device() ? *only : *context_;
}

// "x, y": the inputs from number `first` on. Of a long list only the first ones are named.
std::string Function::input_names(std::size_t first) const {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = first; i < spec_.inputs.size() && i < first + kMost; ++i) {
    const std::string& label = spec_.inputs[i].variable.node->label();
    text += (text.empty() ? "" : ", ") + (label.empty() ? "input " + std::to_string(i + 1) : base::excerpt(label));
  }
  return spec_.inputs.size() > first + kMost ? text + ", ..." : text;
}

// The key of a specialisation: the context, the extents of the arguments, and the extents of the shared variables.
std::vector<std::int64_t> Function::signature(std::span<const Argument> arguments, const runtime::Context& home) const {
  if (arguments.size() > spec_.inputs.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}{}{}", function_text(spec_),
         base::plural(arguments.size(), "argument"), spec_.inputs.size(), spec_.inputs.empty() ? "" : ": ",
         input_names(0));
  if (arguments.size() < spec_.inputs.size())
    fail(KILN_INVALID_ARGUMENT, "{}: no argument for {}, expected {}: {}", function_text(spec_),
         input_names(arguments.size()), base::plural(spec_.inputs.size(), "argument"), input_names(0));
  std::vector<std::int64_t> key{std::int64_t(reinterpret_cast<std::intptr_t>(&home))};
  key.reserve(1 + 2 * (arguments.size() + shared_.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    check_argument(i, arguments[i]);
    const Dims& shape = arguments[i].array ? arguments[i].array->shape() : arguments[i].shape;
    key.insert(key.end(), shape.begin(), shape.end());
  }
  for (const auto& shared : shared_) {
    const auto value = shared->value();
    key.insert(key.end(), value->shape().begin(), value->shape().end());
  }
  return key;
}

std::uint64_t Function::count_reshapes() const {
  std::uint64_t count = 0;
  for (const auto& shared : shared_) count += shared->reshapes();
  return count;
}

Specialisation& Function::specialise(std::span<const Argument> arguments) {
  runtime::Context& context = home(arguments);
  std::vector<std::int64_t> key = signature(arguments, context);
  const auto known = std::find_if(specialisations_.begin(), specialisations_.end(),
                                  [&](const auto& each) { return each->signature == key; });
  if (known != specialisations_.end()) {
    const bool was_cold = known - specialisations_.begin() >= std::ptrdiff_t(kWarm);
    std::rotate(specialisations_.begin(), known, known + 1);
    if (was_cold) give_memory_back(*specialisations_[kWarm]);
    return *specialisations_.front();
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t reshapes = count_reshapes();
  auto made = std::make_unique<Specialisation>();
  made->home = Ref<runtime::Context>(&context);
  std::vector<Type> types;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    types.push_back(
        {spec_.inputs[i].variable.type().dtype, arguments[i].array ? arguments[i].array->shape() : arguments[i].shape});
  text_numbers_.next();
  const TextNumbers::Scope numbers(&text_numbers_);
  {
    ApartNotes apart;
    const ApartNotes::Scope noted(&apart);
    made->graph = optimise(spec_, types, context, nullptr);
    made->apart = apart.take();
  }
  made->inputs = std::move(types);
  make_steps(spec_, shared_, context, *made);
  schedule(*made);
  plan_memory(*made);
  for (const Step& step : made->steps) {
    const Ref<runtime::Context> used(step.context);
    if (used && std::find(made->contexts.begin(), made->contexts.end(), used) == made->contexts.end())
      made->contexts.push_back(used);
  }
  // Another thread has changed the shape of a shared variable meanwhile.
  if (count_reshapes() != reshapes || signature(arguments, context) != key) return specialise(arguments);
  made->signature = std::move(key);
  made->compile_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (profile_) profile_->compiled(made->compile_seconds);
  if (specialisations_.size() == spec_.signatures) specialisations_.pop_back();
  specialisations_.insert(specialisations_.begin(), std::move(made));
  if (specialisations_.size() > kWarm) give_memory_back(*specialisations_[kWarm]);
  return *specialisations_.front();
}

bool Function::leave_apart(const FusedRefused& error) {
  auto& excluded = spec_.excluded_passes;
  if (std::find(excluded.begin(), excluded.end(), "fusion") != excluded.end()) return false;
  for (const char* pass : {"fusion", "rows", "sweep", "bundle", "epilogue"}) {
    excluded.emplace_back(pass);
    auto& included = spec_.included_passes;
    included.erase(std::remove(included.begin(), included.end(), pass), included.end());
  }
  base::log(KILN_LOG_WARNING, fmt::format("{}: compiled without fusion, as the device's compiler refused a "
                                          "fused kernel: {}",
                                          function_text(spec_), error.message()));
  specialisations_.clear();
  return true;
}

const Specialisation* Function::newest() const noexcept {
  return specialisations_.empty() ? nullptr : specialisations_.front().get();
}

void Function::synchronize() {
  std::vector<Ref<runtime::Context>> used{context_};
  const auto add = [&](const Ref<runtime::Context>& context) {
    if (std::find(used.begin(), used.end(), context) == used.end()) used.push_back(context);
  };
  {
    const Work work(*this);
    for (const auto& shared : shared_) add(Ref<runtime::Context>(&shared->context()));
    for (const auto& s : specialisations_)
      for (const auto& context : s->contexts) add(context);
  }
  for (const auto& context : used) context->synchronize("function");
  if (!parts_) return;
  parts_->first->synchronize();
  parts_->second->synchronize();
}

void Function::release_memory() {
  std::vector<std::unique_ptr<Specialisation>> gone;
  const Work work(*this);
  gone.swap(specialisations_);
  input_memory_.clear();
  if (!parts_) return;
  parts_->first->release_memory();
  parts_->second->release_memory();
}

std::uint64_t Function::planned_bytes() {
  const Work work(*this);
  if (parts_) {
    // While the second part runs, what it takes from the first one is there too.
    const std::uint64_t first = parts_->first->planned_bytes(), second = parts_->second->planned_bytes();
    return parts_->first->result_bytes() + (spec_.keep_memory ? first + second : std::max(first, second));
  }
  return newest() ? peak_bytes(*newest()) : 0;
}

std::uint64_t Function::kept_bytes() {
  const Work work(*this);
  if (parts_) return parts_->first->kept_bytes() + parts_->first->result_bytes() + parts_->second->kept_bytes();
  std::uint64_t bytes = 0;
  for (const auto& s : specialisations_) bytes += peak_bytes(*s);
  return bytes;
}

std::uint64_t Function::result_bytes() {
  const Work work(*this);
  if (parts_) return parts_->second->result_bytes();
  std::uint64_t bytes = 0;
  if (const Specialisation* s = newest())
    for (const Result& result : s->results)
      if (!result.host) bytes += s->slots[result.slot].type.bytes();
  return bytes;
}

}  // namespace kiln::graph
