// SPDX-License-Identifier: Apache-2.0
// Reductions of the rows of a matrix, and of its columns with the rows' results, in one pass over the matrix. For
// CPU devices.
#pragma once

#include <functional>

#include "array/fold/reduce.hpp"
#include "array/launch/library_kernel.hpp"
#include "codegen/fold/sweep.hpp"

namespace kiln::array {

// One reduction of a sweep; see codegen::SweepMember.
struct SweepPart {
  Reduction::Parts parts;
  std::vector<std::string> names;  // of map's inputs
  std::vector<codegen::SweepInput> inputs;
  std::vector<int> outputs;
  std::vector<DType> dtypes;  // of the outputs
};

struct SweepParts {
  SweepPart rows;
  std::vector<SweepPart> columns, sums;
  std::vector<DType> operands;  // outputs first
  std::size_t outputs = 0;
  // For each operand: which of its axes are the matrix's rows and columns. Both are -1 for operands that are no
  // matrices; these are contiguous.
  struct Axes {
    int row = -1, column = -1;
  };
  std::vector<Axes> axes;
  std::int64_t row_count = 0, column_count = 0;
  // Whether an output may lie exactly where an input does.
  std::function<bool(std::size_t output, std::size_t input)> over;
};

class Sweep final : public base::RefCounted {
 public:
  // The most operands; the workspace and the counter of groups are further arrays.
  static constexpr std::size_t kMostArrays = LibraryLaunch::kMaxArrays - 2;
  static Ref<Sweep> create(runtime::Context& context, SweepParts parts, const char* operation);
  // Queues the sweep. The arrays must have the dtypes and extents that `parts` named. Only one thread may call at a
  // time.
  void call(std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation);

 private:
  Sweep(runtime::Context& context, SweepParts parts) : context_(context), parts_(std::move(parts)) {}
  const runtime::Kernel& kernel(bool wide, const char* operation);
  runtime::Context& context_;
  SweepParts parts_;
  codegen::SweepPrograms programs_;
  const runtime::Kernel* kernels_[2] = {};  // narrow and wide
  Ref<Array> arrivals_;                     // counts the groups that are done; 0 between launches
  bool finishes_ = false;
};

}  // namespace kiln::array
