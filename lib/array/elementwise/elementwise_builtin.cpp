// SPDX-License-Identifier: Apache-2.0
// Elementwise computations that the library needs itself: assignment, filling, ranges, functions by name.
#include <algorithm>
#include <cmath>

#include "array/builtins.hpp"
#include "array/elementwise/elementwise.hpp"
#include "base/text.hpp"

namespace kiln::array {

DType bits_dtype(DType dtype) {
  switch (base::dtype_size(dtype)) {
    case 1:
      return KILN_UINT8;
    case 2:
      return KILN_UINT16;
    case 4:
      return KILN_UINT32;
    case 8:
      return KILN_UINT64;
    default:
      return KILN_COMPLEX128;
  }
}

void elementwise_assign(Array& destination, const Array& source, const char* operation) {
  Elementwise& identity = *builtins(destination.context()).identity;
  const DType dtype = destination.dtype();
  if (dtype == source.dtype()) {
    // Equal dtypes are moved as bits: one kernel serves all dtypes of a size, and a signalling NaN of float16
    // stays one, which a conversion to float32 and back would change.
    Array to(destination.buffer_ref(), bits_dtype(dtype), destination.layout(), destination.writable());
    const Array from(source.buffer_ref(), bits_dtype(dtype), source.layout(), false);
    return identity.call({to, from}, operation);
  }
  identity.call({destination, source}, operation);
}

void elementwise_fill(Array& destination, const Scalar& value, const char* operation) {
  builtins(destination.context()).identity->call({destination, value}, operation);
}

void elementwise_arange(Array& destination, double start, double step, const char* operation) {
  // Whole numbers from -2^63 to below 2^64 are computed in int64, which wraps: so the results are exact for uint64 too.
  const auto whole = [](double x) { return std::floor(x) == x && x >= -0x1p63 && x < 0x1p64; };
  const auto wrapped = [](double x) {
    return Scalar::integer(KILN_INT64, x < 0x1p63 ? std::int64_t(x) : std::int64_t(std::uint64_t(x)));
  };
  auto run = [&](Elementwise& range, const Scalar& a, const Scalar& b) { range.call({destination, a, b}, operation); };
  Builtins& own = builtins(destination.context());
  if (base::is_integer(destination.dtype()) && whole(start) && whole(step))
    run(*own.range_integer, wrapped(start), wrapped(step));
  else if (destination.context().properties().has_float64)
    run(*own.range_real, Scalar::real(KILN_FLOAT64, start), Scalar::real(KILN_FLOAT64, step));
  else
    run(*own.range_single, Scalar::real(KILN_FLOAT32, start), Scalar::real(KILN_FLOAT32, step));
}

namespace {

constexpr std::size_t kMostOperands = 3;

// The computation "result = function(operands)", which the context keeps. Throws if the function takes another
// number of operands, or if no operand is an array.
Ref<Elementwise> function_of(std::string_view function, std::span<const Operand> operands, const char* operation) {
  static const char* const kNames[kMostOperands] = {"a", "b", "c"};
  const auto array =
      std::find_if(operands.begin(), operands.end(), [](const Operand& o) { return o.kind == Operand::Kind::array; });
  if (operands.size() > kMostOperands)
    base::fail(KILN_INVALID_ARGUMENT, "{}: got {} operands, expected at most {}", operation, operands.size(),
               kMostOperands);
  if (array == operands.end())
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} of no array, expected one at least", operation, function);
  runtime::Context& context = array->array->context();
  Builtins& own = builtins(context);
  Ref<Elementwise> elementwise;
  {
    std::lock_guard lock(own.mutex);
    if (const auto known = own.functions.find(function); known != own.functions.end()) elementwise = known->second;
  }
  if (!elementwise) {
    expr::Statements statements;
    std::vector<expr::Expr> inputs;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      statements.inputs.emplace_back(kNames[i]);
      inputs.push_back(expr::make_input(kNames[i]));
    }
    statements.outputs.push_back({std::string(function), expr::make_call(function, std::move(inputs))});
    elementwise = Elementwise::create(context, std::move(statements), nullptr, false);
    std::lock_guard lock(own.mutex);
    own.functions.emplace(function, elementwise);
  }
  const std::size_t expected = elementwise->parameters().size() - 1;
  if (operands.size() != expected)
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} takes {}, got {}", operation, function, base::plural(expected, "operand"),
               operands.size());
  return elementwise;
}

}  // namespace

Ref<Array> elementwise_apply(std::string_view function, std::span<const Operand> operands, Array* into,
                             const char* operation) {
  const Ref<Elementwise> elementwise = function_of(function, operands, operation);
  Ref<Array> result(into);
  Operand all[kMostOperands + 1];
  if (into) {
    all[0] = *into;
  } else {
    all[0].kind = Operand::Kind::fresh;
    all[0].fresh = &result;
  }
  std::copy(operands.begin(), operands.end(), all + 1);
  elementwise->call({all, operands.size() + 1});
  return result;
}

DType elementwise_apply_dtype(std::string_view function, std::span<const Operand> operands, const char* operation) {
  const Ref<Elementwise> elementwise = function_of(function, operands, operation);
  Operand all[kMostOperands + 1];
  all[0].kind = Operand::Kind::fresh;
  std::copy(operands.begin(), operands.end(), all + 1);
  return elementwise->result_dtype({all, operands.size() + 1}, 0, operation);
}

}  // namespace kiln::array
