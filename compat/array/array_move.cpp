// SPDX-License-Identifier: Apache-2.0
// gpuarray/array.h: copies of elements to other arrays, to other contexts and to the host.
#include <gpuarray/array.h>
#include <gpuarray/util.h>

#include <algorithm>

#include "compat/array/array_struct.hpp"

using namespace kiln::compat;

namespace {

// Refuses arrays of two contexts. As in libgpuarray, the error code depends on whether a copy of bytes would do or
// elements would have to be moved one by one.
void require_same_context(const GpuArray& destination, const GpuArray& source, const char* op) {
  if (destination.data->context == source.data->context) return;
  const bool bytes = GpuArray_ISONESEGMENT(&destination) && GpuArray_ISONESEGMENT(&source) &&
                     GpuArray_ISFORTRAN(&destination) == GpuArray_ISFORTRAN(&source) &&
                     destination.typecode == source.typecode && same_shape(destination, source);
  fail(bytes ? GA_VALUE_ERROR : GA_INVALID_ERROR,
       "{}: the arrays are of two contexts; GpuArray_transfer copies between contexts", op);
}

void require_one_segment(const GpuArray& array, const char* op, const char* argument) {
  if (!GpuArray_ISONESEGMENT(&array)) fail(GA_UNSUPPORTED_ERROR, "{}: {} is not contiguous", op, argument);
}

void set_checked(const GpuArray& a, const GpuArray& v, const char* op) {
  if (a.nd < v.nd) fail(GA_VALUE_ERROR, "{}: the value has {} dimensions, the array {}", op, v.nd, a.nd);
  require_writeable(a, op, "a");
  require_aligned(v, op, "v");
  require_aligned(a, op, "a");
  const unsigned extra = a.nd - v.nd;
  for (unsigned i = 0; i < v.nd; ++i)
    if (v.dimensions[i] != a.dimensions[i + extra] && v.dimensions[i] != 1)
      fail(GA_VALUE_ERROR, "{}: dimension {} of the value has {} elements, that of the array {}", op, i,
           v.dimensions[i], a.dimensions[i + extra]);
  require_same_context(a, v, op);
  assign(a, v, op);
}

}  // namespace

extern "C" {

int GpuArray_setarray(GpuArray* a, const GpuArray* v) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    require_array(v, op, "v");
    set_checked(*a, *v, op);
  });
}

int GpuArray_move(GpuArray* dst, const GpuArray* src) {
  const char* op = __func__;
  return guard(context_of(dst), [&] {
    require_array(dst, op, "dst");
    require_array(src, op, "src");
    require_writeable(*dst, op, "dst");
    require_aligned(*src, op, "src");
    require_aligned(*dst, op, "dst");
    if (!same_shape(*dst, *src)) fail(GA_VALUE_ERROR, "{}: the arrays differ in shape", op);
    require_same_context(*dst, *src, op);
    assign(*dst, *src, op);
  });
}

int GpuArray_copy(GpuArray* res, const GpuArray* a, ga_order order) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require(res, op, "res");
    require_array(a, op, "a");
    require_aligned(*a, op, "a");
    LocalArray made;
    make_empty(made.get(), a->data->context, a->typecode, a->nd, a->dimensions, order, op);
    assign(*made, *a, op);
    made.move_to(res);
  });
}

int GpuArray_transfer(GpuArray* res, const GpuArray* a) {
  const char* op = __func__;
  return guard(context_of(res), [&] {
    require_array(res, op, "res");
    require_array(a, op, "a");
    require_one_segment(*res, op, "res");
    require_one_segment(*a, op, "a");
    if (res->typecode != a->typecode)
      fail(GA_UNSUPPORTED_ERROR, "{}: typecode {} into an array of typecode {}", op, a->typecode, res->typecode);
    if (same_shape(*res, *a)) return assign(*res, *a, op);
    if (byte_count(*res) < byte_count(*a))
      fail(misuse_code(res->data->context), "{}: {} bytes into an array of {}", op, byte_count(*a), byte_count(*res));
    check(kiln_buffer_copy(res->data->buffer.get(), res->offset, a->data->buffer.get(), a->offset, byte_count(*a)), op);
  });
}

