// SPDX-License-Identifier: Apache-2.0
// Makes Kiln's arrays of the vectors and matrices of BLAS calls, with BLAS' checks.
#include "compat/blas_views.hpp"

#include <limits>

namespace kiln::compat {

namespace {

// Makes a view. Its failures become GA_BLAS_ERROR, since a BLAS library would have refused the call.
OwnedArray blas_view(const BlasCall& call, gpudata* data, std::size_t offset, unsigned nd, const std::size_t* dims,
                     const ssize_t* strides, const char* argument) {
  try {
    return view(data, offset, call.dtype, nd, dims, strides, call.operation);
  } catch (const Failure& failure) {
    if (failure.code() != GA_VALUE_ERROR) throw;
    fail(GA_BLAS_ERROR, "{}: {}: {}", call.operation, argument, failure.message());
  }
}

gpudata* checked_data(const BlasCall& call, gpudata* data, const char* argument) {
  if (!data) fail(GA_INVALID_ERROR, "{}: {} is NULL", call.operation, argument);
  if (data->context != call.context) fail(GA_VALUE_ERROR, "{}: {} is of another context", call.operation, argument);
  if (call.dtype == KILN_FLOAT64 && !call.context->properties.has_float64)
    fail(GA_DEVSUP_ERROR, "{}: the device has no float64", call.operation);
  return data;
}

// The size of `elements` elements in bytes.
ssize_t bytes_of(const BlasCall& call, std::size_t elements, const char* argument) {
  std::size_t bytes;
  if (__builtin_mul_overflow(elements, kiln_dtype_size(call.dtype), &bytes) ||
      bytes > std::size_t(std::numeric_limits<ssize_t>::max()))
    fail(GA_BLAS_ERROR, "{}: {} is too large", call.operation, argument);
  return ssize_t(bytes);
}

// A view of 2 dimensions, or of 3 with a count and a stride.
OwnedArray stored_view(const BlasCall& call, unsigned nd, const Matrix& matrix, cb_order order, std::size_t count,
                       ssize_t stride, std::size_t rows, std::size_t columns, const char* argument) {
  gpudata* data = checked_data(call, matrix.data, argument);
  const std::size_t run = order == cb_row ? columns : rows;
  if (matrix.leading < run || matrix.leading == 0)
    fail(GA_BLAS_ERROR, "{}: the leading dimension of {} is {}, expected at least {}", call.operation, argument,
         matrix.leading, run > 0 ? run : 1);
  const ssize_t itemsize = bytes_of(call, 1, argument), leading = bytes_of(call, matrix.leading, argument);
  const std::size_t dims[] = {count, rows, columns};
  const ssize_t apart = stride < 0 ? -bytes_of(call, std::size_t(0) - std::size_t(stride), argument)
                                   : bytes_of(call, std::size_t(stride), argument);
  const ssize_t strides[] = {apart, order == cb_row ? leading : itemsize, order == cb_row ? itemsize : leading};
  return blas_view(call, data, std::size_t(bytes_of(call, matrix.offset, argument)), nd, dims + (3 - nd),
                   strides + (3 - nd), argument);
}

}  // namespace

OwnedArray matrix_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t rows,
                       std::size_t columns, const char* argument) {
  return stored_view(call, 2, matrix, order, 1, 0, rows, columns, argument);
}

OwnedArray matrices_view(const BlasCall& call, const Matrix& matrix, cb_order order, std::size_t count, ssize_t stride,
                         std::size_t rows, std::size_t columns, const char* argument) {
  return stored_view(call, 3, matrix, order, count, stride, rows, columns, argument);
}

OwnedArray vector_view(const BlasCall& call, const Vector& vector, std::size_t count, const char* argument) {
  gpudata* data = checked_data(call, vector.data, argument);
  if (vector.step == 0) fail(GA_BLAS_ERROR, "{}: the increment of {} is 0", call.operation, argument);
  const bool backward = vector.step < 0;
  const std::size_t pace = backward ? std::size_t(0) - std::size_t(vector.step) : std::size_t(vector.step);
  const ssize_t step = bytes_of(call, pace, argument);
  std::size_t first = std::size_t(bytes_of(call, vector.offset, argument)), reach = 0;
  if (backward && count > 0 &&
      (__builtin_mul_overflow(std::size_t(step), count - 1, &reach) || __builtin_add_overflow(first, reach, &first)))
    fail(GA_BLAS_ERROR, "{}: {} is too large", call.operation, argument);
  const ssize_t stride = backward ? -step : step;
  return blas_view(call, data, first, 1, &count, &stride, argument);
}

kiln_transpose transpose_of(cb_transpose transpose, const char* operation) {
  switch (transpose) {
    case cb_no_trans:
      return KILN_NO_TRANSPOSE;
    case cb_trans:
      return KILN_TRANSPOSE;
    case cb_conj_trans:
      return KILN_CONJUGATE_TRANSPOSE;
  }
  fail(GA_INVALID_ERROR, "{}: unknown transposition, got {}", operation, int(transpose));
}

void check_order(cb_order order, const char* operation) {
  if (order != cb_row && order != cb_column) fail(GA_INVALID_ERROR, "{}: unknown order, got {}", operation, int(order));
}

}  // namespace kiln::compat
