// SPDX-License-Identifier: Apache-2.0
// Plans row programs: the levels of their steps, the registers that they take, and how work-items share rows.
#include <algorithm>
#include <bit>
#include <numeric>

#include "base/rounding.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/row_program.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::codegen {

using base::ceil_div;
using StepKind = RowStep::Kind;

namespace {

// The level at which a step's results can be read by other steps' loops over elements.
int level_behind(const RowStep& step, int level) { return step.kind == StepKind::elements ? level : level + 1; }

// The first and the last level at which something is read or computed.
struct Life {
  int first = -1, last = -1;
  void use(int level) {
    if (first < 0) first = level;
    first = std::min(first, level);
    last = std::max(last, level);
  }
};

// The lives of the operands and of the results of `elements` steps.
struct Lives {
  Lives(std::span<const RowStep> steps, std::size_t operand_count) : operands(operand_count), results(steps.size()) {
    levels = row_levels(steps);
    for (std::size_t s = 0; s < steps.size(); ++s) {
      results[s].resize(steps[s].dtypes.size());
      for (Life& life : results[s]) life.use(levels[s]);
      for (const RowInput& input : steps[s].inputs)
        (input.operand ? operands[input.index] : results[input.index][input.output]).use(levels[s]);
    }
  }
  std::vector<int> levels;
  std::vector<Life> operands;
  std::vector<std::vector<Life>> results;
};

}  // namespace

std::size_t row_words_of(base::DType dtype) { return std::max<std::size_t>(base::dtype_size(dtype) / 4, 1); }

std::vector<int> row_levels(std::span<const RowStep> steps) {
  std::vector<int> levels;
  for (const RowStep& step : steps) {
    // A function of rows' values belongs to the level whose reductions it reads.
    int level = step.kind == StepKind::row ? -1 : 0;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
      const RowInput& input = step.inputs[i];
      if (input.operand) continue;
      const int ready = level_behind(steps[input.index], levels[input.index]);
      // The arrays of a reduction's finish, and the inputs of functions of rows' values, are read after the loop over
      // elements of the same level.
      const bool late = step.kind == StepKind::row || (step.kind == StepKind::reduce && i >= step.mapped);
      level = std::max(level, late ? ready - 1 : ready);
    }
    levels.push_back(level);
  }
  return levels;
}

std::size_t row_words(std::span<const RowStep> steps, std::span<const RowOperand> operands) {
  const Lives lives(steps, operands.size());
  const int last = lives.levels.empty() ? 0 : *std::max_element(lives.levels.begin(), lives.levels.end());
  std::size_t most = 1;
  for (int level = 0; level <= last; ++level) {
    std::size_t words = 0, widest = 0;
    const auto count = [&](const Life& life, base::DType dtype) {
      if (life.first <= level && life.last > level) words += row_words_of(dtype);
      if (life.first == level || life.last == level) widest = std::max(widest, row_words_of(dtype));
    };
    for (std::size_t k = 0; k < operands.size(); ++k)
      if (operands[k].whole) count(lives.operands[k], operands[k].dtype);
    for (std::size_t s = 0; s < steps.size(); ++s)
      for (std::size_t o = 0; steps[s].kind == StepKind::elements && o < steps[s].dtypes.size(); ++o)
        count(lives.results[s][o], steps[s].dtypes[o]);
    most = std::max(most, std::max(words, widest));
  }
  return most;
}

std::vector<std::size_t> row_order(std::span<const RowStep> steps) {
  const std::vector<int> levels = row_levels(steps);
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
  return order;
}

bool row_over(std::span<const RowStep> steps, std::span<const RowOperand> operands, std::size_t output,
              std::size_t input) {
  if (!operands[output].whole || !operands[input].whole) return false;
  const std::vector<int> levels = row_levels(steps);
  // Whether a step's elements depend on the input: who computes them again reads it.
  std::vector<bool> depends(steps.size()), reads(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s)
    for (const RowInput& in : steps[s].inputs) {
      const bool elements = !in.operand && steps[in.index].kind == StepKind::elements;
      const bool on_it = in.operand ? in.index == input : elements && depends[in.index];
      if (steps[s].kind == StepKind::elements && on_it) depends[s] = true;
      if (on_it && (in.operand || levels[in.index] < levels[s])) reads[s] = true;
    }
  bool written = false;
  for (const std::size_t s : row_order(steps)) {
    // A step reads the elements of a chunk before it writes them.
    if (written && reads[s]) return false;
    written =
        written || std::find(steps[s].outputs.begin(), steps[s].outputs.end(), int(output)) != steps[s].outputs.end();
  }
  return written;
}

