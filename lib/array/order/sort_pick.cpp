// SPDX-License-Identifier: Apache-2.0
// Finds the first elements of long rows where these are too many for SelectSort. Counting digits finds the key of the
// last of them. A kernel then copies all of them from where they lie, so that only they are sorted.
#include "array/order/sort_digits.hpp"
#include "array/order/sort_ways.hpp"

namespace kiln::array {

namespace {

class Picks : DigitCounts {
 public:
  Picks(const Array& source, std::int64_t rows, std::int64_t n, const SortKernels& kernels)
      : DigitCounts(itself(source), n, rows,
                    source.itemsize() == 8 && base::is_float(source.dtype()) ? KILN_FLOAT64 : KILN_FLOAT32,
                    source.dtype(), kernels) {}

  // Writes the first `keep` elements of each row to `picked`, and their positions (int64) to `places`. kernel(name)
  // gives a kernel.
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
                             .parts = cut_of(count_),
                             .key = kernels_.key()},
          count_ * parts_);
    start(kernel("pick_write"),
          kernels::PickWrite{.wide = long_,
                             .source = reads(*source_),
                             .bases = reads(*bases_),
                             .counts = reads(*before),
                             .found = reads(*found_),
                             .picked = writes(picked),
                             .places = writes(places),
                             .parts = cut_of(count_),
                             .keep = keep,
                             .key = kernels_.key()},
          count_ * parts_);
  }
  bool wide() const { return long_; }
};

}  // namespace

bool PickSort::suits(const SortJob& job) const {
  const codegen::SortTuning& tuning = kernels_.tuning();
  return !job.positions && job.n >= tuning.pick_least && job.keep <= job.n / tuning.pick_part &&
         job.rows <= tuning.counted_rows && SelectSort(kernels_).part(job.rows, job.n, job.keep) == 0;
}

void PickSort::run(const SortJob& job, Array& picked, Array& where) const {
  Picks picks(*job.source, job.rows, job.n, kernels_);
  codegen::SortClass kind = kernels_.kind();
  kind.wide = picks.wide();
  picks.run(job.keep, picked, where, [&](const char* name) -> const runtime::Kernel& {
    return kernels_.kernel(kind, codegen::SortPart::pick, name);
  });
}

}  // namespace kiln::array
