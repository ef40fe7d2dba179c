// SPDX-License-Identifier: Apache-2.0
// A function whose graph has values with as many rows as steps of a loop ran (CutRows) is compiled in two parts,
// because shapes must be known before a part is compiled. The first part runs such loops. The second part computes the
// rest from their rows, and may have parts itself.
#pragma once

#include "graph/function/function.hpp"

namespace kiln::graph {

struct FunctionParts {
  // What the second part takes from the first one: an output, and the output that says how many rows of it count.
  struct Taken {
    std::size_t output = 0, count = SIZE_MAX;  // SIZE_MAX: all rows
  };
  Ref<Function> first, second;
  std::vector<std::size_t> inputs;  // which inputs of the function the first part has; the second has all, then `taken`
  std::vector<Taken> taken;

  std::vector<Ref<array::Array>> call(std::span<const Argument> arguments) const;
};
// Null if the function needs no parts. `context` is where it runs.
std::unique_ptr<FunctionParts> divide(const FunctionSpec& spec, runtime::Context& context);

}  // namespace kiln::graph
