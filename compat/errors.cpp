// SPDX-License-Identifier: Apache-2.0
// Error codes, their texts, and the stored texts of failures, which gpucontext_error() returns.
#include "compat/errors.hpp"

#include <new>

#include "compat/objects.hpp"

namespace kiln::compat {

namespace {

// The last failure on this thread without a context.
struct ThreadFailure {
  int code = GA_NO_ERROR;
  std::string text;
};
thread_local ThreadFailure thread_failure;

// Stores a message. If there is no memory for it, the text stays empty, and the code's text is returned
// later.
void keep(std::string& text, const char* message) noexcept {
  try {
    text = message;
  } catch (...) {
    text.clear();
  }
}

}  // namespace

int code_of(kiln_status status) noexcept {
  switch (status) {
    case KILN_OK:
      return GA_NO_ERROR;
    case KILN_OUT_OF_MEMORY:
    case KILN_OUT_OF_HOST_MEMORY:
      return GA_MEMORY_ERROR;
    case KILN_INVALID_ARGUMENT:
    case KILN_SHAPE_ERROR:
    case KILN_INDEX_ERROR:
    case KILN_PARSE_ERROR:
    case KILN_CONTEXT_MISMATCH:
    case KILN_FLAG_ERROR:
      return GA_VALUE_ERROR;
    case KILN_TYPE_ERROR:
      return GA_INVALID_ERROR;
    case KILN_READ_ONLY:
      return GA_READONLY_ERROR;
    case KILN_NO_DEVICE:
      return GA_NODEV_ERROR;
    case KILN_UNSUPPORTED:
      return GA_DEVSUP_ERROR;
    case KILN_BUILD_ERROR:
    case KILN_BACKEND_ERROR:
      return GA_IMPL_ERROR;
    case KILN_OVERFLOW:
      return GA_XLARGE_ERROR;
    case KILN_FORKED:
    case KILN_INTERNAL:
    case KILN_CALLBACK_FAILED:
    case KILN_FILE_ERROR:
      break;
  }
  return GA_MISC_ERROR;
}

void fail_status(kiln_status status, const char* operation) {
  kiln_error_info info;
  kiln_last_error(&info);
  std::string text = fmt::format("{}: {}", operation, info.message);
  if (*info.build_log) text += fmt::format("\n{}", info.build_log);
  throw Failure(code_of(status), std::move(text));
}

int note_failure(gpucontext* context, int code, const char* message) noexcept {
  if (context) {
    const std::lock_guard lock(context->error_mutex);
    context->error_code = code;
    keep(context->error_text, message);
  } else {
    thread_failure.code = code;
    keep(thread_failure.text, message);
  }
  return code;
}

int translate_exception(gpucontext* context) noexcept {
  try {
    throw;
  } catch (const Failure& failure) {
    return note_failure(context, failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return note_failure(context, GA_MEMORY_ERROR, "out of host memory");
  } catch (const std::exception& error) {
    return note_failure(context, GA_MISC_ERROR, error.what());
  } catch (...) {
    return note_failure(context, GA_MISC_ERROR, "an exception of an unknown type");
  }
}

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

const char* gpuarray_error_str(int err) {
  static constexpr const char* kTexts[] = {
      "No error",
      "Out of memory",
      "Value invalid or out of range",
      "Unknown device error",
      "Invalid value or operation",
      "Unsupported operation",
      "System error",
      "Could not execute helper program",
      "Device does not support operation",
      "Buffer is read-only",
      "Buffer is write-only",
      "Error in BLAS call",
      "Unaligned array",
      "Copy is needed but disallowed by parameters",
      "No devices are available",
      "Undeterminate error",
      "Error in collectives call",
      "Input size too large for operation",
      "Error loading library",
  };
  static_assert(std::size(kTexts) == GA_LOAD_ERROR + 1);
  return err >= 0 && err < int(std::size(kTexts)) ? kTexts[err] : "Unknown GA error";
}

const char* gpucontext_error(gpucontext* ctx, int err) {
  // A copy for this thread, since other threads may fail in the context meanwhile.
  thread_local std::string copy;
  // A caller that has no code asks for GA_NO_ERROR and means the last failure. pygpu does so when no kernel
  // was made.
  const auto asked = [err](int code) { return code == err || err == GA_NO_ERROR; };
  try {
    if (ctx) {
      const std::lock_guard lock(ctx->error_mutex);
      copy = asked(ctx->error_code) ? ctx->error_text : std::string();
    } else {
      copy = asked(thread_failure.code) ? thread_failure.text : std::string();
    }
  } catch (...) {
    copy.clear();
  }
  return copy.empty() ? gpuarray_error_str(err) : copy.c_str();
}

}  // extern "C"
