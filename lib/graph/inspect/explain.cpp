// SPDX-License-Identifier: Apache-2.0
// describe("explain"): why each step runs where it does and what it costs, why nodes are in no kernel together, the
// bytes of each transfer, and the memory of the plan.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "graph/inspect/listing.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// The item that an operand comes from, without transfers and views on the way.
const Item& origin(const Listing& listing, std::size_t item) {
  while (listing.items[item].kind == Item::Kind::transfer || listing.items[item].kind == Item::Kind::view)
    item = listing.items[item].inputs[0].item;
  return listing.items[item];
}

std::string reason(const Listing& listing, const Item& item) {
  if (item.kind == Item::Kind::download) return "the host reads it";
  if (item.moves()) return "the next steps there read it";
  if (item.kind == Item::Kind::host_op) return "the operation runs on the host";
  std::uint64_t here = 0, all = 0;
  std::string who;
  for (const Item::Source& source : item.inputs) {
    const Item& from = origin(listing, source.item);
    const std::uint64_t bytes = from.types[0].known() ? from.types[0].bytes() : 0;
    if (!from.place || from.kind == Item::Kind::host_op || from.kind == Item::Kind::download ||
        from.kind == Item::Kind::upload)
      continue;  // such an operand goes wherever it is read
    all += bytes;
    if (from.place != item.place) continue;
    here += bytes;
    if (from.kind == Item::Kind::shared && who.empty()) who = from.text;
  }
  if (all == 0) return "no operand is on another device";
  if (here == all) return who.empty() ? "its operands are there" : fmt::format("shared variable {} is there", who);
  return fmt::format("{} of {} of its operands are there", bytes_text(here), bytes_text(all));
}

// For each item its step, or of one without, such as a view, the first step that reads it.
std::vector<std::size_t> places_in_order(const Listing& listing) {
  std::vector<std::size_t> places(listing.items.size(), SIZE_MAX);
  for (std::size_t i = listing.items.size(); i-- > 0;) {
    const Item& item = listing.items[i];
    if (item.step != SIZE_MAX) places[i] = item.step;
    for (const Item::Source& source : item.inputs) places[source.item] = std::min(places[source.item], places[i]);
  }
  return places;
}

}  // namespace

std::string explain_text(const FunctionSpec& spec, const runtime::Context& context, const Listing& listing,
                         const Specialisation* s) {
  std::string text = fmt::format("{} on {}", function_text(spec), context_name(&context));
  if (!s) {
    text += ": as built, nothing is planned before the first call\n";
    for (const Item& item : listing.items)
      if (!item.leaf()) text += fmt::format("  {}\n", call_text(listing, item));
    return text;
  }
  text += fmt::format(", {}, compiled in {:.1f} ms\n", base::plural(s->steps.size(), "step"), s->compile_seconds * 1e3);
  std::uint64_t moves[3] = {}, bytes[3] = {}, operations = 0;
  std::vector<std::string> transfers;
  std::vector<bool> done(s->steps.size());
  std::multimap<std::size_t, std::string> lines;  // by step; what stands before a step is added before it
  const std::vector<std::size_t> places = places_in_order(listing);
  for (std::size_t i = 0; i < listing.items.size(); ++i) {
    const Item& item = listing.items[i];
    if (item.leaf()) continue;
    const Cost cost = cost_of(item);
    std::string call = call_text(listing, item);
    if (call.size() > 160) call.replace(157, std::string::npos, "...");
    if (item.moves()) {
      const int kind = item.kind == Item::Kind::upload ? 0 : item.kind == Item::Kind::transfer ? 1 : 2;
      ++moves[kind];
      bytes[kind] += cost.writes;
      const Item& from = listing.items[item.inputs[0].item];
      const std::string route = kind == 0 ? fmt::format("host to {}", context_name(item.place))
                                : kind == 2
                                    ? fmt::format("{} to host", from.place ? context_name(from.place) : "a device")
                                    : fmt::format("{} to {}", context_name(from.place), context_name(item.place));
      transfers.push_back(fmt::format("  {}: {}, {}\n", route, call, bytes_text(cost.writes)));
      if (item.step == SIZE_MAX) continue;
    }
    if (item.kind == Item::Kind::view) {
      lines.emplace(places[i], fmt::format("  view: {}\n", call));
      continue;
    }
    if (item.step != SIZE_MAX) done[item.step] = true;
    operations += cost.operations;
    const bool on_host = item.kind == Item::Kind::host_op || item.kind == Item::Kind::download;
    std::string& line = lines.emplace(item.step, "")->second;
    line = fmt::format("  step {}: {}\n    on {}: {}; reads {}, writes {}", item.step, call,
                       on_host ? "the host" : context_name(item.place), reason(listing, item), bytes_text(cost.reads),
                       bytes_text(cost.writes));
    if (cost.operations) line += fmt::format(", {}", base::plural(cost.operations, "operation"));
    line += "\n";
    if (item.moves()) continue;
    line += fmt::format("    nodes: {}\n", origins_text(*item.node));
    if (item.node)
      if (const std::string bodies = item.node->op().bodies_text(); !bodies.empty())
        line += fmt::format("    {}\n", bodies);
    const std::string functions = item.node ? functions_text(*item.node) : "";
    if (is_fused(*item.node))
      line += fmt::format("    fused: {}\n", functions.empty() ? "nothing but reductions" : functions);
  }
  for (std::size_t i = 0; i < s->steps.size(); ++i) {
    if (done[i]) continue;
    const Slot &from = s->slots[s->steps[i].inputs[0]], &to = s->slots[s->steps[i].outputs[0]];
    lines.emplace(i, fmt::format("  step {}: {}\n    on {}: copies {}\n", i, s->steps[i].label,
                                 context_name(to.context), bytes_text(to.type.bytes())));
    if (from.context == to.context) continue;
    ++moves[1];
    bytes[1] += to.type.bytes();
    transfers.push_back(fmt::format("  {} to {}: {}, {}\n", context_name(from.context), context_name(to.context),
                                    s->steps[i].label, bytes_text(to.type.bytes())));
  }
  for (const auto& [step, line] : lines) text += line;
  for (const std::string& sentence : s->apart) text += fmt::format("apart: {}\n", sentence);
  text += fmt::format("transfers: {} to devices ({}), {} between devices ({}), {} to the host ({})\n", moves[0],
                      bytes_text(bytes[0]), moves[1], bytes_text(bytes[1]), moves[2], bytes_text(bytes[2]));
  for (const std::string& line : transfers) text += line;
  std::vector<const runtime::Context*> contexts;
  std::uint64_t planned = 0;
  for (const auto* list : {&s->arenas, &s->temporaries})
    for (const Arena& arena : *list) {
      if (list == &s->arenas) planned += arena.bytes;
      if (arena.bytes == 0 || std::find(contexts.begin(), contexts.end(), arena.context) != contexts.end()) continue;
      contexts.push_back(arena.context);
      text += fmt::format("memory: the plan's peak on {} is {}\n", context_name(arena.context),
                          base::plural(peak_bytes(*s, arena.context), "byte"));
    }
  const std::uint64_t peak = peak_bytes(*s);
  if (peak > planned) text += fmt::format("memory: {} bytes of that are temporaries of steps\n", peak - planned);
  text += fmt::format("memory: {} in all; all intermediate results together have {}", base::plural(peak, "byte"),
                      s->intermediate_bytes);
  if (s->intermediate_bytes)
    text += fmt::format(" and lie in {:.2f} of that", double(planned) / double(s->intermediate_bytes));
  text += fmt::format("\noperations: {}\n", operations);
  return text;
}

}  // namespace kiln::graph
