// SPDX-License-Identifier: Apache-2.0
// What a test runs on and how much of it: the environment of a test run. Standard library only.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kiln::test {

// KILN_TEST_DEVICES, a comma-separated list of device strings; PoCL by default.
inline std::vector<std::string> devices() {
  const char* text = std::getenv("KILN_TEST_DEVICES");
  std::istringstream stream(text && *text ? text : "opencl:pocl");
  std::vector<std::string> out;
  for (std::string device; std::getline(stream, device, ',');)
    if (!device.empty()) out.push_back(device);
  return out;
}

// Smaller inputs for slow devices (KILN_TEST_SMALL=1), such as a checking simulator.
inline bool small() {
  const char* text = std::getenv("KILN_TEST_SMALL");
  return text && (*text == '1' || *text == '2');
}

// Fewer variants of small inputs, too: dtypes, layouts, parameters (KILN_TEST_SMALL=2). The quick suite has these on
// slow devices, and the long suite all.
inline bool brief() {
  const char* text = std::getenv("KILN_TEST_SMALL");
  return text && *text == '2';
}

// How many random cases to run of a usual number: a quarter when small, an eighth when brief, KILN_TEST_CASES times as
// many in long runs.
inline int cases(int usual) {
  const char* text = std::getenv("KILN_TEST_CASES");
  const int times = text ? std::atoi(text) : 1;
  return brief() ? (usual + 7) / 8 : small() ? (usual + 3) / 4 : usual * (times > 1 ? times : 1);
}

// The numbers of the random cases to run, first and end: as many as cases() says, from 1 or from KILN_TEST_SEED, which
// by itself names one case.
inline std::pair<std::uint64_t, std::uint64_t> seeds(int usual) {
  const char* const text = std::getenv("KILN_TEST_SEED");
  const std::uint64_t first = text ? std::strtoull(text, nullptr, 10) : 1;
  return {first, first + (text && !std::getenv("KILN_TEST_CASES") ? 1 : std::uint64_t(cases(usual)))};
}

// Is this a long run?
inline bool many() { return cases(4) > 4; }

}  // namespace kiln::test
