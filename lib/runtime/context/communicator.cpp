// SPDX-License-Identifier: Apache-2.0
// Communicators are created without a lock, as creation waits for other ranks. They are used under the submit
// lock, so by one thread at a time.
#include "runtime/context/communicator.hpp"

#include "base/error.hpp"
#include "base/plugin/fork_guard.hpp"
#include "runtime/context/context_impl.hpp"

namespace kiln::runtime {

backend::CollectiveId Communicator::new_id(Context& context, const char* operation) {
  Context::Impl& impl = *context.impl_;
  impl.queues.check(operation);
  return vendor_call(operation, impl.name, [&] { return impl.device->collective_id(); });
}

base::Ref<Communicator> Communicator::create(Context& context, const backend::CollectiveId& id, int ranks, int rank,
                                             const char* operation) {
  if (ranks < 1) base::fail(KILN_INVALID_ARGUMENT, "{}: ranks is {}, expected 1 or more", operation, ranks);
  if (rank < 0 || rank >= ranks)
    base::fail(KILN_INVALID_ARGUMENT, "{}: rank is {}, expected 0 to {}", operation, rank, ranks - 1);
  Context::Impl& impl = *context.impl_;
  impl.queues.check(operation);
  auto made = base::Ref<Communicator>::adopt(new Communicator(context, ranks, rank));
  made->handle_ = vendor_call(operation, impl.name, [&] { return impl.device->communicator_create(id, ranks, rank); });
  return made;
}

Communicator::~Communicator() {
  if (!handle_ || base::forked()) return;
  Context::Impl& impl = *context_->impl_;
  bool lost = false;
  try {
    impl.queues.wait(impl.queues.lane(QueueId::compute), last_.load(std::memory_order_acquire), "communicator release");
  } catch (const std::exception&) {
    lost = true;  // the context has failed; its next call reports it
  }
  impl.device->communicator_destroy(handle_, lost);
}

void Communicator::check(const char* operation) const {
  context_->check_not_capturing(operation);
  context_->impl_->queues.check(operation);
}

void Communicator::run(const backend::Collective& collective, std::span<const BufferUse> uses, const char* operation) {
  check(operation);
  context_->check_uses(uses, operation);
  Context::Impl& impl = *context_->impl_;
  const std::uint64_t number = impl.submit(
      uses, operation, [&](backend::QueueHandle queue) { impl.device->collective(queue, handle_, collective); });
  std::uint64_t last = last_.load(std::memory_order_relaxed);
  while (last < number && !last_.compare_exchange_weak(last, number, std::memory_order_acq_rel)) {
  }
  impl.queued(impl.queues.lane(QueueId::compute), operation);
}

}  // namespace kiln::runtime
