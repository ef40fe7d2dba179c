// SPDX-License-Identifier: Apache-2.0
// What a mistyped name may have meant.
#pragma once

#include <string>
#include <vector>

namespace kiln_tool {

// ", did you mean 'x'?", with up to three of the candidates as libkiln's messages choose them, or "".
std::string suggestion(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace kiln_tool
