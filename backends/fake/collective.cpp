// SPDX-License-Identifier: Apache-2.0
// The fake's collectives. A communicator has one rank, so that every collective is a copy.
#include "base/dtype.hpp"
#include "fake/context.hpp"

namespace kiln::fake {

backend::CollectiveId Context::collective_id() {
  const auto lock = enter({.entry = "collective_id"});
  backend::CollectiveId id;
  id.bytes[0] = 1;
  return id;
}

backend::CommunicatorHandle Context::communicator_create(const backend::CollectiveId& id, int ranks, int rank) {
  std::lock_guard lock(mutex_);
  record({.entry = "communicator_create", .object = last_id_ + 1});
  if (rank < 0 || rank >= ranks) misuse("communicator_create: rank {} of {}", rank, ranks);
  if (id.bytes[0] != 1) base::fail(KILN_BACKEND_ERROR, "communicator_create: an id that nobody made");
  if (ranks != 1) base::fail(KILN_UNSUPPORTED, "communicator_create: {} ranks, the fake has one", ranks);
  communicators_.insert(++last_id_);
  log_->update([](Live& live, Counters&) { ++live.communicators; });
  return handle<backend::CommunicatorHandle>(last_id_);
}

void Context::communicator_destroy(backend::CommunicatorHandle communicator, bool) noexcept {
  const auto lock = enter({.entry = "communicator_destroy", .object = number(communicator)});
  if (remove(communicators_, number(communicator), "communicator_destroy", "communicator"))
    log_->update([](Live& live, Counters&) { --live.communicators; });
}

void Context::collective(backend::QueueHandle queue, backend::CommunicatorHandle communicator,
                         const backend::Collective& collective) {
  std::lock_guard lock(mutex_);
  const std::size_t bytes = collective.count * base::dtype_size(collective.dtype);
  const backend::Collective::Range &from = collective.source, &to = collective.destination;
  const Call call{"collective", number(queue), number(to.memory), number(from.memory), to.offset, bytes, false, {}};
  record(call);
  Queue& target = find_queue(queue, "collective");
  if (communicators_.count(number(communicator)) == 0)
    misuse("collective: {} is no live communicator", number(communicator));
  find_range(number(from.memory), from.offset, bytes, "collective");
  find_range(number(to.memory), to.offset, bytes, "collective");
  const bool same = from.memory == to.memory && from.offset == to.offset;
  if (from.memory == to.memory && !same && from.offset < to.offset + bytes && to.offset < from.offset + bytes)
    misuse("collective: ranges overlap");
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::copy, call);
  work.other_offset = from.offset;
  submit(target, work);
}

}  // namespace kiln::fake
