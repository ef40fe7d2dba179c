// SPDX-License-Identifier: Apache-2.0
// The table of operations in docs/graph.md has a row for every operation, and for nothing else.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "graph/apply.hpp"

TEST_CASE("docs/graph.md lists the operations") {
  std::ifstream file(KILN_DOCS "/graph.md");
  REQUIRE(file.good());
  std::vector<std::string> listed;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("## ", 0) == 0) inside = line == "## Operations";
    if (!inside || line.rfind("| `", 0) != 0) continue;
    // `all`, `any` in the first column.
    std::istringstream names(line.substr(1, line.find('|', 1) - 1));
    for (std::string part; std::getline(names, part, '`') && std::getline(names, part, '`');)
      listed.push_back(part);
  }
  std::sort(listed.begin(), listed.end());
  CHECK(listed == kiln::graph::operation_names());
}
