// SPDX-License-Identifier: Apache-2.0
// Decides on which context, or on the host, each node runs.
#pragma once

#include "graph/node/function_spec.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

// Sets Node::place() and inserts transfers. `values` are the outputs of the spec, which may stay on the host,
// and then its updates. Nodes whose operands have no place run on `fallback`.
Values place(std::span<const Value> values, const FunctionSpec& spec, runtime::Context& fallback);

// After placement: whether the value's elements are in host memory. This is so for results of operations on the host,
// for what was moved there, for inputs that stay there (which have no place), and for views of these.
bool on_host(const Value& value);

// Whether the node is a view, which costs nothing wherever its operand is, unless it is a reshape that must copy.
bool is_view(const Node& node);

}  // namespace kiln::graph
