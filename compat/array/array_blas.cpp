// SPDX-License-Identifier: Apache-2.0
// gpuarray/blas.h: products of GpuArrays. Kiln takes any strides, so nothing is copied. But where libgpuarray
// would have to copy and `nocopy` forbids that, the error is the same as there.
#include <gpuarray/blas.h>

#include <algorithm>

#include "compat/array/array_struct.hpp"
#include "compat/blas_views.hpp"

using namespace kiln::compat;

namespace {

struct Operand {
  const GpuArray* array;
  unsigned nd;
  const char* name;
};

// Checks that the operands have one type and one context, are aligned, and have the numbers of dimensions
// they need.
void check_operands(const char* op, std::initializer_list<Operand> operands) {
  for (const Operand& operand : operands) require_array(operand.array, op, operand.name);
  const GpuArray& first = *operands.begin()->array;
  if (first.typecode != GA_HALF && first.typecode != GA_FLOAT && first.typecode != GA_DOUBLE)
    fail(GA_INVALID_ERROR, "{}: {} has typecode {}, expected GA_HALF, GA_FLOAT or GA_DOUBLE", op,
         operands.begin()->name, first.typecode);
  for (const Operand& operand : operands) {
    if (operand.array->nd != operand.nd)
      fail(GA_VALUE_ERROR, "{}: {} has {} dimensions, expected {}", op, operand.name, operand.array->nd, operand.nd);
    if (operand.array->typecode != first.typecode)
      fail(GA_VALUE_ERROR, "{}: {} has typecode {}, expected {} as {} has", op, operand.name, operand.array->typecode,
           first.typecode, operands.begin()->name);
  }
  for (const Operand& operand : operands) require_aligned(*operand.array, op, operand.name);
  for (const Operand& operand : operands)
    if (operand.array->data->context != first.data->context)
      fail(GA_VALUE_ERROR, "{}: {} is of another context than {}", op, operand.name, operands.begin()->name);
}

void check_extent(const char* op, const char* name, unsigned axis, std::size_t got, std::size_t expected) {
  if (got != expected)
    fail(GA_VALUE_ERROR, "{}: dimension {} of {} has {} elements, expected {}", op, axis, name, got, expected);
}

// Whether the last two dimensions are a matrix as BLAS takes it: rows or columns without gaps, which lie a
// leading dimension apart. The matrices of a batch may lie any distance apart.
bool is_matrix(const GpuArray& array) {
  const ssize_t item = ssize_t(gpuarray_get_elsize(array.typecode));
  const std::size_t* const extents = array.dimensions + array.nd - 2;
  const ssize_t* const strides = array.strides + array.nd - 2;
  const auto runs_along = [&](unsigned axis) {
    return strides[axis] == item && strides[1 - axis] > 0 &&
           (extents[1 - axis] <= 1 || std::size_t(strides[1 - axis]) / std::size_t(item) >= extents[axis]);
  };
  return runs_along(0) || runs_along(1);
}

bool fits_blas(const GpuArray& array) {
  if (array.nd == 0) return true;
  if (array.nd == 1) return array.strides[0] >= 0;
  if (array.nd == 2) return GpuArray_ISONESEGMENT(&array) != 0;
  return element_count(array) == 0 || is_matrix(array);
}

// Refuses an input that BLAS could only take as a copy, if `nocopy` forbids copies.
void check_copy(const char* op, const GpuArray& array, const char* name, int nocopy) {
  if (!fits_blas(array) && nocopy)
    fail(GA_COPY_ERROR, "{}: the strides of {} need a copy and none was allowed", op, name);
}

// Refuses an output that BLAS could only take as a copy.
void check_result(const char* op, const GpuArray& array, const char* name) {
  if (!fits_blas(array)) fail(GA_VALUE_ERROR, "{}: the strides of {} do not fit a result", op, name);
}

// alpha and beta have the precision of the elements, float for float16.
kiln_scale scale(double value, const GpuArray& array) {
  return scale_of(array.typecode == GA_DOUBLE ? value : double(float(value)));
}

// Checks the matrices in the last two dimensions.
void check_product(const char* op, cb_transpose trans_a, cb_transpose trans_b, const GpuArray& a, const GpuArray& b,
                   const GpuArray& c) {
  const unsigned at = c.nd - 2;
  const unsigned row_a = trans_a == cb_no_trans ? 0 : 1, row_b = trans_b == cb_no_trans ? 0 : 1;
  check_extent(op, "B", at + row_b, b.dimensions[at + row_b], a.dimensions[at + 1 - row_a]);
  check_extent(op, "C", at, c.dimensions[at], a.dimensions[at + row_a]);
  check_extent(op, "C", at + 1, c.dimensions[at + 1], b.dimensions[at + 1 - row_b]);
}

int product(const char* op, unsigned nd, cb_transpose trans_a, cb_transpose trans_b, double alpha, const GpuArray* A,
            const GpuArray* B, double beta, const GpuArray* C, int nocopy) {
  return guard(context_of(A), [&] {
    check_operands(op, {{A, nd, "A"}, {B, nd, "B"}, {C, nd, "C"}});
    const kiln_transpose op_a = transpose_of(trans_a, op), op_b = transpose_of(trans_b, op);
    if (nd == 3) {
      check_extent(op, "B", 0, B->dimensions[0], A->dimensions[0]);
      check_extent(op, "C", 0, C->dimensions[0], A->dimensions[0]);
    }
    check_product(op, trans_a, trans_b, *A, *B, *C);
    check_copy(op, *A, "A", nocopy);
    check_copy(op, *B, "B", nocopy);
    check_result(op, *C, "C");
    const auto left = view(*A, op), right = view(*B, op), to = view(*C, op);
    check(kiln_blas_gemm(op_a, op_b, scale(alpha, *A), left.get(), right.get(), scale(beta, *A), to.get()), op);
  });
}

}  // namespace

