// SPDX-License-Identifier: Apache-2.0
// The ways to sort packed rows. Each is a class that knows which rows it suits and what it launches. SortRunner chooses
// among them. Private to array/order.
#pragma once

#include "array/order/sort_kernels.hpp"

namespace kiln::array {

// The task to sort `rows` packed rows of n elements. `values` receives the first `keep` elements in order of each row,
// and `places` their positions; both are packed.
struct SortJob {
  const Array* source;
  const Array* positions;  // int64, the position in its row that each element had; null: its index
  std::int64_t rows, n, keep;
  Array* values;  // null: not wanted
  Array* places;  // int64; null: not wanted
};

class SortWay {
 public:
  explicit SortWay(const SortKernels& kernels) : kernels_(kernels) {}

 protected:
  const SortKernels& kernels_;
};

// RankSort counts, for each element of a row, the elements before it in order.
class RankSort : SortWay {
 public:
  using SortWay::SortWay;
  // Whether comparing every element with every other of its row costs less than the other ways.
  bool suits(std::int64_t rows, std::int64_t n) const;
  // `moved` receives the positions as uint32, or, if `words` are given, these words in the order of the elements.
  void run(const SortJob& job, Array* moved = nullptr, const Array* words = nullptr) const;
};

// NetworkSort sorts several short rows at a time on CPU devices: a vector has one element of each of these rows.
class NetworkSort : SortWay {
 public:
  using SortWay::SortWay;
  bool suits(const SortJob& job) const;
  void run(const SortJob& job) const;
};

// PartSort sorts whole short rows, or parts of long ones, in the local memory of groups.
class PartSort : SortWay {
 public:
  using SortWay::SortWay;
  // The most elements of a part.
  std::int64_t most() const { return std::int64_t(kernels_.sizes().row); }
  // Writes the first job.keep elements of each part of `length` elements; they are `kept` of each row in all.
  void run(const SortJob& job, std::int64_t length, std::int64_t kept) const;
};

// SelectSort finds the first few elements of parts of rows. The rest is never sorted.
class SelectSort : SortWay {
 public:
  using SortWay::SortWay;
  // The length of the parts that rows are cut to; 0 if this way does not suit.
  std::int64_t part(std::int64_t rows, std::int64_t n, std::int64_t keep) const;
  void run(const SortJob& job, std::int64_t length, std::int64_t kept) const;

 private:
  std::int64_t span_of(std::int64_t part) const;
};

// PassSort sorts by radix: each pass sorts by 8 bits of the keys and moves elements between two workspaces.
class PassSort : SortWay {
 public:
  using SortWay::SortWay;
  // At most one of places (int64) and positions (as wide as indices) is not null. If `carried` is not null, these words
  // move instead of positions.
  void run(const Array& source, std::int64_t rows, std::int64_t n, unsigned passes, Array* values, Array* places,
           Array* positions, const Array* carried = nullptr) const;
};

// PickSort finds the first elements of long rows, which may be many, before anything is sorted. It finds the key of the
// last of them by counting digits, then copies all of them from where they lie.
class PickSort : SortWay {
 public:
  using SortWay::SortWay;
  bool suits(const SortJob& job) const;
  // Writes the first elements of each row to `picked`, in the row's order, and their positions (int64) to `where`.
  void run(const SortJob& job, Array& picked, Array& where) const;
};

}  // namespace kiln::array
