// SPDX-License-Identifier: Apache-2.0
// Devices and contexts: gpu_get_*, gpucontext_props_*, gpucontext_*.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "compat/objects.hpp"

struct _gpucontext_props {
  int platform = -1, device = -1;
  int sched = GA_CTX_SCHED_AUTO;
  bool single_stream = false;
  std::string kernel_cache;
  std::size_t initial_cache = 0, max_cache = SIZE_MAX;
};

namespace kiln::compat {

namespace {

Backend backend_named(const char* name, int code, const char* operation) {
  require(name, operation, "the backend's name");
  const std::string_view text = name;
  if (text == "opencl") return Backend::opencl;
  if (text == "cuda") return Backend::cuda;
  fail(code, "{}: no backend is called '{}', expected opencl or cuda", operation, text);
}

const char* name_of(Backend backend) noexcept { return backend == Backend::opencl ? "opencl" : "cuda"; }

// The numbers in a device string: 0 and 1 in "opencl0:1". A CUDA device has platform 0.
struct DeviceNumber {
  unsigned platform = 0, device = 0;
};
bool parse_number(std::string_view device, Backend backend, DeviceNumber& out) {
  const std::string_view prefix = name_of(backend);
  if (!device.starts_with(prefix)) return false;
  const char* at = device.data() + prefix.size();
  const char* const end = device.data() + device.size();
  if (backend == Backend::opencl) {
    const auto [next, error] = std::from_chars(at, end, out.platform);
    if (error != std::errc() || next == end || *next != ':') return false;
    at = next + 1;
  }
  const auto [next, error] = std::from_chars(at, end, out.device);
  return error == std::errc() && next == end;
}

std::vector<DeviceNumber> devices_of(Backend backend, const char* operation) {
  std::size_t count = 0;
  check(kiln_device_count(&count), operation);
  std::vector<DeviceNumber> found;
  for (std::size_t i = 0; i < count; ++i) {
    kiln_device_info info;
    check(kiln_device_get(i, &info), operation);
    DeviceNumber number;
    if (parse_number(info.device, backend, number)) found.push_back(number);
  }
  return found;
}

// Throws a failure that says why the backend has no devices, with GA_LOAD_ERROR or another code.
[[noreturn]] void fail_backend(Backend backend, const char* operation) {
  std::size_t count = 0;
  check(kiln_backend_count(&count), operation);
  for (std::size_t i = 0; i < count; ++i) {
    kiln_backend_info info;
    check(kiln_backend_get(i, &info), operation);
    if (std::string_view(info.name) == name_of(backend))
      fail(GA_LOAD_ERROR, "{}: {}: {}", operation, info.name, *info.reason ? info.reason : "no devices");
  }
  fail(GA_LOAD_ERROR, "{}: Kiln's module for {} is not there", operation, name_of(backend));
}

unsigned platforms_of(const std::vector<DeviceNumber>& devices) {
  unsigned count = 0;
  for (const DeviceNumber& device : devices) count = std::max(count, device.platform + 1);
  return count;
}

// The string of the device that the properties choose. In libgpuarray -1 means that no number was given.
std::string device_text(Backend backend, const gpucontext_props& props, const char* operation) {
  const auto devices = devices_of(backend, operation);
  if (devices.empty()) fail_backend(backend, operation);
  if (backend == Backend::cuda) {
    if (props.device == -1) return "cuda";
    for (const DeviceNumber& known : devices)
      if (int(known.device) == props.device) return fmt::format("cuda{}", props.device);
    fail(GA_VALUE_ERROR, "{}: no CUDA device has the number {}, there are {}", operation, props.device, devices.size());
  }
  if (props.platform < 0 || unsigned(props.platform) >= platforms_of(devices))
    fail(GA_VALUE_ERROR, "{}: no OpenCL platform has the number {}, there are {}", operation, props.platform,
         platforms_of(devices));
  for (const DeviceNumber& known : devices)
    if (int(known.platform) == props.platform && int(known.device) == props.device)
      return fmt::format("opencl{}:{}", props.platform, props.device);
  fail(GA_VALUE_ERROR, "{}: platform {} has no device {}", operation, props.platform, props.device);
}

// The properties as Kiln's options. The options point into this object.
struct Options {
  explicit Options(const gpucontext_props& props) {
    if (props.sched != GA_CTX_SCHED_AUTO) values.sched = props.sched == GA_CTX_SCHED_SINGLE ? "single" : "multi";
    if (!props.kernel_cache.empty()) values.cache_path = props.kernel_cache.c_str();
    if (props.single_stream) values.single_stream = KILN_YES;
    // Kiln's flag counts megabytes; it takes numbers up to 1 as fractions.
    constexpr std::size_t kMegabyte = std::size_t{1} << 20;
    if (props.max_cache == 0)
      preallocate = "-1";
    else if (props.initial_cache > 0)
      preallocate = fmt::to_string(std::max<std::size_t>(2, (props.initial_cache - 1) / kMegabyte + 1));
    if (!preallocate.empty()) values.preallocate = preallocate.c_str();
    if (props.max_cache != SIZE_MAX) values.memory_budget = props.max_cache;
  }
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  kiln_context_options values = KILN_CONTEXT_OPTIONS_INIT;

