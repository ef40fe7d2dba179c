// SPDX-License-Identifier: Apache-2.0
// Loops of a graph: how a program asks for one, and how its node is made.
#pragma once

#include "graph/loop/scan_op.hpp"

namespace kiln::graph {

// An array that the steps go through along axis 0. A step reads it at each tap: how many steps ahead, or behind if the
// tap is negative.
struct ScanSequence {
  Value value;
  std::vector<std::int64_t> taps{0};
};
// What each step gives. With first values, later steps read it at each tap: -1 is the step before. The first values
// are those before step 0; if -1 is the only tap they have no axis for the steps.
struct ScanOutput {
  Value initial = {};  // empty: later steps do not read it
  std::vector<std::int64_t> taps{-1};
  bool last_only = false;  // the loop gives the value after the last step, not that of all steps
};
struct ScanRequest {
  std::string name = {};
  std::vector<ScanSequence> sequences = {};
  std::vector<ScanOutput> outputs = {};
  std::int64_t steps = kUnknown;  // kUnknown: as many as the shortest sequence allows
  bool backwards = false;         // the sequences are read from their ends
  std::int64_t truncate = kUnknown;
  // Not 0: the gradient keeps the states of every so many steps alone, and computes the steps between them again.
  std::int64_t checkpoint_every = 0;
  // A step also gives a condition, behind the outputs. The loop ends after the first step whose condition is true, or
  // after `steps`, and gives as many rows as steps ran.
  bool until = false;
  // Shared variables that each step gives a new value, which the next step reads.
  Values updated = {};
};
// Builds one step: gets each sequence at each of its taps, then each output at each of its taps, and returns the
// outputs, the new values of `updated` and, if the loop has one, the condition.
using ScanBody = std::function<Values(const Values& inputs)>;

// Returns for each output its values of all steps as rows, or the last one; then the last values of `updated`. Numbers
// that a step draws are fresh in each step.
Values scan(const ScanRequest& request, const ScanBody& body);

// ---- For the gradients of loops ----

// A value of the body, and what the loop gives it.
struct LoopPart {
  Value inner, outer;
};
struct LoopState {
  std::vector<std::pair<std::int64_t, Value>> taps;  // how many steps back, and the input of the body
  Value first, next;                                 // the node's input, and the body's output
  bool last_only = false;
  std::string what = {};  // "output 1", for messages
};
struct LoopParts {
  std::string name;
  std::vector<LoopPart> sequences;
  std::vector<LoopState> states;
  Values mapped;
  std::vector<LoopPart> constants;
  std::int64_t steps = kUnknown, truncate = kUnknown, limit = kUnknown;
  bool sums_in_loop = false, reversed = false;
  StepRange range = StepRange::all;
  Value condition = {};    // StepRange::until: of the body
  Value count = {};        // StepRange::first and last: how many steps run
  Value limit_input = {};  // the limit, where a call computes it
  std::optional<SegmentLimits> segments = {};
};
// Makes the node. What the body reads and no step changes is computed once, before the loop, and becomes a constant of
// it. Products that depend on sequences alone are computed for all steps at once, and become sequences.
NodeRef make_loop(LoopParts parts);

}  // namespace kiln::graph
