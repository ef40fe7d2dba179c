// SPDX-License-Identifier: Apache-2.0
// The passes over the graph of a function, in their order, and what each of them made.
#pragma once

#include "graph/node/function_spec.hpp"

namespace kiln::graph {

// Values in place of others, all at once.
Values with_givens(std::span<const Value> values, std::span<const std::pair<Value, Value>> givens);
// The graph of a function for types of its inputs and shapes of its shared variables, through the passes.
struct PassResult {
  std::string name;
  Values values;
  RewriteNotes notes;  // what the pass made of each value
};
using History = std::vector<PassResult>;
Values optimise(const FunctionSpec& spec, std::span<const Type> inputs, runtime::Context& context,
                History* history);
}  // namespace kiln::graph
