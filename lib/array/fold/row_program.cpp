// SPDX-License-Identifier: Apache-2.0
// Compiles the steps of row programs for a device, and launches their kernels.
#include "array/fold/row_program.hpp"

#include <algorithm>
#include <bit>

#include "array/launch/destination.hpp"
#include "array/launch/loops.hpp"
#include "array/tuning.hpp"
#include "base/flags/flags.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using codegen::RowClass;
using codegen::RowShape;
using codegen::RowStep;

namespace {

bool is_reduced(const Dims& reduced, std::size_t axis) {
  return std::find(reduced.begin(), reduced.end(), std::int64_t(axis)) != reduced.end();
}

// The elements of a row, the number of rows, and how many rows lie side by side.
struct Extents {
  std::int64_t n = 1, rows = 1, beside = 1;
};
Extents extents_of(const Dims& shape, const Dims& reduced) {
  Extents e;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool goes = is_reduced(reduced, d);
    (goes ? e.n : e.rows) *= shape[d];
    e.beside = goes && shape[d] > 1 ? 1 : goes ? e.beside : e.beside * shape[d];
  }
  return e;
}

std::size_t widest_operand(const std::vector<codegen::RowOperand>& operands) {
  std::size_t bytes = 1;
  for (const auto& operand : operands)
    if (operand.whole) bytes = std::max<std::size_t>(bytes, base::dtype_size(operand.dtype));
  return bytes;
}

}  // namespace

bool row_columns(const Dims& shape, const Dims& reduced) {
  for (std::size_t d = shape.size(); d-- > 0;)
    if (shape[d] > 1) return !is_reduced(reduced, d);
  return false;
}

namespace {

codegen::RowExtents row_extents(const RowParts& parts) {
  const Extents e = extents_of(parts.shape, parts.reduced);
  return {std::uint64_t(e.n), std::uint64_t(e.rows), std::uint64_t(e.beside), row_columns(parts.shape, parts.reduced)};
}

// Why a CPU device gains nothing by a kernel for CPU devices. `lanes` says which of the two it should have.
std::string cpu_refusal(const codegen::Traits& traits, const RowParts& parts, std::span<const RowStep> steps,
                        bool& lanes) {
  for (const std::vector<int>& axes : parts.axes) {
    int before = -1;
    for (const int axis : axes) {
      if (axis >= 0 && axis < before) return "the axes of an array lie in another order";
      before = std::max(before, axis);
    }
  }
  const codegen::RowExtents e = row_extents(parts);
  const std::string refusal = codegen::row_lanes_refusal(traits, steps, parts.operands, e);
  lanes = refusal.empty();
  if (lanes || e.columns) return refusal;
  const std::string along = codegen::row_chunks_refusal(traits, steps, e);
  // Of short rows too, vectors could go in either direction.
  return along.empty() || e.n >= traits.tuning->row.cpu_least ? along : fmt::format("{}; {}", along, refusal);
}

RowShape shape_of(const codegen::Traits& traits, const RowParts& parts, std::size_t words, const Extents& e) {
  const std::size_t bytes = widest_operand(parts.operands);
  const bool columns = row_columns(parts.shape, parts.reduced);
  return codegen::row_shape(traits, columns, codegen::row_width(columns, bytes), words, bytes, std::uint64_t(e.n),
                            std::uint64_t(e.beside));
}

}  // namespace

