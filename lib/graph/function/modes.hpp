// SPDX-License-Identifier: Apache-2.0
// Checks that callers can switch on: DebugMode, NanGuardMode, and the flags that tell of operations on the
// host and of float64.
#pragma once

#include <memory>

#include "graph/function/watch.hpp"

namespace kiln::graph {

// Returns a watch that fails the call at the first result with a NaN, an infinity or a number beyond 1e10.
// The error names the node.
std::unique_ptr<Watch> nan_guard(const FunctionSpec& spec);
// Applies the flags assert_no_cpu_op and warn_float64 to what a function computes.
void check_kinds(const FunctionSpec& spec, std::span<const Value> values);

// DebugMode before a call: computes the graph before and after each pass from these arguments, without updates. Throws
// KILN_INTERNAL if a pass changed a value; the error names the pass and the first node whose value it changed.
// Returns what the call must give: outputs, then new values of shared variables.
std::vector<Ref<array::Array>> check_passes(const FunctionSpec& spec, Specialisation& s,
                                            std::span<const Ref<Shared>> shared, std::span<const Argument> arguments,
                                            runtime::Context& context);
// DebugMode after the call: compares its results and the shared variables with what check_passes() returned. This
// tests what check_passes() leaves out: updates in place and the replay of recordings.
void check_call(const FunctionSpec& spec, const Specialisation& s, std::span<const Ref<Shared>> shared,
                std::span<const Ref<array::Array>> expected, std::span<const Ref<array::Array>> results);

}  // namespace kiln::graph
