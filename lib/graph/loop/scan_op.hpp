// SPDX-License-Identifier: Apache-2.0
// Scan is the node of a loop. It owns the body, a graph that computes one step. The body is compiled once for each
// signature of the function; each step then runs its kernels on slices of the loop's arrays.
#pragma once

#include <mutex>
#include <optional>

#include "graph/node/node.hpp"

namespace kiln::graph {

class Scan;

std::string loop_text(const std::string& name);  // "graph.scan 'name'", for messages

// A value that a step hands on to later steps.
struct ScanState {
  std::vector<std::int64_t> taps;  // how many steps back the body reads it: 1, 2, ...
  // Whether the loop gives the value after the last step alone. It then has the single tap 1, and its new value depends
  // on its old one. Sums over the steps are such states; gradients of these loops keep all values instead.
  bool last_only = false;
  std::int64_t depth = 1;  // how many steps back the body reads at most
  std::string what = {};   // "output 1", for messages; empty in loops that no program asked for
};

// Which steps run. Rows of results that belong to other steps are zeros.
enum class StepRange {
  all,
  until,  // those up to the first one whose condition is true
  first,  // the first ones, as many as an input says
  last    // the last ones
};

// A loop with a condition whose steps are segments of steps, of which gradients flow through the last ones. How many of
// these a segment has is known when the loop has run. So the body has an input for it, which the steps do not read. The
// loop back has that number in the input's place.
struct SegmentLimits {
  std::size_t sequence = 0;  // that input; its rows are the numbers of the segments
  std::size_t counts = 0;    // the output of the body that says how many steps of its segment ran
  std::int64_t every = 0;    // steps of a segment
  std::int64_t truncate = 0;
};

// Inputs of the node are, in this order: the sequences, whose rows the steps read; for each state its first values,
// `depth` rows, or without the leading axis if last_only; the constants, which all steps read whole; for
// StepRange::first and last how many steps run; and the limit, if takes_limit says so. Results are, in this order: for
// each state its first values and those of all steps as rows of one array, or the last value if last_only; for each
// mapped value those of all steps as rows; and for StepRange::until how many steps ran. Numbers of steps are int64
// without axes.
struct ScanDefinition {
  std::string name;
  std::size_t sequences = 0;
  std::vector<ScanState> states;
  std::int64_t steps = kUnknown;  // kUnknown: as many as the sequences have rows
  StepRange range = StepRange::all;
  std::int64_t truncate = kUnknown;  // gradients flow through at most so many last steps; kUnknown: through all
  // As `truncate` for StepRange::until: steps that ran count. For StepRange::first and last at most so many steps run,
  // the last ones of the first, or the first ones of the last. No `truncate` then.
  std::int64_t limit = kUnknown;
  bool takes_limit = false;  // the limit is an input. Only the loop back reads it
  std::optional<SegmentLimits> segments = {};
  // Step t reads and writes row steps - 1 - t of sequences and mapped values. Rows of states have the order of the
  // steps.
  bool reversed = false;
  // The loop that this one computes with more of its values as results; null: none. Both have the same inputs.
  Ref<const Scan> extends = nullptr;
  // Gradients by constants are summed while the loop back runs, so that no factors of all steps are kept.
  bool sums_in_loop = false;
  // The body. Its inputs are, in this order: a row of each sequence, each state at each of its taps, the constants. Its
  // outputs are the new values of the states, then the mapped values, and for StepRange::until the condition, a number
  // without axes that is not 0 after the last step. It depends on no other leaf but constants.
  Values inputs, outputs;
};

class Scan final : public Op {
 public:
  explicit Scan(ScanDefinition definition);
  const ScanDefinition& definition() const noexcept { return definition_; }
  std::string name() const override { return "Scan"; }
  // Every loop has a key of its own. Copies of its node share it.
  std::string key() const override { return fmt::format("Scan {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return reads_[input]; }
  bool reads_on_host(std::size_t input) const override {
    return takes_count() && input >= reads_.size() - step_counts();
  }
  bool recordable() const override { return recordable_ && definition_.range == StepRange::all; }
  std::string bodies_text() const override;
  Runner prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context,
                     Bodies& bodies) const override;
  bool has_body() const override { return true; }

  std::string text() const;  // "graph.scan 'name'", for messages
  // The values of a step that the loop gives.
  std::size_t given() const noexcept { return definition_.outputs.size() - (definition_.range == StepRange::until); }
  bool takes_count() const noexcept {
    return definition_.range == StepRange::first || definition_.range == StepRange::last;
  }
  // How many inputs are numbers of steps. They stand behind the constants.
  std::size_t step_counts() const noexcept { return std::size_t(takes_count()) + definition_.takes_limit; }
  // Whether some of the steps that ran may be left out.
  bool limited() const noexcept { return definition_.limit != kUnknown || definition_.takes_limit; }
  std::size_t first_constant() const noexcept { return definition_.sequences + definition_.states.size(); }
  // The types of the body's inputs, from those of the node's inputs.
  std::vector<Type> inner_types(std::span<const Type> inputs) const;

 private:
  std::int64_t steps(std::span<const Type> inputs) const;
  std::vector<Type> outer_types(std::span<const Type> inputs) const;
  // The types of the body's outputs: of the node's inputs, and of the body's.
  std::vector<Type> body_types(std::span<const Type> inputs) const;
  std::vector<Type> step_types(const std::vector<Type>& inner) const;
  std::string state_text(std::size_t j) const;  // "output 1", for messages
  // "a step gives output 1 as float32(4,), expected float32(3,) as at first"; empty if what a step gives for state j
  // has the type `row`, whose extents that are not known are filled in.
  std::string misfit(std::size_t j, Type& row, const Type& made) const;

  ScanDefinition definition_;
  std::vector<bool> reads_;
  bool recordable_ = true;
  // Passes ask for the same types again and again.
  mutable std::mutex mutex_;
  mutable std::vector<Type> known_inputs_, known_outputs_;
};

}  // namespace kiln::graph
