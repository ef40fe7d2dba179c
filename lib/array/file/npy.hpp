// SPDX-License-Identifier: Apache-2.0
// Headers of .npy files, versions 1.0 to 3.0: a magic string, a length, and a Python literal with dtype, order and
// shape (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
#pragma once

#include "array/file/stored.hpp"

namespace kiln::array::file {

// The header for elements in C order: version 1.0, padded so that elements begin at a multiple of 64 bytes.
std::string make_npy_header(base::DType dtype, const layout::Dims& shape);
// Reads the header at entry_offset of an array whose name, entry_offset and entry_bytes are known, and fills in the
// rest. Throws unless the entry ends where the elements do.
void read_npy_header(const Input& input, Stored& array, const Where& where);

}  // namespace kiln::array::file
