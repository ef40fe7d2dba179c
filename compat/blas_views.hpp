// SPDX-License-Identifier: Apache-2.0
// Makes Kiln's arrays of the operands of BLAS calls.
#pragma once

#include <gpuarray/buffer_blas.h>

#include "compat/objects.hpp"

namespace kiln::compat {

// The context, the dtype and the name of a BLAS call, which all its operands share.
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
  std::ptrdiff_t step;  // in elements; negative: from the last element to the first, as in BLAS
};

// Views of the operands. GA_BLAS_ERROR: a leading dimension is too small, a vector's step is 0, or an element lies
// outside the buffer.
OwnedArray matrix_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t rows,
                       std::size_t columns, const char* argument);
// `count` matrices that lie `stride` elements apart.
OwnedArray matrices_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t count, ssize_t stride,
                         std::size_t rows, std::size_t columns, const char* argument);
OwnedArray vector_view(const BlasCall& call, const Vector& vector, std::size_t count, const char* argument);

kiln_transpose transpose_of(cb_transpose transpose, const char* operation);
// Throws GA_INVALID_ERROR for a number that is no order.
void check_order(cb_order order, const char* operation);
inline kiln_scale scale_of(double value) { return {value, 0.0}; }

}  // namespace kiln::compat