std::vector<std::vector<bool>> row_kept(std::span<const RowStep> steps) {
  const std::vector<int> levels = row_levels(steps);
  std::vector<std::vector<bool>> kept;
  for (const RowStep& step : steps) kept.emplace_back(step.dtypes.size());
  for (std::size_t s = 0; s < steps.size(); ++s)
    for (const RowInput& input : steps[s].inputs)
      if (!input.operand && steps[input.index].kind == StepKind::elements && levels[s] > levels[input.index])
        kept[input.index][input.output] = true;
  return kept;
}

namespace {

// The bytes of what later levels read of an element of the row.
std::uint64_t kept_bytes(std::span<const RowStep> steps) {
  std::uint64_t kept = 0;
  const std::vector<std::vector<bool>> is_kept = row_kept(steps);
  for (std::size_t s = 0; s < steps.size(); ++s)
    for (std::size_t o = 0; o < is_kept[s].size(); ++o)
      if (is_kept[s][o]) kept += base::dtype_size(steps[s].dtypes[o]);
  return kept;
}

std::string few_rows_refusal(const Traits& traits, const RowExtents& e, std::uint64_t items) {
  if (items < traits.compute_units && e.n > traits.tuning->device.cpu_worth)
    return fmt::format(
        "one kernel would run on {} of {} cores, separate kernels share out rows of more than {} "
        "elements to all {}",
        items, traits.compute_units, traits.tuning->device.cpu_worth, traits.compute_units);
  return {};
}

// The bytes that an element of a row takes in the caches, in the kernel whose vectors go across rows.
std::uint64_t lane_bytes(std::span<const RowStep> steps, std::span<const RowOperand> operands) {
  std::uint64_t bytes = kept_bytes(steps);
  for (const RowOperand& operand : operands)
    if (operand.whole) bytes += base::dtype_size(operand.dtype);
  return std::max<std::uint64_t>(bytes, 1);
}

}  // namespace

std::string row_chunks_refusal(const Traits& traits, std::span<const RowStep> steps, const RowExtents& e) {
  const RowTuning& tuning = traits.tuning->row;
  if (e.columns) return "the elements of a row are no neighbours";
  if (e.n < tuning.cpu_least)
    return fmt::format("vectors along rows take {} elements, a row has {}", tuning.cpu_least, e.n);
  // Places in a row are 32-bit.
  if (e.n > INT32_MAX) return fmt::format("rows of {} elements, expected at most {}", e.n, INT32_MAX);
  const std::uint64_t kept = base::round_up(e.n, std::uint64_t(kRowChunk)) * kept_bytes(steps);
  const std::uint64_t most = std::min(traits.local_memory, tuning.cpu_kept_bytes);
  if (kept > most) return fmt::format("one kernel would keep {} bytes of a row, expected at most {}", kept, most);
  return few_rows_refusal(traits, e, e.rows);
}

std::uint64_t row_lanes(const Traits& traits, std::span<const RowStep> steps, std::span<const RowOperand> operands,
                        const RowExtents& e) {
  const RowTuning& tuning = traits.tuning->row;
  const std::uint64_t bytes =
      e.columns ? std::min(tuning.cpu_columns_bytes, traits.local_memory) : tuning.cpu_short_bytes;
  std::uint64_t most = std::min(tuning.cpu_lanes, bytes / (e.n * lane_bytes(steps, operands)));
  const std::uint64_t beside = e.columns ? e.beside : e.rows;
  for (;; most /= 2) {
    most = std::max<std::uint64_t>(most / kRowChunk * kRowChunk, kRowChunk);
    // Blocks of one size as far as possible.
    const std::uint64_t blocks = ceil_div(beside, most);
    if (most == kRowChunk || e.rows / beside * blocks >= traits.compute_units)
      return base::round_up(ceil_div(beside, blocks), std::uint64_t(kRowChunk));
  }
}

