// SPDX-License-Identifier: Apache-2.0
// Collapses the operands' axes, chooses the layout class and index width, and lays out the kernel's arguments.
#include "array/elementwise/elementwise_plan.hpp"

#include <cstring>

#include "array/elementwise/elementwise.hpp"
#include "array/launch/kernel_room.hpp"
#include "array/launch/loops.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using codegen::ElementwiseClass;
using codegen::Inner;

namespace {

constexpr std::size_t kMaxPlans = 64;

// The stride of an operand along axis d of the call's shape; 0 if the operand is broadcast along it.
std::int64_t broadcast_stride(const Layout& layout, std::size_t ndim, std::size_t d) {
  const std::size_t missing = ndim - layout.ndim();
  if (d < missing || layout.shape[d - missing] == 1) return 0;
  return layout.strides[d - missing];
}

// Writes the key of a plan: all values that the plan depends on. Of the addresses it holds only whether all are
// aligned, and which operands share a buffer.
std::size_t write_key(const Dims& shape, std::span<const PlanOperand> operands, bool aliased, bool aligned,
                      const std::uint8_t* shares, std::int64_t* key) {
  std::size_t n = 0;
  for (const std::int64_t value : {std::int64_t(shape.size()), std::int64_t(aliased), std::int64_t(aligned)})
    key[n++] = value;
  for (auto extent : shape) key[n++] = extent;
  for (const PlanOperand& operand : operands)
    for (std::size_t d = 0; d < shape.size(); ++d) key[n++] = broadcast_stride(*operand.layout, shape.size(), d);
  for (std::size_t k = 0; k < operands.size(); ++k) key[n++] = shares[k];
  return n;
}

bool is_wide(const layout::Collapsed& c, std::span<const PlanOperand> operands) {
  IndexWidth width;
  width.loops(c.shape);
  for (std::size_t k = 0; k < c.operands; ++k)
    width.operand(elements_spanned(c.shape, c.strides[k], operands[k].itemsize));
  return width.wide();
}

}  // namespace

Reach reach_of(const Dims& shape, std::span<const PlanOperand> operands) {
  Reach reach;
  IndexWidth width;
  width.loops(shape);
  for (const PlanOperand& operand : operands)
    width.operand(elements_spanned(operand.layout->shape, operand.layout->strides, operand.itemsize));
  reach.wide = width.wide();
  std::size_t outer = shape.size();  // the axis before d whose extent is not 1
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const auto joins = [&](const PlanOperand& operand) {
      return broadcast_stride(*operand.layout, shape.size(), outer) ==
             broadcast_stride(*operand.layout, shape.size(), d) * shape[d];
    };
    if (outer < shape.size() && !std::ranges::all_of(operands, joins)) ++reach.axes;
    outer = d;
  }
  return reach;
}

const runtime::Kernel* Planner::kernel(const ElementwiseClass& kind) {
  for (const Variant& variant : variants_)
    if (variant.kind == kind) return variant.kernel;
  backend::Source source;
  source.text = codegen::elementwise_text(program_, kind, traits_);
  source.fast_math = context_.options().fast_math;
  const runtime::Kernel* kernel = context_.program(source)->kernel("elementwise");
  variants_.push_back({kind, kernel});
  return kernel;
}

// Fills in which operands lie in the buffer of an earlier one, if enough do (ElementwiseClass::shares).
void Planner::share(std::span<const PlanOperand> operands, std::uint8_t* shares) const {
  std::size_t saved = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    shares[k] = 0;
    for (std::size_t j = 0; j < k && !shares[k]; ++j)
      if (operands[j].buffer == operands[k].buffer) shares[k] = std::uint8_t(j + 1);
    saved += shares[k] != 0;
  }
  if (saved < traits_.tuning->elementwise.shared_arguments) std::fill_n(shares, operands.size(), 0);
}

