// SPDX-License-Identifier: Apache-2.0
// Compiled functions: what they compute, their specialisations for signatures of inputs, and calls.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/function/turn.hpp"
#include "graph/node/function_spec.hpp"
#include "graph/passes/text_numbers.hpp"

namespace kiln::graph {

// Device memory for host arguments. For each input and context it has the size of the largest argument so
// far, and all specialisations share it.
class InputMemory {
 public:
  Ref<array::Array> take(std::size_t input, runtime::Context& context, DType dtype, const Dims& shape);
  void clear() { places_.clear(); }

 private:
  std::map<std::pair<std::size_t, runtime::Context*>, Ref<runtime::Buffer>> places_;
};

struct FunctionParts;
struct Specialisation;
// Thrown when the device's compiler refuses a fused kernel. The function is then compiled without fusion.
class FusedRefused : public backend::Error {
 public:
  explicit FusedRefused(const backend::Error& error) : backend::Error(error) {}
};
class Profile;
class Watch;

class Function final : public base::RefCounted {
 public:
  // Checks the spec. Throws if an input, output or update is missing or does not fit.
  static Ref<Function> create(FunctionSpec spec);
  const FunctionSpec& spec() const noexcept { return spec_; }
  const std::string& name() const noexcept { return spec_.name; }
  // Queues a call and returns the outputs; those on the host are complete. Any thread may call. If a call
  // runs a function of the program's on the host, that function cannot use this Function: call() and all
  // members that need the specialisations throw KILN_UNSUPPORTED there.
  std::vector<Ref<array::Array>> call(std::span<const Argument> arguments);
  // Calls the function `times` times with the same arguments; updates happen each time. Returns the outputs
  // of the last call.
  std::vector<Ref<array::Array>> run(std::span<const Argument> arguments, std::size_t times);
  // Waits until outputs and updates are complete.
  void synchronize();
  // Returns the same function for other shared variables; `swap` has pairs of old and new. Without `updates`
  // the copy updates nothing.
  Ref<Function> copy(std::span<const std::pair<Value, Value>> swap, std::string name, bool updates) const;
  // Drops all specialisations and their memory. The next call compiles anew.
  void release_memory();
  // Returns a text: "toposort", "debugprint", "dot", "svg", "explain", "profile", "trace" or "passes".
  std::string describe(std::string_view what);
  // The bytes of device memory that a call with the newest signature needs beside inputs and shared variables.
  std::uint64_t planned_bytes();
  // The same for all signatures that are kept, if memory stays between calls.
  std::uint64_t kept_bytes();
  // The bytes of the newest call's results on devices.
  std::uint64_t result_bytes();

 private:
  explicit Function(FunctionSpec spec);
  ~Function() override;
  class Work;
  void check();
  Specialisation& specialise(std::span<const Argument> arguments);
  // Calls the function until `times` is 0. Each complete call counts `times` down, so that a retry makes the rest.
  std::vector<Ref<array::Array>> run_steps(std::span<const Argument> arguments, std::size_t& times);
  std::vector<Ref<array::Array>> run_parts(std::span<const Argument> arguments, std::size_t times);
  std::string describe_parts(std::string_view what);
  void report_indices(std::string first);
  const Specialisation* newest() const noexcept;  // that of the newest call, or null
  runtime::Context& home(std::span<const Argument> arguments) const;
  std::unique_ptr<Watch> watch_calls();
  void compile_known();
  // Makes the function compile without fusion from now on. Returns false if it did so already.
  bool leave_apart(const FusedRefused& error);
  std::uint64_t count_reshapes() const;  // how often shared variables have changed their shapes
  std::vector<std::int64_t> signature(std::span<const Argument> arguments, const runtime::Context& home) const;
  std::string input_names(std::size_t first) const;
  void check_argument(std::size_t i, const Argument& argument) const;

  FunctionSpec spec_;
  Ref<runtime::Context> context_;
  std::vector<Ref<Shared>> shared_;  // every variable that is read or updated
  // A thread must have this turn to use the members below, and the lists of passes in spec_.
  mutable Turn turn_;
  std::vector<std::unique_ptr<Specialisation>> specialisations_;  // the most recently called one comes first
  TextNumbers text_numbers_;
  InputMemory input_memory_;
  std::unique_ptr<Profile> profile_;
  // Not null: the function is called in parts, and has no specialisations of its own.
  std::unique_ptr<FunctionParts> parts_;
};

// Holds the function's turn for a scope. Throws KILN_UNSUPPORTED if this thread has it already or can never get it.
class Function::Work {
 public:
  explicit Work(const Function& function) : turn_(function.turn_) {
    if (!turn_.take())
      fail(KILN_UNSUPPORTED,
           "{}: it is at work: what its own call calls back cannot call, free or describe it, nor wait for it",
           function_text(function.spec_));
  }
  ~Work() { turn_.pass(); }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

 private:
  Turn& turn_;
};

// Sets those options of a function that flags decide.
void apply_flags(FunctionSpec& spec);
// The context that the flag `device` names. It is opened at the first use and stays open.
runtime::Context& default_context();

}  // namespace kiln::graph
