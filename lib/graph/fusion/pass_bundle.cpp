// SPDX-License-Identifier: Apache-2.0
// The bundle pass. Elementwise nodes, or independent parts of them, that compute the same of arrays of different
// shapes, and whose results no other node reads, become one node: the updates of an optimiser's many small parameters
// are few launches. As nobody reads the results, the members never depend on each other.
#include <algorithm>
#include <map>
#include <numeric>
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

// Some results of an elementwise node, which may be a member of a bundle.
struct Member {
  NodeRef node;
  std::vector<std::uint32_t> results;  // which ones of the node
  Values inputs;                       // what they read
  Elementwise::Outputs outputs;        // with inputs x0, x1, ... in the order in which they are read
  Likeness like;
};

bool is_single(const Value& input, const Node& node) {
  return input.type().shape != node.types()[0].shape && input.type().size() == 1;
}

// Sorts the node's results into parts that have no input in common, but for those of one element. Fusion puts
// independent nodes of one shape into one kernel: the updates of parameters of this shape.
std::vector<std::vector<std::uint32_t>> parts_of(const Node& node,
                                                 const std::vector<std::vector<std::size_t>>& inputs) {
  std::vector<std::uint32_t> part(inputs.size());
  std::unordered_map<std::size_t, std::uint32_t> reader;  // of each input, its first reader
  const auto find = [&](std::uint32_t at) {
    while (part[at] != at) at = part[at] = part[part[at]];
    return at;
  };
  for (std::uint32_t r = 0; r < inputs.size(); ++r) {
    part[r] = r;
    for (const std::size_t input : inputs[r]) {
      if (is_single(node.inputs()[input], node)) continue;
      const auto [other, fresh] = reader.emplace(input, r);
      if (!fresh) part[find(r)] = find(other->second);
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> parts;
  for (std::uint32_t r = 0; r < inputs.size(); ++r) parts[find(r)].push_back(r);
  std::vector<std::vector<std::uint32_t>> sorted;
  for (auto& [root, results] : parts) sorted.push_back(std::move(results));
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// A member of these results; nothing if they may not be in a bundle.
std::optional<Member> member(const NodeRef& node, std::vector<std::uint32_t> results,
                             const std::vector<std::vector<std::size_t>>& inputs) {
  const Elementwise::Outputs outputs = op_as<Elementwise>(*node)->outputs();
  Member made{node, std::move(results), {}, {}, {node->place(), {}, {}}};
  std::vector<std::pair<std::string, expr::Expr>> renamed;
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  std::unordered_set<std::size_t> known;
  for (const std::uint32_t r : made.results)
    for (const std::size_t i : inputs[r]) {
      if (!known.insert(i).second) continue;
      const Value& input = node->inputs()[i];
      const bool single = is_single(input, *node);
      if (!single && input.type().shape != node->types()[0].shape) return std::nullopt;
      renamed.emplace_back("x" + std::to_string(i), input_name(names.size()));
      names.push_back("x" + std::to_string(names.size()));
      types.push_back({input.type().dtype, false, false});
      made.inputs.push_back(input);
      made.like.single.push_back(single);
    }
  if (names.empty() || !array::ElementwiseBundle::fits(node->place()->properties(), names.size() + made.results.size()))
    return std::nullopt;
  std::vector<expr::Statements::Output> statements;
  std::vector<int> dtypes;
  for (const std::uint32_t r : made.results) {
    made.outputs.push_back(substitute(outputs[r], renamed));
    statements.push_back({"r", made.outputs.back()});
    dtypes.push_back(int(node->types()[r].dtype));
  }
  const expr::Program program = expr::compile(statements, names, types, dtypes, base::flag_floatX());
  if (program.inputs.size() != names.size()) return std::nullopt;
  made.like.program = program.text();
  return made;
}

// The node as one member, and as one member for each of its parts if it has several and all of them may be members.
struct Candidates {
  std::optional<Member> whole;
  std::vector<Member> parts;
};
Candidates candidates(const NodeRef& node) {
  const auto* op = op_as<Elementwise>(*node);
  if (!op || !node->place()) return {};
  const std::int64_t size = node->types()[0].size();
  if (size < 1 || size > array::tuning(*node->place()).elementwise.bundle_elements) return {};
  std::vector<std::vector<std::size_t>> inputs;
  for (const expr::Expr& output : op->outputs()) inputs.push_back(inputs_read(output));
  std::vector<std::uint32_t> all(inputs.size());
  std::iota(all.begin(), all.end(), 0u);
  Candidates found{member(node, std::move(all), inputs), {}};
  auto parts = parts_of(*node, inputs);
  if (parts.size() < 2) return found;
  for (auto& part : parts) {
    auto made = member(node, std::move(part), inputs);
    if (!made) return {std::move(found.whole), {}};
    found.parts.push_back(std::move(*made));
  }
  return found;
}

// All members, sorted by what they have in common. A node is divided into its parts if other nodes have such parts too.
std::map<Likeness, std::vector<Member>> members_of(const std::vector<NodeRef>& nodes) {
  std::vector<Candidates> found;
  std::map<Likeness, std::pair<const Node*, bool>> seen;  // a node with such a part, and whether there is another one
  for (const NodeRef& node : nodes) {
    found.push_back(candidates(node));
    const auto see = [&](const Member& part) {
      const auto [at, fresh] = seen.try_emplace(part.like, node.get(), false);
      if (!fresh && at->second.first != node.get()) at->second.second = true;
    };
    for (const Member& part : found.back().parts) see(part);
    if (found.back().parts.empty() && found.back().whole) see(*found.back().whole);
  }
  std::map<Likeness, std::vector<Member>> members;
  for (Candidates& each : found) {
    const bool divide =
        !each.parts.empty() && std::all_of(each.parts.begin(), each.parts.end(),
                                           [&](const Member& part) { return seen.at(part.like).second; });
    if (!divide && each.whole) {
      const Likeness like = each.whole->like;
      members[like].push_back(std::move(*each.whole));
    }
    for (Member& part : each.parts)
      if (divide) members[part.like].push_back(part);
  }
  return members;
}

NodeRef make_bundle(const std::vector<Member>& members) {
  Values inputs;
  std::vector<Type> types;
  std::vector<NodeRef> origins;
  std::unordered_set<const Node*> known;
  for (const Member& member : members) {
    inputs.insert(inputs.end(), member.inputs.begin(), member.inputs.end());
    for (const std::uint32_t r : member.results) types.push_back(member.node->types()[r]);
    if (known.insert(member.node.get()).second)
      for (const NodeRef& origin : member.node->origins()) origins.push_back(origin);
  }
  const Member& first = members.front();
  std::vector<DType> dtypes;
  for (const std::uint32_t r : first.results) dtypes.push_back(first.node->types()[r].dtype);
  NodeRef made =
      Node::make(base::make_ref<Bundle>(first.outputs, std::move(dtypes), first.like.single, std::move(types),
                                        fmt::format("Bundle{{{} x {}}}", members.size(), first.node->op().name())),
                 std::move(inputs));
  made->set_place(first.like.place);
  made->set_members(by_number(std::move(origins)));
  return made;
}

}  // namespace

Values bundle(std::span<const Value> values) {
  const std::vector<NodeRef> order = topological(values);
  std::unordered_set<const Node*> read;
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs()) read.insert(input.node.get());
  std::vector<NodeRef> last;
  for (const NodeRef& node : order)
    if (!read.count(node.get())) last.push_back(node);
  std::unordered_map<Value, Value, ValueHash> made;
  for (const auto& [like, members] : members_of(last)) {
    if (members.size() < 2) continue;
    const NodeRef node = make_bundle(members);
    std::uint32_t output = 0;
    for (const Member& member : members)
      for (const std::uint32_t r : member.results) made.emplace(Value{member.node, r}, Value{node, output++});
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
