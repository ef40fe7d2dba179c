// SPDX-License-Identifier: Apache-2.0
// Placement of nodes on contexts.
#pragma once

#include "graph/node.hpp"

namespace kiln::graph {

// Sets Node::place() and puts transfers in. `fallback`: where inputs are, and nodes without operands.
Values place(std::span<const Value> values, runtime::Context& fallback);

}  // namespace kiln::graph
