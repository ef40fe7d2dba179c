// SPDX-License-Identifier: Apache-2.0
// Gradients of a cost by reverse-mode differentiation, as values of the graph.
#pragma once

#include <utility>

#include "graph/node/node.hpp"

namespace kiln::graph {

// Chooses what happens if the cost does not depend on one of `wrt`: an error, a gradient of zeros with or
// without a warning, or an empty value.
enum class Disconnected { raise, warn, ignore, leave };

struct GradOptions {
  std::span<const Value> consider_constant;  // no gradient flows back through these values
  // Pairs of a value and its gradient, in addition to what flows from the cost.
  std::span<const std::pair<Value, Value>> known_gradients;
  Disconnected disconnected = Disconnected::raise;
};

// Returns d cost / d wrt[i] for each i, in the type of wrt[i]. The cost must be 0-d and floating-point; it
// may be empty if there are known gradients. Throws KILN_UNSUPPORTED if an operation on the way has no
// gradient; the error tells the way.
Values grad(const Value& cost, std::span<const Value> wrt, const GradOptions& options = {});

// Return the value itself and change its gradient: to zeros, to no connection at all, clipped to [low, high],
// or multiplied by a factor.
Value zero_gradient(const Value& value);
Value disconnected_gradient(const Value& value);
Value clip_gradient(const Value& value, double low, double high);
Value scale_gradient(const Value& value, double factor);

}  // namespace kiln::graph
