// SPDX-License-Identifier: Apache-2.0
// Scans and reductions of runs of equal keys: a scan of pairs (does a run begin here, what came since), whose
// join forgets the left side where the right one has a beginning (Blelloch, "Prefix sums and their
// applications", 1990). A reduction is what the scan has at the ends of runs.
#include <algorithm>

#include "array/builtins.hpp"
#include "array/index_support.hpp"
#include "array/index_true.hpp"
#include "array/scan_own.hpp"
#include "codegen/scan.hpp"
#include "kiln/reduce.h"

namespace kiln::array {

using base::fail;

namespace {

constexpr int kAsReductions[] = {KILN_REDUCE_SUM, KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN};

std::string value_of(const std::string& statement) { return statement.substr(statement.find('=') + 2); }

// The library's reduction over runs of elements `a` that begin where `k` holds. Its texts have one
// accumulator and one statement each. `exclusive`: `a` is the element before, which is none of the run's
// where one begins.
Ref<Scan> scan_of_runs(runtime::Context& context, int op, DType given, DType result, bool exclusive,
                       const char* operation) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  Ref<Scan>& known = own.scans_by_key[{op * 2 + exclusive, given, result}];
  if (known) return known;
  bool empty_ok = false;
  const ReduceTexts texts = reduction_texts(op, given, result, 0, 0, &empty_ok, operation);
  const std::string name = texts.identity.substr(0, texts.identity.find(' '));
  std::string map = value_of(texts.map);
  if (exclusive)
    map = fmt::format("k ? {}({}) : {}", base::dtype_name(base::compute_dtype(result)),
                      op == KILN_REDUCE_PROD ? 1 : 0, map);
  known =
      Scan::create(context,
                   {fmt::format("{}; f = false", texts.identity), fmt::format("{} = {}; f = k", name, map),
                    fmt::format("{0} = f_ ? {0}_ : ({1}); f = f || f_", name, value_of(texts.combine)),
                    fmt::format("r = {}", name)},
                   {"k", "a"}, operation, false);
  return known;
}

Ref<Array> axis_part(const Array& array, std::size_t axis, std::int64_t start, std::int64_t count,
                     bool writable, const char* operation) {
  return view(array, part(array.layout(), axis, start, count), writable, operation);
}

// Of keys along the axis, one more: whether a run begins at each, and behind the last. Not of none.
Ref<Array> run_bounds(const Array& keys, std::size_t axis, const char* operation) {
  Dims shape = keys.shape();
  const std::int64_t others = shape[axis]++ - 1;
  auto bounds = empty(keys.context(), KILN_BOOL, shape, operation);
  for (const std::int64_t end : {std::int64_t{0}, others + 1})
    fill(*axis_part(*bounds, axis, end, 1, true, operation), Scalar::integer(KILN_BOOL, 1), operation);
  if (others == 0) return bounds;
  const auto inner = axis_part(*bounds, axis, 1, others, true, operation),
             later = axis_part(keys, axis, 1, others, false, operation),
             before = axis_part(keys, axis, 0, others, false, operation);
  const Operand operands[] = {operand_of(*inner), operand_of(*later), operand_of(*before)};
  own_expression(keys.context(), "f = a != b", "f, a, b").call(operands, operation);
  return bounds;
}

// Keys with an axis for each of the array's, all of them along `axis`. `flat`: of the flattened array, whose
// shape was `whole`.
Ref<Array> keys_along(const Array& keys, const Dims& shape, std::size_t axis, bool flat, const Dims& whole,
                      const char* operation) {
  Layout layout = keys.layout();
  if (keys.shape().size() == 1) {
    if (keys.shape()[0] != shape[axis])
      fail(KILN_SHAPE_ERROR, "{}: got {} keys, expected {}: one for each element along the axis", operation,
           keys.shape()[0], shape[axis]);
    layout.shape = Dims(shape.size(), 1);
    layout.strides = Dims(shape.size(), 0);
    layout.shape[axis] = shape[axis];
    layout.strides[axis] = keys.strides()[0];
    return view(keys, layout, false, operation);
  }
  const Layout broadcast = layout::broadcast_to(layout, whole, operation);  // refuses other shapes
  if (flat) return reshape(*view(keys, broadcast, false, operation), shape, KILN_COPY_IF_NEEDED, operation);
  Dims own(shape.size(), 1);  // without the copies of broadcasting, but along the axis
  const std::size_t missing = shape.size() - keys.shape().size();
  for (std::size_t d = missing; d < shape.size(); ++d) own[d] = keys.shape()[d - missing];
  own[axis] = shape[axis];
  return view(keys, layout::broadcast_to(layout, own, operation), false, operation);
}

}  // namespace

