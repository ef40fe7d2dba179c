// SPDX-License-Identifier: Apache-2.0
// cuDNN of one context. The first convolution loads and starts it. All functions work without the library too.
#pragma once

#include <kiln/backend.hpp>

#include <mutex>
#include <string>
#include <vector>

#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

struct Queue;

class Dnn {
 public:
  // The ways in which cuDNN computes the convolution; none if there is no cuDNN or it does not suit. The context must
  // be current.
  std::vector<backend::ConvWay> ways(const DriverApi& driver, const backend::Conv& conv);
  // Queues the convolution. Returns false if there is no cuDNN or it refuses. The context must be current.
  bool run(const DriverApi& driver, const Queue& queue, const backend::Conv& conv);
  // Identifies the library; "" if there is none. The context must be current.
  std::string identity(const DriverApi& driver);
  // Forgets a stream that is destroyed.
  void forget(CUstream stream) noexcept;
  // The context must be current. Do not call it after a fork.
  void destroy() noexcept;

 private:
  bool start(const DriverApi& driver);
  bool describe(const backend::Conv& conv);
  int algorithms(std::int32_t operation, int most, int* count, CudnnAlgorithm* found) const;
  int workspace(std::int32_t operation, int algorithm, std::size_t* bytes) const;
  std::mutex mutex_;  // guards all members below
  CudnnApi api_;
  bool tried_ = false;
  cudnnHandle handle_ = nullptr;
  CUstream stream_ = nullptr;  // the handle's stream
  // These describe the convolution of the present call.
  cudnnTensor x_ = nullptr, y_ = nullptr;
  cudnnFilter filters_ = nullptr;
  cudnnConvolution conv_ = nullptr;
};

}  // namespace kiln::cuda
