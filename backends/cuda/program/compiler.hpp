// SPDX-License-Identifier: Apache-2.0
// Compiles source text with NVRTC to a CUBIN, or to PTX for devices that are newer than the NVRTC at hand.
#pragma once

#include <kiln/backend.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

// The target for a device of compute capability `capability` (90 for 9.0).
struct Target {
  std::string option;  // "--gpu-architecture=sm_90"
  bool cubin = true;
};
// Throws KILN_UNSUPPORTED for a device that is older than every target of this NVRTC.
Target choose_target(const NvrtcApi& nvrtc, int capability);

// Throws KILN_UNSUPPORTED if there is no NVRTC, and KILN_BUILD_ERROR with the whole log and the numbered
// source. cuModuleLoadData takes the image; PTX keeps its final 0.
std::vector<std::byte> compile(const NvrtcApi& nvrtc, const backend::Source& source, int capability);

}  // namespace kiln::cuda
