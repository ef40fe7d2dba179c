// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of matrix products (kernels/product/gemm_*.cl) for a dtype, and the shapes that they
// are written for.
#pragma once

#include <cstdint>
#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

using base::DType;

// Places along k of a step of GemmKernel::direct. Complex elements have half as many.
inline constexpr int kGemmDirectDepth = 256;

enum class GemmKernel : std::uint8_t { rows, small, direct, pack, panels, tiles, thin, thin_chunks, combine };

// A work-item of gemm_small.cl has some rows of C, one element or one row (KILN_EACH).
enum class GemmItem : std::uint8_t { rows, element, row };

// The class of a kernel. A field counts only for the kernels that its comment names.
struct GemmClass {
  GemmKernel kernel = GemmKernel::rows;
  DType dtype = KILN_FLOAT32;
  bool wide = false;  // 64-bit index arithmetic
  // tiles: the number of a gemm_tile(). thin_chunks: the logarithm of the rows at a time where vectors lie
  // across B, or 0. combine: the logarithm of the work-items of an element.
  std::uint8_t tile = 0;
  // tiles: whether the kernel writes sums of a part of k, in the computed dtype.
  bool partial = false;
  // tiles, thin: whether a factor's elements are read along k, and in pieces: of 16 bytes (tiles), of four
  // elements (thin).
  bool a_along_k = false, b_along_k = false;
  bool a_pieces = false, b_pieces = false;
  // tiles, thin, thin_chunks: products of deviations. combine: parts have what is on and below the diagonal.
  bool shifted = false;
  // small: the known extents, where m may be 0, and what a work-item has. thin: m and n are the logarithms of
  // a work-item's rows and columns.
  std::uint8_t m = 0, n = 0, k = 0;
  GemmItem item = GemmItem::rows;
  bool unit = false;    // small: columns of B and C, and places of A along k, are neighbours in memory
  bool packed = false;  // small: rows too, for one product with beta 0, on CPU devices
};
std::string gemm_text(const GemmClass& kind, const Traits& traits);

// The dtype that products of a dtype are summed in: float32 for float16 and bfloat16; for integers unsigned
// ones of 4 or 8 bytes, which wrap.
DType gemm_dtype(DType dtype) noexcept;
// Whether elements have that type, or an integer type of its size.
bool gemm_plain(DType dtype) noexcept;

// A group computes m by n elements of C, k places at a time; an item has rows by columns of them.
struct GemmTile {
  int m, n, k, rows, columns;
  int items() const noexcept { return m / rows * (n / columns); }
};
inline constexpr int kGemmTiles = 3;  // large, medium, small
GemmTile gemm_tile(DType dtype, int which, const Traits& traits) noexcept;

// Extents of the kernel `small`, at most: of B, and rows of a product that the compiler knows.
inline constexpr int kGemmSmallDepth = 8, kGemmSmall = 16;
// Whether work-items of that kernel on CPU devices have vectors for rows of B.
bool gemm_small_vectors(const GemmClass& kind) noexcept;
// Rows, and columns, of products that the kernels of long sums take, at most.
inline constexpr int kGemmThin = 64;
// Work-items of a group that has several tiles, at most. Registers bound them.
int gemm_thin_items(DType dtype) noexcept;
// The elements of a CPU device's vector of sums of a dtype.
int gemm_lanes(DType dtype, const Traits& traits) noexcept;
inline constexpr int kGemmCombined = 8;  // elements of C of a group in which work-items share an element

// The rows of a panel of A and the columns of a panel of B, for gemm_panels.cl.
struct GemmPanel {
  int rows, columns, parts;  // `parts` is 2 for complex elements
};
GemmPanel gemm_panel(DType dtype, const Traits& traits) noexcept;

}  // namespace kiln::codegen
