// SPDX-License-Identifier: Apache-2.0
// kiln/array.h: creation, facts, views, copies and host transfers of GpuArrays.
#include "array/array.hpp"

#include <cstdlib>

#include "base/checked.hpp"
#include "capi/guard.hpp"
#include "layout/layout.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;
using array::Dims;
using base::Scalar;
using layout::Layout;

namespace {

// Makes a view of `from`. `algebra` computes its layout.
template <class Algebra>
kiln_status guard_view(const char* operation, kiln_array from, kiln_array* out, bool keeps_writable,
                       Algebra&& algebra) noexcept {
  return guard_new(operation, out, [&](const char* op) {
    const auto& source = use(from, op, "array");
    return array::view(source, algebra(source, op), keeps_writable && source.writable(), op);
  });
}

void check_host_range(const Array& used, base::DType dtype, const void* pointer, std::size_t bytes,
                      const char* operation, const char* argument) {
  if (!base::is_dtype(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype number {}, expected a dtype", operation, static_cast<int>(dtype));
  const auto expected = base::checked_mul(static_cast<std::size_t>(used.size()), base::dtype_size(dtype), operation);
  if (bytes != expected)
    fail(KILN_INVALID_ARGUMENT, "{}: bytes is {}, expected {} for shape {} of {}", operation, bytes, expected,
         layout::shape_text(used.shape()), base::dtype_name(dtype));
  if (bytes > 0) require(pointer, operation, argument);
}

// The strides of host memory that has the array's shape. NULL means C order.
struct HostStrides {
  HostStrides(const Array& used, const std::int64_t* values)
      : dims(values ? Dims(std::span(values, used.shape().size())) : Dims()), given(values ? &dims : nullptr) {}
  Dims dims;
  const Dims* given;
};

}  // namespace

extern "C" {

// ---- Creation ----

kiln_status kiln_array_empty(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                             kiln_array* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    const DType known = check_dtype(dtype, op, "dtype");
    return array::empty(owner, known, check_dims(ndim, shape, op, "shape"), op);
  });
}

kiln_status kiln_array_zeros(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                             kiln_array* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    const DType known = check_dtype(dtype, op, "dtype");
    return array::full(owner, known, check_dims(ndim, shape, op, "shape"), Scalar::boolean(false).cast(known), op);
  });
}

kiln_status kiln_array_full(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                            kiln_dtype value_dtype, const void* value, kiln_array* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    const DType known = check_dtype(dtype, op, "dtype");
    const auto extents = check_dims(ndim, shape, op, "shape");
    return array::full(owner, known, extents, element_of(value_dtype, value, known, op), op);
  });
}

kiln_status kiln_array_arange(kiln_context context, kiln_dtype dtype, double start, double stop, double step,
                              kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* op, Array* into) {
    auto& owner = use(context, op, "context");
    return array::arange(owner, check_dtype(dtype, op, "dtype"), start, stop, step, into, op);
  });
}

kiln_status kiln_array_from_host(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                 const int64_t* strides, kiln_dtype host_dtype, const void* data, kiln_array* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    const DType known = check_dtype(dtype, op, "dtype");
    const DType given = check_dtype(host_dtype, op, "host_dtype");
    const auto extents = check_dims(ndim, shape, op, "shape");
    if (layout::checked_size(extents, base::dtype_size(given), op) > 0) require(data, op, "data");
    const Dims dims = strides ? Dims(std::span(strides, ndim)) : Dims();
    return array::from_host(owner, known, extents, strides ? &dims : nullptr, given, data, op);
  });
}

kiln_status kiln_array_from_buffer(kiln_buffer buffer, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                   const int64_t* strides, int64_t offset, kiln_array* out) {
  return guard_new(__func__, out, buffer, "buffer", [&](const char* op, auto& memory) {
    const DType known = check_dtype(dtype, op, "dtype");
    array::check_dtype(memory.context(), known, op);
    const std::size_t itemsize = base::dtype_size(known);
    Layout layout = layout::c_layout(check_dims(ndim, shape, op, "shape"), itemsize, op);
    if (strides) layout.strides = Dims(std::span(strides, ndim));
    layout.offset = offset;
    layout::check_inside(layout, itemsize, itemsize, memory.size(), op);
    return array::from_buffer(Ref(&memory), known, layout, op);
  });
}

kiln_array kiln_array_retain(kiln_array array) { return retain(array); }
void kiln_array_release(kiln_array array) { release(array); }

// ---- Facts ----

