// SPDX-License-Identifier: Apache-2.0
// What the parts of the pass `shared` have in common: readers of nodes, and how matrices are joined. Only
// pass_shared.cpp and join_products.cpp use this header.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {

using Readers = std::unordered_map<const Node*, std::vector<const Node*>>;

inline Readers readers_of(const std::vector<NodeRef>& order) {
  Readers readers;
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs()) readers[input.node.get()].push_back(node.get());
  return readers;
}

// The value before reshapes.
inline const Value& unshaped(const Value& value) {
  const Value* at = &value;
  while (op_as<Reshape>(*at)) at = &at->node->inputs()[0];
  return *at;
}

inline std::int64_t last_extent(const Value& value) { return value.type().shape[value.type().ndim() - 1]; }

// Orders matrices that are to be joined as a concatenation has them that is there already, so that there are not two.
class JoinOrder {
 public:
  explicit JoinOrder(const std::vector<NodeRef>& order) {
    for (const NodeRef& node : order)
      if (join_axis(*node))
        for (std::size_t i = 0; i < node->inputs().size(); ++i)
          places_.emplace(unshaped(node->inputs()[i]), std::pair(node->number(), i));
  }

  // `matrix_of` gives an entry's matrix. Without such a concatenation older matrices come first.
  template <class Entry, class MatrixOf>
  void sort(std::vector<Entry>& entries, const MatrixOf& matrix_of) const {
    using Key = std::pair<std::uint64_t, std::size_t>;
    const auto place = [&](const Entry& entry) {
      const auto found = places_.find(unshaped(matrix_of(entry)));
      return found == places_.end() ? Key(0, 0) : found->second;
    };
    const Key first = place(entries[0]);
    const bool joined = first.first && std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
                          return place(entry).first == first.first;
                        });
    const auto key = [&](const Entry& entry) { return joined ? place(entry) : Key(age(matrix_of(entry)), 0); };
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  }

 private:
  static std::uint64_t age(const Value& value) {
    const Value* at = &value;
    while (op_as<Reshape>(*at) || op_as<DimShuffle>(*at)) at = &at->node->inputs()[0];
    return at->node->number();
  }

  std::unordered_map<Value, std::pair<std::uint64_t, std::size_t>, ValueHash> places_;
};

// How many elements of the value must be copied where it is a piece of a concatenation: none if a step may write it
// there.
std::int64_t copied_elements(const Value& value);
// The values, one behind the other along the axis.
Value joined(Values values, std::size_t axis);

// Computes products that are read transposed so, and the sum of a batch of products as one.
Values turn_and_sum(std::span<const Value> values);
// Computes sums of products as one.
Values sum_products(std::span<const Value> values);

}  // namespace kiln::graph
