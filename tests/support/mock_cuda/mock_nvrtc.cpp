// SPDX-License-Identifier: Apache-2.0
// A mock libnvrtc: "compiles" a source to an image that holds its text. A line "#error TEXT" fails the
// compilation with a log as NVRTC writes it. It honours #line as far as the numbers go.
#include <cstdio>
#include <cstring>
#include <sstream>

#include "cuda/libraries/cuda_abi.hpp"
#include "mock_cuda.hpp"

using namespace kiln::cuda;

namespace kiln::cuda {
struct _nvrtcProgram {
  std::string name, source, log, cubin, ptx;
};
}  // namespace kiln::cuda

namespace {

kiln::mock::NvrtcControl& control() {
  static auto* instance = new kiln::mock::NvrtcControl;
  return *instance;
}

void put(const std::string& text, char* out) { std::memcpy(out, text.c_str(), text.size() + 1); }

}  // namespace

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::NvrtcControl* kiln_mock_nvrtc_control() { return &control(); }

MOCK const char* nvrtcGetErrorString(nvrtcResult result) {
  return result == kNvrtcCompilation ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR";
}
MOCK nvrtcResult nvrtcVersion(int* major, int* minor) {
  *major = control().version / 1000;
  *minor = control().version % 1000 / 10;
  return 0;
}
MOCK nvrtcResult nvrtcGetNumSupportedArchs(int* out) {
  *out = static_cast<int>(control().architectures.size());
  return 0;
}
MOCK nvrtcResult nvrtcGetSupportedArchs(int* out) {
  for (const int architecture : control().architectures) *out++ = architecture;
  return 0;
}
MOCK nvrtcResult nvrtcCreateProgram(nvrtcProgram* out, const char* source, const char* name, int, const char* const*,
                                    const char* const*) {
  *out = new _nvrtcProgram{name, source, {}, {}, {}};
  control().name = name;
  control().source = source;
  ++control().live_programs;
  return 0;
}
MOCK nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  delete *program;
  *program = nullptr;
  --control().live_programs;
  return 0;
}
MOCK nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char* const* options) {
  control().options.assign(options, options + count);
  ++control().compilations;
  std::istringstream lines(program->source);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    int set = 0;
    if (std::sscanf(line.c_str(), "#line %d", &set) == 1) number = set - 1;
    if (line.rfind("#error ", 0) == 0)
      program->log += "kernel.cu(" + std::to_string(number) + "): error: " + line.substr(7) + "\n";
  }
  if (!program->log.empty()) return kNvrtcCompilation;
  const bool cubin = control().options.front().find("=sm_") != std::string::npos;
  program->cubin = cubin ? "mock cubin\n" + program->source : "";
  program->ptx = "mock ptx\n" + program->source;
  return 0;
}
MOCK nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, std::size_t* out) {
  *out = program->log.size() + 1;
  return 0;
}
MOCK nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* out) {
  put(program->log, out);
  return 0;
}
MOCK nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t* out) {
  *out = program->ptx.size() + 1;
  return 0;
}
MOCK nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* out) {
  put(program->ptx, out);
  return 0;
}
MOCK nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* out) {
  *out = program->cubin.size() + 1;
  return program->cubin.empty() ? 4 : 0;
}
MOCK nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* out) {
  put(program->cubin, out);
  return 0;
}

}  // extern "C"
