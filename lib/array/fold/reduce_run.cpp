// SPDX-License-Identifier: Apache-2.0
// Launches a reduction in one pass, or in two if several groups share an output's elements: the first pass leaves
// the accumulators of each share in a workspace, and the second combines them in order.
#include "array/fold/reduce_run.hpp"

#include <algorithm>
#include <memory_resource>

#include "array/launch/loops.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using codegen::ReduceClass;
using codegen::ReducePrograms;

const runtime::Kernel* ReduceRunner::kernel(ReducePass& pass, const ReduceClass& kind) {
  for (const ReducePass::Variant& variant : pass.variants)
    if (variant.kind == kind) return variant.kernel;
  backend::Source source;
  source.text = codegen::reduce_text(pass.programs, kind, traits_);
  source.fast_math = context_.options().fast_math;
  const runtime::Kernel* kernel = context_.program(source)->kernel("reduce");
  pass.variants.push_back({kind, kernel});
  return kernel;
}

namespace {

// The value of ReduceClass::few, which is for CPU devices. It is 0 unless the rows of each input follow each other in
// memory.
std::uint8_t few_columns(std::span<const ReduceOperand> inputs, std::int64_t columns, const Dims& reduced,
                         const codegen::Traits& traits) {
  if (reduced.size() > 1 || codegen::reduce_joined(traits, std::uint64_t(columns), std::uint64_t(reduced[0])) == 1)
    return 0;
  for (const ReduceOperand& input : inputs) {
    const auto itemsize = std::int64_t(input.array->itemsize());
    const bool packed = input.kept.back() == itemsize && input.reduced[0] == columns * itemsize;
    if (!packed && (input.kept.back() != 0 || input.reduced[0] != 0)) return 0;
  }
  return std::uint8_t(columns);
}

bool is_wide(std::span<const ReduceOperand> operands, const Dims& kept, const Dims& reduced) {
  IndexWidth width;
  width.loops(kept);
  width.loops(reduced);
  for (const ReduceOperand& operand : operands)
    width.operand(elements_spanned(kept, operand.kept, operand.array->itemsize()) +
                  elements_spanned(reduced, operand.reduced, operand.array->itemsize()));
  return width.wide();
}

// The value of ReduceClass::lanes, which is for CPU devices. It is 0 unless the elements of an output are contiguous in
// each input, or one element stands for all.
unsigned row_lanes(const ReducePrograms& programs, std::size_t outputs, std::span<const ReduceOperand> operands,
                   const Dims& reduced, const codegen::Traits& traits) {
  if (!traits.cpu || reduced.size() > 1) return 0;
  for (const ReduceOperand& input : operands.subspan(outputs, programs.map.inputs.size()))
    if (input.reduced[0] != 0 && input.reduced[0] != std::int64_t(input.array->itemsize())) return 0;
  return codegen::reduce_row_lanes(programs, traits, std::uint64_t(reduced[0]));
}

ReduceClass classify(const ReducePrograms& programs, std::size_t outputs, std::span<const ReduceOperand> operands,
                     const Dims& kept, const Dims& reduced, const codegen::Traits& traits) {
  const bool cpu = traits.cpu;
  const auto n = std::uint64_t(visits(reduced)), results = std::uint64_t(visits(kept));
  ReduceClass kind;
  const std::size_t k = kept.size() - 1, r = reduced.size() - 1;
  const auto inputs = operands.subspan(outputs, programs.map.inputs.size());
  // The first input whose strides along both axes are not 0 decides, so a vector that is broadcast does not.
  const auto both = std::find_if(inputs.begin(), inputs.end(), [&](const ReduceOperand& input) {
    return input.reduced[r] != 0 && input.kept[k] != 0;
  });
  const ReduceOperand& lead = both != inputs.end() ? *both : inputs[0];
  const std::int64_t along = std::abs(lead.reduced[r]), across = std::abs(lead.kept[k]);
  // Read along the axis with the smaller steps.
  kind.columns = kept[k] > 1 && across != 0 && (reduced[r] == 1 || along == 0 || across < along);
  if (cpu && kept[k] > 1 && codegen::reduce_short(programs, traits, n)) kind.columns = 1;
  kind.lanes = std::uint8_t(row_lanes(programs, outputs, operands, reduced, traits));
  if (kind.lanes) kind.columns = 0;
  const bool few = !cpu && kept.size() > 1 && std::uint64_t(kept[k]) * n < traits.tuning->reduce.least_block;
  kind.alone = codegen::reduce_alone(programs, traits, results, n,
                                     !kind.columns ? codegen::Near::rows
                                     : few         ? codegen::Near::few
                                                   : codegen::Near::columns);
  if (kind.alone || few) kind.columns = 0;
  kind.kept = std::uint8_t(kept.size());
  kind.reduced = std::uint8_t(reduced.size());
  kind.wide = is_wide(operands, kept, reduced);
  const auto step = [&](const ReduceOperand& input) { return kind.columns ? input.kept[k] : input.reduced[r]; };
  bool unit = true, steps = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool one = step(inputs[i]) == std::int64_t(inputs[i].array->itemsize());
    const bool still = step(inputs[i]) == 0 && i < codegen::kMaxStillInputs;
    steps = steps || one;
    unit = unit && (one || still);
    if (still) kind.still |= std::uint32_t{1} << i;
  }
  kind.unit = unit && steps;
  if (!kind.unit) kind.still = 0;
  if (cpu && kind.columns && kind.unit) kind.few = few_columns(inputs, kept[k], reduced, traits);
  if (cpu || !kind.unit || kind.alone) return kind;
  // Vectors need alignment: the start and all other strides must be multiples of a vector, and so must the number of
  // columns or, if there are further reduced axes, the extent of the innermost one.
  ReduceClass wanted = kind;
  wanted.vectors = 1;
  const auto v = std::int64_t(codegen::reduce_width(programs, wanted));
  bool fits = kind.columns ? kept[k] % v == 0 : r == 0 || reduced[r] % v == 0;
  fits = fits && !(kind.columns && programs.tree && n <= traits.tuning->reduce.few_tree_rows);
  for (const ReduceOperand& operand : inputs) {
    if (step(operand) == 0) continue;
    const std::int64_t bytes = v * std::int64_t(operand.array->itemsize());
    fits = fits && operand.array->memory_offset() % bytes == 0;
    for (std::size_t d = 0; d < kept.size(); ++d)
      fits = fits && ((kind.columns && d == k) || operand.kept[d] % bytes == 0);
    for (std::size_t d = 0; d < reduced.size(); ++d)
      fits = fits && ((!kind.columns && d == r) || operand.reduced[d] % bytes == 0);
  }
  kind.vectors = fits && v > 1;
  return kind;
}