kiln_status kiln_array_get_info(kiln_array array, kiln_array_info* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto& used = use(array, op, "array");
    kiln_array_info value = KILN_ARRAY_INFO_INIT;
    value.dtype = used.dtype();
    value.ndim = used.shape().size();
    value.shape = used.shape().data();
    value.strides = used.strides().data();
    value.offset = used.layout().offset;
    value.size = used.size();
    value.bytes = used.bytes();
    value.c_contiguous = used.c_contiguous();
    value.f_contiguous = layout::is_f_contiguous(used.layout(), used.itemsize());
    value.writable = used.writable();
    return value;
  });
}

kiln_status kiln_array_context(kiln_array array, kiln_context* out) {
  return guard_new(__func__, out, [&](const char* op) { return Ref(&use(array, op, "array").context()); });
}

kiln_status kiln_array_buffer(kiln_array array, kiln_buffer* out) {
  return guard_new(__func__, out, [&](const char* op) { return use(array, op, "array").buffer_ref(); });
}

kiln_status kiln_array_may_overlap(kiln_array a, kiln_array b, int* out) {
  return guard_get(__func__, out, "out", a, "a",
                   [&](const char* op, const auto& first) { return array::may_overlap(first, use(b, op, "b")); });
}

// ---- Views ----

kiln_status kiln_array_index(kiln_array array, size_t count, const kiln_index* indices, kiln_array* out) {
  return guard_view(__func__, array, out, true, [&](const Array& source, const char* op) {
    // Every subscript other than a new axis takes an axis of the array, and the result has at most KILN_MAX_DIMS axes.
    constexpr std::size_t kMost = 2 * KILN_MAX_DIMS + 1;
    if (count > kMost) fail(KILN_INDEX_ERROR, "{}: too many subscripts, got {}, expected at most {}", op, count, kMost);
    if (count > 0) require(indices, op, "indices");
    layout::Index subscripts[kMost];
    for (std::size_t i = 0; i < count; ++i) subscripts[i] = subscript_of(indices[i], op, "indices", i);
    return layout::index(source.layout(), std::span<const layout::Index>(subscripts, count), op);
  });
}

kiln_status kiln_array_transpose(kiln_array array, const int64_t* axes, kiln_array* out) {
  return guard_view(__func__, array, out, true, [&](const Array& source, const char* op) {
    return axes ? layout::transpose(source.layout(), std::span(axes, source.shape().size()), op)
                : layout::reverse_axes(source.layout());
  });
}

kiln_status kiln_array_reshape(kiln_array array, size_t ndim, const int64_t* shape, kiln_reshape_copy copy,
                               kiln_array* out) {
  return guard_new(__func__, out, array, "array", [&](const char* op, const auto& source) {
    const auto extents = check_dims(ndim, shape, op, "shape");
    const auto how = check_enum(copy, KILN_COPY_IF_NEEDED, KILN_COPY_ALWAYS, op, "copy", "kiln_reshape_copy");
    return array::reshape(source, extents, how, op);
  });
}

kiln_status kiln_array_broadcast_to(kiln_array array, size_t ndim, const int64_t* shape, kiln_array* out) {
  return guard_view(__func__, array, out, false, [&](const Array& source, const char* op) {
    return layout::broadcast_to(source.layout(), check_dims(ndim, shape, op, "shape"), op);
  });
}

kiln_status kiln_array_broadcast_shape(size_t count, const kiln_array* arrays, size_t* ndim, int64_t* shape) {
  return guard_get(__func__, ndim, "ndim", [&](const char* op) {
    require(shape, op, "shape");
    check_count(count, op, "count");
    if (count > 0) require(arrays, op, "arrays");
    std::vector<Dims> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(use(arrays[i], op, "arrays").shape());
    const Dims result = layout::broadcast_shapes(shapes, op);
    std::copy(result.begin(), result.end(), shape);
    return result.size();
  });
}

kiln_status kiln_array_flip(kiln_array array, size_t count, const int64_t* axes, kiln_array* out) {
  return guard_view(__func__, array, out, true, [&](const Array& source, const char* op) {
    const bool all = count == 0 && !axes;
    return layout::flip(source.layout(), check_dims(count, axes, op, "axes"), all, op);
  });
}

kiln_status kiln_array_diagonal(kiln_array array, int64_t offset, int64_t axis1, int64_t axis2, kiln_array* out) {
  return guard_view(__func__, array, out, true, [&](const Array& source, const char* op) {
    return layout::diagonal(source.layout(), offset, axis1, axis2, op);
  });
}

kiln_status kiln_array_reinterpret(kiln_array array, kiln_dtype dtype, kiln_array* out) {
  return guard_new(__func__, out, array, "array", [&](const char* op, const auto& source) {
    const DType known = check_dtype(dtype, op, "dtype");
    array::check_dtype(source.context(), known, op);
    const std::size_t itemsize = base::dtype_size(known);
    const Layout layout = layout::reinterpret(source.layout(), source.itemsize(), itemsize, op);
    layout::check_inside(layout, itemsize, itemsize, source.buffer().size(), op);
    return base::make_ref<Array>(source.buffer_ref(), known, layout, source.writable());
  });
}

