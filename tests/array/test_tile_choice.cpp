// SPDX-License-Identifier: Apache-2.0
// Which tile, and how many parts of a sum, products of devices other than CPUs take.
#include "array/product/tile_choice.hpp"
#include "base/rounding.hpp"
#include "support.hpp"

using namespace kiln;
using namespace kiln::array;

namespace {

constexpr int kLarge = 0, kMedium = 1, kSmall = codegen::kGemmSmallTile, kTeams = codegen::kGemmTeamTile;

codegen::Traits many(std::uint64_t units, std::uint64_t local_size = 1024) {
  codegen::Traits traits;
  traits.compute_units = units;
  traits.max_local_size = local_size;
  traits.local_memory = 48 << 10;
  return traits;
}

TileChoice choice(const codegen::Traits& traits, std::int64_t m, std::int64_t k, std::int64_t n,
                  std::optional<int> forced = {}, DType dtype = KILN_FLOAT32) {
  const auto groups = [&](const codegen::GemmTile& tile) {
    return base::ceil_div(m, std::int64_t(tile.m)) * base::ceil_div(n, std::int64_t(tile.n));
  };
  return choose_tile(
      dtype, traits,
      {.groups = groups, .results = m * n, .k = k, .least_part = 128, .medium_speed = 0.95, .teams = true}, forced);
}

}  // namespace

TEST_CASE("tiles: large products have large tiles and whole sums", "[tiles]") {
  for (const std::int64_t n : {4096, 16384}) {
    const TileChoice chosen = choice(many(132), n, n, n);
    CHECK(chosen.tile == kLarge);
    CHECK(chosen.groups == (n / 128) * (n / 128));
    CHECK(chosen.splits == 1);
  }
}

TEST_CASE("tiles: as many as compute units, or somewhat more, are not split", "[tiles]") {
  CHECK(choice(many(64), 1024, 512, 1024).tile == kLarge);
  CHECK(choice(many(64), 1024, 512, 1024).splits == 1);
  // One large tile more than there are units would make all others wait.
  const TileChoice chosen = choice(many(63), 1024, 512, 1024);
  CHECK((chosen.tile != kLarge || chosen.splits > 1));
}

TEST_CASE("tiles: small results of long sums are split, short sums are not", "[tiles]") {
  const TileChoice chosen = choice(many(132), 128, 65536, 128);
  CHECK(chosen.splits > 8);
  CHECK(chosen.splits <= 65536 / 128);
  CHECK(chosen.groups * chosen.splits <= 8 * 132);
  CHECK(choice(many(132), 256, 64, 256).splits == 1);
  CHECK(choice(many(132), 256, 0, 256).splits == 1);
  // A sum whose parts could be very many.
  CHECK(choice(many(4), 16, std::int64_t{1} << 40, 16).splits <= 8 * 4);
}

TEST_CASE("tiles: shapes that lie mostly outside of large tiles have smaller ones", "[tiles]") {
  CHECK(choice(many(16), 32 * 256, 512, 20).tile == kSmall);
  CHECK(choice(many(16), 20, 512, 32 * 256).tile == kSmall);
  CHECK(choice(many(16), 64 * 256, 512, 64).tile == kMedium);
}

TEST_CASE("tiles: no more work-items than a group of the device may have", "[tiles]") {
  CHECK(choice(many(4, 128), 4096, 512, 4096).tile == kMedium);
  // Complex numbers leave registers for fewer elements of a work-item, so there are more work-items.
  CHECK(choice(many(4, 128), 4096, 512, 4096, {}, KILN_COMPLEX64).tile == kSmall);
  CHECK(choice(many(4, 1), 4096, 512, 4096).tile == kSmall);
  CHECK(choice(many(4, 32), 4096, 512, 4096, kMedium).tile == kSmall);
}

TEST_CASE("tiles: few tiles of long sums have teams, where they fit and are allowed", "[tiles]") {
  CHECK(choice(many(132), 64, 256, 1024).tile == kTeams);
  CHECK(choice(many(132), 64, 256, 1024).splits == 1);
  CHECK(choice(many(132, 128), 64, 256, 1024).tile != kTeams);
  codegen::Traits little = many(132);
  little.local_memory = 16 << 10;
  CHECK(choice(little, 64, 256, 1024).tile != kTeams);
  CHECK(choice(many(132), 64, 256, 1024, {}, KILN_COMPLEX128).tile != kTeams);
  const auto groups = [](const codegen::GemmTile& tile) { return std::int64_t(64 / tile.m * (1024 / tile.n)); };
  CHECK(choose_tile(KILN_FLOAT32, many(132), {groups, 64 * 1024, 256, 128, 0.95, false}, {}).tile != kTeams);
  // What does not fit is not taken either where a test asks for it.
  CHECK(choice(many(132, 128), 64, 256, 1024, kTeams).tile == kSmall);
  CHECK(choice(many(132, 128), 64, 256, 1024, kTeams).groups == 2 * 32);
}

TEST_CASE("tiles: teams have as much local memory as a device must have for large tiles", "[tiles]") {
  for (const DType dtype : {KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX64, KILN_INT8, KILN_INT64}) {
    codegen::Traits traits = many(132);
    const codegen::GemmTile tile = codegen::gemm_tile(dtype, kTeams, traits);
    CHECK(tile.teams > 1);
    CHECK(codegen::gemm_tile_fits(dtype, tile, traits));
    traits.local_memory = 32 << 10;
    CHECK(!codegen::gemm_tile_fits(dtype, tile, traits));
    // Sums of half of the teams lie in the memory of A's tiles.
    const std::size_t size = base::dtype_size(codegen::gemm_dtype(dtype));
    CHECK(std::size_t(tile.teams / 2 * tile.m * tile.n) * size <=
          std::size_t(2 * tile.teams * tile.k) * (std::size_t(tile.m) * size + 16));
  }
}

TEST_CASE("tiles: the largest tiles leave local memory for the lines of a convolution", "[tiles]") {
  for (const DType dtype : {KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64})
    for (std::size_t local = 32 << 10; local <= 64 << 10; local += 1 << 10) {
      codegen::Traits traits = many(132);
      traits.local_memory = local;
      const codegen::GemmTile tile = codegen::gemm_tile(dtype, kLarge, traits);
      const std::size_t size = base::dtype_size(codegen::gemm_dtype(dtype)), index = sizeof(std::int64_t);
      const std::size_t lines = (std::size_t(tile.m) + std::size_t(tile.n)) * size + std::size_t{2 * 16};
      CHECK(2 * (std::size_t(tile.k) * lines + std::size_t(tile.n) * 4 * index) <= local);
    }
}

TEST_CASE("tiles: a tile that a test asks for has whole sums", "[tiles]") {
  for (const int tile : {kLarge, kMedium, kSmall, kTeams}) {
    CHECK(choice(many(132), 128, 65536, 128, tile).tile == tile);
    CHECK(choice(many(132), 128, 65536, 128, tile).splits == 1);
  }
}
