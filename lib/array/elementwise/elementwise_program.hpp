// SPDX-License-Identifier: Apache-2.0
// An expression program for given dtypes and how its calls run: by one kernel, or, of more arrays than a
// kernel takes, by several with temporaries between them. Private to elementwise.cpp.
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
  // The kernels of calls of one reach.
  struct Pieces {
    Pieces(runtime::Context& context, const Reach& of, expr::Split parts);
    Reach reach;
    expr::Split split;
    std::vector<std::unique_ptr<Planner>> planners;  // of the parts
  };

  ElementwiseProgram(runtime::Context& context, expr::Program program);
  ElementwiseProgram(const ElementwiseProgram&) = delete;
  ElementwiseProgram& operator=(const ElementwiseProgram&) = delete;
  const expr::Program& whole() const noexcept { return program_; }
  // Null where one kernel does. `operands`: the arrays of the call, without those that are new.
  Pieces* pieces(const Dims& shape, std::span<const Operand> operands);
  // out: the outputs. in: the inputs, of which scalars are converted here. pieces: of this call. aliased: an
  // output shares its buffer with an input; of a call in pieces none shares memory with one.
  void launch(Pieces* pieces, const Dims& shape, std::span<Array* const> out, std::span<const Operand* const> in,
              bool aliased, const char* op);

 private:
  void run(const expr::Program& program, Planner& planner, const Dims& shape, std::span<Array* const> out,
           std::span<const Operand* const> in, bool aliased, const char* op);

  runtime::Context& context_;
  const expr::Program program_;
  Planner planner_;
  std::size_t arrays_, scalars_ = 0;
  bool one_kernel_;  // does, whatever the layouts
  std::vector<std::unique_ptr<Pieces>> pieces_;
};

}  // namespace kiln::array
