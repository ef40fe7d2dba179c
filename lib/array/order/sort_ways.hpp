// SPDX-License-Identifier: Apache-2.0
// The ways to sort packed rows. Each is a class that knows which rows it suits and what it launches. SortRunner chooses
// among them. Private to array/order.
#pragma once

#include "array/order/sort_kernels.hpp"

namespace kiln::array {

// `rows` packed rows of n elements. The first `keep` of each in order go, packed too, to `values`, and their
// positions to `places`.
struct SortJob {
  const Array* source;
  const Array* positions;  // int64: where in its row each element was; null: where it lies
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

// NetworkSort sorts several short rows at a time on CPU devices: a vector has an element of each.
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
  // Writes the first job.keep of each part of `length` elements, `kept` of each row in all.
  void run(const SortJob& job, std::int64_t length, std::int64_t kept) const;
};

// SelectSort finds the first few elements of parts of rows. The rest is never sorted.
class SelectSort : SortWay {
 public:
  using SortWay::SortWay;
  // The length of the parts that rows are cut to; 0 if it does not suit.
  std::int64_t part(std::int64_t rows, std::int64_t n, std::int64_t keep) const;
  void run(const SortJob& job, std::int64_t length, std::int64_t kept) const;

 private:
  std::int64_t span_of(std::int64_t part) const;
};

// PassSort makes passes over 8 bits of the keys each, between two workspaces.
class PassSort : SortWay {
 public:
  using SortWay::SortWay;
  // At most one of places (int64) and positions (as wide as indices) is not null. If `carried` is not null, these words
  // move instead of positions.
  void run(const Array& source, std::int64_t rows, std::int64_t n, unsigned passes, Array* values, Array* places,
           Array* positions, const Array* carried = nullptr) const;
};

// PickSort finds the first of long rows, which need not be few, before anything is sorted: it finds the key of the last
// of them by counting digits, then picks all where they lie.
class PickSort : SortWay {
 public:
  using SortWay::SortWay;
  bool suits(const SortJob& job) const;
  // The first of each row, in the row's order, and where they were (int64).
  void run(const SortJob& job, Array& picked, Array& where) const;
};

}  // namespace kiln::array
