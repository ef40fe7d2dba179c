// SPDX-License-Identifier: Apache-2.0
// Compares gradients with central differences.
#pragma once

#include "graph/function/function.hpp"

namespace kiln::graph {

struct VerifyOptions {
  double step = 0;  // the step in both directions from the point; 0: 1e-5 in float64, 5e-3 in float32
  // The largest |gradient - difference| / max(1, |gradient|, |difference|); 0: 1e-6 in float64, 1e-2 in float32.
  double tolerance = 0;
  std::uint64_t seed = 1;
  bool skip_undefined = false;  // differences that are not finite are not compared
  runtime::Context* context = nullptr;
};

struct VerifyReport {
  double worst = 0;   // the largest error
  std::string where;  // the output, input and element that it belongs to
  std::size_t compared = 0;
  std::vector<Ref<array::Array>> results;  // the outputs at the point
};

// For each output y, the gradients of sum(p * y) for random p, by every floating-point input, are compared
// with central differences, element by element. `points` has the inputs, on the host. Throws
// KILN_INVALID_ARGUMENT if the error exceeds the tolerance, naming the output, the input and the element.
VerifyReport verify_grad(std::span<const Value> outputs, std::span<const Value> inputs,
                         std::span<const Argument> points, const VerifyOptions& options);

}  // namespace kiln::graph
