// SPDX-License-Identifier: Apache-2.0
// The real NVRTC, which needs no GPU, behind the mock driver. Exits with 77 (skipped) where there is no
// NVRTC.
#include <unistd.h>

#include <cstdio>

#include "cuda_support.hpp"

using namespace kiln::test;

namespace {

struct RealNvrtc : Mock {
  RealNvrtc() {
    ::unsetenv("KILN_NVRTC_LIBRARY");
    driver = make_driver();
    const std::string note = driver->probe().notes.back();
    if (contains(note, "could not be loaded")) {
      std::printf("skipped: %s\n", note.c_str());
      std::fflush(stdout);
      ::_exit(77);
    }
  }
  // The image of a program for a device of this compute capability.
  std::string build(const Source& source, int capability = 90) {
    cuda.capability = capability;
    const auto context = driver->open("0");
    const ProgramHandle program = context->program_build(source);
    const std::vector<std::byte> binary = context->program_binary(program);
    context->program_destroy(program);
    return {reinterpret_cast<const char*>(binary.data()), binary.size()};
  }
};

Source raw(std::string text, std::vector<std::string> defines = {}) {
  Source source;
  source.text = std::move(text);
  source.defines = std::move(defines);
  source.raw = true;
  return source;
}

const char* const kScale =
    "extern \"C\" __global__ void scale(float* x, float a, unsigned n) {\n"
    "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] *= a;\n"
    "}\n";

}  // namespace

TEST_CASE("cuda: NVRTC makes a CUBIN for a device it knows") {
  RealNvrtc m;
  const std::string image = m.build(raw(kScale));
  CHECK(image.substr(0, 4) ==
        "\x7f"
        "ELF");
  CHECK(contains(image, "scale"));
  CHECK(m.build(raw(kScale)) == image);
}

TEST_CASE("cuda: NVRTC makes PTX for a device newer than itself") {
  RealNvrtc m;
  const std::string image = m.build(raw(kScale), 990);
  CHECK(contains(image, ".visible .entry scale("));
  CHECK(image.back() == '\0');
}

TEST_CASE("cuda: definitions arrive as written") {
  RealNvrtc m;
  const std::string text =
      "static_assert(N == 3 && sizeof(T) == 8 && SUM == 7 && FLAG == 1, \"\");\n"
      "#ifndef __KILN_CUDA__\n#error missing\n#endif\n"
      "int helper(int x) { return x + N; }\n"  // no __device__: the option -default-device
      "extern \"C\" __global__ void k(int* x) { *x = helper(*x); }\n";
  m.build(raw(text, {"N=3", "T=double", "SUM=(3+4)", "FLAG"}));
  Source fast = raw(kScale);
  fast.fast_math = true;
  m.build(fast);
}

TEST_CASE("cuda: the log of a bad kernel") {
  RealNvrtc m;
  Source source;
  source.text = "extern \"C\" __global__ void k(float* x) {\n  x[0] = undeclared_name;\n}\n";
  for (const bool is_raw : {true, false}) {
    source.raw = is_raw;
    const Error error = error_of([&] { m.build(source); });
    CHECK(error.status() == KILN_BUILD_ERROR);
    CHECK(contains(error.message(), "NVRTC_ERROR_COMPILATION (6): kernel.cu(2): error"));
    CHECK(contains(error.log(), "undeclared_name"));
    CHECK(contains(error.log(), "    2 |   x[0] = undeclared_name;\n"));
  }
}

TEST_CASE("cuda: the prelude makes portable kernels CUDA kernels") {
  RealNvrtc m;
  Source source;
  source.text =
      "KILN_KERNEL void twice(KILN_ARG(const float, x), KILN_ARG(float, y), uint n, KILN_LOCAL_ARG(float, "
      "t)) {\n"
      "  KILN_PTR(const float, x);\n  KILN_PTR(float, y);\n  KILN_LOCAL_PTR(float, t);\n"
      "  uint i = (uint)get_global_id(0);\n"
      "  t[get_local_id(0)] = i < n ? x[i] : 0.0f;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (i < n) y[i] = 2.0f * t[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n";
  const std::string image = m.build(source);
  CHECK(image.substr(0, 4) ==
        "\x7f"
        "ELF");
  CHECK(contains(image, "twice"));
}
