// SPDX-License-Identifier: Apache-2.0
// Operations that the caller defines: a kernel in the portable dialect, or a function on the host.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// Elements on the host in C order. The function may write those of outputs only.
struct HostArray {
  DType dtype;
  Dims shape;
  std::byte* data;
};

struct UserDefinition {
  std::string name;
  std::function<std::vector<Type>(std::span<const Type> inputs)> infer;
  // Works as Op::gradient. Null: the operation has no gradient.
  std::function<Values(const Node& node, std::span<const Value> gradients)> gradient;
  // Either a kernel computes the outputs. Its arguments are pointers to the inputs, pointers to the outputs and the
  // number of elements of output 0, which is also the number of work-items. The kernel gets contiguous arrays, unless
  // `strided` is set: it then gets inputs as they lie in memory, and further arguments, all int64. These are extents
  // and strides (in elements) of every input, then the extents of every output.
  std::string source, kernel, options;
  bool strided = false;
  // Or a function on the host computes them.
  std::function<void(std::span<const HostArray> inputs, std::span<HostArray> outputs)> compute;
};

Values user_op(UserDefinition definition, Values inputs);

}  // namespace kiln::graph
