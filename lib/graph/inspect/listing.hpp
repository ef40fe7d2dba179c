// SPDX-License-Identifier: Apache-2.0
// A graph as it is shown to people: one item for each node, and items for the transfers between host and
// devices that a call makes. Function::describe() makes its texts and pictures from a listing.
#pragma once

#include <string>
#include <vector>

#include "graph/passes/optimise.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {

struct Item {
  enum class Kind { input, shared, constant, upload, node, view, host_op, transfer, download };
  Kind kind = Kind::node;
  NodeRef node = {};      // null for an upload or a download
  std::string text = {};  // "GpuElemwise{exp,no_inplace}"; for a leaf its label or, without one, its value or type
  std::string name = {};  // the label that the caller gave the node, if any
  struct Source {
    std::size_t item = 0;
    std::uint32_t output = 0;
  };
  std::vector<Source> inputs = {};
  std::vector<Type> types = {};
  const runtime::Context* place = nullptr;  // null: on the host, or not known yet
  std::size_t step = SIZE_MAX;
  bool leaf() const noexcept { return kind <= Kind::constant; }
  bool moves() const noexcept { return kind == Kind::upload || kind == Kind::transfer || kind == Kind::download; }
};

struct Listing {
  std::vector<Item> items;  // operands first
  struct Result {
    Item::Source source;
    std::string name;  // "output 1", "update of w"
  };
  std::vector<Result> results;
  bool built = false;  // the graph is shown as built, as there was no call yet
};

// Makes the listing of a function for its newest specialisation, or of the graph as built if `s` is null.
Listing make_listing(const FunctionSpec& spec, const Specialisation* s);
// The text of an operand or a result, such as "x", "<GpuArray<float32>>" or "GpuGemm{inplace}.0".
std::string source_text(const Listing& listing, const Item::Source& source);
// An item with its operands, such as "GpuDot22(x, w)".
std::string call_text(const Listing& listing, const Item& item);
// The name of the context in the flag `contexts`; if it has none, its device string.
std::string context_name(const runtime::Context* context);

// The bytes that a node reads and writes, and its operations on elements (0 if they are not counted).
struct Cost {
  std::uint64_t reads = 0, writes = 0, operations = 0;
};
Cost cost_of(const Item& item);
// The functions that a fused node computes for each element: "2 multiply, exp".
std::string functions_text(const Node& node);
// The names of the program's nodes that a node computes: "Dot 'scores', Elemwise{add} 'cost'".
std::string origins_text(const Node& node);
std::string bytes_text(std::uint64_t bytes);

// The texts of describe() (print.cpp, picture.cpp, explain.cpp).
std::string toposort_text(const Listing& listing);
std::string debugprint_text(const Listing& listing);
std::string dot_text(const Listing& listing);
std::string svg_text(const Listing& listing);
std::string explain_text(const FunctionSpec& spec, const runtime::Context& context, const Listing& listing,
                         const Specialisation* s);
// The part of it that is about steps, and nodes that are apart. A loop has it for its body.
std::string steps_text(const FunctionSpec& spec, const Specialisation& s);
std::string passes_text(const History& history);

}  // namespace kiln::graph
