// SPDX-License-Identifier: Apache-2.0
// cuDNN of one context. The first convolution loads and starts it. All functions work without the library too.
#pragma once

#include <kiln/backend.hpp>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuda/libraries/dnn_graph.hpp"
#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

struct Queue;

class Dnn {
 public:
  Dnn() = default;
  // Leaves what destroy() has not destroyed: after a fork, or without the context, cuDNN must not be called.
  ~Dnn();
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
  const DnnConv& known(const backend::Conv& conv);
  std::mutex mutex_;  // guards all members below
  CudnnApi api_;
  bool tried_ = false;
  cudnnHandle handle_ = nullptr;
  CUstream stream_ = nullptr;                                  // the handle's stream
  using Convs = std::map<std::vector<std::int64_t>, DnnConv>;  // by all numbers of a convolution
  std::unique_ptr<Convs> convs_ = std::make_unique<Convs>();
  std::deque<Convs::iterator> order_;  // the oldest first
};

}  // namespace kiln::cuda
