// SPDX-License-Identifier: Apache-2.0
// Loops in graphs (docs/reference/loops.md).
//
//   g::Variable x = g::matrix("x"), h0 = g::vector("h0");
//   g::Variable h = g::scan([&](const g::Variables& v) { return g::Variables{g::tanh(g::dot(v[1], w) + v[0])}; },
//                           {x}, {h0})[0];  // the rows are the states after each step
#ifndef KILN_CXX_GRAPH_LOOP_HPP
#define KILN_CXX_GRAPH_LOOP_HPP

#include <kiln/cxx/graph.hpp>

#include <exception>
#include <functional>
#include <type_traits>
#include <typeinfo>

namespace kiln::graph {

// A variable that the steps go through along axis 0. At tap k, step t reads what lies k elements further.
struct Sequence {
  Variable value;
  std::vector<std::int64_t> taps = {0};
  Sequence(Variable variable) : value(std::move(variable)) {}
  Sequence(Variable variable, std::vector<std::int64_t> read) : value(std::move(variable)), taps(std::move(read)) {}
};

// What a step computes. At tap -k, step t reads what step t - k computed. `initial` is the value before step 0 or,
// unless -1 is the only tap, the values before step 0 as elements along axis 0. Without it, no later step reads the
// output.
struct Recurrence {
  Variable initial = {};
  std::vector<std::int64_t> taps = {-1};
  bool last_only = false;  // only the value after the last step is wanted
  Recurrence() = default;
  Recurrence(Variable first) : initial(std::move(first)) {}
  template <class Number, std::enable_if_t<std::is_arithmetic<Number>::value, int> = 0>
  Recurrence(Number first) : initial(first) {}
  Recurrence(Variable first, std::vector<std::int64_t> read, bool last = false)
      : initial(std::move(first)), taps(std::move(read)), last_only(last) {}
};

// See kiln_graph_loop.
struct ScanOptions {
  Variables non_sequences = {};
  std::int64_t steps = -1;
  bool backwards = false;
  std::int64_t truncate_gradient = -1;
  std::string name = {};
  Variables updated = {};  // shared variables
  bool until = false;      // the last variable that a step returns is the condition after which the loop ends
  // Not 0: gradients keep the states of every so many steps alone. It goes with `truncate_gradient`, with `until`, and
  // with both.
  std::int64_t checkpoint_every = 0;
};

// Builds a step. Gets each sequence at each of its taps, each output at each of its taps, and the non-sequences. May
// throw; scan() then throws the same, but an Error with the name of the loop and with what the step got.
using StepFunction = std::function<Variables(const Variables& inputs)>;

namespace detail {
struct LoopCall {
  const StepFunction& step;
  std::string also;  // what a step gives behind the outputs
  std::exception_ptr error;
};
inline kiln_status build_step(void* user, std::size_t count, const kiln_variable* inputs, std::size_t results,
                              kiln_variable* outputs) noexcept {
  auto& call = *static_cast<LoopCall*>(user);
  try {
    std::vector<kiln_variable> own(inputs, inputs + count);
    for (kiln_variable each : own) kiln_variable_retain(each);
    const Variables made = call.step(variables(own));
    if (made.size() != results)
      throw Error(KILN_INVALID_ARGUMENT, "a step gives " + std::to_string(made.size()) +
                                             (made.size() == 1 ? " variable" : " variables") + ", expected " +
                                             std::to_string(results) + call.also);
    for (std::size_t i = 0; i < results; ++i) outputs[i] = kiln_variable_retain(made[i].get());
    return KILN_OK;
  } catch (const Error& error) {
    if (typeid(error) == typeid(Error)) return kiln_callback_failed(error.status(), error.what());
    call.error = std::current_exception();
    return KILN_CALLBACK_FAILED;
  } catch (...) {
    call.error = std::current_exception();
    return KILN_CALLBACK_FAILED;
  }
}
}  // namespace detail

// Returns for each output its values of all steps along axis 0, or the last one if last_only. Behind them stand the
// last values of the updated variables.
inline Variables scan(const StepFunction& step, const std::vector<Sequence>& sequences,
                      const std::vector<Recurrence>& outputs, const ScanOptions& options = {}) {
  std::vector<kiln_variable> read, initial;
  std::vector<std::size_t> ahead_counts, back_counts;
  std::vector<std::int64_t> ahead, back;
  std::vector<int> last_only;
  for (const Sequence& sequence : sequences) {
    read.push_back(sequence.value.get());
    ahead_counts.push_back(sequence.taps.size());
    ahead.insert(ahead.end(), sequence.taps.begin(), sequence.taps.end());
  }
  for (const Recurrence& output : outputs) {
    initial.push_back(output.initial.get());
    back_counts.push_back(output.taps.size());
    back.insert(back.end(), output.taps.begin(), output.taps.end());
    last_only.push_back(output.last_only);
  }
  const auto constants = detail::handles(options.non_sequences);
  detail::LoopCall call{step, {}, nullptr};
  if (!options.updated.empty()) call.also += ", the new values of `updated` among them";
  if (options.until) call.also += ", the condition of `until` as the last";
  kiln_graph_loop loop = KILN_GRAPH_LOOP_INIT;
  loop.name = options.name.c_str();
  loop.sequence_count = read.size();
  loop.sequences = read.data();
  loop.sequence_tap_counts = ahead_counts.data();
  loop.sequence_taps = ahead.data();
  loop.output_count = initial.size();
  loop.initial = initial.data();
  loop.output_tap_counts = back_counts.data();
  loop.output_taps = back.data();
  loop.last_only = last_only.data();
  loop.non_sequence_count = constants.size();
  loop.non_sequences = constants.data();
  loop.steps = options.steps;
  loop.backwards = options.backwards;
  loop.truncate_gradient = options.truncate_gradient;
  loop.until = options.until;
  loop.checkpoint_every = options.checkpoint_every;
  const auto updated = detail::handles(options.updated);
  loop.update_count = updated.size();
  loop.updated = updated.data();
  loop.body = detail::build_step;
  loop.user = &call;
  std::vector<kiln_variable> out(outputs.size() + updated.size());
  const kiln_status status = kiln_graph_scan(&loop, out.size(), out.data());
  if (call.error) std::rethrow_exception(call.error);
  detail::check(status);
  return detail::variables(out);
}

// The values of `outputs` functions of each element of the sequences.
inline Variables map(const StepFunction& step, const std::vector<Sequence>& sequences, const ScanOptions& options = {},
                     std::size_t outputs = 1) {
  return scan(step, sequences, std::vector<Recurrence>(outputs), options);
}

// Goes through the sequences with values that each step replaces, and returns the last ones: the initial values where
// there are no steps. The function gets the elements of the sequences, then the values.
inline Variables foldl(const StepFunction& step, const std::vector<Sequence>& sequences, const Variables& initial,
                       const ScanOptions& options = {}) {
  std::vector<Recurrence> outputs;
  for (const Variable& first : initial) outputs.emplace_back(first, std::vector<std::int64_t>{-1}, true);
  return scan(step, sequences, outputs, options);
}
inline Variables reduce(const StepFunction& step, const std::vector<Sequence>& sequences, const Variables& initial,
                        const ScanOptions& options = {}) {
  return foldl(step, sequences, initial, options);
}
// The same from the last element to the first.
inline Variables foldr(const StepFunction& step, const std::vector<Sequence>& sequences, const Variables& initial,
                       ScanOptions options = {}) {
  options.backwards = true;
  return foldl(step, sequences, initial, options);
}

}  // namespace kiln::graph

#endif
