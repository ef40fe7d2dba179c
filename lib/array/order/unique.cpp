// SPDX-License-Identifier: Apache-2.0
// Finds distinct elements: sorts all elements, and takes the first of each kind.
#include <algorithm>
#include <iterator>

#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/scan.hpp"
#include "array/index/index_true.hpp"
#include "array/launch/destination.hpp"
#include "array/order/sort.hpp"
#include "array/order/sort_run.hpp"
#include "array/order/sort_sets.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

namespace {

// The positions that put packed complex elements in the order of their real parts, then of their imaginary ones.
// `flags` receives whether each of the ordered elements is the first of its kind.
Ref<Array> complex_order(const Array& source, Array& flags, const codegen::Traits* traits, const char* operation) {
  const auto halves = [&](std::int64_t offset) {
    Layout layout = source.layout();
    layout.offset += offset;
    return Array(source.buffer_ref(), base::real_dtype(source.dtype()), layout, false);
  };
  const auto by_imaginary = argsort(halves(std::int64_t(source.itemsize() / 2)), 0, false, nullptr, operation, traits);
  const auto reals = take(halves(0), *by_imaginary, 0, nullptr, operation);
  const auto by_real = argsort(*reals, 0, false, nullptr, operation, traits);
  const auto order = take(*by_imaginary, *by_real, 0, nullptr, operation);
  const auto sorted = take(source, *order, 0, nullptr, operation);
  fill(flags, Scalar::integer(KILN_BOOL, 1), operation);
  const std::int64_t others = source.size() - 1;
  const auto from = [&](const Array& array, std::int64_t start) {
    return Array(array.buffer_ref(), array.dtype(), part(array.layout(), 0, start, others), true);
  };
  const Array later = from(flags, 1), these = from(*sorted, 1), before = from(*sorted, 0);
  if (others > 0) builtin_expression(source.context(), "f = a != b", "f, a, b").call({later, these, before}, operation);
  return order;
}

// Packed elements in order. For complex ones `sorted` has their positions.
struct InOrder {
  Ref<Array> sorted;
  Ref<Array> positions;  // where each was; null if not asked for
  Ref<Array> flags;      // whether each is the first of its kind; null likewise
};

InOrder in_order(const Array& source, bool positions, bool flags, const char* operation,
                 const codegen::Traits* traits) {
  runtime::Context& context = source.context();
  const std::int64_t n = source.size();
  const Dims flat{n};
  InOrder out;
  if (flags) out.flags = empty(context, KILN_BOOL, flat, operation);
  if (base::is_complex(source.dtype())) {
    out.sorted = out.positions = complex_order(source, *out.flags, traits, operation);
    return out;
  }
  const SortRunner runner(context, source.dtype(), codegen::SortOrder::ascending, traits, operation);
  out.sorted = empty(context, source.dtype(), flat, operation);
  if (positions) out.positions = empty(context, KILN_INT64, flat, operation);
  runner.sort(source, 1, n, n, out.sorted.get(), out.positions.get());
  if (!flags) return out;
  // On devices with many work-items an item has four elements.
  runner.launch(runner.kernel(codegen::SortPart::places, "firsts"),
                kernels::Firsts{.sorted = reads(*out.sorted),
                                .flags = writes(*out.flags),
                                .count = n,
                                .share = runner.share(n),
                                .key = runner.key()},
                runner.traits().cpu ? n : base::ceil_div(n, std::int64_t{4}));
  return out;
}

// unique() for `source`, which is packed, 1-d and not empty; so are the results. `only` is the destination if there is
// just one and it can be written, else null.
UniqueResults unique_of_many(const Array& source, bool indices, bool inverse, bool counts, Array* only,
                             const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = source.context();
  const std::int64_t n = source.size();
  const Dims flat{n};
  const bool complex = base::is_complex(source.dtype());
  const DType dtype = complex ? KILN_INT64 : source.dtype();  // positions stand for complex elements
  const SortKernels kernels(context, dtype, codegen::SortOrder::ascending, traits, operation);
  const bool few = !complex && !inverse && TrueElements::few(source);
  const auto [sorted, positions, flags] = in_order(source, indices || inverse, !few, operation, traits);
  // Finds the first of each kind among the sorted elements.
  if (complex) only = nullptr;
  const TrueElements firsts(few ? *sorted : *flags, {.wide = true, .firsts = few, .rows = sorted.get(), .into = only},
                            operation);
  const std::int64_t found = firsts.count();
  if (only) check_destination(context, only, Dims{found}, operation);
  UniqueResults results;
  Ref<Array> starts;
  const bool gathered = firsts.gathers(*sorted, 1);
  if ((!gathered && !firsts.rows()) || indices || counts) starts = firsts.positions();
  if (firsts.rows()) {
    results.values = firsts.rows().get() == only ? Ref<Array>(only)
                                                 : reshape(*firsts.rows(), Dims{found}, KILN_COPY_NEVER, operation);
  } else if (gathered) {
    results.values = empty(context, dtype, Dims{found}, operation);
    firsts.gather(*sorted, 1, *results.values);
  } else {
    results.values = take(*sorted, *starts, 0, nullptr, operation);
  }
  if (indices) results.indices = take(*positions, *starts, 0, nullptr, operation);
  if (inverse) {
    results.inverse = empty(context, KILN_INT64, flat, operation);
    const auto ranks = empty(context, KILN_INT64, flat, operation);
    scan_into(*ranks, *flags, KILN_SCAN_SUM, false, traits, operation);
    kernels.launch(kernels.kernel(codegen::SortPart::places, "back"),
                   kernels::Back{.ranks = reads(*ranks),
                                 .positions = reads(*positions),
                                 .inverse = writes(*results.inverse),
                                 .count = n,
                                 .share = kernels.share(n)},
                   n);
  }
  if (counts) {
    results.counts = empty(context, KILN_INT64, Dims{found}, operation);
    kernels.launch(kernels.kernel(codegen::SortPart::places, "lengths"),
                   kernels::Lengths{.starts = reads(*starts),
                                    .counts = writes(*results.counts),
                                    .count = found,
                                    .total = n,
                                    .share = kernels.share(found)},
                   found);
  }
  if (complex) results.values = take(source, *results.values, 0, nullptr, operation);
  return results;
}

}  // namespace

