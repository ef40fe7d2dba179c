// SPDX-License-Identifier: Apache-2.0
// kiln/scan.h: built-in scans, and scans that the caller writes.
#include "array/fold/caller_scan.hpp"
#include "capi/operations/fold_call.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;

namespace {

array::ScanOptions load_scan(const kiln_scan_options* options, bool has_destination, const char* operation) {
  const auto given = load_options(options, kiln_scan_options KILN_SCAN_OPTIONS_INIT, operation);
  array::ScanOptions known;
  known.axis = given.axis;
  known.exclusive = given.exclusive != 0;
  known.reverse = given.reverse != 0;
  known.initial = given.include_initial != 0;
  known.dtype = check_result_dtype(given.dtype, has_destination, operation, "options->dtype");
  return known;
}

kiln_status call(const char* entry, kiln_scan scan, std::size_t count, const kiln_array* inputs,
                 const kiln_scan_options* options, std::size_t out_count, const kiln_array* const* destinations,
                 kiln_array* out) {
  return call_fold(entry, count, inputs, out_count, destinations, out, [&](const char* operation) {
    auto& used = use(scan, operation, "scan");
    const array::ScanOptions known = load_scan(options, false, operation);
    if (known.dtype != KILN_DTYPE_AUTO || known.initial)
      fail(KILN_INVALID_ARGUMENT,
           "{}: got options->{}, which is of the library's scans: expected axis, exclusive, reverse alone", operation,
           known.initial ? "include_initial" : "dtype");
    return [&used, known, operation](auto& arrays, auto& results, auto& dtypes) {
      used.call(arrays, known, results, dtypes, operation);
    };
  });
}

}  // namespace

extern "C" {

kiln_status kiln_array_scan(kiln_array array, kiln_scan_op op, const kiln_scan_options* options, kiln_array destination,
                            kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::scan(source, number_of(op), load_scan(options, into, operation), into, operation);
  });
}

kiln_status kiln_array_scan_by_key(kiln_array keys, kiln_array array, kiln_scan_op op, const kiln_scan_options* options,
                                   kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& by = use(keys, operation, "keys");
    const auto& source = use(array, operation, "array");
    return array::scan_by_key(by, source, number_of(op), load_scan(options, into, operation), into, operation);
  });
}

kiln_status kiln_scan_create(kiln_context context, const char* identity, const char* map, const char* combine,
                             const char* finish, kiln_scan* out) {
  return guard_new(__func__, out, context, "context", [&](const char* operation, auto& owner) {
    return array::Scan::create(owner, fold_texts(identity, map, combine, finish, operation), {}, operation);
  });
}

kiln_scan kiln_scan_retain(kiln_scan scan) { return retain(scan); }
void kiln_scan_release(kiln_scan scan) { release(scan); }

kiln_status kiln_scan_call(kiln_scan scan, size_t count, const kiln_array* inputs, const kiln_scan_options* options,
                           size_t out_count, kiln_array* out) {
  return call(__func__, scan, count, inputs, options, out_count, nullptr, out);
}

kiln_status kiln_scan_call_into(kiln_scan scan, size_t count, const kiln_array* inputs,
                                const kiln_scan_options* options, size_t out_count, const kiln_array* destinations,
                                kiln_array* out) {
  return call(__func__, scan, count, inputs, options, out_count, &destinations, out);
}

kiln_status kiln_array_diff(kiln_array array, int64_t count, int64_t axis, kiln_array prepend, kiln_array append,
                            kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    const auto* before = use_optional(prepend, operation, "prepend");
    const auto* behind = use_optional(append, operation, "append");
    return array::diff(source, count, axis, before, behind, into, operation);
  });
}

}  // extern "C"
