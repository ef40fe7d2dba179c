// SPDX-License-Identifier: Apache-2.0
// DLPack tensors for tests: what a producer makes, with its deleter's calls counted.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "../abi/support.hpp"
#include "capi/dlpack/dlpack_abi.hpp"

namespace kiln::test {

using dlpack::kCpu;

// A tensor of host memory that belongs to the test; `deleted` counts.
template <class Managed>
struct Producer {
  std::vector<std::int64_t> shape, strides;
  Managed managed{};
  int deleted = 0;

  Producer(void* data, std::vector<std::int64_t> dims, dlpack::DataType type, std::vector<std::int64_t> steps = {})
      : shape(std::move(dims)), strides(std::move(steps)) {
    auto& tensor = managed.tensor;
    tensor.data = data;
    tensor.device = {kCpu, 0};
    tensor.ndim = static_cast<std::int32_t>(shape.size());
    tensor.dtype = type;
    tensor.shape = shape.data();
    tensor.strides = strides.empty() ? nullptr : strides.data();
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) { ++static_cast<Producer*>(self->manager_ctx)->deleted; };
    if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
      managed.major = 1;
      managed.minor = 0;
    }
  }
};
using Tensor = Producer<DLManagedTensorVersioned>;
using LegacyTensor = Producer<DLManagedTensor>;

inline constexpr dlpack::DataType kFloat32Type{dlpack::kFloat, 32, 1};

// Host memory that is aligned as large arrays of NumPy are not: 16 bytes off a page.
struct HostFloats {
  std::vector<float> storage;
  float* data;
  explicit HostFloats(std::size_t count) : storage(count + 1024) {
    const auto at = reinterpret_cast<std::uintptr_t>(storage.data());
    data = storage.data() + ((4096 - at % 4096) % 4096 + 16) / sizeof(float);
    for (std::size_t i = 0; i < count; ++i) data[i] = static_cast<float>(i);
  }
};

inline std::vector<float> floats(kiln_array array) {
  kiln_array_info info = KILN_ARRAY_INFO_INIT;
  WORKS(kiln_array_get_info(array, &info));
  std::vector<float> values(static_cast<std::size_t>(info.size));
  WORKS(kiln_array_read(array, values.data(), values.size() * sizeof(float)));
  return values;
}

inline kiln_context open(const std::string& device) {
  kiln_context context = nullptr;
  WORKS(kiln_context_create(device.c_str(), nullptr, &context));
  return context;
}

inline kiln_array arange(kiln_context context, double stop) {
  kiln_array array = nullptr;
  WORKS(kiln_array_arange(context, KILN_FLOAT32, 0, stop, 1, nullptr, &array));
  return array;
}

// x += 1
inline void add_one(kiln_context context, kiln_array x) {
  kiln_elementwise add = nullptr;
  WORKS(kiln_elementwise_create(context, "x = x + 1", "x", &add));
  kiln_argument argument{};
  argument.kind = KILN_ARGUMENT_ARRAY;
  argument.value.array = x;
  WORKS(kiln_elementwise_call(add, 1, &argument));
  kiln_elementwise_release(add);
}

}  // namespace kiln::test
