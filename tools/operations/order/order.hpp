// SPDX-License-Identifier: Apache-2.0
// Order on the host, for the rows of what follows from it.
#pragma once

#include "rows.hpp"

namespace kiln::operations {

enum class Nan { last, first };

// Complex numbers by their real parts, then by their imaginary ones.
bool before(Number x, Number y, bool descending, Nan nan = Nan::last);
// The places of a line's elements in order; equal ones stay.
std::vector<std::size_t> in_order(const HostArray& array, std::vector<std::size_t> line, bool descending,
                                  Nan nan = Nan::last);

}  // namespace kiln::operations