std::string row_lanes_refusal(const Traits& traits, std::span<const RowStep> steps,
                              std::span<const RowOperand> operands, const RowExtents& e) {
  const RowTuning& tuning = traits.tuning->row;
  const std::uint64_t n = e.n;
  if (!e.columns && n >= tuning.cpu_least) return fmt::format("rows of {} elements fill vectors", n);
  const std::uint64_t beside = e.columns ? e.beside : e.rows;
  if (beside < tuning.cpu_beside)
    return fmt::format("vectors across rows take {} rows side by side, there {} {}", tuning.cpu_beside,
                       beside == 1 ? "is" : "are", beside);
  if (e.columns && beside % kRowChunk * tuning.cpu_parted > beside)
    return fmt::format("one kernel would compute {} of {} columns one by one, separate kernels are faster above {}",
                       beside % kRowChunk, beside, beside / tuning.cpu_parted);
  const std::uint64_t each = lane_bytes(steps, operands), lanes = row_lanes(traits, steps, operands, e);
  const std::uint64_t most = e.columns ? std::min(tuning.cpu_columns_bytes, traits.local_memory) : traits.local_memory;
  if (n > INT32_MAX || n > most / (lanes * each))
    return fmt::format(
        "one kernel would hold {} rows of {} elements of {} bytes in the caches, expected at most {} "
        "bytes in all",
        lanes, n, each, most);
  std::uint64_t piece = UINT64_MAX;
  for (const RowOperand& operand : operands)
    if (operand.whole) piece = std::min<std::uint64_t>(piece, lanes * base::dtype_size(operand.dtype));
  if (e.columns && lanes < beside && lanes < tuning.cpu_lanes && piece < tuning.cpu_piece)
    return fmt::format(
        "one kernel would read pieces of {} bytes of the columns, separate kernels read {} bytes in "
        "order and are faster where pieces are below {}",
        piece, piece / lanes * beside, tuning.cpu_piece);
  return few_rows_refusal(traits, e, ceil_div(e.rows, lanes));
}

std::uint64_t row_width(bool columns, std::size_t bytes) {
  return columns ? 1 : std::max<std::uint64_t>(16 / std::max<std::size_t>(bytes, 1), 1);
}

bool row_pieces_whole(const Traits& traits, std::size_t bytes, std::uint64_t beside) {
  return beside * bytes % (traits.tuning->row.least_columns * sizeof(float)) == 0;
}

std::uint64_t row_most_words(const Traits& traits, bool columns, std::size_t bytes, std::uint64_t beside) {
  const RowTuning& tuning = traits.tuning->row;
  return columns && !row_pieces_whole(traits, bytes, beside) ? tuning.most_column_words : tuning.most_words;
}

RowShape row_shape(const Traits& traits, bool columns, std::uint64_t width, std::size_t words, std::size_t bytes,
                   std::uint64_t n, std::uint64_t beside) {
  const RowTuning& tuning = traits.tuning->row;
  RowShape shape;
  const std::uint64_t most = std::bit_floor(std::min({traits.max_local_size, traits.max_local_sizes[0], tuning.group}));
  const std::uint64_t least = std::min(most, tuning.least_group);
  shape.width = width;
  std::uint64_t wanted = std::bit_ceil(ceil_div(n, std::max(width, tuning.words / words)));
  // The items of a row read a piece of memory together.
  if (!columns) wanted = std::max(wanted, std::min(std::bit_ceil(ceil_div(n, width)), tuning.piece / (width * bytes)));
  const std::uint64_t held = row_most_words(traits, columns, bytes, beside);
  std::uint64_t slots = columns ? std::min({tuning.columns, std::bit_ceil(beside), most}) : 1;
  for (;; slots /= 2) {
    shape.lanes = std::min(wanted, std::max<std::uint64_t>(most / slots, 1));
    shape.slots = std::max(slots, least / shape.lanes);
    shape.rounds = ceil_div(n, shape.lanes * width);
    shape.fits = shape.rounds * width * words <= held;
    shape.held = shape.fits ? shape.rounds : held / (width * words);
    if (shape.fits || slots <= tuning.least_columns) return shape;
  }
}

bool row_shuffles(const Traits& traits, bool columns) { return traits.warps && !columns; }

std::uint64_t row_local_sets(const Traits& traits, const RowShape& shape, bool columns) {
  if (shape.lanes == 1) return 0;
  if (!row_shuffles(traits, columns)) return shape.lanes * shape.slots;
  return shape.lanes > kWarp ? shape.lanes * shape.slots / kWarp : 0;
}

std::size_t row_local_bytes(std::span<const RowStep> steps, const Traits& traits, const RowShape& shape, bool columns) {
  std::size_t bytes = 0;
  for (const RowStep& step : steps)
    if (step.kind == StepKind::reduce) bytes += accumulator_bytes(step.fold);
  return bytes * row_local_sets(traits, shape, columns);
}

std::size_t row_parameter_bytes(std::size_t operands, std::size_t kept, std::size_t reduced) {
  constexpr std::size_t kAddress = 16, kIndex = 8;
  return (2 + kept) * kIndex + operands * (kAddress + (kept + reduced) * kIndex);
}

}  // namespace kiln::codegen
