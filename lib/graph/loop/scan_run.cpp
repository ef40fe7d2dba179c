// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a loop. What a step gives is written to its place in the loop's results. The body's temporaries and
// constants serve all steps.
#include <algorithm>

#include "array/tuning.hpp"
#include "graph/loop/body.hpp"
#include "graph/loop/scan_op.hpp"
#include "graph/node/host_values.hpp"

namespace kiln::graph {
namespace {

using array::Array;
constexpr const char* kScan = "scan";

// The row of an array.
Ref<Array> array_row(const Array& array, std::int64_t index) {
  const layout::Index at{layout::Index::Kind::integer, index};
  return array::view(array, layout::index(array.layout(), {&at, 1}, kScan), true, kScan);
}
Ref<Array> array_rows(const Array& array, std::int64_t begin, std::int64_t end) {
  const layout::Index at{layout::Index::Kind::slice, begin, end};
  return array::view(array, layout::index(array.layout(), {&at, 1}, kScan), true, kScan);
}

// How many steps are queued before the host reads their conditions: at least `least`, at most `most`, and of those that
// have run one of `share`. So few steps run in vain, beside those that count.
struct StepsAhead {
  std::int64_t least, most, share;
  std::int64_t after(std::int64_t steps) const { return std::clamp(steps / share, least, greatest()); }
  std::int64_t greatest() const { return std::max(least, most); }
};

// One run of a loop.
class ScanRun final : public BodyRun {
 public:
  // `ahead`: how many steps may run before the host reads their conditions.
  ScanRun(const ScanDefinition& loop, const Body& body, std::int64_t steps, const StepsAhead& ahead, NodeArrays inputs,
          NodeArrays outputs)
      : BodyRun(body, kScan),
        loop_(loop),
        steps_(steps),
        ahead_(ahead),
        ring_(std::min(steps, ahead.greatest()) + 1),
        inputs_(inputs),
        outputs_(outputs) {}

  void run() {
    const StepRange range = loop_.range;
    end_ = steps_;
    if (range == StepRange::first || range == StepRange::last) {
      const std::int64_t ran = number_of_steps(inputs_.size() - 1 - loop_.takes_limit);
      std::int64_t run = loop_.limit == kUnknown ? ran : std::min(ran, loop_.limit);
      if (loop_.takes_limit) run = std::min(run, number_of_steps(inputs_.size() - 1));
      begin_ = range == StepRange::first ? ran - run : steps_ - ran;
      end_ = begin_ + run;
    }
    begin_states();
    clear(0, begin_);
    if (begin_ < end_) allocate();
    if (range == StepRange::until)
      end_ = run_until();
    else
      for (std::int64_t t = begin_; t < end_; ++t) run_body(t);
    clear(end_, steps_);
    if (range == StepRange::until)
      array::fill(*outputs_[outputs_.size() - 1], Scalar::integer(KILN_INT64, end_), kScan);
  }

 private:
  std::int64_t number_of_steps(std::size_t input) const {
    return std::clamp<std::int64_t>(Scalar::load(KILN_INT64, host_elements(*inputs_[input])).i, 0, steps_);
  }

  // Runs steps until a condition is true and returns how many results count. Later steps of a batch may have run too.
  std::int64_t run_until() {
    if (steps_ == 0) return 0;
    const std::int64_t count = run_to_condition();
    for (std::size_t j = 0; j < loop_.states.size(); ++j)
      if (loop_.states[j].last_only) array::assign(*outputs_[j], *last_place(j, count - 1), kScan);
    return count;
  }
  std::int64_t run_to_condition() {
    const std::size_t output = loop_.outputs.size() - 1;
    const DType dtype = loop_.outputs[output].type().dtype;
    const Dims shape{std::min(steps_, ahead_.greatest())};
    conditions_ = array::empty(outputs_[0]->context(), dtype, shape, kScan);
    std::vector<std::byte> read;
    for (std::int64_t t = 0; t < steps_;) {
      const std::int64_t from = from_ = t, to = std::min(steps_, t + ahead_.after(t));
      read.resize(std::size_t(to - from) * base::dtype_size(dtype));
      for (; t < to; ++t) run_body(t);
      array::read(*array_rows(*conditions_, 0, to - from), read.data(), nullptr, kScan);
      for (std::int64_t k = from; k < to; ++k)
        if (Scalar::load(dtype, &read[std::size_t(k - from) * base::dtype_size(dtype)]).cast(KILN_BOOL).i != 0)
          return k + 1;
    }
    return steps_;
  }

  // Writes the results of steps from, ..., to - 1, which do not run: zeros. But the first step that runs reads the
  // first value of a state from the step before it.
  void clear(std::int64_t from, std::int64_t to) const {
    if (from >= to) return;
    const std::size_t results = outputs_.size() - (loop_.range == StepRange::until);
    for (std::size_t i = 0; i < results; ++i) {
      const bool state = i < loop_.states.size();
      if (state && loop_.states[i].last_only) continue;
      const std::int64_t depth = state ? loop_.states[i].depth : 0;
      const bool turned = !state && loop_.reversed;
      const Ref<Array> skipped = turned ? array_rows(*outputs_[i], steps_ - to, steps_ - from)
                                        : array_rows(*outputs_[i], depth + from, depth + to);
      if (depth == 1 && to <= begin_)
        array::assign(*skipped, *inputs_[loop_.sequences + i], kScan);
      else
        array::fill(*skipped, Scalar::integer(KILN_INT64, 0), kScan);
    }
  }

