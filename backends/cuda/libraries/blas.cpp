// SPDX-License-Identifier: Apache-2.0
// Matrix products by cuBLAS, which takes column-major matrices. A row-major C is a column-major C transposed, so the
// two factors are exchanged. Each product has a workspace for itself, which makes results the same bits every time.
#include "cuda/libraries/blas.hpp"

#include <climits>
#include <cstring>

#include "base/plugin/driver_support.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using backend::Gemm;

// NVIDIA recommends this size for its largest devices; smaller ones need less.
constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

struct Types {
  int data = -1, compute = 0;
  bool single = true;  // alpha and beta are float
};

Types types_of(const Gemm& gemm) {
  const int single = gemm.tf32 ? kCublasCompute32Tf32 : kCublasCompute32;
  // clang-format off
  switch (gemm.dtype) {
    case KILN_FLOAT16: return {kCudaR16F, kCublasCompute32};
    case KILN_BFLOAT16: return {kCudaR16BF, kCublasCompute32};
    case KILN_FLOAT32: return {kCudaR32F, single};
    case KILN_COMPLEX64: return {kCudaC32F, single};
    case KILN_FLOAT64: return {kCudaR64F, kCublasCompute64, false};
    case KILN_COMPLEX128: return {kCudaC64F, kCublasCompute64, false};
    default: return {};
  }
  // clang-format on
}

// Stores a complex number in the dtype of alpha and beta.
void store(const double (&value)[2], bool single, void* out) {
  const float narrow[] = {static_cast<float>(value[0]), static_cast<float>(value[1])};
  if (single)
    std::memcpy(out, narrow, sizeof narrow);
  else
    std::memcpy(out, value, sizeof value);
}

// Whether cuBLAS has such products at all.
bool possible(const Gemm& g) {
  if (types_of(g).data < 0) return false;
  for (const std::int64_t value : {g.m, g.n, g.k, g.batch, g.a.leading, g.b.leading, g.c.leading})
    if (value < 1 || value > INT_MAX) return false;
  return true;
}

void* address(const Gemm::Matrix& matrix) {
  return reinterpret_cast<void*>(as_memory(matrix.memory).pointer + matrix.offset);
}

[[noreturn]] void raise_blas(const char* call, int result) {
  base::throw_driver_error(result == kCublasAllocFailed ? KILN_OUT_OF_MEMORY : KILN_BACKEND_ERROR,
                           fmt::format("{}: cuBLAS status {}", call, result), result);
}

}  // namespace

bool Blas::start(const DriverApi& driver) {
  if (tried_) return handle_ != nullptr;
  tried_ = true;
  load_cublas(api_, driver.version);
  if (!api_.missing.empty()) return false;
  if (api_.cublasCreate(&handle_) != 0) handle_ = nullptr;
  if (!handle_) return false;
  // float16 and bfloat16 are summed in float32 throughout.
  bool ready = api_.cublasSetMathMode(handle_, kCublasDefaultMath | kCublasNoReducedSums) == 0;
  ready = ready && driver.cuMemAlloc(&workspaces_[0], kWorkspaceBytes) == kSuccess;
  if (!ready) destroy(driver);
  return ready;
}

std::string Blas::identity(const DriverApi& driver) {
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return {};
  return base::file_identity(api_.path);
}

void Blas::destroy(const DriverApi& driver) noexcept {
  if (handle_) api_.cublasDestroy(handle_);
  handle_ = nullptr;
  for (CUdeviceptr& workspace : workspaces_) {
    if (workspace != 0) driver.cuMemFree(workspace);
    workspace = 0;
  }
  if (used_) driver.cuEventDestroy(used_);
  used_ = nullptr;
  user_ = nullptr;
}

void Blas::note_use(const DriverApi& driver) {
  if (!used_) check(driver, "cuEventCreate", driver.cuEventCreate(&used_, kEventDisableTiming));
  check(driver, "cuEventRecord", driver.cuEventRecord(used_, user_));
}

void Blas::claim(const DriverApi& driver, CUstream stream) {
  const std::lock_guard lock(mutex_);
  take(driver, stream);
}

void Blas::take(const DriverApi& driver, CUstream stream) {
  if (user_ == stream) return;
  if (user_) note_use(driver);
  if (user_ || waits_) check(driver, "cuStreamWaitEvent", driver.cuStreamWaitEvent(stream, used_, 0));
  user_ = stream;
  waits_ = false;
}

void Blas::forget(const DriverApi& driver, CUstream stream) noexcept {
  const std::lock_guard lock(mutex_);
  if (stream_ == stream) stream_ = nullptr;
  if (user_ != stream) return;
  try {
    note_use(driver);
    waits_ = true;
  } catch (const backend::Error&) {
    // The stream is broken; nothing on it runs any more.
  }
  user_ = nullptr;
}

bool Blas::takes(const DriverApi& driver, const Gemm& gemm) {
  if (!possible(gemm)) return false;
  const std::lock_guard lock(mutex_);
  return start(driver);
}

bool Blas::gemm(const DriverApi& driver, const Queue& queue, const Gemm& g) {
  if (!possible(g)) return false;
  const Types types = types_of(g);
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return false;
  if (!queue.records) take(driver, queue.stream);
  if (stream_ != queue.stream || lane_ != queue.lane) {
    CUdeviceptr& own = workspaces_[queue.lane];
    if (own == 0) check(driver, "cuMemAlloc", driver.cuMemAlloc(&own, kWorkspaceBytes));
    // Setting a new stream resets the workspace.
    stream_ = nullptr;
    if (const int result = api_.cublasSetStream(handle_, queue.stream); result != 0)
      raise_blas("cublasSetStream", result);
    void* const workspace = reinterpret_cast<void*>(own);
    if (const int result = api_.cublasSetWorkspace(handle_, workspace, kWorkspaceBytes); result != 0)
      raise_blas("cublasSetWorkspace", result);
    stream_ = queue.stream;
    lane_ = queue.lane;
  }
  double alpha[2], beta[2];
  store(g.alpha, types.single, alpha);
  store(g.beta, types.single, beta);
  const int result = api_.cublasGemmStridedBatchedEx(
      handle_, g.b_operation, g.a_operation, static_cast<int>(g.n), static_cast<int>(g.m), static_cast<int>(g.k), alpha,
      address(g.b), types.data, static_cast<int>(g.b.leading), g.b.distance, address(g.a), types.data,
      static_cast<int>(g.a.leading), g.a.distance, beta, address(g.c), types.data, static_cast<int>(g.c.leading),
      g.c.distance, static_cast<int>(g.batch), types.compute, kCublasDefaultAlgorithm);
  if (result == kCublasNotSupported || result == kCublasInvalidValue || result == kCublasArchMismatch) return false;
  if (result != 0) raise_blas("cublasGemmStridedBatchedEx", result);
  return true;
}

}  // namespace kiln::cuda
