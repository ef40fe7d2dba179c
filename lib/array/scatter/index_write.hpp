// SPDX-License-Identifier: Apache-2.0
// What put and scatter_add share. Private to array/.
#pragma once

#include <optional>

#include "array/index/index_rows.hpp"

namespace kiln::array {

struct IndexWrite {
  Move move;
  Ref<Array> values, indices;  // values have the array's dtype; neither shares memory with the array
  bool checked = false;
  // The stride of the indices, in elements.
  std::int64_t step() const { return move.indices.stride[1] / std::int64_t(indices->itemsize()); }
};
// Checks the operands of a write by index. Returns nothing if there is nothing to write.
std::optional<IndexWrite> index_write(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                                      const char* operation);
// Refuses an array of bool.
void check_addable(const Array& array, const char* operation);
// Ends a write. If a copy of the array was written, its elements are copied back. Also reports indices
// (report_positions()).
void finish_write(Array& array, const IndexWrite& write, const char* operation);

}  // namespace kiln::array
