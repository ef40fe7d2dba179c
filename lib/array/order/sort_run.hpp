// SPDX-License-Identifier: Apache-2.0
// Launches of the kernels of sorting on packed rows. Private to array/.
#pragma once

#include "array/array.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/order/sort.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"
#include "codegen/order/sort.hpp"

namespace kiln::array {

// Elements that a set has, by the arrays they are in: bits of sort_sets.cl.
constexpr unsigned kOfBoth = 1, kOfFirst = 2, kOfSecond = 4;

// `mode` of sorting kernels: what they write, and whether an element's position is its index in the row.
constexpr std::uint32_t kWriteElements = 1, kWritePositions = 2, kWritePlaces = 4, kPositionsAreIndices = 8;

class SortRunner {
 public:
  // `dtype`: of the elements that are ordered. traits null: the device's.
  SortRunner(runtime::Context& context, DType dtype, codegen::SortOrder order, const codegen::Traits* traits,
             const char* operation);
  // The first `keep` of each of `rows` packed rows of n in order, packed too: elements to `values`, int64
  // positions to `places`; either may be null. Outputs share no memory with the source.
  void sort(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values, Array* places);
  // Comparing every element with every other of its row costs less than the other ways.
  bool ranks(std::int64_t rows, std::int64_t n) const;
  // Whether a group sorts n elements, and finds more of what follows from order in the same launch.
  bool few(std::int64_t n) const;
  // Whether `distinct` takes n elements.
  bool few_distinct(std::int64_t n);
  // The distinct elements of `source` and `other` (null: none), which are packed, few and not both empty,
  // that are of `kept`, in order, and of one array alone what else is wanted. Waits for the device. `into`:
  // may be null; can be written, and is where it suits.
  UniqueResults distinct(const Array& source, const Array* other, unsigned kept, bool indices, bool inverse,
                         bool counts, Array* into);
  // Whether each of `wanted` is among `values`, to `flags` (packed all): false where these are not few, and
  // nothing was done.
  bool among_few(const Array& values, const Array& wanted, bool invert, Array& flags);
  // All of n keys below 2^bits in order, and where each was: uint32 positions.
  void order(const Array& keys, std::int64_t n, unsigned bits, Array& sorted, Array& positions);
  // Rows of n elements in order, and `words` beside them, which go where they go, to `moved`. `values` may be
  // null. Where that gains something, as `carries` says.
  bool carries(std::size_t word_bytes, std::int64_t rows, std::int64_t n) const;
  void carry(const Array& source, const Array& words, std::int64_t rows, std::int64_t n, Array* values, Array& moved);
  // Whether many values are looked for among few sorted elements, which groups then have in local memory.
  bool near(std::int64_t n, std::int64_t count) const;
  // Work-items of such a launch.
  std::size_t near_items(std::int64_t count) const;
  const runtime::Kernel& kernel(codegen::SortPart part, const char* name);
  // Launches over `count` elements: `share` for each item.
  std::int64_t share(std::int64_t count) const;
  // CPU devices: work-items that share the work out evenly.
  std::int64_t cpu_items() const { return tuning_.cpu_items * std::int64_t(traits_.compute_units); }
  template <class Arguments>
  void launch(const runtime::Kernel& kernel, const Arguments& arguments, std::int64_t count) {
    launch_kernel(context_, kernel, arguments, {items(base::ceil_div(count, share(count)))}, {sizes_.group},
                  operation_);
  }
  // The same in as many whole groups as there are `items`.
  template <class Arguments>
  void launch_items(const runtime::Kernel& kernel, const Arguments& arguments, std::size_t items) {
    launch_kernel(context_, kernel, arguments, {items}, {sizes_.group}, operation_);
  }
  kernels::KeyArguments key() const;
  const codegen::Traits& traits() const noexcept { return traits_; }
  const codegen::SortTuning& tuning() const noexcept { return tuning_; }
  const codegen::SortSizes& sizes() const noexcept { return sizes_; }

 private:
  struct Pass;
  class Blocks;
  class LookBackPasses;
  // Work-items of whole groups, for so many work-items, and for so many jobs, `each` of them a group.
  std::size_t items(std::int64_t count) const { return base::round_up(std::size_t(count), sizes_.group); }
  std::size_t items(std::int64_t jobs, std::int64_t each) const;
  const runtime::Kernel& sets_kernel();
  std::size_t distinct_items(const runtime::Kernel& kernel) const;
  // `moved` (uint32, or what `words` are) or `places` or neither.
  void sort_ranks(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n, std::int64_t keep,
                  Array* values, Array* moved, Array* places, const Array* words = nullptr);
  // The length of the parts that `select_rows` cuts rows to; 0: it does not suit.
  std::int64_t selected_part(std::int64_t rows, std::int64_t n, std::int64_t keep) const;
  std::int64_t span_of(std::int64_t part) const;
  void select_rows(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n, std::int64_t length,
                   std::int64_t keep, std::int64_t kept, Array* values, Array* places);
  // Whole short rows on CPU devices. False: they are not such.
  bool sort_network(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                    Array* places);
  void sort_rows(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n, std::int64_t length,
                 std::int64_t keep, std::int64_t kept, Array* values, Array* places);
  // The first `keep` of long rows, which need not be few: whether they are found before they are sorted.
  bool picks(std::int64_t rows, std::int64_t n, std::int64_t keep) const;
  void pick_rows(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                 Array* places);
  void sort_and_cut(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                    Array* places);
  // At most one of places (int64) and positions (as wide as indices) is not null. `carried`: what moves
  // instead of positions.
  void sort_blocks(const Array& source, std::int64_t rows, std::int64_t n, unsigned passes, Array* values,
                   Array* places, Array* positions, const Array* carried = nullptr);
  Ref<Array> workspace(DType dtype, std::int64_t count) const;
  runtime::Context& context_;
  DType dtype_;
  codegen::SortClass kind_;
  codegen::SortKey key_;
  codegen::Traits traits_;
  const codegen::SortTuning& tuning_;
  codegen::SortSizes sizes_;
  const char* operation_;
};

}  // namespace kiln::array
