// SPDX-License-Identifier: Apache-2.0
// Computes the loop over the arrays of an elementwise call: shape, strides, bounds, joined dimensions.
#include "compat/elemwise/elemwise_layout.hpp"

#include <gpuarray/elemwise.h>
#include <gpuarray/util.h>

#include <algorithm>

namespace kiln::compat {

namespace {

void drop_dimension(unsigned sets, unsigned at, unsigned* nd, std::size_t* dims, ssize_t* const* strides) noexcept {
  std::copy(dims + at + 1, dims + *nd, dims + at);
  for (unsigned k = 0; k < sets; ++k)
    if (strides[k]) std::copy(strides[k] + at + 1, strides[k] + *nd, strides[k] + at);
  --*nd;
}

// Computes the bytes [begin, end) that the elements lie in. Returns false if the numbers overflow.
bool byte_range(std::size_t offset, std::size_t itemsize, unsigned nd, const std::size_t* dims, const ssize_t* strides,
                std::size_t* begin, std::size_t* end) noexcept {
  *begin = *end = offset;
  bool fits = true;
  for (unsigned d = 0; d < nd; ++d) {
    const std::size_t pace = strides[d] < 0 ? std::size_t(0) - std::size_t(strides[d]) : std::size_t(strides[d]);
    std::size_t reach;
    fits &= !__builtin_mul_overflow(pace, dims[d] - 1, &reach);
    if (strides[d] < 0)
      fits &= !__builtin_sub_overflow(*begin, reach, begin);
    else
      fits &= !__builtin_add_overflow(*end, reach, end);
  }
  return fits && !__builtin_add_overflow(*end, itemsize, end);
}

}  // namespace

void collapse_dimensions(unsigned sets, unsigned* nd, std::size_t* dims, ssize_t* const* strides) noexcept {
  for (unsigned d = *nd; d-- > 0;)
    if (dims[d] == 1 && *nd > 1) drop_dimension(sets, d, nd, dims, strides);
  for (unsigned d = *nd; d-- > 1;) {
    bool joins = true;
    for (unsigned k = 0; k < sets && joins; ++k)
      joins = !strides[k] || strides[k][d - 1] == ssize_t(dims[d]) * strides[k][d];
    if (!joins) continue;
    dims[d] *= dims[d - 1];
    drop_dimension(sets, d - 1, nd, dims, strides);
  }
}

bool Loop::all_contiguous() const noexcept {
  const GpuArray& first = *arrays[0].array;
  int order = GA_C_CONTIGUOUS | GA_F_CONTIGUOUS;
  for (const LoopArray& item : arrays) {
    order &= item.array->flags;
    if (!same_shape(*item.array, first) || gpuarray_get_elsize(item.array->typecode) != item.itemsize) return false;
  }
  return order != 0;
}

void Loop::take_strides(const GpuArray& first, int flags, const char* operation) {
  strides.assign(arrays.size() * nd, 0);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const GpuArray& array = *arrays[k].array;
    if (array.nd > nd || (array.nd < nd && !(flags & GE_PADSHAPE)))
      fail(GA_VALUE_ERROR, "{}: array {} has {} dimensions, expected {}", operation, k, array.nd, nd);
    const unsigned missing = nd - array.nd;
    for (unsigned d = 0; d < nd; ++d) {
      const std::size_t extent = d < missing ? 1 : array.dimensions[d - missing];
      if (extent != first.dimensions[d] && (extent != 1 || arrays[k].written || !(flags & GE_BROADCAST)))
        fail(GA_VALUE_ERROR, "{}: dimension {} of array {} has {} elements, expected {}", operation, d, k, extent,
             first.dimensions[d]);
      if (extent != 1) strides[k * nd + d] = array.strides[d - missing];
    }
  }
}

// Refuses elements outside the buffer, and decides whether 32 bits are enough.
void Loop::check_bounds(const char* operation) {
  narrow = count <= INT32_MAX;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const GpuArray& array = *arrays[k].array;
    const ssize_t* steps = contiguous ? array.strides : strides.data() + k * nd;
    const std::size_t* extents = contiguous ? array.dimensions : dims.data();
    std::size_t begin, end;
    if (!byte_range(array.offset, arrays[k].itemsize, contiguous ? array.nd : nd, extents, steps, &begin, &end) ||
        end > array.data->size)
      fail(GA_VALUE_ERROR, "{}: array {} has elements outside its buffer of {} bytes", operation, k, array.data->size);
    narrow &= end <= UINT32_MAX;
    if (!contiguous)
      narrow &= std::all_of(steps, steps + nd, [](ssize_t step) { return step >= INT32_MIN && step <= INT32_MAX; });
  }
}

void Loop::collapse() {
  constexpr std::size_t kFew = 32;
  ssize_t* few[kFew];
  std::vector<ssize_t*> many;
  ssize_t** sets = few;
  if (arrays.size() > kFew) {
    many.resize(arrays.size());
    sets = many.data();
  }
  const unsigned before = nd;
  for (std::size_t k = 0; k < arrays.size(); ++k) sets[k] = strides.data() + k * before;
  collapse_dimensions(unsigned(arrays.size()), &nd, dims.data(), sets);
  if (nd == before) return;
  for (std::size_t k = 0; k < arrays.size(); ++k) std::copy_n(strides.data() + k * before, nd, strides.data() + k * nd);
}

void Loop::lay_out(int flags, const char* operation) {
  const auto written = std::find_if(arrays.begin(), arrays.end(), [](const LoopArray& a) { return a.written; });
  const GpuArray& first = *(written == arrays.end() ? arrays.begin() : written)->array;
  nd = first.nd;
  count = element_count(first);
  contiguous = all_contiguous();
  if (contiguous) {
    if (count > 0) check_bounds(operation);
    return;
  }
  dims.assign(first.dimensions, first.dimensions + nd);
  take_strides(first, flags, operation);
  if (count == 0) return;
  check_bounds(operation);
  if (!(flags & GE_NOCOLLAPSE) && nd > 1) collapse();
  // A single series of elements, or a single element, is left.
  contiguous = count == 1;
  if (nd == 1 && !contiguous) {
    contiguous = true;
    for (std::size_t k = 0; k < arrays.size(); ++k) contiguous &= strides[k] == ssize_t(arrays[k].itemsize);
  }
}

}  // namespace kiln::compat
