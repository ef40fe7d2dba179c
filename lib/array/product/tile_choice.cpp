// SPDX-License-Identifier: Apache-2.0
#include "array/product/tile_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/rounding.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmTile;

namespace {

// What a choice costs, in multiplications of one compute unit. The unit that has most groups computes them one after
// another. Parts of sums are written, read and added by one more kernel.
double cost(const TileWork& work, const GemmTile& tile, const TileChoice& choice, const codegen::Traits& traits) {
  const codegen::GemmTuning& tuning = traits.tuning->gemm;
  const double units = std::max<double>(1, double(traits.compute_units));
  const double speed = tile.rows * tile.columns <= 16 ? tuning.few_speed : tile.m <= 64 ? tuning.medium_speed : 1;
  const double rounds =
      std::ceil(double(choice.groups) * double(choice.splits) / units) + (tile.items() <= 64 ? tuning.few_start : 0);
  const double length = std::max<double>(tile.k, double(ceil_div(work.k, choice.splits)));
  const double sums = rounds * double(tile.m) * double(tile.n) * length / speed;
  if (choice.splits == 1) return sums;
  const double moved = double(work.results) * double(choice.splits + 1);
  return sums + (moved * tuning.combine_element + tuning.combine_launch) / units;
}

}  // namespace

TileChoice choose_tile(base::DType dtype, const codegen::Traits& traits, const TileWork& work,
                       std::optional<int> forced) {
  constexpr int kSmallest = codegen::kGemmTiles - 1;
  // More parts than this leave each unit several groups already.
  const std::int64_t most_groups =
      traits.tuning->gemm.unit_groups * std::max<std::int64_t>(1, std::int64_t(traits.compute_units));
  TileChoice best{.tile = kSmallest, .groups = 0, .splits = 1};
  double least = INFINITY;
  for (int which = forced.value_or(0); which < codegen::kGemmTiles; ++which) {
    const GemmTile tile = codegen::gemm_tile(dtype, which, traits);
    if (which < kSmallest && std::uint64_t(tile.items()) > traits.max_local_size) continue;
    TileChoice choice{.tile = which, .groups = work.groups(tile), .splits = 1};
    if (forced) return choice;
    const std::int64_t most = std::max<std::int64_t>(
        1, std::min(work.k / work.least_part, most_groups / std::max<std::int64_t>(1, choice.groups)));
    for (; choice.splits <= most; ++choice.splits) {
      const double now = cost(work, tile, choice, traits);
      if (now < least) {
        least = now;
        best = choice;
      }
    }
  }
  return best;
}

}  // namespace kiln::array
