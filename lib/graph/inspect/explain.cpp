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

std::string indented(const std::string& text, const char* by) {
  std::string out;
  for (const std::string_view line : base::split(text, '\n'))
    if (!line.empty()) out += fmt::format("{}{}\n", by, line);
  return out;
}

// The lines of steps and views, in the order in which they run, and the transfers among them.
class Steps {
 public:
  Steps(const Listing& listing, const Specialisation& s) : listing_(listing), s_(s), done_(s.steps.size()) {
    const std::vector<std::size_t> places = places_in_order(listing);
    for (std::size_t i = 0; i < listing.items.size(); ++i)
      if (!listing.items[i].leaf()) add(listing.items[i], places[i]);
    for (std::size_t i = 0; i < s.steps.size(); ++i)
      if (!done_[i]) add_copy(i);
  }

  std::string text() const {
    std::string text;
    for (const auto& [step, line] : lines_) text += line;
    for (const std::string& sentence : s_.apart) text += fmt::format("apart: {}\n", sentence);
    return text;
  }
  std::string transfers_text() const {
    std::string text =
        fmt::format("transfers: {} to devices ({}), {} between devices ({}), {} to the host ({})\n", moves_[0],
                    bytes_text(bytes_[0]), moves_[1], bytes_text(bytes_[1]), moves_[2], bytes_text(bytes_[2]));
    for (const std::string& line : transfers_) text += line;
    return text;
  }
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  void add(const Item& item, std::size_t place) {
    const Cost cost = cost_of(item);
    std::string call = call_text(listing_, item);
    if (call.size() > 160) call.replace(157, std::string::npos, "...");
    if (item.moves()) {
      add_transfer(item, call, cost.writes);
      if (item.step == SIZE_MAX) return;
    }
    if (item.kind == Item::Kind::view) {
      lines_.emplace(place, fmt::format("  view: {}\n", call));
      return;
    }
    if (item.step != SIZE_MAX) done_[item.step] = true;
    operations_ += cost.operations;
    const bool on_host = item.kind == Item::Kind::host_op || item.kind == Item::Kind::download;
    std::string& line = lines_.emplace(item.step, "")->second;
    line = fmt::format("  step {}: {}\n    on {}: {}; reads {}, writes {}", item.step, call,
                       on_host ? "the host" : context_name(item.place), reason(listing_, item), bytes_text(cost.reads),
                       bytes_text(cost.writes));
    if (cost.operations) line += fmt::format(", {}", base::plural(cost.operations, "operation"));
    line += "\n";
    if (item.moves()) return;
    line += fmt::format("    nodes: {}\n", origins_text(*item.node));
    if (is_fused(*item.node)) {
      const std::string functions = functions_text(*item.node);
      line += fmt::format("    fused: {}\n", functions.empty() ? "nothing but reductions" : functions);
    }
    if (const std::string bodies = item.node->op().bodies_text(); !bodies.empty())
      line += fmt::format("    {}\n", bodies);
    if (item.step != SIZE_MAX && s_.steps[item.step].bodies.text)
      line += indented(s_.steps[item.step].bodies.text(), "    ");
  }

  void add_transfer(const Item& item, const std::string& call, std::uint64_t bytes) {
    const int kind = item.kind == Item::Kind::upload ? 0 : item.kind == Item::Kind::transfer ? 1 : 2;
    ++moves_[kind];
    bytes_[kind] += bytes;
    const Item& from = listing_.items[item.inputs[0].item];
    const std::string route = kind == 0 ? fmt::format("host to {}", context_name(item.place))
                              : kind == 2
                                  ? fmt::format("{} to host", from.place ? context_name(from.place) : "a device")
                                  : fmt::format("{} to {}", context_name(from.place), context_name(item.place));
    transfers_.push_back(fmt::format("  {}: {}, {}\n", route, call, bytes_text(bytes)));
  }

  // A step that no node of the graph has, such as an update.
  void add_copy(std::size_t i) {
    const Slot &from = s_.slots[s_.steps[i].inputs[0]], &to = s_.slots[s_.steps[i].outputs[0]];
    lines_.emplace(i, fmt::format("  step {}: {}\n    on {}: copies {}\n", i, s_.steps[i].label,
                                  context_name(to.context), bytes_text(to.type.bytes())));
    if (from.context == to.context) return;
    ++moves_[1];
    bytes_[1] += to.type.bytes();
    transfers_.push_back(fmt::format("  {} to {}: {}, {}\n", context_name(from.context), context_name(to.context),
                                     s_.steps[i].label, bytes_text(to.type.bytes())));
  }

  const Listing& listing_;
  const Specialisation& s_;
  std::vector<bool> done_;
  std::multimap<std::size_t, std::string> lines_;  // by step; what stands before a step is added before it
  std::uint64_t moves_[3] = {}, bytes_[3] = {}, operations_ = 0;
  std::vector<std::string> transfers_;
};

}  // namespace

std::string steps_text(const FunctionSpec& spec, const Specialisation& s) {
  const Listing listing = make_listing(spec, &s);
  return Steps(listing, s).text();
}

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
  const Steps steps(listing, *s);
  text += steps.text() + steps.transfers_text();
  std::uint64_t planned = 0;
  std::vector<const runtime::Context*> contexts;
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
  text += fmt::format("\noperations: {}\n", steps.operations());
  return text;
}

}  // namespace kiln::graph
