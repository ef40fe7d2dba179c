// SPDX-License-Identifier: Apache-2.0
// Compiled functions: what is computed, the specialisations for signatures of inputs, and calls.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/function/turn.hpp"
#include "graph/node/function_spec.hpp"

namespace kiln::graph {

// Device memory that host arguments go through, of all signatures: for each input and context as much as the
// largest argument so far.
class InputMemory {
 public:
  Ref<array::Array> take(std::size_t input, runtime::Context& context, DType dtype, const Dims& shape);
  void clear() { places_.clear(); }

 private:
  std::map<std::pair<std::size_t, runtime::Context*>, Ref<runtime::Buffer>> places_;
};

struct Specialisation;
// The device's compiler refused the kernel of nodes that a pass took together.
class FusedRefused : public backend::Error {
 public:
  explicit FusedRefused(const backend::Error& error) : backend::Error(error) {}
};
class Profile;
class Watch;

class Function final : public base::RefCounted {
 public:
  static Ref<Function> create(FunctionSpec spec);
  const FunctionSpec& spec() const noexcept { return spec_; }
  const std::string& name() const noexcept { return spec_.name; }
  // Queues a call; results are arrays, those on the host complete. Any number of threads. This and what else
  // works with specialisations is refused (KILN_UNSUPPORTED) in what a call of the function calls back.
  std::vector<Ref<array::Array>> call(std::span<const Argument> arguments);
  // Calls `times` times with the same arguments, updates included; the last call's outputs.
  std::vector<Ref<array::Array>> run(std::span<const Argument> arguments, std::size_t times);
  // Waits for outputs and updates.
  void synchronize();
  // The same function of other shared variables: pairs of old and new.
  Ref<Function> copy(std::span<const std::pair<Value, Value>> swap, std::string name, bool updates) const;
  // Gives the memory of all specialisations back.
  void release_memory();
  // "toposort", "debugprint", "dot", "svg", "explain", "profile", "trace", "passes".
  std::string describe(std::string_view what);
  // Bytes: what a call with the newest signature needs beside inputs and shared variables, as planned.
  std::uint64_t planned_bytes();

 private:
  explicit Function(FunctionSpec spec);
  ~Function() override;
  class Work;
  void check();
  Specialisation& specialise(std::span<const Argument> arguments);
  // Calls `times` times, which it counts down.
  std::vector<Ref<array::Array>> run_steps(std::span<const Argument> arguments, std::size_t& times);
  void report_indices(std::string first);
  const Specialisation* newest() const noexcept;  // of the newest call
  runtime::Context& home(std::span<const Argument> arguments) const;
  std::unique_ptr<Watch> watch_calls();
  void compile_known();
  // From now on the function is compiled without fusion; false: it was already.
  bool leave_apart(const FusedRefused& error);
  std::uint64_t count_reshapes() const;  // of shared variables
  std::vector<std::int64_t> signature(std::span<const Argument> arguments,
                                      const runtime::Context& home) const;
  void check_argument(std::size_t i, const Argument& argument) const;

  FunctionSpec spec_;
  Ref<runtime::Context> context_;
  std::vector<Ref<Shared>> shared_;  // every one that is read or updated
  // Held by who reads or writes what follows, or which passes spec_ leaves out.
  mutable Turn turn_;
  std::vector<std::unique_ptr<Specialisation>> specialisations_;  // the one called last first
  InputMemory input_memory_;
  std::unique_ptr<Profile> profile_;
};

// What the flags say of functions.
void apply_flags(FunctionSpec& spec);
// The context of the flag `device`, opened at the first use and kept.
runtime::Context& default_context();

}  // namespace kiln::graph
