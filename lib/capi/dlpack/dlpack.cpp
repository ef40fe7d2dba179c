// SPDX-License-Identifier: Apache-2.0
// kiln/interop.h: DLPack.
#include "capi/dlpack/dlpack.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

kiln_dlpack_options options_of(const kiln_dlpack_options* given, const char* operation) {
  kiln_dlpack_options options = KILN_DLPACK_OPTIONS_INIT;
  if (given) options = load_struct(*given, options, operation, "options");
  if (const int copy = number_of(options.copy); copy < 0 || copy > KILN_DLPACK_COPY_ALWAYS)
    fail(KILN_INVALID_ARGUMENT, "{}: options->copy is {}, expected a kiln_dlpack_copy", operation, copy);
  if (const int order = number_of(options.order); order < 0 || order > KILN_DLPACK_ORDER_NONE)
    fail(KILN_INVALID_ARGUMENT, "{}: options->order is {}, expected a kiln_dlpack_order", operation, order);
  if (options.order == KILN_DLPACK_ORDER_QUEUE) require(options.queue, operation, "options->queue");
  return options;
}

template <class Managed>
kiln_status export_to(const char* operation, kiln_array array, const kiln_dlpack_options* options, Managed** out) {
  if (out) *out = nullptr;
  return guard(operation, [&](const char* op) {
    require(out, op, "out");
    auto& used = use(array, op, "array");
    *out = dlpack::export_array<Managed>(used, options_of(options, op), op);
  });
}

template <class Managed>
kiln_status import_from(const char* operation, kiln_context context, Managed* tensor,
                        const kiln_dlpack_options* options, kiln_array* out) {
  // Calls the tensor's deleter if the call fails before the import takes the tensor over.
  struct Tell {
    Managed* tensor;
    ~Tell() {
      if (tensor && tensor->deleter) tensor->deleter(tensor);
    }
  } tell{tensor};
  return guard_new(operation, out, [&](const char* op) {
    auto& used = use(context, op, "context");
    require(tensor, op, "tensor");
    const kiln_dlpack_options checked = options_of(options, op);
    tell.tensor = nullptr;
    return dlpack::import_array(used, tensor, checked, op);
  });
}

}  // namespace

extern "C" {

kiln_status kiln_array_dlpack_device(kiln_array array, int32_t* type, int32_t* number) {
  if (type) *type = 0;
  if (number) *number = 0;
  return guard(__func__, [&](const char* op) {
    require(type, op, "type");
    require(number, op, "number");
    const auto device = dlpack::device_of(use(array, op, "array"));
    *type = device.type;
    *number = device.id;
  });
}

kiln_status kiln_array_to_dlpack(kiln_array array, const kiln_dlpack_options* options,
                                 struct DLManagedTensorVersioned** out) {
  return export_to(__func__, array, options, out);
}

kiln_status kiln_array_to_dlpack_legacy(kiln_array array, const kiln_dlpack_options* options,
                                        struct DLManagedTensor** out) {
  return export_to(__func__, array, options, out);
}

kiln_status kiln_array_from_dlpack(kiln_context context, struct DLManagedTensorVersioned* tensor,
                                   const kiln_dlpack_options* options, kiln_array* out) {
  return import_from(__func__, context, tensor, options, out);
}

kiln_status kiln_array_from_dlpack_legacy(kiln_context context, struct DLManagedTensor* tensor,
                                          const kiln_dlpack_options* options, kiln_array* out) {
  return import_from(__func__, context, tensor, options, out);
}

}  // extern "C"
