// SPDX-License-Identifier: Apache-2.0
// Recording and replaying. A replay is one submission, or several if its repetitions are very many. Each runs after
// everything that its memory depends on, and every buffer that it uses remembers it.
#include "runtime/context/recording.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <optional>

#include "base/error.hpp"
#include "base/plugin/fork_guard.hpp"
#include "runtime/context/context_impl.hpp"

namespace kiln::runtime {

using Command = backend::Command;

// ---- Capture ----

Recording::Capture::Capture(Context& context, const char* operation) {
  context.impl_->queues.check(operation);
  if (of(context)) base::fail(KILN_UNSUPPORTED, "{}: this thread already records on {}", operation, context.device());
  recording_ = base::Ref<Recording>::adopt(new Recording(context));
  recording_->generation_ = context.impl_->generation();
  outer_ = std::exchange(base::thread_state().capture, this);
}

Recording::Capture::~Capture() { leave(); }

void Recording::Capture::leave() noexcept {
  if (base::thread_state().capture == this) base::thread_state().capture = outer_;
}

Recording::Capture* Recording::Capture::find(const Context& context) noexcept {
  Capture* capture = this;
  while (capture && &capture->recording_->context() != &context) capture = static_cast<Capture*>(capture->outer_);
  return capture;
}

void Recording::Capture::touch(Buffer& buffer, bool read, bool write) {
  Touched& touched = touched_[&buffer];
  if (!touched.buffer) touched.buffer = base::Ref<Buffer>(&buffer);
  touched.read |= read;
  touched.write |= write;
  const auto count = std::uint32_t(recording_->sections_.size());
  if (count > 0 && (touched.sections.empty() || touched.sections.back() != count - 1))
    touched.sections.push_back(count - 1);
}

template <class Work>
Work* Recording::Capture::keep(const Work& work) {
  return new (recording_->text_.allocate(sizeof(Work), alignof(Work))) Work(work);
}

void Recording::Capture::add(const backend::Command& command, const char* operation) {
  recording_->context_->impl_->queues.check(operation);
  recording_->commands_.push_back(command);
  if (!recording_->sections_.empty()) recording_->commands_.back().section = &recording_->sections_.back().section;
}

void Recording::Capture::launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
                                const char* operation) {
  std::pmr::memory_resource& text = recording_->text_;
  backend::Launch* const made = keep(launch);
  auto* const arguments = static_cast<backend::Argument*>(
      text.allocate(launch.argument_count * sizeof(backend::Argument), alignof(backend::Argument)));
  for (std::size_t i = 0; i < launch.argument_count; ++i) {
    backend::Argument& argument = *new (&arguments[i]) backend::Argument{launch.arguments[i]};
    if (argument.kind != backend::Argument::Kind::value) continue;
    void* const value = text.allocate(argument.size, alignof(std::max_align_t));
    std::memcpy(value, argument.value, argument.size);
    argument.value = value;
  }
  made->arguments = arguments;
  for (const BufferUse& use : uses) touch(*use.buffer, use.read, use.write);
  add(backend::command(operation, kernel.handle, *made), operation);
  ++recording_->launches_;
}

void Recording::Capture::gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation) {
  for (const BufferUse& use : uses) touch(*use.buffer, use.read, use.write);
  add(backend::command(operation, *keep(gemm)), operation);
}

void Recording::Capture::conv(const backend::Conv& conv, std::span<const BufferUse> uses, const char* operation) {
  for (const BufferUse& use : uses) touch(*use.buffer, use.read, use.write);
  add(backend::command(operation, *keep(conv)), operation);
}

void Recording::Capture::copy(Buffer& to, Buffer& from, const backend::Copy& copy, const char* operation) {
  touch(from, true, false);
  touch(to, false, true);
  add(backend::command(operation, *keep(copy)), operation);
}

void Recording::Capture::fill(Buffer& buffer, const backend::Fill& fill, const char* operation) {
  touch(buffer, false, true);
  add(backend::command(operation, *keep(fill)), operation);
}

base::Ref<Buffer> Recording::Capture::reuse(std::size_t bytes) {
  Buffer* best = nullptr;
  for (const base::Ref<Buffer>& known : scratch_) {
    const std::size_t size = known->capacity(), users = known->use_count();
    if (size < bytes || users > 2 || (best && size >= best->capacity())) continue;
    // The list of temporaries, and perhaps the map of touched buffers, have the only references: nobody else
    // can use this buffer any more.
    if (users == (touched_.contains(known.get()) ? 2u : 1u)) best = known.get();
  }
  // If a small temporary took a large block, the next large one would need new memory.
  if (!best || best->capacity() / 2 > bytes + 4096) return {};
  best->size_ = bytes;
  return base::Ref<Buffer>(best);
}

void Recording::Capture::section(std::vector<std::uint32_t> after) {
  if (recording_->sections_.empty() && !recording_->commands_.empty())
    base::fail(KILN_INTERNAL, "record: commands before the first section");
  recording_->sections_.push_back({std::move(after), {std::uint32_t(recording_->sections_.size())}});
}

void Recording::Capture::effects() noexcept {
  recording_->effects_ = std::min(recording_->effects_, recording_->commands_.size());
}

