// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution: transforms of the filters, then, for so many tiles at a time as the caches hold, transforms
// of the input, 36 products of matrices, transforms of the results.
#include "array/conv/conv_task.hpp"

#include <algorithm>
#include <cstdlib>

#include "array/conv/conv_launch.hpp"
#include "array/conv/panel_product.hpp"
#include "codegen/conv/winograd.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::kWinogradPlaces;
using codegen::kWinogradTile;
using codegen::WinogradClass;
using codegen::WinogradStep;

namespace {

const runtime::Kernel& winograd_kernel(runtime::Context& context, const WinogradClass& kind,
                                       const codegen::Traits& traits, const char* operation,
                                       const EpilogueSides* after) {
  static constexpr const char* kNames[] = {"winograd_filters", "winograd_input", "winograd_output", "winograd_input",
                                           "winograd_taps"};
  const KernelId id(KernelFamily::conv, kNames[int(kind.step)], kind.step, kind.dtype, kind.cpu, kind.across);
  return kernel_with(context, id, after, operation, [&](const codegen::GemmEpilogue* epilogue) {
    return codegen::winograd_text(kind, traits, epilogue);
  });
}

// A convolution, or its gradient by the filters, as Winograd's transforms see it: x are the elements that patches have,
// y the results, w the filters.
struct WinogradTask {
  // Strides in elements. `first` and `second` are those of x's images and channels, of y's images and filters, of w's
  // filters and channels; `step` are those of positions and taps.
  struct Side {
    std::int64_t start, first, second;
    std::array<std::int64_t, 2> step;
  };
  // Results, the position of the first patch, and where the elements of x end that results read.
  struct Axis {
    std::int64_t results, origin, extent;
  };
  std::int64_t images, channels, filters;
  Side x, y, w;
  std::array<Axis, 2> axes;
};

// The task, or nothing if it has no such form.
std::optional<WinogradTask> winograd_task(const ConvTask& t) {
  const DType dtype = t.c.array->dtype();
  if (t.panels || t.inner > 1 || (dtype != KILN_FLOAT32 && dtype != KILN_FLOAT64)) return std::nullopt;
  // The digits of the taps and of the results, and how positions depend on them.
  const bool by_filters = t.by_filters;
  const Digits &taps = by_filters ? t.lines : t.k, &results = by_filters ? t.k : t.lines;
  const Digits &tap_step = by_filters ? t.b.line_step : t.b.k_step, &step = by_filters ? t.b.k_step : t.b.line_step;
  const Digits& tap_stride = by_filters ? t.b.line_stride : t.b.k_stride;
  const std::size_t first = by_filters ? 2 : 1, other = by_filters ? 1 : 0;
  if (taps[other] != 1 || results[other] != 1 || (!by_filters && t.lines[3] != 1)) return std::nullopt;
  // The one position along the other axis may lie in the padding.
  if (t.b.origin[other] < 0 || t.b.origin[other] >= t.b.extent[other]) return std::nullopt;
  WinogradTask w{};
  w.filters = t.m;
  w.images = by_filters ? t.k[0] : t.outer;
  w.channels = by_filters ? t.lines[0] : t.k[3];
  w.x = {t.b.start, by_filters ? t.b.k_stride[0] : t.b.outer, by_filters ? t.b.line_stride[0] : t.b.k_stride[3], {}};
  if (by_filters) {
    w.y = {t.a.start, t.a.k[0], t.a.line, {t.a.k[2], t.a.k[3]}};
    w.w = {t.c.start, t.c.row, t.c.line[0], {t.c.line[2], t.c.line[3]}};
  } else {
    w.y = {t.c.start, t.c.outer, t.c.row, {t.c.line[1], t.c.line[2]}};
    w.w = {t.a.start, t.a.line, t.a.k[3], {t.a.k[1], t.a.k[2]}};
  }
  for (std::size_t d = 0; d < 2; ++d) {
    const std::size_t q = first + d;
    if (taps[q] != 3 || std::abs(tap_step[q]) != 1 || (results[q] > 1 && step[q] != 1)) return std::nullopt;
    w.x.step[d] = tap_stride[q] / tap_step[q];
    w.axes[d] = {results[q], t.b.origin[q], t.b.extent[q]};
    if (tap_step[q] < 0) {
      // The first tap meets the last position.
      w.axes[d].origin -= 2;
      w.x.start -= 2 * w.x.step[d];
      w.w.start += 2 * w.w.step[d];
      w.w.step[d] = -w.w.step[d];
    }
    // The last patch may reach elements that no result reads. They count as padding, so that they spoil no result.
    w.axes[d].extent = std::min(w.axes[d].extent, w.axes[d].origin + results[q] + 2);
  }
  return w;
}

class Winograd {
 public:
  Winograd(const ConvTask& task, const WinogradTask& winograd, const codegen::Traits& traits, const char* operation)
      : task_(task),
        w_(winograd),
        context_(task.c.array->context()),
        traits_(traits),
        dtype_(task.c.array->dtype()),
        tuning_(traits.tuning->conv),
        operation_(operation),
        tiles1_(ceil_div<std::int64_t>(winograd.axes[0].results, kWinogradTile)),
        tiles2_(ceil_div<std::int64_t>(winograd.axes[1].results, kWinogradTile)),
        tiles_(winograd.images * tiles1_ * tiles2_),
        across_(!traits.cpu && std::abs(winograd.x.second) == 1 && winograd.axes[1].results > 1) {}

