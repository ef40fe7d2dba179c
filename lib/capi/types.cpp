// SPDX-License-Identifier: Apache-2.0
// kiln/types.h: errors, dtypes, version, log callback.
#include <cmath>

#include "base/log.hpp"
#include "capi/guard.hpp"
#include "capi/handles.hpp"

using namespace kiln;
using namespace kiln::capi;

extern "C" {

void kiln_last_error(kiln_error_info* out) {
  if (out) *out = last_error();
}

kiln_status kiln_callback_failed(kiln_status status, const char* message) { return record_callback(status, message); }

const char* kiln_status_name(kiln_status status) {
  static const char* const names[] = {"KILN_OK",
                                      "KILN_INVALID_ARGUMENT",
                                      "KILN_TYPE_ERROR",
                                      "KILN_SHAPE_ERROR",
                                      "KILN_INDEX_ERROR",
                                      "KILN_READ_ONLY",
                                      "KILN_OUT_OF_MEMORY",
                                      "KILN_OUT_OF_HOST_MEMORY",
                                      "KILN_NO_DEVICE",
                                      "KILN_UNSUPPORTED",
                                      "KILN_PARSE_ERROR",
                                      "KILN_BUILD_ERROR",
                                      "KILN_BACKEND_ERROR",
                                      "KILN_CONTEXT_MISMATCH",
                                      "KILN_FORKED",
                                      "KILN_FLAG_ERROR",
                                      "KILN_OVERFLOW",
                                      "KILN_INTERNAL",
                                      "KILN_CALLBACK_FAILED",
                                      "KILN_FILE_ERROR"};
  const int number = number_of(status);
  return number >= 0 && number < int(std::size(names)) ? names[number] : "KILN_UNKNOWN";
}

const char* kiln_dtype_name(kiln_dtype dtype) {
  const char* name = nullptr;
  if (number_of(dtype) == KILN_FLOATX || base::is_dtype(number_of(dtype)))
    guard(__func__, [&](const char* op) { name = base::dtype_name(check_dtype(dtype, op, "dtype")); });
  return name;
}

size_t kiln_dtype_size(kiln_dtype dtype) {
  std::size_t size = 0;
  if (number_of(dtype) == KILN_FLOATX || base::is_dtype(number_of(dtype)))
    guard(__func__, [&](const char* op) { size = base::dtype_size(check_dtype(dtype, op, "dtype")); });
  return size;
}

kiln_status kiln_dtype_from_name(const char* name, kiln_dtype* out) {
  return guard_get(__func__, out, "out", [&](const char* op) {
    require(name, op, "name");
    return base::dtype_from_name(name);
  });
}

kiln_status kiln_dtype_promote(kiln_dtype a, kiln_dtype b, kiln_dtype* out) {
  return guard_get(__func__, out, "out", [&](const char* op) {
    const DType first = check_dtype(a, op, "a");
    return base::promote(first, check_dtype(b, op, "b"));
  });
}

kiln_status kiln_dtype_get_info(kiln_dtype dtype, kiln_dtype_info* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const DType known = check_dtype(dtype, op, "dtype"), real = base::real_dtype(known);
    kiln_dtype_info value = KILN_DTYPE_INFO_INIT;
    value.dtype = known;
    value.bits = unsigned(base::dtype_size(real)) * 8;
    if (base::is_bool(known)) {
      value.max_integer = 1;
    } else if (base::is_integer(known)) {
      const bool is_signed = !base::is_unsigned(known);
      value.kind = is_signed ? KILN_KIND_SIGNED : KILN_KIND_UNSIGNED;
      value.max_integer = UINT64_MAX >> (64 - value.bits + unsigned(is_signed));
      if (is_signed) value.min_integer = -std::int64_t(value.max_integer) - 1;
    } else {
      struct Format {
        // The digits of the significand, and the exponents of the smallest normal and of the largest number.
        int digits, least, most;
      };
      const Format format = real == KILN_FLOAT16    ? Format{11, -14, 15}
                            : real == KILN_BFLOAT16 ? Format{8, -126, 127}
                            : real == KILN_FLOAT32  ? Format{24, -126, 127}
                                                    : Format{53, -1022, 1023};
      value.kind = base::is_complex(known) ? KILN_KIND_COMPLEX : KILN_KIND_FLOAT;
      value.eps = std::ldexp(1.0, 1 - format.digits);
      value.smallest_normal = std::ldexp(1.0, format.least);
      value.max = std::ldexp(2.0 - value.eps, format.most);
    }
    return value;
  });
}

unsigned kiln_version(void) { return KILN_VERSION_MAJOR * 10000 + KILN_VERSION_MINOR * 100 + KILN_VERSION_PATCH; }

void kiln_set_log_callback(kiln_log_callback callback, void* user) { base::set_log_callback(callback, user); }

}  // extern "C"
