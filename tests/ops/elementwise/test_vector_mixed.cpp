// SPDX-License-Identifier: Apache-2.0
// Programs whose values have several dtypes, and call functions that CPU devices compute by vectors, against the host's
// interpreter. Some of their values have no vector form.
#include <algorithm>
#include <cmath>
#include <map>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::Ref;
using base::Scalar;

namespace {

// The inputs' names are letters: one for each dtype.
const std::map<std::string, base::DType> kInputs = {
    {"a", KILN_FLOAT32}, {"d", KILN_FLOAT64}, {"h", KILN_FLOAT16}, {"f", KILN_BFLOAT16}, {"b", KILN_BOOL},
    {"i", KILN_INT8},    {"n", KILN_INT32},   {"l", KILN_INT64},   {"u", KILN_UINT8},    {"m", KILN_UINT64}};

const char* const kTexts[] = {
    // Other dtypes beside a function of float32, and of float64.
    "r = log1p(a) + i",
    "r = log1p(a) + n",
    "r = tanh(a) * l",
    "r = tanh(a) + m",
    "r = log1p(a) * d - d",
    "r = log1p(h) + a * f",
    "r = tanh(h) * n",
    "r = tanh(d) * i + n",
    "r = log1p(d) + a",
    "r = tanh(d) + h",
    // Choices, comparisons and masks.
    "r = l < 3 ? tanh(a) : a",
    "r = l < n ? tanh(a) : a",
    "r = u == 7 ? tanh(d) : d",
    "r = b ? log1p(a) : d",
    "r = (b ? i : n) + tanh(a)",
    "r = (i > 0) == b ? tanh(a) : a",
    "r = (b ? i > 0 : d < a) ? tanh(a) : 1",
    "r = d < a ? tanh(a) : -tanh(a)",
    "r = isnan(d) || i > 2 ? tanh(a) : d",
    "r = logical_and(i, b) ? tanh(a) : 0",
    "r = float32(d > 1) + tanh(a)",
    "r = int32(b) + tanh(a)",
    // Functions of both dtypes of floats.
    "r = tanh(a) * tanh(d)",
    "r = pow(d, 2.5) + pow(a, 2.5)",
    "r = float32(sin(d)) * tanh(a)",
    "r = acos(d / 8) + tanh(a)",
    "r = remainder(d, a) + floor_mod(d, 1.5) + tanh(a)",
    "r = lgamma(d) + sqrt(d) + tanh(a)",
    "r = logaddexp(d, a) + abs(d) + max(d, a) + tanh(a)",
    "r = hypot(d, a) + tanh(a) / d",
    // Integers, which have no vectors of their own.
    "r = (n & 3) + tanh(a)",
    "r = (u >> 1) + log1p(d)",
    "r = l % 5 + tanh(a)",
    "r = m / 3 + log1p(d)",
    "r = sign(i) * tanh(a) + abs(n)",
    "r = int32(a * 8) + tanh(a)",
    "r = int8(u * 40) + tanh(a)",
    "r = float32(l) * float64(m) + tanh(a)",
    "r = pown(a, n) + d",
    "r = pown(a, 3) + l",
    "r = pown(a, n + 1) * d",
    "r = index() % 7 + tanh(a)",
    // Functions without a vector form.
    "r = tgamma(a) + tanh(a)",
    "r = ilogb(a) + tanh(a)",
    "r = fract(d) * tanh(d) + ldexp(a, n)",
    "r = smoothstep(0.0, 3.0, a) * tanh(a)",
    // Values in between that are rounded.
    "r = float16(tanh(a)) * h",
    "r = bfloat16(tanh(a)) + float16(d)",
    "r = float16(n) * tanh(h)",
    // Several results.
    "r = tanh(a); s = n + 1; t = l < 3; w = float16(d)",
    "r = log1p(d) * i; s = float32(d); t = b; w = index()",
};

Scalar element(base::DType dtype, std::int64_t i, std::size_t input) {
  const auto k = (std::uint64_t(i) * 2654435761U + input * 40503U) >> 4;
  if (base::is_bool(dtype)) return Scalar::real(dtype, double(k & 1));
  if (base::is_integer(dtype)) return Scalar::real(dtype, double(k % 13) + (base::is_unsigned(dtype) ? 0 : -6));
  return Scalar::real(dtype, double(k % 61 + 1) / 16);  // exact in each float dtype
}

// `rounded`: parts of a float64 are float32.
bool near(const Scalar& got, const Scalar& want, bool rounded) {
  if (!base::is_float(want.dtype)) return got == want;
  const double step = want.dtype == KILN_FLOAT64   ? rounded ? 2e-5 : 1e-13
                      : want.dtype == KILN_FLOAT32 ? 2e-5
                      : want.dtype == KILN_FLOAT16 ? 2e-3
                                                   : 2e-2;
  return (std::isnan(got.re) && std::isnan(want.re)) || got.re == want.re ||
         std::fabs(got.re - want.re) <= step * std::max(std::fabs(want.re), 1.0);
}

// `spread`: how far apart the elements of each array are.
void check(runtime::Context& context, const char* text, std::int64_t count, std::int64_t spread) {
  const expr::Statements statements = expr::parse_statements(text);
  std::vector<expr::InputType> types;
  std::vector<Ref<Array>> arrays, results(statements.outputs.size());
  std::vector<array::Operand> operands(statements.outputs.size());
  for (std::size_t k = 0; k < results.size(); ++k) {
    operands[k].kind = array::Operand::Kind::fresh;
    operands[k].fresh = &results[k];
  }
  for (std::size_t k = 0; k < statements.inputs.size(); ++k) {
    const base::DType dtype = kInputs.at(statements.inputs[k]);
    if (base::needs_float64(dtype) && !context.properties().has_float64) return;
    types.push_back({dtype, false, false});
    const std::size_t size = base::dtype_size(dtype);
    std::vector<std::byte> bytes(std::size_t(count * spread) * size);
    for (std::int64_t i = 0; i < count; ++i) element(dtype, i, k).store(bytes.data() + std::size_t(i * spread) * size);
    const layout::Dims whole{count * spread}, shape{count};
    const auto all = array::from_host(context, dtype, whole, nullptr, dtype, bytes.data());
    arrays.push_back(array::view(*all, {shape, layout::Dims{spread * std::int64_t(size)}, 0}, false));
    operands.emplace_back(*arrays.back());
  }
  const std::vector<int> own(results.size(), -1);
  const expr::Program program = expr::compile(statements.outputs, statements.inputs, types, own, KILN_FLOAT32);
  for (const auto& out : program.outputs)
    if (base::needs_float64(out.dtype) && !context.properties().has_float64) return;
  array::Elementwise::create(context, statements, nullptr)->call(operands);

  std::vector<std::vector<std::byte>> got;
  for (const auto& result : results) {
    REQUIRE(result->size() == count);
    got.emplace_back(result->bytes());
    array::read(*result, got.back().data(), nullptr, "test");
  }
  std::vector<Scalar> inputs(types.size()), want(results.size());
  const bool rounded = std::any_of(types.begin(), types.end(), [](const expr::InputType& type) {
    return base::compute_dtype(type.dtype) == KILN_FLOAT32;
  });
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < types.size(); ++k) inputs[k] = element(types[k].dtype, i, k);
    expr::interpret(program, inputs, i, want);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Scalar is = Scalar::load(results[k]->dtype(), got[k].data() + std::size_t(i) * results[k]->itemsize());
      if (near(is, want[k], rounded)) continue;
      FAIL_CHECK(text << ", " << count << " elements, " << spread << " apart, element " << i << " of result " << k
                      << ": got " << is.re << " " << is.i << ", want " << want[k].re << " " << want[k].i);
      return;
    }
  }
}

}  // namespace

TEST_CASE("functions beside values of other dtypes", "[functions]") {
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    std::size_t number = 0;
    for (const char* text : kTexts) {
      if (number++ % (test::many() ? 1 : test::small() ? 9 : 3)) continue;  // compiling takes long
      // Whole vectors of 16 and of 8, parts of one, and both.
      for (const std::int64_t count : {1, 7, 16, 45}) check(context, text, count, 1);
      check(context, text, 45, 3);
    }
  }
}
