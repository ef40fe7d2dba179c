// SPDX-License-Identifier: Apache-2.0
// The texts of kernels/, embedded at build time.
#pragma once

#include <cstdint>
#include <string_view>

namespace kiln::kernels {

// The text of a file of this folder ("prelude_opencl.cl"); empty if there is none.
std::string_view find(std::string_view name) noexcept;

// FNV-1a of that text. The disk cache's keys have it, so that programs are built anew where a prelude has changed.
inline std::uint64_t digest(std::string_view name) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : find(name)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace kiln::kernels
