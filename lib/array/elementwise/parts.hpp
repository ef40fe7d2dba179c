// SPDX-License-Identifier: Apache-2.0
// Views of parts of an array, and moves of elements between parts. Private to array/.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

// `count` elements of an axis from `start`, every `step`-th.
Layout part(const Layout& layout, std::size_t axis, std::int64_t start, std::int64_t count, std::int64_t step = 1);
// to[layout] = from[layout], broadcast. Moved as bits where the dtypes are equal.
void move_part(Array& to, const Layout& to_layout, const Array& from, const Layout& from_layout, const char* operation);

}  // namespace kiln::array