base::Ref<Recording> Recording::Capture::finish(std::span<Buffer* const> externals, const char* operation,
                                                bool repeats) {
  if (!recording_ || base::thread_state().capture != this)
    base::fail(KILN_INTERNAL, "{}: the capture has ended, or is not this thread's latest", operation);
  leave();
  const base::Ref<Recording> recording = std::exchange(recording_, nullptr);
  scratch_.clear();
  for (Buffer* const buffer : externals) {
    if (buffer->context_ != recording->context_)
      base::fail(KILN_CONTEXT_MISMATCH, "{}: a buffer of {} in a recording of {}", operation,
                 buffer->context().device(), recording->context().device());
    const auto found = touched_.find(buffer);
    const bool read = found != touched_.end() && found->second.read,
               write = found != touched_.end() && found->second.write;
    recording->externals_.push_back(
        {buffer->memory_, buffer->offset_, buffer->size_, buffer->segment_, buffer->pinned(), read, write});
  }
  for (Buffer* const buffer : externals) touched_.erase(buffer);
  for (auto& [buffer, touched] : touched_) {
    // Several sections use this temporary one after the other, so each waits for the one before.
    for (std::size_t i = 1; touched.write && i < touched.sections.size(); ++i)
      recording->sections_[touched.sections[i]].after.push_back(touched.sections[i - 1]);
    recording->bytes_ += buffer->capacity();
    recording->kept_.push_back({std::move(touched.buffer), touched.read, touched.write});
  }
  touched_.clear();
  for (Section& section : recording->sections_) {
    section.section.after = section.after.data();
    section.section.after_count = section.after.size();
  }
  if (repeats) recording->create(operation);
  return recording;
}

// ---- Recording ----

void Recording::create(const char* operation) {
  if (commands_.empty()) return;
  Context::Impl& impl = *context_->impl_;
  handle_ = vendor_call(operation, impl.name, [&] { return impl.device->recording_create(commands_); });
}

Recording::~Recording() {
  if (handle_ && !base::forked()) context_->impl_->device->recording_destroy(handle_);
}

bool Recording::External::is(const Buffer& buffer) const noexcept {
  return buffer.memory_ == memory && buffer.offset_ == offset && buffer.size_ >= size && buffer.segment_ == segment &&
         (!read || buffer.readable_) && (!write || buffer.writable_);
}

bool Recording::matches(std::span<Buffer* const> externals) const noexcept {
  if (externals.size() != externals_.size()) return false;
  for (std::size_t i = 0; i < externals.size(); ++i)
    if (externals[i]->context_ != context_ || !externals_[i].is(*externals[i])) return false;
  return true;
}

bool Recording::valid() const noexcept {
  Context::Impl& impl = *context_->impl_;
  const std::uint64_t now = impl.generation();
  if (generation_.load(std::memory_order_relaxed) == now) return true;
  for (const External& external : externals_) {
    const auto kind = external.pinned ? backend::MemoryKind::pinned : backend::MemoryKind::device;
    if (external.segment != 0 && !impl.pool(kind).has_segment(external.segment)) return false;
  }
  generation_.store(now, std::memory_order_relaxed);
  return true;
}

void Recording::queue_each(backend::QueueHandle queue, std::size_t times) const {
  backend::Context& device = *context_->impl_->device;
  const auto queue_one = [&](const Command& command) {
    if (!backend::queue_command(device, queue, command))
      base::fail(KILN_BACKEND_ERROR, "{}: the vendor's library refuses a {} that it took when recorded",
                 command.operation, command.kind == KILN_BACKEND_CONV_COMMAND ? "convolution" : "product");
  };
  for (std::size_t i = 0; i < times * commands_.size(); ++i)
    backend::queue_behind(device, queue, i, [&] { queue_one(commands_[i % commands_.size()]); });
}

void Recording::replay(std::span<Buffer* const> externals, std::size_t times, const char* operation) {
  context_->check_not_capturing(operation);
  if (!matches(externals))
    base::fail(KILN_INTERNAL, "{}: the buffers are not those that were recorded on {}", operation, context_->device());
  if (times == 0 || commands_.empty()) return context_->impl_->queues.check(operation);
  // Queueing all repetitions at once could exceed the limit on how far the host runs ahead.
  Context::Impl& impl = *context_->impl_;
  const std::size_t most = std::max<std::size_t>(impl.queues.most_commands() / commands_.size(), 1);
  for (std::size_t left = times, now = 0; left > 0; left -= now) {
    now = std::min(left, most);
    submit(externals, now, operation);
  }
  if (notes_indices_) context_->expect_indices();
  impl.launched(impl.queues.lane(QueueId::compute), operation);
  if (notes_indices_ && impl.options.launch_blocking) context_->check_indices(operation);
}

void Recording::submit(std::span<Buffer* const> externals, std::size_t times, const char* operation) {
  Context::Impl& impl = *context_->impl_;
  const auto visit = [&](auto&& touch) {
    for (const Kept& kept : kept_) touch(kept.buffer->use_, kept.read, kept.write);
    for (std::size_t i = 0; i < externals.size(); ++i)
      touch(externals[i]->use_, externals_[i].read, externals_[i].write);
  };
  // If queueing fails in the middle, commands queued before still use the memory. So the error is thrown
  // after their use has been noted.
  std::exception_ptr failure;
  std::optional<backend::Error> half_done;
  Load load{commands_.size() * times, 0};
  for (const Kept& kept : kept_) load.bytes += kept.buffer->size();
  for (Buffer* const external : externals) load.bytes += external->size();
  const int lane = impl.queues.lane(QueueId::compute);
  impl.queues.submit(lane, operation, load, visit, [&](backend::QueueHandle queue) {
    try {
      if (handle_)
        impl.device->recording_replay(queue, handle_, times);
      else
        queue_each(queue, times);
    } catch (const backend::PartlyQueued& error) {
      if (error.queued() % commands_.size() > effects_) half_done = error;
      failure = std::current_exception();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (half_done) impl.queues.fail_late(*half_done, operation);
  if (failure) vendor_call(operation, impl.name, [&] { std::rethrow_exception(failure); });
}

}  // namespace kiln::runtime
