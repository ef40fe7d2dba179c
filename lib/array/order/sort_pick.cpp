// SPDX-License-Identifier: Apache-2.0
// The first of long rows where they are too many to be selected in groups: the key of the last of them is
// found by counting digits, they are picked where they lie, and they alone are sorted.
#include "array/index/index.hpp"
#include "array/order/sort_digits.hpp"

namespace kiln::array {

namespace {

class Picks : DigitCounts {
 public:
  Picks(const Array& source, std::int64_t rows, std::int64_t n, const SortRunner& runner, const char* operation)
      : DigitCounts(itself(source), n, rows,
                    source.itemsize() == 8 && base::is_float(source.dtype()) ? KILN_FLOAT64 : KILN_FLOAT32,
                    source.dtype(), runner, operation) {}

  // `picked` and `places` (int64), `keep` of each row; kernels by name.
  template <class Kernel>
  void run(std::int64_t keep, Array& picked, Array& places, Kernel kernel) {
    cut(wanted_parts());
    find(0, count_, keep - 1);
    const auto before = empty(context_, index_dtype(), Dims{count_ * parts_, 2}, operation_);
    start(kernel("pick_count"),
          kernels::PickCount{.wide = long_,
                             .source = reads(*source_),
                             .bases = reads(*bases_),
                             .counts = writes(*before),
                             .rows = count_,
                             .n = n_,
                             .parts = std::uint32_t(parts_),
                             .length = std::uint32_t(length_),
                             .key = runner_.key()},
          count_ * parts_);
    start(kernel("pick_scan"),
          kernels::PickScan{.wide = long_, .counts = updates(*before), .rows = count_, .parts = std::uint32_t(parts_)},
          base::ceil_div(count_, std::int64_t(group_)));
    start(kernel("pick_write"),
          kernels::PickWrite{.wide = long_,
                             .source = reads(*source_),
                             .bases = reads(*bases_),
                             .counts = reads(*before),
                             .found = reads(*found_),
                             .picked = writes(picked),
                             .places = writes(places),
                             .rows = count_,
                             .n = n_,
                             .parts = std::uint32_t(parts_),
                             .length = std::uint32_t(length_),
                             .keep = keep,
                             .key = runner_.key()},
          count_ * parts_);
  }
  bool wide() const { return long_; }
};

}  // namespace

bool SortRunner::picks(std::int64_t rows, std::int64_t n, std::int64_t keep) const {
  return n >= tuning_.pick_least && keep <= n / tuning_.pick_part && rows <= tuning_.counted_rows &&
         selected_part(rows, n, keep) == 0;
}

void SortRunner::pick_rows(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                           Array* places) {
  const auto picked = empty(context_, dtype_, Dims{rows, keep}, operation_),
             where = empty(context_, KILN_INT64, Dims{rows, keep}, operation_);
  Picks picks(source, rows, n, *this, operation_);
  kind_.wide = picks.wide();
  picks.run(keep, *picked, *where,
            [&](const char* name) -> const runtime::Kernel& { return kernel(codegen::SortPart::pick, name); });
  const auto order = places ? workspace(KILN_INT64, rows * keep) : nullptr;
  sort(*picked, rows, keep, keep, values, order.get());
  if (!places) return;
  const Dims shape{rows, keep};
  Array to(places->buffer_ref(), KILN_INT64, {shape, layout::c_strides(shape, 8), places->layout().offset}, true);
  take_along_axis(*where, *reshape(*order, shape, KILN_COPY_NEVER, operation_), 1, &to, operation_);
}

}  // namespace kiln::array
