// SPDX-License-Identifier: Apache-2.0
// Scenarios whose allocations of host memory fail, for test_memory_faults.cpp. They use the C API and take no
// host memory of their own.
#pragma once

#include <kiln/kiln.h>

#include <cstddef>
#include <cstdint>

namespace kiln::test {

inline constexpr std::int64_t kCount = 1000;

struct Outcome {
  kiln_status status = KILN_OK;
  const char* where = "";  // the call that failed
  double value = 0;        // what was computed
};

// What outlives a scenario: a context, an array of 0, 0.001, ... on it, and a compiled function of it.
struct World {
  kiln_context context = nullptr;
  kiln_array array = nullptr;
  kiln_elementwise kernel = nullptr;
  kiln_reduction reduction = nullptr;
  kiln_scan scan = nullptr;
  kiln_kernel raw = nullptr;
  kiln_function function = nullptr;
  kiln_variable weights = nullptr;
  float host[kCount] = {};
  bool open(const char* device);
  void close();
};

struct Scenario {
  const char* name;
  Outcome (*run)(World&);
  // The driver's compiler runs, inside which allocations fail too: the context that does so is the scenario's
  // own.
  bool compiles = false;
  long stride = 1;  // where not every allocation fails, so many times fewer do
};

extern const Scenario kScenarios[];
extern const std::size_t kScenarioCount;

// Of memory_arrays.cpp.
Outcome expressions(World& w);
Outcome views(World& w);
Outcome creation(World& w);
Outcome elementwise(World& w);
Outcome reductions(World& w);
Outcome scans(World& w);
Outcome order(World& w);
Outcome sets(World& w);
Outcome places(World& w);
Outcome masks(World& w);
Outcome moves(World& w);
Outcome products(World& w);
Outcome images(World& w);
Outcome files(World& w);
Outcome random_numbers(World& w);
Outcome transfers(World& w);

// Notes that an entry was called; not while faults are planned.
void note_entry(const char* call);

}  // namespace kiln::test
