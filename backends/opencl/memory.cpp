// SPDX-License-Identifier: Apache-2.0
// Memory and transfers. Pinned memory is mapped for its whole life, and OpenCL forbids device commands on mapped
// buffers. So transfers use only its host pointer, and copies between two host ranges go through a scratch buffer.
#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/plugin/driver_support.hpp"
#include "base/text.hpp"
#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

// NVIDIA's fill hangs or fails from 2^31 bytes on, so large fills are cut.
constexpr std::size_t kChunk = std::size_t{1} << 30;
constexpr std::size_t kScratchBytes = std::size_t{16} << 20;
constexpr std::size_t kHugePage = std::size_t{2} << 20, kWorthHugePages = 2 * kHugePage;

// Releases the buffer at the end of a scope; commands that are already queued keep it.
struct ScratchBuffer {
  cl_mem buffer;
  ~ScratchBuffer() {
    if (buffer) static_cast<void>(cl.clReleaseMemObject(buffer));
  }
};

// Calls step(offset, bytes, last) for pieces of at most `limit` bytes.
template <class Step>
void in_chunks(std::size_t bytes, std::size_t limit, Step step) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t piece = std::min(limit, bytes - done);
    step(done, piece, done + piece == bytes);
    done += piece;
  }
}

void write_buffer(cl_command_queue queue, cl_mem to, std::size_t offset, const void* from, std::size_t bytes,
                  bool block) {
  in_chunks(bytes, kChunk, [&](std::size_t done, std::size_t piece, bool last) {
    check(cl.clEnqueueWriteBuffer(queue, to, block && last, offset + done, piece,
                                  static_cast<const std::byte*>(from) + done, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  });
}

void read_buffer(cl_command_queue queue, cl_mem from, std::size_t offset, void* to, std::size_t bytes, bool block) {
  in_chunks(bytes, kChunk, [&](std::size_t done, std::size_t piece, bool last) {
    check(cl.clEnqueueReadBuffer(queue, from, block && last, offset + done, piece, static_cast<std::byte*>(to) + done,
                                 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  });
}

void fill_buffer(cl_command_queue queue, cl_mem to, std::size_t offset, std::size_t bytes, const void* pattern,
                 std::size_t pattern_bytes) {
  in_chunks(bytes, kChunk, [&](std::size_t done, std::size_t piece, bool) {
    std::size_t at = offset + done;
    ScratchBuffer near{};
    // NVIDIA's driver counts elements in 32 bits from the start of the buffer and writes elsewhere beyond; a
    // sub-buffer keeps the count small.
    if (at + piece > 2 * kChunk) {
      near.buffer = part_of(to, at / kChunk * kChunk, at % kChunk + piece);
      at %= kChunk;
    }
    check(cl.clEnqueueFillBuffer(queue, near.buffer ? near.buffer : to, pattern, pattern_bytes, at, piece, 0, nullptr,
                                 nullptr),
          "clEnqueueFillBuffer");
  });
}

void copy_buffer(cl_command_queue queue, cl_mem to, std::size_t to_offset, cl_mem from, std::size_t from_offset,
                 std::size_t bytes) {
  in_chunks(bytes, kChunk, [&](std::size_t done, std::size_t piece, bool) {
    check(cl.clEnqueueCopyBuffer(queue, from, to, from_offset + done, to_offset + done, piece, 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
  });
}

// Makes a large buffer of a CPU device on huge pages if the system grants them; they are read and written faster.
cl_mem create_on_pages(cl_context context, std::size_t bytes, cl_int& code) {
  void* const pages = std::aligned_alloc(kHugePage, (bytes + kHugePage - 1) / kHugePage * kHugePage);
  if (!pages) {
    code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return nullptr;
  }
#ifdef MADV_HUGEPAGE
  // This is only a wish: without huge pages the memory works as well.
  static_cast<void>(madvise(pages, bytes, MADV_HUGEPAGE));
#endif
  const cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, pages, &code);
  if (code != CL_SUCCESS) {
    std::free(pages);
    return nullptr;
  }
  // Commands that are already queued keep the buffer, and so the pages, after its release.
  code = cl.clSetMemObjectDestructorCallback(
      buffer, [](cl_mem, void* memory) { std::free(memory); }, pages);
  if (code == CL_SUCCESS) return buffer;
  static_cast<void>(cl.clReleaseMemObject(buffer));
  std::free(pages);
  return nullptr;
}

std::byte* host_at(const Memory& memory, std::size_t offset) { return static_cast<std::byte*>(memory.host) + offset; }

}  // namespace

// Drivers of discrete GPUs allocate at the first use, where out of memory would surprise the caller. An empty
// migration is such a use. It is queued, not waited for.
void OpenclContext::commit(cl_mem buffer, std::size_t bytes) {
  if (properties_.info.kind != backend::DeviceKind::gpu || properties_.unified_memory) return;
  const std::lock_guard lock(service_mutex_);
  cl_int code =
      cl.clEnqueueMigrateMemObjects(service_, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr);
  if (code == CL_SUCCESS) code = cl.clFlush(service_);
  if (code != CL_SUCCESS)
    throw_allocation_error("clEnqueueMigrateMemObjects", code,
                           fmt::format("{} of device memory", base::plural(bytes, "byte")));
}

backend::MemoryHandle OpenclContext::memory_allocate(std::size_t bytes, backend::MemoryKind kind) {
  const base::DriverScope scope(health_);
  const bool pinned = kind == backend::MemoryKind::pinned;
  // Not every driver survives a size far beyond its memory.
  if (bytes > properties_.total_memory)
    base::fail(pinned ? KILN_OUT_OF_HOST_MEMORY : KILN_OUT_OF_MEMORY, "{} asked, {} has {}",
               base::plural(bytes, "byte"), properties_.info.name, properties_.total_memory);
  auto memory = std::make_unique<Memory>();
  cl_int code = CL_SUCCESS;
  const bool large = bytes >= kWorthHugePages && properties_.info.kind == backend::DeviceKind::cpu;
  memory->buffer = large && !pinned && properties_.unified_memory
                       ? create_on_pages(context_, bytes, code)
                       : cl.clCreateBuffer(context_, CL_MEM_READ_WRITE | (pinned ? CL_MEM_ALLOC_HOST_PTR : 0), bytes,
                                           nullptr, &code);
  if (code != CL_SUCCESS)
    throw_allocation_error(
        "clCreateBuffer", code,
        fmt::format("{} of {} memory asked, the device's largest block is {}", base::plural(bytes, "byte"),
                    pinned ? "pinned" : "device", properties_.largest_block),
        pinned);
  memory->bytes = bytes;
  try {
    if (pinned) {
      const std::lock_guard lock(service_mutex_);
      memory->host = cl.clEnqueueMapBuffer(service_, memory->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                           nullptr, nullptr, &code);
      if (code != CL_SUCCESS)
        throw_allocation_error("clEnqueueMapBuffer", code,
                               fmt::format("{} of pinned memory", base::plural(bytes, "byte")), true);
    } else {
      commit(memory->buffer, bytes);
    }
  } catch (...) {
    static_cast<void>(cl.clReleaseMemObject(memory->buffer));
    throw;
  }
  return reinterpret_cast<backend::MemoryHandle>(memory.release());
}

void OpenclContext::memory_free(backend::MemoryHandle handle) noexcept {
  const base::DriverScope scope(health_);
  if (!handle) return;
  const std::unique_ptr<Memory> memory(&unwrap(handle));
  if (memory->host) {
    const std::lock_guard lock(service_mutex_);
    static_cast<void>(cl.clEnqueueUnmapMemObject(service_, memory->buffer, memory->host, 0, nullptr, nullptr));
    static_cast<void>(cl.clFlush(service_));
  }
  static_cast<void>(cl.clReleaseMemObject(memory->buffer));
}

void* OpenclContext::memory_host_pointer(backend::MemoryHandle memory) noexcept { return unwrap(memory).host; }

std::uintptr_t OpenclContext::memory_native(backend::MemoryHandle memory) noexcept {
  return reinterpret_cast<std::uintptr_t>(unwrap(memory).buffer);
}

cl_mem OpenclContext::scratch(std::size_t bytes) {
  cl_int code = CL_SUCCESS;
  const std::size_t size = std::min(bytes, kScratchBytes);
  const cl_mem buffer = cl.clCreateBuffer(context_, CL_MEM_READ_WRITE, size, nullptr, &code);
  if (code != CL_SUCCESS)
    throw_allocation_error("clCreateBuffer", code, fmt::format("{} of scratch memory", base::plural(size, "byte")));
  return buffer;
}

void OpenclContext::host_to_host(cl_command_queue queue, void* to, const void* from, std::size_t bytes, bool block_from,
                                 bool block_to) {
  const ScratchBuffer through{scratch(bytes)};
  in_chunks(bytes, kScratchBytes, [&](std::size_t done, std::size_t piece, bool last) {
    write_buffer(queue, through.buffer, 0, static_cast<const std::byte*>(from) + done, piece, block_from && last);
    read_buffer(queue, through.buffer, 0, static_cast<std::byte*>(to) + done, piece, block_to && last);
  });
}

void OpenclContext::fill_host(cl_command_queue queue, void* to, std::size_t bytes, const void* pattern,
                              std::size_t pattern_bytes) {
  const ScratchBuffer through{scratch(bytes)};
  fill_buffer(queue, through.buffer, 0, std::min(bytes, kScratchBytes), pattern, pattern_bytes);
  in_chunks(bytes, kScratchBytes, [&](std::size_t done, std::size_t piece, bool) {
    read_buffer(queue, through.buffer, 0, static_cast<std::byte*>(to) + done, piece, false);
  });
}

void OpenclContext::memory_write(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                                 const void* from, std::size_t bytes, bool block) {
  const base::DriverScope scope(health_);
  const Memory& target = unwrap(to);
  base::check_range(target.bytes, to_offset, bytes, "memory_write");
  if (target.host)
    host_to_host(unwrap(queue), host_at(target, to_offset), from, bytes, block, false);
  else
    write_buffer(unwrap(queue), target.buffer, to_offset, from, bytes, block);
  begin(unwrap(queue));
}

void OpenclContext::memory_read(backend::QueueHandle queue, backend::MemoryHandle from, std::size_t from_offset,
                                void* to, std::size_t bytes, bool block) {
  const base::DriverScope scope(health_);
  const Memory& source = unwrap(from);
  base::check_range(source.bytes, from_offset, bytes, "memory_read");
  if (source.host)
    host_to_host(unwrap(queue), to, host_at(source, from_offset), bytes, false, block);
  else
    read_buffer(unwrap(queue), source.buffer, from_offset, to, bytes, block);
  begin(unwrap(queue));
}

backend::EventHandle OpenclContext::memory_read_event(backend::QueueHandle handle, backend::MemoryHandle from,
                                                      std::size_t from_offset, void* to, std::size_t bytes) {
  const base::DriverScope scope(health_);
  const Memory& source = unwrap(from);
  if (source.host || bytes > kChunk) return Context::memory_read_event(handle, from, from_offset, to, bytes);
  base::check_range(source.bytes, from_offset, bytes, "memory_read");
  const cl_command_queue queue = unwrap(handle);
  cl_event event = nullptr;
  check(cl.clEnqueueReadBuffer(queue, source.buffer, CL_FALSE, from_offset, bytes, to, 0, nullptr, &event),
        "clEnqueueReadBuffer");
  if (const cl_int code = cl.clFlush(queue); code != CL_SUCCESS) {
    static_cast<void>(cl.clFinish(queue));
    static_cast<void>(cl.clReleaseEvent(event));
    throw_error("clFlush", code);
  }
  return reinterpret_cast<backend::EventHandle>(event);
}

void OpenclContext::memory_copy(backend::QueueHandle handle, backend::MemoryHandle to, std::size_t to_offset,
                                backend::MemoryHandle from, std::size_t from_offset, std::size_t bytes) {
  const base::DriverScope scope(health_);
  const cl_command_queue queue = unwrap(handle);
  const Memory &target = unwrap(to), &source = unwrap(from);
  base::check_range(target.bytes, to_offset, bytes, "memory_copy, target");
  base::check_range(source.bytes, from_offset, bytes, "memory_copy, source");
  if (target.host && source.host)
    host_to_host(queue, host_at(target, to_offset), host_at(source, from_offset), bytes, false, false);
  else if (target.host)
    read_buffer(queue, source.buffer, from_offset, host_at(target, to_offset), bytes, false);
  else if (source.host)
    write_buffer(queue, target.buffer, to_offset, host_at(source, from_offset), bytes, false);
  else
    copy_buffer(queue, target.buffer, to_offset, source.buffer, from_offset, bytes);
  begin(queue);
}

void OpenclContext::memory_fill(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t offset,
                                std::size_t bytes, const void* pattern, std::size_t pattern_bytes) {
  const base::DriverScope scope(health_);
  const Memory& target = unwrap(to);
  base::check_range(target.bytes, offset, bytes, "memory_fill");
  base::check_pattern(offset, bytes, pattern_bytes);
  if (target.host)
    fill_host(unwrap(queue), host_at(target, offset), bytes, pattern, pattern_bytes);
  else
    fill_buffer(unwrap(queue), target.buffer, offset, bytes, pattern, pattern_bytes);
  begin(unwrap(queue));
}

}  // namespace kiln::opencl
