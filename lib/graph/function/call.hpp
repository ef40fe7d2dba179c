// SPDX-License-Identifier: Apache-2.0
// One call of a function: takes the arguments, allocates the memory, runs the steps and gives the results.
// function_call.cpp and DebugMode use it.
#pragma once

#include "graph/function/watch.hpp"

namespace kiln::graph {

inline constexpr const char* kOperation = "function";  // the operation that errors of calls name
using Arrays = std::vector<Ref<array::Array>>;

// Whether the step writes a shared variable.
bool changes_shared(const Specialisation& s, const Step& step);

// The arrays of one call, one for each slot. A Call is used by one thread, which has the function's turn.
class Call {
 public:
  Call(const FunctionSpec& spec, Specialisation& s, std::span<const Ref<Shared>> shared, InputMemory& memory,
       Watch* watch)
      : spec_(spec), s_(s), shared_(shared), input_memory_(memory), watch_(watch) {}
  // Moves or converts arguments to where steps read them. Throws if one does not fit.
  void take_arguments(std::span<const Argument> arguments);
  // Allocates everything the call needs, so that nothing fails for want of memory once work is queued.
  // `keep`: the arenas stay with the specialisation for later calls.
  void take_memory(bool keep);
  // Tells apart calls whose arrays lie in different memory: a recording fits only calls with its key.
  std::vector<std::uint64_t> key() const;
  // Whether arguments, shared variables and new outputs all lie in different buffers. dependencies() assumes this.
  bool apart() const;
  // The buffers of a context that recordings use and do not own. The next call may have others in their place.
  std::vector<runtime::Buffer*> externals(const runtime::Context& context) const;
  // Runs the steps one by one and shows each to the watch, if there is one. Sets `begun` once a shared
  // variable has changed.
  void run_each(std::size_t begin, std::size_t end, bool& begun) const;
  void run(const Step& step) const;
  // Marks the contexts of all updated variables as failed and throws the error. For errors after a variable
  // has begun to change.
  [[noreturn]] void lose(const backend::Error& error) const;
  // Whether the shared variables still have the shapes that the specialisation is for. Another thread may
  // have changed one.
  bool fits() const;
  // Whether an argument was the memory of a shared variable. Another call must then read the argument again.
  bool live_argument() const noexcept { return live_argument_; }
  // Returns the outputs; the ones for the host are read here. Call it once.
  Arrays results();
  // Gives variables their new values where these have another shape.
  void replace_shared() const;

 private:
  // Copies arguments that share memory with a variable, so that steps may write over the variable.
  void keep_from_updates();
  void take_argument(std::size_t i, const Argument& argument);
  std::string largest_in(const Arena& arena) const;
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

// Runs one call step by step and without updates. DebugMode compares its results.
std::vector<Ref<array::Array>> run_once(const FunctionSpec& spec, Specialisation& s,
                                        std::span<const Ref<Shared>> shared, std::span<const Argument> arguments);

}  // namespace kiln::graph
