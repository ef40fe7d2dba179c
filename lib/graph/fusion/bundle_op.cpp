// SPDX-License-Identifier: Apache-2.0
// Runs bundles by the array library.
#include "graph/fusion/bundle_op.hpp"

#include "array/elementwise/elementwise_bundle.hpp"

namespace kiln::graph {

// An output may lie where an input of its member does. The plan allows this only if no other input of the node lies
// there too.
bool Bundle::in_place(const Node& node, std::size_t input, std::size_t output) const {
  return input / single_.size() == output / dtypes_.size() && node.inputs()[input].type() == node.types()[output];
}

Runner Bundle::prepare(const Node& node, runtime::Context& context) const {
  expr::Statements statements;
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    statements.outputs.push_back({"r" + std::to_string(i), outputs_[i]});
  std::vector<DType> types;
  for (std::size_t i = 0; i < single_.size(); ++i) {
    statements.inputs.push_back("x" + std::to_string(i));
    types.push_back(node.inputs()[i].type().dtype);
  }
  const auto bundle = array::ElementwiseBundle::create(context, std::move(statements), types, dtypes_, single_);
  const std::size_t in = single_.size(), out = dtypes_.size();
  return [bundle, in, out](NodeArrays inputs, NodeArrays results) {
    std::vector<array::Array*> arrays;
    for (std::size_t i = 0, o = 0; i < inputs.size(); i += in, o += out) {
      arrays.insert(arrays.end(), results.begin() + std::ptrdiff_t(o), results.begin() + std::ptrdiff_t(o + out));
      arrays.insert(arrays.end(), inputs.begin() + std::ptrdiff_t(i), inputs.begin() + std::ptrdiff_t(i + in));
    }
    bundle->call(arrays, "function");
  };
}

}  // namespace kiln::graph
