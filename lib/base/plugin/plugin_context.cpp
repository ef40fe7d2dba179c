// SPDX-License-Identifier: Apache-2.0
// Makes a Context whose functions call those of a module's context.
#include <utility>

#include "base/plugin/plugin_call.hpp"

namespace kiln::base {
namespace {

using namespace plugin;

// The C struct for a program's Source. It points into the Source, which must outlive it.
class PlainSource : public kiln_backend_source {
 public:
  explicit PlainSource(const Source& source) : kiln_backend_source{} {
    for (const std::string& define : source.defines) defines_.push_back(define.c_str());
    text = source.text.c_str();
    text_bytes = source.text.size();
    defines = defines_.data();
    define_count = defines_.size();
    fast_math = source.fast_math;
    raw = source.raw;
    acquire_release = source.acquire_release;
    max_registers = source.max_registers;
  }

 private:
  std::vector<const char*> defines_;
};

// Owns a context, and destroys it unless ownership is passed on.
using Self = std::unique_ptr<kiln_backend_context, void (*)(kiln_backend_context*)>;

class PluginContext final : public Context {
 public:
  PluginContext(const kiln_backend_context_api& api, Self self)
      : table_(&api), api_(complete(api)), owner_(std::move(self)), self_(owner_.get()) {
    if (!self_) fail(KILN_BACKEND_ERROR, "the backend gave no context");
    kiln_backend_device device;
    run(api_.properties, self_, &device, static_cast<kiln_backend_properties*>(&properties_));
    properties_.info = info_of(device);
    properties_.vendor = text(device.vendor);
    properties_.language = text(device.language);
    properties_.cache_identity = text(device.cache_identity);
    properties_.dialect = static_cast<Dialect>(device.dialect);
  }
  Native release() && noexcept {
    Native native;
    native.context = reinterpret_cast<std::uintptr_t>(owner_.release());
    native.device = reinterpret_cast<std::uintptr_t>(table_);
    return native;
  }

  const DeviceProperties& properties() const noexcept override { return properties_; }
  MemoryInfo memory_info() override { return ask<MemoryInfo>(api_.memory_info, self_); }

  QueueHandle queue_create(bool timing) override { return ask<QueueHandle>(api_.queue_create, self_, timing); }
  void queue_destroy(QueueHandle queue) noexcept override { api_.queue_destroy(self_, queue); }
  void queue_flush(QueueHandle queue) override { run(api_.queue_flush, self_, queue); }
  void queue_finish(QueueHandle queue) override { run(api_.queue_finish, self_, queue); }

  EventHandle event_record(QueueHandle queue) override { return ask<EventHandle>(api_.event_record, self_, queue); }
  void event_enqueue_wait(QueueHandle queue, EventHandle event) override {
    run(api_.event_enqueue_wait, self_, queue, event);
  }
  void event_wait(EventHandle event) override { run(api_.event_wait, self_, event); }
  bool event_done(EventHandle event) override { return ask<bool>(api_.event_done, self_, event); }
  void event_destroy(EventHandle event) noexcept override { api_.event_destroy(self_, event); }

  MemoryHandle memory_allocate(std::size_t bytes, MemoryKind kind) override {
    return ask<MemoryHandle>(api_.memory_allocate, self_, bytes, static_cast<std::int32_t>(kind));
  }
  void memory_free(MemoryHandle memory) noexcept override { api_.memory_free(self_, memory); }
  void* memory_host_pointer(MemoryHandle memory) noexcept override { return api_.memory_host_pointer(self_, memory); }
  std::uintptr_t memory_native(MemoryHandle memory) noexcept override { return api_.memory_native(self_, memory); }
  void memory_write(QueueHandle queue, MemoryHandle to, std::size_t to_offset, const void* from, std::size_t bytes,
                    bool block) override {
    run(api_.memory_write, self_, queue, to, to_offset, from, bytes, block);
  }
  void memory_read(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to, std::size_t bytes,
                   bool block) override {
    run(api_.memory_read, self_, queue, from, from_offset, to, bytes, block);
  }
  void memory_copy(QueueHandle queue, MemoryHandle to, std::size_t to_offset, MemoryHandle from,
                   std::size_t from_offset, std::size_t bytes) override {
    run(api_.memory_copy, self_, queue, to, to_offset, from, from_offset, bytes);
  }
  void memory_fill(QueueHandle queue, MemoryHandle to, std::size_t offset, std::size_t bytes, const void* pattern,
                   std::size_t pattern_bytes) override {
    run(api_.memory_fill, self_, queue, to, offset, bytes, pattern, pattern_bytes);
  }

