// SPDX-License-Identifier: Apache-2.0
// Finds the fewest loops that visit several operands together. Every eager call comes here, so it allocates
// nothing, and makes one pass over axes and operands if the axes are already in order.

#include "layout/layout.hpp"

namespace kiln::layout {
namespace {

enum class Order { keep, swap, either };

// Whether axis `outer` should stay outside axis `inner`. The first operand whose strides along the two
// differ, and are not 0, decides.
Order compare(std::span<const Dims* const> strides, std::size_t outer, std::size_t inner) noexcept {
  for (const auto* operand : strides) {
    const auto a = std::llabs((*operand)[outer]), b = std::llabs((*operand)[inner]);
    if (a == 0 || b == 0 || a == b) continue;
    return a > b ? Order::keep : Order::swap;
  }
  return Order::either;
}

// An insertion sort that looks past axes for which compare() says "either", as this answer is not transitive.
void sort_axes(std::span<const Dims* const> strides, std::uint8_t* axes, std::size_t count) noexcept {
  for (std::size_t i = 1; i < count; ++i) {
    const auto axis = axes[i];
    std::size_t place = i;
    for (std::size_t j = i; j-- > 0;) {
      const auto order = compare(strides, axes[j], axis);
      if (order == Order::keep) break;
      if (order == Order::swap) place = j;
    }
    for (std::size_t j = i; j > place; --j) axes[j] = axes[j - 1];
    axes[place] = axis;
  }
}

bool merges(const Collapsed& out, std::span<const Dims* const> strides, std::size_t axis,
            std::int64_t extent) noexcept {
  const auto last = out.shape.size() - 1;
  for (std::size_t k = 0; k < strides.size(); ++k) {
    std::int64_t whole;
    if (__builtin_mul_overflow((*strides[k])[axis], extent, &whole) || out.strides[k][last] != whole) return false;
  }
  return true;
}

void set_single(std::size_t operands, std::int64_t extent, Collapsed& out) {
  out.shape.push_back(extent);
  for (std::size_t k = 0; k < operands; ++k) out.strides[k].push_back(0);
}

}  // namespace

void collapse(const Dims& shape, std::span<const Dims* const> strides, bool reorder, Collapsed& out) {
  if (strides.size() > kMaxOperands) {
    base::fail(KILN_INVALID_ARGUMENT, "collapse: got {} operands, expected at most {}", strides.size(), kMaxOperands);
  }
  out.operands = strides.size();
  out.shape.clear();
  for (std::size_t k = 0; k < strides.size(); ++k) out.strides[k].clear();
  std::uint8_t axes[KILN_MAX_DIMS];
  std::size_t count = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return set_single(strides.size(), 0, out);
    if (shape[i] != 1) axes[count++] = static_cast<std::uint8_t>(i);
  }
  if (count == 0) return set_single(strides.size(), 1, out);
  if (reorder) sort_axes(strides, axes, count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto axis = axes[i];
    const auto extent = shape[axis];
    if (i > 0 && merges(out, strides, axis, extent)) {
      out.shape.back() *= extent;
      for (std::size_t k = 0; k < strides.size(); ++k) out.strides[k].back() = (*strides[k])[axis];
      continue;
    }
    out.shape.push_back(extent);
    for (std::size_t k = 0; k < strides.size(); ++k) out.strides[k].push_back((*strides[k])[axis]);
  }
}

}  // namespace kiln::layout