  // 36 multiplications of a tile in place of 9 for each of its results, and the work of the transforms. On devices
  // other than CPUs float64 was never measured.
  bool pays() const {
    if (!traits_.cpu && task_.c.array->dtype() == KILN_FLOAT64) return false;
    const double places = kWinogradPlaces, transformed = traits_.cpu ? tuning_.winograd_cpu : tuning_.winograd_many;
    const double filters = double(w_.filters), channels = double(w_.channels), tiles = double(tiles_);
    const double results = double(w_.images) * double(w_.axes[0].results) * double(w_.axes[1].results);
    const double products = places * filters * channels * tiles;
    const double transforms = places * transformed * (filters * channels + (filters + channels) * tiles);
    const double launches = traits_.cpu ? 0 : tuning_.winograd_launch;
    return products + transforms + launches < 9 * filters * channels * results;
  }
  bool fits() const {
    return !is_wide(task_) && kWinogradPlaces * (w_.filters + 64) < kNarrowLimit / (w_.channels + 64);
  }
  void run() {
    if (task_.by_filters)
      by_filters();
    else if (traits_.cpu)
      by_panels();
    else
      by_products();
  }

 private:
  // Strides of a matrix for each of the places.
  struct Matrices {
    std::int64_t place, tile, channel;
  };

  // Tiles of a round, a multiple of `unit`.
  std::int64_t round_of(std::int64_t elements, std::int64_t unit) const {
    const std::int64_t most = std::max(unit, elements / (kWinogradPlaces * std::max(w_.channels, w_.filters)));
    const std::int64_t rounds = ceil_div(tiles_, std::min(most, tiles_));
    return ceil_div(ceil_div(tiles_, rounds), unit) * unit;
  }
  // Elements of a round.
  std::int64_t most_elements() const {
    if (traits_.cpu) return tuning_.packed;
    const double bytes = tuning_.round_memory * double(context_.properties().total_memory);
    return std::min(tuning_.round_elements, std::int64_t(bytes / double(base::dtype_size(dtype_))));
  }
  std::int64_t width() const { return traits_.cpu ? codegen::gemm_panel(dtype_, traits_).columns : 1; }
  std::int64_t lanes() const { return traits_.cpu ? codegen::gemm_lanes(dtype_, traits_) : 1; }
  // Calls one(first, tiles) for the tiles of each round.
  template <class One>
  void each_round(std::int64_t round, One&& one) const {
    for (std::int64_t first = 0; first < tiles_; first += round) one(first, std::min(round, tiles_ - first));
  }
  // An array of a matrix for each of the places.
  Ref<Array> matrices(std::int64_t rows, std::int64_t columns) const {
    return empty(context_, dtype_, Dims{kWinogradPlaces, rows, columns}, operation_);
  }
  Layout layout(std::int64_t place, std::int64_t rows, std::int64_t row, std::int64_t columns,
                std::int64_t column) const {
    const auto item = std::int64_t(base::dtype_size(dtype_));
    return {{kWinogradPlaces, rows, columns}, {place * item, row * item, column * item}, 0};
  }
  // c = a b + beta c.
  void multiply(const Array& a, const Layout& a_layout, const Array& b, const Layout& b_layout, Array& c,
                const Layout& c_layout, double beta) const {
    product({&a, a_layout}, {&b, b_layout}, c, c_layout, Scalar::complex(KILN_COMPLEX128, 1),
            Scalar::complex(KILN_COMPLEX128, beta), operation_);
  }

