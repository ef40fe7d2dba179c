// SPDX-License-Identifier: Apache-2.0
// Row programs: several reductions over the same axes, and functions before, between and after them, in one kernel that
// reads each operand once (codegen/fold/row_program.hpp). The graph compiler makes them.
#pragma once

#include "array/fold/reduce.hpp"
#include "codegen/fold/row_program.hpp"

namespace kiln::array {

// A step whose expressions have not been compiled.
struct RowPart {
  codegen::RowStep step;
  Reduction::Parts fold;                         // of a reduction; its map's inputs are x0, x1, ...
  std::vector<expr::Statements::Output> values;  // of other steps; their inputs are x0, x1, ...
};

struct RowParts {
  std::vector<RowPart> steps;
  std::vector<codegen::RowOperand> operands;  // outputs first
  // For each operand and each axis of `shape`: the array's axis that follows it, or -1 if the array does not vary.
  std::vector<std::vector<int>> axes;
  std::size_t outputs = 0;
  Dims shape, reduced;  // the elements' shape, and the axes that are reduced
  // Whether the text should suit other numbers of rows too, and not this one best: calls have ever other ones.
  bool any_rows = false;
};

// Whether rows lie as columns: the last axis of an extent above 1 is not reduced.
bool row_columns(const Dims& shape, const Dims& reduced);
// Why the device cannot run such a program in one kernel, or, if it `must_gain`, would gain nothing by it; an empty
// string if it should. Only the links of the steps, the operands and the shape are read.
std::string row_refusal(const backend::DeviceProperties& device, const RowParts& parts, bool must_gain);
// Whether the registers of a device that is no CPU hold whole rows of the operands, one element of each place. Of
// longer rows they hold a part, and the rest is read and computed again for each level of steps.
bool rows_held(const backend::DeviceProperties& device, const RowParts& parts);
// Why the device gains nothing by the finished program; an empty string if it does. On CPU devices separate kernels
// read columns in order, so one kernel gains only if they would read them again behind a reduction.
std::string row_gain_refusal(const backend::DeviceProperties& device, const RowParts& parts);
// Whether an output may lie exactly where an input does.
bool row_over(const RowParts& parts, std::size_t output, std::size_t input);

class RowProgram final : public base::RefCounted {
 public:
  static Ref<RowProgram> create(runtime::Context& context, RowParts parts, const char* operation);
  // Queues the program. The arrays must have the dtypes and extents that `parts` named. Only one thread may call at a
  // time.
  void call(std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation);

 private:
  struct Variant {
    codegen::RowClass kind;
    codegen::RowShape shape;
    const runtime::Kernel* kernel;
  };
  struct Loops;
  RowProgram(runtime::Context& context, RowParts parts);
  Loops loops_of(std::span<const Array* const> arrays) const;
  std::uint32_t streamed(std::span<const Array* const> arrays, const Loops& loops, std::uint32_t unit) const;
  codegen::RowClass classify(std::span<const Array* const> arrays, const Loops& loops) const;
  const Variant& variant(codegen::RowClass kind, const Loops& loops, const char* operation);
  void launch(const Variant& variant, std::span<Array* const> arrays, const Loops& loops, std::int64_t from,
              std::int64_t slots, std::size_t groups, const char* operation);

  runtime::Context& context_;
  RowParts parts_;
  codegen::Traits traits_;
  codegen::RowPrograms programs_;
  std::size_t words_ = 1, bytes_ = 1;  // of an element: words from level to level; bytes of the widest operand
  bool ordered_ = false;               // a reduction calls index()
  enum class Kernel : std::uint8_t { items, chunks, lanes } kernel_ = Kernel::items;
  std::vector<Variant> variants_;
};

}  // namespace kiln::array
