// SPDX-License-Identifier: Apache-2.0
// Runs row programs by the array library.
#include "graph/fusion/rows_op.hpp"

namespace kiln::graph {

bool Rows::in_place(const Node& node, std::size_t input, std::size_t output) const {
  return node.inputs()[input].type() == node.types()[output] && array::row_over(parts_, output, input);
}

Runner Rows::prepare(const Node&, runtime::Context& context) const {
  const auto program = array::RowProgram::create(context, parts_, "function");
  return [program](NodeArrays inputs, NodeArrays outputs) { program->call(inputs, outputs, "function"); };
}

}  // namespace kiln::graph
