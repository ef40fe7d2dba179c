// SPDX-License-Identifier: Apache-2.0
// Finds and opens libcuda and NVIDIA's other libraries. Paths from the environment must be absolute;
// set-user-ID programs ignore them.
#include "cuda/libraries/library.hpp"

#include <dlfcn.h>
#include <stdlib.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/plugin/driver_support.hpp"

namespace kiln::cuda {
namespace {

struct Opened {
  void* handle = nullptr;
  std::string reason;
};

std::string environment(const char* name) {
  const char* value = ::secure_getenv(name);
  return value ? value : "";
}

// Opens the first candidate that loads. If none does, the reason is that of the first one, which says most.
// Libraries are opened so that all their symbols are resolved now. If one of NVIDIA's libraries misses a
// function in another, that is a reason now; it would otherwise end the process at the first call.
Opened open_first(const std::vector<std::string>& candidates) {
  Opened opened;
  for (const std::string& candidate : candidates) {
    opened.handle = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened.handle) {
      opened.reason.clear();
      return opened;
    }
    const char* text = ::dlerror();
    if (opened.reason.empty()) opened.reason = text ? text : "dlopen failed";
  }
  return opened;
}

// Opens the file that the environment variable names or, if it names none, the first candidate that loads.
Opened open_library(const char* variable, const std::vector<std::string>& candidates) {
  const std::string path = environment(variable);
  if (path.empty()) return open_first(candidates);
  if (path.front() != '/') return {nullptr, fmt::format("{}: expected an absolute path, got '{}'", variable, path)};
  Opened opened = open_first({path});
  if (!opened.handle) opened.reason = fmt::format("{}: {}", variable, opened.reason);
  return opened;
}

template <class Signature>
bool resolve(void* handle, const char* symbol, base::DriverFunction<Signature>& out) {
  out.set(::dlsym(handle, symbol));
  return static_cast<bool>(out);
}

// Candidates for a library of the toolkit: each soname in all places before the next older soname.
std::vector<std::string> toolkit_candidates(std::vector<std::pair<int, const char*>> names, int driver_version) {
  // An older driver may refuse a program of a newer NVRTC.
  std::stable_partition(names.begin(), names.end(),
                        [&](const auto& name) { return name.first <= driver_version / 1000 && name.first != 0; });
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string home = environment(variable); home.starts_with('/')) folders.push_back(home + "/lib64");
  folders.emplace_back("/usr/local/cuda/lib64");
  std::vector<std::string> candidates;
  for (const auto& [major, name] : names) {
    candidates.emplace_back(name);
    for (const std::string& folder : folders) candidates.push_back(folder + "/" + name);
  }
  return candidates;
}

// Opens a library of the toolkit. If there is none, the result is null and `missing` says why.
void* open_toolkit_library(const char* name, const char* variable, std::vector<std::pair<int, const char*>> names,
                           int driver_version, std::string& missing) {
  const Opened opened = open_library(variable, toolkit_candidates(std::move(names), driver_version));
  if (!opened.handle) missing = fmt::format("{} could not be loaded: {}", name, opened.reason);
  return opened.handle;
}

constexpr bool required = true;
constexpr bool optional = false;