  // Writes the first values to where the steps read them.
  void begin_states() {
    for (std::size_t j = 0; j < loop_.states.size(); ++j) {
      const ScanState& state = loop_.states[j];
      const Array& first = *inputs_[loop_.sequences + j];
      others_.emplace_back();
      if (state.last_only) {
        if (begin_ == end_) array::assign(*outputs_[j], first, kScan);
        if (loop_.range == StepRange::until)
          others_[j] = ring_like(first);
        else if (end_ - begin_ > 1)
          others_[j] = array::empty(first.context(), first.dtype(), first.shape(), kScan);
      } else {
        array::assign(*array_rows(*outputs_[j], 0, state.depth), first, kScan);
      }
    }
  }

  // Memory for `ring_` values of a state.
  Ref<Array> ring_like(const Array& value) const {
    std::vector<std::int64_t> shape{ring_};
    shape.insert(shape.end(), value.shape().begin(), value.shape().end());
    return array::empty(value.context(), value.dtype(), Dims(std::span<const std::int64_t>(shape)), kScan);
  }

  // Where step t writes the value of a state of which only the last value is kept. Two places take turns, so that the
  // last step writes to the result. Where steps may run in vain, there are places for all that are queued, and one
  // more.
  Ref<Array> last_place(std::size_t state, std::int64_t t) const {
    if (loop_.range == StepRange::until) return array_row(*others_[state], t % ring_);
    return (end_ - 1 - t) % 2 == 0 ? array::itself(*outputs_[state]) : others_[state];
  }

  // The row of step t in sequences and mapped values.
  std::int64_t row_of(std::int64_t t) const noexcept { return loop_.reversed ? steps_ - 1 - t : t; }

  Ref<Array> input(std::size_t input, std::int64_t t) const override {
    if (input < loop_.sequences) return array_row(*inputs_[input], row_of(t));
    input -= loop_.sequences;
    for (std::size_t j = 0; j < loop_.states.size(); ++j) {
      const ScanState& state = loop_.states[j];
      if (input >= state.taps.size()) {
        input -= state.taps.size();
        continue;
      }
      if (!state.last_only) return array_row(*outputs_[j], state.depth + t - state.taps[input]);
      return t == begin_ ? array::itself(*inputs_[loop_.sequences + j]) : last_place(j, t - 1);
    }
    return array::itself(*inputs_[loop_.sequences + loop_.states.size() + input]);
  }

  Ref<Array> output(std::size_t output, std::int64_t t) const override {
    if (conditions_ && output + 1 == loop_.outputs.size()) return array_row(*conditions_, t - from_);
    if (output >= loop_.states.size()) return array_row(*outputs_[output], row_of(t));
    const ScanState& state = loop_.states[output];
    return state.last_only ? last_place(output, t) : array_row(*outputs_[output], state.depth + t);
  }

  const ScanDefinition& loop_;
  std::int64_t steps_, begin_ = 0, end_ = 0;  // steps begin_, ..., end_ - 1 run
  const StepsAhead ahead_;
  const std::int64_t ring_;  // for StepRange::until, the places of a state of which only the last value is kept
  std::int64_t from_ = 0;    // the first one of the steps that are queued together
  Ref<Array> conditions_;    // of these steps
  NodeArrays inputs_, outputs_;
  std::vector<Ref<Array>> others_;
};

}  // namespace

Runner Scan::prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context, Bodies& bodies) const {
  std::vector<Type> types;
  for (const Value& input : node.inputs()) types.push_back(input.type());
  const ScanDefinition& d = definition_;
  std::size_t moving = d.sequences;
  for (const ScanState& state : d.states) moving += state.taps.size();
  auto body = compile_body(spec, d.inputs, d.outputs, inner_types(types), moving, context, text());
  const codegen::Traits traits = array::traits_of(context);
  // A function of the program's on the host, and a check of indices, would notice steps that run in vain.
  const bool ahead = recordable_ && !context.options().check_index;
  const codegen::LoopTuning& tuning = traits.tuning->loop;
  const StepsAhead queued = ahead ? StepsAhead{traits.cpu ? tuning.cpu_until_steps : tuning.until_steps,
                                               tuning.until_most, tuning.until_share}
                                  : StepsAhead{1, 1, 1};
  // Values of which the last is kept have places beside the result.
  const std::int64_t count = steps(types), together = std::min(count, queued.greatest());
  std::uint64_t beside = 0;
  for (std::size_t k = 0; k < d.states.size(); ++k)
    if (d.states[k].last_only)
      beside += types[d.sequences + k].bytes() * (d.range == StepRange::until ? std::uint64_t(together) + 1 : 1);
  if (d.range == StepRange::until) beside += std::uint64_t(together) * base::dtype_size(d.outputs.back().type().dtype);
  bodies.bytes = [body, beside] { return body_memory(*body) + beside; };
  bodies.text = [body] { return body_text(*body); };
  return [self = Ref<const Scan>(this), body = std::move(body), steps = count, queued](NodeArrays inputs,
                                                                                       NodeArrays outputs) {
    ScanRun(self->definition(), *body, steps, queued, inputs, outputs).run();
  };
}

}  // namespace kiln::graph
