// SPDX-License-Identifier: Apache-2.0
// The way of a function's graph through the passes.
#pragma once

#include <unordered_map>

#include "graph/node/function_spec.hpp"

namespace kiln::graph {

// Returns the values with each first value of `givens` replaced by the second. Replacements happen all at
// once: a replacement's inputs are not replaced.
Values with_givens(std::span<const Value> values, std::span<const std::pair<Value, Value>> givens);
// Gives leaves their types of one call, by operation, and infers all other types anew. Errors begin with `function`.
Values with_shapes(const std::string& function, std::span<const Value> values,
                   const std::unordered_map<const Op*, Type>& leaves);
// The values after a pass, for DebugMode and listings.
struct PassResult {
  std::string name;
  Values values;
  RewriteNotes notes;  // what the pass replaced each value by
};
using History = std::vector<PassResult>;
// Returns the outputs and then the updates of the function, optimised for inputs of these types and the shapes that
// shared variables have now. `context` is as in place(). `history`, if not null, receives the values after each pass.
Values optimise(const FunctionSpec& spec, std::span<const Type> inputs, runtime::Context& context, History* history);
}  // namespace kiln::graph
