// SPDX-License-Identifier: Apache-2.0
// What reductions and scans of expressions have in common. A fold has texts that map an element to accumulators,
// combine two sets of accumulators, and finish a set into results. For given dtypes it has programs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "array/array.hpp"
#include "codegen/fold/reduce.hpp"
#include "expr/program.hpp"

namespace kiln::array {

struct ReduceTexts {
  std::string identity;  // "s = 0": names the accumulators and their start
  std::string map;       // "s = a": accumulators from inputs; index() counts the reduced elements
  std::string combine;   // "s = s + s_": the right side's accumulators end in _
  std::string finish;    // "r = s / n": outputs from accumulators and n, the number of elements
  // A cheaper form of `combine`, which is used if the right side is a single element that follows all elements of
  // the left side. Empty: `combine` is used.
  std::string next = {};
  // If true, the accumulators are c, u, q and p of array/fold/deviation.hpp, in this order. Devices with many
  // work-items then combine an item's elements with each other first, which costs little since their counts are known.
  // Kernels recompute sums that overflow (codegen/fold/deviation.hpp).
  bool deviation = false;
  // A cheaper form of `next` for codegen::kReduceSeveral elements at once, whose accumulators end in _0, _1, ...
  // Empty: `next` is used.
  std::string several = {};
};

// The same texts, parsed. If `next` has no outputs, `combine` is used in its place. `several` is used
// if it has outputs for all accumulators.
struct FoldParts {
  expr::Statements identity, map, combine, finish, next = {}, several = {};
  std::vector<std::size_t> deviations = {};  // the first accumulator of each set c, u, q, p
  std::vector<std::string> ends = {};        // arrays that only `finish` reads; they have an element for each result
};

// `inputs` names the inputs of `map` in the order of calls. If it is empty, they are ordered as `map` reads them.
FoldParts parse_fold(const ReduceTexts& texts, const std::vector<std::string>& inputs, const char* operation);

class Fold {
 public:
  Fold(FoldParts parts, std::vector<std::string> inputs, const char* operation);
  const std::vector<std::string>& inputs() const noexcept { return inputs_; }
  const std::vector<std::string>& ends() const noexcept { return ends_; }
  std::size_t output_count() const noexcept { return finish_.outputs.size(); }
  std::size_t accumulator_count() const noexcept { return accumulators_.size(); }
  // The programs for a signature, as below. Refuses dtypes that the context's device does not support.
  codegen::ReducePrograms programs(runtime::Context& context, std::span<const int> signature,
                                   const char* operation) const;
  // The programs for a signature: the dtypes of the inputs, of the arrays that finish reads, and of the outputs,
  // where -1 stands for the expression's own dtype.
  codegen::ReducePrograms programs(std::span<const int> signature, const char* operation) const;

 private:
  std::vector<std::string> inputs_, accumulators_, ends_;
  expr::Statements identity_, map_, combine_, next_, several_, finish_;
  std::vector<std::size_t> deviations_;
};

}  // namespace kiln::array
