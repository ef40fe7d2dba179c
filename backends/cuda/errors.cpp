// SPDX-License-Identifier: Apache-2.0
// Names and statuses of CUresult. The driver names its codes; the table serves drivers that are older than a code.
#include "cuda/errors.hpp"

#include <algorithm>
#include <iterator>

namespace kiln::cuda {
namespace {

struct Name {
  CUresult code;
  const char* name;
};

constexpr Name kNames[] = {
    {1, "CUDA_ERROR_INVALID_VALUE"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY"},
    {3, "CUDA_ERROR_NOT_INITIALIZED"},
    {4, "CUDA_ERROR_DEINITIALIZED"},
    {34, "CUDA_ERROR_STUB_LIBRARY"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {100, "CUDA_ERROR_NO_DEVICE"},
    {101, "CUDA_ERROR_INVALID_DEVICE"},
    {200, "CUDA_ERROR_INVALID_IMAGE"},
    {201, "CUDA_ERROR_INVALID_CONTEXT"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
    {218, "CUDA_ERROR_INVALID_PTX"},
    {220, "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
    {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED"},
    {226, "CUDA_ERROR_CONTAINED"},
    {302, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"},
    {303, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM"},
    {400, "CUDA_ERROR_INVALID_HANDLE"},
    {401, "CUDA_ERROR_ILLEGAL_STATE"},
    {500, "CUDA_ERROR_NOT_FOUND"},
    {600, "CUDA_ERROR_NOT_READY"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
    {710, "CUDA_ERROR_ASSERT"},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS"},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE"},
    {718, "CUDA_ERROR_INVALID_PC"},
    {719, "CUDA_ERROR_LAUNCH_FAILED"},
    {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK"},
    {800, "CUDA_ERROR_NOT_PERMITTED"},
    {801, "CUDA_ERROR_NOT_SUPPORTED"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
    {805, "CUDA_ERROR_MPS_CONNECTION_FAILED"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
    {909, "CUDA_ERROR_TIMEOUT"},
    {911, "CUDA_ERROR_EXTERNAL_DEVICE"},
    {999, "CUDA_ERROR_UNKNOWN"},
};

const char* name_of(const DriverApi& api, CUresult result) noexcept {
  const char* name = nullptr;
  if (api.cuGetErrorName && api.cuGetErrorName(result, &name) == kSuccess && name && *name) return name;
  const auto* found =
      std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& entry) { return entry.code == result; });
  return found != std::end(kNames) ? found->name : "unknown CUresult";
}

}  // namespace

std::string describe(const DriverApi& api, const char* call, CUresult result) {
  std::string text = fmt::format("{}: {} ({})", call, name_of(api, result), result);
  const char* meaning = nullptr;
  if (api.cuGetErrorString && api.cuGetErrorString(result, &meaning) == kSuccess && meaning && *meaning)
    text += fmt::format(": {}", meaning);
  return text;
}

kiln_status status_of(CUresult result) noexcept {
  if (result == kErrorOutOfMemory) return KILN_OUT_OF_MEMORY;
  if (result == kErrorNoDevice || result == kErrorInvalidDevice || result == kErrorDeviceUnavailable)
    return KILN_NO_DEVICE;
  return result == kErrorNotSupported ? KILN_UNSUPPORTED : KILN_BACKEND_ERROR;
}

bool is_sticky(CUresult result) noexcept {
  switch (result) {
    case 214:  // ECC
    case 220:  // NVLink
    case 226:  // contained
    case 700:  // illegal address
    case 702:  // launch timeout
    case 709:  // context is destroyed
    case 710:  // device-side assert
    case 714:  // hardware stack
    case 715:  // illegal instruction
    case 716:  // misaligned address
    case 717:  // address space
    case 718:  // program counter
    case 719:  // launch failed
    case 721:  // tensor memory
    case 911:  // external device
      return true;
    default:
      return false;
  }
}

void raise(const DriverApi& api, const char* call, CUresult result) { raise(api, call, result, status_of(result), {}); }

void raise(const DriverApi& api, const char* call, CUresult result, kiln_status status, const std::string& detail) {
  std::string message = describe(api, call, result);
  if (!detail.empty()) message += "; " + detail;
  if (is_sticky(result)) message += "; the device's context is lost in this process, no later call on it can succeed";
  base::throw_driver_error(status, std::move(message), result);
}

}  // namespace kiln::cuda
