// SPDX-License-Identifier: Apache-2.0
// Texts of the matrix product's kernels (kernels/product/gemm_*.cl) for a dtype, and the shapes they are
// written for.
#pragma once

#include <cstdint>
#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::codegen {

using base::DType;

// Places along k of a step of GemmKernel::direct; of complex elements half as many.
inline constexpr int kGemmDirectDepth = 256;

enum class GemmKernel : std::uint8_t { rows, small, direct, pack, panels, tiles, thin, thin_chunks, combine };

// KILN_EACH of gemm_small.cl.
enum class GemmItem : std::uint8_t { rows, element, row };

// What a kernel is specialised on.
struct GemmClass {
  GemmKernel kernel = GemmKernel::rows;
  DType dtype = KILN_FLOAT32;
  bool wide = false;  // 64-bit index arithmetic
  // tiles: which of gemm_tile(). thin_chunks: rows at a time where vectors lie across B, as a power of two,
  // or 0. combine: as a power of two the work-items of an element.
  std::uint8_t tile = 0;
  // tiles:
  bool partial = false;  // writes sums of a part of k, in the computed dtype
  // tiles, thin:
  bool a_along_k = false, b_along_k = false;
  bool a_pieces = false, b_pieces = false;  // tiles: read by 16 bytes; thin: by four elements
  // tiles, thin, thin_chunks: products of deviations. combine: of parts on and below the diagonal.
  bool shifted = false;
  // small: extents, where m may be 0, and what a work-item has. thin: m and n are the rows and columns of a
  // work-item, as powers of two.
  std::uint8_t m = 0, n = 0, k = 0;
  GemmItem item = GemmItem::rows;
  bool unit = false;    // columns of B and C, and places of A, are beside each other
  bool packed = false;  // rows too, of one product with beta 0, on CPU devices
};
std::string gemm_text(const GemmClass& kind, const Traits& traits);

// What products of a dtype are summed in: float32 for float16 and bfloat16; integers as unsigned ones of 4 or
// 8 bytes, which wrap.
DType gemm_dtype(DType dtype) noexcept;
// Elements as they lie are of that type, or of an integer of its size.
bool gemm_plain(DType dtype) noexcept;

// A tile of a group: m by n of C, k at a time; an item has rows by columns of it.
struct GemmTile {
  int m, n, k, rows, columns;
  int items() const noexcept { return m / rows * (n / columns); }
};
inline constexpr int kGemmTiles = 3;  // large, medium, small
GemmTile gemm_tile(DType dtype, int which, const Traits& traits) noexcept;

// Extents of `small`, at most: of B, and rows of a product that the compiler knows.
inline constexpr int kGemmSmallDepth = 8, kGemmSmall = 16;
// Whether its work-items of CPU devices have vectors for rows of B.
bool gemm_small_vectors(const GemmClass& kind) noexcept;
// Rows and columns of products of few of them and long sums, at most.
inline constexpr int kGemmThin = 64;
// Work-items of a group where it has several tiles, at most. Registers bound them.
int gemm_thin_items(DType dtype) noexcept;
// Elements of a CPU device's vectors of a dtype's sums.
int gemm_lanes(DType dtype, const Traits& traits) noexcept;
inline constexpr int kGemmCombined = 8;  // elements of C a group where work-items share them

// Rows of a panel of A and columns of one of B, of gemm_panels.cl.
struct GemmPanel {
  int rows, columns, parts;  // parts: real and imaginary
};
GemmPanel gemm_panel(DType dtype, const Traits& traits) noexcept;

}  // namespace kiln::codegen