std::string row_refusal(const backend::DeviceProperties& device, const RowParts& parts, bool must_gain) {
  if (parts.operands.size() > codegen::kMaxRowOperands)
    return fmt::format("one kernel would have {} arrays, expected at most {}", parts.operands.size(),
                       codegen::kMaxRowOperands);
  std::size_t kept = 0, reduced = 0;
  for (std::size_t d = 0; d < parts.shape.size(); ++d)
    if (parts.shape[d] > 1) ++(is_reduced(parts.reduced, d) ? reduced : kept);
  const std::size_t arguments =
      codegen::row_parameter_bytes(parts.operands.size(), std::max<std::size_t>(kept, 1), reduced);
  if (arguments > device.parameter_bytes)
    return fmt::format("one kernel would have {} bytes of arguments, expected at most {}", arguments,
                       device.parameter_bytes);
  std::vector<RowStep> steps;
  for (const RowPart& part : parts.steps) steps.push_back(part.step);
  const codegen::Traits traits = codegen::traits_of(device);
  if (traits.cpu) {
    bool lanes = false;
    const std::string refusal = cpu_refusal(traits, parts, steps, lanes);
    if (refusal.empty() || must_gain) return refusal;
  }
  const Extents e = extents_of(parts.shape, parts.reduced);
  const std::size_t words = codegen::row_words(steps, parts.operands);
  const RowShape shape = shape_of(traits, parts, words, e);
  if (shape.fits) return {};
  const bool columns = row_columns(parts.shape, parts.reduced);
  const std::size_t bytes = widest_operand(parts.operands);
  const auto beside = std::uint64_t(e.beside);
  const std::string held =
      fmt::format("of rows of {} elements a work-item would hold {} words, expected at most {}", e.n,
                  shape.rounds * shape.width * words, codegen::row_most_words(traits, columns, bytes, beside));
  // Places in a row that is read again are 32-bit.
  if (e.n > INT32_MAX) return held;
  if (!must_gain) return {};
  if (columns && !codegen::row_pieces_whole(traits, bytes, beside))
    return held + "; neighbouring columns do not fill the pieces of memory that are read at once";
  // Other kernels share out such rows to all compute units, and here units wait for the last groups.
  const std::uint64_t groups = base::ceil_div(std::uint64_t(e.rows), shape.slots),
                      turns = base::ceil_div(groups, traits.compute_units), all = turns * traits.compute_units;
  if (4 * groups < 3 * all)
    return fmt::format(
        "{}; one kernel that reads them again would give {} compute units {} groups in {} turns, "
        "expected at least {}",
        held, traits.compute_units, groups, turns, base::ceil_div(3 * all, std::uint64_t{4}));
  return {};
}

bool rows_held(const backend::DeviceProperties& device, const RowParts& parts) {
  const Extents e = extents_of(parts.shape, parts.reduced);
  std::size_t words = 1;
  for (const auto& operand : parts.operands) words = std::max(words, codegen::row_words_of(operand.dtype));
  return shape_of(codegen::traits_of(device), parts, words, e).fits;
}

std::string row_gain_refusal(const backend::DeviceProperties& device, const RowParts& parts) {
  if (!codegen::traits_of(device).cpu || !row_columns(parts.shape, parts.reduced)) return {};
  std::vector<RowStep> steps;
  for (const RowPart& part : parts.steps) steps.push_back(part.step);
  const std::vector<int> levels = codegen::row_levels(steps);
  if (*std::max_element(levels.begin(), levels.end()) > 0) return {};
  return "one kernel would read the columns once, and separate kernels read them once too, as none reads them again "
         "behind a reduction";
}

bool row_over(const RowParts& parts, std::size_t output, std::size_t input) {
  input += parts.outputs;
  if (parts.axes[output] != parts.axes[input] || parts.operands[output].dtype != parts.operands[input].dtype)
    return false;
  std::vector<RowStep> steps;
  for (const RowPart& part : parts.steps) {
    // The repair of a sum reads a row's elements again, when others may have been written.
    if (!part.fold.deviations.empty()) return false;
    steps.push_back(part.step);
  }
  return codegen::row_over(steps, parts.operands, output, input);
}

RowProgram::RowProgram(runtime::Context& context, RowParts parts)
    : context_(context), parts_(std::move(parts)), traits_(traits_of(context)) {}

