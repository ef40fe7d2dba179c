// SPDX-License-Identifier: Apache-2.0
// Chooses the way to sort (sort_ways.hpp). `sort` tries the ways in this order: RankSort for few elements; NetworkSort
// for short rows on CPU devices; PickSort for many first elements of very long rows; SelectSort for few first elements;
// PassSort for long rows, which are then cut unless all elements are wanted; PartSort for the others. SelectSort and
// PartSort leave the first elements of each part of a row, from which the first ones are taken again.
#include "array/order/sort_run.hpp"

#include <algorithm>

#include "array/index/index.hpp"

namespace kiln::array {

using base::ceil_div;

void SortRunner::sort(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                      Array* places) const {
  const RankSort ranks(*this);
  const NetworkSort network(*this);
  const PickSort picks(*this);
  const SelectSort selects(*this);
  const PartSort sorts(*this);
  SortJob job{&source, nullptr, rows, n, keep, values, places};
  // The first elements of every part, and their positions in the row. Equal ones are in the order of the row.
  Ref<Array> candidates, positions;
  for (;;) {
    if (ranks.suits(rows, job.n)) return ranks.run(job);
    if (network.suits(job)) return network.run(job);
    if (picks.suits(job)) return pick(job);
    const std::int64_t selected = selects.part(rows, job.n, keep);
    if (!selected && job.n > sorts.most() && keep > sorts.most() / tuning().cut_part) return sort_and_cut(job);
    const auto shorten = [&](const SortJob& one, std::int64_t length, std::int64_t kept) {
      selected ? selects.run(one, length, kept) : sorts.run(one, length, kept);
    };
    const std::int64_t length = selected ? selected : sorts.most();
    if (job.n <= length) return shorten(job, job.n, keep);
    const std::int64_t parts = ceil_div(job.n, length), last = job.n - (parts - 1) * length;
    const std::int64_t kept = (parts - 1) * keep + std::min(keep, last);
    const Ref<Array> next = workspace(dtype(), rows * kept), next_positions = workspace(KILN_INT64, rows * kept);
    SortJob one = job;
    one.values = next.get();
    one.places = next_positions.get();
    shorten(one, length, kept);
    candidates = next;
    positions = next_positions;
    job.source = candidates.get();
    job.positions = positions.get();
    job.n = kept;
  }
}

// Picks, then sorts. The sort gives places among the picked elements, by which their places in the row are looked up.
void SortRunner::pick(const SortJob& job) const {
  const Dims shape{job.rows, job.keep};
  const auto picked = empty(context(), dtype(), shape, operation()),
             where = empty(context(), KILN_INT64, shape, operation());
  PickSort(*this).run(job, *picked, *where);
  const auto order = job.places ? workspace(KILN_INT64, job.rows * job.keep) : nullptr;
  sort(*picked, job.rows, job.keep, job.keep, job.values, order.get());
  if (!job.places) return;
  Array to(job.places->buffer_ref(), KILN_INT64, {shape, layout::c_strides(shape, 8), job.places->layout().offset},
           true);
  take_along_axis(*where, *reshape(*order, shape, KILN_COPY_NEVER, operation()), 1, &to, operation());
}

void SortRunner::sort_and_cut(const SortJob& job) const {
  const PassSort passes(*this);
  if (job.keep == job.n) return passes.run(*job.source, job.rows, job.n, kind().size, job.values, job.places, nullptr);
  const auto all = [&](Array* wanted) { return wanted ? workspace(wanted->dtype(), job.rows * job.n) : Ref<Array>(); };
  const Ref<Array> all_values = all(job.values), all_places = all(job.places);
  passes.run(*job.source, job.rows, job.n, kind().size, all_values.get(), all_places.get(), nullptr);
  for (const auto& [from, to] : {std::pair{all_values.get(), job.values}, std::pair{all_places.get(), job.places}}) {
    if (!to) continue;
    const auto itemsize = std::int64_t(to->itemsize());
    const Dims shape{job.rows, job.keep};
    const auto first = view(*from, {shape, Dims{job.n * itemsize, itemsize}, from->layout().offset}, false);
    const auto target = view(*to, {shape, layout::c_strides(shape, to->itemsize()), to->layout().offset}, true);
    assign(*target, *first, operation());
  }
}

void SortRunner::order(const Array& keys, std::int64_t n, unsigned bits, Array& sorted, Array& positions) const {
  const RankSort ranks(*this);
  if (ranks.suits(1, n)) return ranks.run({&keys, nullptr, 1, n, n, &sorted, nullptr}, &positions);
  PassSort(*this).run(keys, 1, n, (std::max(bits, 1U) + 7) / 8, &sorted, nullptr, &positions);
}

bool SortRunner::carries(std::size_t word_bytes, std::int64_t rows, std::int64_t n) const {
  if (RankSort(*this).suits(rows, n)) return word_bytes <= 8;
  return word_bytes == 4 && n > std::int64_t(sizes().row) && n < kNarrowLimit;
}

void SortRunner::carry(const Array& source, const Array& words, std::int64_t rows, std::int64_t n, Array* values,
                       Array& moved) const {
  const RankSort ranks(*this);
  if (ranks.suits(rows, n)) return ranks.run({&source, nullptr, rows, n, n, values, nullptr}, &moved, &words);
  PassSort(*this).run(source, rows, n, kind().size, values, nullptr, &moved, &words);
}

}  // namespace kiln::array
