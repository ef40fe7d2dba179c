// SPDX-License-Identifier: Apache-2.0
// Turns vendor codes into kiln::backend::Error: the message names the call and the code, by name and number.
#pragma once

#include <string>

#include "base/error.hpp"
#include "cuda/libraries/library.hpp"

namespace kiln::cuda {

// The text of an error, as "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1): invalid argument".
std::string describe(const DriverApi& api, const char* call, CUresult result);
kiln_status status_of(CUresult result) noexcept;
// Whether the driver refuses every further call on the context after this fault.
bool is_sticky(CUresult result) noexcept;

[[noreturn]] void raise(const DriverApi& api, const char* call, CUresult result);
[[noreturn]] void raise(const DriverApi& api, const char* call, CUresult result, kiln_status status,
                        const std::string& detail);

inline void check(const DriverApi& api, const char* call, CUresult result) {
  if (result != kSuccess) [[unlikely]]
    raise(api, call, result);
}

}  // namespace kiln::cuda

// Calls an entry of the table `api` and throws if it fails: KILN_CUDA(api, cuMemFree, pointer).
#define KILN_CUDA(api, entry, ...) ::kiln::cuda::check((api), #entry, (api).entry(__VA_ARGS__))
