// SPDX-License-Identifier: Apache-2.0
// The header "cluda.h", which kernels may include although there is no such file.
#pragma once

#include <string>

#include "compat/objects.hpp"

namespace kiln::compat {

// The source for the device's compiler. If a line includes cluda.h, the header's text is put in front of the
// source, and the line becomes blank. The compiler's messages count lines as `source` does.
std::string with_cluda(gpucontext& context, std::string source, const char* operation);

}  // namespace kiln::compat
