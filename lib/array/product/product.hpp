// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C on checked operands: chooses the computation and runs it. Private to the products.
#pragma once

#include <optional>

#include "array/array.hpp"

namespace kiln::array {

struct Factor {
  const Array* array;  // of C's context and dtype
  Layout layout;       // of `array` as the product wants it; the last two axes are the matrix, the others
                       // broadcast to C's
  bool conjugate = false;
};
// C: `c`, seen in a layout of the product's axes. alpha and beta: of complex128. C may share memory with A
// and B. A dtype of any sort; of integers and bool alpha is 1 and beta 0.
void product(const Factor& a, const Factor& b, Array& c, const Layout& c_layout, const Scalar& alpha,
             const Scalar& beta, const char* operation);

// Sum of products along the last axis of both, which broadcast: the kernel of reductions. `into` null: new,
// of dtype `dtype` (-1: that of the elements).
Ref<Array> sum_of_products(const Array& a, bool conjugate_a, const Array& b, bool conjugate_b, Array* into, int dtype,
                           const char* operation);

// One matrix product on a grid of at most two batch axes; strides in elements.
struct GemmSide {
  runtime::Buffer* buffer;
  std::int64_t offset;  // bytes into the buffer's memory
  std::int64_t row, column, outer, inner;
  bool conjugate;
};
struct Gemm {
  runtime::Context* context;
  DType dtype;
  std::int64_t m, n, k, outer, inner;
  GemmSide a, b, c;
  Scalar alpha, beta;
};
// What computes it: the vendor's BLAS where there is one for the device and the operands and it is the
// faster, else one of our kernels by device and size; unless a test forces one.
enum class GemmWay {
  automatic,
  builtin,   // Kiln's kernels, not the vendor's library
  measured,  // as automatic, also on CPU devices
  rows,
  direct,
  panels,
  large_tiles,
  medium_tiles,
  small_tiles,
  split_tiles,
  small,        // where the product's form allows it
  small_items,  // the same as GPUs do it
  thin,         // where the product's form allows it
  thin_groups   // the same as GPUs do it
};
void force_gemm(GemmWay way) noexcept;
GemmWay forced_gemm() noexcept;
// No extent but k is 0; c shares memory with neither a nor b.
void run_gemm(const Gemm& gemm, const char* operation);

// The same product as that of the transposed matrices.
Gemm turned_gemm(Gemm g);
// Kiln's own kernels (gemm.cpp). `way`: own, or one of those behind it.
void builtin_gemm(const Gemm& gemm, GemmWay way, const char* operation);
// Deviations instead of elements: of the variables that are rows of A and columns of B, the means of what
// they are more than their first element, and as many factors `variables` numbers behind; of the computed
// dtype.
struct GemmShifts {
  runtime::Buffer* buffer;
  std::int64_t a_offset, b_offset;  // bytes into the buffer's memory
  std::int64_t variables;
};
// Of many rows or products and a small B, or as many columns and a small A (gemm_small.cpp). False: the
// product is not such a one, and nothing was done.
bool small_gemm(const Gemm& gemm, GemmWay way, const char* operation);
// Of few rows and columns and long sums (gemm_thin.cpp). `shifts` may be null. False as above.
bool thin_gemm(const Gemm& gemm, GemmWay way, const GemmShifts* shifts, const char* operation);
bool is_thin(const Gemm& gemm, GemmWay way);
// Products of deviations, of one batch; C is of the computed dtype, alpha 1, beta 0. `symmetric`: B is A
// transposed. Only where it is taken.
bool takes_deviations(const Gemm& gemm, bool symmetric);
void deviation_gemm(const Gemm& gemm, const GemmShifts& shifts, const char* operation);
// The vendor's BLAS (gemm_vendor.cpp). Nothing: not for this product. `call` is of the first of gemm.outer.
std::optional<backend::Gemm> vendor_call(const Gemm& gemm);
bool vendor_gemm(const Gemm& gemm, backend::Gemm call, const char* operation);
// Is the vendor's BLAS right, and faster than our kernels? Measured once a class of products and remembered
// (gemm_choice.cpp).
bool prefer_vendor(const Gemm& gemm, const backend::Gemm& call, const char* operation);

}  // namespace kiln::array