// The longest axis becomes the innermost one.
void widest_last(std::span<ReduceOperand> operands, Dims& kept) {
  const auto d = std::max_element(kept.begin(), kept.end()) - kept.begin();
  std::swap(kept[std::size_t(d)], kept.back());
  for (ReduceOperand& operand : operands) std::swap(operand.kept[std::size_t(d)], operand.kept.back());
}

}  // namespace

void ReduceRunner::launch(ReducePass& pass, const ReduceClass& kind, const codegen::ReduceGeometry& g,
                          std::span<const ReduceOperand> operands, const Dims& kept, const Dims& reduced,
                          std::int64_t n, const char* op) {
  const std::size_t outputs = pass.programs.finish.outputs.size();
  const std::size_t index_bytes = kind.wide ? 8 : 4;
  // On the stack unless there are very many operands.
  std::byte memory[8192];
  std::pmr::monotonic_buffer_resource arena(memory, sizeof memory);
  std::pmr::vector<std::uint64_t> values(&arena);
  std::pmr::vector<backend::Argument> arguments(&arena);
  std::pmr::vector<runtime::BufferUse> uses(&arena);
  // The lists get their final size first: arguments point to values, which must not move.
  const std::size_t count = 8 + operands.size() * (2 + kept.size() + reduced.size()) + kept.size() + reduced.size();
  values.reserve(count);
  arguments.reserve(count + operands.size());
  uses.reserve(operands.size());
  auto add = [&](std::int64_t value, std::size_t size) {
    values.push_back(std::uint64_t(value));
    // Little-endian: a uint argument reads the low half of its 64-bit slot.
    arguments.push_back({backend::Argument::Kind::value, nullptr, 0, &values.back(), size});
  };
  for (std::size_t k = 0; k < operands.size(); ++k) {
    runtime::Buffer& buffer = operands[k].array->buffer();
    arguments.push_back({backend::Argument::Kind::memory, buffer.memory(), 0, nullptr, 0});
    add(operands[k].array->memory_offset(), 8);
    uses.push_back({&buffer, k >= outputs, k < outputs});
  }
  const std::int64_t cols = kind.columns ? kept[kept.size() - 1] : 1;
  add(visits(kept) / cols, index_bytes);
  if (kind.columns) add(cols, index_bytes);
  add(visits(reduced), index_bytes);
  add(std::int64_t(g.splits), index_bytes);
  add(std::int64_t(g.chunk), index_bytes);
  add(std::int64_t(g.share), traits_.cpu && !kind.columns ? index_bytes : 4);
  add(n, 8);
  auto elements = [](const ReduceOperand& operand, std::int64_t bytes) {
    return bytes / std::int64_t(operand.array->itemsize());
  };
  for (std::size_t d = 1; d < kept.size(); ++d) add(kept[d], index_bytes);
  for (const ReduceOperand& operand : operands)
    for (std::size_t d = 0; d < kept.size(); ++d) add(elements(operand, operand.kept[d]), index_bytes);
  for (const ReduceOperand& operand : operands.first(outputs)) add(elements(operand, operand.split), index_bytes);
  for (std::size_t d = 1; d < reduced.size(); ++d) add(reduced[d], index_bytes);
  for (const ReduceOperand& operand : operands.subspan(outputs, pass.programs.map.inputs.size()))
    for (std::size_t d = 0; d < reduced.size(); ++d) add(elements(operand, operand.reduced[d]), index_bytes);
  backend::Launch launch;
  launch.global[0] = g.global;
  launch.local[0] = g.local;
  launch.arguments = arguments.data();
  launch.argument_count = arguments.size();
  context_.launch(*kernel(pass, kind), launch, uses, op);
}

