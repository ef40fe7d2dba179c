// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C on checked operands: chooses the computation and runs it. Private to the products.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

struct Factor {
  const Array*
      array;      // of C's context and dtype; the last two axes are the matrix, the others broadcast to C's
  Layout layout;  // of `array`, transposed as the product wants it
  bool conjugate = false;
};
// alpha and beta: of complex128. C may share memory with A and B. A dtype of any sort; of integers and bool
// alpha is 1 and beta 0.
void product(const Factor& a, const Factor& b, Array& c, const Scalar& alpha, const Scalar& beta,
             const char* operation);

// Sum of products along the last axis of both, which broadcast: the kernel of reductions. `into` null: new,
// of dtype `dtype` (-1: that of the elements).
Ref<Array> sum_of_products(const Array& a, bool conjugate_a, const Array& b, bool conjugate_b, Array* into,
                           int dtype, const char* operation);

// One matrix product on a grid of at most two batch axes; strides in elements.
struct GemmSide {
  const Array* array;
  std::int64_t row, column, outer, inner;
  bool conjugate;
};
struct Gemm {
  std::int64_t m, n, k, outer, inner;
  GemmSide a, b, c;
  Scalar alpha, beta;
};
// What computes it: the vendor's BLAS where there is one for the device and the operands, else one of our
// kernels by device and size; unless a test forces one.
enum class GemmWay { automatic, own, rows, panels, large_tiles, medium_tiles, small_tiles, split_tiles };
void force_gemm(GemmWay way) noexcept;
// No extent but k is 0; c shares memory with neither a nor b.
void run_gemm(const Gemm& gemm, const char* operation);

}  // namespace kiln::array
