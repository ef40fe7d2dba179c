// SPDX-License-Identifier: Apache-2.0
// A mock libcuda.so.1 over host memory: devices, contexts and memory. It checks what the driver checks (a
// current context, live handles of that context, ranges inside allocations), so misuse fails here too.
// Streams, modules and launches are in mock_work.cpp. KILN_MOCK_DRIVER_11 leaves out what CUDA 12 added,
// KILN_MOCK_INCOMPLETE a required entry.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mock_state.hpp"

using namespace kiln::mock;

namespace {

struct KnownError {
  CUresult code;
  const char* name;
  const char* text;
};
// Few on purpose: the backend has names of its own for the rest.
constexpr KnownError kErrors[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
};

void configure(CudaControl& control) {
  const char* text = std::getenv("KILN_MOCK_CUDA");
  std::string rest = text ? text : "";
  while (!rest.empty()) {
    const std::string item = rest.substr(0, rest.find(','));
    rest = item.size() < rest.size() ? rest.substr(item.size() + 1) : "";
    char name[64] = {};
    Failure failure;
    std::sscanf(item.c_str(), "devices=%d", &control.device_count);
    std::sscanf(item.c_str(), "init=%d", &control.init_result);
    std::sscanf(item.c_str(), "version=%d", &control.driver_version);
    if (std::sscanf(item.c_str(), "fail=%63[A-Za-z0-9]:%d:%d", name, &failure.nth, &failure.code) == 3)
      control.failures[name] = failure;
  }
}

int attribute(int which, CUdevice device) {
  switch (which) {
    case kMaxThreadsPerBlock:
    case kMaxBlockDimX:
    case kMaxBlockDimX + 1:
      return 1024;
    case kMaxBlockDimX + 2:
      return 64;
    case kMaxGridDimX:
      return 2147483647;
    case kMaxGridDimX + 1:
    case kMaxGridDimX + 2:
      return 65535;
    case kMaxSharedMemoryPerBlock:
      return 49152;
    case kMaxSharedMemoryPerBlockOptin:
      return kSharedOptin;
    case kWarpSize:
      return 32;
    case kMultiprocessorCount:
      return 4 + device;
    case kComputeCapabilityMajor:
      return state().control.capability / 10;
    case kComputeCapabilityMinor:
      return state().control.capability % 10;
    default:
      return 0;
  }
}

bool bad_device(CUdevice device) { return device < 0 || device >= state().control.device_count; }

}  // namespace

namespace kiln::mock {

State& state() {
  static State* instance = [] {
    auto* made = new State;
    configure(made->control);
    return made;
  }();
  return *instance;
}

thread_local CUcontext current_context = nullptr;

CUresult enter(const char* name, bool needs_context) {
  State& s = state();
  s.control.calls.emplace_back(name);
  if (const auto found = s.control.failures.find(name); found != s.control.failures.end()) {
    Failure& failure = found->second;
    if (--failure.nth <= 0 && (failure.nth == 0 || failure.forever)) return failure.code;
  }
  if (needs_context && (!current_context || current_context->references == 0)) return kInvalidContext;
  return kSuccess;
}

const Block* find_block(CUdeviceptr pointer, std::size_t bytes) {
  auto& blocks = state().blocks;
  auto after = blocks.upper_bound(pointer);
  if (after == blocks.begin()) return nullptr;
  const auto& [start, block] = *--after;
  return pointer + bytes <= start + block.bytes ? &block : nullptr;
}

}  // namespace kiln::mock

