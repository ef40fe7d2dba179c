// SPDX-License-Identifier: Apache-2.0
// The bundle pass. Elementwise nodes that compute the same of arrays of different shapes, and whose results no other
// node reads, become one node: the updates of an optimiser's many small parameters are few launches. As nobody reads
// the results, the members never depend on each other.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "array/elementwise/elementwise_bundle.hpp"
#include "array/tuning.hpp"
#include "base/flags/flags.hpp"
#include "base/text.hpp"
#include "graph/fusion/bundle_op.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// What the members of a bundle have in common.
struct Likeness {
  runtime::Context* place;
  std::vector<bool> single;  // for each input, whether it has one element
  std::string program;       // with the dtypes
  auto operator<=>(const Likeness&) const = default;
};

// The likeness of a node that may be in a bundle; nothing for others.
std::optional<Likeness> likeness(const Node& node) {
  const auto* op = op_as<Elementwise>(node);
  runtime::Context* const place = node.place();
  if (!op || !place || node.inputs().empty()) return std::nullopt;
  const Dims& shape = node.types()[0].shape;
  const std::int64_t size = node.types()[0].size();
  if (size < 1 || size > array::tuning(*place).elementwise.bundle_elements) return std::nullopt;
  if (!array::ElementwiseBundle::fits(place->properties(), node.inputs().size() + node.types().size()))
    return std::nullopt;
  Likeness like{place, {}, {}};
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  for (const Value& input : node.inputs()) {
    const Type& type = input.type();
    const bool whole = type.shape == shape;
    if (!whole && type.size() != 1) return std::nullopt;
    like.single.push_back(!whole);
    names.push_back("x" + std::to_string(names.size()));
    types.push_back({type.dtype, false, false});
  }
  std::vector<expr::Statements::Output> outputs;
  std::vector<int> dtypes;
  for (const expr::Expr& output : op->outputs()) outputs.push_back({"r", output});
  for (const Type& type : node.types()) dtypes.push_back(int(type.dtype));
  const expr::Program program = expr::compile(outputs, names, types, dtypes, base::flag_floatX());
  if (program.inputs.size() != names.size()) return std::nullopt;
  like.program = program.text();
  return like;
}

NodeRef make_bundle(const std::vector<NodeRef>& members, const Likeness& like) {
  Values inputs;
  std::vector<Type> types;
  std::vector<NodeRef> origins;
  for (const NodeRef& member : members) {
    inputs.insert(inputs.end(), member->inputs().begin(), member->inputs().end());
    types.insert(types.end(), member->types().begin(), member->types().end());
    for (const NodeRef& origin : member->origins()) origins.push_back(origin);
  }
  const Node& first = *members.front();
  const auto& op = *op_as<Elementwise>(first);
  std::vector<DType> dtypes;
  for (const Type& type : first.types()) dtypes.push_back(type.dtype);
  NodeRef made = Node::make(base::make_ref<Bundle>(op.outputs(), std::move(dtypes), like.single, std::move(types),
                                                   fmt::format("Bundle{{{} x {}}}", members.size(), op.name())),
                            std::move(inputs));
  made->set_place(like.place);
  made->set_members(by_number(std::move(origins)));
  return made;
}

}  // namespace

Values bundle(std::span<const Value> values) {
  const std::vector<NodeRef> order = topological(values);
  std::unordered_set<const Node*> read;
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs()) read.insert(input.node.get());
  std::map<Likeness, std::vector<NodeRef>> alike;
  for (const NodeRef& node : order)
    if (!read.count(node.get()))
      if (auto like = likeness(*node)) alike[std::move(*like)].push_back(node);
  std::unordered_map<Value, Value, ValueHash> made;
  for (const auto& [like, members] : alike) {
    if (members.size() < 2) continue;
    const NodeRef node = make_bundle(members, like);
    std::uint32_t output = 0;
    for (const NodeRef& member : members)
      for (const Value& value : all_outputs(member)) made.emplace(value, Value{node, output++});
  }
  if (made.empty()) return {values.begin(), values.end()};
  Values results;
  for (const Value& value : values) {
    const auto found = made.find(value);
    results.push_back(found == made.end() ? value : found->second);
  }
  if (RewriteNotes* notes = RewriteNotes::current()) {
    for (const NodeRef& node : order)
      for (const Value& value : all_outputs(node)) made.emplace(value, value);
    notes->add(std::move(made));
  }
  return results;
}

}  // namespace kiln::graph
