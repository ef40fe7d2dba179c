// SPDX-License-Identifier: Apache-2.0
// Computes the layouts of parts of an axis, and moves elements between parts.
#include "array/elementwise/parts.hpp"

namespace kiln::array {

Layout part(const Layout& layout, std::size_t axis, std::int64_t start, std::int64_t count, std::int64_t step) {
  Layout out = layout;
  out.shape[axis] = count;
  if (count > 0) out.offset += start * layout.strides[axis];
  out.strides[axis] = count > 1 ? layout.strides[axis] * step : layout.strides[axis];
  return out;
}

void move_part(Array& to, const Layout& to_layout, const Array& from, const Layout& from_layout,
               const char* operation) {
  Array into(to.buffer_ref(), to.dtype(), to_layout, to.writable());
  const Array source(from.buffer_ref(), from.dtype(), from_layout, false);
  assign(into, source, operation);
}

}  // namespace kiln::array
