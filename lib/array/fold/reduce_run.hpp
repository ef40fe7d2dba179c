// SPDX-License-Identifier: Apache-2.0
// The passes of a reduction over collapsed axes: kernels by layout class, geometry, arguments. Private to reduce.cpp.
#pragma once

#include <span>
#include <vector>

#include "array/array.hpp"
#include "array/tuning.hpp"
#include "codegen/fold/reduce.hpp"

namespace kiln::array {

// One pass: programs and their kernels.
struct ReducePass {
  codegen::ReducePrograms programs;
  struct Variant {
    codegen::ReduceClass kind;
    const runtime::Kernel* kernel;
  };
  std::vector<Variant> variants;
};

struct ReducePasses {
  ReducePass whole;     // the only pass: map, combine, finish
  ReducePass shares;    // the first of two: map, combine; outputs are the accumulators of each share of the elements
  ReducePass together;  // the second of two: combine, finish; inputs are these accumulators
};

// An operand of a pass, with its strides in bytes along the kept and the reduced axes.
struct ReduceOperand {
  Array* array;
  Dims kept, reduced;
  std::int64_t split = 0;  // outputs only: the stride from share to share
};

class ReduceRunner {
 public:
  explicit ReduceRunner(runtime::Context& context) : context_(context), traits_(traits_of(context)) {}
  // Runs a reduction. `operands` are the outputs, then the inputs; no extent is 0. The kept axes may be reordered,
  // in `kept` and in the operands.
  void run(ReducePasses& passes, std::span<ReduceOperand> operands, Dims& kept, const Dims& reduced,
           const char* operation);

 private:
  const runtime::Kernel* kernel(ReducePass& pass, const codegen::ReduceClass& kind);
  // Queues one pass. `n` is the number of elements of the whole reduction, which `finish` may read.
  void launch(ReducePass& pass, const codegen::ReduceClass& kind, const codegen::ReduceGeometry& g,
              std::span<const ReduceOperand> operands, const Dims& kept, const Dims& reduced, std::int64_t n,
              const char* op);

  runtime::Context& context_;
  codegen::Traits traits_;
};

}  // namespace kiln::array
