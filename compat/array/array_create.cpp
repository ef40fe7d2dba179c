// SPDX-License-Identifier: Apache-2.0
// gpuarray/array.h: functions that make, view, clear and describe arrays.
#include <gpuarray/array.h>
#include <gpuarray/util.h>

#include <algorithm>

#include "compat/array/array_struct.hpp"

using namespace kiln::compat;

namespace {

// The bytes of an array: from its lowest element to the end of its highest one.
struct Range {
  std::size_t begin, end;
};
Range range_of(const GpuArray& array) {
  Range range{array.offset, array.offset};
  for (unsigned i = 0; i < array.nd; ++i) {
    if (array.dimensions[i] == 0) return {0, 0};
    const std::size_t reach = std::size_t(array.strides[i]) * (array.dimensions[i] - 1);
    (array.strides[i] < 0 ? range.begin : range.end) += reach;
  }
  range.end += gpuarray_get_elsize(array.typecode);
  return range;
}

}  // namespace

extern "C" {

int GpuArray_empty(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd, const size_t* dims, ga_order ord) {
  const char* op = __func__;
  return guard(ctx, [&] {
    require(a, op, "a");
    require(ctx, op, "ctx");
    make_empty(a, ctx, typecode, nd, dims, ord, op);
  });
}

int GpuArray_zeros(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd, const size_t* dims, ga_order ord) {
  const char* op = __func__;
  return guard(ctx, [&] {
    require(a, op, "a");
    require(ctx, op, "ctx");
    LocalArray made;
    make_empty(made.get(), ctx, typecode, nd, dims, ord, op);
    const unsigned char zero = 0;
    check(kiln_buffer_fill((*made).data->buffer.get(), 0, (*made).data->size, &zero, 1), op);
    made.move_to(a);
  });
}

int GpuArray_fromdata(GpuArray* a, gpudata* data, size_t offset, int typecode, unsigned int nd, const size_t* dims,
                      const ssize_t* strides, int writeable) {
  const char* op = __func__;
  return guard(context_of(data), [&] {
    require(a, op, "a");
    require(data, op, "data");
    element_size(typecode, op);
    if (nd > 0) {
      require(dims, op, "dims");
      require(strides, op, "strides");
    }
    Axes axes(nd);
    std::copy_n(dims, nd, axes.dims.get());
    std::copy_n(strides, nd, axes.strides.get());
    make_array(a, data, offset, typecode, nd, std::move(axes), writeable ? GA_WRITEABLE : 0);
  });
}

int GpuArray_view(GpuArray* v, const GpuArray* a) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require(v, op, "v");
    require_array(a, op, "a");
    make_view(v, *a);
  });
}

int GpuArray_sync(GpuArray* a) {
  const char* op = __func__;
  const int code = guard(context_of(a), [&] { require_array(a, op, "a"); });
  return code ? code : gpudata_sync(a->data);
}

void GpuArray_clear(GpuArray* a) {
  if (!a) return;
  if (a->data) gpudata_release(a->data);
  std::free(a->dimensions);
  std::free(a->strides);
  *a = {};
}

void GpuArray_fix_flags(GpuArray* a) {
  if (a && (a->nd == 0 || (a->dimensions && a->strides))) set_layout_flags(*a);
}

int GpuArray_share(const GpuArray* a, const GpuArray* b) {
  if (!a || !b || !a->data || !b->data) return 0;
  if (a->data != b->data) return gpudata_share(a->data, b->data, nullptr);
  const Range left = range_of(*a), right = range_of(*b);
  return left.begin < right.end && right.begin < left.end;
}

gpucontext* GpuArray_context(const GpuArray* a) { return context_of(a); }

const char* GpuArray_error(const GpuArray* a, int err) { return gpucontext_error(context_of(a), err); }

}  // extern "C"
