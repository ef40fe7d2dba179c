// SPDX-License-Identifier: Apache-2.0
// The operation table on every device. The usual run has every operation on a few dtypes each and one sample
// of the elementwise functions, whose every dtype test_elementwise has; the long run has everything.
#include <algorithm>
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

bool usual(const Operation& operation, kiln_dtype dtype) {
  const auto& all = operation.dtypes;
  const bool has_single = std::find(all.begin(), all.end(), KILN_FLOAT32) != all.end();
  return dtype == (has_single ? KILN_FLOAT32 : all.back());
}

}  // namespace

TEST_CASE("every operation of the table", "[table]") {
  for (const auto& device : test::devices()) {
    const Context context(device);
    for (const Operation& operation : operations::operations()) {
      for (kiln_dtype dtype : operation.dtypes) {
        if (!operations::has_dtype(context, dtype) || (!test::many() && !usual(operation, dtype))) continue;
        operations::Counts counts;
        operations::Effort effort;
        if (!test::many()) effort.most_samples = operation.group == "elementwise" ? 1 : 2;
        report(operations::check(context, operation, dtype, 1, effort, counts));
        CHECK(counts.samples > 0);
      }
    }
  }
}

TEST_CASE("errors of every operation of the table", "[table]") {
  for (const auto& device : test::devices()) {
    const Context context(device);
    for (const Operation& operation : operations::operations()) {
      operations::Counts counts;
      report(operations::check_errors(context, operation, counts));
      CHECK(counts.errors > 0);
    }
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

TEST_CASE("names in the table are single, dtypes in order") {
  std::set<std::string> names;
  for (const Operation& operation : operations::operations()) {
    CHECK(names.insert(operation.name).second);
    CHECK(std::is_sorted(operation.dtypes.begin(), operation.dtypes.end()));
    CHECK(!operation.dtypes.empty());
  }
}
