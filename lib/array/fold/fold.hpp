// SPDX-License-Identifier: Apache-2.0
// What reductions and scans of expressions have in common: texts that map elements to accumulators, combine
// two sets of these, and finish them into results; the programs that they are for given dtypes.
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
  // A cheaper combine, for when the right side is one element that comes behind all of the left side; empty:
  // combine.
  std::string next = {};
  // The accumulators are those of array/deviation.hpp, named c, u, q and p in this order. Combining elements
  // whose number is known costs little: devices with many work-items combine those that an item holds with
  // each other first. And kernels mend what overflows (codegen/deviation.hpp).
  bool deviation = false;
};

// The same as statements; `next` without outputs: combine.
struct FoldParts {
  expr::Statements identity, map, combine, finish, next = {};
  std::vector<std::size_t> deviations = {};  // the first accumulators of such sets
  std::vector<std::string> ends = {};        // arrays that `finish` reads, with an element for each of the result
};

// `inputs`: names of map's inputs in the order of calls; empty: as they appear in `map`.
FoldParts parse_fold(const ReduceTexts& texts, const std::vector<std::string>& inputs, const char* operation);

class Fold {
 public:
  Fold(FoldParts parts, std::vector<std::string> inputs, const char* operation);
  const std::vector<std::string>& inputs() const noexcept { return inputs_; }
  const std::vector<std::string>& ends() const noexcept { return ends_; }
  std::size_t output_count() const noexcept { return finish_.outputs.size(); }
  std::size_t accumulator_count() const noexcept { return accumulators_.size(); }
  // Refuses programs of dtypes that the context's device has not.
  codegen::ReducePrograms programs(runtime::Context& context, std::span<const int> signature,
                                   const char* operation) const;
  // `signature`: dtypes of inputs, of the arrays that finish reads, and of outputs (-1: the expression's
  // own).
  codegen::ReducePrograms programs(std::span<const int> signature, const char* operation) const;

 private:
  std::vector<std::string> inputs_, accumulators_, ends_;
  expr::Statements identity_, map_, combine_, next_, finish_;
  std::vector<std::size_t> deviations_;
};

}  // namespace kiln::array
