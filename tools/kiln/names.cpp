// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include "base/nearest.hpp"

namespace kiln_tool {

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  return kiln::base::suggested_names(name, candidates);
}

}  // namespace kiln_tool
