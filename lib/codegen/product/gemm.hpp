// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of matrix products (kernels/product/gemm_*.cl) for a dtype, and the shapes that they
// are written for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

using base::DType;

// The elements along k of one step of GemmKernel::direct. Complex products take half as many.
inline constexpr int kGemmDirectDepth = 512;

enum class GemmKernel : std::uint8_t { small, direct, pack, panels, tiles, thin, thin_chunks, combine };

// A work-item of gemm_small.cl has some rows of C, one element or one row (KILN_EACH).
enum class GemmItem : std::uint8_t { rows, element, row };

// The class of a kernel. A field counts only for the kernels that its comment names.
struct GemmClass {
  GemmKernel kernel = GemmKernel::small;
  DType dtype = KILN_FLOAT32;
  bool wide = false;  // 64-bit index arithmetic
  // tiles: the number of a gemm_tile(). thin_chunks: log2 of the rows that are computed at a time if B is read in
  // vectors along n, or 0 if not. combine: log2 of the work-items that share an element of C.
  std::uint8_t tile = 0;
  // tiles: the kernel writes sums of parts of k, in the computed dtype. combine: C has the computed dtype.
  bool partial = false;
  // tiles, thin: whether a factor is contiguous along k; and whether it is read in pieces, of 16 bytes (tiles) or
  // of four elements (thin).
  bool a_along_k = false, b_along_k = false;
  bool a_pieces = false, b_pieces = false;
  // tiles, thin, thin_chunks: factors are observations, which the kernel turns into deviations as it reads.
  // combine: the product is symmetric, and parts hold only what is on and below the diagonal.
  bool shifted = false;
  // small: the extents that the compiler knows, and `item`, the elements of a work-item. m is 0, or n and k are, where
  // they are not known. thin: m and n are log2 of a work-item's rows and columns.
  std::uint8_t m = 0, n = 0, k = 0;
  GemmItem item = GemmItem::rows;
  bool unit = false;    // small: columns of B and C, and places of A along k, are neighbours in memory
  bool packed = false;  // small: rows of A and C are neighbours too, for one product with beta 0 on CPUs
  bool operator==(const GemmClass&) const = default;
};
// An elementwise program that a kernel computes on its results, and whose results it stores in place of C. Its operands
// are its outputs, then its inputs. One input is the product, which is rounded to its dtype before; along the columns
// of C it is Inner::held, and the others are zero, unit or strided. Kernels of convolutions have such programs too.
struct GemmEpilogue {
  const expr::Program& program;
  std::vector<Inner> inner;  // of each operand
};
// The macros for an epilogue, and epilogue.cl. `epilogue` may be null. `rows` says that the kernel holds rows of
// results, else it holds single ones.
std::string epilogue_text(const GemmEpilogue* epilogue, bool wide, bool rows, const Traits& traits);
// Whether a kernel of this class stores the result, and so may compute an epilogue.
bool gemm_ends(const GemmClass& kind) noexcept;
// Whether numbers are one structure where launches take time for each argument: compilers keep its members in
// registers, of which larger tiles have none to spare.
bool gemm_packs(const GemmClass& kind) noexcept;
// `epilogue` may be null.
std::string gemm_text(const GemmClass& kind, const Traits& traits, const GemmEpilogue* epilogue = nullptr);

// The dtype in which products of elements are summed: float32 for float16 and bfloat16, an unsigned integer of 4
// or 8 bytes, which wraps, for integers.
DType gemm_dtype(DType dtype) noexcept;
// Whether elements are stored in gemm_dtype(), or in an integer dtype of its size.
bool gemm_plain(DType dtype) noexcept;

// A group computes m by n elements of C, in steps of k elements along k. Each of its work-items computes `rows`
// by `columns` of them. Teams of its work-items sum a part of the places along k each.
struct GemmTile {
  int m, n, k, rows, columns, teams = 1;
  int items() const noexcept { return m / rows * (n / columns) * teams; }
};
// Large, medium, small, small with teams.
inline constexpr int kGemmTiles = 4, kGemmSmallTile = 2, kGemmTeamTile = 3;
GemmTile gemm_tile(DType dtype, int which, const Traits& traits) noexcept;
// Whether the device has the work-items and the local memory for a tile.
bool gemm_tile_fits(DType dtype, const GemmTile& tile, const Traits& traits) noexcept;

// Limits of the kernel `small`: the most rows of B (k), and the most of other extents that the compiler knows.
inline constexpr int kGemmSmallDepth = 8, kGemmSmall = 16;
// Whether work-items of `small` on CPU devices hold rows of B in vectors.
bool gemm_small_vectors(const GemmClass& kind) noexcept;
// The most rows, and the most columns, of products that the kernels of long sums (gemm_thin*.cl) take.
inline constexpr int kGemmThin = 64;
// The most work-items of a group of the kernel `thin`. Their registers limit it.
int gemm_thin_items(DType dtype) noexcept;
// The elements of a CPU device's vector of sums of a dtype.
int gemm_lanes(DType dtype, const Traits& traits) noexcept;
inline constexpr int kGemmCombined = 8;  // elements of C of a group, if work-items share the elements

// The rows of a panel of A and the columns of a panel of B, for gemm_panels.cl.
struct GemmPanel {
  int rows, columns, parts;  // `parts` is 2 for complex elements
};
GemmPanel gemm_panel(DType dtype, const Traits& traits) noexcept;

}  // namespace kiln::codegen
