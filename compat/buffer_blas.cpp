// SPDX-License-Identifier: Apache-2.0
// gpuarray/buffer_blas.h: products of vectors and matrices in buffers.
#include <gpuarray/buffer_blas.h>

#include <vector>

#include "compat/blas_views.hpp"

using namespace kiln::compat;

namespace {

// A view of a stored matrix whose op() has `rows` rows and `columns` columns.
OwnedArray factor_view(const BlasCall& call, const Matrix& matrix, cb_order order, cb_transpose transpose,
                       std::size_t rows, std::size_t columns, const char* argument) {
  return transpose == cb_no_trans ? matrix_view(call, matrix, order, rows, columns, argument)
                                  : matrix_view(call, matrix, order, columns, rows, argument);
}

void dot(const BlasCall& call, std::size_t n, const Vector& x, const Vector& y, const Matrix& z) {
  const auto left = vector_view(call, x, n, "X"), right = vector_view(call, y, n, "Y");
  const auto one = vector_view(call, {z.data, z.offset, 1}, 1, "Z");
  kiln_array result = nullptr;
  check(kiln_array_reshape(one.get(), 0, nullptr, KILN_COPY_NEVER, &result), call.operation);
  const OwnedArray owner(result);
  check(kiln_blas_dot(left.get(), right.get(), 0, result, nullptr), call.operation);
}

void gemv(const BlasCall& call, cb_order order, cb_transpose transpose, std::size_t m, std::size_t n, double alpha,
          const Matrix& a, const Vector& x, double beta, const Vector& y) {
  check_order(order, call.operation);
  const kiln_transpose op = transpose_of(transpose, call.operation);
  const bool plain = transpose == cb_no_trans;
  const auto matrix = matrix_view(call, a, order, m, n, "A");
  const auto from = vector_view(call, x, plain ? n : m, "X"), to = vector_view(call, y, plain ? m : n, "Y");
  check(kiln_blas_gemv(op, scale_of(alpha), matrix.get(), from.get(), scale_of(beta), to.get()), call.operation);
}

void ger(const BlasCall& call, cb_order order, std::size_t m, std::size_t n, double alpha, const Vector& x,
         const Vector& y, const Matrix& a) {
  check_order(order, call.operation);
  const auto left = vector_view(call, x, m, "X"), right = vector_view(call, y, n, "Y");
  const auto matrix = matrix_view(call, a, order, m, n, "A");
  check(kiln_blas_ger(0, scale_of(alpha), left.get(), right.get(), matrix.get()), call.operation);
}

void gemm(const BlasCall& call, cb_order order, cb_transpose trans_a, cb_transpose trans_b, std::size_t m,
          std::size_t n, std::size_t k, double alpha, const Matrix& a, const Matrix& b, double beta, const Matrix& c) {
  check_order(order, call.operation);
  const kiln_transpose op_a = transpose_of(trans_a, call.operation), op_b = transpose_of(trans_b, call.operation);
  const auto left = factor_view(call, a, order, trans_a, m, k, "A"),
             right = factor_view(call, b, order, trans_b, k, n, "B");
  const auto to = matrix_view(call, c, order, m, n, "C");
  check(kiln_blas_gemm(op_a, op_b, scale_of(alpha), left.get(), right.get(), scale_of(beta), to.get()), call.operation);
}

void gemm_3d(const BlasCall& call, cb_order order, cb_transpose trans_a, cb_transpose trans_b, std::size_t m,
             std::size_t n, std::size_t k, double alpha, const Matrix& a, ssize_t stride_a, const Matrix& b,
             ssize_t stride_b, double beta, const Matrix& c, ssize_t stride_c, std::size_t count) {
  check_order(order, call.operation);
  const kiln_transpose op_a = transpose_of(trans_a, call.operation), op_b = transpose_of(trans_b, call.operation);
  const bool plain_a = trans_a == cb_no_trans, plain_b = trans_b == cb_no_trans;
  const auto left = matrices_view(call, a, order, count, stride_a, plain_a ? m : k, plain_a ? k : m, "A");
  const auto right = matrices_view(call, b, order, count, stride_b, plain_b ? k : n, plain_b ? n : k, "B");
  const auto to = matrices_view(call, c, order, count, stride_c, m, n, "C");
  check(kiln_blas_gemm(op_a, op_b, scale_of(alpha), left.get(), right.get(), scale_of(beta), to.get()), call.operation);
}

// The lists of a batch. GA_INVALID_ERROR: one of them is missing.
struct Batch {
  gpudata** data;
  std::size_t* offsets;
};
void check_batch(const char* operation, std::size_t count, int flags, std::initializer_list<Batch> lists) {
  if (flags != 0) fail(GA_INVALID_ERROR, "{}: flags is {}, expected 0", operation, flags);
  if (count == 0) return;
  for (const Batch& list : lists)
    if (!list.data || !list.offsets) fail(GA_INVALID_ERROR, "{}: a list of buffers or offsets is NULL", operation);
}

// Views of a list's arrays.
class Views {
 public:
  void add(OwnedArray made) {
    handles_.push_back(made.get());
    owners_.push_back(std::move(made));
  }
  const kiln_array* data() const { return handles_.data(); }

