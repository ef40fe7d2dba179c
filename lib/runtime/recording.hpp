// SPDX-License-Identifier: Apache-2.0
// A list of queued work that is noted once and queued again and again: kernels, products, copies and fills
// with all their arguments. It owns the memory that is its own (temporaries, constants); memory of others
// (externals) is named at every replay and must be where it was.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/callback.hpp"
#include "runtime/context.hpp"

namespace kiln::runtime {

class Recording final : public base::RefCounted {
 public:
  class Capture;
  class Suspend;

  Context& context() const noexcept { return *context_; }
  std::size_t commands() const noexcept { return commands_.size(); }
  std::size_t launches() const noexcept { return launches_; }  // of kernels
  // What queued command `index`.
  const char* operation(std::size_t index) const noexcept { return commands_[index].operation; }
  // Of the buffers that it keeps alive.
  std::uint64_t bytes() const noexcept { return bytes_; }

  // Are these the externals as recorded: the same memory at the same place?
  bool matches(std::span<Buffer* const> externals) const noexcept;
  // False once memory that an external lay in went back to the vendor: no buffer will match again.
  bool valid() const noexcept;

  // Queues everything `times` times over, in one piece; externals in the order of finish(). Throws
  // KILN_INTERNAL where they do not match. `operation` is a string literal or lives as long as the context,
  // and is what a late error names. Allocates no memory of the host's. From any thread. A command that the
  // device refuses behind others is tried again when those have run. Where it is refused then too and
  // commands behind Capture::effects() were queued, what they write is half done, and the context fails.
  void replay(std::span<Buffer* const> externals, std::size_t times, const char* operation);

 private:
  friend class Capture;
  struct Kept {
    base::Ref<Buffer> buffer;
    bool read, write;
  };
  struct Section {
    std::vector<std::uint32_t> after;
    backend::Section section;
  };
  struct External {
    backend::MemoryHandle memory;
    std::size_t offset, size;
    std::uint64_t segment;
    bool pinned, read, write;
    bool is(const Buffer& buffer) const noexcept;
  };
  explicit Recording(Context& context) : context_(&context) {}
  ~Recording() override;
  void create(const char* operation);
  // Queues some of the repetitions: one submission.
  void submit(std::span<Buffer* const> externals, std::size_t times, const char* operation);
  void queue_each(backend::QueueHandle queue, std::size_t times) const;

  base::Ref<Context> context_;
  std::pmr::monotonic_buffer_resource text_;  // work, arguments and their values
  std::vector<backend::Command> commands_;
  std::deque<Section> sections_;
  std::vector<Kept> kept_;
  std::vector<External> externals_;
  backend::RecordingHandle handle_ = nullptr;  // null: queued one by one
  std::size_t launches_ = 0;
  std::size_t effects_ = SIZE_MAX;  // commands before the first that others see
  std::uint64_t bytes_ = 0;
  bool notes_indices_ = false;
  mutable std::atomic<std::uint64_t> generation_{
      0};  // of the pools, when externals were last known to be there
};

// While it lives, what this thread queues on the context is noted instead: launches, products, copies inside
// the context and fills. Calls of this thread on the context that would wait for the device or move memory of
// the host throw KILN_UNSUPPORTED. Captures of different contexts nest; they end in the opposite order.
class Recording::Capture {
 public:
  explicit Capture(Context& context, const char* operation = "record");
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // What follows may run beside earlier sections but for those named (numbered from 0 by calls of this
  // function), as far as memory of externals goes; for other memory the capture sees to the order.
  void section(std::vector<std::uint32_t> after);
  // What follows changes memory whose old contents matter; the first call counts.
  void effects() noexcept;
  // Memory of the temporaries that commands touch, so far.
  std::uint64_t scratch_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const base::Ref<Buffer>& buffer : scratch_)
      if (touched_.contains(buffer.get())) bytes += buffer->capacity();
    return bytes;
  }
  // Ends the capture. All buffers that the commands touch are kept alive by the recording but for
  // `externals`. `repeats` false: it will be replayed once, so that a quicker form is not worth making.
  // Throws KILN_UNSUPPORTED where the vendor's library refuses a product after all.
  base::Ref<Recording> finish(std::span<Buffer* const> externals, const char* operation = "record",
                              bool repeats = true);

  // This thread's capture of that context, or null.
  static Capture* of(const Context& context) noexcept {
    auto* const innermost = static_cast<Capture*>(base::thread_state.capture);
    return innermost ? innermost->find(context) : nullptr;
  }

 private:
  friend class Context;
  friend class Suspend;
  struct Touched {
    base::Ref<Buffer> buffer;
    bool read = false, write = false;
    std::vector<std::uint32_t> sections = {};  // that touched it, each once
  };
  Capture* find(const Context& context) noexcept;
  void leave() noexcept;
  void touch(Buffer& buffer, bool read, bool write);
  template <class Work>
  Work* keep(const Work& work);  // a copy that lives as long as the recording
  void add(const backend::Command& command, const char* operation);
  // What Context queues.
  void launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
              const char* operation);
  void gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation);
  void copy(Buffer& to, Buffer& from, const backend::Copy& copy, const char* operation);
  void fill(Buffer& buffer, const backend::Fill& fill, const char* operation);
  void expect_indices() noexcept { recording_->notes_indices_ = true; }
  // Temporaries. The commands run one after the other, so that memory which the capture's caller has let go
  // of serves again: null if there is none of that size.
  base::Ref<Buffer> reuse(std::size_t bytes);
  void adopt(const base::Ref<Buffer>& buffer) { scratch_.push_back(buffer); }

  base::Ref<Recording> recording_;  // null: ended
  void* outer_ = nullptr;
  std::unordered_map<Buffer*, Touched> touched_;
  std::vector<base::Ref<Buffer>> scratch_;  // allocated in this capture
  base::Ref<Buffer> index_record_;          // of all its checks: one waits for the other
};

// Work of this thread is queued as usual while it lives, as if there were no capture.
class Recording::Suspend {
 public:
  Suspend() noexcept : suspended_(std::exchange(base::thread_state.capture, nullptr)) {}
  ~Suspend() { base::thread_state.capture = suspended_; }
  Suspend(const Suspend&) = delete;
  Suspend& operator=(const Suspend&) = delete;

 private:
  void* suspended_;
};

}  // namespace kiln::runtime
