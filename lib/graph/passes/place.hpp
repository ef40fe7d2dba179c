// SPDX-License-Identifier: Apache-2.0
// Placement of nodes on contexts and on the host.
#pragma once

#include "graph/node/function_spec.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

// Sets Node::place() and puts transfers in. `fallback`: where inputs are, and nodes without operands. Values
// are those of the spec's outputs, which may stay on the host, then of its updates.
Values place(std::span<const Value> values, const FunctionSpec& spec, runtime::Context& fallback);

// Once placement has decided: are the value's elements in host memory? Those are results of operations of the
// host, what was moved there, inputs that stay there (they have no place), and views of these.
bool on_host(const Value& value);

// Views that cost nothing wherever their operand is.
bool is_view(const Node& node);

}  // namespace kiln::graph
