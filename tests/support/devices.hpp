// SPDX-License-Identifier: Apache-2.0
// The devices a test runs on: KILN_TEST_DEVICES, a comma-separated list of device strings; PoCL by default.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace kiln::test {

inline std::vector<std::string> devices() {
  const char* text = std::getenv("KILN_TEST_DEVICES");
  std::vector<std::string> out;
  std::string current;
  for (const char* c = text && *text ? text : "opencl:pocl";; ++c) {
    if (*c && *c != ',') {
      current += *c;
      continue;
    }
    if (!current.empty()) out.push_back(std::move(current));
    current.clear();
    if (!*c) return out;
  }
}

// One context a device for the whole test program: opening a device is slow. A device that is asked for and
// missing fails the test.
inline runtime::Context& context(const std::string& device) {
  static auto* open = new std::vector<std::pair<std::string, base::Ref<runtime::Context>>>;
  for (auto& [name, context] : *open)
    if (name == device) return *context;
  open->emplace_back(device, runtime::Context::open(device, runtime::ContextOptions::from_flags()));
  return *open->back().second;
}

// Smaller inputs for slow devices (KILN_TEST_SMALL=1), such as a checking simulator.
inline bool small() {
  const char* text = std::getenv("KILN_TEST_SMALL");
  return text && *text == '1';
}

// How many random cases to run of a usual number: a quarter when small, KILN_TEST_CASES times as many in long
// runs.
inline int cases(int usual) {
  const char* text = std::getenv("KILN_TEST_CASES");
  const int times = text ? std::atoi(text) : 1;
  return small() ? (usual + 3) / 4 : usual * (times > 1 ? times : 1);
}

}  // namespace kiln::test
