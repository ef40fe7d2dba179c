// SPDX-License-Identifier: Apache-2.0
// The tile of a product in local memory, and into how many parts its sums are split. Matrix products and convolutions
// of devices other than CPUs take it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "codegen/product/gemm.hpp"

namespace kiln::array {

struct TileWork {
  std::function<std::int64_t(const codegen::GemmTile&)> groups;  // of work-items that cover the result
  std::int64_t results;                                          // elements of the result
  std::int64_t k;                                                // elements of a sum
  std::int64_t least_part;                                       // elements of a part of a sum, at least
  double medium_speed;                                           // a medium tile's, over that of the largest
  bool teams;                                                    // tiles may have several teams
};

struct TileChoice {
  int tile;                     // the number of a gemm_tile()
  std::int64_t groups, splits;  // groups for each of the parts; parts of a sum
};

// The choice of least cost. A test may force the tile: sums have one part then. Tiles that do not fit the device are
// left out.
TileChoice choose_tile(base::DType dtype, const codegen::Traits& traits, const TileWork& work,
                       std::optional<int> forced);

}  // namespace kiln::array
