// SPDX-License-Identifier: Apache-2.0
// kiln/sort.h: order along an axis.
#include "array/order/sort.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;

namespace {

kiln_status topk(const char* entry, kiln_array array, std::int64_t k, std::int64_t axis, int largest,
                 kiln_array values_to, kiln_array indices_to, kiln_array* values, kiln_array* indices) {
  return guard_each(entry, {values, indices}, [&](const char* operation, auto& made) {
    const auto& source = use(array, operation, "array");
    made[0] = Ref<array::Array>(to_object(values_to));
    made[1] = Ref<array::Array>(to_object(indices_to));
    array::topk(source, k, axis, largest != 0, values || values_to ? &made[0] : nullptr,
                indices || indices_to ? &made[1] : nullptr, operation);
  });
}

kiln_status sort_by_key(const char* entry, kiln_array keys, kiln_array values, std::int64_t axis, int descending,
                        kiln_array const (&destinations)[2], kiln_array* const (&outs)[2]) {
  return guard_each(entry, outs, [&](const char* operation, auto& results) {
    const auto& order = use(keys, operation, "keys");
    const auto& moved = use(values, operation, "values");
    array::Array* const into[2] = {use_optional(destinations[0], operation, "keys_destination"),
                                   use_optional(destinations[1], operation, "values_destination")};
    auto made = array::sort_by_key(order, moved, axis, descending != 0, outs[0] || into[0], outs[1] || into[1], into,
                                   operation);
    results[0] = std::move(made.keys);
    results[1] = std::move(made.values);
  });
}

kiln_status unique(const char* entry, kiln_array array, const kiln_array* destinations, kiln_array* const (&outs)[4]) {
  return guard_each(entry, outs, [&](const char* operation, auto& results) {
    const auto& source = use(array, operation, "array");
    array::Array* into[4] = {};
    bool wanted[4] = {};
    for (std::size_t i = 0; i < 4; ++i) {
      if (destinations && destinations[i]) into[i] = &use(destinations[i], operation, "destinations", i);
      wanted[i] = outs[i] || into[i];
    }
    if (!wanted[0]) require(outs[0], operation, "values");
    auto made = array::unique(source, wanted[1], wanted[2], wanted[3], into, operation);
    results[0] = std::move(made.values);
    results[1] = std::move(made.indices);
    results[2] = std::move(made.inverse);
    results[3] = std::move(made.counts);
  });
}

}  // namespace

extern "C" {

kiln_status kiln_array_sort(kiln_array array, int64_t axis, int descending, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::sort(source, axis, descending != 0, into, operation);
  });
}

kiln_status kiln_array_argsort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                               kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::argsort(source, axis, descending != 0, into, operation);
  });
}

kiln_status kiln_array_sort_by_key(kiln_array keys, kiln_array values, int64_t axis, int descending,
                                   kiln_array keys_destination, kiln_array values_destination, kiln_array* keys_out,
                                   kiln_array* values_out) {
  return sort_by_key(__func__, keys, values, axis, descending, {keys_destination, values_destination},
                     {keys_out, values_out});
}

kiln_status kiln_array_topk(kiln_array array, int64_t k, int64_t axis, int largest, kiln_array* values,
                            kiln_array* indices) {
  return topk(__func__, array, k, axis, largest, nullptr, nullptr, values, indices);
}

kiln_status kiln_array_topk_into(kiln_array array, int64_t k, int64_t axis, int largest, kiln_array values_destination,
                                 kiln_array indices_destination, kiln_array* values, kiln_array* indices) {
  return topk(__func__, array, k, axis, largest, values_destination, indices_destination, values, indices);
}

kiln_status kiln_array_quantile(kiln_array array, double q, int64_t axis, int keepdims, kiln_array destination,
                                kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::quantile(source, q, axis, keepdims != 0, into, operation);
  });
}

kiln_status kiln_array_unique(kiln_array array, kiln_array* values, kiln_array* indices, kiln_array* inverse,
                              kiln_array* counts) {
  return unique(__func__, array, nullptr, {values, indices, inverse, counts});
}

kiln_status kiln_array_unique_into(kiln_array array, const kiln_array destinations[4], kiln_array* values,
                                   kiln_array* indices, kiln_array* inverse, kiln_array* counts) {
  return unique(__func__, array, destinations, {values, indices, inverse, counts});
}

kiln_status kiln_array_isin(kiln_array array, kiln_array values, int invert, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::isin(source, use(values, operation, "values"), invert != 0, into, operation);
  });
}

kiln_status kiln_array_set(kiln_array a, kiln_array b, kiln_set_op op, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& first = use(a, operation, "a");
    return array::set_of(first, use(b, operation, "b"), number_of(op), into, operation);
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