  // On CPU devices transforms write the panels of products.
  void by_panels() {
    const std::int64_t round = round_of(most_elements(), width()), filters = w_.filters, channels = w_.channels;
    const Ref<Array> products = matrices(filters, round);
    runtime::Buffer& memory = products->buffer();
    Ref<runtime::Buffer> packed;
    each_round(round, [&](std::int64_t first, std::int64_t tiles) {
      const GemmSide side{&memory, 0, 0, 0, 1, 1, false};
      const GemmSide to{&memory, products->memory_offset(), round, 1, filters * round, 0, false};
      const Gemm gemm{&context_,
                      dtype_,
                      filters,
                      tiles,
                      channels,
                      kWinogradPlaces,
                      1,
                      side,
                      side,
                      to,
                      Scalar::complex(KILN_COMPLEX128, 1),
                      Scalar::complex(KILN_COMPLEX128, 0)};
      PanelProduct product(gemm, traits_, channels, operation_);
      if (packed) {
        product.set_a(packed);
      } else {
        runtime::Buffer& room = product.a_room();
        transform_filters(writes(room, std::int64_t(room.offset())), product.a_one(), 0, 0);
        packed = product.a_panels();
      }
      runtime::Buffer& room = product.b_room();
      transform_input(writes(room, std::int64_t(room.offset())), first, tiles,
                      {product.b_one(), channels * width(), width()});
      product.run(0, channels);
      transform_output(*products, first, tiles, {filters * round, 1, round});
    });
  }

  void by_products() {
    const std::int64_t round = round_of(most_elements(), 1), filters = w_.filters, channels = w_.channels;
    // Work-items side by side have neighbouring filters of A, and tiles, or channels and filters, of B and C.
    const Ref<Array> a = matrices(channels, filters);
    const Ref<Array> b = across_ ? matrices(round, channels) : matrices(channels, round);
    const Ref<Array> c = across_ ? matrices(round, filters) : matrices(filters, round);
    const Matrices of_b{channels * round, across_ ? channels : 1, across_ ? 1 : round};
    const Matrices of_c{filters * round, across_ ? filters : 1, across_ ? 1 : round};
    transform_filters(writes(*a), filters * channels, 1, filters);
    each_round(round, [&](std::int64_t first, std::int64_t tiles) {
      transform_input(writes(*b), first, tiles, of_b);
      multiply(*a, layout(filters * channels, filters, 1, channels, filters), *b,
               layout(of_b.place, channels, of_b.channel, tiles, of_b.tile), *c,
               layout(of_c.place, filters, of_c.channel, tiles, of_c.tile), 0);
      transform_output(*c, first, tiles, of_c);
    });
  }

  void by_filters() {
    const std::int64_t filters = w_.filters, channels = w_.channels;
    const std::int64_t round = round_of(most_elements(), width());
    const Ref<Array> a = across_ ? matrices(round, filters) : matrices(filters, round);
    const Ref<Array> b = across_ ? matrices(round, channels) : matrices(channels, round);
    // Vectors reach beyond the channels of a row.
    const std::int64_t row = ceil_div(channels, lanes()) * lanes();
    const Ref<Array> c = matrices(filters, row);
    const Matrices of_a{filters * round, across_ ? filters : 1, across_ ? 1 : round};
    const Matrices of_b{channels * round, across_ ? channels : 1, across_ ? 1 : round};
    // CPU devices write whole panels of tiles.
    const auto panels = [&](Matrices m) { return traits_.cpu ? Matrices{m.place, width(), m.channel} : m; };
    each_round(round, [&](std::int64_t first, std::int64_t tiles) {
      transform_gradient(writes(*a), first, tiles, panels(of_a));
      transform_input(writes(*b), first, tiles, panels(of_b));
      multiply(*a, layout(of_a.place, filters, of_a.channel, tiles, of_a.tile), *b,
               layout(of_b.place, tiles, of_b.tile, channels, of_b.channel), *c,
               layout(filters * row, filters, row, channels, 1), first > 0 ? 1 : 0);
    });
    transform_taps(*c, row);
  }

