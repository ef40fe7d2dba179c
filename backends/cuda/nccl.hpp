// SPDX-License-Identifier: Apache-2.0
// NCCL for one context: loaded by the first id or communicator, absent where there is none.
#pragma once

#include <kiln/backend.hpp>

#include <mutex>

#include "library.hpp"

namespace kiln::cuda {

class Nccl {
 public:
  // The context is current in all of them.
  backend::CollectiveId id(const DriverApi& driver);
  ncclComm create(const DriverApi& driver, const backend::CollectiveId& id, int ranks, int rank);
  void destroy(ncclComm communicator, bool lost) noexcept;
  void queue(CUstream stream, ncclComm communicator, const backend::Collective& call);

 private:
  // Throws KILN_UNSUPPORTED where there is none.
  void start(const DriverApi& driver);
  void check(const char* call, int result, ncclComm communicator);

  std::mutex mutex_;  // while it is loaded
  bool tried_ = false;
  NcclApi api_;
};

}  // namespace kiln::cuda
