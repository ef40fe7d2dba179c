// SPDX-License-Identifier: Apache-2.0
// Imports DLPack tensors as arrays. Everything that a tensor states is checked before its data is read.
#include <memory>
#include <string>
#include <vector>

#include "base/checked.hpp"
#include "base/text.hpp"
#include "capi/dlpack/dlpack.hpp"
#include "runtime/context/registry.hpp"

namespace kiln::dlpack {
namespace {

using base::DType;
using base::fail;
using base::Ref;
using layout::Layout;

constexpr std::uint64_t kKnownFlags = kReadOnly | kIsCopied | kSubbytePadded;

DType dtype_of(const DataType& type, const char* operation) {
  if (type.lanes != 1) fail(KILN_TYPE_ERROR, "{}: dtype has {} lanes, expected 1", operation, type.lanes);
  struct Entry {
    std::uint8_t code, bits;
    DType dtype;
  };
  static constexpr Entry kEntries[] = {
      {kBool, 8, KILN_BOOL},      {kInt, 8, KILN_INT8},           {kInt, 16, KILN_INT16},
      {kInt, 32, KILN_INT32},     {kInt, 64, KILN_INT64},         {kUInt, 8, KILN_UINT8},
      {kUInt, 16, KILN_UINT16},   {kUInt, 32, KILN_UINT32},       {kUInt, 64, KILN_UINT64},
      {kFloat, 16, KILN_FLOAT16}, {kBfloat, 16, KILN_BFLOAT16},   {kFloat, 32, KILN_FLOAT32},
      {kFloat, 64, KILN_FLOAT64}, {kComplex, 64, KILN_COMPLEX64}, {kComplex, 128, KILN_COMPLEX128},
  };
  for (const Entry& entry : kEntries)
    if (entry.code == type.code && entry.bits == type.bits) return entry.dtype;
  fail(KILN_TYPE_ERROR, "{}: dtype has code {} of {}, which is no element type of Kiln's", operation, type.code,
       base::plural(type.bits, "bit"));
}

Layout layout_of(const Tensor& tensor, std::size_t itemsize, const char* operation) {
  if (tensor.ndim < 0 || tensor.ndim > KILN_MAX_DIMS)
    fail(KILN_INVALID_ARGUMENT, "{}: the tensor has {} dimensions, expected 0 to {}", operation, tensor.ndim,
         KILN_MAX_DIMS);
  const auto ndim = static_cast<std::size_t>(tensor.ndim);
  if (ndim != 0 && !tensor.shape)
    fail(KILN_INVALID_ARGUMENT, "{}: the tensor of {} has no shape", operation, base::plural(ndim, "dimension"));
  for (std::size_t i = 0; i < ndim; ++i)
    if (tensor.shape[i] < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: extent {} of the tensor is {}, expected 0 or more", operation, i,
           tensor.shape[i]);
  Layout layout = layout::c_layout({tensor.shape, ndim}, itemsize, operation);
  if (!tensor.strides || layout.size() == 0) return layout;
  for (std::size_t i = 0; i < ndim; ++i) {
    // The stride of an axis of extent 1 is never used and may be anything.
    if (tensor.shape[i] == 1) continue;
    layout.strides[i] = base::checked_mul(tensor.strides[i], static_cast<std::int64_t>(itemsize), operation);
  }
  return layout;
}

// A release callback, which calls the deleter of a tensor.
template <class Managed>
void release(void* user) {
  auto* const managed = static_cast<Managed*>(user);
  if (managed->deleter) managed->deleter(managed);
}

// The facts of a tensor that has passed the checks.
struct Sound {
  const Tensor& tensor;
  DType dtype;
  Layout layout;  // offsets in bytes from the lowest element's first byte
  std::int64_t low, bytes;
  bool read_only;
  std::uintptr_t first() const {  // the address of the lowest element's first byte
    return reinterpret_cast<std::uintptr_t>(tensor.data) + tensor.byte_offset + static_cast<std::uintptr_t>(low);
  }
};

// With negative strides some elements lie before `data`, and the tensor does not say where its memory begins. So this
// only checks that no address wraps, and that all lie in the same half of the address space as `data`.
void check_addresses(const Tensor& tensor, const layout::Span& span, const char* operation) {
  std::uintptr_t first = 0, low = 0, high = 0;
  const auto data = reinterpret_cast<std::uintptr_t>(tensor.data);
  const bool wraps = __builtin_add_overflow(data, tensor.byte_offset, &first) ||
                     __builtin_add_overflow(first, span.low, &low) || __builtin_add_overflow(first, span.high, &high);
  if (wraps || static_cast<std::intptr_t>((low ^ data) | (high ^ data)) < 0)
    fail(KILN_INVALID_ARGUMENT,
         "{}: elements at bytes {} to {} of data {:#x} with byte_offset {} leave the memory there is", operation,
         span.low, span.high, data, tensor.byte_offset);
}

Sound check(const Tensor& tensor, bool read_only, const char* operation) {
  const DType dtype = dtype_of(tensor.dtype, operation);
  const std::size_t itemsize = base::dtype_size(dtype);
  Sound sound{tensor, dtype, layout_of(tensor, itemsize, operation), 0, 0, read_only};
  const Memory* const memory = memory_of(tensor.device);
  if (!memory) {
    std::vector<std::string> names;
    for (const Memory& known : kMemories) names.emplace_back(known.constant);
    fail(KILN_UNSUPPORTED, "{}: the tensor is on a device of type {}, expected one of {}", operation,
         tensor.device.type, base::join(names, ", "));
  }
  if (tensor.device.id < 0)
    fail(KILN_INVALID_ARGUMENT, "{}: the tensor is on device {}, expected 0 or more", operation, tensor.device.id);
  if (sound.layout.size() == 0) return sound;
  if (!tensor.data) fail(KILN_INVALID_ARGUMENT, "{}: the tensor's data is NULL", operation);
  const auto span = layout::byte_span(sound.layout, itemsize, operation);
  sound.low = span.low;
  sound.bytes = span.high - span.low;
  sound.layout.offset = -span.low;
  if (tensor.byte_offset > INT64_MAX)
    fail(KILN_INVALID_ARGUMENT, "{}: the tensor's byte_offset is {}, expected at most {}", operation,
         tensor.byte_offset, INT64_MAX);
  if (memory->handle) {
    if (static_cast<std::int64_t>(tensor.byte_offset) < -span.low)
      fail(KILN_INVALID_ARGUMENT, "{}: elements begin {} before the tensor's data", operation,
           base::plural(-span.low - static_cast<std::int64_t>(tensor.byte_offset), "byte"));
    // The import checks the range against the size of what the handle stands for. Here it must only not overflow.
    base::checked_add(static_cast<std::int64_t>(tensor.byte_offset), span.high, operation);
  } else {
    check_addresses(tensor, span, operation);
  }
  const std::uintptr_t begin = memory->handle ? tensor.byte_offset : sound.first();
  if (begin % itemsize != 0)
    fail(KILN_INVALID_ARGUMENT, "{}: the tensor's data is not aligned to its {} an element", operation,
         base::plural(itemsize, "byte"));
  return sound;
}

// A buffer that shares the tensor's memory.
Ref<runtime::Buffer> share(runtime::Context& context, const Sound& sound, const runtime::Foreign& owner,
                           const char* operation) {
  const auto bytes = static_cast<std::size_t>(sound.bytes);
  const Tensor& tensor = sound.tensor;
  const backend::DeviceProperties& properties = context.properties();
  const Memory& memory = *memory_of(tensor.device);
  if (!memory.backend)
    return context.adopt_host_memory(reinterpret_cast<void*>(sound.first()), bytes, owner, operation);
  if (properties.dlpack_device != memory.type)
    fail(KILN_CONTEXT_MISMATCH, "{}: the tensor is in {}'s memory, the array would be on {}", operation, memory.name,
         context.device());
  if (properties.dlpack_number >= 0 && properties.dlpack_number != tensor.device.id)
    fail(KILN_CONTEXT_MISMATCH, "{}: the tensor is on {} device {}, the array would be on {}", operation, memory.name,
         tensor.device.id, context.device());
  if (properties.native_addresses) return context.adopt_memory(sound.first(), 0, bytes, owner, operation);
  return context.adopt_memory(reinterpret_cast<std::uintptr_t>(tensor.data),
                              tensor.byte_offset + static_cast<std::uint64_t>(sound.low), bytes, owner, operation);
}

// A context that can use the tensor's memory if the wanted context cannot.
Ref<runtime::Context> owner_context(const Tensor& tensor, runtime::ContextOptions options, const char* operation) {
  const std::string backend = memory_of(tensor.device)->backend;
  const backend::Native owner =
      runtime::Registry::instance().memory_owner(backend, reinterpret_cast<std::uintptr_t>(tensor.data), operation);
  options.preallocate = {};
  if (owner.context) return runtime::Context::adopt(backend, owner, options, operation);
  return runtime::Context::open(backend + std::to_string(owner.device), options, operation);
}

Ref<array::Array> copied(runtime::Context& context, const Sound& sound, const char* operation) {
  if (!memory_of(sound.tensor.device)->backend) {
    const auto* const data = reinterpret_cast<const char*>(sound.first()) + sound.layout.offset;
    return array::from_host(context, sound.dtype, sound.layout.shape, &sound.layout.strides, sound.dtype, data,
                            operation);
  }
  Ref<runtime::Context> other;
  Ref<runtime::Buffer> buffer;
  try {
    buffer = share(context, sound, {}, operation);
  } catch (const backend::Error& error) {
    if (error.status() != KILN_CONTEXT_MISMATCH) throw;
    other = owner_context(sound.tensor, context.options(), operation);
    buffer = share(*other, sound, {}, operation);
  }
  const auto there = array::from_buffer(buffer, sound.dtype, sound.layout, operation);
  Ref<array::Array> result =
      other ? array::transfer(*there, context, operation) : array::copy(*there, KILN_ORDER_C, operation);
  context.synchronize(result->buffer(), operation);  // since the tensor is released next
  return result;
}

}  // namespace

template <class Managed>
Ref<array::Array> import_array(runtime::Context& context, Managed* managed, const kiln_dlpack_options& options,
                               const char* operation) {
  // Calls the deleter on every way out, until a buffer shares the memory and does so.
  std::unique_ptr<Managed, void (*)(Managed*)> tensor(managed, [](Managed* owned) { release<Managed>(owned); });
  bool read_only = false;
  if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
    // In another major version only the fields version, manager_ctx and deleter have the same places.
    if (managed->major != kMajor)
      fail(KILN_INVALID_ARGUMENT, "{}: the tensor is of DLPack {}.{}, expected {}.x", operation, managed->major,
           managed->minor, kMajor);
    if (managed->flags & ~kKnownFlags)
      fail(KILN_INVALID_ARGUMENT, "{}: the tensor has unknown flags {:#x}", operation, managed->flags & ~kKnownFlags);
    read_only = managed->flags & kReadOnly;
  }
  if (options.order == KILN_DLPACK_ORDER_QUEUE && managed->tensor.device.type != kCpu)
    context.after_queue(reinterpret_cast<std::uintptr_t>(options.queue), operation);
  if (options.copy != KILN_DLPACK_COPY_ALWAYS) {
    array::Array* const own = exported_array(*managed);
    if (own && &own->context() == &context) return Ref<array::Array>(own);
  }
  const Sound sound = check(managed->tensor, read_only, operation);
  if (sound.layout.size() == 0) return array::empty(context, sound.dtype, sound.layout.shape, operation);
  array::check_dtype(context, sound.dtype, operation);
  if (options.copy == KILN_DLPACK_COPY_ALWAYS) return copied(context, sound, operation);
  try {
    const runtime::Foreign owner{&release<Managed>, managed, read_only};
    Ref<runtime::Buffer> buffer = share(context, sound, owner, operation);
    static_cast<void>(tensor.release());
    return array::from_buffer(std::move(buffer), sound.dtype, sound.layout, operation);
  } catch (const backend::Error& error) {
    const bool elsewhere = error.status() == KILN_CONTEXT_MISMATCH || error.status() == KILN_UNSUPPORTED;
    if (!tensor || !elsewhere || options.copy == KILN_DLPACK_COPY_NEVER) throw;
  }
  return copied(context, sound, operation);
}

template Ref<array::Array> import_array(runtime::Context&, DLManagedTensorVersioned*, const kiln_dlpack_options&,
                                        const char*);
template Ref<array::Array> import_array(runtime::Context&, DLManagedTensor*, const kiln_dlpack_options&, const char*);

}  // namespace kiln::dlpack
