// SPDX-License-Identifier: Apache-2.0
// Functions with and without the pass `epilogue`: what they compute, what they say of themselves, how much memory they
// plan.
#pragma once

#include "support.hpp"

namespace kiln::test {

// Multiples of 1/8 from -2 to 2: products of few of them are exact, whatever the order of a sum is.
inline Ref<Array> eighths(Context& context, const Dims& shape, int seed, DType dtype = KILN_FLOAT32) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  std::vector<float> values;
  for (std::int64_t i = 0; i < size; ++i) values.push_back(float((i * 7919 + seed * 131) % 33 - 16) / 8);
  return array::from_host(context, dtype, shape, nullptr, KILN_FLOAT32, values.data());
}
inline graph::Value eighths_of(Context& context, const Dims& shape, int seed, DType dtype = KILN_FLOAT32) {
  return share(eighths(context, shape, seed, dtype));
}

inline std::vector<double> drawn_elements(const Array& array) {
  std::vector<double> out(std::size_t(array.size()));
  if (!out.empty()) array::read_as(array, KILN_FLOAT64, out.data(), "test");
  return out;
}

struct Told {
  std::vector<std::vector<double>> values;  // of the last call, then of the variables
  std::string why;
  std::uint64_t planned = 0;
  std::size_t fused() const {
    return count_of(why, ": GpuDot22{") + count_of(why, ": GpuBatchedDot{") + count_of(why, ": GpuGemm{m") +
           count_of(why, ": GpuGemm{Composite") + count_of(why, ": GpuConv{");
  }
  std::size_t steps() const { return count_of(why, "  step "); }
};

// Calls the function three times: one by one, recorded, and replayed.
inline Told told(FunctionSpec spec, bool together, const std::vector<graph::Value>& variables = {},
                 std::span<const Argument> arguments = {}) {
  if (!together) spec.excluded_passes.emplace_back("epilogue");
  const auto f = Function::create(spec);
  std::vector<Ref<Array>> results;
  for (int call = 0; call < 3; ++call) results = f->call(arguments);
  Told out;
  for (const auto& result : results) out.values.push_back(drawn_elements(*result));
  for (const graph::Value& variable : variables)
    out.values.push_back(drawn_elements(*op_as<SharedLeaf>(variable)->shared().value()));
  out.why = f->describe("explain");
  out.planned = f->planned_bytes();
  return out;
}

inline FunctionSpec spec_of(Context& context, const Values& outputs) {
  FunctionSpec spec;
  spec.context = &context;
  for (const graph::Value& output : outputs) spec.outputs.push_back({output});
  return spec;
}

// The outputs with and without the pass, whose elements are the same; `fused` products are one node with what follows.
inline Told check_same(Context& context, const Values& outputs, std::size_t fused = 1,
                       std::span<const Argument> arguments = {}, const std::vector<graph::Value>& inputs = {}) {
  FunctionSpec spec = spec_of(context, outputs);
  for (const graph::Value& input : inputs) spec.inputs.push_back({input});
  const Told one = told(spec, true, {}, arguments), apart = told(spec, false, {}, arguments);
  INFO(one.why);
  CHECK(one.fused() == fused);
  CHECK(apart.fused() == 0);
  CHECK(apart.steps() == one.steps() + fused);
  CHECK(one.planned <= apart.planned);
  CHECK(one.values == apart.values);
  return one;
}

}  // namespace kiln::test
