// SPDX-License-Identifier: Apache-2.0
// An opened CUDA device: its primary context, which it shares with the CUDA runtime API and all other
// libraries of the process. Handles point at the small structs below; events are the driver's.
#pragma once

#include <kiln/backend.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "cuda/errors.hpp"
#include "cuda/libraries/blas.hpp"
#include "cuda/libraries/dnn.hpp"
#include "cuda/libraries/library.hpp"
#include "cuda/libraries/nccl.hpp"

namespace kiln::cuda {

inline constexpr std::size_t kMaxArguments = 512;

struct Queue {
  CUstream stream = nullptr;
  bool timing = false;
  bool records = false;  // graphs are captured on it; nothing runs
  bool foreign = false;  // made elsewhere
  unsigned lane = 0;     // its workspace of cuBLAS
};

struct Memory {
  enum class Origin { own, foreign, imported } origin = Origin::own;
  CUdeviceptr pointer = 0;  // for pinned memory the host address: host and device share one address space
  void* host = nullptr;
  std::size_t bytes = 0;
};

struct Kernel {
  CUfunction function = nullptr;
  std::string name;
  unsigned max_threads = 1;
  unsigned static_shared = 0;
  std::atomic<unsigned> dynamic_limit{0};  // bytes of dynamic shared memory that the driver lets the function use
  // Parameter sizes, if the driver tells them (CUDA 12.4); otherwise `parameters_known` is false.
  bool parameters_known = false;
  std::uint16_t parameter_count = 0;
  std::uint16_t parameter_sizes[kMaxArguments] = {};
};

struct Program {
  CUmodule module = nullptr;
  std::vector<std::byte> binary;
  std::mutex mutex;  // guards `kernels`
  std::vector<std::unique_ptr<Kernel>> kernels;
};

struct Recording {
  std::span<const backend::Command> commands;
  CUgraphExec once = nullptr;     // all commands; null for a single command, which is queued as quickly
  CUgraphExec several = nullptr;  // all commands, `copies` times
  std::size_t copies = 0;
  bool too_large = false;  // `several` could not be made
  bool multiplies = false;
};

inline Queue& as_queue(backend::QueueHandle handle) { return *reinterpret_cast<Queue*>(handle); }
inline Memory& as_memory(backend::MemoryHandle handle) { return *reinterpret_cast<Memory*>(handle); }
inline Program& as_program(backend::ProgramHandle handle) { return *reinterpret_cast<Program*>(handle); }
inline Kernel& as_kernel(backend::KernelHandle handle) { return *reinterpret_cast<Kernel*>(handle); }
inline Recording& as_recording(backend::RecordingHandle handle) { return *reinterpret_cast<Recording*>(handle); }
inline CUevent as_event(backend::EventHandle handle) { return reinterpret_cast<CUevent>(handle); }

// The identity, name and driver of device `ordinal`, for probing and opening.
backend::DeviceInfo device_info(const Libraries& libraries, int ordinal);

class CudaContext final : public backend::Context {
 public:
  CudaContext(std::shared_ptr<const Libraries> libraries, int ordinal, backend::Sched sched);
  // Uses a context of device `ordinal` that was made elsewhere.
  CudaContext(std::shared_ptr<const Libraries> libraries, int ordinal, CUcontext foreign);
  ~CudaContext() override;

  const backend::DeviceProperties& properties() const noexcept override { return properties_; }
#include "base/plugin/context_overrides.def"
  bool memory_copy_peer(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                        backend::Context& from_context, backend::MemoryHandle from, std::size_t from_offset,
                        std::size_t bytes) override;
  bool blas_gemm(backend::QueueHandle queue, const backend::Gemm& gemm) override;
  std::string blas_identity() override;
  bool blas_takes(const backend::Gemm& gemm) override;
  std::vector<backend::ConvWay> conv_ways(const backend::Conv& conv) override;
  bool conv(backend::QueueHandle queue, const backend::Conv& conv) override;
  std::string conv_identity() override;
  std::uintptr_t enter() override;
  void leave(std::uintptr_t previous) override;
  backend::IpcHandle memory_export(backend::MemoryHandle memory) override;
  backend::MemoryHandle memory_import(const backend::IpcHandle& handle, std::size_t bytes) override;
  backend::CollectiveId collective_id() override;
  backend::CommunicatorHandle communicator_create(const backend::CollectiveId& id, int ranks, int rank) override;
  void communicator_destroy(backend::CommunicatorHandle communicator, bool lost) noexcept override;
  void collective(backend::QueueHandle queue, backend::CommunicatorHandle communicator,
                  const backend::Collective& call) override;

 private:
  friend class Current;

  base::DriverHealth& health() const noexcept { return libraries_->health; }
  const DriverApi& api() const noexcept { return libraries_->driver; }
  void read_properties(int ordinal);
  void retain_primary(backend::Sched sched);
  void check_device_memory(CUdeviceptr pointer) const;
  backend::ProgramHandle load_image(std::vector<std::byte> image);
  void read_kernel(Kernel& kernel) const;
  CUgraphExec make_graph(std::span<const backend::Command> commands, std::size_t times);
  void prepare(Recording& recording, std::size_t times);

  std::shared_ptr<const Libraries> libraries_;
  backend::DeviceProperties properties_;
  CUdevice device_ = 0;
  bool primary_ = true;  // the context is the device's primary one, whose users are counted
  int capability_ = 0;   // 90 for 9.0
  unsigned warp_size_ = 32;
  bool blocking_sync_ = false;
  CUcontext context_ = nullptr;
  Blas blas_;
  Dnn dnn_;
  Nccl nccl_;
  std::mutex recorder_mutex_;                // one graph is made at a time
  backend::QueueHandle recorder_ = nullptr;  // captures graphs; nothing runs on it
};

// Makes the context current on this thread for a scope. If another context was current, it is current again
// at the end; a thread that had none keeps ours, which makes the next call cheap.
class Current {
 public:
  Current(const CudaContext& context, const char* operation);  // throws
  explicit Current(const CudaContext& context) noexcept;       // see ok()
  ~Current() {
    if (previous_) api_.cuCtxSetCurrent(previous_);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  bool ok() const noexcept { return ok_; }

 private:
  CUresult enter(CUcontext context) noexcept;

  const DriverApi& api_;
  const base::DriverScope scope_;
  CUcontext previous_ = nullptr;
  bool ok_ = false;
};

}  // namespace kiln::cuda
