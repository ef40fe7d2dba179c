// SPDX-License-Identifier: Apache-2.0
// The fake context: properties, memory and programs. A binary consists of a magic number, a checksum and the
// text, so that the counters show when a damaged or foreign one is given to the "driver".
#include "fake/context.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace kiln::fake {
namespace {

constexpr std::string_view kMagic = "KILNFAKE", kDraftMagic = "KILNDRFT";
constexpr std::size_t kPoisonedBytes = std::size_t{16} << 20;

std::uint64_t checksum(std::string_view text) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

bool is_word(char c) noexcept { return base::is_alphanumeric(c) || c == '_'; }

std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_word(text[at])) ++at;
  const std::size_t start = at;
  while (at < text.size() && is_word(text[at])) ++at;
  return text.substr(start, at - start);
}

// The names that follow `kernel`, `__kernel` or `KILN_KERNEL`, with or without `void` between.
std::vector<std::string> kernel_names(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = next_word(text, at);
    if (word != "kernel" && word != "__kernel" && word != "KILN_KERNEL") continue;
    std::string_view name = next_word(text, at);
    if (name == "void") name = next_word(text, at);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  }
  return names;
}

// Everything that a program is made from, as one text.
std::string whole_text(const backend::Source& source) {
  std::string text = source.fast_math ? "fast\n" : "ieee\n";
  if (source.raw) text += "raw\n";
  if (source.max_registers) text += fmt::format("registers {}\n", source.max_registers);
  if (source.acquire_release) text += "acquire_release\n";
  for (const std::string& define : source.defines) text += "#define " + define + "\n";
  return text + source.text;
}

void poison(void* data, std::size_t bytes, std::uint64_t word) noexcept {
  for (std::size_t at = 0; at < bytes; at += sizeof(word))
    std::memcpy(static_cast<std::byte*>(data) + at, &word, std::min(sizeof(word), bytes - at));
}

std::vector<std::byte> packed(const std::string& text, std::string_view magic) {
  const std::uint64_t sum = checksum(text);
  std::vector<std::byte> binary(magic.size() + sizeof(sum) + text.size());
  std::memcpy(binary.data(), magic.data(), magic.size());
  std::memcpy(binary.data() + magic.size(), &sum, sizeof(sum));
  std::memcpy(binary.data() + magic.size() + sizeof(sum), text.data(), text.size());
  return binary;
}

}  // namespace

Context::Context(const Options& options)
    : options_(options), log_(options.log ? options.log : std::make_shared<Log>()) {
  properties_.info = {options.id, options.name, "Kiln fake", "1", "fake-" + options.id, options.kind};
  properties_.vendor = "Kiln";
  properties_.language = "fake 1";
  properties_.cache_identity = options.cache_identity;
  properties_.dialect = options.dialect;
  // A fake of a dialect has the properties of the devices that use it.
  const bool opencl = options.dialect == backend::Dialect::opencl_c;
  const bool cuda = options.dialect == backend::Dialect::cuda_c;
  properties_.has_vectors = properties_.arguments_take_time = opencl;
  properties_.groups_progress = properties_.has_ptx = properties_.kernels_reach_pinned = cuda;
  properties_.native_addresses = properties_.copies_peers = !opencl;
  properties_.timing_is_free = properties_.compiles_in_process = opencl && options.kind == backend::DeviceKind::cpu;
  properties_.compute_units = options.compute_units;
  properties_.max_local_size = options.max_local_size;
  for (int i = 0; i < 3; ++i) {
    properties_.max_local_sizes[i] = options.max_local_size;
    properties_.max_groups[i] = i ? std::min(options.max_groups, options.max_groups_across) : options.max_groups;
  }
  properties_.local_memory = options.local_memory;
  properties_.declared_local_memory = std::min(options.local_memory, options.declared_local_memory);
  properties_.parameter_bytes = options.parameter_bytes;
  properties_.vector_bytes = options.vector_bytes;
  properties_.cache_bytes = options.cache_bytes;
  properties_.acquire_release = options.acquire_release;
  properties_.total_memory = options.memory;
  properties_.largest_block = options.largest_block ? options.largest_block : options.memory;
  properties_.base_alignment = options.alignment;
  properties_.has_float16 = options.has_float16;
  properties_.has_float64 = options.has_float64;
  properties_.has_int64_atomics = options.has_int64_atomics;
  properties_.unified_memory = options.unified_memory;
  properties_.binary_compiles = options.binary_compiles;
  properties_.parallel_builds = options.parallel_builds;
  properties_.builds_before_drafts = options.builds_before_drafts;
  log_->update([](Live& live, Counters&) { ++live.contexts; });
}

Context::~Context() {
  log_->update([](Live& live, Counters&) { --live.contexts; });
}

void Context::record(const Call& call) noexcept {
  if (options_.log_calls) log_->record(call);
}

