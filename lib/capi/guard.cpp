// SPDX-License-Identifier: Apache-2.0
// Translates exceptions into the thread's last error, and has the checks of arguments that all entries share.
#include "capi/guard.hpp"

#include <new>

namespace kiln::capi {

namespace {

// The pointers of `info` point into the strings, or to static texts if there was no memory for strings.
struct LastError {
  std::string message;
  std::string build_log;
  kiln_error_info info = {KILN_OK, 0, "", ""};
  std::uint64_t count = 0;
};

LastError& slot() noexcept {
  thread_local LastError error;
  return error;
}

const char* keep(std::string& storage, const char* text, const char* instead) noexcept {
  try {
    storage = text;
    return storage.c_str();
  } catch (...) {
    return instead;
  }
}

void record(kiln_status status, std::int64_t vendor_code, const char* message, const char* log) noexcept {
  LastError& error = slot();
  error.info = {status, vendor_code, keep(error.message, message, "(no host memory for the message)"),
                keep(error.build_log, log, "(no host memory for the build log)")};
}

}  // namespace

const kiln_error_info& last_error() noexcept { return slot().info; }
std::uint64_t error_count() noexcept { return slot().count; }

kiln_status record_callback(kiln_status status, const char* message) noexcept {
  constexpr std::size_t kMost = 4096;
  if (status <= KILN_OK || status > base::kLastStatus) status = KILN_CALLBACK_FAILED;
  ++slot().count;
  try {
    const std::string_view text(message ? message : "");
    record(status, 0, std::string(text.substr(0, kMost)).c_str(), "");
  } catch (...) {
    record(status, 0, "", "");
  }
  return status;
}

kiln_status translate_exception(const char* operation) noexcept {
  ++slot().count;
  try {
    throw;
  } catch (const layout::TooManyDimensions& error) {
    try {
      record(error.status(), 0, fmt::format("{}: {}", operation, error.message()).c_str(), "");
    } catch (...) {
      record(error.status(), 0, error.message().c_str(), "");
    }
  } catch (const backend::Error& error) {
    record(error.status(), error.vendor_code(), error.message().c_str(), error.log().c_str());
  } catch (const std::bad_alloc&) {
    slot().info = {KILN_OUT_OF_HOST_MEMORY, 0, "out of host memory", ""};
  } catch (const std::exception& error) {
    try {
      record(KILN_INTERNAL, 0, fmt::format("{}: {}", operation, error.what()).c_str(), "");
    } catch (...) {
      slot().info = {KILN_INTERNAL, 0, "an unexpected failure, and no host memory to describe it", ""};
    }
  } catch (...) {
    slot().info = {KILN_INTERNAL, 0, "an exception of an unknown type", ""};
  }
  return slot().info.status;
}

DType check_dtype(int dtype, const char* operation, const char* argument) {
  if (dtype == KILN_FLOATX) return base::flag_floatX();
  if (!base::is_dtype(dtype)) fail(KILN_TYPE_ERROR, "{}: {} is no dtype, got {}", operation, argument, dtype);
  return static_cast<DType>(dtype);
}

int check_result_dtype(const kiln_dtype& dtype, bool has_destination, const char* operation, const char* argument) {
  const int number = number_of(dtype);
  if (number == KILN_DTYPE_AUTO) return number;
  const DType known = check_dtype(number, operation, argument);
  if (has_destination)
    fail(KILN_INVALID_ARGUMENT, "{}: {} is {}, expected KILN_DTYPE_AUTO: the destination has one", operation, argument,
         kiln_dtype_name(dtype));
  return known;
}

std::span<const std::int64_t> check_dims(std::size_t count, const std::int64_t* values, const char* operation,
                                         const char* argument) {
  if (count > KILN_MAX_DIMS)
    fail(KILN_SHAPE_ERROR, "{}: {} has too many entries, got {}, expected at most {}", operation, argument, count,
         KILN_MAX_DIMS);
  if (count > 0) require(values, operation, argument);
  return {values, count};
}

layout::Index subscript_of(const kiln_index& subscript, const char* operation, const char* argument,
                           std::size_t index) {
  using Kind = layout::Index::Kind;
  static_assert(int(Kind::integer) == KILN_INDEX_INTEGER && int(Kind::slice) == KILN_INDEX_SLICE &&
                int(Kind::new_axis) == KILN_INDEX_NEW_AXIS && int(Kind::ellipsis) == KILN_INDEX_ELLIPSIS);
  const int kind = number_of(subscript.kind);
  if (kind < KILN_INDEX_INTEGER || kind > KILN_INDEX_ELLIPSIS)
    fail(KILN_INVALID_ARGUMENT, "{}: {}[{}] has kind {}, expected a kiln_index_kind", operation, argument, index, kind);
  return {Kind(kind), subscript.start, subscript.stop, subscript.step};
}

base::Scalar element_of(const kiln_dtype& value_dtype, const void* value, DType to, const char* operation) {
  const DType from = check_dtype(value_dtype, operation, "value_dtype");
  require(value, operation, "value");
  const auto scalar = base::Scalar::load(from, value);
  if (!base::is_integer(from) || !base::is_integer(to)) return scalar;
  const auto there = scalar.cast(to);
  // The same number has the same bits, and another sign has them, too.
  if (there.u != scalar.u || (base::is_signed(from) != base::is_signed(to) && there.i < 0))
    fail(KILN_OVERFLOW, "{}: value is {}, which does not fit {}", operation,
         base::is_signed(from) ? std::to_string(scalar.i) : std::to_string(scalar.u), base::dtype_name(to));
  return scalar;
}

void check_same_context(const runtime::Context& a, const runtime::Context& b, const char* operation) {
  if (&a == &b) return;
  fail(KILN_CONTEXT_MISMATCH, "{}: objects of two contexts, {}, expected both of one context", operation,
       a.device() == b.device() ? fmt::format("both on {}", a.device())
                                : fmt::format("one on {} and one on {}", a.device(), b.device()));
}

std::size_t check_struct_size(std::size_t given, std::size_t ours, std::size_t alignment, const char* operation,
                              const char* argument) {
  // In every header a struct has at least one field after struct_size, and its size is a multiple of its alignment.
  constexpr std::size_t kLargest = 4096;
  if (given < 2 * sizeof(std::size_t) || given > kLargest || given % alignment != 0)
    fail(KILN_INVALID_ARGUMENT,
         "{}: {}->struct_size is {}, expected {}; set it with the KILN_*_INIT macro of the struct", operation, argument,
         given, ours);
  return given < ours ? given : ours;
}

const char* kind_name(backend::DeviceKind kind) noexcept {
  if (kind == backend::DeviceKind::cpu) return "cpu";
  if (kind == backend::DeviceKind::gpu) return "gpu";
  return kind == backend::DeviceKind::accelerator ? "accelerator" : "other";
}

char* new_string(const std::string& text, std::size_t* length) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  if (length) *length = text.size();
  return copy;
}

}  // namespace kiln::capi