Plan& Planner::plan(const Dims& shape, std::span<const PlanOperand> operands, bool aliased) {
  bool aligned = true;  // widths and item sizes are powers of two
  for (const PlanOperand& operand : operands)
    aligned = aligned && (std::size_t(operand.offset) & (width_ * operand.itemsize - 1)) == 0;
  std::uint8_t shares[layout::kMaxOperands];
  share(operands, shares);
  key_.resize(3 + KILN_MAX_DIMS * (1 + operands.size()) + operands.size());
  const std::int64_t* const key = key_.data();
  const std::size_t words = write_key(shape, operands, aliased, aligned, shares, key_.data());
  const std::size_t known = plans_.size();
  for (std::size_t i = 0, at = newest_; i < known; ++i, at = at + 1 == known ? 0 : at + 1) {
    Plan& plan = *plans_[at];
    if (plan.key.size() == words && std::memcmp(plan.key.data(), key, words * sizeof key[0]) == 0) {
      newest_ = at;
      return plan;
    }
  }
  auto made = make(shape, operands, aliased, aligned, shares);
  made->key.assign(key, key + words);
  if (plans_.size() == kMaxPlans) plans_.erase(plans_.begin());
  plans_.push_back(std::move(made));
  newest_ = plans_.size() - 1;
  return *plans_.back();
}

// Whether results bypass the caches (kernels/common/stream.cl): they must be larger than the caches, contiguous
// along the innermost axis, and that axis long enough for blocks.
bool Planner::streams(const ElementwiseClass& kind, const layout::Collapsed& c,
                      std::span<const PlanOperand> operands) const {
  if (kind.aliased || c.shape.size() == 0 || c.shape[c.shape.size() - 1] < traits_.tuning->elementwise.cpu_streamed_row)
    return false;
  std::uint64_t elements = 1, itemsizes = 0;
  for (auto extent : c.shape) elements *= std::uint64_t(extent);
  for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
    if (kind.inner[k] != Inner::unit) return false;
    itemsizes += operands[k].itemsize;
  }
  return elements * itemsizes >= traits_.stream_bytes;
}

// Looks for an input that is contiguous along another axis than the innermost one, as a transposed operand is. If
// both axes have enough elements (CopyTuning::turned), it moves that axis next to the innermost one and returns true. A
// kernel can then read such operands by tiles.
bool Planner::turn(layout::Collapsed& c, std::span<const PlanOperand> operands) const {
  const std::size_t dims = c.shape.size(), inner = dims - 1;
  const std::int64_t least = traits_.tuning->copy.turned;
  if (dims < 2 || c.shape[inner] < least) return false;
  const auto stride = [&](std::size_t k, std::size_t d) {
    return c.strides[k][d] / std::int64_t(operands[k].itemsize);
  };
  for (std::size_t k = program_.outputs.size(); k < operands.size(); ++k) {
    if (std::abs(stride(k, inner)) < least) continue;
    for (std::size_t d = 0; d < inner; ++d) {
      if (std::abs(stride(k, d)) != 1 || c.shape[d] < least) continue;
      if (d + 1 < inner && program_.uses_index()) return false;
      const auto last = [&](Dims& of) { std::rotate(of.begin() + d, of.begin() + d + 1, of.end() - 1); };
      last(c.shape);
      for (std::size_t operand = 0; operand < operands.size(); ++operand) last(c.strides[operand]);
      return true;
    }
  }
  return false;
}

// The axes that the kernel loops over: the last `dims` axes of the collapsed ones. The host loops over the
// `skipped` axes before them.
struct Planner::Axes {
  const layout::Collapsed& all;
  std::span<const PlanOperand> operands;
  std::size_t skipped, dims;
  std::int64_t extent(std::size_t d) const { return all.shape[skipped + d]; }
  std::int64_t stride(std::size_t operand, std::size_t d) const {  // in elements
    return all.strides[operand][skipped + d] / std::int64_t(operands[operand].itemsize);
  }
  std::uint64_t n() const { return std::uint64_t(extent(dims - 1)); }
  std::uint64_t rows() const {
    std::uint64_t count = 1;
    for (std::size_t d = 0; d + 1 < dims; ++d) count *= std::uint64_t(extent(d));
    return count;
  }
};

