// SPDX-License-Identifier: Apache-2.0
// The header "cluda.h" of kernels, which is there without a file.
#pragma once

#include <string>

#include "compat/objects.hpp"

namespace kiln::compat {

// The source as the device's compiler takes it: where some line includes cluda.h, its text stands in front
// and the line is blank. The compiler's messages count lines as `source` does.
std::string with_cluda(gpucontext& context, std::string source, const char* operation);

}  // namespace kiln::compat
