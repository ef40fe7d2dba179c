// SPDX-License-Identifier: Apache-2.0
// The subcommands. Each prints to standard output and returns the exit status: 0 for success, 1 for failure.
#pragma once

#include <kiln/cache.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kiln_tool {

struct SelftestOptions {
  std::vector<std::string> operations, dtypes;  // empty: all
  std::uint64_t seed = 1;
  std::string device;  // empty: the flag's
  bool list = false, matrix = false;
};

int run_info(bool json, bool verbose);
int run_doctor();
int run_flags(bool json);
int run_selftest(const SelftestOptions& options);
int run_cache(kiln_disk_cache_action action, std::uint64_t bytes);

// "0.1.0" of the loaded library.
std::string library_version();

}  // namespace kiln_tool