Ref<Array> scan_by_key(const Array& keys, const Array& array, int op, const ScanOptions& options, Array* into,
                       const char* operation) {
  runtime::Context& context = array.context();
  if (options.initial)
    fail(KILN_INVALID_ARGUMENT, "{}: got include_initial, expected none of it by key", operation);
  const DType dtype = check_scan(array, op, options, operation);
  check_operand(context, array, operation);
  check_operand(context, keys, operation);
  const bool flat = is_flat_axis(array, options.axis);
  const std::size_t axis = flat ? 0 : layout::normalize_axis(options.axis, array.shape().size(), operation);
  const Dims shape = flat ? Dims{array.size()} : array.shape();
  const auto along = keys_along(keys, shape, axis, flat, array.shape(), operation);
  check_destination(context, into, shape, operation);
  const auto result = target(context, into, into && into->dtype() == dtype, dtype, shape, operation);
  if (result->size() == 0) return deliver(result, into, operation);

  Ref<Array> source(const_cast<Array*>(&array));
  if (flat) source = reshape(*source, shape, KILN_COPY_IF_NEEDED, operation);
  if (!codegen::scan_converts(source->dtype(), dtype)) source = astype(*source, dtype, operation);
  const auto bounds = run_bounds(*along, axis, operation);
  const auto scan =
      scan_of_runs(context, kAsReductions[op], source->dtype(), dtype, options.exclusive, operation);
  const std::int64_t n = shape[axis], back = options.reverse;
  ScanOptions inclusive;
  inclusive.axis = std::int64_t(axis);
  inclusive.reverse = options.reverse;
  inclusive.traits = options.traits;
  const int dtypes[] = {int(dtype)};
  const auto run = [&](const Array& flags, const Array& elements, const Ref<Array>& to) {
    const Array* inputs[] = {&flags, &elements};
    Ref<Array> outputs[] = {to};
    scan->call(inputs, inclusive, outputs, dtypes, operation);
  };
  if (!options.exclusive) {
    run(*axis_part(*bounds, axis, back, n, false, operation), *source, result);
  } else {
    // The elements before, scanned where they count.
    if (n > 1)
      run(*axis_part(*bounds, axis, 1, n - 1, false, operation),
          *axis_part(*source, axis, back, n - 1, false, operation),
          axis_part(*result, axis, 1 - back, n - 1, true, operation));
    fill(*axis_part(*result, axis, back * (n - 1), 1, true, operation),
         Scalar::integer(KILN_INT64, op == KILN_SCAN_PROD), operation);
  }
  return deliver(result, into, operation);
}

KeyedResults reduce_by_key(const Array& keys, const Array& array, int op, std::int64_t axis_given,
                           Array* keys_into, Array* values_into, const char* operation,
                           const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  constexpr int kOps[] = {KILN_REDUCE_SUM,  KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN,
                          KILN_REDUCE_MEAN, KILN_REDUCE_ANY,  KILN_REDUCE_ALL, KILN_REDUCE_COUNT_NONZERO};
  const bool known = op >= 0 && op <= KILN_REDUCE_LOGSUMEXP;
  if (known && std::find(std::begin(kOps), std::end(kOps), op) == std::end(kOps))
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected sum, prod, max, min, mean, any, all or count_nonzero",
         operation, reduction_name(op));
  const DType dtype = reduction_dtype(op, array.dtype(), -1, 0, operation);
  check_dtype(context, dtype, operation);
  check_operand(context, array, operation);
  check_operand(context, keys, operation);
  const bool flat = is_flat_axis(array, axis_given);
  const std::size_t axis = flat ? 0 : layout::normalize_axis(axis_given, array.shape().size(), operation);
  Dims shape = flat ? Dims{array.size()} : array.shape();
  const std::int64_t n = shape[axis];
  if (keys.shape() != Dims{n})
    fail(KILN_SHAPE_ERROR, "{}: got keys of shape {}, expected {}: one for each element along the axis",
         operation, layout::shape_text(keys.shape()), layout::shape_text(Dims{n}));

  // Of the elements where runs begin, and of those where they end, two views of one.
  const auto bounds = n > 0 ? run_bounds(keys, 0, operation) : empty(context, KILN_BOOL, Dims{1}, operation);
  const auto last = axis_part(*bounds, 0, 1, n, false, operation);
  const TrueElements ends(*last, {.wide = true}, operation);
  shape[axis] = ends.count();
  Array* const into[] = {keys_into, values_into};
  check_destinations(context, into, {Dims{ends.count()}, shape}, operation);
  const auto positions = ends.positions();
  KeyedResults results;
  results.keys = take(keys, *positions, 0, nullptr, operation);
  if (layout::checked_size(shape, 1, operation) == 0) {
    results.values = empty(context, dtype, shape, operation);
  } else {
    Ref<Array> source(const_cast<Array*>(&array)), scanned[1];
    if (flat) source = reshape(*source, Dims{n}, KILN_COPY_IF_NEEDED, operation);
    const auto starts = axis_part(*bounds, 0, 0, n, false, operation);
    const auto flags = keys_along(*starts, source->shape(), axis, false, source->shape(), operation);
    const Array* inputs[] = {flags.get(), source.get()};
    const int dtypes[] = {KILN_DTYPE_AUTO};
    ScanOptions options;
    options.axis = std::int64_t(axis);
    options.traits = traits;
    scan_of_runs(context, op, array.dtype(), dtype, false, operation)
        ->call(inputs, options, scanned, dtypes, operation);
    results.values = take(*scanned[0], *positions, std::int64_t(axis), nullptr, operation);
    if (op == KILN_REDUCE_MEAN) {
      const auto before = full(context, KILN_INT64, Dims{1}, Scalar::integer(KILN_INT64, -1), operation);
      const auto lengths = diff(*positions, 1, 0, before.get(), nullptr, nullptr, operation);
      const auto counts = keys_along(*lengths, shape, axis, false, shape, operation);
      const auto means = empty(context, dtype, shape, operation);
      const Operand operands[] = {operand_of(*means), operand_of(*results.values), operand_of(*counts)};
      own_expression(context, "r = s / n", "r, s, n").call(operands, operation);
      results.values = means;
    } else if (results.values->dtype() != dtype) {
      results.values = astype(*results.values, dtype, operation);
    }
  }
  Ref<Array> made[] = {results.keys, results.values};
  deliver_each(made, into, operation);
  return {made[0], made[1]};
}

}  // namespace kiln::array