Ref<RowProgram> RowProgram::create(runtime::Context& context, RowParts parts, const char* operation) {
  auto self = Ref<RowProgram>::adopt(new RowProgram(context, std::move(parts)));
  const RowParts& own = self->parts_;
  codegen::RowPrograms& p = self->programs_;
  for (const RowPart& part : own.steps) {
    RowStep step = part.step;
    std::vector<int> signature;
    std::vector<std::string> names;
    std::vector<expr::InputType> types;
    for (const codegen::RowInput& input : step.inputs) {
      const DType dtype = input.operand ? own.operands[input.index].dtype : p.steps[input.index].dtypes[input.output];
      if (names.size() < step.mapped || step.kind != RowStep::Kind::reduce)
        names.push_back("x" + std::to_string(names.size()));
      signature.push_back(int(dtype));
      types.push_back({dtype, false, false});
    }
    const std::vector<int> dtypes(step.dtypes.begin(), step.dtypes.end());
    if (step.kind == RowStep::Kind::reduce) {
      signature.insert(signature.end(), dtypes.begin(), dtypes.end());
      step.fold = Reduction::create(context, part.fold, names, true, operation, false)->programs(signature, operation);
      self->ordered_ = self->ordered_ || step.fold.map.uses_index();
    } else {
      step.function = expr::compile(part.values, names, types, dtypes, base::flag_floatX());
    }
    p.steps.push_back(std::move(step));
  }
  p.operands = own.operands;
  p.outputs = own.outputs;
  p.columns = row_columns(own.shape, own.reduced);
  self->words_ = codegen::row_words(p.steps, p.operands);
  self->bytes_ = widest_operand(p.operands);
  bool lanes = false;
  if (self->traits_.cpu && cpu_refusal(self->traits_, own, p.steps, lanes).empty()) {
    self->kernel_ = lanes ? Kernel::lanes : Kernel::chunks;
    return self;
  }
  const Extents e = extents_of(own.shape, own.reduced);
  for (std::uint64_t width = codegen::row_width(p.columns, self->bytes_); width > 0; width /= 2) {
    const RowShape shape = codegen::row_shape(self->traits_, p.columns, width, self->words_, self->bytes_,
                                              std::uint64_t(e.n), std::uint64_t(e.beside));
    const std::size_t bytes = codegen::row_local_bytes(p.steps, self->traits_, shape, p.columns);
    if (bytes > self->traits_.local_memory)
      base::fail(KILN_UNSUPPORTED, "{}: a row program needs {} bytes of local memory, expected at most {}", operation,
                 bytes, self->traits_.local_memory);
  }
  return self;
}

// The loops over rows and over the elements of a row, with the strides of all operands in bytes.
struct RowProgram::Loops {
  layout::Collapsed kept, reduced;
};

RowProgram::Loops RowProgram::loops_of(std::span<const Array* const> arrays) const {
  Dims kept_shape, reduced_shape;
  std::vector<Dims> kept(arrays.size()), reduced(arrays.size());
  for (std::size_t d = 0; d < parts_.shape.size(); ++d) {
    const bool goes = is_reduced(parts_.reduced, d);
    (goes ? reduced_shape : kept_shape).push_back(parts_.shape[d]);
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const int axis = parts_.axes[k][d];
      (goes ? reduced : kept)[k].push_back(axis < 0 || parts_.shape[d] == 1 ? 0
                                                                            : arrays[k]->strides()[std::size_t(axis)]);
    }
  }
  Loops loops;
  const auto collapse = [](const Dims& shape, const std::vector<Dims>& strides, bool reorder, layout::Collapsed& out) {
    std::vector<const Dims*> pointers;
    for (const Dims& each : strides) pointers.push_back(&each);
    layout::collapse(shape, pointers, reorder, out);
  };
  collapse(kept_shape, kept, true, loops.kept);
  collapse(reduced_shape, reduced, !ordered_, loops.reduced);
  return loops;
}

// The outputs that bypass the caches: together they are larger than the caches, their rows consist of whole lines, and
// no input lies in the same memory.
std::uint32_t RowProgram::streamed(std::span<const Array* const> arrays, const Loops& loops, std::uint32_t unit) const {
  constexpr std::int64_t kLine = 32;  // of KILN_STREAM
  if (context_.properties().base_alignment % kLine != 0) return 0;
  std::uint32_t found = 0;
  std::uint64_t bytes = 0;
  for (std::size_t k = 0; k < parts_.outputs; ++k) {
    const auto lined = [](std::int64_t place) { return place % kLine == 0; };
    const auto itemsize = std::int64_t(arrays[k]->itemsize());
    if (!(unit >> k & 1) || !lined(itemsize * codegen::kRowChunk) || !lined(std::int64_t(arrays[k]->memory_offset())) ||
        !std::all_of(loops.kept.strides[k].begin(), loops.kept.strides[k].end(), lined) ||
        std::any_of(arrays.begin() + std::ptrdiff_t(parts_.outputs), arrays.end(),
                    [&](const Array* input) { return &input->buffer() == &arrays[k]->buffer(); }))
      continue;
    found |= std::uint32_t{1} << k;
    bytes += std::uint64_t(visits(loops.kept.shape) * visits(loops.reduced.shape) * itemsize);
  }
  return bytes >= traits_.stream_bytes ? found : 0;
}

