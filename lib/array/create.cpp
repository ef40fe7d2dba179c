// SPDX-License-Identifier: Apache-2.0
// New arrays and new views. Shapes are checked here before anything is allocated; arrays without elements own
// a buffer without memory and never reach the device.
#include <cmath>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/host/host_elements.hpp"
#include "array/launch/destination.hpp"

namespace kiln::array {

bool has_dtype(runtime::Context& context, DType dtype) noexcept {
  return !base::needs_float64(dtype) || context.properties().has_float64;
}

void check_dtype(runtime::Context& context, DType dtype, const char* operation) {
  if (!base::is_dtype(dtype)) {
    fail(KILN_TYPE_ERROR, "{}: got dtype number {}, expected a dtype", operation, static_cast<int>(dtype));
  }
  if (!has_dtype(context, dtype)) {
    fail(KILN_TYPE_ERROR, "{}: {} needs a device with double precision; {} ({}) has none", operation,
         base::dtype_name(dtype), context.device(), context.properties().info.name);
  }
}

Ref<Array> empty(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const char* operation) {
  check_dtype(context, dtype, operation);
  const auto layout = layout::c_layout(shape, base::dtype_size(dtype), operation);
  const auto bytes = static_cast<std::size_t>(layout.size()) * base::dtype_size(dtype);
  return base::make_ref<Array>(allocate(context, bytes, operation), dtype, layout, true);
}

Ref<Array> full(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const Scalar& value,
                const char* operation) {
  auto out = empty(context, dtype, shape, operation);
  fill(*out, value, operation);
  return out;
}

Ref<Array> arange(runtime::Context& context, DType dtype, double start, double stop, double step, Array* into,
                  const char* operation) {
  if (!std::isfinite(start) || !std::isfinite(stop) || !std::isfinite(step) || step == 0) {
    fail(KILN_INVALID_ARGUMENT, "{}: got start {}, stop {} and step {}, expected finite numbers and a step not 0",
         operation, start, stop, step);
  }
  if (base::is_bool(dtype)) fail(KILN_TYPE_ERROR, "{}: got dtype bool, expected a number's", operation);
  const double count = std::ceil((stop - start) / step);
  if (count >= 0x1p63) {
    fail(KILN_OVERFLOW, "{}: got {} elements, expected at most 2^63-1 bytes", operation, count);
  }
  const std::int64_t extent = count > 0 ? static_cast<std::int64_t>(count) : 0;
  if (extent > 0 && base::is_integer(dtype)) {
    const double last = start + double(extent - 1) * step;
    const int bits = int(base::dtype_size(dtype)) * 8 - !base::is_unsigned(dtype);
    const double least = base::is_unsigned(dtype) ? 0 : -std::ldexp(1.0, bits), most = std::ldexp(1.0, bits);
    for (const double end : {start, last})
      if (!(std::trunc(end) >= least && std::trunc(end) < most))
        fail(KILN_OVERFLOW, "{}: got numbers from {} to {}, which {} does not hold", operation, start, last,
             base::dtype_name(dtype));
  }
  const Dims shape{extent};
  check_destination(context, into, shape, operation);
  const auto out = target(context, into, into && into->dtype() == dtype, dtype, shape, operation);
  if (extent > 0) elementwise_arange(*out, start, step, operation);
  return deliver(out, into, operation);
}

Ref<Array> from_host(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const Dims* strides,
                     DType host_dtype, const void* data, const char* operation) {
  if (!base::is_dtype(host_dtype)) {
    fail(KILN_TYPE_ERROR, "{}: got host dtype number {}, expected a dtype", operation, static_cast<int>(host_dtype));
  }
  if (host_dtype == dtype) {
    auto out = empty(context, dtype, shape, operation);
    write(*out, data, strides, operation);
    return out;
  }
  check_dtype(context, dtype, operation);
  if (!base::needs_float64(host_dtype) || context.properties().has_float64) {
    auto given = empty(context, host_dtype, shape, operation);
    write(*given, data, strides, operation);
    return astype(*given, dtype, operation);
  }
  // The device does not support the host's dtype, so the host converts.
  auto out = empty(context, dtype, shape, operation);
  const auto count = static_cast<std::size_t>(out->size());
  if (count == 0) return out;
  if (!data) fail(KILN_INVALID_ARGUMENT, "{}: data is NULL", operation);
  const auto itemsize = base::dtype_size(host_dtype);
  layout::checked_size(shape, itemsize, operation);
  std::unique_ptr<std::byte[]> packed;
  if (strides && !layout::is_c_contiguous({out->shape(), *strides, 0}, itemsize)) {
    packed = host_bytes(count * itemsize);
    copy_elements(itemsize, out->shape(), packed.get(), layout::c_strides(shape, itemsize), data, *strides);
    data = packed.get();
  }
  const auto converted = host_bytes(out->bytes());
  convert_elements(host_dtype, data, dtype, converted.get(), count);
  write(*out, converted.get(), nullptr, operation);
  return out;
}

Ref<Array> from_buffer(Ref<runtime::Buffer> buffer, DType dtype, const Layout& layout, const char* operation) {
  check_dtype(buffer->context(), dtype, operation);
  const auto itemsize = base::dtype_size(dtype);
  layout::check_inside(layout, itemsize, itemsize, buffer->size(), operation);
  // An array with elements that share memory is read-only: a write would leave them undefined.
  const bool writable = buffer->kernel_writable() && !layout::overlaps_itself(layout, itemsize);
  return base::make_ref<Array>(std::move(buffer), dtype, layout, writable);
}

Ref<Array> view(const Array& array, const Layout& layout, bool writable, const char* operation) {
  // A broadcast view may have more elements than memory has bytes, but not more than can be counted.
  layout::checked_size(layout.shape, array.itemsize(), operation);
  return base::make_ref<Array>(array.buffer_ref(), array.dtype(), layout, writable && array.writable());
}

}  // namespace kiln::array
