// SPDX-License-Identifier: Apache-2.0
// Kernels of sorting: what they are specialised on gives a text, and traits the sizes that launches depend
// on.
#pragma once

#include <string>

#include "codegen/elementwise/elementwise.hpp"
#include "codegen/tuning/sort.hpp"

namespace kiln::codegen {

struct SortClass {
  std::uint8_t size = 4;      // bytes of an element
  std::uint8_t floating = 0;  // elements are floating-point numbers
  std::uint8_t truth = 0;     // elements are bool: any byte but 0 is true
  std::uint8_t wide = 0;      // 64-bit positions
  std::uint8_t small = 0;     // 1: small tiles; 2: of warps, tiles of half the size
  std::uint8_t moves = 0;     // of warps: positions move too
};
SortClass sort_class(base::DType dtype);

// blocks: `histogram` and `scatter`; warps: `count_digits` and `sort_pass`, where sort_by_warps; rows:
// `sort_rows`; network: `sort_network`, on CPU devices with vectors of elements of up to 4 bytes; ranks:
// `sort_ranks`, not on CPU devices; sets: `sort_sets`; select: `select_rows`; places: `search`, `among`,
// `among_few` and others; pick: `pick_count`, `pick_scan`,
// `pick_write`; quantile and others: see quantile_text. On CPU devices blocks and rows are one
// text. The files in kernels/ say what the arguments are.
enum class SortPart : std::uint8_t {
  blocks,
  warps,
  rows,
  network,
  ranks,
  sets,
  select,
  places,
  quantile,
  quantile_ranks,
  digits,
  pick
};
std::string sort_text(const SortClass& kind, SortPart part, const Traits& traits, const SortTuning& tuning);
// Quantiles of elements of `from`, computed in float32 or float64. `part`: quantile: `sort_quantile` and
// quantile_ranks: a kernel of that name, not on CPU devices; digits: `count_digits`, `choose_digit`,
// `next_key`, `finish_digits`, and `quantile_rows` on CPU devices, `digits_row` on others. `wide`: of rows of
// kNarrowLimit elements and more.
std::string quantile_text(base::DType from, base::DType computed, base::DType result, bool wide,
                          SortPart part, const Traits& traits, const SortTuning& tuning);

// Elements that a group of `sort_sets` ranks, and the least work-items it has.
constexpr std::size_t kDistinctBlock = 16;
// Rows of a vector of `sort_network`.
constexpr std::int64_t network_lanes(const SortClass& kind) noexcept { return kind.size == 4 ? 8 : 16; }
struct SortSizes {
  std::size_t group = 1;  // work-items of a group
  // Elements of a block of `histogram` and `scatter`; 0: any number (CPU devices). Small where large ones are
  // too few to fill the device.
  std::uint64_t tile = 0, small_tile = 0;
  std::uint64_t row = 0;       // the most elements of a row of `sort_rows` or `sort_quantile`
  std::uint64_t distinct = 0;  // the most elements of `sort_sets`
  std::uint64_t ranked = 0;    // elements of a row that a group of `sort_ranks` ranks
  std::uint64_t selected = 0;  // the most first elements of `select_rows`; 0: it cannot be built
};
SortSizes sort_sizes(const Traits& traits, const SortTuning& tuning);
PassSizes pass_sizes(const SortClass& kind, const SortTuning& tuning);
// Whether SortPart::warps takes the place of blocks.
bool sort_by_warps(const Traits& traits, const SortTuning& tuning);

// What makes an unsigned key of an element's bits: arguments of the kernels.
enum class SortOrder : std::uint8_t { ascending, descending, descending_nan_first };
struct SortKey {
  std::uint64_t flip = 0, infinity = 0, nan = 0;
};
SortKey sort_key(base::DType dtype, SortOrder order);

}  // namespace kiln::codegen
