// SPDX-License-Identifier: Apache-2.0
// Calls of reductions and scans that the caller writes.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "capi/guard.hpp"

namespace kiln::capi {

// The texts of a reduction or a scan.
inline array::ReduceTexts fold_texts(const char* identity, const char* map, const char* combine, const char* finish,
                                     const char* operation) {
  require(identity, operation, "identity");
  require(map, operation, "map");
  require(combine, operation, "combine");
  require(finish, operation, "finish");
  return {identity, map, combine, finish};
}

// Runs such a call. `prepare(operation)` checks what differs between the entries and returns a function, which gets the
// arrays, the results and their dtypes. `destinations` is null for an entry without destinations.
template <class Prepare>
kiln_status call_fold(const char* entry, std::size_t count, const kiln_array* inputs, std::size_t out_count,
                      const kiln_array* const* destinations, kiln_array* out, Prepare&& prepare) {
  return guard(entry, [&](const char* operation) {
    check_count(count, operation, "count");
    check_count(out_count, operation, "out_count");
    std::byte local[1024];  // room for the lists of a call with few arrays
    std::pmr::monotonic_buffer_resource arena(local, sizeof local);
    // A copy, since `destinations` and `out` may be the same list.
    std::pmr::vector<kiln_array> to(&arena);
    if (destinations && *destinations) to.assign(*destinations, *destinations + out_count);
    for (std::size_t i = 0; out && i < out_count; ++i) out[i] = nullptr;
    const auto run = prepare(operation);
    if (count > 0) require(inputs, operation, "inputs");
    if (destinations) require(*destinations, operation, "destinations");
    if (!destinations || std::count(to.begin(), to.end(), nullptr) > 0) require(out, operation, "out");
    std::pmr::vector<const array::Array*> arrays(&arena);
    arrays.reserve(count);
    for (std::size_t i = 0; i < count; ++i) arrays.push_back(&use(inputs[i], operation, "inputs", i));
    std::pmr::vector<base::Ref<array::Array>> results(out_count, &arena);
    for (std::size_t i = 0; i < to.size(); ++i) results[i] = base::Ref<array::Array>(to_object(to[i]));
    const std::pmr::vector<int> dtypes(out_count, KILN_DTYPE_AUTO, &arena);
    run(arrays, results, dtypes);
    for (std::size_t i = 0; out && i < out_count; ++i) out[i] = to_handle(results[i].detach());
  });
}

}  // namespace kiln::capi
