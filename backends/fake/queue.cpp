// SPDX-License-Identifier: Apache-2.0
// The fake context's queues, events, transfers and launches. An event only refers to work that was queued
// before it, so running "up to an event" always ends.
#include <algorithm>

#include "fake/context.hpp"

namespace kiln::fake {
namespace {

bool overlap(std::uint64_t a, std::uint64_t b, std::uint64_t bytes) { return a < b + bytes && b < a + bytes; }

}  // namespace

Queue& Context::find_queue(backend::QueueHandle queue, const char* entry) {
  return find(queues_, number(queue), entry, "queue");
}

Memory& Context::find_range(std::uint64_t memory, std::uint64_t offset, std::uint64_t bytes, const char* entry) {
  Memory& found = find(memories_, memory, entry, "memory");
  if (bytes == 0) misuse("{}: zero bytes of memory {}", entry, memory);
  if (offset > found.bytes || bytes > found.bytes - offset)
    misuse("{}: bytes [{}, {}) of memory {}, which has {}", entry, offset, offset + bytes, memory, found.bytes);
  return found;
}

backend::QueueHandle Context::queue_create(bool timing) {
  std::lock_guard lock(mutex_);
  record({.entry = "queue_create", .object = last_id_ + 1});
  Queue queue;
  queue.id = last_id_ + 1;
  queue.timing = timing;
  queues_.emplace(queue.id, std::move(queue));
  log_->update([](Live& live, Counters&) { ++live.queues; });
  return handle<backend::QueueHandle>(++last_id_);
}

void Context::queue_destroy(backend::QueueHandle queue) noexcept {
  const auto lock = enter({.entry = "queue_destroy", .queue = number(queue)});
  const auto found = known(queues_, number(queue), "queue_destroy", "queue");
  if (found == queues_.end()) return;
  log_->update([](Live& live, Counters&) { --live.queues; });
  if (found->second.adopted != 0) {
    --found->second.adopted;
    return;
  }
  run_all(found->second);  // as vendors do: queued work still runs
  queues_.erase(found);
}

void Context::queue_flush(backend::QueueHandle queue) {
  const auto lock = enter({.entry = "queue_flush", .queue = number(queue)});
  find_queue(queue, "queue_flush");
}

void Context::queue_finish(backend::QueueHandle queue) {
  const auto lock = enter({.entry = "queue_finish", .queue = number(queue)});
  wait(find_queue(queue, "queue_finish"));
}

backend::EventHandle Context::event_record(backend::QueueHandle queue) {
  std::lock_guard lock(mutex_);
  const Call call{.entry = "event_record", .queue = number(queue), .object = last_id_ + 1};
  record(call);
  Queue& found = find_queue(queue, "event_record");
  auto event = std::make_shared<Event>();
  event->queue = found.id;
  event->sequence = last_sequence_ + 1;  // the number that submit gives to the marker
  event->timing = found.timing;
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::record, call);
  work.event = event;
  events_.emplace(++last_id_, std::move(event));
  log_->update([](Live& live, Counters&) { ++live.events; });
  const auto result = handle<backend::EventHandle>(last_id_);
  submit(found, work);
  return result;
}

void Context::event_enqueue_wait(backend::QueueHandle queue, backend::EventHandle event) {
  const Call call{.entry = "event_enqueue_wait", .queue = number(queue), .object = number(event)};
  const auto lock = enter(call);
  Queue& found = find_queue(queue, "event_enqueue_wait");
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::wait, call);
  work.event = find(events_, number(event), "event_enqueue_wait", "event");
  submit(found, work);
}

void Context::event_wait(backend::EventHandle event) {
  const auto lock = enter({.entry = "event_wait", .object = number(event)});
  wait(*find(events_, number(event), "event_wait", "event"));
}

bool Context::event_done(backend::EventHandle event) {
  const auto lock = enter({.entry = "event_done", .object = number(event)});
  Event& found = *find(events_, number(event), "event_done", "event");
  if (!found.done && options_.poll_progress) {
    Queue& queue = queues_.at(found.queue);
    run(queue, queue.pending.front().sequence);
  }
  if (found.done && found.error) throw backend::Error(*found.error);
  return found.done;
}

void Context::event_destroy(backend::EventHandle event) noexcept {
  const auto lock = enter({.entry = "event_destroy", .object = number(event)});
  if (remove(events_, number(event), "event_destroy", "event"))
    log_->update([](Live& live, Counters&) { --live.events; });
}

double Context::event_seconds(backend::EventHandle start, backend::EventHandle end) {
  const auto lock = enter({.entry = "event_seconds", .object = number(end), .other = number(start)});
  Event& first = *find(events_, number(start), "event_seconds", "event");
  Event& last = *find(events_, number(end), "event_seconds", "event");
  if (!first.timing || !last.timing) misuse("event_seconds: an event of a queue created without timing");
  if (!first.done || !last.done) misuse("event_seconds: an event that has not passed");
  return last.seconds - first.seconds;
}

