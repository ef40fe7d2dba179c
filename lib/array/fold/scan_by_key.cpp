// SPDX-License-Identifier: Apache-2.0
// Scans and reductions of runs of equal keys. They are scans of pairs: whether a run begins here, and the join of
// what came since. Joining drops the left side if a run begins in the right side (Blelloch, "Prefix sums and their
// applications", 1990). A reduction is the scan's result at the end of each run.
#include <algorithm>

#include "array/builtins.hpp"
#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/caller_scan.hpp"
#include "array/fold/reduce.hpp"
#include "array/index/index.hpp"
#include "array/index/index_true.hpp"
#include "array/launch/destination.hpp"
#include "base/text.hpp"
#include "codegen/fold/scan.hpp"
#include "kiln/reduce.h"

namespace kiln::array {

namespace {

constexpr int kAsReductions[] = {KILN_REDUCE_SUM, KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN};

std::string value_of(const std::string& statement) { return statement.substr(statement.find('=') + 2); }

enum class Runs : int {
  inclusive,
  // `b` are the keys of the next elements; an element that ends a run adds nothing to the next element's result
  exclusive,
  counted  // as inclusive, but counts the runs that began
};

// A scan that applies a built-in reduction to runs of elements `a` with equal keys `k`; `b` are the keys of the
// elements before. It needs reductions whose texts have one accumulator and one statement each. For a mean the
// accumulator is the sum, and another counts.
Ref<Scan> scan_of_runs(runtime::Context& context, int op, DType given, DType result, Runs which,
                       const char* operation) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  Ref<Scan>& known = own.scans_by_key[{op * 3 + int(which), given, result}];
  if (known) return known;
  bool empty_ok = false;
  const ReduceTexts texts = reduction_texts(op, given, result, 0, 0, &empty_ok, operation);
  const auto computed = base::dtype_name(base::compute_dtype(result));
  const std::string name = texts.identity.substr(0, texts.identity.find(' '));
  ReduceTexts runs;
  runs.identity = texts.identity + "; f = false";
  runs.map = fmt::format("{} = {}; f = k != b", name, value_of(texts.map));
  runs.combine = fmt::format("{0} = f_ ? {0}_ : ({1}); f = f || f_", name, value_of(texts.combine));
  runs.finish = fmt::format("r = {}", name);
  if (which == Runs::counted) {
    runs.identity = texts.identity + "; q = 0";
    runs.map = fmt::format("{} = {}; q = int32(k != b)", name, value_of(texts.map));
    runs.combine = fmt::format("{0} = q_ > 0 ? {0}_ : ({1}); q = q + q_", name, value_of(texts.combine));
  }
  if (which == Runs::exclusive) {
    const int nothing = op == KILN_REDUCE_PROD;  // the +0 of an empty sum, not the -0.0 that sums begin with
    runs.identity = fmt::format("{} = {}; f = false", name, nothing);
    runs.map = fmt::format("f = k != b; {} = f ? {}({}) : {}", name, computed, nothing, value_of(texts.map));
  }
  if (op == KILN_REDUCE_MEAN) {
    runs.identity += "; c = 0";
    runs.map += "; c = int64(1)";
    runs.combine = fmt::format("c = {} ? c_ : c + c_; ", which == Runs::counted ? "q_ > 0" : "f_") + runs.combine;
    runs.finish += fmt::format(" / {}(c)", computed);
  }
  known = Scan::create(context, runs, {"k", "b", "a"}, operation, false, 1 << 1);
  return known;
}

void call_of_runs(const Array& keys, const Array& elements, int op, const ScanOptions& options, Ref<Array>& into,
                  DType dtype, int stored, const char* operation) {
  const Array* inputs[] = {&keys, &keys, &elements};
  const int dtypes[] = {stored};
  scan_of_runs(elements.context(), op, elements.dtype(), dtype, options.exclusive ? Runs::exclusive : Runs::inclusive,
               operation)
      ->call(inputs, options, {&into, 1}, dtypes, operation);
}

// Whether comparing keys as bits gives the same runs as comparing them as numbers. On devices that flush subnormals
// to zero it may not.
bool bits_tell(const Array& keys) {
  const runtime::Context& context = keys.context();
  return !base::is_float(base::real_dtype(keys.dtype())) ||
         (context.properties().has_subnormals && !context.options().fast_math);
}

// For each of some 1-d keys, whether a run ends there.
Ref<Array> run_ends(const Array& keys, const char* operation) {
  const std::int64_t others = keys.size() - 1;
  auto ends = empty(keys.context(), KILN_BOOL, keys.shape(), operation);
  const auto from = [&](const Array& array, std::int64_t start, std::int64_t count, bool writable = false) {
    return view(array, part(array.layout(), 0, start, count), writable, operation);
  };
  fill(*from(*ends, others, 1, true), Scalar::integer(KILN_BOOL, 1), operation);
  if (others == 0) return ends;
  const auto inner = from(*ends, 0, others, true), these = from(keys, 0, others), behind = from(keys, 1, others);
  builtin_expression(keys.context(), "f = a != b", "f, a, b").call({*inner, *these, *behind}, operation);
  return ends;
}

// A view of the keys with as many axes as the array; 1-d keys lie along `axis`. `flat` says that the array is a
// flattened one, whose shape was `whole`.
Ref<Array> keys_along(const Array& keys, const Dims& shape, std::size_t axis, bool flat, const Dims& whole,
                      const char* operation) {
  Layout layout = keys.layout();
  if (keys.shape().size() == 1) {
    if (keys.shape()[0] != shape[axis])
      fail(KILN_SHAPE_ERROR, "{}: got {}, expected {}: one for each element along the axis", operation,
           base::plural(keys.shape()[0], "key"), shape[axis]);
    layout.shape = Dims(shape.size(), 1);
    layout.strides = Dims(shape.size(), 0);
    layout.shape[axis] = shape[axis];
    layout.strides[axis] = keys.strides()[0];
    return view(keys, layout, false, operation);
  }
  const Layout broadcast = layout::broadcast_to(layout, whole, operation);  // refuses other shapes
  if (flat) return reshape(*view(keys, broadcast, false, operation), shape, KILN_COPY_IF_NEEDED, operation);
  // the keys' own shape, but with the full extent along the axis: broadcasting along other axes would make copies
  Dims own(shape.size(), 1);
  const std::size_t missing = shape.size() - keys.shape().size();
  for (std::size_t d = missing; d < shape.size(); ++d) own[d] = keys.shape()[d - missing];
  own[axis] = shape[axis];
  return view(keys, layout::broadcast_to(layout, own, operation), false, operation);
}

}  // namespace

