// SPDX-License-Identifier: Apache-2.0
// The subcommands. Each prints to standard output and returns the exit status: 0 for success, 1 for failure.
#pragma once

#include <kiln/cache.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kiln_tool {

struct SelftestOptions {
  std::vector<std::string> operations, dtypes;  // empty: all
  std::uint64_t seed = 1;
  std::string device;  // empty: the flag's
  bool list = false, matrix = false;
};

struct BenchOptions {
  std::vector<std::string> operations, dtypes;  // empty: the main ones, float32
  std::vector<std::string> sizes;               // as parse_size reads them
  std::string size_range;                       // as parse_size_range reads it
  std::string device;                           // empty: the flag's
  std::string json, plot;                       // files; empty: none
  std::vector<std::string> peers;               // empty: those that are installed
  std::string python = "python3";
  double round_seconds = 0.02, peer_seconds = 300;
  bool all = false;
  bool peers_new_results = false;
};

int run_info(bool json, bool verbose, double driver_seconds);
int run_doctor(bool json, double driver_seconds);
int run_flags(bool json);
int run_selftest(const SelftestOptions& options);
int run_bench(const BenchOptions& options);
int run_cache(kiln_disk_cache_action action, std::uint64_t bytes, bool json);

// What may follow a command on the command line.
struct OptionWords {
  std::vector<std::string> names;  // "-b", "--device"
  bool takes_value = false, takes_file = false, takes_many = false;
};
struct CommandWords {
  std::string path;  // with a blank before each word, such as " cache stat"; "" for kiln itself
  std::vector<std::string> subcommands;
  std::vector<OptionWords> options;
};
int run_completion(const std::vector<CommandWords>& commands);

// Reads a number of elements such as "1000", "1e6" or "2^24". Nothing if the text is none.
std::optional<std::int64_t> parse_size(const std::string& text);
// "1e3:1e8": sizes from the first to the second in even steps of their logarithm.
std::optional<std::vector<std::int64_t>> parse_size_range(const std::string& text);

// The version of the loaded library, such as "0.1.0".
std::string library_version();

}  // namespace kiln_tool
