// SPDX-License-Identifier: Apache-2.0
// Contexts and buffers: opening, allocation, launches, and release in any order. In a forked child no vendor
// function is called, not even to release something.
#include "runtime/context.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/flags/backend_names.hpp"
#include "base/log.hpp"
#include "base/plugin/fork_guard.hpp"
#include "runtime/build_ahead.hpp"
#include "runtime/context/checks.hpp"
#include "runtime/context/context_impl.hpp"
#include "runtime/context/live_contexts.hpp"
#include "runtime/context/recording.hpp"
#include "runtime/context/registry.hpp"

namespace kiln::runtime {
namespace {

// "opencl" for "opencl0:0" and for "fault:opencl0:0".
std::string backend_of(std::string_view name) {
  if (name.starts_with(base::kFault)) name.remove_prefix(base::kFault.size());
  return std::string(name.substr(0, name.find_first_of("0123456789:")));
}

bool out_of_memory(const backend::Error& error) {
  return error.status() == KILN_OUT_OF_MEMORY || error.status() == KILN_OUT_OF_HOST_MEMORY;
}

VendorChoice choice_of(std::string_view flag) {
  if (flag == "auto") return VendorChoice::automatic;
  return flag == "own" ? VendorChoice::builtin : VendorChoice::vendor;
}

}  // namespace

ContextOptions ContextOptions::from_flags() {
  ContextOptions options;
  options.single_stream = base::flag_bool("single_stream");
  options.launch_blocking = base::flag_bool("launch_blocking");
  options.fast_math = base::flag_bool("fastmath");
  options.check_index = base::flag_bool("check_index");
  options.tensor_float = base::flag_text("matmul_precision") == "tensorfloat32";
  options.blas = choice_of(base::flag_text("blas"));
  options.conv = choice_of(base::flag_text("conv"));
  options.winograd = base::flag_bool("winograd");
  options.set_sched(base::flag_text("sched"));
  options.preallocate = base::parse_preallocate(base::flag_text("preallocate"));
  options.run_ahead = base::flag_count("run_ahead");
  options.run_ahead_bytes = base::flag_count("run_ahead_memory") << 20;
  options.set_cache_path(base::flag_text("cache_path"));
  options.store_costly = base::flag_text("cache_store") == "now";
  return options;
}

void ContextOptions::set_sched(std::string_view value) {
  sched = value == "multi"    ? backend::Sched::multi
          : value == "single" ? backend::Sched::single
                              : backend::Sched::driver;
}

void ContextOptions::set_cache_path(std::string_view value) {
  cache_path = value == "off" ? "" : value.empty() ? DiskCache::default_path() : std::string(value);
  cache_homeless = value.empty() && cache_path.empty();
}

constexpr int kCompilesToSee = 3;

Context::Impl::Impl(std::unique_ptr<backend::Context> opened, std::string device_name,
                    const ContextOptions& context_options, std::uintptr_t native_queue)
    : device(std::move(opened)),
      name(std::move(device_name)),
      backend_name(backend_of(name)),
      options(context_options),
      staged(!device->properties().unified_memory),
      queues(*device, name, options.single_stream, native_queue),
      device_pool(*device, queues, backend::MemoryKind::device, options.preallocate, options.memory_budget),
      pinned_pool(*device, queues, backend::MemoryKind::pinned, base::Preallocate{}, 0),
      programs(*device, backend_name, options),
      compiles_to_see(device->properties().compiles_in_process ? kCompilesToSee : 0) {
  queues.limit_run_ahead(options.run_ahead, options.run_ahead_bytes);
}

Context::Impl::~Impl() {
  queues.drain();
  if (index_block) device_pool.release(index_block, LastUse{});
}

// Waits for the first few kernels that the driver compiles in this process. What its compiler creates then
// exists when the exit handler is registered, and so is destroyed after the handler has run. (Otherwise
// exit() in another thread than main would destroy it first.) One kernel is not enough: it may be as simple
// as a fill, for which the compiler creates less.
void Context::Impl::see_compiler(const char* operation) {
  const std::uint64_t compiled = programs.statistics().compiled;
  if (compiled == compiles_seen.load(std::memory_order_relaxed)) return;
  queues.finish_all(operation);
  if (!renew_exit_handler()) return;
  compiles_seen.store(compiled, std::memory_order_relaxed);
  compiles_to_see.fetch_sub(1, std::memory_order_relaxed);
}

Context::Context(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Context::~Context() {
  if (base::forked())
    static_cast<void>(impl_.release());
  else
    delist(*this);
}

base::Ref<Context> Context::wrap(std::unique_ptr<backend::Context> device, std::string name,
                                 const ContextOptions& options, std::uintptr_t native_queue, const char* operation) {
  base::arm_fork_guard();
  base::check_not_forked(operation);
  const std::string device_name = name;
  return vendor_call(operation, device_name, [&] {
    auto context = base::Ref<Context>::adopt(
        new Context(std::make_unique<Impl>(std::move(device), std::move(name), options, native_queue)));
    enlist(*context);
    return context;
  });
}

base::Ref<Context> Context::open(const std::string& device, const ContextOptions& options, const char* operation) {
  const bool tell = base::flag_bool("print_active_device");
  std::string name;
  std::unique_ptr<backend::Context> opened = Registry::instance().open(device, name, options.sched, operation);
  base::Ref<Context> context = wrap(std::move(opened), name, options, 0, operation);
  if (tell) {
    const backend::DeviceInfo& info = context->properties().info;
    base::log(KILN_LOG_INFO,
              fmt::format("Using device {}: {}{}", name, info.name, info.uid.empty() ? "" : " (" + info.uid + ")"));
  }
  return context;
}

const backend::DeviceProperties& Context::properties() const noexcept { return impl_->device->properties(); }
const std::string& Context::device() const noexcept { return impl_->name; }
const ContextOptions& Context::options() const noexcept { return impl_->options; }
CacheStatistics& Context::cache_statistics() noexcept { return impl_->programs.statistics(); }

// ---- Memory ----

Block* Context::Impl::allocate(std::size_t bytes, backend::MemoryKind kind, const char* operation) {
  const std::uint64_t largest = device->properties().largest_block;
  if (kind == backend::MemoryKind::device && largest != 0 && bytes > largest) {
    fail_out_of_memory(bytes, kind, operation,
                       {KILN_OUT_OF_MEMORY, "the request is larger than the device's largest block"});
  }
  try {
    return pool(kind).allocate(bytes);
  } catch (const backend::Error& error) {
    if (!out_of_memory(error)) throw annotated(error, operation, name);
  }
  queues.finish_all(operation);
  device_pool.trim();
  pinned_pool.trim();
  try {
    return pool(kind).allocate(bytes);
  } catch (const backend::Error& error) {
    if (!out_of_memory(error)) throw annotated(error, operation, name);
    fail_out_of_memory(bytes, kind, operation, error);
  }
}

void Context::Impl::fail_out_of_memory(std::size_t bytes, backend::MemoryKind kind, const char* operation,
                                       const backend::Error& error) {
  const Pool::Statistics statistics = pool(kind).statistics();
  backend::MemoryInfo info;
  try {
    info = device->memory_info();
  } catch (const std::exception&) {
    // These numbers are for the message only. The caller must learn that memory is exhausted.
  }
  const std::uint64_t total = info.total != 0 ? info.total : device->properties().total_memory;
  const std::uint64_t free = info.free_known ? info.free : total - std::min(total, statistics.reserved);
  throw backend::Error(
      error.status(),
      fmt::format("{}: out of {} memory on {}: asked {} bytes, in use {}, reserved {}, largest free block of the "
                  "pool {}; device total {}, free {}, largest block {}; {}",
                  operation, kind == backend::MemoryKind::pinned ? "pinned host" : "device", name, bytes,
                  statistics.in_use, statistics.reserved, statistics.largest_free, total, free,
                  device->properties().largest_block, error.message()),
      error.vendor_code(), error.log());
}

base::Ref<Buffer> Context::allocate(std::size_t bytes, backend::MemoryKind kind, bool readable, const char* operation) {
  impl_->queues.check(operation);
  Recording::Capture* const capture = Recording::Capture::of(*this);
  const bool scratch = capture && bytes != 0 && kind == backend::MemoryKind::device && readable;
  if (scratch)
    if (auto reused = capture->reuse(bytes)) return reused;
  auto buffer = base::Ref<Buffer>::adopt(new Buffer);
  buffer->context_ = base::Ref<Context>(this);
  buffer->size_ = bytes;
  buffer->kind_ = kind;
  buffer->readable_ = readable;
  if (bytes == 0) return buffer;
  Block* const block = impl_->allocate(bytes, kind, operation);
  buffer->block_ = block;
  buffer->memory_ = block->segment->memory;
  buffer->offset_ = block->offset;
  buffer->capacity_ = block->in_use;
  buffer->segment_ = block->segment->number;
  buffer->use_ = block->use;
  if (block->segment->host) buffer->host_ = block->segment->host + block->offset;
  if (scratch) capture->adopt(buffer);
  return buffer;
}

base::Ref<Buffer> Context::host_buffer(void* data, std::size_t bytes) {
  auto buffer = base::Ref<Buffer>::adopt(new Buffer);
  buffer->context_ = base::Ref<Context>(this);
  buffer->size_ = buffer->capacity_ = bytes;
  buffer->kind_ = backend::MemoryKind::pinned;
  buffer->writable_ = false;
  buffer->host_ = data;
  return buffer;
}

Buffer::~Buffer() {
  if (base::forked()) return;
  const backend::MemoryHandle part = part_.load(std::memory_order_relaxed);
  if (part && part != memory_) context_->impl_->device->memory_free(part);
  if (foreign_)
    context_->let_go(*this);
  else if (block_)
    context_->impl_->pool(kind_).release(static_cast<Block*>(block_), use_);
}

MemoryStatistics Context::memory_statistics(const char* operation) {
  impl_->queues.check(operation);
  const Pool::Statistics pool = impl_->device_pool.statistics();
  const backend::DeviceProperties& properties = impl_->device->properties();
  const backend::MemoryInfo info = vendor_call(operation, impl_->name, [&] { return impl_->device->memory_info(); });
  MemoryStatistics result;
  result.total = info.total != 0 ? info.total : properties.total_memory;
  result.free = info.free_known ? info.free : result.total - std::min(result.total, pool.reserved);
  result.largest_block = properties.largest_block;
  if (impl_->options.memory_budget != 0)
    result.largest_block = std::min(result.largest_block, impl_->options.memory_budget);
  result.in_use = pool.in_use;
  result.peak = pool.peak;
  result.reserved = pool.reserved;
  result.allocations = pool.allocations;
  result.reuses = pool.reuses;
  return result;
}

void Context::trim(const char* operation) {
  impl_->queues.check(operation);
  impl_->device_pool.trim();
  impl_->pinned_pool.trim();
}

Staging::Staging(Context::Impl& impl, std::size_t bytes, const char* operation)
    : pool_(impl.pinned_pool), block_(impl.allocate(bytes, backend::MemoryKind::pinned, operation)) {}

// ---- Kernels ----

Program* Context::program(const backend::Source& source, const char* operation) {
  impl_->queues.check(operation);
  if (auto* const ahead = BuildAhead::of(*this)) [[unlikely]] {
    if (Program* const known = impl_->programs.find(source)) return known;
    ahead->note(source);
    throw BuildAhead::NotBuilt();
  }
  return vendor_call(operation, impl_->name, [&] { return impl_->programs.get(*this, source); });
}

void Context::launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
                     const char* operation) {
  check_uses(uses, operation);
  check_groups(impl_->device->properties(), launch, operation);
  if (auto* const capture = Recording::Capture::of(*this)) [[unlikely]]
    return capture->launch(kernel, launch, uses, operation);
  impl_->submit(uses, operation,
                [&](backend::QueueHandle queue) { impl_->device->kernel_launch(queue, kernel.handle, launch); });
  impl_->launched(impl_->queues.lane(QueueId::compute), operation);
}

bool Context::gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation) {
  check_uses(uses, operation);
  if (auto* const capture = Recording::Capture::of(*this)) [[unlikely]] {
    if (!vendor_call(operation, impl_->name, [&] { return impl_->device->blas_takes(gemm); })) return false;
    capture->gemm(gemm, uses, operation);
    return true;
  }
  bool done = false;
  impl_->submit(uses, operation, [&](backend::QueueHandle queue) { done = impl_->device->blas_gemm(queue, gemm); });
  impl_->queued(impl_->queues.lane(QueueId::compute), operation);
  return done;
}