Ref<Array> scan_by_key(const Array& keys, const Array& array, int op, const ScanOptions& options, Array* into,
                       const char* operation) {
  runtime::Context& context = array.context();
  if (options.initial) fail(KILN_INVALID_ARGUMENT, "{}: got include_initial, expected none of it by key", operation);
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

  auto source = itself(array);
  if (flat) source = flattened(*source, operation);
  if (!codegen::scan_converts(source->dtype(), dtype)) source = astype(*source, dtype, operation);
  ScanOptions own = options;
  own.axis = std::int64_t(axis);
  Ref<Array> out = result;
  call_of_runs(*along, *source, kAsReductions[op], own, out, dtype, int(dtype), operation);
  return deliver(out, into, operation);
}

KeyedResults reduce_by_key(const Array& keys, const Array& array, int op, std::int64_t axis_given, Array* keys_into,
                           Array* values_into, const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  constexpr int kOps[] = {KILN_REDUCE_SUM,  KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN,
                          KILN_REDUCE_MEAN, KILN_REDUCE_ANY,  KILN_REDUCE_ALL, KILN_REDUCE_COUNT_NONZERO};
  const bool known = op >= 0 && op <= KILN_REDUCE_LOGSUMEXP;
  if (known && std::find(std::begin(kOps), std::end(kOps), op) == std::end(kOps))
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected sum, prod, max, min, mean, any, all or count_nonzero", operation,
         reduction_name(op));
  const DType dtype = reduction_dtype(op, array.dtype(), -1, 0, operation);
  check_dtype(context, dtype, operation);
  check_operand(context, array, operation);
  check_operand(context, keys, operation);
  const bool flat = is_flat_axis(array, axis_given);
  const std::size_t axis = flat ? 0 : layout::normalize_axis(axis_given, array.shape().size(), operation);
  const std::int64_t n = flat ? array.size() : array.shape()[axis];
  Dims shape = flat ? Dims{n} : array.shape();
  if (keys.shape() != Dims{n})
    fail(KILN_SHAPE_ERROR, "{}: got keys of shape {}, expected {}: one for each element along the axis", operation,
         layout::shape_text(keys.shape()), layout::shape_text(Dims{n}));

  const bool few = n == 0 || (TrueElements::few(keys) && bits_tell(keys));
  if (few && n > 0 && array.size() == n) {
    const auto elements = flattened(array, operation);
    const Array* inputs[] = {&keys, &keys, elements.get()};
    const auto made = scan_of_runs(context, op, elements->dtype(), dtype, Runs::counted, operation)
                          ->gather(inputs, int(dtype), traits, operation);
    if (made.keys) {
      shape[axis] = made.keys->size();
      Array* const into[] = {keys_into, values_into};
      const Dims shapes[] = {made.keys->shape(), shape};
      check_destinations(context, into, shapes, operation);
      Ref<Array> both[] = {made.keys, reshape(*made.values, shape, KILN_COPY_NEVER, operation)};
      deliver_each(both, into, operation);
      return {both[0], both[1]};
    }
  }
  // With many elements, counting along with each sum costs more than taking the lengths of runs from their ends.
  const bool by_lengths = op == KILN_REDUCE_MEAN && !few;
  Ref<Array> scanned;
  if (array.size() > 0) {
    auto source = itself(array);
    if (flat) source = flattened(*source, operation);
    ScanOptions options;
    options.axis = std::int64_t(axis);
    options.traits = traits;
    const auto along = keys_along(keys, shape, axis, false, shape, operation);
    call_of_runs(*along, *source, by_lengths ? KILN_REDUCE_SUM : op, options, scanned, dtype,
                 by_lengths ? KILN_DTYPE_AUTO : int(dtype), operation);
  }
  const Ref<Array> marks = few ? packed(keys, operation) : run_ends(keys, operation);
  TrueOptions options;
  options.wide = by_lengths;
  options.lasts = options.kinds = few;
  const auto outer = std::span<const std::int64_t>(shape).first(axis);
  if (scanned && std::ranges::count(outer, 1) == std::ssize(outer)) {
    options.rows = scanned.get();
    options.inner = array.size() / n;
  }
  const TrueElements ends(*marks, options, operation);
  shape[axis] = ends.count();
  Array* const into[] = {keys_into, values_into};
  const Dims shapes[] = {{ends.count()}, shape};
  check_destinations(context, into, shapes, operation);
  const auto positions = ends.kinds() && (!scanned || ends.rows()) ? Ref<Array>() : ends.positions();
  KeyedResults results;
  results.keys = ends.kinds() ? ends.kinds() : take(keys, *positions, 0, nullptr, operation);
  if (!scanned)
    results.values = empty(context, dtype, shape, operation);
  else if (ends.rows())
    results.values = reshape(*ends.rows(), shape, KILN_COPY_NEVER, operation);
  else
    results.values = take(*scanned, *positions, std::int64_t(axis), nullptr, operation);
  if (scanned && by_lengths) {
    const auto before = full(context, KILN_INT64, Dims{1}, Scalar::integer(KILN_INT64, -1), operation);
    const auto lengths = diff(*positions, 1, 0, before.get(), nullptr, nullptr, operation);
    const auto counts = keys_along(*lengths, shape, axis, false, shape, operation);
    const auto means = empty(context, dtype, shape, operation);
    builtin_expression(context, "r = s / n", "r, s, n").call({*means, *results.values, *counts}, operation);
    results.values = means;
  }
  Ref<Array> made[] = {results.keys, results.values};
  deliver_each(made, into, operation);
  return {made[0], made[1]};
}

}  // namespace kiln::array
