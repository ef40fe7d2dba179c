// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include "base/nearest.hpp"

namespace kiln_tool {

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string nearest = kiln::base::nearest_name(name, candidates);
  return nearest.empty() ? nearest : ", did you mean '" + nearest + "'?";
}

}  // namespace kiln_tool
