// SPDX-License-Identifier: Apache-2.0
// The wrapping context asks the plan, then passes the call on. Handles are those of the inner context.
#include <unistd.h>

#include <algorithm>
#include <type_traits>

#include "base/error.hpp"
#include "fault/plan.hpp"

namespace kiln::fault {
namespace {

using namespace backend;

class FaultContext final : public Context {
 public:
  explicit FaultContext(std::unique_ptr<Context> inner) : inner_(std::move(inner)) { add_live(&Live::contexts, 1); }
  ~FaultContext() override {
    inner_.reset();
    add_live(&Live::contexts, -1);
  }

  const DeviceProperties& properties() const noexcept override { return inner_->properties(); }
  MemoryInfo memory_info() override { return pass("memory_info", &Context::memory_info); }

  QueueHandle queue_create(bool timing) override {
    return create("queue_create", &Live::queues, [&] { return inner_->queue_create(timing); });
  }
  void queue_destroy(QueueHandle queue) noexcept override { drop(&Live::queues, &Context::queue_destroy, queue); }
  void queue_flush(QueueHandle queue) override { pass("queue_flush", &Context::queue_flush, queue); }
  void queue_finish(QueueHandle queue) override {
    wait("queue_finish", [&] { inner_->queue_finish(queue); });
  }

  EventHandle event_record(QueueHandle queue) override {
    return create("event_record", &Live::events, [&] { return inner_->event_record(queue); });
  }
  void event_enqueue_wait(QueueHandle queue, EventHandle event) override {
    pass("event_enqueue_wait", &Context::event_enqueue_wait, queue, event);
  }
  void event_wait(EventHandle event) override {
    wait("event_wait", [&] { inner_->event_wait(event); });
  }
  bool event_wait_for(EventHandle event, double seconds) override {
    return pass("event_wait_for", &Context::event_wait_for, event, seconds);
  }
  bool event_done(EventHandle event) override { return pass("event_done", &Context::event_done, event); }
  void event_destroy(EventHandle event) noexcept override { drop(&Live::events, &Context::event_destroy, event); }
  double event_seconds(EventHandle start, EventHandle end) override {
    return pass("event_seconds", &Context::event_seconds, start, end);
  }

  MemoryHandle memory_allocate(std::size_t bytes, MemoryKind kind) override {
    return create("memory_allocate", &Live::memories, [&] { return inner_->memory_allocate(bytes, kind); });
  }
  void memory_free(MemoryHandle memory) noexcept override { drop(&Live::memories, &Context::memory_free, memory); }
  void* memory_host_pointer(MemoryHandle memory) noexcept override { return inner_->memory_host_pointer(memory); }
  std::uintptr_t memory_native(MemoryHandle memory) noexcept override { return inner_->memory_native(memory); }

  void memory_write(QueueHandle queue, MemoryHandle to, std::size_t to_offset, const void* from, std::size_t bytes,
                    bool block) override {
    pass("memory_write", &Context::memory_write, queue, to, to_offset, from, bytes, block);
  }
  void memory_read(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to, std::size_t bytes,
                   bool block) override {
    pass("memory_read", &Context::memory_read, queue, from, from_offset, to, bytes, block);
  }
  void memory_copy(QueueHandle queue, MemoryHandle to, std::size_t to_offset, MemoryHandle from,
                   std::size_t from_offset, std::size_t bytes) override {
    pass("memory_copy", &Context::memory_copy, queue, to, to_offset, from, from_offset, bytes);
  }
  void memory_fill(QueueHandle queue, MemoryHandle to, std::size_t offset, std::size_t bytes, const void* pattern,
                   std::size_t pattern_bytes) override {
    pass("memory_fill", &Context::memory_fill, queue, to, offset, bytes, pattern, pattern_bytes);
  }
  bool memory_copy_peer(QueueHandle queue, MemoryHandle to, std::size_t to_offset, Context& from_context,
                        MemoryHandle from, std::size_t from_offset, std::size_t bytes) override {
    pass_or_throw("memory_copy_peer");
    auto* const wrapped = dynamic_cast<FaultContext*>(&from_context);
    return inner_->memory_copy_peer(queue, to, to_offset, wrapped ? *wrapped->inner_ : from_context, from, from_offset,
                                    bytes);
  }

