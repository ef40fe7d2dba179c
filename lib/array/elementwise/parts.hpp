// SPDX-License-Identifier: Apache-2.0
// Views of parts of an array, and moves of elements between parts. Private to array/.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

// The layout of `count` elements of an axis: every `step`-th one, beginning with number `start`.
Layout part(const Layout& layout, std::size_t axis, std::int64_t start, std::int64_t count, std::int64_t step = 1);
// Copies the elements of `from` in one layout to those of `to` in another, to which they broadcast. Elements of
// equal dtypes are moved as bits.
void move_part(Array& to, const Layout& to_layout, const Array& from, const Layout& from_layout, const char* operation);

}  // namespace kiln::array
