// SPDX-License-Identifier: Apache-2.0
// The contexts of a test program, opened once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "device_list.hpp"
#include "runtime/context.hpp"

namespace kiln::test {

// One context a device for the whole test program: opening a device is slow. A device that is asked for and
// missing fails the test.
inline runtime::Context& context(const std::string& device) {
  static auto* open = new std::vector<std::pair<std::string, base::Ref<runtime::Context>>>;
  for (auto& [name, context] : *open)
    if (name == device) return *context;
  open->emplace_back(device, runtime::Context::open(device, runtime::ContextOptions::from_flags()));
  return *open->back().second;
}

}  // namespace kiln::test
