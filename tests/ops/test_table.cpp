// SPDX-License-Identifier: Apache-2.0
// The operation table on every device, a test case for each group. The usual run has every operation with
// every dtype: a sample whose turn it is, so that over the dtypes all of them come, in layouts and forms of
// the seed's choice. The elementwise functions of a dtype are checked many in one kernel; each by itself, as
// kiln_array_apply runs it, those of float32, and of float64 those that round. Small runs have one sample of
// each operation, the long run everything.
#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "catch.hpp"
#include "device_list.hpp"
#include "expr/program.hpp"
#include "operation.hpp"

using namespace kiln;
using operations::Operation;

namespace {

void report(const std::vector<operations::Failure>& failures) {
  for (const auto& failure : failures) UNSCOPED_INFO(failure.text);
  CHECK(failures.empty());
}

// One context a device for all groups: what they share is compiled once.
const Context& context(const std::string& device) {
  static auto* open = new std::vector<std::pair<std::string, Context>>;
  for (const auto& [name, context] : *open)
    if (name == device) return context;
  open->emplace_back(device, Context(device));
  return open->back().second;
}

// What of an operation and dtype is run; `number` counts operations, `turn` the operation's dtypes.
std::optional<operations::Effort> effort(const Operation& operation, kiln_dtype dtype, std::size_t number,
                                         std::size_t turn) {
  if (test::many()) return operations::Effort{};
  const auto& all = operation.dtypes;
  const bool function = operation.functions[0] == "kiln_array_apply";
  if (!test::small() && !function) return operations::Effort{.turn = number + turn};
  const bool has_single = std::find(all.begin(), all.end(), KILN_FLOAT32) != all.end();
  if (test::small() && function && number % 5 != 0) return std::nullopt;
  if (dtype == (has_single ? KILN_FLOAT32 : all.back())) return operations::Effort{.most_samples = 1};
  const bool floating = operation.tolerance.float64 > 0;
  if (!test::small() && floating && dtype == KILN_FLOAT64) return operations::Effort{.turn = number};
  return std::nullopt;
}

// A group's operations, or of `parts` parts of it one.
void run(const std::string& group, std::size_t part = 0, std::size_t parts = 1) {
  for (const auto& device : test::devices()) {
    const Context& own = context(device);
    std::size_t number = 0;
    for (const Operation& operation : operations::operations()) {
      ++number;
      if (operation.group != group || number % parts != part) continue;
      for (std::size_t turn = 0; turn < operation.dtypes.size(); ++turn) {
        const kiln_dtype dtype = operation.dtypes[turn];
        const auto how = effort(operation, dtype, number, turn);
        if (!how || !operations::has_dtype(own, dtype)) continue;
        operations::Counts counts;
        report(operations::check(own, operation, dtype, 1, *how, counts));
        CHECK(counts.samples > 0);
      }
      if (test::small() && group == "elementwise" && number % 5 != 0) continue;
      operations::Counts counts;
      report(operations::check_errors(own, operation, counts));
      CHECK(counts.errors > 0);
    }
  }
}

}  // namespace

// Each has the group's name as a tag.
#define GROUP(group) \
  TEST_CASE("the table: " group, "[table][" group "]") { run(group); }
GROUP("array")
GROUP("reduction")
GROUP("random")
GROUP("scan")
GROUP("order")
GROUP("places")
GROUP("moving")
GROUP("grid")
GROUP("product")
GROUP("convolution")
GROUP("pooling")
GROUP("loop")

// The largest group in parts, which several processes can share.
TEMPLATE_TEST_CASE_SIG("the table: elementwise", "[table][elementwise]", ((int part), part), 0, 1, 2, 3, 4, 5, 6, 7, 8,
                       9, 10, 11, 12, 13, 14, 15) {
  run("elementwise", part, 16);
}

TEST_CASE("the table: elementwise functions, many in a kernel", "[table][elementwise]") {
  if (test::small()) return;
  for (const auto& device : test::devices())
    for (kiln_dtype dtype : operations::all_dtypes())
      for (int seed = 1; seed <= (test::many() ? 5 : 1); ++seed) {
        if (!operations::has_dtype(context(device), dtype)) continue;
        operations::Counts counts;
        report(operations::check_together(context(device), dtype, std::uint64_t(seed), counts));
        CHECK(counts.samples > 20);
      }
}