// Queues a read or a write; `from` or `to` is the host's memory, and the other is null.
void Context::transfer(Work::Kind kind, const Call& call, const void* from, void* to) {
  const auto lock = enter(call);
  Queue& found = find(queues_, call.queue, call.entry, "queue");
  find_range(call.object, call.offset, call.bytes, call.entry);
  if (!from && !to) misuse("{}: null host pointer", call.entry);
  Work fresh;
  Work& work = new_work(fresh, kind, call);
  work.from = from;
  work.to = to;
  submit(found, work);
  if (call.block) wait(found);
}

void Context::memory_write(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                           const void* from, std::size_t bytes, bool block) {
  transfer(Work::Kind::write, {"memory_write", number(queue), number(to), 0, to_offset, bytes, block, {}}, from,
           nullptr);
}

void Context::memory_read(backend::QueueHandle queue, backend::MemoryHandle from, std::size_t from_offset, void* to,
                          std::size_t bytes, bool block) {
  transfer(Work::Kind::read, {"memory_read", number(queue), number(from), 0, from_offset, bytes, block, {}}, nullptr,
           to);
}

void Context::memory_copy(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                          backend::MemoryHandle from, std::size_t from_offset, std::size_t bytes) {
  const Call call{"memory_copy", number(queue), number(to), number(from), to_offset, bytes, false, {}};
  const auto lock = enter(call);
  Queue& found = find_queue(queue, "memory_copy");
  find_range(number(to), to_offset, bytes, "memory_copy");
  find_range(number(from), from_offset, bytes, "memory_copy");
  if (to == from && overlap(to_offset, from_offset, bytes))
    misuse("memory_copy: ranges at {} and {} of {} bytes overlap", to_offset, from_offset, bytes);
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::copy, call);
  work.other_offset = from_offset;
  submit(found, work);
}

void Context::memory_fill(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t offset, std::size_t bytes,
                          const void* pattern, std::size_t pattern_bytes) {
  const Call call{"memory_fill", number(queue), number(to), 0, offset, bytes, false, {}};
  const auto lock = enter(call);
  Queue& found = find_queue(queue, "memory_fill");
  find_range(number(to), offset, bytes, "memory_fill");
  const bool power = pattern_bytes >= 1 && pattern_bytes <= 16 && (pattern_bytes & (pattern_bytes - 1)) == 0;
  if (!pattern || !power || offset % pattern_bytes != 0 || bytes % pattern_bytes != 0)
    misuse("memory_fill: a pattern of {} bytes for {} bytes at {}", pattern_bytes, bytes, offset);
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::fill, call);
  std::memcpy(work.pattern.data(), pattern, pattern_bytes);
  work.pattern_bytes = pattern_bytes;
  submit(found, work);
}

bool Context::memory_copy_peer(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                               backend::Context& from_context, backend::MemoryHandle from, std::size_t from_offset,
                               std::size_t bytes) {
  auto* const peer = dynamic_cast<Context*>(&from_context);
  if (!options_.peer_copy || !peer) return false;
  if (peer == this) {
    memory_copy(queue, to, to_offset, from, from_offset, bytes);
    return true;
  }
  std::scoped_lock lock(mutex_, peer->mutex_);
  record({"memory_copy_peer", number(queue), number(to), number(from), to_offset, bytes, false, {}});
  Queue& found = find_queue(queue, "memory_copy_peer");
  Memory& target = find_range(number(to), to_offset, bytes, "memory_copy_peer");
  Memory& source = peer->find_range(number(from), from_offset, bytes, "memory_copy_peer");
  run_all(found);
  if (target.real && source.real) std::memcpy(target.data.get() + to_offset, source.data.get() + from_offset, bytes);
  return true;
}

