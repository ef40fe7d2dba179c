// SPDX-License-Identifier: Apache-2.0
// Graphs as text: toposort() and debugprint() as in Theano, and the graph after each pass.
#include <fmt/format.h>

#include <unordered_map>

#include "base/text.hpp"
#include "graph/inspect/listing.hpp"

namespace kiln::graph {
namespace {

constexpr const char* kBuilt = " (as built: nothing is compiled before the first call)";
constexpr std::size_t kMaxDepth = 100;  // levels of indentation

// Names for 0, 1, ...: A, B, ..., Z, AA, AB, ...
std::string letters(std::size_t i) {
  std::string text;
  for (++i; i > 0; i = (i - 1) / 26) text.insert(text.begin(), char('A' + (i - 1) % 26));
  return text;
}

std::string number_text(const Value& value) {
  const Node& node = *value.node;
  if (node.op().leaf() && !node.label().empty()) return node.label();
  return fmt::format("#{}{}", node.number(), value.output ? fmt::format(".{}", value.output) : "");
}

}  // namespace

std::string toposort_text(const Listing& listing) {
  std::string text;
  for (const Item& item : listing.items)
    if (!item.leaf()) text += (text.empty() ? "" : ", ") + call_text(listing, item);
  return fmt::format("[{}]{}", text, listing.built ? kBuilt : "");
}

std::string debugprint_text(const Listing& listing) {
  std::string text;
  if (listing.built) text += fmt::format("{}\n", kBuilt + 1);
  std::unordered_map<std::size_t, std::string> ids;
  // Nodes are numbered in the order in which they run.
  std::vector<std::size_t> order(listing.items.size());
  for (std::size_t i = 0, at = 0; i < listing.items.size(); ++i)
    if (!listing.items[i].leaf()) order[i] = at++;
  struct Visit {
    Item::Source source;
    std::size_t depth;
  };
  for (const Listing::Result& result : listing.results) {
    text += result.name + "\n";
    std::vector<Visit> stack{{result.source, 0}};
    while (!stack.empty()) {
      const auto [source, depth] = stack.back();
      stack.pop_back();
      const Item& item = listing.items[source.item];
      const auto [id, fresh] = ids.emplace(source.item, letters(ids.size()));
      std::string pad = depth == 0 ? "" : std::string(2 * std::min(depth, kMaxDepth) - 1, ' ') + "|";
      if (depth > kMaxDepth) pad += fmt::format("(depth {}) ", depth);
      text += fmt::format("{}{}", pad, item.text);
      if (!item.leaf() && item.types.size() > 1) text += fmt::format(".{}", source.output);
      text += fmt::format(" [id {}]", id->second);
      if (!item.leaf()) text += fmt::format(" '{}' {}", item.name, order[source.item]);
      text += fmt::format(" {}", type_text(item.types[source.output]));
      text += item.leaf() || fresh ? "\n" : " ...\n";
      if (item.leaf() || !fresh) continue;
      for (std::size_t i = item.inputs.size(); i-- > 0;) stack.push_back({item.inputs[i], depth + 1});
    }
  }
  return text;
}

std::string passes_text(const History& history) {
  std::string text, before;
  for (const auto& [name, values, notes] : history) {
    std::string nodes;
    std::size_t count = 0;
    for (const NodeRef& node : topological(values)) {
      if (node->op().leaf()) continue;
      ++count;
      nodes += fmt::format("  #{} {}", node->number(), node->op().name());
      if (!node->label().empty()) nodes += fmt::format(" '{}'", node->label());
      nodes += "(";
      for (std::size_t i = 0; i < node->inputs().size(); ++i) {
        const Value& input = node->inputs()[i];
        const auto scalar = constant_scalar(input);
        nodes += i ? ", " : "";
        nodes += scalar && !base::is_complex(scalar->dtype) ? fmt::format("{}", scalar->cast(KILN_FLOAT64).re)
                                                            : number_text(input);
      }
      nodes += ")";
      for (const Type& type : node->types()) nodes += " " + type_text(type);
      nodes += "\n";
    }
    std::string results;
    for (const Value& value : values) results += (results.empty() ? "" : ", ") + number_text(value);
    nodes += fmt::format("  results: {}\n", results);
    text += fmt::format("after {}: {}{}\n", name, base::plural(count, "node"), nodes == before ? ", unchanged" : "");
    if (nodes != before) text += nodes;
    before = std::move(nodes);
  }
  return text;
}

}  // namespace kiln::graph
