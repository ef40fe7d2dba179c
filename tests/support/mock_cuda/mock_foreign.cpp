// SPDX-License-Identifier: Apache-2.0
// The mock driver's part for objects of others: what a pointer is, whose a stream is, memory of other
// processes. A handle of memory is its address; opening gives that address again.
#include <cstring>

#include <kiln/backend.hpp>

#include "mock_state.hpp"

using namespace kiln::cuda;
using namespace kiln::mock;
using kiln::backend::IpcHandle;

namespace {

int ordinal_of(CUcontext context) { return static_cast<int>(context - state().contexts); }

// The block that holds the address, with its beginning.
const Block* block_at(CUdeviceptr pointer, CUdeviceptr& base) {
  auto found = state().blocks.upper_bound(pointer);
  if (found == state().blocks.begin()) return nullptr;
  --found;
  base = found->first;
  return pointer - base < found->second.bytes ? &found->second : nullptr;
}

}  // namespace

extern "C" {

MOCK CUresult cuCtxGetDevice(CUdevice* out) {
  ENTER("cuCtxGetDevice", true);
  *out = ordinal_of(current_context);
  return kSuccess;
}

MOCK CUresult cuStreamGetCtx(CUstream stream, CUcontext* out) {
  ENTER("cuStreamGetCtx", true);
  if (!state().streams.contains(stream)) return kInvalidHandle;
  *out = stream->context;
  return kSuccess;
}

MOCK CUresult cuStreamIsCapturing(CUstream stream, int* out) {
  ENTER("cuStreamIsCapturing", true);
  if (!state().streams.contains(stream)) return kInvalidHandle;
  *out = stream->capture ? 1 : 0;
  return kSuccess;
}

MOCK CUresult cuMemGetAddressRange_v2(CUdeviceptr* base, std::size_t* bytes, CUdeviceptr pointer) {
  ENTER("cuMemGetAddressRange", true);
  const Block* const block = block_at(pointer, *base);
  if (!block) return kErrorNotFound;
  *bytes = block->bytes;
  return kSuccess;
}

MOCK CUresult cuPointerGetAttribute(void* out, int which, CUdeviceptr pointer) {
  ENTER("cuPointerGetAttribute", true);
  CUdeviceptr base = 0;
  const Block* const block = block_at(pointer, base);
  if (!block) return kErrorInvalidValue;
  switch (which) {
    case kPointerContext:
      std::memcpy(out, &block->context, sizeof block->context);
      return kSuccess;
    case kPointerMemoryType: {
      const unsigned type = block->host ? kMemoryTypeHost : kMemoryTypeDevice;
      std::memcpy(out, &type, sizeof type);
      return kSuccess;
    }
    case kPointerDevicePointer:
      std::memcpy(out, &pointer, sizeof pointer);
      return kSuccess;
    case kPointerDeviceOrdinal: {
      const int ordinal = ordinal_of(block->context);
      std::memcpy(out, &ordinal, sizeof ordinal);
      return kSuccess;
    }
    case kPointerLegacyIpc: {
      const int whole = 1;
      std::memcpy(out, &whole, sizeof whole);
      return kSuccess;
    }
    default:
      return kErrorInvalidValue;
  }
}

MOCK CUresult cuIpcGetMemHandle(IpcHandle* out, CUdeviceptr pointer) {
  ENTER("cuIpcGetMemHandle", true);
  CUdeviceptr base = 0;
  if (!block_at(pointer, base)) return kErrorInvalidValue;
  std::memcpy(out->bytes, &base, sizeof base);
  return kSuccess;
}

MOCK CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* out, IpcHandle handle, unsigned) {
  ENTER("cuIpcOpenMemHandle", true);
  CUdeviceptr base = 0;
  std::memcpy(out, handle.bytes, sizeof *out);
  if (!block_at(*out, base) || base != *out) return kErrorInvalidValue;
  ++state().control.live_imports;
  return kSuccess;
}

MOCK CUresult cuIpcCloseMemHandle(CUdeviceptr) {
  ENTER("cuIpcCloseMemHandle", true);
  --state().control.live_imports;
  return kSuccess;
}

}  // extern "C"
