// SPDX-License-Identifier: Apache-2.0
// Runs the work that is queued on the fake device, at once or when something waits for it. A failure while it
// runs is kept in the queue, and the next wait throws it.

#include "fake/context.hpp"

namespace kiln::fake {

// The object for new work. Work that runs at once reuses one object and its memory. Deferred work is built in
// `fresh` and moved to its queue.
Work& Context::new_work(Work& fresh, Work::Kind kind, const Call& call) {
  Work& work = options_.deferred ? fresh : scratch_;
  work.kind = kind;
  work.call = call;
  work.arguments.clear();
  work.values.clear();
  work.event.reset();
  work.kernel.reset();
  return work;
}

void Context::submit(Queue& queue, Work& work) {
  work.sequence = ++last_sequence_;
  if (options_.deferred)
    queue.pending.push_back(std::move(work));
  else
    execute(queue, work);
}

// Runs the work of a queue up to a sequence number, and work of other queues as far as this work waits for it.
void Context::run(Queue& queue, std::uint64_t sequence) {
  if (queue.pending.empty()) return;
  struct Goal {
    Queue* queue;
    std::uint64_t sequence;
  };
  std::vector<Goal> goals{{&queue, sequence}};
  while (!goals.empty()) {
    const Goal goal = goals.back();
    if (goal.queue->pending.empty() || goal.queue->pending.front().sequence > goal.sequence) {
      goals.pop_back();
      continue;
    }
    Work& work = goal.queue->pending.front();
    if (work.kind == Work::Kind::wait && !work.event->done) {
      goals.push_back({&queues_.at(work.event->queue), work.event->sequence});
      continue;
    }
    execute(*goal.queue, work);
    goal.queue->pending.pop_front();
  }
}

void Context::run_all(Queue& queue) { run(queue, last_sequence_); }

void Context::execute(Queue& queue, Work& work) {
  ++ticks_;
  if (options_.log_calls) log_->record_executed(work.call);
  const Call& call = work.call;
  // The result is null if the memory has no bytes of its own.
  const auto range = [&](std::uint64_t id, std::uint64_t offset) {
    const Memory& memory = find_range(id, offset, call.bytes, call.entry);
    return memory.real ? memory.data.get() + offset : nullptr;
  };
  try {
    switch (work.kind) {
      case Work::Kind::write:
        if (std::byte* const to = range(call.object, call.offset)) std::memcpy(to, work.from, call.bytes);
        break;
      case Work::Kind::read:
        if (const std::byte* const from = range(call.object, call.offset))
          std::memcpy(work.to, from, call.bytes);
        else
          std::memset(work.to, 0, call.bytes);
        break;
      case Work::Kind::copy: {
        std::byte* const to = range(call.object, call.offset);
        const std::byte* const from = range(call.other, work.other_offset);
        if (to && from) std::memmove(to, from, call.bytes);
        if (to && !from) std::memset(to, 0, call.bytes);
        break;
      }
      case Work::Kind::fill:
        execute_fill(work);
        break;
      case Work::Kind::launch:
        execute_launch(work);
        break;
      case Work::Kind::record:
        work.event->done = true;
        work.event->seconds = static_cast<double>(ticks_) * 1e-6;
        work.event->error = queue.error;
        break;
      case Work::Kind::wait:
        break;
    }
  } catch (const backend::Error& error) {
    if (!queue.error) queue.error = error;
  } catch (const std::exception& error) {
    if (!queue.error) queue.error = backend::Error(KILN_BACKEND_ERROR, fmt::format("{}: {}", call.entry, error.what()));
  }
}

void Context::execute_fill(const Work& work) {
  const Call& call = work.call;
  const Memory& memory = find_range(call.object, call.offset, call.bytes, call.entry);
  if (!memory.real) return;
  std::byte* const data = memory.data.get() + call.offset;
  for (std::size_t at = 0; at < call.bytes; at += work.pattern_bytes)
    std::memcpy(data + at, work.pattern.data(), work.pattern_bytes);
}

void Context::execute_launch(Work& work) {
  std::size_t local_bytes = 0;
  for (const auto& argument : work.arguments)
    if (argument.kind == backend::Argument::Kind::local) local_bytes += (argument.size + 15) / 16 * 16;
  local_.assign(local_bytes, std::byte{0xA5});
  resolved_.clear();
  std::size_t local_at = 0;
  for (const auto& argument : work.arguments) {
    KernelArgument resolved{argument.kind, nullptr, argument.size};
    if (argument.kind == backend::Argument::Kind::memory) {
      const Memory& memory = find(memories_, number(argument.memory), work.call.entry, "memory");
      resolved.data = memory.real ? memory.data.get() + argument.offset : nullptr;
      resolved.size = memory.bytes - argument.offset;
    } else if (argument.kind == backend::Argument::Kind::value) {
      resolved.data = work.values.data() + argument.offset;
    } else {
      resolved.data = local_.data() + local_at;
      local_at += (argument.size + 15) / 16 * 16;
    }
    resolved_.push_back(resolved);
  }
  KernelCall call;
  call.name = work.kernel->name;
  call.dims = work.launch.dims;
  for (unsigned i = 0; i < work.launch.dims; ++i) {
    call.global[i] = work.launch.global[i];
    call.local[i] = work.launch.local[0] == 0 ? 0 : work.launch.local[i];
  }
  call.arguments = resolved_;
  log_->update([](Live&, Counters& counters) { ++counters.launches; });
  work.kernel->function(call);
}

void Context::wait(Queue& queue) {
  run_all(queue);
  if (!queue.error) return;
  const backend::Error error = *queue.error;
  queue.error.reset();
  throw error;
}

void Context::wait(Event& event) {
  if (!event.done) run(queues_.at(event.queue), event.sequence);
  if (event.error) throw backend::Error(*event.error);
}

}  // namespace kiln::fake
