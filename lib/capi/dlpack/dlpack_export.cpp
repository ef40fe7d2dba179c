// SPDX-License-Identifier: Apache-2.0
// Exports arrays as DLPack tensors. One allocation holds a tensor, its shape and what it keeps alive.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "capi/dlpack/dlpack.hpp"
#include "runtime/context/registry.hpp"

namespace kiln::dlpack {
namespace {

using base::fail;

DataType type_of(base::DType dtype) {
  const auto code = [&] {
    if (dtype == base::DType(KILN_BOOL)) return kBool;
    if (dtype == base::DType(KILN_BFLOAT16)) return kBfloat;
    if (base::is_complex(dtype)) return kComplex;
    if (base::is_float(dtype)) return kFloat;
    return base::is_signed(dtype) ? kInt : kUInt;
  }();
  return {code, static_cast<std::uint8_t>(8 * base::dtype_size(dtype)), 1};
}

// The number of a device among the devices of its backend.
std::int32_t place_among_kind(const std::string& device) {
  const auto& all = runtime::Registry::instance().devices();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& listed) { return device.ends_with(listed.device()); });
  if (found == all.end()) return 0;
  return std::int32_t(
      std::count_if(all.begin(), found, [&](const auto& listed) { return listed.backend == found->backend; }));
}

}  // namespace

Device device_of(const array::Array& array) {
  const auto& properties = array.context().properties();
  if (array.buffer().pinned()) return {properties.dlpack_pinned_device, 0};
  if (properties.dlpack_device == kCpu) return {kCpu, 0};
  const std::int32_t number = properties.dlpack_number;
  return {properties.dlpack_device, number >= 0 ? number : place_among_kind(array.context().device())};
}

namespace {

struct Exported {
  base::Ref<array::Array> array;
  void* host = nullptr;  // the tensor's own copy of the elements; the array is null then
  ~Exported() { std::free(host); }
};

// In memory the shape and the strides follow this struct.
template <class Managed>
struct Block {
  Managed managed{};
  Exported exported;

  std::int64_t* shape() noexcept { return reinterpret_cast<std::int64_t*>(this + 1); }
  static void release(Managed* managed) {
    auto* const block = static_cast<Block*>(managed->manager_ctx);
    block->~Block();
    ::operator delete(block);
  }
};

// The device that a tensor names, and where that device finds the elements.
struct Place {
  Device device;
  void* data = nullptr;
  std::uint64_t offset = 0;
};

Place place_of(const array::Array& array, void* host) {
  if (host) return {{kCpu, 0}, static_cast<char*>(host) + array.layout().offset};
  const auto& buffer = array.buffer();
  const Device device = device_of(array);
  if (buffer.host_pointer()) return {device, static_cast<char*>(buffer.host_pointer()) + array.layout().offset};
  const std::uintptr_t native = buffer.context().memory_native(buffer);
  const auto offset = static_cast<std::uint64_t>(array.memory_offset());
  if (!buffer.context().properties().native_addresses) return {device, reinterpret_cast<void*>(native), offset};
  return {device, reinterpret_cast<void*>(native ? native + offset : 0)};
}

template <class Managed>
void describe(Managed& managed, bool read_only, bool copied) {
  if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
    managed.major = kMajor;
    managed.minor = kMinor;
    managed.flags = (read_only ? kReadOnly : 0) | (copied ? kIsCopied : 0);
  }
}

}  // namespace

template <class Managed>
Managed* export_array(array::Array& given, const kiln_dlpack_options& options, const char* operation) {
  constexpr bool kVersioned = std::is_same_v<Managed, DLManagedTensorVersioned>;
  base::Ref<array::Array> array(&given);
  bool copied = options.copy == KILN_DLPACK_COPY_ALWAYS;
  const auto copy = [&](kiln_status status, const char* reason) {
    if (options.copy == KILN_DLPACK_COPY_NEVER) fail(status, "{}: {}, and no copy is allowed", operation, reason);
    copied = true;
  };
  if (!kVersioned && !array->writable() && !copied)
    copy(KILN_READ_ONLY, "the array is read-only, which the legacy tensor cannot say");

  void* view = nullptr;
  std::unique_ptr<void, decltype(&std::free)> own(nullptr, &std::free);
  bool host = options.host != 0 || device_of(*array).type == kCpu;
  const bool nothing = array->bytes() == 0;
  if (host && !nothing) {
    if (!copied) {
      view = array->context().host_view(array->buffer(), operation);
      if (!view) copy(KILN_UNSUPPORTED, "the device's memory is not the host's");
    }
    if (copied) {
      own.reset(std::malloc(array->bytes()));
      if (!own) throw std::bad_alloc();
      array::read(*array, own.get(), nullptr, operation);
    }
  } else if (copied && !nothing) {
    array = array::copy(*array, KILN_ORDER_C, operation);
  }

  const auto& shape = array->shape();
  const std::size_t ndim = shape.size();
  const std::size_t bytes = sizeof(Block<Managed>) + 2 * ndim * sizeof(std::int64_t);
  auto* const block = new (::operator new(bytes)) Block<Managed>;
  block->managed.manager_ctx = block;
  block->managed.deleter = &Block<Managed>::release;
  std::unique_ptr<Managed, void (*)(Managed*)> result(&block->managed, &Block<Managed>::release);
  std::int64_t* const strides = block->shape() + ndim;
  const auto itemsize = static_cast<std::int64_t>(array->itemsize());
  std::copy(shape.begin(), shape.end(), block->shape());
  const layout::Dims steps = own ? layout::c_strides(shape, array->itemsize()) : array->strides();
  for (std::size_t i = 0; i < ndim; ++i) strides[i] = steps[i] / itemsize;
  Tensor& tensor = block->managed.tensor;
  const Place place = own ? Place{{kCpu, 0}, own.get()} : place_of(*array, view);
  tensor.device = host ? Device{kCpu, 0} : place.device;
  tensor.data = nothing ? nullptr : place.data;
  tensor.byte_offset = nothing ? 0 : place.offset;
  tensor.ndim = static_cast<std::int32_t>(ndim);
  tensor.dtype = type_of(array->dtype());
  tensor.shape = block->shape();
  tensor.strides = strides;
  describe(block->managed, !copied && !array->writable(), copied);

  if (own) {
    block->exported.host = own.release();
  } else {
    if (host || options.order == KILN_DLPACK_ORDER_HOST)
      array->context().synchronize(array->buffer(), operation);
    else if (options.order == KILN_DLPACK_ORDER_QUEUE)
      array->context().before_queue(reinterpret_cast<std::uintptr_t>(options.queue), operation);
    block->exported.array = std::move(array);
  }
  return result.release();
}

template <class Managed>
array::Array* exported_array(const Managed& managed) {
  if (managed.deleter != &Block<Managed>::release) return nullptr;
  auto& block = *static_cast<Block<Managed>*>(managed.manager_ctx);
  array::Array* const array = block.exported.array.get();
  return array && managed.tensor.shape == block.shape() ? array : nullptr;
}

template DLManagedTensorVersioned* export_array(array::Array&, const kiln_dlpack_options&, const char*);
template DLManagedTensor* export_array(array::Array&, const kiln_dlpack_options&, const char*);
template array::Array* exported_array(const DLManagedTensorVersioned&);
template array::Array* exported_array(const DLManagedTensor&);

}  // namespace kiln::dlpack
