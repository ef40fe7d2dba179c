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
  static constexpr unsigned kLanes = 2;  // products that may run side by side, each with a workspace

  // False: no cuBLAS, or not for this. The context is current.
  bool gemm(const DriverApi& driver, const Queue& queue, const backend::Gemm& gemm);
  // Would gemm() ask cuBLAS? The context is current.
  bool takes(const DriverApi& driver, const backend::Gemm& gemm);
  // "": there is none. The context is current.
  std::string identity(const DriverApi& driver);
  // Work on `stream` may use the workspaces from now on: it comes after what used them on another stream.
  void claim(const DriverApi& driver, CUstream stream);
  // The stream goes away.
  void forget(const DriverApi& driver, CUstream stream) noexcept;
  // With the context current; or, after a fork, not at all.
  void destroy(const DriverApi& driver) noexcept;

 private:
  bool start(const DriverApi& driver);
  void take(const DriverApi& driver, CUstream stream);
  void note_use(const DriverApi& driver);
  std::mutex mutex_;
  CublasApi api_;
  bool tried_ = false;
  cublasHandle handle_ = nullptr;
  CUstream stream_ = nullptr;  // the handle's, with the workspace of `lane_`
  unsigned lane_ = 0;
  CUdeviceptr workspaces_[kLanes] = {};
  CUstream user_ = nullptr;  // the stream that may use the workspaces
  CUevent used_ = nullptr;   // when streams before it have done so
  bool waits_ = false;       // for `used_`, though there is no user
};

}  // namespace kiln::cuda
