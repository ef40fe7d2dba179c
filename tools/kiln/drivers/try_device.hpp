// SPDX-License-Identifier: Apache-2.0
// Finds out whether a device works.
#pragma once

#include <string>

namespace kiln_tool {

// Opens the device, compiles and runs a kernel, and reads the result. Returns "" if all went well, else what
// went wrong.
std::string try_device(const char* device);

}  // namespace kiln_tool