  ProgramHandle program_build(const Source& source) override {
    const PlainSource plain(source);
    return ask<ProgramHandle>(api_.program_build, self_, static_cast<const kiln_backend_source*>(&plain));
  }
  ProgramHandle program_load(std::span<const std::byte> binary, const Source& source) override {
    const PlainSource plain(source);
    return ask<ProgramHandle>(api_.program_load, self_, binary.data(), binary.size(),
                              static_cast<const kiln_backend_source*>(&plain));
  }
  std::vector<std::byte> program_binary(ProgramHandle program) override {
    return bytes_of(api_.program_binary, self_, program);
  }
  void program_destroy(ProgramHandle program) noexcept override { api_.program_destroy(self_, program); }
  KernelHandle program_kernel(ProgramHandle program, const char* name) override {
    return ask<KernelHandle>(api_.program_kernel, self_, program, name);
  }
  KernelInfo kernel_info(KernelHandle kernel) override { return ask<KernelInfo>(api_.kernel_info, self_, kernel); }
  void kernel_launch(QueueHandle queue, KernelHandle kernel, const Launch& launch) override {
    run(api_.kernel_launch, self_, queue, kernel, &launch);
  }

  // ---- Optional functions: if the backend lacks one, the base class's function is called ----
  double event_seconds(EventHandle begin, EventHandle end) override {
    if (!api_.event_seconds) return Context::event_seconds(begin, end);
    return ask<double>(api_.event_seconds, self_, begin, end);
  }
  bool event_wait_for(EventHandle event, double seconds) override {
    if (!api_.event_wait_for) return Context::event_wait_for(event, seconds);
    return ask<bool>(api_.event_wait_for, self_, event, seconds);
  }
  bool memory_copy_peer(QueueHandle queue, MemoryHandle to, std::size_t to_offset, Context& from_context,
                        MemoryHandle from, std::size_t from_offset, std::size_t bytes) override {
    const auto* const peer = dynamic_cast<const PluginContext*>(&from_context);
    if (!api_.memory_copy_peer || !peer || peer->table_ != table_) return false;
    return ask<bool>(api_.memory_copy_peer, self_, queue, to, to_offset, peer->self_, from, from_offset, bytes);
  }
  EventHandle memory_read_event(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to,
                                std::size_t bytes) override {
    if (!api_.memory_read_event) return Context::memory_read_event(queue, from, from_offset, to, bytes);
    return ask<EventHandle>(api_.memory_read_event, self_, queue, from, from_offset, to, bytes);
  }
  std::vector<std::byte> program_draft(ProgramHandle program) override {
    if (!api_.program_draft) return {};
    return bytes_of(api_.program_draft, self_, program);
  }
  std::vector<std::string> program_kernels(ProgramHandle program) override {
    std::vector<std::string> names;
    if (api_.program_kernels)
      collect([&](const char* data, std::size_t bytes) { names.emplace_back(data, bytes); }, api_.program_kernels,
              self_, program);
    return names;
  }
  bool blas_gemm(QueueHandle queue, const Gemm& gemm) override {
    return api_.blas_gemm && ask<bool>(api_.blas_gemm, self_, queue, &gemm);
  }
  bool blas_takes(const Gemm& gemm) override { return api_.blas_takes && ask<bool>(api_.blas_takes, self_, &gemm); }
  std::string blas_identity() override {
    std::string identity;
    if (api_.blas_identity)
      collect([&](const char* data, std::size_t bytes) { identity.assign(data, bytes); }, api_.blas_identity, self_);
    return identity;
  }
  RecordingHandle recording_create(std::span<const Command> commands) override {
    if (!api_.recording_create || !api_.recording_replay || !api_.recording_destroy) return nullptr;
    return ask<RecordingHandle>(api_.recording_create, self_, commands.data(), commands.size());
  }
  void recording_replay(QueueHandle queue, RecordingHandle recording, std::size_t times) override {
    run(api_.recording_replay, self_, queue, recording, times);
  }
  void recording_destroy(RecordingHandle recording) noexcept override { api_.recording_destroy(self_, recording); }

