// SPDX-License-Identifier: Apache-2.0
// Copies the numbers through the host, where each gets a sign of its own.
#include "graph/function/moved.hpp"

#include <random>

namespace kiln::graph {
namespace {

constexpr const char* kMoved = "function";

// Twice the distance of two numbers near 1.
double step_of(DType real) {
  if (real == KILN_FLOAT64) return 0x1p-51;
  if (real == KILN_FLOAT32) return 0x1p-22;
  return real == KILN_FLOAT16 ? 0x1p-9 : 0x1p-6;
}

Ref<array::Array> moved(const array::Array& array, std::mt19937_64& random) {
  const DType dtype = array.dtype(), real = base::real_dtype(dtype);
  std::vector<std::byte> bytes(std::size_t(array.size()) * base::dtype_size(dtype));
  if (!bytes.empty()) array::read(array, bytes.data(), nullptr, kMoved);
  const auto move = [&](double x) { return x * (random() & 1 ? 1 + step_of(real) : 1 - step_of(real)); };
  for (std::size_t at = 0; at < bytes.size(); at += base::dtype_size(dtype)) {
    const Scalar x = Scalar::load(dtype, &bytes[at]);
    const double re = move(x.re), im = base::is_complex(dtype) ? move(x.im) : 0;
    (base::is_complex(dtype) ? Scalar::complex(dtype, {re, im}) : Scalar::real(dtype, re)).store(&bytes[at]);
  }
  return array::from_host(array.context(), dtype, array.shape(), nullptr, dtype, bytes.data(), kMoved);
}

bool is_floating(DType dtype) { return base::is_float(base::real_dtype(dtype)); }

}  // namespace

Moved::Moved(std::span<const Argument> arguments, std::span<const Ref<Shared>> shared, runtime::Context& context,
             std::uint64_t seed)
    : arguments_(arguments.begin(), arguments.end()), shared_(shared.begin(), shared.end()) {
  std::mt19937_64 random(seed);
  for (Argument& argument : arguments_) {
    const DType dtype = argument.array ? argument.array->dtype() : argument.dtype;
    if (!is_floating(dtype)) continue;
    const Ref<array::Array> copy = argument.array ? Ref<array::Array>(argument.array)
                                                  : array::from_host(context, dtype, argument.shape, argument.strides,
                                                                     dtype, argument.data, kMoved);
    arrays_.push_back(moved(*copy, random));
    argument = {};
    argument.array = arrays_.back().get();
  }
  for (Ref<Shared>& variable : shared_) {
    const Ref<array::Array> value = variable->value();
    if (is_floating(value->dtype()))
      variable = base::make_ref<Shared>(moved(*value, random), value->shape(), variable->name());
  }
}

}  // namespace kiln::graph
