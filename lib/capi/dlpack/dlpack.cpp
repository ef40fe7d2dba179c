// SPDX-License-Identifier: Apache-2.0
// kiln/interop.h: DLPack.
#include "capi/dlpack/dlpack.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

kiln_dlpack_options options_of(const kiln_dlpack_options* given, const char* operation) {
  const auto options = load_options(given, kiln_dlpack_options KILN_DLPACK_OPTIONS_INIT, operation);
  check_enum(options.copy, KILN_DLPACK_COPY_IF_NEEDED, KILN_DLPACK_COPY_ALWAYS, operation, "options->copy",
             "kiln_dlpack_copy");
  check_enum(options.order, KILN_DLPACK_ORDER_HOST, KILN_DLPACK_ORDER_NONE, operation, "options->order",
             "kiln_dlpack_order");
  if (options.order == KILN_DLPACK_ORDER_QUEUE) require(options.queue, operation, "options->queue");
  return options;
}

template <class Managed>
kiln_status export_to(const char* operation, kiln_array array, const kiln_dlpack_options* options, Managed** out) {
  return guard_get(operation, out, "out", [&](const char* op) {
    auto& used = use(array, op, "array");
    return dlpack::export_array<Managed>(used, options_of(options, op), op);
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
  return guard_get(__func__, number, "number", [&](const char* op) {
    require(type, op, "type");
    const auto device = dlpack::device_of(use(array, op, "array"));
    *type = device.type;
    return device.id;
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