Ref<Array> unrepeated(const Array& array, const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  const auto [sorted, positions, firsts] = in_order(array, false, true, operation, traits);
  // An element equals no other if it is the first of its kind and the next one is so too.
  const auto flags = empty(context, KILN_BOOL, firsts->shape(), operation);
  const std::int64_t others = array.size() - 1;
  const auto from = [&](const Array& all, std::int64_t start, std::int64_t count) {
    return Array(all.buffer_ref(), KILN_BOOL, part(all.layout(), 0, start, count), true);
  };
  Array last = from(*flags, others, 1);
  assign(last, from(*firsts, others, 1), operation);
  if (others > 0) {
    const Array those = from(*flags, 0, others), first = from(*firsts, 0, others), next = from(*firsts, 1, others);
    builtin_expression(context, "f = a & b", "f, a, b").call({those, first, next}, operation);
  }
  const auto out = compress(*sorted, *flags, nullptr, operation);
  return base::is_complex(array.dtype()) ? take(array, *out, 0, nullptr, operation) : out;
}

UniqueResults unique(const Array& array, bool indices, bool inverse, bool counts, std::span<Array* const> into,
                     const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  check_operand(context, array, operation);
  const std::int64_t n = array.size();
  UniqueResults results;
  if (n == 0) {
    const auto none = [&](bool wanted, DType dtype, const Dims& shape) {
      return wanted ? empty(context, dtype, shape, operation) : Ref<Array>();
    };
    results = {none(true, array.dtype(), Dims{0}), none(indices, KILN_INT64, Dims{0}),
               none(inverse, KILN_INT64, array.shape()), none(counts, KILN_INT64, Dims{0})};
  } else {
    const auto source = reshape(*packed(array, operation), Dims{n}, KILN_COPY_NEVER, operation);
    // Only a single destination is written directly: none may be touched if another one does not fit.
    const bool alone = !into.empty() && into[0] && std::ranges::count(into, nullptr) == std::ssize(into) - 1;
    Array* const only = alone && fits_but_for(context, *into[0], Dims{0}, 0) ? into[0] : nullptr;
    const bool complex = base::is_complex(array.dtype());
    const SortKernels kernels(context, complex ? KILN_INT64 : array.dtype(), codegen::SortOrder::ascending, traits,
                              operation);
    const FewDistinct distinct(kernels);
    results = !complex && distinct.takes(n)
                  ? distinct.find(*source, nullptr, kOfFirst, indices, inverse, counts, only)
                  : unique_of_many(*source, indices, inverse, counts, only, operation, traits);
    if (inverse) results.inverse = reshape(*results.inverse, array.shape(), KILN_COPY_NEVER, operation);
  }
  Ref<Array> made[] = {results.values, results.indices, results.inverse, results.counts};
  std::vector<Dims> shapes;
  for (const auto& each : made) shapes.push_back(each ? each->shape() : Dims{});
  check_destinations(context, into, shapes, operation);
  for (std::size_t i = 1; i < into.size(); ++i) check_holds(into[i], i == 3 ? n : n - 1, operation);
  deliver_each(made, into, operation);
  return {made[0], made[1], made[2], made[3]};
}

}  // namespace kiln::array
