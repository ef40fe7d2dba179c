// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution: transforms of the filters, then, for so many tiles at a time as the caches hold, transforms
// of the input, 36 products of matrices, transforms of the results.
#include "array/conv/winograd.hpp"

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
                                       const codegen::Traits& traits, const char* operation) {
  static constexpr const char* kNames[] = {"winograd_filters", "winograd_input", "winograd_output"};
  const KernelId id(KernelFamily::conv, kNames[int(kind.step)], kind.dtype, kind.panels, kind.across);
  return library_kernel(context, id, operation, [&] {
    backend::Source source;
    source.text = codegen::winograd_text(kind, traits);
    source.fast_math = context.options().fast_math;
    return source;
  });
}

bool has_form(const ConvTask& t) {
  const DType dtype = t.c.array->dtype();
  if (t.by_filters || t.panels || t.inner > 1 || (dtype != KILN_FLOAT32 && dtype != KILN_FLOAT64)) return false;
  if (t.lines[0] != 1 || t.lines[3] != 1 || t.k[0] != 1) return false;
  for (const std::size_t q : {1, 2})
    if (t.k[q] != 3 || std::abs(t.b.k_step[q]) != 1 || (t.lines[q] > 1 && t.b.line_step[q] != 1)) return false;
  return true;
}

class Winograd : ConvLaunches {
 public:
  Winograd(const ConvTask& task, const codegen::Traits& traits, const char* operation)
      : ConvLaunches(task, traits, operation),
        tuning_(traits.tuning->conv),
        filters_(task.m),
        channels_(task.k[3]),
        tiles1_(ceil_div<std::int64_t>(task.lines[1], kWinogradTile)),
        tiles2_(ceil_div<std::int64_t>(task.lines[2], kWinogradTile)),
        tiles_(task.outer * tiles1_ * tiles2_),
        across_(!traits.cpu && std::abs(task.b.k_stride[3]) == 1 && task.lines[2] > 1) {
    for (const std::size_t q : {1, 2}) {
      Axis& axis = axes_[q - 1];
      const bool back = t_.b.k_step[q] < 0;  // the first tap meets the last position
      axis.step = t_.b.k_stride[q] / t_.b.k_step[q];
      axis.origin = t_.b.origin[q] - (back ? 2 : 0);
      axis.extent = t_.b.extent[q];
      axis.tap = back ? -t_.a.k[q] : t_.a.k[q];
      first_tap_ += back ? 2 * t_.a.k[q] : 0;
      first_element_ -= back ? 2 * axis.step : 0;
    }
  }

  // 36 multiplications of a tile in place of 9 for each of its results, and the work of the transforms.
  bool pays() const {
    const double places = kWinogradPlaces, transformed = traits_.cpu ? tuning_.winograd_cpu : tuning_.winograd_many;
    const double products = places * double(filters_) * double(channels_) * double(tiles_);
    const double transforms =
        places * transformed *
        (double(filters_) * double(channels_) + (double(filters_) + double(channels_)) * double(tiles_));
    return products + transforms < 9 * double(filters_) * double(channels_) * double(t_.outer * t_.n());
  }
  bool fits() const { return !wide_ && kWinogradPlaces * (filters_ + 64) < kNarrowLimit / (channels_ + 64); }
  void run() { traits_.cpu ? by_panels() : by_products(); }

 private:
  struct Axis {
    std::int64_t step, origin, extent, tap;  // strides of a position and of a tap, position of the first patch
  };

  // Tiles of a round, a multiple of `unit`.
  std::int64_t round_of(std::int64_t elements, std::int64_t unit) const {
    const std::int64_t most = std::max(unit, elements / (kWinogradPlaces * std::max(channels_, filters_)));
    const std::int64_t rounds = ceil_div(tiles_, std::min(most, tiles_));
    return ceil_div(ceil_div(tiles_, rounds), unit) * unit;
  }

