// SPDX-License-Identifier: Apache-2.0
// Distinct elements: the sorted elements' flags of being the first of their kind, scanned, are their places.
#include "array/scan.hpp"
#include "array/sort.hpp"
#include "array/sort_run.hpp"

namespace kiln::array {

using base::fail;

UniqueResults unique(const Array& array, bool indices, bool inverse, bool counts, const char* operation,
                     const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  if (base::is_complex(array.dtype()))
    fail(KILN_TYPE_ERROR, "{}: got an array of {}, expected a real dtype", operation,
         base::dtype_name(array.dtype()));
  if (!array.buffer().kernel_readable())
    fail(KILN_INVALID_ARGUMENT, "{}: an array in a write-only buffer, expected a readable one", operation);
  const std::int64_t n = array.size(), flat[] = {n};
  UniqueResults results;
  if (inverse) results.inverse = empty(context, KILN_INT64, array.shape(), operation);
  std::int64_t found = 0;
  Ref<Array> starts;
  if (n > 0) {
    const Ref<Array> source =
        array.c_contiguous() ? Ref<Array>(const_cast<Array*>(&array)) : copy(array, KILN_ORDER_C, operation);
    SortRunner runner(context, array.dtype(), codegen::SortOrder::ascending, traits, operation);
    const auto sorted = empty(context, array.dtype(), flat, operation);
    Ref<Array> positions;
    if (indices || inverse) positions = empty(context, KILN_INT64, flat, operation);
    runner.sort(*source, 1, n, n, sorted.get(), positions.get());
    const auto flags = empty(context, KILN_BOOL, flat, operation);
    const auto ranks = empty(context, KILN_INT64, flat, operation);
    const std::int64_t share = runner.share(n);
    LibraryLaunch mark(context);
    mark.read(*sorted).write(*flags).value(n).value(share);
    runner.key(mark);
    runner.launch(mark, runner.places_kernel("firsts", 1), n);
    scan_into(*ranks, *flags, KILN_SCAN_SUM, false, traits, operation);
    const Layout last{{}, {}, ranks->layout().offset + (n - 1) * 8};
    read(*view(*ranks, last, false, operation), &found, nullptr, operation);

    const std::int64_t distinct[] = {found};
    results.values = empty(context, array.dtype(), distinct, operation);
    if (indices) results.indices = empty(context, KILN_INT64, distinct, operation);
    if (counts) starts = empty(context, KILN_INT64, distinct, operation);
    Array& other = *results.values;  // stands for arrays that are not used
    LibraryLaunch gather(context);
    gather.read(*sorted).read(*flags).read(*ranks).read(positions ? *positions : *ranks);
    gather.write(other).write(indices ? *results.indices : other).write(counts ? *starts : other);
    gather.write(inverse ? *results.inverse : other).value(n).value(share);
    gather.value(std::uint32_t(1 | (indices ? 2 : 0) | (counts ? 4 : 0) | (inverse ? 8 : 0)));
    runner.launch(gather, runner.places_kernel("distinct", 2), n);
  } else {
    results.values = empty(context, array.dtype(), flat, operation);
    if (indices) results.indices = empty(context, KILN_INT64, flat, operation);
  }
  if (counts) {
    const std::int64_t distinct[] = {found};
    results.counts = empty(context, KILN_INT64, distinct, operation);
    if (found > 0) {
      SortRunner runner(context, array.dtype(), codegen::SortOrder::ascending, traits, operation);
      LibraryLaunch subtract(context);
      subtract.read(*starts).write(*results.counts).value(found).value(n).value(runner.share(found));
      runner.launch(subtract, runner.places_kernel("lengths", 3), found);
    }
  }
  return results;
}

}  // namespace kiln::array
