// SPDX-License-Identifier: Apache-2.0
// Writes elementwise kernels and computes their launch geometry. The text depends on the program and the class of
// its operands' layouts; the geometry also on the extents. Device traits choose the shape of the kernel; each
// shape has a file (kernels/elementwise/elementwise_*.cl).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/traits.hpp"
#include "expr/program.hpp"
#include "layout/layout.hpp"

namespace kiln::codegen {

// How the elements of an operand lie along the innermost axis: there is one element for all (zero), they are
// contiguous (unit), or they are apart (strided). Elements of a turned operand are apart too, but contiguous
// along the axis before the innermost one. The kernel has computed the elements of a held operand itself.
enum class Inner : std::uint8_t { zero, unit, strided, turned, held };
// A kernel is made for a program and this class. Operands are the outputs of the program, then its array inputs.
struct ElementwiseClass {
  std::uint8_t dims = 1;     // loop axes, 1 to kMaxKernelDims
  std::uint8_t wide = 0;     // 64-bit index arithmetic
  std::uint8_t aliased = 0;  // an output shares its buffer with another operand
  std::uint8_t aligned = 0;  // contiguous operands whose addresses fit 16-byte accesses
  std::uint8_t stream = 0;   // results bypass the caches
  std::uint8_t tile = 0;     // side of the square tiles by which turned inputs are read; 0: there are none
  std::uint8_t along = 0;    // rows shape: an item has several elements of one row, not of several rows
  Inner inner[layout::kMaxOperands] = {};
  // For each operand, if it lies in the memory of an earlier one, 1 + the number of that one: they share an argument.
  std::uint8_t shares[layout::kMaxOperands] = {};
  bool operator==(const ElementwiseClass&) const = default;
};
inline constexpr std::size_t kMaxKernelDims = 12;

// The number of contiguous elements that a work-item of the flat shape loads and stores at once. Operands must be
// aligned to so many elements.
unsigned flat_width(const expr::Program& program);
bool uses_flat_shape(const ElementwiseClass& kind, const Traits& traits);
// The number of elements of an item that are in flight, in the rows shape.
unsigned elements_ahead(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits);
// The side of a tile whose elements take `itemsizes` bytes together, for arrays of so many elements; 0: no tile fits.
unsigned tile_side(std::size_t itemsizes, const Traits& traits, std::uint64_t elements);

// Writes the kernel `elementwise`. Its arguments, in order: for each operand a base pointer, unless it shares that of
// another one, and a ulong byte offset; then numbers. If Traits::packs_numbers, the offsets and numbers are the members
// of one structure, the last argument. The numbers are, in order: scalar inputs (float for half types, uchar for bool).
// The others have the index type, uint or ulong if wide: n; unless the shape is flat, rows, the extents of axes 1 ..
// dims-2, the signed strides in elements of axes 0 .. dims-2 of each operand in turn, and the inner strides of strided
// and turned operands; on CPU devices also chunk and row_chunk.
std::string elementwise_text(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits);

struct Geometry {
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {1, 1, 1};
  // On CPU devices: the elements and rows of an item. With tiles: the tiles of an item, and the number of all tiles.
  std::uint64_t chunk = 0, row_chunk = 0;
};
// `tile_rows` is the extent of the axis before the innermost one. With `whole_columns` an item of the rows
// shape has an element of every row.
Geometry elementwise_geometry(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits,
                              std::uint64_t n, std::uint64_t rows, std::uint64_t tile_rows = 1,
                              bool whole_columns = false);

// Writes the macro KILN_COMPUTE(count) and what it needs, for a kernel that computes the program on elements that it
// holds (kernels/product/gemm.cl): the elements of the operand that is Inner::held. `kind` has two axes, of which the
// kernel visits the outer one. With `rows` the kernel holds rows of elements, else single ones.
std::string held_text(const expr::Program& program, const ElementwiseClass& kind, const Traits& traits, bool rows);

// A bundle: the same program over several sets of arrays in one launch. The arrays of a set are contiguous and have
// equally many elements, except those that have one element for all.
struct BundleClass {
  std::vector<Inner> inner;           // of each operand: unit or zero
  std::vector<std::uint16_t> arrays;  // for each set and operand the number of the array that it uses
  std::size_t memories = 1;           // how many memory arguments there are
  bool operator==(const BundleClass&) const = default;
};
// Writes the kernel `elementwise_bundle`. Its arguments, in order: the memories; a structure that has for each
// array a ulong that bundle_place() makes, for each set the number of its elements as a uint, and for each set the
// first group of the next one as a uint; and `chunk`, the elements of a group, a uint. A launch costs the host more,
// the more memories it has, and arrays share memories.
std::string bundle_text(const expr::Program& program, const BundleClass& kind, const Traits& traits);
// Where an array begins: at a byte offset in one of the memories.
constexpr std::uint64_t bundle_place(std::size_t memory, std::uint64_t offset) {
  return std::uint64_t(memory) << 48 | offset;
}
// The bytes of the arguments of a bundle.
std::size_t bundle_parameter_bytes(std::size_t memories, std::size_t arrays, std::size_t sets);
struct BundleGeometry {
  std::uint64_t chunk = 1, local = 1;  // elements and work-items of a group
};
BundleGeometry bundle_geometry(const Traits& traits, std::uint64_t elements);

}  // namespace kiln::codegen
