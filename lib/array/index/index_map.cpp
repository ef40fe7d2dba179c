// SPDX-License-Identifier: Apache-2.0
// Moves elements whose place along each axis depends on that axis alone, in one launch. Assignments of parts would
// take several.
#include <bit>
#include <cstdlib>

#include "array/index/index_rows.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

namespace {

constexpr std::size_t kAxes = 4;

// Whether elements stay where they are along the axis.
bool stays(const MapAxis& axis) { return axis.to == axis.from && axis.before == 0 && axis.each == 1; }

struct Axes {
  MapAxis map[kAxes];
  std::int64_t stride[kAxes];
  std::size_t count = 0;
};

// Joins neighbouring axes along which elements stay. Returns false if more than kAxes remain.
bool collect(Axes& axes, const Layout& from, std::span<const MapAxis> map, std::int64_t itemsize) {
  for (std::size_t d = 0; d < map.size(); ++d) {
    if (map[d].to == 1 && stays(map[d])) continue;
    if (from.strides[d] % itemsize != 0) return false;
    const std::int64_t stride = from.strides[d] / itemsize;
    if (axes.count > 0 && stays(map[d]) && stays(axes.map[axes.count - 1]) &&
        axes.stride[axes.count - 1] == stride * map[d].from) {
      axes.map[axes.count - 1].to *= map[d].to;
      axes.map[axes.count - 1].from *= map[d].from;
      axes.stride[axes.count - 1] = stride;
      continue;
    }
    if (axes.count == kAxes) return false;
    axes.map[axes.count] = map[d];
    axes.stride[axes.count++] = stride;
  }
  return true;
}

}  // namespace

bool is_few(const Array& out, const IndexDevice& device) {
  const codegen::IndexTuning& tuning = device.tuning;
  return tuning.few && out.size() > 0 && out.size() <= (device.cpu ? tuning.cpu_few_items : tuning.few_items);
}

namespace {

// Whether rows are so short that assigning parts of them costs more than finding the place of every element. False on
// CPU devices.
bool has_short_rows(const Array& out, const IndexDevice& device, std::span<const MapAxis> map) {
  std::size_t moved = map.size();
  while (moved > 0 && stays(map[moved - 1])) --moved;
  std::int64_t row = 1;
  for (std::size_t d = moved == 0 ? 0 : moved - 1; d < map.size(); ++d) row *= map[d].to;
  for (const MapAxis& axis : map)
    if (axis.each != 1) return false;
  return device.tuning.short_rows && !device.cpu && row < device.tuning.map_row && out.size() < std::int64_t{1} << 31;
}

// How many elements the axes span together.
std::int64_t reach(const Axes& axes) {
  std::int64_t most = 0;
  for (std::size_t k = 0; k < axes.count; ++k) most += (axes.map[k].from - 1) * std::abs(axes.stride[k]);
  return most;
}

// The one mode of all axes along which elements move, so that the kernel needs no code for the others; -1 if there are
// several.
int mode_of(const Axes& axes) {
  int mode = 0;
  bool found = false;
  for (std::size_t k = 0; k < axes.count; ++k) {
    if (stays(axes.map[k])) continue;
    if (found && axes.map[k].mode != mode) return -1;
    mode = axes.map[k].mode;
    found = true;
  }
  return mode;
}

}  // namespace

bool map_axes(Array& out, const Array& source, const Layout& from, std::span<const MapAxis> map, const Scalar& value,
              const char* operation) {
  const IndexDevice device(out.context());
  Axes axes;
  const bool few = is_few(out, device);
  if ((!few && !has_short_rows(out, device, map)) || source.size() == 0 || !out.c_contiguous() ||
      out.dtype() != source.dtype() || out.buffer().pinned() || source.buffer().pinned() ||
      !collect(axes, from, map, std::int64_t(out.itemsize())))
    return false;
  for (std::size_t k = 0; k < axes.count; ++k) {
    MapAxis& axis = axes.map[k];
    if (axis.mode == KILN_PAD_REFLECT && axis.from == 1) axis.mode = KILN_PAD_EDGE;
  }
  const std::size_t word = out.itemsize();
  const std::size_t ahead = few ? 1 : std::size_t(device.tuning.map_ahead),
                    count = std::max<std::size_t>(axes.count, 1);
  const bool wide = reach(axes) >= kNarrowLimit;
  const int mode = few ? -1 : mode_of(axes);
  const KernelId id(KernelFamily::index, "index_map", device.cpu, word, count, ahead, wide, mode);
  const auto& kernel = library_kernel(out.context(), id, operation, [&] {
    return kernel_text({"index_map.cl"}, "KILN_UNIT", word_type(word), "KILN_CPU", device.cpu, "KILN_AXES", count,
                       "KILN_AHEAD", ahead, "KILN_OFFSET", wide ? "long" : "int", "KILN_MODE", mode);
  });
  const Array first(source.buffer_ref(), source.dtype(), from, false);
  alignas(16) std::byte element[16];
  value.cast(out.dtype()).store(element);
  const auto placed = [&](std::size_t k) -> kernels::IndexMap::Each {
    // The kernel has kAxes axes. Those in front that the operation does not have are one element long.
    const bool there = k + axes.count >= kAxes;
    const MapAxis axis = there ? axes.map[k + axes.count - kAxes] : MapAxis{1, 1};
    // The numbers by which kiln_quotient divides by `to`.
    const auto shift = std::uint64_t(std::bit_width(std::uint64_t(axis.to - 1)));
    const auto magic = std::uint32_t((((std::uint64_t{1} << shift) - std::uint64_t(axis.to)) << 32) / axis.to + 1);
    return {.to = std::int32_t(axis.to),
            .before = std::int32_t(axis.before),
            .each = std::int32_t(axis.each),
            .from = std::int32_t(axis.from),
            .mode = std::int32_t(axis.mode | int(shift << 8)),
            .magic = magic,
            .stride = there ? axes.stride[k + axes.count - kAxes] : std::int64_t{0}};
  };
  static_assert(kAxes == 4);
  const std::size_t items = base::ceil_div(std::size_t(out.size()), device.local * ahead) * device.local;
  launch_kernel(out.context(), kernel,
                kernels::IndexMap{.wide = wide,
                                  .result = writes(out),
                                  .source = reads(first),
                                  .value = {element, word},
                                  .count = std::uint32_t(out.size()),
                                  .axis = {placed(0), placed(1), placed(2), placed(3)}},
                {device.cpu ? 1 : items}, {device.group()}, operation);
  return true;
}

}  // namespace kiln::array
