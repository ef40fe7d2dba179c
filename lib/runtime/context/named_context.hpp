// SPDX-License-Identifier: Apache-2.0
// Contexts by the names that the flag `contexts` gives them. They are opened at the first use and stay open.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace kiln::runtime {

// Throws KILN_NO_DEVICE if the flag has no such name (the error has the nearest one), or if its device cannot
// be opened.
base::Ref<Context> named_context(std::string_view name, const char* operation = "context");
// The name under which named_context() opened the context, or "".
std::string name_of_context(const Context& context);

}  // namespace kiln::runtime
