// SPDX-License-Identifier: Apache-2.0
// Operands of BLAS calls as Kiln's arrays.
#pragma once

#include <gpuarray/buffer_blas.h>

#include "compat/objects.hpp"

namespace kiln::compat {

// What the calls of a precision share.
struct BlasCall {
  gpucontext* context;
  kiln_dtype dtype;
  const char* operation;  // "gpublas_sgemm"
};

struct Matrix {
  gpudata* data;
  std::size_t offset, leading;  // elements
};
struct Vector {
  gpudata* data;
  std::size_t offset;
  std::ptrdiff_t step;  // elements; negative: from the last one to the first, as BLAS has it
};

// GA_BLAS_ERROR for a leading dimension that is too small, a step of 0, memory outside the buffer.
OwnedArray matrix_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t rows,
                       std::size_t columns, const char* argument);
// `count` of them, `stride` elements apart.
OwnedArray matrices_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t count,
                         ssize_t stride, std::size_t rows, std::size_t columns, const char* argument);
OwnedArray vector_view(const BlasCall& call, const Vector& vector, std::size_t count, const char* argument);

kiln_transpose transpose_of(cb_transpose transpose, const char* operation);
// GA_INVALID_ERROR for another order.
void check_order(cb_order order, const char* operation);
inline kiln_scale scale_of(double value) { return {value, 0.0}; }

}  // namespace kiln::compat
