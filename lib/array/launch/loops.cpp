// SPDX-License-Identifier: Apache-2.0
// Computes how far loops reach in memory, and brings the axes of several arrays into two loops.
#include "array/launch/loops.hpp"

#include <cstdlib>

namespace kiln::array {

std::int64_t elements_spanned(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides,
                              std::size_t itemsize) noexcept {
  std::int64_t span = 0;
  for (std::size_t d = 0; d < strides.size(); ++d)
    span += (extents[d] - 1) * std::abs(strides[d] / std::int64_t(itemsize));
  return span;
}

bool AxisLoops::wide() const noexcept {
  IndexWidth width;
  const std::int64_t extents[] = {rows, cols, n};
  width.loops(extents);
  for (const Steps& each : arrays())
    width.operand(rows * std::abs(each.row) + n * std::abs(each.axis) + cols * std::abs(each.col));
  return width.wide();
}

bool bring_into_loops(std::span<const Array* const> arrays, std::size_t axis, bool reverse, AxisLoops& loops) {
  Dims others = arrays[0]->shape();
  const std::int64_t n = others[axis];
  others.erase(axis);
  Dims strides[layout::kMaxOperands];
  const Dims* pointers[layout::kMaxOperands];
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    strides[k] = arrays[k]->strides();
    strides[k].erase(axis);
    pointers[k] = &strides[k];
  }
  layout::Collapsed together;
  layout::collapse(others, {pointers, arrays.size()}, true, together);
  const std::size_t count = together.shape.size();
  if (count > 2) return false;
  loops.rows = count > 1 ? together.shape[0] : 1;
  loops.cols = together.shape[count - 1];
  loops.n = n;
  loops.count = arrays.size();
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto itemsize = std::int64_t(arrays[k]->itemsize());
    AxisLoops::Steps& steps = loops.steps[k];
    steps.row = count > 1 ? together.strides[k][0] / itemsize : 0;
    steps.col = together.strides[k][count - 1] / itemsize;
    steps.axis = arrays[k]->strides()[axis] / itemsize;
    steps.start = reverse ? (n - 1) * steps.axis : 0;
    if (reverse) steps.axis = -steps.axis;
  }
  return true;
}

}  // namespace kiln::array
