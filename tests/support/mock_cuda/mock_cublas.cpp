// SPDX-License-Identifier: Apache-2.0
// A mock libcublas over the mock driver, whose device memory is the host's: products of float32 by the
// definition, column after column, at once.
#include "cuda/libraries/cuda_abi.hpp"
#include "mock_cuda.hpp"

using namespace kiln::cuda;

namespace kiln::cuda {
struct cublasContext {
  bool workspace = false;
  CUstream stream = nullptr;
};
}  // namespace kiln::cuda

namespace {

kiln::mock::CublasControl& control() {
  static auto* instance = new kiln::mock::CublasControl;
  return *instance;
}

}  // namespace

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::CublasControl* kiln_mock_cublas_control() { return &control(); }

MOCK int cublasCreate_v2(cublasHandle* out) {
  if (control().create_result != 0) return control().create_result;
  *out = new cublasContext;
  ++control().live_handles;
  return 0;
}
MOCK int cublasDestroy_v2(cublasHandle handle) {
  delete handle;
  --control().live_handles;
  return 0;
}
MOCK int cublasSetStream_v2(cublasHandle handle, CUstream stream) {
  handle->stream = stream;
  handle->workspace = false;  // as the real one
  ++control().streams_set;
  return 0;
}
MOCK int cublasSetWorkspace_v2(cublasHandle handle, void* workspace, std::size_t bytes) {
  handle->workspace = workspace && bytes > 0;
  return 0;
}
MOCK int cublasSetMathMode(cublasHandle, int mode) {
  control().math_mode = mode;
  return 0;
}
MOCK int cublasGemmStridedBatchedEx(cublasHandle handle, int op_a, int op_b, int m, int n, int k, const void* alpha,
                                    const void* a, int a_type, int lda, long long a_distance, const void* b, int,
                                    int ldb, long long b_distance, const void* beta, void* c, int, int ldc,
                                    long long c_distance, int batch, int compute, int) {
  if (control().result != 0) return control().result;
  ++control().products;
  control().compute = compute;
  control().with_workspace = handle->workspace;
  if (a_type != kCudaR32F) return 0;
  const float al = *static_cast<const float*>(alpha), be = *static_cast<const float*>(beta);
  const auto work = [=] {
    for (int g = 0; g < batch; ++g) {
      const float* const x = static_cast<const float*>(a) + g * a_distance;
      const float* const y = static_cast<const float*>(b) + g * b_distance;
      float* const z = static_cast<float*>(c) + g * c_distance;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          float sum = 0;
          for (int p = 0; p < k; ++p) sum += x[op_a ? i * lda + p : p * lda + i] * y[op_b ? p * ldb + j : j * ldb + p];
          float& to = z[j * ldc + i];
          to = be == 0 ? al * sum : al * sum + be * to;
        }
    }
  };
  if (control().enqueue) return control().enqueue(handle->stream, work);
  work();
  return 0;
}

}  // extern "C"
