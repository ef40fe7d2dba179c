// SPDX-License-Identifier: Apache-2.0
// A Plan says how one elementwise call runs: which kernel, its geometry and its arguments. It is made once for
// each combination of shapes and strides; a call only fills in addresses and scalars. Private to elementwise_program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "array/array.hpp"
#include "array/tuning.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "expr/program.hpp"

namespace kiln::array {

// One array operand of a call. Lists of them hold the outputs first, then the inputs. The plan broadcasts the
// layouts to the call's shape.
struct PlanOperand {
  const Layout* layout;
  std::size_t itemsize;
  std::int64_t offset;  // where the first element lies in the memory, in bytes; alignment depends on it
  const runtime::Buffer* buffer = nullptr;
};

// What the limit on a kernel's arrays depends on: an upper bound of the number of axes that are left when
// neighbours are joined, and whether indices may need 64 bits.
struct Reach {
  std::size_t axes = 1;
  bool wide = false;
  bool operator==(const Reach&) const = default;
};
Reach reach_of(const Dims& shape, std::span<const PlanOperand> operands);

struct Plan {
  std::vector<std::int64_t> key;
  const runtime::Kernel* kernel = nullptr;
  backend::Launch launch;  // its arguments are `arguments` below
  // The kernel's arguments: the memory of each operand, unless another one's is the same, and what lies in `numbers`,
  // one by one or as one structure. The caller sets the memories, offsets and scalars before each launch.
  std::vector<backend::Argument> arguments;
  std::vector<std::pair<std::size_t, std::size_t>> memories;  // arguments that are memories, and their operands
  // The offset of each operand, the scalars, and what does not change: extents and strides.
  struct alignas(16) Piece {
    std::byte bytes[16];
  };
  std::vector<Piece> numbers;
  std::vector<std::size_t> scalars;  // where each scalar lies, in bytes
  std::byte* number(std::size_t at) { return numbers.data()->bytes + at; }
  std::uint64_t& offset(std::size_t operand) {
    return *reinterpret_cast<std::uint64_t*>(number(operand * sizeof(std::uint64_t)));
  }
  // Further axes, for which the kernel has no loops. The host loops over them and launches the kernel each time:
  // their extents, and for each operand its strides in bytes.
  Dims outer;
  std::vector<Dims> outer_strides;
};

// The kernels of one program, one for each class of layouts, and the plans made with them. Not thread-safe: the
// caller locks.
class Planner {
 public:
  Planner(runtime::Context& context, const expr::Program& program)
      : context_(context),
        program_(program),
        traits_(traits_of(context)),
        width_(codegen::flat_width(program)),
        scalars_(std::size_t(std::count_if(program.inputs.begin(), program.inputs.end(),
                                           [](const auto& input) { return input.scalar; }))) {}
  // The plan for operands that are visited over `shape`. `aliased`: an output shares its buffer with an input.
  Plan& plan(const Dims& shape, std::span<const PlanOperand> operands, bool aliased);

 private:
  struct Variant {
    codegen::ElementwiseClass kind;
    const runtime::Kernel* kernel;
  };
  bool streams(const codegen::ElementwiseClass& kind, const layout::Collapsed& c,
               std::span<const PlanOperand> operands) const;
  bool turn(layout::Collapsed& c, std::span<const PlanOperand> operands) const;
  const runtime::Kernel* kernel(const codegen::ElementwiseClass& kind);
  struct Axes;
  std::unique_ptr<Plan> make(const Dims& shape, std::span<const PlanOperand> operands, bool aliased, bool aligned,
                             const std::uint8_t* shares);
  void collapse(const Dims& shape, std::span<const PlanOperand> operands, layout::Collapsed& out) const;
  Axes kernel_axes(const layout::Collapsed& collapsed, std::span<const PlanOperand> operands, bool wide) const;
  void classify_inner(const Axes& axes, bool turned, bool aligned, codegen::ElementwiseClass& kind) const;
  bool reads_columns(const Axes& axes) const;
  void share(std::span<const PlanOperand> operands, std::uint8_t* shares) const;
  std::vector<std::uint64_t> constants(const Axes& axes, const codegen::ElementwiseClass& kind,
                                       const codegen::Geometry& g) const;
  void add_arguments(std::size_t operands, const codegen::ElementwiseClass& kind,
                     std::span<const std::uint64_t> constants, Plan& plan) const;

  runtime::Context& context_;
  const expr::Program& program_;
  codegen::Traits traits_;
  std::size_t width_;              // elements of a vector in kernels for contiguous operands
  std::size_t scalars_;            // inputs that are passed by value
  std::vector<std::int64_t> key_;  // the key of the current call; kept here so that no call allocates
  std::vector<Variant> variants_;
  std::vector<std::unique_ptr<Plan>> plans_;  // most recently made last; the oldest goes when there are too many
  std::size_t newest_ = 0;                    // where the last hit was
};

}  // namespace kiln::array
