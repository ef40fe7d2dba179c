// SPDX-License-Identifier: Apache-2.0
// kiln/sort.h: order along an axis.
#include "array/sort.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

kiln_status topk(const char* entry, kiln_array array, std::int64_t k, std::int64_t axis, int largest,
                 kiln_array values_to, kiln_array indices_to, kiln_array* values, kiln_array* indices) {
  for (kiln_array* out : {values, indices})
    if (out) *out = nullptr;
  return guard(entry, [&](const char* operation) {
    const auto& source = use(array, operation, "array");
    Ref<array::Array> made[2] = {Ref<array::Array>(to_object(values_to)),
                                 Ref<array::Array>(to_object(indices_to))};
    array::topk(source, k, axis, largest != 0, values || values_to ? &made[0] : nullptr,
                indices || indices_to ? &made[1] : nullptr, operation);
    if (values) *values = to_handle(made[0].detach());
    if (indices) *indices = to_handle(made[1].detach());
  });
}

}  // namespace

extern "C" {

kiln_status kiln_array_sort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                            kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    return array::sort(use(array, operation, "array"), axis, descending != 0, into, operation);
  });
}

kiln_status kiln_array_argsort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                               kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    return array::argsort(use(array, operation, "array"), axis, descending != 0, into, operation);
  });
}

kiln_status kiln_array_topk(kiln_array array, int64_t k, int64_t axis, int largest, kiln_array* values,
                            kiln_array* indices) {
  return topk(__func__, array, k, axis, largest, nullptr, nullptr, values, indices);
}

kiln_status kiln_array_topk_into(kiln_array array, int64_t k, int64_t axis, int largest,
                                 kiln_array values_destination, kiln_array indices_destination,
                                 kiln_array* values, kiln_array* indices) {
  return topk(__func__, array, k, axis, largest, values_destination, indices_destination, values, indices);
}

kiln_status kiln_array_unique(kiln_array array, kiln_array* values, kiln_array* indices, kiln_array* inverse,
                              kiln_array* counts) {
  for (kiln_array* out : {values, indices, inverse, counts})
    if (out) *out = nullptr;
  return guard(__func__, [&](const char* operation) {
    const auto& source = use(array, operation, "array");
    require(values, operation, "values");
    auto made = array::unique(source, indices, inverse, counts, operation);
    *values = to_handle(made.values.detach());
    if (indices) *indices = to_handle(made.indices.detach());
    if (inverse) *inverse = to_handle(made.inverse.detach());
    if (counts) *counts = to_handle(made.counts.detach());
  });
}

kiln_status kiln_array_searchsorted(kiln_array sorted, kiln_array values, int right, kiln_array destination,
                                    kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& among = use(sorted, operation, "sorted");
    return array::searchsorted(among, use(values, operation, "values"), right != 0, into, operation);
  });
}

}  // extern "C"
