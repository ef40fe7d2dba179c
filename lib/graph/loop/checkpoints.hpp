// SPDX-License-Identifier: Apache-2.0
// A loop whose gradient keeps the states of every k-th step alone. It is a loop in a loop: a step of the outer loop is
// a segment, which is a loop of k steps. The gradient of the outer loop keeps what a segment begins with, and computes
// a segment again before it goes back over it. Steps that fill no segment are a loop of their own behind these.
#pragma once

#include "graph/loop/loops.hpp"

namespace kiln::graph {

// What a loop gives for one of its states or mapped values.
struct LoopResult {
  Value rows;  // of all steps; empty if they are not wanted
  Value last;  // of a state, or if the loop has a condition of any: the value of the last step
  Value next;  // of a state: the values that a further step would read
};

// Makes the loop. `parts` has all steps or a condition, and no constants. `wanted` says for each state whether the
// values of all steps are wanted. Returns the results of the states, then those of the mapped values. Where gradients
// flow through the last steps alone, these are a loop of their own behind the others, of which no gradient keeps any.
// In a loop with a condition they are known only when it has run: it keeps the states of all segments, and the gradient
// goes over the last ones (SegmentLimits). Its last segment may have steps that never run, so that no steps are left.
std::vector<LoopResult> checkpointed_loop(const LoopParts& parts, std::int64_t every, const std::vector<bool>& wanted);

}  // namespace kiln::graph