extern "C" {

MOCK kiln::mock::CudaControl* kiln_mock_cuda_control() { return &state().control; }

MOCK CUresult cuInit(unsigned) {
  ENTER("cuInit", false);
  return state().control.init_result;
}
MOCK CUresult cuDriverGetVersion(int* version) {
  ENTER("cuDriverGetVersion", false);
  *version = state().control.driver_version;
  return kSuccess;
}
MOCK CUresult cuGetErrorName(CUresult code, const char** out) {
  for (const KnownError& error : kErrors)
    if (error.code == code) return *out = error.name, kSuccess;
  return *out = nullptr, kErrorInvalidValue;
}
MOCK CUresult cuGetErrorString(CUresult code, const char** out) {
  for (const KnownError& error : kErrors)
    if (error.code == code) return *out = error.text, kSuccess;
  return *out = nullptr, kErrorInvalidValue;
}

MOCK CUresult cuDeviceGet(CUdevice* out, int ordinal) {
  ENTER("cuDeviceGet", false);
  if (bad_device(ordinal)) return kErrorInvalidDevice;
  *out = ordinal;
  return kSuccess;
}
MOCK CUresult cuDeviceGetCount(int* out) {
  ENTER("cuDeviceGetCount", false);
  *out = state().control.device_count;
  return kSuccess;
}
MOCK CUresult cuDeviceGetName(char* out, int size, CUdevice device) {
  ENTER("cuDeviceGetName", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  std::snprintf(out, static_cast<std::size_t>(size), "Mock GPU %d", device);
  return kSuccess;
}
MOCK CUresult cuDeviceGetPCIBusId(char* out, int size, CUdevice device) {
  ENTER("cuDeviceGetPCIBusId", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  std::snprintf(out, static_cast<std::size_t>(size), "0000:%02X:00.0", device + 1);
  return kSuccess;
}
MOCK CUresult cuDeviceGetAttribute(int* out, int which, CUdevice device) {
  ENTER("cuDeviceGetAttribute", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  *out = attribute(which, device);
  return kSuccess;
}
MOCK CUresult cuDeviceTotalMem_v2(std::size_t* out, CUdevice device) {
  ENTER("cuDeviceTotalMem", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  *out = kTotalMemory;
  return kSuccess;
}

MOCK CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  ENTER("cuDevicePrimaryCtxGetState", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  *flags = state().control.primary_flags[device];
  *active = state().contexts[device].references > 0;
  return kSuccess;
}
MOCK CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  ENTER("cuDevicePrimaryCtxSetFlags", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  if (state().contexts[device].references > 0) return kErrorPrimaryContextActive;
  state().control.primary_flags[device] = flags;
  return kSuccess;
}
MOCK CUresult cuDevicePrimaryCtxRetain(CUcontext* out, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain", false);
  if (bad_device(device)) return kErrorInvalidDevice;
  CUctx_st& context = state().contexts[device];
  if (context.references++ == 0) ++state().control.live_contexts;
  *out = &context;
  return kSuccess;
}
MOCK CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  ENTER("cuDevicePrimaryCtxRelease", false);
  if (bad_device(device) || state().contexts[device].references == 0) return kInvalidContext;
  if (--state().contexts[device].references == 0) --state().control.live_contexts;
  return kSuccess;
}
// Not counted among the calls: they surround every other one.
MOCK CUresult cuCtxGetCurrent(CUcontext* out) { return *out = current_context, kSuccess; }
MOCK CUresult cuCtxSetCurrent(CUcontext context) {
  ENTER("cuCtxSetCurrent", false);
  current_context = context;
  return kSuccess;
}

MOCK CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  ENTER("cuMemGetInfo", true);
  *total = kTotalMemory;
  *free = kTotalMemory - state().control.device_bytes;
  return kSuccess;
}
static CUresult allocate(CUdeviceptr* out, std::size_t bytes, bool host) {
  CudaControl& control = state().control;
  if (bytes == 0) return kErrorInvalidValue;
  if (bytes > kTotalMemory - control.device_bytes) return kErrorOutOfMemory;
  void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!memory) return kErrorOutOfMemory;
  std::memset(memory, 0xcd, bytes);
  *out = static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(memory));
  state().blocks[*out] = {bytes, host, current_context};
  if (!host) control.device_bytes += bytes;
  ++(host ? control.live_host_blocks : control.live_device_blocks);
  return kSuccess;
}
static CUresult release(CUdeviceptr pointer, bool host) {
  CudaControl& control = state().control;
  const auto found = state().blocks.find(pointer);
  if (found == state().blocks.end() || found->second.host != host) return kErrorInvalidValue;
  run_everything();  // the driver waits too
  if (!host) control.device_bytes -= found->second.bytes;
  --(host ? control.live_host_blocks : control.live_device_blocks);
  state().blocks.erase(found);
  std::free(reinterpret_cast<void*>(static_cast<std::uintptr_t>(pointer)));
  return kSuccess;
}
#ifndef KILN_MOCK_INCOMPLETE
MOCK CUresult cuMemAlloc_v2(CUdeviceptr* out, std::size_t bytes) {
  ENTER("cuMemAlloc", true);
  return allocate(out, bytes, false);
}
#endif
MOCK CUresult cuMemFree_v2(CUdeviceptr pointer) {
  ENTER("cuMemFree", true);
  return release(pointer, false);
}
MOCK CUresult cuMemHostAlloc(void** out, std::size_t bytes, unsigned) {
  ENTER("cuMemHostAlloc", true);
  CUdeviceptr pointer = 0;
  const CUresult result = allocate(&pointer, bytes, true);
  *out = reinterpret_cast<void*>(static_cast<std::uintptr_t>(pointer));
  return result;
}
MOCK CUresult cuMemFreeHost(void* pointer) {
  ENTER("cuMemFreeHost", true);
  return release(static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(pointer)), true);
}

}  // extern "C"
