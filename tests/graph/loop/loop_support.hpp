// SPDX-License-Identifier: Apache-2.0
// Loops beside the same steps written out one after the other, which is how loops are checked.
#pragma once

#include "../support/support.hpp"
#include "graph/build/grad.hpp"
#include "graph/loop/loops.hpp"

namespace kiln::test {

inline graph::Value real(const std::string& name, Dims shape, DType dtype = KILN_FLOAT64) {
  return make_input(name, {dtype, shape});
}
// A value at one place of an array, along axis 0.
inline graph::Value at(const graph::Value& value, std::int64_t index) {
  Attributes attributes;
  attributes.indices = {layout::Index{layout::Index::Kind::integer, index, 0, 1}};
  return op("subtensor", {value}, attributes);
}

// What scan() gives, from nodes of their own for each step. All extents must be known.
inline Values written_out(const ScanRequest& request, const ScanBody& body) {
  std::int64_t steps = request.steps;
  std::vector<std::int64_t> lows, spans;
  for (const ScanSequence& sequence : request.sequences) {
    std::int64_t low = 0, high = 0;
    for (const std::int64_t tap : sequence.taps) low = std::min(low, tap), high = std::max(high, tap);
    lows.push_back(low);
    spans.push_back(sequence.value.type().shape[0] - (high - low));
    if (request.steps < 0) steps = steps < 0 ? spans.back() : std::min(steps, spans.back());
  }
  std::vector<Values> values(request.outputs.size());
  std::vector<std::int64_t> depths(request.outputs.size());
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const ScanOutput& output = request.outputs[i];
    if (!output.initial) continue;
    for (const std::int64_t tap : output.taps) depths[i] = std::max(depths[i], -tap);
    const bool one = output.taps == std::vector<std::int64_t>{-1};
    for (std::int64_t k = 0; k < depths[i]; ++k) values[i].push_back(one ? output.initial : at(output.initial, k));
  }
  for (std::int64_t t = 0; t < steps; ++t) {
    Values inputs;
    for (std::size_t i = 0; i < request.sequences.size(); ++i)
      for (const std::int64_t tap : request.sequences[i].taps) {
        const std::int64_t step = request.backwards ? spans[i] - 1 - t : t;
        inputs.push_back(at(request.sequences[i].value, tap - lows[i] + step));
      }
    for (std::size_t i = 0; i < request.outputs.size(); ++i)
      if (request.outputs[i].initial)
        for (const std::int64_t tap : request.outputs[i].taps)
          inputs.push_back(values[i][std::size_t(depths[i] + t + tap)]);
    const Values made = body(inputs);
    for (std::size_t i = 0; i < made.size(); ++i) values[i].push_back(made[i]);
  }
  Values out;
  Attributes rows;
  rows.axis = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (request.outputs[i].last_only)
      out.push_back(values[i].back());
    else
      out.push_back(op("stack", Values(values[i].begin() + depths[i], values[i].end()), rows));
  }
  return out;
}

// Numbers between -1 and 1 that look random.
inline std::vector<double> some_numbers(std::size_t count, std::uint64_t seed) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    numbers.push_back(double(std::int64_t(seed >> 33)) / double(1u << 30) - 1);
  }
  return numbers;
}

// The outputs for inputs that have some numbers.
inline std::vector<std::vector<double>> computed(const Values& outputs, const Values& inputs, Mode mode,
                                                 Ref<Function>* keep = nullptr) {
  FunctionSpec spec;
  spec.mode = mode;
  spec.context = &*contexts()[0];
  spec.on_unused = OnUnused::ignore;
  std::vector<std::vector<double>> numbers;
  for (const graph::Value& input : inputs) {
    spec.inputs.push_back({input});
    numbers.push_back(some_numbers(std::size_t(input.type().size()), numbers.size() + 1));
  }
  for (const graph::Value& output : outputs) spec.outputs.push_back({graph::cast(output, KILN_FLOAT64)});
  std::vector<Argument> arguments(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    arguments[i].dtype = KILN_FLOAT64;
    arguments[i].shape = inputs[i].type().shape;
    arguments[i].data = numbers[i].data();
  }
  spec.downcast = true;
  const Ref<Function> function = Function::create(spec);
  if (keep) *keep = function;
  std::vector<std::vector<double>> out;
  for (int call = 0; call < 3; ++call) {  // once step by step, once with a recording that is kept, once replayed
    out.clear();
    for (const auto& result : function->call(arguments)) out.push_back(values_of<double>(*result));
  }
  return out;
}

inline void check_close(const std::vector<std::vector<double>>& got, const std::vector<std::vector<double>>& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO("result " << i);
    REQUIRE(got[i].size() == want[i].size());
    for (std::size_t k = 0; k < got[i].size(); ++k)
      CHECK(std::fabs(got[i][k] - want[i][k]) <= 1e-10 * (1 + std::fabs(want[i][k])));
  }
}

inline graph::Value total(const Values& values) {
  graph::Value sum;
  for (const auto& value : values) {
    const auto part = op("sum", {expression("sin(v) * v", {{"v", value}})});
    sum = sum ? op("add", {sum, part}) : part;
  }
  return sum;
}

// First or second gradients of a cost.
inline Values gradients(const graph::Value& cost, const Values& by, bool second) {
  const GradOptions options{{}, {}, Disconnected::ignore};
  const Values first = grad(cost, by, options);
  if (!second) return first;
  return grad(total(first), by, options);
}

inline void compare_gradients(const ScanRequest& request, const ScanBody& body, const Values& by, bool second) {
  const auto got = computed(gradients(total(scan(request, body)), by, second), by, Mode::fast_run);
  const auto want = computed(gradients(total(written_out(request, body)), by, second), by, Mode::fast_compile);
  INFO((second ? "second" : "first") << " gradients");
  check_close(got, want);
}

}  // namespace kiln::test
