// SPDX-License-Identifier: Apache-2.0
// Contexts by the names that the flag `contexts` gives them: opened at the first use, then kept.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace kiln::runtime {

// Throws KILN_NO_DEVICE for a name that the flag does not have (with the nearest), and where its device
// cannot be opened.
base::Ref<Context> named_context(std::string_view name, const char* operation = "context");
// The name under which the context was opened, or "".
std::string name_of_context(const Context& context);

}  // namespace kiln::runtime
