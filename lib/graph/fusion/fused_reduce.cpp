// SPDX-License-Identifier: Apache-2.0
// Runs fused reductions by the array library, which makes their kernels.
#include "graph/fusion/fused_reduce.hpp"

namespace kiln::graph {

bool FusedReduce::in_place(const Node& node, std::size_t input, std::size_t output) const {
  return input >= inputs_ && node.inputs()[input].type() == node.types()[output];
}

Ref<array::Reduction> FusedReduce::reduction(runtime::Context& context) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < inputs_; ++i) names.push_back("x" + std::to_string(i));
  return array::Reduction::create(context, parts_, std::move(names), empty_ok_, "function");
}

void FusedReduce::check(const Node& node, runtime::Context& context) const {
  std::vector<int> signature;
  for (const Value& input : node.inputs()) signature.push_back(int(input.type().dtype));
  for (const Type& type : node.types()) signature.push_back(int(type.dtype));
  reduction(context)->programs(signature, "function");
}

Runner FusedReduce::prepare(const Node& node, runtime::Context& context) const {
  auto reduction = this->reduction(context);
  std::vector<int> dtypes;
  for (const Type& type : node.types()) dtypes.push_back(int(type.dtype));
  return [=, shape = shape_, axes = axes_, keepdims = keepdims_](NodeArrays inputs, NodeArrays outputs) {
    std::vector<Ref<array::Array>> wide, results;
    std::vector<const array::Array*> sources;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      // The kernel takes the shape from its operands, so one of them must have the whole shape: the first is
      // broadcast to it.
      if (i == 0 && inputs[i]->shape() != shape) {
        wide.push_back(array::view(*inputs[i], layout::broadcast_to(inputs[i]->layout(), shape, "function"), false));
        sources.push_back(wide.back().get());
      } else {
        sources.push_back(inputs[i]);
      }
    }
    for (array::Array* output : outputs) results.push_back(Ref<array::Array>(output));
    reduction->call(sources, {false, axes, keepdims}, results, dtypes, "function");
  };
}

}  // namespace kiln::graph
