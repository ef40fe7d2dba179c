// SPDX-License-Identifier: Apache-2.0
// Derivatives of a cost in reverse mode, as values of the graph.
#pragma once

#include <utility>

#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Disconnected { raise, warn, ignore };

struct GradOptions {
  std::span<const Value> consider_constant;                  // nothing flows back through these
  std::span<const std::pair<Value, Value>> known_gradients;  // of values, which need not lead to the cost
  Disconnected disconnected = Disconnected::raise;           // the cost does not depend on one of `wrt`
};

// d cost / d wrt[i], of the types of wrt. `cost` is 0-d and floating-point, or empty with known gradients. A
// disconnected one is zeros, or an error. KILN_UNSUPPORTED names the way to an operation without a gradient.
Values grad(const Value& cost, std::span<const Value> wrt, const GradOptions& options = {});

// The value itself, with another gradient: none (0), held within bounds, or scaled.
Value zero_gradient(const Value& value);
Value disconnected_gradient(const Value& value);
Value clip_gradient(const Value& value, double low, double high);
Value scale_gradient(const Value& value, double factor);

}  // namespace kiln::graph
