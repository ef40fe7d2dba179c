// SPDX-License-Identifier: Apache-2.0
// Makes pinned arrays, and fills them with constants and with the caller's arguments.
#include "graph/node/host_values.hpp"

#include <cstring>

#include "array/host/host_elements.hpp"

namespace kiln::graph {

Ref<array::Array> array_on_host(runtime::Context& context, DType dtype, const Dims& shape, const char* operation) {
  const Layout layout = layout::c_layout(shape, base::dtype_size(dtype), operation);
  auto buffer = array::allocate(context, std::size_t(layout.size()) * base::dtype_size(dtype), operation,
                                backend::MemoryKind::pinned);
  context.synchronize(*buffer, operation);  // waits for work that still uses the memory
  return base::make_ref<array::Array>(std::move(buffer), dtype, layout, true);
}

std::byte* host_elements(const array::Array& array) {
  return static_cast<std::byte*>(array.buffer().host_pointer()) + array.layout().offset;
}

Ref<array::Array> host_copy(runtime::Context& context, const HostValue& value) {
  auto out = array_on_host(context, value.dtype, value.shape, "function");
  if (!value.bytes.empty()) std::memcpy(host_elements(*out), value.bytes.data(), value.bytes.size());
  return out;
}

Ref<array::Array> host_argument(runtime::Context& context, const Argument& argument, DType dtype,
                                const char* operation) {
  if (argument.array) {
    array::Array& array = *argument.array;
    if (array.buffer().pinned() && array.dtype() == dtype && array.c_contiguous()) {
      array.context().synchronize(array.buffer(), operation);
      return Ref<array::Array>(&array);
    }
    auto out = array_on_host(context, dtype, array.shape(), operation);
    if (out->size() > 0) array::read_as(array, dtype, host_elements(*out), operation);
    return out;
  }
  const std::size_t itemsize = base::dtype_size(argument.dtype);
  const Layout layout = layout::c_layout(argument.shape, itemsize, operation);
  const auto bytes = std::size_t(layout.size()) * itemsize;
  const bool packed = !argument.strides || layout::is_c_contiguous({argument.shape, *argument.strides, 0}, itemsize);
  if (packed && argument.dtype == dtype && bytes > 0)
    return base::make_ref<array::Array>(context.host_buffer(const_cast<void*>(argument.data), bytes), dtype, layout,
                                        false);
  auto out = array_on_host(context, dtype, argument.shape, operation);
  if (bytes == 0) return out;
  const void* from = argument.data;
  std::unique_ptr<std::byte[]> rows;
  if (!packed) {
    rows = array::host_bytes(bytes);
    array::copy_elements(itemsize, argument.shape, rows.get(), layout.strides, from, *argument.strides);
    from = rows.get();
  }
  array::convert_elements(argument.dtype, from, dtype, host_elements(*out), std::size_t(layout.size()));
  return out;
}

}  // namespace kiln::graph
