// SPDX-License-Identifier: Apache-2.0
// Makes the graph that is executed from the one that the program built: puts in the shapes of a call, then
// runs the passes in the order of kPasses.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graph/node/leaf.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

constexpr Pass kPasses[] = {
    {"expand", expand, true},
    {"simplify", simplify, false},
    {"stabilise", stabilise_all, true},
    {"expand_again", expand, true},
    {"simplify_again", simplify, true},
    {"merge", merge_equal, false},
    {"loops", merge_loops, true},
    {"sides", divide_sides, true},
    {"views", move_views, false},
    {"join", join_parts, false},
    {"shared", share_products, false},
    {"products", recognise_products, true},
    {"simplify_products", simplify, false},
    {"merge_again", merge_equal, false},
    {"narrow", narrow_places, false},
};

// These run last, when every node has its place.
constexpr Pass kPlaced[] = {{"fusion", fuse, false},
                            {"rows", fuse_rows, false, fuse_rows_everywhere},
                            {"sweep", sweep, false, sweep_everywhere},
                            {"bundle", bundle, false},
                            {"epilogue", fuse_epilogues, false}};

bool names(const std::vector<std::string>& list, const char* name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool runs(const FunctionSpec& spec, const Pass& pass) {
  // Softmax and other short forms have no code of their own, so they must always be expanded. And a choice computes one
  // side alone in every mode.
  if (pass.run == expand || pass.run == divide_sides) return true;
  if (names(spec.excluded_passes, pass.name)) return false;
  if (names(spec.included_passes, pass.name)) return true;
  // NanGuardMode looks at the result of each node.
  if (spec.mode == Mode::nan_guard &&
      std::any_of(std::begin(kPlaced), std::end(kPlaced), [&](const Pass& placed) { return placed.run == pass.run; }))
    return false;
  if (spec.optimizer == Optimizer::none) return false;
  const bool fast_compile = spec.mode == Mode::fast_compile || spec.optimizer == Optimizer::fast_compile;
  return pass.fast_compile || !fast_compile;
}

// An axis may broadcast only if its extent was known to be 1 when the graph was built, as gradients were made with this
// knowledge. Where another operand's extent is not known yet, it may turn out to be 1 too.
void check_broadcasts(const std::string& function, const Node& built, const Values& inputs, const Node& known) {
  if (!op_as<Elementwise>(built)) return;
  const Dims& out = known.types()[0].shape;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Dims &before = built.inputs()[i].type().shape, &now = inputs[i].type().shape;
    for (std::size_t d = 0; d < now.size(); ++d) {
      const std::int64_t extent = out[out.size() - now.size() + d];
      if (before[d] == kUnknown && now[d] == 1 && extent != 1 && extent != kUnknown)
        fail(KILN_SHAPE_ERROR,
             "{}: {}: operand {} has extent 1 along axis {}, expected {}: an axis that is to broadcast must be "
             "declared with extent 1",
             function, node_text(built), i + 1, d, extent);
    }
  }
}

}  // namespace

Values with_shapes(const std::string& function, std::span<const Value> values,
                   const std::unordered_map<const Op*, Type>& leaves) {
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    if (node->op().leaf()) {
      const auto found = leaves.find(&node->op());
      if (found == leaves.end()) return {};
      NodeRef made = Node::make_typed(node->op_ref(), {}, {found->second});
      made->set_label(node->label());
      return all_outputs(made);
    }
    NodeRef made;
    if (inputs == node->inputs()) {
      // The node depends on constants alone. It is copied, as other threads may use the program's node and
      // passes set places and labels.
      made = Node::make_typed(node->op_ref(), inputs, node->types());
    } else {
      try {
        made = Node::make(node->op_ref(), inputs);
      } catch (const backend::Error& error) {
        throw backend::Error(error.status(), fmt::format("{}: {}: {}", function, node_text(*node), error.message()));
      }
      check_broadcasts(function, *node, inputs, *made);
    }
    if (op_as<SpecifyShape>(*made) && made->types()[0].known()) return {inputs[0]};
    made->set_label(node->label());
    return all_outputs(made);
  });
}

Values with_givens(std::span<const Value> values, std::span<const std::pair<Value, Value>> givens) {
  const std::unordered_map<Value, Value, ValueHash> given(givens.begin(), givens.end());
  return rewrite(values, [&](const NodeRef& node, const Values& now) -> Values {
    Values out;
    bool any = false;
    for (std::uint32_t i = 0; i < node->types().size(); ++i) any |= given.count({node, i}) != 0;
    if (!any) return {};
    NodeRef base = node;
    if (!(now == node->inputs())) base = Node::make(node->op_ref(), now);
    for (std::uint32_t i = 0; i < node->types().size(); ++i) {
      const auto found = given.find({node, i});
      out.push_back(found == given.end() ? Value{base, i} : found->second);
    }
    return out;
  });
}

Values stabilise_all(std::span<const Value> values) { return stabilise(values); }
std::span<const Pass> passes() { return kPasses; }
bool runs_placed(const std::string& name) {
  return std::any_of(std::begin(kPlaced), std::end(kPlaced), [&](const Pass& pass) { return pass.name == name; });
}
std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass& pass : kPasses) names.emplace_back(pass.name);
  for (const Pass& pass : kPlaced) names.emplace_back(pass.name);
  names.emplace_back(kPartsPass);
  return names;
}

Values optimise(const FunctionSpec& spec, std::span<const Type> inputs, runtime::Context& context, History* history) {
  Values values = computed_values(spec);
  const auto run = [&](const char* name, auto&& pass) {
    RewriteNotes notes;
    const RewriteNotes::Scope scope(history ? &notes : nullptr);
    values = pass(values);
    if (history) history->push_back({name, values, std::move(notes)});
  };
  run("built", [](const Values& built) { return built; });
  if (!spec.givens.empty()) run("givens", [&](const Values& before) { return with_givens(before, spec.givens); });
  std::unordered_map<const Op*, Type> leaves;
  for (std::size_t i = 0; i < inputs.size(); ++i) leaves.emplace(&spec.inputs[i].variable.op(), inputs[i]);
  bool checks = context.options().check_index;
  for (const NodeRef& node : topological(values)) {
    if (const auto* leaf = op_as<SharedLeaf>(*node)) {
      const auto value = leaf->shared().value();
      leaves.emplace(&node->op(), Type{value->dtype(), value->shape()});
      checks |= value->context().options().check_index;
    }
    if (const auto* transfer = op_as<Transfer>(*node); transfer && transfer->target())
      checks |= transfer->target()->options().check_index;
  }
  run("shapes", [&](const Values& before) { return rows_in_sides(with_shapes(function_text(spec), before, leaves)); });
  for (const Pass& pass : passes()) {
    if (!runs(spec, pass)) continue;
    run(pass.name, [&](const Values& before) {
      const Values after = pass.run(before);
      return pass.run == expand && !checks ? without_checks(after) : after;
    });
  }
  for (const Pass* pass : spec.extra_passes) run(pass->name, pass->run);
  run("place", [&](const Values& before) { return place(before, spec, context); });
  for (const Pass& pass : kPlaced) {
    const bool everywhere = pass.everywhere && names(spec.included_passes, pass.name);
    if (runs(spec, pass)) run(pass.name, everywhere ? pass.everywhere : pass.run);
  }
  return values;
}

}  // namespace kiln::graph
