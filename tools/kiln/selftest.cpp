// SPDX-License-Identifier: Apache-2.0
// `kiln selftest`: runs the operations of the table on a device and compares the results with the host's.
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "names.hpp"
#include "operation.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace kiln_tool {

using kiln::operations::Operation;

namespace {

std::string repeat_command(const SelftestOptions& options, const std::string& device, const Operation& operation,
                           kiln_dtype dtype) {
  return "kiln selftest --op " + operation.name + " --dtype " + kiln_dtype_name(dtype) + " --seed " +
         std::to_string(options.seed) + " -b " + device;
}

// "bf16" of "bfloat16": the table has a column for each dtype.
std::string short_name(kiln_dtype dtype) {
  const std::string name = kiln_dtype_name(dtype);
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == std::string::npos) return name;
  return name.substr(0, name[0] == 'b' ? 2 : 1) + name.substr(digits);
}

// Prints the table that docs/reference/operations/table.md contains.
void print_matrix(const std::vector<const Operation*>& chosen) {
  const auto all = kiln::operations::all_dtypes();
  std::cout << "| |";
  for (kiln_dtype dtype : all) std::cout << ' ' << short_name(dtype) << " |";
  std::cout << " grad |\n| --- |";
  for (std::size_t i = 0; i <= all.size(); ++i) std::cout << " --- |";
  std::cout << '\n';
  for (const Operation* operation : chosen) {
    std::cout << "| `" << operation->name << "` |";
    for (kiln_dtype dtype : all) {
      const auto& own = operation->dtypes;
      std::cout << (std::find(own.begin(), own.end(), dtype) != own.end() ? " x |" : " |");
    }
    std::cout << (operation->gradient == kiln::operations::Gradient::exists ? " x |\n" : " |\n");
  }
}

}  // namespace

int run_selftest(const SelftestOptions& options) {
  std::vector<const Operation*> chosen;
  std::vector<std::string> known;
  for (const Operation& operation : kiln::operations::operations()) {
    known.push_back(operation.name);
    if (options.operations.empty() ||
        std::find(options.operations.begin(), options.operations.end(), operation.name) != options.operations.end())
      chosen.push_back(&operation);
  }
  for (const std::string& name : options.operations)
    if (std::none_of(chosen.begin(), chosen.end(), [&](const Operation* o) { return o->name == name; })) {
      std::cerr << "kiln: selftest: no operation '" << name << "'" << suggestion(name, known)
                << "; kiln selftest --list prints them\n";
      return 1;
    }
  std::vector<kiln_dtype> dtypes = kiln::operations::all_dtypes();
  if (!options.dtypes.empty()) {
    dtypes.clear();
    for (const std::string& name : options.dtypes) {
      kiln_dtype dtype = KILN_BOOL;
      kiln::detail::check(kiln_dtype_from_name(name.c_str(), &dtype));
      dtypes.push_back(dtype);
    }
  }
  if (options.list) {
    for (const Operation* operation : chosen) {
      std::cout << operation->name << " (" << operation->group << "):";
      for (kiln_dtype dtype : operation->dtypes) std::cout << ' ' << kiln_dtype_name(dtype);
      std::cout << '\n';
    }
    return 0;
  }
  if (options.matrix) {
    print_matrix(chosen);
    return 0;
  }
  const kiln::Context context = options.device.empty() ? kiln::Context() : kiln::Context(options.device);
  kiln::operations::Counts total;
  const Progress progress;
  std::size_t pairs = 0, skipped = 0, failed = 0;
  for (const Operation* operation : chosen) {
    progress(operation->name);
    for (kiln_dtype dtype : operation->dtypes) {
      if (std::find(dtypes.begin(), dtypes.end(), dtype) == dtypes.end()) continue;
      if (!kiln::operations::has_dtype(context, dtype)) {
        ++skipped;
        continue;
      }
      ++pairs;
      kiln::operations::Counts counts;
      const auto failures = kiln::operations::check(context, *operation, dtype, options.seed, {}, counts);
      total.samples += counts.samples;
      if (failures.empty()) continue;
      ++failed;
      progress.clear();
      for (const auto& failure : failures) std::cout << "FAILED: " << failure.text << '\n';
      std::cout << "  again: " << repeat_command(options, context.device(), *operation, dtype) << '\n';
    }
    const auto failures = kiln::operations::check_errors(context, *operation, total);
    if (!failures.empty()) {
      ++failed;
      progress.clear();
    }
    for (const auto& failure : failures) std::cout << "FAILED: " << failure.text << '\n';
  }
  progress.clear();
  std::cout << context.device() << " (" << context.name() << "): " << chosen.size() << " operations, " << pairs
            << " with a dtype, " << total.samples << " samples, " << total.errors << " errors; " << failed << " failed";
  if (skipped) std::cout << ", " << skipped << " skipped: no float64 on this device";
  std::cout << '\n';
  return failed ? 1 : 0;
}

}  // namespace kiln_tool
