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
  bool chunked = false;       // true for CPU devices: a work-item takes neighbouring elements; false: neighbouring
                              // work-items take neighbouring elements
};

// The text of a kernel called "elem" and the typecodes of its parameters.
struct ElemwiseKernel {
  std::string text;
  std::vector<int> types;
};

// The kernel for arrays of one shape without gaps, all in one order. Its parameters: n; for each array the
// buffer and the byte offset of type GA_SIZE; for each scalar its value.
ElemwiseKernel contiguous_kernel(const ElemwiseSource& source);
// The kernel for arrays of `nd` dimensions and any strides. Its parameters: n; the extents; for each array
// the buffer, the byte offset and the strides in bytes; for each scalar its value. Extents, offsets and
// strides have 32 bits if `narrow`.
ElemwiseKernel strided_kernel(const ElemwiseSource& source, unsigned nd, bool narrow);

// The kernel for more arguments than a kernel takes, which are all in one buffer. Its parameters: n; the
// buffer; the room of each array in elements, a multiple of kPackedUnit. The buffer holds the elements of
// each array, in the order of the loop, and then the scalars, kPackedUnit bytes for each.
ElemwiseKernel packed_kernel(const ElemwiseSource& source);
inline constexpr std::size_t kPackedUnit = 128;  // in bytes; no type needs a larger alignment

// The type that the statements see: GA_FLOAT for a float16 that is converted, else the argument's typecode.
int seen_typecode(const ElemwiseSource& source, const ElemwiseArgument& argument) noexcept;

}  // namespace kiln::compat
