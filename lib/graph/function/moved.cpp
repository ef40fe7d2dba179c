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

// Moves the numbers of an array.
class Mover {
 public:
  Mover(std::uint64_t seed, bool turned) : random_(seed), turned_(turned) {}
  // The array in this dtype, moved.
  Ref<array::Array> operator()(const array::Array& array, DType dtype) {
    const DType real = base::real_dtype(dtype);
    const std::size_t size = base::dtype_size(dtype);
    std::vector<std::byte> bytes(std::size_t(array.size()) * size);
    if (!bytes.empty()) array::read_as(array, dtype, bytes.data(), kMoved);
    const auto move = [&](double x) {
      return x * ((random_() & 1) == turned_ ? 1 + step_of(real) : 1 - step_of(real));
    };
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      const Scalar x = Scalar::load(dtype, &bytes[at]);
      const double re = move(x.re), im = base::is_complex(dtype) ? move(x.im) : 0;
      (base::is_complex(dtype) ? Scalar::complex(dtype, {re, im}) : Scalar::real(dtype, re)).store(&bytes[at]);
    }
    return array::from_host(array.context(), dtype, array.shape(), nullptr, dtype, bytes.data(), kMoved);
  }

 private:
  std::mt19937_64 random_;
  const bool turned_;
};

bool is_floating(DType dtype) { return base::is_float(base::real_dtype(dtype)); }

}  // namespace

Moved::Moved(const FunctionSpec& spec, std::span<const Argument> arguments, std::span<const Ref<Shared>> shared,
             runtime::Context& context, std::uint64_t seed, bool turned)
    : arguments_(arguments.begin(), arguments.end()), shared_(shared.begin(), shared.end()) {
  Mover mover(seed, turned);
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    Argument& argument = arguments_[i];
    const DType dtype = spec.inputs[i].variable.type().dtype;
    if (!is_floating(dtype)) continue;
    const Ref<array::Array> copy = argument.array ? Ref<array::Array>(argument.array)
                                                  : array::from_host(context, dtype, argument.shape, argument.strides,
                                                                     argument.dtype, argument.data, kMoved);
    arrays_.push_back(mover(*copy, dtype));
    argument = {};
    argument.array = arrays_.back().get();
  }
  for (Ref<Shared>& variable : shared_) {
    const Ref<array::Array> value = variable->value();
    if (is_floating(value->dtype()))
      variable = base::make_ref<Shared>(mover(*value, value->dtype()), value->shape(), variable->name());
  }
}

}  // namespace kiln::graph
