// SPDX-License-Identifier: Apache-2.0
// Order and cumulative operations along an axis, with gradients.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

Value sort(const Value& x, std::int64_t axis, bool descending = false);
Value argsort(const Value& x, std::int64_t axis, bool descending = false);
// The k largest (smallest) elements in order, and where they are.
Values topk(const Value& x, std::int64_t k, std::int64_t axis, bool largest = true);
Value searchsorted(const Value& sorted, const Value& values, bool right);
// op: a kiln_scan_op; dtype -1: the operation's own.
Value scan(int op, const Value& x, std::int64_t axis, bool exclusive = false, bool reverse = false,
           int dtype = -1);

}  // namespace kiln::graph