extern "C" {

int GpuArray_rdot(GpuArray* X, GpuArray* Y, GpuArray* Z, int nocopy) {
  const char* op = __func__;
  return guard(context_of(X), [&] {
    check_operands(op, {{X, 1, "X"}, {Y, 1, "Y"}, {Z, 0, "Z"}});
    check_extent(op, "Y", 0, Y->dimensions[0], X->dimensions[0]);
    check_copy(op, *X, "X", nocopy);
    check_copy(op, *Y, "Y", nocopy);
    const auto left = view(*X, op), right = view(*Y, op), to = view(*Z, op);
    check(kiln_blas_dot(left.get(), right.get(), 0, to.get(), nullptr), op);
  });
}

int GpuArray_rgemv(cb_transpose transA, double alpha, GpuArray* A, GpuArray* X, double beta, GpuArray* Y, int nocopy) {
  const char* op = __func__;
  return guard(context_of(A), [&] {
    check_operands(op, {{A, 2, "A"}, {X, 1, "X"}, {Y, 1, "Y"}});
    const kiln_transpose transpose = transpose_of(transA, op);
    const unsigned row = transA == cb_no_trans ? 0 : 1;
    check_extent(op, "Y", 0, Y->dimensions[0], A->dimensions[row]);
    check_extent(op, "X", 0, X->dimensions[0], A->dimensions[1 - row]);
    check_copy(op, *A, "A", nocopy);
    check_copy(op, *X, "X", nocopy);
    check_result(op, *Y, "Y");
    const auto matrix = view(*A, op), from = view(*X, op), to = view(*Y, op);
    check(kiln_blas_gemv(transpose, scale(alpha, *A), matrix.get(), from.get(), scale(beta, *A), to.get()), op);
  });
}

int GpuArray_rgemm(cb_transpose transA, cb_transpose transB, double alpha, GpuArray* A, GpuArray* B, double beta,
                   GpuArray* C, int nocopy) {
  return product(__func__, 2, transA, transB, alpha, A, B, beta, C, nocopy);
}

int GpuArray_rgemmBatch_3d(cb_transpose transA, cb_transpose transB, double alpha, GpuArray* A, GpuArray* B,
                           double beta, GpuArray* C, int nocopy) {
  return product(__func__, 3, transA, transB, alpha, A, B, beta, C, nocopy);
}

int GpuArray_rger(double alpha, GpuArray* X, GpuArray* Y, GpuArray* A, int nocopy) {
  const char* op = __func__;
  return guard(context_of(X), [&] {
    check_operands(op, {{X, 1, "X"}, {Y, 1, "Y"}, {A, 2, "A"}});
    check_extent(op, "A", 0, A->dimensions[0], X->dimensions[0]);
    check_extent(op, "A", 1, A->dimensions[1], Y->dimensions[0]);
    check_copy(op, *X, "X", nocopy);
    check_copy(op, *Y, "Y", nocopy);
    check_result(op, *A, "A");
    const auto left = view(*X, op), right = view(*Y, op), to = view(*A, op);
    check(kiln_blas_ger(0, scale(alpha, *X), left.get(), right.get(), to.get()), op);
  });
}

}  // extern "C"