void ReduceRunner::run(ReducePasses& s, std::span<ReduceOperand> operands, Dims& kept, const Dims& reduced,
                       const char* op) {
  const std::size_t outputs = s.whole.programs.finish.outputs.size();
  const std::int64_t n = visits(reduced), m = visits(kept);
  if (traits_.cpu && kept.back() < traits_.tuning->reduce.few_beside &&
      codegen::reduce_short(s.whole.programs, traits_, std::uint64_t(n)) &&
      !row_lanes(s.whole.programs, outputs, operands, reduced, traits_))
    widest_last(operands, kept);
  ReduceClass kind = classify(s.whole.programs, outputs, operands, kept, reduced, traits_);
  const auto cols = std::uint64_t(kind.columns ? kept[kept.size() - 1] : 1);
  const auto rows = std::uint64_t(m) / cols;
  const std::size_t inputs = s.whole.programs.map.inputs.size();
  Dims along = reduced;
  std::uint64_t joined = 1;
  if (kind.few) {
    joined = codegen::reduce_joined(traits_, cols, std::uint64_t(n));
    along[0] = base::ceil_div(n, std::int64_t(joined));
    for (ReduceOperand& input : operands.subspan(outputs, inputs)) input.reduced[0] *= std::int64_t(joined);
  }
  const auto g = codegen::reduce_geometry(s.whole.programs, kind, traits_, rows, cols * joined,
                                          std::uint64_t(visits(along)), true);
  kind.whole = g.whole;
  kind.single = g.whole && m == 1;
  if (g.splits == 1) return launch(s.whole, kind, g, operands, kept, along, n, op);

  // The workspace is laid out so that the second pass reads shares as the first read elements: along rows, or as
  // columns side by side.
  const auto splits = std::int64_t(g.splits);
  std::vector<Ref<Array>> workspace;
  std::vector<ReduceOperand> first, second(operands.begin(), operands.begin() + std::ptrdiff_t(outputs));
  for (const auto& accumulator : s.shares.programs.finish.outputs) {
    const std::int64_t shape[] = {m * splits};
    workspace.push_back(empty(context_, accumulator.dtype, shape, op));
    ReduceOperand share{workspace.back().get(), {}, {}};
    const auto itemsize = std::int64_t(share.array->itemsize());
    share.kept = layout::c_strides(kept, std::size_t(itemsize * (kind.columns ? 1 : splits)));
    share.split = itemsize * (kind.columns ? m : 1);
    share.reduced.push_back(share.split);
    first.push_back(share);
    second.push_back(share);
  }
  for (const ReduceOperand& operand : operands.subspan(outputs, inputs)) first.push_back(operand);
  for (const ReduceOperand& operand : operands.subspan(outputs + inputs)) second.push_back(operand);
  ReduceClass wide = kind;
  wide.wide = is_wide(first, kept, along);
  launch(s.shares, wide, g, first, kept, along, n, op);

  const Dims shares{splits};
  ReduceClass last = classify(s.together.programs, outputs, second, kept, shares, traits_);
  const auto last_cols = std::uint64_t(last.columns ? kept[kept.size() - 1] : 1);
  const auto h = codegen::reduce_geometry(s.together.programs, last, traits_, std::uint64_t(m) / last_cols, last_cols,
                                          g.splits, false);
  last.few = 0;  // such a kernel takes n for the number of its rows, the shares; but n counts elements in both passes
  last.whole = h.whole;
  last.single = h.whole && m == 1;
  launch(s.together, last, h, second, kept, shares, n, op);
}

}  // namespace kiln::array