  const runtime::Kernel& kernel(WinogradStep step) const {
    const bool across = across_ && step != WinogradStep::filters && step != WinogradStep::taps;
    return winograd_kernel(context_, {step, dtype_, traits_.cpu, across}, traits_, operation_,
                           step == WinogradStep::output ? task_.after : nullptr);
  }
  // Launches a kernel of `items` work-items.
  template <class Arguments>
  void launch(WinogradStep step, const Arguments& arguments, std::int64_t items) const {
    const std::int64_t local = traits_.cpu ? 1 : std::min<std::int64_t>(256, std::int64_t(traits_.max_local_size));
    launch_kernel(context_, kernel(step), arguments, {std::size_t(ceil_div(items, local) * local)},
                  {std::size_t(local)}, operation_);
  }
  // How many of `count` channels or filters a work-item has, if `others` work-items are needed for each of them.
  std::int64_t run_of(std::int64_t count, std::int64_t others) const {
    if (!traits_.cpu) return 1;
    const auto items = std::int64_t(traits_.tuning->device.cpu_unit_items * traits_.compute_units);
    return ceil_div(count, std::clamp<std::int64_t>(items / others, 1, count));
  }
  std::int64_t memory_of(const Array& array, std::int64_t start) const {
    return array.memory_offset() + start * std::int64_t(base::dtype_size(dtype_));
  }

  void transform_filters(argument::Write to, std::int64_t place, std::int64_t filter, std::int64_t channel) const {
    const std::int64_t rows = traits_.cpu ? codegen::gemm_panel(dtype_, traits_).rows : 1;
    const std::int64_t panels = ceil_div(w_.filters, rows), run = run_of(w_.channels, panels);
    const Array& from = *task_.a.array;
    launch(WinogradStep::filters,
           kernels::WinogradFilters{.from = reads(from.buffer(), memory_of(from, w_.w.start)),
                                    .to = to,
                                    .filters = std::int32_t(w_.filters),
                                    .channels = std::int32_t(w_.channels),
                                    .run = std::int32_t(run),
                                    .from_filter = std::int32_t(w_.w.first),
                                    .from_channel = std::int32_t(w_.w.second),
                                    .step1 = std::int32_t(w_.w.step[0]),
                                    .step2 = std::int32_t(w_.w.step[1]),
                                    .to_place = std::int32_t(place),
                                    .to_filter = std::int32_t(filter),
                                    .to_channel = std::int32_t(channel)},
           panels * ceil_div(w_.channels, run));
  }

  // Transforms what some tiles have in `from`, of which `count` are channels or filters.
  void transform_patches(WinogradStep step, const Array& from, const WinogradTask::Side& side, std::int64_t count,
                         const std::array<std::int64_t, 2>& origin, const std::array<std::int64_t, 2>& extent,
                         argument::Write to, std::int64_t first, std::int64_t tiles, const Matrices& matrices) const {
    const std::int64_t panels = ceil_div(tiles, width()), run = run_of(count, panels);
    launch(step,
           kernels::WinogradInput{.from = reads(from),
                                  .to = to,
                                  .tiles = std::int32_t(tiles),
                                  .first_tile = std::int32_t(first),
                                  .channels = std::int32_t(count),
                                  .run = std::int32_t(run),
                                  .tiles1 = std::int32_t(tiles1_),
                                  .tiles2 = std::int32_t(tiles2_),
                                  .start = std::int32_t(side.start),
                                  .outer = std::int32_t(side.first),
                                  .step1 = std::int32_t(side.step[0]),
                                  .step2 = std::int32_t(side.step[1]),
                                  .from_channel = std::int32_t(side.second),
                                  .o1 = std::int32_t(origin[0]),
                                  .o2 = std::int32_t(origin[1]),
                                  .e1 = std::int32_t(extent[0]),
                                  .e2 = std::int32_t(extent[1]),
                                  .to_place = std::int32_t(matrices.place),
                                  .to_tile = std::int32_t(matrices.tile),
                                  .to_channel = std::int32_t(matrices.channel)},
           panels * ceil_div(count, run));
  }
  void transform_input(argument::Write to, std::int64_t first, std::int64_t tiles, const Matrices& matrices) const {
    transform_patches(WinogradStep::input, *task_.b.array, w_.x, w_.channels, {w_.axes[0].origin, w_.axes[1].origin},
                      {w_.axes[0].extent, w_.axes[1].extent}, to, first, tiles, matrices);
  }
  void transform_gradient(argument::Write to, std::int64_t first, std::int64_t tiles, const Matrices& matrices) const {
    transform_patches(WinogradStep::gradient, *task_.a.array, w_.y, w_.filters, {0, 0},
                      {w_.axes[0].results, w_.axes[1].results}, to, first, tiles, matrices);
  }