// ---- Copies ----

kiln_status kiln_array_copy(kiln_array array, kiln_order order, kiln_array* out) {
  return guard_new(__func__, out, array, "array", [&](const char* op, const auto& source) {
    return array::copy(source, check_enum(order, KILN_ORDER_C, KILN_ORDER_KEEP, op, "order", "kiln_order"), op);
  });
}

kiln_status kiln_array_astype(kiln_array array, kiln_dtype dtype, kiln_array* out) {
  return guard_new(__func__, out, array, "array", [&](const char* op, const auto& source) {
    return array::astype(source, check_dtype(dtype, op, "dtype"), op);
  });
}

kiln_status kiln_array_assign(kiln_array destination, kiln_array source) {
  return guard(__func__, destination, "destination",
               [&](const char* op, auto& to) { array::assign(to, use(source, op, "source"), op); });
}

kiln_status kiln_array_fill(kiln_array destination, kiln_dtype value_dtype, const void* value) {
  return guard(__func__, destination, "destination",
               [&](const char* op, auto& to) { array::fill(to, element_of(value_dtype, value, to.dtype(), op), op); });
}

kiln_status kiln_array_transfer(kiln_array array, kiln_context context, kiln_array* out) {
  return guard_new(__func__, out, array, "array", [&](const char* op, auto& source) {
    auto& target = use(context, op, "context");
    return &source.context() == &target ? Ref(&source) : array::transfer(source, target, op);
  });
}

kiln_status kiln_array_read(kiln_array array, void* destination, size_t bytes) {
  return guard(__func__, array, "array", [&](const char* op, const auto& source) {
    check_host_range(source, source.dtype(), destination, bytes, op, "destination");
    array::read(source, destination, nullptr, op);
  });
}

kiln_status kiln_array_read_as(kiln_array array, kiln_dtype dtype, void* destination, size_t bytes) {
  return guard(__func__, array, "array", [&](const char* op, const auto& source) {
    check_host_range(source, base::DType(dtype), destination, bytes, op, "destination");
    array::read_as(source, base::DType(dtype), destination, op);
  });
}

kiln_status kiln_array_write(kiln_array array, const void* source, size_t bytes) {
  return guard(__func__, array, "array", [&](const char* op, auto& to) {
    check_host_range(to, to.dtype(), source, bytes, op, "source");
    array::write(to, source, nullptr, op);
  });
}

kiln_status kiln_array_read_strided(kiln_array array, void* destination, const int64_t* strides) {
  return guard(__func__, array, "array", [&](const char* op, const auto& source) {
    check_host_range(source, source.dtype(), destination, source.bytes(), op, "destination");
    array::read(source, destination, HostStrides(source, strides).given, op);
  });
}

kiln_status kiln_array_write_strided(kiln_array array, const void* source, const int64_t* strides) {
  return guard(__func__, array, "array", [&](const char* op, auto& to) {
    check_host_range(to, to.dtype(), source, to.bytes(), op, "source");
    array::write(to, source, HostStrides(to, strides).given, op);
  });
}

kiln_status kiln_array_to_host(kiln_array array, kiln_array* out, const void** data) {
  if (data) *data = nullptr;
  return guard_new(__func__, out, array, "array", [&](const char* op, const auto& source) {
    require(data, op, "data");
    auto host = array::to_host(source, op);
    const auto* base = static_cast<const char*>(host->buffer().host_pointer());
    *data = base ? base + host->layout().offset : nullptr;
    return host;
  });
}

kiln_status kiln_array_synchronize(kiln_array array) {
  return guard(__func__, array, "array",
               [&](const char* op, auto& used) { used.context().synchronize(used.buffer(), op); });
}

kiln_status kiln_array_wait(kiln_array array, double seconds, int* done) {
  return guard_get(__func__, done, "done", array, "array",
                   [&](const char* op, auto& used) { return used.context().wait_for(used.buffer(), seconds, op); });
}

kiln_status kiln_array_to_string(kiln_array array, int precision, size_t threshold, char** out, size_t* length) {
  if (out) *out = nullptr;
  if (length) *length = 0;
  return guard(__func__, [&](const char* op) {
    require(out, op, "out");
    require(length, op, "length");
    const auto text =
        array::to_string(use(array, op, "array"), precision < 0 ? 8 : precision, threshold == 0 ? 1000 : threshold, op);
    *out = new_string(text, length);
  });
}

void kiln_string_release(char* text) { std::free(text); }

}  // extern "C"