  Native native() noexcept override {
    Native native;
    if (api_.native) api_.native(self_, &native);
    return native;
  }
  QueueHandle queue_adopt(std::uintptr_t native) override {
    if (!api_.queue_adopt) return Context::queue_adopt(native);
    return ask<QueueHandle>(api_.queue_adopt, self_, native);
  }
  std::uintptr_t queue_native(QueueHandle queue) noexcept override {
    return api_.queue_native ? api_.queue_native(self_, queue) : 0;
  }
  AdoptedMemory memory_adopt(std::uintptr_t native, std::size_t offset, std::size_t bytes) override {
    if (!api_.memory_adopt) return Context::memory_adopt(native, offset, bytes);
    return ask<AdoptedMemory>(api_.memory_adopt, self_, native, offset, bytes);
  }
  AdoptedMemory memory_adopt_host(void* data, std::size_t bytes) override {
    if (!api_.memory_adopt_host) return {};
    return ask<AdoptedMemory>(api_.memory_adopt_host, self_, data, bytes);
  }
  void* memory_host_view(MemoryHandle memory) override {
    return api_.memory_host_view ? ask<void*>(api_.memory_host_view, self_, memory) : nullptr;
  }
  IpcHandle memory_export(MemoryHandle memory) override {
    if (!api_.memory_export) return Context::memory_export(memory);
    return ask<IpcHandle>(api_.memory_export, self_, memory);
  }
  MemoryHandle memory_import(const IpcHandle& handle, std::size_t bytes) override {
    if (!api_.memory_import) return Context::memory_import(handle, bytes);
    return ask<MemoryHandle>(api_.memory_import, self_, &handle, bytes);
  }
  MemoryHandle memory_part(MemoryHandle memory, std::size_t offset, std::size_t bytes) override {
    return api_.memory_part ? ask<MemoryHandle>(api_.memory_part, self_, memory, offset, bytes) : nullptr;
  }
  std::uintptr_t enter() override { return api_.enter ? ask<std::uintptr_t>(api_.enter, self_) : 0; }
  void leave(std::uintptr_t previous) override {
    if (api_.leave) run(api_.leave, self_, previous);
  }

  CollectiveId collective_id() override {
    return collectives() ? ask<CollectiveId>(api_.collective_id, self_) : Context::collective_id();
  }
  CommunicatorHandle communicator_create(const CollectiveId& id, std::int32_t ranks, std::int32_t rank) override {
    if (!collectives()) return Context::communicator_create(id, ranks, rank);
    return ask<CommunicatorHandle>(api_.communicator_create, self_, &id, ranks, rank);
  }
  void communicator_destroy(CommunicatorHandle communicator, bool lost) noexcept override {
    api_.communicator_destroy(self_, communicator, lost);
  }
  void collective(QueueHandle queue, CommunicatorHandle communicator, const Collective& call) override {
    run(api_.collective, self_, queue, communicator, &call);
  }

  std::vector<ConvWay> conv_ways(const Conv& conv) override {
    std::vector<ConvWay> ways;
    if (!convolutions()) return ways;
    const auto take = [&](const char* data, std::size_t bytes) {
      if (bytes < sizeof(ConvWay)) return;
      ConvWay way;
      std::memcpy(&way, data, sizeof way);
      ways.push_back(way);
    };
    collect(take, api_.conv_ways, self_, static_cast<const kiln_backend_conv*>(&conv));
    return ways;
  }
  bool conv(QueueHandle queue, const Conv& conv) override {
    return convolutions() && ask<bool>(api_.conv, self_, queue, &conv);
  }
  std::string conv_identity() override {
    std::string identity;
    if (convolutions())
      collect([&](const char* data, std::size_t bytes) { identity.assign(data, bytes); }, api_.conv_identity, self_);
    return identity;
  }

 private:
  bool collectives() const noexcept {
    return api_.collective_id && api_.communicator_create && api_.communicator_destroy && api_.collective;
  }
  bool convolutions() const noexcept { return api_.conv_ways && api_.conv && api_.conv_identity; }

  const kiln_backend_context_api* const table_;  // the module's
  const kiln_backend_context_api api_;
  Self owner_;
  kiln_backend_context* const self_;
  DeviceProperties properties_;
};

}  // namespace

std::unique_ptr<Context> import_context(const kiln_backend_context_api& api, kiln_backend_context* context) {
  Self self(context, api.destroy);
  return std::make_unique<PluginContext>(api, std::move(self));
}

Native export_context(std::unique_ptr<Context> context) {
  if (auto* const plugin = dynamic_cast<PluginContext*>(context.get())) return std::move(*plugin).release();
  Native native;
  native.context = reinterpret_cast<std::uintptr_t>(context.release());
  native.device = reinterpret_cast<std::uintptr_t>(&table::kContext);
  return native;
}

std::unique_ptr<Context> import_context(const Native& native) {
  return import_context(*reinterpret_cast<const kiln_backend_context_api*>(native.device),
                        reinterpret_cast<kiln_backend_context*>(native.context));
}

}  // namespace kiln::base
