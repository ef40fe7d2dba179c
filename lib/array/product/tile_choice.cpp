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
// another. A unit holds few groups of the largest tiles at once, so that none works while one loads its first elements
// or stores its results. A group of few work-items also waits for memory in each step, and its teams wait at the same
// time. Parts of sums are written, read and added by one more kernel.
double cost(const TileWork& work, const GemmTile& tile, const TileChoice& choice, const codegen::Traits& traits) {
  const codegen::GemmTuning& tuning = traits.tuning->gemm;
  const double units = std::max<double>(1, double(traits.compute_units));
  const double speed = tile.rows * tile.columns <= 16 ? tuning.few_speed : tile.m <= 64 ? work.medium_speed : 1;
  const double rounds = std::ceil(double(choice.groups) * double(choice.splits) / units);
  const double length = std::max<double>(tile.k * tile.teams, double(ceil_div(work.k, choice.splits)));
  const double work_of_group = double(tile.m) * double(tile.n) / speed;
  // Other groups of the unit multiply meanwhile.
  const double wait =
      tile.items() > 64 * tile.teams ? 0 : std::max(0.0, tuning.few_wait / tile.teams - (rounds - 1) * work_of_group);
  const double ends = tile.m > 64 ? rounds * double(tile.m) * double(tile.n) * tuning.large_element : 0;
  const double sums = length * (rounds * work_of_group + wait) + ends;
  if (choice.splits == 1) return sums;
  const double moved = double(work.results) * double(choice.splits + 1);
  return sums + (moved * tuning.combine_element + tuning.combine_launch) / units;
}

}  // namespace

TileChoice choose_tile(base::DType dtype, const codegen::Traits& traits, const TileWork& work,
                       std::optional<int> forced) {
  // More parts than this leave each unit several groups already.
  const std::int64_t most_groups =
      traits.tuning->gemm.unit_groups * std::max<std::int64_t>(1, std::int64_t(traits.compute_units));
  TileChoice best{.tile = codegen::kGemmSmallTile, .groups = 0, .splits = 1};
  double least = INFINITY;
  for (int which = forced.value_or(0); which < codegen::kGemmTiles; ++which) {
    const GemmTile tile = codegen::gemm_tile(dtype, which, traits);
    if (which != codegen::kGemmSmallTile && !codegen::gemm_tile_fits(dtype, tile, traits)) continue;
    if (tile.teams > 1 && !work.teams) continue;
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
  // A tile that was asked for may not fit.
  if (best.groups == 0) best.groups = work.groups(codegen::gemm_tile(dtype, best.tile, traits));
  return best;
}

}  // namespace kiln::array
