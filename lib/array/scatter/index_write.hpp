// SPDX-License-Identifier: Apache-2.0
// What put and scatter_add share. Private to array/.
#pragma once

#include <optional>

#include "array/index/index_rows.hpp"

namespace kiln::array {

struct IndexWrite {
  Move move;
  Ref<Array> values, indices;  // of the array's dtype; none shares its memory
  bool checked = false;
  // From index to index, in elements.
  std::int64_t step() const { return move.indices.stride[1] / std::int64_t(indices->itemsize()); }
};
// Nothing where there is nothing to write.
std::optional<IndexWrite> index_write(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                                      const char* operation);
// Refuses bool.
void check_addable(const Array& array, const char* operation);
void finish_write(Array& array, const IndexWrite& write, const char* operation);

}  // namespace kiln::array
