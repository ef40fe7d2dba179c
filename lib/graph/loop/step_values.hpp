// SPDX-License-Identifier: Apache-2.0
// The values that the steps of a loop had, which the loop back reads as sequences: rows of the loop's sequences, states
// and outputs, and results of products, which the loop then gives as further outputs.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "graph/loop/loops.hpp"

namespace kiln::graph {

// Rows are in the order of the loop's sequences. Those of states are in the order of its steps, which is another one in
// a reversed loop.
class StepValues {
 public:
  StepValues(const Scan& scan, const Node& node);

  // Replaces results of the body that the loop gives, or can give, of all steps by inputs, so that the loop back does
  // not compute them again. What an earlier call made is forgotten.
  Values stored(const Values& values);
  // Whether all steps that gradients flow through had this value, so that rows_of() knows it. Where not all steps run,
  // what a sequence has for the others must not reach a sum over the steps.
  bool known(const Value& value) const;
  // Says what the loop back computes, and which other rows it needs. Returns the sequences that it reads. Call it
  // before rows_of().
  std::vector<LoopPart> sequences(const Values& outputs, const Values& factors);
  // What the steps had as this input of the body, or in whose place stored() put this input; limited to the steps that
  // gradients flow through. Empty for other values.
  Value rows_of(const Value& input);

  // Turns rows from the order of the steps into that of the sequences, or back.
  Value turned(const Value& rows) const;
  // The rows of the steps that gradients flow through.
  Value limited(const Value& rows) const;
  // The number of inputs of the body that are no constants.
  std::size_t moving() const noexcept { return moving_; }

 private:
  // What the loop keeps for a value of the body in the place of which stored() put an input.
  struct Stored {
    Value value;
    std::size_t output;  // of the body; SIZE_MAX: a further one
  };
  void keep(const std::unordered_set<const Node*>& read);
  std::size_t input_of(const Value& value) const;
  Value state_rows(std::size_t input) const;
  Value segment_limits() const;

  const ScanDefinition& d_;
  const Scan& scan_;
  const Node& node_;
  std::size_t moving_ = 0;
  std::unordered_set<const Node*> worth_;                 // nodes of the body whose results are worth keeping
  std::vector<std::pair<Value, Stored>> stored_;          // by the input in the value's place
  std::unordered_map<Value, std::size_t, ValueHash> at_;  // by the input: where it stands in stored_
  std::unordered_map<Value, Value, ValueHash> rows_;      // by an input: its rows
  Values kept_;                                           // the further outputs of the body
  NodeRef node_with_all_;                                 // the loop that gives all that is read
};

}  // namespace kiln::graph
