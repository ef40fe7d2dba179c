// SPDX-License-Identifier: Apache-2.0
// An expression program for given dtypes, and how its calls run. One kernel does a call unless it has more arrays
// than a kernel takes; then several kernels run, with temporaries between them. Private to elementwise.cpp.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/elementwise_plan.hpp"
#include "expr/split.hpp"

namespace kiln::array {

// Not thread-safe: the caller locks.
class ElementwiseProgram {
 public:
  // The parts of a program that was cut into several kernels, for all calls with the same Reach.
  struct Pieces {
    Pieces(runtime::Context& context, const Reach& of, expr::Split parts);
    Reach reach;
    expr::Split split;
    std::vector<std::unique_ptr<Planner>> planners;  // one for each part
  };

  ElementwiseProgram(runtime::Context& context, expr::Program program);
  ElementwiseProgram(const ElementwiseProgram&) = delete;
  ElementwiseProgram& operator=(const ElementwiseProgram&) = delete;
  const expr::Program& whole() const noexcept { return program_; }
  // The pieces by which a call over `shape` runs; null if one kernel suffices. `operands` are the arrays of the
  // call that exist; new outputs are left out.
  Pieces* pieces(const Dims& shape, std::span<const Operand> operands);
  // Queues the call. `out` are the outputs, `in` the arguments that the program's inputs are made of; scalars among
  // these are converted here. `pieces` is what pieces() gave for this call. `aliased` says that an output shares its
  // buffer with an input. If there are pieces, no output may share memory with an input.
  void launch(Pieces* pieces, const Dims& shape, std::span<Array* const> out, std::span<const Operand* const> in,
              bool aliased, const char* op);

 private:
  void run(const expr::Program& program, Planner& planner, const Dims& shape, std::span<Array* const> out,
           std::span<const Operand* const> in, bool aliased, const char* op);

  runtime::Context& context_;
  const expr::Program program_;
  Planner planner_;
  std::size_t arrays_, scalars_ = 0;
  bool one_kernel_;  // one kernel suffices, whatever the layouts
  std::vector<std::unique_ptr<Pieces>> pieces_;
};

}  // namespace kiln::array
