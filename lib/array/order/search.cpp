// SPDX-License-Identifier: Apache-2.0
// Launches the kernels that look values up among others.
#include "array/order/search.hpp"

#include <algorithm>

namespace kiln::array {

using codegen::SortPart;

namespace {

// Launches the kernel `search`: that of `near` if there are many values and few elements, else that of `part`.
void launch_search(const SortKernels& kernels, SortPart part, SortPart near, const Array& sorted, const Array& values,
                   bool other_way, Array& result) {
  const codegen::SortTuning& tuning = kernels.tuning();
  const std::int64_t n = sorted.size(), count = values.size(), group = std::int64_t(kernels.sizes().group);
  const bool many = kernels.few(n) && group > 1 && count >= tuning.near_values * n;
  const kernels::Search arguments{.sorted = reads(sorted),
                                  .values = reads(values),
                                  .result = writes(result),
                                  .n = n,
                                  .step = sorted.strides()[0] / std::int64_t(sorted.itemsize()),
                                  .count = count,
                                  .share = kernels.share(count),
                                  .other_way = std::uint32_t(other_way),
                                  .key = kernels.key()};
  if (!many) return kernels.launch(kernels.kernel(part, "search"), arguments, count);
  const std::int64_t most =
      std::min(kernels.most_groups(), tuning.gpu_groups * std::int64_t(kernels.traits().compute_units));
  const std::int64_t groups = std::min(base::ceil_div(count, tuning.near_each * group), most);
  kernels.launch_items(kernels.kernel(near, "search"), arguments, std::size_t(groups * group));
}

}  // namespace

void search(const SortKernels& kernels, const Array& sorted, const Array& values, bool behind, Array& places) {
  launch_search(kernels, SortPart::search, SortPart::search_near, sorted, values, behind, places);
}

void search_among(const SortKernels& kernels, const Array& sorted, const Array& values, bool invert, Array& flags) {
  launch_search(kernels, SortPart::among, SortPart::among_near, sorted, values, invert, flags);
}

bool among_few(const SortKernels& kernels, const Array& elements, const Array& values, bool invert, Array& flags) {
  const codegen::SortTuning& tuning = kernels.tuning();
  const codegen::Traits& traits = kernels.traits();
  const std::int64_t n = elements.size(), count = values.size();
  // This kernel has a group for each few values. For many of them, searching among sorted elements costs less.
  if (traits.cpu || !kernels.few(n) || kernels.sizes().group < 8 || count > tuning.among_values ||
      count * n > std::int64_t(traits.compute_units) * tuning.among_each)
    return false;
  kernels.launch_items(kernels.kernel(codegen::SortPart::places, "among_few"),
                       kernels::AmongFew{.values = reads(elements),
                                         .wanted = reads(values),
                                         .flags = writes(flags),
                                         .n = std::uint32_t(n),
                                         .count = std::uint32_t(count),
                                         .invert = std::uint32_t(invert),
                                         .key = kernels.key()},
                       kernels.items(8 * count));
  return true;
}

}  // namespace kiln::array
