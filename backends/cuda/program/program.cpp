// SPDX-License-Identifier: Apache-2.0
// Programs (modules) and their kernels. An image is a CUBIN, or PTX text with its final 0.
#include "cuda/program/compiler.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using base::fail;

bool is_elf(std::span<const std::byte> image) {
  constexpr unsigned char kMagic[] = {0x7f, 'E', 'L', 'F'};
  return image.size() >= sizeof kMagic && std::memcmp(image.data(), kMagic, sizeof kMagic) == 0;
}

bool is_image_error(CUresult result) {
  return result == kErrorInvalidImage || result == kErrorNoBinaryForGpu || result == kErrorInvalidPtx ||
         result == kErrorUnsupportedPtxVersion;
}

}  // namespace

backend::ProgramHandle CudaContext::program_build(const backend::Source& source) {
  if (source.text.empty()) fail(KILN_INVALID_ARGUMENT, "the source is empty");
  const base::DriverScope scope(health());
  return load_image(compile(libraries_->nvrtc, source, capability_));
}

backend::ProgramHandle CudaContext::program_load(std::span<const std::byte> binary, const backend::Source&) {
  if (binary.empty()) fail(KILN_BACKEND_ERROR, "the binary is empty");
  std::vector<std::byte> image(binary.begin(), binary.end());
  if (!is_elf(binary) && image.back() != std::byte{0}) image.push_back(std::byte{0});
  return load_image(std::move(image));
}

backend::ProgramHandle CudaContext::load_image(std::vector<std::byte> image) {
  const Current current(*this, "program_load");
  auto program = std::make_unique<Program>();
  program->binary = std::move(image);
  const CUresult result = api().cuModuleLoadData(&program->module, program->binary.data());
  if (result != kSuccess) {
    const NvrtcApi& nvrtc = libraries_->nvrtc;
    std::string detail;
    if (is_image_error(result) && nvrtc.available() && nvrtc.version > api().version)
      detail = fmt::format("NVRTC {} is newer than the driver's CUDA {}: install the NVRTC of the driver's version",
                           version_text(nvrtc.version), version_text(api().version));
    raise(api(), "cuModuleLoadData", result, status_of(result), detail);
  }
  return reinterpret_cast<backend::ProgramHandle>(program.release());
}

std::vector<std::byte> CudaContext::program_binary(backend::ProgramHandle program) {
  return as_program(program).binary;
}

void CudaContext::program_destroy(backend::ProgramHandle handle) noexcept {
  if (!handle) return;
  const std::unique_ptr<Program> program(&as_program(handle));
  const Current current(*this);
  if (!current.ok()) return;
  // Queued launches may still need the code.
  api().cuCtxSynchronize();
  api().cuModuleUnload(program->module);
}

backend::KernelHandle CudaContext::program_kernel(backend::ProgramHandle handle, const char* name) {
  if (*name == '\0') fail(KILN_INVALID_ARGUMENT, "the name is empty");
  const Current current(*this, "program_kernel");
  Program& program = as_program(handle);
  const std::lock_guard lock(program.mutex);
  for (const auto& known : program.kernels)
    if (known->name == name) return reinterpret_cast<backend::KernelHandle>(known.get());
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  const CUresult result = api().cuModuleGetFunction(&kernel->function, program.module, name);
  if (result == kErrorNotFound)
    raise(api(), "cuModuleGetFunction", result, KILN_INVALID_ARGUMENT,
          fmt::format("the program has no kernel '{}'", base::excerpt(name)));
  check(api(), "cuModuleGetFunction", result);
  read_kernel(*kernel);
  program.kernels.push_back(std::move(kernel));
  return reinterpret_cast<backend::KernelHandle>(program.kernels.back().get());
}

void CudaContext::read_kernel(Kernel& kernel) const {
  const auto attribute = [&](auto which) {
    int value = 0;
    KILN_CUDA(api(), cuFuncGetAttribute, &value, which, kernel.function);
    return static_cast<unsigned>(std::max(value, 0));
  };
  kernel.max_threads = std::max(attribute(kFunctionMaxThreadsPerBlock), 1U);
  kernel.static_shared = attribute(kFunctionSharedSizeBytes);
  kernel.dynamic_limit = attribute(kFunctionMaxDynamicSharedSizeBytes);
  if (!api().cuFuncGetParamInfo) return;
  std::size_t count = 0;
  std::size_t offset = 0;
  std::size_t size = 0;
  CUresult result = kSuccess;
  while (count < kMaxArguments &&
         (result = api().cuFuncGetParamInfo(kernel.function, count, &offset, &size)) == kSuccess)
    kernel.parameter_sizes[count++] = static_cast<std::uint16_t>(std::min<std::size_t>(size, UINT16_MAX));
  // Past the last parameter the driver says "invalid value"; any other error means that it cannot tell sizes.
  kernel.parameters_known = result == kErrorInvalidValue || count == kMaxArguments;
  kernel.parameter_count = static_cast<std::uint16_t>(count);
}

std::vector<std::string> CudaContext::program_kernels(backend::ProgramHandle handle) {
  if (!api().cuModuleGetFunctionCount || !api().cuModuleEnumerateFunctions || !api().cuFuncGetName) return {};
  const Current current(*this, "program_kernels");
  const CUmodule module = as_program(handle).module;
  unsigned count = 0;
  KILN_CUDA(api(), cuModuleGetFunctionCount, &count, module);
  std::vector<CUfunction> functions(count);
  if (count > 0) KILN_CUDA(api(), cuModuleEnumerateFunctions, functions.data(), count, module);
  std::vector<std::string> names;
  for (const CUfunction function : functions) {
    const char* name = nullptr;
    KILN_CUDA(api(), cuFuncGetName, &name, function);
    names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

backend::KernelInfo CudaContext::kernel_info(backend::KernelHandle handle) {
  const Kernel& kernel = as_kernel(handle);
  return {.max_local_size = kernel.max_threads, .preferred_multiple = warp_size_, .local_memory = kernel.static_shared};
}

}  // namespace kiln::cuda
