// SPDX-License-Identifier: Apache-2.0
// A recording is a list of work that is noted once and queued any number of times: kernels, products, copies
// and fills with all their arguments. It owns its temporaries and constants. Other memory (externals) is
// passed to every replay and must be where it was when recorded.
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
  std::size_t launches() const noexcept { return launches_; }  // the number of kernels
  // The operation that queued command `index`.
  const char* operation(std::size_t index) const noexcept { return commands_[index].operation; }
  // Bytes of the buffers that the recording keeps alive.
  std::uint64_t bytes() const noexcept { return bytes_; }

  // Whether these are the recorded externals, each at the address where it was.
  bool matches(std::span<Buffer* const> externals) const noexcept;
  // False once memory that held an external went back to the vendor. Then no externals will match again. If an
  // external is foreign memory, the result is false once any memory of the context went back.
  bool valid() const noexcept;

  // Queues all commands `times` times: in one submission, or in several if they are more than Queues::most_commands().
  // `externals` are in the order of finish(). Throws KILN_INTERNAL if they do not match. `operation` is a string
  // literal, or lives as long as the context; late errors name it. Allocates no host memory. May be called from any
  // thread. A command that the device refuses because others are queued is tried again when those have run. If that
  // fails and commands behind Capture::effects() were queued before, their results are half done: the context fails.
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
  // Queues some of the repetitions as one submission.
  void submit(std::span<Buffer* const> externals, std::size_t times, const char* operation);
  void queue_each(backend::QueueHandle queue, std::size_t times) const;

  base::Ref<Context> context_;
  std::pmr::monotonic_buffer_resource text_;  // holds the commands' work, their arguments and the arguments' values
  std::vector<backend::Command> commands_;
  std::deque<Section> sections_;
  std::vector<Kept> kept_;
  std::vector<External> externals_;
  backend::RecordingHandle handle_ = nullptr;  // null: commands are queued one by one
  std::size_t launches_ = 0;
  std::size_t effects_ = SIZE_MAX;  // the number of commands before the call of Capture::effects()
  std::uint64_t bytes_ = 0;
  bool notes_indices_ = false;
  // The value of Context::Impl::generation() when all externals were last seen in their pools.
  mutable std::atomic<std::uint64_t> generation_{0};
};

// While it lives, work that this thread queues on the context is noted instead of queued: launches, products, copies
// inside the context and fills. Calls of this thread on the context that would wait for the device or transfer host
// memory throw KILN_UNSUPPORTED. Captures of different contexts may nest; they must end in reverse order.
class Recording::Capture {
 public:
  explicit Capture(Context& context, const char* operation = "record");
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // Begins a section. Its commands may run at the same time as earlier sections, except for those in `after`
  // (sections are numbered from 0). The caller must name every section that uses the same externals; the
  // capture adds those that use the same temporaries.
  void section(std::vector<std::uint32_t> after);
  // Says that later commands overwrite values that cannot be restored. Only the first call counts.
  void effects() noexcept;
  // Bytes of the temporaries that commands have used so far.
  std::uint64_t scratch_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const base::Ref<Buffer>& buffer : scratch_)
      if (touched_.contains(buffer.get())) bytes += buffer->capacity();
    return bytes;
  }
  // Ends the capture. The recording keeps all buffers alive that its commands use, except for `externals`.
  // `repeats`: false if it will be replayed only once, so that preparing a faster form would not pay. Throws
  // KILN_UNSUPPORTED if the vendor's library refuses a product after all.
  base::Ref<Recording> finish(std::span<Buffer* const> externals, const char* operation = "record",
                              bool repeats = true);

  // This thread's capture of the context, or null.
  static Capture* of(const Context& context) noexcept {
    auto* const innermost = static_cast<Capture*>(base::thread_state().capture);
    return innermost ? innermost->find(context) : nullptr;
  }

 private:
  friend class Context;
  friend class Suspend;
  struct Touched {
    base::Ref<Buffer> buffer;
    bool read = false, write = false;
    std::vector<std::uint32_t> sections = {};  // the sections that use it, each once
  };
  Capture* find(const Context& context) noexcept;
  void leave() noexcept;
  void touch(Buffer& buffer, bool read, bool write);
  template <class Work>
  Work* keep(const Work& work);  // a copy that lives as long as the recording
  void add(const backend::Command& command, const char* operation);
  // Context calls these instead of queueing.
  void launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
              const char* operation);
  void gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation);
  void conv(const backend::Conv& conv, std::span<const BufferUse> uses, const char* operation);
  void copy(Buffer& to, Buffer& from, const backend::Copy& copy, const char* operation);
  void fill(Buffer& buffer, const backend::Fill& fill, const char* operation);
  void expect_indices() noexcept { recording_->notes_indices_ = true; }
  // Memory for a temporary. As commands run one after the other, memory whose buffer the caller has released
  // can be used again. Null if none of a suitable size is free.
  base::Ref<Buffer> reuse(std::size_t bytes);
  void adopt(const base::Ref<Buffer>& buffer) { scratch_.push_back(buffer); }

  base::Ref<Recording> recording_;  // null: the capture has ended
  void* outer_ = nullptr;
  std::unordered_map<Buffer*, Touched> touched_;
  std::vector<base::Ref<Buffer>> scratch_;  // allocated during this capture
  base::Ref<Buffer> index_record_;          // all checks of indices write it, and so wait for each other
};

// While it lives, this thread's work is queued as if there were no capture.
class Recording::Suspend {
 public:
  Suspend() noexcept : suspended_(std::exchange(base::thread_state().capture, nullptr)) {}
  ~Suspend() { base::thread_state().capture = suspended_; }
  Suspend(const Suspend&) = delete;
  Suspend& operator=(const Suspend&) = delete;

 private:
  void* suspended_;
};

}  // namespace kiln::runtime
