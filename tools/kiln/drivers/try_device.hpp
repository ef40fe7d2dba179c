// SPDX-License-Identifier: Apache-2.0
// Finds out whether a device opens and works.
#pragma once

#include <kiln/context.h>

#include <string>

namespace kiln_tool {

// Opens a context for which no memory is reserved. NULL opens the device of the flag.
kiln_status open_context(const char* device, kiln_context* out);

// Opens the device that the string names, and closes it. Returns "" and its name in `opened`, or why it does not open.
std::string open_device(const std::string& device, std::string& opened);

// Opens the device, compiles and runs a kernel, and reads the result. Returns "" if all went well, else what
// went wrong.
std::string try_device(const char* device);

}  // namespace kiln_tool
