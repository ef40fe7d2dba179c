// SPDX-License-Identifier: Apache-2.0
// What functions check when asked to: DebugMode, NanGuardMode, operations on the host, values in float64.
#pragma once

#include <memory>

#include "graph/function/specialise.hpp"

namespace kiln::graph {

// Fails the call at the first result with NaN, an infinity, or a number beyond 1e10, naming the node.
std::unique_ptr<Watch> nan_guard(const FunctionSpec& spec);
// The flags assert_no_cpu_op and warn_float64, on what a function computes.
void check_kinds(const FunctionSpec& spec, std::span<const Value> values);

// DebugMode: runs the graph before and after each pass on these arguments, changing nothing. Throws
// KILN_INTERNAL naming the pass and the first node that it made something else of. Returns what the call has
// to give: outputs, then new values of shared variables.
std::vector<Ref<array::Array>> check_passes(const FunctionSpec& spec, Specialisation& s,
                                            std::span<const Ref<Shared>> shared,
                                            std::span<const Argument> arguments, runtime::Context& context);
// After the call, which wrote over operands and may have been a recording.
void check_call(const FunctionSpec& spec, const Specialisation& s, std::span<const Ref<Shared>> shared,
                std::span<const Ref<array::Array>> expected, std::span<const Ref<array::Array>> results);

}  // namespace kiln::graph
