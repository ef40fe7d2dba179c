// SPDX-License-Identifier: Apache-2.0
// The common loop over the arrays of an elementwise call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compat/array_struct.hpp"

namespace kiln::compat {

// One array of the call: its elements are read and written with the size that the kernel was made for.
struct LoopArray {
  const GpuArray* array;
  std::size_t itemsize;
  bool written;
  int typecode;  // as the kernel has it
};

// Filled anew by each call; keeps its memory.
struct Loop {
  std::vector<LoopArray> arrays;
  std::size_t count = 0;  // elements
  unsigned nd = 0;
  std::vector<std::size_t> dims;
  std::vector<ssize_t> strides;  // array by array, nd each, in bytes; 0 where an extent of 1 is repeated
  bool contiguous = false;       // dims and strides are not filled then
  bool narrow = false;           // every number fits 32 bits

  // Lays out the arrays for GE_BROADCAST, GE_PADSHAPE and GE_NOCOLLAPSE in `flags`. GA_VALUE_ERROR for shapes
  // that do not match and elements outside their buffer.
  void lay_out(int flags, const char* operation);

 private:
  bool all_contiguous() const noexcept;
  void take_strides(const GpuArray& first, int flags, const char* operation);
  void check_bounds(const char* operation);
  void collapse();
};

// Joins neighbouring dimensions that every set of strides allows and drops those of extent 1, but keeps one.
// strides[k] may be null.
void collapse_dimensions(unsigned sets, unsigned* nd, std::size_t* dims, ssize_t* const* strides) noexcept;

}  // namespace kiln::compat