RowClass RowProgram::classify(std::span<const Array* const> arrays, const Loops& loops) const {
  RowClass kind;
  kind.kept = loops.kept.shape.size();
  for (const std::int64_t extent : loops.reduced.shape) kind.reduced.push_back(std::uint64_t(extent));
  IndexWidth width;
  width.loops(loops.kept.shape);
  width.loops(loops.reduced.shape);
  kind.width = codegen::row_width(programs_.columns, bytes_);
  const auto halve = [&](const auto& fits) {
    while (kind.width > 1 && !fits(std::int64_t(kind.width))) kind.width /= 2;
  };
  // An access stays within a run of the innermost reduced loop.
  halve([&](std::int64_t v) { return (loops.reduced.shape.empty() ? 1 : loops.reduced.shape.back()) % v == 0; });
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto itemsize = std::int64_t(arrays[k]->itemsize());
    const Dims &kept = loops.kept.strides[k], &reduced = loops.reduced.strides[k];
    width.operand(elements_spanned(loops.kept.shape, kept, std::size_t(itemsize)) +
                  elements_spanned(loops.reduced.shape, reduced, std::size_t(itemsize)));
    if (!parts_.operands[k].whole) continue;
    const bool unit = reduced == layout::c_strides(loops.reduced.shape, std::size_t(itemsize));
    if (unit) kind.unit |= std::uint32_t{1} << k;
    halve([&](std::int64_t v) {
      const auto aligned = [&](std::int64_t bytes) { return bytes % (v * itemsize) == 0; };
      return !reduced.empty() && reduced.back() == itemsize && aligned(std::int64_t(arrays[k]->memory_offset())) &&
             std::all_of(kept.begin(), kept.end(), aligned) && std::all_of(reduced.begin(), reduced.end() - 1, aligned);
    });
  }
  kind.wide = width.wide();
  if (kernel_ == Kernel::items) return kind;
  kind.width = 1;
  if (kernel_ == Kernel::lanes) {
    kind.lanes = codegen::row_lanes(traits_, programs_.steps, programs_.operands, row_extents(parts_));
    if (parts_.any_rows) kind.lanes = std::bit_floor(kind.lanes);
    kind.full = parts_.any_rows || loops.kept.shape.back() >= std::int64_t(kind.lanes);
    kind.parted = parts_.any_rows || loops.kept.shape.back() % std::int64_t(kind.lanes) != 0;
    for (std::size_t k = 0; k < arrays.size(); ++k)
      if (loops.kept.strides[k].back() == std::int64_t(arrays[k]->itemsize())) kind.beside |= std::uint32_t{1} << k;
    return kind;
  }
  kind.stream = streamed(arrays, loops, kind.unit);
  return kind;
}

const RowProgram::Variant& RowProgram::variant(RowClass kind, const Loops& loops, const char* operation) {
  for (const Variant& known : variants_)
    if (known.kind == kind) return known;
  const Extents e = extents_of(parts_.shape, parts_.reduced);
  const RowShape shape = codegen::row_shape(traits_, programs_.columns, kind.width, words_, bytes_,
                                            std::uint64_t(visits(loops.reduced.shape)), std::uint64_t(e.beside));
  backend::Source source;
  source.text = kernel_ == Kernel::lanes    ? codegen::row_lanes_text(programs_, kind, traits_)
                : kernel_ == Kernel::chunks ? codegen::row_chunks_text(programs_, kind, traits_)
                                            : codegen::row_text(programs_, kind, shape, traits_);
  source.fast_math = context_.options().fast_math;
  const codegen::RowTuning& tuning = traits_.tuning->row;
  const std::uint64_t group = shape.lanes * shape.slots;
  if (kernel_ == Kernel::items && group > tuning.large_group) {
    // As many registers as do not keep a group away from a compute unit.
    const std::uint64_t wanted =
        (shape.fits ? shape.rounds * shape.width * words_ : tuning.most_words) + tuning.spare_registers;
    const std::uint64_t groups = std::max<std::uint64_t>(tuning.registers / (group * wanted), 1);
    source.max_registers = unsigned(tuning.registers / (group * groups));
  }
  const runtime::Kernel* const kernel = context_.program(source, operation)->kernel("rows", operation);
  variants_.push_back({std::move(kind), shape, kernel});
  return variants_.back();
}

