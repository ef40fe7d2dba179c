// SPDX-License-Identifier: Apache-2.0
// Where masks hold. Private to array/.
#pragma once

#include "array/index_rows.hpp"

namespace kiln::array {

// The elements of a C-order bool array that hold, counted when this is made, which waits for the device. What
// it gives is enqueued.
class TrueElements {
 public:
  // Positions are int32, or int64 with `wide` or of a large mask.
  TrueElements(const Array& mask, bool wide, const char* operation);
  std::int64_t count() const noexcept { return count_; }
  // `into`, or where that does not suit or is null a new array.
  Ref<Array> positions(Array* into = nullptr) const;
  // Whether rows of `inner` elements of C-order `source`, one for each element of the mask, are gathered at
  // once; else they are moved by the positions.
  bool gathers(const Array& source, std::int64_t inner) const;
  // To C-order `out`, which shares no memory with source and mask.
  void gather(const Array& source, std::int64_t inner, Array& out) const;

 private:
  const runtime::Kernel& kernel(IndexKernel which, const char* name, std::size_t unit = 4) const;
  void launch(LibraryLaunch& launch, const runtime::Kernel& kernel) const;
  runtime::Context& context_;
  const IndexDevice device_;
  const Array& mask_;
  const char* operation_;
  DType position_;
  std::int64_t n_ = 0, chunk_ = 1, chunks_ = 0, count_ = 0;
  Ref<Array> counts_;     // of the elements before each chunk
  Ref<Array> positions_;  // of a small mask
};

}  // namespace kiln::array
