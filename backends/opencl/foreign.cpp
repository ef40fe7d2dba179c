// SPDX-License-Identifier: Apache-2.0
// Adopts queues and memory made elsewhere, uses host memory in place, and exports this backend's objects.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

template <class T>
T queue_value(cl_command_queue queue, cl_command_queue_info what) {
  T value{};
  check(cl.clGetCommandQueueInfo(queue, what, sizeof value, &value, nullptr), "clGetCommandQueueInfo");
  return value;
}

struct Release {
  void operator()(cl_mem memory) const noexcept { static_cast<void>(cl.clReleaseMemObject(memory)); }
};
using ClMemory = std::unique_ptr<std::remove_pointer_t<cl_mem>, Release>;

}  // namespace

backend::Native OpenclContext::native() noexcept {
  return {reinterpret_cast<std::uintptr_t>(context_), reinterpret_cast<std::uintptr_t>(device_.id), 0};
}

backend::QueueHandle OpenclContext::queue_adopt(std::uintptr_t native) {
  const base::DriverScope scope(health_);
  const auto queue = reinterpret_cast<cl_command_queue>(native);
  if (!queue) base::fail(KILN_INVALID_ARGUMENT, "the cl_command_queue is NULL");
  if (queue_value<cl_context>(queue, CL_QUEUE_CONTEXT) != context_)
    base::fail(KILN_CONTEXT_MISMATCH, "the cl_command_queue is of another cl_context, expected one of this context's");
  if (queue_value<cl_device_id>(queue, CL_QUEUE_DEVICE) != device_.id)
    base::fail(KILN_CONTEXT_MISMATCH, "the cl_command_queue is of another device, expected one of this context's");
  if (queue_value<cl_command_queue_properties>(queue, CL_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    base::fail(KILN_INVALID_ARGUMENT, "the cl_command_queue is out-of-order, expected an in-order one");
  check(cl.clRetainCommandQueue(queue), "clRetainCommandQueue");
  return reinterpret_cast<backend::QueueHandle>(queue);
}

std::uintptr_t OpenclContext::queue_native(backend::QueueHandle queue) noexcept {
  return reinterpret_cast<std::uintptr_t>(unwrap(queue));
}

backend::AdoptedMemory OpenclContext::memory_adopt(std::uintptr_t native, std::size_t offset, std::size_t bytes) {
  const base::DriverScope scope(health_);
  const auto buffer = reinterpret_cast<cl_mem>(native);
  if (!buffer) base::fail(KILN_INVALID_ARGUMENT, "the cl_mem is NULL");
  if (memory_value<cl_mem_object_type>(buffer, CL_MEM_TYPE) != CL_MEM_OBJECT_BUFFER)
    base::fail(KILN_INVALID_ARGUMENT, "the cl_mem is an image or a pipe, expected a buffer");
  if (memory_value<cl_context>(buffer, CL_MEM_CONTEXT) != context_)
    base::fail(KILN_CONTEXT_MISMATCH, "the cl_mem is of another cl_context, expected one of this context's");
  const auto size = memory_value<std::size_t>(buffer, CL_MEM_SIZE);
  const bool rest = bytes == SIZE_MAX;
  if (rest && offset < size) bytes = size - offset;
  if (offset > size || bytes > size - offset)
    base::fail(KILN_INVALID_ARGUMENT, "{} bytes at offset {} do not fit in a cl_mem of {} bytes", bytes, offset, size);
  const auto flags = memory_value<cl_mem_flags>(buffer, CL_MEM_FLAGS);
  auto memory = std::make_unique<Memory>();
  check(cl.clRetainMemObject(buffer), "clRetainMemObject");
  memory->buffer = buffer;
  memory->bytes = size;
  return {.handle = reinterpret_cast<backend::MemoryHandle>(memory.release()),
          .offset = offset,
          .readable = !(flags & CL_MEM_WRITE_ONLY),
          .writable = !(flags & CL_MEM_READ_ONLY),
          .bytes = rest ? bytes : 0};
}

backend::MemoryHandle OpenclContext::memory_part(backend::MemoryHandle handle, std::size_t offset, std::size_t bytes) {
  const base::DriverScope scope(health_);
  const Memory& whole = unwrap(handle);
  if (whole.host || offset % properties_.base_alignment != 0) return nullptr;
  auto memory = std::make_unique<Memory>();
  memory->buffer = part_of(whole.buffer, offset, bytes);
  memory->bytes = bytes;
  return reinterpret_cast<backend::MemoryHandle>(memory.release());
}

// The buffer begins at an aligned address before the caller's memory. No command names the bytes in between,
// which is safe if the driver copies nothing; otherwise host memory is not adopted.
backend::AdoptedMemory OpenclContext::memory_adopt_host(void* data, std::size_t bytes) {
  const base::DriverScope scope(health_);
  if (!works_in_place()) return {};
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::size_t offset = address % properties_.base_alignment;
  auto memory = std::make_unique<Memory>();
  memory->bytes = bytes + offset;
  memory->view = reinterpret_cast<void*>(address - offset);
  cl_int code = CL_SUCCESS;
  memory->buffer =
      cl.clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, memory->bytes, memory->view, &code);
  if (code != CL_SUCCESS)
    throw_allocation_error("clCreateBuffer", code, fmt::format("{} bytes of the caller's", memory->bytes));
  return {.handle = reinterpret_cast<backend::MemoryHandle>(memory.release()), .offset = offset};
}

void* OpenclContext::memory_host_view(backend::MemoryHandle handle) {
  const base::DriverScope scope(health_);
  Memory& memory = unwrap(handle);
  if (memory.host || !works_in_place()) return memory.host;
  const std::lock_guard lock(service_mutex_);
  if (!memory.view) memory.view = address_of(memory.buffer, memory.bytes);
  return memory.view;
}

bool OpenclContext::works_in_place() {
  if (properties_.info.kind != backend::DeviceKind::cpu || !properties_.unified_memory) return false;
  const std::lock_guard lock(service_mutex_);
  if (in_place_ == InPlace::unknown) in_place_ = try_in_place() ? InPlace::yes : InPlace::no;
  return in_place_ == InPlace::yes;
}

// Tries whether the driver uses host memory in place. OpenCL lets drivers work on copies and map a buffer to
// another address each time, and no query tells. This and the following functions need the service lock.
bool OpenclContext::try_in_place() {
  constexpr std::size_t kBytes = 4096;
  const std::unique_ptr<void, decltype(&std::free)> own(std::aligned_alloc(kBytes, kBytes), &std::free);
  if (!own) throw std::bad_alloc();
  for (void* const host : {own.get(), static_cast<void*>(nullptr)}) {
    cl_int code = CL_SUCCESS;
    const ClMemory buffer(
        cl.clCreateBuffer(context_, CL_MEM_READ_WRITE | (host ? CL_MEM_USE_HOST_PTR : 0), kBytes, host, &code));
    check(code, "clCreateBuffer");
    void* const address = host ? host : address_of(buffer.get(), kBytes);
    if (!shares(buffer.get(), static_cast<unsigned char*>(address), kBytes)) return false;
    if (address_of(buffer.get(), kBytes) != address) return false;
  }
  return true;
}

// Whether the device reads what the host wrote last, and the host what the device wrote, without mapping.
bool OpenclContext::shares(cl_mem buffer, unsigned char* host, std::size_t bytes) {
  std::vector<unsigned char> values(bytes);
  cl_int code = CL_SUCCESS;
  const ClMemory other(cl.clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &code));
  check(code, "clCreateBuffer");
  const auto copy = [&](cl_mem from, cl_mem to) {
    code = cl.clEnqueueCopyBuffer(service_, from, to, 0, 0, bytes, 0, nullptr, nullptr);
    const cl_int end = cl.clFinish(service_);  // no command may still use the caller's memory
    check(code, "clEnqueueCopyBuffer");
    check(end, "clFinish");
  };
  for (const unsigned char value : {'a', 'b'}) {
    std::memset(host, value, bytes);
    copy(buffer, other.get());
    check(cl.clEnqueueReadBuffer(service_, other.get(), CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    if (std::memcmp(host, values.data(), bytes) != 0) return false;
  }
  for (const unsigned char value : {'c', 'd'}) {
    std::fill(values.begin(), values.end(), value);
    check(cl.clEnqueueWriteBuffer(service_, other.get(), CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    copy(other.get(), buffer);
    if (std::memcmp(host, values.data(), bytes) != 0) return false;
  }
  return true;
}

// The address at which the driver maps the whole buffer.
void* OpenclContext::address_of(cl_mem buffer, std::size_t bytes) {
  cl_int code = CL_SUCCESS;
  void* const address = cl.clEnqueueMapBuffer(service_, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                              nullptr, nullptr, &code);
  check(code, "clEnqueueMapBuffer");
  check(cl.clEnqueueUnmapMemObject(service_, buffer, address, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  check(cl.clFinish(service_), "clFinish");
  return address;
}

}  // namespace kiln::opencl
