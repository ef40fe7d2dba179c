// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C on checked operands: chooses the computation and runs it. Private to array/.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "array/array.hpp"

namespace kiln::array {

struct Factor {
  const Array* array;  // of C's context and dtype
  // `array` seen with the axes that the product needs: the last two are the matrix, the others broadcast to C's.
  Layout layout;
  bool conjugate = false;
};
// C = alpha A B + beta C, where C is the array `c` seen with the layout `c_layout`. alpha and beta are complex128.
// All arrays have one dtype, which may be any; for integers and bool alpha is 1 and beta 0. C may share memory with
// A and B.
void product(const Factor& a, const Factor& b, Array& c, const Layout& c_layout, const Scalar& alpha,
             const Scalar& beta, const char* operation);

// The sums of products along the last axis of both arrays, which broadcast, by a reduction kernel. If `into` is
// null, the result is a new array of `dtype`, or, if that is -1, of the elements' dtype.
Ref<Array> sum_of_products(const Array& a, bool conjugate_a, const Array& b, bool conjugate_b, Array* into, int dtype,
                           const char* operation);

// A batch of matrix products with at most two batch axes (outer, inner). Strides count elements.
struct GemmSide {
  runtime::Buffer* buffer;
  std::int64_t offset;  // bytes into the buffer's memory
  std::int64_t row, column, outer, inner;
  bool conjugate;
};
class ProductEpilogue;
inline constexpr std::size_t kMostGemmOperands = 8;
// What Kiln's kernels compute on C, or nothing if `program` is null (epilogue.hpp). `sides` has where the program's
// outputs and its inputs beside the product lie.
struct EpilogueSides {
  const ProductEpilogue* program = nullptr;
  std::size_t count = 0;
  bool sums_in_c = false;  // whether C may receive unfinished sums
  std::array<GemmSide, kMostGemmOperands> sides = {};
};
struct Gemm {
  runtime::Context* context;
  DType dtype;
  std::int64_t m, n, k, outer, inner;
  GemmSide a, b, c;
  Scalar alpha, beta;
  // With a program C is where one of its outputs lies, alpha is 1 and beta 0.
  EpilogueSides after = {};
};
// What computes a product. `automatic` takes the vendor's BLAS if there is one for the device and the operands and
// it was measured to be faster, and else one of Kiln's kernels, by device and size. Tests may force a way.
enum class GemmWay {
  automatic,
  builtin,   // Kiln's kernels, not the vendor's library
  measured,  // as automatic, but on CPU devices too the vendor's library is measured
  rows,
  direct,
  panels,
  large_tiles,
  medium_tiles,
  small_tiles,
  team_tiles,
  split_tiles,
  small,        // if the product's form allows it
  small_items,  // like small, but launched as for GPUs on every device
  thin,         // where the product's form allows it
  thin_groups   // like thin, but launched as for GPUs on every device
};
void force_gemm(GemmWay way) noexcept;
GemmWay forced_gemm() noexcept;
// Of the extents only k may be 0. c shares memory with neither a nor b.
void run_gemm(const Gemm& gemm, const char* operation);

// The same product in transposed form: C^T = B^T A^T.
Gemm turned_gemm(Gemm g);
// Computes a product with Kiln's own kernels (gemm.cpp). `way` is builtin or one of the ways after `measured`.
void builtin_gemm(const Gemm& gemm, GemmWay way, const char* operation);
// Says how a kernel turns elements into deviations as it reads them. The rows of A and the columns of B are variables.
// From each element the kernel subtracts the variable's first element and the mean of such differences; it multiplies
// the rest by a factor. The buffer has the means, at a_offset for A and at b_offset for B; the factors lie `variables`
// numbers after them. All are of the computed dtype.
struct GemmShifts {
  runtime::Buffer* buffer;
  std::int64_t a_offset, b_offset;  // bytes into the buffer's memory
  std::int64_t variables;
};
// Computes a product and its epilogue by Kiln's own kernels. `operands` are the outputs, then the inputs beside the
// product; `sums` is the number of an output that may receive unfinished sums, if one may. No output may share memory
// with a factor. Returns false, and does nothing, if the vendor's library computes the product, or a kernel that has no
// room for an epilogue.
bool fused_product(const Factor& a, const Factor& b, const ProductEpilogue& epilogue, std::span<Array* const> operands,
                   std::optional<std::size_t> sums, const char* operation);
// The same for a product and its epilogue as run_gemm() takes them, in any order of axes. fuses() only says whether
// fused_gemm() would return true.
bool fused_gemm(Gemm gemm, const char* operation);
bool fuses(Gemm gemm, const char* operation);
// Whether builtin_gemm() computes the product's epilogue too.
bool takes_epilogue(const Gemm& gemm, GemmWay way);
// Computes products of many rows (or many products) with a small B, or of many columns with a small A
// (gemm_small.cpp). Returns false, and does nothing, for other products.
bool small_gemm(const Gemm& gemm, GemmWay way, const char* operation);
// Whether small_gemm() computes the product, by a kernel that has no room for an epilogue.
bool small_without_epilogue(const Gemm& gemm, GemmWay way);
// Computes products with few rows and columns and long sums (gemm_thin.cpp). `shifts` may be null. Returns false,
// and does nothing, for other products.
bool thin_gemm(const Gemm& gemm, GemmWay way, const GemmShifts* shifts, const char* operation);
bool is_thin(const Gemm& gemm, GemmWay way);
// deviation_gemm() computes a single product of deviations, where C has the computed dtype, alpha is 1 and beta 0. It
// may be called only if takes_deviations() is true. `symmetric` says that B is A transposed.
bool takes_deviations(const Gemm& gemm, bool symmetric);
void deviation_gemm(const Gemm& gemm, const GemmShifts& shifts, const char* operation);
// The vendor's BLAS (gemm_vendor.cpp). vendor_call() describes the product at the first place along `outer`, or returns
// nothing if BLAS has no such product.
std::optional<backend::Gemm> vendor_call(const Gemm& gemm);
bool vendor_gemm(const Gemm& gemm, backend::Gemm call, const char* operation);
// Whether run_gemm() asks the vendor's library first.
bool wants_vendor(const Gemm& gemm, const char* operation);
// Whether the vendor's BLAS gives right results and is faster than Kiln's kernels. This is measured once for each
// class of products and remembered (gemm_choice.cpp).
bool prefer_vendor(const Gemm& gemm, const backend::Gemm& call, const char* operation);

}  // namespace kiln::array
