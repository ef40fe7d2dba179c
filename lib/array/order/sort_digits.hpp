// SPDX-License-Identifier: Apache-2.0
// DigitCounts finds, for each row, the key of the element at a given place in order. It counts the digits of keys
// (kernels/select/sort_digits.cl). Private to array/order.
#pragma once

#include <algorithm>

#include "array/order/sort_kernels.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

class DigitCounts {
 public:
  // `source` has `count` packed rows of n elements, of which at most SortTuning::counted_rows are looked at at a time.
  // codegen::quantile_text explains `computed` and `result`.
  DigitCounts(Ref<Array> source, std::int64_t n, std::int64_t count, DType computed, DType result,
              const SortKernels& kernels)
      : context_(source->context()),
        source_(std::move(source)),
        n_(n),
        count_(count),
        most_(std::min(count, kernels.tuning().counted_rows)),
        computed_(computed),
        result_(result),
        long_(std::max(n, count) >= kNarrowLimit || kernels.tuning().wide_counts),
        kernels_(kernels),
        traits_(kernels.traits()),
        operation_(kernels.operation()) {}

 protected:
  static constexpr int kDigitBits = 11, kDigits = 1 << kDigitBits;  // of sort_digits.cl
  static constexpr std::int64_t kMostPart = std::int64_t{1} << 30;  // elements of a part, so that 32 bits count them

  // How many parts each row is cut into, so that the parts of all rows keep the device busy.
  std::int64_t wanted_parts() const {
    const codegen::SortTuning& tuning = kernels_.tuning();
    const std::int64_t items = tuning.counted_parts * std::int64_t(traits_.compute_units);
    const std::int64_t wanted = std::max(base::ceil_div(items, count_), base::ceil_div(n_, kMostPart));
    return std::clamp<std::int64_t>(wanted, 1, base::ceil_div(n_, tuning.counted_part));
  }
  void cut(std::int64_t parts) {
    length_ = base::ceil_div(n_, parts);
    parts_ = base::ceil_div(n_, length_);
    const DType key = source_->itemsize() == 8 ? KILN_UINT64 : KILN_UINT32;
    counts_ = full(context_, KILN_UINT32, Dims{most_, (long_ ? 2 : 1) * kDigits + 1}, Scalar::integer(KILN_INT64, 0),
                   operation_);
    bases_ = empty(context_, key, Dims{most_}, operation_);
    found_ = empty(context_, index_dtype(), Dims{most_, 2}, operation_);
  }
  // Finds the element at place `low` in order of each of `rows` rows from row `first` on. bases_ receives its key.
  // found_ receives its place among the elements with that key, and how many these are.
  void find(std::int64_t first, std::int64_t rows, std::int64_t low) {
    for (int shift = 8 * int(source_->itemsize()); shift > 0;) {
      shift = std::max(shift - kDigitBits, 0);
      start(kernel("count_digits"),
            kernels::CountDigits{.wide = long_,
                                 .source = rows_from(first),
                                 .counts = updates(*counts_),
                                 .bases = reads(*bases_),
                                 .parts = cut_of(rows),
                                 .shift = std::int32_t(shift),
                                 .key = kernels_.key()},
            rows * parts_);
      start(kernel("choose_digit"),
            kernels::ChooseDigit{.wide = long_,
                                 .counts = updates(*counts_),
                                 .bases = updates(*bases_),
                                 .found = updates(*found_),
                                 .rows = rows,
                                 .low = low,
                                 .shift = std::int32_t(shift)},
            rows);
    }
  }

  kernels::Parts cut_of(std::int64_t rows) const { return {.rows = rows, .n = n_, .parts = parts_, .length = length_}; }
  DType index_dtype() const { return long_ ? KILN_UINT64 : KILN_UINT32; }
  argument::Read rows_from(std::int64_t first) const {
    return reads(source_->buffer(), source_->memory_offset() + first * n_ * std::int64_t(source_->itemsize()));
  }
  const runtime::Kernel& kernel(const char* name, codegen::SortPart part = codegen::SortPart::digits) const {
    const KernelId id(KernelFamily::sort, name, part, traits_.cpu, long_, source_->dtype(), computed_, result_);
    return library_kernel(context_, id, operation_, [&] {
      backend::Source text;
      text.text = codegen::quantile_text(source_->dtype(), computed_, result_, long_, part, traits_, kernels_.tuning());
      return text;
    });
  }
  template <class Arguments>
  void start(const runtime::Kernel& kernel, const Arguments& arguments, std::int64_t groups) const {
    kernels_.launch_items(kernel, arguments, kernels_.items(groups, 1));
  }

  runtime::Context& context_;
  Ref<Array> source_;
  std::int64_t n_, count_, most_, parts_ = 1, length_ = 0;
  DType computed_, result_;
  bool long_;
  const SortKernels& kernels_;
  const codegen::Traits& traits_;
  const char* operation_;
  Ref<Array> counts_, bases_, found_;
};

}  // namespace kiln::array