std::string Context::blas_identity(const char* operation) {
  impl_->queues.check(operation);
  return vendor_call(operation, impl_->name, [&] { return impl_->device->blas_identity(); });
}

std::vector<backend::ConvWay> Context::conv_ways(const backend::Conv& conv, const char* operation) {
  impl_->queues.check(operation);
  return vendor_call(operation, impl_->name, [&] { return impl_->device->conv_ways(conv); });
}

bool Context::conv(const backend::Conv& conv, std::span<const BufferUse> uses, const char* operation) {
  check_uses(uses, operation);
  if (auto* const capture = Recording::Capture::of(*this)) [[unlikely]] {
    capture->conv(conv, uses, operation);
    return true;
  }
  bool done = false;
  impl_->submit(uses, operation, [&](backend::QueueHandle queue) { done = impl_->device->conv(queue, conv); });
  impl_->queued(impl_->queues.lane(QueueId::compute), operation);
  return done;
}

std::string Context::conv_identity(const char* operation) {
  impl_->queues.check(operation);
  return vendor_call(operation, impl_->name, [&] { return impl_->device->conv_identity(); });
}

std::optional<std::vector<std::byte>> Context::recall(std::string_view what) { return impl_->programs.recall(what); }

void Context::remember(std::string_view what, std::span<const std::byte> finding) {
  impl_->programs.remember(what, finding);
}

bool Context::capturing() const noexcept { return Recording::Capture::of(*this) != nullptr; }

void Context::check_not_capturing(const char* operation) const {
  if (capturing()) [[unlikely]]
    base::fail(KILN_UNSUPPORTED,
               "{}: cannot be recorded on {}: only kernels, products, copies inside the context and fills can",
               operation, device());
}

void Context::lose(const backend::Error& error, const char* operation) { impl_->queues.fail_late(error, operation); }

}  // namespace kiln::runtime
