// SPDX-License-Identifier: Apache-2.0
// cuBLAS of one context: loaded and started by the first product, absent where there is none.
#pragma once

#include <kiln/backend.hpp>

#include <mutex>
#include <string>

#include "library.hpp"

namespace kiln::cuda {

class CudaContext;
struct Queue;

class Blas {
 public:
  // False: no cuBLAS, or not for this. The context is current.
  bool gemm(const DriverApi& driver, const Queue& queue, const backend::Gemm& gemm);
  // Would gemm() ask cuBLAS? The context is current.
  bool takes(const DriverApi& driver, const backend::Gemm& gemm);
  // "": there is none. The context is current.
  std::string identity(const DriverApi& driver);
  // With the context current; or, after a fork, not at all.
  void destroy(const DriverApi& driver) noexcept;

 private:
  bool start(const DriverApi& driver);
  std::mutex mutex_;
  CublasApi api_;
  bool tried_ = false;
  cublasHandle handle_ = nullptr;
  CUstream stream_ = nullptr;  // the handle's, with our workspace
  CUdeviceptr workspace_ = 0;
};

}  // namespace kiln::cuda
