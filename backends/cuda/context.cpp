// SPDX-License-Identifier: Apache-2.0
// Opens a device: its properties and its primary context. After fork() nothing here calls the driver.
#include "cuda/context.hpp"

#include <algorithm>
#include <utility>

#include "base/flags/environment.hpp"
#include "base/plugin/fork_guard.hpp"
#include "kernels.hpp"

namespace kiln::cuda {
namespace {

int attribute(const DriverApi& api, CUdevice device, int which) {
  int value = 0;
  KILN_CUDA(api, cuDeviceGetAttribute, &value, which, device);
  return value;
}

std::uint64_t natural(int value) { return static_cast<std::uint64_t>(std::max(value, 0)); }

int capability_of(const DriverApi& api, CUdevice device) {
  return attribute(api, device, kComputeCapabilityMajor) * 10 + attribute(api, device, kComputeCapabilityMinor);
}

}  // namespace

backend::DeviceInfo device_info(const Libraries& libraries, int ordinal) {
  const DriverApi& api = libraries.driver;
  CUdevice device = 0;
  KILN_CUDA(api, cuDeviceGet, &device, ordinal);
  char name[256] = {};
  KILN_CUDA(api, cuDeviceGetName, name, static_cast<int>(sizeof name) - 1, device);
  char bus[32] = {};
  KILN_CUDA(api, cuDeviceGetPCIBusId, bus, static_cast<int>(sizeof bus) - 1, device);
  backend::DeviceInfo info;
  info.id = std::to_string(ordinal);
  info.name = name;
  info.platform = "CUDA";
  info.driver = version_text(api.version);
  info.uid = bus;
  info.kind = backend::DeviceKind::gpu;
  return info;
}

CudaContext::CudaContext(std::shared_ptr<const Libraries> libraries, int ordinal, backend::Sched sched)
    : libraries_(std::move(libraries)) {
  const base::DriverScope scope(health());
  read_properties(ordinal);
  retain_primary(sched);
}

CudaContext::CudaContext(std::shared_ptr<const Libraries> libraries, int ordinal, CUcontext foreign)
    : libraries_(std::move(libraries)), primary_(false), context_(foreign) {
  const base::DriverScope scope(health());
  read_properties(ordinal);
}

CudaContext::~CudaContext() {
  if (base::forked()) return;
  if (const Current current(*this); current.ok()) {
    blas_.destroy(api());
    dnn_.destroy();
  }
  queue_destroy(recorder_);
  const base::DriverScope scope(health());
  if (primary_) api().cuDevicePrimaryCtxRelease(device_);
}

bool CudaContext::blas_gemm(backend::QueueHandle queue, const backend::Gemm& gemm) {
  const Current current(*this, "blas_gemm");
  return blas_.gemm(api(), as_queue(queue), gemm);
}

std::string CudaContext::blas_identity() {
  const Current current(*this, "blas_identity");
  return blas_.identity(api());
}

bool CudaContext::blas_takes(const backend::Gemm& gemm) {
  const Current current(*this, "blas_takes");
  return blas_.takes(api(), gemm);
}

std::vector<backend::ConvWay> CudaContext::conv_ways(const backend::Conv& conv) {
  const Current current(*this, "conv_ways");
  return dnn_.ways(api(), conv);
}

bool CudaContext::conv(backend::QueueHandle queue, const backend::Conv& conv) {
  const Current current(*this, "conv");
  return dnn_.run(api(), as_queue(queue), conv);
}

std::string CudaContext::conv_identity() {
  const Current current(*this, "conv_identity");
  return dnn_.identity(api());
}

backend::CollectiveId CudaContext::collective_id() {
  const Current current(*this, "collective_id");
  return nccl_.id(api());
}

backend::CommunicatorHandle CudaContext::communicator_create(const backend::CollectiveId& id, int ranks, int rank) {
  const Current current(*this, "communicator_create");
  return reinterpret_cast<backend::CommunicatorHandle>(nccl_.create(api(), id, ranks, rank));
}

void CudaContext::communicator_destroy(backend::CommunicatorHandle communicator, bool lost) noexcept {
  const Current current(*this);
  if (current.ok()) nccl_.destroy(reinterpret_cast<ncclComm>(communicator), lost);
}

void CudaContext::collective(backend::QueueHandle queue, backend::CommunicatorHandle communicator,
                             const backend::Collective& call) {
  const Current current(*this, "collective");
  nccl_.queue(as_queue(queue).stream, reinterpret_cast<ncclComm>(communicator), call);
}

void CudaContext::read_properties(int ordinal) {
  KILN_CUDA(api(), cuDeviceGet, &device_, ordinal);
  capability_ = capability_of(api(), device_);
  warp_size_ = static_cast<unsigned>(std::max(attribute(api(), device_, kWarpSize), 1));
  auto& p = properties_;
  p.info = device_info(*libraries_, ordinal);
  p.vendor = "NVIDIA Corporation";
  p.language = fmt::format("sm_{}", capability_);
  p.dialect = backend::Dialect::cuda_c;
  p.groups_progress = p.has_ptx = p.kernels_reach_pinned = p.native_addresses = p.copies_peers = p.parallel_builds =
      true;
  p.dlpack_device = 2;         // kDLCUDA
  p.dlpack_pinned_device = 3;  // kDLCUDAHost
  p.dlpack_number = ordinal;
  const NvrtcApi& nvrtc = libraries_->nvrtc;
  // The environment variables that the compilers heed, by the beginnings of their names.
  constexpr std::string_view kCompilerVariables[] = {"CUDA_FORCE_", "CUDA_DISABLE_", "NVRTC_", "NVVM_"};
  p.cache_identity = fmt::format("cuda;{};{};driver {};nvrtc {};prelude {:016x}\n{}", p.info.name, p.language,
                                 p.info.driver, nvrtc.available() ? version_text(nvrtc.version) : "none",
                                 kernels::digest("prelude_cuda.cu"), base::environment_of(kCompilerVariables));
  p.compute_units = natural(attribute(api(), device_, kMultiprocessorCount));
  p.max_local_size = natural(attribute(api(), device_, kMaxThreadsPerBlock));
  for (int axis = 0; axis < 3; ++axis) {
    p.max_local_sizes[axis] = natural(attribute(api(), device_, kMaxBlockDimX + axis));
    p.max_groups[axis] = natural(attribute(api(), device_, kMaxGridDimX + axis));
  }
  p.declared_local_memory = natural(attribute(api(), device_, kMaxSharedMemoryPerBlock));
  p.local_memory = std::max(p.declared_local_memory, natural(attribute(api(), device_, kMaxSharedMemoryPerBlockOptin)));
  std::size_t total = 0;
  KILN_CUDA(api(), cuDeviceTotalMem, &total, device_);
  p.total_memory = total;
  p.largest_block = total;
  // Fresh memory is aligned to 256 bytes or more. A kernel's pointer may have any offset; 16 keeps vector
  // accesses legal.
  p.base_alignment = 16;
  // Every compiler takes so many bytes; newer ones take more on some devices.
  p.parameter_bytes = 4096;
  p.has_float16 = capability_ >= 53;
  p.has_float64 = true;
  p.has_int64_atomics = true;
  p.unified_memory = attribute(api(), device_, kIntegrated) != 0;
}

// The scheduling flag of the primary context belongs to whoever activated it first. If that was another
// library, events still honour `multi` by waiting without spinning.
void CudaContext::retain_primary(backend::Sched sched) {
  blocking_sync_ = sched == backend::Sched::multi;
  const unsigned wanted = blocking_sync_                    ? kContextSchedBlockingSync
                          : sched == backend::Sched::single ? kContextSchedSpin
                                                            : 0U;
  unsigned flags = 0;
  int active = 0;
  KILN_CUDA(api(), cuDevicePrimaryCtxGetState, device_, &flags, &active);
  if (wanted != 0 && active == 0) {
    const CUresult result = api().cuDevicePrimaryCtxSetFlags(device_, (flags & ~kContextSchedMask) | wanted);
    if (result != kErrorPrimaryContextActive) check(api(), "cuDevicePrimaryCtxSetFlags", result);
  }
  KILN_CUDA(api(), cuDevicePrimaryCtxRetain, &context_, device_);
}

CUresult Current::enter(CUcontext context) noexcept {
  CUcontext current = nullptr;
  CUresult result = api_.cuCtxGetCurrent(&current);
  if (result == kSuccess && current != context) {
    result = api_.cuCtxSetCurrent(context);
    if (result == kSuccess) previous_ = current;
  }
  ok_ = result == kSuccess;
  return result;
}

Current::Current(const CudaContext& context, const char* operation) : api_(context.api()), scope_(context.health()) {
  base::check_not_forked(operation);
  if (const CUresult result = enter(context.context_); result != kSuccess) [[unlikely]]
    raise(api_, "cuCtxSetCurrent", result);
}

Current::Current(const CudaContext& context) noexcept : api_(context.api()), scope_(context.health()) {
  if (!base::forked()) enter(context.context_);
}

}  // namespace kiln::cuda
