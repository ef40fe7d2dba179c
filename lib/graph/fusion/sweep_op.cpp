// SPDX-License-Identifier: Apache-2.0
// Says which inputs an output of a sweep may be written over, and runs sweeps by the array library.
#include "graph/fusion/sweep_op.hpp"

#include <algorithm>

#include "graph/fusion/bundle_op.hpp"
#include "graph/fusion/epilogue_op.hpp"
#include "graph/fusion/fused_reduce.hpp"
#include "graph/fusion/rows_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {

// Whether the output may lie where the input does. Results of columns and sums are written after all rows were read, so
// an input that only the rows read is safe. The last step of a reduction reads inputs at the time of writing. It reads
// each element before it writes it, so such an input is safe if only the reduction that writes the output reads it.
bool Sweep::over(std::size_t output, std::size_t input) const {
  const auto look = [&](const std::vector<array::SweepPart>& members, codegen::SweepInput::Kind kind, bool& written) {
    for (const array::SweepPart& part : members) {
      const bool writes = std::find(part.outputs.begin(), part.outputs.end(), int(output)) != part.outputs.end();
      written = written || writes;
      for (std::size_t i = part.names.size(); i < part.inputs.size(); ++i)
        if (part.inputs[i].index == input + parts_.outputs && (!writes || part.inputs[i].kind != kind)) return false;
    }
    return true;
  };
  bool written = false;
  return look(parts_.columns, codegen::SweepInput::Kind::column, written) &&
         look(parts_.sums, codegen::SweepInput::Kind::scalar, written) && written;
}

bool Sweep::in_place(const Node& node, std::size_t input, std::size_t output) const {
  return node.inputs()[input].type().dtype == node.types()[output].dtype &&
         node.inputs()[input].type().size() == node.types()[output].size() && over(output, input);
}

Runner Sweep::prepare(const Node&, runtime::Context& context) const {
  array::SweepParts parts = parts_;
  const Ref<const Sweep> self(this);
  parts.over = [self](std::size_t output, std::size_t input) { return self->over(output, input); };
  const auto sweep = array::Sweep::create(context, std::move(parts), "function");
  return [sweep](NodeArrays inputs, NodeArrays outputs) { sweep->call(inputs, outputs, "function"); };
}

bool is_fused(const Node& node) {
  return op_as<Composite>(node) || op_as<FusedReduce>(node) || op_as<Rows>(node) || op_as<Sweep>(node) ||
         op_as<Bundle>(node) || op_as<Epilogue>(node);
}

}  // namespace kiln::graph