backend::MemoryInfo Context::memory_info() {
  const auto lock = enter({"memory_info"});
  return {options_.memory, options_.memory - device_bytes_, true};
}

backend::MemoryHandle Context::memory_allocate(std::size_t bytes, backend::MemoryKind kind) {
  std::lock_guard lock(mutex_);
  record({.entry = "memory_allocate", .object = last_id_ + 1, .bytes = bytes});
  if (bytes == 0) misuse("memory_allocate: zero bytes");
  const bool device = kind == backend::MemoryKind::device;
  if (device && (bytes > properties_.largest_block || bytes > options_.memory - device_bytes_))
    base::fail(KILN_OUT_OF_MEMORY, "memory_allocate: asked for {} bytes, {} of {} in use", bytes, device_bytes_,
               options_.memory);
  const std::size_t alignment = std::max<std::size_t>(options_.alignment, alignof(std::max_align_t));
  const bool real = !device || bytes <= options_.largest_real;
  const std::size_t held = real ? bytes : 1;
  void* data = nullptr;
  if (posix_memalign(&data, alignment, held) != 0)
    base::fail(device ? KILN_OUT_OF_MEMORY : KILN_OUT_OF_HOST_MEMORY, "memory_allocate: no host memory for {} bytes",
               bytes);
  std::unique_ptr<std::byte, FreeDeleter> owned(static_cast<std::byte*>(data));
  if (options_.poison) poison(data, std::min(held, kPoisonedBytes), options_.poison_word);
  memories_.emplace(last_id_ + 1, Memory{std::move(owned), bytes, kind, real});
  ++last_id_;
  if (device) device_bytes_ += bytes;
  log_->update([&](Live& live, Counters& counters) {
    ++live.memories;
    counters.bytes_in_use += bytes;
    counters.bytes_peak = std::max(counters.bytes_peak, counters.bytes_in_use);
  });
  return handle<backend::MemoryHandle>(last_id_);
}

void Context::memory_free(backend::MemoryHandle memory) noexcept {
  const auto lock = enter({.entry = "memory_free", .object = number(memory)});
  const auto found = known(memories_, number(memory), "memory_free", "memory");
  if (found == memories_.end()) return;
  for (const auto& [id, queue] : queues_)
    for (const Work& work : queue.pending) {
      const auto uses = [&](const kiln_backend_argument& argument) {
        return argument.kind == backend::Argument::Kind::memory && argument.memory == memory;
      };
      const bool transfer = work.kind != Work::Kind::record && work.kind != Work::Kind::wait &&
                            work.kind != Work::Kind::launch &&
                            (work.call.object == number(memory) || work.call.other == number(memory));
      if (transfer || std::any_of(work.arguments.begin(), work.arguments.end(), uses))
        log_->record_misuse(fmt::format("memory_free: {} is still to be used by {}", number(memory), work.call.entry));
    }
  if (found->second.kind == backend::MemoryKind::device) device_bytes_ -= found->second.bytes;
  log_->update([&](Live& live, Counters& counters) {
    --live.memories;
    counters.bytes_in_use -= found->second.bytes;
  });
  memories_.erase(found);
}

void* Context::memory_host_pointer(backend::MemoryHandle memory) noexcept {
  std::lock_guard lock(mutex_);
  const auto found = known(memories_, number(memory), "memory_host_pointer", "memory");
  const bool pinned = found != memories_.end() && found->second.kind == backend::MemoryKind::pinned;
  return pinned ? found->second.data.get() : nullptr;
}

std::uintptr_t Context::memory_native(backend::MemoryHandle memory) noexcept {
  std::lock_guard lock(mutex_);
  const auto found = known(memories_, number(memory), "memory_native", "memory");
  return found == memories_.end() ? 0 : reinterpret_cast<std::uintptr_t>(found->second.data.get());
}

backend::ProgramHandle Context::add_program(std::string text) {
  Program program;
  program.names = kernel_names(text);
  program.text = std::make_shared<const std::string>(std::move(text));
  programs_.emplace(last_id_ + 1, std::move(program));
  log_->update([](Live& live, Counters&) { ++live.programs; });
  return handle<backend::ProgramHandle>(++last_id_);
}

