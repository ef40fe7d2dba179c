// SPDX-License-Identifier: Apache-2.0
// Elementwise kernels: a program and the class of its operands' layouts give a kernel text; extents give a
// launch geometry. Which of the three kernel shapes (kernels/elementwise/elementwise_*.cl) fits depends on
// device traits, never on a vendor.
#pragma once

#include <cstdint>
#include <string>

#include "codegen/traits.hpp"
#include "expr/program.hpp"
#include "layout/layout.hpp"

namespace kiln::codegen {

// What a kernel is specialised on besides its program. Operands are the program's outputs first, then its
// array inputs, each in order. Compared as bytes: keep it free of padding.
// Along the innermost axis. turned: elements are apart there, and beside each other along the axis before it.
enum class Inner : std::uint8_t { zero, unit, strided, turned };
struct ElementwiseClass {
  std::uint8_t dims = 1;     // loop axes, 1 to kMaxKernelDims
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t aliased = 0;  // an output shares its buffer with another operand
  std::uint8_t aligned = 0;  // contiguous operands whose addresses fit 16-byte accesses
  std::uint8_t stream = 0;   // results go past the caches
  std::uint8_t tile = 0;     // some inputs are turned: rows and columns that are read at a time
  std::uint8_t along = 0;    // of the rows shape: an item has several elements of a row, not of several rows
  Inner inner[layout::kMaxOperands] = {};
  bool operator==(const ElementwiseClass&) const = default;
};
inline constexpr std::size_t kMaxKernelDims = 12;

// Elements each work-item of the flat shape moves; operands must be aligned to this many elements.
unsigned flat_width(const expr::Program& program);
bool uses_flat_shape(const ElementwiseClass& kind, const Traits& traits);
// Of the rows shape: elements of an item that are on their way at a time.
unsigned elements_ahead(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits);
// The side of tiles that hold `itemsizes` bytes for each of their elements, of arrays of so many; 0: none
// fit.
unsigned tile_side(std::size_t itemsizes, const Traits& traits, std::uint64_t elements);

// Kernel `elementwise`. Its arguments, in order: (base pointer, ulong byte offset) for each operand; scalar
// inputs by value (float for half types, uchar for bool); then, of the index type (uint, or ulong if wide),
// n; unless flat: rows, the extents of axes 1 .. dims-2, signed strides in elements of axes 0 .. dims-2 for
// each operand in turn, inner strides of strided and turned operands; on CPU devices also chunk and
// row_chunk.
std::string elementwise_text(const expr::Program& program, const ElementwiseClass& kind,
                             const Traits& traits);

struct Geometry {
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {1, 1, 1};
  std::uint64_t chunk = 0,
                row_chunk = 0;  // CPU devices: elements and rows of an item, or tiles and all tiles
};
// tile_rows: extent of the axis before the innermost. whole_columns: of the rows shape, an item has an
// element of every row.
Geometry elementwise_geometry(const expr::Program& program, const ElementwiseClass& kind,
                              const Traits& traits, std::uint64_t n, std::uint64_t rows,
                              std::uint64_t tile_rows = 1, bool whole_columns = false);

}  // namespace kiln::codegen