std::unique_ptr<Plan> Planner::make(const Dims& shape, std::span<const PlanOperand> operands, bool aliased,
                                    bool aligned, const std::uint8_t* shares) {
  layout::Collapsed collapsed;
  collapse(shape, operands, collapsed);
  const bool turned = turn(collapsed, operands);
  ElementwiseClass kind;
  kind.wide = is_wide(collapsed, operands);
  kind.aliased = aliased;
  std::copy_n(shares, operands.size(), kind.shares);
  const Axes axes = kernel_axes(collapsed, operands, kind.wide);
  kind.dims = std::uint8_t(axes.dims);
  classify_inner(axes, turned, aligned, kind);
  kind.stream = streams(kind, collapsed, operands);
  kind.along = !traits_.cpu && !kind.tile && !codegen::uses_flat_shape(kind, traits_) &&
               axes.n() >= traits_.tuning->elementwise.long_row;
  const bool columns = kind.along && reads_columns(axes);
  kind.along = kind.along && !columns;

  auto plan = std::make_unique<Plan>();
  plan->kernel = kernel(kind);
  const std::uint64_t tile_rows = axes.dims > 1 ? std::uint64_t(axes.extent(axes.dims - 2)) : 1;
  const codegen::Geometry g =
      codegen::elementwise_geometry(program_, kind, traits_, axes.n(), axes.rows(), tile_rows, columns);
  plan->launch.dims = g.dims;
  for (int d = 0; d < 3; ++d) {
    plan->launch.global[d] = g.global[d];
    plan->launch.local[d] = g.local[d];
  }
  for (std::size_t d = 0; d < axes.skipped; ++d) plan->outer.push_back(collapsed.shape[d]);
  plan->outer_strides.resize(operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k)
    for (std::size_t d = 0; d < axes.skipped; ++d) plan->outer_strides[k].push_back(collapsed.strides[k][d]);
  add_arguments(operands.size(), kind, constants(axes, kind, g), *plan);
  return plan;
}

void Planner::collapse(const Dims& shape, std::span<const PlanOperand> operands, layout::Collapsed& out) const {
  std::vector<Dims> strides(operands.size());
  std::vector<const Dims*> pointers;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    for (std::size_t d = 0; d < shape.size(); ++d)
      strides[k].push_back(broadcast_stride(*operands[k].layout, shape.size(), d));
    pointers.push_back(&strides[k]);
  }
  layout::collapse(shape, pointers, !program_.uses_index(), out);
}

// Gives the kernel as many inner axes as the device has parameter bytes for.
Planner::Axes Planner::kernel_axes(const layout::Collapsed& collapsed, std::span<const PlanOperand> operands,
                                   bool wide) const {
  std::size_t most = 1;
  while (most < codegen::kMaxKernelDims &&
         operands.size() <= most_kernel_arrays(context_.properties(), most + 1, scalars_, wide))
    ++most;
  const std::size_t dims = std::min(most, collapsed.shape.size());
  const std::size_t skipped = collapsed.shape.size() - dims;
  if (skipped && program_.uses_index())
    base::fail(KILN_UNSUPPORTED, "elementwise: index() over {} axes that do not collapse, expected at most {}",
               collapsed.shape.size(), most);
  return {collapsed, operands, skipped, dims};
}

// Fills in how each operand steps along the innermost axis, and the side of the tiles by which turned operands
// are read.
void Planner::classify_inner(const Axes& axes, bool turned, bool aligned, ElementwiseClass& kind) const {
  const std::size_t inner = axes.dims - 1;
  bool contiguous = axes.dims == 1 && axes.skipped == 0;
  std::size_t held = 0;  // bytes of one element of every turned operand together
  for (std::size_t k = 0; k < axes.operands.size(); ++k) {
    const std::int64_t stride = axes.stride(k, inner);
    const bool single = axes.extent(inner) == 1;
    const bool output = k < program_.outputs.size();
    kind.inner[k] = stride == 1 || (single && output)                                            ? Inner::unit
                    : stride == 0 || single                                                      ? Inner::zero
                    : turned && !output && inner > 0 && std::abs(axes.stride(k, inner - 1)) == 1 ? Inner::turned
                                                                                                 : Inner::strided;
    if (kind.inner[k] == Inner::turned) held += axes.operands[k].itemsize;
    contiguous = contiguous && kind.inner[k] < Inner::strided;
  }
  if (held) kind.tile = std::uint8_t(codegen::tile_side(held, traits_, axes.n() * axes.rows()));
  if (!kind.tile)
    for (Inner& each : kind.inner)
      if (each == Inner::turned) each = Inner::strided;
  kind.aligned = contiguous && aligned;
}

