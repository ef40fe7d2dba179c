// SPDX-License-Identifier: Apache-2.0
// Sorting and cumulative operations along an axis, with gradients.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

Value sort(const Value& x, std::int64_t axis, bool descending = false);
Value argsort(const Value& x, std::int64_t axis, bool descending = false);
// Two values: the k largest (or smallest) elements in order, and their indices as int64.
Values topk(const Value& x, std::int64_t k, std::int64_t axis, bool largest = true);
Value searchsorted(const Value& sorted, const Value& values, bool right);
// op is a kiln_scan_op. dtype -1: the result has the operation's default dtype for x.
Value scan(int op, const Value& x, std::int64_t axis, bool exclusive = false, bool reverse = false, int dtype = -1);

}  // namespace kiln::graph
