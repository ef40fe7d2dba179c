// SPDX-License-Identifier: Apache-2.0
// The numbers of the tuning tables, each with the calls that it matters to.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codegen/tuning/tuning.hpp"

namespace kiln::tuning {

struct Row {
  std::string name;     // "reduce.group"
  std::string devices;  // "many", "cpu" or "all", as in the tables
  // Multiplies the number, or turns a choice over where factor is not 1; returns its value before.
  std::function<double(codegen::Tuning& tuning, double factor)> scale;
  std::vector<std::string> workloads;
};

const std::vector<Row>& rows();

}  // namespace kiln::tuning
