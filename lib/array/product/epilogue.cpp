// SPDX-License-Identifier: Apache-2.0
// Decides whether a product and its epilogue share a kernel, and keeps the kernels that compute both.
#include "array/product/epilogue.hpp"

#include <algorithm>

#include "array/launch/destination.hpp"
#include "array/tuning.hpp"
#include "base/flags/flags.hpp"

namespace kiln::array {

Ref<ProductEpilogue> ProductEpilogue::create(runtime::Context& context, expr::Statements statements,
                                             std::span<const DType> inputs, std::span<const DType> outputs) {
  std::vector<expr::InputType> types;
  for (const DType dtype : inputs) types.push_back({dtype, false, false});
  const std::vector<int> dtypes(outputs.begin(), outputs.end());
  auto self = Ref<ProductEpilogue>::adopt(new ProductEpilogue(
      context, expr::compile(statements.outputs, statements.inputs, types, dtypes, base::flag_floatX())));
  self->alone_ = Elementwise::create(context, std::move(statements), nullptr);
  return self;
}

void ProductEpilogue::call(const Array& a, const Array& b, std::span<Array* const> inputs,
                           std::span<Array* const> outputs, const char* operation) {
  if (outputs[0]->size() == 0) return;
  const DType dtype = this->dtype();
  const auto left = as(a, dtype, operation), right = as(b, dtype, operation);
  const Factor factors[] = {{left.get(), left->layout()}, {right.get(), right->layout()}};
  // Whether an output shares memory with no factor and no other output, and its inputs are as `fits` says.
  const auto apart = [&](const Array* output, const auto& fits) {
    return apart_from(*output, {left.get(), right.get()}) && std::all_of(inputs.begin(), inputs.end(), fits) &&
           std::all_of(outputs.begin(), outputs.end(),
                       [&](const Array* other) { return other == output || !may_overlap(*output, *other); });
  };
  // An output can hold the product, or unfinished sums of it, if nothing else is in its memory.
  const auto alone = [&](const Array* output) {
    return output->dtype() == dtype && apart(output, [&](const Array* x) { return !may_overlap(*output, *x); });
  };
  const bool in_place = std::all_of(outputs.begin(), outputs.end(), [&](const Array* output) {
    return apart(output, [&](const Array* x) { return may_be_in_place(*output, *x); });
  });
  const auto target = std::find_if(outputs.begin(), outputs.end(), alone);
  const auto sums = target == outputs.end() ? std::nullopt : std::optional(std::size_t(target - outputs.begin()));
  std::vector<Array*> operands(outputs.begin(), outputs.end());
  operands.insert(operands.end(), inputs.begin(), inputs.end());
  if (in_place && !program_.uses_index() && fused_product(factors[0], factors[1], *this, operands, sums, operation))
    return;
  const Ref<Array> product_of =
      target != outputs.end() ? itself(**target) : empty(context_, dtype, outputs[0]->shape(), operation);
  const Scalar one = Scalar::complex(KILN_COMPLEX128, 1), zero = Scalar::complex(KILN_COMPLEX128, 0);
  product(factors[0], factors[1], *product_of, product_of->layout(), one, zero, operation);
  behind(*product_of, inputs, outputs, operation);
}

void ProductEpilogue::behind(const Array& product, std::span<Array* const> inputs, std::span<Array* const> outputs,
                             const char* operation) {
  std::vector<Operand> all;
  for (Array* output : outputs) all.emplace_back(*output);
  all.emplace_back(product);
  for (Array* input : inputs) all.emplace_back(*input);
  alone_->call(all, operation);
}

const runtime::Kernel& ProductEpilogue::kernel(const KernelId& id, const EpilogueSides& operands, const Text& text,
                                               unsigned registers, const char* operation) const {
  codegen::Inner inner[kMostGemmOperands];
  for (std::size_t i = 0; i < operands.count; ++i) {
    const std::int64_t step = operands.sides[i].column;
    inner[i] = step == 0 ? codegen::Inner::zero : step == 1 ? codegen::Inner::unit : codegen::Inner::strided;
  }
  const std::span<const codegen::Inner> beside(inner, operands.count);
  for (const Variant& known : variants_)
    if (known.id == id && std::ranges::equal(known.inner, beside)) return *known.kernel;
  std::vector<codegen::Inner> all(beside.begin(), beside.end());
  all.insert(all.begin() + std::ptrdiff_t(outputs()), codegen::Inner::held);
  backend::Source source;
  source.text = text({program_, std::move(all)});
  source.fast_math = context_.options().fast_math;
  source.max_registers = registers;
  const runtime::Kernel* const kernel = context_.program(source, operation)->kernel(id.name(), operation);
  variants_.push_back({id, {beside.begin(), beside.end()}, kernel});
  return *kernel;
}

}  // namespace kiln::array