int GpuArray_write(GpuArray* dst, const void* src, size_t src_sz) {
  const char* op = __func__;
  const int code = guard(context_of(dst), [&] {
    require_array(dst, op, "dst");
    if (src_sz > 0) require(src, op, "src");
    require_writeable(*dst, op, "dst");
    require_one_segment(*dst, op, "dst");
  });
  return code ? code : gpudata_write(dst->data, dst->offset, src, src_sz);
}

int GpuArray_read(void* dst, size_t dst_sz, const GpuArray* src) {
  const char* op = __func__;
  const int code = guard(context_of(src), [&] {
    require_array(src, op, "src");
    if (dst_sz > 0) require(dst, op, "dst");
    require_one_segment(*src, op, "src");
  });
  return code ? code : gpudata_read(dst, src->data, src->offset, dst_sz);
}

int GpuArray_memset(GpuArray* a, int data) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    require_one_segment(*a, op, "a");
    const auto byte = static_cast<unsigned char>(data);
    const std::size_t bytes = byte_count(*a);
    if (a->offset > a->data->size || bytes > a->data->size - a->offset)
      fail(GA_VALUE_ERROR, "{}: {} bytes at {} of a buffer of {}", op, bytes, a->offset, a->data->size);
    check(kiln_buffer_fill(a->data->buffer.get(), a->offset, bytes, &byte, 1), op);
  });
}

int GpuArray_concatenate(GpuArray* r, const GpuArray** as, size_t n, unsigned int axis, int restype) {
  const char* op = __func__;
  return guard(as && n > 0 ? context_of(as[0]) : nullptr, [&] {
    require(r, op, "r");
    require(as, op, "as");
    if (n == 0) fail(GA_VALUE_ERROR, "{}: no arrays", op);
    require_array(as[0], op, "an array");
    const GpuArray& first = *as[0];
    if (axis >= first.nd) fail(GA_VALUE_ERROR, "{}: axis {} of arrays with {} dimensions", op, axis, first.nd);
    Axes axes(first.nd);
    std::copy_n(first.dimensions, first.nd, axes.dims.get());
    for (std::size_t i = 0; i < n; ++i) {
      require_array(as[i], op, "an array");
      require_aligned(*as[i], op, "an array");
      if (as[i]->nd != first.nd)
        fail(GA_VALUE_ERROR, "{}: array {} has {} dimensions, the first {}", op, i, as[i]->nd, first.nd);
      if (as[i]->data->context != first.data->context)
        fail(GA_INVALID_ERROR, "{}: array {} is of another context", op, i);
      for (unsigned d = 0; d < first.nd; ++d)
        if (d != axis && as[i]->dimensions[d] != first.dimensions[d])
          fail(GA_VALUE_ERROR, "{}: dimension {} of array {} has {} elements, that of the first {}", op, d, i,
               as[i]->dimensions[d], first.dimensions[d]);
      if (i > 0 && __builtin_add_overflow(axes.dims[axis], as[i]->dimensions[axis], &axes.dims[axis]))
        fail(GA_XLARGE_ERROR, "{}: too many elements along axis {}", op, axis);
    }
    LocalArray made;
    make_empty(made.get(), first.data->context, restype, first.nd, axes.dims.get(), GA_C_ORDER, op);
    // The part of the result that an array is copied to. Its dimensions are those of that array.
    GpuArray part = *made;
    part.flags &= ~(GA_C_CONTIGUOUS | GA_F_CONTIGUOUS);
    for (std::size_t i = 0; i < n; ++i) {
      part.dimensions = as[i]->dimensions;
      assign(part, *as[i], op);
      part.offset += std::size_t(part.strides[axis]) * as[i]->dimensions[axis];
    }
    made.move_to(r);
  });
}

}  // extern "C"