  void by_panels() {
    const codegen::GemmPanel panel = codegen::gemm_panel(dtype_, traits_);
    const std::int64_t round = round_of(tuning_.packed, panel.columns);
    const Ref<Array> products = empty(context_, dtype_, Dims{kWinogradPlaces, filters_, round}, operation_);
    runtime::Buffer& memory = products->buffer();
    Ref<runtime::Buffer> filters;
    for (std::int64_t first = 0; first < tiles_; first += round) {
      const std::int64_t tiles = std::min(round, tiles_ - first);
      const GemmSide side{&memory, 0, 0, 0, 1, 1, false};
      const GemmSide to{&memory, products->memory_offset(), round, 1, filters_ * round, 0, false};
      const Gemm gemm{&context_,
                      dtype_,
                      filters_,
                      tiles,
                      channels_,
                      kWinogradPlaces,
                      1,
                      side,
                      side,
                      to,
                      Scalar::complex(KILN_COMPLEX128, 1),
                      Scalar::complex(KILN_COMPLEX128, 0)};
      PanelProduct product(gemm, traits_, channels_, operation_);
      if (filters) {
        product.set_a(filters);
      } else {
        runtime::Buffer& room = product.a_room();
        transform_filters(writes(room, std::int64_t(room.offset())), product.a_one(), 0, 0);
        filters = product.a_panels();
      }
      runtime::Buffer& room = product.b_room();
      transform_input(writes(room, std::int64_t(room.offset())), tiles, first, product.b_one(), 0, 0);
      product.run(0, channels_);
      transform_output(*products, tiles, first, filters_ * round, 1, round);
    }
  }

  void by_products() {
    const std::int64_t round = round_of(tuning_.winograd_round, 1);
    const auto array = [&](std::int64_t rows, std::int64_t columns) {
      return empty(context_, dtype_, Dims{kWinogradPlaces, rows, columns}, operation_);
    };
    // Work-items side by side have neighbouring filters of A, and tiles, or channels and filters, of B and C.
    const Ref<Array> a = array(channels_, filters_);
    const Ref<Array> b = across_ ? array(round, channels_) : array(channels_, round);
    const Ref<Array> c = across_ ? array(round, filters_) : array(filters_, round);
    transform_filters(writes(*a), filters_ * channels_, 1, filters_);
    for (std::int64_t first = 0; first < tiles_; first += round) {
      const std::int64_t tiles = std::min(round, tiles_ - first);
      const std::int64_t b_tile = across_ ? channels_ : 1, b_channel = across_ ? 1 : round;
      const std::int64_t c_tile = across_ ? filters_ : 1, c_filter = across_ ? 1 : round;
      transform_input(writes(*b), tiles, first, channels_ * round, b_tile, b_channel);
      const auto layout = [&](std::int64_t place, std::int64_t rows, std::int64_t row, std::int64_t columns,
                              std::int64_t column) {
        return Layout{{kWinogradPlaces, rows, columns}, {bytes(place), bytes(row), bytes(column)}, 0};
      };
      product({a.get(), layout(filters_ * channels_, filters_, 1, channels_, filters_)},
              {b.get(), layout(channels_ * round, channels_, b_channel, tiles, b_tile)}, *c,
              layout(filters_ * round, filters_, c_filter, tiles, c_tile), Scalar::complex(KILN_COMPLEX128, 1),
              Scalar::complex(KILN_COMPLEX128, 0), operation_);
      transform_output(*c, tiles, first, filters_ * round, c_tile, c_filter);
    }
  }

  const runtime::Kernel& kernel_of(WinogradStep step) const {
    return winograd_kernel(context_, {step, dtype_, traits_.cpu, across_ && step != WinogradStep::filters}, traits_,
                           operation_);
  }
  // Launches a kernel of `items` work-items.
  template <class Arguments>
  void launch(WinogradStep step, const Arguments& arguments, std::int64_t items) const {
    const std::int64_t local = traits_.cpu ? 1 : std::min<std::int64_t>(256, std::int64_t(traits_.max_local_size));
    launch_kernel(context_, kernel_of(step), arguments, {std::size_t(ceil_div(items, local) * local)},
                  {std::size_t(local)}, operation_);
  }
  // How many of `count` channels or filters a work-item has, if `others` work-items are needed for each of them.
  std::int64_t run_of(std::int64_t count, std::int64_t others) const {
    if (!traits_.cpu) return 1;
    const auto items = std::int64_t(traits_.tuning->device.cpu_unit_items * traits_.compute_units);
    return ceil_div(count, std::clamp<std::int64_t>(items / others, 1, count));
  }

