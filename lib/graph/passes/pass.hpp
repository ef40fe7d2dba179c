// SPDX-License-Identifier: Apache-2.0
// The passes of the graph compiler. Each takes values and returns values that compute the same, in time
// linear in the number of nodes. optimise.cpp has the table of their order.
#pragma once

#include <string>
#include <vector>

#include "graph/node/function_spec.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

// Brings the graph to a canonical form and folds constants (pass_simplify.cpp). All shapes must be known.
Values simplify(std::span<const Value> values);
// Calls stabilise() without fixed values.
Values stabilise_all(std::span<const Value> values);
// Makes equal nodes one node (pass_merge.cpp).
Values merge_equal(std::span<const Value> values);
// Replaces formulas that lose digits or overflow by sigmoid, softplus, log1p, expm1, log-softmax and their like
// (pass_stabilise.cpp). Values in `fixed`, and formulas that compute one on the way, stay: grad() looks for the values.
Values stabilise(std::span<const Value> values, std::span<const Value> fixed = {});
// Replaces short forms by simpler nodes, and values that depend on shapes alone by constants (pass_expand.cpp).
Values expand(std::span<const Value> values);
// Computes parts of elementwise nodes from the parts of their operands (pass_views.cpp).
Values move_views(std::span<const Value> values);
// move_views() begins with this: it computes elementwise nodes that read reshapes of elementwise nodes in the shape of
// these (pass_reshapes.cpp).
Values move_reshapes(std::span<const Value> values);
// Takes sums of arrays that are zero except for one part each. If the parts do not overlap, a concatenation of them
// replaces the sum (pass_join.cpp).
Values join_parts(std::span<const Value> values);
// Makes one loop of a loop and those that gradients made of it to keep more values, and leaves out results of loops
// that nothing reads (graph/loop/pass_loops.cpp).
Values merge_loops(std::span<const Value> values);
// Moves what only one side of a choice needs into the choice (graph/loop/branch.cpp).
Values divide_sides(std::span<const Value> values);
// Does so before the passes if there are values whose shape only a run tells, as rows of loops with a condition have:
// such values are in sides of choices alone (function/parts.hpp), and passes need all shapes.
Values rows_in_sides(std::span<const Value> values);
// Makes one product of several that share an operand or are added up (pass_shared.cpp).
Values share_products(std::span<const Value> values);
// Replaces alpha * a b + beta * c by one operation, and products with a vector by reductions (pass_products.cpp).
Values recognise_products(std::span<const Value> values);
// Compares constants in 32 bits where only the other operand needs 64 (pass_narrow.cpp).
Values narrow_places(std::span<const Value> values);
// Puts elementwise nodes and reductions into as few kernels as possible (pass_fuse.cpp).
Values fuse(std::span<const Value> values);
// Puts reductions over the same axes, and the elementwise nodes between them, into one kernel that reads each operand
// once (pass_rows.cpp). fuse_rows() does so where the device gains by it, the other function wherever it can.
Values fuse_rows(std::span<const Value> values);
Values fuse_rows_everywhere(std::span<const Value> values);
// Puts reductions of the rows of a matrix, and of its columns with results of the row reductions, into one
// kernel that reads the matrix once (pass_sweep.cpp). sweep() does so on CPU devices, the other function on all
// devices.
Values sweep(std::span<const Value> values);
Values sweep_everywhere(std::span<const Value> values);

// Puts elementwise nodes that compute the same of arrays of different shapes into few launches (pass_bundle.cpp).
Values bundle(std::span<const Value> values);
// Makes one node of a product of matrices and the elementwise node that alone reads it (pass_epilogue.cpp).
Values fuse_epilogues(std::span<const Value> values);

struct Pass {
  const char* name;  // the name that optimizer_excluding and optimizer_including take
  Values (*run)(std::span<const Value> values);
  bool fast_compile;  // the pass runs in fast_compile mode too
  // For passes that are meant for some devices: the same on all devices, for functions that include the pass by name.
  Values (*everywhere)(std::span<const Value> values) = nullptr;
};
std::span<const Pass> passes();
// Whether a pass of this name runs behind the placement.
bool runs_placed(const std::string& name);
// What optimizer_excluding calls the writing of results into joined arrays, which the plan does (plan/parts.cpp).
inline constexpr const char* kPartsPass = "parts";
std::vector<std::string> pass_names();  // of all passes; expand and sides run even if they are excluded

// Whether the fusion, the rows, the sweep, the bundle or the epilogue pass made the node.
bool is_fused(const Node& node);

// ---- Placement (pass_place.cpp) ----

// Sets Node::place() and inserts transfers. `values` are the outputs of the spec, which may stay on the host,
// and then its updates. Nodes whose operands have no place run on `fallback`.
Values place(std::span<const Value> values, const FunctionSpec& spec, runtime::Context& fallback);

// After placement: whether the value's elements are in host memory. This is so for results of operations on the host,
// for what was moved there, for inputs that stay there (which have no place), and for views of these.
bool on_host(const Value& value);

// Whether the node is a view, which costs nothing wherever its operand is, unless it is a reshape that must copy.
bool is_view(const Node& node);

}  // namespace kiln::graph
