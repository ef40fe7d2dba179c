// SPDX-License-Identifier: Apache-2.0
// NCCL for one context. The first id or communicator loads it. If there is none, both throw KILN_UNSUPPORTED.
#pragma once

#include <kiln/backend.hpp>

#include <mutex>

#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

class Nccl {
 public:
  // The context must be current in all of these.
  backend::CollectiveId id(const DriverApi& driver);
  ncclComm create(const DriverApi& driver, const backend::CollectiveId& id, int ranks, int rank);
  void destroy(ncclComm communicator, bool lost) noexcept;
  void queue(CUstream stream, ncclComm communicator, const backend::Collective& call);

 private:
  void start(const DriverApi& driver);
  void check(const char* call, int result, ncclComm communicator);

  std::mutex mutex_;  // held while the library is loaded
  bool tried_ = false;
  NcclApi api_;
};

}  // namespace kiln::cuda
