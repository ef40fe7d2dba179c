// SPDX-License-Identifier: Apache-2.0
// Kernels and launches. A launch sets all arguments and enqueues the kernel under the kernel's lock; it allocates
// nothing and asks the driver nothing. Launches of a recording are bound once and then only enqueued.
#include <cstring>

#include "base/text.hpp"
#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

// Releases the sub-buffers of a launch when it was enqueued or failed; the queued command keeps its own references.
struct SubBufferGuard {
  std::vector<cl_mem>& buffers;
  ~SubBufferGuard() {
    for (const cl_mem buffer : buffers) static_cast<void>(cl.clReleaseMemObject(buffer));
    buffers.clear();
  }
};

std::string geometry_text(const Kernel& kernel, const backend::Launch& launch) {
  return fmt::format("kernel '{}' over {}x{}x{} work-items in groups of {}x{}x{}", base::excerpt(kernel.name),
                     launch.global[0], launch.global[1], launch.global[2], launch.local[0], launch.local[1],
                     launch.local[2]);
}

}  // namespace

Kernel::~Kernel() {
  for (const cl_mem buffer : sub_buffers) static_cast<void>(cl.clReleaseMemObject(buffer));
  if (kernel) static_cast<void>(cl.clReleaseKernel(kernel));
}

backend::KernelHandle OpenclContext::program_kernel(backend::ProgramHandle handle, const char* name) {
  const base::DriverScope scope(health_);
  Program& program = unwrap(handle);
  const std::lock_guard lock(program.mutex);
  for (Kernel& known : program.kernels)
    if (known.name == name) return reinterpret_cast<backend::KernelHandle>(&known);
  Kernel& kernel = program.kernels.emplace_back();
  try {
    cl_int code = CL_SUCCESS;
    const cl_kernel created = kernel.kernel = cl.clCreateKernel(program.program, name, &code);
    if (code == CL_INVALID_KERNEL_NAME)
      throw_error("clCreateKernel", code,
                  fmt::format("no kernel '{}', the program has: {}", base::excerpt(name),
                              base::join(program_kernels(handle), ", ")));
    check(code, "clCreateKernel");
    check(
        cl.clGetKernelInfo(created, CL_KERNEL_NUM_ARGS, sizeof kernel.argument_count, &kernel.argument_count, nullptr),
        "clGetKernelInfo");
    kernel.local_memory = kernel_value<cl_ulong>(created, device_.id, CL_KERNEL_LOCAL_MEM_SIZE);
    // Mesa's rusticl of 22.3 tells and takes twice the declared local memory. On llvmpipe that is host memory, which
    // does not run short, so only the declared half counts.
    if (properties_.short_loops && properties_.info.driver.starts_with("22.")) kernel.local_memory /= 2;
    kernel.sub_buffers.reserve(kernel.argument_count);
    kernel.values.resize(kernel.argument_count);
    kernel.name = name;
  } catch (...) {
    program.kernels.pop_back();
    throw;
  }
  return reinterpret_cast<backend::KernelHandle>(&kernel);
}

