// SPDX-License-Identifier: Apache-2.0
// Gradients against central differences.
#pragma once

#include "graph/function/function.hpp"

namespace kiln::graph {

struct VerifyOptions {
  double step = 0;       // of the differences; 0: 1e-5 in float64, 5e-3 in float32
  double tolerance = 0;  // of |gradient - difference| / max(1, both); 0: 1e-6, 1e-2
  std::uint64_t seed = 1;
  bool skip_undefined = false;  // differences that are not finite count for nothing
  runtime::Context* context = nullptr;
};

struct VerifyReport {
  double worst = 0;   // the largest error
  std::string where;  // of which output by which input
  std::size_t compared = 0;
  std::vector<Ref<array::Array>> results;  // the outputs at the point
};

// For every output y: the gradients of sum(p * y), p random, by every floating-point input are compared with
// differences, element by element. `points`: of the inputs, on the host. Throws KILN_INVALID_ARGUMENT where
// the error exceeds the tolerance, naming the output, the input and the element.
VerifyReport verify_grad(std::span<const Value> outputs, std::span<const Value> inputs,
                         std::span<const Argument> points, const VerifyOptions& options);

}  // namespace kiln::graph