  ProgramHandle program_build(const Source& source) override {
    return create("program_build", &Live::programs, [&] { return inner_->program_build(source); });
  }
  ProgramHandle program_load(std::span<const std::byte> binary, const Source& source) override {
    return create("program_load", &Live::programs, [&] { return inner_->program_load(binary, source); });
  }
  std::vector<std::byte> program_binary(ProgramHandle program) override {
    return pass("program_binary", &Context::program_binary, program);
  }
  std::vector<std::byte> program_draft(ProgramHandle program) override {
    return pass("program_draft", &Context::program_draft, program);
  }
  void program_destroy(ProgramHandle program) noexcept override {
    drop(&Live::programs, &Context::program_destroy, program);
  }
  std::vector<std::string> program_kernels(ProgramHandle program) override {
    return pass("program_kernels", &Context::program_kernels, program);
  }
  KernelHandle program_kernel(ProgramHandle program, const char* name) override {
    return pass("program_kernel", &Context::program_kernel, program, name);
  }
  KernelInfo kernel_info(KernelHandle kernel) override { return pass("kernel_info", &Context::kernel_info, kernel); }
  void kernel_launch(QueueHandle queue, KernelHandle kernel, const Launch& launch) override {
    if (const int delay = convolutions().launch_delay_us; delay > 0) ::usleep(static_cast<useconds_t>(delay));
    pass("kernel_launch", &Context::kernel_launch, queue, kernel, launch);
  }
  bool blas_gemm(QueueHandle queue, const Gemm& gemm) override {
    return pass("blas_gemm", &Context::blas_gemm, queue, gemm);
  }
  std::string blas_identity() override { return inner_->blas_identity(); }
  bool blas_takes(const Gemm& gemm) override { return inner_->blas_takes(gemm); }
  std::vector<ConvWay> conv_ways(const Conv& conv) override {
    const Convolutions& control = convolutions();
    if (control.ways == 0) return inner_->conv_ways(conv);
    std::vector<ConvWay> ways;
    if (conv.dtype == KILN_FLOAT32 && !(control.correlates && conv.flip))
      for (int way = 1; way <= control.ways; ++way) ways.push_back({way, control.workspace});
    return ways;
  }
  bool conv(QueueHandle queue, const Conv& conv) override {
    pass_or_throw("conv");
    return convolutions().ways == 0 ? inner_->conv(queue, conv) : queue_convolution(*inner_, queue, conv);
  }
  std::string conv_identity() override {
    return convolutions().ways == 0 ? inner_->conv_identity() : "the stand-in of the fault backend";
  }
  RecordingHandle recording_create(std::span<const Command> commands) override {
    pass_or_throw("recording_create");
    // The inner context knows nothing of the stand-in.
    if (convolutions().ways > 0 && std::any_of(commands.begin(), commands.end(), [](const Command& command) {
          return command.kind == KILN_BACKEND_CONV_COMMAND;
        }))
      return nullptr;
    const RecordingHandle handle = inner_->recording_create(commands);
    if (handle) add_live(&Live::recordings, 1);
    return handle;
  }
  void recording_replay(QueueHandle queue, RecordingHandle recording, std::size_t times) override {
    pass("recording_replay", &Context::recording_replay, queue, recording, times);
  }
  void recording_destroy(RecordingHandle recording) noexcept override {
    drop(&Live::recordings, &Context::recording_destroy, recording);
  }