backend::KernelInfo OpenclContext::kernel_info(backend::KernelHandle handle) {
  const base::DriverScope scope(health_);
  const Kernel& kernel = unwrap(handle);
  backend::KernelInfo info;
  info.max_local_size = kernel_value<std::size_t>(kernel.kernel, device_.id, CL_KERNEL_WORK_GROUP_SIZE);
  info.preferred_multiple =
      kernel_value<std::size_t>(kernel.kernel, device_.id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  info.local_memory = kernel.local_memory;
  return info;
}

// The buffer to pass: that of the memory, or a sub-buffer that begins at the offset.
cl_mem OpenclContext::memory_argument(Kernel& kernel, cl_uint index, const kiln_backend_argument& argument) const {
  const Memory& memory = unwrap(argument.memory);
  if (memory.host && !properties_.unified_memory) [[unlikely]]
    base::fail(KILN_UNSUPPORTED, "argument {} of '{}' is pinned memory, which kernels cannot use on {}", index,
               kernel.name, properties_.info.name);
  if (argument.offset == 0) return memory.buffer;
  if (argument.offset % properties_.base_alignment != 0)
    base::fail(KILN_UNSUPPORTED, "argument {} of '{}' begins at byte {}, {} needs multiples of {}", index, kernel.name,
               argument.offset, properties_.info.name, properties_.base_alignment);
  if (argument.offset >= memory.bytes)
    base::fail(KILN_INVALID_ARGUMENT, "argument {} of '{}' begins at byte {} of memory of {}", index, kernel.name,
               argument.offset, base::plural(memory.bytes, "byte"));
  const cl_mem part = part_of(memory.buffer, argument.offset, memory.bytes - argument.offset);
  kernel.sub_buffers.push_back(part);
  return part;
}

void OpenclContext::set_argument(Kernel& kernel, cl_uint index, const kiln_backend_argument& argument) const {
  cl_int code = CL_SUCCESS;
  Kernel::Value& known = kernel.values[index];
  if (argument.kind == backend::Argument::Kind::value && known.size != 0 && known.size == argument.size &&
      std::memcmp(known.bytes, argument.value, argument.size) == 0)
    return;
  known.size = 0;
  switch (argument.kind) {
    case backend::Argument::Kind::memory: {
      const cl_mem buffer = memory_argument(kernel, index, argument);
      code = cl.clSetKernelArg(kernel.kernel, index, sizeof buffer, &buffer);
      break;
    }
    case backend::Argument::Kind::value:
      code = cl.clSetKernelArg(kernel.kernel, index, argument.size, argument.value);
      if (code != CL_SUCCESS || argument.size > sizeof known.bytes) break;
      std::memcpy(known.bytes, argument.value, argument.size);
      known.size = static_cast<std::uint32_t>(argument.size);
      break;
    case backend::Argument::Kind::local:
      code = cl.clSetKernelArg(kernel.kernel, index, argument.size, nullptr);
      break;
  }
  if (code != CL_SUCCESS) [[unlikely]]
    throw_error("clSetKernelArg", code,
                fmt::format("argument {} of kernel '{}' counted from 0, {}", index, base::excerpt(kernel.name),
                            base::plural(argument.size, "byte")));
}

void OpenclContext::check_launch(const Kernel& kernel, const backend::Launch& launch) const {
  if (launch.argument_count != kernel.argument_count) [[unlikely]]
    base::fail(KILN_INVALID_ARGUMENT, "'{}' got {}, expected {}", kernel.name,
               base::plural(launch.argument_count, "argument"), kernel.argument_count);
  std::uint64_t local_memory = kernel.local_memory;
  for (std::size_t i = 0; i < launch.argument_count; ++i)
    if (launch.arguments[i].kind == backend::Argument::Kind::local) local_memory += launch.arguments[i].size;
  if (local_memory > properties_.local_memory) [[unlikely]]
    base::fail(KILN_INVALID_ARGUMENT, "'{}' asks for {} of local memory, {} has {}", kernel.name,
               base::plural(local_memory, "byte"), properties_.info.name, properties_.local_memory);
}

void OpenclContext::enqueue(cl_command_queue queue, const Kernel& kernel, const backend::Launch& launch) {
  const cl_int code = cl.clEnqueueNDRangeKernel(queue, kernel.kernel, launch.dims, nullptr, launch.global,
                                                launch.local[0] ? launch.local : nullptr, 0, nullptr, nullptr);
  if (code != CL_SUCCESS) [[unlikely]]
    throw_error("clEnqueueNDRangeKernel", code, geometry_text(kernel, launch));
}

void OpenclContext::kernel_launch(backend::QueueHandle queue, backend::KernelHandle handle,
                                  const backend::Launch& launch) {
  const base::DriverScope scope(health_);
  Kernel& kernel = unwrap(handle);
  check_launch(kernel, launch);
  const std::lock_guard lock(kernel.mutex);
  const SubBufferGuard guard{kernel.sub_buffers};
  for (cl_uint i = 0; i < kernel.argument_count; ++i) set_argument(kernel, i, launch.arguments[i]);
  enqueue(unwrap(queue), kernel, launch);
  begin(unwrap(queue));
}

// ---- Recordings ----

void OpenclContext::bind(Kernel& bound, const Kernel& kernel, const backend::Launch& launch) const {
  check_launch(kernel, launch);
  cl_program program = nullptr;
  check(cl.clGetKernelInfo(kernel.kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr), "clGetKernelInfo");
  cl_int code = CL_SUCCESS;
  bound.kernel = cl.clCreateKernel(program, kernel.name.c_str(), &code);
  check(code, "clCreateKernel");
  bound.name = kernel.name;
  bound.argument_count = kernel.argument_count;
  bound.local_memory = kernel.local_memory;
  bound.values.resize(bound.argument_count);
  bound.sub_buffers.reserve(bound.argument_count);
  for (cl_uint i = 0; i < bound.argument_count; ++i) set_argument(bound, i, launch.arguments[i]);
}

backend::RecordingHandle OpenclContext::recording_create(std::span<const backend::Command> commands) {
  const base::DriverScope scope(health_);
  auto recording = std::make_unique<Recording>();
  recording->commands = commands;
  for (const backend::Command& command : commands)
    if (command.kind == KILN_BACKEND_LAUNCH_COMMAND)
      bind(recording->kernels.emplace_back(), unwrap(command.kernel), backend::launch_of(command));
  return reinterpret_cast<backend::RecordingHandle>(recording.release());
}

void OpenclContext::recording_replay(backend::QueueHandle handle, backend::RecordingHandle recorded,
                                     std::size_t times) {
  const base::DriverScope scope(health_);
  // Drivers that collect commands are flushed often enough to keep the device busy.
  constexpr std::size_t kMostCollected = 32;
  const cl_command_queue queue = unwrap(handle);
  const Recording& recording = unwrap(recorded);
  std::size_t queued = 0;
  for (std::size_t time = 0; time < times; ++time) {
    auto kernel = recording.kernels.begin();
    for (const backend::Command& command : recording.commands) {
      const bool launch = command.kind == KILN_BACKEND_LAUNCH_COMMAND;
      backend::queue_behind(*this, handle, queued, [&] {
        if (launch)
          enqueue(queue, *kernel, backend::launch_of(command));
        else if (!backend::queue_command(*this, handle, command))
          base::fail(KILN_BACKEND_ERROR, "CLBlast refuses a product of '{}'", command.operation);
      });
      if (launch) ++kernel;
      if (++queued % kMostCollected == 0) begin(queue);
    }
  }
  begin(queue);
}

void OpenclContext::recording_destroy(backend::RecordingHandle recording) noexcept {
  const base::DriverScope scope(health_);
  if (recording) delete &unwrap(recording);
}

}  // namespace kiln::opencl
