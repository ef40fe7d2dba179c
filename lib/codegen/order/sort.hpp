// SPDX-License-Identifier: Apache-2.0
// Kernels of sorting. The class of a sort gives a kernel text; device traits and tuning give the sizes of launches.
#pragma once

#include <string>

#include "codegen/elementwise/elementwise.hpp"
#include "codegen/tuning/sort.hpp"

namespace kiln::codegen {

struct SortClass {
  std::uint8_t size = 4;      // bytes of an element
  std::uint8_t floating = 0;  // elements are floating-point numbers
  std::uint8_t truth = 0;     // elements are bool, of which any byte but 0 is true
  std::uint8_t wide = 0;      // 64-bit positions
  std::uint8_t small = 0;     // 1: small tiles; 2: with warps, tiles of half the size
  std::uint8_t moves = 0;     // with warps: the sort also moves positions (argsort)
};
SortClass sort_class(base::DType dtype);

// The kernels of each part; the files in kernels/ explain their arguments.
//   blocks      `histogram`, `scatter`
//   warps       `count_digits`, `sort_pass`, where sort_by_warps()
//   rows        `sort_rows`
//   network     `sort_network`, on CPU devices with vectors, for elements of up to 4 bytes
//   ranks       `sort_ranks`, not on CPU devices
//   sets        `sort_sets`
//   select      `select_rows`
//   search      `search` for places among sorted elements; search_near: among few, not on CPU devices
//   among       `search` for membership; among_near: among few, not on CPU devices
//   places      `firsts`, `back`, `lengths`, `among_few`
//   pick        `pick_count`, `pick_write`
//   quantile, quantile_ranks, digits: see quantile_text()
enum class SortPart : std::uint8_t {
  blocks,
  warps,
  rows,
  network,
  ranks,
  sets,
  select,
  search,
  search_near,
  among,
  among_near,
  places,
  quantile,
  quantile_ranks,
  digits,
  pick
};
std::string sort_text(const SortClass& kind, SortPart part, const Traits& traits, const SortTuning& tuning);
// Writes the kernels of quantiles of elements of `from`, computed in float32 or float64. `part` is quantile
// (`quantile_rows`), quantile_ranks (`quantile_ranks`, not on CPU devices), or digits: `count_digits`, `choose_digit`,
// `next_key`, `finish_digits`, and `digits_row`, which CPU devices do not have. `wide`: 64-bit counts.
std::string quantile_text(base::DType from, base::DType computed, base::DType result, bool wide, SortPart part,
                          const Traits& traits, const SortTuning& tuning);

// The elements that a group of `sort_sets` ranks, and the least work-items of a group.
constexpr std::size_t kDistinctBlock = 16;
// The rows in a vector of `sort_network`.
constexpr std::int64_t network_lanes(const SortClass& kind) noexcept { return kind.size == 4 ? 8 : 16; }
struct SortSizes {
  std::size_t group = 1;  // work-items of a group
  // Elements of a block of `histogram` and `scatter`; 0: any number (CPU devices). Blocks are small if large
  // ones are too few to fill the device.
  std::uint64_t tile = 0, small_tile = 0;
  std::uint64_t row = 0;       // elements of a row of `sort_rows` or `quantile_rows`, at most
  std::uint64_t distinct = 0;  // elements of `sort_sets`, at most
  std::uint64_t ranked = 0;    // elements of a row that a group of `sort_ranks` ranks
  std::uint64_t selected = 0;  // first elements of `select_rows`, at most; 0: it cannot be built
};
SortSizes sort_sizes(const Traits& traits, const SortTuning& tuning);
PassSizes pass_sizes(const SortClass& kind, const SortTuning& tuning);
// Whether SortPart::warps takes the place of SortPart::blocks.
bool sort_by_warps(const Traits& traits, const SortTuning& tuning);

// The order of elements, and the kernel arguments that turn an element's bits into an unsigned key.
enum class SortOrder : std::uint8_t { ascending, descending, descending_nan_first };
struct SortKey {
  std::uint64_t flip = 0, infinity = 0, nan = 0;
};
SortKey sort_key(base::DType dtype, SortOrder order);

}  // namespace kiln::codegen