  void transform_filters(argument::Write to, std::int64_t place, std::int64_t filter, std::int64_t channel) const {
    const std::int64_t panels =
        traits_.cpu ? ceil_div<std::int64_t>(filters_, codegen::gemm_panel(dtype_, traits_).rows) : filters_;
    const std::int64_t run = run_of(channels_, panels);
    launch(WinogradStep::filters,
           kernels::WinogradFilters{
               .from = reads(t_.a.array->buffer(), t_.a.array->memory_offset() + bytes(t_.a.start + first_tap_)),
               .to = to,
               .filters = std::int32_t(filters_),
               .channels = std::int32_t(channels_),
               .run = std::int32_t(run),
               .from_filter = std::int32_t(t_.a.line),
               .from_channel = std::int32_t(t_.a.k[3]),
               .step1 = std::int32_t(axes_[0].tap),
               .step2 = std::int32_t(axes_[1].tap),
               .to_place = std::int32_t(place),
               .to_filter = std::int32_t(filter),
               .to_channel = std::int32_t(channel)},
           panels * ceil_div(channels_, run));
  }

  void transform_input(argument::Write to, std::int64_t tiles, std::int64_t first, std::int64_t place,
                       std::int64_t tile, std::int64_t channel) const {
    const std::int64_t panels =
        traits_.cpu ? ceil_div<std::int64_t>(tiles, codegen::gemm_panel(dtype_, traits_).columns) : tiles;
    const std::int64_t run = run_of(channels_, panels);
    launch(WinogradStep::input,
           kernels::WinogradInput{.from = b(),
                                  .to = to,
                                  .tiles = std::int32_t(tiles),
                                  .first_tile = std::int32_t(first),
                                  .channels = std::int32_t(channels_),
                                  .run = std::int32_t(run),
                                  .tiles1 = std::int32_t(tiles1_),
                                  .tiles2 = std::int32_t(tiles2_),
                                  .start = std::int32_t(t_.b.start + first_element_),
                                  .outer = std::int32_t(t_.b.outer),
                                  .step1 = std::int32_t(axes_[0].step),
                                  .step2 = std::int32_t(axes_[1].step),
                                  .from_channel = std::int32_t(t_.b.k_stride[3]),
                                  .o1 = std::int32_t(axes_[0].origin),
                                  .o2 = std::int32_t(axes_[1].origin),
                                  .e1 = std::int32_t(axes_[0].extent),
                                  .e2 = std::int32_t(axes_[1].extent),
                                  .to_place = std::int32_t(place),
                                  .to_tile = std::int32_t(tile),
                                  .to_channel = std::int32_t(channel)},
           panels * ceil_div(channels_, run));
  }

  void transform_output(const Array& from, std::int64_t tiles, std::int64_t first, std::int64_t place,
                        std::int64_t tile, std::int64_t filter) const {
    const std::int64_t vectors =
        traits_.cpu ? ceil_div<std::int64_t>(tiles, codegen::gemm_lanes(dtype_, traits_)) : tiles;
    const std::int64_t run = run_of(filters_, vectors);
    launch(WinogradStep::output,
           kernels::WinogradOutput{.from = reads(from),
                                   .to = c(),
                                   .tiles = std::int32_t(tiles),
                                   .first_tile = std::int32_t(first),
                                   .filters = std::int32_t(filters_),
                                   .run = std::int32_t(run),
                                   .tiles1 = std::int32_t(tiles1_),
                                   .tiles2 = std::int32_t(tiles2_),
                                   .from_place = std::int32_t(place),
                                   .from_tile = std::int32_t(tile),
                                   .from_filter = std::int32_t(filter),
                                   .outer = std::int32_t(t_.c.outer),
                                   .to_filter = std::int32_t(t_.c.row),
                                   .step1 = std::int32_t(t_.c.line[1]),
                                   .step2 = std::int32_t(t_.c.line[2]),
                                   .n1 = std::int32_t(t_.lines[1]),
                                   .n2 = std::int32_t(t_.lines[2])},
           vectors * ceil_div(filters_, run));
  }

  const codegen::ConvTuning& tuning_;
  const std::int64_t filters_, channels_, tiles1_, tiles2_, tiles_;
  const bool across_;
  Axis axes_[2];
  std::int64_t first_tap_ = 0, first_element_ = 0;
};

}  // namespace

bool winograd_conv(const ConvTask& task, bool forced, const char* operation) {
  if (!has_form(task)) return false;
  Winograd winograd(task, traits_of(task.c.array->context()), operation);
  if (!winograd.fits() || !(forced || winograd.pays())) return false;
  winograd.run();
  return true;
}

}  // namespace kiln::array