// Fills the table. Returns the name of the first required symbol that is missing, or "".
std::string resolve_nvrtc(void* handle, NvrtcApi& api) {
#define KILN_NVRTC_ENTRY(kind, result, name, arguments) \
  if (!resolve(handle, #name, api.name) && kind) return #name;
#include "cuda/libraries/nvrtc.def"
#undef KILN_NVRTC_ENTRY
  return {};
}

std::string resolve_driver(void* handle, DriverApi& api) {
#define KILN_CUDA_ENTRY(kind, name, symbol, arguments) \
  if (!resolve(handle, symbol, api.name) && kind) return symbol;
#include "cuda/libraries/driver.def"
#undef KILN_CUDA_ENTRY
  return {};
}

void read_architectures(NvrtcApi& api) {
  int count = 0;
  if (!api.nvrtcGetNumSupportedArchs || !api.nvrtcGetSupportedArchs) return;
  if (api.nvrtcGetNumSupportedArchs(&count) != 0 || count <= 0) return;
  api.architectures.resize(static_cast<std::size_t>(count));
  if (api.nvrtcGetSupportedArchs(api.architectures.data()) != 0) api.architectures.clear();
  std::sort(api.architectures.begin(), api.architectures.end());
}

// libcudnn.so is a front. It opens the libraries that it consists of when they are first used, by their names alone,
// and cuDNN 8 ends the process if one is missing. So those that lie beside it are opened first. Returns "" or which of
// them could not be opened, and why.
std::string open_cudnn_parts(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> whole(::realpath(path.c_str(), nullptr), std::free);
  const std::string file = whole ? whole.get() : path, folder = path.substr(0, path.rfind('/') + 1);
  constexpr std::string_view front = "libcudnn.so.";
  const std::string_view name = std::string_view(file).substr(file.rfind('/') + 1);
  if (!name.starts_with(front)) return {};
  const std::string_view major = name.substr(front.size(), 1);
  std::vector<const char*> parts = {"graph",    "ops", "cnn", "engines_precompiled", "engines_runtime_compiled",
                                    "heuristic"};
  if (major == "8") parts = {"ops_infer", "ops_train", "cnn_infer", "cnn_train"};
  for (const char* part : parts) {
    const std::string soname = fmt::format("libcudnn_{}.so.{}", part, major);
    const Opened opened = open_first({folder + soname});
    if (!opened.handle) return fmt::format("a part of cuDNN could not be loaded: {}", opened.reason);
  }
  return {};
}

}  // namespace

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string load_driver(DriverApi& api) {
  const Opened opened = open_library("KILN_CUDA_LIBRARY", {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"});
  if (!opened.handle) return fmt::format("the CUDA driver could not be loaded: {}", opened.reason);
  const std::string missing = resolve_driver(opened.handle, api);
  api.path = base::library_path(api.cuInit.address(), "libcuda.so.1");
  if (!missing.empty()) return fmt::format("{} lacks {}: a driver for CUDA 11.0 or newer is needed", api.path, missing);
  return {};
}

void load_nvrtc(NvrtcApi& api, int driver_version) {
  void* const handle = open_toolkit_library(
      "NVRTC", "KILN_NVRTC_LIBRARY",
      {{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}, {0, "libnvrtc.so"}}, driver_version,
      api.missing);
  if (!handle) return;
  const std::string missing = resolve_nvrtc(handle, api);
  api.path = base::library_path(api.nvrtcGetErrorString.address(), "libnvrtc.so");
  if (!missing.empty()) {
    api.missing = fmt::format("{} lacks {}", api.path, missing);
    return;
  }
  int major = 0;
  int minor = 0;
  if (const nvrtcResult result = api.nvrtcVersion(&major, &minor); result != 0) {
    api.missing = fmt::format("{}: nvrtcVersion: {} ({})", api.path, api.nvrtcGetErrorString(result), result);
    return;
  }
  api.version = major * 1000 + minor * 10;
  read_architectures(api);
}

void load_cublas(CublasApi& api, int driver_version) {
  void* const handle = open_toolkit_library(
      "cuBLAS", "KILN_CUBLAS_LIBRARY",
      {{13, "libcublas.so.13"}, {12, "libcublas.so.12"}, {11, "libcublas.so.11"}, {0, "libcublas.so"}}, driver_version,
      api.missing);
  if (!handle) return;
#define KILN_CUBLAS_ENTRY(name, symbol, arguments) \
  if (api.missing.empty() && !resolve(handle, symbol, api.name)) api.missing = fmt::format("cuBLAS lacks {}", symbol);
#include "cuda/libraries/cublas.def"
#undef KILN_CUBLAS_ENTRY
  api.path = base::library_path(api.cublasCreate.address(), "libcublas.so");
}

void load_cudnn(CudnnApi& api, int driver_version) {
  void* const handle = open_toolkit_library("cuDNN", "KILN_CUDNN_LIBRARY", {{9, "libcudnn.so.9"}, {8, "libcudnn.so.8"}},
                                            driver_version, api.missing);
  if (!handle) return;
#define KILN_CUDNN_ENTRY(name, arguments) \
  if (api.missing.empty() && !resolve(handle, #name, api.name)) api.missing = fmt::format("cuDNN lacks {}", #name);
#include "cuda/libraries/cudnn.def"
#undef KILN_CUDNN_ENTRY
  if (!api.missing.empty()) return;
  api.path = base::library_path(api.cudnnCreate.address(), "libcudnn.so");
  // Older ones do not tell all of their engines' notes.
  if (const int version = api.cudnnGetVersion(); version < kCudnnLeastVersion) {
    api.missing = fmt::format("{} has version {}, expected {} or newer", api.path, version, kCudnnLeastVersion);
    return;
  }
  api.missing = open_cudnn_parts(api.path);
}

void load_nccl(NcclApi& api, int driver_version) {
  void* const handle = open_toolkit_library("NCCL", "KILN_NCCL_LIBRARY", {{2, "libnccl.so.2"}, {0, "libnccl.so"}},
                                            driver_version, api.missing);
  if (!handle) return;
#define KILN_NCCL_ENTRY(kind, result, name, arguments)                  \
  if (!resolve(handle, #name, api.name) && kind && api.missing.empty()) \
    api.missing = fmt::format("NCCL lacks {}", #name);
#include "cuda/libraries/nccl.def"
#undef KILN_NCCL_ENTRY
  if (!api.missing.empty()) return;
  api.path = base::library_path(api.ncclGetVersion.address(), "libnccl.so");
  if (const int result = api.ncclGetVersion(&api.version); result != 0)
    api.missing = fmt::format("{}: ncclGetVersion: {} ({})", api.path, api.ncclGetErrorString(result), result);
}

}  // namespace kiln::cuda
