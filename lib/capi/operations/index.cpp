// SPDX-License-Identifier: Apache-2.0
// kiln/index.h: elements by position, masks, and arrays put together from others.
#include "array/index/index.hpp"

#include "base/text.hpp"
#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;

namespace {

std::vector<const Array*> load(std::size_t count, const kiln_array* arrays, const char* operation,
                               const char* argument = "arrays", std::size_t most = kMostItems) {
  check_count(count, operation, "count", most);
  if (count > 0) require(arrays, operation, argument);
  std::vector<const Array*> loaded;
  for (std::size_t i = 0; i < count; ++i) loaded.push_back(&use(arrays[i], operation, argument, i));
  return loaded;
}

// Runs an entry with `count` results. out[i] is NULL on failure.
template <class Body>
kiln_status guard_many(const char* operation, std::size_t count, kiln_array* out, Body&& body) noexcept {
  for (std::size_t i = 0; out && count <= kMostItems && i < count; ++i) out[i] = nullptr;
  return guard(operation, [&](const char* op) {
    check_count(count, op, "count");
    if (count > 0) require(out, op, "out");
    std::vector<Ref<Array>> results = body(op);
    for (std::size_t i = 0; i < count; ++i) out[i] = to_handle(results[i].detach());
  });
}

std::vector<Ref<Array>> nonzero(kiln_array array, std::size_t count, const kiln_array* destinations,
                                const char* operation) {
  const auto& source = use(array, operation, "array");
  const std::size_t axes = source.shape().empty() ? 1 : source.shape().size();
  if (count != axes)
    fail(KILN_INVALID_ARGUMENT, "{}: got room for {}, expected {}: one for each axis", operation,
         base::plural(count, "result"), axes);
  std::vector<Array*> into;
  for (std::size_t i = 0; destinations && i < count; ++i)
    into.push_back(destinations[i] ? &use(destinations[i], operation, "destinations", i) : nullptr);
  return array::nonzero(source, into, operation);
}

}  // namespace

extern "C" {

// ---- By index arrays ----

kiln_status kiln_array_take(kiln_array array, kiln_array indices, int64_t axis, kiln_array destination,
                            kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::take(source, use(indices, op, "indices"), axis, into, op);
  });
}

kiln_status kiln_array_take_along_axis(kiln_array array, kiln_array indices, int64_t axis, kiln_array destination,
                                       kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::take_along_axis(source, use(indices, op, "indices"), axis, into, op);
  });
}

kiln_status kiln_array_put(kiln_array array, kiln_array indices, int64_t axis, kiln_array values) {
  return guard(__func__, array, "array", [&](const char* op, auto& into) {
    const auto& where = use(indices, op, "indices");
    array::put(into, where, axis, use(values, op, "values"), op);
  });
}

kiln_status kiln_array_scatter_add(kiln_array array, kiln_array indices, int64_t axis, kiln_array values) {
  return guard(__func__, array, "array", [&](const char* op, auto& into) {
    const auto& where = use(indices, op, "indices");
    array::scatter_add(into, where, axis, use(values, op, "values"), op);
  });
}

kiln_status kiln_array_take_at(kiln_array array, size_t count, const kiln_array* indices, kiln_array destination,
                               kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::take_at(source, load(count, indices, op, "indices", KILN_MAX_DIMS), into, op);
  });
}

kiln_status kiln_array_put_at(kiln_array array, size_t count, const kiln_array* indices, kiln_array values) {
  return guard(__func__, array, "array", [&](const char* op, auto& into) {
    const auto where = load(count, indices, op, "indices", KILN_MAX_DIMS);
    array::put_at(into, where, use(values, op, "values"), op);
  });
}

kiln_status kiln_array_scatter_add_at(kiln_array array, size_t count, const kiln_array* indices, kiln_array values) {
  return guard(__func__, array, "array", [&](const char* op, auto& into) {
    const auto where = load(count, indices, op, "indices", KILN_MAX_DIMS);
    array::scatter_add_at(into, where, use(values, op, "values"), op);
  });
}

// ---- By masks ----

kiln_status kiln_array_compress(kiln_array array, kiln_array mask, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::compress(source, use(mask, op, "mask"), into, op);
  });
}

kiln_status kiln_array_put_mask(kiln_array array, kiln_array mask, kiln_array values) {
  return guard(__func__, array, "array", [&](const char* op, auto& into) {
    const auto& where = use(mask, op, "mask");
    array::put_mask(into, where, use(values, op, "values"), op);
  });
}

