// SPDX-License-Identifier: Apache-2.0
// Compiles with NVRTC. Options are made here from validated parts; no text of the caller ever becomes an option.
#include "cuda/program/compiler.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/plugin/driver_support.hpp"
#include "kernels.hpp"

namespace kiln::cuda {
namespace {

using base::fail;

void check_nvrtc(const NvrtcApi& nvrtc, const char* call, nvrtcResult result) {
  if (result == 0) return;
  const kiln_status status = result == kNvrtcOutOfMemory ? KILN_OUT_OF_HOST_MEMORY : KILN_BACKEND_ERROR;
  base::throw_driver_error(status, fmt::format("{}: {} ({})", call, nvrtc.nvrtcGetErrorString(result), result), result);
}

// An nvrtcProgram that is destroyed at the end of its scope.
class NvrtcProgram {
 public:
  NvrtcProgram(const NvrtcApi& nvrtc, const std::string& text, const char* name) : nvrtc_(nvrtc) {
    check_nvrtc(nvrtc, "nvrtcCreateProgram",
                nvrtc.nvrtcCreateProgram(&program_, text.c_str(), name, 0, nullptr, nullptr));
  }
  ~NvrtcProgram() { nvrtc_.nvrtcDestroyProgram(&program_); }
  NvrtcProgram(const NvrtcProgram&) = delete;
  NvrtcProgram& operator=(const NvrtcProgram&) = delete;
  nvrtcProgram get() const noexcept { return program_; }

  std::string log() const {
    std::size_t size = 0;
    if (nvrtc_.nvrtcGetProgramLogSize(program_, &size) != 0 || size <= 1) return {};
    std::string text(size, '\0');
    if (nvrtc_.nvrtcGetProgramLog(program_, text.data()) != 0) return {};
    text.resize(std::char_traits<char>::length(text.c_str()));
    return text;
  }

 private:
  const NvrtcApi& nvrtc_;
  nvrtcProgram program_ = nullptr;
};

// The include folder of NVRTC's toolkit, where raw CUDA C finds cuda_fp16.h and the like; "" if there is none.
std::string toolkit_include(const NvrtcApi& nvrtc) {
  const std::size_t library = nvrtc.path.rfind('/');
  const std::size_t folder =
      library == std::string::npos || library == 0 ? std::string::npos : nvrtc.path.rfind('/', library - 1);
  if (folder == std::string::npos) return {};
  const std::string include = nvrtc.path.substr(0, folder) + "/include";
  return ::access((include + "/cuda_fp16.h").c_str(), R_OK) == 0 ? include : std::string();
}

std::vector<std::string> make_options(const NvrtcApi& nvrtc, const backend::Source& source, const Target& target) {
  std::vector<std::string> options = {target.option, "--std=c++17", "-default-device", "-D__KILN_CUDA__"};
  if (source.fast_math) options.emplace_back("--use_fast_math");
  if (source.max_registers > 0) options.push_back(fmt::format("--maxrregcount={}", source.max_registers));
  if (source.raw)
    if (const std::string include = toolkit_include(nvrtc); !include.empty())
      options.push_back("--include-path=" + include);
  return options;
}

// The text for NVRTC. Definitions are lines, not -D options: those would also rewrite NVRTC's built-in
// headers, which a macro called T breaks. The #line makes the log count lines as the caller's text does.
std::string make_text(const backend::Source& source) {
  std::string text;
  for (const std::string& define : source.defines) {
    base::check_define(define);
    const std::size_t equals = define.find('=');
    const bool has_value = equals != std::string::npos;
    text += fmt::format("#define {} {}\n", define.substr(0, equals), has_value ? define.substr(equals + 1) : "1");
  }
  if (!source.raw) text += fmt::format("#line 1 \"prelude_cuda.cu\"\n{}\n", kernels::find("prelude_cuda.cu"));
  return text + "#line 1 \"kernel.cu\"\n" + source.text;
}

[[noreturn]] void raise_build_error(const NvrtcApi& nvrtc, const backend::Source& source, nvrtcResult result,
                                    const std::string& log) {
  std::string message = fmt::format("nvrtcCompileProgram: {} ({})", nvrtc.nvrtcGetErrorString(result), result);
  if (!log.empty()) message += ": " + base::first_error(log);
  throw base::Error(KILN_BUILD_ERROR, std::move(message), result,
                    log + "\n---- source ----\n" + base::numbered_lines(source.text));
}

std::vector<std::byte> image_of(const NvrtcApi& nvrtc, const NvrtcProgram& program, bool cubin) {
  const auto& size_of = cubin ? nvrtc.nvrtcGetCUBINSize : nvrtc.nvrtcGetPTXSize;
  const auto& get = cubin ? nvrtc.nvrtcGetCUBIN : nvrtc.nvrtcGetPTX;
  std::size_t size = 0;
  check_nvrtc(nvrtc, cubin ? "nvrtcGetCUBINSize" : "nvrtcGetPTXSize", size_of(program.get(), &size));
  std::vector<std::byte> image(size);
  check_nvrtc(nvrtc, cubin ? "nvrtcGetCUBIN" : "nvrtcGetPTX",
              get(program.get(), reinterpret_cast<char*>(image.data())));
  return image;
}

}  // namespace

Target choose_target(const NvrtcApi& nvrtc, int capability) {
  const auto& known = nvrtc.architectures;
  const bool has_cubin = nvrtc.nvrtcGetCUBINSize && nvrtc.nvrtcGetCUBIN;
  if (known.empty()) return {fmt::format("--gpu-architecture=compute_{}", capability), false};
  if (has_cubin && std::binary_search(known.begin(), known.end(), capability))
    return {fmt::format("--gpu-architecture=sm_{}", capability), true};
  const auto above = std::upper_bound(known.begin(), known.end(), capability);
  if (above == known.begin())
    fail(KILN_UNSUPPORTED, "NVRTC {} ({}) does not know sm_{}, it knows sm_{} to sm_{}; an older NVRTC is needed",
         version_text(nvrtc.version), nvrtc.path, capability, known.front(), known.back());
  return {fmt::format("--gpu-architecture=compute_{}", *(above - 1)), false};
}

std::vector<std::byte> compile(const NvrtcApi& nvrtc, const backend::Source& source, int capability) {
  if (!nvrtc.available())
    fail(KILN_UNSUPPORTED, "kernels cannot be compiled, {}; install NVRTC (libnvrtc) or set CUDA_HOME", nvrtc.missing);
  const Target target = choose_target(nvrtc, capability);
  const std::vector<std::string> options = make_options(nvrtc, source, target);
  std::vector<const char*> pointers;
  pointers.reserve(options.size());
  for (const std::string& option : options) pointers.push_back(option.c_str());

  const NvrtcProgram program(nvrtc, make_text(source), "kernel.cu");
  const nvrtcResult result =
      nvrtc.nvrtcCompileProgram(program.get(), static_cast<int>(pointers.size()), pointers.data());
  if (result == kNvrtcCompilation || result == kNvrtcInvalidOption)
    raise_build_error(nvrtc, source, result, program.log());
  check_nvrtc(nvrtc, "nvrtcCompileProgram", result);
  return image_of(nvrtc, program, target.cubin);
}

}  // namespace kiln::cuda
