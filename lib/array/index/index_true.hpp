// SPDX-License-Identifier: Apache-2.0
// Finds the true elements of a mask. Private to array/.
#pragma once

#include "array/index/index_rows.hpp"

namespace kiln::array {

struct TrueOptions {
  bool wide = false;  // positions are always int64; else int32 if that is enough
  // Elements that are to be found are said to hold. They are the true ones, or with `firsts` those that differ from the
  // one before, or with `lasts` from the one behind. Without such a neighbour an element holds. A NaN differs from all.
  bool firsts = false, lasts = false;
  bool kinds = false;           // also gather the elements that hold, if there are few
  const Array* rows = nullptr;  // also gather rows of `inner` elements, if that costs no launch
  std::int64_t inner = 1;
  // The destination of the rows, or, without rows, of the positions; null if there is none. It must be writable, and
  // all extents but the first must be those of a row. It is written only if its layout suits and its first extent is
  // the number of elements that hold.
  Array* into = nullptr;
};

// The elements of a C-order array that hold (TrueOptions). The constructor counts them and waits for the device; the
// other functions only enqueue work.
class TrueElements {
 public:
  // Whether elements are so few that one launch finds them. Otherwise they must be bool, and the options have neither
  // `firsts` nor `lasts`.
  static bool few(const Array& elements);
  TrueElements(const Array& elements, const TrueOptions& options, const char* operation);
  std::int64_t count() const noexcept { return count_; }
  // The positions, in `into` if that suits, else in a new array.
  Ref<Array> positions(Array* into = nullptr) const;
  // The rows in C order as (count, inner), if they have been gathered; else null.
  const Ref<Array>& rows() const noexcept { return rows_; }
  // The elements that hold, if the options ask for them and elements are few but not none; else null.
  const Ref<Array>& kinds() const noexcept { return kinds_; }
  // Whether gather() should take rows of `inner` elements of `source`. If not, they are taken by the positions.
  // `source` is in C order and has a row for each element of the mask.
  bool gathers(const Array& source, std::int64_t inner) const;
  // Copies the rows of the elements that hold to `out`, which is in C order and shares no memory with source and mask.
  void gather(const Array& source, std::int64_t inner, Array& out) const;

 private:
  void find_few(const TrueOptions& options);
  const runtime::Kernel& few_kernel(const TrueOptions& options, std::size_t unit) const;
  // `word` is the bytes of a word of the rows that the kernel gathers. If it is 0, the kernel writes positions.
  const runtime::Kernel& kernel(const char* name, std::size_t word = 0) const;
  // Writes positions to `out`, or, if `word` is not 0, rows of `inner` words of `source`.
  void write(std::size_t word, const Array& source, std::int64_t inner, Array& out) const;
  // Launches a group for each chunk.
  template <class Arguments>
  void launch(const runtime::Kernel& kernel, const Arguments& arguments) const {
    launch_kernel(context_, kernel, arguments, {std::size_t(chunks_) * device_.group()}, {device_.group()}, operation_);
  }
  runtime::Context& context_;
  const IndexDevice device_;
  const Array& mask_;
  const char* operation_;
  DType position_;
  std::int64_t n_ = 0, chunk_ = 1, chunks_ = 0, count_ = 0;
  Ref<Array> counts_;                    // how many elements before each chunk hold
  Ref<Array> positions_, rows_, kinds_;  // null unless elements are few
};

}  // namespace kiln::array