kiln_status kiln_array_nonzero(kiln_array array, size_t count, kiln_array* out) {
  return guard_many(__func__, count, out, [&](const char* op) { return nonzero(array, count, nullptr, op); });
}

kiln_status kiln_array_nonzero_into(kiln_array array, size_t count, const kiln_array* destinations, kiln_array* out) {
  if (out || !destinations)
    return guard_many(__func__, count, out, [&](const char* op) { return nonzero(array, count, destinations, op); });
  return guard(__func__, [&](const char* op) {
    check_count(count, op, "count", KILN_MAX_DIMS);
    for (std::size_t i = 0; i < count; ++i) use(destinations[i], op, "destinations", i);
    nonzero(array, count, destinations, op);
  });
}

// ---- Arrays from others ----

kiln_status kiln_array_concat(size_t count, const kiln_array* arrays, int64_t axis, kiln_array destination,
                              kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* op, Array* into) {
    return array::concat(load(count, arrays, op), axis, into, op);
  });
}

kiln_status kiln_array_stack(size_t count, const kiln_array* arrays, int64_t axis, kiln_array destination,
                             kiln_array* out) {
  return guard_into(__func__, destination, out,
                    [&](const char* op, Array* into) { return array::stack(load(count, arrays, op), axis, into, op); });
}

kiln_status kiln_array_split(kiln_array array, int64_t axis, size_t count, const int64_t* sizes, kiln_array* out) {
  return guard_many(__func__, count, out,
                    [&](const char* op) { return array::split(use(array, op, "array"), axis, count, sizes, op); });
}

kiln_status kiln_array_tile(kiln_array array, size_t count, const int64_t* repeats, kiln_array destination,
                            kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::tile(source, check_dims(count, repeats, op, "repeats"), into, op);
  });
}

kiln_status kiln_array_repeat(kiln_array array, int64_t repeats, int64_t axis, kiln_array destination,
                              kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::repeat(source, repeats, axis, into, op);
  });
}

kiln_status kiln_array_repeat_each(kiln_array array, kiln_array repeats, int64_t axis, kiln_array destination,
                                   kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::repeat_each(source, use(repeats, op, "repeats"), axis, into, op);
  });
}

kiln_status kiln_array_roll(kiln_array array, size_t count, const int64_t* shifts, const int64_t* axes,
                            kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::roll(source, check_dims(count, shifts, op, "shifts"), axes, into, op);
  });
}

kiln_status kiln_array_pad(kiln_array array, const int64_t* widths, kiln_pad_mode mode, kiln_dtype value_dtype,
                           const void* value, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    const std::size_t ndim = source.shape().size();
    if (ndim > 0) require(widths, op, "widths");
    const auto zero = base::Scalar::integer(KILN_INT64, 0);
    const auto border = value ? element_of(value_dtype, value, source.dtype(), op) : zero;
    return array::pad(source, {widths, 2 * ndim}, number_of(mode), border, into, op);
  });
}

kiln_status kiln_array_tril(kiln_array array, int64_t k, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::triangle(source, false, k, into, op);
  });
}

kiln_status kiln_array_triu(kiln_array array, int64_t k, kiln_array destination, kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* op, const Array& source, Array* into) {
    return array::triangle(source, true, k, into, op);
  });
}

// ---- Grids ----

kiln_status kiln_array_linspace(kiln_context context, kiln_dtype dtype, kiln_dtype value_dtype, const void* start,
                                const void* stop, int64_t count, int endpoint, kiln_array destination,
                                kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* op, Array* into) {
    auto& owner = use(context, op, "context");
    const DType known = check_dtype(dtype, op, "dtype");
    const DType given = check_dtype(value_dtype, op, "value_dtype");
    require(start, op, "start");
    require(stop, op, "stop");
    return array::linspace(owner, known, base::Scalar::load(given, start), base::Scalar::load(given, stop), count,
                           endpoint != 0, into, op);
  });
}

kiln_status kiln_array_eye(kiln_context context, kiln_dtype dtype, int64_t rows, int64_t columns, int64_t k,
                           kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* op, Array* into) {
    auto& owner = use(context, op, "context");
    return array::eye(owner, check_dtype(dtype, op, "dtype"), rows, columns, k, into, op);
  });
}

kiln_status kiln_array_meshgrid(size_t count, const kiln_array* arrays, int ij, kiln_array* out) {
  return guard_many(__func__, count, out,
                    [&](const char* op) { return array::meshgrid(load(count, arrays, op), ij != 0, op); });
}

}  // extern "C"
