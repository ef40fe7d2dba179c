// SPDX-License-Identifier: Apache-2.0
// Checks a scan, merges all axes but the scanned one into two loops, and launches it. One pass is enough, except for
// few long rows on devices where groups must not wait for each other. There a first pass leaves the totals of chunks in
// a workspace.
#include "array/fold/scan.hpp"

#include <cmath>
#include <cstdlib>

#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/index/index.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/launch/loops.hpp"
#include "array/tuning.hpp"
#include "base/checked.hpp"
#include "codegen/fold/scan.hpp"

namespace kiln::array {

using codegen::ScanClass;

namespace {

constexpr const char* kNames[] = {"sum", "prod", "max", "min"};

DType result_dtype(int op, DType given) {
  if (op == KILN_SCAN_MAX || op == KILN_SCAN_MIN) return given;
  return base::is_unsigned(given) ? KILN_UINT64 : base::is_integer(given) || base::is_bool(given) ? KILN_INT64 : given;
}

// All members have a name here, so that a new one is not forgotten.
KernelId scan_id(const ScanClass& kind, bool cpu) {
  const auto& [op, from, to, columns, wide, unit, whole, small, once, few_columns, totals] = kind;
  return {KernelFamily::scan, "scan", cpu, op, from, to, columns, wide, unit, whole, small, once, few_columns, totals};
}

ScanClass classify(const Array& source, const Array& result, int op, const AxisLoops& loops,
                   const codegen::Traits& traits) {
  const AxisLoops::Steps &from = loops.steps[0], &to = loops.steps[1];
  const auto count = std::uint64_t(loops.rows * loops.cols), n = std::uint64_t(loops.n);
  ScanClass kind;
  kind.op = std::uint8_t(op);
  kind.from = std::uint8_t(source.dtype());
  kind.to = std::uint8_t(result.dtype());
  const std::int64_t along = std::abs(from.axis), across = std::abs(from.col);
  const std::int64_t least = traits.cpu ? 8 : codegen::kScanColumns;
  const bool beside = across != 0 && (along == 0 || across < along);
  if (beside) kind.few_columns = codegen::scan_few_columns(kind, traits, std::uint64_t(loops.cols), n);
  // If rows are very short, each work-item scans whole rows: tiles would be mostly empty.
  const bool short_rows = loops.n < traits.tuning->scan.least_shared;
  kind.columns = loops.cols >= least && (beside || short_rows) && !kind.few_columns;
  kind.wide = loops.wide();
  // Only CPU devices have kernels for unit strides: on others the multiplication by a stride costs nothing.
  kind.unit = traits.cpu && (kind.columns ? from.col == 1 && to.col == 1 : from.axis == 1 && to.axis == 1);
  kind.once = codegen::scan_once(kind, traits, count, n);
  kind.small = codegen::scan_small(kind, traits, count, n);
  return kind;
}

// The launches of one scan.
class ScanLaunches {
 public:
  ScanLaunches(Array& result, const Array& source, const ScanClass& kind, const AxisLoops& loops, bool exclusive,
               const codegen::Traits& traits, const char* operation)
      : result_(result),
        source_(source),
        context_(source.context()),
        kind_(kind),
        loops_(loops),
        exclusive_(exclusive),
        traits_(traits),
        g_(codegen::scan_geometry(kind, traits, std::uint64_t(loops.rows), std::uint64_t(loops.cols),
                                  std::uint64_t(loops.n))),
        operation_(operation) {
    kind_.whole = !traits.cpu && !kind.columns && !kind.once && g_.splits == 1;
  }

  void run() {
    if (kind_.once) return one_pass();
    if (g_.splits == 1) return chunks(kind_, reads(source_), g_.global);  // no totals are read
    const Dims count{loops_.rows * loops_.cols * std::int64_t(g_.splits)};
    const auto made = empty(context_, base::compute_dtype(result_.dtype()), count, operation_);
    ScanClass first = kind_;
    first.totals = 1;
    chunks(first, writes(*made), g_.totals_global);
    chunks(kind_, reads(*made), g_.global);
  }

 private:
  // One launch, in which each group waits for the totals of the tiles before its own.
  void one_pass() {
    const auto work = empty(context_, KILN_UINT64, Dims{std::int64_t(g_.words)}, operation_);
    fill(*work, Scalar::integer(KILN_INT64, 0), operation_);
    launch_kernel(context_, kernel(kind_),
                  kernels::ScanOnce{.wide = bool(kind_.wide),
                                    .source = reads(source_),
                                    .result = writes(result_),
                                    .work = updates(*work),
                                    .cols = loops_.cols,
                                    .n = loops_.n,
                                    .tiles = std::uint32_t(g_.splits),
                                    .source_steps = steps(0),
                                    .result_steps = steps(1),
                                    .exclusive = std::uint32_t(exclusive_)},
                  {g_.global}, {g_.local}, operation_);
  }

