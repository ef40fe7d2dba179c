// SPDX-License-Identifier: Apache-2.0
// cuBLAS of one context. The first product loads and starts it. All functions work without the library too.
#pragma once

#include <kiln/backend.hpp>

#include <mutex>
#include <string>

#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

class CudaContext;
struct Queue;

class Blas {
 public:
  static constexpr unsigned kLanes = 2;  // products that may run at a time, each with a workspace

  // Queues the product. Returns false if there is no cuBLAS or it does not suit. The context must be current.
  bool gemm(const DriverApi& driver, const Queue& queue, const backend::Gemm& gemm);
  // Whether gemm() would call cuBLAS. The context must be current.
  bool takes(const DriverApi& driver, const backend::Gemm& gemm);
  // Identifies the library; "" if there is none. The context must be current.
  std::string identity(const DriverApi& driver);
  // Lets `stream` use the workspaces from now on. Its work then follows the work that used them on another stream.
  void claim(const DriverApi& driver, CUstream stream);
  // Forgets a stream that is destroyed.
  void forget(const DriverApi& driver, CUstream stream) noexcept;
  // The context must be current. Do not call it after a fork.
  void destroy(const DriverApi& driver) noexcept;

 private:
  bool start(const DriverApi& driver);
  void take(const DriverApi& driver, CUstream stream);
  void note_use(const DriverApi& driver);
  std::mutex mutex_;
  CublasApi api_;
  bool tried_ = false;
  cublasHandle handle_ = nullptr;
  CUstream stream_ = nullptr;  // the handle's stream, with the workspace of `lane_`
  unsigned lane_ = 0;
  CUdeviceptr workspaces_[kLanes] = {};
  CUstream user_ = nullptr;  // the stream that may use the workspaces
  CUevent used_ = nullptr;   // the event after the use by earlier streams
  bool waits_ = false;       // the next user waits for `used_`, though there is no user now
};

}  // namespace kiln::cuda
