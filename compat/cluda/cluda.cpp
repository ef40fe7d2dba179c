// SPDX-License-Identifier: Apache-2.0
// Puts the text of "cluda.h" in front of sources that include it.
#include "compat/cluda/cluda.hpp"

#include <string_view>

#include "kernels.hpp"

namespace kiln::compat {

namespace {

// Blanks the lines that include cluda.h. Returns false if there are none. The header's text is put in front
// of the source and does no harm there, even if such a line stands in a comment or behind a false #if.
bool blank_includes(std::string& source) {
  bool found = false;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::string_view line(source.data() + begin, end - begin);
    std::size_t at = 0;
    const auto blanks = [&] { at = std::min(line.find_first_not_of(" \t", at), line.size()); };
    const auto word = [&](std::string_view expected) {
      blanks();
      if (!line.substr(at).starts_with(expected)) return false;
      at += expected.size();
      return true;
    };
    if (word("#") && word("include") && (word("\"cluda.h\"") || word("<cluda.h>"))) {
      source.replace(begin, at, at, ' ');
      found = true;
    }
    begin = end + 1;
  }
  return found;
}

// The number of work-items that run together, as a compiled kernel tells it.
std::uint64_t warp_size(gpucontext& context, const char* operation) {
  std::uint64_t size = context.warp_size.load(std::memory_order_relaxed);
  if (size > 0) return size;
  kiln_program program = nullptr;
  check(kiln_program_create(context.context.get(), "__kernel void kiln_width(__global float* x) { x[0] = 0; }",
                            KILN_LANGUAGE_OPENCL_C, nullptr, &program),
        operation);
  const OwnedProgram owned(program);
  kiln_kernel kernel = nullptr;
  const kiln_parameter parameter = {KILN_PARAMETER_OUTPUT, KILN_FLOAT32};
  check(kiln_kernel_create(program, "kiln_width", 1, &parameter, &kernel), operation);
  const OwnedKernel owned_kernel(kernel);
  kiln_kernel_properties properties = KILN_KERNEL_PROPERTIES_INIT;
  check(kiln_kernel_get_properties(kernel, &properties), operation);
  context.warp_size.store(properties.preferred_multiple, std::memory_order_relaxed);
  return properties.preferred_multiple;
}

}  // namespace

std::string with_cluda(gpucontext& context, std::string source, const char* operation) {
  if (!blank_includes(source)) return source;
  const bool opencl = context.backend == Backend::opencl;
  std::string text;
  // The warp size is rarely used, and a kernel must be compiled to find it.
  if (opencl && source.find("GA_WARP_SIZE") != std::string::npos)
    text = fmt::format("#define __GA_WARP_SIZE {}\n", warp_size(context, operation));
  // Atomics are defined only if the source contains "atom". A source that builds their names by macros must contain
  // that word too.
  if (opencl && source.find("atom") != std::string::npos) text += "#define KILN_CLUDA_ATOMICS\n";
  text += kernels::find(opencl ? "cluda_opencl.cl" : "cluda_cuda.cu");
  return text + "\n#line 1\n" + source;
}

}  // namespace kiln::compat
