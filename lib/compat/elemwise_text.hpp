// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels around a caller's statements.
#pragma once

#include <string>
#include <vector>

namespace kiln::compat {

// One argument of the statements.
struct ElemwiseArgument {
  std::string name;
  int typecode;
  int flags;  // GE_SCALAR, GE_READ, GE_WRITE
  bool is_array() const noexcept;
};

struct ElemwiseSource {
  std::string preamble, statements;
  std::vector<ElemwiseArgument> arguments;
  bool convert_half = false;  // float16 is loaded as float32
  bool chunked =
      false;  // CPU devices: a work-item takes neighbours, others take what is next to each other together
};

// A kernel called "elem" and the typecodes of its parameters.
struct ElemwiseKernel {
  std::string text;
  std::vector<int> types;
};

// Arrays of one shape without gaps, all in one order. Parameters: n; of each array the buffer and the byte
// offset, both for GA_SIZE; of a scalar its value.
ElemwiseKernel contiguous_kernel(const ElemwiseSource& source);
// Arrays of `nd` dimensions and any strides. Parameters: n; the extents; of each array the buffer, the byte
// offset and the strides in bytes; of a scalar its value. Extents, offsets and strides have 32 bits where
// `narrow`.
ElemwiseKernel strided_kernel(const ElemwiseSource& source, unsigned nd, bool narrow);

// Everything in one buffer, for more arguments than a kernel takes. Parameters: n; the buffer; the room of
// each array, a multiple of kPackedUnit of its elements. In the buffer: the elements of each array, in the
// order of the loop; then the scalars, kPackedUnit bytes for each.
ElemwiseKernel packed_kernel(const ElemwiseSource& source);
inline constexpr std::size_t kPackedUnit = 128;  // no type needs more to lie well

// GA_FLOAT for a float16 that is converted, else the typecode: what the statements see.
int seen_typecode(const ElemwiseSource& source, const ElemwiseArgument& argument) noexcept;

}  // namespace kiln::compat