  void transform_output(const Array& from, std::int64_t first, std::int64_t tiles, const Matrices& matrices) const {
    const std::int64_t vectors = ceil_div(tiles, lanes()), run = run_of(w_.filters, vectors);
    Array& to = *task_.c.array;
    launch(WinogradStep::output,
           kernels::WinogradOutput{.wide = false,
                                   .from = reads(from),
                                   .to = writes(to.buffer(), memory_of(to, w_.y.start)),
                                   .tiles = std::int32_t(tiles),
                                   .first_tile = std::int32_t(first),
                                   .filters = std::int32_t(w_.filters),
                                   .run = std::int32_t(run),
                                   .tiles1 = std::int32_t(tiles1_),
                                   .tiles2 = std::int32_t(tiles2_),
                                   .from_place = std::int32_t(matrices.place),
                                   .from_tile = std::int32_t(matrices.tile),
                                   .from_filter = std::int32_t(matrices.channel),
                                   .outer = std::int32_t(w_.y.first),
                                   .to_filter = std::int32_t(w_.y.second),
                                   .step1 = std::int32_t(w_.y.step[0]),
                                   .step2 = std::int32_t(w_.y.step[1]),
                                   .n1 = std::int32_t(w_.axes[0].results),
                                   .n2 = std::int32_t(w_.axes[1].results),
                                   .operand = epilogue_operands<kernels::WinogradOutput>(task_.after)},
           vectors * ceil_div(w_.filters, run));
  }

  void transform_taps(const Array& from, std::int64_t row) const {
    Array& to = *task_.c.array;
    launch(WinogradStep::taps,
           kernels::WinogradTaps{.from = reads(from),
                                 .to = writes(to.buffer(), memory_of(to, w_.w.start)),
                                 .filters = std::int32_t(w_.filters),
                                 .channels = std::int32_t(w_.channels),
                                 .from_place = std::int32_t(w_.filters * row),
                                 .from_filter = std::int32_t(row),
                                 .to_filter = std::int32_t(w_.w.first),
                                 .to_channel = std::int32_t(w_.w.second),
                                 .step1 = std::int32_t(w_.w.step[0]),
                                 .step2 = std::int32_t(w_.w.step[1])},
           w_.filters * ceil_div(w_.channels, lanes()));
  }

  const ConvTask& task_;
  const WinogradTask w_;
  runtime::Context& context_;
  const codegen::Traits traits_;
  const DType dtype_;
  const codegen::ConvTuning& tuning_;
  const char* const operation_;
  const std::int64_t tiles1_, tiles2_, tiles_;
  const bool across_;
};

}  // namespace

bool winograd_conv(const ConvTask& task, bool forced, const char* operation) {
  const std::optional<WinogradTask> form = winograd_task(task);
  if (!form) return false;
  Winograd winograd(task, *form, traits_of(task.c.array->context()), operation);
  if (!winograd.fits() || !(forced || winograd.pays())) return false;
  try {
    winograd.run();
    return true;
  } catch (const backend::Error& error) {
    // The sums need less memory, and write all results anew.
    if (error.status() != KILN_OUT_OF_MEMORY) throw;
    return false;
  }
}

}  // namespace kiln::array