 private:
  std::string preallocate;
};

OwnedContext open(Backend backend, const gpucontext_props& props, const char* operation) {
  const std::string device = device_text(backend, props, operation);
  const Options options(props);
  kiln_context made = nullptr;
  check(kiln_context_create(device.c_str(), &options.values, &made), operation);
  return OwnedContext(made);
}

}  // namespace

gpucontext* adopt_context(Backend backend, void* native, const gpucontext_props* props, const char* operation) {
  const Options options(props ? *props : gpucontext_props());
  kiln_native_context handles = KILN_NATIVE_CONTEXT_INIT;
  handles.context = native;
  kiln_context made = nullptr;
  check(kiln_context_adopt(name_of(backend), &handles, &options.values, &made), operation);
  return wrap_context(OwnedContext(made), backend, operation);
}

gpucontext* wrap_context(OwnedContext context, Backend backend, const char* operation) {
  auto made = std::make_unique<_gpucontext>();
  made->context = std::move(context);
  made->backend = backend;
  check(kiln_context_get_properties(made->context.get(), &made->properties), operation);
  const kiln_context_properties& p = made->properties;
  made->binary_id = fmt::format("{} {} {} {}", p.vendor, p.name, p.language, p.driver);
  return made.release();
}

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

int gpu_get_platform_count(const char* name, unsigned int* platcount) {
  if (platcount) *platcount = 0;
  return guard(nullptr, [&] {
    const Backend backend = backend_named(name, GA_INVALID_ERROR, "gpu_get_platform_count");
    require(platcount, "gpu_get_platform_count", "platcount");
    *platcount = backend == Backend::cuda ? 1 : platforms_of(devices_of(backend, "gpu_get_platform_count"));
  });
}

int gpu_get_device_count(const char* name, unsigned int platform, unsigned int* devcount) {
  if (devcount) *devcount = 0;
  return guard(nullptr, [&] {
    constexpr const char* kOperation = "gpu_get_device_count";
    const Backend backend = backend_named(name, GA_INVALID_ERROR, kOperation);
    require(devcount, kOperation, "devcount");
    const auto devices = devices_of(backend, kOperation);
    if (devices.empty()) fail_backend(backend, kOperation);
    const auto count = unsigned(
        std::count_if(devices.begin(), devices.end(), [&](const auto& known) { return known.platform == platform; }));
    // CUDA has one platform, whatever number the caller gives.
    *devcount = backend == Backend::cuda ? unsigned(devices.size()) : count;
    if (*devcount > 0) return;
    if (platform >= platforms_of(devices))
      fail(GA_VALUE_ERROR, "{}: no OpenCL platform has the number {}, there are {}", kOperation, platform,
           platforms_of(devices));
    fail(GA_IMPL_ERROR, "{}: platform {} has no devices", kOperation, platform);
  });
}

int gpucontext_props_new(gpucontext_props** res) {
  if (res) *res = nullptr;
  return guard(nullptr, [&] {
    require(res, "gpucontext_props_new", "res");
    *res = new gpucontext_props;
  });
}

int gpucontext_props_cuda_dev(gpucontext_props* p, int devno) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_cuda_dev", "the properties");
    p->platform = 0;
    p->device = devno;
  });
}

int gpucontext_props_opencl_dev(gpucontext_props* p, int platno, int devno) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_opencl_dev", "the properties");
    p->platform = platno;
    p->device = devno;
  });
}

int gpucontext_props_sched(gpucontext_props* p, int sched) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_sched", "the properties");
    if (sched < GA_CTX_SCHED_AUTO || sched > GA_CTX_SCHED_MULTI)
      fail(GA_INVALID_ERROR, "gpucontext_props_sched: unknown mode {}, expected 0 to 2", sched);
    p->sched = sched;
  });
}

int gpucontext_props_set_single_stream(gpucontext_props* p) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_set_single_stream", "the properties");
    p->single_stream = true;
  });
}

int gpucontext_props_kernel_cache(gpucontext_props* p, const char* path) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_kernel_cache", "the properties");
    // The path is made absolute, since the working directory may change and since some words have a meaning
    // for Kiln.
    p->kernel_cache = path && *path ? std::filesystem::absolute(path).string() : "";
  });
}

int gpucontext_props_alloc_cache(gpucontext_props* p, size_t initial, size_t max) {
  return guard(nullptr, [&] {
    require(p, "gpucontext_props_alloc_cache", "the properties");
    if (initial > max)
      fail(GA_VALUE_ERROR, "gpucontext_props_alloc_cache: initial {} is more than max {}", initial, max);
    p->initial_cache = initial;
    p->max_cache = max;
  });
}

void gpucontext_props_del(gpucontext_props* p) { delete p; }

int gpucontext_init(gpucontext** res, const char* name, gpucontext_props* props) {
  if (res) *res = nullptr;
  const std::unique_ptr<gpucontext_props> owned(props);
  return guard(nullptr, [&] {
    require(res, "gpucontext_init", "res");
    const Backend backend = backend_named(name, GA_INVALID_ERROR, "gpucontext_init");
    *res =
        wrap_context(open(backend, owned ? *owned : gpucontext_props(), "gpucontext_init"), backend, "gpucontext_init");
  });
}

void gpucontext_deref(gpucontext* ctx) { release(ctx); }

}  // extern "C"
