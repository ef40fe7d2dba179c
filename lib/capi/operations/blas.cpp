// SPDX-License-Identifier: Apache-2.0
// kiln/blas.h: products of vectors and matrices.
#include "array/product/blas.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;

namespace {

// The arrays that three lists name: two lists of inputs, and one of arrays that the call updates.
struct Lists {
  std::vector<const array::Array*> first, second;
  std::vector<array::Array*> updated;
};
struct NamedList {
  const kiln_array* arrays;
  const char* name;
};
Lists lists_of(std::size_t count, NamedList first, NamedList second, NamedList updated, const char* operation) {
  check_count(count, operation, "count");
  for (const NamedList& each : {first, second, updated}) require(each.arrays, operation, each.name);
  Lists lists;
  for (std::size_t i = 0; i < count; ++i) {
    lists.first.push_back(&use(first.arrays[i], operation, first.name, i));
    lists.second.push_back(&use(second.arrays[i], operation, second.name, i));
    lists.updated.push_back(&use(updated.arrays[i], operation, updated.name, i));
  }
  return lists;
}

}  // namespace

extern "C" {

kiln_status kiln_blas_dot(kiln_array x, kiln_array y, int conjugate, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(x, operation, "x");
    return array::dot(left, use(y, operation, "y"), conjugate != 0, into, operation);
  });
}

kiln_status kiln_blas_gemv(kiln_transpose transpose, kiln_scale alpha, kiln_array a, kiln_array x, kiln_scale beta,
                           kiln_array y) {
  return guard(__func__, [&](const char* operation) {
    const auto &matrix = use(a, operation, "a"), &vector = use(x, operation, "x");
    array::gemv(number_of(transpose), alpha, matrix, vector, beta, use(y, operation, "y"), operation);
  });
}

kiln_status kiln_blas_ger(int conjugate, kiln_scale alpha, kiln_array x, kiln_array y, kiln_array a) {
  return guard(__func__, [&](const char* operation) {
    const auto &left = use(x, operation, "x"), &right = use(y, operation, "y");
    array::ger(conjugate != 0, alpha, left, right, use(a, operation, "a"), operation);
  });
}

kiln_status kiln_blas_gemm(kiln_transpose transpose_a, kiln_transpose transpose_b, kiln_scale alpha, kiln_array a,
                           kiln_array b, kiln_scale beta, kiln_array c) {
  return guard(__func__, [&](const char* operation) {
    const auto &left = use(a, operation, "a"), &right = use(b, operation, "b");
    array::gemm(number_of(transpose_a), number_of(transpose_b), alpha, left, right, beta, use(c, operation, "c"),
                operation);
  });
}

kiln_status kiln_blas_gemm_list(kiln_transpose transpose_a, kiln_transpose transpose_b, kiln_scale alpha, size_t count,
                                const kiln_array* a, const kiln_array* b, kiln_scale beta, const kiln_array* c) {
  return guard(__func__, [&](const char* operation) {
    if (count == 0) return;
    const Lists lists = lists_of(count, {a, "a"}, {b, "b"}, {c, "c"}, operation);
    array::gemm_list(number_of(transpose_a), number_of(transpose_b), alpha, lists.first, lists.second, beta,
                     lists.updated, operation);
  });
}

kiln_status kiln_blas_gemv_list(kiln_transpose transpose, kiln_scale alpha, size_t count, const kiln_array* a,
                                const kiln_array* x, kiln_scale beta, const kiln_array* y) {
  return guard(__func__, [&](const char* operation) {
    if (count == 0) return;
    const Lists lists = lists_of(count, {a, "a"}, {x, "x"}, {y, "y"}, operation);
    array::gemv_list(number_of(transpose), alpha, lists.first, lists.second, beta, lists.updated, operation);
  });
}

kiln_status kiln_blas_ger_list(int conjugate, kiln_scale alpha, size_t count, const kiln_array* x, const kiln_array* y,
                               const kiln_array* a) {
  return guard(__func__, [&](const char* operation) {
    if (count == 0) return;
    const Lists lists = lists_of(count, {x, "x"}, {y, "y"}, {a, "a"}, operation);
    array::ger_list(conjugate != 0, alpha, lists.first, lists.second, lists.updated, operation);
  });
}

kiln_status kiln_array_matmul(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(a, operation, "a");
    return array::matmul(left, use(b, operation, "b"), into, operation);
  });
}

kiln_status kiln_array_vecdot(kiln_array a, kiln_array b, int64_t axis, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(a, operation, "a");
    return array::vecdot(left, use(b, operation, "b"), axis, into, operation);
  });
}

kiln_status kiln_array_outer(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(a, operation, "a");
    return array::outer(left, use(b, operation, "b"), into, operation);
  });
}

kiln_status kiln_array_tensordot(kiln_array a, kiln_array b, size_t count, const int64_t* axes_a, const int64_t* axes_b,
                                 kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(a, operation, "a");
    const auto& right = use(b, operation, "b");
    return array::tensordot(left, right, check_dims(count, axes_a, operation, "axes_a"),
                            check_dims(count, axes_b, operation, "axes_b"), into, operation);
  });
}

kiln_status kiln_array_cross(kiln_array a, kiln_array b, int64_t axis, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const auto& left = use(a, operation, "a");
    return array::cross(left, use(b, operation, "b"), axis, into, operation);
  });
}

kiln_status kiln_array_trace(kiln_array array, int64_t offset, kiln_dtype dtype, kiln_array destination,
                             kiln_array* out) {
  return guard_from(__func__, array, destination, out, [&](const char* operation, const Array& source, Array* into) {
    return array::trace(source, offset, check_result_dtype(dtype, into, operation, "dtype"), into, operation);
  });
}

}  // extern "C"
