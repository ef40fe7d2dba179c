// SPDX-License-Identifier: Apache-2.0
// The backend's Driver object: it probes for devices and opens one. The first call that needs libraries loads them.
#include <charconv>
#include <exception>
#include <memory>
#include <mutex>

#include "base/plugin/fork_guard.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using base::fail;

// Advice to a user whose cuInit fails.
const char* advice(CUresult result) noexcept {
  switch (result) {
    case kErrorNoDevice:
      return "no NVIDIA GPU is visible: check CUDA_VISIBLE_DEVICES, nvidia-smi and, in a container, its GPU "
             "option";
    case kErrorStubLibrary:
      return "this is the toolkit's stub, not the driver: take its folder off LD_LIBRARY_PATH";
    case kErrorSystemNotReady:
      return "the system is still starting, or nvidia-fabricmanager is not running";
    case kErrorSystemDriverMismatch:
      return "kernel module and libcuda are of different versions: reboot, or reload the module";
    case kErrorCompatNotSupported:
      return "a CUDA compatibility package is first on LD_LIBRARY_PATH, and this GPU does not support it";
    case kErrorUnknown:
      return "the kernel module may be missing or unusable: check that /dev/nvidiactl and /dev/nvidia-uvm "
             "open";
    default:
      return nullptr;
  }
}

class CudaDriver final : public backend::Driver {
 public:
  const char* name() const noexcept override { return "cuda"; }

  backend::Probe probe() noexcept override {
    try {
      return probe_devices();
    } catch (const std::exception& error) {
      return failed_probe(error.what());
    } catch (...) {
      return failed_probe("unknown error");
    }
  }

  std::unique_ptr<backend::Context> open(const std::string& id, backend::Sched sched) override {
    int count = 0;
    const auto libraries = need_libraries("open", count);
    int ordinal = -1;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), ordinal);
    if (error != std::errc() || end != id.data() + id.size() || ordinal < 0 || ordinal >= count)
      fail(KILN_NO_DEVICE, "no CUDA device '{}', expected a number below {}", id, count);
    return std::make_unique<CudaContext>(libraries, ordinal, sched);
  }

  std::unique_ptr<backend::Context> adopt(const backend::Native& native, backend::Sched) override {
    int count = 0;
    const auto libraries = need_libraries("adopt", count);
    const base::DriverScope scope(libraries->health);
    const DriverApi& api = libraries->driver;
    const auto context = reinterpret_cast<CUcontext>(native.context);
    CUcontext before = nullptr;
    KILN_CUDA(api, cuCtxGetCurrent, &before);
    KILN_CUDA(api, cuCtxSetCurrent, context);
    CUdevice device = 0;
    const CUresult result = api.cuCtxGetDevice(&device);
    api.cuCtxSetCurrent(before);
    check(api, "cuCtxGetDevice", result);
    for (int ordinal = 0; ordinal < count; ++ordinal) {
      CUdevice listed = 0;
      KILN_CUDA(api, cuDeviceGet, &listed, ordinal);
      if (listed == device) return std::make_unique<CudaContext>(libraries, ordinal, context);
    }
    fail(KILN_UNSUPPORTED, "the CUcontext's device is none of the {} that CUDA lists", count);
  }

  backend::Native memory_owner(std::uintptr_t native) override {
    int count = 0;
    const auto libraries = need_libraries("memory_owner", count);
    const base::DriverScope scope(libraries->health);
    const DriverApi& api = libraries->driver;
    const auto pointer = static_cast<CUdeviceptr>(native);
    int ordinal = -1;
    if (api.cuPointerGetAttribute(&ordinal, kPointerDeviceOrdinal, pointer) != kSuccess)
      fail(KILN_INVALID_ARGUMENT, "{:#x} is no memory that CUDA knows", pointer);
    CUcontext owner = nullptr;
    if (api.cuPointerGetAttribute(&owner, kPointerContext, pointer) != kSuccess) owner = nullptr;
    return {reinterpret_cast<std::uintptr_t>(owner), static_cast<std::uintptr_t>(ordinal), 0};
  }

 private:
  static backend::Probe failed_probe(const char* reason) noexcept {
    backend::Probe probe;
    try {
      probe.reason = reason;
    } catch (...) {
      probe.reason = "out of memory";  // short enough to need no memory
    }
    return probe;
  }

  backend::Probe probe_devices() {
    backend::Probe probe;
    if (base::forked()) {
      probe.reason = "the process was forked after CUDA was used";
      return probe;
    }
    int count = 0;
    const auto libraries = load(probe.reason, count);
    if (!libraries) return probe;
    probe.notes.push_back(
        fmt::format("driver {}: CUDA {}", libraries->driver.path, version_text(libraries->driver.version)));
    for (int ordinal = 0; ordinal < count; ++ordinal) {
      try {
        probe.devices.push_back(device_info(*libraries, ordinal));
      } catch (const base::Error& error) {
        probe.notes.push_back(fmt::format("device {}: {}", ordinal, error.message()));
      }
    }
    if (probe.devices.empty()) probe.reason = "none of the devices answers: " + probe.notes.back();
    add_nvrtc_notes(*libraries, probe);
    return probe;
  }

  static void add_nvrtc_notes(const Libraries& libraries, backend::Probe& probe) {
    const NvrtcApi& nvrtc = libraries.nvrtc;
    if (!nvrtc.available()) {
      probe.notes.push_back(nvrtc.missing + "; only kernels from the cache will run");
      return;
    }
    std::string note = fmt::format("NVRTC {}: {}", nvrtc.path, version_text(nvrtc.version));
    if (nvrtc.version > libraries.driver.version)
      note += fmt::format(", newer than the driver's CUDA {}", version_text(libraries.driver.version));
    probe.notes.push_back(std::move(note));
  }

  std::shared_ptr<const Libraries> need_libraries(const char* operation, int& count) {
    base::check_not_forked(operation);
    std::string reason;
    auto libraries = load(reason, count);
    if (!libraries) fail(KILN_NO_DEVICE, "no CUDA device, {}", reason);
    return libraries;
  }

  // The libraries, loaded once. Null with a reason if there is no usable driver or no device.
  std::shared_ptr<const Libraries> load(std::string& reason, int& count) {
    const std::lock_guard lock(mutex_);
    if (!libraries_) {
      auto libraries = std::make_shared<Libraries>();
      DriverApi& api = libraries->driver;
      reason = load_driver(api);
      if (!reason.empty()) return nullptr;
      base::arm_fork_guard();
      if (const CUresult result = api.cuInit(0); result != kSuccess) {
        reason = fmt::format("{} ({})", describe(api, "cuInit", result), api.path);
        if (const char* hint = advice(result)) reason += fmt::format("; {}", hint);
        return nullptr;
      }
      KILN_CUDA(api, cuDriverGetVersion, &api.version);
      KILN_CUDA(api, cuDeviceGetCount, &count_);
      if (count_ > 0) load_nvrtc(libraries->nvrtc, api.version);
      libraries_ = std::move(libraries);
    }
    count = count_;
    if (count_ > 0) return libraries_;
    reason = fmt::format("the driver {} lists no device; {}", libraries_->driver.path, advice(kErrorNoDevice));
    return nullptr;
  }

  std::mutex mutex_;
  std::shared_ptr<const Libraries> libraries_;
  int count_ = 0;
};

backend::Driver* create() { return new (std::nothrow) CudaDriver(); }

}  // namespace
}  // namespace kiln::cuda

KILN_BACKEND_MODULE("cuda", kiln::cuda::create);
