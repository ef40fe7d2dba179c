// SPDX-License-Identifier: Apache-2.0
// One call of a function: its arguments, its memory, its steps. Private to execute.cpp.
#pragma once

#include "graph/function/specialise.hpp"

namespace kiln::graph {

inline constexpr const char* kOperation = "function";  // what errors of calls name
using Arrays = std::vector<Ref<array::Array>>;

// The step writes a shared variable.
bool changes_shared(const Specialisation& s, const Step& step);

// The memory of one call: arrays for every slot, and what may lie elsewhere in the next one.
class Call {
 public:
  Call(const FunctionSpec& spec, Specialisation& s, std::span<const Ref<Shared>> shared, InputMemory& memory,
       Watch* watch)
      : spec_(spec), s_(s), shared_(shared), input_memory_(memory), watch_(watch) {}
  void take_arguments(std::span<const Argument> arguments);
  // Everything that could fail for want of memory happens here, before anything is queued.
  void take_memory(bool keep);
  std::vector<std::uint64_t> key() const;
  // No two of the arrays that come from outside share memory: an argument may be a shared variable's.
  bool apart() const;
  // Buffers of a context that the next call may have elsewhere.
  std::vector<runtime::Buffer*> externals(const runtime::Context& context) const;
  // Steps one by one, watched if someone does. `begun`: variables have begun to change.
  void run_each(std::size_t begin, std::size_t end, bool& begun) const;
  void run(const Step& step) const;
  // Of the variables that the function updates.
  [[noreturn]] void lose(const backend::Error& error) const;
  // The shared variables still have the shapes that the specialisation is for: other threads may change them.
  bool fits() const;
  // An argument was a shared variable's memory: another call reads it anew.
  bool live_argument() const noexcept { return live_argument_; }
  // Once.
  Arrays results();
  // New values of another shape.
  void replace_shared() const;

 private:
  void keep_from_updates();
  // On the context of upload `i`.
  void take_argument(std::size_t i, const Argument& argument);
  Ref<runtime::Buffer> arena_memory(const Arena& arena) const;
  Ref<array::Array> make(std::size_t i);
  const FunctionSpec& spec_;
  Specialisation& s_;
  std::span<const Ref<Shared>> shared_;
  InputMemory& input_memory_;
  Watch* watch_;
  bool live_argument_ = false;
  Arrays inputs_, shared_arrays_, fresh_, arrays_, results_;
  std::vector<Ref<runtime::Buffer>> memory_;
};

}  // namespace kiln::graph