backend::ProgramHandle Context::program_build(const backend::Source& source) {
  if (options_.building) options_.building();
  std::lock_guard lock(mutex_);
  record({.entry = "program_build", .object = last_id_ + 1, .bytes = source.text.size()});
  if (source.text.size() > options_.longest_text) {
    log_->update([](Live&, Counters& counters) { ++counters.builds_refused; });
    throw backend::Error(KILN_BUILD_ERROR, "program_build: the fake compiler found too long a text", -1, "");
  }
  if (const std::size_t at = source.text.find("#error"); at != std::string::npos) {
    log_->update([](Live&, Counters& counters) { ++counters.builds_refused; });
    const auto line = 1 + std::count(source.text.begin(), source.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw backend::Error(
        KILN_BUILD_ERROR, "program_build: the fake compiler found an #error", -1,
        fmt::format("fake:{}: error: {}\n", line, source.text.substr(at, source.text.find('\n', at) - at)));
  }
  const backend::ProgramHandle program = add_program(whole_text(source));
  programs_.at(number(program)).draft = options_.drafts;
  log_->update([](Live&, Counters& counters) { ++counters.builds; });
  return program;
}

backend::ProgramHandle Context::program_load(std::span<const std::byte> binary, const backend::Source& source) {
  std::lock_guard lock(mutex_);
  record({.entry = "program_load", .object = last_id_ + 1, .bytes = binary.size()});
  const std::string_view bytes(reinterpret_cast<const char*>(binary.data()), binary.size());
  const bool draft = bytes.starts_with(kDraftMagic);
  log_->update([&](Live&, Counters& counters) {
    ++counters.binaries_handed;
    counters.drafts_handed += draft;
  });
  const std::size_t header = kMagic.size() + sizeof(std::uint64_t);
  std::uint64_t sum = 0;
  if (bytes.size() >= header) std::memcpy(&sum, bytes.data() + kMagic.size(), sizeof(sum));
  if (bytes.size() < header || !(draft || bytes.starts_with(kMagic)) || checksum(bytes.substr(header)) != sum) {
    log_->update([](Live&, Counters& counters) { ++counters.binaries_refused; });
    base::fail(KILN_BACKEND_ERROR, "program_load: {} bytes that are no fake binary", bytes.size());
  }
  if (bytes.substr(header) != whole_text(source))
    log_->update([](Live&, Counters& counters) { ++counters.binaries_foreign; });
  return add_program(std::string(bytes.substr(header)));
}

std::vector<std::byte> Context::program_binary(backend::ProgramHandle program) {
  const auto lock = enter({.entry = "program_binary", .object = number(program)});
  const Program& found = find(programs_, number(program), "program_binary", "program");
  if (!options_.cacheable) return {};
  return packed(*found.text, kMagic);
}

std::vector<std::byte> Context::program_draft(backend::ProgramHandle program) {
  const auto lock = enter({.entry = "program_draft", .object = number(program)});
  Program& found = find(programs_, number(program), "program_draft", "program");
  if (!std::exchange(found.draft, false)) return {};
  return packed(*found.text, kDraftMagic);
}

void Context::program_destroy(backend::ProgramHandle program) noexcept {
  const auto lock = enter({.entry = "program_destroy", .object = number(program)});
  const auto found = known(programs_, number(program), "program_destroy", "program");
  if (found == programs_.end()) return;
  for (const auto& [name, kernel] : found->second.kernels) kernels_.erase(kernel);
  programs_.erase(found);
  log_->update([](Live& live, Counters&) { --live.programs; });
}

backend::KernelHandle Context::program_kernel(backend::ProgramHandle program, const char* name) {
  const auto lock = enter({.entry = "program_kernel", .object = number(program), .name = name});
  Program& found = find(programs_, number(program), "program_kernel", "program");
  if (const auto known = found.kernels.find(name); known != found.kernels.end())
    return handle<backend::KernelHandle>(known->second);
  if (std::find(found.names.begin(), found.names.end(), name) == found.names.end())
    base::fail(KILN_INVALID_ARGUMENT, "program_kernel: the program has no kernel '{}'", name);
  KernelFunction function = find_kernel(name);
  if (!function) {
    if (!options_.unknown_kernels)
      base::fail(KILN_INVALID_ARGUMENT, "program_kernel: no function is registered for kernel '{}'", name);
    function = [](const KernelCall&) {};
  }
  found.kernels[name] = last_id_ + 1;
  kernels_[last_id_ + 1] = std::make_shared<Kernel>(Kernel{name, std::move(function), found.text});
  return handle<backend::KernelHandle>(++last_id_);
}

backend::KernelInfo Context::kernel_info(backend::KernelHandle kernel) {
  const auto lock = enter({.entry = "kernel_info", .object = number(kernel)});
  find(kernels_, number(kernel), "kernel_info", "kernel");
  return {.max_local_size = options_.max_local_size};
}

std::vector<std::string> Context::program_kernels(backend::ProgramHandle program) {
  std::lock_guard lock(mutex_);
  return find(programs_, number(program), "program_kernels", "program").names;
}

std::unique_ptr<backend::Context> make_context(const Options& options) { return std::make_unique<Context>(options); }

std::shared_ptr<Log> log_of(backend::Context& context) {
  auto* const fake = dynamic_cast<Context*>(&context);
  if (!fake) base::fail(KILN_INVALID_ARGUMENT, "log_of: not a fake context");
  return fake->log();
}

}  // namespace kiln::fake