  Native native() noexcept override { return inner_->native(); }
  QueueHandle queue_adopt(std::uintptr_t native) override {
    return create("queue_adopt", &Live::queues, [&] { return inner_->queue_adopt(native); });
  }
  std::uintptr_t queue_native(QueueHandle queue) noexcept override { return inner_->queue_native(queue); }
  AdoptedMemory memory_adopt(std::uintptr_t native, std::size_t offset, std::size_t bytes) override {
    return create("memory_adopt", &Live::memories, [&] { return inner_->memory_adopt(native, offset, bytes); });
  }
  AdoptedMemory memory_adopt_host(void* data, std::size_t bytes) override {
    pass_or_throw("memory_adopt_host");
    const AdoptedMemory memory = inner_->memory_adopt_host(data, bytes);
    if (memory.handle) add_live(&Live::memories, 1);
    return memory;
  }
  MemoryHandle memory_part(MemoryHandle memory, std::size_t offset, std::size_t bytes) override {
    pass_or_throw("memory_part");
    const MemoryHandle part = inner_->memory_part(memory, offset, bytes);
    if (part) add_live(&Live::memories, 1);
    return part;
  }
  std::uintptr_t enter() override { return pass("enter", &Context::enter); }
  void leave(std::uintptr_t previous) override { pass("leave", &Context::leave, previous); }
  void* memory_host_view(MemoryHandle memory) override {
    return pass("memory_host_view", &Context::memory_host_view, memory);
  }
  IpcHandle memory_export(MemoryHandle memory) override {
    return pass("memory_export", &Context::memory_export, memory);
  }
  MemoryHandle memory_import(const IpcHandle& handle, std::size_t bytes) override {
    return create("memory_import", &Live::memories, [&] { return inner_->memory_import(handle, bytes); });
  }

  CollectiveId collective_id() override { return pass("collective_id", &Context::collective_id); }
  CommunicatorHandle communicator_create(const CollectiveId& id, int ranks, int rank) override {
    return create("communicator_create", &Live::communicators,
                  [&] { return inner_->communicator_create(id, ranks, rank); });
  }
  void communicator_destroy(CommunicatorHandle communicator, bool lost) noexcept override {
    drop(&Live::communicators, &Context::communicator_destroy, communicator, lost);
  }
  void collective(QueueHandle queue, CommunicatorHandle communicator, const Collective& call) override {
    pass("collective", &Context::collective, queue, communicator, call);
  }

 private:
  // Counts the call and passes it on.
  template <class Result, class... Parameters, class... Arguments>
  Result pass(const char* entry, Result (Context::*call)(Parameters...), Arguments&&... arguments) {
    pass_or_throw(entry);
    return (*inner_.*call)(std::forward<Arguments>(arguments)...);
  }
  // Passes on a call that ends an object.
  template <class... Parameters>
  void drop(std::int64_t Live::*member, void (Context::*call)(Parameters...) noexcept,
            Parameters... arguments) noexcept {
    (*inner_.*call)(arguments...);
    add_live(member, -1);
  }
  template <class Make>
  static std::invoke_result_t<Make> create(const char* entry, std::int64_t Live::*member, Make&& make) {
    pass_or_throw(entry);
    const auto handle = make();
    add_live(member, 1);
    return handle;
  }
  // A wait that fails has waited, as with a device that finds an error late.
  template <class Wait>
  static void wait(const char* entry, Wait&& inner_wait) {
    const auto error = count_call(entry);
    if (!error) return inner_wait();
    try {
      inner_wait();
    } catch (const Error&) {
      throw Error(*error);  // only one wait reports an error
    }
    throw Error(*error);
  }

  std::unique_ptr<Context> inner_;
};

}  // namespace

std::unique_ptr<backend::Context> wrap(std::unique_ptr<backend::Context> inner) {
  if (!inner) base::fail(KILN_INVALID_ARGUMENT, "fault: no context to wrap");
  take_environment_plan();
  return std::make_unique<FaultContext>(std::move(inner));
}

}  // namespace kiln::fault
