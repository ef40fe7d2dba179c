// SPDX-License-Identifier: Apache-2.0
// gpuarray/array.h: rows by index, and maxima with their positions.
#include <gpuarray/array.h>
#include <gpuarray/util.h>

#include <algorithm>
#include <vector>

#include "compat/array/array_struct.hpp"

using namespace kiln::compat;

namespace {

bool is_integer(kiln_dtype dtype) { return dtype >= KILN_INT8 && dtype <= KILN_UINT64; }

// Waits for the indices and throws GA_VALUE_ERROR if one is outside -n .. n-1.
void require_indices(kiln_array indices, std::int64_t n, const char* op) {
  // Two small reductions. Kiln compiles them at the first call only.
  for (const kiln_reduce_op extreme : {KILN_REDUCE_MIN, KILN_REDUCE_MAX}) {
    kiln_array found = nullptr;
    check(kiln_array_reduce(indices, extreme, nullptr, nullptr, &found), op);
    const OwnedArray owner(found);
    std::int64_t value = 0;
    check(kiln_array_read_as(found, KILN_INT64, &value, sizeof value), op);
    if (value < -n || value >= n) fail(GA_VALUE_ERROR, "{}: index {} is out of range for {} rows", op, value, n);
  }
}

// A view of rows. Elements of a type that Kiln does not have are rows of bytes.
OwnedArray row_view(const GpuArray& array, kiln_dtype dtype, const char* op) {
  if (dtype != KILN_UINT8 || gpuarray_get_elsize(array.typecode) == 1)
    return view(array.data, array.offset, dtype, array.nd, array.dimensions, array.strides, op);
  Axes axes(array.nd + 1);
  std::copy_n(array.dimensions, array.nd, axes.dims.get());
  std::copy_n(array.strides, array.nd, axes.strides.get());
  axes.dims[array.nd] = gpuarray_get_elsize(array.typecode);
  axes.strides[array.nd] = 1;
  return view(array.data, array.offset, dtype, array.nd + 1, axes.dims.get(), axes.strides.get(), op);
}

void take1(const GpuArray& a, const GpuArray& v, const GpuArray& i, bool check_error, const char* op) {
  require_writeable(a, op, "a");
  require_aligned(a, op, "a");
  require_aligned(v, op, "v");
  require_aligned(i, op, "i");
  if (!GpuArray_IS_C_CONTIGUOUS(&a) || !GpuArray_IS_C_CONTIGUOUS(&i))
    fail(GA_INVALID_ERROR, "{}: a and i must be C contiguous", op);
  if (v.nd == 0 || a.nd != v.nd || i.nd != 1 || a.dimensions[0] != i.dimensions[0] ||
      !std::equal(a.dimensions + 1, a.dimensions + a.nd, v.dimensions + 1))
    fail(GA_INVALID_ERROR, "{}: shapes do not match, expected i (n), v (m, ...) and a (n, ...)", op);
  // As in libgpuarray, bool indices are positions: their bytes are 0 and 1.
  const kiln_dtype index_dtype = i.typecode == GA_BOOL ? KILN_UINT8 : dtype_of(i.typecode);
  if (!is_integer(index_dtype)) fail(GA_INVALID_ERROR, "{}: i has typecode {}, expected integers", op, i.typecode);
  const bool by_bytes = dtype_of(a.typecode) == KILN_DTYPE_AUTO || dtype_of(v.typecode) == KILN_DTYPE_AUTO;
  if (by_bytes && a.typecode != v.typecode)
    fail(GA_MISC_ERROR, "{}: elements of typecode {} do not convert to typecode {}", op, v.typecode, a.typecode);
  if (i.dimensions[0] == 0) return;
  if (v.dimensions[0] == 0) {
    if (check_error) fail(GA_VALUE_ERROR, "{}: an index into no rows", op);
    return;
  }
  const auto indices = view(i.data, i.offset, index_dtype, i.nd, i.dimensions, i.strides, op);
  if (check_error) require_indices(indices.get(), std::int64_t(v.dimensions[0]), op);
  const auto to = row_view(a, by_bytes ? KILN_UINT8 : dtype_of(a.typecode), op);
  const auto from = row_view(v, by_bytes ? KILN_UINT8 : dtype_of(v.typecode), op);
  check(kiln_array_take(from.get(), indices.get(), 0, to.get(), nullptr), op);
}

void maxandargmax(const GpuArray& maximum, const GpuArray& place, const GpuArray& source, unsigned count,
                  const unsigned* axes, const char* op) {
  if (source.nd == 0 || count == 0 || count > source.nd || !axes)
    fail(GA_INVALID_ERROR, "{}: {} axes of {}, expected at least one and no more than there are", op, count, source.nd);
  std::vector<bool> reduced(source.nd);
  for (unsigned i = 0; i < count; ++i) {
    if (axes[i] >= source.nd || reduced[axes[i]])
      fail(GA_INVALID_ERROR, "{}: axis {} is {}, expected different ones below {}", op, i, axes[i], source.nd);
    reduced[axes[i]] = true;
  }
  const unsigned kept = source.nd - count;
  // The axes that stay come first, then the others in the order of the list, in which positions are counted.
  Axes order(source.nd);
  unsigned next = 0;
  const auto put = [&](unsigned axis) {
    order.dims[next] = source.dimensions[axis];
    order.strides[next++] = source.strides[axis];
  };
  for (unsigned i = 0; i < source.nd; ++i)
    if (!reduced[i]) put(i);
  for (unsigned i = 0; i < count; ++i) put(axes[i]);
  for (const GpuArray* out : {&maximum, &place})
    if (out->nd != kept || !std::equal(out->dimensions, out->dimensions + kept, order.dims.get()))
      fail(GA_INVALID_ERROR, "{}: a result does not have the shape of the axes that stay", op);
  require_writeable(maximum, op, "dstMax");
  require_writeable(place, op, "dstArgmax");
  if (std::find(order.dims.get(), order.dims.get() + kept, std::size_t(0)) != order.dims.get() + kept) return;

  const kiln_dtype dtype = dtype_of(source.typecode);
  if (dtype == KILN_DTYPE_AUTO)
    fail(GA_INVALID_ERROR, "{}: elements of typecode {} have no order", op, source.typecode);
  const auto from = view(source.data, source.offset, dtype, source.nd, order.dims.get(), order.strides.get(), op);
  const auto to = view(maximum, op);
  const auto places = view(place, op);
  std::vector<std::int64_t> gone(count);
  for (unsigned i = 0; i < count; ++i) gone[i] = kept + i;
  kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
  options.axes = gone.data();
  options.axis_count = count;
  // The positions are computed first, since `maximum` might share memory with the source.
  check(kiln_array_reduce(from.get(), KILN_REDUCE_ARGMAX, &options, places.get(), nullptr), op);
  check(kiln_array_reduce(from.get(), KILN_REDUCE_MAX, &options, to.get(), nullptr), op);
}

}  // namespace

extern "C" {

int GpuArray_take1(GpuArray* a, const GpuArray* v, const GpuArray* i, int check_error) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    require_array(v, op, "v");
    require_array(i, op, "i");
    take1(*a, *v, *i, check_error != 0, op);
  });
}

int GpuArray_maxandargmax(GpuArray* dstMax, GpuArray* dstArgmax, const GpuArray* src, unsigned reduxLen,
                          const unsigned* reduxList) {
  const char* op = __func__;
  return guard(context_of(src), [&] {
    require_array(dstMax, op, "dstMax");
    require_array(dstArgmax, op, "dstArgmax");
    require_array(src, op, "src");
    maxandargmax(*dstMax, *dstArgmax, *src, reduxLen, reduxList, op);
  });
}

}  // extern "C"
