// SPDX-License-Identifier: Apache-2.0
// Products of vectors and matrices.
#pragma once

#include <kiln/blas.h>

#include <span>

#include "array/array.hpp"

namespace kiln::array {

// `transpose` is a kiln_transpose, which is checked here. An output that shares memory with an input is written through
// a temporary.
Ref<Array> dot(const Array& x, const Array& y, bool conjugate, Array* into, const char* operation);
void gemv(int transpose, kiln_scale alpha, const Array& a, const Array& x, kiln_scale beta, Array& y,
          const char* operation, bool only_check = false);
void ger(bool conjugate, kiln_scale alpha, const Array& x, const Array& y, Array& a, const char* operation,
         bool only_check = false);
void gemm(int transpose_a, int transpose_b, kiln_scale alpha, const Array& a, const Array& b, kiln_scale beta, Array& c,
          const char* operation, bool only_check = false);
// These compute products one after the other. Nothing is queued unless all can be. The lists are equally long, with
// at least one entry, and all arrays belong to one context.
void gemv_list(int transpose, kiln_scale alpha, std::span<const Array* const> a, std::span<const Array* const> x,
               kiln_scale beta, std::span<Array* const> y, const char* operation);
void ger_list(bool conjugate, kiln_scale alpha, std::span<const Array* const> x, std::span<const Array* const> y,
              std::span<Array* const> a, const char* operation);
void gemm_list(int transpose_a, int transpose_b, kiln_scale alpha, std::span<const Array* const> a,
               std::span<const Array* const> b, kiln_scale beta, std::span<Array* const> c, const char* operation);

// Dtypes promote. If `into` is null, the result is a new array.
Ref<Array> matmul(const Array& a, const Array& b, Array* into, const char* operation);
Ref<Array> vecdot(const Array& a, const Array& b, std::int64_t axis, Array* into, const char* operation);
Ref<Array> outer(const Array& a, const Array& b, Array* into, const char* operation);
Ref<Array> tensordot(const Array& a, const Array& b, std::span<const std::int64_t> axes_a,
                     std::span<const std::int64_t> axes_b, Array* into, const char* operation);
Ref<Array> cross(const Array& a, const Array& b, std::int64_t axis, Array* into, const char* operation);
// The sum of a diagonal of the last two axes. If `dtype` is -1, it is that of sums.
Ref<Array> trace(const Array& array, std::int64_t offset, int dtype, Array* into, const char* operation);

}  // namespace kiln::array
