// SPDX-License-Identifier: Apache-2.0
// Writes the sentences of ApartNotes.
#include "graph/passes/apart_notes.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

namespace kiln::graph {
namespace {

thread_local ApartNotes* current_notes = nullptr;
constexpr std::size_t kMostTexts = 64;     // of a specialisation, as it keeps them while it lives
constexpr std::size_t kLongestList = 160;  // letters of a list of nodes

std::string cut(std::string text) {
  if (text.size() > kLongestList) text.replace(kLongestList - 3, std::string::npos, "...");
  return text;
}

// "Reduce{max{1}} and Reduce{sum{1}} (nodes: Softmax(x) float32(3, 5))": the nodes as passes made them, and those of
// the program that they compute.
std::string list_text(const std::vector<NodeRef>& nodes) {
  std::string names, origins;
  std::unordered_set<const Node*> known;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (names.size() < kLongestList)
      names += (i == 0 ? "" : i + 1 == nodes.size() ? " and " : ", ") + nodes[i]->op().name();
    for (const NodeRef& origin : nodes[i]->origins())
      if (origins.size() < kLongestList && !origin->op().leaf() && known.insert(origin.get()).second)
        origins += (origins.empty() ? "" : ", ") + node_text(*origin);
  }
  return fmt::format("{} (nodes: {})", cut(std::move(names)), cut(std::move(origins)));
}

}  // namespace

bool ApartNotes::full() {
  if (texts_.size() < kMostTexts) return false;
  ++left_out_;
  return true;
}

void ApartNotes::apart(const std::vector<NodeRef>& nodes, const std::string& reason) {
  if (full()) return;
  const char* verb = nodes.size() == 1 ? "has" : "have";
  texts_.push_back(fmt::format("{} {} no row program: {}", list_text(nodes), verb, reason));
}

void ApartNotes::outside(const std::vector<NodeRef>& nodes, const std::string& program, const std::string& reason) {
  if (full()) return;
  const char* verb = nodes.size() == 1 ? "stays" : "stay";
  texts_.push_back(fmt::format("{} {} out of {}: {}", list_text(nodes), verb, program, reason));
}

std::vector<std::string> ApartNotes::take() {
  if (left_out_) texts_.push_back(fmt::format("and {} more", left_out_));
  return std::move(texts_);
}

ApartNotes::Scope::Scope(ApartNotes* notes) : outer_(std::exchange(current_notes, notes)) {}
ApartNotes::Scope::~Scope() { current_notes = outer_; }
ApartNotes* ApartNotes::current() noexcept { return current_notes; }

}  // namespace kiln::graph
