// SPDX-License-Identifier: Apache-2.0
// One rank of a communicator. It runs collectives of the vendor's library on the compute queue of a context.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "runtime/context.hpp"

namespace kiln::runtime {

class Communicator final : public base::RefCounted {
 public:
  // An identifier for create(), which one rank makes and gives to the others.
  static backend::CollectiveId new_id(Context& context, const char* operation);
  // Returns when all ranks have called it. The submit lock is not held meanwhile.
  static base::Ref<Communicator> create(Context& context, const backend::CollectiveId& id, int ranks, int rank,
                                        const char* operation);

  Context& context() const noexcept { return *context_; }
  int ranks() const noexcept { return ranks_; }
  int rank() const noexcept { return rank_; }

  // Throws if run() cannot work: while this thread records on the context, or if the context has failed.
  void check(const char* operation) const;
  // Queues a collective after the work that its buffers depend on. It may wait, with the submit lock held,
  // until the other ranks have called it. `operation` is a string literal, or lives as long as the context.
  void run(const backend::Collective& collective, std::span<const BufferUse> uses, const char* operation);

 private:
  Communicator(Context& context, int ranks, int rank) : context_(&context), ranks_(ranks), rank_(rank) {}
  // Waits for queued collectives, unless the context has failed and they cannot end.
  ~Communicator() override;

  base::Ref<Context> context_;
  const int ranks_, rank_;
  backend::CommunicatorHandle handle_ = nullptr;
  std::atomic<std::uint64_t> last_{0};  // the submission number of the newest collective
};

}  // namespace kiln::runtime
