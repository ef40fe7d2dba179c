// SPDX-License-Identifier: Apache-2.0
// Convolutions in cuDNN's graph API: the description of one, and the plans by which cuDNN can compute it.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

// A descriptor, with one error for all calls on it: after a call that failed, the others do nothing.
class DnnDescriptor {
 public:
  DnnDescriptor(const CudnnApi& api, int kind);
  DnnDescriptor(DnnDescriptor&& other) noexcept
      : api_(other.api_), handle_(std::exchange(other.handle_, nullptr)), good_(other.good_) {}
  DnnDescriptor& operator=(DnnDescriptor&&) = delete;
  ~DnnDescriptor();

  DnnDescriptor& set(int attribute, int type, std::int64_t count, const void* values);
  DnnDescriptor& set(int attribute, const DnnDescriptor& other);
  // Finishes the descriptor, after which only get() may be called. Returns whether all calls succeeded.
  bool finish();
  // Reads at most `most` values. Returns how many there are, at most `most` of them; 0 after an error.
  std::int64_t get(int attribute, int type, std::int64_t most, void* values) const;
  // How many values the attribute has.
  std::int64_t count(int attribute, int type) const;
  bool good() const { return good_; }
  cudnnDescriptor handle() const { return handle_; }

 private:
  const CudnnApi* api_;
  cudnnDescriptor handle_ = nullptr;
  bool good_;
};

// A way in which cuDNN computes a convolution.
struct DnnPlan {
  backend::ConvWay way;
  DnnDescriptor plan;
};

// A convolution with its plans, the one that cuDNN expects to be the fastest first.
struct DnnConv {
  std::vector<DnnDescriptor> parts;  // what the plans were made of
  std::vector<DnnPlan> plans;
};

// The plans of a convolution that are exact in the usual sense and give the same bits every time; none if cuDNN cannot
// describe it or has none. The context must be current.
DnnConv dnn_plans(const CudnnApi& api, cudnnHandle handle, const backend::Conv& conv);

// Queues the convolution on the handle's stream. Returns false if cuDNN refuses.
bool dnn_run(const CudnnApi& api, cudnnHandle handle, const DnnDescriptor& plan, const backend::Conv& conv);

}  // namespace kiln::cuda