  // Scans all chunks, or computes their totals (kind.totals).
  void chunks(const ScanClass& kind, const argument::Memory& totals, std::size_t global) {
    launch_kernel(context_, kernel(kind),
                  kernels::Scan{.wide = bool(kind.wide),
                                .source = reads(source_),
                                .result = writes(result_),
                                .totals = totals,
                                .rows = loops_.rows,
                                .cols = loops_.cols,
                                .n = loops_.n,
                                .splits = std::int64_t(g_.splits),
                                .chunk = std::int64_t(g_.chunk),
                                .share = std::uint32_t(g_.share),
                                .source_steps = steps(0),
                                .result_steps = steps(1),
                                .exclusive = std::uint32_t(exclusive_)},
                  {global}, {g_.local}, operation_);
  }

  kernels::ScanSteps steps(std::size_t array) const {
    const AxisLoops::Steps& steps = loops_.steps[array];
    return {.row = steps.row, .axis = steps.axis, .col = steps.col, .start = steps.start};
  }

  const runtime::Kernel& kernel(const ScanClass& kind) {
    return library_kernel(context_, scan_id(kind, traits_.cpu), operation_, [&] {
      backend::Source text;
      text.text = codegen::scan_text(kind, traits_);
      text.fast_math = context_.options().fast_math;
      text.max_registers = kind.once ? 48 : kind.small ? 40 : kind.whole ? 64 : 0;
      return text;
    });
  }

  Array& result_;
  const Array& source_;
  runtime::Context& context_;
  ScanClass kind_;
  const AxisLoops& loops_;
  const bool exclusive_;
  const codegen::Traits& traits_;
  const codegen::ScanGeometry g_;
  const char* const operation_;
};

void launch(Array& result, const Array& source, int op, const AxisLoops& loops, bool exclusive,
            const codegen::Traits* given, const char* operation) {
  const codegen::Traits traits = given ? *given : traits_of(source.context());
  ScanLaunches(result, source, classify(source, result, op, loops, traits), loops, exclusive, traits, operation).run();
}

}  // namespace

void scan_into(Array& result, const Array& source, int op, bool exclusive, const codegen::Traits* traits,
               const char* operation) {
  if (source.size() == 0) return;
  const Array* const arrays[] = {&source, &result};
  AxisLoops loops;
  if (!bring_into_loops(arrays, source.shape().size() - 1, false, loops))
    fail(KILN_INTERNAL, "{}: a scan over more than two loops", operation);
  launch(result, source, op, loops, exclusive, traits, operation);
}

DType check_scan(const Array& array, int op, const ScanOptions& options, const char* operation) {
  if (op < 0 || op > KILN_SCAN_MIN)
    fail(KILN_INVALID_ARGUMENT, "{}: got operation number {}, expected a kiln_scan_op", operation, op);
  const bool extremum = op == KILN_SCAN_MAX || op == KILN_SCAN_MIN;
  if (extremum && options.exclusive)
    fail(KILN_INVALID_ARGUMENT, "{}: {} has no exclusive form: nothing comes before the first element", operation,
         kNames[op]);
  const DType dtype = options.dtype >= 0 ? DType(options.dtype) : result_dtype(op, array.dtype());
  if (options.initial && (extremum || options.exclusive))
    fail(KILN_INVALID_ARGUMENT, "{}: include_initial {}, expected it of inclusive sums and products alone", operation,
         extremum ? std::string("of ") + kNames[op] : "of an exclusive scan");
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
  auto source = itself(array);
  std::size_t axis = 0;
  if (is_flat_axis(array, options.axis)) {
    if (array.shape().size() != 1) source = flattened(array, operation);
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
  if (!lies_across(result->context(), result->layout(), result->itemsize())) source = straightened(*source, operation);
  if (source->size() != 0) {
    AxisLoops loops;
    const auto bring_together = [&] {
      const Array* const arrays[] = {source.get(), result.get()};
      return bring_into_loops(arrays, axis, options.reverse, loops);
    };
    if (!bring_together()) {
      // The axes need more loops than kernels have. Packed arrays need only two.
      source = copy(*source, KILN_ORDER_C, operation);
      if (result.get() == into) result = empty(context, dtype, source->shape(), operation);
      bring_together();
    }
    launch(*result, *source, op, loops, options.exclusive, options.traits, operation);
  }
  return deliver(result, into, operation);
}

}  // namespace kiln::array