TEST_CASE("the table: timings", "[table][timings]") {
  if (!test::many()) return;
  for (const auto& device : test::devices())
    for (const Operation& operation : operations::operations()) {
      if (!operation.timings || operation.group == "elementwise") continue;
      for (kiln_dtype dtype : {KILN_FLOAT32, KILN_INT32, KILN_COMPLEX64})
        for (const auto& timing : operation.timings(context(device), dtype, 5000)) {
          INFO(operation.name << " of " << kiln_dtype_name(dtype) << " " << timing.text);
          CHECK_NOTHROW(timing.run());
          CHECK_NOTHROW(context(device).synchronize());
          CHECK((timing.bytes > 0 || timing.operations > 0));
        }
    }
}

TEST_CASE("every group of the table has a test case") {
  const std::set<std::string> tested{"array",  "elementwise", "reduction", "random",      "scan",    "order", "places",
                                     "moving", "grid",        "product",   "convolution", "pooling", "loop"};
  for (const Operation& operation : operations::operations()) {
    INFO(operation.name << " is of group " << operation.group);
    CHECK(tested.count(operation.group) == 1);
  }
}

TEST_CASE("every function of the expression language is in the table") {
  std::set<std::string> names;
  for (const Operation& operation : operations::operations()) names.insert(operation.name);
  for (const auto& function : expr::functions()) {
    INFO(function.name);
    CHECK(names.count(function.name) == 1);
  }
}

TEST_CASE("every operation of the C API is in the table") {
  // What makes handles, tells about them or moves elements between host and device.
  const std::set<std::string> no_operations{"kiln_array_apply_dtype",
                                            "kiln_array_broadcast_shape",
                                            "kiln_array_buffer",
                                            "kiln_array_context",
                                            "kiln_array_empty",
                                            "kiln_array_from_buffer",
                                            "kiln_array_from_host",
                                            "kiln_array_get_info",
                                            "kiln_array_may_overlap",
                                            "kiln_array_read",
                                            "kiln_array_read_as",
                                            "kiln_array_read_strided",
                                            "kiln_array_release",
                                            "kiln_array_retain",
                                            "kiln_array_synchronize",
                                            "kiln_array_to_host",
                                            "kiln_array_to_string",
                                            "kiln_array_write",
                                            "kiln_array_write_strided",
                                            "kiln_random_counter",
                                            "kiln_array_dlpack_device",
                                            "kiln_array_from_dlpack",
                                            "kiln_array_from_dlpack_legacy",
                                            "kiln_array_to_dlpack",
                                            "kiln_array_to_dlpack_legacy",
                                            "kiln_array_wait",
                                            "kiln_random_create",
                                            "kiln_random_release",
                                            "kiln_random_retain",
                                            "kiln_random_set_counter"};
  std::set<std::string> exported, covered;
  std::ifstream file(KILN_SYMBOLS);
  for (std::string line; std::getline(file, line);)
    if (line.rfind("kiln_", 0) == 0) exported.insert(line);
  CHECK(exported.size() > 100);
  for (const Operation& operation : operations::operations()) {
    INFO(operation.name);
    CHECK(!operation.functions.empty());
    for (const std::string& function : operation.functions) {
      INFO(function);
      CHECK(exported.count(function) == 1);
      CHECK(no_operations.count(function) == 0);
      covered.insert(function);
    }
  }
  for (const std::string& function : no_operations) {
    INFO(function);
    CHECK(exported.count(function) == 1);
  }
  for (const std::string& function : exported) {
    const bool expected = function.rfind("kiln_array_", 0) == 0 || function.rfind("kiln_blas_", 0) == 0 ||
                          function.rfind("kiln_random_", 0) == 0 || function == "kiln_elementwise_call" ||
                          function == "kiln_reduction_call" || function == "kiln_reduction_call_into" ||
                          function == "kiln_scan_call" || function == "kiln_scan_call_into";
    INFO(function << ": a row of the table, or a line in the list above");
    CHECK((!expected || covered.count(function) + no_operations.count(function) == 1));
  }
}

TEST_CASE("names in the table are single, dtypes in order") {
  std::set<std::string> names;
  for (const Operation& operation : operations::operations()) {
    CHECK(names.insert(operation.name).second);
    CHECK(std::is_sorted(operation.dtypes.begin(), operation.dtypes.end()));
    CHECK(!operation.dtypes.empty());
  }
}
