// SPDX-License-Identifier: Apache-2.0
// Computes from a device's limits how many arrays a kernel may have, and whether a planned kernel fits.
#include "array/launch/kernel_room.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "codegen/fold/reduce.hpp"
#include "layout/layout.hpp"

namespace kiln::array {
namespace {

std::string values_refusal(std::size_t values) {
  if (values <= expr::kMaxValues) return {};
  return fmt::format("{} operations, expected at most {}", values, expr::kMaxValues);
}

}  // namespace

std::size_t most_kernel_arrays(const backend::DeviceProperties& device, std::size_t axes, std::size_t scalars,
                               bool wide) noexcept {
  axes = std::clamp<std::size_t>(axes, 1, codegen::kMaxKernelDims);
  const std::size_t index_bytes = wide ? 8 : 4;
  // The bytes of the kernel's arguments: first scalars, n, rows, chunks and extents, then for each array its
  // pointer, offset and strides.
  const std::size_t others = scalars * 16 + (4 + axes) * index_bytes, each = 16 + axes * index_bytes;
  if (others > device.parameter_bytes) return 0;
  return std::min<std::size_t>(layout::kMaxOperands, (device.parameter_bytes - others) / each);
}

KernelRoom::KernelRoom(const backend::DeviceProperties& device)
    : device_(device), accumulator_bytes_(codegen::most_accumulator_bytes(codegen::traits_of(device))) {}

std::string KernelRoom::elementwise_refusal(const KernelLoad& load) const {
  const std::size_t arrays = load.inputs + load.outputs, most = most_kernel_arrays(device_, load.kept, 0, load.wide);
  if (arrays > most) return fmt::format("{} arrays, expected at most {}", arrays, most);
  return values_refusal(load.map);
}

std::string KernelRoom::reduce_refusal(const KernelLoad& load) const {
  const std::size_t arrays = load.inputs + load.outputs + load.ends;
  if (arrays > layout::kMaxOperands) return fmt::format("{} arrays, expected at most {}", arrays, layout::kMaxOperands);
  const std::size_t kept = std::clamp<std::size_t>(load.kept, 1, codegen::kMaxReduceDims),
                    reduced = std::clamp<std::size_t>(load.reduced, 1, codegen::kMaxReduceDims);
  // A reduction runs in one pass, or in two with an array for each accumulator between them. All of these kernels
  // must fit.
  const std::size_t bytes =
      std::max({codegen::reduce_parameter_bytes(load.outputs, load.inputs, load.ends, kept, reduced),
                codegen::reduce_parameter_bytes(load.accumulators, load.inputs, 0, kept, reduced),
                codegen::reduce_parameter_bytes(load.outputs, load.accumulators, load.ends, kept, 1)});
  if (bytes > device_.parameter_bytes)
    return fmt::format(
        "{}, {} and {}, whose {} of arguments are more than the device's "
        "{}",
        base::plural(load.inputs + load.ends, "input"), base::plural(load.outputs, "output"),
        base::plural(load.accumulators, "accumulator"), base::plural(bytes, "byte"), device_.parameter_bytes);
  if (load.accumulator_bytes > accumulator_bytes_)
    return fmt::format("{} of {} bytes, expected at most {}", base::plural(load.accumulators, "accumulator"),
                       load.accumulator_bytes, base::plural(accumulator_bytes_, "byte"));
  return values_refusal(std::max({load.map, load.fold, load.finish}));
}

}  // namespace kiln::array
