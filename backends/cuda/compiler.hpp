// SPDX-License-Identifier: Apache-2.0
// NVRTC: source text to a CUBIN, or to PTX for devices newer than the NVRTC at hand.
#pragma once

#include <kiln/backend.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "library.hpp"

namespace kiln::cuda {

// What NVRTC is asked for on a device of compute capability `capability` (90 for 9.0).
struct Target {
  std::string option;  // "--gpu-architecture=sm_90"
  bool cubin = true;
};
// Throws KILN_UNSUPPORTED for a device older than all that this NVRTC knows.
Target choose_target(const NvrtcApi& nvrtc, int capability);

// Throws KILN_UNSUPPORTED without NVRTC, KILN_BUILD_ERROR with the whole log and the numbered source.
// The image is what cuModuleLoadData takes; PTX keeps its final 0.
std::vector<std::byte> compile(const NvrtcApi& nvrtc, const backend::Source& source, int capability);

}  // namespace kiln::cuda