void Context::check_launch(const Kernel& kernel, const backend::Launch& launch) {
  if (launch.dims < 1 || launch.dims > 3) misuse("kernel_launch: {} has {} dimensions", kernel.name, launch.dims);
  std::size_t group = 1;
  for (unsigned i = 0; i < launch.dims; ++i) {
    if (launch.global[i] == 0) misuse("kernel_launch: {} has no work-items", kernel.name);
    if (launch.local[0] == 0) continue;
    if (launch.local[i] == 0 || launch.global[i] % launch.local[i] != 0)
      misuse("kernel_launch: {}: global size {} in groups of {}", kernel.name, launch.global[i], launch.local[i]);
    if (launch.global[i] / launch.local[i] > properties_.max_groups[i])
      misuse("kernel_launch: {}: {} groups, at most {}", kernel.name, launch.global[i] / launch.local[i],
             properties_.max_groups[i]);
    group *= launch.local[i];
  }
  if (group > options_.max_local_size)
    misuse("kernel_launch: {}: groups of {}, at most {}", kernel.name, group, options_.max_local_size);
  std::size_t local = 0;
  for (std::size_t i = 0; i < launch.argument_count; ++i) {
    const auto& argument = launch.arguments[i];
    if (argument.kind == backend::Argument::Kind::memory) {
      const Memory& memory = find(memories_, number(argument.memory), "kernel_launch", "memory");
      if (argument.offset >= memory.bytes)
        misuse("kernel_launch: {}: argument {} at {} of {} bytes", kernel.name, i, argument.offset, memory.bytes);
      if (options_.strict_alignment && argument.offset % options_.alignment != 0)
        misuse("kernel_launch: {}: argument {} at {}, no multiple of {}", kernel.name, i, argument.offset,
               options_.alignment);
    } else if (argument.size == 0 || (argument.kind == backend::Argument::Kind::value && !argument.value)) {
      misuse("kernel_launch: {}: argument {} is empty", kernel.name, i);
    } else if (argument.kind == backend::Argument::Kind::local) {
      local += argument.size;
    }
  }
  if (local > options_.local_memory)
    misuse("kernel_launch: {}: {} bytes of local memory, at most {}", kernel.name, local, options_.local_memory);
}

void Context::record_launch(const Kernel& kernel, const backend::Launch& launch) {
  Launched entry;
  entry.text = kernel.text;
  entry.kernel = kernel.name;
  entry.dims = launch.dims;
  std::copy_n(launch.global, 3, entry.global);
  std::copy_n(launch.local, 3, entry.local);
  entry.dynamic_local = launch.dynamic_local;
  for (std::size_t i = 0; i < launch.argument_count; ++i) {
    const auto& argument = launch.arguments[i];
    Launched::Argument& told = entry.arguments.emplace_back();
    told.kind = argument.kind;
    told.bytes = argument.size;
    if (argument.kind == backend::Argument::Kind::memory) {
      told.memory = number(argument.memory);
      told.offset = argument.offset;
      told.bytes = memories_.at(told.memory).bytes;
    } else if (argument.kind == backend::Argument::Kind::value) {
      const auto* const bytes = static_cast<const std::byte*>(argument.value);
      told.value.assign(bytes, bytes + argument.size);
    }
  }
  log_->record_launch(entry);
}

void Context::kernel_launch(backend::QueueHandle queue, backend::KernelHandle kernel, const backend::Launch& launch) {
  std::lock_guard lock(mutex_);
  const std::shared_ptr<Kernel>& found = find(kernels_, number(kernel), "kernel_launch", "kernel");
  Call call{.entry = "kernel_launch", .queue = number(queue), .object = number(kernel)};
  if (options_.log_calls) call.name = found->name;
  record(call);
  Queue& target = find_queue(queue, "kernel_launch");
  check_launch(*found, launch);
  if (options_.log_launches) record_launch(*found, launch);
  Work fresh;
  Work& work = new_work(fresh, Work::Kind::launch, call);
  work.kernel = found;
  work.launch = launch;
  work.launch.arguments = nullptr;
  work.arguments.assign(launch.arguments, launch.arguments + launch.argument_count);
  for (auto& argument : work.arguments) {
    if (argument.kind != backend::Argument::Kind::value) continue;
    // Values lie in slots of 16 bytes, so that a function may read any of them in place.
    const std::size_t at = (work.values.size() + 15) / 16 * 16;
    work.values.resize(at + argument.size);
    std::memcpy(work.values.data() + at, argument.value, argument.size);
    argument.offset = at;
    argument.value = nullptr;
  }
  submit(target, work);
}

backend::RecordingHandle Context::recording_create(std::span<const backend::Command> commands) {
  if (!options_.recordings) return nullptr;
  std::lock_guard lock(mutex_);
  record({.entry = "recording_create", .object = last_id_ + 1});
  if (commands.empty()) misuse("recording_create: no commands");
  recordings_.emplace(++last_id_, commands);
  log_->update([](Live& live, Counters&) { ++live.recordings; });
  return handle<backend::RecordingHandle>(last_id_);
}

void Context::recording_replay(backend::QueueHandle queue, backend::RecordingHandle recording, std::size_t times) {
  std::span<const backend::Command> commands;
  {
    std::lock_guard lock(mutex_);
    record({.entry = "recording_replay", .queue = number(queue), .object = number(recording)});
    if (times == 0) misuse("recording_replay: no times");
    commands = find(recordings_, number(recording), "recording_replay", "recording");
  }
  for (std::size_t time = 0; time < times; ++time)
    for (const backend::Command& command : commands) backend::queue_command(*this, queue, command);
}

void Context::recording_destroy(backend::RecordingHandle recording) noexcept {
  const auto lock = enter({.entry = "recording_destroy", .object = number(recording)});
  if (remove(recordings_, number(recording), "recording_destroy", "recording"))
    log_->update([](Live& live, Counters&) { --live.recordings; });
}

}  // namespace kiln::fake
