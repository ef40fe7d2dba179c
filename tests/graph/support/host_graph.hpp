// SPDX-License-Identifier: Apache-2.0
// Graphs computed on the host, node by node, each result rounded to its dtype: what passes make of a graph is
// compared with it where no kernel need be compiled.
#pragma once

#include <vector>

#include "graph/node/leaf.hpp"
#include "graph/node/node.hpp"

namespace kiln::test {

using namespace kiln::graph;

using Numbers = std::vector<Scalar>;  // C order

// The elements of an input.
struct HostInput {
  Value variable;
  Numbers elements;
};

// The values' elements. Short forms and operations of other libraries are not known: `expand` comes first.
std::vector<Numbers> on_host(std::span<const Value> values, std::span<const HostInput> inputs);

}  // namespace kiln::test
