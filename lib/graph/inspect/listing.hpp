// SPDX-License-Identifier: Apache-2.0
// A graph as people are shown it: a row for each node, with the moves between host and device that a call
// makes. Texts and pictures of a function are made from it. Private to describe().
#pragma once

#include <string>
#include <vector>

#include "graph/passes/optimise.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {

struct Item {
  enum class Kind { input, shared, constant, upload, node, view, host_op, transfer, download };
  Kind kind = Kind::node;
  NodeRef node;      // null: upload and download
  std::string text;  // "GpuElemwise{exp,no_inplace}"; of a leaf, what it is called where it is read
  std::string name;  // the user's
  struct Source {
    std::size_t item = 0;
    std::uint32_t output = 0;
  };
  std::vector<Source> inputs;
  std::vector<Type> types;
  const runtime::Context* place = nullptr;  // null: the host, or not known yet
  std::size_t step = SIZE_MAX;
  bool leaf() const noexcept { return kind <= Kind::constant; }
  bool moves() const noexcept {
    return kind == Kind::upload || kind == Kind::transfer || kind == Kind::download;
  }
};

struct Listing {
  std::vector<Item> items;  // operands first
  struct Result {
    Item::Source source;
    std::string name;  // "output 1", "update of w"
  };
  std::vector<Result> results;
  bool built = false;  // no call yet: as the program built it
};

// `s` null: the graph as built.
Listing make_listing(const FunctionSpec& spec, const Specialisation* s);
// The operand or result: "x", "<GpuArray<float32>>", "GpuGemm{inplace}.0".
std::string source_text(const Listing& listing, const Item::Source& source);
// "GpuDot22(x, w)".
std::string call_text(const Listing& listing, const Item& item);
// The name a device has in the flag `contexts`, else its device string.
std::string context_name(const runtime::Context* context);

// What a node costs, in bytes and in operations on elements (0: not counted).
struct Cost {
  std::uint64_t reads = 0, writes = 0, operations = 0;
};
Cost cost_of(const Item& item);
// "2 multiply, exp": the functions that a fused node computes for each element.
std::string functions_text(const Node& node);
std::string bytes_text(std::uint64_t bytes);

// The texts and pictures (print.cpp, picture.cpp, explain.cpp).
std::string toposort_text(const Listing& listing);
std::string debugprint_text(const Listing& listing);
std::string dot_text(const Listing& listing);
std::string svg_text(const Listing& listing);
std::string explain_text(const FunctionSpec& spec, const runtime::Context& context, const Listing& listing,
                         const Specialisation* s);
std::string passes_text(const History& history);

}  // namespace kiln::graph
