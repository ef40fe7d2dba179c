// SPDX-License-Identifier: Apache-2.0
// Reshaping in C order: finds the extent that is given as -1, and the strides of a view if no element has to move.
#include "base/text.hpp"
#include "layout/layout.hpp"

namespace kiln::layout {

Dims resolve_reshape(std::span<const std::int64_t> from, std::span<const std::int64_t> to, const char* operation) {
  const auto size = checked_size(from, 1, operation);
  Dims out(to);
  std::size_t unknown = out.size(), unknowns = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] != -1) continue;
    unknown = i;
    ++unknowns;
  }
  if (unknowns > 1) {
    base::fail(KILN_SHAPE_ERROR, "{}: got {} extents of -1 in {}, expected at most one", operation, unknowns,
               shape_text(to));
  }
  if (unknowns == 1) out[unknown] = 1;
  const auto known = checked_size(out, 1, operation);
  const bool fits = unknowns == 1 ? known != 0 && size % known == 0 : known == size;
  if (!fits) {
    base::fail(KILN_SHAPE_ERROR, "{}: got shape {} of {}, which cannot become {}{}", operation, shape_text(from),
               base::plural(size, "element"), shape_text(to),
               unknowns == 1 && known == 0 ? ", as -1 has no meaning beside an extent of 0" : "");
  }
  if (unknowns == 1) out[unknown] = size / known;
  return out;
}

std::optional<Layout> reshape_view(const Layout& layout, const Dims& shape, std::size_t itemsize) {
  if (layout.size() == 0) return Layout{shape, c_strides(shape, itemsize), layout.offset};
  Dims extents, strides;  // axes of extent 1 are left out
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.shape[i] == 1) continue;
    extents.push_back(layout.shape[i]);
    strides.push_back(layout.strides[i]);
  }
  Layout out{shape, Dims(shape.size(), 0), layout.offset};
  // Old axes [from, from_end) and new axes [to, to_end) have the same product of extents, so one group
  // becomes the other.
  std::size_t from = 0, to = 0;
  while (from < extents.size()) {
    while (to < shape.size() && shape[to] == 1) ++to;
    std::size_t from_end = from + 1, to_end = to + 1;
    auto old_size = extents[from], new_size = shape[to];
    while (old_size != new_size) {
      if (old_size < new_size) {
        old_size *= extents[from_end++];
      } else {
        new_size *= shape[to_end++];
      }
    }
    for (auto i = from; i + 1 < from_end; ++i) {
      std::int64_t whole;
      if (__builtin_mul_overflow(strides[i + 1], extents[i + 1], &whole) || strides[i] != whole) return std::nullopt;
    }
    auto stride = strides[from_end - 1];
    for (auto i = to_end; i-- > to;) {
      out.strides[i] = stride;
      if (i > to) stride *= shape[i];
    }
    from = from_end;
    to = to_end;
  }
  // Axes of extent 1 still lack a stride. They get the one that they would have in a C-contiguous array.
  for (auto i = shape.size(); i-- > 0;) {
    if (shape[i] != 1) continue;
    out.strides[i] = static_cast<std::int64_t>(itemsize);
    if (i + 1 < shape.size() && __builtin_mul_overflow(out.strides[i + 1], shape[i + 1], &out.strides[i])) {
      out.strides[i] = 0;
    }
  }
  return out;
}

}  // namespace kiln::layout