void RowProgram::launch(const Variant& variant, std::span<Array* const> arrays, const Loops& loops, std::int64_t from,
                        std::int64_t slots, std::size_t groups, const char* operation) {
  const std::size_t index_bytes = variant.kind.wide ? 8 : 4;
  std::vector<std::uint64_t> values;
  std::vector<std::size_t> sizes;
  const auto add = [&](std::int64_t value, std::size_t size) {
    values.push_back(std::uint64_t(value));
    sizes.push_back(size);
  };
  for (const Array* array : arrays) add(std::int64_t(array->memory_offset()), 8);
  add(visits(loops.kept.shape), index_bytes);
  add(from, index_bytes);
  for (std::size_t d = 1; d < loops.kept.shape.size(); ++d) add(loops.kept.shape[d], index_bytes);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto itemsize = std::int64_t(arrays[k]->itemsize());
    for (const std::int64_t stride : loops.kept.strides[k]) add(stride / itemsize, index_bytes);
    if (parts_.operands[k].whole && !(variant.kind.unit >> k & 1))
      for (const std::int64_t stride : loops.reduced.strides[k]) add(stride / itemsize, index_bytes);
  }
  if (kernel_ != Kernel::items) add(slots, index_bytes);
  std::vector<backend::Argument> arguments;
  std::vector<runtime::BufferUse> uses;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    runtime::Buffer& buffer = arrays[k]->buffer();
    arguments.push_back({backend::Argument::Kind::memory, buffer.memory(), 0, nullptr, 0});
    arguments.push_back({backend::Argument::Kind::value, nullptr, 0, &values[k], 8});
    uses.push_back({&buffer, k >= parts_.outputs, k < parts_.outputs});
  }
  // Little-endian: an argument of 4 bytes reads the low half of its 64-bit place.
  for (std::size_t i = arrays.size(); i < values.size(); ++i)
    arguments.push_back({backend::Argument::Kind::value, nullptr, 0, &values[i], sizes[i]});
  backend::Launch launch;
  launch.local[0] = kernel_ != Kernel::items ? 1 : std::size_t(variant.shape.lanes * variant.shape.slots);
  launch.global[0] = groups * launch.local[0];
  launch.arguments = arguments.data();
  launch.argument_count = arguments.size();
  context_.launch(*variant.kernel, launch, uses, operation);
}

void RowProgram::call(std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation) {
  std::vector<Ref<Array>> targets;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    // An output is written through a copy if it shares memory with an input or another output in a way that the
    // kernel does not allow.
    bool direct = true;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      direct = direct && (row_over(parts_, k, i) ? may_be_in_place(*outputs[k], *inputs[i])
                                                 : !may_overlap(*outputs[k], *inputs[i]));
    for (std::size_t other = 0; other < k; ++other) direct = direct && !may_overlap(*outputs[k], *outputs[other]);
    targets.push_back(direct ? Ref<Array>(outputs[k])
                             : empty(context_, outputs[k]->dtype(), outputs[k]->shape(), operation));
  }
  std::vector<Array*> arrays;
  for (const auto& target : targets) arrays.push_back(target.get());
  arrays.insert(arrays.end(), inputs.begin(), inputs.end());
  const Loops loops = loops_of(arrays);
  const std::int64_t rows = visits(loops.kept.shape);
  if (rows > 0) {
    const Variant& found = variant(classify(arrays, loops), loops, operation);
    // The rows, or blocks, of a group. On CPU devices they depend on how many work-items keep the cores busy.
    // An element counts `cpu_passes` times.
    const std::uint64_t passes = traits_.tuning->row.cpu_passes;
    const auto items =
        std::int64_t(codegen::cpu_items(traits_, passes * std::uint64_t(rows * visits(loops.reduced.shape))));
    // Rows, or blocks of them.
    const std::int64_t beside = loops.kept.shape.back();
    const std::int64_t units =
        kernel_ == Kernel::lanes ? rows / beside * base::ceil_div(beside, std::int64_t(found.kind.lanes)) : rows;
    const std::int64_t slots =
        kernel_ == Kernel::items ? std::int64_t(found.shape.slots) : base::ceil_div(units, items);
    const std::int64_t all = base::ceil_div(units, slots);
    const auto most = std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], INT32_MAX));
    for (std::int64_t group = 0; group < all; group += most)
      launch(found, arrays, loops, group * slots, slots, std::size_t(std::min(most, all - group)), operation);
  }
  deliver_each(targets, outputs, operation);
}

}  // namespace kiln::array
