// SPDX-License-Identifier: Apache-2.0
// SortKernels finds and launches the kernels of sorting, for elements of one dtype in one order. Private to
// array/order.
#pragma once

#include "array/array.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"
#include "codegen/order/sort.hpp"

namespace kiln::array {

// The argument `mode` of sorting kernels (sort_key.cl). They write those of the first three arrays that are not null.
// `positions` has the position that each element had in its row; null means that an element's index is its position.
inline std::uint32_t mode_of(const Array* elements, const Array* moved, const Array* places, const Array* positions) {
  return (elements ? 1U : 0) | (moved ? 2U : 0) | (places ? 4U : 0) | (positions ? 0 : 8U);
}

class SortKernels {
 public:
  // `dtype` is that of the elements that are ordered. If `traits` is null, the device's are taken.
  SortKernels(runtime::Context& context, DType dtype, codegen::SortOrder order, const codegen::Traits* traits,
              const char* operation);
  runtime::Context& context() const noexcept { return context_; }
  DType dtype() const noexcept { return dtype_; }
  // The class of kernels whose positions have 32 bits and whose tiles are large.
  const codegen::SortClass& kind() const noexcept { return kind_; }
  // The same for rows that have `elements` elements in all.
  codegen::SortClass kind(std::int64_t elements) const noexcept;
  const codegen::Traits& traits() const noexcept { return traits_; }
  const codegen::SortTuning& tuning() const noexcept { return tuning_; }
  const codegen::SortSizes& sizes() const noexcept { return sizes_; }
  const char* operation() const noexcept { return operation_; }

  const runtime::Kernel& kernel(const codegen::SortClass& kind, codegen::SortPart part, const char* name) const;
  const runtime::Kernel& kernel(codegen::SortPart part, const char* name) const { return kernel(kind_, part, name); }
  kernels::KeyArguments key() const;
  Ref<Array> workspace(DType dtype, std::int64_t count) const;

  // The work-items of a CPU device among which work is divided evenly.
  std::int64_t cpu_items() const { return tuning_.cpu_items * std::int64_t(traits_.compute_units); }
  std::int64_t most_groups() const { return std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30)); }
  // How many of `count` elements each work-item of launch() has.
  std::int64_t share(std::int64_t count) const;
  // The number of work-items, in whole groups, for `count` items, or for `jobs` jobs of which a group does `each`.
  std::size_t items(std::int64_t count) const { return base::round_up(std::size_t(count), sizes_.group); }
  std::size_t items(std::int64_t jobs, std::int64_t each) const {
    return std::size_t(std::min(base::ceil_div(jobs, each), most_groups())) * sizes_.group;
  }
  // Launches over `count` elements.
  template <class Arguments>
  void launch(const runtime::Kernel& kernel, const Arguments& arguments, std::int64_t count) const {
    launch_items(kernel, arguments, items(base::ceil_div(count, share(count))));
  }
  // Launches `items` work-items, which are whole groups.
  template <class Arguments>
  void launch_items(const runtime::Kernel& kernel, const Arguments& arguments, std::size_t items) const {
    launch_kernel(context_, kernel, arguments, {items}, {sizes_.group}, operation_);
  }

  // Whether n elements are so few that one group can do the whole operation on them, in one launch.
  bool few(std::int64_t n) const { return tuning_.few && n <= std::int64_t(sizes_.row); }

 private:
  runtime::Context& context_;
  const DType dtype_;
  const codegen::SortClass kind_;
  const codegen::SortKey key_;
  const codegen::Traits traits_;
  const codegen::SortTuning& tuning_;
  const codegen::SortSizes sizes_;
  const char* const operation_;
};

}  // namespace kiln::array
