// SPDX-License-Identifier: Apache-2.0
// Transfers between arrays and host memory. Where both are C-contiguous, the bytes are moved directly. A strided
// array is packed or unpacked on the device, strided host memory on the host.
#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/host/host_elements.hpp"
#include "array/host/host_result.hpp"

namespace kiln::array {

namespace {

// Checks the host pointer and strides. Returns the strides, or null if they describe C order.
const Dims* check_host(const Array& array, const void* data, const Dims* strides, const char* operation) {
  if (!data) fail(KILN_INVALID_ARGUMENT, "{}: the host pointer is NULL", operation);
  if (!strides) return nullptr;
  if (strides->size() != array.shape().size()) {
    fail(KILN_INVALID_ARGUMENT, "{}: got {} host strides, expected {}", operation, strides->size(),
         array.shape().size());
  }
  return layout::is_c_contiguous({array.shape(), *strides, 0}, array.itemsize()) ? nullptr : strides;
}

std::size_t byte_offset(const Array& array) noexcept { return static_cast<std::size_t>(array.layout().offset); }

}  // namespace

void read(const Array& array, void* destination, const Dims* strides, const char* operation) {
  if (array.size() == 0) return;
  strides = check_host(array, destination, strides, operation);
  if (array.buffer().pinned()) {
    // The array lies in host memory, which the kernels of some devices cannot read. So the host copies it.
    array.context().synchronize(array.buffer(), operation);
    const auto* from = static_cast<const std::byte*>(array.buffer().host_pointer()) + array.layout().offset;
    copy_elements(array.itemsize(), array.shape(), destination,
                  strides ? *strides : layout::c_strides(array.shape(), array.itemsize()), from, array.strides());
    return;
  }
  const auto source = packed(array, operation);
  if (!strides) {
    array.context().read(source->buffer(), byte_offset(*source), destination, array.bytes(), operation);
    return;
  }
  const auto rows = host_bytes(array.bytes());
  array.context().read(source->buffer(), byte_offset(*source), rows.get(), array.bytes(), operation);
  copy_elements(array.itemsize(), array.shape(), destination, *strides, rows.get(),
                layout::c_strides(array.shape(), array.itemsize()));
}

void read_as(const Array& array, DType dtype, void* destination, const char* operation) {
  if (dtype == array.dtype()) return read(array, destination, nullptr, operation);
  if (has_dtype(array.context(), dtype) && !array.buffer().pinned())
    return read(*astype(array, dtype, operation), destination, nullptr, operation);
  const auto elements = host_bytes(array.bytes());
  read(array, elements.get(), nullptr, operation);
  convert_elements(array.dtype(), elements.get(), dtype, destination, static_cast<std::size_t>(array.size()));
}

void write(Array& array, const void* source, const Dims* strides, const char* operation) {
  check_writable(array, operation);
  if (array.size() == 0) return;
  strides = check_host(array, source, strides, operation);
  std::unique_ptr<std::byte[]> rows;
  if (strides) {
    rows = host_bytes(array.bytes());
    copy_elements(array.itemsize(), array.shape(), rows.get(), layout::c_strides(array.shape(), array.itemsize()),
                  source, *strides);
    source = rows.get();
  }
  if (array.c_contiguous()) {
    array.context().write(array.buffer(), byte_offset(array), source, array.bytes(), operation);
    return;
  }
  const auto whole = empty(array.context(), array.dtype(), array.shape(), operation);
  array.context().write(whole->buffer(), 0, source, array.bytes(), operation);
  elementwise_assign(array, *whole, operation);
}

Ref<Array> empty_on_host(const Array& like, const char* operation) {
  const auto layout = layout::c_layout(like.shape(), like.itemsize(), operation);
  return base::make_ref<Array>(allocate(like.context(), like.bytes(), operation, backend::MemoryKind::pinned),
                               like.dtype(), layout, true);
}

void to_host(const Array& array, const Array& host, const char* operation) {
  if (array.size() == 0) return;
  if (array.buffer().pinned()) return read(array, host.buffer().host_pointer(), nullptr, operation);
  const auto source = packed(array, operation);
  // The memory is pinned, so the device writes it directly.
  array.context()
      .read_async(source->buffer(), byte_offset(*source), host.buffer().host_pointer(), array.bytes(), operation)
      ->wait();
}

void start_to_host(const Array& array, const Array& host, const char* operation) {
  if (array.size() == 0) return;
  if (array.buffer().pinned()) return read(array, host.buffer().host_pointer(), nullptr, operation);
  const auto source = packed(array, operation);
  array.context().read_async(source->buffer(), byte_offset(*source), host.buffer(), byte_offset(host), array.bytes(),
                             operation);
}

Ref<Array> to_host(const Array& array, const char* operation) {
  auto out = empty_on_host(array, operation);
  to_host(array, *out, operation);
  return out;
}

}  // namespace kiln::array