 private:
  std::vector<OwnedArray> owners_;
  std::vector<kiln_array> handles_;
};

void gemm_batch(const BlasCall& call, cb_order order, cb_transpose trans_a, cb_transpose trans_b, std::size_t m,
                std::size_t n, std::size_t k, double alpha, Batch a, std::size_t lda, Batch b, std::size_t ldb,
                double beta, Batch c, std::size_t ldc, std::size_t count) {
  check_order(order, call.operation);
  const kiln_transpose op_a = transpose_of(trans_a, call.operation), op_b = transpose_of(trans_b, call.operation);
  Views left, right, to;
  for (std::size_t i = 0; i < count; ++i) {
    left.add(factor_view(call, {a.data[i], a.offsets[i], lda}, order, trans_a, m, k, "A"));
    right.add(factor_view(call, {b.data[i], b.offsets[i], ldb}, order, trans_b, k, n, "B"));
    to.add(matrix_view(call, {c.data[i], c.offsets[i], ldc}, order, m, n, "C"));
  }
  check(kiln_blas_gemm_list(op_a, op_b, scale_of(alpha), count, left.data(), right.data(), scale_of(beta), to.data()),
        call.operation);
}

void gemv_batch(const BlasCall& call, cb_order order, cb_transpose transpose, std::size_t m, std::size_t n,
                double alpha, Batch a, std::size_t lda, Batch x, std::ptrdiff_t step_x, double beta, Batch y,
                std::ptrdiff_t step_y, std::size_t count) {
  check_order(order, call.operation);
  const kiln_transpose op = transpose_of(transpose, call.operation);
  const bool plain = transpose == cb_no_trans;
  Views matrices, from, to;
  for (std::size_t i = 0; i < count; ++i) {
    matrices.add(matrix_view(call, {a.data[i], a.offsets[i], lda}, order, m, n, "A"));
    from.add(vector_view(call, {x.data[i], x.offsets[i], step_x}, plain ? n : m, "X"));
    to.add(vector_view(call, {y.data[i], y.offsets[i], step_y}, plain ? m : n, "Y"));
  }
  check(kiln_blas_gemv_list(op, scale_of(alpha), count, matrices.data(), from.data(), scale_of(beta), to.data()),
        call.operation);
}

void ger_batch(const BlasCall& call, cb_order order, std::size_t m, std::size_t n, double alpha, Batch x,
               std::ptrdiff_t step_x, Batch y, std::ptrdiff_t step_y, Batch a, std::size_t lda, std::size_t count) {
  check_order(order, call.operation);
  Views left, right, matrices;
  for (std::size_t i = 0; i < count; ++i) {
    left.add(vector_view(call, {x.data[i], x.offsets[i], step_x}, m, "X"));
    right.add(vector_view(call, {y.data[i], y.offsets[i], step_y}, n, "Y"));
    matrices.add(matrix_view(call, {a.data[i], a.offsets[i], lda}, order, m, n, "A"));
  }
  check(kiln_blas_ger_list(0, scale_of(alpha), count, left.data(), right.data(), matrices.data()), call.operation);
}

gpucontext* first_context(gpudata** list, std::size_t count) {
  return list && count > 0 ? context_of(list[0]) : nullptr;
}

// The step as a signed number. GA_BLAS_ERROR: it is too large for one.
std::ptrdiff_t step_of(std::size_t step, const char* operation) {
  if (step > std::size_t(PTRDIFF_MAX)) fail(GA_BLAS_ERROR, "{}: increment {} is too large", operation, step);
  return std::ptrdiff_t(step);
}

}  // namespace

