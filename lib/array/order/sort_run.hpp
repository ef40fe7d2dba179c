// SPDX-License-Identifier: Apache-2.0
// Sorts packed rows, in the way that suits them. Private to array/.
#pragma once

#include "array/order/sort_ways.hpp"

namespace kiln::array {

class SortRunner : public SortKernels {
 public:
  using SortKernels::SortKernels;
  // Sorts `rows` packed rows of n elements and writes the first `keep` of each, packed: the elements to `values`, their
  // int64 positions to `places`. Either may be null. Outputs share no memory with the source.
  void sort(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
            Array* places) const;
  // Sorts n keys below 2^bits. `positions` (uint32) receives where each was.
  void order(const Array& keys, std::int64_t n, unsigned bits, Array& sorted, Array& positions) const;
  // Whether moving words along with the keys costs less than gathering the words afterwards.
  bool carries(std::size_t word_bytes, std::int64_t rows, std::int64_t n) const;
  // Sorts each row of n keys and moves `words` as the keys move, to `moved`. `values` receives the sorted
  // keys; it may be null. Call only if `carries()` is true.
  void carry(const Array& source, const Array& words, std::int64_t rows, std::int64_t n, Array* values,
             Array& moved) const;

 private:
  void pick(const SortJob& job) const;
  void sort_and_cut(const SortJob& job) const;
};

}  // namespace kiln::array
