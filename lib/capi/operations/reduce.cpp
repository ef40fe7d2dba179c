// SPDX-License-Identifier: Apache-2.0
// kiln/reduce.h: built-in reductions, and reductions that the caller writes.
#include "array/fold/reduce.hpp"

#include "array/fold/caller_scan.hpp"
#include "array/statistics/statistics.hpp"
#include "capi/operations/fold_call.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;
using array::ReduceAxes;
using array::Reduction;

namespace {

kiln_reduce_options load(const kiln_reduce_options* given, const char* operation) {
  return load_options(given, kiln_reduce_options KILN_REDUCE_OPTIONS_INIT, operation);
}

ReduceAxes axes_of(const kiln_reduce_options& options, const char* operation) {
  if (!options.axes && options.axis_count > 0)
    fail(KILN_INVALID_ARGUMENT, "{}: options->axes is NULL, and options->axis_count is {}, expected 0", operation,
         options.axis_count);
  ReduceAxes axes;
  axes.all = !options.axes;
  axes.axes = check_dims(options.axis_count, options.axes, operation, "options->axes");
  axes.keepdims = options.keepdims != 0;
  return axes;
}

// The dtype in the options, which must be KILN_DTYPE_AUTO if there is a destination.
int dtype_beside(const kiln_reduce_options& options, const array::Array* into, const char* operation) {
  return check_result_dtype(options.dtype, into != nullptr, operation, "options->dtype");
}

void refuse_correction(const kiln_reduce_options& options, const char* what, const char* operation) {
  if (options.correction != 0)
    fail(KILN_INVALID_ARGUMENT, "{}: options->correction is {}, expected 0: {} has none", operation, options.correction,
         what);
}

kiln_status call(const char* entry, kiln_reduction reduction, std::size_t count, const kiln_array* inputs,
                 const kiln_reduce_options* options, std::size_t out_count, const kiln_array* const* destinations,
                 kiln_array* out) {
  return call_fold(entry, count, inputs, out_count, destinations, out, [&](const char* operation) {
    auto& used = use(reduction, operation, "reduction");
    const kiln_reduce_options known = load(options, operation);
    const ReduceAxes axes = axes_of(known, operation);
    if (dtype_beside(known, nullptr, operation) != KILN_DTYPE_AUTO || known.correction != 0)
      fail(KILN_INVALID_ARGUMENT, "{}: options->dtype and options->correction are of the library's reductions",
           operation);
    return [&used, axes, operation](auto& arrays, auto& results, auto& dtypes) {
      used.call(arrays, axes, results, dtypes, operation);
    };
  });
}

}  // namespace

extern "C" {

kiln_status kiln_array_reduce(kiln_array array, kiln_reduce_op op, const kiln_reduce_options* options,
                              kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    const kiln_reduce_options known = load(options, operation);
    const int dtype = dtype_beside(known, into, operation);
    return array::reduce(source, number_of(op), axes_of(known, operation), dtype, known.correction, into, operation);
  });
}

kiln_status kiln_array_vector_norm(kiln_array array, double ord, const kiln_reduce_options* options,
                                   kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    const kiln_reduce_options known = load(options, operation);
    refuse_correction(known, "a norm", operation);
    const int dtype = dtype_beside(known, into, operation);
    return array::vector_norm(source, ord, axes_of(known, operation), dtype, into, operation);
  });
}

kiln_status kiln_array_average(kiln_array array, kiln_array weights, const kiln_reduce_options* options,
                               kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    const auto& by = use(weights, operation, "weights");
    const kiln_reduce_options known = load(options, operation);
    refuse_correction(known, "a mean", operation);
    const int dtype = dtype_beside(known, into, operation);
    return array::average(source, by, axes_of(known, operation), dtype, into, operation);
  });
}

kiln_status kiln_array_weighted_var(kiln_array array, kiln_array weights, const kiln_reduce_options* options,
                                    kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    const auto& by = use(weights, operation, "weights");
    const kiln_reduce_options known = load(options, operation);
    const int dtype = dtype_beside(known, into, operation);
    return array::weighted_var(source, by, axes_of(known, operation), dtype, known.correction, into, operation);
  });
}

kiln_status kiln_array_cov(kiln_array array, kiln_array other, double correction, kiln_array destination,
                           kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::covariance(source, use_optional(other, operation, "other"), correction, into, operation);
  });
}

kiln_status kiln_array_corrcoef(kiln_array array, kiln_array other, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::correlation(source, use_optional(other, operation, "other"), into, operation);
  });
}

kiln_status kiln_array_reduce_by_key(kiln_array keys, kiln_array array, kiln_reduce_op op, int64_t axis,
                                     kiln_array keys_destination, kiln_array values_destination, kiln_array* keys_out,
                                     kiln_array* values_out) {
  return guard_each(__func__, {keys_out, values_out}, [&](const char* operation, auto& results) {
    const auto& by = use(keys, operation, "keys");
    const auto& source = use(array, operation, "array");
    if (!values_destination) require(values_out, operation, "values_out");
    auto made = array::reduce_by_key(by, source, number_of(op), axis, to_object(keys_destination),
                                     to_object(values_destination), operation);
    results[0] = std::move(made.keys);
    results[1] = std::move(made.values);
  });
}

kiln_status kiln_reduction_create(kiln_context context, const char* identity, const char* map, const char* combine,
                                  const char* finish, kiln_reduction* out) {
  return guard_new(__func__, out, context, "context", [&](const char* operation, auto& owner) {
    return Reduction::create(owner, fold_texts(identity, map, combine, finish, operation), {}, true, operation);
  });
}

kiln_reduction kiln_reduction_retain(kiln_reduction reduction) { return retain(reduction); }
void kiln_reduction_release(kiln_reduction reduction) { release(reduction); }

kiln_status kiln_reduction_call(kiln_reduction reduction, size_t count, const kiln_array* inputs,
                                const kiln_reduce_options* options, size_t out_count, kiln_array* out) {
  return call(__func__, reduction, count, inputs, options, out_count, nullptr, out);
}

kiln_status kiln_reduction_call_into(kiln_reduction reduction, size_t count, const kiln_array* inputs,
                                     const kiln_reduce_options* options, size_t out_count,
                                     const kiln_array* destinations, kiln_array* out) {
  return call(__func__, reduction, count, inputs, options, out_count, &destinations, out);
}

}  // extern "C"
