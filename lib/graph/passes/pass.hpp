// SPDX-License-Identifier: Apache-2.0
// The passes of the graph compiler: each takes values and gives values that compute the same, in time linear
// in the nodes. They run in the order of the table in passes.cpp.
#pragma once

#include <string>
#include <vector>

#include "graph/node/node.hpp"

namespace kiln::graph {

// Canonical form, constants folded (pass_simplify.cpp). Types are known.
Values simplify(std::span<const Value> values);
Values stabilise_all(std::span<const Value> values);
// Equal nodes are one node (pass_merge.cpp).
Values merge_equal(std::span<const Value> values);
// Forms that keep their digits: sigmoid, softplus, log1p, expm1, log-softmax (pass_stabilise.cpp). `fixed`
// values stay as they are, and what uses them goes on using them.
Values stabilise(std::span<const Value> values, std::span<const Value> fixed = {});
// Short forms written out, shapes as constants (pass_expand.cpp).
Values expand(std::span<const Value> values);
// Sums of parts of zeros that do not overlap, as concatenations (pass_join.cpp).
Values join_parts(std::span<const Value> values);
// alpha * a b + beta * c in one operation, products with vectors as reductions (pass_products.cpp).
Values recognise_products(std::span<const Value> values);
// Elementwise nodes and reductions in as few kernels as may be (pass_fuse.cpp).
Values fuse(std::span<const Value> values);
// Reductions of rows, and of columns with what those give, in one pass over their matrix (pass_sweep.cpp).
Values sweep(std::span<const Value> values);             // on CPU devices
Values sweep_everywhere(std::span<const Value> values);  // where `optimizer_including` names it

struct Pass {
  const char* name;  // as optimizer_excluding takes it
  Values (*run)(std::span<const Value> values);
  bool fast_compile;  // runs in that mode too
};
std::span<const Pass> passes();
std::vector<std::string> pass_names();  // all that can be left out or put in

// Did a pass take nodes together in it?
bool is_fused(const Node& node);

}  // namespace kiln::graph
