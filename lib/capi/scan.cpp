// SPDX-License-Identifier: Apache-2.0
// kiln/scan.h: cumulative operations.
#include "array/scan.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

extern "C" {

kiln_status kiln_array_scan(kiln_array array, kiln_scan_op op, const kiln_scan_options* options,
                            kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& source = use(array, operation, "array");
    const kiln_scan_options defaults = KILN_SCAN_OPTIONS_INIT;
    const kiln_scan_options given =
        options ? load_struct(*options, defaults, operation, "options") : defaults;
    array::ScanOptions known;
    known.axis = given.axis;
    known.exclusive = given.exclusive != 0;
    known.reverse = given.reverse != 0;
    known.initial = given.include_initial != 0;
    known.dtype = number_of(given.dtype);
    if (known.dtype != KILN_DTYPE_AUTO) {
      known.dtype = check_dtype(known.dtype, operation, "options->dtype");
      if (into)
        fail(KILN_INVALID_ARGUMENT,
             "{}: options->dtype is {}, expected KILN_DTYPE_AUTO: the destination has one", operation,
             kiln_dtype_name(given.dtype));
    }
    return array::scan(source, number_of(op), known, into, operation);
  });
}

kiln_status kiln_array_diff(kiln_array array, int64_t count, int64_t axis, kiln_array prepend,
                            kiln_array append, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& source = use(array, operation, "array");
    const auto* before = prepend ? &use(prepend, operation, "prepend") : nullptr;
    const auto* behind = append ? &use(append, operation, "append") : nullptr;
    return array::diff(source, count, axis, before, behind, into, operation);
  });
}

}  // extern "C"
