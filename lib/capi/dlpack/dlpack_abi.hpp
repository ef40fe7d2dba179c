// SPDX-License-Identifier: Apache-2.0
// The structs and numbers of DLPack 1.x that Kiln uses, as its documentation lays them out
// (https://dmlc.github.io/dlpack/latest/c_api.html). They are declared here because programs include dlpack.h
// themselves.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::dlpack {

enum DeviceType : std::int32_t { kCpu = 1, kCuda = 2, kCudaHost = 3, kOpenCl = 4 };
enum TypeCode : std::uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5, kBool = 6 };

inline constexpr std::uint32_t kMajor = 1, kMinor = 0;
inline constexpr std::uint64_t kReadOnly = 1, kIsCopied = 2, kSubbytePadded = 4;

struct Device {
  std::int32_t type;
  std::int32_t id;
};

struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; null: C order
  std::uint64_t byte_offset;
};

// The kinds of memory that Kiln can use a tensor in.
struct Memory {
  DeviceType type;
  const char* constant;  // its name in dlpack.h
  const char* backend;   // the backend whose devices have it; null: host memory
  const char* name;      // in messages
  bool handle;           // `data` is a handle, and byte_offset counts from the start of its memory; else an address
};
inline constexpr Memory kMemories[] = {{kCpu, "kDLCPU", nullptr, "the host", false},
                                       {kCuda, "kDLCUDA", "cuda", "CUDA", false},
                                       {kCudaHost, "kDLCUDAHost", nullptr, "the host", false},
                                       {kOpenCl, "kDLOpenCL", "opencl", "OpenCL", true}};
// The row of a device's memory; null for a kind that Kiln cannot use.
inline const Memory* memory_of(const Device& device) noexcept {
  for (const Memory& memory : kMemories)
    if (memory.type == device.type) return &memory;
  return nullptr;
}

}  // namespace kiln::dlpack

// The names that kiln/interop.h declares.
struct DLManagedTensor {
  kiln::dlpack::Tensor tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);
};

struct DLManagedTensorVersioned {
  std::uint32_t major, minor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned*);
  std::uint64_t flags;
  kiln::dlpack::Tensor tensor;
};

static_assert(sizeof(kiln::dlpack::Tensor) == 48 && offsetof(kiln::dlpack::Tensor, shape) == 24);
static_assert(offsetof(DLManagedTensor, manager_ctx) == 48 && offsetof(DLManagedTensor, deleter) == 56);
static_assert(offsetof(DLManagedTensorVersioned, deleter) == 16 && offsetof(DLManagedTensorVersioned, tensor) == 32);
