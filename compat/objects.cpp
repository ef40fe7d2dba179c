// SPDX-License-Identifier: Apache-2.0
// References to contexts, and views of buffers.
#include "compat/objects.hpp"

namespace kiln::compat {

void retain(gpucontext* context) noexcept { context->references.fetch_add(1, std::memory_order_relaxed); }

void release(gpucontext* context) noexcept {
  if (!context || context->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  delete context->error_buffer;
  delete context;
}

OwnedArray view(gpudata* data, std::size_t offset, kiln_dtype dtype, unsigned nd, const std::size_t* dims,
                const ssize_t* strides, const char* operation) {
  require(data, operation, "a buffer");
  if (nd > KILN_MAX_DIMS)
    fail(GA_VALUE_ERROR, "{}: {} dimensions, at most {} are possible", operation, nd, KILN_MAX_DIMS);
  if (nd > 0) require(dims, operation, "the dimensions");
  const std::size_t item = kiln_dtype_size(dtype);
  std::int64_t shape[KILN_MAX_DIMS], steps[KILN_MAX_DIMS];
  bool aligned = offset % item == 0;
  for (unsigned i = 0; i < nd; ++i) {
    if (dims[i] > std::size_t(INT64_MAX) || offset > std::size_t(INT64_MAX))
      fail(GA_XLARGE_ERROR, "{}: an extent or offset beyond 2^63", operation);
    shape[i] = std::int64_t(dims[i]);
    if (!strides) continue;
    steps[i] = strides[i];
    aligned = aligned && (dims[i] < 2 || steps[i] % std::int64_t(item) == 0);
    // The stride of an axis of extent 1 is not used.
    if (dims[i] < 2) steps[i] = 0;
  }
  if (!aligned)
    fail(GA_UNALIGNED_ERROR, "{}: offset and strides are no multiples of the element's {} bytes", operation, item);
  kiln_array made = nullptr;
  check(kiln_array_from_buffer(data->buffer.get(), dtype, nd, shape, strides ? steps : nullptr, std::int64_t(offset),
                               &made),
        operation);
  return OwnedArray(made);
}

OwnedArray view(const GpuArray& array, const char* operation) {
  const kiln_dtype dtype = dtype_of(array.typecode);
  if (dtype == KILN_DTYPE_AUTO) {
    const char* const name = gpuarray_get_type(array.typecode)->cluda_name;
    fail(GA_INVALID_ERROR, "{}: no operation on elements of type {}", operation,
         name ? name : fmt::to_string(array.typecode).c_str());
  }
  return view(array.data, array.offset, dtype, array.nd, array.dimensions, array.strides, operation);
}

}  // namespace kiln::compat
