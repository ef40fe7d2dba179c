// SPDX-License-Identifier: Apache-2.0
// Checks a scan, brings the other axes into two loops, and launches it: in one pass, or where rows are few
// and long and groups may not wait for each other in two, the first of which leaves the totals of chunks in a
// workspace.
#include "array/fold/scan.hpp"

#include <cmath>
#include <cstdlib>

#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/index/index.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"
#include "base/checked.hpp"
#include "codegen/fold/scan.hpp"

namespace kiln::array {

using base::fail;
using codegen::ScanClass;

namespace {

constexpr const char* kNames[] = {"sum", "prod", "max", "min"};

DType result_dtype(int op, DType given) {
  if (op == KILN_SCAN_MAX || op == KILN_SCAN_MIN) return given;
  return base::is_unsigned(given)                          ? KILN_UINT64
         : base::is_integer(given) || base::is_bool(given) ? KILN_INT64
                                                           : given;
}

// A scan as loops: rows * cols scans of n elements. Steps in elements: of rows, along the axis, of cols;
// start.
struct Steps {
  std::int64_t row = 0, axis = 0, col = 0, start = 0;
};
struct Loops {
  std::int64_t rows = 1, cols = 1, n = 0;
  Steps source, result;
};

// Whether the axes but `axis` come to at most two loops.
bool bring_together(const Array& source, const Array& result, std::size_t axis, bool reverse, Loops& loops) {
  Dims kept, strides[2];
  const Array* arrays[] = {&source, &result};
  for (std::size_t d = 0; d < source.shape().size(); ++d) {
    if (d == axis) continue;
    kept.push_back(source.shape()[d]);
    for (int k = 0; k < 2; ++k) strides[k].push_back(arrays[k]->strides()[d]);
  }
  const Dims* pointers[] = {&strides[0], &strides[1]};
  layout::Collapsed together;
  layout::collapse(kept, pointers, true, together);
  const std::size_t count = together.shape.size();
  if (count > 2) return false;
  loops.n = source.shape()[axis];
  loops.cols = together.shape[count - 1];
  loops.rows = count > 1 ? together.shape[0] : 1;
  for (int k = 0; k < 2; ++k) {
    const auto itemsize = std::int64_t(arrays[k]->itemsize());
    Steps& steps = k ? loops.result : loops.source;
    steps.col = together.strides[k][count - 1] / itemsize;
    steps.row = count > 1 ? together.strides[k][0] / itemsize : 0;
    steps.axis = arrays[k]->strides()[axis] / itemsize;
    if (!reverse) continue;
    steps.start = (loops.n - 1) * steps.axis;
    steps.axis = -steps.axis;
  }
  return true;
}

// All members have a name here, so that a new one is not forgotten.
KernelId scan_id(const char* name, const ScanClass& kind, bool cpu) {
  const auto& [op, from, to, columns, wide, unit, whole, small, once, narrow] = kind;
  return {KernelFamily::scan, name, cpu, op, from, to, columns, wide, unit, whole, small, once, narrow};
}

void launch(Array& result, const Array& source, int op, const Loops& loops, bool exclusive,
            const codegen::Traits& traits, const char* operation) {
  runtime::Context& context = source.context();
  ScanClass kind;
  kind.op = std::uint8_t(op);
  kind.from = std::uint8_t(source.dtype());
  kind.to = std::uint8_t(result.dtype());
  const std::int64_t along = std::abs(loops.source.axis), across = std::abs(loops.source.col);
  const std::int64_t least = traits.cpu ? 8 : codegen::kScanColumns;
  const bool beside = across != 0 && (along == 0 || across < along);
  if (beside)
    kind.narrow = codegen::scan_narrow(kind, traits, std::uint64_t(loops.cols), std::uint64_t(loops.n));
  // Of very short rows items have whole ones: tiles would mostly hold nothing.
  const bool short_rows = loops.n < traits.tuning->scan.least_shared;
  kind.columns = loops.cols >= least && (beside || short_rows) && !kind.narrow;
  for (const Steps* steps : {&loops.source, &loops.result}) {
    const std::int64_t span = loops.rows * std::abs(steps->row) + loops.n * std::abs(steps->axis) +
                              loops.cols * std::abs(steps->col);
    kind.wide = kind.wide || span >= kNarrowLimit;
  }
  kind.wide = kind.wide || loops.rows * loops.cols * loops.n >= kNarrowLimit;
  // Devices with many work-items lose nothing by a multiplication.
  kind.unit = traits.cpu && (kind.columns ? loops.source.col == 1 && loops.result.col == 1
                                          : loops.source.axis == 1 && loops.result.axis == 1);
  const auto count = std::uint64_t(loops.rows * loops.cols), n = std::uint64_t(loops.n);
  kind.once = codegen::scan_once(kind, traits, count, n);
  kind.small = codegen::scan_small(kind, traits, count, n);
  const auto g =
      codegen::scan_geometry(kind, traits, std::uint64_t(loops.rows), std::uint64_t(loops.cols), n);
  kind.whole = !traits.cpu && !kind.columns && !kind.once && g.splits == 1;
  const auto kernel = [&](bool totals) -> const runtime::Kernel& {
    return library_kernel(context, scan_id(totals ? "totals" : "scan", kind, traits.cpu), operation, [&] {
      backend::Source text;
      text.text = codegen::scan_text(kind, traits);
      text.fast_math = context.options().fast_math;
      text.max_registers = kind.once ? 48 : kind.small ? 40 : kind.whole ? 64 : 0;
      return text;
    });
  };
  const Steps &from = loops.source, &to = loops.result;
  const bool wide = kind.wide;
  if (kind.once) {
    const std::int64_t words[] = {std::int64_t(g.words)};
    const auto work = empty(context, KILN_UINT64, words, operation);
    fill(*work, Scalar::integer(KILN_INT64, 0), operation);
    return launch_kernel(context, kernel(false),
                         kernels::ScanOnce{.wide = wide,
                                           .source = reads(source),
                                           .result = writes(result),
                                           .work = updates(*work),
                                           .cols = loops.cols,
                                           .n = loops.n,
                                           .tiles = std::uint32_t(g.splits),
                                           .s0 = from.row,
                                           .s1 = from.axis,
                                           .s2 = from.col,
                                           .s = from.start,
                                           .r0 = to.row,
                                           .r1 = to.axis,
                                           .r2 = to.col,
                                           .r = to.start,
                                           .exclusive = std::uint32_t(exclusive)},
                         {g.global}, {g.local}, operation);
  }
  Ref<Array> totals;
  if (g.splits > 1) {
    const std::int64_t chunks[] = {loops.rows * loops.cols * std::int64_t(g.splits)};
    totals = empty(context, base::compute_dtype(result.dtype()), chunks, operation);
    launch_kernel(context, kernel(true),
                  kernels::Totals{.wide = wide,
                                  .source = reads(source),
                                  .totals = writes(*totals),
                                  .rows = loops.rows,
                                  .cols = loops.cols,
                                  .n = loops.n,
                                  .splits = std::int64_t(g.splits),
                                  .chunk = std::int64_t(g.chunk),
                                  .share = std::uint32_t(g.share),
                                  .s0 = from.row,
                                  .s1 = from.axis,
                                  .s2 = from.col,
                                  .s = from.start},
                  {g.totals_global}, {g.local}, operation);
  }
  launch_kernel(context, kernel(false),
                kernels::Scan{.wide = wide,
                              .source = reads(source),
                              .result = writes(result),
                              .totals = reads(totals ? *totals : source),
                              .rows = loops.rows,
                              .cols = loops.cols,
                              .n = loops.n,
                              .splits = std::int64_t(g.splits),
                              .chunk = std::int64_t(g.chunk),
                              .share = std::uint32_t(g.share),
                              .s0 = from.row,
                              .s1 = from.axis,
                              .s2 = from.col,
                              .s = from.start,
                              .r0 = to.row,
                              .r1 = to.axis,
                              .r2 = to.col,
                              .r = to.start,
                              .exclusive = std::uint32_t(exclusive)},
                {g.global}, {g.local}, operation);
}

}  // namespace

void scan_into(Array& result, const Array& source, int op, bool exclusive, const codegen::Traits* traits,
               const char* operation) {
  if (source.size() == 0) return;
  Loops loops;
  if (!bring_together(source, result, source.shape().size() - 1, false, loops))
    fail(KILN_INTERNAL, "{}: a scan over more than two loops", operation);
  const codegen::Traits own = traits_of(source.context());
  launch(result, source, op, loops, exclusive, traits ? *traits : own, operation);
}

DType check_scan(const Array& array, int op, const ScanOptions& options, const char* operation) {
  if (op < 0 || op > KILN_SCAN_MIN)
    fail(KILN_INVALID_ARGUMENT, "{}: got operation number {}, expected a kiln_scan_op", operation, op);
  const bool extremum = op == KILN_SCAN_MAX || op == KILN_SCAN_MIN;
  if (extremum && options.exclusive)
    fail(KILN_INVALID_ARGUMENT, "{}: {} has no exclusive form: nothing comes before the first element",
         operation, kNames[op]);
  const DType dtype = options.dtype >= 0 ? DType(options.dtype) : result_dtype(op, array.dtype());
  if (options.initial && (extremum || options.exclusive))
    fail(KILN_INVALID_ARGUMENT, "{}: include_initial {}, expected it of inclusive sums and products alone",
         operation, extremum ? std::string("of ") + kNames[op] : "of an exclusive scan");
  if (extremum && (base::is_complex(array.dtype()) || base::is_complex(dtype)))
    fail(KILN_TYPE_ERROR, "{}: {} takes real dtypes, got {}", operation, kNames[op],
         base::dtype_name(base::is_complex(dtype) ? dtype : array.dtype()));
  if (!extremum && base::is_bool(dtype))
    fail(KILN_TYPE_ERROR, "{}: {} computes with numbers, got dtype bool", operation, kNames[op]);
  check_dtype(array.context(), dtype, operation);
  return dtype;
}

Ref<Array> scan(const Array& array, int op, const ScanOptions& options, Array* into, const char* operation) {
  runtime::Context& context = array.context();
  const DType dtype = check_scan(array, op, options, operation);
  check_operand(context, array, operation);
  Ref<Array> source(const_cast<Array*>(&array));
  std::size_t axis = 0;
  if (is_flat_axis(array, options.axis)) {
    const std::int64_t flat[] = {array.size()};
    if (array.shape().size() != 1) source = reshape(array, flat, KILN_COPY_IF_NEEDED, operation);
  } else {
    axis = layout::normalize_axis(options.axis, array.shape().size(), operation);
  }
  if (options.initial) {
    const std::int64_t n = source->shape()[axis];
    Dims shape = source->shape();
    shape[axis] = base::checked_add(n, std::int64_t{1}, operation);
    check_destination(context, into, shape, operation);
    const bool direct = into && into->dtype() == dtype && !may_overlap(*into, *source);
    const auto whole = target(context, into, direct, dtype, shape, operation);
    const auto piece = [&](std::int64_t start, std::int64_t count) {
      return view(*whole, part(whole->layout(), axis, start, count), true, operation);
    };
    ScanOptions others = options;
    others.initial = false;
    others.axis = std::int64_t(axis);
    others.dtype = dtype;
    scan(*source, op, others, piece(options.reverse ? 0 : 1, n).get(), operation);
    fill(*piece(options.reverse ? n : 0, 1), Scalar::integer(KILN_INT64, op == KILN_SCAN_PROD), operation);
    return deliver(whole, into, operation);
  }
  check_destination(context, into, source->shape(), operation);
  if (!codegen::scan_converts(source->dtype(), dtype)) source = astype(*source, dtype, operation);
  const bool direct = into && into->dtype() == dtype && may_be_in_place(*into, *source) &&
                      !layout::overlaps_itself(into->layout(), into->itemsize());
  auto result = target(context, into, direct, dtype, source->shape(), operation);
  if (!lies_across(result->layout(), result->itemsize())) source = straightened(*source, operation);
  if (source->size() != 0) {
    Loops loops;
    if (!bring_together(*source, *result, axis, options.reverse, loops)) {
      // More axes than kernels loop over: packed arrays collapse to two.
      source = copy(*source, KILN_ORDER_C, operation);
      if (result.get() == into) result = empty(context, dtype, source->shape(), operation);
      bring_together(*source, *result, axis, options.reverse, loops);
    }
    const codegen::Traits own = traits_of(context);
    launch(*result, *source, op, loops, options.exclusive, options.traits ? *options.traits : own, operation);
  }
  return deliver(result, into, operation);
}

}  // namespace kiln::array