// Whether an input is contiguous from row to row and there are few rows. A work-group along a row would then
// fetch whole cache lines for one element each, and every row would fetch the input's memory again.
bool Planner::reads_columns(const Axes& axes) const {
  if (axes.dims != 2 || axes.rows() >= std::uint64_t(traits_.tuning->copy.turned)) return false;
  for (std::size_t k = program_.outputs.size(); k < axes.operands.size(); ++k)
    if (std::abs(axes.stride(k, 0)) == 1 && std::abs(axes.stride(k, 1)) > 1) return true;
  return false;
}

// What does not change between calls, in the order of the kernel's structure: extents and strides.
std::vector<std::uint64_t> Planner::constants(const Axes& axes, const ElementwiseClass& kind,
                                              const codegen::Geometry& g) const {
  std::vector<std::uint64_t> values{axes.n()};
  const std::size_t count = axes.operands.size(), dims = axes.dims;
  if (codegen::uses_flat_shape(kind, traits_)) return values;
  values.push_back(axes.rows());
  for (std::size_t d = 1; d + 1 < dims; ++d) values.push_back(std::uint64_t(axes.extent(d)));
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t d = 0; d + 1 < dims; ++d) values.push_back(std::uint64_t(axes.stride(k, d)));
  for (std::size_t k = 0; k < count; ++k)
    if (kind.inner[k] >= Inner::strided) values.push_back(std::uint64_t(axes.stride(k, dims - 1)));
  if (traits_.cpu) {
    values.push_back(g.chunk);
    values.push_back(g.row_chunk);
  }
  return values;
}

// Makes room for the arguments that a call fills in, and fills in the constants. The numbers are those of
// codegen::elementwise_text(), each at a multiple of its size, as compilers place the members of a structure.
void Planner::add_arguments(std::size_t operands, const ElementwiseClass& kind,
                            std::span<const std::uint64_t> constants, Plan& plan) const {
  std::vector<std::pair<std::size_t, std::size_t>> places;  // where each number lies, and its size
  std::size_t end = 0, most = 1;
  const auto place = [&](std::size_t size) {
    places.emplace_back(base::round_up(end, size), size);
    end = places.back().first + size;
    most = std::max(most, size);
    return places.back().first;
  };
  for (std::size_t k = 0; k < operands; ++k) place(sizeof(std::uint64_t));
  for (const auto& input : program_.inputs)
    if (input.scalar) plan.scalars.push_back(place(base::dtype_size(base::compute_dtype(input.dtype))));
  const std::size_t first = places.size(), index_bytes = kind.wide ? 8 : 4;
  for (std::size_t i = 0; i < constants.size(); ++i) place(index_bytes);
  const std::size_t size = base::round_up(end, most);
  plan.numbers.resize(base::ceil_div(size, sizeof(Plan::Piece)));
  // Little-endian: the low half of a number comes first.
  for (std::size_t i = 0; i < constants.size(); ++i)
    std::memcpy(plan.number(places[first + i].first), &constants[i], index_bytes);
  const auto add_value = [&](std::size_t at, std::size_t bytes) {
    plan.arguments.push_back({backend::Argument::Kind::value, nullptr, 0, plan.number(at), bytes});
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i < operands && !kind.shares[i]) {
      plan.memories.emplace_back(plan.arguments.size(), i);
      plan.arguments.push_back({backend::Argument::Kind::memory, nullptr, 0, nullptr, 0});
    }
    if (!traits_.packs_numbers) add_value(places[i].first, places[i].second);
  }
  if (traits_.packs_numbers) add_value(0, size);
  plan.launch.arguments = plan.arguments.data();
  plan.launch.argument_count = plan.arguments.size();
}

}  // namespace kiln::array
