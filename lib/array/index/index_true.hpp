// SPDX-License-Identifier: Apache-2.0
// Where masks hold. Private to array/.
#pragma once

#include "array/index/index_rows.hpp"

namespace kiln::array {

struct TrueOptions {
  bool wide = false;  // int64 positions whatever the number of elements; else int32 where that suits
  // Those that hold are other than the element before, or than the one behind; every NaN is, and what has
  // none.
  bool firsts = false, lasts = false;
  bool kinds = false;           // gather those that hold themselves, if there are few
  const Array* rows = nullptr;  // rows of `inner` elements to gather beside, where that costs nothing
  std::int64_t inner = 1;
  // Where the rows go, or without them the positions, if as many are found as its first extent and it suits;
  // else it is not touched. It can be written, and its other extents are those of a row.
  Array* into = nullptr;
};

// The elements of a C-order array that hold, counted when this is made, which waits for the device. What it
// gives is enqueued.
class TrueElements {
 public:
  // Elements so few that one launch finds them. Of others only bool ones are looked at, without `firsts` and
  // `lasts`.
  static bool few(const Array& elements);
  TrueElements(const Array& elements, const TrueOptions& options, const char* operation);
  std::int64_t count() const noexcept { return count_; }
  // `into`, or where that does not suit or is null a new array.
  Ref<Array> positions(Array* into = nullptr) const;
  // The rows in C order as (count, inner), where they have been gathered; else null.
  const Ref<Array>& rows() const noexcept { return rows_; }
  // Those that hold, where the options ask for them and there are few and some; else null.
  const Ref<Array>& kinds() const noexcept { return kinds_; }
  // Whether rows of `inner` elements of C-order `source`, one for each element of the mask, are gathered at
  // once; else they are moved by the positions.
  bool gathers(const Array& source, std::int64_t inner) const;
  // To C-order `out`, which shares no memory with source and mask.
  void gather(const Array& source, std::int64_t inner, Array& out) const;

 private:
  void find_few(const TrueOptions& options);
  const runtime::Kernel& few_kernel(const TrueOptions& options, std::size_t unit) const;
  const runtime::Kernel& kernel(const char* name, std::size_t unit = 4) const;
  std::string definitions(std::size_t unit) const;
  // A group for each chunk.
  template <class Arguments>
  void launch(const runtime::Kernel& kernel, const Arguments& arguments) const {
    const std::size_t items = device_.cpu ? 1 : device_.local;
    launch_kernel(context_, kernel, arguments, {std::size_t(chunks_) * items}, {items}, operation_);
  }
  runtime::Context& context_;
  const IndexDevice device_;
  const Array& mask_;
  const char* operation_;
  DType position_;
  std::int64_t n_ = 0, chunk_ = 1, chunks_ = 0, count_ = 0;
  Ref<Array> counts_;                    // of the elements before each chunk
  Ref<Array> positions_, rows_, kinds_;  // of few elements
};

}  // namespace kiln::array
