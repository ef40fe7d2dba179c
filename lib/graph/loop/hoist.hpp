// SPDX-License-Identifier: Apache-2.0
// Moves work out of the body of a loop: what no step changes, and products that depend on rows of sequences alone.
#pragma once

#include <unordered_set>

#include "graph/loop/loops.hpp"

namespace kiln::graph {

// Replaces what no step changes by inputs of the body. `varying` has the inputs that change from step to step. Returns
// the new inputs with what they stand for.
std::vector<LoopPart> hoist_invariants(Values& outputs, const std::unordered_set<const Node*>& varying);

// Replaces matrix products that depend on `sequences` and `constants` alone by inputs of the body. One product of the
// rows of all steps gives them. Returns the new inputs, which are further sequences.
std::vector<LoopPart> hoist_products(Values& outputs, std::span<const LoopPart> sequences,
                                     std::span<const LoopPart> constants);

}  // namespace kiln::graph
