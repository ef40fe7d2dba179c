// SPDX-License-Identifier: Apache-2.0
// A product of matrices, or a convolution, and an elementwise computation on its elements. Where one of Kiln's kernels
// computes the product, it computes both; where the vendor's library does, an elementwise kernel follows. The graph
// compiler makes these.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "array/elementwise/elementwise.hpp"
#include "array/kernel_id.hpp"
#include "array/product/product.hpp"
#include "codegen/product/gemm.hpp"

namespace kiln::array {

class ProductEpilogue final : public base::RefCounted {
 public:
  // The first of statements.inputs stands for the product; it is rounded to the product's dtype, inputs[0], before the
  // computation reads it. The dtypes are those of statements.inputs and of statements.outputs.
  static Ref<ProductEpilogue> create(runtime::Context& context, expr::Statements statements,
                                     std::span<const DType> inputs, std::span<const DType> outputs);
  // Whether a kernel takes so many operands beside the product: results and further inputs.
  static bool fits(std::size_t operands) noexcept { return operands <= kMostGemmOperands; }
  // Computes the product of `a` and `b`, which have two axes at least, and the results. The inputs, those behind the
  // product, broadcast to the product's shape, and the outputs have it. An output may lie exactly where an input does.
  // Only one thread may call at a time.
  void call(const Array& a, const Array& b, std::span<Array* const> inputs, std::span<Array* const> outputs,
            const char* operation);

  // For convolutions (conv.cpp): the product's dtype; and the computation as a kernel of its own, on a product that is
  // in memory. It may be one of the outputs.
  DType dtype() const noexcept { return program_.inputs[0].dtype; }
  void behind(const Array& product, std::span<Array* const> inputs, std::span<Array* const> outputs,
              const char* operation);
  bool uses_index() const noexcept { return program_.uses_index(); }

  // For launches: the kernel that `id` identifies without an epilogue, with one on operands that lie so along the
  // columns of C. text(epilogue) writes it. A work-item has `registers` registers at most; 0: any number.
  using Text = std::function<std::string(const codegen::GemmEpilogue&)>;
  const runtime::Kernel& kernel(const KernelId& id, const EpilogueSides& operands, const Text& text, unsigned registers,
                                const char* operation) const;
  std::size_t outputs() const noexcept { return program_.outputs.size(); }
  std::size_t values() const noexcept { return program_.values.size(); }
  // Bytes of an element of operand k, the outputs before the inputs.
  std::int64_t itemsize(std::size_t k) const noexcept {
    const std::size_t n = outputs();
    return std::int64_t(base::dtype_size(k < n ? program_.outputs[k].dtype : program_.inputs[k - n + 1].dtype));
  }

 private:
  ProductEpilogue(runtime::Context& context, expr::Program program) : context_(context), program_(std::move(program)) {}

  struct Variant {
    KernelId id;
    std::vector<codegen::Inner> inner;  // of the operands beside the product
    const runtime::Kernel* kernel;
  };
  runtime::Context& context_;
  const expr::Program program_;
  Ref<Elementwise> alone_;  // holds the context
  mutable std::vector<Variant> variants_;
};

}  // namespace kiln::array