extern "C" {

int gpublas_setup(gpucontext* ctx) {
  const char* op = __func__;
  return guard(ctx, [&] { require(ctx, op, "ctx"); });
}
void gpublas_teardown(gpucontext*) {}
const char* gpublas_error(gpucontext* ctx) { return gpucontext_error(ctx, GA_BLAS_ERROR); }

// Defines the calls of one precision. alpha and beta have the type Scalar.
#define KILN_COMPAT_BLAS(P, Scalar, dtype)                                                                             \
  int gpublas_##P##dot(size_t N, gpudata* X, size_t offX, size_t incX, gpudata* Y, size_t offY, size_t incY,           \
                       gpudata* Z, size_t offZ) {                                                                      \
    const BlasCall call{context_of(Z), dtype, __func__};                                                               \
    return guard(call.context, [&] {                                                                                   \
      dot(call, N, {X, offX, step_of(incX, call.operation)}, {Y, offY, step_of(incY, call.operation)}, {Z, offZ, 1});  \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gemv(cb_order order, cb_transpose transA, size_t M, size_t N, Scalar alpha, gpudata* A,             \
                        size_t offA, size_t lda, gpudata* X, size_t offX, int incX, Scalar beta, gpudata* Y,           \
                        size_t offY, int incY) {                                                                       \
    const BlasCall call{context_of(A), dtype, __func__};                                                               \
    return guard(call.context, [&] {                                                                                   \
      gemv(call, order, transA, M, N, double(alpha), {A, offA, lda}, {X, offX, incX}, double(beta), {Y, offY, incY});  \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gemm(cb_order order, cb_transpose transA, cb_transpose transB, size_t M, size_t N, size_t K,        \
                        Scalar alpha, gpudata* A, size_t offA, size_t lda, gpudata* B, size_t offB, size_t ldb,        \
                        Scalar beta, gpudata* C, size_t offC, size_t ldc) {                                            \
    const BlasCall call{context_of(A), dtype, __func__};                                                               \
    return guard(call.context, [&] {                                                                                   \
      gemm(call, order, transA, transB, M, N, K, double(alpha), {A, offA, lda}, {B, offB, ldb}, double(beta),          \
           {C, offC, ldc});                                                                                            \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##ger(cb_order order, size_t M, size_t N, Scalar alpha, gpudata* X, size_t offX, int incX,            \
                       gpudata* Y, size_t offY, int incY, gpudata* A, size_t offA, size_t lda) {                       \
    const BlasCall call{context_of(X), dtype, __func__};                                                               \
    return guard(call.context, [&] {                                                                                   \
      ger(call, order, M, N, double(alpha), {X, offX, incX}, {Y, offY, incY}, {A, offA, lda});                         \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gemmBatch(cb_order order, cb_transpose transA, cb_transpose transB, size_t M, size_t N, size_t K,   \
                             Scalar alpha, gpudata** A, size_t* offA, size_t lda, gpudata** B, size_t* offB,           \
                             size_t ldb, Scalar beta, gpudata** C, size_t* offC, size_t ldc, size_t batchCount,        \
                             int flags) {                                                                              \
    const BlasCall call{first_context(A, batchCount), dtype, __func__};                                                \
    return guard(call.context, [&] {                                                                                   \
      check_batch(call.operation, batchCount, flags, {{A, offA}, {B, offB}, {C, offC}});                               \
      gemm_batch(call, order, transA, transB, M, N, K, double(alpha), {A, offA}, lda, {B, offB}, ldb, double(beta),    \
                 {C, offC}, ldc, batchCount);                                                                          \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gemvBatch(cb_order order, cb_transpose transA, size_t M, size_t N, Scalar alpha, gpudata** A,       \
                             size_t* offA, size_t lda, gpudata** x, size_t* offX, size_t incX, Scalar beta,            \
                             gpudata** y, size_t* offY, size_t incY, size_t batchCount, int flags) {                   \
    const BlasCall call{first_context(A, batchCount), dtype, __func__};                                                \
    return guard(call.context, [&] {                                                                                   \
      check_batch(call.operation, batchCount, flags, {{A, offA}, {x, offX}, {y, offY}});                               \
      gemv_batch(call, order, transA, M, N, double(alpha), {A, offA}, lda, {x, offX}, step_of(incX, call.operation),   \
                 double(beta), {y, offY}, step_of(incY, call.operation), batchCount);                                  \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gerBatch(cb_order order, size_t M, size_t N, Scalar alpha, gpudata** x, size_t* offX, size_t incX,  \
                            gpudata** y, size_t* offY, size_t incY, gpudata** A, size_t* offA, size_t lda,             \
                            size_t batchCount, int flags) {                                                            \
    const BlasCall call{first_context(A, batchCount), dtype, __func__};                                                \
    return guard(call.context, [&] {                                                                                   \
      check_batch(call.operation, batchCount, flags, {{x, offX}, {y, offY}, {A, offA}});                               \
      ger_batch(call, order, M, N, double(alpha), {x, offX}, step_of(incX, call.operation), {y, offY},                 \
                step_of(incY, call.operation), {A, offA}, lda, batchCount);                                            \
    });                                                                                                                \
  }                                                                                                                    \
  int gpublas_##P##gemm3D(cb_order order, cb_transpose transA, cb_transpose transB, size_t M, size_t N, size_t K,      \
                          Scalar alpha, gpudata* A, size_t offA, size_t lda, ssize_t strideA, gpudata* B, size_t offB, \
                          size_t ldb, ssize_t strideB, Scalar beta, gpudata* C, size_t offC, size_t ldc,               \
                          ssize_t strideC, size_t batchCount, int flags) {                                             \
    const BlasCall call{context_of(A), dtype, __func__};                                                               \
    return guard(call.context, [&] {                                                                                   \
      check_batch(call.operation, 0, flags, {});                                                                       \
      gemm_3d(call, order, transA, transB, M, N, K, double(alpha), {A, offA, lda}, strideA, {B, offB, ldb}, strideB,   \
              double(beta), {C, offC, ldc}, strideC, batchCount);                                                      \
    });                                                                                                                \
  }

KILN_COMPAT_BLAS(h, float, KILN_FLOAT16)
KILN_COMPAT_BLAS(s, float, KILN_FLOAT32)
KILN_COMPAT_BLAS(d, double, KILN_FLOAT64)
#undef KILN_COMPAT_BLAS

}  // extern "C"
