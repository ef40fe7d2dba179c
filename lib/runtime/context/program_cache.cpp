// SPDX-License-Identifier: Apache-2.0
// Finds, loads and builds programs and their kernels.
#include "runtime/context/program_cache.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <exception>
#include <new>

#include "base/error.hpp"
#include "base/plugin/fork_guard.hpp"
#include "base/text.hpp"
#include "runtime/context/context_impl.hpp"

namespace kiln::runtime {
namespace {

// Increase this when the key's format changes, or anything else that a binary depends on and the key does not have.
constexpr int kKeyVersion = 1;

// Findings without a disk cache. The contexts of a process share them, so that they give the same bits, unless two
// measure at the same time.
struct ProcessFindings {
  std::mutex mutex;
  std::unordered_map<std::string, std::vector<std::byte>> findings;
};
ProcessFindings& process_findings() {
  static auto* const process = new ProcessFindings;  // other threads may use it while the process ends
  return *process;
}

void append(std::string& key, std::string_view name, std::string_view value) {
  key += fmt::format("{} {}\n", name, value.size());
  key += value;
  key += '\n';
}

}  // namespace

std::string program_key(const std::string& backend, const backend::DeviceProperties& properties,
                        const backend::Source& source) {
  // Every part has its length in front, so that different lists of parts cannot give the same text.
  std::string key = fmt::format("kiln program {}\n", kKeyVersion);
  append(key, "backend", backend);
  append(key, "device", properties.cache_identity);
  key += fmt::format("dialect {} fast_math {} raw {} registers {} acquire_release {} defines {}\n",
                     static_cast<int>(properties.dialect), static_cast<int>(source.fast_math),
                     static_cast<int>(source.raw), source.max_registers, static_cast<int>(source.acquire_release),
                     source.defines.size());
  for (const std::string& define : source.defines) append(key, "define", define);
  append(key, "text", source.text);
  return key;
}

std::size_t ProgramCache::Hash::operator()(const std::string& key) const noexcept {
  return static_cast<std::size_t>(XXH3_64bits(key.data(), key.size()));
}

std::string draft_key(const std::string& program_key) { return "kiln draft 1\n" + program_key; }

ProgramCache::ProgramCache(backend::Context& device, std::string backend, const ContextOptions& options)
    : device_(device),
      backend_(std::move(backend)),
      drafts_(device.properties().binary_compiles && !options.store_costly) {
  // If no folder was found, the cache object is made nevertheless, to log once why it is off.
  if (!options.cache_path.empty() || options.cache_homeless) disk_ = std::make_unique<DiskCache>(options.cache_path);
}

ProgramCache::~ProgramCache() {
  for (const auto& [key, entry] : entries_) device_.program_destroy(entry->program->handle());
}

Program* ProgramCache::find(const backend::Source& source) {
  const std::string key = program_key(backend_, device_.properties(), source);
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  return found != entries_.end() && found->second->ready ? found->second->program.get() : nullptr;
}

Program* ProgramCache::get(Context& context, const backend::Source& source) {
  std::string key = program_key(backend_, device_.properties(), source);
  std::unique_lock lock(mutex_);
  if (const auto found = entries_.find(key); found != entries_.end()) {
    const std::shared_ptr<Entry> entry = found->second;
    changed_.wait(lock, [&] { return entry->ready; });
    if (entry->error) throw backend::Error(*entry->error);
    if (!entry->program) throw std::bad_alloc();
    ++statistics_.memory_hits;
    return entry->program.get();
  }
  const auto entry = std::make_shared<Entry>();
  entry->program.reset(new Program(&context));
  entries_.emplace(key, entry);
  lock.unlock();

  std::exception_ptr failure;
  try {
    try {
      entry->program->handle_ = make(key, source);
    } catch (const backend::Error& error) {
      entry->error = error;
      throw;
    }
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  entry->ready = true;
  if (failure) {
    entry->program = nullptr;
    entries_.erase(key);
  }
  lock.unlock();
  changed_.notify_all();
  if (failure) std::rethrow_exception(failure);
  return entry->program.get();
}

backend::ProgramHandle ProgramCache::make(const std::string& key, const backend::Source& source) {
  if (const backend::ProgramHandle loaded = load(key, source)) return loaded;
  if (drafts_ && statistics_.compiled >= device_.properties().builds_before_drafts)
    if (const backend::ProgramHandle loaded = load(draft_key(key), source)) return loaded;
  const backend::ProgramHandle built = device_.program_build(source);
  ++statistics_.compiled;
  if (disk_ && disk_->enabled()) store(key, built);
  return built;
}

// Errors are dropped: the program works, and a later process builds it again.
void ProgramCache::store(const std::string& key, backend::ProgramHandle program) noexcept {
  try {
    if (drafts_) {
      const std::vector<std::byte> draft = device_.program_draft(program);
      if (!draft.empty()) disk_->store(draft_key(key), draft);
      return;
    }
    const std::vector<std::byte> binary = device_.program_binary(program);
    if (binary.empty()) return;
    disk_->store(key, binary);
    if (device_.properties().binary_compiles) disk_->remove(draft_key(key));
  } catch (const std::exception&) {
    return;
  }
}

// Returns null if the program is not on disk, or if its entry is refused.
backend::ProgramHandle ProgramCache::load(const std::string& key, const backend::Source& source) {
  if (!disk_ || !disk_->enabled()) return nullptr;
  bool rejected = false;
  const auto binary = disk_->load(key, &rejected);
  if (rejected) ++statistics_.rejected;
  if (!binary) return nullptr;
  try {
    const backend::ProgramHandle program = device_.program_load(*binary, source);
    ++statistics_.disk_hits;
    return program;
  } catch (const backend::Error& error) {
    // If memory is exhausted, the entry may be fine.
    if (error.status() == KILN_OUT_OF_HOST_MEMORY || error.status() == KILN_OUT_OF_MEMORY) return nullptr;
    ++statistics_.rejected;
    disk_->remove(key);
    return nullptr;
  }
}

std::string ProgramCache::finding_key(std::string_view what) const {
  std::string key = "kiln finding 1\n";
  append(key, "backend", backend_);
  append(key, "device", device_.properties().cache_identity);
  append(key, "what", what);
  return key;
}

std::optional<std::vector<std::byte>> ProgramCache::recall(std::string_view what) {
  const std::string key = finding_key(what);
  if (disk_ && disk_->enabled()) return disk_->load(key);
  ProcessFindings& process = process_findings();
  const std::lock_guard lock(process.mutex);
  const auto found = process.findings.find(key);
  return found == process.findings.end() ? std::nullopt : std::optional(found->second);
}

void ProgramCache::remember(std::string_view what, std::span<const std::byte> finding) {
  const std::string key = finding_key(what);
  if (disk_ && disk_->enabled()) return disk_->store(key, finding);
  ProcessFindings& process = process_findings();
  const std::lock_guard lock(process.mutex);
  process.findings.try_emplace(key, finding.begin(), finding.end());
}

const Kernel* Program::kernel(const std::string& name, const char* operation) {
  base::check_not_forked(operation);
  // PoCL makes files that are named after kernels, and aborts the process if it cannot.
  constexpr std::size_t kLongest = 200;
  if (name.size() > kLongest)
    base::fail(KILN_INVALID_ARGUMENT, "{}: the kernel's name '{}' has {} characters, expected at most {}", operation,
               name, name.size(), kLongest);
  const std::lock_guard lock(mutex_);
  for (const Kernel& kernel : kernels_)
    if (kernel.name == name) return &kernel;
  backend::Context& device = *context_->impl_->device;
  const std::string& device_name = context_->device();
  const auto names = vendor_call(operation, device_name, [&] { return device.program_kernels(handle_); });
  if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string hint = base::suggestion(name, names);
    base::fail(KILN_INVALID_ARGUMENT, "{}: the program has no kernel '{}'{} expected one of: {}", operation, name,
               hint.empty() ? "," : hint, base::join(names, ", "));
  }
  Kernel kernel;
  kernel.name = name;
  const std::string making = fmt::format("{}: kernel '{}'", operation, base::excerpt(name));
  vendor_call(making.c_str(), device_name, [&] {
    kernel.handle = device.program_kernel(handle_, name.c_str());
    kernel.info = device.kernel_info(kernel.handle);
  });
  kernels_.push_back(std::move(kernel));
  return &kernels_.back();
}

}  // namespace kiln::runtime
