// SPDX-License-Identifier: Apache-2.0
// Queries of platforms and devices that give C++ values.
#include "opencl/info.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace kiln::opencl {

std::string clean_text(std::string bytes) {
  bytes.resize(std::min(bytes.size(), bytes.find('\0')));
  return std::string(base::trim(bytes));
}

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
  return clean_text(info_bytes("clGetPlatformInfo", [&](std::size_t size, void* value, std::size_t* size_out) {
    return cl.clGetPlatformInfo(platform, what, size, value, size_out);
  }));
}

std::string device_text(cl_device_id device, cl_device_info what) {
  return clean_text(info_bytes("clGetDeviceInfo", [&](std::size_t size, void* value, std::size_t* size_out) {
    return cl.clGetDeviceInfo(device, what, size, value, size_out);
  }));
}

std::string build_log(cl_program program, cl_device_id device) {
  return clean_text(info_bytes("clGetProgramBuildInfo", [&](std::size_t size, void* value, std::size_t* size_out) {
    return cl.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, value, size_out);
  }));
}

bool has_word(std::string_view list, std::string_view word) noexcept {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

Version parse_version(std::string_view text) noexcept {
  for (std::string_view prefix : {"OpenCL C ", "OpenCL "}) {
    if (!text.starts_with(prefix)) continue;
    const char* end = text.data() + text.size();
    Version version;
    auto parsed = std::from_chars(text.data() + prefix.size(), end, version.major);
    if (parsed.ec != std::errc() || parsed.ptr == end || *parsed.ptr != '.') return {};
    parsed = std::from_chars(parsed.ptr + 1, end, version.minor);
    return parsed.ec == std::errc() ? version : Version{};
  }
  return {};
}

}  // namespace kiln::opencl
