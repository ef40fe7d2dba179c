// SPDX-License-Identifier: Apache-2.0
// An opened OpenCL device. Queue and event handles are the vendor's objects. Memory, programs and kernels are
// the structs below, because launches and transfers must not query the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>

#include "opencl/device.hpp"

namespace kiln::opencl {

struct Memory {
  cl_mem buffer = nullptr;
  std::size_t bytes = 0;
  void* host = nullptr;  // pinned memory: the address of the mapping, which lives as long as the memory
  void* view = nullptr;  // the address at which the host finds the memory, once it was asked for
};

struct Kernel {
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel();
  cl_kernel kernel = nullptr;
  std::string name;
  cl_uint argument_count = 0;
  std::uint64_t local_memory = 0;  // bytes that a group uses statically
  std::mutex mutex;                // makes clSetKernelArg and the enqueue after it one step
  // Sub-buffers that the current launch passes as arguments. The list has room for all arguments.
  std::vector<cl_mem> sub_buffers;
  // The values of the arguments. A kernel object keeps them, and most are the same at the next launch. Size 0: not
  // known. Memory arguments are always set anew, because a new object may have the address of an old one.
  struct Value {
    std::uint32_t size = 0;
    std::byte bytes[16];
  };
  std::vector<Value> values;
};

struct Program {
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();
  cl_program program = nullptr;
  // The compiled but not linked object from which `program` was made; null once its binary was given out.
  cl_program draft = nullptr;
  std::mutex mutex;            // guards `kernels`
  std::deque<Kernel> kernels;  // their addresses are handles
};

// A recording has a kernel object for each launch, whose arguments are set.
struct Recording {
  std::span<const backend::Command> commands;
  std::deque<Kernel> kernels;  // kernels of the launches, in their order
};

class OpenclContext final : public backend::Context {
 public:
  // Makes a context, or, if `foreign` is given, takes another reference to that one.
  OpenclContext(const Device& device, backend::DeviceInfo info, cl_context foreign = nullptr);
  ~OpenclContext() override;
  OpenclContext(const OpenclContext&) = delete;
  OpenclContext& operator=(const OpenclContext&) = delete;

  const backend::DeviceProperties& properties() const noexcept override { return properties_; }
#include "base/plugin/context_overrides.def"
  bool event_wait_for(backend::EventHandle event, double seconds) override;
  backend::EventHandle memory_read_event(backend::QueueHandle queue, backend::MemoryHandle from,
                                         std::size_t from_offset, void* to, std::size_t bytes) override;
  std::vector<std::byte> program_draft(backend::ProgramHandle program) override;
  bool blas_gemm(backend::QueueHandle queue, const backend::Gemm& gemm) override;
  std::string blas_identity() override;
  bool blas_takes(const backend::Gemm& gemm) override;
  backend::MemoryHandle memory_part(backend::MemoryHandle memory, std::size_t offset, std::size_t bytes) override;

 private:
  bool works_in_place();
  bool try_in_place();
  bool shares(cl_mem buffer, unsigned char* host, std::size_t bytes);
  void* address_of(cl_mem buffer, std::size_t bytes);
  bool declares_builtins(const backend::Source& source) const noexcept;
  std::string build_options(const backend::Source& source) const;
  void build(cl_program program, const backend::Source& source, bool declared_builtins, bool compile_only);
  void link(Program& program);
  std::uint64_t binary_digest(std::span<const std::byte> bytes) const;
  std::vector<std::byte> packed_binary(cl_program program, const char (&magic)[8]) const;
  void check_launch(const Kernel& kernel, const backend::Launch& launch) const;
  void bind(Kernel& bound, const Kernel& kernel, const backend::Launch& launch) const;
  static void enqueue(cl_command_queue queue, const Kernel& kernel, const backend::Launch& launch);
  void set_argument(Kernel& kernel, cl_uint index, const kiln_backend_argument& argument) const;
  cl_mem memory_argument(Kernel& kernel, cl_uint index, const kiln_backend_argument& argument) const;
  void commit(cl_mem buffer, std::size_t bytes);
  // Call this when work has been queued: drivers that collect commands are told to begin.
  void begin(cl_command_queue queue) noexcept {
    // The next wait reports what fails here: the work is queued.
    if (collects_) static_cast<void>(cl.clFlush(queue));
  }
  cl_mem scratch(std::size_t bytes);
  void host_to_host(cl_command_queue queue, void* to, const void* from, std::size_t bytes, bool block_from,
                    bool block_to);
  void fill_host(cl_command_queue queue, void* to, std::size_t bytes, const void* pattern, std::size_t pattern_bytes);

  base::DriverHealth& health_;  // of the platform's driver
  Device device_;
  backend::DeviceProperties properties_;
  std::string standard_;  // -cl-std=...
  // Whether Kiln's kernels are compiled behind their own declarations of built-in functions, so that the
  // compiler does not read OpenCL's whole header.
  std::atomic<bool> declared_builtins_ = false;
  std::atomic<std::uint64_t> builds_{0};
  bool bounds_registers_ = false;   // the compiler takes a bound on the registers of a work-item
  bool correctly_rounded_ = false;  // the compiler can round divisions and square roots of float correctly
  bool collects_ = true;            // the driver may keep commands until a flush
  cl_context context_ = nullptr;
  cl_command_queue service_ = nullptr;  // the queue that maps pinned memory and makes drivers allocate
  std::atomic<bool> clblast_used_{false};
  enum class InPlace { unknown, yes, no };
  InPlace in_place_ = InPlace::unknown;
  // Commands of the service queue are made one at a time, because drivers crash when threads map and unmap on one
  // queue.
  std::mutex service_mutex_;
};

// Conversions between handles and vendor objects.
inline cl_command_queue unwrap(backend::QueueHandle queue) { return reinterpret_cast<cl_command_queue>(queue); }
inline cl_event unwrap(backend::EventHandle event) { return reinterpret_cast<cl_event>(event); }
inline Memory& unwrap(backend::MemoryHandle memory) { return *reinterpret_cast<Memory*>(memory); }
inline Program& unwrap(backend::ProgramHandle program) { return *reinterpret_cast<Program*>(program); }
inline Kernel& unwrap(backend::KernelHandle kernel) { return *reinterpret_cast<Kernel*>(kernel); }
inline Recording& unwrap(backend::RecordingHandle recording) { return *reinterpret_cast<Recording*>(recording); }

}  // namespace kiln::opencl
